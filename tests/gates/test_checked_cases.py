"""The cases of the gate `checked`: made again to the byte, enough of every kind, and the exam as it was sealed."""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.gates.checked.make_cases import HERE, SPLITS, real_cases, template_cases, written
from tests.gates.gate_checked import AIMS, upper_bound

FILES = {split: HERE / f"{split}.jsonl" for split in SPLITS}
DECISION = Path(__file__).parents[2] / "docs" / "decisions" / "033-exam-of-the-check.md"
CASES: list[dict[str, Any]] = [
    json.loads(line) for file in FILES.values() for line in file.read_text("utf-8").split("\n")[:-1]
]


@pytest.mark.req("X11")
@pytest.mark.parametrize("split", SPLITS)
def test_files_are_made_again_to_the_byte(split: str) -> None:
    cases = [*template_cases(), *real_cases(FILES.values())]
    assert written(cases, split) == FILES[split].read_text("utf-8")


@pytest.mark.req("X11")
def test_the_exam_is_the_one_that_was_sealed() -> None:
    assert hashlib.sha256(FILES["exam"].read_bytes()).hexdigest() in DECISION.read_text("utf-8")


@pytest.mark.req("X11")
def test_every_case_has_its_own_name() -> None:
    assert [name for name, count in Counter(case["id"] for case in CASES).items() if count > 1] == []


@pytest.mark.req("X11")
@pytest.mark.parametrize("kind", AIMS)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_thirty_faithful_cases_of_a_kind_and_a_third_of_them_real(kind: str, lang: str) -> None:
    mine = [case for case in CASES if (case["kind"], case["lang"]) == (f"faithful:{kind}", lang)]
    real = [case for case in mine if case["origin"] == "real"]
    assert len(mine) >= 30
    assert 3 * len(real) >= len(mine) - 2


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("group", "origin", "fewest"),
    [("omission", "template", 300), ("omission", "real", 100), ("change", "template", 150), ("change", "real", 60)],
)
def test_enough_unfaithful_cases(group: str, origin: str, fewest: int) -> None:
    mine = [case for case in CASES if case["kind"].startswith(f"{group}:") and case["origin"] == origin]
    assert len(mine) >= fewest
    assert {case["faithful"] for case in mine} == {False}


@pytest.mark.req("X11")
def test_no_wording_of_a_template_stands_in_both_halves() -> None:
    halves = {(case["id"].rsplit("/", 1)[0], case["split"]) for case in CASES if case["origin"] == "template"}
    assert [name for name, count in Counter(name for name, _ in halves).items() if count > 1] == []


@pytest.mark.parametrize(
    ("count", "n", "expected"),
    [(0, 1, 0.95), (0, 300, 0.00994), (0, 711, 0.00420), (1, 100, 0.04656), (5, 5, 1.0), (3, 10, 0.6066)],
)
def test_upper_bounds_of_the_binomial(count: int, n: int, expected: float) -> None:
    assert upper_bound(count, n) == pytest.approx(expected, abs=0.0001)
