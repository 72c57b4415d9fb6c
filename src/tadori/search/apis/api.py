"""What all official APIs share: turning a query into requests, and answers into hits and works.

Comes in: a `Query`, the credentials for one API, and a function that sends requests. Goes out: `ProviderResult`, or
a `SourceError` that says what was wrong: a key that is rejected, a quota that is used up, an answer of another shape.
Nothing sleeps, retries, caches or logs here: `refusals.retryable` says when a caller may try again.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol
from urllib.parse import quote, urlencode

from tadori.errors import ConfigError, SourceGarbled
from tadori.model.doors import Clock, SendToEngine
from tadori.model.engine import EngineFacts, EngineRequest, EngineResponse
from tadori.model.ids import IsoDate, Lang, Url
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult, Work
from tadori.query.dialects import dialect_of
from tadori.query.engine_query import engine_query
from tadori.query.operators import ParsedQuery, parse_query
from tadori.search.apis.fields import MAX_TITLE
from tadori.search.apis.keywords import keywords_of, subject_of
from tadori.search.apis.refusals import checked_response
from tadori.text.lazy_pattern import lazy_pattern

JSON: Final = "application/json"
CONTACT_SETTING: Final = "engines.contact"
"""The user's e-mail address, sent to APIs that want to know who is calling."""
MAX_SNIPPET: Final = 400
_UNFIT: Final = lazy_pattern(r"[\x00-\x20\x7f]|[^\x00-\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiAccess:
    """The credentials for one API, from the settings."""

    key: str | None = field(default=None, repr=False)
    secret: str | None = field(default=None, repr=False)
    """The second part of credentials that have two."""
    contact: str | None = None
    version: str = "0"
    """Of Tadori."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiQuery:
    """One query in the forms that APIs need."""

    text: str
    parsed: ParsedQuery
    keywords: tuple[str, ...]
    """Content words and phrases, for APIs that require all words to match."""
    subject: str
    """The one thing the query is about, for APIs that look up a name."""
    after: IsoDate | None
    """The first day wanted, `YYYY-MM-DD`."""
    before: IsoDate | None
    """The last day wanted."""
    lang: Lang
    limit: int
    access: ApiAccess
    now: datetime

    def get(
        self,
        engine: str,
        base: str,
        parameters: Sequence[tuple[str, str | int | None]],
        *,
        headers: tuple[tuple[str, str], ...] = (),
        accept: str = JSON,
    ) -> EngineRequest:
        """A GET of `base` with those parameters that have a value."""
        sent = [(name, str(value)) for name, value in parameters if value not in (None, "")]
        url = f"{base}?{urlencode(sent, quote_via=quote)}" if sent else base
        agent = ("User-Agent", user_agent(self.access))
        return EngineRequest(engine=engine, url=Url(url), headers=(agent, *headers), accept=accept)


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueRecord:
    """One result of a catalogue; becomes a hit and a work."""

    title: str
    """Plain text, as all texts here."""
    url: Url | None
    """None, like an empty title, means that the record is left out."""
    snippet: str = ""
    date: IsoDate | None = None
    doi: str | None = None
    authors: tuple[str, ...] = ()
    venue: str = ""
    abstract: str = ""
    open_access_url: Url | None = None
    cites: tuple[str, ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()


class ApiCall(Protocol):
    """Sends one request and checks the answer; an answer whose status is in `empty_at` is returned unchecked."""

    async def __call__(self, request: EngineRequest, *, empty_at: frozenset[int] = frozenset()) -> EngineResponse: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Api:
    """One API: its facts, and the function that gets its records."""

    facts: EngineFacts
    records: Callable[[ApiQuery, ApiCall], Awaitable[Sequence[CatalogueRecord]]]
    optional_key: str | None = None
    """The setting of a key that is not required but raises its limits."""
    secret: str | None = None
    """The setting of the second part of its credentials."""
    contact_needed: bool = False
    reach: str = ""
    """A note for empty answers: what this API can be searched for."""

    @property
    def key_setting(self) -> str | None:
        return self.facts.key or self.optional_key


def single_call_api(
    facts: EngineFacts,
    request: Callable[[ApiQuery], EngineRequest],
    records: Callable[[EngineResponse], Sequence[CatalogueRecord]],
    *,
    empty_at: Iterable[int] = (),
    optional_key: str | None = None,
) -> Api:
    """An API that answers a query with one request. `empty_at`: statuses that mean "nothing found"."""
    nothing = frozenset(empty_at)

    async def ask_once(prepared: ApiQuery, call: ApiCall) -> Sequence[CatalogueRecord]:
        response = await call(request(prepared), empty_at=nothing)
        return [] if response.status in nothing else records(response)

    return Api(facts=facts, records=ask_once, optional_key=optional_key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSearch:
    """The `SearchProvider` for one API.

    Raises:
        ConfigError: a required key or contact is missing or malformed; the message names the setting.
    """

    api: Api
    ask: SendToEngine
    clock: Clock
    """For APIs that list by day (EDINET)."""
    access: ApiAccess = ApiAccess()

    def __post_init__(self) -> None:
        absent = missing_setting(self.api, self.access)
        if absent is not None:
            raise ConfigError(f"{self.name} needs {absent}: set it, or leave {self.name} off ({self.api.facts.home})")
        for setting, value in _settings(self.api, self.access):
            if value and _UNFIT.search(value):
                raise ConfigError(f"{setting} holds blanks or characters that no key or address has")

    @property
    def name(self) -> str:
        return self.api.facts.name

    @property
    def facts(self) -> EngineFacts:
        return self.api.facts

    async def search(self, query: Query) -> ProviderResult:
        prepared, notes = api_query(query, self.name, self.access, self.clock())
        records = await self.api.records(prepared, self.call)
        if not records and self.api.reach:
            notes = (*notes, self.api.reach)
        return results_from_records(records, self.api.facts, query.limit, notes)

    async def call(self, request: EngineRequest, *, empty_at: frozenset[int] = frozenset()) -> EngineResponse:
        response = await self.ask(request)
        return response if response.status in empty_at else checked_response(response, self.name, self.api.key_setting)


def missing_setting(api: Api, access: ApiAccess) -> str | None:
    """The required setting that is missing; None when `api` can be used."""
    if api.facts.key is not None and not access.key:
        return api.facts.key
    if api.secret is not None and not access.secret:
        return api.secret
    return CONTACT_SETTING if api.contact_needed and not access.contact else None


def _settings(api: Api, access: ApiAccess) -> list[tuple[str, str | None]]:
    return [
        (api.key_setting or "key", access.key),
        (api.secret or "secret", access.secret),
        (CONTACT_SETTING, access.contact),
    ]


def user_agent(access: ApiAccess) -> str:
    """Our name and version, with the user's contact address when one is set."""
    return f"Tadori/{access.version}" + (f" (mailto:{access.contact})" if access.contact else "")


def api_query(query: Query, engine: str, access: ApiAccess, now: datetime) -> tuple[ApiQuery, tuple[str, ...]]:
    """`query` for an API, and notes on what the API does not support.

    Raises:
        WrongCall: there is nothing to look for in the query.
    """
    parsed = parse_query(query.text)
    dialect = dialect_of(engine)
    written = engine_query(parsed, dialect)
    loose = [*parsed.words, *parsed.required, *parsed.intitle]
    phrases = list(parsed.phrases) if dialect.phrase else [w for phrase in parsed.phrases for w in phrase.split()]
    prepared = ApiQuery(
        text=written.text,
        parsed=parsed,
        keywords=keywords_of(loose, phrases) or (written.text,),
        subject=subject_of(loose, parsed.phrases) or written.text,
        after=written.after,
        before=written.before,
        lang=query.lang,
        limit=max(1, min(query.limit, 100)),
        access=access,
        now=now,
    )
    return prepared, written.notes


def results_from_records(
    records: Iterable[CatalogueRecord], facts: EngineFacts, limit: int, notes: tuple[str, ...]
) -> ProviderResult:
    """Hits and works of `records`, each address once.

    Raises:
        SourceGarbled: there are records, and none has a title and an address.
    """
    listed = list(records)
    shown: dict[Url, CatalogueRecord] = {}
    for record in listed:
        if record.url is not None and record.title:
            shown.setdefault(record.url, record)
    if listed and not shown:
        raise SourceGarbled(facts.name, f"{len(listed)} results, none with a title and an address")
    kept = list(shown.items())[: max(limit, 0)]
    return ProviderResult(
        hits=tuple(_hit(record, url, facts, place) for place, (url, record) in enumerate(kept, start=1)),
        works=tuple(_work(record, url, facts.name) for url, record in kept),
        notes=notes,
    )


def _hit(record: CatalogueRecord, url: Url, facts: EngineFacts, place: int) -> Hit:
    described = ". ".join(part for part in (", ".join(record.authors[:3]), record.venue) if part)
    return Hit(
        title=record.title[:MAX_TITLE],
        url=url,
        snippet=(record.snippet or record.abstract or described)[:MAX_SNIPPET],
        date=record.date,
        engine=facts.name,
        rank=place,
        source_tag=facts.categories[0].value,
    )


def _work(record: CatalogueRecord, url: Url, source: str) -> Work:
    return Work(
        id=Work.id_of(record.doi, url),
        url=url,
        title=record.title[:MAX_TITLE],
        source=source,
        doi=record.doi,
        authors=record.authors,
        venue=record.venue,
        date=record.date,
        abstract=record.abstract,
        open_access_url=record.open_access_url,
        cites=tuple(dict.fromkeys(record.cites)),
        identifiers=record.identifiers,
    )
