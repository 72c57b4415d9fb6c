"""The value of a fact in bold: where its words stand in the sentence, and whatever characters they are."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tadori.report.bold import around_value
from tadori.report.inert import for_markdown_with_bold, visible_text
from tests.report.pages import read_markdown


@pytest.mark.parametrize(
    ("text", "value", "pieces"),
    [
        ("Built in 1998.", "1998", ("Built in ", "1998", ".")),
        ("1985, 1.5 and 5.", "5", ("1985, 1.5 and ", "5", ".")),
        ("It was 1,510 MWh.", "510", None),
        ("It was 1.5.", "1", None),
        ("Ann, not Anna", "Ann", ("", "Ann", ", not Anna")),
        ("Anna", "Ann", None),
        ("1998年に完成した。", "1998年", ("", "1998年", "に完成した。")),
        ("市長は山田花子氏。", "山田花子", ("市長は", "山田花子", "氏。")),
        ("a\n b", "a b", ("", "a b", "")),
        ("a", "", None),
        ("a", "\u200b", None),
        ("(?:x)", "(?:x)", ("", "(?:x)", "")),
    ],
)
def test_a_value_stands_in_its_sentence_as_words(text: str, value: str, pieces: tuple[str, str, str] | None) -> None:
    assert around_value(text, value) == pieces


@pytest.mark.parametrize(
    ("pieces", "markdown", "bold"),
    [
        (("発電量は", "1,510メガワット時", "に達した。"), "発電量は**1,510メガワット時**に達した。", True),
        (("利用率は", "29.2%", "だった"), "利用率は**29.2**%だった", True),
        (("それは", "「霧島」", "である"), "それは「**霧島**」である", True),
        (("費用は", "「」", "円"), "費用は「」円", False),
        (("", "- x", ""), r"**- x**", True),
        (("1", ". x", ""), r"1\. x", False),
        (("> ", "a|b", " <c>"), "&gt; **a|b** &lt;c&gt;", True),
    ],
)
def test_bold_words_in_markdown(pieces: tuple[str, str, str], markdown: str, bold: bool) -> None:
    assert for_markdown_with_bold(*pieces) == markdown
    seen = read_markdown(f"- {markdown} [1]")
    assert seen.tags == ["ul", "li", *(["strong"] if bold else [])]


words = st.text(st.sampled_from("ab1年 \\`*_[](){}<>#+-.!|~&:;/\"'=^$@「」。"), max_size=12)


@given(words, words, words)
def test_any_three_pieces_are_shown_as_they_are_and_nothing_else_is_built(before: str, value: str, after: str) -> None:
    line = visible_text(before + value + after)
    pieces = around_value(line, value)
    assume(pieces is not None)
    bold = for_markdown_with_bold(*(pieces or ("", "", "")))
    seen = read_markdown(f"- {bold} [1]")
    assert set(seen.tags) <= {"ul", "li", "strong"}
    assert visible_text(seen.said()) == visible_text(f"{line} [1]")
