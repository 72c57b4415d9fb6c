"""Labels the pages of `pages/` once: which text of a page is prose of the document, which is not.

In: the saved pages and, for every maker of pages, where its documents stand and what in them is no prose. Out:
`labels.json.gz`, which the gate reads. The rules were written from the markup of each maker and corrected after looking
through the short blocks and the unlabelled text of every page (`SOURCES.md`); our own extraction has no part in it.
Run again only when pages are added: `python -m tests.gates.reading.labelling`.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lxml import etree

FOLDER: Final = Path(__file__).resolve().parent / "pages"
LABELS: Final = FOLDER.parent / "labels.json.gz"
_MACHINERY: Final = frozenset("script style template noscript svg math head title".split())
_INLINE: Final = frozenset(
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark q s samp small span strong sub"
    " sup time tt u var wbr".split()
)
PROSE: Final = "prose"
HEADING: Final = "heading"
CODE: Final = "code"
SIDE: Final = "beside"
"""Belongs to the document, and is neither prose nor navigation: signatures, lists of links to see also, notices."""


def _has(name: str) -> str:
    return f"contains(concat(' ',normalize-space(@class),' '),' {name} ')"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRules:
    """Where the document stands in a page (XPath), and which parts of it are something else than prose."""

    main: str
    furniture: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    heading: tuple[str, ...] = ()


_HEADINGS: Final = "//h1|//h2|//h3|//h4|//h5|//h6"
_SPHINX: Final = PageRules(
    main=f"//div[{_has('body')}]",
    furniture=(f"//a[{_has('headerlink')}]", f"//div[{_has('toctree-wrapper')}]", f"//nav[{_has('contents')}]"),
    beside=(f"//dt[{_has('sig')}]",),
    heading=(f"//p[{_has('rubric')}]", f"//p[{_has('admonition-title')}]"),
)
_DOCBOOK: Final = PageRules(
    main="/html/body/div",
    furniture=(
        f"//div[{_has('toc')}]",
        f"//div[{_has('navheader')}]",
        f"//div[{_has('navfooter')}]",
        f"//a[{_has('id_link')}]",
    ),
    beside=(f"//div[{_has('cmdsynopsis')}]", f"//div[{_has('legalnotice')}]", f"//p[{_has('copyright')}]"),
    heading=(
        f"//p[{_has('title')}]",
        f"//div[{_has('titlepage')}]",
        f"//div[{_has('note')} or {_has('tip')} or {_has('warning')} or {_has('caution')} or {_has('important')}]//th",
    ),
)
_PUBLICAN: Final = PageRules(
    main="/html/body/div[not(@id='banner')]",
    furniture=(f"//div[{_has('toc')}]",),
    heading=(f"//p[{_has('title')}]", f"//div[{_has('titlepage')}]"),
)
_APACHE: Final = PageRules(
    main="//div[@id='page-content']",
    furniture=(
        f"//div[{_has('toplang')}]",
        f"//div[{_has('bottomlang')}]",
        "//div[@id='quickview']",
        f"//div[{_has('top')}]",
        f"//div[{_has('up')}]",
        f"//a[{_has('permalink')}]",
        "//div[@id='comments_section']",
        "//button",
        "//h2[@id='options']/following-sibling::ul[1]",
    ),
    beside=(
        f"//ul[{_has('seealso')}]",
        f"//div[{_has('outofdate')}]",
        "//h3[.='See also' or .='参照']/following-sibling::ul[1]",
    ),
    code=(f"//div[{_has('example')}]",),
)
_ASCIIDOC: Final = PageRules(
    main="//div[@id='header' or @id='content' or @id='footnotes']",
    furniture=("//div[@id='toc']",),
    beside=(f"//td[{_has('icon')}]", f"//div[{_has('details')}]", "//div[@id='copyright']"),
    heading=(f"//div[{_has('title')}]",),
)
_MDBOOK: Final = PageRules(main="//main", furniture=(f"//div[{_has('buttons')}]", "//nav"))
_RUSTDOC: Final = PageRules(
    main="//section[@id='main-content']",
    furniture=(
        f"//summary[{_has('hideme')}]",
        f"//a[{_has('srclink')}]",
        f"//a[{_has('anchor')}]",
        f"//a[{_has('test-arrow')}]",
        f"//*[{_has('out-of-band')}]",
        f"//*[{_has('rightside')}]",
        "//button",
        "//div[@id='rustdoc-vars']",
    ),
    heading=(f"//*[{_has('code-header')}]",),
)
_DOXYGEN: Final = PageRules(
    main=f"//div[{_has('contents')}]|//div[{_has('headertitle')}]",
    furniture=(f"//*[{_has('permalink')}]", f"//div[{_has('ingroups')}]", f"//td[{_has('mdescRight')}]/a[.='More...']"),
    code=(
        f"//td[{_has('memItemLeft')}]",
        f"//td[{_has('memItemRight')}]",
        f"//div[{_has('memproto')}]",
        f"//div[{_has('fragment')}]",
    ),
    heading=(f"//div[{_has('title')}]",),
)
RULES: Final = {
    "python": _SPHINX,
    "bind9": PageRules(
        main="//div[@itemprop='articleBody']",
        furniture=_SPHINX.furniture,
        beside=_SPHINX.beside,
        heading=_SPHINX.heading,
    ),
    "devref": _SPHINX,
    "postgresql": _DOCBOOK,
    "debianref": _DOCBOOK,
    "instguide": _DOCBOOK,
    "handbook": _PUBLICAN,
    "apache": _APACHE,
    "git": _ASCIIDOC,
    "kicad": _ASCIIDOC,
    "rustbook": _MDBOOK,
    "rustref": _MDBOOK,
    "rustdoc": _RUSTDOC,
    "glfw": _DOXYGEN,
}
"""The first word of a page's file name, and how its maker writes."""


def labelled(name: str, page: bytes) -> list[tuple[str, str]]:
    """The blocks of a page that belong to its document, in order, each with its label."""
    tree = etree.fromstring(page, etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True))
    rules = RULES[name.partition("-")[0]]
    marked: dict[Any, str] = {}
    for label, paths in ((HEADING, (_HEADINGS, *rules.heading)), (SIDE, rules.beside), (CODE, ("//pre", *rules.code))):
        marked |= {element: label for path in paths for element in tree.xpath(path)}
    marked |= {element: "" for path in rules.furniture for element in tree.xpath(path)}
    mains = [main for main in tree.xpath(rules.main) if marked.get(main) != ""]
    found = [block for main in mains for block in _blocks(main, marked)]
    return [(label, text) for label, text in found if label and text]


def _blocks(element: Any, marked: dict[Any, str], label: str = PROSE) -> Iterator[tuple[str, str]]:
    """The runs of text in `element`: one ends where an element begins or ends that is no inline one."""
    run: list[str] = []

    def ended() -> Iterator[tuple[str, str]]:
        text = " ".join("".join(run).split())
        run.clear()
        yield label, text

    def inside(around: Any) -> Iterator[tuple[str, str]]:
        run.append(around.text or "")
        for kid in around:
            if marked.get(kid) == "" or kid.tag in _MACHINERY:
                pass
            elif kid.tag == "br":
                run.append(" ")
            elif kid.tag in _INLINE and kid not in marked:
                yield from inside(kid)
            else:
                yield from ended()
                own = marked.get(kid, label) if label == PROSE else label
                yield from _blocks(kid, marked, own)
            run.append(kid.tail or "")

    yield from inside(element)
    yield from ended()


def saved_pages() -> list[tuple[str, bytes]]:
    """Every page with its name, in the order of the names."""
    return [
        (path.name.removesuffix(".html.gz"), gzip.decompress(path.read_bytes())) for path in sorted(FOLDER.iterdir())
    ]


def main() -> None:
    """Write the labels of all pages."""
    labels = {name: labelled(name, page) for name, page in saved_pages()}
    LABELS.write_bytes(gzip.compress(json.dumps(labels, ensure_ascii=False).encode(), mtime=0))


if __name__ == "__main__":
    main()
