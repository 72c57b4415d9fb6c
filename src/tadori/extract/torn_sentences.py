"""Puts sentences together again that a line of code parts: `Run`, `apt update`, `to refresh the list.`

In: text blocks in reading order. Out: the same letters in the same order, where one line of code inside a sentence is
part of the paragraph. Code of several lines, and code that a whole sentence announces, stays a block of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tadori.extract.composer import TextBlock
from tadori.model.page import FragmentType
from tadori.text.lazy_pattern import lazy_pattern

_PROSE: Final = frozenset({FragmentType.PARAGRAPH, FragmentType.LIST, FragmentType.ASIDE})
_LONGEST_CODE: Final = 120
"""Characters: a longer line is read on its own, whatever stands around it."""
_OPEN: Final = lazy_pattern(r"[^。．：:.!?！？;；)）\]］】」』\"”]\Z")
_GOES_ON_JA: Final = lazy_pattern(r"(?:[をにでとがはのもへや、。]|または|および|から|まで|など)")
_GOES_ON_EN: Final = lazy_pattern(r"(?:[a-z]{2,}[\s.,;]|a\s|,\s)")


def joined_over_code(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """`blocks`, with one line of code between two halves of a sentence put into it."""
    found: list[TextBlock] = []
    for block in blocks:
        found.append(block)
        while len(found) > 2 and _is_torn(*found[-3:]):
            first, code, rest = found[-3:]
            found[-3:] = [replace(first, text=f"{first.text} {code.text.strip()} {rest.text}")]
    return found


def _is_torn(first: TextBlock, code: TextBlock, rest: TextBlock) -> bool:
    if code.fragment_type is not FragmentType.CODE or first.fragment_type not in _PROSE:
        return False
    if rest.fragment_type is not first.fragment_type or not first.depth == code.depth == rest.depth:
        return False
    if "\n" in code.text or len(code.text) > _LONGEST_CODE or not _OPEN.search(first.text[-2:]):
        return False
    goes_on = _GOES_ON_EN if first.text[-1].isascii() and rest.text[0].isascii() else _GOES_ON_JA
    return goes_on.match(rest.text) is not None
