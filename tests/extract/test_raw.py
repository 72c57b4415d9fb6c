"""The witness: what the extractor prints stands in the raw document, letter for letter, in that order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import SourceError, SourceGarbled
from tadori.extract.raw import raw_text
from tadori.model.page import Capture
from tadori.text.normalise import squash
from tadori.text.quotation_match import match_form, stands_in
from tests.extract.documents import PROSE, PROSE_JA, captured, page, pdf, read, words
from tests.gates.figures import data_folder
from tests.gates.gate_extraction import benchmark_pages
from tests.gates.gate_extraction import page as saved_page


def missing(capture: Capture) -> list[str]:
    """The pieces whose letters, digits and signs of numbers do not stand together in the raw document."""
    raw = match_form(raw_text(capture))
    return [text for text in words(read(capture)) if (form := match_form(text)) and not stands_in(form, raw)]


def test_html_gives_all_its_text_even_what_the_extractor_leaves_out() -> None:
    head = "<title>Title</title><meta name=description content='Described'>"
    raw = raw_text(page(f'<nav>Menu</nav><p hidden>Hidden &amp; seen</p><p>{PROSE}</p><img alt="Picture">', head))
    assert [word for word in ("Title", "Menu", "Hidden & seen", PROSE, "Picture", "Described") if word not in raw] == []


def test_scripts_are_no_text_of_the_document() -> None:
    assert "secret" not in raw_text(page(f"<p>{PROSE}</p><script>secret()</script><style>.secret{{}}</style>"))


@pytest.mark.parametrize(
    "capture",
    [
        page(f"<p>{PROSE}<br>{PROSE_JA}</p><table><tr><td>a</td><td>1</td></tr><tr><td></td><td>2</td></tr></table>"),
        page(f'<p>The <img alt="alternative"> tide <span hidden>not</span> turned.<script>x()</script> {PROSE}</p>'),
        page(f"<p>{PROSE} <button>Share</button> and more of it</p><p>カ\u3099ク{PROSE_JA}</p>"),
        page(f"<p><ruby>鳴釜<rt>なるがま</rt></ruby>{PROSE_JA}</p>"),
        captured(f"Title: x\n\n{PROSE}\r\n{PROSE_JA}", "text/plain"),
        captured(
            f"---\ntitle: x\n---\n# A [b](c) d\n\n{PROSE} ![p](q) [r][s] <b>t</b> `u`\n\n|v|w|\n|-|-|\n|1|2|",
            "text/markdown",
        ),
        captured(f"{PROSE_JA.encode('cp932').decode('cp932')}".encode("cp932"), "text/plain", charset="shift_jis"),
        captured(pdf([[(60, 700, 10, "The oper-"), (60, 688, 10, "ator of Unit 1")]]), "application/pdf"),
    ],
    ids=["table", "inline", "button", "ruby", "text", "markdown", "shift_jis", "pdf"],
)
def test_every_piece_stands_in_the_raw_document(capture: Capture) -> None:
    assert missing(capture) == []


def test_an_invented_piece_would_be_seen() -> None:
    capture = page(f"<p>{PROSE}</p>")
    assert squash("The harbour office measured the current for thirteen months") not in squash(raw_text(capture))


def test_the_witness_refuses_what_the_extractor_refuses() -> None:
    with pytest.raises(SourceGarbled):
        raw_text(captured(b"\x89PNG\r\n", "text/html"))


TAGS = [
    "p",
    "div",
    "span",
    "b",
    "li",
    "ul",
    "h2",
    "td",
    "tr",
    "table",
    "pre",
    "a",
    "br",
    "nav",
    "button",
    "rt",
    "script",
]
ATTRIBUTES = [
    "",
    " hidden",
    ' style="display:none"',
    ' class="related"',
    ' aria-hidden="true"',
    ' class="article-body"',
]


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Soup: opened and closed tags in any order around words of both languages."""
    piece = st.one_of(
        st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
        st.builds("</{}>".format, st.sampled_from(TAGS)),
        st.sampled_from([PROSE, PROSE_JA, "一 二", "a&amp;b", "e\u0301", " ", "\n", "1,284", "が", "ｶﾞ", "<!-- c -->"]),
    )
    return "".join(draw(st.lists(piece, max_size=30)))


@settings(max_examples=200, deadline=None)
@given(markup())
def test_no_soup_of_tags_makes_the_extractor_invent_or_reorder(soup: str) -> None:
    capture = page(f"<p>{PROSE}</p>{soup}")
    assert missing(capture) == []


def outcome(capture: Capture) -> tuple[str, list[str]]:
    """The text or the reason why there is none, and the pieces the raw document does not hold."""
    try:
        return read(capture).text, missing(capture)
    except SourceError as exc:
        return exc.reason, []


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["text/html", "text/plain", "text/markdown", "application/pdf", ""]))
def test_any_bytes_are_read_or_refused_and_never_break_anything(body: bytes, media_type: str) -> None:
    said, invented = outcome(captured(body, media_type))
    assert said.encode().strip() != b""
    assert invented == []


@pytest.mark.skipif(not (data_folder() / "article-extraction-benchmark").exists(), reason="the benchmark is not here")
def test_every_piece_of_real_pages_stands_in_them() -> None:
    pages = [capture for capture, _ in benchmark_pages()[::9]]
    assert [capture.url for capture in pages if missing(capture)] == []


@pytest.mark.skipif(not (data_folder() / "ja-extraction-postlight").exists(), reason="the Japanese pages are not here")
def test_every_piece_of_real_japanese_pages_stands_in_them() -> None:
    files = sorted((data_folder() / "ja-extraction-postlight" / "html").iterdir())[::3]
    assert [file.name for file in files if missing(saved_page("https://example.jp/", file.read_bytes()))] == []
