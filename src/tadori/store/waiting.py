"""Waits for work that a thread does, to its end, also when whoever waits is cancelled.

Comes in: a future of a thread. Goes out: its result. A thread cannot be cancelled: a caller that went on without it
would free a lock or close a store while the thread still works.
"""

import asyncio
from typing import TypeVar

T = TypeVar("T")


async def wait_until_done(future: "asyncio.Future[T]") -> T:
    """The result of `future`. A cancellation is raised once the future is done, never before."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait({future})
        except asyncio.CancelledError as exc:
            cancelled = exc
    if cancelled is None:
        return future.result()
    if not future.cancelled():
        future.exception()  # looked at: asyncio would otherwise report it as never retrieved
    raise cancelled
