"""Waits for work in a thread until it is done, even if the waiting task is cancelled.

Comes in: a thread's future. Goes out: its result. A thread cannot be cancelled: a caller that continued without it
would release a lock or close the store while the thread still uses it.
"""

import asyncio
from typing import TypeVar

T = TypeVar("T")


async def wait_until_done(future: "asyncio.Future[T]") -> T:
    """The result of `future`. A cancellation is raised only after the future is done."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait({future})
        except asyncio.CancelledError as exc:
            cancelled = exc
    if cancelled is None:
        return future.result()
    if not future.cancelled():
        future.exception()  # retrieve it, or asyncio reports it as never retrieved
    raise cancelled
