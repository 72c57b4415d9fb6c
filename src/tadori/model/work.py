"""Bibliographic data, and what a search brings back: hits, and the works that came beside them."""

from dataclasses import dataclass

from tadori.model.ids import IsoDate, Url, content_id
from tadori.model.query import Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A publication, statute, filing or patent as a catalogue describes it; its text is a page like any other."""

    id: str
    url: Url
    """Where people read about it: its landing page."""
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
    """Other names in catalogues, each (kind, value): `pmid`, `arxiv`, `edinet`, `corporate_number` …"""

    @staticmethod
    def id_of(doi: str | None, url: Url) -> str:
        """By DOI where there is one, else by address: two providers that describe one work describe one row."""
        return content_id("wk", doi.lower() if doi else url)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderResult:
    """What one provider answered. No hits is an answer; trouble is a `SourceError`."""

    hits: tuple[Hit, ...] = ()
    works: tuple[Work, ...] = ()
    notes: tuple[str, ...] = ()
    """What the engine could not be asked (an operator it does not know), in words."""
