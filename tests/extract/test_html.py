"""An HTML page becomes pieces with their structure, in the order of reading."""

import pytest

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.raw import raw_text
from tadori.model.page import FragmentType, Heading
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import PROSE, PROSE_JA, captured, page, printed, read, words

_AUTHORS = '"author":{' * 30_000
P, H, L, T = FragmentType.PARAGRAPH, FragmentType.HEADING, FragmentType.LIST, FragmentType.TABLE


@pytest.mark.req("L23")
def test_headings_paragraphs_items_quotes_and_code_keep_their_kind_and_order() -> None:
    body = f"""<article><h2>Findings</h2><p>{PROSE}</p>
    <ul><li>First of the items</li><li>Second of the items<ul><li>An inner item</li></ul></li></ul>
    <blockquote><p>{PROSE_JA}</p></blockquote>
    <pre>a = 1\n    b = 2</pre><dl><dt>kW</dt><dd>kilowatt</dd></dl></article>"""
    assert printed(read(page(body))) == [
        (H, "Findings"),
        (P, PROSE),
        (L, "First of the items"),
        (L, "Second of the items"),
        (L, "An inner item"),
        (FragmentType.QUOTE, PROSE_JA),
        (FragmentType.CODE, "a = 1\n    b = 2"),
        (H, "kW"),
        (L, "kilowatt"),
    ]


@pytest.mark.req("L23")
def test_a_table_is_one_piece_with_rows_as_lines_and_empty_cells_in_place() -> None:
    rows = (
        "<tr><th>月</th><th>発電量</th><th>備考</th></tr><tr><td>4月</td><td>108</td><td></td></tr>"
        "<tr><td>5月</td><td></td><td>点検 <a href='/x'>記録</a></td></tr>"
    )
    found = read(page(f"<p>{PROSE}</p><table><caption>表1</caption>{rows}</table>"))
    assert printed(found) == [
        (P, PROSE),
        (FragmentType.FIGURE, "表1"),
        (T, "月 | 発電量 | 備考\n4月 | 108 | \n5月 |  | 点検 記録"),
    ]
    assert found.pieces[2].has_header


def test_a_table_that_only_lays_out_the_page_is_read_as_paragraphs() -> None:
    found = read(page(f"<table><tr><td><p>{PROSE}</p><p>{PROSE_JA}</p></td></tr></table>"))
    assert printed(found) == [(P, PROSE), (P, PROSE_JA)]


def test_levels_of_headings_are_kept_where_some_are_left_out() -> None:
    found = read(page(f"<h2>Part</h2><p>{PROSE}</p><h4>Detail</h4><p>{PROSE_JA}</p>"))
    assert found.pieces[-1].heading_hierarchy == (Heading(level=2, text="Part"), Heading(level=4, text="Detail"))
    assert found.pieces[-1].heading_context == "Detail"


def test_inline_markup_melts_into_its_paragraph_and_white_space_is_as_a_browser_shows_it() -> None:
    html = "<p>The  <b>net\n yield</b> was\t1,284&nbsp;MWh<sup>1</sup>, after a full <i>year</i> of measuring it.</p>"
    assert words(read(page(html))) == ["The net yield was 1,284 MWh¹, after a full year of measuring it."]


def test_line_breaks_of_the_source_do_not_part_japanese_words() -> None:
    assert words(read(page("<p>港の事務所は\n   潮流を測り、\nすべて公表した。</p>"))) == [
        "港の事務所は潮流を測り、すべて公表した。"
    ]


def test_one_br_is_a_line_and_two_are_a_paragraph() -> None:
    found = read(page(f"<div>{PROSE}<br>{PROSE_JA}<br> <br>{PROSE}</div>"))
    assert words(found) == [f"{PROSE}\n{PROSE_JA}", PROSE]


def test_letters_are_composed_once_and_invisible_characters_are_gone() -> None:
    text = "カ\u3099クの測\u200b定\u00adを\ufeff十二か月にわたって行い、すべて公表した。"
    assert words(read(page(f"<p>{text}</p>"))) == ["ガクの測定を十二か月にわたって行い、すべて公表した。"]


def test_full_width_letters_stay_as_printed() -> None:
    assert "ＣＬ準々決勝" in read(page(f"<p>ＣＬ準々決勝の結果は{PROSE_JA}</p>")).text


def test_offsets_count_code_points_beyond_the_basic_plane() -> None:
    found = read(page(f"<p>𠮷野家の𩸽は{PROSE_JA}</p><p>{PROSE}</p>"))
    assert found.text[found.pieces[1].start :] == PROSE


def test_links_are_absolute_in_order_and_once() -> None:
    addresses = ["/a", "b?x=1#f", "#top", "mailto:x@e.org", "javascript:void(0)", "/a"]
    anchors = " ".join(f'<a href="{address}">link</a>' for address in addresses)
    assert read(page(f"<p>{PROSE} {anchors}</p>")).links == ("https://example.org/a", "https://example.org/b?x=1#f")


def test_links_follow_the_base_of_the_page_and_broken_addresses_are_left_out() -> None:
    body = f'<p>{PROSE} <a href="x">a</a><a href="http://[broken">b</a></p>'
    assert read(page(body, '<base href="https://other.org/d/">')).links == ("https://other.org/d/x",)


def test_markup_that_is_broken_is_read_as_browsers_do() -> None:
    assert words(read(captured(f"<p>{PROSE}<p>{PROSE_JA}<div><b>{PROSE}</div"))) == [PROSE, PROSE_JA, PROSE]


@pytest.mark.parametrize("body", ["<html></html>", "<html><body><script>x()</script></body></html>", "<!-- only -->"])
def test_a_page_without_text_is_garbled(body: str) -> None:
    with pytest.raises(SourceGarbled):
        read(captured(body))


def test_a_short_page_that_calls_itself_furniture_is_still_read() -> None:
    assert words(read(page('<div class="related sidebar">Closed on Monday</div>'))) == ["Closed on Monday"]


def test_a_null_byte_does_not_end_the_page() -> None:
    assert words(read(captured(f"<p>{PROSE}\x00</p><p>{PROSE_JA}</p>"))) == [PROSE, PROSE_JA]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<html><body>" + b"<div>" * 3_900_000, "more than 200000 elements"),
        (b"<html><body>" + b"<div>" * 150_000 + b"x", "elements are nested more than 2000 deep"),
        (b"<html><body><b>" + b"<i>" * 100_000 + b"x", "elements are nested more than 2000 deep"),
        (b"<table><tr>" + b"<td>1" * 1_000_000, "more than 200000 elements"),
        (b"<p>" + b"&amp;" * 2_500_000, "more than 2000000 characters of text"),
        (b"<p " + b" ".join(b"a%d" % n for n in range(100_000)) + b">x", "an element has more than 1000 attributes"),
        (b"<" * 15_000_000, "more than 200000 elements"),
    ],
    ids=["flat bomb", "deep", "deep inline", "cells", "entities", "attributes", "brackets"],
)
def test_bombs_are_refused_before_they_are_built(body: bytes, reason: str) -> None:
    with pytest.raises(SourceTooLarge) as caught:
        read(captured(body))
    assert caught.value.reason == reason


def test_a_script_full_of_comparisons_is_not_taken_for_an_element_with_many_attributes() -> None:
    code = "for(i=0;i<arguments.length;i++) " + "a b " * 2000
    assert words(read(page(f"<p>{PROSE}</p><script>{code}</script>"))) == [PROSE]


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 1500 + f"<p>{PROSE}</p>" + "</div>" * 1500,
        f"<p>{PROSE}</p>" + "\u3000" * 300_000,
        f"<p>{PROSE}</p>" + "<p>あ\n</p>" * 5_000,
        f'<p class="{"a-" * 300_000}" style="{"color: " * 100_000}">{PROSE}</p>',
        f'<p>{PROSE}</p><script type="application/ld+json">{_AUTHORS}</script>',
    ],
    ids=["deep", "spaces", "lines", "names", "json"],
)
def test_large_but_allowed_pages_are_read(body: str) -> None:
    assert PROSE in read(page(body)).text


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("There are 10<sup>3</sup> cells.", "There are 10³ cells."),
        ("There are 10<sup>&minus;<b>6</b></sup> cells.", "There are 10⁻⁶ cells."),
        ("It covers 5 m<SUP>2</SUP>.", "It covers 5 m²."),
        ("It emits CO<sub>2</sub>.", "It emits CO₂."),
        ("The 1<sup>st</sup> of May.", "The 1st of May."),
        ("The note<sup><a href='#f'>4</a></sup> says.", "The note⁴ says."),
        ("The note<sup><a>[<i>2</i>]</a></sup> says.", "The note[2] says."),
        ("A <sup>very long number 12345678901234567890</sup> here.", "A very long number 12345678901234567890 here."),
        ("An empty<sup></sup> mark.", "An empty mark."),
    ],
)
def test_raised_and_lowered_digits_stay_raised_and_the_raw_document_bears_them_out(html: str, text: str) -> None:
    capture = page(f"<p>{html}</p><p>{PROSE}</p>")
    assert words(read(capture))[0] == text
    assert stands_in(match_form(text), match_form(raw_text(capture)))


@pytest.mark.req("L23")
def test_terms_head_their_definitions_and_nothing_else() -> None:
    inner = "<dl><dt>level</dt><dd>版を示す整数。</dd></dl>"
    terms = f"<dl><dt>-f</dt><dt>--force</dt><dd>Throw changes away.</dd><dt>Type</dt><dd>A type:{inner}</dd></dl>"
    found = read(page(f"<h2>Options</h2>{terms}<p>{PROSE}</p>"))
    assert [(found.text[one.start : one.end], one.heading_context) for one in found.pieces] == [
        ("Options", ""),
        ("-f", "Options"),
        ("--force", "Options"),
        ("Throw changes away.", "-f, --force"),
        ("Type", "Options"),
        ("A type:", "Type"),
        ("level", "Type"),
        ("版を示す整数。", "level"),
        (PROSE, "Options"),
    ]
    assert found.pieces[7].heading_hierarchy == (
        Heading(level=2, text="Options"),
        Heading(level=7, text="Type"),
        Heading(level=8, text="level"),
    )


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    "note",
    [
        '<div class="tip"><h3 class="title">ヒント</h3><p>短い助言。</p></div>',
        '<div class="admonition note"><p class="admonition-title">ヒント</p><p>短い助言。</p></div>',
        '<div class="note"><table><tr><td><img></td><th>ヒント</th></tr><tr><td>短い助言。</td></tr></table></div>',
    ],
)
def test_the_title_of_a_note_heads_the_note_and_not_what_follows(note: str) -> None:
    found = read(page(f"<h2>Text</h2><p>{PROSE}</p>{note}<p>{PROSE_JA}</p>"))
    assert [(found.text[one.start : one.end], one.heading_context) for one in found.pieces] == [
        ("Text", ""),
        (PROSE, "Text"),
        ("ヒント", "Text"),
        ("短い助言。", "ヒント"),
        (PROSE_JA, "Text"),
    ]


@pytest.mark.req("L23")
def test_a_table_has_its_header_also_below_a_caption_and_in_plain_cells_of_a_table_head() -> None:
    rows = "<thead><tr><td>月</td><td>発電量</td></tr></thead><tr><td>4月</td><td>108</td></tr>"
    found = read(page(f"<p>{PROSE}</p><table><caption>Table 1. Power</caption>{rows}</table>"))
    assert words(found) == [PROSE, "Table 1. Power", "月 | 発電量\n4月 | 108"]
    assert [piece.has_header for piece in found.pieces] == [False, False, True]


def test_a_table_with_linked_row_headers_is_a_table() -> None:
    rows = "".join(f"<tr><th><a href='/{n}'>Description {n}:</a></th><td>Basis {n}</td></tr>" for n in range(2))
    assert printed(read(page(f"<p>{PROSE}</p><table>{rows}</table>"))) == [
        (P, PROSE),
        (T, "Description 0: | Basis 0\nDescription 1: | Basis 1"),
    ]


def test_text_in_a_table_outside_of_all_cells_is_read() -> None:
    table = "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>stray words</table>"
    assert words(read(page(f"<p>{PROSE}</p>{table}"))) == [PROSE, "a | b\nc | d\nstray words"]
