"""Traces citations (§3.1.1): which link of a page leads to its primary source, and which pages cite in a circle.

In: a page's links with the text around them, its own text, and a function that gives the trust level of an address.
Out: candidates with scores and grounds, best first; sources named without a link; citation loops. Nothing is fetched.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.claim import Ground
from tadori.model.graph import TrustLevel
from tadori.model.ids import JA, Lang, Url
from tadori.model.web_thresholds import (
    CITATION_LOOP_FACTOR,
    FOOTNOTE_FACTOR,
    HOME_PAGE_FACTOR,
    MAX_LINKS,
    ORIGINAL_SOURCE_LIKELIHOOD,
    OWN_SITE_FACTOR,
    SOURCE_CANDIDATE_AT,
    SOURCE_CUE_WEIGHT,
    SOURCE_DOCUMENT_WEIGHT,
    SOURCE_TRUST_WEIGHT,
)
from tadori.search.citations.cited_links import CitedLink
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.social_networks import is_social_network
from tadori.text.urls import page_key, same_domain, split_url

TrustOf = Callable[[str], TrustLevel]
"""The trust level of an address, passed in by the pipeline. Blocked sites are never candidates."""

MAX_CANDIDATES: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCandidate:
    """A page that may be the source of another page."""

    url: Url
    score: float
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSource:
    """A source that a text names without a link; its name can be searched for."""

    name: str
    start: int
    end: int


def source_candidates(
    url: str, links: Sequence[CitedLink], trust: TrustOf, *, trail: frozenset[str] = frozenset()
) -> list[SourceCandidate]:
    """The links of the page at `url` that may be its sources, the likeliest first.

    .5 × how original the site is + .3 × how the words around call it a source + .2 × whether it looks like a document;
    a link to the own site counts .3 of that, to a home page .5, to a page of the `trail` (page keys already followed)
    .1. Social networks, and what stays below `SOURCE_CANDIDATE_AT`, are left out.
    """
    best: dict[str, SourceCandidate] = {}
    for link in links[:MAX_LINKS]:
        key = page_key(link.url)
        if key == page_key(url) or is_social_network(link.url) or trust(link.url) is TrustLevel.BLOCKED:
            continue
        candidate = _weighed(url, link, trust(link.url), key in trail)
        if candidate.score >= SOURCE_CANDIDATE_AT and (key not in best or candidate.score > best[key].score):
            best[key] = candidate
    return sorted(best.values(), key=lambda c: -c.score)[:MAX_CANDIDATES]


def named_sources(text: str, lang: Lang) -> tuple[NamedSource, ...]:
    """Sources that a text names: `according to …`, `…によると`, `出典：…`; each name once."""
    found: dict[str, NamedSource] = {}
    for match in (_NAMED_JA if lang == JA else _NAMED_EN).finditer(text):
        group = match.lastgroup or "name"
        name = match[group].strip(" 　「」『』\"'“”,.")
        if len(name) > 1 and name not in _NOBODY and "://" not in name:
            found.setdefault(name, NamedSource(name=name, start=match.start(group), end=match.end(group)))
    return tuple(found.values())


def citation_loops(edges: Iterable[tuple[str, str]]) -> tuple[tuple[Url, ...], ...]:
    """Groups of pages that cite each other in a circle, and pages that cite themselves: none is an original source.

    `edges` are (citing, cited) addresses. Each circle is sorted, and so are the circles.
    """
    graph: dict[str, list[str]] = {}
    own: set[str] = set()
    for citing, cited in edges:
        one, other = page_key(citing), page_key(cited)
        graph.setdefault(one, []).append(other)
        graph.setdefault(other, [])
        if one == other:
            own.add(one)
    circles = [part for part in _strongly_connected(graph) if len(part) > 1 or part[0] in own]
    return tuple(sorted(tuple(Url(page) for page in sorted(part)) for part in circles))


_CUE: Final = lazy_pattern(
    r"according to|(?<!re)sources?(?: of [a-z]+)?\s*[:：]"
    r"|\b(?:reported|published|released|announced|issued|said|found) (?:by|in|that)"
    r"|\b(?:study|survey|report|paper|data|figures|statistics|findings) (?:by|from|in|of|published|shows?)"
    r"|\bciting\b|\bcited\b|\bpress release\b|\boriginally\b|\bvia\b"
    r"|によると|によれば|に基づ|が発表|の発表|を公表|が公表|の調査|の統計|の資料|出典|引用|情報源|ソース\s*[:：]|原典|一次資料|参照|参考",
    re.IGNORECASE,
)
_DOCUMENT: Final = lazy_pattern(
    r"\breport\b|\bstudy\b|\bpaper\b|\bpress release\b|\bdataset\b|\bstatement\b|\bfiling\b|\bruling\b|\bact\b"
    r"|\bstandard\b|\bstatistics\b|\boriginal\b|\bfull text\b|\bpdf\b"
    r"|報告書|論文|白書|統計|調査結果|プレスリリース|報道発表|原文|告示|通達|法律|判決|議事録|資料|規格",
    re.IGNORECASE,
)
_DOCUMENT_ADDRESS: Final = lazy_pattern(
    r"\.pdf(?:$|[?#])|//(?:dx\.)?doi\.org/10\.|/press[-_]?releases?/|/pressrelease/", re.IGNORECASE
)
_NAMED_JA: Final = lazy_pattern(
    r"(?:出典|引用元|情報源|ソース|参考)\s*[:：]\s*(?P<source>[^\n。）)」]{2,80})"
    r"|(?:^|[、。\s「（(])(?P<name>[^、。\s「」（）()はがを]{2,30}?)(?:の(?:発表|調査|統計|報告書?|まとめ))?(?:によると|によれば)"
)
_NOBODY: Final = frozenset(
    "それ これ あれ 同社 同省 同庁 同市 同県 同氏 同紙 同誌 当社 調査 報告 報告書 発表 報道 一部報道"
    " 現地報道 関係者 記事 資料 統計 情報 データ 論文 研究 ここ 上記 下記 前述 噂 This It Him Her Them Us".split()
)
"""Words that match the pattern of a named source but are no names."""
_CAPITALS: Final = r"(?:[A-Z](?:\.[A-Z])+\.?|[A-Z][\w'’&-]*|of|the|for|and)"
_NAMED_EN: Final = lazy_pattern(
    rf"(?i:according to) (?:the |a |an )?(?P<name>{_CAPITALS}(?: {_CAPITALS}){{0,7}})"
    r"|(?:^|\n|\(|\. )(?i:sources?)\s*:\s*(?P<source>[^\n;)]{2,80})"
)


def _weighed(url: str, link: CitedLink, level: TrustLevel, followed: bool) -> SourceCandidate:
    original = Ground(rule="trust", detail=level.value, weight=SOURCE_TRUST_WEIGHT * ORIGINAL_SOURCE_LIKELIHOOD[level])
    grounds = [original, *_cue_grounds(link), *_document_grounds(link)]
    score = sum(ground.weight for ground in grounds)
    for rule, applies, factor in (
        ("own_site", same_domain(url, link.url), OWN_SITE_FACTOR),
        ("home_page", split_url(link.url).target == "/", HOME_PAGE_FACTOR),
        ("loop", followed, CITATION_LOOP_FACTOR),
    ):
        if applies:
            grounds.append(Ground(rule=rule, detail=f"× {factor}", weight=-round(score * (1 - factor), 4)))
            score *= factor
    return SourceCandidate(url=link.url, score=round(score, 4), grounds=tuple(grounds))


def _cue_grounds(link: CitedLink) -> list[Ground]:
    around = f"{link.before[-80:]} {link.words} {link.after[:40]}"
    cue = _CUE.search(around)
    if cue:
        return [Ground(rule="cue", detail=cue[0].strip(), weight=SOURCE_CUE_WEIGHT)]
    return [Ground(rule="footnote", detail="", weight=SOURCE_CUE_WEIGHT * FOOTNOTE_FACTOR)] if link.footnote else []


def _document_grounds(link: CitedLink) -> list[Ground]:
    sign = _DOCUMENT.search(link.words) or _DOCUMENT_ADDRESS.search(link.url)
    return [Ground(rule="document", detail=sign[0], weight=SOURCE_DOCUMENT_WEIGHT)] if sign else []


def _strongly_connected(graph: dict[str, list[str]]) -> list[list[str]]:
    """Tarjan's components, without recursion: a chain of citations may be long."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        work = [(root, 0)] if root not in index else []
        while work:
            node, place = work.pop()
            if place == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on_stack.add(node)
            following = _next_unseen(graph[node], place, node, index, low, on_stack)
            if following is not None:
                work += [(node, following + 1), (graph[node][following], 0)]
                continue
            if low[node] == index[node]:
                found.append(_popped(stack, on_stack, node))
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[node])
    return found


def _next_unseen(
    targets: list[str], place: int, node: str, index: dict[str, int], low: dict[str, int], on_stack: set[str]
) -> int | None:
    """The index of the next unseen target; targets on the stack lower `low` on the way."""
    for number in range(place, len(targets)):
        target = targets[number]
        if target not in index:
            return number
        if target in on_stack:
            low[node] = min(low[node], index[target])
    return None


def _popped(stack: list[str], on_stack: set[str], node: str) -> list[str]:
    part = []
    while True:
        last = stack.pop()
        on_stack.discard(last)
        part.append(last)
        if last == node:
            return part
