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
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tadori.errors import ModelTimeSpent, ModelUnusable
from tadori.events import Emit, Event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.structured import schema_text
from tadori.minds.llm.tokens import PER_MESSAGE, estimate_tokens
from tadori.minds.llm.workers import choice, writing
from tadori.minds.llm.workers.base import PromptSource, template_language
from tadori.minds.llm.workers.blocking import RunOnLoop
from tadori.minds.llm.workers.quality import ModelQuality
from tadori.minds.llm.workers.relevance import ModelReranker
from tadori.minds.llm.workers.stance import ModelStance
from tadori.minds.llm.workers.targets import targets_of
from tadori.minds.llm.workers.translation import translate_query
from tadori.minds.llm.workers.writing import SectionToWrite, WritableClaim, WrittenSentence
from tadori.minds.requests import GuardFlag, Mind, ModelAnswer, ModelRequest, ModelRole, StreamEvent, TokenCount
from tadori.model.budget import DRIVING_JOBS, FINAL_JOBS
from tadori.model.choice import ModelChoice, OfferedClaim
from tadori.model.doors import Clock, Judges, ModelTimeLedger, SentenceCheck
from tadori.model.grading import Grade
from tadori.model.ids import EN, JA, Lang, content_id
from tadori.model.llm_thresholds import (
    CAREFUL_CONTEXT,
    CHOICE_TOKENS,
    FENCE_TOKENS,
    FEWEST_TO_WRITE,
    SENTENCES_A_SECTION,
    WRITING_TOKENS,
)
from tadori.model.question import Polarity, TargetClaim
from tadori.model.thresholds import MODEL_RECENT_CALLS
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

    async def context_tokens(self, role: ModelRole) -> int:
        """Tokens that the models of `role` have room for."""
        return await self._mind.context_tokens(role)

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
    target: Callable[[str, Polarity, str], TargetClaim]
    question: str
    seconds: float
    """Time limit for one piece of work, all its requests together."""
    core_lent: Callable[[], AbstractContextManager[None]]
    """Lets somebody else have this thread's core while it waits for the model."""
    pending_events: list[Event]
    """Events of the model and its workers; the next step emits them into its own log."""
    judges: Judges | None = None
    """Who may find that quotations say a sentence in other words; without them such sentences are not printed."""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    @property
    def id(self) -> str:
        """The names of the models; part of cache keys."""
        return "+".join(self.mind.model_ids)

    def drain(self, emit: Emit) -> None:
        """Emit the queued events."""
        while self.pending_events:
            emit(self.pending_events.pop(0))

    def choice_room(self, lang: Lang) -> int:
        """Tokens that there are for the claims a model chooses from."""
        from tadori.minds.llm.answers import ChoiceAnswer  # lazy: pydantic is slow, and only a model needs it

        # The question is there twice: its parts are repeated.
        return self._room(choice.JOB, ChoiceAnswer, CHOICE_TOKENS, lang) - estimate_tokens(self.question)

    def choice(
        self, parts: Sequence[str], offered: Sequence[OfferedClaim], lang: Lang, advice: str = ""
    ) -> ModelChoice | None:
        """The model's choice of the answer among `offered`; None where the rules' choice stands."""
        worked = self._wait_or_none(
            choice.JOB,
            lambda: choice.choice_of(
                self.mind,
                self.prompts,
                self.question,
                parts,
                offered,
                lang,
                advice=advice,
                emit=self.pending_events.append,
            ),
        )
        return None if worked is None else worked.value

    def section(
        self, heading: str, claims: Sequence[WritableClaim], lang: Lang, lowest: Grade
    ) -> tuple[WrittenSentence, ...]:
        """The sentences of one section of the answer; claims that none of them names are to be quoted."""
        from tadori.minds.llm.answers import WritingAnswer  # lazy: pydantic is slow, and only a model needs it

        room = self._room(writing.JOB, WritingAnswer, WRITING_TOKENS, lang)
        sizes = accumulate(estimate_tokens(claim.text) + PER_MESSAGE for claim in claims)
        fitting = sum(size <= room for size in sizes)
        section = SectionToWrite(
            question=self.question,
            heading=heading,
            claims=tuple(claims[: min(fitting, SENTENCES_A_SECTION)]),
            lang=lang,
            lowest=lowest,
        )
        if len(section.claims) < FEWEST_TO_WRITE:
            return ()
        worked = self._wait_or_none(
            writing.JOB,
            lambda: writing.section_of(
                self.mind,
                self.prompts,
                section,
                check=self.check,
                judges=self.judges,
                emit=self.pending_events.append,
            ),
        )
        return () if worked is None else worked.value

    def _room(self, job: str, form: "type[BaseModel]", longest: int, lang: Lang) -> int:
        """Tokens that a model has room for beside instructions, form, question and answer."""
        told: int | None = self._wait_or_none("context", lambda: self.mind.context_tokens(ModelRole.SLOW))
        words = self.prompts.render(job, template_language(lang)).text
        around = estimate_tokens(words) + estimate_tokens(schema_text(form)) + estimate_tokens(self.question)
        return (CAREFUL_CONTEXT if told is None else told) - longest - FENCE_TOKENS - around

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
