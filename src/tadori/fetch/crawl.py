"""Chooses the links to follow from a page (§3.1.2): HTML comes in, the links worth reading go out, best first.

Within one registrable domain, two links deep at most, the table of contents and related pages first, navigation last,
in an order that depends on the page's type. Nothing is requested; robots.txt and pace are the caller's.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any, Final

from tadori.errors import AddressForbidden, SourceTooLarge
from tadori.fetch.traps import address_shape, count_shapes, why_trap
from tadori.model.ids import Url
from tadori.model.page import PageType
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import CRAWL_DEPTH, MAX_LINKS
from tadori.text.tags import MOST_ATTRIBUTES, has_many_attributes
from tadori.text.urls import domain_of, page_key, parse_url


class LinkPlace(StrEnum):
    """The part of a page that a link is in, most promising first."""

    TOC = "toc"
    RELATED = "related"
    NEXT = "next"
    """The next page of a series, or any page of a pager."""
    ITEM = "item"
    """A link that is an entry of a list, a table or a headline."""
    BODY = "body"
    NAV = "nav"
    FOOTER = "footer"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
    url: Url
    text: str
    place: LinkPlace


_RANK: Final = {place: rank for rank, place in enumerate(LinkPlace)}
_USUAL: Final = (
    (LinkPlace.TOC,),
    (LinkPlace.RELATED,),
    (LinkPlace.NEXT,),
    (LinkPlace.ITEM, LinkPlace.BODY),
    (LinkPlace.NAV,),
    (LinkPlace.FOOTER,),
)
_STRATEGY: Final = {
    PageType.ARTICLE: (
        (LinkPlace.TOC,),
        (LinkPlace.RELATED,),
        (LinkPlace.NEXT,),
        (LinkPlace.ITEM, LinkPlace.BODY),
        (LinkPlace.NAV,),
    ),
    PageType.KNOWLEDGE: (
        (LinkPlace.TOC,),
        (LinkPlace.RELATED,),
        (LinkPlace.ITEM, LinkPlace.BODY),
        (LinkPlace.NEXT,),
        (LinkPlace.NAV,),
    ),
    PageType.LIST: (
        (LinkPlace.ITEM,),
        (LinkPlace.NEXT,),
        (LinkPlace.TOC, LinkPlace.BODY),
        (LinkPlace.RELATED,),
        (LinkPlace.NAV,),
    ),
    PageType.NOTICE: ((LinkPlace.ITEM,), (LinkPlace.BODY,), (LinkPlace.RELATED,), (LinkPlace.NEXT,), (LinkPlace.NAV,)),
    PageType.FORUM: ((LinkPlace.NEXT,), (LinkPlace.ITEM, LinkPlace.BODY), (LinkPlace.RELATED,)),
    PageType.LOGIN: (),
}
"""By type of page, the parts whose links are followed, best first; links of other parts are not followed."""


def next_links(
    page_url: str,
    page_type: PageType,
    links: Sequence[PageLink],
    *,
    depth: int,
    seen: Collection[str],
    limit: int = 50,
) -> list[Url]:
    """The addresses to read after the page at `page_url`, which is `depth` links from the start, best first.

    `seen` holds the addresses (as `page_key` gives them) that were read or are waiting.
    """
    if depth >= CRAWL_DEPTH:
        return []
    known, domain = {*seen, page_key(page_url)}, domain_of(page_url)
    shapes = count_shapes(known)
    found: list[Url] = []
    for link in _in_order(links, page_type):
        if len(found) == limit:
            break
        if link.url in known or domain_of(link.url) != domain:
            continue
        if why_trap(link.url, link.text, page_url=page_url, shapes=shapes) is None:
            known.add(link.url)
            shapes[address_shape(link.url)] += 1
            found.append(link.url)
    return found


def _in_order(links: Sequence[PageLink], page_type: PageType) -> Iterator[PageLink]:
    for places in _STRATEGY.get(page_type, _USUAL):
        yield from (link for link in links if link.place in places)


def page_links(html: bytes, base_url: str, *, charset: str | None = None) -> list[PageLink]:
    """The links of a page, in its order, each address once, with its most promising part of the page.

    Links to the page itself, to other schemes, marked `nofollow`, and all links of a page that asks not to be followed
    are left out.

    Raises:
        SourceTooLarge: more HTML, or more attributes of one element, than is read.
    """
    if len(html) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(base_url, f"more than {MAX_DOCUMENT_BYTES} bytes")
    if has_many_attributes(html):
        raise SourceTooLarge(base_url, f"an element has more than {MOST_ATTRIBUTES} attributes")
    root = _root(html, charset)
    if root is None or _asks_not_to(root):
        return []
    base = _base(root, base_url)
    found: dict[Url, PageLink] = {page_key(base_url): PageLink(url=Url(base_url), text="", place=LinkPlace.TOC)}
    for element, place in _Walk().through(root):
        if len(found) > MAX_LINKS:
            break
        url = _address(element, base)
        if url is None or (url in found and _RANK[found[url].place] <= _RANK[place]):
            continue
        found[url] = PageLink(url=url, text=_words(element), place=place)
    return list(found.values())[1:]


def _root(html: bytes, charset: str | None) -> Any:
    """The parsed page; None when there is nothing to parse."""
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it
    from lxml import html as lxml_html  # lazy: lxml takes 30 ms to load, and only some pages need it

    if not html.strip():
        return None
    try:
        parser = lxml_html.HTMLParser(encoding=charset or _guess(html), remove_comments=True, huge_tree=False)
    except LookupError:
        parser = lxml_html.HTMLParser(encoding=_guess(html), remove_comments=True, huge_tree=False)
    try:
        return lxml_html.document_fromstring(html, parser=parser)
    except etree.ParserError:
        return None


def _guess(html: bytes) -> str | None:
    """`utf-8` when the bytes are valid UTF-8; otherwise None: the parser then uses the declared charset."""
    try:
        html.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _asks_not_to(root: Any) -> bool:
    metas = ((meta.get("name") or "", meta.get("content") or "") for meta in root.iter("meta"))
    wishes = [content.lower() for name, content in metas if name.lower() in {"robots", "tadori"}]
    return any({"nofollow", "none"} & set(re.split(r"[\s,]+", wish)) for wish in wishes)


def _base(root: Any, url: str) -> str:
    """The base address of relative links: the page's `base` element, else its own address."""
    stated = next((element.get("href") for element in root.iter("base") if element.get("href")), None)
    if stated is None:
        return url
    try:
        return parse_url(str(stated), url)
    except AddressForbidden:
        return url


def _address(element: Any, base: str) -> Url | None:
    rel = set((element.get("rel") or "").lower().split())
    if rel & {"nofollow", "ugc", "sponsored"} or element.get("download") is not None:
        return None
    try:
        return page_key(parse_url(element.get("href"), base))
    except AddressForbidden:
        return None


def _text(element: Any, most: int) -> str:
    """The beginning of an element's text: `most` characters or a few more, read no further than needed."""
    pieces: list[str] = []
    length = 0
    for piece in islice(element.itertext(), most):
        words = piece.split()
        if words:
            pieces += words
            length += sum(map(len, words))
        if length > most:
            break
    return " ".join(pieces)


def _words(element: Any) -> str:
    """The text of a link, or what stands for it."""
    text = _text(element, 200)
    if not text:
        stated = [element.get("title"), element.get("aria-label"), *(image.get("alt") for image in element.iter("img"))]
        text = next((" ".join(words.split()) for words in stated if words and words.strip()), "")
    return text[:200]


_TOC_WORDS: Final = re.compile(
    r"目次|もくじ|この(?:ページ|記事)の(?:目次|内容|構成)|章立て|(?:table of )?contents|on this page|in this article",
    re.I,
)
_RELATED_WORDS: Final = re.compile(
    r"関連(?:記事|リンク|ページ|情報|項目|ニュース|文書|資料|コンテンツ|トピック)?(?:一覧)?|[あ合]わせて読みたい(?:記事)?"
    r"|(?:こちらも)?おすすめ(?:記事|の記事)?|参考(?:文献|リンク|資料|サイト)?|出典|脚注|関係資料"
    r"|related(?: (?:articles?|links?|pages?|posts?|content|topics?|stories|documents?))?|see also|further reading"
    r"|read next|you (?:may|might) also like|recommended(?: reading)?|more (?:on|from|about) .{1,60}|references"
    r"|sources",
    re.I,
)
_NEXT_WORDS: Final = re.compile(
    r"(?:次(?:へ|の?ページ(?:へ)?|の\d+件)|next(?: page)?|older(?: posts)?)?\s*[>›»→≫▶]*", re.I
)
_BACK_WORDS: Final = re.compile(
    r"[<‹«←≪◀]*\s*(?:前(?:へ|の?(?:ページ|記事|投稿)(?:へ)?|の\d+件)|prev(?:ious)?(?: (?:page|post|article))?"
    r"|newer(?: posts)?)",
    re.I,
)


def _named(words: str) -> re.Pattern[str]:
    """Finds a class or id that is called one of `words`, alone or with a prefix or suffix (`site-footer`, `toc_1`).

    `has-sidebar` and the like describe a page that has one.
    """
    return re.compile(rf"(?:^|[-_ ])(?<!has[-_])(?<!with[-_])(?<!no[-_])(?:{words})(?:$|[-_ ])")


_NAMES: Final = (
    (_named(r"toc|mokuji|table-?of-?contents"), LinkPlace.TOC),
    (_named(r"related\w*|recommend\w*|see-?also|further-reading|kanren"), LinkPlace.RELATED),
    (_named(r"pagination|pager|pagenav\w*|page-?numbers?|paging"), LinkPlace.NEXT),
    (_named(r"footer|copyright|site-?info"), LinkPlace.FOOTER),
    (_named(r"nav|navi|navbar|[gl]navi?|global-?nav\w*|menu|breadcrumbs?|topic-?path|pankuzu|sidebar"), LinkPlace.NAV),
    (_named(r"side-?nav|(?:site|global|page)-?header|sns|social|share|tags?|tagcloud|login"), LinkPlace.NAV),
)
_BY_ROLE: Final = {
    "navigation": LinkPlace.NAV,
    "banner": LinkPlace.NAV,
    "menu": LinkPlace.NAV,
    "menubar": LinkPlace.NAV,
    "contentinfo": LinkPlace.FOOTER,
    "doc-toc": LinkPlace.TOC,
    "main": LinkPlace.BODY,
}
_BY_TAG: Final = {
    "nav": LinkPlace.NAV,
    "aside": LinkPlace.NAV,
    "footer": LinkPlace.FOOTER,
    "main": LinkPlace.BODY,
    "article": LinkPlace.BODY,
}
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_TITLES: Final = frozenset("p div dt summary caption legend strong b span".split())
"""Elements that act as a heading when their whole text is one of the known heading texts."""
_ENTRIES: Final = frozenset("li td dt dd".split()) | _HEADINGS
_BLOCKS: Final = _ENTRIES | frozenset("p div section article blockquote figcaption body".split())
_TITLE_CHARS: Final = 80


@dataclass(slots=True)
class _Walk:
    """Walks through a page and knows for every link which part it is in."""

    stack: list[tuple[int, LinkPlace]] = field(default_factory=lambda: [(0, LinkPlace.BODY)])
    """The enclosing parts that are named, each with its depth."""
    section: tuple[int, LinkPlace] | None = None
    """The part announced by the last heading, with the depth of its container; valid until the container ends."""
    depth: int = 0

    def through(self, root: Any) -> Iterator[tuple[Any, LinkPlace]]:
        from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

        for event, element in etree.iterwalk(root, events=("start", "end")):
            if not isinstance(element.tag, str):
                continue
            if event == "start":
                self._enter(element)
                if element.tag in {"a", "area"} and element.get("href") is not None:
                    yield element, self._place(element)
                elif element.tag == "link" and element.get("href") and element.get("rel") == "next":
                    yield element, LinkPlace.NEXT
            else:
                self._leave(element)

    def _enter(self, element: Any) -> None:
        self.depth += 1
        place = self._own(element)
        if place is not None:
            self.stack.append((self.depth, place))

    def _leave(self, element: Any) -> None:
        self.depth -= 1
        while self.stack[-1][0] > self.depth:
            self.stack.pop()
        if self.section is not None and self.section[0] > self.depth:
            self.section = None
        if element.tag in _HEADINGS or element.tag in _TITLES:
            announced = _announced(element)
            if announced is not None:
                self.section = (self.depth, announced)
            elif element.tag in _HEADINGS:
                self.section = None

    def _own(self, element: Any) -> LinkPlace | None:
        """The part that an element names by class, id, role or tag."""
        if element.tag in {"a", "body", "html"}:
            return None
        names = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
        named = next((place for pattern, place in _NAMES if pattern.search(names)), None)
        if named is not None:
            return named
        role = _BY_ROLE.get((element.get("role") or "").lower()) or _BY_TAG.get(element.tag)
        if element.tag == "header" and self.stack[-1] == (0, LinkPlace.BODY):
            return LinkPlace.NAV  # the page's own, not an article's
        return role

    def _place(self, element: Any) -> LinkPlace:
        depth, place = self.stack[-1]
        if self.section is not None and self.section[0] >= depth:
            place = self.section[1]
        text = _words(element)
        if _BACK_WORDS.fullmatch(text):
            return LinkPlace.NAV
        leads_on = "next" in (element.get("rel") or "").lower().split() or _leads_on(text)
        if leads_on and place not in {LinkPlace.TOC, LinkPlace.RELATED, LinkPlace.FOOTER}:
            return LinkPlace.NEXT
        return LinkPlace.ITEM if place is LinkPlace.BODY and _is_entry(element) else place


def _leads_on(text: str) -> bool:
    return bool(text) and _NEXT_WORDS.fullmatch(text) is not None


def _announced(element: Any) -> LinkPlace | None:
    """The part that a heading, or a line acting as one, announces."""
    text = _text(element, _TITLE_CHARS).strip("：: 　■◆▼●【】[]")
    if not text or len(text) > _TITLE_CHARS or (element.tag in _TITLES and next(element.iter("a"), None) is not None):
        return None
    if _TOC_WORDS.fullmatch(text):
        return LinkPlace.TOC
    return LinkPlace.RELATED if _RELATED_WORDS.fullmatch(text) else None


def _is_entry(element: Any) -> bool:
    """Whether the nearest block around a link is an entry of a list or table, or a headline."""
    block = next((above for above in element.iterancestors() if above.tag in _BLOCKS), None)
    inner = any(below.tag in _HEADINGS for below in element.iter())
    return inner or (block is not None and block.tag in _ENTRIES)
