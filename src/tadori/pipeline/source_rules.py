"""Classifies pages as sources by rules alone: publisher, origin, trust level and quality.

Comes in: pages, their texts, and citation circles. Goes out: `EvidenceSource`s, before lessons from other tasks change
their trust. It uses no store, so that `verify` gets the same result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.graph.narratives import retellings, worth_comparing
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.origins import sources_of
from tadori.graph.quality import QualityModel, quality
from tadori.graph.trust import MOVABLE
from tadori.minds.base import Embedder
from tadori.model.graph import Circles, EvidenceSource
from tadori.model.ids import JA, Lang
from tadori.text.sentences import sentences

SOURCES: Final = "4"
"""Version of these rules; increase it when origins, trust or quality change, so that cached results expire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRules:
    """Classifies the sources of pages."""

    lang: Lang
    """Language of the notes."""
    embedder: Embedder | None
    """Finds pages that retell the same story; without it retellings are not detected."""
    opinion: QualityModel | None = None
    """A language model that decides where the rules are not sure about quality."""

    def sources(self, pages: Sequence[PageForOrigin], circles: Circles) -> tuple[EvidenceSource, ...]:
        """The pages as sources, in an order that depends only on their content."""
        texts = {page.page_id: page.text for page in pages}
        found = sources_of(
            pages,
            circles=_pages_of(circles, pages),
            retold=self._retold(pages, texts),
            lang=self.lang,
        )
        return tuple(self._graded(source, texts[source.page_id]) for source in found)

    def _graded(self, source: EvidenceSource, text: str) -> EvidenceSource:
        """The source with its quality score. Local files and publishers known by rule are not scored."""
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
    """The note for a page that is blocked because it contains instructions to its reader."""
    return "読み手に指示を出すページ" if lang == JA else "the page gives orders to its reader"


def sources_version(embedder: str, minds: str = "") -> str:
    """The version of these rules plus the ids of the models used; either id may be empty."""
    return "+".join(part for part in (f"sources-{SOURCES}", embedder, minds) if part)


def _pages_of(circles: Circles, pages: Iterable[PageForOrigin]) -> list[list[str]]:
    """Citation circles of URLs as circles of page ids; URL fragments are ignored."""
    at: dict[str, str] = {}
    for page in pages:
        for address in (page.url, page.canonical):
            at.setdefault(_plain(address), page.page_id)
    found = [[at[_plain(address)] for address in circle if _plain(address) in at] for circle in circles]
    return [list(dict.fromkeys(circle)) for circle in found]


def _plain(address: str) -> str:
    return address.partition("#")[0].rstrip("/")
