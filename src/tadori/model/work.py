"""Bibliographic records, and what a search provider returns: hits, and the works it described. Types only."""

from dataclasses import dataclass

from tadori.model.ids import IsoDate, Url, content_id
from tadori.model.query import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A publication, statute, filing or patent as a catalogue describes it; its text is a page like any other."""

    id: str
    url: Url
    """Its landing page."""
    title: str
    source: str
    """The provider that described it."""
    doi: str | None = None
    """Lower case, without a resolver in front: `10.1000/abc`."""
    authors: tuple[str, ...] = ()
    venue: str = ""
    date: IsoDate | None = None
    abstract: str = ""
    open_access_url: Url | None = None
    cites: tuple[str, ...] = ()
    """DOIs or addresses of the works it cites."""
    identifiers: tuple[tuple[str, str], ...] = ()
    """Ids in other catalogues, each (kind, value): `pmid`, `arxiv`, `edinet`, `corporate_number` …"""

    @staticmethod
    def id_of(doi: str | None, url: Url) -> str:
        """By DOI where there is one, else by address: two providers that describe one work describe one row."""
        return content_id("wk", doi.lower() if doi else url)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderResult:
    """What one provider answered. No hits is an answer; a failure is a `SourceError`."""

    hits: tuple[Hit, ...] = ()
    works: tuple[Work, ...] = ()
    notes: tuple[str, ...] = ()
    """What could not be asked of the engine (an operator it does not know), in words."""
