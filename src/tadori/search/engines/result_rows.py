"""Extracts result rows from a page: by an engine's rule, or by the structure of the page when no rule matches.

Comes in: a parsed page and its address. Goes out: rows, in page order. Advertisements, answer boxes, carousels
and the engine's own links are left out. Engines rename their classes often; what stays is that a result is one of
several alike blocks, each with a link to somebody else's page, a heading, and some text.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tadori.model.ids import IsoDate, Url
from tadori.search.engines.links import result_target
from tadori.search.engines.markup import HtmlElement, element_text
from tadori.text.dates import dates

LONGEST_TITLE: Final = 300
LONGEST_SNIPPET: Final = 1000
MOST_RESULTS: Final = 100
"""A page that lists more is no result page."""
_MOST_BLOCKS: Final = 300
_MOST_LINKS: Final = 1000
_MOST_PARTS: Final = 3000
"""Elements of one block: one with more holds several results, or was made to cost time."""
_LONGEST_NAMES: Final = 300
"""Characters of a class attribute that are read."""
_SHORTEST_SNIPPET: Final = 15
"""Characters: a block with less text is a menu entry."""
_BEFORE_DATE: Final = re.compile(r"\W*")
_AFTER_DATE: Final = re.compile(r"\s*(?:[·・|:—–-]|\.{2,3}|…|$)")
"""Separates the date of a result from its snippet."""

_AD_TOKEN: Final = re.compile(
    r"(?:ads?|b_ad(?:s|Top|Bottom|LastChild|_\w*)?|commercial[-_]?unit\w*|sponsored\w*|sponsor|advert\w*|text-ad|result--ad\w*)$",
    re.IGNORECASE,
)
_AD_PART: Final = re.compile(r"(?:^|[-_])(?:ads?|sponsored|advert\w*)(?:[-_]|$)", re.IGNORECASE)
_AD_LABELS: Final = frozenset(
    "ad ads ad· sponsored sponsored· advertisement anzeige annonce publicité anuncio реклама"
    " 広告 スポンサー スポンサード 广告".split()
)
_NO_RESULTS_IN: Final = frozenset("nav header footer aside form dialog details select menu".split())


_TitleLink = tuple[HtmlElement, str, Url]
"""A link that could be a result: element, title, address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A result as a page shows it."""

    title: str
    url: Url
    snippet: str
    date: IsoDate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRule:
    """Where an engine's results are in its markup, as XPath: `blocks` in the page, the others within a block."""

    blocks: str
    title: str
    link: str = ""
    """Elements with `href`; empty takes the link in or around the title."""
    snippet: str = ""
    date: str = ""
    skip: str = ""
    """A block that matches this is not an organic result."""


def rows_by_rule(tree: HtmlElement, rule: ResultRule, base: str, *, own: bool) -> list[ResultRow]:
    """The results found by `rule`, in order."""
    blocks = [block for block in tree.xpath(rule.blocks)[:_MOST_BLOCKS] if not _is_container(block)]
    rows = (_row(block, rule, base, own) for block in blocks if not (rule.skip and block.xpath(rule.skip)))
    return _distinct([row for row in rows if row is not None])


def _is_container(block: HtmlElement) -> bool:
    return next(islice(block.iter(), _MOST_PARTS, None), None) is not None


def _row(block: HtmlElement, rule: ResultRule, base: str, own: bool) -> ResultRow | None:
    if is_advertisement(block):
        return None
    heads = block.xpath(rule.title)
    if not heads:
        return None
    title = element_text(heads[0], LONGEST_TITLE)
    links = block.xpath(rule.link) if rule.link else _links_at(heads[0])
    url = next((found for link in links if (found := result_target(link.get("href") or "", base, own=own))), None)
    if url is None or not title:
        return None
    texts = [element_text(part, LONGEST_SNIPPET) for part in (block.xpath(rule.snippet)[:3] if rule.snippet else [])]
    snippet = next((text for text in texts if text), "")
    shown = [element_text(part, 60) for part in (block.xpath(rule.date)[:1] if rule.date else [])]
    return ResultRow(
        title=title, url=url, snippet=snippet, date=first_date(shown[0]) if shown else leading_date(snippet)
    )


def _links_at(head: HtmlElement) -> list[HtmlElement]:
    """Links in `head`, else the one around it."""
    inside = [link for link in head.iter("a") if link.get("href")]
    return inside or [link for link in head.iterancestors("a") if link.get("href")]


def rows_by_shape(tree: HtmlElement, base: str, *, own: bool) -> list[ResultRow]:
    """The results of a page with unknown markup: the largest group of similar links that each have text beside them."""
    families: dict[tuple[str, ...], list[_TitleLink]] = defaultdict(list)
    for link in _title_links(tree, base, own):
        families[tuple(above.tag for above in link[0].iterancestors())].append(link)
    best = max((_family_rows(family) for family in families.values()), key=_weight, default=[])
    return _distinct(best) if _weight(best)[0] > 1 else []


def _family_rows(family: Sequence[_TitleLink]) -> list[ResultRow]:
    titles_below: Counter[HtmlElement] = Counter(above for link, _, _ in family for above in link.iterancestors())
    rows: list[ResultRow] = []
    for link, title, url in family:
        block = _block_of(link, titles_below)
        if is_advertisement(block):
            continue
        snippet = _snippet_of(block, link, title)
        rows.append(ResultRow(title=title, url=url, snippet=snippet, date=leading_date(snippet)))
    return rows


def _weight(family: Sequence[ResultRow]) -> tuple[int, int]:
    """How many rows have a snippet, and its total length; (0, 0) when most of the group have none."""
    lengths = [len(row.snippet) for row in family if len(row.snippet) >= _SHORTEST_SNIPPET]
    return (len(lengths), sum(lengths)) if 2 * len(lengths) >= len(family) else (0, 0)


def _title_links(tree: HtmlElement, base: str, own: bool) -> list[_TitleLink]:
    """Links that could be the title of a result: those with a heading when there are several, else all with words."""
    found = [
        (link, head, url)
        for link in islice(tree.iter("a"), _MOST_LINKS)
        if link.get("href") and not _in_navigation(link) and (url := result_target(link.get("href"), base, own=own))
        for head in [_heading_of(link)]
    ]
    headed = [(link, element_text(head, LONGEST_TITLE), url) for link, head, url in found if head is not None]
    plain = [(link, _last_line(link), url) for link, head, url in found if head is None]
    chosen = headed if len(headed) > 1 else plain
    return [one for one in chosen if one[1] and not one[1].startswith(("http:", "https:"))]


def _last_line(link: HtmlElement) -> str:
    """The title in a link without a heading: its last block, where site and address stand before it."""
    lines = [element_text(part, LONGEST_TITLE) for part in link if part.tag in ("div", "p")]
    return next((line for line in reversed(lines) if line), "") or element_text(link, LONGEST_TITLE)


def _heading_of(link: HtmlElement) -> HtmlElement | None:
    inside = next(link.iter("h2", "h3", "h4"), None)
    if inside is not None:
        return inside
    around = next(link.iterancestors("h2", "h3", "h4"), None)
    return link if around is not None else None


def _in_navigation(link: HtmlElement) -> bool:
    """Whether a link is in navigation or beside the list.

    Decided by element names only, because class names mislead: on one page `large-footer` encloses everything."""
    return any(above.tag in _NO_RESULTS_IN for above in link.iterancestors())


def _block_of(link: HtmlElement, titles_below: Counter[HtmlElement]) -> HtmlElement:
    """The largest element around `link` that holds no other title."""
    block = link
    for above in link.iterancestors():
        if titles_below[above] > 1 or above.tag in ("body", "html"):
            break
        block = above
    return block


def _snippet_of(block: HtmlElement, link: HtmlElement, title: str) -> str:
    """The longest text in a block besides its title: addresses and labels are shorter than snippets."""
    title_parts = {*link.iter(), *link.iterancestors()}
    texts = [
        element_text(part, LONGEST_SNIPPET)
        for part in islice(block.iter("p", "div", "span", "td", "dd", "li", "a"), _MOST_PARTS)
        if part not in title_parts and not any(child.tag in ("div", "p", "td", "li") for child in part)
    ]
    return max((text for text in texts if text != title), key=len, default="")


def is_advertisement(block: HtmlElement) -> bool:
    """Whether a block is marked as an advertisement: by a class, id or test name on or near it, or by a label in it."""
    if (
        any(_AD_TOKEN.match(token) or _AD_PART.search(token) for token in _tokens(block))
        or "data-text-ad" in block.attrib
    ):
        return True
    near = list(block.iterancestors())[:4]
    if any(_AD_TOKEN.match(token) for above in near if above.tag not in ("body", "html") for token in _tokens(above)):
        return True
    parts = islice(block.iter("span", "div", "button", "small", "label", "p"), _MOST_PARTS)
    return any(_is_ad_label(part) for part in parts)


def _is_ad_label(part: HtmlElement) -> bool:
    if len(part) > 0 or not part.text or len(part.text) > 24:
        return False
    return part.text.strip().lower() in _AD_LABELS


def _tokens(element: HtmlElement) -> Iterator[str]:
    for name in ("class", "id", "data-testid", "data-test-id", "data-type", "role"):
        yield from (element.get(name) or "")[:_LONGEST_NAMES].split()


def first_date(text: str) -> IsoDate | None:
    """The first date with a year in `text`; `3 days ago` is ignored, because the current day is not known here."""
    return next((found.iso for found in dates(text) if found.iso), None)


def leading_date(snippet: str) -> IsoDate | None:
    """The date that an engine put in front of a snippet; not a date within the text ("May 1987 was warm")."""
    opening = snippet[:60]
    first = next(iter(dates(opening)), None)
    if first is None or first.day is None or not _BEFORE_DATE.fullmatch(opening[: first.start]):
        return None
    return first.iso if _AFTER_DATE.match(opening[first.end :]) else None


def _distinct(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Without repeats; two titles for one address stay two results."""
    return list(dict.fromkeys(rows))[:MOST_RESULTS]
