"""Large answers in parts: as many items as fit, and a cursor to the rest. Pure."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from tadori.errors import WrongCall

PAGE_CHARS: Final = 60_000
"""The items of one answer together, as JSON; a single larger item still comes alone."""


def paged(
    sections: Mapping[str, Sequence[Any]], cursor: str, most: int = PAGE_CHARS
) -> tuple[dict[str, list[Any]], str]:
    """The items from `cursor` on, in the order of the sections, and the cursor of the next part (empty at the end).

    Raises:
        WrongCall: the cursor is none of ours, or what it was made of has changed since.
    """
    flat = [(name, item) for name, items in sections.items() for item in items]
    mark = sha256(json.dumps(flat, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:12]
    start = _place(cursor, mark, len(flat))
    page: dict[str, list[Any]] = {name: [] for name in sections}
    size, place = 0, start
    for name, item in flat[start:]:
        size += len(json.dumps(item, ensure_ascii=False))
        if size > most and place > start:
            break
        page[name].append(item)
        place += 1
    return page, "" if place >= len(flat) else f"{place}.{mark}"


def _place(cursor: str, mark: str, count: int) -> int:
    if not cursor:
        return 0
    number, _, made_of = cursor.partition(".")
    if not number.isdecimal() or not 0 < int(number) < 10**9:
        raise WrongCall("the cursor is not one that get_materials gave")
    if made_of != mark or int(number) >= count:
        raise WrongCall("the evidence has changed since that cursor was given: begin again without one")
    return int(number)
