"""Foreign bytes come in, readings go out, and no document can cost more than its bounds.

Small pages and texts are read here, at once: their cost is bounded by their size. Everything else (PDF, archives, large
pages) is read in a process of its own that the kernel bounds in memory and processor time. It is started when the first
such document is met, kept for the next, and ends with this process. A document that is over a bound is lost with its
reason; the next one gets a fresh process.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.extract.frames import Frame, capture_frame, capture_in, loss_in, read_frame, reading_in, write_frame
from tadori.extract.worker import OVER_MEMORY, SPENT, failed
from tadori.model.page import Capture, Extracted

QUICK_BYTES: Final = 300_000
"""A page or text up to this size is read in this process: the worst one known takes 4 s and 200 MB."""
_MOST_JOBS: Final = 500
"""Then a fresh process is taken, so that what libraries leave behind does not add up."""
_FROM_OUTSIDE: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
"""Somebody else ended the process; the document is not to blame and is tried once more."""
_LEAVE_SECONDS: Final = 5.0
_WORKER: Final = "tadori.extract.worker"
_PDF: Final = b"%PDF-"

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one job in a process of its own may cost."""

    memory: int = 700_000_000
    """Bytes of writable memory."""
    cpu_seconds: int = 15
    """For one document, or from one document of an archive to the next."""
    wall_seconds: float = 300.0
    """For a job that neither works nor ends; far above what an overloaded machine needs."""


def is_quick(capture: Capture) -> bool:
    """Whether `capture` is read in this process, within moments."""
    head = capture.body[:1024]
    return len(capture.body) <= QUICK_BYTES and _PDF not in head


class BoundedReading:
    """Reads captures and opens archives within bounds; implements `model.doors.Extractor`. Close it at the end.

    May be called from several threads: up to `most` documents are then read in processes side by side.
    """

    def __init__(self, bounds: Bounds = Bounds(), *, most: int = 1) -> None:  # noqa: B008 - frozen
        self._bounds = bounds
        self._free: list[_Process] = []
        self._lock = threading.Lock()
        self._room = threading.BoundedSemaphore(most)
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes that wait for work; one that is at work ends when its job does."""
        with self._lock:
            self._closed, free, self._free = True, self._free, []
        for process in free:
            process.end()

    def extract(self, capture: Capture) -> Extracted:
        """The text of `capture` with its pieces.

        Raises:
            SourceGarbled: binary, encrypted, torn, of another type, without text, or what no reader survives.
            SourceTooLarge: over the bounds in size, elements, depth, memory or time.
        """
        from tadori.extract.extraction import Extraction

        return self._read(capture, "extract", Extraction().extract, reading_in)

    def raw_text(self, capture: Capture) -> str:
        """Every word the raw document holds, as `raw.raw_text` reads it. Raises as `extract`."""
        from tadori.extract.raw import raw_text

        return self._read(capture, "words", raw_text, lambda frame: frame[1].decode("utf-8", "surrogatepass"))

    def documents_in(self, path: Path) -> Iterator[Capture | SourceError]:
        """The documents in the archive at `path`, in its order, and an error for each record that cannot be had."""
        process = self._take()
        try:
            answer = process.ask({"job": "open", "path": os.fspath(path.absolute())})
            while not isinstance(answer, _Ended) and "end" not in answer[0]:
                if "lost" in answer[0]:
                    yield loss_in(answer)
                elif "url" in answer[0]:
                    yield capture_in(answer)
                answer = process.ask({"job": "next"})
            if isinstance(answer, _Ended):
                yield answer.loss(path.name, self._bounds, "the archive")
        finally:
            self._give_back(process)

    def _read(
        self,
        capture: Capture,
        job: str,
        here: Callable[[Capture], Answer],
        received: Callable[[Frame], Answer],
    ) -> Answer:
        try:
            if is_quick(capture):
                return here(capture)
            with self._room:
                return received(self._answer(capture, job))
        except (SourceError, MemoryError):
            raise
        except Exception as exc:
            # As in the process: whatever foreign bytes make a reader raise is the loss of one document.
            raise failed(capture.url, exc) from exc

    def _answer(self, capture: Capture, job: str) -> Frame:
        facts, body = capture_frame(capture, job=job)
        answer = self._asked(facts, body)
        if isinstance(answer, _Ended) and answer.from_outside:
            answer = self._asked(facts, body)
        if isinstance(answer, _Ended):
            raise answer.loss(capture.url, self._bounds)
        if "lost" in answer[0]:
            raise loss_in(answer)
        return answer

    def _asked(self, facts: dict[str, object], body: bytes) -> "Frame | _Ended":
        process = self._take()
        try:
            return process.ask(facts, body)
        finally:
            self._give_back(process)

    def _take(self) -> "_Process":
        """A process that waits for work, or a new one."""
        with self._lock:
            if self._free:
                return self._free.pop()
        return _Process(self._bounds)

    def _give_back(self, process: "_Process") -> None:
        with self._lock:
            if process.is_fresh and not self._closed:
                self._free.append(process)
                return
        process.end()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    """A process ended instead of answering, or never started."""

    status: int = 0
    """As `subprocess` has it: a signal is a negative number."""
    too_slow: bool = False
    over_memory: bool = False
    not_started: str = ""

    @property
    def from_outside(self) -> bool:
        return -self.status in _FROM_OUTSIDE and not self.too_slow

    def loss(self, source: str, bounds: Bounds, what: str = "it") -> SourceError:
        """What that means for the document at `source`."""
        megabytes = bounds.memory // 1_000_000
        if self.not_started:
            return SourceError(source=source, reason=f"no process to read it could be started: {self.not_started}")
        if self.over_memory:
            return SourceTooLarge(source=source, reason=f"reading {what} takes more than {megabytes} MB of memory")
        if self.too_slow:
            return SourceTooLarge(source=source, reason=f"reading {what} takes more than {bounds.wall_seconds:g} s")
        if -self.status == getattr(signal, "SIGXCPU", None):
            reason = f"reading {what} takes more than {bounds.cpu_seconds} s of processor time"
            return SourceTooLarge(source=source, reason=reason)
        how = signal.Signals(-self.status).name if -self.status in set(signal.Signals) else f"status {self.status}"
        reason = f"its reader crashed, or asked for more than {megabytes} MB of memory ({how})"
        return SourceGarbled(source=source, reason=reason)


class _Process:
    """One process that reads."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._jobs = 0
        self._lives = True
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether it can be asked again."""
        return self._lives and self._jobs < _MOST_JOBS

    def ask(self, facts: dict[str, object], body: bytes = b"") -> Frame | _Ended:
        """Its answer; where it ended instead, how. It is of no use then."""
        self._jobs += 1
        try:
            process = self._process = self._process or self._started()
        except OSError as exc:
            self._lives = False
            return _Ended(not_started=exc.strerror or str(exc))
        late = threading.Event()
        clock = threading.Timer(self._bounds.wall_seconds, _give_up, (process, late))
        clock.daemon = True
        clock.start()
        self._lives = False
        try:
            answer = _exchanged(process, facts, body)
        except (EOFError, OSError, ValueError):
            return _Ended(status=_status(process), too_slow=late.is_set())
        finally:
            clock.cancel()
        if OVER_MEMORY in answer[0]:
            return _Ended(over_memory=True)
        self._lives = SPENT not in answer[0]
        return answer

    def end(self) -> None:
        """End it now; nothing is lost with it."""
        self._lives = False
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def _started(self) -> "subprocess.Popen[bytes]":
        # -P: what lies in the current folder is not imported. A session of its own: Ctrl-C is for this process, which
        # then closes that one.
        return subprocess.Popen(
            [sys.executable, "-P", "-m", _WORKER, str(self._bounds.memory), str(self._bounds.cpu_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )


def _exchanged(process: "subprocess.Popen[bytes]", facts: dict[str, object], body: bytes) -> Frame:
    assert process.stdin is not None
    assert process.stdout is not None
    write_frame(process.stdin, facts, body)
    return read_frame(process.stdout)


def _give_up(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()


def _status(process: "subprocess.Popen[bytes]") -> int:
    """How it ended; one that does not end by itself has answered nonsense and is killed."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return process.wait(_LEAVE_SECONDS)
    process.kill()
    process.wait()
    return 0
