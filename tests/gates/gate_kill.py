"""kill −9 at two hundred moments: over a folder, over a web whose pages are read side by side, and of an MCP server.

Moments are drawn from a pinned seed: most uniformly over the time that an undisturbed run takes, the others just
before, inside and just after the commit of a unit. A run is killed again and again until it ends; then everything it
left (rows, archived records, sentences) is compared with an undisturbed run, and the sealed report is verified.

- moments: how often a process was killed at work;
- differ: runs that left anything else than the undisturbed one;
- broken: reports that `verify` does not uphold;
- again: units that were begun once more, for each kill: one where units run one by one, those side by side else.
"""

import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import tadori
from tests.engine import killing_web
from tests.engine.killing import (
    FolderScene,
    Kept,
    Moment,
    Scene,
    ServerScene,
    after,
    after_unit,
    before_unit,
    difference,
    inside_unit,
    killed,
    warm,
    whole,
    write_documents,
)
from tests.gates.figures import Figure
from tests.web.little_web import LittleWeb

NEEDS: list[str] = []
SEED = 20261118
MOMENTS = {"folder": 90, "web": 90, "server": 20}
QUICK = {"folder": 8, "web": 8, "server": 4}
BESIDE = {"folder": 1.0, "web": 10.0, "server": 1.0}
"""Units that are begun at a time: ten pages of the web are chosen together, of which four are asked for at a time."""
CHAIN = 8
"""A run is killed so often, if it does not end before, and then left alone to its end."""
COMMIT_SECONDS = 0.003
"""About as long as a commit takes."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """Over all runs of a scene."""

    moments: int = 0
    runs: int = 0
    differ: int = 0
    broken: int = 0
    again: int = 0


def run(quick: bool) -> Iterator[Figure]:
    for name, wanted in (QUICK if quick else MOMENTS).items():
        with tempfile.TemporaryDirectory(prefix="tadori-") as folder, _scene(name, Path(folder)) as scene:
            tally = _killed(name, scene, Path(folder), wanted)
        yield Figure(name=f"kill −9 ({name}): moments", value=tally.moments, floor=wanted, aim=None, n=tally.runs)
        for what, value in (("runs that differ", tally.differ), ("reports that do not verify", tally.broken)):
            yield _most(f"kill −9 ({name}): {what}", value, 0.0, tally.runs)
        again = tally.again / tally.moments
        yield _most(f"kill −9 ({name}): units begun again, a kill", again, BESIDE[name], tally.moments)


def _most(name: str, value: float, most: float, n: int) -> Figure:
    return Figure(name=name, value=value, floor=most, aim=most, n=n, at_least=False)


@contextmanager
def _scene(name: str, folder: Path) -> Iterator[Scene]:
    if name == "web":
        with LittleWeb(hosts=4, articles=1, scale=0.02) as web:
            yield killing_web.scene(web)
    elif name == "server":
        yield ServerScene(documents=write_documents(folder / "documents"))
    else:
        yield FolderScene(documents=write_documents(folder / "documents"))


def _killed(name: str, scene: Scene, folder: Path, wanted: int) -> Tally:
    warm(scene, folder / "first")
    right, took = whole(scene, folder / "whole")
    tally, drawn = Tally(), random.Random(f"{SEED} {name}")
    for number in count():
        if tally.moments >= wanted:
            return tally
        home = folder / str(number)
        most = min(CHAIN, wanted - tally.moments)
        found, kills = killed(scene, home, list(_moments(drawn, took, most)))
        tally.moments += kills
        tally.runs += 1
        _note(tally, name, home, found, right)
    raise AssertionError("count() has no end")


def _moments(drawn: random.Random, took: float, most: int) -> Iterator[Moment]:
    """So many moments for one run, spread over the time that it takes: each process dies where the next one is due."""
    begins = 0.0
    for at in sorted(drawn.uniform(0.0, took) for _ in range(most)):
        seconds, begins = at - begins, at
        unit = drawn.randint(1, 4)
        around = [before_unit(unit), after_unit(unit), inside_unit(unit, drawn.uniform(0.0, COMMIT_SECONDS))]
        yield after(seconds) if drawn.random() < 0.6 else drawn.choice(around)


def _note(tally: Tally, name: str, home: Path, found: Kept, right: Kept) -> None:
    differing = difference(found, right)
    for table, (mine, theirs) in differing.items():
        print(
            f"         kill, {name}, run {tally.runs}: {table}: killed {mine[:3]}, undisturbed {theirs[:3]}", flush=True
        )
    tally.differ += bool(differing)
    (task,) = (home / "tasks").iterdir()
    verification = tadori.verify(task)
    if not verification.ok:
        print(f"         kill, {name}, run {tally.runs}: {verification.problems[:3]}", flush=True)
    tally.broken += not verification.ok
    with closing(sqlite3.connect(home / "tadori.db")) as db:
        begun = "select distinct job_id, attempt from job_log where attempt > 1"
        (again,) = db.execute(f"select count(*) from ({begun})").fetchone()  # noqa: S608
    tally.again += again
