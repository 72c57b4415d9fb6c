"""Search engines and official catalogues as nouns: what they are, how they are asked, how they have been of late."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.ids import Url
from tadori.model.web import Route

ALL_ENGINES: Final = "all engines"
"""The provider of which a failure is told when no engine could be asked."""
ALL_BLOCKED: Final = "ALL_ENGINES_BLOCKED"
"""The word of §3.1.4 for people when every engine is being left alone; code goes by `NotAsked.ALL_BLOCKED`."""
LIBRARY: Final = "library"
"""The provider that a task's folders are."""


class Category(StrEnum):
    """§3.1.1: engines are weighted within these."""

    GENERAL = "general"
    NEWS = "news"
    ACADEMIC = "academic"
    GOVERNMENT = "government"
    TECHNICAL = "technical"


class EngineKind(StrEnum):
    HTML = "html"
    """A result page for people; asked by a browser session or HTTP, never more than its QPS."""
    API = "api"
    """An official interface; exponential backoff is allowed here and only here."""
    LIBRARY = "library"
    SITES = "sites"
    """The searches of sites themselves, each asked at its own pace (§3.1.5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFacts:
    """What is known of an engine before it is ever asked."""

    name: str
    kind: EngineKind
    categories: tuple[Category, ...] = (Category.GENERAL,)
    weight: float = 1.0
    """Where learning begins."""
    on: bool = True
    """False: off until the user names it, because it costs, is hosted for us, or dislikes programs."""
    key: str | None = None
    """The setting that holds its key (`engines.brave_api.key`); None needs none."""
    base_setting: str | None = None
    """The setting that holds its address, of engines that people host themselves."""
    last_mile: bool = False
    """Asked only for the last tenth that others did not find (§3.1.1)."""
    proven: bool = True
    """False when its parser was tried on pages of our own making only; `doctor` says so."""
    scripts: bool = False
    """Without scripts it shows no results to most who ask."""
    home: str = ""
    """Where its terms and documentation stand, for `doctor` and the docs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """One request to an engine; how it travels is the caller's matter."""

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
    """Where a browser finds the same results, when `url` is not what a browser would go to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineResponse:
    url: Url
    """Where redirects ended."""
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    media_type: str
    charset: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRoute:
    """How an engine is asked next, and why."""

    route: Route
    ground: str


class Circuit(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class SearchOutcome(StrEnum):
    """How one request to an engine ended, as health sees it."""

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
    """A page or answer that could not be normalised."""


class NotAsked(StrEnum):
    """Why no request was made for a query."""

    RESTING = "resting"
    """The engine is being left alone after failures."""
    UNUSABLE = "unusable"
    """The query cannot be put to it, or its settings are wrong."""
    QUEUED = "queued"
    """Other requests were before it until the query's time was over."""
    ALL_BLOCKED = "all_blocked"
    """Of `ALL_ENGINES`: every engine of the web is being left alone."""
    NONE_SUITS = "none_suits"
    """Of `ALL_ENGINES`: none that answers such questions may be asked now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAnswer:
    """What one engine did about one query: a row of `engine_answers`."""

    engine: str
    """Its name; `ALL_ENGINES` where no engine of the web could be asked."""
    outcome: SearchOutcome | NotAsked
    asked: bool
    """Whether it was really asked, now: not so for an answer that was kept from today, or a query it cannot take."""
    reason: str = ""
    """For people: why it did not answer."""
    route: str = ""
    ground: str = ""
    hits: int = 0
    urls: tuple[Url, ...] = ()
    """What it listed, in its order, each address in its one spelling."""

    @property
    def answered(self) -> bool:
        return self.outcome in (SearchOutcome.HITS, SearchOutcome.NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineHealth:
    """How an engine has been of late (§3.1.4): one row of `engine_health`."""

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
    """In a row."""
    successes: int = 0
    """In a row; what a circuit that is not closed is closed by."""
    opened: int = 0
    """How often it opened in a row without closing: cooldowns grow with it."""
    open_until: datetime | None = None
    changed_at: datetime | None = None
    """When the circuit last changed; nothing flaps within five minutes."""
    requests: int = 0
    mass_1h: float = 1.0
    mass_24h: float = 1.0
    """How many requests the averages stand on, older ones counting less; a stranger's are one good request."""
    last_request_at: datetime | None = None
    updated_at: datetime | None = None
    walled_at: datetime | None = None
    """When plain HTTP was last shown a captcha in the place of results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A circuit changed: a line of the causal log."""

    engine: str
    before: Circuit
    after: Circuit
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineWeight:
    """What an engine is worth within a category, learned from what its hits were worth."""

    engine: str
    category: Category
    weight: float
    precision: float = 0.5
    """EMA: share of its hits that gave useful fragments."""
    judged: int = 0
