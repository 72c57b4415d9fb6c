"""Pairs of sentences that state one quantity as different publishers do, written before the rules were read.

`data/forms_genq.jsonl`: the relation that is expected; `none` where both can be so (another year, part, group, bound).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.judge.frames.values import FrameRelation
from tadori.model.claim import Claim, ClaimContext, Quotation

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "forms_genq.jsonl").read_text(encoding="utf-8").splitlines()
]
SAID = {FrameRelation.SAME: "same", FrameRelation.EXCLUDES: "excludes"}


def framed(row: dict[str, Any], side: str) -> FramedClaim:
    text = row[side]
    words, start, end = row.get(f"subject_{side}", ("", 0, 0))
    claim = Claim(
        id=f"cl_{side}",
        text=text,
        lang=row["lang"],
        quotation=Quotation.of(fragment_id=f"fr_{side}", page_id=f"pg_{side}", start=0, text=text),
        context=ClaimContext(subject=words, subject_start=start, subject_end=end),
    )
    return FramedClaim.of(claim, title=row[f"title_{side}"], headings=())


def found(row: dict[str, Any]) -> str:
    relation = relation_between(framed(row, "a"), framed(row, "b"))
    return "none" if relation is None else SAID.get(relation.relation, "none")


def share(lang: str, expected: str) -> float:
    rows = [row for row in ROWS if row["lang"] == lang and row["expected"] == expected]
    return sum(found(row) == expected for row in rows) / len(rows)


@pytest.mark.req("L23", "L33")
@pytest.mark.parametrize(
    ("lang", "expected", "least"),
    [("en", "excludes", 0.64), ("en", "same", 0.75), ("ja", "excludes", 0.76), ("ja", "same", 0.9)],
)
def test_most_forms_are_understood(lang: str, expected: str, least: float) -> None:
    assert share(lang, expected) >= least


@pytest.mark.req("L33")
@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["expected"] == "none"], ids=lambda row: f"{row['lang']}-{row['b'][:40]}"
)
def test_what_can_both_be_so_is_no_contradiction(row: dict[str, Any]) -> None:
    assert found(row) == "none"


@pytest.mark.req("L33")
def test_true_and_false_values_are_never_confused() -> None:
    confused = [(row["a"], row["b"]) for row in ROWS if {found(row), row["expected"]} == {"same", "excludes"}]
    assert confused == []
