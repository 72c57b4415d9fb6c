"""Damage: a real home, made once by a real research, broken in one way a case, and what the program does with it.

A case holds when the damage is found, named by its file, and mended or counted; when every other page is whole; and
when a research over the damaged home ends with an answer whose evidence verifies.
"""

import asyncio
import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from pathlib import Path

import tadori
from tadori.archive.damage import check_files
from tadori.archive.wacz import write_wacz
from tadori.events import Event, PageLost, PageMended
from tadori.pipeline.documents.archive_repair import FROM_DOCUMENT, FROM_RECORDS, SET_ASIDE, ArchiveFileCheck
from tadori.service.request import BudgetOptions, ResearchOutcome
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import App, open_app
from tests.archive.test_damage import DAMAGES, Break, as_folder, overwrite
from tests.archive.test_web import inspected
from tests.gates.attacks.case import Attack
from tests.pipeline.web.reads import had, page_with_etag
from tests.service.test_damaged_home import DOCUMENTS, QUESTION
from tests.web.desk import desk
from tests.web.little_web import LittleWeb

KIND = "damage"
FEWEST = 20


@cache
def made() -> Path:
    """A folder with a home after one research, and the documents it read."""
    folder = Path(tempfile.mkdtemp(prefix="tadori-damage-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "documents").mkdir()
    for name, words in DOCUMENTS.items():
        (folder / "documents" / name).write_text(words, encoding="utf-8")
    tadori.research(QUESTION, libraries=[folder / "documents"], home=folder / "home")
    for name in ("home", "documents"):
        shutil.copytree(folder / name, folder / f"kept {name}", copy_function=shutil.copy2)
    return folder


@dataclass(frozen=True, slots=True)
class World:
    """The home as it was made, where it was made: its rows name the documents by their place."""

    home: Path
    documents: Path

    @staticmethod
    def anew() -> "World":
        folder = made()
        for name in ("home", "documents"):
            shutil.rmtree(folder / name, ignore_errors=True)
            shutil.copytree(folder / f"kept {name}", folder / name, copy_function=shutil.copy2)
        return World(folder / "home", folder / "documents")

    def archived(self) -> list[Path]:
        return sorted((self.home / "archive").rglob("pg_*.warc.gz"))

    def checked(self) -> list[ArchiveFileCheck]:
        """What `doctor --check` finds, but for what is in order."""
        with open_app(Settings(home=self.home)) as app:
            return [found for found in app.mending().check() if found.state != "ok"]

    def left(self) -> list[str]:
        with open_app(Settings(home=self.home)) as app:
            return [one.damage for one in check_files(app.archive) if one.damage]

    def research(self, heard: list[Event]) -> str:
        outcome = tadori.research(QUESTION, libraries=[self.documents], home=self.home, emit=heard.append)
        found = tadori.verify(outcome.folder)
        if not outcome.answered or not found.ok:
            return f"answered: {outcome.answered}; {found.problems[:2]}"
        return ""


def _doctor_mends(harm: Break) -> str:
    world = World.anew()
    victim = world.archived()[0]
    whole = victim.read_bytes()
    harm(victim)
    found = world.checked()
    if [(one.state, one.place) for one in found] != [("mended", str(victim.relative_to(world.home)))]:
        return f"found {found}"
    if not found[0].damage.startswith(found[0].place) or found[0].how not in (FROM_DOCUMENT, FROM_RECORDS):
        return f"said {found[0]}"
    return "" if victim.read_bytes() == whole and world.left() == [] else f"left {world.left()}"


def _research_goes_on(harm: Break, events: int) -> str:
    world = World.anew()
    victim = world.archived()[0]
    harm(victim)
    heard: list[Event] = []
    fault = world.research(heard)
    mended = [event for event in heard if isinstance(event, PageMended)]
    if fault or len(mended) != events:
        return fault or f"mended {mended}"
    return "" if world.left() == [] else f"left {world.left()}"


def _resume_counts_the_loss() -> str:
    """A document that is gone, and its page damaged: the task goes on without it."""
    world = World.anew()
    victim = _page_of(world, "Chronicle")
    overwrite(100, 200)(victim)
    (world.documents / "b.txt").unlink()
    heard: list[Event] = []
    with open_app(Settings(home=world.home)) as app:
        task_id = next(app.tasks.iterdir()).name
        Tasks(app).enlarge(task_id, BudgetOptions(pages=99))
        outcome = asyncio.run(_carried_on(app, task_id, heard))
    lost = [event.reason for event in heard if isinstance(event, PageLost)]
    named = [reason for reason in lost if str(victim.relative_to(world.home)) in reason]
    found = tadori.verify(outcome.folder)
    return "" if outcome.answered and found.ok and len(named) == 1 else f"{lost} {found.problems[:2]}"


async def _carried_on(app: App, task_id: str, heard: list[Event]) -> ResearchOutcome:
    return await Tasks(app).run(task_id, emit=heard.append)


def _page_of(world: World, words: str) -> Path:
    with open_app(Settings(home=world.home)) as app:
        names = [path.name.partition(".")[0] for path in world.archived()]
        return app.archive.path(next(name for name in names if words in app.archive.text(name)))


def _document_gone(start: int, count: int, state: str, how: str) -> str:
    """Damage that the document cannot mend, because it is gone or another one now."""
    world = World.anew()
    victim = world.archived()[0]
    overwrite(start, count)(victim)
    for name in DOCUMENTS:
        (world.documents / name).write_text("something else", encoding="utf-8")
    found = [(one.state, one.place, one.how.partition(":")[0]) for one in world.checked()]
    return "" if found == [(state, str(victim.relative_to(world.home)), how)] else f"found {found}"


def _stray(name: str, data: bytes, state: str, how: str) -> str:
    world = World.anew()
    path = world.home / "archive" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    found = [(one.state, one.how) for one in world.checked()]
    return "" if found == [(state, how)] else f"found {found}"


def _every_page_at_once() -> str:
    world = World.anew()
    for number, path in enumerate(world.archived()):
        (overwrite(100, 200), as_folder)[number % 2](path)
    heard: list[Event] = []
    return world.research(heard) or ("" if world.left() == [] else f"left {world.left()}")


def _archive_gone(leave: Callable[[Path], object]) -> str:
    world = World.anew()
    shutil.rmtree(world.home / "archive")
    leave(world.home / "archive")
    found = world.checked()
    mended = [one for one in found if one.page_id]
    if [one.state for one in mended] != ["mended"] * len(DOCUMENTS):
        return f"found {found}"
    heard: list[Event] = []
    return world.research(heard)


def _on_the_web(harm: Break, *, note: bool) -> str:
    folder = Path(tempfile.mkdtemp(prefix="tadori-damage-web-"))
    try:
        with LittleWeb(scale=0.02) as web:
            return asyncio.run(_web_page(web, folder, harm, note))
    finally:
        shutil.rmtree(folder)


async def _web_page(web: LittleWeb, folder: Path, harm: Break, note: bool) -> str:
    async with desk(web, folder) as at:
        page, first = await page_with_etag(web, at)
        archive = at.app.archive
        if note:
            at.time.now += timedelta(days=1)
            await had(at, page.url)
        harm(archive.note_files(first.page.id)[0] if note else archive.path(first.page.id))
        at.time.now += timedelta(days=1)
        again = await had(at, page.url)
        damage = archive.damage(again.page.id)
        path = folder / "evidence.wacz"
        write_wacz(path, archive=archive, pages=[again.page], files={}, title="x", created=at.time.now)
        found = [one for one in at.app.mending().check() if one.state == "damaged"]
    problems = inspected(path).problems
    return "" if (again.page.id, damage, problems, found) == (first.page.id, "", [], []) else f"{damage} {problems}"


def attacks() -> list[Attack]:
    gone = "its document is gone or has changed"
    everything: list[tuple[str, Callable[[], str]]] = [
        *((f"doctor mends: {name}", partial(_doctor_mends, harm)) for name, harm in DAMAGES.items()),
        ("doctor mends: missing", partial(_doctor_mends, Path.unlink)),
        ("research goes on: 200 bytes", partial(_research_goes_on, DAMAGES["200 bytes"], 1)),
        ("research goes on: empty", partial(_research_goes_on, DAMAGES["empty"], 1)),
        ("research goes on: folder", partial(_research_goes_on, DAMAGES["folder"], 1)),
        ("research goes on: missing", partial(_research_goes_on, Path.unlink, 0)),
        ("research goes on: may not be read", partial(_research_goes_on, _closed, int(os.geteuid() != 0))),
        ("research goes on: every page", _every_page_at_once),
        ("the archive is gone", partial(_archive_gone, lambda path: None)),
        ("the archive is a file", partial(_archive_gone, lambda path: path.write_text("x"))),
        ("resume counts what cannot be mended", _resume_counts_the_loss),
        ("the document is another one now", partial(_document_gone, 100, 200, "damaged", gone)),
        ("only the text is damaged, the document gone", partial(_document_gone, -20, 4, "mended", FROM_RECORDS)),
        ("a torn page of nobody", partial(_stray, f"00/pg_{'0' * 24}.warc.gz", b"torn", "mended", SET_ASIDE)),
        (
            "a file that is no archive's",
            partial(_stray, "00/notes.txt", b"x", "damaged", "nothing of Tadori's: move it away"),
        ),
        ("web: 200 bytes, and the server says unchanged", partial(_on_the_web, DAMAGES["200 bytes"], note=False)),
        ("web: missing, and the server says unchanged", partial(_on_the_web, Path.unlink, note=False)),
        ("web: the note of a visit", partial(_on_the_web, overwrite(30, 4), note=True)),
    ]
    return [Attack(name=name, run=run) for name, run in everything]


def _closed(path: Path) -> None:
    path.chmod(0)
