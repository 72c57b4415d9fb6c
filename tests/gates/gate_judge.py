"""Judged wording (X11): how many faithful sentences may be judged, at how many unfaithful ones.

Public pairs of sentence and source (`shared/data/support`), by a pinned draw that no answer was looked at for. Judges:
rules alone; the shipped stance model with canaries and without, its threshold chosen on one set (`CHOSEN_ON`, at most
.05 of the unfaithful) and reported on the others: alone, behind contradictions, and behind all objections of rules, as
a report has it; and a real local model, SmolLM2, on a handful of pairs: too small to be of use, which is what its
figure says. A larger model is measured by hand: `python -m tests.gates.judge_runs FILE OUT --record NAME`.

The floor guards what rules leave to a judge; all else is reported.
"""

import asyncio
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tadori.judge.canaries import canaries_of
from tadori.minds.base import EvidencePair
from tadori.minds.local.stance import LocalStance
from tadori.model.grading import Grade
from tadori.model.llm_thresholds import MOST_CANARIES
from tests.gates.figures import Figure
from tests.gates.judge_runs import PairRun, Row, is_contradicted, is_faithful, sample, trial_grade
from tests.minds.llm.smollm import weights

NEEDS: Final = ["support"]
SETS: Final = ("begin_wow", "pawsx_ja", "summedits", "bump", "attrbench_id")
CHOSEN_ON: Final = "begin_wow"
MOST_UNFAITHFUL: Final = 0.05
QUICK, FULL = 15, 60
"""Pairs of each label and set."""
SMOL: Final = 3
"""Pairs of each label for SmolLM2 (four times as many in a full run)."""
WORST_THROUGH: Final = 0.1
"""Of unfaithful sentences, the share that rules may leave to a judge: .033 on the worst set (begin_wow, full run), and
room for one of a sample."""
OBJECTIONS: Final = " behind the objections of rules"
"""As a report has it: nothing lost, nothing added."""
CHANGES: Final = " behind contradictions alone"
"""What it would be if a word of the sentence's own, or a limit of a long source, were no objection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A pair, what rules say of it, and the stance model's scores of the sentence and of its mutants."""

    faithful: bool
    grade: Grade
    contradicted: bool
    own: float
    mutants: tuple[float, ...]

    def accepted(self, threshold: float, *, canaries: bool, behind: str = "") -> bool:
        if (behind == OBJECTIONS and self.grade is not Grade.JUDGED) or (behind == CHANGES and self.contradicted):
            return False
        return self.own >= threshold and not (canaries and max(self.mutants) >= threshold)


def run(quick: bool) -> Iterator[Figure]:
    each = QUICK if quick else FULL
    rows = {name: sample(name, each) for name in SETS}
    scored = {name: scores_of(rows[name]) for name in SETS}
    for name in SETS:
        yield from _of_rules(name, scored[name])
    yield from _of_stance(scored)
    yield from _of_small_model(rows[CHOSEN_ON][: 2 * (SMOL if quick else 4 * SMOL)])


def scores_of(rows: Sequence[Row]) -> list[Scored]:
    stance = LocalStance()
    return [_scored(row, stance) for row in rows]


def _scored(row: Row, stance: LocalStance) -> Scored:
    sentence, source = row["sentence"], row["source"]
    mutants = [one.text for one in canaries_of(sentence)][:MOST_CANARIES]
    found = stance.scores([EvidencePair(claim=text, evidence=source) for text in (sentence, *mutants)])
    return Scored(
        faithful=is_faithful(row),
        grade=trial_grade(row),
        contradicted=is_contradicted(row),
        own=found[0].supports,
        mutants=tuple(one.supports for one in found[1:]),
    )


def share(scored: Sequence[Scored], *, faithful: bool, accepts: Callable[[Scored], bool]) -> tuple[float, int]:
    of_label = [one for one in scored if one.faithful is faithful]
    return sum(accepts(one) for one in of_label) / len(of_label), len(of_label)


def threshold_on(scored: Sequence[Scored], *, canaries: bool) -> float:
    """The lowest threshold at which at most `MOST_UNFAITHFUL` of the unfaithful are accepted."""
    for percent in range(50, 100):
        accepts = partial(Scored.accepted, threshold=percent / 100, canaries=canaries)
        if share(scored, faithful=False, accepts=accepts)[0] <= MOST_UNFAITHFUL:
            return percent / 100
    return 1.0


def _of_rules(name: str, scored: Sequence[Scored]) -> Iterator[Figure]:
    for faithful in (True, False):
        label = "faithful" if faithful else "unfaithful"
        derived, n = share(scored, faithful=faithful, accepts=lambda one: one.grade in (Grade.QUOTED, Grade.DERIVED))
        through, _ = share(scored, faithful=faithful, accepts=lambda one: one.grade is Grade.JUDGED)
        stated, _ = share(scored, faithful=faithful, accepts=lambda one: not one.contradicted)
        yield _told(f"{name}: {label}, rules alone accept", derived, n)
        yield _told(f"{name}: {label}, rules find no contradiction in", stated, n)
        if faithful:
            yield _told(f"{name}: {label}, rules leave to a judge", through, n)
        else:
            yield Figure(
                name=f"{name}: {label}, rules leave to a judge",
                value=through,
                floor=WORST_THROUGH,
                aim=None,
                n=n,
                at_least=False,
            )


def _of_stance(scored: dict[str, list[Scored]]) -> Iterator[Figure]:
    for canaries in (False, True):
        threshold = threshold_on(scored[CHOSEN_ON], canaries=canaries)
        how = "with canaries" if canaries else "without canaries"
        for name, pairs in scored.items():
            where = "chosen here" if name == CHOSEN_ON else f"chosen on {CHOSEN_ON}"
            for behind in ("", CHANGES, OBJECTIONS) if canaries else ("",):
                judge = f"stance model {how}{behind}, ≥ {threshold:.2f} {where}"
                for faithful in (True, False):
                    accepts = partial(Scored.accepted, threshold=threshold, canaries=canaries, behind=behind)
                    value, n = share(pairs, faithful=faithful, accepts=accepts)
                    yield _told(f"{name}: {'faithful' if faithful else 'unfaithful'}, {judge}", value, n)


def _of_small_model(rows: Sequence[Row]) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        asked = PairRun(weights(), Path(folder) / "answers.jsonl", context=2048)
        asyncio.run(asked.run(rows))
    for faithful in (True, False):
        of_label = [row for row in rows if is_faithful(row) is faithful]
        label = "faithful" if faithful else "unfaithful"
        for step, holds in (("says yes to", asked.said_yes), ("accepts after its canaries", asked.passed_canaries)):
            value = sum(holds(row) for row in of_label) / len(of_label)
            yield _told(f"{CHOSEN_ON}: {label}, SmolLM2 {step}", value, len(of_label))


def _told(name: str, value: float, n: int) -> Figure:
    """A figure that is reported, whatever it is."""
    return Figure(name=f"judge, {name}", value=value, floor=0.0, aim=None, n=n)
