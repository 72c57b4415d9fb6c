"""Names to addresses: by the system's servers, for as long as they say, and never to a forbidden place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
import pytest

from tadori.errors import AddressForbidden, SourceUnreachable
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.name_resolution import FAILURE_TTL, FALLBACK_TTL, HOSTS_TTL, NameCache, SystemResolver
from tests.web.dns import LittleResolver

NOW = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
PUBLIC, PUBLIC_6 = "93.184.216.34", "2606:2800:220:1::1"
GUARD = AddressGuard()


class NameServer(asyncio.DatagramProtocol):
    """A name server of a few records; keeps every question as it came."""

    def __init__(self, records: dict[tuple[str, str], tuple[int, list[str]]]) -> None:
        self.records = records
        self.questions: list[dns.message.Message] = []
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        question = dns.message.from_wire(data)
        self.questions.append(question)
        name, kind = question.question[0].name, dns.rdatatype.to_text(question.question[0].rdtype)
        answer = dns.message.make_response(question)
        answer.flags |= dns.flags.RA
        known = {host for host, _ in self.records}
        alias = self.records.get((name.to_text(), "CNAME"))
        if alias is not None:
            answer.answer.append(dns.rrset.from_text(name, alias[0], "IN", "CNAME", *alias[1]))
            name = dns.name.from_text(alias[1][0])
        found = self.records.get((name.to_text(), kind))
        if found is not None:
            answer.answer.append(dns.rrset.from_text(name, found[0], "IN", kind, *found[1]))
        if name.to_text() not in known:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        self.transport.sendto(answer.to_wire(), addr)


@asynccontextmanager
async def name_server(
    folder: Path, records: dict[tuple[str, str], tuple[int, list[str]]], hosts: str = ""
) -> AsyncIterator[tuple[SystemResolver, NameServer]]:
    server = NameServer(records)
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: server, local_addr=("127.0.0.1", 0)
    )
    (folder / "resolv.conf").write_text("nameserver 127.0.0.1\nsearch corp.test\noptions edns0\n", encoding="utf-8")
    (folder / "hosts").write_text(hosts, encoding="utf-8")
    port = transport.get_extra_info("sockname")[1]
    resolver = SystemResolver(hosts=folder / "hosts", configuration=folder / "resolv.conf", port=port, seconds=60.0)
    try:
        yield resolver, server
    finally:
        transport.close()
        await asyncio.sleep(0)


async def test_both_families_are_asked_and_the_shorter_ttl_holds(tmp_path: Path) -> None:
    records = {("news.test.", "A"): (300, [PUBLIC]), ("news.test.", "AAAA"): (120, [PUBLIC_6])}
    async with name_server(tmp_path, records) as (resolver, server):
        found = await resolver.resolve("News.test.")
    assert (found.addresses, found.ttl) == ((PUBLIC_6, PUBLIC), 120.0)
    kinds = sorted(dns.rdatatype.to_text(question.question[0].rdtype) for question in server.questions)
    assert kinds == ["A", "AAAA"]


async def test_no_client_subnet_and_no_search_list_leave_the_machine(tmp_path: Path) -> None:
    async with name_server(tmp_path, {("news.test.", "A"): (60, [PUBLIC])}) as (resolver, server):
        await resolver.resolve("news.test")
        with pytest.raises(SourceUnreachable):
            await resolver.resolve("nowhere.test")
    assert {question.question[0].name.to_text() for question in server.questions} == {"news.test.", "nowhere.test."}
    assert [list(question.options) for question in server.questions] == [[]] * 4
    assert [question.edns for question in server.questions] == [-1] * 4


async def test_the_ttl_of_an_alias_counts(tmp_path: Path) -> None:
    records = {("www.test.", "CNAME"): (5, ["news.test."]), ("news.test.", "A"): (300, [PUBLIC])}
    async with name_server(tmp_path, records) as (resolver, _):
        found = await resolver.resolve("www.test")
    assert (found.addresses, found.ttl) == ((PUBLIC,), 5.0)


@pytest.mark.parametrize(("host", "reason"), [("nowhere.test", "does not exist"), ("empty.test", "has no address")])
async def test_a_name_without_an_address_is_unreachable(tmp_path: Path, host: str, reason: str) -> None:
    async with name_server(tmp_path, {("empty.test.", "TXT"): (60, ['"x"'])}) as (resolver, _):
        with pytest.raises(SourceUnreachable, match=reason):
            await resolver.resolve(host)


async def test_the_hosts_file_comes_first(tmp_path: Path) -> None:
    hosts = (
        f"# local\n127.0.0.1 localhost\n{PUBLIC} News.test www.news.test # inline\n{PUBLIC_6} news.test\nbad line\n\n"
    )
    async with name_server(tmp_path, {}, hosts) as (resolver, server):
        found = await resolver.resolve("news.test")
        assert (await resolver.resolve("www.news.test")).addresses == (PUBLIC,)
    assert (found.addresses, found.ttl, server.questions) == ((PUBLIC, PUBLIC_6), HOSTS_TTL, [])


async def test_without_name_servers_the_system_is_asked(tmp_path: Path) -> None:
    resolver = SystemResolver(hosts=tmp_path / "none", configuration=tmp_path / "none")
    found = await resolver.resolve("127.0.0.1")
    assert (found.addresses, found.ttl) == (("127.0.0.1",), FALLBACK_TTL)


async def test_a_silent_name_server_is_waited_for_no_longer_than_said(tmp_path: Path) -> None:
    (tmp_path / "resolv.conf").write_text("nameserver 127.0.0.1\n", encoding="utf-8")
    transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        asyncio.DatagramProtocol, local_addr=("127.0.0.1", 0)
    )
    port = transport.get_extra_info("sockname")[1]
    resolver = SystemResolver(hosts=tmp_path / "none", configuration=tmp_path / "resolv.conf", port=port, seconds=0.2)
    with pytest.raises(SourceUnreachable, match="did not answer"):
        await resolver.resolve("news.test")
    transport.close()
    await asyncio.sleep(0)


class Watch:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.mark.req("L18")
async def test_an_answer_is_kept_for_its_ttl_and_no_longer() -> None:
    resolver, watch = LittleResolver({"news.test": PUBLIC}, ttl=300.0), Watch()
    names = NameCache(resolver, watch)
    for seconds in (0, 299.9):
        watch.later(seconds)
        assert await names.checked("news.test", 443, GUARD) == (PUBLIC,)
    assert len(resolver.asked) == 1
    watch.later(0.1)
    await names.checked("NEWS.test.", 443, GUARD)
    assert resolver.asked == ["news.test", "news.test"]


@pytest.mark.parametrize(("ttl", "held"), [(0.0, 1.0), (1e9, 86_400.0)])
async def test_a_ttl_is_held_between_a_second_and_a_day(ttl: float, held: float) -> None:
    resolver, watch = LittleResolver({"news.test": PUBLIC}, ttl=ttl), Watch()
    names = NameCache(resolver, watch)
    await names.checked("news.test", 443, GUARD)
    watch.later(held - 0.1)
    await names.checked("news.test", 443, GUARD)
    assert len(resolver.asked) == 1
    watch.later(0.1)
    await names.checked("news.test", 443, GUARD)
    assert len(resolver.asked) == 2


async def test_a_failure_is_kept_briefly() -> None:
    resolver, watch = LittleResolver({}), Watch()
    names = NameCache(resolver, watch)
    for seconds in (0, FAILURE_TTL - 1):
        watch.later(seconds)
        with pytest.raises(SourceUnreachable, match="no such name"):
            await names.checked("nowhere.test", 80, GUARD)
    assert len(resolver.asked) == 1
    watch.later(1)
    resolver.set("nowhere.test", [(PUBLIC,)])
    assert await names.checked("nowhere.test", 80, GUARD) == (PUBLIC,)


async def test_ipv6_comes_first_and_order_is_kept_within_a_family() -> None:
    resolver = LittleResolver({})
    resolver.set("news.test", [(PUBLIC, PUBLIC_6, "93.184.216.35", PUBLIC)])
    assert await NameCache(resolver, Watch()).checked("news.test", 443, GUARD) == (PUBLIC_6, PUBLIC, "93.184.216.35")


@pytest.mark.req("L35")
@pytest.mark.parametrize("private", ["10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"])
async def test_one_forbidden_address_refuses_the_whole_name(private: str) -> None:
    resolver = LittleResolver({})
    resolver.set("news.test", [(PUBLIC, private)])
    with pytest.raises(AddressForbidden, match=r"news\.test"):
        await NameCache(resolver, Watch()).checked("news.test", 443, GUARD)


async def test_a_literal_address_is_checked_and_not_resolved() -> None:
    resolver = LittleResolver({})
    names = NameCache(resolver, Watch())
    assert await names.checked(f"[{PUBLIC_6}]", 443, GUARD) == (PUBLIC_6,)
    with pytest.raises(AddressForbidden):
        await names.checked("127.0.0.1", 80, GUARD)
    assert resolver.asked == []


async def test_no_more_names_are_kept_than_said_and_the_longest_unused_goes() -> None:
    resolver = LittleResolver({f"h{n}.test": PUBLIC for n in range(3)})
    names = NameCache(resolver, Watch(), most=2)
    for host in ("h0.test", "h1.test", "h0.test", "h2.test", "h0.test", "h1.test"):
        await names.checked(host, 443, GUARD)
    assert resolver.asked == ["h0.test", "h1.test", "h2.test", "h1.test"]
