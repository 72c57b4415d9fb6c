"""Finds files of one work by where they lie and what they link to. In: pages with names. Out: ties between them.

For files whose names do not tell: links between them and menus in common, paths that differ only in language or format,
the source texts that Sphinx keeps, first and last lines that most files of a folder share. Each rule is linear in the
number of pages. No I/O.
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final
from urllib.parse import unquote, urlsplit

from tadori.graph.named_page import NamedPage, star_ties
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.tie_words import OriginTie
from tadori.model.thresholds import (
    FRAME_FEWEST_LINES,
    FRAME_FEWEST_PAGES,
    FRAME_SHARE,
    TEMPLATE_FEWEST_LINES,
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
_SHORTEST_HEADING: Final = 4
_LONGEST_HEADING: Final = 60
_SHINGLE: Final = 5


def place_ties(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Ties between files by links, places and edges."""
    yield from _by_links(named)
    yield from _by_place(named)
    yield from _sphinx_sources(named)
    yield from _by_frame(named)


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


def _by_links(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Files that link to each other, to the same third one by the same program, or have the same menu.

    Their names must not speak against it: both are missing, or they share a telling word.
    """
    files = {path: one for one in named if not one.publisher and (path := _path(one.page.url))}
    linked: dict[tuple[str, ...], list[NamedPage]] = defaultdict(list)
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


def _may_be_one(one: NamedPage, other: NamedPage) -> bool:
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


def _by_place(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Files whose paths differ only in language or format, and whose texts do not speak against it."""
    groups: dict[str, list[NamedPage]] = defaultdict(list)
    for one in named:
        path = _path(one.page.url)
        if path:
            groups[_neutral(path)].append(one)
    for group in groups.values():
        for other in group[1:]:
            tie = OriginTie(one=group[0].page.page_id, other=other.page.page_id, why=_twin_kind(group[0], other))
            if are_twins(group, tie):
                yield tie


def _twin_kind(one: NamedPage, other: NamedPage) -> str:
    return "format" if one.page.lang == other.page.lang else "translation"


def _neutral(path: str) -> str:
    """The path without language codes, folders of formats and the endings of formats."""
    folders = posixpath.dirname(path).casefold().split("/")
    kept = [name for name in folders if not _LANGUAGE.fullmatch(name) and name not in _FORMAT_FOLDERS]
    parts = [part for part in _stem(path).casefold().split(".") if not _LANGUAGE.fullmatch(part)]
    return "/".join([*kept, ".".join(parts)])


def are_twins(group: Sequence[NamedPage], tie: OriginTie) -> bool:
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


def _sphinx_sources(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Source texts that Sphinx keeps beside its pages (`_sources/`): parts of the one work whose pages lie there."""
    first: dict[str, NamedPage] = {}
    for one in named:
        path = _path(one.page.url)
        root = path.partition(_SOURCES)[0] if _SOURCES in path else ""
        if root and first.setdefault(root, one) is not one:
            yield OriginTie(one=first[root].page.page_id, other=one.page.page_id, why="linked")
    names: dict[str, dict[frozenset[str], NamedPage]] = defaultdict(dict)
    for one in named:
        root = _root_among(_path(one.page.url), first)
        if root and one.key is not None and one.is_sure:
            names[root].setdefault(one.key.words, one)
    for root, found in names.items():
        if len(found) == 1:
            (whole,) = found.values()
            text = first[root].page.page_id
            yield OriginTie(one=whole.page.page_id, other=text, why="work", work=whole.name)


def _root_among(path: str, roots: dict[str, NamedPage]) -> str:
    if _SOURCES in path:
        return ""
    folder = posixpath.dirname(path)
    while len(folder) > 1:
        if folder in roots:
            return folder
        folder = posixpath.dirname(folder)
    return ""


def _by_frame(named: Sequence[NamedPage]) -> Iterator[OriginTie]:
    """Nameless files of one folder that share lines with most files there: running heads and feet, or all headings."""
    folders: dict[str, list[NamedPage]] = defaultdict(list)
    for one in named:
        path = _path(one.page.url)
        if path and one.key is None and not one.publisher:
            folders[posixpath.dirname(path)].append(one)
    for files in folders.values():
        if len(files) >= FRAME_FEWEST_PAGES:
            yield from _framed(files, _edges, FRAME_FEWEST_LINES)
            yield from _framed(files, _headings, TEMPLATE_FEWEST_LINES)


def _framed(files: Sequence[NamedPage], lines_of: Callable[[str], frozenset[str]], fewest: int) -> Iterator[OriginTie]:
    lines = {one.page.page_id: lines_of(one.page.text) for one in files}
    counted = Counter(line for found in lines.values() for line in found)
    common = {line for line, count in counted.items() if count >= max(FRAME_FEWEST_PAGES, FRAME_SHARE * len(files))}
    framed = [one for one in files if len(lines[one.page.page_id] & common) >= fewest]
    yield from star_ties(framed, "frame") if framed else ()


def _edges(text: str) -> frozenset[str]:
    """The first and last lines of a text, without figures: page numbers and dates differ."""
    head = [line for line in text[:_EDGE_CHARACTERS].split("\n") if line.strip()][:_EDGE_LINES]
    tail = [line for line in text[-_EDGE_CHARACTERS:].split("\n") if line.strip()][-_EDGE_LINES:]
    lines = (" ".join(_FIGURES.sub("", line).split()).casefold() for line in (*head, *tail))
    return frozenset(line for line in lines if _SHORTEST_LINE <= len(line) <= _LONGEST_LINE)


def _headings(text: str) -> frozenset[str]:
    """Short lines: the headings that one program or one form gives every entry."""
    lines = (line.strip().casefold() for line in text[:_LOOKED_AT].split("\n"))
    return frozenset(line for line in lines if _SHORTEST_HEADING <= len(line) <= _LONGEST_HEADING)
