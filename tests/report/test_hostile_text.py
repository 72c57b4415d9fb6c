"""Hostile titles, quotations, questions and addresses are shown and do nothing, in every form."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.report import Report
from tadori.report.html import report_html
from tadori.report.inert import for_html, for_markdown, safe_link, visible_text
from tadori.report.markdown import report_markdown
from tests.report.pages import read_html, read_markdown
from tests.report.world import World

HOSTILE = [
    "<script>alert(1)</script>",
    "</style></title><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "[click](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "[1]: https://evil.example/",
    "[1](https://evil.example/)",
    "[^1] <https://evil.example/>",
    "`code` **bold** _it_ ~~gone~~ | cell | $x$",
    "# Heading",
    "- item",
    "1. item",
    "> quote",
    "--- \n=== \n```\nfence\n```\n\n<div>",
    "&lt;script&gt; &#60;b&#62;",
    "https://evil.example/ www.evil.example",
    "\u202egnp.exe\u2066 \u200bzero\u200b width \u001b[31mred\x07",
    "line one\nline two\r\nline three\u2028line four",
    "\\[1\\] \\<b>",
]


def hostile_report(text: str) -> Report:
    """The same hostile words as question, title, heading, sentence, quotation, reason, gap, query and point."""
    world = World(question=text, missing=(text,))
    page = f"Before. {text} After."
    world.page("a", page, title=text, headings=((0, text),))
    world.page("b", f"Not so. {text}", title=text)
    world.claim(text, "a", against=[world.quote("b", text)])
    world.state(text, "a", in_answer=True)
    world.draft(f"{text} and more", world.quote("a", text), claims=[next(iter(world.standings))])
    return world.report()


@pytest.mark.parametrize("text", HOSTILE)
def test_html_shows_hostile_text_and_builds_nothing_from_it(text: str) -> None:
    report = hostile_report(text)
    seen = read_html(report_html(report))
    harmless = read_html(report_html(hostile_report("Plain words.")))
    assert seen.unbalanced == []
    assert seen.tags == harmless.tags
    assert [name for _, name, _ in seen.attributes] == [name for _, name, _ in harmless.attributes]
    assert visible_text(text) in seen.said()


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_hostile_text_and_builds_nothing_from_it(text: str) -> None:
    seen = read_markdown(report_markdown(hostile_report(text)))
    harmless = read_markdown(report_markdown(hostile_report("Plain words.")))
    assert seen.tags == harmless.tags
    assert visible_text(text) in seen.said()
    assert {href.partition("#")[0] for href in seen.values("a", "href")} == {
        "https://a.example/report",
        "https://b.example/report",
    }


@pytest.mark.parametrize("form", [report_html, report_markdown])
def test_no_invisible_or_terminal_character_is_left(form: object) -> None:
    report = hostile_report("\u202egnp.exe\u2066 \u200bz\u200b \u001b[31mred\x07 \x9b2J \x9d8;;x\x9c \U000e0041\ufeff")
    document = report_html(report) if form is report_html else report_markdown(report)
    assert [c for c in document if c != "\n" and category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")] == []


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt://x%0aalert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "blob:https://evil.example/",
        "//evil.example/",
        "ftp://evil.example/",
        "https:",
        "",
    ],
)
def test_only_web_and_file_addresses_become_links(address: str) -> None:
    assert safe_link(address) is None
    world = World()
    world.page("a", "Plain words.", url=address or "about:blank")
    world.claim("Plain words.", "a")
    world.state("Plain words.", "a", in_answer=True)
    report = world.report()
    assert [href for href in read_html(report_html(report)).values("a", "href") if not href.startswith("#")] == []
    assert read_markdown(report_markdown(report)).values("a", "href") == []


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("https://a.example/x?y=1&z=2#s", "https://a.example/x?y=1&z=2#s"),
        ("HTTP://a.example/", "HTTP://a.example/"),
        ("file:///lib/県の%20ダム.html", "file:///lib/%E7%9C%8C%E3%81%AE%20%E3%83%80%E3%83%A0.html"),
        ('https://a.example/"><script>', "https://a.example/%22%3E%3Cscript%3E"),
        ("https://a.example/a b\nc\\d`e|", "https://a.example/a%20b%0Ac%5Cd%60e%7C"),
        ("https://a.example/\u202egnp", "https://a.example/%E2%80%AEgnp"),
    ],
)
def test_an_address_behind_a_link_is_percent_encoded(address: str, target: str) -> None:
    assert safe_link(address) == target


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Plain words, 2.5 % (all) – fine!", "Plain words, 2.5 % (all) – fine!"),
        ("日本語の文。", "日本語の文。"),
        ("a*b_c", r"a\*b\_c"),
        ("1. x", r"1\. x"),
        ("# x", r"\# x"),
        ("R&D &amp; x", "R&D &amp;amp; x"),
        ("<b>", "&lt;b&gt;"),
        ("see https://x.example", r"see https\://x.example"),
        ("two\n  lines", "two lines"),
        ("", ""),
    ],
)
def test_markdown_is_escaped_no_more_than_needed(text: str, escaped: str) -> None:
    assert for_markdown(text) == escaped


def test_html_is_escaped_for_elements_and_attributes() -> None:
    assert for_html("""<a href='x' title="y">&</a>""") == (
        "&lt;a href=&#x27;x&#x27; title=&quot;y&quot;&gt;&amp;&lt;/a&gt;"
    )


anything = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
marks = st.text(st.sampled_from("ab1 \n\\`*_[](){}<>#+-.!|~&:;/\"'=^$@"), min_size=1, max_size=24)


@given(anything | marks)
def test_any_text_is_shown_as_it_is_by_a_markdown_reader(text: str) -> None:
    seen = read_markdown(f"- {for_markdown(text)} [1]")
    assert seen.tags == ["ul", "li"]
    assert visible_text(seen.said()) == visible_text(f"{text} [1]")


@given(anything | marks)
def test_any_text_is_shown_as_it_is_by_a_browser(text: str) -> None:
    seen = read_html(f'<p title="{for_html(text)}">{for_html(text)}</p>')
    assert seen.tags == ["p"]
    assert [visible_text(seen.said()), visible_text(*seen.values("p", "title"))] == [visible_text(text)] * 2
