"""Reads what the JSON-LD of a page says about the page itself, not about its comments, reviews and pictures.

In: the scripts of one page, each already cut. Out: strings. What cannot be parsed (half of it is broken somewhere) is
read with a bounded pattern; an unreadable script says nothing.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tadori.text.lazy_pattern import lazy_pattern

_OTHERS: Final = frozenset(
    "comment review userreview criticreview answer question imageobject videoobject audioobject mediaobject person"
    " organization newsmediaorganization breadcrumblist itemlist listitem offer aggregaterating claimreview"
    " event".split()
)
"""Things on a page that have dates of their own."""
_INSIDE: Final = ("@graph", "mainEntity", "mainEntityOfPage")
_MOST_OBJECTS: Final = 2000
_TYPE: Final = lazy_pattern(r'"@type"\s*:\s*\[?\s*"([A-Za-z]{1,40})"')
_STRING: Final = lazy_pattern(r'"(datePublished|dateModified|dateCreated)"\s*:\s*"([^"\\]{1,200})"')


def stated_in_json_ld(scripts: Sequence[str], name: str) -> list[str]:
    """What the objects that are the page itself give as `name`, in order."""
    found: list[str] = []
    for script in scripts:
        try:
            parsed = json.loads(script, strict=False)
        except (ValueError, RecursionError):
            found += _in_broken(script, name)
            continue
        found += (value for one in _page_objects(parsed) if isinstance(value := one.get(name), str))
    return found


def _page_objects(parsed: Any) -> Iterator[dict[str, Any]]:
    """The objects at the top, in `@graph` and named as the main entity; nothing that is nested elsewhere."""
    waiting = [parsed]
    for _ in range(_MOST_OBJECTS):
        if not waiting:
            return
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting[:0] = one[:_MOST_OBJECTS]
        elif isinstance(one, dict):
            if _types_of(one).isdisjoint(_OTHERS):
                yield one
            waiting[:0] = [one[key] for key in _INSIDE if key in one]


def _types_of(one: dict[str, Any]) -> set[str]:
    stated = one.get("@type")
    return {kind.lower() for kind in (stated if isinstance(stated, list) else [stated]) if isinstance(kind, str)}


def _in_broken(script: str, name: str) -> Iterator[str]:
    """Every string called `name` whose nearest type before it is not that of a comment or the like."""
    types = [(match.start(), match[1].lower()) for match in _TYPE.finditer(script)]
    for match in _STRING.finditer(script):
        before = [kind for start, kind in types if start < match.start()]
        if match[1] == name and (not before or before[-1] not in _OTHERS):
            yield match[2]
