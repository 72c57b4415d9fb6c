"""The search engines of the little web, in the markup of real ones, over one index, each with failings of its own.

Comes in: a request as a browser would send it. Goes out: a result page, a captcha, a refusal, or nothing for a while.
What an engine answers depends on the seed, the engine, the query, and (for the moody one) how often it was asked.
Every query is kept in `asked`, also those sent as a form, so that pace and caches can be counted.
"""

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Protocol
from urllib.parse import parse_qs

from tests.web.engine_pages import STYLES, Result, Style
from tests.web.hosts import Host
from tests.web.search_index import Asked, Entry, SearchIndex, asked_of, index_of, snippet
from tests.web.topics import Place
from tests.web.wire import Reply, Request, page

A_PAGE: Final = 10
DEEPEST: Final = 60
"""Results an engine has for a query; there is nothing on later pages."""
HANG_SECONDS: Final = 60.0
"""How long an engine in a bad mood hangs, before `scale`."""
RAN_SCRIPTS: Final = "ran_scripts"
_LET_THROUGH: Final = f"<script>document.cookie = '{RAN_SCRIPTS}=yes; path=/'; location.reload();</script>"
TRACKED: Final = "?utm_source=search&utm_medium=organic"


class Mood(StrEnum):
    """How an engine answers; `usual` is as its quality says."""

    USUAL = "usual"
    HANG = "hang"
    CAPTCHA = "captcha"
    REFUSE = "refuse"
    """429."""
    NOTHING = "nothing"
    """The page it has for no results."""
    GARBLED = "garbled"
    """Markup as after a redesign that says nothing."""
    SCRIPTS = "scripts"
    """A captcha that lets everybody through who runs its script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    coverage: float
    """Share of the web that it has."""
    noise: float
    """How far its order strays: standard deviation of the logarithm of scores."""
    strangers: int = 0
    """Unrelated results on a page."""
    tracked: float = 0.0
    """Share of its links that carry tracking parameters."""
    newest: str = "9999"
    """It has no page of this day or later."""
    moods: tuple[tuple[Mood, float], ...] = ()
    """Shares of requests that it answers in that mood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An engine before there is a web: whose markup it speaks, and how good it is."""

    letter: str
    style: str
    quality: Quality

    @property
    def host(self) -> str:
        return f"www.engine-{self.letter}.test"


PLANS: Final = (
    Plan(letter="a", style="duckduckgo", quality=Quality(coverage=0.85, noise=0.10)),
    Plan(letter="b", style="mojeek", quality=Quality(coverage=0.70, noise=0.25, tracked=0.3)),
    Plan(letter="c", style="bing", quality=Quality(coverage=0.70, noise=1.0, strangers=4)),
    Plan(
        letter="d",
        style="qwant",
        quality=Quality(
            coverage=0.60,
            noise=0.60,
            strangers=4,
            newest="2025-01-01",
            moods=((Mood.REFUSE, 0.12), (Mood.CAPTCHA, 0.10), (Mood.HANG, 0.05)),
        ),
    ),
)
"""Best first. The good one misses a seventh of the web, so that the others have something to add; the fair one misses
three tenths; the poor one scatters what it has among strangers; the last one is old, scattered and moody. Not fitted to
any way of merging."""
MORE: Final = (
    Plan(letter="e", style="brave", quality=Quality(coverage=0.80, noise=0.20)),
    Plan(letter="f", style="startpage", quality=Quality(coverage=0.75, noise=0.30)),
)
"""Two more, for whoever needs six."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """One query as an engine saw it."""

    query: str
    lang: str
    """`ja`, `en`, or empty when it was not said."""
    first: int
    """The rank the page began with."""
    mood: Mood
    results: tuple[Place, ...]
    at: float
    """Monotonic."""


class Surroundings(Protocol):
    """What an engine must know of the web it is part of."""

    seed: int
    scale: float
    hosts: list[Host]
    articles: int | None

    def url(self, host: str, path: str = "/", https: bool = False) -> str: ...


@dataclass(slots=True, kw_only=True)
class LookAlike:
    """One engine; call it with a request. Set `mood` to make every answer that."""

    plan: Plan
    web: Surroundings
    mood: Mood | None = None
    hang_seconds: float = HANG_SECONDS
    asked: list[Search] = field(default_factory=list)
    """Queries in the order they came."""
    _known: dict[Place, bool] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return self.plan.host

    @property
    def base(self) -> str:
        """The address to put before the paths of the engine that it looks like."""
        return self.web.url(self.host, "").removesuffix("/")

    @property
    def style(self) -> Style:
        return STYLES[self.plan.style]

    @property
    def queries(self) -> list[str]:
        return [search.query for search in self.asked]

    def warm(self) -> None:
        """Have the index built now; else the first query waits for it, a second or more, and all engines with it."""
        assert self._index.entries

    def forget(self) -> None:
        """As if nobody had ever asked."""
        self.asked.clear()
        self.mood = None

    def __call__(self, request: Request) -> Reply:
        fields = _fields(request)
        path = request.path.partition("?")[0]
        if path not in self.style.paths:
            return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"404 Not Found\n")
        query = fields.get(self.style.query, "").strip()
        if not query:
            return page(self.style.home())
        first, lang = self.style.first(fields), self.style.lang(fields)
        mood = self.mood or self._mood(len(self.asked))
        if mood is Mood.SCRIPTS and request.cookie(RAN_SCRIPTS) == "yes":
            mood = Mood.USUAL
        span = self.style.span(fields)
        found = self.results(query, lang, first, span) if mood in {Mood.USUAL, Mood.HANG} else []
        places = tuple(entry.place for entry in found)
        self.asked.append(Search(query=query, lang=lang, first=first, mood=mood, results=places, at=time.monotonic()))
        return self._reply(mood, query, first, found)

    def results(self, query: str, lang: str = "", first: int = 0, span: tuple[str, str] = ("", "9999")) -> list[Entry]:
        """The page of results that begins at rank `first`, as this engine sees the web; of days within `span`."""
        asked = asked_of(query)
        asked = replace(asked, after=max(asked.after, span[0]), before=min(asked.before, span[1]))
        return self._ranked(query, asked, lang)[first : first + A_PAGE]

    def _ranked(self, query: str, asked: Asked, lang: str) -> list[Entry]:
        quality = self.plan.quality
        known = [(score, entry) for score, entry in self._index.search(asked) if self.has(entry)][:DEEPEST]
        strayed = sorted(
            (
                (score * self._stray(query, entry) * (1.1 if entry.lang == lang else 1.0), entry)
                for score, entry in known
            ),
            key=lambda item: (-item[0], item[1].place),
        )
        ranked = [entry for _, entry in strayed]
        if ranked and not asked.sites:
            for page_at in range(0, len(ranked), A_PAGE):
                self._add_strangers(ranked, query, page_at, quality.strangers)
        return ranked

    def _add_strangers(self, ranked: list[Entry], query: str, start: int, count: int) -> None:
        rng = self._rng("strangers", query, str(start))
        for _ in range(count):
            ranked.insert(start + rng.randrange(A_PAGE), rng.choice(self._index.entries))

    def has(self, entry: Entry) -> bool:
        """Whether the page is in this engine's part of the web."""
        known = self._known.get(entry.place)
        if known is None:
            quality = self.plan.quality
            drawn = self._rng("has", *entry.place).random()
            known = self._known[entry.place] = entry.date < quality.newest and drawn < quality.coverage
        return known

    def _stray(self, query: str, entry: Entry) -> float:
        return math.exp(self._rng("stray", query, *entry.place).gauss(0.0, self.plan.quality.noise))

    def _mood(self, number: int) -> Mood:
        drawn = self._rng("mood", str(number)).random()
        for mood, share in self.plan.quality.moods:
            if drawn < share:
                return mood
            drawn -= share
        return Mood.USUAL

    def _rng(self, *parts: str) -> random.Random:
        return random.Random("/".join((str(self.web.seed), self.plan.letter, *parts)))

    @property
    def _index(self) -> SearchIndex:
        return index_of(self.web.seed, len(self.web.hosts), self.web.articles)

    def _reply(self, mood: Mood, query: str, first: int, found: Sequence[Entry]) -> Reply:
        style = self.style
        whole: Mapping[Mood, Callable[[], Reply]] = {
            Mood.CAPTCHA: lambda: page(style.captcha(query), status=style.captcha_status),
            Mood.SCRIPTS: lambda: page(style.captcha(query) + _LET_THROUGH, status=style.captcha_status),
            Mood.REFUSE: lambda: page(
                "<!doctype html><title>429 Too Many Requests</title><h1>429 Too Many Requests</h1>",
                status=429,
                headers=(("Retry-After", "1800"),),
            ),
            Mood.NOTHING: lambda: page(style.nothing(query)),
            Mood.GARBLED: lambda: page(
                "<!doctype html><title>Search</title><div id=app></div><p>Loading your results</p>"
            ),
        }
        if mood in whole:
            return whole[mood]()
        results = [self._result(entry, query) for entry in found]
        text = style.results(query, results, first) if results else style.nothing(query)
        reply = page(text)
        delay = self.hang_seconds * self.web.scale if mood is Mood.HANG else 0.0
        return Reply(status=reply.status, headers=reply.headers, body=reply.body, delay=delay)

    def _result(self, entry: Entry, query: str) -> Result:
        tracked = self._rng("tracked", *entry.place).random() < self.plan.quality.tracked
        return Result(
            url=self.web.url(*entry.place) + (TRACKED if tracked else ""),
            title=entry.title,
            snippet=snippet(entry, query),
            date=entry.date,
            lang=entry.lang,
        )


def look_alikes(web: Surroundings) -> dict[str, LookAlike]:
    """The engines of a web by letter."""
    return {plan.letter: LookAlike(plan=plan, web=web) for plan in (*PLANS, *MORE)}


def _fields(request: Request) -> dict[str, str]:
    """Of the address and of a posted form; the form wins."""
    said = parse_qs(request.path.partition("?")[2])
    if request.method == "POST":
        said |= parse_qs(request.body.decode("utf-8", "replace"))
    return {name: values[-1] for name, values in said.items()}
