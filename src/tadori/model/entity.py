"""Who and what texts speak of: companies, public bodies, persons, domains; and how a site's own search has gone."""

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
"""What can own a domain, have an address and employ a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place of a text that names an entity: `text[start:end]`, in code points."""

    kind: EntityKind
    text: str
    start: int
    end: int
    value: str
    """In its normal spelling: a bare number, a lower-case DOI, a registrable domain; of a name, as it stands."""
    label: str = ""
    """Of an identifier, which register; of a person, title or role; of a domain, `email` or `url` where it was one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One company, body, person or domain with all that it is known by."""

    id: str
    kind: EntityKind
    name: str
    """As it is shown; one of `names`."""
    names: tuple[str, ...]
    """Every spelling seen, the first seen first."""
    addresses: tuple[str, ...] = ()
    """Postal addresses, as they stood."""
    identifiers: tuple[tuple[str, str], ...] = ()
    """Each (kind, value): `corporate_number`, `edinet`, `orcid`, `domain`."""
    affiliations: tuple[str, ...] = ()
    """Of a person: names of the bodies it was named with; of a domain: of those who hold it."""

    @staticmethod
    def id_of(kind: EntityKind, key: str) -> str:
        """By kind and comparing form of its first name, so that two runs that find one name find one entity."""
        return content_id("en", kind.value, key)

    def values(self, kind: str) -> tuple[str, ...]:
        """Its identifiers of one kind."""
        return tuple(value for name, value in self.identifiers if name == kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchForm:
    """A form that searches a site."""

    page: Url
    """Where it stands."""
    action: Url
    field: str
    """The name of the field for the words; empty when only a browser can send it."""
    method: str
    """`get` or `post`."""
    hidden: tuple[tuple[str, str], ...]
    """What is sent along: hidden fields, chosen options, ticked boxes."""
    selector: str
    """CSS, for a browser: the field."""
    submit: str
    """CSS: the button; empty when Enter sends the form."""
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
    """EMA of tries that brought results; a stranger is worth half."""
    harvest: float = 0.0
    """EMA of useful results a try."""
    failures: int = 0
    """In a row; a success sets it back."""
    paused_until: datetime | None = None
    last_try_at: datetime | None = None
    form: SearchForm | None = None
    """As it was last found, so that it is looked for once."""
