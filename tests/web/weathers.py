"""How a host behaves: the weather in front of its pages. robots.txt and sitemaps are served in any weather.

The state a weather needs (who has asked how often, which address was cut once) lives in the site and is forgotten with
`forget`. Times are multiplied by `scale`.
"""

import time
from collections import Counter
from collections.abc import Callable
from email.utils import formatdate
from typing import Final

from tests.web.challenges import KINDS, challenge, passed, token
from tests.web.documents import Library, robots_text, sitemap_files
from tests.web.hosts import Host
from tests.web.weather import Weather
from tests.web.wire import Reply, Request, page

SLOW_SECONDS: Final = 2.0
REFUSALS: Final = 2
"""How many requests of a client without a session a rate-limited host refuses."""
RETRY_AFTER_SECONDS: Final = 2
VISITOR: Final = "visitor"
"""Cookie that a host which mistrusts plain clients sets by script."""

WORDS: Final = {
    "ja": ("アクセスが拒否されました", "アクセスが集中しています。しばらくしてからもう一度お試しください。"),
    "en": ("Access denied", "Too many requests. Please try again later."),
}

Lie = Callable[[Request], Reply]


class WeatherSite:
    """One host with its weather; call it with a request."""

    def __init__(self, library: Library, seed: int, scale: float, base: Callable[[str], str], lie: Lie | None) -> None:
        self.library = library
        self.host: Host = library.host
        self._seed = seed
        self._scale = scale
        self._base = base
        self._lie = lie
        self._asked: Counter[tuple[str, str]] = Counter()
        self._cut: set[str] = set()

    def forget(self) -> None:
        """As if nobody had ever come."""
        self._asked.clear()
        self._cut.clear()

    def __call__(self, request: Request) -> Reply:
        if request.path == "/robots.txt" or request.path.startswith("/sitemap"):
            return self._manners(request)
        match self.host.weather:
            case Weather.FORBIDDEN_TO_PLAIN:
                return self._forbidden(request)
            case Weather.RATE_LIMITED:
                return self._rate_limited(request)
            case Weather.CHALLENGE if not passed(request, self._seed):
                return challenge(request, self.challenge_kind, self.host.lang, self._seed)
            case Weather.SLOW:
                return _slowly(self.library.reply(request), SLOW_SECONDS * self._scale)
            case Weather.FLAKY:
                return self._flaky(request)
            case Weather.HOSTILE if self._lie is not None:
                return self._lie(request)
            case _:
                return self.library.reply(request)

    @property
    def challenge_kind(self) -> str:
        return KINDS[(self.host.ordinal + self._seed) % len(KINDS)]

    def _manners(self, request: Request) -> Reply:
        base = self._base(request.scheme)
        if request.path == "/robots.txt":
            text = robots_text(self.host, base)
            if text is None:
                return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"404 Not Found\n")
            return Reply(headers=(("Content-Type", "text/plain; charset=utf-8"),), body=text.encode())
        paths = self.library.paths
        dates = [self.library.headline(number).date for number in range(len(paths))]
        found = sitemap_files(self.host, paths, dates, base).get(request.path)
        if found is None:
            return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"404 Not Found\n")
        return Reply(headers=(("Content-Type", found[0]),), body=found[1])

    def _forbidden(self, request: Request) -> Reply:
        if request.cookie(VISITOR) == token(self._seed, self.host.name, VISITOR):
            return self.library.reply(request)
        title = WORDS[self.host.lang][0]
        return page(self._door(title, title), status=403)

    def _rate_limited(self, request: Request) -> Reply:
        client = (request.client, request.headers.get("user-agent", ""))
        known = request.cookie(VISITOR) == token(self._seed, self.host.name, VISITOR)
        if known or self._asked[client] >= REFUSALS:
            return self.library.reply(request)
        self._asked[client] += 1
        text = WORDS[self.host.lang][1]
        return page(self._door("429 Too Many Requests", text), status=429, headers=self._retry_after())

    def _retry_after(self) -> tuple[tuple[str, str], ...]:
        """Every second host says when to come back: in seconds, or as a date."""
        date = formatdate(time.time() + RETRY_AFTER_SECONDS, usegmt=True)
        told = (str(RETRY_AFTER_SECONDS), None, date, None)[self.host.ordinal % 4]
        return (("Retry-After", told),) if told else ()

    def _door(self, title: str, text: str) -> str:
        """A refusal whose script makes the client known and tries again: a browser gets in, a plain client does not."""
        cookie = f"{VISITOR}={token(self._seed, self.host.name, VISITOR)}; path=/; max-age=3600"
        return (
            f'<!doctype html><html lang="{self.host.lang}"><head><meta charset="utf-8"><title>{title}</title>'
            f'<link rel="icon" href="data:,"></head><body><h1>{title}</h1><p>{text}</p>'
            f"<script>if (!document.cookie.includes('{VISITOR}=')) {{"
            f"document.cookie = '{cookie}'; location.reload(); }}</script></body></html>"
        )

    def _flaky(self, request: Request) -> Reply:
        whole = self.library.reply(request)
        if request.path in self._cut or request.method != "GET":
            return whole
        self._cut.add(request.path)
        return Reply(status=whole.status, headers=whole.headers, body=whole.body, cut=True)


def _slowly(reply: Reply, seconds: float) -> Reply:
    return Reply(status=reply.status, headers=reply.headers, body=reply.body, chunked=reply.chunked, delay=seconds)
