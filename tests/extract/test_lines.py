"""Printed lines with their places become blocks; nothing is reordered."""

from hypothesis import given
from hypothesis import strategies as st

from tadori.extract.lines import PrintedLine, blocks_from
from tadori.extract.running_lines import without_running_lines
from tadori.model.page import FragmentType
from tadori.text.normalise import squash


def line(
    text: str, bottom: float, *, left: float = 60, right: float = 500, size: float = 10, page: int = 1
) -> PrintedLine:
    return PrintedLine(text=text, page=page, left=left, right=right, bottom=bottom, size=size)


def texts(lines: list[PrintedLine]) -> list[str]:
    return [block.text for block in blocks_from([lines])]


def test_a_wider_gap_starts_a_paragraph() -> None:
    assert texts([line("one", 700), line("two", 688), line("three", 660), line("four", 648)]) == [
        "one two",
        "three four",
    ]


def test_an_indented_line_starts_a_paragraph_inside_a_text() -> None:
    assert texts([line("one", 700), line("two", 688), line("three", 676, left=75), line("four", 664)]) == [
        "one two",
        "three four",
    ]


def test_a_line_that_stops_short_is_the_last_of_its_paragraph() -> None:
    full = [line("a full line", 700 - 12 * n) for n in range(4)]
    assert texts([*full, line("short.", 652, right=200), line("next", 640), line("more", 628)])[-1] == "next more"


def test_a_paragraph_goes_on_in_the_next_column_unless_its_sentence_ended() -> None:
    columns = [line("left column", 100, right=280), line("goes on", 700, left=310, right=530)]
    assert texts(columns) == ["left column goes on"]
    ended = [line("left column.", 100, right=280), line("anew", 700, left=310, right=530)]
    assert texts(ended) == ["left column.", "anew"]


def test_a_hyphen_at_a_line_end_goes_only_before_a_small_letter() -> None:
    assert texts([line("an upward-", 700), line("looking eye", 688)]) == ["an upwardlooking eye"]
    assert texts([line("the years 1990-", 700), line("1999", 688)]) == ["the years 1990- 1999"]
    assert texts([line("the Tokyo-", 700), line("Yokohama line", 688)]) == ["the Tokyo- Yokohama line"]


def test_a_superscript_is_joined_to_its_word() -> None:
    parts = [
        line("Kelleth", 700, right=100),
        line("1", 704, left=100.5, right=103, size=7),
        line(", Ayabe", 700, left=103.5),
    ]
    assert texts(parts) == ["Kelleth1, Ayabe"]


def test_centred_lines_are_not_one_sentence() -> None:
    lines = [line("令和6年5月31日", 700, left=262, right=333), line("凪浦市 産業振興部", 688, left=212, right=385)]
    assert texts(lines) == ["令和6年5月31日", "凪浦市 産業振興部"]


def test_larger_letters_are_headings_by_rank_of_their_size() -> None:
    lines = [
        line("Title", 780, size=20),
        line("Part", 740, size=14),
        *(line("body text " * 9, 700 - 12 * n) for n in range(3)),
    ]
    assert [(block.fragment_type, block.level) for block in blocks_from([lines])] == [
        (FragmentType.HEADING, 1),
        (FragmentType.HEADING, 2),
        (FragmentType.PARAGRAPH, 0),
    ]


def test_two_parted_lines_are_no_table_yet() -> None:
    rows = [PrintedLine(text="a b", page=1, cells=("a", "b"), size=10.0, bottom=700.0 - 12 * n) for n in range(2)]
    assert [block.fragment_type for block in blocks_from([rows])] == [FragmentType.PARAGRAPH]
    assert [block.text for block in blocks_from([[*rows, rows[0]]])] == ["a | b\na | b\na | b"]


def test_lines_without_places_are_joined_until_a_sentence_ends() -> None:
    lines = [
        PrintedLine(text="潮流を", page=1),
        PrintedLine(text="測った。", page=1),
        PrintedLine(text="次の文", page=1),
    ]
    assert texts(lines) == ["潮流を測った。", "次の文"]


def test_a_line_on_two_pages_only_is_not_taken_for_a_header() -> None:
    pages = [[line("The same beginning", 800)], [line("The same beginning", 800)]]
    assert without_running_lines(pages) == (pages, ())


@given(
    st.lists(
        st.tuples(
            st.text(alphabet="abc 潮流。.-1", min_size=1),
            st.integers(20, 800),
            st.integers(20, 300),
            st.sampled_from([0, 9, 14]),
        ),
        max_size=12,
    )
)
def test_letters_and_digits_stay_in_the_order_of_the_lines(rows: list[tuple[str, int, int, int]]) -> None:
    lines = [
        line(text.strip(), bottom, left=left, right=left + 100, size=size)
        for text, bottom, left, size in rows
        if text.strip()
    ]
    assert squash("".join(texts(lines))) == squash("".join(member.text for member in lines))
