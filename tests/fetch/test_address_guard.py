"""No address but a public web server's is asked, however it is spelled."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import AddressForbidden, ConfigError
from tadori.fetch.address_guard import AddressGuard, why_forbidden

GUARD = AddressGuard()
PRIVATE = ["127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "0.0.0.0"]
PUBLIC_4 = "93.184.216.34"


def refusal(url: str, guard: AddressGuard = GUARD) -> str:
    with pytest.raises(AddressForbidden) as caught:
        guard.check_url(url)
    return caught.value.reason


def refusal_of_address(address: str, guard: AddressGuard = GUARD) -> str:
    with pytest.raises(AddressForbidden) as caught:
        guard.check_address(address)
    return caught.value.reason


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    "spelling",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "0177.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "１２７．０．０．１",
        "①②⑦.⓪.⓪.①",
        "%31%32%37.0.0.1",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[::ffff:0:127.0.0.1]",
        "[2a00:1450::5efe:127.0.0.1]",
    ],
)
def test_loopback_is_refused_in_every_spelling(spelling: str) -> None:
    assert "loopback" in refusal(f"http://{spelling}/")


@pytest.mark.parametrize(
    ("address", "rule"),
    [
        ("0.0.0.0", "unspecified"),
        ("::", "unspecified"),
        ("10.0.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.168.0.1", "private"),
        ("fd12::1", "private (unique local)"),
        ("fec0::1", "private (site-local)"),
        ("64:ff9b:1::a00:1", "private (local NAT64)"),
        ("127.255.255.254", "loopback"),
        ("::1", "loopback"),
        ("169.254.1.1", "link-local"),
        ("fe80::1", "link-local"),
        ("169.254.169.254", "a cloud metadata service"),
        ("fd00:ec2::254", "a cloud metadata service"),
        ("100.100.100.200", "a cloud metadata service"),
        ("168.63.129.16", "a cloud metadata service"),
        ("100.64.0.1", "shared by carriers (CGNAT)"),
        ("224.0.0.1", "multicast"),
        ("ff02::1", "multicast"),
        ("192.0.2.1", "for documentation"),
        ("198.51.100.7", "for documentation"),
        ("203.0.113.9", "for documentation"),
        ("2001:db8::1", "for documentation"),
        ("3fff::1", "for documentation"),
        ("198.19.255.255", "for benchmarking"),
        ("2001:2::1", "for benchmarking"),
        ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"),
        ("4000::1", "reserved"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "a Teredo tunnel"),
        ("::ffff:10.0.0.1", "private (10.0.0.1 written as IPv6)"),
        ("64:ff9b::a9fe:a9fe", "a cloud metadata service (169.254.169.254 written as IPv6)"),
        ("2002:c0a8:101::1", "private (192.168.1.1 written as IPv6)"),
    ],
)
def test_each_special_address_is_refused_by_the_name_of_its_rule(address: str, rule: str) -> None:
    assert refusal_of_address(address) == f"the address {address} is {rule}"


@pytest.mark.parametrize(
    "address",
    [
        PUBLIC_4,
        "2606:2800:220:1::1",
        f"::ffff:{PUBLIC_4}",
        "64:ff9b::5db8:d822",
        "172.32.0.1",
        "100.128.0.1",
        "11.0.0.0",
    ],
)
def test_public_addresses_pass(address: str) -> None:
    GUARD.check_address(address)


@pytest.mark.parametrize("address", ["", "localhost", "1.2.3", "127.1", "日本"])
def test_what_is_no_address_is_refused(address: str) -> None:
    assert refusal_of_address(address) == "it is no IP address"


@pytest.mark.parametrize(("address", "zone"), [("fe80::1%eth0", "eth0"), ("2606:2800:220:1::1%1", "1")])
def test_an_address_with_a_zone_is_refused(address: str, zone: str) -> None:
    assert refusal_of_address(address) == f"the address {address} is an address with a zone ({zone})"


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_of_ipv4_nothing_passes_that_python_calls_private(ip: IPv4Address) -> None:
    allowed = why_forbidden(ip) is None
    assert not (
        allowed and (ip.is_private or ip.is_multicast or ip.is_reserved or ip.is_link_local or ip.is_unspecified)
    )


@settings(deadline=None)
@given(st.ip_addresses(v=6))
def test_of_ipv6_nothing_passes_that_python_calls_private(ip: IPv6Address) -> None:
    allowed = why_forbidden(ip) is None
    assert not (
        allowed and (ip.is_private or ip.is_multicast or ip.is_link_local or ip.is_site_local or ip.is_loopback)
    )


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_alike_however_ipv6_embeds_it(ip: IPv4Address) -> None:
    low = f"{int(ip) >> 16:x}:{int(ip) & 0xFFFF:x}"
    forms = [f"::ffff:{ip}", f"64:ff9b::{low}", f"2002:{low}::1"]
    verdicts = {why_forbidden(ip_address(form)) is None for form in forms}
    assert verdicts == {why_forbidden(ip) is None}


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_a_url_with_a_number_for_a_host_is_judged_as_that_address(ip: IPv4Address) -> None:
    judged = []
    for spelling in (str(ip), str(int(ip)), hex(int(ip)), f"0{int(ip):o}"):
        try:
            GUARD.check_url(f"http://{spelling}/")
            judged.append(True)
        except AddressForbidden:
            judged.append(False)
    assert judged == [why_forbidden(ip) is None] * 4


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost.",
        "LOCALHOST",
        "a.localhost",
        "printer.local",
        "metadata.google.internal",
        "router.home.arpa",
        "nas.lan",
        "intranet",
        "ｌｏｃａｌｈｏｓｔ",
    ],
)
def test_local_names_are_refused(host: str) -> None:
    assert refusal(f"http://{host}/").endswith("is a local name")


@pytest.mark.parametrize("port", [0, 1, 22, 25, 6000, 6667, 10080])
def test_ports_of_other_protocols_are_refused(port: int) -> None:
    assert refusal(f"http://news.test:{port}/") == f"port {port} belongs to another protocol"


@pytest.mark.parametrize(
    "url", ["http://news.test/", "https://news.test:8443/", "http://news.test:8080/x", "https://日本語.test/"]
)
def test_ordinary_addresses_pass(url: str) -> None:
    assert GUARD.check_url(url).scheme in {"http", "https"}


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://news.test/", "gopher://news.test/", "data:text/html,x", "javascript:1"]
)
def test_other_schemes_are_refused(url: str) -> None:
    assert refusal(url).startswith("only http and https are asked")


def test_a_homograph_is_refused() -> None:
    assert refusal("https://аpple.test/") == "\\u0430pple mixes Cyrillic and Latin letters"


def test_an_onion_name_is_refused_outside_tor_and_passes_within() -> None:
    assert refusal("http://abcdef.onion/") == "abcdef.onion exists only within Tor"
    assert GUARD.check_for_tor("http://abcdef.onion/").host == "abcdef.onion"


@pytest.mark.parametrize("place", [*PRIVATE, "[::1]", "[::ffff:10.0.0.1]", "0x7f.1", "localhost", "nas.local", "wiki"])
def test_through_tor_private_addresses_and_local_names_are_refused_unresolved(place: str) -> None:
    with pytest.raises(AddressForbidden):
        GUARD.check_for_tor(f"http://{place}/")


def test_an_allowed_network_passes_and_its_neighbour_does_not() -> None:
    guard = AddressGuard(("127.0.0.0/8", "::1"))
    guard.check_address("127.9.9.9")
    assert guard.check_url("http://[::1]:8080/").port == 8080
    assert "private" in refusal_of_address("10.0.0.1", guard)


def test_an_allowed_name_may_lead_anywhere_and_other_names_may_not() -> None:
    guard = AddressGuard(("Wiki", "intranet.test"))
    assert guard.check_url("http://wiki/").host == "wiki"
    guard.check_address("10.0.0.5", host="intranet.test", port=443)
    with pytest.raises(AddressForbidden):
        guard.check_address("10.0.0.5", host="other.test", port=443)
    with pytest.raises(AddressForbidden):
        guard.check_address("10.0.0.5")


def test_a_name_or_address_allowed_with_a_port_is_allowed_at_that_port_only() -> None:
    guard = AddressGuard(("intranet.test:8080", "127.0.0.1:9000", "[::1]:9000"))
    guard.check_address("10.0.0.5", host="intranet.test", port=8080)
    guard.check_address("127.0.0.1", port=9000)
    assert guard.check_url("http://[::1]:9000/").port == 9000
    assert "loopback" in refusal("http://127.0.0.1:9001/", guard)
    with pytest.raises(AddressForbidden):
        guard.check_address("10.0.0.5", host="intranet.test", port=8081)


@pytest.mark.parametrize("entry", ["a b", "host:port", "http://x/", ""])
def test_an_allowlist_entry_that_is_nothing_is_a_setting_to_mend(entry: str) -> None:
    with pytest.raises(ConfigError):
        AddressGuard((entry,))
