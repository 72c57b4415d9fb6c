"""robots.txt (RFC 9309): its text, or a failed request for it, comes in; rules that can be queried go out.

Our own matcher instead of `protego`, which departs from the RFC in product tokens, unknown lines between names and
`index.html` (11 of Google's 140 cases). Nothing is requested here; the caller follows up to five
redirects and caches the file until `usable_until`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tadori.model.web_thresholds import MAX_ROBOTS_BYTES, ROBOTS_HOURS, ROBOTS_LOST_DAYS, ROBOTS_RETRY_HOURS

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_AUTHORITY: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")
_PRODUCT: Final = re.compile(r"[A-Za-z_-]+")
# Google's parser reads these misspellings as what they were meant to be; a site that forbids should be understood.
_DISALLOW: Final = frozenset({"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"})
_AGENT: Final = frozenset({"user-agent", "useragent", "user agent"})
_SITEMAP: Final = frozenset({"sitemap", "site-map"})
_DELAY: Final = frozenset({"crawl-delay", "crawldelay"})
_MAX_LINE: Final = 16_664
_UNRESERVED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_STRUCTURE: Final = frozenset(b"/?=&")
"""Reserved octets that separate the parts of a target; when percent-encoded they are data instead."""
_HEX: Final = frozenset(b"0123456789abcdefABCDEF")


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsRule:
    allows: bool
    pieces: tuple[str, ...]
    """The pattern in its normal spelling, cut at each `*`."""
    to_the_end: bool
    """Whether the pattern ended in `$`."""
    octets: int
    """How specific it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """The rules of one site. Without any, everything is allowed; unreachable, nothing is."""

    rules: tuple[tuple[str, tuple[RobotsRule, ...]], ...] = ()
    """By product token in lower case; `*` for everybody else. Groups of one token are joined."""
    delays: tuple[tuple[str, float], ...] = ()
    sitemaps: tuple[str, ...] = ()
    reachable: bool = True
    """False when the file could not be loaded: then everything is forbidden (RFC 9309 2.3.1.4)."""


ALLOW_ALL: Final = Robots()
DISALLOW_ALL: Final = Robots(reachable=False)


def robots_from_answer(
    status: int | None, body: str | bytes, *, before: Robots | None = None, unreachable_days: float = 0.0
) -> Robots:
    """The rules that follow from an answer to `/robots.txt` (RFC 9309 2.3.1); `status` is None without an answer.

    2xx is read, whatever its content type. 4xx is no file, so everything is allowed, 401 and 403 too; so are redirects
    that the caller gave up on. 429, 5xx and no answer forbid everything, except that a copy read `before` stays in
    force (2.4) and that after 30 days without an answer the file counts as absent. 304 confirms `before`.
    """
    if status is not None and 200 <= status < 300:
        return parse_robots(body)
    if status == 304 and before is not None:
        return before
    if status is not None and 300 <= status < 500 and status != 429:
        return ALLOW_ALL
    if before is not None and before.reachable:
        return before
    return ALLOW_ALL if unreachable_days > ROBOTS_LOST_DAYS else DISALLOW_ALL


def usable_until(status: int | None, fetched_at: datetime) -> datetime:
    """When a robots.txt must be requested again: after a day, or after an hour when it was unreachable."""
    unreachable = status is None or status == 429 or status >= 500
    return fetched_at + timedelta(hours=ROBOTS_RETRY_HOURS if unreachable else ROBOTS_HOURS)


def parse_robots(text: str | bytes) -> Robots:
    """Parse a robots.txt. Invalid lines are skipped, the others count (RFC 9309 2.3.1.5)."""
    reader = _Reader()
    for name, value in _records(text):
        reader.take(name, value)
    return Robots(
        rules=tuple((token, tuple(rules)) for token, rules in sorted(reader.rules.items())),
        delays=tuple(sorted(reader.delays.items())),
        sitemaps=tuple(dict.fromkeys(reader.sitemaps)),
    )


class _Reader:
    """Collects the lines of one file into groups by user agent."""

    def __init__(self) -> None:
        self.rules: dict[str, list[RobotsRule]] = {}
        self.delays: dict[str, float] = {}
        self.sitemaps: list[str] = []
        self._group: list[str] = []
        self._group_has_rules = False
        self._delayed: list[str] = []
        self._delayed_has_any = False

    def take(self, name: str, value: str) -> None:
        if name in _AGENT:
            self._name(value)
        elif name == "allow" or name in _DISALLOW:
            self._rule(name == "allow", value)
        elif name in _DELAY:
            self._delay(value)
        elif name in _SITEMAP and value:
            self.sitemaps.append(value)

    def _name(self, value: str) -> None:
        if self._group_has_rules:
            self._group, self._group_has_rules = [], False
        if self._delayed_has_any:
            self._delayed, self._delayed_has_any = [], False
        product = _PRODUCT.match(value)
        token = "*" if value.split()[:1] == ["*"] else product.group().lower() if product else ""
        if token:
            self.rules.setdefault(token, [])
            self._group.append(token)
            self._delayed.append(token)

    def _rule(self, allows: bool, value: str) -> None:
        self._group_has_rules = self._delayed_has_any = True
        if not value:
            return
        rule = _rule(allows, value)
        for token in dict.fromkeys(self._group):
            self.rules[token].append(rule)

    def _delay(self, value: str) -> None:
        """Crawl-delay is not in the RFC, so it does not end a list of names; it applies to the names right above it."""
        self._delayed_has_any = True
        try:
            seconds = float(value)
        except ValueError:
            return
        if 0 <= seconds < float("inf"):
            for token in self._delayed:
                self.delays[token] = max(seconds, self.delays.get(token, 0.0))


def _records(text: str | bytes) -> Iterator[tuple[str, str]]:
    octets = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    cut = octets[:MAX_ROBOTS_BYTES]
    if len(octets) > MAX_ROBOTS_BYTES:  # the last line may be torn, and half a rule is another rule
        cut = cut[: max(cut.rfind(b"\n"), cut.rfind(b"\r")) + 1]
    # Octets that are no UTF-8 survive as surrogates, so that they match the same octets in an address.
    for line in _LINE_END.split(cut.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")):
        bare = line[:_MAX_LINE].partition("#")[0].strip(" \t\x00")
        name, colon, value = bare.partition(":")
        if not colon:  # `disallow /x`: two words, the colon forgotten
            words = bare.split()
            if len(words) != 2:
                continue
            name, value = words
        yield name.strip().lower(), value.strip()


def _rule(allows: bool, value: str) -> RobotsRule:
    to_the_end = value.endswith("$")
    bare = value[:-1] if to_the_end else value
    pieces: list[str] = []
    in_query = False
    for piece in bare.split("*"):
        pieces.append(_normal(piece, in_query=in_query))
        in_query = in_query or "?" in piece
    octets = sum(map(len, pieces)) + len(pieces) - 1 + to_the_end
    return RobotsRule(allows=allows, pieces=tuple(pieces), to_the_end=to_the_end, octets=octets)


def _normal(text: str, *, in_query: bool = False) -> str:
    """The normal form of a path (RFC 9309 2.2.2).

    Escapes of unreserved octets are undone; all other octets are escaped, but for those that divide the target: `/`
    in the path, the first `?`, `=` and `&`. So `%2F` is not `/`, while `:` and `%3A` are one.
    """
    octets = text.encode("utf-8", "surrogateescape")
    out: list[str] = []
    place = 0
    while place < len(octets):
        octet = octets[place]
        escaped = octet == 0x25 and len(octets) > place + 2 and {octets[place + 1], octets[place + 2]} <= _HEX
        if escaped:
            octet = int(octets[place + 1 : place + 3], 16)
        place += 3 if escaped else 1
        divides = not escaped and octet in _STRUCTURE and not (in_query and octet in b"/?")
        out.append(chr(octet) if octet in _UNRESERVED or divides else f"%{octet:02X}")
        in_query = in_query or (divides and octet == 0x3F)
    return "".join(out)


def is_allowed(robots: Robots, url: str, agent: str = "Tadori") -> bool:
    """Whether `agent` may request `url`: the most specific rule decides; of equals, the one that allows."""
    target = _target(url)
    if target == "/robots.txt":
        return True
    if not robots.reachable:
        return False
    matching = [rule for rule in _of(robots, agent) if _matches(rule, target)]
    best = max(matching, key=lambda rule: (rule.octets, rule.allows), default=None)
    return best is None or best.allows


def crawl_delay(robots: Robots, agent: str = "Tadori") -> float | None:
    """The seconds a site asks `agent` to leave between two requests; None when it does not say."""
    delays = dict(robots.delays)
    token = _token(robots, agent)
    return None if token is None else delays.get(token)


def sitemaps(robots: Robots) -> tuple[str, ...]:
    """The sitemaps a site names, in its order, as they are written there."""
    return robots.sitemaps


def _token(robots: Robots, agent: str) -> str | None:
    """The token of the group that applies to `agent`: its own, else `*`."""
    tokens = [token for token, _ in robots.rules]
    own = agent.lower()
    return own if own in tokens else "*" if "*" in tokens else None


def _of(robots: Robots, agent: str) -> tuple[RobotsRule, ...]:
    token = _token(robots, agent)
    return () if token is None else dict(robots.rules)[token]


def _target(url: str) -> str:
    """Path and query of an address, in the spelling that rules are in."""
    authority = _AUTHORITY.match(url)
    target = url[authority.end() if authority else 0 :].partition("#")[0]
    return _normal(target if target.startswith("/") else f"/{target}")


def _matches(rule: RobotsRule, target: str) -> bool:
    """Greedy from left to right: no backtracking, so a hostile pattern costs its length times the target's."""
    first, *rest = rule.pieces
    if not target.startswith(first):
        return False
    place = len(first)
    if rule.to_the_end:
        if not rest:
            return place == len(target)
        *rest, last = rest
        if len(target) - len(last) < place or not target.endswith(last):
            return False
        target = target[: len(target) - len(last)]
    for piece in rest:
        found = target.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return True
