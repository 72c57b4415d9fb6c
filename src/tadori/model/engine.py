"""Search engines and official catalogues: their properties, requests, answers and health. Types only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.ids import Url
from tadori.model.web import Route

ALL_ENGINES: Final = "all engines"
"""The provider name in a failure that concerns all engines."""
ALL_BLOCKED: Final = "ALL_ENGINES_BLOCKED"
"""The code of §3.1.4, for people, when every engine is cooling down; code uses `NotAsked.ALL_BLOCKED`."""
LIBRARY: Final = "library"
"""The provider name of a task's folders."""


class Category(StrEnum):
    """§3.1.1: engines are weighted within these."""

    GENERAL = "general"
    NEWS = "news"
    ACADEMIC = "academic"
    GOVERNMENT = "government"
    TECHNICAL = "technical"


class EngineKind(StrEnum):
    HTML = "html"
    """A result page for people; fetched by browser or HTTP, never faster than its QPS."""
    API = "api"
    """An official API; exponential backoff is allowed here and only here."""
    LIBRARY = "library"
    SITES = "sites"
    """The search forms of sites, each at its own pace (§3.1.5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFacts:
    """Static facts about an engine."""

    name: str
    kind: EngineKind
    categories: tuple[Category, ...] = (Category.GENERAL,)
    weight: float = 1.0
    """The initial weight; learning starts here."""
    on: bool = True
    """False: off until the user names it, because it costs, must be hosted, or dislikes programs."""
    key: str | None = None
    """The setting that holds its key (`engines.brave_api.key`); None needs none."""
    base_setting: str | None = None
    """The setting that holds its address, for self-hosted engines."""
    last_mile: bool = False
    """Used only for the last tenth that others did not find (§3.1.1)."""
    proven: bool = True
    """False when its parser was tested only on pages of our own making; `doctor` says so."""
    scripts: bool = False
    """Whether it usually shows no results without JavaScript."""
    home: str = ""
    """Its terms and documentation, for `doctor` and the docs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """One request to an engine; the transport is the caller's matter."""

    engine: str
    url: Url
    form: tuple[tuple[str, str], ...] = ()
    """Not empty: a POST of these fields."""
    json: str = ""
    """Not empty: a POST of this body."""
    headers: tuple[tuple[str, str], ...] = ()
    """Besides the usual ones: keys, `Accept`. Never logged."""
    accept: str = "text/html"
    page: Url | None = None
    """The page with the same results for a browser, when `url` is not one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResponse:
    url: Url
    """After redirects."""
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    media_type: str
    charset: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRoute:
    """The route to an engine, and why."""

    route: Route
    ground: str


class Circuit(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class SearchOutcome(StrEnum):
    """How one request to an engine ended, for its health."""

    HITS = "hits"
    NOTHING = "nothing"
    """It said that it has no results."""
    CAPTCHA = "captcha"
    REFUSED = "refused"
    """403, 429, a key that is rejected, a quota that is used up."""
    TIMEOUT = "timeout"
    ERROR = "error"
    """No connection, 5xx."""
    GARBLED = "garbled"
    """The response could not be parsed."""


class NotAsked(StrEnum):
    """Why no request was made for a query."""

    RESTING = "resting"
    """The engine is cooling down after failures."""
    UNUSABLE = "unusable"
    """The engine cannot take the query, or its settings are wrong."""
    QUEUED = "queued"
    """The query timed out while other requests were ahead of it."""
    ALL_BLOCKED = "all_blocked"
    """For `ALL_ENGINES`: every web engine is cooling down."""
    NONE_SUITS = "none_suits"
    """For `ALL_ENGINES`: no engine for such questions is available now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAnswer:
    """What one engine did about one query: a row of `engine_answers`."""

    engine: str
    """Its name; `ALL_ENGINES` where no web engine was available."""
    outcome: SearchOutcome | NotAsked
    asked: bool
    """Whether a request was really made now: not for an answer from today's cache, or a query it cannot take."""
    reason: str = ""
    """For people: why it did not answer."""
    route: str = ""
    ground: str = ""
    hits: int = 0
    urls: tuple[Url, ...] = ()
    """The results in the engine's order, addresses normalised."""

    @property
    def answered(self) -> bool:
        return self.outcome in (SearchOutcome.HITS, SearchOutcome.NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineHealth:
    """The recent health of an engine (§3.1.4): one row of `engine_health`."""

    engine: str
    success_1h: float = 1.0
    success_24h: float = 1.0
    captcha_1h: float = 0.0
    captcha_24h: float = 0.0
    error_1h: float = 0.0
    error_24h: float = 0.0
    garbled_24h: float = 0.0
    latency: float = 1.0
    """Seconds, EMA of answered requests."""
    circuit: Circuit = Circuit.CLOSED
    failures: int = 0
    """Consecutive failures."""
    successes: int = 0
    """Consecutive successes; they close a circuit that is not closed."""
    opened: int = 0
    """How often it opened without closing in between: cooldowns grow with it."""
    open_until: datetime | None = None
    changed_at: datetime | None = None
    """When the circuit last changed; it does not change again within five minutes."""
    requests: int = 0
    mass_1h: float = 1.0
    mass_24h: float = 1.0
    """How many requests the averages stand on, older ones counting less; a new engine starts with one success."""
    last_request_at: datetime | None = None
    updated_at: datetime | None = None
    walled_at: datetime | None = None
    """When plain HTTP was last shown a captcha instead of results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A circuit changed: a line of the event log."""

    engine: str
    before: Circuit
    after: Circuit
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineWeight:
    """The weight of an engine within a category, learnt from how useful its hits were."""

    engine: str
    category: Category
    weight: float
    precision: float = 0.5
    """EMA: share of its hits that gave useful fragments."""
    judged: int = 0
