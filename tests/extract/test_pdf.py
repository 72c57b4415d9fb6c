"""PDF: text page by page with paragraphs, headings and tables put together from printed lines."""

import pytest

from tadori.errors import SourceGarbled
from tadori.extract.ocr import ocr_installed
from tadori.model.page import FragmentType, PageType
from tests.extract.documents import Line, captured, pdf, printed, read

P, H, L, T = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST, FragmentType.TABLE
BODY: list[Line] = [
    (60, 780, 20, "Wake of the turbine"),
    (60, 740, 10, "The office measured the current for twelve months at one single"),
    (60, 728, 10, "turbine on the seabed of the strait, and it counted every hour of it, but did"),
    (60, 716, 10, "not use the log of the oper-"),
    (60, 704, 10, "ator, as it had asked for it in vain."),
    (60, 670, 14, "Results"),
    (60, 650, 10, "The yield of the year was lower than what had been announced in April."),
]
ENCRYPTED = pdf(
    [BODY],
    extra=f"<< /Filter /Standard /V 1 /R 2 /O <{'41' * 32}> /U <{'42' * 32}> /P -4 >>",
    trailer="/Encrypt {extra} 0 R /ID [<00><00>]",
)


@pytest.mark.req("L23")
def test_lines_become_paragraphs_below_headings_of_their_size() -> None:
    found = read(captured(pdf([BODY]), "application/pdf"))
    assert printed(found) == [
        (H, "Wake of the turbine"),
        (
            P,
            "The office measured the current for twelve months at one single turbine on the seabed of the strait, and"
            " it counted every hour of it, but did not use the log of the operator, as it had asked for it in vain.",
        ),
        (H, "Results"),
        (P, "The yield of the year was lower than what had been announced in April."),
    ]
    assert found.pieces[3].heading_hierarchy[0].text == "Wake of the turbine"
    assert found.pieces[3].heading_context == "Results"
    assert found.page_type is PageType.DOCUMENT


def test_pieces_know_their_page() -> None:
    found = read(captured(pdf([BODY, [(60, 700, 10, "On the second page.")]]), "application/pdf"))
    assert [piece.page_number for piece in found.pieces] == [1, 1, 1, 1, 2]


def test_japanese_lines_are_joined_without_a_space_and_in_compatibility_form() -> None:
    lines = [
        (60.0, 700.0, 10.0, "港の事務所は１２か月にわたって潮流を測り、得られた"),
        (60.0, 685.0, 10.0, "値をすべて公表した。"),
    ]
    found = read(captured(pdf([lines]), "application/pdf"))
    assert found.text == "港の事務所は12か月にわたって潮流を測り、得られた値をすべて公表した。"
    assert found.lang == "ja"


@pytest.mark.req("L23")
def test_rows_with_wide_gaps_are_a_table() -> None:
    rows = [("Month", "MWh", "Hours"), ("April", "108", "31"), ("May", "112", "18"), ("June", "110", "26")]
    lines = [*BODY, (60.0, 630.0, 10.0, "The months of the year with what they brought and how long it stood still:")]
    for number, row in enumerate(rows):
        lines += [(60.0 + 150 * column, 600.0 - 15 * number, 10.0, cell) for column, cell in enumerate(row)]
    assert printed(read(captured(pdf([lines]), "application/pdf")))[-1] == (
        T,
        "Month | MWh | Hours\nApril | 108 | 31\nMay | 112 | 18\nJune | 110 | 26",
    )


def test_items_with_a_mark_are_list_items() -> None:
    lines = [(60.0, 700.0, 10.0, "- first of the items of the list"), (60.0, 688.0, 10.0, "- second of the items")]
    assert printed(read(captured(pdf([lines]), "application/pdf"))) == [
        (L, "- first of the items of the list"),
        (L, "- second of the items"),
    ]


def test_page_numbers_and_lines_that_run_through_the_document_are_left_out() -> None:
    pages = [
        [
            (60.0, 800.0, 10.0, "Harbour report 2024"),
            (60.0, 400.0, 10.0, f"Text of the page {word}."),
            (300.0, 30.0, 10.0, f"- {n} -"),
        ]
        for n, word in enumerate(["one", "two", "three", "four"], start=1)
    ]
    found = read(captured(pdf(pages), "application/pdf"))
    assert [text for _, text in printed(found)] == [f"Text of the page {w}." for w in ("one", "two", "three", "four")]


def test_the_information_of_the_document_is_read() -> None:
    info = "/Title (The wake) /Author (M. Kelleth) /CreationDate (D:20240531090000+09'00')"
    found = read(captured(pdf([BODY], info=info), "application/pdf"))
    assert (found.title, found.author, found.date) == ("The wake", "M. Kelleth", "2024-05-31")


@pytest.mark.parametrize("title", ["Microsoft Word - draft3.doc", "untitled", "report.indd", ""])
def test_titles_that_programs_make_up_give_way_to_the_first_heading(title: str) -> None:
    assert read(captured(pdf([BODY], info=f"/Title ({title})"), "application/pdf")).title == "Wake of the turbine"


def test_a_printed_date_goes_before_the_date_of_the_file() -> None:
    lines = [*BODY[:1], (60.0, 760.0, 10.0, "21 November 2024"), *BODY[1:]]
    body = pdf([lines], info="/CreationDate (D:20250101000000Z)")
    assert read(captured(body, "application/pdf")).date == "2024-11-21"


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("Published: 21 November 2024", "2024-11-21"),
        ("The turbine started on 21 November 2024", "2025-01-01"),
        ("Copyright 21 November 2024", "2025-01-01"),
    ],
)
def test_a_date_inside_a_sentence_of_a_pdf_is_not_its_date(line: str, date: str) -> None:
    body = pdf([[*BODY[:1], (60.0, 760.0, 10.0, line), *BODY[1:]]], info="/CreationDate (D:20250101000000Z)")
    assert read(captured(body, "application/pdf")).date == date


def test_an_encrypted_pdf_is_garbled() -> None:
    with pytest.raises(SourceGarbled, match="the PDF is encrypted"):
        read(captured(ENCRYPTED, "application/pdf"))


@pytest.mark.parametrize("body", [b"%PDF-1.7\ngarbage", pdf([BODY])[:200]])
def test_a_torn_pdf_is_garbled(body: bytes) -> None:
    with pytest.raises(SourceGarbled, match="the PDF is broken and cannot be opened"):
        read(captured(body, "application/pdf"))


@pytest.mark.skipif(ocr_installed(), reason="OCR is installed here")
def test_a_scanned_page_is_noted_where_no_ocr_is_installed() -> None:
    found = read(captured(pdf([BODY, []]), "application/pdf"))
    assert found.notes == ("page 2: scanned, no OCR installed (pip install tadori[ocr])",)


@pytest.mark.skipif(ocr_installed(), reason="OCR is installed here")
def test_a_document_of_scanned_pages_only_is_garbled_and_says_what_is_missing() -> None:
    with pytest.raises(SourceGarbled, match=r"no page has text \(page 1: scanned, no OCR installed"):
        read(captured(pdf([[], []]), "application/pdf"))


def test_a_broken_page_is_noted_and_the_others_are_read() -> None:
    body = pdf([BODY, [(60, 700, 10, "Lost words.")]]).replace(b"[8 0 R 10 0 R]", b"[8 0 R 99 0 R]")
    found = read(captured(body, "application/pdf"))
    assert found.notes == ("page 2: broken",)
    assert found.text.endswith("announced in April.")


def test_an_empty_page_is_no_loss() -> None:
    found = read(captured(pdf([BODY, [(60, 60, 10, " ")]]), "application/pdf"))
    assert found.notes == ()


@pytest.mark.skipif(not ocr_installed(), reason="the extra ocr is not installed")
@pytest.mark.slow
def test_a_scanned_page_is_read_by_ocr_where_it_is_installed() -> None:
    found = read(captured(pdf([BODY, []]), "application/pdf"))
    assert found.notes == ("page 2: scanned, 0 lines read by OCR",)


SEEN: list[Line] = [(60, 700, 12, "Seen words of the harbour."), (60, 500, 12, "More seen words at the end.")]
SCAN = "q 500 0 0 60 40 580 cm\nBI /W 8 /H 2 /CS /G /BPC 8 /F /AHx ID\n" + "00FF" * 8 + ">\nEI Q"
UNSEEN = "(The readings were invented.) Tj"


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "painted",
    [
        f"q 1 1 1 rg BT /F1 12 Tf 60 600 Td {UNSEEN} ET Q",
        f"q BT 3 Tr /F1 12 Tf 60 600 Td {UNSEEN} ET Q",
        f"BT /F1 12 Tf 60 -600 Td {UNSEEN} ET",
        f"BT /F1 12 Tf 2060 600 Td {UNSEEN} ET",
        f"BT /F1 0.5 Tf 60 600 Td {UNSEEN} ET",
    ],
    ids=["white on white", "without ink", "below the page", "beside the page", "tiny"],
)
def test_lines_that_nobody_sees_on_a_page_are_left_out_and_counted(painted: str) -> None:
    found = read(captured(pdf([SEEN], painted=painted), "application/pdf"))
    assert [text for _, text in printed(found)] == ["Seen words of the harbour.", "More seen words at the end."]
    assert found.notes == ("page 1: 1 lines that nobody sees were left out",)


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "painted",
    [
        f"q 0 0 1 rg 50 590 300 30 re f Q q 1 1 1 rg BT /F1 12 Tf 60 600 Td {UNSEEN} ET Q",
        f"q .5 g BT /F1 12 Tf 60 600 Td {UNSEEN} ET Q",
        f"{SCAN} q BT 3 Tr /F1 12 Tf 60 600 Td {UNSEEN} ET Q",
    ],
    ids=["white on blue", "grey", "under the picture of a scanned page"],
)
def test_lines_that_are_seen_on_a_page_stay(painted: str) -> None:
    found = read(captured(pdf([SEEN], painted=painted), "application/pdf"))
    assert "The readings were invented." in found.text
    assert found.notes == ()


@pytest.mark.req("L23")
def test_a_table_over_eight_pages_keeps_the_first_line_of_each() -> None:
    days = [f"Day {day} was {degrees} degrees" for day, degrees in enumerate((12, 14, 9, 11, 15, 8, 10, 13), start=1)]
    found = read(captured(pdf([[(60, 780, 10, day), (60, 740, 10, "Calm sea.")] for day in days]), "application/pdf"))
    assert [text for _, text in printed(found) if text.startswith("Day")] == days
    assert found.notes == ()


@pytest.mark.req("L23")
def test_running_lines_that_are_left_out_are_counted() -> None:
    pages = [
        [(60.0, 800.0, 10.0, "Harbour report"), (60.0, 400.0, 10.0, f"Text {word}."), (300.0, 30.0, 10.0, f"{n}")]
        for n, word in enumerate(["one", "two", "three"], start=7)
    ]
    found = read(captured(pdf(pages), "application/pdf"))
    assert found.text == "Text one.\n\nText two.\n\nText three."
    assert found.notes == ("6 running lines were left out ('Harbour report' on 3 pages, 3 page numbers)",)


def test_a_document_of_nothing_but_running_lines_keeps_them() -> None:
    found = read(captured(pdf([[(60, 800, 10, "Draft")]] * 3), "application/pdf"))
    assert found.text == "Draft\n\nDraft\n\nDraft"
