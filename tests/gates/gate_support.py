"""Vetoes alone on public pairs of sentence and source (X11): what they accept of the faithful and of the unfaithful.

`objections` fails closed; with `change_objections` a word of the sentence's own is no objection. Numbers that decide
were chosen on SummEdits, whose rows also pruned the table of rival words. No set here is unseen: figures of BUMP were
looked at beside those of SummEdits whenever a rule was kept or dropped; a few rows of the table went because of
faithful sentences of BUMP and AttributionBench; the rule of Japanese roles was written on PAWS-X; `objections` was
corrected after reading what it accepted of BEGIN and PAWS-X. Floors are what was measured (18 November 2026, full
run) less .02 for the shares of unfaithful sentences that are objected to (.01 above .96), and .02 more for those of
faithful ones; .05 more on a sample. Where nearly all faithful sentences are objected to, their floor says nothing.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tadori.evaluate.data import json_lines
from tadori.judge.across import across_objections
from tadori.judge.changes import change_objections
from tadori.judge.vetoes import Objections, objections
from tadori.model.grading import QuotedPassage
from tests.gates.figures import Figure, data_folder

NEEDS = ["support"]
QUICK = 150
"""Rows of each label that a quick run reads, by a pinned draw."""
AIMED = {"change, unfaithful": 0.45, "change, faithful": 0.15}
FLOORS: dict[str, dict[str, float]] = {
    "summedits": {
        "both directions, unfaithful": 0.99,
        "both directions, faithful": 1.00,
        "beyond wording, unfaithful": 0.98,
        "beyond wording, faithful": 1.00,
        "change, unfaithful": 0.45,
        "change, faithful": 0.12,
    },
    "bump": {
        "both directions, unfaithful": 0.98,
        "both directions, faithful": 1.00,
        "beyond wording, unfaithful": 0.98,
        "beyond wording, faithful": 1.00,
        "change, unfaithful": 0.38,
        "change, faithful": 0.17,
    },
    "attrbench_id": {
        "both directions, unfaithful": 0.99,
        "both directions, faithful": 0.98,
        "beyond wording, unfaithful": 0.99,
        "beyond wording, faithful": 0.97,
        "change, unfaithful": 0.36,
        "change, faithful": 0.21,
    },
    "begin_wow": {
        "both directions, unfaithful": 0.98,
        "both directions, faithful": 0.88,
        "beyond wording, unfaithful": 0.96,
        "beyond wording, faithful": 0.82,
        "change, unfaithful": 0.29,
        "change, faithful": 0.06,
    },
    "pawsx_ja": {
        "both directions, unfaithful": 0.98,
        "both directions, faithful": 0.92,
        "beyond wording, unfaithful": 0.97,
        "beyond wording, faithful": 0.87,
        "change, unfaithful": 0.28,
        "change, faithful": 0.19,
    },
    "pawsx_cross": {
        "across, unfaithful": 0.59,
        "across, faithful": 0.57,
    },
}

Row = dict[str, str]


def run(quick: bool) -> list[Figure]:
    return [figure for name in FLOORS for figure in _figures(name, quick)]


def rows_of(name: str, quick: bool) -> list[Row]:
    rows: list[Row] = json_lines(data_folder() / "support" / f"{name}.jsonl.gz", "source", "sentence", "label", "kind")
    if not quick:
        return rows
    random.Random(15).shuffle(rows)
    faithful = [row for row in rows if _is_faithful(row)]
    return [*faithful[:QUICK], *[row for row in rows if not _is_faithful(row)][:QUICK]]


def _is_faithful(row: Row) -> bool:
    return row["label"] == "supported"


def _figures(name: str, quick: bool) -> Iterator[Figure]:
    rows = rows_of(name, quick)
    slack = 0.05 if quick else 0.0
    for rule, accepts in _rules(name).items():
        for label in ("unfaithful", "faithful"):
            of_label = [row for row in rows if _is_faithful(row) == (label == "faithful")]
            yield _figure(name, f"{rule}, {label}", of_label, accepts, slack)
    if name in BY_KIND:
        yield from _by_kind(name, [row for row in rows if not _is_faithful(row)])


BY_KIND = frozenset(["bump", "summedits"])


def _by_kind(name: str, rows: Sequence[Row]) -> Iterator[Figure]:
    """What share of each kind of error a veto of change objects to: printed, with no floor."""
    kinds = sorted({_kind_of(row) for row in rows})
    for kind in kinds:
        of_kind = [row for row in rows if _kind_of(row) == kind]
        value = sum(not _accepts_change(row) for row in of_kind) / len(of_kind)
        yield Figure(name=f"{name}: change, {kind}", value=value, floor=0.0, aim=None, n=len(of_kind))


def _kind_of(row: Row) -> str:
    return row["kind"].removeprefix("edit:").removesuffix(" Error").split(",")[0].lower()


def _rules(name: str) -> dict[str, Callable[[Row], bool]]:
    if name == "pawsx_cross":
        return {"across": _accepts_across}
    return {"both directions": _accepts_all, "beyond wording": _accepts_wording, "change": _accepts_change}


def _figure(name: str, figure: str, rows: Sequence[Row], accepts: Callable[[Row], bool], slack: float) -> Figure:
    """The share of sentences that meet an objection: many of the unfaithful, few of the faithful."""
    value = sum(not accepts(row) for row in rows) / len(rows)
    better = figure.endswith("unfaithful")
    floor = FLOORS[name][figure] + (-slack if better else slack)
    aim = AIMED.get(figure) if name in BY_KIND else None
    title = f"{name}: objected to, {figure}"
    return Figure(name=title, value=value, floor=floor, aim=aim, n=len(rows), at_least=better)


def _accepts_all(row: Row) -> bool:
    return _objections(row["sentence"], row["source"]).nothing


def _accepts_wording(row: Row) -> bool:
    return not _objections(row["sentence"], row["source"]).beyond_wording


@lru_cache(maxsize=8192)
def _objections(sentence: str, source: str) -> Objections:
    return objections(sentence, [QuotedPassage(text=source)])


def _accepts_change(row: Row) -> bool:
    return not change_objections(row["sentence"], row["source"])


def _accepts_across(row: Row) -> bool:
    return across_objections(row["sentence"], [QuotedPassage(text=row["source"])]).nothing
