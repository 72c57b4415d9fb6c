"""Plain text: paragraphs by empty lines, and what labelled lines at the top say."""

import pytest

from tadori.errors import SourceGarbled
from tadori.model.page import FragmentType, PageType
from tests.extract.documents import PROSE, PROSE_JA, captured, printed, read


def test_empty_lines_part_paragraphs_and_single_lines_stay_inside() -> None:
    found = read(captured(f"{PROSE}\r\nsecond line\r\n \t\r\n\r\n\u3000\n{PROSE_JA}", "text/plain"))
    assert [text for _, text in printed(found)] == [f"{PROSE}\nsecond line", f"\u3000\n{PROSE_JA}".strip("\n\u3000")]
    assert found.page_type is PageType.DOCUMENT


def test_a_short_first_line_is_the_title_and_a_heading() -> None:
    found = read(captured(f"凪浦市メールマガジン 第118号\n\n{PROSE_JA}", "text/plain"))
    assert found.title == "凪浦市メールマガジン 第118号"
    assert found.pieces[0].fragment_type is FragmentType.HEADING
    assert found.pieces[1].heading_context == "凪浦市メールマガジン 第118号"


def test_a_sentence_is_no_heading_and_its_beginning_names_the_document() -> None:
    found = read(captured(f"{PROSE}\n\n{PROSE_JA}", "text/plain"))
    assert found.title == "The harbour office measured the current for twelve months, a…"
    assert found.pieces[0].fragment_type is FragmentType.PARAGRAPH


@pytest.mark.parametrize(
    "header",
    [
        "Title: The tide\nDate: 5 March 2024\nAuthor: Abe Rie\nURL: https://e.org/a",
        "題名：The tide\n日付：2024年3月5日\n著者：Abe Rie\n出典：https://e.org/a",
        "\n\nSubject: The tide\nFrom: Abe Rie\nPublished: 2024-03-05\nSource: https://e.org/a",
    ],
)
def test_labelled_lines_at_the_top_are_read_as_what_they_say(header: str) -> None:
    found = read(captured(f"{header}\n\n{PROSE}", "text/plain"))
    assert (found.title, found.date, found.author, found.canonical) == (
        "The tide",
        "2024-03-05",
        "Abe Rie",
        "https://e.org/a",
    )
    assert found.text.endswith(PROSE)


def test_labels_further_down_are_text() -> None:
    found = read(captured(f"{PROSE}\n\nDate: 2024-03-05", "text/plain"))
    assert found.date is None


def test_a_source_that_is_no_web_address_is_not_canonical() -> None:
    assert read(captured(f"Source: the archive\n\n{PROSE}", "text/plain")).canonical == ""


def test_a_text_of_invisible_characters_is_garbled() -> None:
    with pytest.raises(SourceGarbled, match="there is no text in it"):
        read(captured("\u200b\ufeff\u200b\n\u2060", "text/plain"))


def test_a_form_feed_ends_a_paragraph() -> None:
    assert [text for _, text in printed(read(captured("first\fsecond", "text/plain")))] == ["first", "second"]


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("header", "date"),
    [
        ("From: abe@e.org\nMessage-ID: <1@e.org>\nDate: Tue, 05 Mar 2024 10:00:00 +0900\nSubject: x", "2024-03-05"),
        ("Last updated: 5 March 2024", "2024-03-05"),
        ("題名：潮\n最終更新日：令和6年3月5日", "2024-03-05"),
        ("Published: 2024-03-05\nUpdated: 2025-01-01", "2024-03-05"),
        ("drwxr-xr-x root/root 0 2021-07-25 20:43 ./bin/", None),
        ("The tide of 5 March 2024", None),
        ("Date: unknown", None),
        ("Copyright: 2024-03-05 the harbour", None),
    ],
)
def test_a_date_of_a_text_needs_a_label_at_its_top(header: str, date: str | None) -> None:
    assert read(captured(f"{header}\n\n{PROSE}", "text/plain")).date == date
