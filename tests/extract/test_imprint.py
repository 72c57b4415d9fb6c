"""What documents say about the work they are a part of (L25)."""

import pytest

from tadori.extract.head import head_of
from tadori.extract.html import parse_html
from tadori.extract.imprint import imprint_of, imprint_of_text
from tadori.model.page import Imprint


def read(head: str, body: str = "<h1>Locks</h1><p>Words.</p>") -> Imprint:
    tree = parse_html(f"<html><head>{head}</head><body>{body}</body></html>".encode(), "file:///a.html")
    return imprint_of(tree, head_of(tree))


def test_a_page_without_an_imprint_states_nothing() -> None:
    assert read("<title>Locks</title>") == Imprint()


def test_the_link_to_the_first_page_names_the_work() -> None:
    found = read('<title>Locks</title><link rel="home" href="index.ja.html" title="Debian リファレンス">')
    assert (found.work, found.home) == ("Debian リファレンス", "index.ja.html")


def test_so_does_the_home_link_of_a_navigation_bar() -> None:
    found = read(
        "<title>Locks</title>", '<a accesskey="h" href="index.html" title="PostgreSQL 15.20 Documentation">Home</a>'
    )
    assert (found.work, found.home) == ("PostgreSQL 15.20 Documentation", "index.html")


@pytest.mark.parametrize(
    ("title", "body", "running"),
    [
        ("Locks — Python 3.11.2 documentation", "<h1>Locks</h1>", ("Python 3.11.2 documentation",)),
        ("PostgreSQL: Locks", "<h1>Locks</h1>", ("PostgreSQL",)),
        ("施錠 - Apache HTTP サーバ バージョン 2.4", "<h1>施錠</h1>", ("Apache HTTP サーバ バージョン 2.4",)),
        ("Locks | Django documentation | Django", "<h1>Django documentation</h1><h2>Locks</h2>", ("Django",)),
        ("Locks | Node.js documentation", "<h1>Node.js documentation</h1><h2>Locks</h2>", ("Node.js documentation",)),
        ("Locks (zsh)", "<h1>Locks</h1>", ("(zsh)",)),
        ("Locks", "<h1>Locks</h1>", ()),
    ],
)
def test_the_part_of_a_title_that_is_not_the_heading_is_the_running_title(
    title: str, body: str, running: tuple[str, ...]
) -> None:
    assert read(f"<title>{title}</title>", body).running == running


@pytest.mark.parametrize(
    ("line", "holder"),
    [
        ("© Copyright 2001-2023, Python Software Foundation.", "Python Software Foundation"),
        ("Copyright 2026 The Apache Software Foundation.<br>Licensed under", "The Apache Software Foundation"),
        ("&copy; 2019 Guardian News &amp; Media Limited. All rights reserved.", "Guardian News & Media Limited"),
        ("Copyright (c) 1996 Eric S. Raymond &lt;esr@example.org&gt;", "Eric S. Raymond"),
        ("© 2020 春野新聞社", "春野新聞社"),
        ("Japanese Version Copyright (c) 2000 Yuichi SATO", ""),
        ("The copyright of 12 pages was sold.", ""),
    ],
)
def test_the_copyright_line_at_the_end_names_the_holder(line: str, holder: str) -> None:
    assert (
        read("<title>Locks</title>", f"<p>Words.</p><div>{line}</div><script>© 2001 Script</script>").holder == holder
    )


def test_the_site_is_read_from_what_sites_state() -> None:
    assert read('<meta property="og:site_name" content="春野新聞">').site == "春野新聞"
    assert read('<meta name="dc.publisher" content="Harbour Office">').site == "Harbour Office"
    assert read('<meta property="og:site_name" content="https://a.example">').site == ""


def test_neighbours_are_relative_documents_only() -> None:
    links = ("b.html#part", "../c.html", "/d.html", "https://e.example/f.html", "mailto:g@h", "i.css", "b.html")
    found = read("<title>Locks</title>", "".join(f'<a href="{link}">x</a>' for link in links))
    assert found.neighbours == ("b.html", "../c.html")
    assert read('<base href="https://a.example/">', '<a href="b.html">x</a>').neighbours == ()


def test_the_number_of_neighbours_is_bounded() -> None:
    found = read("<title>Locks</title>", "".join(f'<a href="{n}.html">x</a>' for n in range(900)))
    assert (len(found.neighbours), found.neighbours[0], found.neighbours[-1]) == (40, "0.html", "899.html")


def test_a_manual_page_names_its_work_in_its_head() -> None:
    assert imprint_of_text('.TH hosts 5 2023-02-05 "Linux man-pages 6.03"\n.SH NAME\n').work == "Linux man-pages 6.03"
    assert imprint_of_text(".TH HWCLOCK 8 2000\n.SH 名前\n").work == ""


def test_a_text_names_its_holder_at_its_beginning_or_end() -> None:
    assert imprint_of_text("Title\n\nCopyright © 2013 Osamu Aoki\n\nWords.").holder == "Osamu Aoki"
    assert imprint_of_text("Words.\n" * 2_000 + "Copyright 2020 Harbour Office").holder == "Harbour Office"
    assert imprint_of_text("") == Imprint()


@pytest.mark.parametrize(
    "text", ["© " * 50_000, "copyright 1999" + "-1999" * 20_000, ".TH " + "a " * 50_000, "(c)" * 50_000]
)
def test_hostile_text_is_read_at_once(text: str) -> None:
    assert imprint_of_text(text).work in {"", "a"}
