"""Plain text: which line ends only wrap it, what is an item or a heading, and which lines stay as they are."""

import pytest

from tadori.claim.extraction import claims_from
from tadori.extract.raw import raw_text
from tadori.extract.wrapped_lines import right_margin
from tadori.model.page import Extracted, Fragment, FragmentType, Page
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import captured, printed, read, words

P, H, L = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST

WRAPPED = """\
   The harbour office is an association of people who have made common
   cause to measure the current. It publishes every reading that it takes
   in the strait, and it keeps the instruments that were given to it by
   the Council of the three towns on both sides.

"""
"""One wrapped paragraph: the shape of its lines is that of the whole text."""

WRAPPED_JA = (
    "　港の事務所は十二か月にわたって潮流を測り、得られた値をすべて公\n"
    "表した。観測は毎日三回、同じ場所で行われ、風の強い日には時刻をず\n"
    "らして行われた。測った値は三つの町の役場に置かれ、だれでも読むこ\n"
    "とができる。\n\n"
)


def text(body: str) -> Extracted:
    return read(captured(body, "text/plain", url="file:///a.txt"))


def claims(body: str) -> list[str]:
    capture = captured(body, "text/plain", url="file:///a.txt")
    found = read(capture)
    page = Page.of(capture, found)
    fragments = [Fragment.of(page, found.text, piece) for piece in found.pieces]
    return [claim.text for one in fragments for claim in claims_from(one, page, fragments)]


@pytest.mark.req("L23")
def test_a_sentence_over_several_lines_is_one_sentence_of_one_fragment() -> None:
    body = f"{WRAPPED}   A decision of the Office needs the consent of the\n   Council.\n"
    assert words(text(body))[0] == (
        "The harbour office is an association of people who have made common cause to measure the current. It publishes"
        " every reading that it takes in the strait, and it keeps the instruments that were given to it by the Council "
        "of the three towns on both sides."
    )
    assert claims(WRAPPED)[1] == (
        "It publishes every reading that it takes in the strait, and it keeps the instruments that were given to it by "
        "the Council of the three towns on both sides."
    )


@pytest.mark.req("L23")
def test_a_hanging_indent_belongs_to_its_item_and_items_stay_items() -> None:
    body = WRAPPED + (
        "   The Office may do each of the following:\n"
        "    1. The Delegates of the Office may choose not to admit any further\n"
        "       Observers, or expel those who observe.\n"
        "    2. Sell the instruments;\n"
        "         a) those that the Council has declared to be worn out by their\n"
        "            Keepers, in writing;\n"
        "   Whatever it does is published.\n"
    )
    assert printed(text(body))[1:] == [
        (P, "The Office may do each of the following:"),
        (
            L,
            "1. The Delegates of the Office may choose not to admit any further Observers, or expel those who observe.",
        ),
        (L, "2. Sell the instruments;"),
        (L, "a) those that the Council has declared to be worn out by their Keepers, in writing;"),
        (P, "Whatever it does is published."),
    ]


def test_an_item_keeps_the_short_line_that_names_it_apart() -> None:
    body = (
        f"{WRAPPED}    1. No secrets\n       We publish every reading that we take in the strait, and all of the\n"
        "       Errors that we made.\n"
    )
    assert printed(text(body))[1] == (
        L,
        "1. No secrets\nWe publish every reading that we take in the strait, and all of the Errors that we made.",
    )


@pytest.mark.parametrize("start", ["- as the Council wrote - the current.", "3. The next was in May of that year."])
def test_a_dash_or_number_that_the_margin_moved_to_the_start_of_a_line_begins_no_item(start: str) -> None:
    body = f"{WRAPPED}   The Office measured for all of the twelve months before the March of\n   {start}\n"
    assert printed(text(body))[1] == (
        P,
        f"The Office measured for all of the twelve months before the March of {start}",
    )


def test_a_hyphen_at_a_line_end_stays_and_gets_no_space() -> None:
    body = f"{WRAPPED}   The Council shall decide upon the readings of the Office within forty-\n   eight hours.\n"
    assert words(text(body))[1] == "The Council shall decide upon the readings of the Office within forty-eight hours."


@pytest.mark.req("L23")
def test_japanese_lines_are_joined_without_a_space() -> None:
    joined = (
        "港の事務所は十二か月にわたって潮流を測り、得られた値をすべて公表した。観測は毎日三回、同じ場所で行われ、"
        "風の強い日には時刻をずらして行われた。測った値は三つの町の役場に置かれ、だれでも読むことができる。"
    )
    assert words(text(WRAPPED_JA)) == [joined]
    assert claims(WRAPPED_JA)[0] == "港の事務所は十二か月にわたって潮流を測り、得られた値をすべて公表した。"


def test_a_japanese_item_goes_on_below_itself() -> None:
    body = (
        WRAPPED_JA
        + "１　名称\n\n・事務所は、潮流の値を毎月の終わりにまとめ、町の役場に届けなけれ\n　ばならない。\n"
        + "・観測を休まない。\n"
    )
    assert printed(text(body))[2:] == [
        (L, "・事務所は、潮流の値を毎月の終わりにまとめ、町の役場に届けなければならない。"),
        (L, "・観測を休まない。"),
    ]


VERSE = """\
Shall I compare thee to a summer's day?
Thou art more lovely and more temperate:
Rough winds do shake the darling buds of May,
And summer's lease hath all too short a date;
"""
LONG_VERSE = """\
I celebrate myself, and sing myself and all of the days
And what I assume you shall assume, for every one of us
For every atom belonging to me as good belongs to you
I loafe and invite my soul to come and to stay with me
I lean and loafe at my ease observing a spear of grass
"""
VERSE_JA = "雨ニモマケズ\n風ニモマケズ\n雪ニモ夏ノ暑サニモマケヌ\n丈夫ナカラダヲモチ\n"
TABLE = """\
Month       Current    Readings of the office in the strait
January     1.2 m/s    93
February    1.4 m/s    84
"""
ADDRESS = "Harbour Office\n12 Strait Street\nNagiura 7\n"


@pytest.mark.parametrize("body", [VERSE, LONG_VERSE, VERSE_JA, TABLE, ADDRESS])
@pytest.mark.parametrize("before", ["", WRAPPED, WRAPPED_JA])
def test_verse_tables_and_addresses_keep_their_lines(before: str, body: str) -> None:
    assert words(text(before + body))[-1] == body.strip()


def test_a_paragraph_on_each_line_has_no_margin() -> None:
    line = (
        "The harbour office measured the current for twelve months, and it published every reading that it took. " * 3
    )
    assert right_margin([line, "it did so again", line, "it did so again", line, "it did so again"]) == 0
    assert right_margin(WRAPPED.split("\n")) == 73
    assert right_margin(WRAPPED_JA.split("\n")) == 64


def test_headings_are_underlined_or_numbered_and_rows_of_punctuation_are_not_printed() -> None:
    body = (
        "=====\nTides\n=====\n\nWords of the first part.\n\nSpeed\n-----\n\nWords below.\n\n----------\n\n"
        "2. Bodies\n\n 2.1. General rules\n\nNobody has to measure.\n"
    )
    found = text(body)
    assert found.title == "Tides"
    assert printed(found) == [
        (H, "Tides"),
        (P, "Words of the first part."),
        (H, "Speed"),
        (P, "Words below."),
        (H, "2. Bodies"),
        (H, "2.1. General rules"),
        (P, "Nobody has to measure."),
    ]
    assert [heading.text for heading in found.pieces[-1].heading_hierarchy] == [
        "Tides",
        "2. Bodies",
        "2.1. General rules",
    ]


def test_items_with_empty_lines_between_are_no_headings() -> None:
    body = "Our days\n\nWe do this:\n\n1. Measure\n\n2. Publish\n\n3. Rest\n\nThen we begin anew."
    assert [kind for kind, _ in printed(text(body))] == [H, P, L, L, L, P]


@pytest.mark.parametrize(
    ("body", "media_type", "title"),
    [
        ("**********\n\nThe tide\n\nWords of the text.", "text/plain", "The tide"),
        ("＝＝＝＝＝\n潮の流れ\n＝＝＝＝＝\n\n港の事務所は潮流を測った。", "text/plain", "潮の流れ"),
        ("---\ntitle: '***'\n---\n\nThe tide turns twice.", "text/markdown", "The tide turns twice."),
        ("<title>----</title><p>The tide turns twice a day.</p>", "text/html", "The tide turns twice a day."),
    ],
)
def test_a_row_of_punctuation_is_no_title(body: str, media_type: str, title: str) -> None:
    assert read(captured(body, media_type, url="file:///a")).title == title


def test_the_labelled_head_of_a_mail_keeps_its_lines() -> None:
    head = "Subject: what the harbour office decided upon in the meeting of this\nFrom: Abe Rie"
    assert words(text(f"{head}\n\n{WRAPPED}"))[0] == head


@pytest.mark.parametrize("body", [WRAPPED, WRAPPED_JA, WRAPPED + VERSE])
def test_every_line_is_found_in_the_raw_document(body: str) -> None:
    raw = match_form(raw_text(captured(body, "text/plain", url="file:///a.txt")))
    assert [part for part in words(text(body)) if not stands_in(match_form(part), raw)] == []


def test_a_square_before_a_japanese_line_marks_a_heading_as_often_as_an_item() -> None:
    assert printed(text("お知らせ\n\n■ 催しのご案内\n\n・午前の部\n・午後の部\n")) == [
        (H, "お知らせ"),
        (P, "■ 催しのご案内"),
        (L, "・午前の部"),
        (L, "・午後の部"),
    ]
