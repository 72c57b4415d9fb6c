"""Finds pages that are parts, editions, formats or translations of one work. In: pages. Out: ties between them.

What a page says about itself decides (`Imprint`): the name of the whole in the link to its first page, in the title or
as the name of the site; where that is missing, links between the files, the copyright holder, a path that differs only
in language or format, or first and last lines that most files of the folder share. A page that says nothing is tied to
nobody. Names that every site has, names of platforms and names that two publishers use tie nothing. Each rule is
linear in the number of pages. No I/O.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.graph.named_page import NamedPage, named_page, own_name, star_ties
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.tie_words import OriginTie
from tadori.graph.work_names import name_words
from tadori.graph.work_places import are_twins, place_ties

_COPIED: Final = frozenset({"equal", "passage", "edited"})
_PARTS_HELD: Final = 2


def work_ties(pages: Sequence[PageForOrigin]) -> Iterator[OriginTie]:
    """Ties between pages of one work: of each page with the first of its work that a rule finds."""
    named = [named_page(page) for page in pages]
    yield from _by_name(named)
    yield from _by_name_and_holder(named)
    named = _without_single_names(named)
    yield from _by_title(named)
    yield from _by_holder(named)
    yield from place_ties(named)


def whole_copies(
    pages: Sequence[PageForOrigin], copies: Iterable[OriginTie], works: Iterable[OriginTie]
) -> Iterator[OriginTie]:
    """Files that name no work and hold several pages of one: the whole in another format, as a PDF of a manual."""
    named = {page.page_id: named_page(page) for page in pages}
    work_of = _works_by_page(works)
    held: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for tie in copies:
        for whole, part in ((tie.one, tie.other), (tie.other, tie.one)):
            if tie.why in _COPIED and named[whole].key is None and not named[whole].publisher and part in work_of:
                held[whole][work_of[part]].append(part)
    names: dict[str, frozenset[str]] = {}
    for page_id, work in work_of.items():
        key = named[page_id].key
        if key is not None:
            names.setdefault(work, key.words)
    for whole, parts in held.items():
        # A file that holds pages of two works is a collection, and neither of them.
        if whole not in work_of and len({names[work] for work in parts if work in names}) < _PARTS_HELD:
            for found in parts.values():
                if len(set(found)) >= _PARTS_HELD:
                    yield OriginTie(one=found[0], other=whole, why="format")


def _works_by_page(ties: Iterable[OriginTie]) -> dict[str, str]:
    """Page id → one page of its work, the same for all of them."""
    parent: dict[str, str] = {}

    def root(page_id: str) -> str:
        while parent.setdefault(page_id, page_id) != page_id:
            parent[page_id] = page_id = parent[parent[page_id]]
        return page_id

    for tie in ties:
        parent[root(tie.other)] = root(tie.one)
    return {page_id: root(page_id) for page_id in list(parent)}


def _by_name(named: Iterable[NamedPage]) -> Iterator[OriginTie]:
    groups: dict[tuple[frozenset[str], str], list[NamedPage]] = defaultdict(list)
    for one in named:
        sign = "" if one.is_sure else one.page.imprint.generator or one.page.imprint.holder
        if one.key is not None and (one.is_sure or sign):
            groups[one.key.words, sign].append(one)
    for (_, _), group in groups.items():
        publishers = {one.publisher for one in group if one.publisher}
        is_book = group[0].key is not None and group[0].key.is_book
        if len(publishers) < 2 or is_book:
            yield from star_ties(group, "work")


def _by_name_and_holder(named: Iterable[NamedPage]) -> Iterator[OriginTie]:
    """Names of common words only (`Developer's Reference`), where the copyright holder is the same too."""
    groups: dict[tuple[frozenset[str], str], list[NamedPage]] = defaultdict(list)
    for one in named:
        imprint = one.page.imprint
        stated = next((name for name in (imprint.work, imprint.site, *imprint.running) if name), "")
        words, holder = name_words(stated), imprint.holder.casefold()
        if one.key is None and len(words) > 1 and holder:
            groups[words, holder].append(replace(one, name=stated))
    for group in groups.values():
        yield from star_ties(group, "work")


def _without_single_names(named: Sequence[NamedPage]) -> list[NamedPage]:
    """The pages; a part of a title that no other page has is no name, in a file that links to files beside it."""
    count = Counter(one.key.words for one in named if one.key is not None)

    def is_single(one: NamedPage) -> bool:
        stated = one.page.imprint.work or one.page.imprint.site
        return one.key is not None and count[one.key.words] == 1 and not stated and bool(one.page.imprint.neighbours)

    return [replace(one, name="", key=None, is_sure=False) if is_single(one) else one for one in named]


def _by_title(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Documents that say nothing about a whole, and whose title is the name of a work: its other formats."""
    first: dict[frozenset[str], NamedPage] = {}
    for one in named:
        if one.key is not None and one.is_sure:
            first.setdefault(one.key.words, one)
    titles: dict[frozenset[str], list[NamedPage]] = defaultdict(list)
    for one in named:
        key = None if one.key is not None or one.publisher else own_name(one.page.title)
        if key is None or len(key.words) < 2:  # a single word may be the title of any entry or note about it
            continue
        if key.words in first:
            whole = first[key.words]
            yield OriginTie(one=whole.page.page_id, other=one.page.page_id, why="work", work=whole.name)
        elif key.is_book:
            titles[key.words].append(one)
    for group in titles.values():
        yield from (tie for tie in star_ties(group, "work", by_title=True) if are_twins(group, tie))


def _by_holder(named: Iterable[NamedPage]) -> Iterator[OriginTie]:
    """One copyright holder, where the names do not speak against it: one is missing, or they share a telling word."""
    groups: dict[frozenset[str], list[NamedPage]] = defaultdict(list)
    for one in named:
        holder = own_name(one.page.imprint.holder)
        if holder is not None:
            groups[holder.words].append(one)
    for group in groups.values():
        by_word: dict[str, NamedPage] = {}
        nameless = [one for one in group if one.key is None]
        names = {one.key.words for one in group if one.key is not None}
        for one in group:
            for word in sorted(one.key.telling) if one.key is not None else ():
                first = by_word.setdefault(word, one)
                if first is not one and len({first.publisher, one.publisher} - {""}) < 2:
                    yield _held(first, one)
        alone = [one for one in group if one.key is None or len(names) == 1]
        if nameless and len({one.publisher for one in alone} - {""}) < 2:
            yield from (_held(alone[0], other) for other in alone[1:])


def _held(one: NamedPage, other: NamedPage) -> OriginTie:
    return OriginTie(one=one.page.page_id, other=other.page.page_id, why="holder", work=other.page.imprint.holder)
