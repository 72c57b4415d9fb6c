"""Pages as sources by rule alone: whose voice each is, how far rules trust it, what is wrong with it.

Comes in: pages, their texts, and the circles in which they cite each other. Goes out: `EvidenceSource`s before evidence
from elsewhere has moved anybody. No store: the same for a run and for `verify`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.graph.narratives import retellings, worth_comparing
from tadori.graph.origins import PageForOrigin, sources_of
from tadori.graph.quality import QualityModel, quality
from tadori.graph.trust import MOVABLE
from tadori.minds.base import Embedder
from tadori.model.graph import Circles, EvidenceSource
from tadori.model.ids import JA, Lang
from tadori.text.sentences import sentences

SOURCES: Final = "3"
"""Raised when origins, trust or quality are decided otherwise, so that no older verdict on sources is remembered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRules:
    """Decides who stands behind pages."""

    lang: Lang
    """Of the notes."""
    embedder: Embedder | None
    """Compares stories; None: retellings are not seen."""
    opinion: QualityModel | None = None
    """A language model's word on pages whose quality rules cannot settle."""

    def sources(self, pages: Sequence[PageForOrigin], circles: Circles) -> tuple[EvidenceSource, ...]:
        """The pages as sources, in the order of their content."""
        texts = {page.page_id: page.text for page in pages}
        found = sources_of(
            pages,
            circles=_pages_of(circles, pages),
            retold=self._retold(pages, texts),
            lang=self.lang,
        )
        return tuple(self._graded(source, texts[source.page_id]) for source in found)

    def _graded(self, source: EvidenceSource, text: str) -> EvidenceSource:
        """The source with its quality. One's own files and publishers known by rule are not put to the test."""
        if not source.domain or source.trust not in MOVABLE:
            return source
        found = quality(text, source.lang, model=self.opinion)
        return replace(source, quality=found.score, notes=(*source.notes, *found.grounds(self.lang)))

    def _retold(self, pages: Sequence[PageForOrigin], texts: Mapping[str, str]) -> list[tuple[str, str]]:
        if self.embedder is None:
            return []
        near = worth_comparing(texts)
        stories = {
            page.page_id: [page.text[s.start : s.end] for s in sentences(page.text, page.lang)]
            for page in sorted(pages, key=lambda page: (page.canonical, page.date or "", page.title, page.text))
            if page.page_id in near
        }
        return [(found.one, found.other) for found in retellings(stories, self.embedder)]


def orders_note(lang: Lang) -> str:
    """Why a page is blocked that gives orders to its reader."""
    return "読み手に指示を出すページ" if lang == JA else "the page gives orders to its reader"


def sources_version(embedder: str, minds: str = "") -> str:
    """The name of these rules with the models beside them; either may be empty."""
    return "+".join(part for part in (f"sources-{SOURCES}", embedder, minds) if part)


def _pages_of(circles: Circles, pages: Iterable[PageForOrigin]) -> list[list[str]]:
    """The circles of addresses as circles of pages; a page is met under its address without a fragment."""
    at: dict[str, str] = {}
    for page in pages:
        for address in (page.url, page.canonical):
            at.setdefault(_plain(address), page.page_id)
    found = [[at[_plain(address)] for address in circle if _plain(address) in at] for circle in circles]
    return [list(dict.fromkeys(circle)) for circle in found]


def _plain(address: str) -> str:
    return address.partition("#")[0].rstrip("/")
