"""Scarce things and who may use them now (L15, §3.2.2): graphics card, browsers, network, domains, processor.

Comes in: what is needed and how urgent it is. Goes out: a slot, held until the `with` ends. Graphics card, visible
browser, network and domains are shared by every process of a home, through file locks that the operating system frees
when a process dies; processor and headless browser are counted within the process. Nothing is paced or timed here.
"""

import asyncio
import fcntl
import itertools
import os
import threading
import time
from bisect import insort
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

from tadori.model.doors import Clock
from tadori.model.ids import content_id
from tadori.model.slots import Slot, SlotPriority

POLL_SECONDS: Final = 0.02
"""How often a process looks whether another one has freed what it waits for."""
AGEING: Final = 5
"""Each slot that is given away makes who still waits for it so much more urgent: nobody waits for ever."""


NETWORK_CLIENTS: Final = 4
LOCK_ORDER: Final = {
    "site_search": 0,
    "domain": 1,
    Slot.CPU_NLP: 2,
    Slot.GPU: 3,
    Slot.BROWSER_HEADFUL: 3,
    Slot.BROWSER_HEADLESS: 3,
    Slot.NETWORK_CLIENT: 4,
}
"""Who holds something may only wait for what has a larger number. So no two can wait for each other."""


class SlotPool(Protocol):
    """The places of one kind. `take` never waits."""

    poll: float | None
    """Seconds after which it is worth trying again though nobody of this process has freed a place; None for never."""

    def take(self) -> int | None:
        """A place, or None when all are taken."""
        ...

    def free(self, place: int) -> None: ...

    def abandon(self) -> None:
        """Nobody of this process waits any more."""
        ...


class ProcessSlotPool:
    """Places that are counted within this process."""

    poll: float | None = None

    def __init__(self, count: int) -> None:
        self._left = count

    def take(self) -> int | None:
        if self._left == 0:
            return None
        self._left -= 1
        return self._left

    def free(self, _place: int) -> None:
        self._left += 1

    def abandon(self) -> None:
        """Nothing was kept for whoever waited."""


class HomeSlotPool:
    """Places that every process of a home shares: one locked file each.

    A process that finds all taken draws a ticket, a locked file with the time in its name, and goes when no older one
    is left. So processes take turns, also when one of them asks again the moment it has freed a place.
    """

    poll: float | None = POLL_SECONDS

    def __init__(self, folder: Path, name: str, count: int) -> None:
        self._files = [folder / f"{name}.{number}.lock" for number in range(count)]
        self._queue = folder / "waiting"
        self._name = f"{name}~"
        self._ticket: tuple[Path, int] | None = None

    def take(self) -> int | None:
        if not self._is_behind_another():
            for file in self._files:
                place = _locked(file)
                if place is not None:
                    self.abandon()
                    return place
        if self._ticket is None:
            self._ticket = self._drawn()
        return None

    def free(self, place: int) -> None:
        os.close(place)

    def abandon(self) -> None:
        ticket, self._ticket = self._ticket, None
        if ticket is not None:
            ticket[0].unlink(missing_ok=True)
            os.close(ticket[1])

    def _is_behind_another(self) -> bool:
        mine = None if self._ticket is None else self._ticket[0].name
        try:
            names = sorted(name for name in os.listdir(self._queue) if name.startswith(self._name))
        except FileNotFoundError:
            return False
        return any(_is_held(self._queue / name) for name in names if mine is None or name < mine)

    def _drawn(self) -> tuple[Path, int]:
        """A ticket behind all others. It gets its name when it is locked: who looks at it never finds it free."""
        name = f"{self._name}{time.monotonic_ns():020d}.{os.getpid()}.{id(self)}"
        drawing = self._queue / f".{name}"
        lock = _locked(drawing)
        assert lock is not None, "nobody else knows of this file"
        drawing.rename(self._queue / name)
        return self._queue / name, lock


def _locked(path: Path) -> int | None:
    """The open file, locked; None when somebody else has it. Raises OSError: the home cannot be written."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    except BaseException:
        os.close(file)
        raise
    return file


def _is_held(ticket: Path) -> bool:
    """Whether the process that drew a ticket still waits; that of one that died is removed."""
    try:
        file = os.open(ticket, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        ticket.unlink(missing_ok=True)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


@dataclass(frozen=True, slots=True, order=True)
class _Waiter:
    lateness: int
    number: int
    wake: Callable[[], object] = field(compare=False)


class SlotQueue:
    """Those of this process that wait for places of one kind, the next one first. May be used from any thread."""

    def __init__(self, places: SlotPool) -> None:
        self._places = places
        self._lock = threading.Lock()
        self._waiting: list[_Waiter] = []
        self._numbers = itertools.count()
        self._given = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def take(self, priority: int) -> int:
        """A place, as soon as there is one and it is our turn."""
        loop, awake = asyncio.get_running_loop(), asyncio.Event()
        waiter = self._join(priority, lambda: loop.call_soon_threadsafe(awake.set))
        try:
            while (place := self._try(waiter)) is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._poll(waiter)):
                        await awake.wait()
                awake.clear()
            return place
        finally:
            self._leave(waiter)

    def take_in_thread(self, priority: int) -> int:
        """As `take`, for a thread beside the event loop: it blocks."""
        awake = threading.Event()
        waiter = self._join(priority, awake.set)
        try:
            while (place := self._try(waiter)) is None:
                awake.wait(self._poll(waiter))
                awake.clear()
            return place
        finally:
            self._leave(waiter)

    def free(self, place: int) -> None:
        """Give a place back."""
        with self._lock:
            self._places.free(place)
            self._wake_first()

    def _join(self, priority: int, wake: Callable[[], object]) -> _Waiter:
        with self._lock:
            # To age all others by a step at each turn is to make newcomers later by that step.
            waiter = _Waiter(AGEING * self._given - priority, next(self._numbers), wake)
            insort(self._waiting, waiter)
        return waiter

    def _try(self, waiter: _Waiter) -> int | None:
        with self._lock:
            if self._waiting[0] is not waiter:
                return None
            place = self._places.take()
            if place is not None:
                self._given += 1
            return place

    def _poll(self, waiter: _Waiter) -> float | None:
        with self._lock:
            return self._places.poll if self._waiting[0] is waiter else None

    def _leave(self, waiter: _Waiter) -> None:
        with self._lock:
            self._waiting.remove(waiter)
            if self._waiting:
                self._wake_first()
            else:
                self._places.abandon()

    def _wake_first(self) -> None:
        if self._waiting:
            self._waiting[0].wake()


@dataclass(slots=True)
class _Held:
    rank: int
    name: str
    line: SlotQueue
    priority: int
    place: int | None


_HELD: ContextVar[tuple[_Held, ...]] = ContextVar("held slots", default=())
"""What the running task holds, and those it was started by."""
PROCESSOR: Final = SlotQueue(ProcessSlotPool(os.cpu_count() or 1))
"""`cpu_nlp`: however many homes a process has open, it has these cores."""


class HomeSlots:
    """The slots of one home, as this process sees them. Implements `model.doors.Slots`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        one_of_both = SlotQueue(HomeSlotPool(folder, "gpu_or_browser_headful", 1))
        self._lines = {
            Slot.CPU_NLP: PROCESSOR,
            Slot.GPU: one_of_both,
            Slot.BROWSER_HEADFUL: one_of_both,
            Slot.BROWSER_HEADLESS: SlotQueue(ProcessSlotPool(1)),
            Slot.NETWORK_CLIENT: SlotQueue(HomeSlotPool(folder, "network_client", NETWORK_CLIENTS)),
        }
        self._domains: dict[str, tuple[SlotQueue, int]] = {}
        self._lock = threading.Lock()

    @asynccontextmanager
    async def hold(self, slot: Slot, priority: SlotPriority) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        async with _holding(slot, LOCK_ORDER[slot], self._lines[slot], priority):
            yield

    @contextmanager
    def hold_in_thread(self, slot: Slot, priority: SlotPriority) -> Iterator[None]:
        """As `hold`, for a thread beside the event loop."""
        rank, line = LOCK_ORDER[slot], self._lines[slot]
        _check_order(slot, rank)
        held = _Held(rank, slot, line, priority, line.take_in_thread(priority))
        with _noted(held):
            yield

    @asynccontextmanager
    async def hold_domain(self, domain: str, priority: SlotPriority) -> AsyncIterator[None]:
        """Hold a domain: one request at a time, from all processes of the home."""
        with self._domain_line(content_id("lane", domain)) as line:
            async with _holding(domain, LOCK_ORDER["domain"], line, priority):
                yield

    @asynccontextmanager
    async def hold_site_search(self, domain: str) -> AsyncIterator[None]:
        """Hold the search of a site: one try at a time. Within it the domain itself is held for each request."""
        with self._domain_line(content_id("lane", f"the search of {domain}")) as line:
            async with _holding(f"the search of {domain}", LOCK_ORDER["site_search"], line, SlotPriority.SERP):
                yield

    @contextmanager
    def _domain_line(self, name: str) -> Iterator[SlotQueue]:
        """The line of a domain, kept while somebody uses it."""
        with self._lock:
            line, users = self._domains.get(name) or (SlotQueue(HomeSlotPool(self._folder, name, 1)), 0)
            self._domains[name] = (line, users + 1)
        try:
            yield line
        finally:
            with self._lock:
                line, users = self._domains.pop(name)
                if users > 1:
                    self._domains[name] = (line, users - 1)


@dataclass(slots=True)
class StepTurn:
    """A unit of work while it runs: how urgent it is, and whether it had to wait for what it needs."""

    priority: int
    clock: Clock
    began: datetime | None = None
    """When it got the first thing it waited for (a domain is not enough); None before."""


STEP_TURN: ContextVar[StepTurn | None] = ContextVar("the turn of the unit that runs", default=None)


@asynccontextmanager
async def hold_processor(priority: int | None = None) -> AsyncIterator[None]:
    """Hold `cpu_nlp`, which needs no home; as urgent as the unit that runs, where nothing is said."""
    turn = STEP_TURN.get()
    wanted = priority if priority is not None else SlotPriority.EXTRACT if turn is None else turn.priority
    async with _holding(Slot.CPU_NLP, LOCK_ORDER[Slot.CPU_NLP], PROCESSOR, wanted):
        yield


@contextmanager
def lend_processor() -> Iterator[None]:
    """For a thread that holds `cpu_nlp` and now waits for something else (a model's answer): others may have it."""
    held = next((one for one in _HELD.get() if one.line is PROCESSOR and one.place is not None), None)
    if held is None:
        yield
        return
    _give_back(held)
    try:
        yield
    finally:
        held.place = held.line.take_in_thread(held.priority)


@asynccontextmanager
async def _holding(name: str, rank: int, line: SlotQueue, priority: int) -> AsyncIterator[None]:
    _check_order(name, rank)
    held = _Held(rank, name, line, priority, await line.take(priority))
    turn = STEP_TURN.get()
    if turn is not None and turn.began is None and rank > LOCK_ORDER["domain"]:
        turn.began = turn.clock()
    with _noted(held):
        yield


@contextmanager
def _noted(held: _Held) -> Iterator[None]:
    _HELD.set((*_HELD.get(), held))
    try:
        yield
    finally:
        _HELD.set(tuple(one for one in _HELD.get() if one is not held))
        _give_back(held)


def _give_back(held: _Held) -> None:
    place, held.place = held.place, None
    if place is not None:
        held.line.free(place)


def _check_order(name: str, rank: int) -> None:
    inside = [held.name for held in _HELD.get() if held.rank >= rank]
    assert not inside, f"{name} is waited for while {', '.join(inside)} is held: two could wait for each other"
