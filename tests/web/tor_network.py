"""A private Tor network on loopback: three directory authorities, two more relays, a name server for their exits.

Comes in: a folder and a table of names. Goes out: the torrc lines a client needs to join, which relay is at the other
end of a connection, and every question that reached the name server. Every process ends with the block, or with us.
It knows nothing of Tadori, and asks nothing outside loopback.
"""

import http.client
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

START_SECONDS: Final = 180.0
"""A network is up after about 15 s; on a loaded machine votes may miss their turn and a later one counts."""
AUTHORITIES: Final = ("auth0", "auth1", "auth2")
RELAYS: Final = ("relay0", "relay1")
_STEP_SECONDS: Final = 0.1
_STOP_SECONDS: Final = 60.0
_LEAVE_SECONDS: Final = 5.0
"""What a tor is given to end by itself; now and then one does not, and it has nothing to lose."""
# Names and bytes of the DNS (RFC 1035) as far as the name server below speaks it.
_A, _IN, _TTL_SECONDS = 1, 1, 60


def wait_for(done: Callable[[], bool], seconds: float, words: Callable[[], str]) -> None:
    """Looks until `done`; raises TimeoutError with `words` when that takes longer than `seconds`."""
    until = time.monotonic() + seconds
    while not done():
        if time.monotonic() > until:
            raise TimeoutError(f"not there after {seconds:.0f} s: {words()}")
        time.sleep(_STEP_SECONDS)


def why_not_here() -> str | None:
    """What keeps this machine from running a network, in words; None when nothing does."""
    missing = [name for name in ("tor", "tor-gencert") if shutil.which(name) is None]
    return f"{' and '.join(missing)} not installed (Debian: apt install tor)" if missing else None


@dataclass(frozen=True, slots=True)
class Question:
    """One question that reached the name server, and the port it came from."""

    name: str
    port: int


@dataclass(slots=True)
class NameServer:
    """Answers A questions for the names it is given (and names below them), and remembers who asked."""

    names: Mapping[str, str]
    questions: list[Question] = field(default_factory=list)
    port: int = 0

    @contextmanager
    def running(self) -> Iterator["NameServer"]:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
            server.bind(("127.0.0.1", 0))
            server.settimeout(_STEP_SECONDS)
            self.port = server.getsockname()[1]
            ended = threading.Event()
            thread = threading.Thread(target=self._serve, args=(server, ended))
            thread.start()
            try:
                yield self
            finally:
                ended.set()
                thread.join(_STOP_SECONDS)

    def _serve(self, server: socket.socket, ended: threading.Event) -> None:
        while not ended.is_set():
            try:
                asked, sender = server.recvfrom(4096)
            except TimeoutError:
                continue
            name, end = _asked_name(asked)
            self.questions.append(Question(name=name, port=sender[1]))
            server.sendto(self._answer(asked, name, end), sender)

    def _answer(self, asked: bytes, name: str, end: int) -> bytes:
        kind = int.from_bytes(asked[end : end + 2], "big")
        address = next((ip for known, ip in self.names.items() if name == known or name.endswith(f".{known}")), None)
        found = address is not None and kind == _A
        flags = b"\x85\x80" if address is not None else b"\x85\x83"
        head = asked[:2] + flags + b"\x00\x01" + (b"\x00\x01" if found else b"\x00\x00") + b"\x00\x00\x00\x00"
        # The answer names the question by its place: twelve bytes in.
        record = b"\xc0\x0c" + b"".join(n.to_bytes(2, "big") for n in (_A, _IN)) + _TTL_SECONDS.to_bytes(4, "big")
        body = record + b"\x00\x04" + socket.inet_aton(address or "0.0.0.0") if found else b""
        return head + asked[12 : end + 4] + body


@dataclass(frozen=True, slots=True, kw_only=True)
class TorNetwork:
    """A running network."""

    folder: Path
    names: NameServer
    processes: Mapping[str, int]
    """Nickname of each relay, and its process id."""
    client_lines: tuple[str, ...]
    """torrc lines that make a tor a client of this network."""

    def relay_at(self, port: int, *, kind: str = "tcp") -> str | None:
        """The relay that holds this local port, or None when another process does (Linux)."""
        return next((nick for nick, pid in self.processes.items() if _holds(pid, port, kind)), None)


@contextmanager
def tor_network(folder: Path, names: Mapping[str, str]) -> Iterator[TorNetwork]:
    """A network whose exits find `names` (each with all names below it) at the given loopback addresses.

    Raises:
        TimeoutError: it did not come up in `START_SECONDS`; the message ends with what its logs say.
        ChildProcessError: one of its relays ended by itself.
    """
    places = dict(zip((*AUTHORITIES, *RELAYS), _free_ports(len(AUTHORITIES + RELAYS)), strict=True))
    with ExitStack() as stack:
        server = stack.enter_context(NameServer(names=names).running())
        resolv = folder / "resolv.conf"
        resolv.write_text(f"nameserver 127.0.0.1:{server.port}\n", encoding="utf-8")
        trusted = _authority_lines(folder, places)
        running: dict[str, subprocess.Popen[bytes]] = {}
        for nick, ports in places.items():
            lines = (*_COMMON, *trusted, f"Nickname {nick}", *_relay_lines(ports[0], resolv))
            if nick in AUTHORITIES:
                lines = (*lines, *_AUTHORITY, f"DirPort 127.0.0.1:{ports[1]}")
            running[nick] = stack.enter_context(running_tor(folder / nick, lines))
        wait_for(lambda: _agreed(places, running), START_SECONDS, lambda: _last_words(folder, places))
        processes = {nick: process.pid for nick, process in running.items()}
        yield TorNetwork(folder=folder, names=server, processes=processes, client_lines=(*_CLIENT, *trusted))


@contextmanager
def running_tor(folder: Path, lines: tuple[str, ...]) -> Iterator["subprocess.Popen[bytes]"]:
    """A tor with its own data folder; it ends with the block, and with us if we are killed."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    torrc = folder / "torrc"
    own = (f"DataDirectory {folder}", f"Log notice file {folder}/log", f"__OwningControllerProcess {os.getpid()}")
    torrc.write_text("\n".join((*own, *lines)) + "\n", encoding="utf-8")
    command = ["tor", "--defaults-torrc", f"{folder}/none", "--ignore-missing-torrc", "-f", str(torrc), "--quiet"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(_LEAVE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_STOP_SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A tor that has joined a network."""

    process: "subprocess.Popen[bytes]"
    socks: str
    control: str


@contextmanager
def joined(network: TorNetwork, folder: Path, lines: tuple[str, ...] = ()) -> Iterator[Client]:
    """A tor that is a client of `network`, with a control port that anybody may use.

    Raises:
        TimeoutError: it did not get in, in `START_SECONDS`.
    """
    ports = ("SocksPort auto", "ControlPort auto", f"ControlPortWriteToFile {folder}/port", "GeoIPFile /dev/null")
    with running_tor(folder, (*network.client_lines, *ports, *lines)) as process:
        control = f"127.0.0.1:{written_port(folder / 'port', process)}"
        phase = "GETINFO status/bootstrap-phase"
        wait_for(lambda: "PROGRESS=100 " in said(control, phase), START_SECONDS, lambda: said(control, phase))
        socks = re.findall(r'listeners/socks="([^"]+)"', said(control, "GETINFO net/listeners/socks"))[0]
        yield Client(process=process, socks=socks, control=control)


def said(control: str, *commands: str) -> str:
    """What an open control port answers."""
    host, _, port = control.partition(":")
    with socket.create_connection((host, int(port)), timeout=_STOP_SECONDS) as connection:
        connection.sendall("".join(f"{command}\r\n" for command in ("AUTHENTICATE", *commands, "QUIT")).encode())
        with connection.makefile("rb") as answer:
            return answer.read().decode("ascii").replace("\r\n", "\n")


def written_port(path: Path, process: "subprocess.Popen[bytes]") -> int:
    """The port that a tor with `ControlPortWriteToFile` wrote down."""
    wait_for(path.exists, _STOP_SECONDS, lambda: f"no {path.name}; tor ended with {process.poll()}")
    return int(path.read_text(encoding="utf-8").splitlines()[0].rpartition(":")[2])


_COMMON: Final = (
    "TestingTorNetwork 1",
    "AssumeReachable 1",
    "PathsNeededToBuildCircuits 0.25",
    "ShutdownWaitLength 0",
    "Address 127.0.0.1",
    "GeoIPFile /dev/null",
    "GeoIPv6File /dev/null",
)
_CLIENT: Final = ("TestingTorNetwork 1", "PathsNeededToBuildCircuits 0.25", "ClientDNSRejectInternalAddresses 0")
_AUTHORITY: Final = (
    "AuthoritativeDirectory 1",
    "V3AuthoritativeDirectory 1",
    "ContactInfo nobody@authority.test",
    "TestingV3AuthInitialVotingInterval 5",
    "TestingV3AuthInitialVoteDelay 2",
    "TestingV3AuthInitialDistDelay 2",
    "V3AuthVotingInterval 10",
    "V3AuthVoteDelay 2",
    "V3AuthDistDelay 2",
    "V3AuthNIntervalsValid 12",
    "TestingDirAuthVoteGuard *",
    "TestingDirAuthVoteExit *",
    "TestingMinExitFlagThreshold 0",
)


def _relay_lines(onion_port: int, resolv: Path) -> tuple[str, ...]:
    return (
        f"ORPort 127.0.0.1:{onion_port}",
        "SocksPort 0",
        "ExitRelay 1",
        "ExitPolicyRejectPrivate 0",
        # Clients know policies in short form, which has no word for loopback alone.
        "ExitPolicy accept *:*",
        # Whatever is not on loopback is tried from a loopback address, which no system allows.
        "OutboundBindAddressExit 127.0.0.1",
        f"ServerDNSResolvConfFile {resolv}",
        "ServerDNSDetectHijacking 0",
    )


def _authority_lines(folder: Path, places: Mapping[str, tuple[int, int]]) -> tuple[str, ...]:
    """Make the authorities' keys, and say who they are."""
    makers = [_key_maker(folder / nick, places[nick]) for nick in AUTHORITIES]
    for maker in makers:
        maker.communicate(b"loopback only\n", timeout=START_SECONDS)
    lines = []
    for nick in AUTHORITIES:
        certificate = (folder / nick / "keys" / "authority_certificate").read_text(encoding="utf-8")
        identity = re.findall(r"^fingerprint ([0-9A-F]{40})$", certificate, re.MULTILINE)[0]
        onion, directory = places[nick]
        fingerprint = _fingerprint(folder / nick, nick, onion)
        lines.append(f"DirAuthority {nick} orport={onion} v3ident={identity} 127.0.0.1:{directory} {fingerprint}")
    return tuple(lines)


def _key_maker(folder: Path, ports: tuple[int, int]) -> "subprocess.Popen[bytes]":
    keys = folder / "keys"
    keys.mkdir(mode=0o700, parents=True)
    folder.chmod(0o700)
    command = ["tor-gencert", "--create-identity-key", "--passphrase-fd", "0", "-m", "1"]
    command += ["-a", f"127.0.0.1:{ports[1]}", "-i", f"{keys}/authority_identity_key"]
    command += ["-s", f"{keys}/authority_signing_key", "-c", f"{keys}/authority_certificate"]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder
    )


def _fingerprint(folder: Path, nick: str, onion_port: int) -> str:
    torrc = folder / "identity.torrc"
    # tor wants to know some authority before it makes an identity; this one is never asked.
    nobody = f"DirAuthority nobody orport=1 v3ident={'A' * 40} 127.0.0.1:1 {'B' * 40}"
    lines = (f"DataDirectory {folder}", f"Nickname {nick}", f"ORPort 127.0.0.1:{onion_port}", *_COMMON, nobody)
    torrc.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["tor", "--list-fingerprint", "--hush", "--defaults-torrc", f"{folder}/none", "-f", str(torrc)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=START_SECONDS).stdout
    return said.strip().splitlines()[-1].partition(" ")[2].replace(" ", "")


def _agreed(places: Mapping[str, tuple[int, int]], running: Mapping[str, "subprocess.Popen[bytes]"]) -> bool:
    """Whether every authority hands out a consensus with exits enough; a relay may miss the first vote."""
    ended = [nick for nick, process in running.items() if process.poll() is not None]
    if ended:  # somebody else took its port in the meantime: waiting does not help
        raise ChildProcessError(f"{', '.join(ended)} ended by itself")
    for nick in AUTHORITIES:
        address = f"http://127.0.0.1:{places[nick][1]}/tor/status-vote/current/consensus-microdesc"
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                flags = re.findall(r"^s (.*)$", answer.read().decode("ascii"), re.MULTILINE)
        except (urllib.error.URLError, http.client.HTTPException, OSError):
            return False
        if sum(" Exit " in f" {line} " for line in flags) < len(places) - 1:
            return False
    return True


def _last_words(folder: Path, places: Mapping[str, tuple[int, int]]) -> str:
    logs = [(nick, folder / nick / "log") for nick in places]
    return "\n".join(
        f"{nick}: {log.read_text(encoding='utf-8').splitlines()[-1]}" if log.exists() else f"{nick}: no log"
        for nick, log in logs
    )


def _free_ports(count: int) -> list[tuple[int, int]]:
    """Pairs of ports that are free now. Tor's authorities must be named before they start, so none can be `auto`."""
    with ExitStack() as stack:
        held = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2 * count)]
        ports = [one.getsockname()[1] for one in held]
    return list(zip(ports[::2], ports[1::2], strict=True))


def _holds(pid: int, port: int, kind: str) -> bool:
    """Whether the process has a socket with this local port on 127.0.0.1."""
    rows = [line.split() for line in Path(f"/proc/net/{kind}").read_text(encoding="ascii").splitlines()[1:]]
    inodes = {row[9] for row in rows if row[1].endswith(f":{port:04X}")}
    links = []
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            links.append(os.readlink(descriptor))
        except FileNotFoundError:
            continue  # closed while we looked
    return any(f"socket:[{inode}]" in links for inode in inodes)


def _asked_name(asked: bytes) -> tuple[str, int]:
    """The name a question is about, in lower case, and where its type stands."""
    labels, at = [], 12
    while asked[at]:
        labels.append(asked[at + 1 : at + 1 + asked[at]].decode("ascii", "replace").lower())
        at += asked[at] + 1
    return ".".join(labels), at + 1
