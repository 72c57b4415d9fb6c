"""Resolves host names (DNS): a name comes in, all its IP addresses go out, checked by the address guard.

Uses the hosts file, then the system's name servers (A and AAAA at once), and caches answers for their TTL. No EDNS
client subnet is ever sent. It connects to nothing and follows no search list: names are absolute.
"""

import asyncio
import socket
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tadori.errors import SourceUnreachable
from tadori.fetch.address_guard import AddressGuard
from tadori.model.doors import Clock, Resolved, Resolver

if TYPE_CHECKING:
    from dns.asyncresolver import Resolver as DnsResolver

FALLBACK_TTL: Final = 60.0
HOSTS_TTL: Final = 60.0
SHORTEST_TTL: Final = 1.0
LONGEST_TTL: Final = 86_400.0
FAILURE_TTL: Final = 30.0
MOST_NAMES: Final = 4096
MOST_ADDRESSES: Final = 32
"""No real name has more; the rest is dropped before it is checked."""


class SystemResolver:
    """Resolves like this machine: `/etc/hosts`, its name servers, and `getaddrinfo` when none are configured."""

    def __init__(
        self,
        *,
        hosts: Path = Path("/etc/hosts"),
        configuration: Path | None = None,
        port: int | None = None,
        seconds: float = 5.0,
    ) -> None:
        """`configuration` and `port` stand in for the system's `resolv.conf` and port 53."""
        self._hosts_file = hosts
        self._hosts: dict[str, tuple[str, ...]] | None = None
        self._configuration = configuration
        self._port = port
        self._seconds = seconds
        self._servers: DnsResolver | None = None
        self._no_servers = False

    async def resolve(self, host: str) -> Resolved:
        name = host.rstrip(".").lower()
        if self._hosts is None:
            self._hosts = _read_hosts(self._hosts_file)
        if name in self._hosts:
            return Resolved(addresses=self._hosts[name], ttl=HOSTS_TTL)
        servers = self._name_servers()
        return await (self._system(name) if servers is None else self._ask(servers, name))

    def _name_servers(self) -> "DnsResolver | None":
        from dns.asyncresolver import Resolver as DnsResolver  # lazy: dnspython is only needed when a name is resolved
        from dns.resolver import NoResolverConfiguration  # lazy: dnspython is only needed when a name is resolved

        if self._servers is None and not self._no_servers:
            try:
                if self._configuration is None:
                    self._servers = DnsResolver()
                else:
                    self._servers = DnsResolver(filename=str(self._configuration))
            except NoResolverConfiguration:
                self._no_servers = True
                return None
            self._servers.lifetime = self._seconds
            self._servers.use_edns(-1)  # without EDNS there is no client subnet to send
            if self._port is not None:
                self._servers.port = self._port
        return self._servers

    async def _ask(self, servers: "DnsResolver", name: str) -> Resolved:
        answers = await asyncio.gather(_records(servers, name, "AAAA"), _records(servers, name, "A"))
        found = [answer for answer in answers if isinstance(answer, Resolved)]
        if not found:
            reasons = sorted({answer for answer in answers if isinstance(answer, str)})
            raise SourceUnreachable(source=name, reason="; ".join(reasons))
        addresses = tuple(address for answer in found for address in answer.addresses)
        return Resolved(addresses=addresses, ttl=min(answer.ttl for answer in found))

    async def _system(self, name: str) -> Resolved:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._seconds):
                found = await loop.getaddrinfo(name, None, type=socket.SOCK_STREAM)
        except TimeoutError as error:
            raise SourceUnreachable(source=name, reason="the system's resolver did not answer") from error
        except (OSError, UnicodeError) as error:
            raise SourceUnreachable(source=name, reason="the name does not exist or has no address") from error
        addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
        return Resolved(addresses=addresses, ttl=FALLBACK_TTL)


async def _records(servers: "DnsResolver", name: str, kind: str) -> Resolved | str:
    """The addresses of one family, or why there are none."""
    import dns.exception  # lazy: dnspython is only needed when a name is resolved
    import dns.name  # lazy: dnspython is only needed when a name is resolved
    import dns.resolver  # lazy: dnspython is only needed when a name is resolved

    try:
        answer = await servers.resolve(dns.name.from_text(f"{name}."), kind, search=False)
    except dns.resolver.NXDOMAIN:
        return "the name does not exist"
    except dns.resolver.NoAnswer:
        return "the name has no address"
    except dns.resolver.LifetimeTimeout:
        return "the name servers did not answer"
    except (dns.exception.DNSException, OSError, UnicodeError) as error:
        return f"the name could not be resolved ({type(error).__name__})"
    return Resolved(
        addresses=tuple(record.to_text() for record in answer), ttl=float(answer.chaining_result.minimum_ttl)
    )


def _read_hosts(path: Path) -> dict[str, tuple[str, ...]]:
    """The hosts file, name by name; a machine without one has no such names."""
    if not path.is_file():
        return {}
    names: dict[str, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        address, *aliases = line.partition("#")[0].split() or [""]
        if not _is_address(address):
            continue
        for alias in aliases:
            key = alias.rstrip(".").lower()
            names[key] = (*names.get(key, ()), address)
    return names


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    addresses: tuple[str, ...]
    until: float
    failure: str = ""


class NameCache:
    """A DNS cache that honours TTLs; bounded, least recently used names are dropped first."""

    def __init__(self, resolver: Resolver, clock: Clock, *, most: int = MOST_NAMES) -> None:
        self._resolver = resolver
        self._clock = clock
        self._most = most
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def checked(self, host: str, port: int, guard: AddressGuard) -> tuple[str, ...]:
        """The addresses of `host`, IPv6 first, when all of them are allowed.

        One forbidden address refuses the name: mixing them in is an attack on clients that fall back.

        Raises:
            SourceUnreachable: no such name, no address, no answer.
            AddressForbidden: naming the address and the rule.
        """
        bare = host.removeprefix("[").removesuffix("]")
        addresses = (bare,) if _is_address(bare) else await self._addresses(bare.rstrip(".").lower())
        for address in addresses:
            guard.check_address(address, host=host, port=port)
        return addresses

    async def _addresses(self, name: str) -> tuple[str, ...]:
        known = self._known.get(name)
        if known is None or known.until <= self._clock().timestamp():
            known = await self._look_up(name)
            self._known[name] = known
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(name)
        if known.failure:
            raise SourceUnreachable(source=name, reason=known.failure)
        return known.addresses

    async def _look_up(self, name: str) -> _Known:
        try:
            found = await self._resolver.resolve(name)
        except SourceUnreachable as error:
            return _Known(addresses=(), until=self._clock().timestamp() + FAILURE_TTL, failure=error.reason)
        ttl = min(max(found.ttl, SHORTEST_TTL), LONGEST_TTL)
        addresses = tuple(dict.fromkeys(found.addresses))[:MOST_ADDRESSES]
        ordered = tuple(sorted(addresses, key=lambda address: ":" not in address))
        failure = "" if ordered else "the name has no address"
        return _Known(addresses=ordered, until=self._clock().timestamp() + ttl, failure=failure)
