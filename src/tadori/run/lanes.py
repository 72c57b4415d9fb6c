"""One request at a time for each domain, in this process and in every other one that uses this home.

Comes in: a domain. Goes out: the lane, held until the `async with` ends. The operating system frees the lanes of a
process that dies. It does not pace: whoever holds the lane waits in it.
"""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tadori.model.ids import content_id

POLL_SECONDS = 0.1
Sleep = Callable[[float], Awaitable[None]]


class Lanes:
    """The lanes of one home."""

    def __init__(self, folder: Path, sleep: Sleep = asyncio.sleep) -> None:
        self._folder = folder
        self._sleep = sleep
        self._waiting: dict[str, tuple[asyncio.Lock, int]] = {}
        folder.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def hold(self, domain: str) -> AsyncIterator[None]:
        """Hold the lane of `domain`; who waits in this process is served in order."""
        lock, users = self._waiting.get(domain, (asyncio.Lock(), 0))
        self._waiting[domain] = (lock, users + 1)
        try:
            async with lock:
                lane = await self._locked(domain)
                try:
                    yield
                finally:
                    os.close(lane)
        finally:
            lock, users = self._waiting[domain]
            if users == 1:
                del self._waiting[domain]
            else:
                self._waiting[domain] = (lock, users - 1)

    async def _locked(self, domain: str) -> int:
        """An open file that holds the domain's lock; another process may hold it, so this waits."""
        path = self._folder / f"{content_id('lane', domain)}.lock"
        lane = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            while True:
                try:
                    fcntl.flock(lane, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    await self._sleep(POLL_SECONDS)
                else:
                    return lane
        except BaseException:
            os.close(lane)
            raise
