"""Guards against requests to private addresses (SSRF): a URL or IP address comes in, `AddressForbidden` or nothing.

Checks schemes, ports, host names and IP addresses in every notation. It resolves nothing: `name_resolution` passes the
resolved IPs, the routes the IPs they were really connected to. The allowlist lets tests and intranets through.
"""

from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

from tadori.errors import AddressForbidden, ConfigError
from tadori.text.urls import WebUrl, deceptive_host, split_url

Ip = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_METADATA: Final = frozenset(
    map(ip_address, ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "192.0.0.192", "168.63.129.16"))
)
_RULES_4: Final = tuple(
    (IPv4Network(network), rule)
    for network, rule in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by carriers (CGNAT)"),
        ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved for protocols"),
        ("192.0.2.0/24", "for documentation"),
        ("192.88.99.0/24", "a 6to4 relay"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "for benchmarking"),
        ("198.51.100.0/24", "for documentation"),
        ("203.0.113.0/24", "for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
"""From IANA's special-purpose address registry: ranges without public web servers."""
_RULES_6: Final = tuple(
    (IPv6Network(network), rule)
    for network, rule in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private (unique local)"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private (site-local)"),
        ("ff00::/8", "multicast"),
        ("64:ff9b:1::/48", "private (local NAT64)"),
        ("2001::/32", "a Teredo tunnel"),
        ("2001:2::/48", "for benchmarking"),
        ("2001:db8::/32", "for documentation"),
        ("2001::/23", "reserved for protocols"),
        ("3fff::/20", "for documentation"),
    )
)
_GLOBAL_6: Final = IPv6Network("2000::/3")
_EMBED_LOW: Final = (IPv6Network("::/96"), IPv6Network("::ffff:0:0/96"), IPv6Network("::ffff:0:0:0/96"))
_NAT64: Final = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR: Final = IPv6Network("2002::/16")
_ISATAP: Final = (0x00005EFE, 0x02005EFE)

_LOCAL_ENDINGS: Final = frozenset(
    "local localhost localdomain internal intranet private corp home home.arpa lan".split()
)
_BAD_PORTS: Final = frozenset(
    int(port)
    for port in (
        "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119"
        " 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989"
        " 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
    ).split()
)
"""Ports of other protocols, which browsers refuse too (Fetch Standard, "bad ports")."""


class AddressGuard:
    """Refuses every address that is not a public web server. Its only state is the allowlist.

    `allow` takes networks (`127.0.0.0/8`), addresses, host names, and either of the last two with a port
    (`intranet.test:8080`, `[::1]:8080`). An allowed name may resolve to any address.
    """

    def __init__(self, allow: tuple[str, ...] = ()) -> None:
        self._networks: list[Network] = []
        self._places: set[tuple[str, int]] = set()
        self._names: set[str] = set()
        for entry in allow:
            self._admit(entry.strip().lower())

    def check_url(self, url: str) -> WebUrl:
        """The parsed URL when it may be requested, as far as that is known before resolving its name.

        Raises:
            AddressForbidden: naming the rule.
        """
        parsed = split_url(url)
        self._check_place(parsed, onion=False)
        return parsed

    def check_for_tor(self, url: str) -> WebUrl:
        """The same for Tor, where the exit resolves names and onion names are allowed."""
        parsed = split_url(url)
        self._check_place(parsed, onion=True)
        return parsed

    def check_address(self, address: str, *, host: str | None = None, port: int | None = None) -> None:
        """Refuse an IP address that no public web server has. `host` and `port` are those of the request.

        Raises:
            AddressForbidden: naming the rule.
        """
        if host is not None and self._allows_name(host, port):
            return
        source = address if host is None else f"{host} ({address})"
        bare, _, zone = address.strip("[]").partition("%")
        try:
            ip = ip_address(bare)
        except ValueError as error:
            raise AddressForbidden(source=source, reason="it is no IP address") from error
        if self._allows_ip(ip, port):
            return
        rule = f"an address with a zone ({zone})" if zone else why_forbidden(ip)
        if rule is not None:
            raise AddressForbidden(source=source, reason=f"the address {address} is {rule}")

    def _check_place(self, parsed: WebUrl, *, onion: bool) -> None:
        allowed = self._allows_name(parsed.host, parsed.port)
        reason = None if allowed else self._forbidden_name(parsed, onion=onion)
        if reason is None and parsed.port in _BAD_PORTS and not allowed:
            reason = f"port {parsed.port} belongs to another protocol"
        if reason is not None:
            raise AddressForbidden(source=parsed.url, reason=reason)
        if parsed.address is not None:
            self.check_address(parsed.address, host=parsed.host, port=parsed.port)

    @staticmethod
    def _forbidden_name(parsed: WebUrl, *, onion: bool) -> str | None:
        if parsed.address is not None:
            return None
        labels = parsed.host.rstrip(".").split(".")
        if len(labels) == 1:
            return f"{parsed.host} is a local name"
        if labels[-1] in _LOCAL_ENDINGS or ".".join(labels[-2:]) in _LOCAL_ENDINGS:
            return f"{parsed.host} is a local name"
        if labels[-1] == "onion" and not onion:
            return f"{parsed.host} exists only within Tor"
        return deceptive_host(parsed.host)

    def _allows_name(self, host: str, port: int | None) -> bool:
        bare = host.strip("[]").rstrip(".").lower()
        return bare in self._names or (port is not None and (bare, port) in self._places)

    def _allows_ip(self, ip: Ip, port: int | None) -> bool:
        if port is not None and (str(ip), port) in self._places:
            return True
        return any(ip in network for network in self._networks)

    def _admit(self, entry: str) -> None:
        try:
            self._networks.append(ip_network(entry.strip("[]"), strict=False))
            return
        except ValueError:
            pass  # no network: a name, or a place with a port
        host, colon, port = entry.rpartition(":")
        if not colon:
            self._names.add(_host_name(entry))
        elif port.isascii() and port.isdigit():
            self._places.add((_host_name(host), int(port)))
        else:
            raise ConfigError(f"{entry!r} in the allowlist is no network, address, host or host:port")


def _host_name(text: str) -> str:
    try:
        return split_url(f"http://{text}/").host.strip("[]").rstrip(".")
    except AddressForbidden as error:
        raise ConfigError(f"{text!r} in the allowlist is no host: {error.reason}") from error


def why_forbidden(ip: Ip) -> str | None:
    """Why no public web server can have the address `ip`; None when one can."""
    if ip in _METADATA:
        return "a cloud metadata service"
    if isinstance(ip, IPv4Address):
        return _first(_RULES_4, ip)
    rule = _first(_RULES_6, ip)
    inner = _embedded(ip)
    if rule is None and inner is not None:
        rule = why_forbidden(inner)
        return None if rule is None else f"{rule} ({inner} written as IPv6)"
    if rule is None and ip not in _GLOBAL_6:
        return "reserved"
    return rule


def _first(rules: Iterable[tuple[Network, str]], ip: Ip) -> str | None:
    return next((rule for network, rule in rules if ip in network), None)


def _embedded(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a gateway would extract from `ip`; None without one."""
    number = int(ip)
    if ip in _NAT64 or any(ip in network for network in _EMBED_LOW):
        return IPv4Address(number & 0xFFFFFFFF)
    if ip in _SIX_TO_FOUR:
        return IPv4Address(number >> 80 & 0xFFFFFFFF)
    if (number >> 32) & 0xFFFFFFFF in _ISATAP:
        return IPv4Address(number & 0xFFFFFFFF)
    return None
