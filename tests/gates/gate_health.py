"""Unhealthy engines are found: 200 scripted scenarios of engine weather, on the health that decides who is asked.

The weather knows nothing of the health: a scenario is a script of regimes, each with a chance of failure at a moment
and with whether the engine is then really ill (`ill`, the truth). A query wants the engine at scripted moments; it is
asked when `may_ask` lets it, and its answer is drawn from the regime. Everything is drawn from a seed.

- precision: of the times the health gave a verdict on what it had seen and it was "unhealthy" (it opened, or a probe
  failed), how often the engine was really ill at that moment;
- recall: of the moments at which a query wanted an engine that was really ill, how often the verdict was "unhealthy"
  beforehand, so that it was spared;
- time: both again over all wanted moments, those of the cooling after a recovery included. Thirty minutes of cooling
  are a ruling, so an engine that recovers is wronged for a while whatever the verdict; shown with a floor of its own;
- flaps: changes of a circuit less than five minutes after its last change.
"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tadori.model.engine import Circuit, EngineHealth, SearchOutcome
from tadori.search.health import health_after, is_resting, may_ask, request_sent, transition
from tests.gates.figures import Figure

NEEDS: list[str] = []
SCENARIOS = 200
SEED = 20261116
BEGIN = datetime(2026, 11, 16, tzinfo=UTC)
DAY = 12 * 60.0
"""Minutes a scenario lasts."""
BLOCKS = (SearchOutcome.CAPTCHA, SearchOutcome.REFUSED)
TROUBLES = (SearchOutcome.TIMEOUT, SearchOutcome.ERROR)


def is_unhealthy(health: EngineHealth, now: datetime) -> bool:
    """The verdict on an engine: its circuit is open, or it is being left alone."""
    return health.circuit is Circuit.OPEN or is_resting(health, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Regime:
    """Weather from `begin` to `end` (minutes): the chance of failure at a moment, and whether that is illness."""

    begin: float
    end: float
    chance: Callable[[float], float]
    ill: Callable[[float], bool]
    how: tuple[SearchOutcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    name: str
    regimes: tuple[Regime, ...]
    wanted: tuple[float, ...]
    """The minutes at which a query wants the engine."""

    def at(self, minute: float) -> Regime:
        return next(regime for regime in self.regimes if regime.begin <= minute < regime.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One wanted moment: the verdict before it, and, when the engine was asked, the one after."""

    ill: bool
    before: bool
    then: bool | None


def run(quick: bool) -> list[Figure]:
    """All scenarios even when quick: they take a second or two."""
    seen: list[Moment] = []
    flaps = 0
    for scenario, weather in scenarios(SEED, SCENARIOS):
        moments, flapped = lived(scenario, weather)
        seen += moments
        flaps += flapped
    return figures(seen, flaps)


def figures(seen: list[Moment], flaps: int) -> list[Figure]:
    given = [moment.ill for moment in seen if moment.then]
    spared = [moment.before for moment in seen if moment.ill]
    held = [moment.ill for moment in seen if moment.before]
    well = [moment.before for moment in seen if not moment.ill]
    return [
        Figure(name="health: precision of verdicts", value=share(given), floor=0.90, aim=0.95, n=len(given)),
        Figure(name="health: recall over ill moments", value=share(spared), floor=0.80, aim=0.90, n=len(spared)),
        Figure(
            name="health: precision over time, cooling included", value=share(held), floor=0.7, aim=0.9, n=len(held)
        ),
        Figure(name="health: well moments lost", value=share(well), floor=0.15, aim=0.1, n=len(well), at_least=False),
        Figure(name="health: flaps under 5 minutes", value=flaps, floor=0, aim=0, n=SCENARIOS, at_least=False),
    ]


def share(flags: list[bool]) -> float:
    return sum(flags) / len(flags)


def lived(scenario: Scenario, weather: random.Random) -> tuple[list[Moment], int]:
    """The scenario as the health lives it; how often its circuit changed too soon after a change."""
    health = EngineHealth(engine=scenario.name)
    moments: list[Moment] = []
    flaps = 0
    changed_at: datetime | None = None
    for minute in scenario.wanted:
        now = BEGIN + timedelta(minutes=minute)
        regime = scenario.at(minute)
        # Drawn whether it is asked or not, so that the weather is the same whatever the health decides.
        fails, how = weather.random() < regime.chance(minute), weather.choice(regime.how)
        verdict, later = is_unhealthy(health, now), None
        if may_ask(health, now):
            outcome = how if fails else SearchOutcome.HITS
            done = now + timedelta(seconds=2)
            known = request_sent(health, now)
            health = health_after(known, outcome, seconds=2.0, now=done)
            later = is_unhealthy(health, done)
            change = transition(known, health, outcome)
            if change is not None:
                flaps += changed_at is not None and change.at - changed_at < timedelta(minutes=5)
                changed_at = change.at
        moments.append(Moment(ill=regime.ill(minute), before=verdict, then=later))
    return moments, flaps


def scenarios(seed: int, count: int) -> Iterator[tuple[Scenario, random.Random]]:
    makers = (calm, sudden, decay, flapping, recovering, outages)
    for number in range(count):
        draw = random.Random(f"{seed}-{number}")
        maker = makers[number % len(makers)]
        wanted = tuple(moments(draw))
        yield Scenario(name=maker.__name__, regimes=tuple(maker(draw)), wanted=wanted), draw


def moments(draw: random.Random) -> Iterator[float]:
    """Queries come in bursts of research with pauses between."""
    minute = draw.uniform(0, 10)
    pace = span(draw, 0.3, 3.0)
    while minute < DAY:
        for _ in range(draw.randint(10, 80)):
            minute += draw.expovariate(1 / pace)
            if minute >= DAY:
                return
            yield minute
        minute += span(draw, 2, 60)


def span(draw: random.Random, least: float, most: float) -> float:
    """Minutes, as likely between 2 and 4 as between 20 and 40."""
    return math.exp(draw.uniform(math.log(least), math.log(most)))


def well(draw: random.Random, begin: float, end: float) -> Regime:
    """Ordinary weather: a request fails now and then, alone."""
    chance = draw.uniform(0.0, 0.03)
    return Regime(begin=begin, end=end, chance=lambda _: chance, ill=lambda _: False, how=TROUBLES)


def ill(draw: random.Random, begin: float, end: float, how: tuple[SearchOutcome, ...]) -> Regime:
    chance = draw.uniform(0.85, 1.0)
    return Regime(begin=begin, end=end, chance=lambda _: chance, ill=lambda _: True, how=how)


def calm(draw: random.Random) -> list[Regime]:
    return [well(draw, 0, DAY)]


def spells(draw: random.Random, how: tuple[SearchOutcome, ...], least: float, most: float) -> list[Regime]:
    """Well, then ill for a while, and again until the day is over."""
    regimes: list[Regime] = []
    minute = 0.0
    while minute < DAY:
        healthy = minute + span(draw, 60, 600)
        over = healthy + span(draw, least, most)
        regimes += [well(draw, minute, healthy), ill(draw, healthy, over, how)]
        minute = over
    return regimes


def sudden(draw: random.Random) -> list[Regime]:
    return spells(draw, BLOCKS, 20, 480)


def outages(draw: random.Random) -> list[Regime]:
    return spells(draw, TROUBLES, 10, 240)


def decay(draw: random.Random) -> list[Regime]:
    """Worse and worse over hours; ill from the moment that one request in four fails (of well engines one in 33)."""
    begin = draw.uniform(30, 200)
    fall = span(draw, 60, 360)

    def chance(minute: float) -> float:
        return min(0.98, 0.02 + 0.96 * (minute - begin) / fall)

    falling = Regime(begin=begin, end=DAY, chance=chance, ill=lambda m: chance(m) >= 0.25, how=BLOCKS + TROUBLES)
    return [well(draw, 0, begin), falling]


def flapping(draw: random.Random) -> list[Regime]:
    """For hours a few bad minutes, a few good ones: ill throughout, because no answer can be counted on."""
    begin = draw.uniform(10, 200)
    end = begin + span(draw, 60, 400)
    regimes = [well(draw, 0, begin)]
    minute = begin
    while minute < end:
        bad = minute + span(draw, 1, 15)
        good = bad + span(draw, 1, 10)
        works = Regime(begin=bad, end=good, chance=lambda _: 0.05, ill=lambda _: True, how=BLOCKS)
        regimes += [ill(draw, minute, bad, BLOCKS + TROUBLES), works]
        minute = good
    return [*regimes, well(draw, minute, max(DAY, minute + 1))]


def recovering(draw: random.Random) -> list[Regime]:
    """Ill when it is first asked, and well again some time later."""
    end = span(draw, 5, 300)
    return [ill(draw, 0, end, BLOCKS + TROUBLES), well(draw, end, DAY)]
