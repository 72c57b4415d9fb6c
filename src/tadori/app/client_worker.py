"""A process that works on searches of clients, started by a server (`client_workers`, which has the lines they speak).

Comes in: lines on standard input. Goes out: lines on standard output. When its input closes it calls off what it works
on and ends; a step that takes longer than that is cut, which is a crash like any other and loses nothing.
"""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, Final

from tadori.app.client_log import ErrorLog
from tadori.app.client_work import Here, Running
from tadori.app.home import App, open_app
from tadori.model.printable import PrintableStream
from tadori.settings import load_settings

TELL_EVERY: Final = 0.2
LEAVE_SECONDS: Final = 4.0


def main() -> None:
    """Work until the input closes."""
    # Whatever prints, in any library, must not speak between the lines.
    lines = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    out = os.fdopen(lines, "w", encoding="utf-8", buffering=1)
    sys.stdout, sys.stderr = PrintableStream(sys.stdout), PrintableStream(sys.stderr)
    with open_app(load_settings()) as app:
        asyncio.new_event_loop().run_until_complete(_Desk(app, out).serve())
    # Threads of a step that was cut may still be at work; nobody waits for them.
    os._exit(0)


class _Desk:
    def __init__(self, app: App, out: Any) -> None:
        threads = ThreadPoolExecutor(thread_name_prefix="tadori")
        log = ErrorLog(folder=app.settings.home / "logs", clock=app.clock)
        self._here = Here(app=app, threads=threads, log=log)
        self._out = out
        self._running = Running()
        self._work: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        _load()
        async for line in _input():
            order = json.loads(line)
            if "off" in order:
                self._running.off.set()
            else:  # the next line may call it off before it has begun
                self._running = Running()
                self._work = asyncio.create_task(self._carry(order["task_id"], order["number"], self._running))
        self._running.off.set()
        if self._work is not None:
            await asyncio.wait({self._work}, timeout=LEAVE_SECONDS)

    async def _carry(self, task_id: str, number: int, running: Running) -> None:
        telling = asyncio.create_task(self._tell(running))
        try:
            ended = await self._here.carry(task_id, number, running)
        finally:
            telling.cancel()
        self._say(running.figures())
        self._say({"ended": ended.how.value, "error_id": ended.error_id})

    async def _tell(self, running: Running) -> None:
        said = 0
        while True:
            await asyncio.sleep(TELL_EVERY)
            if running.told != said:
                said = running.told
                self._say(running.figures())

    def _say(self, line: dict[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):  # the server is gone; the input closes too
            self._out.write(json.dumps(line) + "\n")


def _load() -> None:
    """Load what every search needs, before the first is asked for."""
    for name in ("dbos", "tadori.app.wiring", "tadori.loop.client", "tadori.run.durable"):
        import_module(name)


async def _input() -> AsyncIterator[bytes]:
    """Lines of standard input, until it closes."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line


if __name__ == "__main__":
    main()
