"""The Tor route: the same exchange as `http`, through a SOCKS port whose far end resolves the name.

Comes in: a `WebRequest`. Goes out: a `WebResponse`, or one `SourceError`. Every registrable domain has a circuit of
its own that stays for `TOR_STICKY_SECONDS`: tor keeps streams with different SOCKS names apart (IsolateSOCKSAuth), so
the name is the domain and the password its start time. Names are never resolved here; literal private addresses and
local names are refused before anything is sent. When Tor may be used, and how often, is decided in `policy`.
"""

import asyncio
import contextlib
import shutil
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tadori.errors import ConfigError, RouteUnavailable, SourceUnreachable
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.http import HttpLimits, HttpRoute
from tadori.fetch.name_resolution import NameCache
from tadori.fetch.tor_control import ROUTE, TorControl, host_and_port
from tadori.fetch.tor_process import INSTALL, START_SECONDS, OwnTor
from tadori.model.doors import Clock
from tadori.model.web import Route, WebRequest, WebResponse
from tadori.model.web_thresholds import TOR_STICKY_SECONDS
from tadori.text.urls import registrable

NEWNYM_SECONDS: Final = 10.0
"""Tor accepts one NEWNYM in that time (control-spec, MAX_SIGNEWNYM_RATE)."""
MOST_DOMAINS: Final = 32
"""Domains whose connections are kept; the least recently used one is dropped and gets a new circuit next time."""
_GREETING_SECONDS: Final = 5.0
_GREETING: Final = b"\x05\x01\x02"
"""SOCKS 5, one method: name and password (RFC 1929)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TorSettings:
    """Which tor to use."""

    socks: str | None = "127.0.0.1:9050"
    """`host:port` of its SocksPort; None starts a tor of our own in `data_folder`, which ends with us."""
    control: str | None = None
    """`host:port` or the path of its control socket; None: its state is not asked, and NEWNYM cannot be sent."""
    password: str | None = field(default=None, repr=False)
    """For a control port with HashedControlPassword; a cookie needs none."""
    data_folder: Path | None = None
    options: tuple[str, ...] = ()
    """More torrc lines for the tor we start, such as bridges."""
    start_seconds: float = START_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class TorState:
    """A tor that can be used now."""

    socks: str
    percent: int | None
    """How far it is in the network; None when no control port is set."""
    notes: tuple[str, ...] = ()
    """Warnings about its configuration."""


@dataclass(slots=True, kw_only=True)
class _Circuit:
    """One domain's circuit: its own SOCKS user name, and the connections through it."""

    http: HttpRoute
    socks: str
    """The SOCKS port it uses: a restarted tor has another one."""
    since: datetime
    asking: int = 0
    retired: bool = False


class TorRoute:
    """Implements `RouteGetter` through Tor."""

    def __init__(
        self,
        settings: TorSettings,
        *,
        guard: AddressGuard,
        names: NameCache,
        clock: Clock,
        limits: HttpLimits | None = None,
        extra_ca: Path | None = None,
        most_domains: int = MOST_DOMAINS,
    ) -> None:
        """All but `settings` as in `HttpRoute`; `names` is never asked.

        Raises:
            ConfigError: a place that is none, or no folder for a tor of our own.
        """
        if settings.socks is not None:
            host_and_port(settings.socks)
        if settings.control is not None and not settings.control.startswith("/"):
            host_and_port(settings.control)
        self._settings = settings
        self._guard = guard
        self._names = names
        self._clock = clock
        self._limits = limits
        self._extra_ca = extra_ca
        self._most = most_domains
        self._own = _own_tor(settings)
        self._state: TorState | None = None
        self._control: TorControl | None = None
        self._checking = asyncio.Lock()
        self._circuits: OrderedDict[str, _Circuit] = OrderedDict()
        self._renewals = 0
        self._identity_at: datetime | None = None

    @property
    def route(self) -> Route:
        return Route.TOR

    async def get(self, request: WebRequest) -> WebResponse:
        """One exchange through the domain's circuit.

        Raises:
            AddressForbidden: a private address or local name; nothing was sent.
            RouteUnavailable: there is no tor that could be used, and what to do about it.
            SourceError: otherwise, as `HttpRoute.get`.
        """
        url = self._guard.check_for_tor(request.url)
        state = self._state or await self.ready()
        circuit = await self._circuit(registrable(url.host), state.socks)
        circuit.asking += 1
        try:
            return await circuit.http.get(request)
        except (RouteUnavailable, SourceUnreachable):
            # Either the site or tor itself: a tor that is gone is named as such, with what to do.
            await self.ready()
            raise
        finally:
            circuit.asking -= 1
            await _close_if_done(circuit)

    async def ready(self) -> TorState:
        """Check whether tor can be used now, and start our own where that is configured.

        Raises:
            RouteUnavailable: it cannot, with what to do: install, start, wait, allow.
        """
        async with self._checking:
            self._state = None
            self._state = await self._looked_at()
            return self._state

    async def renew(self, domain: str) -> None:
        """The next request to `domain` takes a new circuit; other domains keep theirs."""
        await _close_if_done(*self._retired(registrable(domain)))

    async def renew_all(self) -> bool:
        """A new identity (NEWNYM): new circuits for every domain. False when the last is less than 10 s ago.

        Raises:
            RouteUnavailable: there is no control port, or it refuses.
        """
        now = self._clock()
        if self._identity_at is not None and (now - self._identity_at).total_seconds() < NEWNYM_SECONDS:
            return False
        if self._state is None:
            await self.ready()
        if self._control is None:
            raise RouteUnavailable(source=ROUTE, reason="a new identity needs tor's control port, and none is set")
        await self._control.new_identity()
        self._identity_at = now
        await _close_if_done(*self._retired(*tuple(self._circuits)))
        return True

    async def close(self) -> None:
        """Close every connection, and stop the tor we started. The route can be used again afterwards."""
        await _close_if_done(*self._retired(*tuple(self._circuits)))
        self._state = self._control = None
        if self._own is not None:
            await self._own.close()

    async def _circuit(self, domain: str, socks: str) -> _Circuit:
        now, gone = self._clock(), list[_Circuit]()
        known = self._circuits.get(domain)
        if known is not None and (known.socks != socks or _age(known, now) >= TOR_STICKY_SECONDS):
            gone += self._retired(domain)
            known = None
        if known is None:
            known = _Circuit(http=self._http(domain, now, socks), socks=socks, since=now)
            self._circuits[domain] = known
        self._circuits.move_to_end(domain)
        while len(self._circuits) > self._most:
            gone += self._retired(next(iter(self._circuits)))
        await _close_if_done(*gone)
        return known

    def _retired(self, *domains: str) -> list[_Circuit]:
        """Takes their circuits out of use."""
        found = [self._circuits.pop(domain) for domain in domains if domain in self._circuits]
        for circuit in found:
            circuit.retired = True
        return found

    def _http(self, domain: str, since: datetime, socks: str) -> HttpRoute:
        # The number keeps two circuits apart that begin in the same instant of the clock.
        self._renewals += 1
        epoch = f"{since:%Y%m%dT%H%M%S.%f}-{self._renewals}"
        return HttpRoute(
            guard=self._guard,
            names=self._names,
            clock=self._clock,
            limits=self._limits,
            extra_ca=self._extra_ca,
            proxy=f"socks5h://{quote(domain, safe='')}:{quote(epoch, safe='')}@{socks}",
            route=Route.TOR,
        )

    async def _looked_at(self) -> TorState:
        if self._own is not None:
            self._control = await self._own.start()
            return TorState(socks=await self._control.socks_place(), percent=100)
        socks, control = self._settings.socks or "", self._settings.control
        await _greet(socks)
        if control is None:
            return TorState(socks=socks, percent=None)
        self._control = TorControl(place=control, password=self._settings.password)
        reached = await self._control.bootstrap()
        if reached.percent < 100:
            where = f"{reached.percent} % ({reached.doing})"
            raise RouteUnavailable(source=ROUTE, reason=f"tor is not in the network yet: {where}; wait, or see its log")
        kept = await self._control.circuit_seconds()
        short = f"tor leaves a circuit after {kept:.0f} s; with MaxCircuitDirtiness {TOR_STICKY_SECONDS:.0f} it stays"
        return TorState(socks=socks, percent=100, notes=(short,) if kept < TOR_STICKY_SECONDS else ())


def _own_tor(settings: TorSettings) -> OwnTor | None:
    if settings.socks is not None:
        return None
    if settings.data_folder is None:
        raise ConfigError("a tor of our own needs a folder to keep its guards in")
    return OwnTor(settings.data_folder, options=settings.options, seconds=settings.start_seconds)


def _age(circuit: _Circuit, now: datetime) -> float:
    return (now - circuit.since).total_seconds()


async def _close_if_done(*circuits: _Circuit) -> None:
    for circuit in circuits:
        if circuit.retired and not circuit.asking:
            await circuit.http.close()


async def _greet(socks: str) -> None:
    """Do the SOCKS 5 greeting with user name authentication.

    Raises:
        RouteUnavailable: nothing, or no tor, answers there.
    """
    host, port = host_and_port(socks)
    try:
        async with asyncio.timeout(_GREETING_SECONDS):
            answer = await _first_answer(host, port)
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        here = "start it, or let Tadori start one" if shutil.which("tor") else f"{INSTALL} and start it"
        raise RouteUnavailable(source=ROUTE, reason=f"nothing answers at {socks}: {here} (docs/tor.md)") from error
    if answer != b"\x05\x02":
        raise RouteUnavailable(
            source=ROUTE,
            reason=f"what listens at {socks} is no SocksPort of tor (it takes no SOCKS 5 user names, by which domains "
            "are kept apart); set the right port (docs/tor.md)",
        )


async def _first_answer(host: str, port: int) -> bytes:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(_GREETING)
        return await reader.readexactly(2)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
