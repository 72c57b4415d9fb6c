"""reStructuredText: headings, lists, tables and code of the document; what it says to programs is counted, not read."""

import pytest

from tadori.extract.raw import raw_text
from tadori.model.page import Extracted, FragmentType, TextLoss
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import captured, printed, read, words

P, H, L, C = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST, FragmentType.CODE


def rst(text: str) -> Extracted:
    return read(captured(text, "text/x-rst", url="file:///docs/guide.rst"))


@pytest.mark.req("L23")
def test_every_kind_of_block_with_its_heading_path() -> None:
    found = rst(
        "Tide\n====\n\nFirst *line*\nof **two** [1]_.\n\nSpeed\n-----\n\nIt holds for:\n\n- one\n- two ``code``\n\n"
        "term\n   its definition\n\n::\n\n   a = 1\n\n+-------+-----+\n"
        "| Month | MWh |\n+=======+=====+\n| April | 108 |\n"
        "+-------+-----+\n\n   quoted\n\n.. [1] The note.\n"
    )
    assert printed(found) == [
        (H, "Tide"),
        (P, "First line of two [1]."),
        (H, "Speed"),
        (P, "It holds for:"),
        (L, "one"),
        (L, "two code"),
        (L, "term"),
        (L, "its definition"),
        (C, "a = 1"),
        (FragmentType.TABLE, "Month | MWh\nApril | 108"),
        (FragmentType.QUOTE, "quoted"),
        (P, "[1] The note."),
    ]
    assert [piece.has_header for piece in found.pieces if piece.fragment_type is FragmentType.TABLE] == [True]
    assert [heading.text for heading in found.pieces[-1].heading_hierarchy] == ["Tide", "Speed"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("See :ref:`the guide <guide-label>` first.", "See the guide first."),
        ("Use :func:`~json.dumps` and :class:`!Encoder`.", "Use dumps and Encoder."),
        ("About 10\\ :sup:`3` kWh.", "About 10³ kWh."),
        (".. versionadded:: 3.8\n   The flag.", "Added in version 3.8: The flag."),
        (".. deprecated:: 4.0", "Deprecated since version 4.0."),
        (".. unknown-box:: Its title", "Its title"),
        ("潮流は :doc:`手引き <guide>` で\n説明する。", "潮流は 手引き で説明する。"),
        ("Printed |today|.", "Printed |today|."),
    ],
)
def test_markup_of_sphinx_reads_as_on_the_finished_page(source: str, text: str) -> None:
    assert words(rst(f"Before.\n\n{source}\n")) == ["Before.", text]


def test_an_object_is_a_term_and_its_description_a_definition() -> None:
    found = printed(rst(".. py:function:: wait(seconds)\n\n   Waits.\n\n.. class:: Timer(seconds)\n\n   Counts.\n"))
    assert found == [(L, "wait(seconds)"), (L, "Waits."), (L, "Timer(seconds)"), (L, "Counts.")]


def test_options_that_docutils_does_not_know_lose_nothing() -> None:
    found = rst(
        ".. code-block:: python\n   :caption: x\n\n   a = 1\n\n.. figure:: a.png\n   :foo: bar\n\n   The caption.\n"
    )
    assert printed(found) == [(C, "a = 1"), (FragmentType.FIGURE, "The caption.")]


@pytest.mark.req("L23")
def test_what_is_left_out_is_counted_with_its_reason() -> None:
    found = rst(
        "Words.\n\n.. toctree::\n\n   intro\n\n.. a comment\n\n.. raw:: html\n\n   <b>x</b>\n\n"
        ".. include:: /etc/passwd\n"
    )
    assert words(found) == ["Words."]
    assert found.losses == (
        TextLoss(reason="text of another file that is included", characters=22),
        TextLoss(reason="raw markup", characters=19),
        TextLoss(reason="comment", characters=8),
        TextLoss(reason="table of contents", characters=5),
    )


@pytest.mark.parametrize(
    ("text", "date", "author"),
    [
        (":Author: Jane Doe\n:Date: 2024-03-05\n\nWords.\n", "2024-03-05", "Jane Doe"),
        (":著者: 山田花子\n:日付: 2024年3月5日\n\n本文。\n", "2024-03-05", "山田花子"),
        ("PEP: 9\nTitle: Waits\nAuthor: Jane Doe\nCreated: 5 March 2024\n\nWords.\n", "2024-03-05", "Jane Doe"),
        ("Words of 2024-03-05.\n", None, ""),
        (".. |now| date::\n\nPrinted on |now|.\n", None, ""),
    ],
)
def test_a_date_is_that_of_the_document_only_where_a_field_says_so(text: str, date: str | None, author: str) -> None:
    found = rst(text)
    assert (found.date, found.author) == (date, author)


def test_a_role_that_one_document_defines_is_gone_in_the_next() -> None:
    rst(".. role:: loud(strong)\n.. default-role:: loud\n\n`words`\n")
    assert words(rst("`words` and :loud:`more`\n")) == ["words and more"]


@pytest.mark.parametrize("text", ["Title\n=====\n\nSee :ref:`the guide <x>` and 5 kWh [1]_.\n\n.. [1] Note 7.\n"])
def test_every_printed_piece_is_found_in_the_raw_document(text: str) -> None:
    capture = captured(text, "text/x-rst", url="file:///a.rst")
    raw = match_form(raw_text(capture))
    assert [part for part in words(read(capture)) if not stands_in(match_form(part), raw)] == []


@pytest.mark.req("L23")
def test_a_text_file_in_the_form_of_restructuredtext_has_its_title_and_headings() -> None:
    found = read(
        captured(
            "====================\nAsynchronous support\n====================\n\n.. currentmodule:: asgiref.sync\n\n"
            "See :doc:`ASGI </howto/asgi>` for\nmore.\n\nAsync views\n===========\n\nAny view can be async.\n",
            "text/plain",
            url="file:///docs/topics-async.txt",
        )
    )
    assert found.title == "Asynchronous support"
    assert printed(found) == [
        (H, "Asynchronous support"),
        (P, "See ASGI for more."),
        (H, "Async views"),
        (P, "Any view can be async."),
    ]
