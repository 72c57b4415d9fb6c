"""Finds pages that are parts, editions, formats or translations of one work. In: pages. Out: ties between them.

What a page says about itself decides (`Imprint`): the name of the whole in the link to its first page, in the title or
as the name of the site; where that is missing, links between the files, the copyright holder, a path that differs only
in language or format, or first and last lines that most files of the folder share. A page that says nothing is tied to
nobody. Names that every site has, names of platforms and names that two publishers use tie nothing. Each rule is
linear in the number of pages. No I/O.
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import unquote, urlsplit

from tadori.graph.origin_page import PageForOrigin
from tadori.graph.sources import is_platform_name, publisher_of
from tadori.graph.tie_words import OriginTie
from tadori.graph.work_names import NameKey, name_key, name_words
from tadori.model.thresholds import (
    FRAME_FEWEST_LINES,
    FRAME_FEWEST_PAGES,
    FRAME_SHARE,
    TRANSLATED_FEWEST_MARKS,
    TRANSLATED_SHARE,
    TWIN_SHARE,
)
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

_LANGUAGE = lazy_pattern(r"(?:en|ja|de|fr|es|it|pt|zh|ko|ru)(?:[-_][a-z]{2})?")
_FORMAT_FOLDERS: Final = frozenset({"html", "pdf", "txt", "text", "_sources", "singlehtml", "epub", "md", "rst"})
_FORMATS: Final = (".html", ".htm", ".xhtml", ".pdf", ".txt", ".text", ".rst", ".md", ".markdown", ".epub", ".docx")
_SOURCES: Final = "/_sources/"
_COMMON_PAGE = lazy_pattern(
    r"(?:index|toc|search|genindex|contents|home|default|main|readme|intro\w*|preface|copyright|licen[cs]e|about|help"
    r"|[a-z]{1,4}\d+\w{0,6})(?:[._-](?:en|ja)\w*)?"
)
"""Stems of files that many sets of documents have: two that link to one of them need not be of one set."""
_FIGURES = lazy_pattern(r"\d+")
_MARK = lazy_pattern(r"[A-Za-z][A-Za-z0-9_.+-]{3,}|\d{2,}")
_WORD = lazy_pattern(r"[^\W\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]")
_LOOKED_AT: Final = 20_000
"""Characters of each text that are compared where two pages may be twins."""
_EDGE_LINES: Final = 4
_EDGE_CHARACTERS: Final = 2_000
_SHORTEST_LINE: Final = 12
_LONGEST_LINE: Final = 200
_SHINGLE: Final = 5
_COPIED: Final = frozenset({"equal", "passage", "edited"})
_PARTS_HELD: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A page with the name of its work."""

    page: PageForOrigin
    publisher: str
    name: str
    key: NameKey | None
    is_sure: bool
    """Whether the name alone ties; a single word at the end of a title needs a second sign."""


def work_ties(pages: Sequence[PageForOrigin]) -> Iterator[OriginTie]:
    """Ties between pages of one work: of each page with the first of its work that a rule finds."""
    named = [_named(page) for page in pages]
    yield from _by_name(named)
    yield from _by_name_and_holder(named)
    named = _without_single_names(named)
    yield from _by_title(named)
    yield from _by_holder(named)
    yield from _by_links(named)
    yield from _by_place(named)
    yield from _sphinx_sources(named)
    yield from _by_frame(named)


def whole_copies(
    pages: Sequence[PageForOrigin], copies: Iterable[OriginTie], works: Iterable[OriginTie]
) -> Iterator[OriginTie]:
    """Files that name no work and hold several pages of one: the whole in another format, as a PDF of a manual."""
    named = {page.page_id: _named(page) for page in pages}
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


def _named(page: PageForOrigin) -> _Named:
    imprint, publisher = page.imprint, publisher_of(page.url, page.canonical)
    for name in (imprint.work, imprint.site):
        key = _own_name(name)
        if key is not None:
            return _Named(page=page, publisher=publisher, name=name, key=key, is_sure=True)
    for name in imprint.running:
        key = _own_name(name)
        if key is not None:
            is_sure = not name.startswith("(") and (key.is_book or len(key.words) > 1)
            return _Named(page=page, publisher=publisher, name=name.strip("()"), key=key, is_sure=is_sure)
    return _Named(page=page, publisher=publisher, name="", key=None, is_sure=False)


def _own_name(name: str) -> NameKey | None:
    key = name_key(name) if name else None
    return None if key is None or any(is_platform_name(word) for word in key.telling) else key


# Names.


def _by_name(named: Iterable[_Named]) -> Iterator[OriginTie]:
    groups: dict[tuple[frozenset[str], str], list[_Named]] = defaultdict(list)
    for one in named:
        sign = "" if one.is_sure else one.page.imprint.generator or one.page.imprint.holder
        if one.key is not None and (one.is_sure or sign):
            groups[one.key.words, sign].append(one)
    for (_, _), group in groups.items():
        publishers = {one.publisher for one in group if one.publisher}
        is_book = group[0].key is not None and group[0].key.is_book
        if len(publishers) < 2 or is_book:
            yield from _star(group, "work")


def _by_name_and_holder(named: Iterable[_Named]) -> Iterator[OriginTie]:
    """Names of common words only (`Developer's Reference`), where the copyright holder is the same too."""
    groups: dict[tuple[frozenset[str], str], list[_Named]] = defaultdict(list)
    for one in named:
        imprint = one.page.imprint
        stated = next((name for name in (imprint.work, imprint.site, *imprint.running) if name), "")
        words, holder = name_words(stated), imprint.holder.casefold()
        if one.key is None and len(words) > 1 and holder:
            groups[words, holder].append(replace(one, name=stated))
    for group in groups.values():
        yield from _star(group, "work")


def _without_single_names(named: Sequence[_Named]) -> list[_Named]:
    """The pages; a part of a title that no other page has is no name, in a file that links to files beside it."""
    count = Counter(one.key.words for one in named if one.key is not None)

    def is_single(one: _Named) -> bool:
        stated = one.page.imprint.work or one.page.imprint.site
        return one.key is not None and count[one.key.words] == 1 and not stated and bool(one.page.imprint.neighbours)

    return [replace(one, name="", key=None, is_sure=False) if is_single(one) else one for one in named]


def _by_title(named: Sequence[_Named]) -> Iterator[OriginTie]:
    """Documents that say nothing about a whole, and whose title is the name of a work: its other formats."""
    first: dict[frozenset[str], _Named] = {}
    for one in named:
        if one.key is not None and one.is_sure:
            first.setdefault(one.key.words, one)
    titles: dict[frozenset[str], list[_Named]] = defaultdict(list)
    for one in named:
        key = None if one.key is not None or one.publisher else _own_name(one.page.title)
        if key is None:
            continue
        if key.words in first:
            whole = first[key.words]
            yield OriginTie(one=whole.page.page_id, other=one.page.page_id, why="work", work=whole.name)
        elif key.is_book and len(key.words) > 1:
            titles[key.words].append(one)
    for group in titles.values():
        yield from (tie for tie in _star(group, "work", by_title=True) if _are_twins(group, tie))


def _star(group: Sequence[_Named], why: str, *, by_title: bool = False) -> Iterator[OriginTie]:
    first = group[0]
    for other in group[1:]:
        name = other.page.title if by_title else other.name
        yield OriginTie(one=first.page.page_id, other=other.page.page_id, why=why, work=name)


def _by_holder(named: Iterable[_Named]) -> Iterator[OriginTie]:
    """One copyright holder, where the names do not speak against it: one is missing, or they share a telling word."""
    groups: dict[frozenset[str], list[_Named]] = defaultdict(list)
    for one in named:
        holder = _own_name(one.page.imprint.holder)
        if holder is not None:
            groups[holder.words].append(one)
    for group in groups.values():
        by_word: dict[str, _Named] = {}
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


def _held(one: _Named, other: _Named) -> OriginTie:
    return OriginTie(one=one.page.page_id, other=other.page.page_id, why="holder", work=other.page.imprint.holder)


# Places of files.


def _path(address: str) -> str:
    """The decoded path of a file; empty for a page of the web, whose publisher is known."""
    try:
        parts = urlsplit(address)
    except ValueError:  # `file://[`: no address
        return ""
    return unquote(parts.path) if parts.scheme == "file" else ""


def _beside(page: PageForOrigin, address: str) -> str:
    path = _path(page.url)
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(address))) if path else ""


def _by_links(named: Sequence[_Named]) -> Iterator[OriginTie]:
    """Files that link to each other, to the same third one by the same program, or have the same menu.

    Their names must not speak against it: both are missing, or they share a telling word.
    """
    files = {path: one for one in named if not one.publisher and (path := _path(one.page.url))}
    linked: dict[tuple[str, ...], list[_Named]] = defaultdict(list)
    for path, one in files.items():
        targets = [_beside(one.page, address) for address in one.page.imprint.neighbours if _is_telling(address)]
        for target in targets:
            if target in files and target != path and _may_be_one(files[target], one):
                yield OriginTie(one=files[target].page.page_id, other=one.page.page_id, why="linked")
        if one.page.imprint.generator:
            keys: Iterable[tuple[str, ...]] = ((target, one.page.imprint.generator) for target in targets)
        else:
            keys = zip(targets, targets[1:], targets[2:], strict=False)
        for key in keys:
            linked[key].append(one)
    for group in linked.values():
        for other in group[1:]:
            if _may_be_one(group[0], other):
                yield OriginTie(one=group[0].page.page_id, other=other.page.page_id, why="linked")


def _may_be_one(one: _Named, other: _Named) -> bool:
    if one.key is None or other.key is None:
        return one.key is other.key
    return not one.key.telling.isdisjoint(other.key.telling)


def _is_telling(address: str) -> bool:
    """Whether few sets of documents have a file of this name; `index.html` says something with its folder only."""
    folder, _, _ = address.rpartition("/")
    return bool(folder.replace(".", "").strip("/")) or not _COMMON_PAGE.fullmatch(_stem(address).casefold())


def _stem(path: str) -> str:
    name = posixpath.basename(path)
    while name.casefold().endswith(_FORMATS):
        name = posixpath.splitext(name)[0]
    return name


def _by_place(named: Sequence[_Named]) -> Iterator[OriginTie]:
    """Files whose paths differ only in language or format, and whose texts do not speak against it."""
    groups: dict[str, list[_Named]] = defaultdict(list)
    for one in named:
        path = _path(one.page.url)
        if path:
            groups[_neutral(path)].append(one)
    for group in groups.values():
        for other in group[1:]:
            tie = OriginTie(one=group[0].page.page_id, other=other.page.page_id, why=_twin_kind(group[0], other))
            if _are_twins(group, tie):
                yield tie


def _twin_kind(one: _Named, other: _Named) -> str:
    return "format" if one.page.lang == other.page.lang else "translation"


def _neutral(path: str) -> str:
    """The path without language codes, folders of formats and the endings of formats."""
    folders = posixpath.dirname(path).casefold().split("/")
    kept = [name for name in folders if not _LANGUAGE.fullmatch(name) and name not in _FORMAT_FOLDERS]
    parts = [part for part in _stem(path).casefold().split(".") if not _LANGUAGE.fullmatch(part)]
    return "/".join([*kept, ".".join(parts)])


def _are_twins(group: Sequence[_Named], tie: OriginTie) -> bool:
    """Whether the texts of a tie are near enough for two forms of one text."""
    texts = {one.page.page_id: one.page for one in group if one.page.page_id in (tie.one, tie.other)}
    one, other = texts[tie.one], texts[tie.other]
    if one.lang != other.lang:
        left, right = (frozenset(_MARK.findall(page.text[:_LOOKED_AT])) for page in (one, other))
        fewer = min(len(left), len(right))
        return fewer >= TRANSLATED_FEWEST_MARKS and len(left & right) >= TRANSLATED_SHARE * fewer
    left, right = (_shingles(page.text[:_LOOKED_AT]) for page in (one, other))
    return len(left & right) >= TWIN_SHARE * max(1, min(len(left), len(right)))


def _shingles(text: str) -> frozenset[str]:
    words = _WORD.findall(normalised("NFKC", text).casefold())
    return frozenset(" ".join(words[at : at + _SHINGLE]) for at in range(len(words) - _SHINGLE + 1))


def _sphinx_sources(named: Sequence[_Named]) -> Iterator[OriginTie]:
    """Source texts that Sphinx keeps beside its pages (`_sources/`): parts of the one work whose pages lie there."""
    first: dict[str, _Named] = {}
    for one in named:
        path = _path(one.page.url)
        root = path.partition(_SOURCES)[0] if _SOURCES in path else ""
        if root and first.setdefault(root, one) is not one:
            yield OriginTie(one=first[root].page.page_id, other=one.page.page_id, why="linked")
    names: dict[str, dict[frozenset[str], _Named]] = defaultdict(dict)
    for one in named:
        root = _root_among(_path(one.page.url), first)
        if root and one.key is not None and one.is_sure:
            names[root].setdefault(one.key.words, one)
    for root, found in names.items():
        if len(found) == 1:
            (whole,) = found.values()
            text = first[root].page.page_id
            yield OriginTie(one=whole.page.page_id, other=text, why="work", work=whole.name)


def _root_among(path: str, roots: dict[str, _Named]) -> str:
    if _SOURCES in path:
        return ""
    folder = posixpath.dirname(path)
    while len(folder) > 1:
        if folder in roots:
            return folder
        folder = posixpath.dirname(folder)
    return ""


# Lines at the edges.


def _by_frame(named: Sequence[_Named]) -> Iterator[OriginTie]:
    """Nameless files of one folder whose first or last lines are those of most files there."""
    folders: dict[str, list[tuple[_Named, frozenset[str]]]] = defaultdict(list)
    for one in named:
        path = _path(one.page.url)
        if path and one.key is None and not one.publisher:
            folders[posixpath.dirname(path)].append((one, _edges(one.page.text)))
    for files in folders.values():
        if len(files) < FRAME_FEWEST_PAGES:
            continue
        counted: dict[str, int] = defaultdict(int)
        for _, lines in files:
            for line in lines:
                counted[line] += 1
        common = {line for line, count in counted.items() if count >= max(FRAME_FEWEST_PAGES, FRAME_SHARE * len(files))}
        framed = [one for one, lines in files if len(lines & common) >= FRAME_FEWEST_LINES]
        yield from _star(framed, "frame") if framed else ()


def _edges(text: str) -> frozenset[str]:
    """The first and last lines of a text, without figures: page numbers and dates differ."""
    head = [line for line in text[:_EDGE_CHARACTERS].split("\n") if line.strip()][:_EDGE_LINES]
    tail = [line for line in text[-_EDGE_CHARACTERS:].split("\n") if line.strip()][-_EDGE_LINES:]
    lines = (" ".join(_FIGURES.sub("", line).split()).casefold() for line in (*head, *tail))
    return frozenset(line for line in lines if _SHORTEST_LINE <= len(line) <= _LONGEST_LINE)
