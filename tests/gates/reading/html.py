"""How much of the prose of real documentation pages reaches the extracted text, and how much navigation comes with it.

In: the pages of `pages/` and their labels (see `labelling`). Out: figures. A labelled block counts as kept where its
letters and digits stand one after the other in the extracted text, at its place. Every second page of a work is
sealed: nobody looked at what extraction makes of it before the rules were final.
"""

import gzip
import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from lxml import etree

from tadori.extract.extraction import Extraction
from tadori.model.ids import Url
from tadori.model.page import Capture, Extracted, FragmentType
from tests.gates.figures import Figure
from tests.gates.reading.labelling import CODE, HEADING, LABELS, PROSE, saved_pages

_NO_TEXT: Final = frozenset("script style template noscript noframes svg math rt rp head".split())
_LONG: Final = 24
"""Letters. A block as long is found wherever it stands; a shorter one only between its neighbours."""
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_KEPT: Final = 0.99
_HEADINGS: Final = 0.9
_CODE: Final = 0.97
_NAVIGATION: Final = 0.02


@dataclass(slots=True, kw_only=True)
class Kept:
    """Letters of some pages, by label: labelled, and found in the extracted text."""

    labelled: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    text: int = 0
    navigation: int = 0
    """Letters of the extracted text that no label covers."""
    lost: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    def share(self, label: str) -> float:
        return self.found.get(label, 0) / max(1, self.labelled.get(label, 0))

    def add(self, other: "Kept") -> None:
        for label, count in other.labelled.items():
            self.labelled[label] = self.labelled.get(label, 0) + count
            self.found[label] = self.found.get(label, 0) + other.found.get(label, 0)
        self.text += other.text
        self.navigation += other.navigation


def letters(text: str) -> str:
    """What of a text is compared: letters and digits, without case."""
    return "".join(filter(str.isalnum, text.casefold()))


def read_page(name: str, page: bytes) -> Extracted:
    address = Url(f"file:///library/{name}.html")
    return Extraction().extract(
        Capture(url=address, body=page, media_type="text/html", charset=None, fetched_at=_NOW, source_tag="library")
    )


def page_labels() -> dict[str, list[tuple[str, str]]]:
    """The labelled blocks of every page."""
    labels = json.loads(gzip.decompress(LABELS.read_bytes()))
    return {name: [(label, text) for label, text in blocks] for name, blocks in labels.items()}


def compared(read: Extracted, blocks: Sequence[tuple[str, str]]) -> Kept:
    """What of the labelled `blocks` of one page stands in its extracted text."""
    kept = Kept()
    text = letters(f"{read.title}\n{read.text}")
    covered = bytearray(len(text))
    words = [letters(block) for _, block in blocks]
    for (label, block), at, length in zip(blocks, _places(text, words), map(len, words), strict=True):
        kept.labelled[label] = kept.labelled.get(label, 0) + length
        if at is None:
            kept.lost.append(f"{label}: {block}")
            continue
        kept.found[label] = kept.found.get(label, 0) + length
        covered[at : at + length] = b"\x01" * length
    kept.text = len(text)
    kept.navigation = covered.count(0)
    spans = groupby(range(len(text)), key=lambda at: covered[at])
    kept.extra = [text[(run := list(places))[0] : run[-1] + 1] for is_covered, places in spans if not is_covered]
    return kept


def _places(text: str, words: Sequence[str]) -> Iterator[int | None]:
    """Where each of `words` stands in `text`: long ones in order, short ones between the long ones around them."""
    found: list[int | None] = [None] * len(words)
    at = 0
    for index, word in enumerate(words):
        if len(word) >= _LONG and (place := text.find(word, at)) >= 0:
            found[index] = place
            at = place + len(word)
    # A block that stands elsewhere than in the order of the page is not lost.
    for index, word in enumerate(words):
        if len(word) >= _LONG and found[index] is None and (place := text.find(word)) >= 0:
            found[index] = place
    at = 0
    for index, word in enumerate(words):
        if found[index] is None and len(word) < _LONG:
            after = next((place for place in found[index + 1 :] if place is not None and place >= at), len(text))
            place = text.find(word, at, after)
            found[index] = place if place >= 0 else None
        here = found[index]
        if here is not None and here >= at:
            at = here + len(word)
    yield from found


def adds_up(page: bytes, read: Extracted) -> bool:
    """Whether what was printed of a page and what was lost are all of it; its title may stand beside the text.

    Only the signs between the cells of a table are printed and stand nowhere on the page.
    """
    tables = [read.text[one.start : one.end] for one in read.pieces if one.fragment_type is FragmentType.TABLE]
    most = sum(table.count(" | ") + table.count("| ") for table in tables)
    missing = visible_characters(page) - _ink(read.text) - sum(loss.characters for loss in read.losses)
    return any(-most <= missing - beside <= 0 for beside in (0, _ink(read.title)))


def visible_characters(page: bytes) -> int:
    """All characters of a page that leave ink, hidden by its styles or not."""
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    walker = etree.iterwalk(etree.fromstring(page, parser), events=("start", "end"))
    texts = []
    for event, element in walker:
        if event == "end":
            texts.append(element.tail or "")
        elif element.tag in _NO_TEXT:
            walker.skip_subtree()
        else:
            texts.append(element.text or "")
    return _ink("".join(texts))


def _ink(text: str) -> int:
    """Characters that are no white space and not invisible."""
    composed = unicodedata.normalize("NFC", text)
    return sum(not one.isspace() and unicodedata.category(one) != "Cf" for one in composed)


def is_sealed(name: str) -> bool:
    """Whether a page is one of those that were measured at the end only: every second of its maker."""
    maker = "-".join(name.split("-")[:2])
    mates = [one for one, _ in saved_pages() if one.startswith(f"{maker}-")]
    return mates.index(name) % 2 == 1


def measured(*, sealed: bool) -> tuple[Kept, int, int]:
    """All pages of one half together, how many they are, and how many of them do not add up."""
    labels = page_labels()
    whole = Kept()
    pages = wrong = 0
    for name, page in saved_pages():
        if is_sealed(name) == sealed:
            read = read_page(name, page)
            whole.add(compared(read, labels[name]))
            pages += 1
            wrong += not adds_up(page, read)
    return whole, pages, wrong


def figures(quick: bool) -> list[Figure]:
    """Prose kept and navigation kept, of both halves; the same pages when `quick`: they take a few seconds."""
    return [figure for sealed in (False, True) for figure in _half(sealed=sealed)]


def _half(*, sealed: bool) -> Iterator[Figure]:
    half = "sealed pages" if sealed else "pages looked at"
    whole, pages, wrong = measured(sealed=sealed)
    yield Figure(name=f"HTML prose kept, {half}", value=whole.share(PROSE), floor=_KEPT, aim=0.97, n=pages)
    yield Figure(name=f"HTML headings kept, {half}", value=whole.share(HEADING), floor=_HEADINGS, aim=None, n=pages)
    yield Figure(name=f"HTML code kept, {half}", value=whole.share(CODE), floor=_CODE, aim=None, n=pages)
    navigation = whole.navigation / max(1, whole.text)
    yield _at_most(f"HTML navigation in the text, {half}", navigation, _NAVIGATION, pages)
    yield _at_most(f"HTML pages of which text is neither printed nor counted, {half}", wrong, 0.0, pages)


def _at_most(name: str, value: float, floor: float, n: int) -> Figure:
    return Figure(name=name, value=value, floor=floor, aim=0.0, n=n, at_least=False)
