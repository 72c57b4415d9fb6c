"""Splits large answers into parts: as many items as fit, and a cursor to the rest. Pure.

All parts are cut from one list, so that together they are that list, each item once.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from tadori.errors import WrongCall

PART_BYTES: Final = 40_000
"""The items of one answer together, as JSON in UTF-8: about 10,000 tokens of English, 13,000 of Japanese. Clients are
known to refuse an answer of 25,000. A single larger item still comes, alone."""
_NOT_OURS: Final = "the cursor is not one that get_materials gave: begin without one"


@dataclass(frozen=True, slots=True, kw_only=True)
class PagedItems:
    """A list of items by section that is delivered in parts."""

    mark: str
    """A hash of the content: lists that differ have different marks."""
    names: tuple[str, ...]
    items: tuple[tuple[str, Any], ...]
    """(section, item)"""

    @classmethod
    def of(cls, sections: Mapping[str, Sequence[Any]], about: Sequence[str] = ()) -> "PagedItems":
        """The items in the order of the sections; `about` makes the mark differ for lists with equal items."""
        flat = tuple((name, item) for name, items in sections.items() for item in items)
        whole = json.dumps([list(about), flat], ensure_ascii=False, sort_keys=True)
        mark = sha256(whole.encode()).hexdigest()[:12]
        return cls(mark=mark, names=tuple(sections), items=flat)

    def part(self, start: int, most: int = PART_BYTES) -> tuple[dict[str, list[Any]], str]:
        """The items from `start` on, by section, and the cursor of the next part (empty at the end).

        Raises:
            WrongCall: `start` is behind the end of the list.
        """
        if start and start >= len(self.items):
            raise WrongCall(_NOT_OURS)
        page: dict[str, list[Any]] = {name: [] for name in self.names}
        size, place = 0, start
        for name, item in self.items[start:]:
            size += len(json.dumps(item, ensure_ascii=False).encode())
            if size > most and place > start:
                break
            page[name].append(item)
            place += 1
        return page, "" if place >= len(self.items) else f"{place}.{self.mark}"


def parse_cursor(cursor: str) -> tuple[int, str]:
    """(where a part begins, the mark of its list); 0 and nothing for the first part.

    Raises:
        WrongCall: it is not a valid cursor.
    """
    if not cursor:
        return 0, ""
    number, _, mark = cursor.partition(".")
    if not (number.isascii() and number.isdecimal() and 0 < int(number[:10]) < 10**9 and len(mark) == 12):
        raise WrongCall(_NOT_OURS)
    return int(number), mark
