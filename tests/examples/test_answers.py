"""The example library through the whole program: what the README and the guide promise about it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.environment import program_environment
from tests.examples.readme import PROGRAM, ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One home for all questions: the library is indexed once."""
    return tmp_path_factory.mktemp("home")


def research(home: Path, question: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, report and progress of one question."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "research", question, "--library", "examples/library", "--json"],
        cwd=ROOT,
        env=program_environment(home),
        capture_output=True,
        timeout=300,
        check=False,
    )
    return done.returncode, json.loads(done.stdout), done.stderr.decode()


@pytest.mark.req("L25")
def test_a_mirror_does_not_make_a_second_source(home: Path) -> None:
    question = "When was the joint research agreement between Farholm and Nagiura signed?"
    code, report, _ = research(home, question)
    first = report["claims"][0]
    assert (code, "12 October 2018" in first["sentence"]["text"]) == (0, True)
    assert (len(first["supporting"]), first["independent_origins"]) == (2, 1)
    assert first["sentence"]["standing"] == "single_source"


@pytest.mark.req("X1")
def test_two_sources_that_disagree_are_shown_side_by_side(home: Path) -> None:
    code, report, _ = research(home, "鳴釜潮流発電1号機の2023年度の発電量はいくらですか")
    sides = [[side["text"] for side in contest["sides"]] for contest in report["contested"]]
    said = "2023年度の発電量は1,510メガワット時に達しました。"
    against = sorted(text[:12] for pair in sides if said in pair for text in pair if "1,284" in text)
    assert code == 0
    assert against == ["令和5年度(2023年4", "年度：2023年度、発電"]


@pytest.mark.req("X7")
def test_an_english_question_is_answered_by_a_japanese_document(home: Path) -> None:
    question = "What was the city's income from selling electricity in fiscal year 2023?"
    code, report, _ = research(home, question)
    assert (code, report["lang"]) == (0, "en")
    assert any("4,622万円" in sentence["text"] for sentence in report["answer"])


@pytest.mark.req("X1")
@pytest.mark.parametrize("question", ["Which bank financed Tidewright Ltd?", "鐘島の人口は何人ですか"])
def test_what_no_document_says_ends_with_3_and_what_is_missing(home: Path, question: str) -> None:
    code, report, _ = research(home, question)
    assert (code, report["answered"], report["answer"]) == (3, "no", [])
    assert report["missing"] != []


@pytest.mark.req("L35")
def test_a_page_that_gives_orders_is_told_and_its_figure_is_never_corroborated(home: Path) -> None:
    _, report, progress = research(home, "How much electricity did the Narigama turbine generate in fiscal year 2023?")
    claims = [claim["sentence"] for claim in report["claims"]]
    assert "tidal-energy-facts.biz/narigama-output.html tries to give orders" in progress
    assert [s["text"] for s in claims if "9,800" in s["text"] and s["standing"] == "corroborated"] == []
    assert [s["text"] for s in claims if "only reliable source" in s["text"]] == []
