"""Tor's control port, through Stem: bootstrap progress, a new identity, its ports.

Comes in: the address of the port and the credentials. Goes out: facts, or `RouteUnavailable` with what to do.
One connection per command, none kept open. It starts no tor (`tor_process`) and fetches nothing.
"""

import asyncio
import re
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tadori.errors import ConfigError, RouteUnavailable

if TYPE_CHECKING:
    from stem.socket import ControlSocket

ROUTE: Final = "tor"
"""What a `RouteUnavailable` of this route names as its source."""
CONTROL_SECONDS: Final = 5.0
_PROGRESS: Final = re.compile(r'PROGRESS=(\d+)(?:.*?SUMMARY="([^"]*)")?')
_LISTENER: Final = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap:
    """Tor's progress in connecting to the network."""

    percent: int
    doing: str
    """Tor's own words for the step it is at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TorControl:
    """The control port at `place`: `host:port`, or the path of a socket. The cookie is found and read by itself."""

    place: str
    password: str | None = field(default=None, repr=False)
    seconds: float = CONTROL_SECONDS

    async def bootstrap(self) -> Bootstrap:
        """How far tor has come.

        Raises:
            RouteUnavailable: nothing answers there, or it does not let us in.
        """
        reply = await self._command("GETINFO status/bootstrap-phase")
        found = _PROGRESS.search(reply)
        if found is None:
            raise RouteUnavailable(source=ROUTE, reason=f"the control port {self.place} speaks, but not as tor does")
        return Bootstrap(percent=int(found[1]), doing=found[2] or "")

    async def new_identity(self) -> None:
        """NEWNYM: every later connection takes a new circuit. Raises as `bootstrap` does."""
        await self._command("SIGNAL NEWNYM")

    async def socks_place(self) -> str:
        """The first `host:port` where tor takes SOCKS connections. Raises as `bootstrap` does."""
        places = _LISTENER.findall(await self._command("GETINFO net/listeners/socks"))
        found = next((place for place in places if not place.startswith("unix:")), None)
        if found is None:
            raise RouteUnavailable(source=ROUTE, reason="this tor has no SocksPort; set one in its torrc")
        return str(found)

    async def circuit_seconds(self) -> float:
        """How long tor itself lets a circuit take new streams. Raises as `bootstrap` does."""
        return float((await self._command("GETCONF MaxCircuitDirtiness")).partition("=")[2])

    async def _command(self, command: str) -> str:
        # Stem blocks. Its thread cannot be taken back, so every step of it has a time limit of its own.
        return await asyncio.to_thread(self._run_command, command)

    def _run_command(self, command: str) -> str:
        try:
            import stem  # lazy: stem is an optional extra (tadori[tor])
            import stem.connection  # lazy: stem is an optional extra (tadori[tor])
        except ModuleNotFoundError as error:
            raise RouteUnavailable(source=ROUTE, reason="Stem is not installed; pip install 'tadori[tor]'") from error
        try:
            with self._connected() as control:
                stem.connection.authenticate(control, password=self.password)
                control.send(command)
                answer = control.recv()
        except stem.connection.MissingPassword as error:
            raise self._unavailable("wants a password; set the one of its HashedControlPassword") from error
        except stem.connection.IncorrectPassword as error:
            raise self._unavailable("does not accept the password that is set") from error
        except stem.connection.UnreadableCookieFile as error:
            raise self._unavailable(
                f"wants the cookie in {error.cookie_path}, which this user may not read; join tor's group (Debian: "
                "adduser USER debian-tor, with CookieAuthFileGroupReadable 1) or set a password"
            ) from error
        except stem.connection.AuthenticationFailure as error:
            raise self._unavailable(f"does not let us in: {str(error).rstrip('.')}") from error
        except stem.ControllerError as error:
            raise self._unavailable(
                f"does not answer ({error}); is ControlPort set in its torrc, and tor running?"
            ) from error
        if not answer.is_ok():
            raise self._unavailable(f"refuses {command.split()[0]}: {answer}")
        return str(answer)

    def _unavailable(self, words: str) -> RouteUnavailable:
        return RouteUnavailable(source=ROUTE, reason=f"the control port {self.place} {words}")

    def _connected(self) -> "ControlSocket":
        import stem  # lazy: stem is an optional extra (tadori[tor])
        import stem.socket  # lazy: stem is an optional extra (tadori[tor])

        place, seconds = self.place, self.seconds

        class Bounded(stem.socket.ControlSocket):  # type: ignore[misc]  # Stem has no types
            """A control socket with a timeout; Stem's own sockets have none."""

            def _make_socket(self) -> socket.socket:
                try:
                    return _connection(place, seconds)
                except OSError as error:
                    raise stem.SocketError(error.strerror or str(error)) from error

        control = Bounded()
        control.connect()
        return control


def _connection(place: str, seconds: float) -> socket.socket:
    if not place.startswith("/"):
        return socket.create_connection(host_and_port(place), timeout=seconds)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(seconds)
        connection.connect(place)
    except OSError:
        connection.close()
        raise
    return connection


def host_and_port(place: str) -> tuple[str, int]:
    """Split `host:port`; an IPv6 address stands in brackets.

    Raises:
        ConfigError: it is none.
    """
    host, colon, port = place.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    plain = bare and (":" not in bare or host != bare) and not set(bare) & set("/@ ")
    if not (colon and plain and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ConfigError(f"{place!r} is no place of a tor; write host:port, such as 127.0.0.1:9050")
    return bare, int(port)
