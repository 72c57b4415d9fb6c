"""Slots (L15, §7): a hundred tasks in four processes on one home, and what the servers they use see of them.

The tasks are real: research over the little web, at no pace, with an embedder behind HTTP that stands for a graphics
card; beside each, a window of the visible browser. Nothing is measured inside the code: the little web writes down when
each request came and was answered, the model server and the window's server likewise. Each process is a real one; one
of them is killed in the middle, and the others must not notice.
"""

import asyncio
import hashlib
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tadori.app.home import App, open_app
from tadori.app.request import Request
from tadori.app.routes import Parts
from tadori.errors import TadoriError
from tadori.model.web import Route
from tadori.run.slots import Priority
from tadori.settings import load_settings
from tests.gates.figures import Figure
from tests.gates.gate_fetch import most_at_once, overlapping
from tests.minds.model_server import serving, tei
from tests.web.home import write_home
from tests.web.little_web import LittleWeb

NEEDS: list[str] = []
PROCESSES = 4
TASKS = 100
QUICK_TASKS = 12
AT_ONCE = 5
"""Tasks of one process that run side by side, as searches of an MCP server do."""
HOLD_SECONDS = 0.02
PAGES = 6


@dataclass(slots=True)
class Used:
    """When something was in use, as its own server sees it."""

    spans: list[tuple[float, float]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def for_a_while(self) -> None:
        started = time.monotonic()
        time.sleep(HOLD_SECONDS)
        with self.lock:
            self.spans.append((started, time.monotonic()))


def at_once(spans: Sequence[tuple[float, float]]) -> int:
    """The largest number of these that were under way at one moment."""
    steps = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    return max(accumulate(step for _, step in steps), default=0)


def together(some: Sequence[tuple[float, float]], others: Sequence[tuple[float, float]]) -> int:
    """How many of `some` were under way while one of `others` was."""
    return sum(any(start < end_2 and start_2 < end for start_2, end_2 in others) for start, end in some)


def run(quick: bool) -> list[Figure]:
    card, window = Used(), Used()
    tasks = QUICK_TASKS if quick else TASKS

    def embedded(asked: dict[str, Any]) -> list[list[float]]:
        card.for_a_while()
        return [_vector(text) for text in asked["inputs"]]

    def shown(_: dict[str, Any]) -> dict[str, Any]:
        window.for_a_while()
        return {}

    with (
        LittleWeb(scale=0.02) as web,
        serving(tei() | {"/embed": embedded, "/window": shown}) as desk,
        tempfile.TemporaryDirectory() as folder,
    ):
        home = write_home(web, Path(folder), chrome=False)
        config = (home / "config.toml").read_text(encoding="utf-8").replace("embeddings = false", "embeddings = true")
        models = f'[models]\nembedder = "{desk.address}"\ndevice = "cuda"\n'
        (home / "config.toml").write_text(config + models, encoding="utf-8")
        questions = [question.text for topic in web.topics for question in topic.questions]
        finished = _carried_out(home, f"{desk.address}/window", questions, tasks)
        web.wait_until_idle(60)
        domains, network = overlapping(web), most_at_once(web)
        requests = len(web.log)
    at_one_time = [at_once(card.spans), at_once(window.spans)]
    return [
        _figure(
            "tasks of the processes that were not killed, finished",
            finished,
            tasks - tasks // PROCESSES,
            tasks,
            least=True,
        ),
        _figure("graphics card and visible browser at once", together(window.spans, card.spans), 0, len(window.spans)),
        _figure("uses of the graphics card at once, at most", at_one_time[0], 1, len(card.spans)),
        _figure("visible windows at once, at most", at_one_time[1], 1, len(window.spans)),
        _figure("requests at once, at most", network, 4, requests),
        _figure("requests to a domain while it was answering another", domains, 0, requests),
    ]


def _figure(name: str, value: int, floor: int, n: int, *, least: bool = False) -> Figure:
    return Figure(name=f"slots: {name}", value=float(value), floor=float(floor), aim=None, n=n, at_least=least)


def _vector(text: str) -> list[float]:
    return [byte - 127.5 for byte in hashlib.sha256(text.encode()).digest()[:16]]


def _carried_out(home: Path, window: str, questions: Sequence[str], tasks: int) -> int:
    """Run the tasks in processes, kill one of them in the middle; how many tasks of the others came to their end."""
    each = tasks // PROCESSES
    command = [sys.executable, "-m", "tests.gates.gate_slots", str(home), window]
    running = []
    for number in range(PROCESSES):
        mine = [questions[(number * each + place) % len(questions)] for place in range(each)]
        given = json.dumps({"seed": number, "questions": mine})
        running.append(subprocess.Popen([*command, given], stdout=subprocess.PIPE, text=True))
    try:
        killed, *others = running
        assert killed.stdout is not None
        killed.stdout.readline()  # its first task has ended: it is in the middle of others
        killed.kill()
        return sum(one.communicate(timeout=1800)[0].count("\n") for one in others)
    finally:
        for one in running:
            one.kill()
            one.communicate()


async def _process(home: Path, window: str, seed: int, questions: Sequence[str]) -> None:
    room = asyncio.Semaphore(AT_ONCE)
    with open_app(load_settings({}, home=home)) as app:
        parts = Parts(rng=random.Random(seed), pace=0.0, zone=ZoneInfo("Asia/Tokyo"))

        async def one(question: str) -> None:
            async with room:
                await asyncio.gather(_researched(app, question, parts), _windows(app, window, parts))
            print(question[:40], flush=True)

        await asyncio.gather(*(one(question) for question in questions))


async def _researched(app: App, question: str, parts: Parts) -> None:
    task = app.new_task(Request(question=question, effort=1, budget_pages=PAGES))
    try:
        await app.carry_on(task.id, parts=parts)
    except TadoriError as exc:
        print(f"{task.id}: {exc}", file=sys.stderr, flush=True)
        raise


async def _windows(app: App, window: str, parts: Parts) -> None:
    """What the visible browser occupies, held as for a page of it."""
    async with app.web(parts) as reading:
        sites = reading.web().sites
        for _ in range(2):
            async with sites.connection(Route.HEADFUL, Priority.PREFETCH):
                await asyncio.to_thread(lambda: urllib.request.urlopen(window).read())


if __name__ == "__main__":
    told = json.loads(sys.argv[3])
    asyncio.run(_process(Path(sys.argv[1]), sys.argv[2], told["seed"], told["questions"]))
