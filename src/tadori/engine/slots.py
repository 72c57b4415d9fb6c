"""Slots for scarce resources (L15, §3.2.2): graphics card, browsers, network, domains, processor.

Comes in: which resource and how urgent. Goes out: a slot, held until the `with` block ends. Graphics card, visible
browser, network and domains are shared by all processes of a home, by file locks that the operating system releases
when a process dies; processor and headless browser are counted within the process. It does no pacing.
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
"""How often a waiting process checks whether another process has released a slot."""
AGEING: Final = 5
"""Each slot that is handed out raises the priority of those still waiting by this: nobody starves."""


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
"""Lock order against deadlocks: the holder of a slot may only wait for slots with a larger number."""


class SlotPool(Protocol):
    """The slots of one kind. `take` never blocks."""

    poll: float | None
    """Seconds after which to try again because another process may have released a slot; None for never."""

    def take(self) -> int | None:
        """A slot, or None when all are taken."""
        ...

    def free(self, place: int) -> None: ...

    def abandon(self) -> None:
        """Called when nobody in this process waits any more."""
        ...


class ProcessSlotPool:
    """Slots that are counted within this process."""

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
        """Nothing to clean up."""


class HomeSlotPool:
    """Slots shared by all processes of a home: one locked file each.

    A process that finds all slots taken creates a ticket, a locked file with the time in its name, and waits until no
    older ticket is left. So processes take turns, even if one asks again the moment it has released a slot.
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
        """A new ticket behind all others. It is locked before it gets its final name, so nobody finds it unlocked."""
        name = f"{self._name}{time.monotonic_ns():020d}.{os.getpid()}.{id(self)}"
        drawing = self._queue / f".{name}"
        lock = _locked(drawing)
        assert lock is not None, "nobody else knows of this file"
        drawing.rename(self._queue / name)
        return self._queue / name, lock


def _locked(path: Path) -> int | None:
    """Open and lock a file; None when another holder has it. Raises OSError: the home cannot be written."""
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
    """Whether the process of a ticket still waits; the ticket of a dead process is removed."""
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
    """The queue of waiters of this process for slots of one kind. Safe for threads."""

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
        """Wait for a slot."""
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
        """As `take`, but blocking: for threads other than the event loop's."""
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
        """Release a slot."""
        with self._lock:
            self._places.free(place)
            self._wake_first()

    def _join(self, priority: int, wake: Callable[[], object]) -> _Waiter:
        with self._lock:
            # Ageing everybody who waits at each turn is the same as ranking newcomers lower by that much.
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
"""The slots held by the current asyncio task and by those that started it."""
PROCESSOR: Final = SlotQueue(ProcessSlotPool(os.cpu_count() or 1))
"""`cpu_nlp`: shared by all homes of the process, because they share its cores."""


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
        """Hold a site's own search: one try at a time. Within it, the domain is held for each request."""
        with self._domain_line(content_id("lane", f"the search of {domain}")) as line:
            async with _holding(f"the search of {domain}", LOCK_ORDER["site_search"], line, SlotPriority.SERP):
                yield

    @contextmanager
    def _domain_line(self, name: str) -> Iterator[SlotQueue]:
        """The queue of a domain; it exists only while somebody uses it."""
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
    """A running step: its priority, and when it got its first slot."""

    priority: int
    clock: Clock
    began: datetime | None = None
    """When it got its first slot (a domain does not count); None before."""


STEP_TURN: ContextVar[StepTurn | None] = ContextVar("the running step", default=None)


@asynccontextmanager
async def hold_processor(priority: int | None = None) -> AsyncIterator[None]:
    """Hold `cpu_nlp`, which needs no home; by default with the priority of the running step."""
    turn = STEP_TURN.get()
    wanted = priority if priority is not None else SlotPriority.EXTRACT if turn is None else turn.priority
    async with _holding(Slot.CPU_NLP, LOCK_ORDER[Slot.CPU_NLP], PROCESSOR, wanted):
        yield


@contextmanager
def lend_processor() -> Iterator[None]:
    """Release `cpu_nlp` while this thread waits for something else (a model's answer), and take it again after."""
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
