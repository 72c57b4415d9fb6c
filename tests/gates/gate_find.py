"""The figures of finding, on the little web: `tadori research` with nothing but its engines, and the engines alone.

Twelve topics with planted facts and planted falsehoods, four look-alike engines of different quality. Three kinds of
measurement: whole research (real HTTP to engines and pages, no browser, waiting moves the clock); the engines' lists
with real parsers, health, weights and merging, judged by the answer key; and the wall clock while one engine hangs.
Nothing was tuned on the drawn seed.
"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tadori.events import Event, ignore_event
from tadori.events.web import SearchDone
from tadori.model.engine import Category
from tadori.model.query import Query, QueryPurpose
from tadori.model.web_thresholds import ENGINE_TIMEOUT_LEAST
from tadori.pipeline.engines.engine_search import EngineSearches
from tadori.search.apis.catalogue import APIS
from tadori.search.engines.catalogue import ENGINES
from tadori.search.weights import current_weight
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import EngineSettings
from tadori.store.engines import all_health, all_weights
from tadori.wiring.engines import engines_of
from tadori.wiring.home import App, open_app
from tadori.wiring.routes import WebEnvironment
from tests.gates.figures import Figure
from tests.gates.finding import Asker, ndcg, useful_places
from tests.gates.research import printed
from tests.web.desk import Time, settings_for
from tests.web.engines_web import PLANS, Mood
from tests.web.little_web import LittleWeb
from tests.web.topics import Question, Topic
from tests.web.weather import SEEDS

NEEDS: list[str] = []
FOUR = tuple(plan.letter for plan in PLANS)
SIX = ("a", "b", "c", "d", "e", "f")
LEARNING = 30
"""Queries before weights are looked at."""
HANG_SECONDS = 30.0
QUICK_STEP = 9
"""Every so manieth question when quick: enough of both languages that one fact more or less decides nothing."""
TRIES = 3


@dataclass(slots=True)
class Seen:
    """What readers of the reports met."""

    facts: dict[str, list[bool]] = field(default_factory=lambda: {"ja": [], "en": []})
    falsehoods: list[bool] = field(default_factory=list)
    """Of each falsehood of each report's topic: printed as corroborated, and contested nowhere."""


FALSEHOODS = 0.10
"""The aim is none. In full it was never met: .098 before step 12, .088 after it; the quick sample had none until open
questions were answered by more than three sentences. Missing are frames for counts that a sentence states of its
object, and for costs (decision 034)."""


@dataclass(slots=True, kw_only=True)
class WebDesk:
    """A home that knows the engines of a little web, where questions are asked one after the other."""

    app: App
    web: LittleWeb
    time: Time

    def parts(self) -> WebEnvironment:
        return WebEnvironment(
            resolver=self.web.resolver, rng=random.Random(1), sleep=self.time.sleep, zone=ZoneInfo("Asia/Tokyo")
        )

    def ask(self, question: str, events: list[Event] | None = None) -> dict[str, Any]:
        """`report.json` of one research task that asks the web."""
        task = Tasks(self.app).create(ResearchRequest(question=question))
        emit = ignore_event if events is None else events.append
        outcome = asyncio.run(Tasks(self.app).run(task.id, parts=self.parts(), emit=emit))
        report: dict[str, Any] = json.loads(outcome.files["report.json"])
        return report

    def weights(self) -> dict[str, float]:
        """What the engines count for now, by letter, in the category of plain questions."""
        with self.app.store.read() as db:
            weights, healths = all_weights(db), all_health(db)
        styles = {letter: self.web.engines[letter].plan.style for letter in FOUR}
        return {
            letter: current_weight(ENGINES[style].facts, Category.GENERAL, weights, healths)
            for letter, style in styles.items()
        }


@contextmanager
def web_desk(web: LittleWeb, home: Path, letters: Sequence[str]) -> Iterator[WebDesk]:
    """A desk whose only engines are those of these letters, at their places on the little web."""
    moment = Time()
    web.engines[letters[0]].warm()
    engines = {web.engines[letter].plan.style: web.engines[letter].base for letter in letters}
    settings = EngineSettings(
        use=tuple(engines),
        off=tuple(name for name in (*ENGINES, *APIS) if name not in engines),
        bases=tuple(engines.items()),
    )
    with open_app(replace(settings_for(web, home), engines=settings), clock=moment.clock) as app:
        yield WebDesk(app=app, web=web, time=moment)


def run(quick: bool) -> Iterator[Figure]:
    fresh = random.SystemRandom().randrange(10**6)
    seeds = SEEDS[:1] if quick else (*SEEDS, fresh)
    print(f"         find: seeds {', '.join(map(str, seeds))}", flush=True)
    yield from _research(seeds, quick)
    yield from _lists(seeds)
    yield _hanging(seeds[0])


def _research(seeds: Sequence[int], quick: bool) -> list[Figure]:
    """The first seed with all its questions, the others with a third; a handful when quick."""
    seen, ordered, cached = Seen(), list[bool](), list[bool]()
    for at, seed in enumerate(seeds):
        with LittleWeb(seed=seed, scale=0.1) as web, tempfile.TemporaryDirectory() as home:
            asked = [(topic, question) for topic in web.topics for question in topic.questions]
            asked = asked[::QUICK_STEP] if quick else asked if at == 0 else asked[at::3]
            with web_desk(web, Path(home), FOUR) as desk:
                for topic, question in asked:
                    _note(seen, topic, question, desk.ask(question.text))
                ordered += _in_order(desk.weights())
                cached += _repeated(desk, asked[-1:])
    both = [*seen.facts["ja"], *seen.facts["en"]]
    slack = 0.15 if quick else 0.0
    return [
        _share("planted facts found, checked and printed", both, 0.80 - slack),
        _share("planted facts printed, Japanese topics", seen.facts["ja"], 0.75 - slack),
        _share("planted facts printed, English topics", seen.facts["en"], 0.75 - slack),
        _share("falsehoods printed as corroborated and uncontested", seen.falsehoods, FALSEHOODS, at_least=False),
        _share("neighbours in the order of the four weights that research has learned", ordered, 1.0),
        _share("result pages from the cache on a repeated theme", cached, 0.50),
    ]


def _note(seen: Seen, topic: Topic, question: Question, report: dict[str, Any]) -> None:
    sentences = printed(report, "answer", "claims", "contested")
    for fact in question.facts:
        told = [s for s in sentences if fact.value.stands_in(s["text"])]
        seen.facts[topic.lang].append(bool(told))
    for falsehood in topic.falsehoods:
        told = [s for s in sentences if falsehood.value.stands_in(s["text"]) and topic.name in s["text"]]
        standings = {s["standing"] for s in told}
        seen.falsehoods.append("corroborated" in standings and "contested" not in standings)


def _repeated(desk: WebDesk, asked: Sequence[tuple[Topic, Question]]) -> list[bool]:
    """Ask again what was asked last, without its last sign: which answers of engines came from the cache."""
    events: list[Event] = []
    for _, question in asked:
        desk.ask(question.text[:-1], events)
    return [event.cached for event in events if isinstance(event, SearchDone)]


def _lists(seeds: Sequence[int]) -> list[Figure]:
    """Thirty questions to learn from, the others to measure on; judged by the answer key."""
    ordered: list[bool] = []
    scores: dict[str, list[float]] = {letter: [] for letter in (*FOUR, "fused")}
    for seed in seeds:
        web = LittleWeb(seed=seed)
        asked = [(topic, question) for topic in web.topics for question in topic.questions]
        random.Random(seed).shuffle(asked)
        asker = Asker(web=web, letters=FOUR)
        for topic, question in asked[:LEARNING]:
            asker.learn(asker.ask(question.text, question.lang), useful_places(topic, question))
        ordered += _in_order({letter: asker.weight(letter) for letter in FOUR})
        for topic, question in asked[LEARNING:]:
            found = asker.ask(question.text, question.lang)
            for letter in FOUR:
                hits = found[letter].hits if letter in found else ()
                scores[letter].append(ndcg(web, topic, question, hits))
            scores["fused"].append(ndcg(web, topic, question, asker.fused(found)))
    means = {name: sum(values) / len(values) for name, values in scores.items()}
    shown = ", ".join(f"{name} {mean:.3f}" for name, mean in means.items())
    print(f"         find: nDCG@10 {shown}", flush=True)
    return [
        _share("neighbours in the order of the four weights, judged by the answer key", ordered, 1.0),
        Figure(
            name="find: fused nDCG@10 above the best single engine by",
            value=means["fused"] - max(means[letter] for letter in FOUR),
            floor=0.0,
            aim=0.03,
            n=len(scores["fused"]),
        ),
    ]


def _hanging(seed: int) -> Figure:
    """One query to six engines, one of which hangs: seconds until the answer of the others.

    The least of a few tries, as long as it is over the floor: other programs on the machine only ever add to it.
    """
    floor = ENGINE_TIMEOUT_LEAST + 2.0  # what a healthy engine is given, and two seconds for a busy machine
    tries = [_seconds_with_one_hanging(seed)]
    while min(tries) > floor and len(tries) < TRIES:
        tries.append(_seconds_with_one_hanging(seed))
    return Figure(
        name=f"find: seconds until six engines have answered, one of them hanging for {HANG_SECONDS:.0f}",
        value=min(tries),
        floor=floor,
        aim=ENGINE_TIMEOUT_LEAST + 0.5,
        n=len(tries),
        at_least=False,
    )


def _seconds_with_one_hanging(seed: int) -> float:
    with LittleWeb(seed=seed) as web, tempfile.TemporaryDirectory() as home, web_desk(web, Path(home), SIX) as desk:
        for letter in SIX:
            web.engines[letter].mood = Mood.USUAL
        web.engines["b"].mood, web.engines["b"].hang_seconds = Mood.HANG, HANG_SECONDS
        seconds, hits = asyncio.run(_ask_six(desk, web.topics[0].questions[0]))
        assert hits > 0
        assert [len(web.engines[letter].asked) for letter in SIX] == [1] * len(SIX)
    return seconds


async def _ask_six(desk: WebDesk, question: Question) -> tuple[float, int]:
    task = Tasks(desk.app).create(ResearchRequest(question=question.text))
    query = Query.of(
        task_id=task.id,
        text=question.text,
        lang=task.question_lang,
        purpose=QueryPurpose.INITIAL,
        section_id="section",
        round=0,
        limit=10,
        cause_id="section",
    )
    async with desk.app.web(desk.parts()) as reading:
        # The one that is kept for the last mile is asked like the others here.
        engines = [
            replace(engine, facts=replace(engine.facts, last_mile=False))
            for engine in engines_of(desk.app, task, reading)
        ]
        searching = EngineSearches(store=desk.app.store, engines=engines, clock=desk.app.clock)
        began = time.monotonic()
        found = await searching.search(query, ignore_event)
        return time.monotonic() - began, len(found.hits)


def _in_order(weights: dict[str, float]) -> list[bool]:
    """Of each two neighbours in quality, whether the better one weighs more."""
    print("         find: weights " + ", ".join(f"{name} {value:.3f}" for name, value in weights.items()), flush=True)
    return [weights[better] > weights[worse] for better, worse in pairwise(FOUR)]


def _share(name: str, values: Sequence[bool], floor: float, *, at_least: bool = True) -> Figure:
    share = sum(values) / len(values) if values else (0.0 if at_least else 1.0)
    return Figure(name=f"find: {name}", value=share, floor=floor, aim=None, n=len(values), at_least=at_least)
