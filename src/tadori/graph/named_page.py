"""A page with the name of the work it is a part of, as `works.py` and `work_places.py` compare them. No I/O."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tadori.graph.origin_page import PageForOrigin
from tadori.graph.sources import is_platform_name, publisher_of
from tadori.graph.tie_words import OriginTie
from tadori.graph.work_names import NameKey, name_key


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPage:
    """A page with the name of its work."""

    page: PageForOrigin
    publisher: str
    name: str
    key: NameKey | None
    is_sure: bool
    """Whether the name alone ties; a single word at the end of a title needs a second sign."""


def named_page(page: PageForOrigin) -> NamedPage:
    """The page with the best name of its work that it states, and the publisher that its address gives."""
    imprint, publisher = page.imprint, publisher_of(page.url, page.canonical)
    for name in (imprint.work, imprint.site):
        key = own_name(name)
        if key is not None:
            return NamedPage(page=page, publisher=publisher, name=name, key=key, is_sure=True)
    for name in imprint.running:
        key = own_name(name)
        if key is not None:
            is_sure = not name.startswith("(") and (key.is_book or len(key.words) > 1)
            return NamedPage(page=page, publisher=publisher, name=name.strip("()"), key=key, is_sure=is_sure)
    return NamedPage(page=page, publisher=publisher, name="", key=None, is_sure=False)


def own_name(name: str) -> NameKey | None:
    """The key of a name; none for generic names and for names of platforms, where many publish."""
    key = name_key(name) if name else None
    return None if key is None or any(is_platform_name(word) for word in key.telling) else key


def star_ties(group: Sequence[NamedPage], why: str, *, by_title: bool = False) -> Iterator[OriginTie]:
    """Each page of a group tied to the first."""
    first = group[0]
    for other in group[1:]:
        name = other.page.title if by_title else other.name
        yield OriginTie(one=first.page.page_id, other=other.page.page_id, why=why, work=name)
