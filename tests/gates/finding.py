"""Search on the little web without sockets: real parsers, health, weights and merging, and how good the lists are.

For the figures that need no pages. Requests are handed to the look-alikes as they would arrive over HTTP.
"""

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode, urlsplit

from tadori.errors import RefusalKind, SourceError, SourceGarbled, SourceRefused
from tadori.model.engine import (
    Category,
    EngineHealth,
    EngineRequest,
    EngineResponse,
    EngineWeight,
    SearchOutcome,
)
from tadori.model.ids import Lang, Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.model.work import ProviderResult
from tadori.search.engines.catalogue import ENGINES
from tadori.search.engines.html_engine import EngineProvider
from tadori.search.health import health_after
from tadori.search.merge import merge_hits
from tadori.search.weights import current_weight, learned_weight, start_weight
from tests.web.engines_web import LookAlike, Mood
from tests.web.topics import Place, Question, Topic
from tests.web.wire import Request
from tests.web.world import World

DEEP = 10
GENERAL = Category.GENERAL
START = datetime(2026, 11, 16, 3, 0, tzinfo=UTC)
PAUSE = timedelta(seconds=20)


class Door:
    """`EngineAsk` to one look-alike, without a wire between."""

    def __init__(self, engine: LookAlike) -> None:
        self._engine = engine

    async def __call__(self, request: EngineRequest) -> EngineResponse:
        parts = urlsplit(request.url)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        reply = self._engine(
            Request(
                method="POST" if request.form else "GET",
                host=self._engine.host,
                path=path,
                headers={},
                body=urlencode(request.form).encode(),
                client="127.0.0.1",
                client_port=0,
                scheme="http",
                version="1.1",
            )
        )
        return EngineResponse(
            url=Url(self._engine.base + path),
            status=reply.status,
            headers=reply.headers,
            body=reply.body,
            media_type="text/html",
            charset="utf-8",
        )


@dataclass(slots=True, kw_only=True)
class Asker:
    """Asks the engines of a web one question after the other, and learns from what their hits were worth."""

    web: World
    letters: Sequence[str] = ("a", "b", "c", "d")
    health: dict[str, EngineHealth] = field(default_factory=dict)
    weights: dict[tuple[str, Category], EngineWeight] = field(default_factory=dict)
    now: datetime = START

    def ask(self, text: str, lang: str) -> dict[str, ProviderResult]:
        """What each engine answered, by letter; one that did not is missing, and its health remembers."""
        self.now += PAUSE
        query = Query.of(
            task_id="task",
            text=text,
            lang=Lang(lang),
            purpose=QueryPurpose.INITIAL,
            section_id="section",
            round=0,
            limit=DEEP,
            cause_id="section",
        )
        found = {}
        for letter in self.letters:
            engine = self.web.engines[letter]
            name = engine.plan.style
            answer, outcome = asyncio.run(_answer(engine, query))
            before = self.health.get(name, EngineHealth(engine=name))
            self.health[name] = health_after(before, outcome, seconds=1.0, now=self.now)
            if answer is not None:
                found[letter] = answer
        return found

    def learn(self, found: Mapping[str, ProviderResult], useful: Iterable[Place]) -> None:
        """Tell each engine how many of its hits were of use."""
        wanted = {self.web.url(*place) for place in useful}
        for letter, answer in found.items():
            facts = ENGINES[self.web.engines[letter].plan.style].facts
            key = (facts.name, GENERAL)
            good = sum(_bare(hit.url) in wanted for hit in answer.hits)
            weight = self.weights.get(key, start_weight(facts, GENERAL))
            self.weights[key] = learned_weight(weight, facts, useful=good, judged=len(answer.hits))

    def weight(self, letter: str) -> float:
        facts = ENGINES[self.web.engines[letter].plan.style].facts
        return current_weight(facts, GENERAL, self.weights, self.health)

    def fused(self, found: Mapping[str, ProviderResult]) -> tuple[Hit, ...]:
        return merge_hits([(self.weight(letter), answer) for letter, answer in found.items()], limit=DEEP).hits


async def _answer(engine: LookAlike, query: Query) -> tuple[ProviderResult | None, SearchOutcome]:
    try:
        found = await EngineProvider(ENGINES[engine.plan.style], Door(engine)).search(query)
    except SourceRefused as exc:
        return None, SearchOutcome.CAPTCHA if exc.how is RefusalKind.CAPTCHA else SearchOutcome.REFUSED
    except SourceGarbled:
        return None, SearchOutcome.GARBLED
    except SourceError:
        return None, SearchOutcome.ERROR
    if engine.asked[-1].mood is Mood.HANG:
        return None, SearchOutcome.TIMEOUT
    return found, SearchOutcome.HITS if found.hits else SearchOutcome.NOTHING


def ndcg(web: World, topic: Topic, question: Question, hits: Sequence[Hit]) -> float:
    """nDCG@10 with exponential gains. A second address of a document takes a place and gains nothing.

    Gains 3 and 2, found at places 1 and 3: (7 + 3 / 2) / (7 + 3 / log2(3)) = .956.
    """
    originals = {web.url(*copy): web.url(*place) for copy, place in topic.originals.items()}
    gains = {web.url(*place): gain for place, gain in question.gains.items()}
    total = 0.0
    for place, hit in enumerate(hits[:DEEP]):
        url = originals.get(_bare(hit.url), _bare(hit.url))
        total += _worth(gains.pop(url, 0), place)
    best = sorted(question.gains.values(), reverse=True)[:DEEP]
    return total / sum(_worth(gain, place) for place, gain in enumerate(best))


def useful_places(topic: Topic, question: Question) -> set[Place]:
    """Pages that answer, and their copies."""
    copies = {copy for copy, original in topic.originals.items() if original in question.gains}
    return set(question.gains) | copies


def _worth(gain: int, place: int) -> float:
    return float((2**gain - 1) / math.log2(place + 2))


def _bare(url: str) -> str:
    return url.partition("?")[0]
