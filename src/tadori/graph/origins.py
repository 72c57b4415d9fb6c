"""Groups pages by independent origin (L25, L31). In: pages with their text. Out: an origin id per page.

First each copy is traced to its original: by equal text, shared words (`duplicates.py`), a story retold point by point
(`narratives.py`), an address it names as its own, or a line that names its source. Then the originals of one publisher
and the parts, editions, formats and translations of one work (`works.py`) get one origin, and a copy gets the origin of
its original: a site that copies two newspapers does not make them one. Pages that cite each other in a circle share an
origin too: none of them is a source for the others. A bare file is its own origin unless it or its text says otherwise.
Each page that shares an origin gets a note that says why. No I/O.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from tadori.graph.attributions import address_key, addresses, attributions
from tadori.graph.duplicates import copied_pairs
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.sources import domain_of, host_of, is_primary, kind_of, publisher_of, rule_of, trust_of
from tadori.graph.tie_words import OriginTie, tie_words
from tadori.graph.works import whole_copies, work_ties
from tadori.model.graph import EvidenceSource
from tadori.model.ids import EN, JA, Lang, content_id
from tadori.model.thresholds import RELIABILITY
from tadori.text.lazy_pattern import lazy_pattern

_LICENCE = lazy_pattern(
    r"permission is (?:hereby )?granted|general public licen[cs]e|free documentation licen[cs]e|creative commons"
    r"|without (?:even the |any )?(?:implied )?warranty|warranty of merchantability|redistribut\w+ (?:it|and|of)\b"
    r"|all rights reserved|再配布|再頒布|無保証|いかなる保証|一切の保証|無断転載",
    re.IGNORECASE,
)
"""In paragraphs that stand under many works and are nobody's own words."""
NOTHING: Final = ()


def sources_of(
    pages: Sequence[PageForOrigin],
    *,
    circles: Sequence[Sequence[str]] = NOTHING,
    retold: Sequence[tuple[str, str]] = NOTHING,
    lang: Lang = EN,
) -> tuple[EvidenceSource, ...]:
    """The pages as the graph's sources, in the order of their content: publisher, trust, first-hand or not, origin.

    Notes are in `lang`: the ground of the trust, and with which page and why an origin is shared.
    """
    ordered = sorted(pages, key=_before)
    named = attributions(ordered)
    origin_of, ties = _origins(ordered, named, circles, retold)
    cited = {target for targets in named.values() for target in targets} - {p for circle in circles for p in circle}
    titles = {page.page_id: page.title or str(page.url) for page in ordered}
    return tuple(
        _source(
            page,
            origin_of[page.page_id],
            cited,
            named,
            tie_words(page.page_id, ties.get(page.page_id), titles, lang),
            lang,
        )
        for page in ordered
    )


def _source(
    page: PageForOrigin,
    origin: str,
    cited: set[str],
    named: Mapping[str, Sequence[str]],
    shared: Sequence[str],
    lang: Lang,
) -> EvidenceSource:
    host = host_of(page.url, page.canonical)
    rule = rule_of(host)
    return EvidenceSource(
        page_id=page.page_id,
        url=page.url,
        title=page.title,
        date=page.date,
        lang=page.lang,
        domain=publisher_of(page.url, page.canonical),
        trust=rule.level,
        is_primary=is_primary(rule.level, cited_by_others=page.page_id in cited, is_copy=_is_copy(named[page.page_id])),
        origin=origin,
        kind=kind_of(host),
        notes=(rule.ja if lang == JA else rule.en, *shared),
    )


def _before(page: PageForOrigin) -> tuple[str, ...]:
    """An order that does not depend on the folder documents lie in; page ids, which hash addresses, do."""
    return (page.canonical, page.date or "", page.title, page.text, page.url, page.page_id)


def _is_copy(named: Sequence[str]) -> bool:
    """A page that names one source for its text is a copy; one that names several lists its references."""
    return len(named) == 1


def _origins(
    pages: Sequence[PageForOrigin],
    named: Mapping[str, Sequence[str]],
    circles: Sequence[Sequence[str]],
    retold: Sequence[tuple[str, str]],
) -> tuple[dict[str, str], dict[str, OriginTie]]:
    """Page id → origin, and of each page that shares its origin the first tie that brought it there."""
    ties = [tie for tie in (*_related(pages, named), *_retellings(retold)) if tie.one != tie.other]
    pairs = [(tie.one, tie.other) for tie in ties]
    originality = _originality(pages, named, pairs)
    taken_from = _originals(originality, pairs)
    groups = _OriginGroups(taken_from)
    for one, other in pairs:
        if originality[one] == originality[other]:
            groups.join(one, other)
    # A copy speaks for its original and, where that is not among the pages, for somebody outside: not for its own site.
    speaking = [
        page for page in pages if taken_from[page.page_id] == page.page_id and not _is_copy(named[page.page_id])
    ]
    by_publisher = _sharing(((publisher_of(page.url, page.canonical), page.page_id) for page in speaking), "publisher")
    for tie in (*by_publisher, *_rings(circles, taken_from)):
        groups.join(taken_from[tie.one], taken_from[tie.other])
        ties.append(tie)
    works = [*(parts := list(work_ties(pages))), *whole_copies(pages, ties, parts)]
    for one, other in _one_work(works, taken_from, {page.page_id for page in speaking}):
        groups.join(taken_from[one], taken_from[other])
    ties += works
    group = {page_id: groups.root(original) for page_id, original in taken_from.items()}
    smallest: dict[str, str] = {}
    for page in pages:
        smallest.setdefault(group[page.page_id], page.page_id)
    first_tie: dict[str, OriginTie] = {}
    for tie in ties:
        if group[tie.one] == group[tie.other]:
            first_tie.setdefault(tie.other, tie)
            first_tie.setdefault(tie.one, tie)
    return {page_id: content_id("or", smallest[root]) for page_id, root in group.items()}, first_tie


def _one_work(
    ties: Sequence[OriginTie], taken_from: Mapping[str, str], speaking: Set[str]
) -> Iterator[tuple[str, str]]:
    """Pairs of pages that speak for one work. One that copies something from outside the work does not speak for it."""
    works = _OriginGroups(taken_from)
    for tie in ties:
        works.join(tie.one, tie.other)
    first: dict[str, str] = {}
    for page_id in dict.fromkeys(page_id for tie in ties for page_id in (tie.one, tie.other)):
        work, original = works.root(page_id), taken_from[page_id]
        speaks = page_id in speaking or (original != page_id and works.root(original) == work)
        if speaks and first.setdefault(work, page_id) != page_id:
            yield first[work], page_id


def _retellings(retold: Iterable[tuple[str, str]]) -> Iterator[OriginTie]:
    return (OriginTie(one=one, other=other, why="retold") for one, other in retold)


def _rings(circles: Iterable[Sequence[str]], known: Mapping[str, str]) -> Iterator[OriginTie]:
    """Each page of a ring with the first of it; pages that are not among ours are passed over."""
    for circle in circles:
        first, *others = [page_id for page_id in circle if page_id in known] or [""]
        yield from (OriginTie(one=first, other=other, why="circle") for other in others)


_Originality = tuple[bool, bool, str, float, int]
"""Smaller is more original: no copy mark, cited by others, earlier, trusted more, sharing words with fewer sites."""


def _originality(
    pages: Sequence[PageForOrigin], named: Mapping[str, Sequence[str]], pairs: Sequence[tuple[str, str]]
) -> dict[str, _Originality]:
    plain = _plain_originality(pages, named)
    domain = {page.page_id: domain_of(page.url, page.canonical) for page in pages}
    # Where nothing else tells who copied whom: the site whose words stand on several others is the collector.
    partners: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        if plain[one] == plain[other]:
            partners[domain[one]].add(domain[other])
            partners[domain[other]].add(domain[one])
    return {page_id: (*known, len(partners[domain[page_id]])) for page_id, known in plain.items()}


def _plain_originality(
    pages: Sequence[PageForOrigin], named: Mapping[str, Sequence[str]]
) -> dict[str, tuple[bool, bool, str, float]]:
    cited = {target for targets in named.values() for target in targets}
    return {
        page.page_id: (
            _is_copy(named[page.page_id]),
            page.page_id not in cited,
            # An undated page counts as younger than any dated one.
            page.date or "9999",
            -RELIABILITY[trust_of("", host_of(page.url, page.canonical))],
        )
        for page in pages
    }


def _originals(originality: Mapping[str, _Originality], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Page id → the page it was copied from in the end, itself for an original.

    Each page is traced to the most original of the pages it shares words with; a page that holds two stories is traced
    to one of them, and does not tie the two together.
    """
    taken_from = {page_id: page_id for page_id in originality}
    place = {page_id: number for number, page_id in enumerate(originality)}
    for pair in pairs:
        earlier, lazy_pattern = sorted(pair, key=lambda page_id: originality[page_id])
        # Among equally original ones the first in the order of the pages; nobody is more original than itself.
        nearest = min(earlier, taken_from[lazy_pattern], key=lambda page_id: (originality[page_id], place[page_id]))
        if originality[earlier] < originality[lazy_pattern]:
            taken_from[lazy_pattern] = nearest
    for page_id in sorted(taken_from, key=lambda page_id: originality[page_id]):
        taken_from[page_id] = taken_from[taken_from[page_id]]
    return taken_from


class _OriginGroups:
    """Union-find over page ids."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._parent = {page_id: page_id for page_id in ids}

    def root(self, page_id: str) -> str:
        while self._parent[page_id] != page_id:
            self._parent[page_id] = page_id = self._parent[self._parent[page_id]]
        return page_id

    def join(self, one: str, other: str) -> None:
        low, high = sorted((self.root(one), self.root(other)))
        self._parent[high] = low


def _related(pages: Sequence[PageForOrigin], named: Mapping[str, Sequence[str]]) -> Iterator[OriginTie]:
    """Pairs of pages of which one was copied from the other, or both from the same source."""
    yield from _sharing(((address_key(a), page.page_id) for page in pages for a in addresses(page)), "address")
    # Of texts that are equal only the most original is compared with others.
    plain = _plain_originality(pages, named)
    equal = sorted(pages, key=lambda page: plain[page.page_id])
    texts = {page.page_id: _squeezed(page.text) for page in equal}
    yield from _sharing(((texts[page.page_id], page.page_id) for page in equal), "equal")
    first = {text: page_id for page_id, text in reversed(texts.items())}
    compared = frozenset(page_id for page_id, text in texts.items() if not text or first[text] == page_id)
    for copy in copied_pairs({page.page_id: _own_words(page.text) for page in pages if page.page_id in compared}):
        yield OriginTie(one=copy.one, other=copy.other, why=copy.net, share=copy.share)
    taken = [(targets[0], page_id) for page_id, targets in named.items() if _is_copy(targets)]
    yield from (OriginTie(one=target, other=page_id, why="mark") for target, page_id in taken if target in named)
    yield from _sharing(((target, page_id) for target, page_id in taken if target not in named), "outside")


def _sharing(keyed: Iterable[tuple[str, str]], why: str) -> Iterator[OriginTie]:
    """Each page with the first that has the same key; an empty key is shared with nobody."""
    first: dict[str, str] = {}
    for key, page_id in keyed:
        if key and first.setdefault(key, page_id) != page_id:
            yield OriginTie(one=first[key], other=page_id, why=why)


def _own_words(text: str) -> str:
    """The text without paragraphs of licences."""
    if _LICENCE.search(text) is None:
        return text
    return "\n".join(line for line in text.split("\n") if _LICENCE.search(line) is None)


def _squeezed(text: str) -> str:
    """A hash of the letters of a text, the same whatever its layout; empty for an empty text."""
    letters = "".join(text.split()).casefold()
    return content_id("tx", letters) if letters else ""
