"""The hostile kinds do what they say, and end."""

import gzip
import socket
import ssl
from http.client import BadStatusLine, HTTPException, IncompleteRead, RemoteDisconnected

import brotli  # type: ignore[import-untyped]
import pytest

from tests.web.asking import ask, connected, raw
from tests.web.certificates import EXPIRED
from tests.web.hostile import BOMB_BYTES, LIES
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather
from tests.web.wire import Seen

REDIRECTS = {
    "redirect_loop": "/page",
    "redirect_file": "file:///etc/passwd",
    "redirect_loopback": "http://127.0.0.1:{port}/admin",
    "redirect_metadata": "http://169.254.169.254/latest/meta-data/",
    "redirect_chain": "/page?n=1",
    "redirect_ipv6_loopback": "http://[::ffff:127.0.0.1]:{port}/admin",
    "redirect_script": "javascript:alert(1)",
}


def test_hostile_hosts_of_the_table_take_turns_over_the_kinds(web: LittleWeb) -> None:
    kinds = [web.hostile_kind_of[host.name] for host in web.hosts if host.weather is Weather.HOSTILE]
    assert len(set(kinds)) == 4
    assert set(kinds) <= set(LIES)
    assert {web.hostile_kind_of[url.split("/")[2].split(":")[0]] for url in web.hostile.values()} == set(LIES)


@pytest.mark.parametrize(("kind", "target"), REDIRECTS.items())
def test_redirects_lead_where_nobody_should_go(web: LittleWeb, kind: str, target: str) -> None:
    told = ask(web, web.hostile[kind])
    assert (told.status, told.headers["location"]) == (302, target.format(port=web.ports.canary))


def test_whoever_follows_to_loopback_is_counted() -> None:
    with LittleWeb(hosts=60) as web:
        assert web.canary_knocks == 0
        with socket.create_connection(("127.0.0.1", web.ports.canary), timeout=60) as sock:
            assert sock.recv(10) == b""
        assert web.canary_knocks == 1


def test_bombs_are_small_on_the_wire_and_large_unpacked(web: LittleWeb) -> None:
    zipped, brotlied = ask(web, web.hostile["gzip_bomb"]), ask(web, web.hostile["brotli_bomb"])
    assert len(gzip.decompress(zipped.body)) == len(brotli.decompress(brotlied.body)) == BOMB_BYTES
    assert max(len(zipped.body), len(brotlied.body)) < BOMB_BYTES // 120


def test_an_endless_body_goes_on_until_the_client_leaves(web: LittleWeb) -> None:
    assert len(raw(web, web.hostile["endless"], most=3_000_000)) >= 3_000_000
    assert _ended(web).cut


@pytest.mark.parametrize("kind", ["drip", "drip_headers", "silent"])
def test_what_drips_or_is_silent_ends_by_itself(web: LittleWeb, kind: str) -> None:
    got = raw(web, web.hostile[kind])
    assert got.startswith({"silent": b""}.get(kind, b"HTTP/1.1 200 OK\r\n"))
    assert got.count(b"\r\n\r\n") == {"drip": 1}.get(kind, 0)
    assert not _ended(web).cut


def test_a_client_that_leaves_ends_it_at_once() -> None:
    with LittleWeb(hosts=60, scale=1.0) as web:
        sock = connected(web, web.hostile["drip"])
        sock.sendall(b"GET /page HTTP/1.1\r\nHost: www.drip.test\r\n\r\n")
        sock.recv(10)
        sock.close()
        assert _ended(web).cut


def test_lengths_lie_both_ways(web: LittleWeb) -> None:
    head, _, body = raw(web, web.hostile["length_short"]).partition(b"\r\n\r\n")
    assert b"Content-Length: 40" in head
    assert len(body) == 103
    with pytest.raises(IncompleteRead):
        ask(web, web.hostile["length_long"])


def test_broken_grammar_breaks_a_strict_client(web: LittleWeb) -> None:
    with pytest.raises(IncompleteRead):
        ask(web, web.hostile["broken_chunking"])
    with pytest.raises(HTTPException, match="more than 100 headers"):
        ask(web, web.hostile["huge_headers"])
    with pytest.raises(BadStatusLine):
        ask(web, web.hostile["not_http"])
    with pytest.raises(RemoteDisconnected):
        ask(web, web.hostile["hang_up"])


def test_there_is_a_megabyte_of_headers_and_a_thousand_cookies(web: LittleWeb) -> None:
    assert len(raw(web, web.hostile["huge_headers"]).partition(b"\r\n\r\n")[0]) > 1_000_000
    assert raw(web, web.hostile["many_cookies"]).count(b"\r\nSet-Cookie: ") == 1000


@pytest.mark.parametrize(
    ("kind", "said", "is_really"),
    [
        ("pdf_as_html", "text/html; charset=utf-8", b"%PDF-"),
        ("html_as_pdf", "application/pdf", b"<!doctype html>"),
        ("png_as_html", "text/html; charset=utf-8", b"\x89PNG"),
    ],
)
def test_types_lie(web: LittleWeb, kind: str, said: str, is_really: bytes) -> None:
    told = ask(web, web.hostile[kind])
    assert told.headers["content-type"] == said
    assert told.body.startswith(is_really)


@pytest.mark.parametrize(
    ("kind", "why"),
    [("cert_expired", "expired"), ("cert_other_name", "Hostname mismatch"), ("cert_self_signed", "self-signed")],
)
def test_a_wrong_certificate_is_wrong_in_one_way(web: LittleWeb, kind: str, why: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match=why):
        ask(web, web.hostile[kind])


def test_a_good_certificate_holds_for_the_domain_and_the_names_below_it(web: LittleWeb) -> None:
    below = next(host.name for host in web.hosts if host.name.count(".") == 2 and host.weather is Weather.PLAIN)
    bare = next(host.name for host in web.hosts if host.name.count(".") == 1 and host.weather is Weather.PLAIN)
    assert [ask(web, web.url(name, "/", https=True)).status for name in (below, bare)] == [200, 200]


def test_table_hosts_with_a_wrong_certificate_are_listed_with_https() -> None:
    with LittleWeb(seed=list(LIES).index("cert_expired"), hosts=60) as web:
        (flawed,) = [host.name for host in web.hosts if web.flaw(host.name) == EXPIRED]
        assert {page.url.split(":")[0] for page in web.pages if page.host == flawed} == {"https"}


def _ended(web: LittleWeb) -> Seen:
    """The only line of the log, once nobody is connected any more."""
    web.wait_until_idle(seconds=60)
    (line,) = web.log
    return line
