"""Reads the result page of a site's own search: a response comes in, hits in page order go out.

Results are the group of links with the same markup path (tags and classes) that contain most of the query words; links
of navigation, to other sites and to further result pages are not results. A CAPTCHA or sign-in page is a refusal, a
page that says so has no results, and a page that shows neither is garbled.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from tadori.errors import AddressForbidden, RefusalKind, SourceGarbled, SourceRefused, SourceTooLarge, SourceUnreachable
from tadori.model.engine import Category, EngineResponse
from tadori.model.ids import Url
from tadori.model.query import Hit
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import MAX_LINKS
from tadori.search.apis.refusals import retry_after
from tadori.search.citations.cited_links import parse_page
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import fold, strip_invisible
from tadori.text.tokens import terms
from tadori.text.urls import WebUrl, page_key, parse_url, same_domain, split_url

_PATH: Final = 6
"""Ancestors that make up the markup path of a link."""
_CONTAINER: Final = 4
"""Levels that are climbed from a link to the box of its result."""
_LONGEST_TITLE: Final = 200
_LONGEST_SNIPPET: Final = 300
_BOX_TEXT: Final = 1200
_MOST_RESULTS: Final = 500
_BLOCKS: Final = ("p", "li", "td", "div", "br", "h1", "h2", "h3", "h4", "dt", "dd", "header", "article", "section")


def site_results(
    response: EngineResponse, words: str, *, domain: str, kind: Category, limit: int = 10
) -> tuple[Hit, ...]:
    """The results of a site's search for `words`; none when the page says that there are none.

    Raises:
        SourceRefused: the site refuses, shows a CAPTCHA or asks to sign in: `how` says which.
        SourceUnreachable: the site's search is down.
        SourceGarbled: neither results nor a message that there are none were found.
        SourceTooLarge: more bytes than a document may have.
    """
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    _check_answer(response)
    tree = parse_page(response.body, response.charset)
    if tree is None:
        raise SourceGarbled(response.url, "the result page is empty")
    etree.strip_elements(tree, "script", "style", "template", with_tail=False)
    for block in tree.iter(*_BLOCKS):  # what stands in two boxes is two words
        block.tail = f" {block.tail or ''}"
    query_terms = frozenset(terms(words)) | {fold(words)}
    found = _best_group(_links(tree, response.url, domain), query_terms)
    if not found:
        _check_walls(tree, response)
        if not _NOTHING.search(_text_of(tree, 200_000)):
            raise SourceGarbled(response.url, "no results, and no word that there are none")
    return tuple(
        Hit(
            title=link.title,
            url=link.url,
            snippet=link.snippet,
            date=None,
            engine=f"site:{domain}",
            rank=rank,
            source_tag=kind.value,
        )
        for rank, link in enumerate(found[:limit], start=1)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Link:
    url: Url
    title: str
    snippet: str
    markup_path: str


_CAPTCHA: Final = lazy_pattern(
    r"g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile|challenge-platform|/recaptcha/|captcha-delivery|name=\"captcha\"",
    re.IGNORECASE,
)
_CAPTCHA_WORDS: Final = lazy_pattern(
    r"not a robot|unusual traffic|verify (?:that )?you are human|ロボットではありません|画像認証|人間であること",
    re.IGNORECASE,
)
_NOTHING: Final = lazy_pattern(
    r"(?:no|0|zero) (?:results?|matches|documents?|items?)\b|did not match|nothing (?:was )?found|could not find any"
    r"|(?<!\d)[0０]\s*件|該当する?[^。]{0,20}(?:ありません|ございません|見つかりません)|見つかりませんでした"
    r"|一致する[^。]{0,20}(?:ありません|見つかりません)",
    re.IGNORECASE,
)
_FURNITURE: Final = frozenset("nav aside form noscript select button".split())
_EDGES: Final = frozenset({"header", "footer"})
"""Page furniture, but part of a result when inside one."""
_FURNITURE_MARK: Final = lazy_pattern(
    r"(?:global|g|local|l|main|site|side|sub)?[-_]?(?:nav|navi|navigation|menu)|breadcrumbs?(?:[-_]list)?|topic-?path"
    r"|(?:site|page|global)[-_]?(?:header|footer)|footer|pagers?|pagination|paging|side-?bar|share|sns(?:[-_]\w+)?|skip-?link",
    re.IGNORECASE,
)


def _check_answer(response: EngineResponse) -> None:
    if len(response.body) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(response.url, f"a page of more than {MAX_DOCUMENT_BYTES} bytes")
    if response.status >= 500:
        raise SourceUnreachable(response.url, f"its search answered {response.status}")
    if response.status >= 400 and response.status != 404:
        raise SourceRefused(response.url, f"its search answered {response.status}", retry_after(response))


def _check_walls(tree: Any, response: EngineResponse) -> None:
    source = response.body[:500_000].decode("utf-8", "replace")
    if _CAPTCHA.search(source) or _CAPTCHA_WORDS.search(_text_of(tree, 5_000)):
        raise SourceRefused(response.url, "captcha on the result page", how=RefusalKind.CAPTCHA)
    fields = [(field.get("type") or "").lower() for field in tree.iter("input")]
    if "password" in fields:
        raise SourceRefused(response.url, "login is asked for before results", how=RefusalKind.LOGIN)


def _links(tree: Any, url: str, domain: str) -> list[_Link]:
    """The links that may be results, with the text of the box around each; one per page."""
    leading = ((anchor, _result_address(anchor, url, domain)) for anchor in islice(_anchors(tree), MAX_LINKS))
    addressed = [(anchor, address) for anchor, address in leading if address is not None]
    pages_below = _pages_below(addressed)
    found: dict[str, _Link] = {}
    for anchor, address in addressed:
        title = _words(anchor, _LONGEST_TITLE)
        key = page_key(address)
        # A picture and `read more` lead where the title leads: the longest words are the title.
        if len(title) < 2 or (key in found and len(title) <= len(found[key].title)):
            continue
        if len(found) == _MOST_RESULTS:
            break
        found[key] = _Link(
            url=address, title=title, snippet=_snippet(anchor, pages_below, title), markup_path=_markup_path(anchor)
        )
    return list(found.values())


def _anchors(tree: Any) -> Iterator[Any]:
    """The links outside of navigation and other page furniture, in order."""
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    skipping: Any = None
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if skipping is not None:
            skipping = None if event == "end" and element is skipping else skipping
        elif event == "start" and _is_furniture(element):
            skipping = element
        elif event == "start" and element.tag == "a" and element.get("href"):
            yield element


def _is_furniture(element: Any) -> bool:
    if element.tag in {"html", "body", "main"}:
        return False
    if element.tag in _EDGES:
        return not any(parent.tag in {"article", "li", "main"} for parent in element.iterancestors())
    marks = f"{element.get('class') or ''} {element.get('id') or ''} {element.get('role') or ''}"[:300]
    return element.tag in _FURNITURE or any(_FURNITURE_MARK.fullmatch(mark) for mark in marks.split())


def _result_address(anchor: Any, url: str, domain: str) -> Url | None:
    """The address of a result; None for another site, this page, and further pages of this search."""
    href = anchor.get("href").strip()
    if not href or href.startswith("#"):
        return None
    try:
        address = parse_url(href, url)
    except AddressForbidden:
        return None
    if split_url(address).target == "/" or _is_same_search(split_url(url), split_url(address)):
        return None
    return address if same_domain(address, f"https://{domain}/") else None


def _is_same_search(here: WebUrl, there: WebUrl) -> bool:
    """Whether a link repeats the same search: `?q=tide&page=2`, but not `?p=123`."""
    path, _, query = here.target.partition("?")
    other_path, _, other_query = there.target.partition("?")
    same_place = (here.origin, path) == (there.origin, other_path)
    return same_place and (not query or bool(set(query.split("&")) & set(other_query.split("&"))))


def _pages_below(addressed: list[tuple[Any, Url]]) -> dict[Any, int]:
    """For each element just above links: how many different pages the links below it lead to."""
    pages: dict[Any, set[str]] = {}
    for anchor, address in addressed:
        for number, parent in enumerate(anchor.iterancestors()):
            if number == _CONTAINER:
                break
            pages.setdefault(parent, set()).add(address)
    return {element: len(addresses) for element, addresses in pages.items()}


def _snippet(anchor: Any, pages_below: dict[Any, int], title: str) -> str:
    """The text of the widest box around a link that holds no other result, without the title."""
    box = anchor
    for number, parent in enumerate(anchor.iterancestors()):
        if number == _CONTAINER or pages_below.get(parent, 0) > 1 or parent.tag in {"body", "main", "html"}:
            break
        box = parent
    text = _text_of(box, _BOX_TEXT)
    return strip_invisible(text.replace(title, "", 1)).strip()[:_LONGEST_SNIPPET]


def _markup_path(anchor: Any) -> str:
    """The path of tags and first classes above a link: equal for all results of one page."""
    path = [anchor, *list(anchor.iterancestors())[:_PATH]]
    return ">".join(f"{element.tag}.{(element.get('class') or '').split(' ')[0][:40]}" for element in path)


def _best_group(links: list[_Link], query_terms: frozenset[str]) -> list[_Link]:
    """The links with the markup path that contains most of the query words; empty when none does."""
    groups: dict[str, list[_Link]] = {}
    for link in links:
        groups.setdefault(link.markup_path, []).append(link)
    scored = [(sum(_match_share(link, query_terms) for link in group), group) for group in groups.values()]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, []))
    return best[1] if best[0] > 0 else []


def _match_share(link: _Link, query_terms: frozenset[str]) -> float:
    """The share of the query words that a result contains, 0 to 1."""
    text = fold(f"{link.title} {link.snippet}")
    words = frozenset(terms(text))
    return sum(1 for term in query_terms if term in words or term in text) / len(query_terms)


def _words(element: Any, longest: int) -> str:
    return strip_invisible(_text_of(element, longest * 2)).strip()[:longest]


def _text_of(element: Any, longest: int) -> str:
    """The text below an element, at most so much, spaces made single."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(part)
        size += len(part)
        if size > longest:
            break
    return " ".join("".join(parts).split())[:longest]
