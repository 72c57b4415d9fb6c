"""DocBook: whole books and parts of them; titles, paragraphs, lists, tables, entities; the rest is counted."""

import pytest

from tadori.errors import SourceGarbled
from tadori.extract.raw import raw_text
from tadori.model.page import Extracted, FragmentType, TextLoss
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import captured, printed, read, words

P, H, L, C = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST, FragmentType.CODE

SECTION = """\
<sect1 id="tide" lang="en">
<sect1info><author><firstname>Rie</firstname><surname>Abe</surname></author><date>2024-03-05</date></sect1info>
<title>Tides</title>
<indexterm><primary>Tide</primary></indexterm>
<para>
The <firstterm>tide</firstterm> turns
twice, 10<superscript>3</superscript> m from &kstars;:
<itemizedlist><listitem><para>at dawn &amp; dusk;</para></listitem><listitem><para>no more.</para></listitem>
</itemizedlist>
as <quote>seamen</quote> say<footnote><para>In the north.</para></footnote>.
</para>
<sect2><title>Words &pi;</title>
<glosslist><glossentry><glossterm>Ebb</glossterm><glossdef><para>The falling tide.</para></glossdef></glossentry>
</glosslist>
<tip><title>Hint</title><para>Press <keycombo><keycap>Ctrl</keycap><keycap>A</keycap></keycombo>.</para></tip>
<mediaobject><imageobject><imagedata fileref="a.png"/></imageobject><textobject><phrase>a curve</phrase></textobject>
<caption><para>The curve</para></caption></mediaobject>
<programlisting>a = 1
b = 2</programlisting>
<table><title>Months</title><tgroup cols="2"><thead><row><entry>Month</entry><entry>MWh</entry></row></thead>
<tbody><row><entry>April</entry><entry><para>108</para></entry></row></tbody></tgroup></table>
</sect2>
</sect1>
"""


def docbook(text: str) -> Extracted:
    return read(captured(text, "", url="file:///docs/tide.docbook"))


@pytest.mark.req("L23")
def test_every_kind_of_block_with_its_heading() -> None:
    found = docbook(SECTION)
    assert (found.title, found.author, found.date, found.lang) == ("Tides", "Rie Abe", "2024-03-05", "en")
    assert printed(found) == [
        (H, "Tides"),
        (P, "The tide turns twice, 10³ m from kstars:"),
        (L, "at dawn & dusk;"),
        (L, "no more."),
        (P, "as “seamen” say (In the north.)."),
        (H, "Words π"),
        (L, "Ebb"),
        (L, "The falling tide."),
        (P, "Hint"),
        (P, "Press Ctrl+A."),
        (FragmentType.FIGURE, "The curve"),
        (C, "a = 1\nb = 2"),
        (FragmentType.FIGURE, "Months"),
        (FragmentType.TABLE, "Month | MWh\nApril | 108"),
    ]
    assert [heading.text for heading in found.pieces[-1].heading_hierarchy] == ["Tides", "Words π"]
    assert found.pieces[-1].has_header


def test_what_is_left_out_is_counted_with_its_reason() -> None:
    assert docbook(SECTION).losses == (
        TextLoss(reason="about the document", characters=16),
        TextLoss(reason="description of a picture", characters=6),
        TextLoss(reason="index of words", characters=4),
    )


def test_a_whole_book_declares_its_entities_and_nothing_outside_it_is_read() -> None:
    found = docbook(
        '<?xml version="1.0"?>\n<!DOCTYPE book PUBLIC "-//OASIS//DTD" "http://e.org/d.dtd" [\n'
        '<!ENTITY bay "Nagiura Bay">\n<!ENTITY passwd SYSTEM "/etc/passwd">\n]>\n'
        '<book xmlns="http://docbook.org/ns/docbook" xml:lang="ja"><info><title>潮の本</title></info>'
        "<chapter><title>流れ</title><para>潮流は\n速い。</para><para>&bay; &passwd;</para></chapter></book>"
    )
    assert (found.title, found.lang) == ("潮の本", "ja")
    assert words(found) == ["潮の本", "流れ", "潮流は速い。", "Nagiura Bay passwd"]


def test_torn_markup_is_refused() -> None:
    with pytest.raises(SourceGarbled, match="the document is no readable XML"):
        docbook("<sect1><para>words")


def test_every_printed_piece_is_found_in_the_raw_document() -> None:
    raw = match_form(raw_text(captured(SECTION, "", url="file:///docs/tide.docbook")))
    assert [
        part for text in words(docbook(SECTION)) for part in text.split("\n") if not stands_in(match_form(part), raw)
    ] == []
