"""Joins text blocks in reading order into one text, with pieces that point into it.

Done here for every kind of document, so that offsets are computed in one place.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.page import FragmentType, Heading, TextElement
from tadori.model.thresholds import MAX_ELEMENTS, MAX_TEXT_CHARS

LANGUAGE_SAMPLE: Final = 1500
"""Characters at the beginning of a text that decide its language."""
LONGEST_HEADING: Final = 200
DEEPEST_HEADING: Final = 6
"""Headings below head only the definition, note or aside they stand in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock:
    """One element of the text; `text` is clean and not empty."""

    text: str
    fragment_type: FragmentType
    level: int = 0
    """1 to 6 for a heading, 7 and more for what heads a definition or an aside only, 0 for everything else."""
    depth: int = 0
    """In how many definition lists, notes and asides it stands: what heads a deeper one does not head it."""
    page_number: int | None = None
    has_header: bool = False


@dataclass(slots=True)
class _Open:
    """A heading above the current block, and how many elements are directly below it."""

    heading: Heading | None
    count: int = 0


def compose(blocks: Iterable[TextBlock], source: str) -> tuple[str, tuple[TextElement, ...]]:
    """The text of `blocks` and one piece for each: items of a list a line apart, everything else an empty line apart.

    Raises:
        SourceGarbled: there is no text.
        SourceTooLarge: over `MAX_TEXT_CHARS` characters or `MAX_ELEMENTS` pieces.
    """
    parts: list[str] = []
    pieces: list[TextElement] = []
    path = [_Open(None)]
    length = 0
    before: FragmentType | None = None
    for block in blocks:
        if parts:
            gap = "\n" if before == block.fragment_type == FragmentType.LIST else "\n\n"
            parts.append(gap)
            length += len(gap)
        closed = _close(path, block)
        pieces.append(_piece(block, length, path))
        path[-1].count += 1
        if block.level:
            # Several terms may share a definition: `-f`, `--force`.
            terms = [closed] if closed and before is FragmentType.HEADING and block.level > DEEPEST_HEADING else []
            path.append(_Open(Heading(level=block.level, text=cut_heading(", ".join([*terms, block.text])))))
        parts.append(block.text)
        length += len(block.text)
        before = block.fragment_type
        if length > MAX_TEXT_CHARS:
            raise SourceTooLarge(source=source, reason=f"more than {MAX_TEXT_CHARS} characters of text")
        if len(pieces) > MAX_ELEMENTS:
            raise SourceTooLarge(source=source, reason=f"more than {MAX_ELEMENTS} pieces of text")
    if not parts:
        raise SourceGarbled(source=source, reason="there is no text in it")
    return "".join(parts), tuple(pieces)


def _close(path: list[_Open], block: TextBlock) -> str:
    """Close the headings that do not head `block`; returns the last one closed that was of its own level."""
    deepest = block.level - 1 if block.level else DEEPEST_HEADING + block.depth
    closed = ""
    while (heading := path[-1].heading) is not None and heading.level > deepest:
        closed = heading.text if heading.level == block.level else closed
        path.pop()
    return closed


def cut_heading(heading: str) -> str:
    """A heading as it is repeated with every piece below it; a very long one would fill the disk."""
    return heading if len(heading) <= LONGEST_HEADING else heading[: LONGEST_HEADING - 1].rstrip() + "…"


def _piece(block: TextBlock, start: int, path: list[_Open]) -> TextElement:
    headings = tuple(step.heading for step in path if step.heading is not None)
    return TextElement(
        start=start,
        end=start + len(block.text),
        fragment_type=block.fragment_type,
        heading_context=headings[-1].text if headings else "",
        heading_hierarchy=headings,
        element_index=path[-1].count,
        page_number=block.page_number,
        has_header=block.has_header,
    )
