"""AsciiDoc: lines of markup are recognised, markup inside a line stays as written."""

import pytest

from tadori.model.page import Extracted, FragmentType, TextLoss
from tests.extract.documents import captured, printed, read

P, H, L, C, T = (
    FragmentType.PARAGRAPH,
    FragmentType.HEADING,
    FragmentType.LIST,
    FragmentType.CODE,
    FragmentType.TABLE,
)


def adoc(text: str) -> Extracted:
    return read(captured(text, "text/asciidoc", url="file:///docs/guide.adoc"))


@pytest.mark.req("L23")
def test_every_kind_of_block() -> None:
    found = adoc(
        "= Tide\nJane Doe <jane@example.org>\nv1.2, 2024-03-05\n:toc: left\n\nFirst line\nof two.\n\n== Speed\n\n"
        "* one\n* two\ngoes on\n\nterm::\n\n  its definition\n\n[source,python]\n----\na = 1\n----\n\n"
        "|===\n|Month |MWh\n\n|April |108\n|===\n\n// a comment\ninclude::other.adoc[]\n\nNOTE: Mind the gap.\n"
    )
    assert printed(found) == [
        (H, "Tide"),
        (P, "First line of two."),
        (H, "Speed"),
        (L, "one"),
        (L, "two goes on"),
        (L, "term"),
        (L, "its definition"),
        (C, "a = 1"),
        (T, "Month | MWh\nApril | 108"),
        (P, "Mind the gap."),
    ]
    assert (found.title, found.author, found.date) == ("Tide", "Jane Doe", "2024-03-05")
    assert found.pieces[8].has_header is True
    assert found.losses == (
        TextLoss(reason="text of another file that is included", characters=21),
        TextLoss(reason="comment", characters=10),
        TextLoss(reason="setting of the document", characters=9),
    )


def test_underlined_headings_and_cells_on_lines_of_their_own() -> None:
    found = adoc("潮流\n====\n\n速さ\n----\n\n本文です。\n\n|===\n|月\n|電力量\n\n|四月\n|108\n|===\n")
    assert printed(found) == [(H, "潮流"), (H, "速さ"), (P, "本文です。"), (T, "月 | 電力量\n四月 | 108")]


def test_a_date_in_the_text_is_not_the_date_of_the_document() -> None:
    assert adoc("= Tide\n\nMeasured on 2024-03-05.\n").date is None


def test_a_fence_that_is_never_closed_keeps_its_words() -> None:
    assert printed(adoc("Words.\n\n----\ncode\nmore")) == [(P, "Words."), (C, "code\nmore")]
