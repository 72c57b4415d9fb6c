"""Fetching: requests, responses, routes, blocks, and what is known of a domain. Types only."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.ids import Sha256, Url, content_id


class Route(StrEnum):
    """The ways to fetch a page, in the order they are tried (§4.3.5, rulings). No route is tried twice for one page."""

    HTTP = "http"
    TOR = "tor"
    HEADLESS = "headless"
    HEADFUL = "headful"
    WAYBACK = "wayback"


WAYBACK_COPIES: Final = ("https://web.archive.org/web/", "http://web.archive.org/web/")
"""How the addresses of archived copies begin."""
BROWSER_ROUTES: Final = frozenset({Route.HEADLESS, Route.HEADFUL})


class BlockKind(StrEnum):
    """What kept us from a page; `none` for an ordinary page."""

    NONE = "none"
    CLOUDFLARE = "cloudflare"
    TURNSTILE = "turnstile"
    HCAPTCHA = "hcaptcha"
    RECAPTCHA = "recaptcha"
    CAPTCHA = "captcha"
    LOGIN = "login"
    COOKIE_WALL = "cookie_wall"
    PAYWALL = "paywall"
    RATE_LIMIT = "rate_limit"
    SOFT_404 = "soft_404"
    JS_REQUIRED = "js_required"


NEEDS_A_PERSON: Final = frozenset(
    {
        BlockKind.CLOUDFLARE,
        BlockKind.TURNSTILE,
        BlockKind.HCAPTCHA,
        BlockKind.RECAPTCHA,
        BlockKind.CAPTCHA,
        BlockKind.LOGIN,
        BlockKind.COOKIE_WALL,
    }
)
"""Blocks that a person can solve once for a whole domain; they go to the auth inbox."""
CHALLENGES: Final = NEEDS_A_PERSON - {BlockKind.LOGIN, BlockKind.COOKIE_WALL}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBlock:
    """How a page was classified, and why: each ground names the status, header or text that was seen."""

    kind: BlockKind
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookie:
    name: str
    value: str = field(repr=False)
    """Never printed: it grants access."""
    domain: str
    """Lower case, without a leading dot."""
    path: str = "/"
    expires: float | None = None
    """Seconds since the epoch; None lives as long as the session."""
    secure: bool = False
    http_only: bool = False
    host_only: bool = True
    """Sent to exactly `domain`, not to hosts below it."""
    same_site: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedInput:
    """Text a browser types into a page and submits, once the page is loaded."""

    field: str
    """CSS selector of the input."""
    words: str
    submit: str = ""
    """CSS selector of the submit button; empty for Enter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebRequest:
    """One address to fetch, with the state of its domain (cookies, validators)."""

    url: Url
    referer: Url | None = None
    """The page that links to it; `Sec-Fetch-Site` follows from it."""
    accept_language: str = "ja,en-US;q=0.9,en;q=0.8"
    user_agent: str | None = None
    """Taken over from a browser; None leaves the client's own."""
    cookies: tuple[Cookie, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    body: bytes | None = None
    """Not None: a POST, used only for search engines."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Instead of or besides those of a browser; may hold keys, so never shown."""
    typed: TypedInput | None = None
    """For browser routes only: the response is the page after this was typed and submitted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """The HTTP request and response heads, each ending in an empty line.

    `response` describes the body as it is stored: transfer and content encodings are undone.
    """

    request: bytes
    response: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect on the way to a page: the address and the response that redirected."""

    url: Url
    exchange: Exchange
    body: bytes
    fetched_at: datetime
    address: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """One file a browser loaded for a page: its address and hash, for the CDXJ list (§4.3.2)."""

    url: str
    status: int
    media_type: str
    length: int
    sha256: Sha256 | None
    """None when the browser no longer had the bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebResponse:
    """What one route returned for one address: one HTTP exchange, or the page a browser built."""

    route: Route
    url: Url
    """As requested."""
    final_url: Url
    """Differs from `url` only where redirects are followed inside the route (browsers, Wayback)."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """As received and in order, names in lower case."""
    body: bytes
    """Decoded; for a browser, the DOM as it was read."""
    media_type: str
    """Decided from header and content; without parameters, lower case."""
    charset: str | None
    exchange: Exchange
    fetched_at: datetime
    wire_bytes: int
    """Bytes of the body as they came, before decoding."""
    address: str | None = None
    """IP address of the server; None where only a proxy or exit knows it."""
    cookies: tuple[Cookie, ...] = ()
    """Set by this answer."""
    received: bytes | None = None
    """For a browser: the document as the server sent it, before scripts ran; None when it is `body`."""
    screenshot: bytes | None = None
    resources: tuple[Resource, ...] = ()
    blocked: tuple[tuple[str, int], ...] = ()
    """For a browser: (kind, count) of what was not loaded: ads, trackers, media, fonts, images."""
    user_agent: str | None = None
    """What was sent, so that a later route can send the same."""
    snapshot_at: datetime | None = None
    """For Wayback: when the copy was made."""
    hops: tuple[Hop, ...] = ()
    """Redirects followed inside the route (browsers, Wayback)."""
    cut_short: bool = False
    """The download was stopped after its first bytes, which showed that it is not a page: `body` is incomplete."""

    def header(self, name: str) -> str | None:
        """The first header of that name (lower case)."""
        return next((value for key, value in self.headers if key == name), None)


class AttemptOutcome(StrEnum):
    """How one attempt at a page ended."""

    PAGE = "page"
    NOT_MODIFIED = "not_modified"
    REDIRECTED = "redirected"
    BLOCKED = "blocked"
    """A challenge, wall or shell, or a bare 401/403/429; `block` says which."""
    GONE = "gone"
    """404, 410, or a soft 404: another route would find the same."""
    SERVER_ERROR = "server_error"
    UNREACHABLE = "unreachable"
    """No name, no connection, no valid certificate, cut off, too slow."""
    FORBIDDEN = "forbidden"
    """We may not ask: a private address, robots.txt, a skipped domain, another scheme."""
    UNUSABLE = "unusable"
    """Too large, or not what it says it is."""
    NO_ROUTE = "no_route"
    """The route does not exist on this machine now (no Chrome, no Tor, share spent)."""


class AttemptCause(StrEnum):
    """Why an attempt failed, where the code reacts to it."""

    NONE = ""
    NO_BROWSER = "no_browser"
    """There is no Chrome to talk to."""
    BROWSER_NOT_STARTED = "browser_not_started"
    """There is none, and the one we started did not come up."""
    CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchAttempt:
    """One route tried for one page, and why it was chosen: a line of the event log."""

    url: Url
    route: Route
    ground: str
    outcome: AttemptOutcome
    reason: str
    started_at: datetime
    seconds: float
    status: int | None = None
    block: BlockKind = BlockKind.NONE
    wire_bytes: int = 0
    retry_after: float | None = None
    """Seconds, from the Retry-After header."""
    referer_kept: bool = True
    """Whether the referer sent was the page that links to it."""
    conditional: bool = False
    """Whether ETag or Last-Modified of an earlier visit was sent, so that a 304 was possible."""
    cause: AttemptCause = AttemptCause.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainPolicy:
    """What has been learnt about a registrable domain (§4.3): updated after every request, used by the next."""

    domain: str
    block_score: float = 0.0
    """EMA of blocked attempts, 0 to 1."""
    success_short: float = 1.0
    success_long: float = 1.0
    """EMAs of success with a short and a long memory."""
    failures: int = 0
    """Consecutive refusals; a success resets it."""
    cooldown_until: datetime | None = None
    headful_ratio: float = 0.0
    """EMA: how often only a browser could fetch its pages."""
    headful_failures: int = 0
    last_captcha_at: datetime | None = None
    captcha_type_last_seen: BlockKind = BlockKind.NONE
    captcha_rate: float = 0.0
    tor_success_rate: float = 0.5
    tor_usage_ratio: float = 0.0
    tor_until: datetime | None = None
    """Sticky: until then Tor comes first."""
    tor_blocked_until: datetime | None = None
    """Rolled back: until then Tor is not used."""
    referer_match_rate: float = 1.0
    not_modified_rate: float = 0.0
    skip_reason: str | None = None
    """Permanent: why this domain is no longer fetched."""
    day: str = ""
    """The day (UTC) of the two counts below."""
    requests_today: int = 0
    tor_today: int = 0
    last_request_at: datetime | None = None
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """How an address was last fetched: what the next visit needs (L38, fetch cache by ETag)."""

    url: Url
    page_id: str
    final_url: Url
    route: Route
    etag: str | None
    last_modified: str | None
    fetched_at: datetime
    """When the page was last fetched or confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSession:
    """Cookies and headers that a browser or a person established with one domain; never used for another."""

    domain: str
    cookies: tuple[Cookie, ...]
    user_agent: str | None
    accept_language: str | None
    saved_at: datetime
    by_person: bool = False


class AuthPriority(StrEnum):
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"


class AuthState(StrEnum):
    PENDING = "pending"
    OPEN = "open"
    """Shown to a person now."""
    RESOLVED = "resolved"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthItem:
    """One page that waits for a person (§3.6.1)."""

    id: str
    task_id: str
    """Empty for a page outside of any task (`tadori fetch`)."""
    url: Url
    domain: str
    kind: BlockKind
    priority: AuthPriority
    queued_at: datetime
    state: AuthState = AuthState.PENDING
    closed_at: datetime | None = None
    note: str = ""

    @staticmethod
    def id_of(task_id: str, url: Url) -> str:
        return content_id("au", task_id, url)


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """A page was fetched."""

    url: Url
    answer: WebResponse
    attempts: tuple[FetchAttempt, ...]
    hops: tuple[Hop, ...] = ()
    """Redirects on the way, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnchangedPage:
    """The page of the last visit is still current."""

    url: Url
    visit: Visit
    answer: WebResponse
    attempts: tuple[FetchAttempt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchFailure:
    """No page; why, and whether it waits for a person."""

    url: str
    reason: str
    attempts: tuple[FetchAttempt, ...] = ()
    queued: AuthItem | None = None


FetchResult = FetchedPage | UnchangedPage | FetchFailure
