"""HomeSlots (L15, §7): a hundred tasks in four processes on one home, and what the servers they use see of them.

A task fetches pages of the little web at no pace, asks an embedder behind HTTP that stands for a graphics card, and
holds the visible browser, all at the same time and by the ways the program goes; unless quick, each process carries
one whole research out besides. Nothing is measured inside the code: the little web writes down when each request came
and was answered, the servers of the model and of the window likewise. One process is killed in the middle, and the
others must not notice.
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

from tadori.engine.threads import in_thread
from tadori.model.slots import SlotPriority
from tadori.model.web import Route
from tadori.pipeline.web.page_reader import PageReader
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import load_settings
from tadori.wiring.home import App, open_app
from tadori.wiring.routes import WebEnvironment
from tests.gates.figures import Figure
from tests.gates.gate_fetch import most_at_once, overlapping
from tests.minds.llm.model_server import serving, tei
from tests.web.home import write_home
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather

NEEDS: list[str] = []
PROCESSES = 4
TASKS = 100
QUICK_TASKS = 20
AT_ONCE = 5
"""Tasks of one process that run side by side."""
HOLD_SECONDS = 0.02
PAGES = 8


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
        LittleWeb(scale=0.1) as web,
        serving(tei() | {"/embed": embedded, "/window": shown}) as desk,
        tempfile.TemporaryDirectory() as folder,
    ):
        home = write_home(web, Path(folder), chrome=False)
        config = (home / "config.toml").read_text(encoding="utf-8").replace("embeddings = false", "embeddings = true")
        models = f'[models]\nembedder = "{desk.address}"\ndevice = "cuda"\n'
        (home / "config.toml").write_text(config + models, encoding="utf-8")
        given = {
            "window": f"{desk.address}/window",
            "questions": [] if quick else [topic.questions[0].text for topic in web.topics[:PROCESSES]],
            "pages": [page.url for page in web.pages if page.weather in (Weather.PLAIN, Weather.SLOW)],
        }
        finished = _carried_out(home, given, tasks)
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


def _carried_out(home: Path, given: dict[str, Any], tasks: int) -> int:
    """Run the tasks in processes, kill one of them in the middle; how many tasks of the others came to their end."""
    command = [sys.executable, "-m", "tests.gates.gate_slots", str(home)]
    running = []
    for seed in range(PROCESSES):
        mine = json.dumps({**given, "seed": seed, "tasks": tasks // PROCESSES})
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        process.stdin.write(mine)
        process.stdin.close()
        process.stdin = None
        running.append(process)
    try:
        killed, *others = running
        assert killed.stdout is not None
        killed.stdout.readline()  # its first task has ended: it is in the middle of others
        killed.kill()
        return sum(one.communicate(timeout=1800)[0].count("done") for one in others)
    finally:
        for one in running:
            one.kill()
            one.communicate()


async def _process(home: Path, given: dict[str, Any]) -> None:
    rng, room = random.Random(given["seed"]), asyncio.Semaphore(AT_ONCE)
    with open_app(load_settings({}, home=home)) as app:
        parts = WebEnvironment(rng=rng, pace=0.0, zone=ZoneInfo("Asia/Tokyo"))
        async with app.web(parts) as reading:

            async def one(number: int) -> None:
                async with room:
                    urls = rng.sample(given["pages"], PAGES)
                    await asyncio.gather(
                        *(reading.web().fetch(url) for url in urls),
                        _embedded(app, f"task {given['seed']}.{number}"),
                        _windows(reading, given["window"]),
                    )
                print("done", flush=True)

            whole = [_researched(app, question, parts) for question in given["questions"][given["seed"] :][:1]]
            await asyncio.gather(*whole, *(one(number) for number in range(given["tasks"])))


async def _researched(app: App, question: str, parts: WebEnvironment) -> None:
    task = Tasks(app).create(ResearchRequest(question=question, effort=1, budget=BudgetOptions(pages=PAGES)))
    await Tasks(app).run(task.id, parts=parts)


async def _embedded(app: App, text: str) -> None:
    assert app.embedder is not None
    for part in range(2):
        await in_thread(app.embedder.embed, [f"{text} {part}"])


async def _windows(reading: PageReader, window: str) -> None:
    """What the visible browser occupies, held as for a page of it."""
    for _ in range(2):
        async with reading.web().sites.connection(Route.HEADFUL, SlotPriority.PREFETCH):
            await asyncio.to_thread(lambda: urllib.request.urlopen(window).read())


if __name__ == "__main__":
    asyncio.run(_process(Path(sys.argv[1]), json.load(sys.stdin)))
