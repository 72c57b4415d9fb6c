"""One process that reads hostile files through the product, one after the other, and says what each of them cost.

`Trial` starts it and asks; it is the parent of the readers that the product starts, and an app of its own is opened and
closed for every file, so that their time and memory can be counted.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tadori.service.libraries import Libraries

MOST_BYTES = 1_000_000_000
AFRESH = 400_000_000
MOST_CPU = 20.0
MOST_WALL = 240.0
NEIGHBOUR = "The lighthouse on the cape was built in 1902 and is still lit every night by its keeper. "


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one file."""

    read: list[str]
    """Addresses of documents that were read."""
    lost: dict[str, str]
    """Reasons by address."""
    neighbour: bool
    """Whether the ordinary document beside it was read."""
    fault: str
    """What went wrong with the program, if anything."""
    cpu: float
    peak: int


class Trial:
    """Asks the process; a new one is started after any that misbehaved."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def of(self, way: str, name: bytes, body: bytes) -> Outcome:
        """Read a file called `name` with these bytes by `way`: a folder, or a file that is verified."""
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "documents"
            path = os.path.join(os.fsencode(folder), name)
            os.makedirs(os.path.dirname(path))
            with open(path, "wb") as file:
                file.write(body)
            (folder / "neighbour.txt").write_text(NEIGHBOUR * 3, encoding="utf-8")
            asked = {"way": way, "folder": str(folder), "home": os.path.join(place, "home"), "name": name.hex()}
            return self._asked(asked)

    def _asked(self, asked: dict[str, str]) -> Outcome:
        process = self._process = self._process or _started()
        assert process.stdin is not None
        assert process.stdout is not None
        clock = threading.Timer(MOST_WALL, process.kill)
        clock.start()
        try:
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        finally:
            clock.cancel()
        if not line:
            status, self._process = process.wait(), None
            return Outcome(read=[], lost={}, neighbour=False, fault=f"the program ended with {status}", cpu=0, peak=0)
        outcome = Outcome(**json.loads(line))
        if outcome.fault or outcome.peak > AFRESH:
            process.stdin.close()  # peaks of children never fall: what follows is counted in a fresh process
            process.wait()
            self._process = None
        return outcome


def _started() -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _serve() -> None:
    ways: dict[str, Callable[[dict[str, str]], dict[str, Any]]] = {
        "folder": _folder,
        "filter": _filter,
        "verify": _verify,
    }
    for line in sys.stdin:
        asked = json.loads(line)
        own, others = _cpu(resource.RUSAGE_SELF), _cpu(resource.RUSAGE_CHILDREN)
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
        found: dict[str, Any] = {"read": [], "lost": {}, "neighbour": False, "fault": ""}
        try:
            found |= ways[asked["way"]](asked)
        except BaseException as exc:  # noqa: BLE001 - whatever comes out is what the case looks for
            found["fault"] = f"{type(exc).__name__}: {exc}"[:300]
        found["cpu"] = _cpu(resource.RUSAGE_SELF) - own + _cpu(resource.RUSAGE_CHILDREN) - others
        found["peak"] = _own_peak() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        print(json.dumps(found), flush=True)


def _cpu(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def _own_peak() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def _folder(asked: dict[str, str]) -> dict[str, Any]:
    """As `tadori library add` does."""
    from tadori.events import DocumentIndexed, Event, PageLost
    from tadori.settings import Settings
    from tadori.wiring.home import open_app

    told: list[Event] = []
    with open_app(Settings(home=Path(asked["home"]), embeddings=False)) as app:
        Libraries(app).add(Path(asked["folder"]), emit=told.append)
    lost = {event.url: event.reason for event in told if isinstance(event, PageLost)}
    read = [event.url for event in told if isinstance(event, DocumentIndexed) and event.fragments]
    neighbour = any(url.endswith("/neighbour.txt") for url in read)
    return {"read": [url for url in read if not url.endswith("/neighbour.txt")], "lost": lost, "neighbour": neighbour}


def _filter(asked: dict[str, str]) -> dict[str, Any]:
    """As `tadori extract FILE NEIGHBOUR` does."""
    from tadori.errors import SourceError
    from tadori.service.filters import extract_files

    folder = Path(asked["folder"])
    results = list(extract_files([folder / os.fsdecode(bytes.fromhex(asked["name"])), folder / "neighbour.txt"]))
    read = [result["url"] for result in results if not isinstance(result, SourceError)]
    lost = {result.source: result.reason for result in results if isinstance(result, SourceError)}
    json.dumps([result for result in results if not isinstance(result, SourceError)]).encode()
    neighbour = any(url.endswith("/neighbour.txt") for url in read)
    return {"read": [url for url in read if not url.endswith("/neighbour.txt")], "lost": lost, "neighbour": neighbour}


def _verify(asked: dict[str, str]) -> dict[str, Any]:
    """As `tadori verify FILE` does: a file that does not hold is lost, one that holds is read."""
    from tadori.service.checking import verify_path

    found = verify_path(Path(asked["folder"]) / os.fsdecode(bytes.fromhex(asked["name"])))
    lost = {problem.place: problem.what for problem in found.problems}
    return {"read": [] if lost else ["evidence"], "lost": lost, "neighbour": True}


if __name__ == "__main__":
    _serve()
