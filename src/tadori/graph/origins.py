"""Which pages speak with one voice (L25, light). Comes in: pages with their text. Goes out: an origin id per page.

Pages share an origin when they share a registrable domain, their text (whole or in large part), an address they
name as their own, or a line that says whom they copied. A bare file is its own origin unless its text says
otherwise. Pure; linear in the length of the texts, because only a content-chosen quarter of all shingles is kept
and a shingle that stands on many pages is compared with its first few owners only.
"""

import re
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.graph.sources import domain_of, host_of, is_primary, trust_of
from tadori.model.graph import Source
from tadori.model.ids import EN, IsoDate, Lang, Url, content_id

CONTAINED: Final = 0.5
"""Share of the smaller page's shingles on the other page from which they are copies."""
LONG_PASSAGE: Final = 16
"""Kept shingles (about 64 tokens, a paragraph) that are a copied passage even on longer pages …"""
LONG_PASSAGE_SHARE: Final = 0.2
"""… if they are at least this share of the smaller page."""
FEWEST_SHINGLES: Final = 6
"""Below this a page is too short for shares to mean anything: only equal texts are copies."""
OWNERS_COMPARED: Final = 4
KEEP_ONE_IN: Final = 4
WORDS_A_SHINGLE: Final = 5
CHARACTERS_A_SHINGLE: Final = 11
"""Japanese is cut into characters; about five words."""

_TOKEN = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_COPY_LINE = re.compile(
    r"^[\s>*_(（\[【―—-]*(?:"
    r"(?:出典|引用元|転載元|情報源|配信元?|提供|ソース|初出)\s*[:：／/]\s*"
    r"|source\s*:\s*|(?:this (?:article|story|text|page) (?:was )?)?(?:originally|first) (?:published|appeared|posted)"
    r" (?:by|in|on|at)\s+|re(?:printed|published|posted) (?:with permission )?from\s+|via\s*:\s*"
    r")(?P<name>[^\n]{2,200}?)[\s)）\]】.。_*]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ADDRESS = re.compile(r"https?://[^\s)）>」』\]]+")
_NAME_NOISE = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class PageForOrigin:
    """A page as this module needs it."""

    page_id: str
    url: Url
    canonical: str
    title: str
    date: IsoDate | None
    text: str
    lang: Lang = EN


def origins(pages: Sequence[PageForOrigin]) -> dict[str, str]:
    """Page id → origin id. The id names the smallest member, so it does not depend on the order of `pages`."""
    ordered = sorted(pages, key=lambda page: page.page_id)
    voices = _Voices(page.page_id for page in ordered)
    _join_by_key(voices, ((domain_of(page.url, page.canonical), page.page_id) for page in ordered))
    _join_by_key(voices, ((_address_key(a), page.page_id) for page in ordered for a in _addresses(page)))
    _join_by_key(voices, ((_squeezed(page.text), page.page_id) for page in ordered))
    for copy, original in _named_copies(ordered):
        voices.join(copy, original)
    for one, other in _near_duplicates(ordered):
        voices.join(one, other)
    return {page.page_id: content_id("or", voices.root(page.page_id)) for page in ordered}


def sources_of(pages: Sequence[PageForOrigin]) -> tuple[Source, ...]:
    """The pages as the graph's sources, by page id: domain, trust, first-hand or not, origin."""
    ordered = sorted(pages, key=lambda page: page.page_id)
    origin_of = origins(ordered)
    known = {page.page_id for page in ordered}
    named = _named_copies(ordered)
    cited = {original for _, original in named if original in known}
    copies = {copy for copy, _ in named}
    found: list[Source] = []
    for page in ordered:
        host, domain = host_of(page.url, page.canonical), domain_of(page.url, page.canonical)
        trust = trust_of(domain, host)
        found.append(
            Source(
                page_id=page.page_id,
                url=page.url,
                title=page.title,
                date=page.date,
                lang=page.lang,
                domain=domain,
                trust=trust,
                is_primary=is_primary(trust, cited_by_others=page.page_id in cited, is_copy=page.page_id in copies),
                origin=origin_of[page.page_id],
            )
        )
    return tuple(found)


class _Voices:
    """Union-find in which the smallest id is always the root."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._parent = {i: i for i in ids}

    def root(self, node: str) -> str:
        # A name that is no page (`Source: Reuters`) joins the pages that bear it. It starts with a character that
        # sorts after every page id, so that it is never the smallest member.
        parent = self._parent.setdefault(node, node)
        while parent != node:
            self._parent[node] = node = self._parent[parent]
            parent = self._parent[node]
        return node

    def join(self, one: str, other: str) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        self._parent[high] = low


def _join_by_key(voices: _Voices, keyed: Iterable[tuple[str, str]]) -> None:
    first: dict[str, str] = {}
    for key, page_id in keyed:
        if key:
            voices.join(first.setdefault(key, page_id), page_id)


def _addresses(page: PageForOrigin) -> tuple[str, ...]:
    return (page.url, page.canonical) if page.canonical else (page.url,)


def _address_key(address: str) -> str:
    return address.split("#", 1)[0].removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _named_copies(pages: Sequence[PageForOrigin]) -> list[tuple[str, str]]:
    """(page, what it says it was copied from): a page id where the source is among `pages`, else a shared name."""
    by_title = {key: page.page_id for page in reversed(pages) if len(key := _name_key(page.title)) >= 4}
    by_address = {_address_key(a): page.page_id for page in reversed(pages) for a in _addresses(page)}
    by_domain: dict[str, str] = {}
    for page in reversed(pages):
        by_domain[domain_of(page.url, page.canonical)] = page.page_id
    by_domain.pop("", None)
    found: list[tuple[str, str]] = []
    for page in pages:
        for name in copy_marks(page.text):
            original = _page_named(name, by_title, by_address, by_domain)
            if original != page.page_id:
                found.append((page.page_id, original or "\U0010fffd" + _name_key(name)))
    return found


def copy_marks(text: str) -> list[str]:
    """What the lines of `text` name as the place it was taken from, in order (`Source: X`, 「出典：X」)."""
    return [match["name"].strip() for match in _COPY_LINE.finditer(text)]


def _page_named(name: str, by_title: dict[str, str], by_address: dict[str, str], by_domain: dict[str, str]) -> str:
    """The id of the page that `name` means, or the empty string for one that is not among ours."""
    for address in _ADDRESS.findall(name):
        found = by_address.get(_address_key(address)) or by_domain.get(domain_of(address))
        if found:
            return found
    key = _name_key(name)
    if key in by_title:
        return by_title[key]
    inside = sorted((title for title in by_title if len(title) >= 8 and title in key), key=lambda t: (-len(t), t))
    if inside:
        return by_title[inside[0]]
    return next((by_domain[d] for d in sorted(by_domain) if d in name.casefold()), "")


def _name_key(name: str) -> str:
    return _NAME_NOISE.sub("", unicodedata.normalize("NFKC", name)).casefold()


def _near_duplicates(pages: Sequence[PageForOrigin]) -> list[tuple[str, str]]:
    kept = {page.page_id: _shingles(page.text) for page in pages}
    owners: dict[int, list[str]] = defaultdict(list)
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for page_id, shingles in kept.items():
        for shingle in shingles:
            earlier = owners[shingle]
            for other in earlier[:OWNERS_COMPARED]:
                shared[other, page_id] += 1
            earlier.append(page_id)
    return [pair for pair, count in shared.items() if _is_copied(count, min(len(kept[pair[0]]), len(kept[pair[1]])))]


def _is_copied(shared: int, smaller: int) -> bool:
    if smaller < FEWEST_SHINGLES:
        return False
    share = shared / smaller
    return share >= CONTAINED or (shared >= LONG_PASSAGE and share >= LONG_PASSAGE_SHARE)


def _shingles(text: str) -> frozenset[int]:
    """Hashes of the shingles that start at a token chosen by its own hash: equal passages choose equal starts."""
    tokens = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
    cjk = sum(1 for token in tokens if _CJK.match(token))
    width = CHARACTERS_A_SHINGLE if cjk * 2 > len(tokens) else WORDS_A_SHINGLE
    return frozenset(
        zlib.crc32(" ".join(tokens[i : i + width]).encode(errors="replace"))
        for i in range(len(tokens) - width + 1)
        if _starts_shingle(tokens[i])
    )


@lru_cache(maxsize=65536)
def _starts_shingle(token: str) -> bool:
    return zlib.crc32(token.encode(errors="replace")) % KEEP_ONE_IN == 0
