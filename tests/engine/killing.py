"""Runs that are killed with kill −9 and go on, and what must be the same as if nobody had killed them (X4).

Comes in: a way to start or go on with a task (`Scene`) and a list of moments. Goes out: what the home holds at the end.
Each run is a process forked from the caller, which has everything imported: so a kill costs little more than the work.
It decides nothing about what is right: whoever calls compares `kept` of a killed run with that of an undisturbed one.
"""

import asyncio
import contextlib
import hashlib
import importlib
import json
import mmap
import os
import random
import re
import signal
import sqlite3
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from tadori.events import Event
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import EngineSettings, Settings
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.engine.fixtures.make_home import DOCUMENTS
from tests.mcp.world import desk
from tests.web.desk import MONDAY, Time, settings_for
from tests.web.little_web import LittleWeb

Kept = dict[str, list[tuple[object, ...]]]
Moment = Callable[[], Callable[[Event], None]]
"""Prepares a process to die, and gives the listener that it may need for that."""

TABLES = {
    "queries": "text, purpose, round, hits, pages_read, useful",
    "serp_items": "url, rank, title, engine",
    "pages": "id, url, content_hash, text_hash",
    "fragments": "id, page_id, position",
    "task_pages": "page_id, position, relevance, weighed, flags",
    "claims": "id, text",
    "task_claims": "claim_id, position, answer_score, refutation_searched",
    "edges": "id, claim_id, relation, shown",
    "engine_answers": "position, engine, outcome, hits, urls",
    "events": "kind, payload",
    "auth_queue": "url, kind, state",
}
OWN_WORK = ("library_scanned", "work_counted")
"""What a process says about itself: how much *it* had to index and compute. Killed runs do the same in several."""
NOT_ONCE = ("route_tried", "engine_changed", "domain_cooling", "auth_queued")
"""Requests in flight are made again, and what they taught is kept at once (docs/durability.md): how often a page or an
engine was asked is not compared. Whether a page waits for a person is: by its row in the inbox."""


NOT_WARMED = ("__main__", "__mp_main__", "antigravity", "this")


class Scene(Protocol):
    """A research that can be begun and gone on with."""

    def begin(self, home: Path) -> str:
        """A new task; its id."""

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        """Run the task to its end, in the process of the caller."""


def in_child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its exit code, negative when a signal ended it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # said here, as the process ends without saying it
            traceback.print_exc()
            raise
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def unheard(_: Event) -> None:
    """For runs that nobody listens to."""


def at_event(number: int) -> Moment:
    """When the run shows its event of that number."""

    def prepare() -> Callable[[Event], None]:
        seen = [0]

        def count(_: Event) -> None:
            seen[0] += 1
            if seen[0] == number:
                die()

        return count

    return prepare


def after(seconds: float) -> Moment:
    """So long after its start, whatever it is doing then."""

    def prepare() -> Callable[[Event], None]:
        timer = threading.Timer(seconds, die)
        timer.daemon = True  # a run that ends before need not wait for it
        timer.start()
        return unheard

    return prepare


def before_unit(number: int) -> Moment:
    """Just before the unit of that number of this process is committed."""
    return lambda: at_commit(number, lambda _commit: die())


def after_unit(number: int) -> Moment:
    """When the unit of that number of this process is committed, and nobody knows yet."""

    def then(commit: Callable[[], None]) -> None:
        commit()
        die()

    return lambda: at_commit(number, then)


def inside_unit(number: int, seconds: float) -> Moment:
    """So long after SQLite began to commit the unit of that number of this process."""

    def then(commit: Callable[[], None]) -> None:
        began = threading.Event()

        def wait() -> None:
            began.set()
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                pass
            die()

        threading.Thread(target=wait, daemon=True).start()
        began.wait()
        commit()

    return lambda: at_commit(number, then)


def at_commit(number: int, then: Callable[[Callable[[], None]], None]) -> Callable[[Event], None]:
    """From now on, let `then` commit the unit of that number. A unit is what has a row in the journal."""
    from sqlalchemy.engine.default import DefaultDialect

    mine, seen = threading.local(), [0]
    commit: Callable[[Any, Any], None] = DefaultDialect.do_commit

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if "insert into jobs " in statement:
            mine.unit = True

    def counted(dialect: Any, connection: Any) -> None:
        seen[0] += getattr(mine, "unit", False)
        due = getattr(mine, "unit", False) and seen[0] == number
        mine.unit = False
        if due:
            then(lambda: commit(dialect, connection))
        else:
            commit(dialect, connection)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    DefaultDialect.do_commit = counted  # type: ignore[method-assign]
    return unheard


def run_once(scene: Scene, home: Path, task_id: str, moment: Moment | None = None) -> int:
    """Go on with the task in a process of its own, which dies at `moment`; its exit code."""
    return in_child(lambda: scene.carry_on(home, task_id, unheard if moment is None else moment()))


def warm(scene: Scene, home: Path) -> None:
    """Import here what a run imports, so that none of its forked processes has to: half of its time else."""
    task_id, listed = scene.begin(home), home / "modules"

    def work() -> None:
        scene.carry_on(home, task_id, unheard)
        listed.write_text("\n".join(name for name, module in sys.modules.items() if module), encoding="utf-8")

    code = in_child(work)
    assert code == 0, f"the first run ended with {code}"
    for name in listed.read_text(encoding="utf-8").splitlines():
        if name not in sys.modules and name.partition(".")[0] not in NOT_WARMED:
            with contextlib.suppress(ImportError):  # parts that only exist once their own package made them
                importlib.import_module(name)


def whole(scene: Scene, home: Path) -> tuple[Kept, float]:
    """What an undisturbed run leaves, and the seconds it took."""
    task_id = scene.begin(home)
    began = time.monotonic()
    code = run_once(scene, home, task_id)
    took = time.monotonic() - began
    assert code == 0, f"the undisturbed run ended with {code}"
    return kept(home, task_id), took


def killed(scene: Scene, home: Path, moments: Sequence[Moment]) -> tuple[Kept, int]:
    """What a run leaves that is killed at these moments, one after the other, and then left alone.

    And how many of them met it at work: a run that has ended meanwhile cannot be killed any more.
    """
    task_id = scene.begin(home)
    kills = 0
    for moment in moments:
        code = run_once(scene, home, task_id, moment)
        assert code in (0, -signal.SIGKILL), f"the run ended with {code}"
        kills += code != 0
        if code == 0:
            break
    code = run_once(scene, home, task_id)
    assert code == 0, f"the last run ended with {code}"
    return kept(home, task_id), kills


def kept(home: Path, task_id: str) -> Kept:
    """Everything that must be the same however often the run was cut off; ids of tasks and times left out."""
    rows: Kept = {}
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        for table, columns in TABLES.items():
            found = db.execute(f"select {columns} from {table}").fetchall()  # noqa: S608 - names of this file
            rows[table] = sorted(
                tuple(unnamed(str(value), task_id) for value in row)
                for row in found
                if row[0] not in (*OWN_WORK, *NOT_ONCE)
            )
    rows["archive"] = sorted(
        (path.name, hashlib.sha256(_without_dates(path)).hexdigest())
        for path in home.glob("archive/**/*")
        if path.is_file()
    )
    report = json.loads((home / "tasks" / task_id / "report.json").read_text(encoding="utf-8"))
    rows["sentences"] = [(s["text"], s["checked"]) for s in report["answer"]]
    rows["claims printed"] = [(c["sentence"]["text"],) for c in report["claims"]]
    return rows


def unnamed(value: str, task_id: str) -> str:
    """`value` without what is made of the task's own id, of the time, or of an answer that was had before the kill."""
    value = re.sub(r'"(query_id|item_id|root_hash)":"[0-9a-fqu_]+"', r'"\1":""', value)
    value = re.sub(r'"(cached)":(true|false)', r'"\1":""', value)
    value = re.sub(r'"(route|ground)":"[^"]*"', r'"\1":""', value)
    # A page whose wall was met twice: the second time its site is left alone already.
    value = re.sub(r"(waits for a person \([a-z_]+\)): [^\"]*", r"\1", value)
    return value.replace(task_id, "TASK")


def _without_dates(path: Path) -> bytes:
    from warcio.archiveiterator import ArchiveIterator

    with path.open("rb") as stream:
        return b"".join(record.rec_type.encode() + record.content_stream().read() for record in ArchiveIterator(stream))


def difference(one: Kept, other: Kept) -> dict[str, tuple[list[tuple[object, ...]], list[tuple[object, ...]]]]:
    """What only the one and only the other has, by table; empty where both are the same."""
    found = {}
    for name in one:
        if one[name] != other[name]:
            found[name] = (
                [row for row in one[name] if row not in other[name]],
                [row for row in other[name] if row not in one[name]],
            )
    return found


def write_documents(folder: Path) -> Path:
    """The folder with a handful of documents, one of them broken."""
    folder.mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderScene:
    """A question to a folder of documents."""

    documents: Path
    question: str = "When did the harbour bridge open, and how long is it?"

    def begin(self, home: Path) -> str:
        with open_app(Settings(home=home)) as app:
            return Tasks(app).create(ResearchRequest(question=self.question, libraries=[self.documents])).id

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        async def run() -> None:
            with open_app(Settings(home=home)) as app:
                await Tasks(app).run(task_id, emit=listen)

        asyncio.run(run())


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerScene:
    """A client that searches twice over MCP, stops its task and so has a report; its server does the work.

    After a crash it looks at the status and asks again for what has not ended, as a client does whose call was lost.
    """

    documents: Path
    question: str = "When did the harbour bridge open?"
    queries: tuple[str, ...] = ("harbour bridge opened", "港の橋 長さ")

    def begin(self, home: Path) -> str:
        async def made() -> str:
            async with desk(home, self.documents) as client:
                return await client.task(self.question)

        return asyncio.run(made())

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        async def run() -> None:
            async with desk(home, self.documents) as client:
                for query in self.queries:
                    status = await client("get_status", task_id=task_id)
                    ended = [one["query"] for one in status["searches"] if one["status"] != "running"]
                    if query not in ended:
                        answer = await client("search", task_id=task_id, query=query)
                        assert answer["ok"], answer
                await client("stop_task", task_id=task_id, reason="completed")
                await client.clients.settle()

        asyncio.run(run())


@dataclass(slots=True)
class SharedTime(Time):
    """A clock that only sleeping moves, and that goes on where the killed process left it."""

    memory: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, 8))

    def clock(self) -> datetime:
        (passed,) = struct.unpack("d", self.memory[:8])
        return MONDAY + timedelta(seconds=passed)

    def pass_(self, seconds: float) -> None:
        (passed,) = struct.unpack("d", self.memory[:8])
        self.memory[:8] = struct.pack("d", passed + seconds)

    async def sleep(self, seconds: float) -> None:
        self.pass_(seconds)
        await asyncio.sleep(0)


@dataclass(slots=True, kw_only=True)
class WebScene:
    """A question to engines and pages of the little web, which the caller's process serves."""

    web: LittleWeb
    question: str
    bases: Mapping[str, str]
    """Where the engines stand that it may ask, by name."""
    pages: int
    effort: int = 1
    time: SharedTime = field(default_factory=SharedTime)
    on_event: Callable[[Any, Event], None] | None = None
    """Called with the app and every event: a person at work meanwhile."""

    def begin(self, home: Path) -> str:
        self.web.clear()
        self.time = SharedTime()
        with open_app(self._settings(home), clock=self.time.clock) as app:
            return (
                Tasks(app)
                .create(
                    ResearchRequest(question=self.question, budget=BudgetOptions(pages=self.pages), effort=self.effort)
                )
                .id
            )

    def carry_on(self, home: Path, task_id: str, listen: Callable[[Event], None]) -> None:
        parts = WebEnvironment(
            resolver=self.web.resolver, rng=random.Random(1), sleep=self.time.sleep, zone=ZoneInfo("Asia/Tokyo")
        )

        async def run() -> None:
            with open_app(self._settings(home), clock=self.time.clock) as app:

                def heard(event: Event) -> None:
                    listen(event)
                    if self.on_event is not None:
                        self.on_event(app, event)

                await Tasks(app).run(task_id, parts=parts, emit=heard)

        asyncio.run(run())

    def _settings(self, home: Path) -> Settings:
        from tadori.pipeline.engines.site_engine import SITES
        from tadori.search.apis.catalogue import APIS
        from tadori.search.engines.catalogue import ENGINES

        off = tuple(name for name in (*ENGINES, *APIS, SITES) if name not in self.bases)
        engines = EngineSettings(use=tuple(self.bases), off=off, bases=tuple(self.bases.items()))
        return replace(settings_for(self.web, home), engines=engines)
