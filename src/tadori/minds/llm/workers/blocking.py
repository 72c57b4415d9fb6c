"""How a synchronous caller on a thread waits for an asynchronous `Mind`, within a time limit."""

import asyncio
import concurrent.futures
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from tadori.errors import ModelUnusable

R = TypeVar("R")


class RunBlocking(Protocol):
    """Runs a coroutine to its end. Raises what it raises, and `ModelUnusable` when it takes too long."""

    def __call__(self, work: Coroutine[Any, Any, R], /) -> R: ...


class RunOnLoop:
    """Implements `RunBlocking` for threads beside a running event loop. On the loop's own thread it would deadlock."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._seconds = loop, seconds

    def __call__(self, work: Coroutine[Any, Any, R], /) -> R:
        if _running() is self._loop:
            work.close()
            raise ModelUnusable("a mind was waited for on the thread that runs it")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(self._seconds)
        except concurrent.futures.TimeoutError as exc:
            future.cancel()
            raise ModelUnusable(f"the language model took longer than {self._seconds:g} s") from exc


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
