"""The language model of one task: caches its answers, limits its share of the time, and queues its events.

Comes in: a model, the task's prompts, the ledger. Goes out: the results of each kind of work. Steps call it from their
threads; requests to the model run on the event loop. Every kind of work can also be done by rules, which take over when
the model fails, when tokens run short, or when models have used their share of the time.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tadori.errors import ModelTimeSpent, ModelUnusable
from tadori.events import Emit, Event, RulesTookOver
from tadori.minds.llm.workers.base import PromptSource
from tadori.minds.llm.workers.blocking import RunOnLoop
from tadori.minds.llm.workers.claims import claims_of_page
from tadori.minds.llm.workers.quality import ModelQuality
from tadori.minds.llm.workers.relevance import ModelReranker
from tadori.minds.llm.workers.stance import ModelStance
from tadori.minds.llm.workers.summary import summary_of
from tadori.minds.llm.workers.targets import targets_of
from tadori.minds.llm.workers.translation import translate_query
from tadori.minds.requests import GuardFlag, Mind, ModelAnswer, ModelRequest, StreamEvent, TokenCount
from tadori.model.budget import DRIVING_JOBS, FINAL_JOBS
from tadori.model.claim import Claim
from tadori.model.doors import Clock, ModelTimeLedger, SentenceCheck
from tadori.model.ids import EN, JA, Lang, content_id
from tadori.model.page import Page
from tadori.model.question import Polarity, TargetClaim
from tadori.model.report import Draft
from tadori.model.thresholds import MODEL_PAGES_A_QUERY, MODEL_RECENT_CALLS
from tadori.store.cache import cached_value, save_cached
from tadori.store.database import Store

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")
R = TypeVar("R")

TOO_SLOW: Final = "MODEL_TOO_SLOW"


class CachedModel:
    """Implements `Mind` with a cache: the same request is made once, across crashes and tasks."""

    def __init__(self, mind: Mind, *, store: Store, ledger: ModelTimeLedger, clock: Clock) -> None:
        self._mind, self._store, self._ledger, self._clock = mind, store, ledger, clock
        self._recent_seconds: deque[float] = deque(maxlen=MODEL_RECENT_CALLS)

    @property
    def model_ids(self) -> tuple[str, ...]:
        return self._mind.model_ids

    async def ask(self, ask: ModelRequest[T]) -> ModelAnswer[T]:
        """The cached answer, or the model's answer now; see `Mind`."""
        key = content_id("answered", ask.id, *self.model_ids)
        with self._store.read() as db:
            known = cached_value(db, key)
        if known is not None:
            return _from_json(ask, known)
        if ask.job not in FINAL_JOBS | DRIVING_JOBS and not self._ledger.time_for_model(self._expected):
            raise ModelTimeSpent("language models have had their share of the time")
        answered = await self._mind.ask(ask)
        self._recent_seconds.append(answered.seconds)
        save_cached(self._store, key, _to_json(answered), self._clock())
        return answered

    def stream(self, ask: ModelRequest[T]) -> AsyncIterator[StreamEvent]:
        """Stream an answer; streams are not cached."""
        return self._mind.stream(ask)

    @property
    def _expected(self) -> float:
        return sum(self._recent_seconds) / len(self._recent_seconds) if self._recent_seconds else 0.0


def _to_json(answered: ModelAnswer[Any]) -> dict[str, Any]:
    return {
        "value": answered.value.model_dump(mode="json"),
        "model": answered.model,
        "flags": [[flag.rule, flag.where, flag.start, flag.end] for flag in answered.flags],
    }


def _from_json(ask: ModelRequest[T], known: dict[str, Any]) -> ModelAnswer[T]:
    flags = tuple(GuardFlag(rule=rule, where=where, start=start, end=end) for rule, where, start, end in known["flags"])
    value = ask.answer.model_validate(known["value"])
    return ModelAnswer(value=value, model=known["model"], use=TokenCount(), tries=0, seconds=0.0, flags=flags)


@dataclass(slots=True, kw_only=True)
class ModelWorkers:
    """What a language model does for one task. Called on threads; only `targets` and `mirror` on the loop."""

    mind: Mind
    prompts: PromptSource
    check: SentenceCheck
    restate: Callable[[Claim, str, Page], Claim | None]
    target: Callable[[str, Polarity, str], TargetClaim]
    question: str
    seconds: float
    """Time limit for one piece of work, all its requests together."""
    core_lent: Callable[[], AbstractContextManager[None]]
    """Lets somebody else have this thread's core while it waits for the model."""
    pending_events: list[Event]
    """Events of the model and its workers; the next step emits them into its own log."""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    @property
    def id(self) -> str:
        """The names of the models; part of cache keys."""
        return "+".join(self.mind.model_ids)

    def drain(self, emit: Emit) -> None:
        """Emit the queued events."""
        while self.pending_events:
            emit(self.pending_events.pop(0))

    def claims(self, pages: Sequence[Page], stated: Sequence[Claim]) -> list[Claim]:
        """`stated`, plus the shorter claims that the model made from those on the first of `pages`."""
        made: dict[str, tuple[Claim, ...]] = {}
        for page in pages[:MODEL_PAGES_A_QUERY]:
            work = partial(claims_of_page, self.mind, self.prompts, page, stated, question=self.question)
            worked = self._wait_or_none(
                "claims", partial(work, check=self.check, restate=self.restate, emit=self.pending_events.append)
            )
            if worked is not None:
                made[page.id] = worked.value
        known = {claim.id for claim in stated}
        shorter = [claim for claims in made.values() for claim in claims if claim.id not in known]
        return [*stated, *shorter]

    def summary(self, claims: Sequence[Claim], lang: Lang) -> tuple[Draft, ...] | None:
        """Sentences that sum up `claims`; None when there is no summary and the claims themselves are printed."""
        worked = self._wait_or_none(
            "summary",
            lambda: summary_of(
                self.mind, self.prompts, self.question, claims, lang, check=self.check, emit=self.pending_events.append
            ),
        )
        return None if worked is None or worked.code else worked.value

    async def targets(self, stated: Sequence[TargetClaim], lang: Lang) -> tuple[TargetClaim, ...]:
        """The target claims of the question, including parts that the rules missed."""
        worked = await targets_of(
            self.mind, self.prompts, self.question, lang, stated, target=self.target, emit=self.pending_events.append
        )
        return worked.value

    async def mirror(self, lang: Lang) -> str:
        """The question as a query in the other language; empty when the model gives none."""
        other = EN if lang == JA else JA
        worked = await translate_query(
            self.mind,
            self.prompts,
            self.question,
            lang,
            other,
            twin=lambda _text, _lang: None,
            emit=self.pending_events.append,
        )
        return worked.value or ""

    @property
    def reranker(self) -> ModelReranker:
        return ModelReranker(self.mind, self.prompts, self._wait, self.pending_events.append)

    @property
    def quality(self) -> ModelQuality:
        return ModelQuality(self.mind, self.prompts, self._wait, self.pending_events.append)

    @property
    def further_judge(self) -> ModelStance:
        return ModelStance(self.mind, self.prompts, self._wait, self.pending_events.append)

    def _wait(self, work: Coroutine[Any, Any, R], /) -> R:
        """Wait on a thread for work of the event loop; the thread's core is free for others meanwhile."""
        with self.core_lent():
            return RunOnLoop(self.loop, self.seconds)(work)

    def _wait_or_none(self, job: str, work: Callable[[], Any]) -> Any | None:
        try:
            return self._wait(work())
        except ModelUnusable:
            self.pending_events.append(RulesTookOver(job=job, code=TOO_SLOW))
            return None
