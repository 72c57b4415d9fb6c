"""Finds the sources that pages name for their text (L25). In: pages. Out: the sources of each, ids of pages or names.

A line such as `Source: X` or 「出典：X」 at the beginning or end of a page names one; a name in a sentence
is a citation and none. Linear in the number of pages. No I/O.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tadori.graph.origin_page import PageForOrigin
from tadori.graph.sources import domain_of
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

_COPY_LINE = lazy_pattern(
    r"^[\s>*_(（\[【―—-]*(?:"
    r"(?:出典|引用元|転載元|情報源|配信元?|提供|ソース|初出)\s*[:：／/]\s*"
    r"|source\s*:\s*|(?:this (?:article|story|text|page) (?:was )?)?(?:originally|first) (?:published|appeared|posted)"
    r" (?:by|in|on|at)\s+|re(?:printed|published|posted) (?:with permission )?from\s+|via\s*:\s*"
    r")(?P<name>[^\n]{2,200}?)[\s)）\]】.。_*]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ADDRESS = lazy_pattern(r"https?://[^\s)）>」』\]]+")
_NAME_NOISE = lazy_pattern(r"[\W_]+")
_DOMAIN = lazy_pattern(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_COPY_LINES_WITHIN: Final = 3_000
"""A line that names the source of a whole page stands at its beginning or end; in the middle it is about a part."""
_TITLE_START: Final = 8
"""Letters by which titles inside a longer name are found; a shorter title there may be any word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownPages:
    """The pages by what may name them."""

    by_title: Mapping[str, str]
    by_address: Mapping[str, str]
    by_domain: Mapping[str, str]
    by_start: Mapping[str, Sequence[str]]
    """First letters → titles."""


def attributions(pages: Sequence[PageForOrigin]) -> dict[str, tuple[str, ...]]:
    """Page id → the sources its text names: ids of pages that are here, names of sources that are not."""
    known = _known(pages)
    found: dict[str, tuple[str, ...]] = {}
    for page in pages:
        named = [_page_named(name, known) or _name_key(name) for name in copy_marks(_edges_of(page.text))]
        found[page.page_id] = tuple(dict.fromkeys(target for target in named if target and target != page.page_id))
    return found


def copy_marks(text: str) -> list[str]:
    """The sources that the lines of `text` name for it, in order (`Source: X`, 「出典：X」)."""
    return [match["name"].strip() for match in _COPY_LINE.finditer(text)]


def addresses(page: PageForOrigin) -> tuple[str, ...]:
    return (page.url, page.canonical) if page.canonical else (page.url,)


def address_key(address: str) -> str:
    """An address without scheme, `www.` and fragment: what two pages at one address have in common."""
    return address.split("#", 1)[0].removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")


def _known(pages: Sequence[PageForOrigin]) -> _KnownPages:
    # Reversed, so that the first page with a title or address wins. Titles under four characters (`News`) name nothing.
    by_title = {key: page.page_id for page in reversed(pages) if len(key := _name_key(page.title)) >= 4}
    by_domain = {domain_of(page.url, page.canonical): page.page_id for page in reversed(pages)}
    by_domain.pop("", None)
    by_start: dict[str, list[str]] = defaultdict(list)
    for title in by_title:
        if len(title) >= _TITLE_START:
            by_start[title[:_TITLE_START]].append(title)
    return _KnownPages(
        by_title=by_title,
        by_address={address_key(a): page.page_id for page in reversed(pages) for a in addresses(page)},
        by_domain=by_domain,
        by_start=by_start,
    )


def _edges_of(text: str) -> str:
    if len(text) <= 2 * _COPY_LINES_WITHIN:
        return text
    return f"{text[:_COPY_LINES_WITHIN]}\n{text[-_COPY_LINES_WITHIN:]}"


def _page_named(name: str, known: _KnownPages) -> str:
    """The id of the page that `name` means, or the empty string for one that is not among ours."""
    for address in _ADDRESS.findall(name):
        found = known.by_address.get(address_key(address)) or known.by_domain.get(domain_of(address))
        if found:
            return found
    key = _name_key(name)
    if key in known.by_title:
        return known.by_title[key]
    inside = {
        title
        for at in range(len(key))
        for title in known.by_start.get(key[at : at + _TITLE_START], ())
        if key.startswith(title, at)
    }
    if inside:
        return known.by_title[min(inside, key=lambda title: (-len(title), title))]
    return _site_named(name, known.by_domain)


def _site_named(name: str, by_domain: Mapping[str, str]) -> str:
    """The first page of the site whose domain stands in `name`."""
    found = set()
    for written in _DOMAIN.findall(name.casefold()):
        labels = written.split(".")
        found |= {domain for at in range(len(labels)) if (domain := ".".join(labels[at:])) in by_domain}
    return by_domain[min(found)] if found else ""


def _name_key(name: str) -> str:
    return _NAME_NOISE.sub("", normalised("NFKC", name)).casefold()
