"""Child processes that end with us, however we end.

Comes in: a command. Goes out: a process in its own group that is terminated by `stop`, and also when this process dies
without cleaning up (kill −9): a small shell reads a pipe from us until it closes. Works on every POSIX system; what the
command is does not matter here.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_SCRIPT: Final = """
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
{ cat >/dev/null; kill -TERM $child; sleep 3; kill -KILL $child; } <&3 >/dev/null 2>&1 &
watch=$!
wait $child
code=$?
kill $watch 2>/dev/null
exit $code
"""
END_SECONDS: Final = 5.0


class OwnedProcess:
    """A running process of ours."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    @property
    def output(self) -> asyncio.StreamReader:
        """Its standard output, where it was asked for."""
        if self._process.stdout is None:
            raise RuntimeError("started without reading its output")
        return self._process.stdout

    async def stop(self) -> None:
        """Close the pipe and wait; a process that does not end is killed, with its whole group."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_SECONDS):
                await self._process.wait()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()


async def start_owned(command: Sequence[str], *, errors: Path, read_output: bool = False) -> OwnedProcess:
    """Start `command`; what it says on standard error goes to the file `errors`. Raises OSError."""
    with errors.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            _SCRIPT,
            "tadori",
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE if read_output else asyncio.subprocess.DEVNULL,
            stderr=log,
            start_new_session=True,
        )
    return OwnedProcess(process)
