"""Scarce things: how many at once, who goes next, and what is left when somebody is cancelled or killed."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import Context
from pathlib import Path
from typing import Any

import pytest

from tadori.engine.slots import HomeSlots, hold_processor, lend_processor
from tadori.model.slots import Slot, SlotPriority

HOLDER = """
import asyncio, sys
from pathlib import Path
from tadori.engine.slots import HomeSlots
from tadori.model.slots import SlotPriority, Slot

async def main():
    slots, what = HomeSlots(Path(sys.argv[1])), sys.argv[2]
    priority = SlotPriority.SERP
    held = slots.hold(Slot(what), priority) if what in list(Slot) else slots.hold_domain(what, priority)
    print("asks", flush=True)
    async with held:
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""
Hold = Callable[[], AbstractAsyncContextManager[None]]


class Others:
    """Processes that hold, or wait for, what they are told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen[str]] = []

    def start(self, what: str, *, says: Sequence[str]) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", HOLDER, str(self.folder), what]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.running.append(process)
        assert process.stdout is not None
        assert [process.stdout.readline().strip() for _ in says] == list(says)
        return process

    def kill(self, process: "subprocess.Popen[str]") -> None:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)


@pytest.fixture
async def others(tmp_path: Path) -> AsyncIterator[Others]:
    others = Others(tmp_path)
    yield others
    for process in others.running:
        others.kill(process)
        assert process.stdout is not None
        process.stdout.close()


def apart(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
    """A task that was not started by whoever holds something here."""
    return asyncio.create_task(work, context=Context())


async def visits(hold: Hold, log: list[str], name: str) -> None:
    async with hold():
        log.append(f"{name} in")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        log.append(f"{name} out")


async def most_at_once(holds: Sequence[Hold]) -> int:
    """How many of these were inside together, when each stays until all that can be inside are."""
    inside, most = 0, 0

    async def one(hold: Hold) -> None:
        nonlocal inside, most
        async with hold():
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0.05)
            inside -= 1

    await asyncio.gather(*(one(hold) for hold in holds))
    return most


async def refusal(hold: Hold) -> str:
    """Why a slot is not even waited for."""
    try:
        async with hold():
            return "held"
    except AssertionError as exc:
        return str(exc)


def ticket_drawn(folder: Path) -> None:
    """Wait until some process waits for the graphics card."""
    while not list((folder / "waiting").glob("gpu*")):
        time.sleep(0.01)


def free_now(folder: Path, slot: Slot) -> bool:
    """Whether another process would get the slot at once."""
    script = HOLDER.replace("await asyncio.sleep(600)", "pass")
    command = [sys.executable, "-c", script, str(folder), slot.value]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3, check=True)
    except subprocess.TimeoutExpired:
        return False
    return done.stdout == "asks\nheld\n"


@pytest.mark.req("L15")
@pytest.mark.req("L18")
async def test_two_at_one_domain_go_one_after_the_other_in_the_order_they_came(tmp_path: Path) -> None:
    log: list[str] = []
    slots = HomeSlots(tmp_path)
    await asyncio.gather(
        *(visits(lambda: slots.hold_domain("kaiyo.test", SlotPriority.PREFETCH), log, name) for name in "abc")
    )
    assert log == ["a in", "a out", "b in", "b out", "c in", "c out"]


@pytest.mark.req("L18")
async def test_two_domains_do_not_wait_for_each_other(tmp_path: Path) -> None:
    log: list[str] = []
    slots = HomeSlots(tmp_path)
    await asyncio.gather(
        visits(lambda: slots.hold_domain("kaiyo.test", SlotPriority.PREFETCH), log, "a"),
        visits(lambda: slots.hold_domain("港.test", SlotPriority.PREFETCH), log, "b"),
    )
    assert log == ["a in", "b in", "a out", "b out"]


@pytest.mark.req("L15")
@pytest.mark.parametrize(
    ("wanted", "at_once"),
    [
        ([Slot.GPU] * 3, 1),
        ([Slot.BROWSER_HEADFUL] * 3, 1),
        ([Slot.GPU, Slot.BROWSER_HEADFUL], 1),
        ([Slot.BROWSER_HEADLESS] * 3, 1),
        ([Slot.BROWSER_HEADLESS, Slot.GPU], 2),
        ([Slot.NETWORK_CLIENT] * 9, 4),
        ([Slot.NETWORK_CLIENT, Slot.GPU], 2),
        ([Slot.CPU_NLP] * ((os.cpu_count() or 1) + 3), os.cpu_count() or 1),
        ([Slot.NETWORK_CLIENT], 1),
    ],
)
async def test_so_many_at_once_and_no_more(tmp_path: Path, wanted: list[Slot], at_once: int) -> None:
    slots = HomeSlots(tmp_path)
    assert await most_at_once([lambda s=slot: slots.hold(s, SlotPriority.EXTRACT) for slot in wanted]) == at_once  # type: ignore[misc]


@pytest.mark.req("L15")
async def test_all_processes_of_a_home_share_four_connections(tmp_path: Path, others: Others) -> None:
    for _ in range(3):
        others.start("network_client", says=["asks", "held"])
    slots = HomeSlots(tmp_path)
    assert await most_at_once([lambda: slots.hold(Slot.NETWORK_CLIENT, SlotPriority.SERP)] * 3) == 1


@pytest.mark.req("L15")
async def test_two_homes_share_nothing(tmp_path: Path) -> None:
    first, second = HomeSlots(tmp_path / "a"), HomeSlots(tmp_path / "家")
    wanted = [lambda: first.hold(Slot.GPU, SlotPriority.EMBED), lambda: second.hold(Slot.GPU, SlotPriority.EMBED)]
    assert await most_at_once(wanted) == 2


@pytest.mark.req("L15")
async def test_a_visible_browser_waits_for_the_graphics_card_of_another_process_until_that_is_killed(
    tmp_path: Path, others: Others
) -> None:
    holder = others.start("gpu", says=["asks", "held"])
    slots, log = HomeSlots(tmp_path), list[str]()
    waiting = apart(visits(lambda: slots.hold(Slot.BROWSER_HEADFUL, SlotPriority.PREFETCH), log, "window"))
    await asyncio.sleep(0.2)
    assert log == []
    others.kill(holder)
    await waiting
    assert log == ["window in", "window out"]


@pytest.mark.req("L18")
async def test_another_process_holds_a_domain_until_it_is_killed(tmp_path: Path, others: Others) -> None:
    holder = others.start("harbour.test", says=["asks", "held"])
    slots, log = HomeSlots(tmp_path), list[str]()
    waiting = apart(visits(lambda: slots.hold_domain("harbour.test", SlotPriority.SERP), log, "us"))
    await asyncio.sleep(0.2)
    assert log == []
    others.kill(holder)
    await waiting
    assert log == ["us in", "us out"]


async def test_a_process_that_was_killed_while_it_waited_is_not_waited_for(tmp_path: Path, others: Others) -> None:
    slots, log = HomeSlots(tmp_path), list[str]()
    async with slots.hold(Slot.GPU, SlotPriority.EMBED):
        waiter = others.start("gpu", says=["asks"])
        await asyncio.to_thread(ticket_drawn, tmp_path)
        others.kill(waiter)
        assert len(list((tmp_path / "waiting").glob("gpu*"))) == 1
    await visits(lambda: slots.hold(Slot.GPU, SlotPriority.EMBED), log, "us")
    assert log == ["us in", "us out"]
    assert list((tmp_path / "waiting").iterdir()) == []


@pytest.mark.req("L15")
async def test_the_most_urgent_goes_next_and_equals_in_the_order_they_came(tmp_path: Path) -> None:
    slots, log = HomeSlots(tmp_path), list[str]()
    came = ["LLM_SLOW", "RERANK", "EXTRACT", "SERP", "LLM_FAST", "PREFETCH", "EMBED", "SERP"]

    async def one(number: int, name: str) -> None:
        async with slots.hold(Slot.GPU, SlotPriority[name]):
            log.append(f"{name} {number}")

    async with slots.hold(Slot.GPU, SlotPriority.EMBED):
        waiting = [apart(one(number, name)) for number, name in enumerate(came)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert log == [
        *("SERP 3", "SERP 7", "PREFETCH 5", "EXTRACT 2", "EMBED 6", "RERANK 1", "LLM_FAST 4", "LLM_SLOW 0"),
    ]


def test_the_numbers_of_the_priorities_are_those_of_the_specification() -> None:
    assert {priority.name.lower(): priority.value for priority in SlotPriority} == {
        "serp": 100,
        "prefetch": 90,
        "extract": 80,
        "embed": 70,
        "rerank": 60,
        "llm_fast": 50,
        "llm_slow": 40,
    }


@pytest.mark.req("L15")
async def test_the_least_urgent_is_passed_by_twelve_newcomers_at_most(tmp_path: Path) -> None:
    slots, log = HomeSlots(tmp_path), list[str]()
    tasks: list[asyncio.Task[None]] = []

    async def one(name: str, priority: SlotPriority) -> None:
        async with slots.hold(Slot.GPU, priority):
            log.append(name)
            if name == "serp" and len(log) < 40:  # whoever goes is followed by another one at once
                tasks.append(apart(one("serp", SlotPriority.SERP)))
                await asyncio.sleep(0)

    async with slots.hold(Slot.GPU, SlotPriority.EMBED):
        tasks += [apart(one("llm_slow", SlotPriority.LLM_SLOW)), apart(one("serp", SlotPriority.SERP))]
        await asyncio.sleep(0)
    while tasks:
        await tasks.pop(0)
    assert log.index("llm_slow") == 12
    assert len(log) == 40


async def test_a_process_with_a_long_queue_does_not_keep_another_one_waiting(tmp_path: Path) -> None:
    busy, modest, log = HomeSlots(tmp_path), HomeSlots(tmp_path), list[str]()

    async def one(slots: HomeSlots, name: str) -> None:
        async with slots.hold(Slot.GPU, SlotPriority.EMBED):
            log.append(name)
            await asyncio.sleep(0.001)

    waiting = [apart(one(busy, "busy")) for _ in range(20)]
    await asyncio.sleep(0)
    waiting.append(apart(one(modest, "modest")))
    await asyncio.gather(*waiting)
    assert log.index("modest") <= 2
    assert log.count("busy") == 20


async def test_who_is_cancelled_while_waiting_leaves_no_trace(tmp_path: Path) -> None:
    slots, log = HomeSlots(tmp_path), list[str]()
    async with slots.hold(Slot.GPU, SlotPriority.EMBED):
        first = apart(visits(lambda: slots.hold(Slot.GPU, SlotPriority.SERP), log, "first"))
        second = apart(visits(lambda: slots.hold(Slot.GPU, SlotPriority.EMBED), log, "second"))
        await asyncio.sleep(0.05)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
    await second
    assert log == ["second in", "second out"]
    assert list((tmp_path / "waiting").iterdir()) == []
    assert free_now(tmp_path, Slot.BROWSER_HEADFUL)


async def test_the_only_one_that_waits_may_be_cancelled(tmp_path: Path) -> None:
    slots = HomeSlots(tmp_path)
    async with slots.hold(Slot.GPU, SlotPriority.EMBED):
        waiting = apart(visits(lambda: slots.hold(Slot.GPU, SlotPriority.SERP), [], "only"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert list((tmp_path / "waiting").iterdir()) == []
        assert not free_now(tmp_path, Slot.GPU)
    assert free_now(tmp_path, Slot.GPU)


async def test_a_slot_is_free_again_when_its_holder_was_cancelled_or_failed(tmp_path: Path) -> None:
    slots = HomeSlots(tmp_path)

    async def forever() -> None:
        async with slots.hold(Slot.GPU, SlotPriority.EMBED), slots.hold(Slot.NETWORK_CLIENT, SlotPriority.EMBED):
            await asyncio.Event().wait()

    holder = apart(forever())
    await asyncio.sleep(0.01)
    holder.cancel()
    with pytest.raises(asyncio.CancelledError):
        await holder
    with pytest.raises(ZeroDivisionError):
        async with slots.hold_domain("港.test", SlotPriority.SERP), slots.hold(Slot.GPU, SlotPriority.EMBED):
            raise ZeroDivisionError
    assert await most_at_once([lambda: slots.hold(Slot.GPU, SlotPriority.EMBED)] * 2) == 1
    assert await most_at_once([lambda: slots.hold(Slot.NETWORK_CLIENT, SlotPriority.EMBED)] * 5) == 4
    assert await most_at_once([lambda: slots.hold_domain("港.test", SlotPriority.SERP)] * 2) == 1


@pytest.mark.req("L15")
async def test_slots_are_nested_in_one_order_only(tmp_path: Path) -> None:
    slots = HomeSlots(tmp_path)

    @asynccontextmanager
    async def cpu() -> AsyncIterator[None]:
        async with hold_processor(SlotPriority.EXTRACT):
            yield

    order: list[tuple[str, Hold]] = [
        ("the search of 港.test", lambda: slots.hold_site_search("港.test")),
        ("港.test", lambda: slots.hold_domain("港.test", SlotPriority.SERP)),
        ("cpu_nlp", cpu),
        ("gpu", lambda: slots.hold(Slot.GPU, SlotPriority.EMBED)),
        ("network_client", lambda: slots.hold(Slot.NETWORK_CLIENT, SlotPriority.SERP)),
    ]
    refused, expected = list[str](), list[str]()
    for outer, (outer_name, hold_outer) in enumerate(order):
        for inner, (inner_name, hold_inner) in enumerate(order):
            async with hold_outer():
                refused.append(await refusal(hold_inner))
            expected.append(
                f"{inner_name} is waited for while {outer_name} is held: two could wait for each other"
                if inner <= outer
                else "held"
            )
    assert refused == expected


async def test_what_a_task_was_started_by_counts_as_held(tmp_path: Path) -> None:
    slots = HomeSlots(tmp_path)
    async with slots.hold(Slot.NETWORK_CLIENT, SlotPriority.SERP):
        child = asyncio.create_task(visits(lambda: slots.hold(Slot.GPU, SlotPriority.EMBED), [], "child"))
        with pytest.raises(AssertionError, match="gpu is waited for while network_client is held"):
            await child
    await visits(lambda: slots.hold(Slot.GPU, SlotPriority.EMBED), [], "afterwards")


async def test_a_thread_waits_for_the_graphics_card_like_everybody_else(tmp_path: Path) -> None:
    slots, log = HomeSlots(tmp_path), list[str]()

    def work() -> None:
        with slots.hold_in_thread(Slot.GPU, SlotPriority.EMBED):
            log.append("thread")

    async with slots.hold(Slot.BROWSER_HEADFUL, SlotPriority.PREFETCH):
        thread = apart(asyncio.to_thread(work))
        await asyncio.sleep(0.1)
        log.append("window")
    await thread
    assert log == ["window", "thread"]


async def test_who_waits_for_a_model_lends_its_core_and_gets_it_back(tmp_path: Path) -> None:
    log: list[str] = []
    lent, answered = threading.Event(), threading.Event()

    def work() -> None:
        with lend_processor():
            lent.set()
            answered.wait(60)
        log.append("goes on")

    async def holder() -> None:
        async with hold_processor(SlotPriority.RERANK):
            await asyncio.to_thread(work)

    async def fill(stay: asyncio.Event) -> None:
        async with hold_processor(SlotPriority.SERP):
            log.append("core")
            await stay.wait()

    stay = asyncio.Event()
    waiting = apart(holder())
    await asyncio.to_thread(lent.wait, 60)
    filling = [apart(fill(stay)) for _ in range(os.cpu_count() or 1)]
    await asyncio.sleep(0.05)
    assert log == ["core"] * (os.cpu_count() or 1)
    answered.set()
    await asyncio.sleep(0.05)
    assert "goes on" not in log
    stay.set()
    await asyncio.gather(waiting, *filling)
    assert log[-1] == "goes on"
    assert await most_at_once([lambda: hold_processor(SlotPriority.EMBED)] * 9) == (os.cpu_count() or 1)


def test_without_a_core_there_is_nothing_to_lend() -> None:
    with lend_processor():
        assert threading.active_count() >= 1


def test_a_home_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "slots").write_text("a file", encoding="utf-8")

    async def main() -> None:
        async with HomeSlots(tmp_path / "slots").hold(Slot.GPU, SlotPriority.EMBED):
            raise AssertionError("held")

    with pytest.raises(OSError, match="slots"):
        asyncio.run(main())
