"""A refusal is known by its head and first bytes, and the rest of it is not downloaded (L17).

The server counts what it sent: after its first pieces it waits whether the other side has seen enough.
"""

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from tadori.fetch.blocks import PREFLIGHT_BYTES, ends_download, preflight
from tadori.fetch.verdict import fetch_verdict
from tadori.model.web import AttemptOutcome, BlockKind, PageBlock, WebResponse
from tadori.text.content_codings import decoded_start
from tests.fetch.test_blocks import JAPANESE_CHALLENGE, MANAGED_CHALLENGE, SENTENCE, article
from tests.fetch.test_http import ask, route_to
from tests.listening import listening

FIRST = 64 * 1024
REST = b"x" * 400_000
WAIT_SECONDS = 20.0
"""Who wants the rest gets it at once; who has gone is noticed at once. Only a bug waits that long."""


@dataclass(slots=True)
class Counted:
    port: int = 0
    sent: int = 0
    """Bytes of bodies."""


def noise(size: int) -> bytes:
    """Bytes that no encoder makes smaller, as comments of hexadecimal digits."""
    state, words = 1, bytearray()
    while len(words) < size:
        state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        words += b"<!-- %x -->" % state
    return bytes(words[:size])


@asynccontextmanager
async def counting(head: bytes, body: bytes) -> AsyncIterator[Counted]:
    """Sends `body` up to `FIRST`, and the rest only if the connection is still open after a moment."""
    counted = Counted()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:FIRST])
        await writer.drain()
        counted.sent += len(body[:FIRST])
        gone = asyncio.ensure_future(reader.read(1))
        done, _ = await asyncio.wait([gone], timeout=0.5)
        if not done:
            gone.cancel()
            writer.write(body[FIRST:])
            await asyncio.wait_for(writer.drain(), WAIT_SECONDS)
            counted.sent += len(body[FIRST:])

    async with listening(handle) as counted.port:
        yield counted


async def got(head: bytes, body: bytes) -> tuple[WebResponse, int]:
    async with counting(head, body) as server, route_to() as route:
        answer = await route.get(ask(server.port))
        await asyncio.sleep(0)
        return answer, server.sent


HTML = b"\r\nContent-Type: text/html; charset=utf-8"


@pytest.mark.req("L17")
@pytest.mark.parametrize("body", [MANAGED_CHALLENGE, JAPANESE_CHALLENGE], ids=["en", "ja"])
async def test_a_challenge_is_known_by_its_first_bytes_and_the_rest_is_not_downloaded(body: bytes) -> None:
    answer, sent = await got(b"HTTP/1.1 403 Forbidden" + HTML, body + noise(FIRST) + REST)
    assert (answer.status, answer.cut_short, sent) == (403, True, FIRST)
    assert answer.body == (body + noise(FIRST))[:PREFLIGHT_BYTES]
    assert preflight(answer.status, answer.headers, answer.body).kind is BlockKind.CLOUDFLARE


@pytest.mark.req("L17")
@pytest.mark.parametrize(
    ("name", "pack"), [(b"gzip", gzip.compress), (b"br", brotli.compress), (b"zstd", zstandard.compress)]
)
async def test_a_packed_challenge_is_known_too(name: bytes, pack: Callable[[bytes], bytes]) -> None:
    head = b"HTTP/1.1 403 Forbidden" + HTML + b"\r\nContent-Encoding: " + name
    answer, sent = await got(head, pack(MANAGED_CHALLENGE + noise(300_000)))
    assert (answer.cut_short, sent) == (True, FIRST)
    assert answer.body == (MANAGED_CHALLENGE + noise(300_000))[:PREFLIGHT_BYTES]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"HTTP/1.1 429 Too Many Requests" + HTML, BlockKind.RATE_LIMIT),
        (b"HTTP/1.1 401 Unauthorized" + HTML + b'\r\nWWW-Authenticate: Basic realm="a"', BlockKind.LOGIN),
        (b"HTTP/1.1 402 Payment Required" + HTML, BlockKind.PAYWALL),
        (b"HTTP/1.1 503 Service Unavailable" + HTML + b"\r\nRetry-After: 120", BlockKind.RATE_LIMIT),
        (b"HTTP/1.1 200 OK" + HTML + b"\r\nCF-Mitigated: challenge", BlockKind.CLOUDFLARE),
    ],
)
async def test_what_the_head_alone_shows_ends_the_download(head: bytes, kind: BlockKind) -> None:
    answer, sent = await got(head, noise(FIRST) + REST)
    assert (answer.cut_short, sent) == (True, FIRST)
    assert preflight(answer.status, answer.headers, answer.body).kind is kind


@pytest.mark.parametrize(
    ("head", "body"),
    [
        pytest.param(b"HTTP/1.1 200 OK", MANAGED_CHALLENGE, id="a page that was let in is read whole"),
        pytest.param(b"HTTP/1.1 403 Forbidden", b"<p>no</p>", id="a bare refusal: the rest may say more"),
        pytest.param(b"HTTP/1.1 404 Not Found", b"<p>gone</p>", id="nothing stands in the way"),
        pytest.param(b"HTTP/1.1 200 OK", article(*[SENTENCE] * 60), id="an article"),
    ],
)
async def test_what_the_first_bytes_do_not_decide_is_downloaded_whole(head: bytes, body: bytes) -> None:
    whole = body + noise(FIRST) + REST
    answer, sent = await got(head + HTML, whole)
    assert (answer.cut_short, sent, answer.body) == (False, len(whole), whole)


async def test_a_small_refusal_is_had_whole() -> None:
    answer, sent = await got(b"HTTP/1.1 403 Forbidden" + HTML, MANAGED_CHALLENGE)
    assert (answer.cut_short, sent, answer.body) == (False, len(MANAGED_CHALLENGE), MANAGED_CHALLENGE)


async def test_the_route_goes_on_after_a_download_it_ended() -> None:
    async with counting(b"HTTP/1.1 429 Slow down" + HTML, noise(FIRST) + REST) as server, route_to() as route:
        first = await route.get(ask(server.port))
        second = await route.get(ask(server.port, "/again"))
    assert [(one.status, one.cut_short) for one in (first, second)] == [(429, True), (429, True)]
    assert server.sent == 2 * FIRST


def test_the_beginning_of_a_packed_body_is_read_as_far_as_it_goes() -> None:
    text = "京都の人口は約144万人です。".encode() * 500
    packed = gzip.compress(noise(50_000) + text)
    assert decoded_start(packed[:20_000], "gzip", 1000) == noise(50_000)[:1000]
    assert decoded_start(b"", "gzip", 1000) == b""
    assert decoded_start(b"not packed at all", "gzip", 1000) == b""
    assert decoded_start(b"plain", "", 3) == b"pla"
    assert decoded_start(gzip.compress(gzip.compress(text)), "gzip, gzip", 40) == text[:40]
    bomb = gzip.compress(b"\0" * 50_000_000)
    assert decoded_start(bomb, "gzip", PREFLIGHT_BYTES) == b"\0" * PREFLIGHT_BYTES


def test_only_a_refusal_or_a_named_challenge_ends_a_download() -> None:
    assert ends_download(403, (), MANAGED_CHALLENGE) is True
    assert ends_download(200, (), MANAGED_CHALLENGE) is False
    assert ends_download(403, (), b"") is False
    assert ends_download(500, (), b"") is False


async def test_half_a_page_is_never_taken_for_a_page() -> None:
    answer, _ = await got(b"HTTP/1.1 200 OK" + HTML + b"\r\nCF-Mitigated: challenge", article(SENTENCE) + REST)
    found = fetch_verdict(answer, PageBlock(kind=BlockKind.NONE))
    assert (found.outcome, found.reason) == (AttemptOutcome.UNUSABLE, "only its beginning was downloaded")
