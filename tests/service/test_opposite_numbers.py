"""Two pages that say opposite numbers are never printed as two origins of one claim (issue 12, item 1)."""

import json
from pathlib import Path

import pytest

import tadori
from tadori.evaluate.reports import printed

QUESTION = "What was the temperature of Lake Norvik in January 2021?"


def standings(folder: Path, question: str, about: str, **pages: str) -> dict[str, str]:
    """What a research of these pages prints with `about` in it: each sentence and how it stands."""
    documents = folder / "documents"
    documents.mkdir()
    for name, text in pages.items():
        (documents / f"{name}.txt").write_text(text, encoding="utf-8")
    tadori.research(question, libraries=[documents], out=folder / "out", home=folder / "home")
    report = json.loads((folder / "out" / "report.json").read_text(encoding="utf-8"))
    return {one["text"]: one["standing"] for one in printed(report, "answer", "claims") if about in one["text"]}


SAID = "The temperature of Lake Norvik in January 2021 was {} degrees Celsius."
OFFICE = f"Notes of the harbour office\n\n{SAID} Boats stayed ashore."
PAPER = f"The Norvik Gazette\n\n{SAID} Shops were open as usual."


@pytest.mark.req("X4", "L22")
@pytest.mark.parametrize(
    ("one", "other", "standing"),
    [
        ("−5", "5", "contested"),
        ("4.5", "45", "contested"),
        ("10³", "103", "contested"),
        ("≤ 5", "5", "single_source"),
    ],
)
def test_pages_with_opposite_numbers_corroborate_nothing(tmp_path: Path, one: str, other: str, standing: str) -> None:
    found = standings(tmp_path, QUESTION, "degrees", office=OFFICE.format(one), paper=PAPER.format(other))
    assert found == {SAID.format(one): standing, SAID.format(other): standing}
    assert tadori.verify(tmp_path / "out").ok is True


@pytest.mark.req("X4", "L22")
def test_pages_with_the_same_number_still_corroborate_each_other(tmp_path: Path) -> None:
    found = standings(tmp_path, QUESTION, "degrees", office=OFFICE.format("−5"), paper=PAPER.format("-5"))
    assert found == {SAID.format("-5"): "corroborated"}


@pytest.mark.req("X4", "L22")
def test_a_loss_and_a_profit_in_japanese_are_contested(tmp_path: Path) -> None:
    loss, profit = (f"北浜海運の2021年度の営業損益は{value}だった。" for value in ("▲500億円", "500億円"))
    found = standings(
        tmp_path,
        "北浜海運の2021年度の営業損益はいくらか",
        "500億円",
        office=f"決算短信\n\n{loss}配当は見送られた。",
        paper=f"北浜新聞\n\n{profit}株価は動かなかった。",
    )
    assert found == {loss: "contested", profit: "contested"}
