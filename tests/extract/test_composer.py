"""Blocks become one text; every piece points at its own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.composer import TextBlock, compose
from tadori.model.page import FragmentType, Heading
from tadori.model.thresholds import MAX_ELEMENTS, MAX_TEXT_CHARS


def paragraph(text: str) -> TextBlock:
    return TextBlock(text=text, fragment_type=FragmentType.PARAGRAPH)


def heading(level: int, text: str) -> TextBlock:
    return TextBlock(text=text, fragment_type=FragmentType.HEADING, level=level)


def item(text: str) -> TextBlock:
    return TextBlock(text=text, fragment_type=FragmentType.LIST)


def test_items_of_a_list_stand_a_line_apart_and_everything_else_an_empty_line() -> None:
    text, _ = compose([paragraph("a"), item("b"), item("c"), paragraph("d")], "x")
    assert text == "a\n\nb\nc\n\nd"


@pytest.mark.req("L23")
def test_a_piece_knows_the_headings_above_it_and_its_place_below_the_nearest() -> None:
    blocks = [
        heading(1, "潮流"),
        paragraph("p"),
        heading(2, "測定"),
        paragraph("q"),
        paragraph("r"),
        heading(2, "結果"),
    ]
    _, pieces = compose(blocks, "x")
    tide, measured = Heading(level=1, text="潮流"), Heading(level=2, text="測定")
    assert [(piece.heading_context, piece.element_index) for piece in pieces] == [
        ("", 0),
        ("潮流", 0),
        ("潮流", 1),
        ("測定", 0),
        ("測定", 1),
        ("潮流", 2),
    ]
    assert pieces[4].heading_hierarchy == (tide, measured)
    assert pieces[5].heading_hierarchy == (tide,)


def test_nothing_to_print_is_an_error_and_never_an_empty_text() -> None:
    with pytest.raises(SourceGarbled, match="there is no text in it"):
        compose([], "x")


def test_more_text_than_allowed_is_too_large() -> None:
    compose([paragraph("a" * MAX_TEXT_CHARS)], "x")
    with pytest.raises(SourceTooLarge, match="more than 2000000 characters"):
        compose([paragraph("a" * MAX_TEXT_CHARS), paragraph("b")], "x")


@pytest.mark.slow
def test_more_pieces_than_allowed_are_too_large() -> None:
    block = paragraph("a")
    with pytest.raises(SourceTooLarge, match="more than 200000 pieces"):
        compose((block for _ in range(MAX_ELEMENTS + 1)), "x")


@given(
    st.lists(
        st.one_of(
            st.builds(paragraph, st.text(min_size=1)),
            st.builds(item, st.text(min_size=1)),
            st.builds(heading, st.integers(1, 6), st.text(min_size=1)),
        ),
        min_size=1,
    )
)
def test_pieces_cut_exactly_the_words_of_their_blocks(blocks: list[TextBlock]) -> None:
    text, pieces = compose(blocks, "x")
    assert [text[piece.start : piece.end] for piece in pieces] == [block.text for block in blocks]
    assert all(
        a.level < b.level
        for piece in pieces
        for a, b in zip(piece.heading_hierarchy, piece.heading_hierarchy[1:], strict=False)
    )


def test_a_long_heading_is_whole_in_the_text_and_cut_where_it_is_repeated() -> None:
    words = "tide " * 99 + "end"
    heading = TextBlock(text=words, fragment_type=FragmentType.HEADING, level=1)
    text, pieces = compose([heading, TextBlock(text="Below.", fragment_type=FragmentType.PARAGRAPH)], "x")
    assert text == f"{words}\n\nBelow."
    assert pieces[1].heading_context == pieces[1].heading_hierarchy[0].text == words[:199] + "…"
