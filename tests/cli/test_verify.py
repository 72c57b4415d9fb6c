"""What `tadori verify` says of grades, steps and votes: to a person, and as JSON."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tadori.service.verbs
from tadori.model.ids import sha256
from tadori.model.verification import Problem, Verification
from tests.cli.conftest import Program

pytestmark = pytest.mark.req("X3", "X11")
FOUND = Verification(
    root_hash=sha256(b"x"),
    sentences_checked=29,
    citations_checked=30,
    pages=7,
    records=20,
    problems=(),
    recompiled=True,
    pages_read_again=7,
    verdicts_given_again=12,
    grades=(("quoted", 12), ("derived", 5), ("judged", 2)),
    steps=6,
    votes=(("nli-large", 2), ("nli-small", 2)),
)


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[Verification]:
    """What the walk finds: the last entry of the list."""
    found = [FOUND]
    monkeypatch.setattr(tadori.service.verbs, "verify_path", lambda path, root=None: found[-1])
    return found


def test_a_person_reads_grades_steps_and_votes(tadori: Program, verified: list[Verification], tmp_path: Path) -> None:
    code, out, _ = tadori("verify", str(tmp_path))
    assert code == 0
    assert out.splitlines()[:4] == [
        f"{tmp_path}: holds; 29 sentences checked, report compiled again",
        "grades checked again: 12 quoted · 5 derived · 2 judged; 6 steps run again",
        "4 votes of models sealed (nli-large 2, nli-small 2); models are not asked again",
        "7 of 7 pages read again, 12 verdicts given again",
    ]


def test_without_votes_nothing_is_said_of_models(tadori: Program, verified: list[Verification], tmp_path: Path) -> None:
    verified.append(replace(FOUND, grades=(("quoted", 1), ("derived", 0), ("judged", 0)), steps=0, votes=()))
    lines = tadori("verify", str(tmp_path))[1].splitlines()
    assert lines[1:3] == [
        "grades checked again: 1 quoted · 0 derived · 0 judged; 0 steps run again",
        "7 of 7 pages read again, 12 verdicts given again",
    ]


def test_of_a_report_made_before_grades_nothing_is_said_of_them(
    tadori: Program, verified: list[Verification], tmp_path: Path
) -> None:
    verified.append(replace(FOUND, grades=(), steps=0, votes=()))
    assert tadori("verify", str(tmp_path))[1].splitlines()[1] == "7 of 7 pages read again, 12 verdicts given again"


def test_json_has_them_and_a_forged_step_fails(tadori: Program, verified: list[Verification], tmp_path: Path) -> None:
    forged = Problem(place="answer, sentence 1", what="its steps, run again, are others")
    verified.append(replace(FOUND, problems=(forged,)))
    code, out, _ = tadori("verify", str(tmp_path), "--json")
    facts = json.loads(out)
    assert code == 1
    assert (facts["grades"], facts["steps"]) == ([["quoted", 12], ["derived", 5], ["judged", 2]], 6)
    assert (facts["votes"], facts["ok"]) == ([["nli-large", 2], ["nli-small", 2]], False)


def test_a_models_name_cannot_write_to_the_terminal(
    tadori: Program, verified: list[Verification], tmp_path: Path
) -> None:
    verified.append(replace(FOUND, votes=(("nli\x1b[2J\nholds", 1),)))
    lines = tadori("verify", str(tmp_path))[1].splitlines()
    assert "\x1b" not in lines[2]
    assert lines[3] == "7 of 7 pages read again, 12 verdicts given again"
