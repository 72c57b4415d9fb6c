"""What goes out to the web and what comes back: requests, answers, routes, blocks, and what is known of a domain."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from tadori.model.ids import Sha256, Url, content_id


class Route(StrEnum):
    """The ways to a page, in the order they are tried (§4.3.5, rulings). No route is taken twice for one page."""

    HTTP = "http"
    TOR = "tor"
    HEADLESS = "headless"
    HEADFUL = "headful"
    WAYBACK = "wayback"


WAYBACK_COPIES: Final = ("https://web.archive.org/web/", "http://web.archive.org/web/")
"""How the addresses of copies begin."""
BROWSER_ROUTES: Final = frozenset({Route.HEADLESS, Route.HEADFUL})


class BlockKind(StrEnum):
    """What stands in the way of a page; `none` for an ordinary one."""

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
"""Kinds that a person can solve once for a whole domain; they lead to the auth inbox."""
CHALLENGES: Final = NEEDS_A_PERSON - {BlockKind.LOGIN, BlockKind.COOKIE_WALL}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBlock:
    """What a page was taken for, and on what grounds: each names the status, header or words seen."""

    kind: BlockKind
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookie:
    name: str
    value: str = field(repr=False)
    """Never printed: it opens doors."""
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
    """What a browser types into a page and sends, once the page stands."""

    field: str
    """CSS: where the words go."""
    words: str
    submit: str = ""
    """CSS: the button that sends them; empty for Enter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebRequest:
    """One address to be asked for, and everything carried along within its domain."""

    url: Url
    referer: Url | None = None
    """The page the link stood on; `Sec-Fetch-Site` follows from it."""
    accept_language: str = "ja,en-US;q=0.9,en;q=0.8"
    user_agent: str | None = None
    """Carried over from a browser; None leaves the client's own."""
    cookies: tuple[Cookie, ...] = ()
    etag: str | None = None
    last_modified: str | None = None
    body: bytes | None = None
    """Not None: a POST, which only search engines are asked with."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """In the place of, or besides, those of a browser; may hold keys, so never shown."""
    typed: TypedInput | None = None
    """Of browser routes only: the answer is then what the page becomes when this was typed and sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What went over the wire: HTTP heads, each ending in an empty line.

    `response` describes the body as it is kept: without the transfer and content encodings that were undone.
    """

    request: bytes
    response: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect on the way to a page: what was asked at `url`, and the answer that led on."""

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
    """What one route brought back for one address: one exchange, or the page a browser built."""

    route: Route
    url: Url
    """As it was asked for."""
    final_url: Url
    """Differs from `url` only where redirects are followed inside the route (browsers, Wayback)."""
    status: int
    headers: tuple[tuple[str, str], ...]
    """As received and in order, names in lower case."""
    body: bytes
    """Decoded; of a browser, the document as it stood when it was read."""
    media_type: str
    """Decided from header and content; without parameters, lower case."""
    charset: str | None
    exchange: Exchange
    fetched_at: datetime
    wire_bytes: int
    """Bytes of the body as they came, before decoding."""
    address: str | None = None
    """Of the machine that answered; None where only a proxy or exit knows it."""
    cookies: tuple[Cookie, ...] = ()
    """Set by this answer."""
    received: bytes | None = None
    """Of a browser: the document as the server sent it, before scripts ran; None when it is `body`."""
    screenshot: bytes | None = None
    resources: tuple[Resource, ...] = ()
    blocked: tuple[tuple[str, int], ...] = ()
    """Of a browser: what was not loaded (ad, tracker, media, font, image) and how often, by name."""
    user_agent: str | None = None
    """What was said to the server, so that a later route can say the same."""
    snapshot_at: datetime | None = None
    """Of Wayback: when the copy was made."""
    hops: tuple[Hop, ...] = ()
    """Redirects that were followed inside the route (browsers, Wayback)."""
    cut_short: bool = False
    """The download was ended after its first bytes, because they showed that this is no page: `body` is a part."""

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
    """What an attempt failed for, where code goes on differently for it."""

    NONE = ""
    NO_BROWSER = "no_browser"
    """There is no Chrome to talk to."""
    BROWSER_NOT_STARTED = "browser_not_started"
    """There is none, and the one that we started did not come up."""
    CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchAttempt:
    """One route tried for one page, with the ground it was chosen on: a line of the causal log."""

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
    """Whether the referer that was sent is the page the link stood on."""
    conditional: bool = False
    """Whether ETag or Last-Modified of an earlier visit went along, so that a 304 could come."""
    cause: AttemptCause = AttemptCause.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainPolicy:
    """What has been learned of a registrable domain (§4.3): updated after every request, used by the next."""

    domain: str
    block_score: float = 0.0
    """EMA of blocked attempts, 0 to 1."""
    success_short: float = 1.0
    success_long: float = 1.0
    """EMAs of success with a short and a long memory."""
    failures: int = 0
    """Refusals in a row; a success sets it back."""
    cooldown_until: datetime | None = None
    headful_ratio: float = 0.0
    """EMA: how often a page of it was had by a browser only."""
    headful_failures: int = 0
    last_captcha_at: datetime | None = None
    captcha_type_last_seen: BlockKind = BlockKind.NONE
    captcha_rate: float = 0.0
    tor_success_rate: float = 0.5
    tor_usage_ratio: float = 0.0
    tor_until: datetime | None = None
    """Sticky: until then Tor comes first."""
    tor_blocked_until: datetime | None = None
    """Rolled back: until then not through Tor."""
    referer_match_rate: float = 1.0
    not_modified_rate: float = 0.0
    skip_reason: str | None = None
    """Permanent: why this domain is not asked any more."""
    day: str = ""
    """The day (UTC) that the two counts below are of."""
    requests_today: int = 0
    tor_today: int = 0
    last_request_at: datetime | None = None
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """How an address was last had: what a return needs (L38, fetch cache by ETag)."""

    url: Url
    page_id: str
    final_url: Url
    route: Route
    etag: str | None
    last_modified: str | None
    fetched_at: datetime
    """When the page was last had or confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSession:
    """What a browser or a person established with one domain; never used for another."""

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
    """Empty for a page that no task asked for (`tadori fetch`)."""
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
    """A page was had."""

    url: Url
    answer: WebResponse
    attempts: tuple[FetchAttempt, ...]
    hops: tuple[Hop, ...] = ()
    """Redirects on the way, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnchangedPage:
    """The page of the last visit still stands."""

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
