"""Pages and texts that nest, repeat or pile up. (name, way, file name, bytes, what must come of it)"""

from collections.abc import Callable

from tests.gates.attacks.hostile_bytes import HTML, MEGABYTE, PROSE, filled

Case = tuple[str, str, bytes, Callable[[], bytes], str]
_LARGE = 5 * MEGABYTE
_SMALL = 290_000
"""Just small enough to be read without a process of its own."""
_LAUGHS = '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "{}">{}]><html><body><p>&j;</p><p>{}</p></body></html>'


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    return _LAUGHS.format("ha" * 500, entities, PROSE * 3).encode()


def _outside() -> bytes:
    kind = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    return f'<?xml version="1.0"?>{kind}<html><body><p>&x;</p><p>{PROSE * 3}</p></body></html>'.encode()


def _attributes(each: int, size: int) -> bytes:
    one = "<p " + " ".join(f"a{n}=1" for n in range(each)) + ">The words of it.</p>"
    return filled(one, size)


def _long_heading(size: int) -> bytes:
    heading = "tide and current " * (size // 40)
    return f"<article><h1>{heading}</h1>".encode() + filled(f"<p>{PROSE}</p>", size // 2)


def _below_headings() -> bytes:
    headings = "".join(f"<h{level}>{'tide and current ' * 20}</h{level}>" for level in range(1, 6))
    return f"<article>{headings}<p>{PROSE * 5}</p>".encode() + b"<h6>a</h6>" * 190_000


def _ticks(size: int) -> bytes:
    return " ".join("`" * n for n in range(1, int((2 * size) ** 0.5))).encode()


HTMLS: list[Case] = [
    ("an ordinary page", "folder", b"a.html", lambda: HTML, "read"),
    (
        "an ordinary page of a megabyte",
        "folder",
        b"a.html",
        lambda: b"<article>" + filled(f"<p>{PROSE}</p>", MEGABYTE),
        "read",
    ),
    ("boxes a million deep", "folder", b"a.html", lambda: filled("<div>", _LARGE), "lost"),
    (
        "boxes two thousand deep, again and again",
        "folder",
        b"a.html",
        lambda: filled("<div>" * 1900 + "word" + "</div>" * 1900, _LARGE),
        "lost|read",
    ),
    (
        "boxes two thousand deep, just small enough",
        "folder",
        b"a.html",
        lambda: filled("<div>" * 1900 + "word" + "</div>" * 1900, _SMALL),
        "lost|read",
    ),
    ("a million attributes of one element", "folder", b"a.html", lambda: _attributes(700_000, _LARGE), "lost"),
    ("a thousand attributes of every element", "folder", b"a.html", lambda: _attributes(990, _LARGE), "read|lost"),
    ("a thousand attributes of every element, small", "folder", b"a.html", lambda: _attributes(990, _SMALL), "read"),
    ("tables in tables", "folder", b"a.html", lambda: filled("<table>", _LARGE), "lost"),
    ("tables in cells", "folder", b"a.html", lambda: filled("<table><tr><td>a", _LARGE), "lost"),
    (
        "cells that span everything",
        "folder",
        b"a.html",
        lambda: b"<table>" + filled("<tr><td colspan=65534 rowspan=65534>a</td></tr>", _LARGE),
        "read|lost",
    ),
    (
        "one row of a million cells",
        "folder",
        b"a.html",
        lambda: b"<table><tr>" + filled("<td>a</td>", _LARGE),
        "read|lost",
    ),
    ("links and nothing else", "folder", b"a.html", lambda: filled("<a href=x>y</a> ", _LARGE), "lost|read"),
    (
        "links and nothing else, just small enough",
        "folder",
        b"a.html",
        lambda: filled("<a href=x>y</a> ", _SMALL),
        "lost|read",
    ),
    ("paragraphs of one letter", "folder", b"a.html", lambda: filled("<p>x", _LARGE), "lost"),
    ("paragraphs of one letter, just small enough", "folder", b"a.html", lambda: filled("<p>x", _SMALL), "read"),
    ("bold in bold in bold", "folder", b"a.html", lambda: filled("<b>x", _LARGE), "lost"),
    ("lists in lists", "folder", b"a.html", lambda: filled("<ul><li>x", _LARGE), "lost"),
    ("headings and nothing else", "folder", b"a.html", lambda: filled("<h1>abcd</h1>", MEGABYTE // 2), "read|lost"),
    (
        "a heading of a million letters above everything",
        "folder",
        b"a.html",
        lambda: _long_heading(2 * MEGABYTE),
        "read|lost",
    ),
    ("nearly too many pieces below six long headings", "folder", b"a.html", _below_headings, "read|lost"),
    ("less-than signs", "folder", b"a.html", lambda: b"<p>" + b"<" * _LARGE, "lost"),
    ("ampersands", "folder", b"a.html", lambda: b"<p>" + b"&" * _LARGE, "lost"),
    ("comments that do not close", "folder", b"a.html", lambda: b"<p>word" + filled("<!--", _LARGE), "read|lost"),
    (
        "scripts that do not close",
        "folder",
        b"a.html",
        lambda: b"<p>word</p>" + filled("<script>", _LARGE),
        "read|lost",
    ),
    ("forms", "folder", b"a.html", lambda: filled("<form>", _LARGE), "lost"),
    (
        "one attribute of five megabytes",
        "folder",
        b"a.html",
        lambda: b"<p class='" + b"a " * (_LARGE // 2) + b"'>words are here</p>",
        "read|lost",
    ),
    (
        "data that nests without end",
        "folder",
        b"a.html",
        lambda: b"<script type='application/ld+json'>" + b"[" * _LARGE + b"</script><p>words</p>",
        "read",
    ),
    (
        "a date of a million digits",
        "folder",
        b"a.html",
        lambda: b"<meta name=date content='" + b"2" * MEGABYTE + b"'><p>words</p>",
        "read",
    ),
    (
        "a base of slashes",
        "folder",
        b"a.html",
        lambda: b"<base href='" + b"/" * MEGABYTE + b"'><a href=x>words</a>",
        "read",
    ),
    (
        "accents piled on one letter",
        "folder",
        b"a.html",
        lambda: b"<p>a" + filled("\u0301\u0316", MEGABYTE),
        "read|lost",
    ),
    (
        "accents piled on one letter, just small enough",
        "folder",
        b"a.html",
        lambda: b"<p>a" + filled("\u0301\u0316", _SMALL),
        "read",
    ),
    ("accents written as references", "folder", b"a.html", lambda: b"<p>a" + filled("&#x301;&#x316;", _SMALL), "read"),
    ("a billion laughs", "folder", b"a.xhtml", _laughs, "read|lost"),
    ("a file from outside in an entity", "folder", b"a.xhtml", _outside, "read|lost"),
    ("one word of two megabytes", "folder", b"a.html", lambda: b"<p>" + b"a" * 1_900_000, "read|lost"),
    (
        "one Japanese sentence of a megabyte",
        "folder",
        b"a.html",
        lambda: b"<p>" + filled("潮流", MEGABYTE),
        "read|lost",
    ),
    ("one number of a million digits", "folder", b"a.html", lambda: b"<p>" + b"1" * MEGABYTE, "read|lost"),
    ("twenty megabytes and a byte", "folder", b"a.html", lambda: b"<p>" + b"a" * 20 * MEGABYTE, "lost"),
]

TEXTS: list[Case] = [
    ("an ordinary text", "folder", b"a.txt", lambda: (PROSE * 5).encode(), "read"),
    ("empty lines", "folder", b"a.txt", lambda: b"\n" * _LARGE, "lost"),
    ("paragraphs of one letter", "folder", b"a.txt", lambda: filled("a\n\n", _SMALL), "read"),
    (
        "nearly too many paragraphs",
        "folder",
        b"a.txt",
        lambda: b"The words of it.\n\n" + b"a\n\n" * 199_000,
        "read|lost",
    ),
    ("five megabytes of paragraphs", "folder", b"a.txt", lambda: filled("a\n\n", _LARGE), "lost"),
    ("one word of two megabytes", "folder", b"a.txt", lambda: b"a" * 1_900_000, "read|lost"),
    ("accents", "folder", b"a.txt", lambda: filled("\u0301\u0316", MEGABYTE), "read|lost"),
    ("bytes that are no text in any encoding", "folder", b"a.txt", lambda: b"\xff\x81\xfe" * 100_000, "read|lost"),
    (
        "UTF-16 with an odd byte",
        "folder",
        b"a.txt",
        lambda: b"\xff\xfe" + PROSE.encode("utf-16-le") + b"a",
        "read|lost",
    ),
    ("UTF-16 of lone surrogates", "folder", b"a.txt", lambda: b"\xff\xfe" + b"\x00\xd8" * 100_000, "read|lost"),
    ("UTF-32 out of range", "folder", b"a.txt", lambda: b"\xff\xfe\x00\x00" + b"\xff" * 400_000, "read|lost"),
    ("escapes of ISO-2022-JP that lead nowhere", "folder", b"a.txt", lambda: filled(b"\x1b$B\x1b(B", MEGABYTE), "lost"),
    ("zero-width characters", "folder", b"a.txt", lambda: filled("\u200b\u2060", MEGABYTE), "lost"),
    ("words that turn around", "folder", b"a.txt", lambda: filled("\u202e word ", _SMALL), "read"),
    ("labels without end", "folder", b"a.txt", lambda: filled("Title: a\n", MEGABYTE), "read|lost"),
    ("a program", "folder", b"a.txt", lambda: b"\x7fELF" + bytes(range(256)) * 99, "lost"),
]

MARKDOWNS: list[Case] = [
    ("an ordinary Markdown", "folder", b"a.md", lambda: f"# Harbour\n\n{PROSE * 5}".encode(), "read"),
    ("brackets", "folder", b"a.md", lambda: b"[" * _LARGE, "lost"),
    ("links that do not close", "folder", b"a.md", lambda: filled("[a](", _SMALL), "lost|read"),
    ("pictures that do not close", "folder", b"a.md", lambda: filled("![a][", _SMALL), "lost"),
    ("stars", "folder", b"a.md", lambda: filled("*a **a ", _SMALL), "lost|read"),
    ("ticks of every length", "folder", b"a.md", lambda: _ticks(_SMALL), "lost|read"),
    ("quotations in quotations", "folder", b"a.md", lambda: b">" * _SMALL + b"a", "lost|read"),
    (
        "lists in lists",
        "folder",
        b"a.md",
        lambda: b"".join(b" " * (n % 1000 * 2) + b"- a\n" for n in range(_SMALL // 1000)),
        "lost|read",
    ),
    (
        "a table of a hundred thousand columns",
        "folder",
        b"a.md",
        lambda: b"|" + b"a|" * 70_000 + b"\n|" + b"-|" * 70_000 + b"\n",
        "lost|read",
    ),
    ("definitions without end", "folder", b"a.md", lambda: filled("[a]: b\n", _SMALL), "lost"),
    (
        "front matter of anchors",
        "folder",
        b"a.md",
        lambda: b"---\na: &a [x,x]\n" + filled("b: [*a,*a]\n", _SMALL) + b"---\nwords",
        "lost|read",
    ),
    ("headings and nothing else", "folder", b"a.md", lambda: filled("# a\n", _SMALL), "lost|read"),
    ("boxes that do not close", "folder", b"a.md", lambda: filled("<div>", _SMALL), "lost|read"),
    ("rulers", "folder", b"a.md", lambda: filled("- - - - ", _SMALL), "lost|read"),
    ("less-than signs", "folder", b"a.md", lambda: b"<" * _SMALL, "lost|read"),
]

PAGES = [*HTMLS, *TEXTS, *MARKDOWNS]
