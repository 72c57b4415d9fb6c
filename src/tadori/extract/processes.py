"""A pool of bounded processes: sends jobs, returns answers, replaces a process that dies, ends one that idles.

It knows nothing about documents: `bounded` makes jobs of them, `worker` does the jobs.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Final

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.extract.frames import Frame, read_frame, write_frame
from tadori.extract.worker import OVER_MEMORY, SPENT

WORTH_SECONDS: Final = 0.3
"""What it costs to start a process: a further one is started once so much work was done while other work waited."""
IDLE_SECONDS: Final = 30.0
"""A process that had nothing to do for so long is ended; each holds about 100 MB."""
PATIENCE_SECONDS: Final = 1.0
"""No job waits longer than this for a process that could be started."""
_MOST_JOBS: Final = 5_000
"""Then a fresh process is taken, so that what libraries leave behind does not add up."""
_FROM_OUTSIDE: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
"""Somebody else ended the process; the document is not to blame and is tried once more."""
_PIPE_BYTES: Final = 1 << 20
_LEAVE_SECONDS: Final = 5.0
_WORKER: Final = "tadori.extract.worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much one job may cost."""

    memory: int = 700_000_000
    """Bytes of writable memory."""
    cpu_seconds: int = 15
    """For one document, or from one document of an archive to the next."""
    wall_seconds: float = 300.0
    """For a job that neither works nor ends; far above what an overloaded machine needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLimits:
    """How many processes there are, and for how long."""

    most: int
    worth_seconds: float = WORTH_SECONDS
    patience_seconds: float = PATIENCE_SECONDS
    idle_seconds: float = IDLE_SECONDS


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessEnded:
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
        """The error that this means for the document at `source`."""
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
    """One reading process."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._jobs = 0
        self._lives = True
        self._process: subprocess.Popen[bytes] | None = None
        self.idle_since = 0.0

    @property
    def is_warm(self) -> bool:
        """Whether it has been started, and has loaded what it reads with."""
        return self._jobs > 0

    @property
    def is_fresh(self) -> bool:
        """Whether it can take another job."""
        return self._lives and self._jobs < _MOST_JOBS

    def request(self, facts: dict[str, object], body: bytes = b"") -> Frame | ProcessEnded:
        """Its answer; or how it ended instead, after which it must not be used again."""
        self._jobs += 1
        try:
            process = self._process = self._process or self._started()
        except OSError as exc:
            self._lives = False
            return ProcessEnded(not_started=exc.strerror or str(exc))
        late = threading.Event()
        clock = threading.Timer(self._bounds.wall_seconds, _give_up, (process, late))
        clock.daemon = True
        clock.start()
        # Only a good answer below makes it usable again, whatever else happens meanwhile.
        self._lives = False
        try:
            answer = _exchanged(process, facts, body)
        except (EOFError, OSError, ValueError):
            return ProcessEnded(status=_status(process), too_slow=late.is_set())
        finally:
            clock.cancel()
        if OVER_MEMORY in answer[0]:
            return ProcessEnded(over_memory=True)
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
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", _WORKER, str(self._bounds.memory), str(self._bounds.cpu_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            _widen(pipe.fileno())
        return process


class Pool:
    """The busy and the idle processes."""

    def __init__(self, bounds: Bounds, limits: PoolLimits) -> None:
        self._bounds = bounds
        self._limits = limits
        self._changed = threading.Condition()
        self._free: list[_Process] = []
        """The one that worked last stands last and is taken first, so that those not needed grow idle."""
        self._at_work = 0
        self._worked = 0.0
        """Seconds of work that other work waited for, since a process was last started; the first job of each, which
        loads what it reads with, does not count."""
        self._waiting = 0
        self._sweep: threading.Timer | None = None
        self._closed = False

    def request(self, facts: dict[str, object], body: bytes) -> Frame | ProcessEnded:
        """The answer of a process, once one is free."""
        process = self._take()
        started, is_warm = time.monotonic(), process.is_warm
        try:
            return process.request(facts, body)
        finally:
            with self._changed:
                self._at_work -= 1
                if is_warm and self._waiting:
                    self._worked += time.monotonic() - started
            self.give_back_extra(process)

    def take_extra(self) -> _Process:
        """A process beside those that are counted, for an archive that stays open while its documents are read."""
        with self._changed:
            return self._free.pop() if self._free else _Process(self._bounds)

    def give_back_extra(self, process: _Process) -> None:
        with self._changed:
            keep = process.is_fresh and not self._closed
            if keep:
                process.idle_since = time.monotonic()
                self._free.append(process)
                self._sweep_later()
            self._changed.notify()
        if not keep:
            process.end()

    def close(self) -> None:
        with self._changed:
            self._closed, free, self._free = True, self._free, []
            if self._sweep is not None:
                self._sweep.cancel()
        for process in free:
            process.end()

    def _take(self) -> _Process:
        """An idle process; a new one where that is worth its start."""
        since = time.monotonic()
        with self._changed:
            self._waiting += 1
            while not self._free and not self._may_start(since):
                self._changed.wait(min(self._limits.patience_seconds, threading.TIMEOUT_MAX))
            self._waiting -= 1
            self._at_work += 1
            if self._free:
                return self._free.pop()
            self._worked = 0.0
            return _Process(self._bounds)

    def _may_start(self, since: float) -> bool:
        if self._at_work == 0:
            return True
        is_worth = (
            self._worked >= self._limits.worth_seconds or time.monotonic() - since >= self._limits.patience_seconds
        )
        return self._at_work < self._limits.most and is_worth

    def _sweep_later(self) -> None:
        """Start the timer that ends idle processes."""
        if self._sweep is None:
            self._sweep = threading.Timer(self._limits.idle_seconds, self._end_idle)
            self._sweep.daemon = True
            self._sweep.start()

    def _end_idle(self) -> None:
        with self._changed:
            self._sweep = None
            if self._closed:
                return
            latest = time.monotonic() - self._limits.idle_seconds
            idle = [process for process in self._free if process.idle_since <= latest]
            self._free = [process for process in self._free if process.idle_since > latest]
            if self._free:
                self._sweep_later()
        for process in idle:
            process.end()


def _exchanged(process: "subprocess.Popen[bytes]", facts: dict[str, object], body: bytes) -> Frame:
    assert process.stdin is not None
    assert process.stdout is not None
    write_frame(process.stdin, facts, body)
    return read_frame(process.stdout)


def _widen(pipe: int) -> None:
    """Let a whole page pass at once: on a busy machine, waiting for each other costs up to a third of the time."""
    try:
        import fcntl  # lazy: not on Windows
    except ImportError:  # not on Windows
        return
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):  # the user has enough large pipes: a small one does as well
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _give_up(process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
    late.set()
    process.kill()


def _status(process: "subprocess.Popen[bytes]") -> int:
    """Its exit status; one that does not end by itself has answered nonsense and is killed."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return process.wait(_LEAVE_SECONDS)
    process.kill()
    process.wait()
    return 0
