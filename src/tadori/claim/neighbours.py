"""The text around a statement on its page, with the way back from each character to its fragment.

In: the fragments of a page in order, and a place in one of them. Out: what stands before and after it, its heading, the
lead-in of its list, the header of its table; each as a quotation where it is to be cited. Nothing is decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.claim import Quotation
from tadori.model.evidence_thresholds import CODE_KEPT_CHARS, LONGEST_AFTER, LONGEST_BEFORE
from tadori.model.page import Fragment, FragmentType
from tadori.text.lead_ins import is_limiting_lead_in, lead_in_span, leads_in
from tadori.text.orders import orders_in

_PROSE: Final = frozenset({FragmentType.PARAGRAPH, FragmentType.LIST, FragmentType.QUOTE, FragmentType.ASIDE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The fragments of a page from the nearest heading on, around the one at `at`."""

    fragments: Sequence[Fragment]
    at: int

    def before(self, start: int) -> str:
        """The text above `start` (an offset in the fragment), back to the heading, `LONGEST_BEFORE` at most."""
        return "".join(text for text, _ in self._above(start))[-LONGEST_BEFORE:]

    def after(self, end: int) -> str:
        """The text behind `end` (an offset in the fragment), up to the next heading, `LONGEST_AFTER` at most."""
        found = self.fragments[self.at].text[end:]
        for one, other in zip(self.fragments[self.at :], self.fragments[self.at + 1 :], strict=False):
            is_heading = other.fragment_type is FragmentType.HEADING
            if is_heading or other.stands_apart_from(self._own) or len(found) >= LONGEST_AFTER:
                break
            found += _gap(one, other) + other.text
        return found[:LONGEST_AFTER]

    def quoted_before(self, start: int, first: int, last: int) -> Quotation | None:
        """`before(start)[first:last]` as a quotation; None where it runs over the edge of a fragment."""
        parts = self._above(start)
        whole = "".join(text for text, _ in parts)
        first, last = (place + max(0, len(whole) - LONGEST_BEFORE) for place in (first, last))
        position = 0
        for text, fragment in parts:
            if fragment is not None and position <= first and last <= position + len(text):
                return quotation_in(fragment, first - position, last - position)
            position += len(text)
        return None

    def quoted_after(self, end: int, first: int, last: int) -> Quotation | None:
        """`after(end)[first:last]` as a quotation; None where it runs over the edge of its fragment."""
        rest = len(self._own.text) - end
        if last <= rest:
            return quotation_in(self._own, end + first, end + last)
        if self.at + 1 < len(self.fragments):
            following = self.fragments[self.at + 1]
            offset = rest + len(_gap(self._own, following))
            if offset <= first and last <= offset + len(following.text):
                return quotation_in(following, first - offset, last - offset)
        return None

    def lead_in(self, start: int) -> Quotation | None:
        """The words above the list that the item at `start` stands in, where an item without them may mislead."""
        found = leads_in(self.before(start))
        if not found or not is_limiting_lead_in(found):
            return None
        at = self.before(start).rfind(found)
        return self.quoted_before(start, at, at + len(found)) if at >= 0 else None

    def is_prose(self, quoted: Quotation) -> bool:
        """Whether a quotation stands in running text, a list or a quotation, and not in a table or code."""
        return any(one.id == quoted.fragment_id and one.fragment_type in _PROSE for one in self.fragments)

    def leads_to_code(self) -> bool:
        """Whether code follows the fragment: a sentence without an end before it only announces it."""
        following = self.fragments[self.at + 1 : self.at + 2]
        return bool(following) and following[0].fragment_type is FragmentType.CODE

    def code_behind(self, end: int) -> Quotation | None:
        """The block of code behind the fragment, where nothing but a lead-in stands between it and `end`.

        None where it is very long, or gives orders to its reader.
        """
        rest = self._own.text[end:].strip()
        led = lead_in_span(rest) if rest else None
        following = self.fragments[self.at + 1 : self.at + 2]
        if not self.leads_to_code() or (rest and (led is None or led.start > 0)):
            return None
        block = following[0]
        if block.heading_hierarchy != self._own.heading_hierarchy or len(block.text) > CODE_KEPT_CHARS:
            return None
        return None if not block.text.strip() or orders_in(block.text) else quotation_in(block, 0, len(block.text))

    def heading_path(self) -> str:
        """All headings above, outermost first, as `QuotedPassage.heading` has them."""
        return " › ".join(h.text for h in self._own.heading_hierarchy) or self._own.heading_context

    def quoted_heading(self, words: str) -> Quotation | None:
        """`words` in the nearest heading above that holds them; None where the page's text has no such heading."""
        for fragment in reversed(self.fragments[: self.at]):
            if fragment.fragment_type is FragmentType.HEADING and (found := fragment.text.find(words)) >= 0:
                return quotation_in(fragment, found, found + len(words))
        return None

    @property
    def _own(self) -> Fragment:
        return self.fragments[self.at]

    def _above(self, start: int) -> list[tuple[str, Fragment | None]]:
        """The pieces of text above `start`, in order, each with its fragment; None for the gap between two."""
        parts: list[tuple[str, Fragment | None]] = [(self._own.text[:start], self._own)]
        size = start
        for index in range(self.at - 1, -1, -1):
            fragment = self.fragments[index]
            is_heading = fragment.fragment_type is FragmentType.HEADING
            if is_heading or fragment.stands_apart_from(self._own) or size >= LONGEST_BEFORE:
                break
            parts += [(_gap(fragment, self.fragments[index + 1]), None), (fragment.text, fragment)]
            size += len(fragment.text)
        return parts[::-1]


def quotation_in(fragment: Fragment, start: int, end: int) -> Quotation:
    """`fragment.text[start:end]` as a quotation."""
    return Quotation.of(
        fragment_id=fragment.id, page_id=fragment.page_id, start=fragment.start + start, text=fragment.text[start:end]
    )


def _gap(one: Fragment, other: Fragment) -> str:
    """The white space between two fragments: exactly as long as it is in the page's text."""
    return "\n" * (other.start - one.end)
