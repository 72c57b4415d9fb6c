"""Entities named in texts: companies, public bodies, persons, domains; and the state of a site's own search. Types
only.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tadori.model.ids import Url, content_id


class EntityKind(StrEnum):
    COMPANY = "company"
    GOVERNMENT = "government"
    ORGANISATION = "organisation"
    """Universities, institutes, associations: neither a company nor a public body by its form."""
    PERSON = "person"
    DOMAIN = "domain"
    ADDRESS = "address"
    """A postal address."""
    IDENTIFIER = "identifier"
    """A number of a register: `corporate_number`, `edinet`, `doi`, `orcid`."""


BODIES = frozenset({EntityKind.COMPANY, EntityKind.GOVERNMENT, EntityKind.ORGANISATION})
"""Kinds that can own a domain, have an address and employ a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place in a text that names an entity: `text[start:end]`, in code points."""

    kind: EntityKind
    text: str
    start: int
    end: int
    value: str
    """Normalised: a bare number, a lower-case DOI, a registrable domain; for a name, as written."""
    label: str = ""
    """For an identifier, which register; for a person, title or role; for a domain, `email` or `url` where it was one.

    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One company, body, person or domain with all its names and identifiers."""

    id: str
    kind: EntityKind
    name: str
    """The display name; one of `names`."""
    names: tuple[str, ...]
    """Every spelling seen, the first seen first."""
    addresses: tuple[str, ...] = ()
    """Postal addresses, as written."""
    identifiers: tuple[tuple[str, str], ...] = ()
    """Each (kind, value): `corporate_number`, `edinet`, `orcid`, `domain`."""
    affiliations: tuple[str, ...] = ()
    """For a person: bodies it was named with; for a domain: its owners."""

    @staticmethod
    def id_of(kind: EntityKind, key: str) -> str:
        """By kind and normalised first name, so that two runs that find one name find one entity."""
        return content_id("en", kind.value, key)

    def values(self, kind: str) -> tuple[str, ...]:
        """Its identifiers of one kind."""
        return tuple(value for name, value in self.identifiers if name == kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchForm:
    """The search form of a site."""

    page: Url
    """The page it is on."""
    action: Url
    field: str
    """The name of the query field; empty when only a browser can submit it."""
    method: str
    """`get` or `post`."""
    hidden: tuple[tuple[str, str], ...]
    """Fields sent along: hidden fields, selected options, ticked boxes."""
    selector: str
    """CSS selector of the field, for a browser."""
    submit: str
    """CSS selector of the button; empty when Enter submits the form."""
    needs_browser: bool
    charset: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSearchState:
    """How the search of one site has gone (§3.1.5): one row of `site_search`."""

    domain: str
    tries: int = 0
    successes: int = 0
    success: float = 0.5
    """EMA of tries with results; a new site starts at one half."""
    harvest: float = 0.0
    """EMA of useful results per try."""
    failures: int = 0
    """Consecutive failures; a success resets it."""
    paused_until: datetime | None = None
    last_try_at: datetime | None = None
    form: SearchForm | None = None
    """As last found, so that it is searched for once."""
