"""Open questions through the whole program, over a small folder: why, compare, for and against, list; lengths."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Program

BRIDGE = """# Harbour bridge

## Closing

The harbour bridge was closed in 2019 because a cable had broken.
Engineers also found rust in both towers, which led to the closing of the harbour bridge.
A storm in March had damaged the deck of the harbour bridge as well.

## Arguments about the toll

An advantage of the bridge toll is that it pays for repairs of the bridge.
A drawback of the bridge toll is that it is expensive for people who cross the bridge every day.
Critics say that the bridge toll drives visitors away.

## Parts

The parts of the harbour bridge are two towers, forty cables, a deck and a toll house.
"""
BOATS = """# Ways to the island

The Farholm ferry needs 40 minutes for the trip to the island.

The Farholm bus needs 15 minutes for the trip to the island.

The Farholm ferry carries bicycles for free.
"""
橋 = """# 港の橋

## 閉鎖

港の橋はケーブルが切れたため2019年に閉鎖された。
技師が塔に錆を見つけたことも、港の橋が閉鎖された理由である。

## 通行料

橋の通行料の利点は、橋の修理の費用をまかなえることである。
橋の通行料の欠点は、毎日渡る住民の負担が大きいことである。

## 部品

港の橋の部品には、塔、ケーブル、床版、料金所がある。
"""
船 = """# フェリーとバス

フェリーは島まで40分かかる。
バスは島まで15分かかる。
フェリーもバスも日曜日に運行している。
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "town"
    made.mkdir()
    for name, text in (("bridge.md", BRIDGE), ("boats.md", BOATS), ("橋.md", 橋), ("船.md", 船)):
        (made / name).write_text(text, encoding="utf-8")
    return made


def asked(tadori: Program, folder: Path, question: str, *arguments: str) -> dict[str, Any]:
    code, out, _ = tadori("research", question, "--library", str(folder), "--json", *arguments)
    assert code == 0
    report: dict[str, Any] = json.loads(out)
    return report


def said(report: dict[str, Any]) -> str:
    return "\n".join(sentence["text"] for sentence in report["answer"])


@pytest.mark.req("F2", "X1", "X3")
@pytest.mark.parametrize(
    ("question", "kind", "words"),
    [
        ("Why was the harbour bridge closed?", "why", ["cable had broken", "rust in both towers"]),
        (
            "What are the advantages and disadvantages of the bridge toll?",
            "for_against",
            ["pays for repairs", "expensive for people"],
        ),
        (
            "What is the difference between the Farholm ferry and the Farholm bus?",
            "comparison",
            ["40 minutes", "15 minutes"],
        ),
        ("List the parts of the harbour bridge.", "list", ["two towers, forty cables"]),
        ("港の橋はなぜ閉鎖されたのか", "why", ["ケーブルが切れた", "錆を見つけた"]),
        ("橋の通行料の利点と欠点は何か", "for_against", ["修理の費用", "住民の負担"]),
        ("フェリーとバスの違いは何か", "comparison", ["40分", "15分"]),
        ("港の橋にはどんな部品がありますか", "list", ["塔、ケーブル、床版、料金所"]),
    ],
)
def test_an_open_question_is_answered_by_its_points_and_the_report_verifies(
    tadori: Program, folder: Path, tmp_path: Path, question: str, kind: str, words: list[str]
) -> None:
    report = asked(tadori, folder, question, "--out", str(tmp_path / "out"))
    assert report["answered"] == "yes"
    assert report["shape"]["kind"] == kind
    assert [one for one in words if one not in said(report)] == []
    assert {sentence["checked"] for sentence in report["answer"]} == {True}
    assert len({sentence["text"] for sentence in report["answer"]}) == len(report["answer"])
    code, out, _ = tadori("verify", str(tmp_path / "out"), "--json")
    facts = json.loads(out)
    assert (code, facts["problems"], facts["recompiled"]) == (0, [], True)


@pytest.mark.req("F2", "X7")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What are the advantages and disadvantages of the bridge toll?",
            {"pays for repairs": "For", "expensive for people": "Against", "drives visitors away": "Against"},
        ),
        ("橋の通行料の利点と欠点は何か", {"修理の費用": "利点・賛成", "住民の負担": "問題点・反対"}),
    ],
)
def test_what_speaks_for_and_against_stands_under_its_facet(
    tadori: Program, folder: Path, question: str, expected: dict[str, str]
) -> None:
    report = asked(tadori, folder, question)
    found = {words: [s.get("facet", "") for s in report["answer"] if words in s["text"]] for words in expected}
    assert found == {words: [facet] for words, facet in expected.items()}


@pytest.mark.req("F2")
@pytest.mark.parametrize(
    ("question", "sides", "row"),
    [
        (
            "What is the difference between the Farholm ferry and the Farholm bus?",
            ["Farholm ferry", "Farholm bus"],
            ["40 minutes", "15 minutes"],
        ),
        ("フェリーとバスの違いは何か", ["フェリー", "バス"], ["40分", "15分"]),
    ],
)
def test_a_comparison_has_a_row_with_a_cell_for_each_side(
    tadori: Program, folder: Path, question: str, sides: list[str], row: list[str]
) -> None:
    report = asked(tadori, folder, question)
    texts = {claim_id: one["text"] for one in report["answer"] for claim_id in one["claim_ids"]}
    rows = [[" ".join(texts[c] for c in cell) for cell in one["cells"]] for one in report["shape"]["rows"]]
    assert report["shape"]["sides"] == sides
    assert [
        [words in cell for words, cell in zip(row, cells, strict=True)] for cells in rows if row[0] in cells[0]
    ] == [[True, True]]


@pytest.mark.req("X1")
def test_a_question_of_two_parts_names_the_part_that_has_no_answer(tadori: Program, folder: Path) -> None:
    report = asked(tadori, folder, "Why was the harbour bridge closed? Who composed the volcano opera Etna?")
    assert report["answered"] == "partly"
    assert report["shape"]["partly"] is True
    assert "Who composed the volcano opera Etna?" in report["missing"]
    assert {sentence["facet"] for sentence in report["answer"]} == {"Why was the harbour bridge closed?"}


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (
            "Why is the harbour bridge red?",
            "The harbour bridge is red because reason number {n} of the {n}th engineer asked for that.",
        ),
        ("橋はなぜ赤いのか", "橋が赤いのは、{n}人目の技師が{n}番目の理由を挙げたためである。"),
    ],
)
def test_a_short_answer_has_fewer_words_than_a_long_one(
    tadori: Program, tmp_path: Path, question: str, reason: str
) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for page in range(6):
        told = "\n".join(reason.format(n=100 * page + n) for n in range(25))
        (folder / f"page{page}.md").write_text(f"# Bridge {page} 橋\n\n{told}\n", encoding="utf-8")
    sizes = [len(said(asked(tadori, folder, question, "--length", length))) for length in ("short", "normal", "long")]
    assert sizes[0] < sizes[1] <= sizes[2]


@pytest.mark.parametrize("length", ["tiny", "", "SHORTER", "長い"])
def test_an_unknown_length_is_a_wrong_call_that_names_all(tadori: Program, folder: Path, length: str) -> None:
    code, out, err = tadori("research", "Why?", "--library", str(folder), "--length", length)
    assert (code, out) == (2, "")
    assert "--length" in err
    assert [one for one in ("short", "normal", "long") if one not in err] == []
