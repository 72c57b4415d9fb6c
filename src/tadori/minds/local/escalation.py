"""Sends hard pairs to a larger model: the small one judges all pairs, the larger one those it is unsure of.

Comes in: pairs. Goes out: probabilities, from the largest model that judged a pair. A pair is hard when the small
model's probabilities are near guessing (entropy) or its second answer is near its first (margin). Only a share of all
pairs is escalated, the hardest first. A larger model that fails is set aside with a notice; the small one's scores then
stand.
"""

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from tadori.errors import ModelUnusable
from tadori.minds.base import Entailment, EvidencePair, StanceScores
from tadori.minds.local.fallback import ModelBreaker
from tadori.minds.local.notices import ModelNotices
from tadori.model.thresholds import ESCALATE_ENTROPY, ESCALATE_FREE, ESCALATE_MARGIN, ESCALATE_SHARE

_GUESSING: Final = math.log(3)
_MOST_KEPT: Final = 20_000


class FurtherJudge(Protocol):
    """The interface of a language model as the last judge of pairs that stay hard."""

    @property
    def model_id(self) -> str: ...

    def opinions(self, pairs: Sequence[EvidencePair]) -> list[StanceScores | None]:
        """One for each pair; None where it abstains. Raises `ModelUnusable`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class EscalationRule:
    """When a pair is escalated, and how many may be."""

    entropy: float = ESCALATE_ENTROPY
    margin: float = ESCALATE_MARGIN
    share: float = ESCALATE_SHARE
    free: int = ESCALATE_FREE

    @property
    def id(self) -> str:
        return f"{self.entropy:g}/{self.margin:g}/{self.share:g}/{self.free}"


class EscalatingEntailment:
    """Implements `Entailment`. A judged pair keeps its scores for the life of the process.

    Which pairs a spent budget leaves with the small model depends on what was judged before.
    """

    def __init__(
        self,
        small: Entailment,
        large: Entailment | None,
        notices: ModelNotices,
        *,
        further: FurtherJudge | None = None,
        rule: EscalationRule | None = None,
    ) -> None:
        self._small, self._large, self._further = small, large, further
        self._rule = rule or EscalationRule()
        self._large_trial = ModelBreaker(notices, "nli", "the stance model that ships with Tadori")
        self._further_trial = ModelBreaker(notices, "further judge", "the stance models")
        self._alone = threading.Lock()
        self._known: dict[tuple[str, str], StanceScores] = {}
        self.asked = self.escalated = self.referred = 0
        """Pairs asked about, handed to the larger model, handed on to the further judge."""

    @property
    def model_id(self) -> str:
        """Every model that may have judged, and the rule; the small one alone once the others are set aside."""
        names = [self._small.model_id]
        large, further = self._large, self._further
        if large is not None:
            named = self._large_trial.name(lambda: large.model_id)
            names += [] if self._large_trial.over else [named]
        if further is not None:
            named = self._further_trial.name(lambda: further.model_id)
            names += [] if self._further_trial.over else [named]
        return names[0] if len(names) == 1 else f"{'>'.join(names)}({self._rule.id})"

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """One for each pair, in order. Raises `ModelUnusable` only for the small model."""
        with self._alone:
            new = {_key(pair): pair for pair in pairs if _key(pair) not in self._known}
            if len(self._known) + len(new) > _MOST_KEPT:
                self._known.clear()
                new = {_key(pair): pair for pair in pairs}
            judged = self._judged(list(new.values()))
            self._known.update(zip(new, judged, strict=True))
            return [self._known[_key(pair)] for pair in pairs]

    def _judged(self, pairs: list[EvidencePair]) -> list[StanceScores]:
        found = self._small.scores(pairs) if pairs else []
        self.asked += len(pairs)
        hard = self._hardest(found, self.escalated)
        asked = self._large_said(pairs, found, hard)
        self.escalated += asked
        still = self._hardest(found, self.referred, within=hard if asked else range(len(found)))
        self.referred += self._further_said(pairs, found, still)
        return found

    def _hardest(self, found: Sequence[StanceScores], spent: int, within: Sequence[int] | None = None) -> list[int]:
        """Indices of the hard pairs that the budget has room for, hardest first, ties in the given order."""
        places = range(len(found)) if within is None else within
        hard = [at for at in places if is_hard(found[at], self._rule)]
        # A running share, so that one hard call early in a run cannot use up the budget of the whole run.
        room = max(0, self._rule.free + math.floor(self._rule.share * self.asked) - spent)
        return sorted(hard, key=lambda at: (-uncertainty(found[at]), at))[:room]

    def _large_said(self, pairs: Sequence[EvidencePair], found: list[StanceScores], hard: Sequence[int]) -> int:
        large = self._large
        if large is None:
            return 0
        return _replaced(self._large_trial, lambda chosen: [*large.scores(chosen)], pairs, found, hard)

    def _further_said(self, pairs: Sequence[EvidencePair], found: list[StanceScores], hard: Sequence[int]) -> int:
        further = self._further
        return 0 if further is None else _replaced(self._further_trial, further.opinions, pairs, found, hard)


JudgePairs = Callable[[Sequence[EvidencePair]], list[StanceScores | None]]


def _replaced(
    trial: ModelBreaker, ask: JudgePairs, pairs: Sequence[EvidencePair], found: list[StanceScores], hard: Sequence[int]
) -> int:
    """Replaces scores in `found` by the answers for the `hard` pairs; returns how many were judged."""
    if not hard or trial.over:
        return 0
    try:
        said = trial.ask(lambda: ask([pairs[at] for at in hard]))
    except ModelUnusable:
        return 0
    for at, scores in zip(hard, said, strict=True):
        found[at] = found[at] if scores is None else scores
    return len(hard)


def uncertainty(scores: StanceScores) -> float:
    """Entropy as a share of that of pure guessing: 0 is certain, 1 is a guess."""
    parts = (scores.supports, scores.refutes, scores.neutral)
    return -sum(p * math.log(p) for p in parts if p > 0) / _GUESSING


def margin(scores: StanceScores) -> float:
    """How far the likeliest stance is ahead of the next."""
    first, second, _ = sorted((scores.supports, scores.refutes, scores.neutral), reverse=True)
    return first - second


def is_hard(scores: StanceScores, rule: EscalationRule) -> bool:
    return uncertainty(scores) >= rule.entropy or margin(scores) <= rule.margin


def _key(pair: EvidencePair) -> tuple[str, str]:
    return pair.claim, pair.evidence
