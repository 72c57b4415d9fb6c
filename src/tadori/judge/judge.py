"""The judge: what a piece of evidence says about a claim.

In: a pair of texts. Out: a verdict with its grounds. Rules come first and last; the stance model, where there is
one, is asked in between. What is unsure is said to be unsure: `abstained`, or a stance that is not `shown`.
"""

from dataclasses import replace
from typing import Final

from tadori.errors import WrongCall
from tadori.judge.reading import LONGEST_EVIDENCE, read, script_of, sentences_of
from tadori.judge.rules import Signals, grounds_of, signals
from tadori.judge.weights import is_aligned, scores_of
from tadori.minds.base import Entailment, Pair, StanceScores
from tadori.model.claim import Ground, Stance, Verdict
from tadori.text.normalise import squash

RULES_VERSION: Final = "rules-2"
LONGEST_CLAIM: Final = 4_000
SUPPORTS_FROM: Final = 0.67
"""Coverage from which agreement of all facts counts as support."""
SUPPORT_SHOWN_FROM: Final = 0.9
"""On the training sets, support with every word covered is right nine times in ten, with a word missing one in two."""
REFUTATION_SHOWN_FROM: Final = 0.8
"""Share of the claim's subject in the aligned sentence from which a rule's conflict may be shown as a refutation."""
SHOWN_PRECISION: Final = 0.3
"""Share of the aligned sentence that must be about the claim: a long sentence holds conflicts about other things."""
MODEL_SURE_FROM: Final = 0.5


class Judge:
    """Weighs pairs. The same pair always gets the same verdict; `version` names all that decides it."""

    def __init__(self, entailment: Entailment | None = None) -> None:
        self._entailment = entailment

    @property
    def version(self) -> str:
        return RULES_VERSION if self._entailment is None else f"{RULES_VERSION}+{self._entailment.model_id}"

    def verdict(self, pair: Pair) -> Verdict:
        """What `pair.evidence` says about `pair.claim`.

        Raises `WrongCall` when either is empty.
        """
        pair = _bounded(pair)
        if (same := _same_words(pair)) is not None:
            return same
        found = signals(read(pair.claim), sentences_of(pair.evidence))
        if script_of(pair.claim) != script_of(pair.evidence):
            return _across(found)
        ruled = _other_time(weigh(found), found, pair)
        if self._entailment is None:
            return ruled
        return _with_model(ruled, self._entailment.scores([replace(pair, evidence=found.aligned.text)])[0])

    def scores(self, pair: Pair) -> StanceScores:
        """Probabilities of the stances by rules alone, for calibration and for ordering evidence.

        Raises `WrongCall` when either side is empty.
        """
        pair = _bounded(pair)
        return scores_of(signals(read(pair.claim), sentences_of(pair.evidence)))


def weigh(s: Signals) -> Verdict:
    """The mechanical verdict on the signals of a pair in one language."""
    grounds, scores = grounds_of(s), scores_of(s)
    if (s.conflicts and is_aligned(s)) or s.anchored:
        about_it = s.subject >= REFUTATION_SHOWN_FROM and s.precision >= SHOWN_PRECISION
        shown = about_it and is_aligned(s) and s.firm_conflicts > 0 and not (s.hedged or s.claim.hedges)
        return _verdict(Stance.REFUTES, scores.refutes, grounds, shown=shown)
    missing = s.numbers.missing or s.dates.missing or s.names.missing
    if s.coverage >= SUPPORTS_FROM and not (s.conflicts or missing or s.swapped):
        shown = s.coverage >= SUPPORT_SHOWN_FROM and not s.hedged
        return _verdict(Stance.SUPPORTS, scores.supports, grounds, shown=shown)
    unsure = max(scores.supports, scores.refutes) > scores.neutral
    return _verdict(Stance.NEUTRAL, scores.neutral, grounds, shown=False, abstained=unsure)


def _bounded(pair: Pair) -> Pair:
    claim, evidence = pair.claim.strip(), pair.evidence.strip()
    if not claim or not evidence:
        raise WrongCall(f"the {'claim' if not claim else 'evidence'} is empty; the judge needs words on both sides")
    return replace(pair, claim=claim[:LONGEST_CLAIM], evidence=evidence[:LONGEST_EVIDENCE])


def _verdict(
    stance: Stance, confidence: float, grounds: tuple[Ground, ...], *, shown: bool, abstained: bool = False
) -> Verdict:
    return Verdict(stance=stance, confidence=round(confidence, 4), shown=shown, abstained=abstained, grounds=grounds)


def _same_words(pair: Pair) -> Verdict | None:
    """Support by the words themselves: the claim is the evidence, or a whole sentence of it."""
    mine = squash(pair.claim)
    if not mine:
        return None
    if mine == squash(pair.evidence):
        ground = Ground(rule="identical", detail="the same words", weight=1.0)
        return _verdict(Stance.SUPPORTS, 0.99, (ground,), shown=True)
    longer = len(mine) <= len(pair.evidence)
    if longer and any(squash(sentence) == mine for sentence in sentences_of(pair.evidence)):
        ground = Ground(rule="identical", detail="a sentence of the evidence", weight=1.0)
        return _verdict(Stance.SUPPORTS, 0.97, (ground,), shown=True)
    return None


def _across(s: Signals) -> Verdict:
    """Two languages: only numbers, dates and names written alike can be compared, and polarity is not seen at all."""
    ground = Ground(rule="language", detail="claim and evidence are in different languages", weight=0.0)
    facts = tuple(g for g in grounds_of(s) if g.rule in ("number", "date", "entity"))
    agreed, stated = s.numbers.agreed + s.dates.agreed, len(s.claim.quantities) + len(s.claim.dates)
    conflicts = len(s.numbers.conflicts) + len(s.dates.conflicts)
    anchored = agreed + s.names.agreed
    if agreed >= 2 and agreed == stated:
        return _verdict(Stance.SUPPORTS, 0.5, (ground, *facts), shown=False)
    if conflicts and anchored >= 2:
        return _verdict(Stance.REFUTES, 0.4, (ground, *facts), shown=False)
    return _verdict(Stance.NEUTRAL, 0.5, (ground, *facts), shown=False, abstained=True)


def _other_time(ruled: Verdict, s: Signals, pair: Pair) -> Verdict:
    """A number that differs between sources of different years may have changed: it is not shown as a refutation."""
    if ruled.stance is not Stance.REFUTES or pair.claim_date is None or pair.evidence_date is None:
        return ruled
    only_numbers = not (s.dates.conflicts or s.antonyms or s.denials)
    if not only_numbers or s.dates.agreed or pair.claim_date[:4] == pair.evidence_date[:4]:
        return ruled
    ground = Ground(rule="date", detail=f"said of {pair.claim_date} and of {pair.evidence_date}", weight=0.0)
    return replace(ruled, shown=False, grounds=(*ruled.grounds, ground))


def _with_model(ruled: Verdict, scores: StanceScores) -> Verdict:
    """The model's stance, held by the rules: a refutation is shown only where a rule saw it, no support against one."""
    ground = Ground(
        rule="model",
        detail=f"supports {scores.supports:.2f}, refutes {scores.refutes:.2f}, neutral {scores.neutral:.2f}",
        weight=round(scores.supports - scores.refutes, 4),
    )
    stances = ((Stance.SUPPORTS, scores.supports), (Stance.REFUTES, scores.refutes), (Stance.NEUTRAL, scores.neutral))
    best, confidence = max(stances, key=lambda stance: stance[1])
    unsure = confidence < MODEL_SURE_FROM
    shown = {
        Stance.SUPPORTS: ruled.stance is not Stance.REFUTES,
        Stance.REFUTES: ruled.stance is Stance.REFUTES and ruled.shown,
        Stance.NEUTRAL: False,
    }[best]
    return _verdict(best, confidence, (ground, *ruled.grounds), shown=shown and not unsure, abstained=unsure)
