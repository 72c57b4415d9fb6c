"""Reads what a page says about itself: title, author, own address, metadata.

In: a parsed page. Out: a `PageHead`. One pass over the few elements that can say it. JSON-LD is read with bounded
patterns, not parsed: half of it is broken, and nesting has no limit there.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from tadori.extract.cleaning import LINE, clean_paragraphs
from tadori.text.normalise import squash

_SEPARATOR: Final = re.compile(
    r"\s+[|｜–—\-−:：»«/·•<>＜＞~〜～]+\s+|\s*[|｜»＜]\s*|(?<=[^\x00-\x7f])\s*[:：\-－–—]\s*|\s+[-－–—:：](?=\S)"
)
_LD_STRING: Final = r'"\s*:\s*"((?:[^"\\]|\\.){1,500})"'
_LD: Final = {name: re.compile(rf'"{name}{_LD_STRING}') for name in ("headline",)}
_LD_TYPE: Final = re.compile(r'"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})"')
_LD_AUTHOR: Final = re.compile(
    r'"(?:author|creator)"\s*:\s*(?:\[\s*)?(?:\{[^{}]{0,600}?"name"\s*:\s*)?"((?:[^"\\]|\\.){1,200})"'
)
_LD_LIMIT: Final = 200_000
_SPACE: Final = re.compile(r"\s+")
_BYLINE: Final = re.compile(
    r"^(?:by|written by|von|par|文[:：●]?|著者[:：]?|執筆[:：]?|記者[:：]?|text by)\s*", re.IGNORECASE
)
_AUTHOR_METAS: Final = (
    "author",
    "article:author",
    "dc.creator",
    "dcterms.creator",
    "parsely-author",
    "sailthru.author",
    "twitter:creator",
)
_MAX_TITLE: Final = 500
_MAX_META: Final = 2000
_MAX_HEADINGS: Final = 60
_MAX_RELATIONS: Final = 40
_SHORTEST_TITLE: Final = 4


@dataclass(slots=True)
class PageHead:
    """What the page states about itself."""

    title: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    """First content of each `<meta>`, by lower-case name, property or itemprop."""
    canonical: str = ""
    base: str = ""
    relations: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Address and title of the first `<link>` of each relation (`home`, `up`), lower case."""
    lang: str = ""
    headings: list[tuple[int, str]] = field(default_factory=list)
    """Level and text of the first headings down to the third level."""
    ld_scripts: list[str] = field(default_factory=list)
    """Every script of JSON-LD, as far as all together are not too long."""
    has_password: bool = False

    @property
    def ld(self) -> str:
        """All JSON-LD, joined and cut."""
        return "\n".join(self.ld_scripts)

    def ld_value(self, name: str) -> str:
        """The first string called `name` in JSON-LD, or the empty string."""
        match = _LD[name].search(self.ld)
        return _unescaped(match[1]) if match else ""

    def ld_types(self) -> set[str]:
        return set(_LD_TYPE.findall(self.ld))


def head_of(tree: Any) -> PageHead:
    """Read the elements of `tree` that speak about the page."""
    head = PageHead(lang=(tree.get("lang") or tree.get("xml:lang") or "").lower())
    readers = {
        "title": _read_title,
        "meta": _read_meta,
        "link": _read_link,
        "base": _read_base,
        "h1": _read_heading,
        "h2": _read_heading,
        "h3": _read_heading,
        "script": _read_script,
        "input": _read_input,
    }
    for element in tree.iter(*readers):
        readers[element.tag](element, head)
    return head


def page_title(head: PageHead) -> str:
    """The title of the document without the name of its site, or the empty string where none is given."""
    stated = clean_line(head.metas.get("og:title", "") or head.metas.get("twitter:title", ""))
    written = clean_line(head.title)
    printed = _printed_title(head, [squash(stated), squash(written)])
    if printed:
        return printed[:_MAX_TITLE]
    best = _without_site(stated or written, head)
    if best:
        return best[:_MAX_TITLE]
    first = next((text for level, text in head.headings if level == 1), "")
    return (first or head.ld_value("headline"))[:_MAX_TITLE]


def _printed_title(head: PageHead, stated: list[str]) -> str:
    """The longest heading that the head repeats: what stands in both is the title, the head only adds the site."""
    repeated = [
        (len(letters), -level, text)
        for level, text in head.headings
        if len(letters := squash(text)) >= _SHORTEST_TITLE and any(letters in other for other in stated)
    ]
    return max(repeated, default=(0, 0, ""))[2]


def page_author(head: PageHead) -> str:
    """Who the page names as its author, or the empty string. An address is nobody's name."""
    match = _LD_AUTHOR.search(head.ld)
    named = [head.metas.get(name, "") for name in _AUTHOR_METAS]
    for candidate in [*named[:1], _unescaped(match[1]) if match else "", *named[1:]]:
        name = _BYLINE.sub("", clean_line(candidate))
        if name and "://" not in name and len(name) <= 120:
            return name
    return ""


def canonical_of(head: PageHead, url: str) -> str:
    """The absolute web address the page names as its own, or the empty string."""
    stated = head.canonical or head.metas.get("og:url", "")
    if not stated:
        return ""
    address = absolute_url(stated, url)
    return address if urlsplit(address).netloc else ""


def absolute_url(address: str, base: str) -> str:
    """`address` made absolute, or the empty string where it is no web address."""
    try:
        joined = urljoin(base, address.strip())
    except ValueError:
        return ""
    return joined if joined.startswith(("http://", "https://")) else ""


def clean_line(text: str) -> str:
    """Clean text on one line."""
    return _SPACE.sub(" ", " ".join(clean_paragraphs(text.replace(LINE, " "))))


def _without_site(title: str, head: PageHead) -> str:
    """Drop a last (or first) part that is the name of the site."""
    site = head.metas.get("og:site_name", "").strip().lower()
    parts = [(match.start(), match.end()) for match in _SEPARATOR.finditer(title)]
    if not parts:
        return title
    first, last = title[: parts[0][0]], title[parts[-1][1] :]
    if site and (last.lower() == site or site in last.lower() or last.lower() in site):
        return title[: parts[-1][0]]
    if site and first.lower() == site:
        return title[parts[0][1] :]
    before = title[: parts[-1][0]]
    return before if len(last) < len(before) and len(last) <= 40 else title


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


def _read_title(element: Any, head: PageHead) -> None:
    parent = element.getparent()
    if not head.title and (parent is None or parent.tag != "svg"):
        head.title = "".join(element.itertext())[: 4 * _MAX_TITLE]


def _read_meta(element: Any, head: PageHead) -> None:
    content = element.get("content") or element.get("value")
    if not content:
        return
    for attribute in ("property", "name", "itemprop"):
        name = element.get(attribute)
        if name:
            head.metas.setdefault(name.strip().lower(), content.strip()[:_MAX_META])


def _read_link(element: Any, head: PageHead) -> None:
    relations, address = (element.get("rel") or "").lower().split(), (element.get("href") or "").strip()
    if not head.canonical and "canonical" in relations:
        head.canonical = address
    for relation in relations[:_MAX_RELATIONS]:
        if len(head.relations) < _MAX_RELATIONS:
            head.relations.setdefault(relation, (address[:_MAX_META], (element.get("title") or "")[:_MAX_TITLE]))


def _read_base(element: Any, head: PageHead) -> None:
    head.base = head.base or (element.get("href") or "").strip()


def _read_heading(element: Any, head: PageHead) -> None:
    if len(head.headings) < _MAX_HEADINGS:
        text = clean_line("".join(element.itertext())[:_MAX_TITLE])
        if text:
            head.headings.append((int(element.tag[1]), text))


def _read_script(element: Any, head: PageHead) -> None:
    if "ld+json" in (element.get("type") or "") and sum(map(len, head.ld_scripts)) < _LD_LIMIT:
        head.ld_scripts.append((element.text or "")[:_LD_LIMIT])


def _read_input(element: Any, head: PageHead) -> None:
    if (element.get("type") or "").lower() == "password":
        head.has_password = True
