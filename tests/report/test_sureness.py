"""Standing, confidence and caveat: said once for an answer, and at the sentences that differ."""

from dataclasses import replace

import pytest

from tadori.model.graph import Standing
from tadori.model.ids import EN, JA, Lang
from tadori.report.markdown import report_markdown
from tadori.report.reading import reading
from tadori.report.sureness import common_sureness, marks
from tests.report.shaped import answered_by

SINGLE, BOTH, CONTESTED = Standing.SINGLE_SOURCE, Standing.CORROBORATED, Standing.CONTESTED
SECOND = "Below 0.7. It would rise with a second independent source."
PRIMARY = "Below 0.7. It would rise with a second independent source, a primary source."


def note(*facts: tuple[str, Standing, float, str], lang: Lang = EN) -> tuple[str, ...]:
    return common_sureness(reading(answered_by(*facts, lang=lang))).note


def marked(*facts: tuple[str, Standing, float, str], lang: Lang = EN) -> list[list[str]]:
    read = reading(answered_by(*facts, lang=lang))
    common = common_sureness(read)
    return [[mark.words for mark in marks(sentence, common, read)] for sentence in read.report.answer]


@pytest.mark.req("L28")
def test_what_is_equal_is_said_once() -> None:
    facts = [(f"Fact {n} is plain.", SINGLE, 0.61, SECOND) for n in range(3)]
    assert note(*facts) == (
        "All: single source · confidence 0.61 (low)",
        "Confidence below 0.7 would rise with a second independent source.",
    )
    assert marked(*facts) == [[], [], []]
    assert report_markdown(answered_by(*facts)).count("second independent source") == 1


def test_equal_words_of_different_numbers_are_one_range() -> None:
    assert note(("It is high.", SINGLE, 0.56, ""), ("It is old.", SINGLE, 0.666, ""))[0] == (
        "All: single source · confidence 0.56–0.66 (low)"
    )


@pytest.mark.req("L28")
def test_only_what_differs_is_marked() -> None:
    facts = [
        ("It is high.", SINGLE, 0.61, SECOND),
        ("It is old.", SINGLE, 0.64, PRIMARY),
        ("It is grey.", BOTH, 0.88, ""),
    ]
    assert note(*facts) == (
        "Unless marked: single source · confidence 0.61–0.64 (low)",
        "Confidence below 0.7 would rise with a second independent source, a primary source.",
    )
    assert marked(*facts) == [[], [], ["✓ corroborated by 3", "confidence 0.88 (high)"]]


@pytest.mark.req("L28")
def test_in_japanese() -> None:
    caveat = "信頼度が0.7に届きません。独立した別の出典、一次資料があれば高まります。"
    facts = [("古い。", SINGLE, 0.61, caveat), ("高い。", SINGLE, 0.64, caveat), ("灰色だ。", BOTH, 0.88, "")]
    assert note(*facts, lang=JA) == (
        "印のない文：単独の出典 · 信頼度 0.61–0.64（低い）",
        "0.7未満の信頼度は、独立した別の出典、一次資料があれば高まります。",
    )
    assert marked(*facts, lang=JA)[2] == ["✓ 独立した3か所が裏付け", "信頼度 0.88（高い）"]


def test_contested_is_never_common() -> None:
    facts = [("It is high.", CONTESTED, 0.61, ""), ("It is old.", CONTESTED, 0.61, "")]
    assert note(*facts) == ("All: confidence 0.61 (low)",)
    assert marked(*facts) == [["⇄ contested"], ["⇄ contested"]]


def test_one_sentence_is_nobody_among_others() -> None:
    assert note(("It is high.", SINGLE, 0.77, "")) == ("Single source · confidence 0.77 (moderate)",)
    assert note(("It is high.", BOTH, 0.9, "")) == ("✓ corroborated by 3 · confidence 0.90 (high)",)


def test_a_caveat_in_other_words_is_kept_as_it_is() -> None:
    assert note(("It is high.", SINGLE, 0.6, "Look twice."))[1:] == ("Look twice.",)


def test_of_what_is_not_checked_that_alone_is_said() -> None:
    report = answered_by(("It is high.", BOTH, 0.99, SECOND), ("It is old.", SINGLE, 0.8, ""))
    first = replace(report.answer[0], checked=False)
    read = reading(replace(report, answer=(first, report.answer[1])))
    common = common_sureness(read)
    assert common.note == ("Single source · confidence 0.80 (moderate)",)
    assert [mark.words for mark in marks(first, common, read)] == ["? not checked"]
    assert "corroborated by 3" not in report_markdown(read.report).partition("## Sources")[0]


def test_more_opponents_than_fit_are_an_ellipsis() -> None:
    report = answered_by(("It is high.", CONTESTED, 0.6, ""), *((f"No {n}.", SINGLE, 0.6, "") for n in range(5)))
    contrary = replace(report.claims[0], against=(2, 3, 4, 5))
    markdown = report_markdown(replace(report, claims=(contrary, *report.claims[1:])))
    assert "1. It is high. [1] ❝ · *⇄ contested by [2] [3] [4] …*" in markdown
