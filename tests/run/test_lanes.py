"""One request a domain at a time: within a process, between processes, and after a kill."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tadori.run.lanes import Lanes

HOLDER = """
import asyncio, sys
from pathlib import Path
from tadori.run.lanes import Lanes

async def main():
    async with Lanes(Path(sys.argv[1])).hold("harbour.test"):
        print("held", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


async def visits(lanes: Lanes, domain: str, log: list[str], name: str) -> None:
    async with lanes.hold(domain):
        log.append(f"{name} in")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        log.append(f"{name} out")


@pytest.mark.req("L18")
def test_two_at_one_domain_go_one_after_the_other_in_the_order_they_came(tmp_path: Path) -> None:
    log: list[str] = []

    async def main() -> None:
        lanes = Lanes(tmp_path)
        await asyncio.gather(*(visits(lanes, "kaiyo.test", log, name) for name in "abc"))

    asyncio.run(main())
    assert log == ["a in", "a out", "b in", "b out", "c in", "c out"]


@pytest.mark.req("L18")
def test_two_domains_do_not_wait_for_each_other(tmp_path: Path) -> None:
    log: list[str] = []

    async def main() -> None:
        lanes = Lanes(tmp_path)
        await asyncio.gather(visits(lanes, "kaiyo.test", log, "a"), visits(lanes, "港.test", log, "b"))

    asyncio.run(main())
    assert log == ["a in", "b in", "a out", "b out"]


def test_a_lane_is_free_again_after_its_holder_failed(tmp_path: Path) -> None:
    async def main() -> list[str]:
        lanes, log = Lanes(tmp_path), list[str]()
        with pytest.raises(ZeroDivisionError):
            async with lanes.hold("kaiyo.test"):
                raise ZeroDivisionError
        await visits(lanes, "kaiyo.test", log, "next")
        return log

    assert asyncio.run(main()) == ["next in", "next out"]


@pytest.mark.req("L18")
def test_another_process_holds_the_lane_until_it_is_killed(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    waits: list[float] = []

    async def while_waiting(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            holder.send_signal(signal.SIGKILL)
            holder.wait(timeout=60)
        assert len(waits) < 10

    async def main() -> None:
        log: list[str] = []
        await visits(Lanes(tmp_path, while_waiting), "harbour.test", log, "us")
        assert log == ["us in", "us out"]

    try:
        asyncio.run(main())
    finally:
        holder.kill()
        holder.wait(timeout=60)
        holder.stdout.close()
    assert waits == [0.1, 0.1, 0.1]
