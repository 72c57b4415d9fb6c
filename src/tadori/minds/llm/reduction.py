"""Makes a model's context fit its token budget (M3): never above it, and the least important goes first.

Comes in: parts with their importance, a budget, and possibly a model that can summarise. Goes out: the remaining parts
in order, and a log entry for each step that removed something. Three steps, each only as far as needed and from the
least important part on: extraction (`extractive.py`) down to two fifths of a part; a model's summary of it; then
sentences are dropped, and whole parts. It does not check a summary: whoever passes `summarise` does (`workers/`).
"""

import hashlib
import math
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tadori.errors import BudgetExhausted, ModelFailed
from tadori.events import Emit, ignore_event
from tadori.events.language_models import ContextReduced
from tadori.minds.llm.extractive import CountTokens, count_facts, extract_sentences
from tadori.minds.llm.tokens import estimate_tokens
from tadori.model.doors import Clock
from tadori.model.llm_thresholds import EXTRACTED_SHARE, MOST_SUMMARIES, SHORTEST_SUMMARY

Summarise = Callable[[str, int], Awaitable[str]]
"""(text, tokens) → a summary of about so many tokens. Raises `ModelFailed` or `BudgetExhausted`."""
ReductionMethod = Literal["summary", "trim"]

BETWEEN = "\n\n"
PREVIEW = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPart:
    """One part of a context: a thought, a speech of a debate, a piece of evidence."""

    name: str
    text: str
    importance: float
    """Any finite number; of equally important parts the later one goes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionLog:
    """S3's record of one reduction."""

    reason: str
    before: int
    after: int
    phase: str
    timestamp: str
    method: ReductionMethod
    words: str

    @property
    def line(self) -> str:
        """The log line, word for word as S3 defines it."""
        phase = re.sub(r"\s+", "_", self.phase)
        return f"consensus.context.reduced phase={phase} before={self.before} after={self.after} method={self.method}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReducedContext:
    """A context that fits."""

    context: str
    parts: tuple[ContextPart, ...]
    """The remaining parts in order; those of which nothing remains are gone."""
    before: int
    after: int
    information_kept: float
    """The share of numbers, names and negations that remains, weighted by importance."""
    logs: tuple[ReductionLog, ...] = ()

    @property
    def reduced_tokens(self) -> int:
        return self.before - self.after

    @property
    def summary_applied(self) -> bool:
        return any(log.method == "summary" for log in self.logs)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReductionMetrics:
    """S3's figures over many contexts (M9)."""

    contexts: int
    reduced: int
    mean_reduction: float
    """1 − after ÷ before, over those that were reduced; 0 when none was."""
    information_kept: float
    """The mean over those that were reduced; 1 when none was."""


async def reduce_context(
    parts: Sequence[ContextPart],
    budget: int,
    *,
    phase: str,
    clock: Clock,
    summarise: Summarise | None = None,
    emit: Emit = ignore_event,
    show_words: bool = False,
    measure: CountTokens = estimate_tokens,
) -> ReducedContext:
    """Fits the parts into `budget` tokens and emits an event for every reduction.

    `show_words` (`settings.consensus.log_reduced_text`) lets the log show the beginning of the removed text.
    """
    if not all(math.isfinite(part.importance) for part in parts):
        raise ValueError("an importance must be a finite number")
    work = _Work(parts, max(0, budget), measure)
    log = _Log(work, phase=phase, clock=clock, emit=emit, show_words=show_words)
    log.note("trim", "light extraction", work.extract())
    if summarise is not None:
        log.note("summary", "a model's summary", await work.summarise(summarise))
    log.note("trim", f"the least important is left out{work.no_summary}", work.trim())
    return ReducedContext(
        context=work.context,
        parts=tuple(
            replace(part, text=text) for part, text in zip(parts, work.texts, strict=True) if text or not part.text
        ),
        before=work.before,
        after=measure(work.context),
        information_kept=_information_kept(parts, work.texts) if log.logs else 1.0,
        logs=tuple(log.logs),
    )


def reduction_metrics(contexts: Iterable[ReducedContext]) -> ReductionMetrics:
    """How much was removed over many contexts, and how much of what matters remained."""
    every = list(contexts)
    reduced = [one for one in every if one.logs]
    count = len(reduced)
    return ReductionMetrics(
        contexts=len(every),
        reduced=count,
        mean_reduction=sum(1 - one.after / one.before for one in reduced) / count if count else 0.0,
        information_kept=sum(one.information_kept for one in reduced) / count if count else 1.0,
    )


class _Work:
    """The texts while they shrink. Every step returns the texts it shortened, as they were before."""

    def __init__(self, parts: Sequence[ContextPart], budget: int, measure: CountTokens) -> None:
        self.texts = [part.text for part in parts]
        self.budget = budget
        self.measure = measure
        # Least important first; of equals the later part first.
        self.order = sorted(range(len(parts)), key=lambda place: (parts[place].importance, -place))
        self.tokens = [self._cost(text) for text in self.texts]
        self.before = measure(self.context)
        self.no_summary = ""

    @property
    def context(self) -> str:
        return BETWEEN.join(text for text in self.texts if text)

    @property
    def fits(self) -> bool:
        return self.measure(self.context) <= self.budget

    def extract(self) -> list[str]:
        return self._shorten(EXTRACTED_SHARE)

    def trim(self) -> list[str]:
        taken = self._shorten(0)
        # A measure that finds more in the whole than in its parts: parts go until it is content.
        for place in self.order:
            if self.fits:
                break
            taken.append(self.texts[place])
            self._put(place, "")
        return taken

    async def summarise(self, summarise: Summarise) -> list[str]:
        taken: list[str] = []
        if self.fits:
            return taken
        for place in self.order:
            target = self._target(place)
            if not self.over or len(taken) == MOST_SUMMARIES:
                break
            if target < SHORTEST_SUMMARY:
                continue
            try:
                summary = (await summarise(self.texts[place], target)).strip()
            except (ModelFailed, BudgetExhausted) as exc:
                self.no_summary = f" (no summary: {exc})"
                break
            summary = extract_sentences(summary, target, self.measure)
            if summary and self._cost(summary) < self.tokens[place]:
                taken.append(self.texts[place])
                self._put(place, summary)
        return taken

    @property
    def over(self) -> int:
        """Tokens above the budget, if the whole is the sum of its parts."""
        return max(0, sum(self.tokens) - self.budget)

    def _shorten(self, least: float) -> list[str]:
        """Drops sentences as far as needed. Each part keeps the share `least` of itself; above 0, no part vanishes."""
        taken: list[str] = []
        if self.fits:
            return taken
        for place in self.order:
            over, cost = self.over, self.tokens[place]
            if not over:
                break
            shorter = extract_sentences(self.texts[place], max(cost - over, math.ceil(cost * least)) - 1, self.measure)
            if self._cost(shorter) < cost and (shorter or not least):
                taken.append(self.texts[place])
                self._put(place, shorter)
        return taken

    def _target(self, place: int) -> int:
        return max(self.tokens[place] - self.over, SHORTEST_SUMMARY if self.tokens[place] > 2 * SHORTEST_SUMMARY else 0)

    def _put(self, place: int, text: str) -> None:
        self.texts[place] = text
        self.tokens[place] = self._cost(text)

    def _cost(self, text: str) -> int:
        """Tokens with the blank line after it."""
        return self.measure(text) + 1 if text else 0


class _Log:
    """Logs and emits each step that removed something."""

    def __init__(self, work: _Work, *, phase: str, clock: Clock, emit: Emit, show_words: bool) -> None:
        self.work = work
        self.phase = phase
        self.clock = clock
        self.emit = emit
        self.show_words = show_words
        self.before = work.before
        self.logs: list[ReductionLog] = []

    def note(self, method: ReductionMethod, what: str, taken: list[str]) -> None:
        if not taken:
            return
        before, self.before = self.before, self.work.measure(self.work.context)
        log = ReductionLog(
            reason=f"above the budget of {self.work.budget} tokens: {what}",
            before=before,
            after=self.before,
            phase=self.phase,
            timestamp=self.clock().isoformat(),
            method=method,
            words=log_form(BETWEEN.join(taken), show_words=self.show_words),
        )
        self.logs.append(log)
        self.emit(
            ContextReduced(
                phase=log.phase,
                reason=log.reason,
                before=log.before,
                after=log.after,
                method=method,
                words=log.words,
            )
        )


def log_form(text: str, *, show_words: bool) -> str:
    """How a log refers to a text: hash and length; where allowed, also its first hundred characters."""
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    masked = f"sha256:{digest} characters:{len(text)}"
    if not show_words:
        return masked
    plain = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * PREVIEW]).split())
    return f"{masked} {plain[:PREVIEW]}"


def _information_kept(parts: Sequence[ContextPart], texts: Sequence[str]) -> float:
    """The share of facts that remains, each weighted by its part's importance (all alike where none has any)."""
    weights = [max(0.0, part.importance) for part in parts]
    if not any(weights):
        weights = [1.0] * len(parts)
    all_of_them = left = 0.0
    for part, text, weight in zip(parts, texts, weights, strict=True):
        had = count_facts(part.text)
        all_of_them += weight * had.total()
        left += weight * (had if text == part.text else had & count_facts(text)).total()
    return left / all_of_them if all_of_them else 1.0
