"""Learns the weight of each engine per category, and chooses the engines for a query (§3.1.1).

Comes in: the engines (`EngineFacts`), their health (`EngineHealth`), and how many of their hits were useful. Goes out:
learned weights between .1 and 3, and the engines to use, best first. Nothing is requested or saved here.

A learned weight is `start · precision / .5`, where precision is the share of judged hits that were useful:

    precision' = (precision · n + useful) / (n + judged),   n = hits judged before + 4, at most 200

so that an engine begins at its own weight (precision .5, as if four hits had been judged), and what it did 200 hits ago
fades. Blocks and failures are health's: they lower the weight when it is used, and are gone when the engine is well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import log, sqrt

from tadori.errors import WrongCall
from tadori.model.engine import Category, EngineFacts, EngineHealth, EngineKind, EngineWeight
from tadori.model.web_thresholds import (
    ENGINE_CURIOSITY,
    ENGINE_EXPECTED_PRECISION,
    ENGINE_MEMORY_HITS,
    ENGINE_PRIOR_HITS,
    ENGINE_WEIGHT_MAX,
    ENGINE_WEIGHT_MIN,
    GENERAL_ENGINE_FACTOR,
    LAST_MILE_COVERAGE,
    LAST_MILE_SLOTS,
)
from tadori.search.health import may_ask, weight_factor

EngineWeights = Mapping[tuple[str, Category], EngineWeight]


def start_weight(facts: EngineFacts, category: Category) -> EngineWeight:
    return EngineWeight(engine=facts.name, category=category, weight=_bounded(facts.weight))


def learned_weight(weight: EngineWeight, facts: EngineFacts, *, useful: int, judged: int) -> EngineWeight:
    """The weight after `judged` more hits of the engine, `useful` of them of use.

    An engine of weight 1 with 6 of its first 8 hits of use: precision (.5 · 4 + 6) / 12 = .667, weight 1.333.

    Raises:
        WrongCall: more hits of use than judged, or fewer than none.
    """
    if not 0 <= useful <= judged:
        raise WrongCall(f"{useful} useful of {judged} judged hits is no share")
    known = min(weight.judged + ENGINE_PRIOR_HITS, ENGINE_MEMORY_HITS)
    precision = (weight.precision * known + useful) / (known + judged)
    return replace(
        weight,
        weight=_bounded(facts.weight * precision / ENGINE_EXPECTED_PRECISION),
        precision=precision,
        judged=weight.judged + judged,
    )


def current_weight(
    facts: EngineFacts, category: Category, weights: EngineWeights, healths: Mapping[str, EngineHealth]
) -> float:
    """The weight of the engine's hits now: the learned weight, lowered by blocks, failures and garbled answers."""
    kept = weights.get((facts.name, category), start_weight(facts, category))
    health = healths.get(facts.name, EngineHealth(engine=facts.name))
    return _bounded(kept.weight * weight_factor(health))


def coverage(times_found: Sequence[int]) -> float:
    """The probability that the next hit is an already known document (Good–Turing): 1 − found once / all findings.

    Of four documents, found 3, 2, 1 and 1 times, two were found once in 7 findings: 1 − 2/7 = .714. Nothing found
    yet covers nothing.
    """
    findings = sum(times_found)
    return 1.0 - sum(times == 1 for times in times_found) / findings if findings else 0.0


def choose_engines(
    facts: Sequence[EngineFacts],
    healths: Mapping[str, EngineHealth],
    weights: EngineWeights,
    category: Category,
    now: datetime,
    *,
    count: int,
    recall_so_far: float,
) -> list[EngineFacts]:
    """The engines to ask, best first: libraries always, and at most `count` others that may be asked now.

    `facts` are those that are switched on. One of the `count` places goes to a last-mile engine once `recall_so_far`
    (see `coverage`) has reached .9, to find what the others cannot; before that none is used.
    """
    able = [engine for engine in facts if _is_able(engine, category, healths, now)]
    libraries = [engine for engine in facts if engine.kind is EngineKind.LIBRARY]
    requests = sum(healths[engine.name].requests for engine in able if engine.name in healths)

    def place(engine: EngineFacts) -> tuple[float, str]:
        return (-_promise(engine, category, weights, healths, requests), engine.name)

    usual = sorted((engine for engine in able if not engine.last_mile), key=place)
    late = sorted((engine for engine in able if engine.last_mile), key=place)
    late = late[: min(LAST_MILE_SLOTS, count)] if recall_so_far >= LAST_MILE_COVERAGE else []
    return [*libraries, *usual[: max(count - len(late), 0)], *late]


def _is_able(engine: EngineFacts, category: Category, healths: Mapping[str, EngineHealth], now: datetime) -> bool:
    fits = category in engine.categories or Category.GENERAL in engine.categories
    health = healths.get(engine.name)
    return engine.kind is not EngineKind.LIBRARY and fits and (health is None or may_ask(health, now))


def _promise(
    engine: EngineFacts,
    category: Category,
    weights: EngineWeights,
    healths: Mapping[str, EngineHealth],
    requests: int,
) -> float:
    """Weight, and a bonus for what is not known (UCB): .5 · sqrt(ln(1 + all requests) / (1 + own requests)).

    Of 99 requests an engine of weight 1 that had none: 1 + .5 · sqrt(ln 100) = 2.073; one of weight 1.5 that had 24:
    1.5 + .5 · sqrt(ln 100 / 25) = 1.715.
    """
    own = healths[engine.name].requests if engine.name in healths else 0
    weight = current_weight(engine, category, weights, healths) * (
        1.0 if category in engine.categories else GENERAL_ENGINE_FACTOR
    )
    return weight + ENGINE_CURIOSITY * sqrt(log(1 + requests) / (1 + own))


def _bounded(weight: float) -> float:
    return min(max(weight, ENGINE_WEIGHT_MIN), ENGINE_WEIGHT_MAX)
