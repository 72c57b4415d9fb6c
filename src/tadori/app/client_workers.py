"""Processes that work on the searches of clients, each on one at a time: several tasks go on side by side.

Comes in: the task and number of a search. Goes out: how the work on it ended. A worker is started when a search wants
one, kept for the next, and let go when nobody wanted it for five minutes. It is told what to do over its standard input
and ends when that closes, so none outlives its server, however the server ends. Lines of JSON, both ways:

    to a worker      {"task_id": …, "number": …}   work on this      {"off": true}   end at the next unit
    from a worker    {"told": …, "hits": …, "pages": …, "claims": …}   {"ended": …, "error_id": …}
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from dataclasses import dataclass, field
from typing import Any, Final

from tadori.app.client_work import Ended, How, Running
from tadori.errors import WorkerLost

MOST_WORKERS: Final = 4
"""§3.2.2: four users of the network."""
IDLE_SECONDS: Final = 300.0
LEAVE_SECONDS: Final = 5.0
"""A worker whose input is closed has so long; then it is killed, which loses nothing."""
_COMMAND: Final = (sys.executable, "-m", "tadori.app.client_worker")


@dataclass(slots=True)
class Worker:
    """One process."""

    process: asyncio.subprocess.Process
    retiring: asyncio.TimerHandle | None = None

    @property
    def lives(self) -> bool:
        return self.process.returncode is None

    async def carry(self, task_id: str, number: int, running: Running) -> Ended:
        """Have it carry a search. Raises WorkerLost."""
        await self._say({"task_id": task_id, "number": number})
        calling_off = asyncio.create_task(self._call_off(running))
        try:
            while "ended" not in (told := await self._hear()):
                running.take(told)
        finally:
            calling_off.cancel()
        return Ended(how=How(told["ended"]), error_id=told["error_id"])

    async def _call_off(self, running: Running) -> None:
        await running.off.wait()
        with contextlib.suppress(WorkerLost):  # whoever listens to it hears so
            await self._say({"off": True})

    async def _say(self, line: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(line).encode() + b"\n")
            await self.process.stdin.drain()
        except ConnectionError as exc:
            raise WorkerLost("a worker has ended before it was told what to do") from exc

    async def _hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line:
            code = await self.process.wait()
            raise WorkerLost(f"a worker has ended in the middle of a search (exit code {code}); the same call goes on")
        try:
            heard: dict[str, Any] = json.loads(line)
        except ValueError as exc:
            raise WorkerLost("a worker said what nobody understands") from exc
        return heard

    def retire(self) -> None:
        """Let it end."""
        if self.process.stdin is not None:
            self.process.stdin.close()

    async def end(self) -> None:
        """Let it end, and see that it does."""
        self.retire()
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.process.wait()
        except TimeoutError:
            self.kill()
            await self.process.wait()

    def kill(self) -> None:
        """End it now, with what it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


@dataclass(slots=True, kw_only=True)
class Workers:
    """As many workers as there are searches, up to `most`."""

    most: int = MOST_WORKERS
    idle_seconds: float = IDLE_SECONDS
    _free: list[Worker] = field(default_factory=list)
    _all: list[Worker] = field(default_factory=list)
    _room: asyncio.Semaphore = field(init=False)
    _expecting: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self._room = asyncio.Semaphore(self.most)

    def expect(self) -> None:
        """Start a worker while the client still thinks about its query."""
        starting = self._expecting is not None and not self._expecting.done()
        if not self._free and not starting and sum(worker.lives for worker in self._all) < self.most:
            self._expecting = asyncio.create_task(self._start_one())

    async def _start_one(self) -> None:
        with contextlib.suppress(WorkerLost):  # the search itself will say so
            self._rest(await self._hire())

    async def carry(self, task_id: str, number: int, running: Running) -> Ended:
        async with self._room:
            if running.called_off:
                return Ended(how=How.CALLED_OFF)
            if self._expecting is not None:
                await asyncio.wait({self._expecting})
            worker = self._take() or await self._hire()
            try:
                ended = await worker.carry(task_id, number, running)
            except BaseException:  # lost, or the server will not wait for its end any longer
                worker.kill()
                raise
            self._rest(worker)
            return ended

    async def close(self) -> None:
        if self._expecting is not None:
            self._expecting.cancel()
            await asyncio.gather(self._expecting, return_exceptions=True)
        for worker in self._free:
            self._awaken(worker)
        await asyncio.gather(*(worker.end() for worker in self._all))

    async def _hire(self) -> Worker:
        # In a session of its own: Ctrl-C at the server's terminal is for the server, which then closes its workers.
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*_COMMAND, stdin=pipe, stdout=pipe, start_new_session=True)
        except OSError as exc:
            raise WorkerLost(f"no worker could be started: {exc}") from exc
        worker = Worker(process)
        self._all = [one for one in self._all if one.lives] + [worker]
        return worker

    def _take(self) -> Worker | None:
        """The worker that rested last; those that have ended meanwhile are forgotten."""
        while self._free:
            worker = self._free.pop()
            self._awaken(worker)
            if worker.lives:
                return worker
        return None

    def _rest(self, worker: Worker) -> None:
        self._free.append(worker)
        worker.retiring = asyncio.get_running_loop().call_later(self.idle_seconds, self._let_go, worker)

    def _let_go(self, worker: Worker) -> None:
        self._free.remove(worker)
        worker.retire()

    def _awaken(self, worker: Worker) -> None:
        if worker.retiring is not None:
            worker.retiring.cancel()
            worker.retiring = None
