"""The process that reads foreign bytes: bounded by the kernel in memory and processor time, ended with its parent.

python -m tadori.extract.worker MEMORY_BYTES CPU_SECONDS

Frames come in on standard input, one answer per frame goes out on standard output. It opens nothing but the archive
named in a job, writes no file, and starts nothing. A job over its time is ended by the kernel (SIGXCPU); one over its
memory raises `MemoryError`, or crashes where a library does not check. `bounded` says what that means.
"""

import gc
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Final

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.extract import ocr
from tadori.extract.frames import (
    MAX_BODY_BYTES,
    Frame,
    capture_frame,
    capture_from,
    head_bytes,
    loss_frame,
    read_frame,
    reading_frame,
    write_frame,
)
from tadori.model.page import Capture

OVER_MEMORY: Final = "over memory"
"""The one fact of a frame that says so; the process ends behind it."""
SPENT: Final = "spent"
"""A fact of a frame behind which the process is not to be asked again: its reader fell over."""
OCR_BYTES: Final = 1_000_000_000
"""On top of the bound, and only once a page is recognised: the weights of the models and what they compute with."""
_OBJECTS: Final = 50_000
"""The garbage collector looks for cycles after so many new objects: once or not at all for most documents, instead of
every 700, which costs 5 to 10 % of the time. A hostile document is bounded in memory as before."""
_NEARLY: Final = 0.8
"""A reader that falls over with so much of its memory in use has run out of it: not every library says so."""


def main(memory: int, cpu_seconds: int) -> None:
    """Serve until standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's own affair; it then ends this process
    answers = _private_output()
    _bound_memory(memory)
    frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(os.fdopen(0, "rb", buffering=0), frames), daemon=True).start()
    ocr.before_page = partial(_allow_page, cpu_seconds)
    worker = ReaderWorker(memory)
    gc.set_threshold(_OBJECTS, 10, 10)
    farewell = head_bytes({OVER_MEMORY: True})  # now: later there may be no memory to make it
    while True:
        frame = frames.get()
        _allow(cpu_seconds)
        try:
            answer = worker.answer(frame)
            write_frame(answers, *answer)
        except MemoryError:
            os.write(answers.fileno(), farewell)
            return


class ReaderWorker:
    """Answers frames. Keeps nothing between two of them but the open archive."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._open: Iterator[Capture | SourceError] = iter(())

    def answer(self, frame: Frame) -> Frame:
        """Raises MemoryError and nothing else."""
        try:
            return self._done(frame)
        except SourceError as exc:
            return loss_frame(exc)
        except MemoryError:
            raise
        except Exception as exc:
            if _peak() > _NEARLY * self._memory:
                raise MemoryError from exc
            facts, _ = loss_frame(reader_failure(str(frame[0].get("url", "")), exc))
            return {**facts, SPENT: True}, b""

    def _done(self, frame: Frame) -> Frame:
        match frame[0]["job"]:
            case "extract":
                from tadori.extract.extraction import Extraction  # lazy: only for this job

                return reading_frame(Extraction().extract(capture_from(frame)))
            case "words":
                from tadori.extract.raw import raw_text  # lazy: only for this job

                return {}, _bounded(raw_text(capture_from(frame)), str(frame[0]["url"]))
            case "open":
                from tadori.extract.containers import documents_in_warc  # lazy: only where an archive is opened

                self._open = documents_in_warc(Path(frame[0]["path"]))
                return {}, b""
            case "next":
                item = next(self._open, None)
                if item is None:
                    return {"end": True}, b""
                return capture_frame(item) if isinstance(item, Capture) else loss_frame(item)
        raise ValueError("no such job")


def reader_failure(source: str, exc: Exception) -> SourceGarbled:
    """The error for a document whose reader failed."""
    words = " ".join(str(exc).split())[:200]
    return SourceGarbled(source=source, reason=f"its reader failed: {type(exc).__name__}{': ' if words else ''}{words}")


def _bounded(text: str, source: str) -> bytes:
    body = text.encode("utf-8", "surrogatepass")
    if len(body) > MAX_BODY_BYTES:
        raise SourceTooLarge(source=source, reason=f"more than {MAX_BODY_BYTES} bytes of text")
    return body


def _listen(stream: IO[bytes], frames: "queue.SimpleQueue[Frame]") -> None:
    """Pass frames on; when the parent is gone, however it went, end in the middle of whatever is being read."""
    try:
        while True:
            frames.put(read_frame(stream))
    except (EOFError, OSError, ValueError):
        os._exit(0)


def _private_output() -> IO[bytes]:
    """Standard output for answers only: what a library prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    return answers


def _bound_memory(limit: int) -> None:
    try:
        import resource  # lazy: not on Windows
    except ImportError:  # not on Windows; there the parent's clock is what bounds a job
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Writable memory of its own: unlike RLIMIT_AS it does not count the libraries that are only mapped.
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit + OCR_BYTES))


def _allow_page(seconds: int) -> None:
    """Give a page that is recognised as a picture its own time, and the models that do it their memory."""
    import resource  # lazy: not on Windows

    _allow(seconds)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _peak() -> int:
    """The most memory this process ever had, in bytes; 0 where that is not known.

    Not by `getrusage`: there a process begins with the peak of the one that started it.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:  # not on Linux
        return 0
    peaks = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
    return 1024 * int(peaks[0]) if peaks else 0


def _allow(seconds: int) -> None:
    """Give the next job its processor time, from now."""
    try:
        import resource  # lazy: not on Windows
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + 1 + seconds, hard))


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]))
    finally:
        # At once: an orderly end would wait for libraries, and for the thread that listens.
        os._exit(1)
