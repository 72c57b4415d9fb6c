"""Runs our own tor: started in its own folder, ended with us. For machines where tor is installed and not running.

Comes in: a folder and more torrc lines, if any (bridges). Goes out: its control port, once it is connected, or
`RouteUnavailable` with its last log message. It never touches a tor that somebody else started.
"""

import asyncio
import os
import shutil
from pathlib import Path
from typing import Final

from tadori.errors import RouteUnavailable
from tadori.fetch.owned_process import OwnedProcess, start_owned
from tadori.fetch.tor_control import ROUTE, Bootstrap, TorControl
from tadori.model.doors import Sleep
from tadori.model.web_thresholds import TOR_STICKY_SECONDS

INSTALL: Final = "install it (Debian: apt install tor; macOS: brew install tor)"
START_SECONDS: Final = 120.0
"""The first start has to fetch the whole directory; a later one takes seconds."""
_POLL_SECONDS: Final = 0.2
_PORT_FILE: Final = "control-port"
_LOG_FILE: Final = "tor.log"


class OwnTor:
    """Starts `tor` in `folder`. Starting twice gives the same one; one that has died is restarted."""

    def __init__(
        self,
        folder: Path,
        *,
        options: tuple[str, ...] = (),
        program: str = "tor",
        seconds: float = START_SECONDS,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """`options` are torrc lines; `folder` keeps its guards and directory from one start to the next."""
        self._folder = folder
        self._options = options
        self._program = program
        self._polls = max(1, round(seconds / _POLL_SECONDS))
        self._sleep = sleep
        self._process: OwnedProcess | None = None

    async def start(self) -> TorControl:
        """The control port of our tor, which is in the network when this returns.

        Raises:
            RouteUnavailable: not installed, ended by itself, or not in the network in time.
        """
        if self._process is None or self._process.ended:
            await self.close()
            self._process = await self._started()
        return await self._in_the_network(self._process)

    async def close(self) -> None:
        """Ends it."""
        process, self._process = self._process, None
        if process is not None:
            await process.stop()

    async def _started(self) -> OwnedProcess:
        program = shutil.which(self._program)
        if program is None:
            raise RouteUnavailable(source=ROUTE, reason=f"tor is not installed; {INSTALL}")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (self._folder / _PORT_FILE).unlink(missing_ok=True)
            torrc = self._folder / "torrc"
            torrc.write_text("\n".join(self._torrc()) + "\n", encoding="utf-8")
            # Neither the system's torrc nor its defaults are read: they are meant for another tor.
            defaults = self._folder / "no-defaults"
            defaults.write_bytes(b"")
            command = [program, "--defaults-torrc", str(defaults), "-f", str(torrc), *self._places()]
            return await start_owned(command, errors=self._folder / "errors.log", read_output=True)
        except OSError as error:
            raise RouteUnavailable(
                source=ROUTE, reason=f"tor could not be started in {self._folder}: {error}"
            ) from error

    def _places(self) -> tuple[str, ...]:
        """Options with paths stand on the command line, where a blank or a # in them means nothing."""
        ports = ("--ControlPortWriteToFile", str(self._folder / _PORT_FILE))
        return ("--DataDirectory", str(self._folder), "--Log", f"notice file {self._folder / _LOG_FILE}", *ports)

    def _torrc(self) -> tuple[str, ...]:
        return (
            "TruncateLogFile 1",
            "SocksPort auto IsolateSOCKSAuth KeepAliveIsolateSOCKSAuth",
            "ControlPort auto",
            "CookieAuthentication 1",
            f"MaxCircuitDirtiness {round(TOR_STICKY_SECONDS)}",
            # Tor would move streams from a single circuit to a pair of them, and so to another exit.
            "ConfluxEnabled 0",
            # A client, never a relay for others.
            "ClientOnly 1",
            f"__OwningControllerProcess {os.getpid()}",
            *self._options,
        )

    async def _in_the_network(self, process: OwnedProcess) -> TorControl:
        reached: Bootstrap | None = None
        for _ in range(self._polls):
            if process.ended:
                first = (await process.output.read()).decode("utf-8", "replace")
                reason = f"the tor we started ended by itself: {self._last_words(first)}"
                raise RouteUnavailable(source=ROUTE, reason=reason)
            control = self._control()
            if control is not None:
                reached = await control.bootstrap()
                if reached.percent == 100:
                    return control
            await self._sleep(_POLL_SECONDS)
        where = "no control port" if reached is None else f"{reached.percent} % ({reached.doing})"
        raise RouteUnavailable(
            source=ROUTE,
            reason=f"the tor we started is not in the network yet: {where}; {self._last_words()}. Where Tor is "
            "blocked it needs a bridge (docs/tor.md)",
        )

    def _control(self) -> TorControl | None:
        """The control port it has written down, which it does once it listens."""
        try:
            written = (self._folder / _PORT_FILE).read_text(encoding="ascii")
        except FileNotFoundError:
            return None
        ports = [line.removeprefix("PORT=") for line in written.splitlines() if line.startswith("PORT=")]
        return TorControl(place=ports[0]) if ports else None

    def _last_words(self, first: str = "") -> str:
        """The last warning or error in its log or in `first`, its output: what a person needs to know."""
        log = self._folder / _LOG_FILE
        lines = first.splitlines() + (log.read_text("utf-8", "replace").splitlines() if log.is_file() else [])
        grave = [line.partition("] ")[2] for line in lines if "[warn]" in line or "[err]" in line]
        return next((words for words in reversed(grave) if "see warnings above" not in words), "it said nothing")
