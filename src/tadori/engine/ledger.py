"""Tracks what a running task has reserved and spent: tokens, pages, seconds. Safe for threads and for asyncio tasks.

Comes in: the task's budget and what earlier processes left in the store. Goes out: reservations, refusals
(`BudgetExhausted`) and one `BudgetWarning` per threshold. The arithmetic is in `model/budget.py`.

A reservation is on disk before the model is called. Its settlement may be lost in a power cut; then the reservation
counts in full. Reservations left open by a killed process count in full too, from the next opening of the ledger on.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from tadori.events import BudgetWarning, Emit, ignore_event
from tadori.model.budget import (
    Charge,
    Ledger,
    TokenLimits,
    model_time_allowed,
    pages_granted,
    reopen_ledger,
    thresholds_reached,
)
from tadori.model.doors import Clock
from tadori.model.llm_thresholds import JOB_SHARES, MODEL_TIME_FREE, MODEL_TIME_SHARE, WARN_AT
from tadori.model.question import Task
from tadori.store.database import Store
from tadori.store.ledger import add_charge, charges_of, model_seconds, settle_abandoned, settle_charge
from tadori.store.queries import pages_read
from tadori.store.tasks import seconds_spent


class ChargeRecorder(Protocol):
    """Records reservations and what they finally cost."""

    def reserved(self, charge: Charge) -> None: ...

    def settled(self, charge_id: str, *, used: int, seconds: float) -> None: ...


class NoChargeRecorder:
    """Records nothing: for a model that is called outside of any task (`tadori models test`)."""

    def reserved(self, charge: Charge) -> None:
        """Nothing is kept."""

    def settled(self, charge_id: str, *, used: int, seconds: float) -> None:
        """Nothing is kept."""


class TaskChargeRecorder:
    """Records the charges of one task in the store."""

    def __init__(self, *, store: Store, task_id: str, opening: int, clock: Clock) -> None:
        self.store = store
        self.task_id = task_id
        self.opening = opening
        self.clock = clock

    def reserved(self, charge: Charge) -> None:
        with self.store.write() as db:
            add_charge(db, self.task_id, charge, opening=self.opening, at=self.clock())

    def settled(self, charge_id: str, *, used: int, seconds: float) -> None:
        with self.store.write(synced=False) as db:
            settle_charge(db, self.task_id, charge_id, used=used, seconds=seconds)


class ThresholdWarnings:
    """Emits one warning per threshold of a limit; thresholds that were passed before it was created are skipped."""

    def __init__(self, *, unit: str, spent: float, limit: int, tell: Emit, thresholds: Sequence[int] = WARN_AT) -> None:
        self.unit = unit
        self.tell = tell
        self._thresholds = thresholds
        self._told = set(thresholds_reached(limit, spent, thresholds))
        self._lock = threading.Lock()

    def look(self, spent: float, limit: int) -> None:
        """Emit the thresholds that `spent` has newly passed; each is emitted once, also with concurrent callers."""
        with self._lock:
            fresh = [
                percent for percent in thresholds_reached(limit, spent, self._thresholds) if percent not in self._told
            ]
            self._told.update(fresh)
        for percent in fresh:
            self.tell(BudgetWarning(unit=self.unit, threshold=percent / 100, spent=spent, limit=limit))


class TaskTokenBudget:
    """The `Purse` (`minds/requests.py`) of a task: one lock, one ledger, every change written before it holds."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        book: ChargeRecorder | None = None,
        opening: int = 1,
        tell: Emit = ignore_event,
        told_at: int = 0,
        monotonic: Callable[[], float] = time.monotonic,
        thresholds: Sequence[int] = WARN_AT,
    ) -> None:
        self._ledger = ledger
        self._book = book or NoChargeRecorder()
        self._opening = opening
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._count = 0
        self._mark = 0.0
        self._warnings = ThresholdWarnings(
            unit="tokens", spent=told_at, limit=ledger.limits.total, tell=tell, thresholds=thresholds
        )
        self._warn()

    @property
    def ledger(self) -> Ledger:
        """The current state, as an immutable snapshot."""
        return self._ledger

    def reserve(self, job: str, tokens: int, request_id: str = "") -> str:
        """Set `tokens` aside for `job`; see `TokenBudget`."""
        with self._lock:
            name = f"{self._opening}-{self._count + 1}"
            charge = Charge(id=name, job=job, ask=request_id or name, reserved=tokens)
            # This raises when the budget is exhausted, before anything is recorded.
            after = self._ledger.reserve(charge)
            self._book.reserved(charge)
            if not self._ledger.open:
                self._mark = self._monotonic()
            self._count += 1
            self._ledger = after
        return name

    def settle(self, reservation: str, used: int) -> None:
        """Charge what was `used`, and free the rest; see `TokenBudget`."""
        with self._lock:
            # Settling twice changes nothing.
            if reservation not in self._ledger.open:
                return
            now = self._monotonic()
            taken = self._ledger.taken(reservation, used)
            # Concurrent calls count once: each settlement is charged the time since the previous settlement.
            self._book.settled(reservation, used=taken, seconds=now - self._mark)
            self._mark = now
            self._ledger = self._ledger.settle(reservation, taken)
        self._warn()

    def _warn(self) -> None:
        ledger = self._ledger
        self._warnings.look(ledger.settled, ledger.limits.total)


class TaskLedger:
    """The tokens, pages and seconds of one running task. Its process must hold the task's lock."""

    def __init__(
        self, *, store: Store, task: Task, tokens: TaskTokenBudget, tell: Emit, rules: "LedgerRules | None" = None
    ) -> None:
        rules = rules or LedgerRules()
        self.tokens = tokens
        self._time_share = rules.time_share
        self._store = store
        self._task = task
        self._lock = threading.Lock()
        self._held = 0
        pages, seconds, budget = self._pages(), self._seconds(), task.budget
        self._warnings = (
            ThresholdWarnings(unit="pages", spent=pages, limit=budget.pages, tell=tell, thresholds=rules.warn_at),
            ThresholdWarnings(unit="seconds", spent=seconds, limit=budget.seconds, tell=tell, thresholds=rules.warn_at),
        )

    @contextmanager
    def pages(self, wanted: int) -> Iterator[int]:
        """Reserve up to `wanted` pages until the block ends; yields how many were granted.

        A page that is read while reserved counts twice for that time: too few may be granted, never too many.
        """
        with self._lock:
            promised = pages_granted(wanted, limit=self._task.budget.pages, spent=self._pages(), held=self._held)
            self._held += promised
        try:
            yield promised
        finally:
            with self._lock:
                self._held -= promised
            self.look()

    def look(self) -> None:
        """Emit warnings for the thresholds of pages and seconds that were passed since the last call."""
        pages, seconds = self._warnings
        pages.look(self._pages(), self._task.budget.pages)
        seconds.look(self._seconds(), self._task.budget.seconds)

    def time_for_model(self, expected: float) -> bool:
        """Whether an optional call of `expected` seconds keeps the models' share of time within its limit.

        The first minute is free (decision 014): otherwise a task of a few seconds could use no model at all.
        """
        with self._store.read() as db:
            used, total = model_seconds(db, self._task.id), seconds_spent(db, self._task.id)
        return used + expected <= MODEL_TIME_FREE or model_time_allowed(used, total, expected, self._time_share)

    def _pages(self) -> int:
        with self._store.read() as db:
            return pages_read(db, self._task.id)

    def _seconds(self) -> float:
        with self._store.read() as db:
            return seconds_spent(db, self._task.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRules:
    """What a user may set of a task's budget."""

    time_share: float = MODEL_TIME_SHARE
    """The most of a task's time that models may have where rules could do the work."""
    warn_at: tuple[int, ...] = WARN_AT
    """Per cent of a limit at which a warning is emitted."""
    job_shares: Mapping[str, int] = field(default_factory=lambda: JOB_SHARES)
    """Job → per cent of the tokens that it may have: what a model does beside driving must not use up the rest."""

    def limits(self, tokens: int) -> TokenLimits:
        return TokenLimits(total=tokens, by_job={job: tokens * part // 100 for job, part in self.job_shares.items()})


def open_ledger(
    store: Store,
    task: Task,
    *,
    clock: Clock,
    tell: Emit = ignore_event,
    limits: TokenLimits | None = None,
    rules: LedgerRules | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> TaskLedger:
    """Open the ledger of a task that this process has locked; first settles in full what dead processes left open."""
    rules = rules or LedgerRules()
    limits = limits or rules.limits(task.budget.tokens)
    with store.read() as db:
        charges = charges_of(db, task.id)
    before = reopen_ledger(limits, _closed(charges)).charged
    if any(one.used is None for opening in charges.values() for one in opening):
        with store.write() as db:
            settle_abandoned(db, task.id)
            charges = charges_of(db, task.id)
    opening = max(charges, default=0) + 1
    tokens = TaskTokenBudget(
        reopen_ledger(limits, charges.values()),
        book=TaskChargeRecorder(store=store, task_id=task.id, opening=opening, clock=clock),
        opening=opening,
        tell=tell,
        told_at=before,
        monotonic=monotonic,
        thresholds=rules.warn_at,
    )
    return TaskLedger(store=store, task=task, tokens=tokens, tell=tell, rules=rules)


def _closed(charges: dict[int, list[Charge]]) -> list[list[Charge]]:
    """The charges that were settled by the process that made them: their thresholds were already reported."""
    return [[one for one in opening if one.used is not None] for opening in charges.values()]
