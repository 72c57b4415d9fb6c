"""The Tor route: what it says to the SOCKS port, whom it refuses, and a real network that it goes through."""

import re
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

import pytest

from tadori.errors import AddressForbidden, ConfigError, RouteUnavailable, SourceUnreachable
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.http import HttpLimits
from tadori.fetch.name_resolution import NameCache
from tadori.fetch.tor import TorRoute, TorSettings
from tadori.fetch.tor_control import TorControl
from tadori.fetch.tor_process import OwnTor
from tadori.model.ids import Url
from tadori.model.web import Route, WebRequest
from tests.fetch.servers import page, saying, serving
from tests.web.dns import LittleResolver
from tests.web.socks import Asked, SocksServer
from tests.web.tor_network import (
    Client,
    TorNetwork,
    joined,
    running_tor,
    said,
    tor_network,
    wait_for,
    why_not_here,
    written_port,
)

START = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
NO_TOR = why_not_here()
needs_tor = pytest.mark.skipif(NO_TOR is not None, reason=NO_TOR or "")
HTML = b"Content-Type: text/html; charset=utf-8"
PAGE = "<!doctype html><title>港</title><p>鳴釜港の潮位は2.4メートルです。</p>".encode()
LIMITS = HttpLimits(page_seconds=120.0, connect_seconds=110.0)
"""A circuit that fails is built again, which takes its time on a loaded machine."""


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass(frozen=True)
class Way:
    """A Tor route with its clock and the resolver it must never ask."""

    route: TorRoute
    watch: Watch
    resolver: LittleResolver

    async def get(self, url: str) -> bytes:
        return (await self.route.get(WebRequest(url=Url(url)))).body


@asynccontextmanager
async def tor_way(settings: TorSettings, *, most_domains: int = 32) -> AsyncIterator[Way]:
    watch, resolver = Watch(), LittleResolver({})
    names = NameCache(resolver, watch)
    route = TorRoute(settings, guard=AddressGuard(), names=names, clock=watch, limits=LIMITS, most_domains=most_domains)
    try:
        yield Way(route, watch, resolver)
    finally:
        await route.close()


@asynccontextmanager
async def through_socks(*, most_domains: int = 32, reachable: bool = True) -> AsyncIterator[tuple[Way, SocksServer]]:
    """A route through a recording SOCKS server to a page that ends its connection, so that each request makes one."""
    async with (
        serving(page(PAGE, HTML, close=True)) as served,
        SocksServer(leads_to=served.port if reachable else 0).running() as socks,
        tor_way(TorSettings(socks=socks.place), most_domains=most_domains) as way,
    ):
        yield way, socks


@pytest.mark.req("L18")
async def test_the_name_goes_to_the_proxy_unresolved_with_the_domain_as_user() -> None:
    async with through_socks() as (way, socks):
        answer = await way.route.get(WebRequest(url=Url("http://www.port.test/tide")))
    assert (answer.body, answer.status, answer.route, answer.address) == (PAGE, 200, Route.TOR, None)
    assert socks.asked == [Asked("port.test", "20261116T090000.000000-1", "www.port.test", 80, by_name=True)]
    assert way.resolver.asked == []


async def test_hosts_of_one_domain_share_a_circuit_and_two_domains_do_not() -> None:
    async with through_socks() as (way, socks):
        for host in ("www.port.test", "archive.port.test", "harbour.test"):
            await way.get(f"http://{host}/")
    one, same, other = [(asked.user, asked.password) for asked in socks.asked]
    assert one == same == ("port.test", "20261116T090000.000000-1")
    assert other == ("harbour.test", "20261116T090000.000000-2")


async def test_a_domain_keeps_its_circuit_for_fifteen_minutes_and_not_a_moment_longer() -> None:
    async with through_socks() as (way, socks):
        await way.get("http://port.test/")
        way.watch.go(899.9)
        await way.get("http://port.test/")
        way.watch.go(0.1)
        await way.get("http://port.test/")
    first, second, third = [asked.password for asked in socks.asked]
    assert (first, second, third) == (
        "20261116T090000.000000-1",
        "20261116T090000.000000-1",
        "20261116T091500.000000-2",
    )


async def test_renewing_changes_one_domain_even_within_the_same_instant() -> None:
    async with through_socks() as (way, socks):
        for host in ("port.test", "harbour.test"):
            await way.get(f"http://{host}/")
        await way.route.renew("www.port.test")
        for host in ("port.test", "harbour.test"):
            await way.get(f"http://{host}/")
    assert [asked.password[-1] for asked in socks.asked] == ["1", "2", "3", "2"]


async def test_the_longest_unused_of_too_many_domains_is_let_go() -> None:
    async with through_socks(most_domains=2) as (way, socks):
        for host in ("a.test", "b.test", "a.test", "c.test", "a.test", "b.test"):
            await way.get(f"http://{host}/")
    assert [(asked.user, asked.password[-1]) for asked in socks.asked] == [
        ("a.test", "1"),
        ("b.test", "2"),
        ("a.test", "1"),
        ("c.test", "3"),
        ("a.test", "1"),
        ("b.test", "4"),
    ]


@pytest.mark.req("L18")
@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://10.1.2.3:8080/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:192.168.0.1]/",
        "http://0x7f000001/",
        "http://localhost/",
        "http://printer/",
        "http://router.local/",
        "ftp://port.test/",
        "file:///etc/passwd",
        "",
    ],
)
async def test_private_addresses_and_local_names_are_refused_before_any_byte(url: str) -> None:
    async with through_socks() as (way, socks):
        with pytest.raises(AddressForbidden):
            await way.get(url)
    assert socks.connections == 0


async def test_a_host_that_no_exit_reaches_is_unreachable_and_the_route_stays() -> None:
    async with through_socks(reachable=False) as (way, socks):
        with pytest.raises(SourceUnreachable) as told:
            await way.get("http://port.test/")
        assert (await way.route.ready()).socks == socks.place
    assert told.value.source == "http://port.test/"


async def test_a_closed_port_is_named_with_what_to_do(closed_port: int) -> None:
    place = f"127.0.0.1:{closed_port}"
    async with tor_way(TorSettings(socks=place)) as way:
        with pytest.raises(RouteUnavailable, match=rf"tor: nothing answers at {place}: .*docs/tor\.md"):
            await way.get("http://port.test/")


@pytest.mark.parametrize(
    ("says", "reason"), [(b"HTTP/1.1 400 Bad Request\r\n\r\n", "is no SocksPort"), (b"\x05\xff", "is no SocksPort")]
)
async def test_a_port_where_something_else_listens_is_named(says: bytes, reason: str) -> None:
    async with (
        serving(saying(says), greets=True) as served,
        tor_way(TorSettings(socks=f"127.0.0.1:{served.port}")) as way,
    ):
        with pytest.raises(RouteUnavailable, match=reason):
            await way.route.ready()


async def test_a_tor_that_goes_away_between_two_pages_is_named_and_found_again() -> None:
    async with through_socks() as (way, socks):
        await way.get("http://port.test/")
        await socks.stop()
        with pytest.raises(RouteUnavailable, match="nothing answers"):
            await way.get("http://port.test/")
        await socks.start()
        assert await way.get("http://port.test/") == PAGE


async def test_a_new_identity_needs_a_control_port() -> None:
    async with through_socks() as (way, _):
        with pytest.raises(RouteUnavailable, match="control port"):
            await way.route.renew_all()


@pytest.mark.parametrize(
    "place", ["", "9050", "127.0.0.1:", ":9050", "127.0.0.1:0", "127.0.0.1:65536", "::1:9050", "a b:9050", "h:９０５０"]
)
async def test_a_place_that_is_none_is_a_wrong_setting(place: str) -> None:
    with pytest.raises(ConfigError, match="host:port"):
        async with tor_way(TorSettings(socks=place)):
            pass
    with pytest.raises(ConfigError, match="host:port"):
        async with tor_way(TorSettings(control=place)):
            pass


async def test_a_tor_of_our_own_needs_a_folder() -> None:
    with pytest.raises(ConfigError, match="folder"):
        async with tor_way(TorSettings(socks=None)):
            pass


def test_a_password_is_not_shown() -> None:
    assert "himitsu" not in repr(TorSettings(password="himitsu"))
    assert "himitsu" not in repr(TorControl(place="127.0.0.1:9051", password="himitsu"))


async def test_a_control_port_that_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        control = TorControl(place="127.0.0.1:{1}".format(*silent.getsockname()), seconds=0.2)
        with pytest.raises(RouteUnavailable, match=r"does not let us in: .*timed out"):
            await control.bootstrap()


async def test_a_control_port_that_is_closed_is_named(closed_port: int) -> None:
    place = f"127.0.0.1:{closed_port}"
    with pytest.raises(RouteUnavailable, match=rf"the control port {place} does not answer \(Connection refused\)"):
        await TorControl(place=place).bootstrap()


async def test_without_stem_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stem", None)
    with pytest.raises(RouteUnavailable, match=r"pip install 'tadori\[tor\]'"):
        await TorControl(place="127.0.0.1:9051").bootstrap()


async def test_where_tor_is_not_installed_it_is_said_how(tmp_path: Path) -> None:
    with pytest.raises(RouteUnavailable, match="not installed; install it"):
        await OwnTor(tmp_path, program="tor-that-nobody-has").start()


@needs_tor
async def test_a_tor_of_our_own_that_cannot_start_tells_its_own_words(tmp_path: Path) -> None:
    own = OwnTor(tmp_path / "潮 tor", options=("NoSuchOption 1",))
    try:
        with pytest.raises(RouteUnavailable, match=r"ended by itself: .*NoSuchOption"):
            await own.start()
    finally:
        await own.close()


@dataclass(frozen=True)
class Lone:
    """A tor that is kept off the network, with its three doors."""

    socks: str
    port: str
    path: str


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lone]:
    folder = tmp_path_factory.mktemp("lone")
    hashed = subprocess.run(
        ["tor", "--quiet", "--hash-password", "himitsu"], check=True, capture_output=True, text=True
    ).stdout.strip()
    lines = (
        "DisableNetwork 1",
        "SocksPort auto",
        "ControlPort auto",
        f"ControlPortWriteToFile {folder}/port",
        f"ControlSocket {folder}/control",
        f"HashedControlPassword {hashed}",
    )
    with running_tor(folder, lines) as process:
        port = written_port(folder / "port", process)
        # Without a network tor opens no SocksPort; what stands in for it only has to take the greeting.
        with socket.create_server(("127.0.0.1", 0)) as greeter:
            threading.Thread(target=_greet, args=(greeter,), daemon=True).start()
            place = "127.0.0.1:{1}".format(*greeter.getsockname())
            yield Lone(socks=place, port=f"127.0.0.1:{port}", path=f"{folder}/control")
            greeter.shutdown(socket.SHUT_RDWR)  # so that whoever waits for the next to greet ends


def _greet(greeter: socket.socket) -> None:
    while True:
        try:
            connection, _ = greeter.accept()
        except OSError:
            return  # the test is over
        with connection:
            connection.recv(3)
            connection.sendall(b"\x05\x02")


@needs_tor
@pytest.mark.parametrize("door", ["port", "path"])
async def test_a_tor_that_is_not_in_the_network_says_how_far_it_is(lone: Lone, door: str) -> None:
    settings = TorSettings(socks=lone.socks, control=getattr(lone, door), password="himitsu")
    async with tor_way(settings) as way:
        with pytest.raises(RouteUnavailable, match=r"not in the network yet: 0 % \(Starting\)"):
            await way.get("http://port.test/")


@needs_tor
@pytest.mark.parametrize(
    ("password", "reason"), [(None, "wants a password"), ("ちがう", "does not accept the password")]
)
async def test_a_control_port_that_does_not_let_us_in_says_what_it_wants(
    lone: Lone, password: str | None, reason: str
) -> None:
    async with tor_way(TorSettings(socks=lone.socks, control=lone.port, password=password)) as way:
        with pytest.raises(RouteUnavailable, match=reason):
            await way.route.ready()


# --- The real network ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Visit:
    host: str
    relay: str | None
    """The relay at the other end of the connection; None when it was no relay of the network."""


class Harbour:
    """A server on loopback that looks who is really connected to it."""

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self.network: TorNetwork | None = None
        harbour = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                relay = harbour.network.relay_at(self.client_address[1]) if harbour.network else None
                harbour.visits.append(Visit(self.headers["Host"].partition(":")[0], relay))
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(PAGE)))
                # So that every page needs a stream of its own, and the circuit is what stays.
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(PAGE)
                self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port


@dataclass(frozen=True)
class Net:
    """The network, a server in it, and a tor that somebody runs as its client."""

    network: TorNetwork
    harbour: Harbour
    client: Client

    @property
    def settings(self) -> TorSettings:
        return TorSettings(socks=self.client.socks, control=self.client.control)

    def url(self, host: str) -> str:
        return f"http://{host}:{self.harbour.port}/tide"

    def circuits(self, domain: str) -> dict[str, str]:
        """Of each circuit that has carried streams of `domain`: its number, and the SOCKS password of the streams."""
        status = said(self.client.control, "GETINFO circuit-status")
        return dict(re.findall(rf'^(\d+) .*SOCKS_USERNAME="{domain}" SOCKS_PASSWORD="([^"]+)"', status, re.MULTILINE))


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Net]:
    folder = tmp_path_factory.mktemp("tor-network")
    harbour = Harbour()
    thread = threading.Thread(target=harbour.server.serve_forever)
    thread.start()
    try:
        with tor_network(folder, {"test": "127.0.0.1"}) as network:
            harbour.network = network
            with joined(network, folder / "client", ("ConfluxEnabled 0",)) as client:
                yield Net(network=network, harbour=harbour, client=client)
    finally:
        harbour.server.shutdown()
        harbour.server.server_close()
        thread.join(60)


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
@pytest.mark.req("L16")
async def test_a_page_comes_through_the_network_and_its_exit_resolves_the_name(net: Net) -> None:
    async with tor_way(net.settings) as way:
        state = await way.route.ready()
        body = await way.get(net.url("tide.exit-resolves.test"))
    exits = [visit.relay for visit in net.harbour.visits if visit.host == "tide.exit-resolves.test"]
    questions = [question for question in net.network.names.questions if question.name == "tide.exit-resolves.test"]
    assert (body, state.percent) == (PAGE, 100)
    asking = {net.network.relay_at(question.port, kind="udp") for question in questions}
    assert [relay in net.network.processes for relay in exits] == [True]
    # An exit asks again when the answer is late, and tor may have tried another exit before this one.
    assert asking - set(net.network.processes) == set()
    assert set(exits) <= asking
    assert way.resolver.asked == []


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
@pytest.mark.req("L18")
async def test_each_domain_has_its_own_circuit_keeps_it_and_is_given_a_new_one(net: Net) -> None:
    async with tor_way(net.settings) as way:
        await way.get(net.url("one.sticky-a.test"))
        await way.get(net.url("sticky-b.test"))
        first, other = net.circuits("sticky-a.test"), net.circuits("sticky-b.test")
        way.watch.go(899)
        await way.get(net.url("two.sticky-a.test"))
        later = net.circuits("sticky-a.test")
        await way.route.renew("sticky-a.test")
        await way.get(net.url("one.sticky-a.test"))
        renewed = net.circuits("sticky-a.test")
    # Tor may build a second circuit for one password when the first is slow in coming: passwords are counted.
    assert set(first.values()) == {"20261116T090000.000000-1"}
    assert set(other.values()) == {"20261116T090000.000000-2"}
    assert set(first) & set(other) == set()
    assert set(later.values()) == {"20261116T090000.000000-1"}
    assert set(renewed.values()) == {"20261116T090000.000000-1", "20261116T091459.000000-3"}


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
@pytest.mark.req("L18")
async def test_a_new_identity_reaches_tor_once_in_ten_seconds_and_renews_every_domain(net: Net) -> None:
    with listening_for_signals(net.client.control) as signals:
        async with tor_way(net.settings) as way:
            await way.get(net.url("newnym.test"))
            sent = [await way.route.renew_all()]
            way.watch.go(9.9)
            sent.append(await way.route.renew_all())
            heard = signals.readline()
            await way.get(net.url("newnym.test"))
    assert sent == [True, False]
    assert heard == b"650 SIGNAL NEWNYM\r\n"
    assert sorted(net.circuits("newnym.test").values())[-1] == "20261116T090009.900000-2"


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
async def test_a_tor_that_lets_go_of_circuits_early_is_used_with_a_note(net: Net) -> None:
    async with tor_way(net.settings) as way:
        state = await way.route.ready()
    assert state.notes == ("tor leaves a circuit after 600 s; with MaxCircuitDirtiness 900 it stays",)


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
async def test_a_tor_that_is_killed_is_named(net: Net, tmp_path: Path) -> None:
    with joined(net.network, tmp_path / "client") as client:
        async with tor_way(TorSettings(socks=client.socks, control=client.control)) as way:
            assert await way.get(net.url("killed.test")) == PAGE
            client.process.kill()
            client.process.wait(60)
            with pytest.raises(RouteUnavailable, match=f"tor: nothing answers at {client.socks}"):
                await way.get(net.url("killed.test"))


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
async def test_a_name_that_no_exit_can_resolve_is_unreachable(net: Net) -> None:
    async with tor_way(net.settings) as way:
        with pytest.raises(SourceUnreachable, match="could not reach it"):
            await way.get(f"http://no-such-name.invalid:{net.harbour.port}/")


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
async def test_a_tor_of_our_own_is_started_used_and_ended(net: Net, tmp_path: Path) -> None:
    settings = TorSettings(socks=None, data_folder=tmp_path / "潮 tor", options=net.network.client_lines)
    async with tor_way(settings) as way:
        assert await way.get(net.url("own-tor.test")) == PAGE
        assert await way.route.renew_all() is True
        state = await way.route.ready()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(state.socks.rpartition(":")[2])), timeout=5)
    assert (state.percent, state.notes) == (100, ())


CHILD = """
import asyncio, sys
from pathlib import Path
from tadori.fetch.tor_process import OwnTor

async def main():
    control = await OwnTor(Path(sys.argv[1]), options=tuple(sys.argv[2:])).start()
    print(await control._command("GETINFO process/pid"), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@needs_tor
@pytest.mark.tor
@pytest.mark.drives("tor")
@pytest.mark.slow
@pytest.mark.req("L15")
def test_a_tor_of_our_own_ends_when_we_are_killed(net: Net, tmp_path: Path) -> None:
    command = [sys.executable, "-c", CHILD, str(tmp_path / "own"), *net.network.client_lines]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        own = Path("/proc") / child.stdout.readline().strip().partition("=")[2]
        program = (own / "comm").read_text(encoding="utf-8")
        child.kill()
    wait_for(lambda: not own.exists(), 120, lambda: f"{own} is still there")
    assert program == "tor\n"


@contextmanager
def listening_for_signals(control: str) -> Iterator[BinaryIO]:
    """The lines that a control port sends to a listener, from now on."""
    host, _, port = control.partition(":")
    with (
        # Tor holds a second wish for a new identity back for ten seconds.
        socket.create_connection((host, int(port)), timeout=60) as connection,
        connection.makefile("rb") as lines,
    ):
        connection.sendall(b"AUTHENTICATE\r\nSETEVENTS SIGNAL\r\n")
        lines.readline()
        lines.readline()
        yield lines
