"""Reads documents in separate processes, so that no document can cost more than its bounds.

In: captures and archives. Out: extracted text, or an error for each document that is over a bound. The kernel bounds
each process in memory and processor time. There are as many processes as cores, none before the first document; a
further one is started when there is enough work for it, an idle one is ended, and all end with this process. A document
over a bound is lost with its reason; the next one gets a fresh process. It neither fetches nor stores anything.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from tadori.errors import SourceError
from tadori.extract.frames import Frame, capture_frame, capture_from, loss_from, reading_from
from tadori.extract.processes import Bounds, Pool, PoolLimits, ProcessEnded, cores
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.extract.worker import reader_failure
from tadori.model.page import Capture, Extracted

QUICK_BYTES: Final = 300_000
"""A page or text up to this size may be read in a program's own process: the worst one known takes 4 s and 200 MB."""
_QUICK_KINDS: Final = frozenset({DocumentKind.HTML, DocumentKind.TEXT, DocumentKind.MARKDOWN})
"""Small documents of other kinds may unpack to large ones, or keep a library busy for long."""

Answer = TypeVar("Answer")


class BoundedExtractor:
    """Reads captures and opens archives within bounds; implements `model.doors.Extractor`. Close it at the end.

    May be called from several threads: as many documents as it has processes are then read in parallel.
    """

    def __init__(self, bounds: Bounds | None = None, limits: PoolLimits | None = None, *, quick_bytes: int = 0) -> None:
        """`quick_bytes`: pages and texts up to this size are read in this process, which pays for a program that reads
        few of them and does nothing else meanwhile."""
        self._bounds = bounds or Bounds()
        self._limits = limits or PoolLimits(most=cores())
        self._pool = Pool(self._bounds, self._limits)
        self._quick_bytes = quick_bytes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def most(self) -> int:
        """How many documents are read in parallel at most."""
        return self._limits.most

    def close(self) -> None:
        """End the idle processes; a busy one ends when its job does."""
        self._pool.close()

    def extract(self, capture: Capture) -> Extracted:
        """The text of `capture` with its pieces.

        Raises:
            SourceGarbled: binary, encrypted, torn, of another type, without text, or what no reader survives.
            SourceTooLarge: over the bounds in size, elements, depth, memory or time.
        """

        def in_this_process(quick: Capture) -> Extracted:
            from tadori.extract.extraction import Extraction  # lazy: loads every parser

            return Extraction().extract(quick)

        return self._read(capture, "extract", in_this_process, reading_from)

    def raw_text(self, capture: Capture) -> str:
        """Every word the raw document holds, as `raw.raw_text` reads it. Raises as `extract`."""

        def in_this_process(quick: Capture) -> str:
            from tadori.extract.raw import raw_text  # lazy: loads every parser

            return raw_text(quick)

        return self._read(capture, "words", in_this_process, lambda frame: frame[1].decode("utf-8", "surrogatepass"))

    def documents_in(self, path: Path) -> Iterator[Capture | SourceError]:
        """The documents in the archive at `path`, in its order, and an error for each record that cannot be had."""
        process = self._pool.take_extra()
        try:
            answer = process.request({"job": "open", "path": os.fspath(path.absolute())})
            while not isinstance(answer, ProcessEnded) and "end" not in answer[0]:
                if "lost" in answer[0]:
                    yield loss_from(answer)
                elif "url" in answer[0]:
                    yield capture_from(answer)
                answer = process.request({"job": "next"})
            if isinstance(answer, ProcessEnded):
                yield answer.loss(path.name, self._bounds, "the archive")
        finally:
            self._pool.give_back_extra(process)

    def _read(
        self,
        capture: Capture,
        job: str,
        in_this_process: Callable[[Capture], Answer],
        received: Callable[[Frame], Answer],
    ) -> Answer:
        try:
            if len(capture.body) <= self._quick_bytes and _is_quick(capture):
                return in_this_process(capture)
            return received(self._answer(capture, job))
        except (SourceError, MemoryError):
            raise
        except Exception as exc:
            # As in the process: whatever foreign bytes make a reader raise is the loss of one document.
            raise reader_failure(capture.url, exc) from exc

    def _answer(self, capture: Capture, job: str) -> Frame:
        facts, body = capture_frame(capture, job=job)
        answer = self._pool.request(facts, body)
        # Killed from outside (out of memory, a shutdown): not the fault of this document, so it gets a second try.
        if isinstance(answer, ProcessEnded) and answer.from_outside:
            answer = self._pool.request(facts, body)
        if isinstance(answer, ProcessEnded):
            raise answer.loss(capture.url, self._bounds)
        if "lost" in answer[0]:
            raise loss_from(answer)
        return answer


def _is_quick(capture: Capture) -> bool:
    return document_kind(capture) in _QUICK_KINDS
