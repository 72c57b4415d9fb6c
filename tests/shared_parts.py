"""What is slow to start and the same for every test is started once a process: a pytest plugin.

Two things: processes that read documents, which go from a test that has ended to the next one that needs one with the
same bounds, and the weights of the stance model that ships. Both are the real ones. A test about such a process itself,
how it is started, bounded or ended, has those that it started: `@pytest.mark.own_readers`.
"""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import pytest

from tadori.extract import processes
from tadori.minds.local.aligner import Aligner
from tadori.minds.local.reader import EnglishReader
from tadori.minds.local.stance import SHIPPED, LocalStance

_NewProcess: Final = processes._Process
_close_pool: Final = processes.Pool.close


class Shelf:
    """Processes that read documents, and have nothing to do between two tests."""

    def __init__(self) -> None:
        self.is_open = True
        self._changed = threading.Lock()
        self._waiting: defaultdict[processes.Bounds, list[processes._Process]] = defaultdict(list)

    def take(self, bounds: processes.Bounds) -> processes._Process:
        with self._changed:
            if self.is_open and self._waiting[bounds]:
                return self._waiting[bounds].pop()
        return _NewProcess(bounds)

    def give(self, bounds: processes.Bounds, some: list[processes._Process]) -> None:
        with self._changed:
            self._waiting[bounds] += some

    def forget(self) -> None:
        """In a forked process: those that wait are its parent's, and two would speak to one at once."""
        self._changed = threading.Lock()
        self._waiting.clear()

    def clear(self) -> None:
        for some in self._waiting.values():
            for process in some:
                process.end()
        self._waiting.clear()


SHELF: Final = Shelf()
os.register_at_fork(after_in_child=SHELF.forget)


def _close_and_keep(pool: processes.Pool) -> None:
    """`Pool.close`, but those that can be asked again wait for the next test."""
    if SHELF.is_open:
        with pool._changed:
            kept, pool._free = (
                [one for one in pool._free if one.is_fresh],
                [one for one in pool._free if not one.is_fresh],
            )
        SHELF.give(pool._bounds, kept)
    _close_pool(pool)


@pytest.fixture(autouse=True, scope="session")
def _shared_processes() -> Iterator[None]:
    vars(processes)["_Process"] = SHELF.take
    processes.Pool.close = _close_and_keep  # type: ignore[assignment, method-assign]
    yield
    SHELF.clear()


@pytest.fixture(autouse=True)
def _own_readers(request: pytest.FixtureRequest) -> None:
    SHELF.is_open = request.node.get_closest_marker("own_readers") is None


@pytest.fixture(autouse=True, scope="session")
def _shared_stance_model() -> None:
    load_reader: Callable[[LocalStance], EnglishReader] = vars(LocalStance)["_reader"].func
    load_aligner: Callable[[LocalStance], Aligner] = vars(LocalStance)["_aligner"].func

    @lru_cache
    def shipped_reader(threads: int) -> EnglishReader:
        return load_reader(LocalStance(threads=threads))

    @lru_cache
    def shipped_aligner() -> Aligner:
        return load_aligner(LocalStance())

    def reader(model: LocalStance) -> EnglishReader:
        return shipped_reader(model._threads) if _is_shipped(model._folder) else load_reader(model)

    def aligner(model: LocalStance) -> Aligner:
        return shipped_aligner() if _is_shipped(model._folder) else load_aligner(model)

    for name, load in (("_reader", reader), ("_aligner", aligner)):
        part = cached_property(load)
        part.__set_name__(LocalStance, name)
        setattr(LocalStance, name, part)


def _is_shipped(folder: Path) -> bool:
    return folder == SHIPPED
