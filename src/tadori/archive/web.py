"""The WARC records of a page from the web beside its document: exchanges, redirects, screenshot, list of files.

Comes in: the answer of a route. Goes out: WARC records around the document, in the order they are written. It
writes nothing itself. A document that a browser built is a record of its own (`urn:dom:`) beside the response as the
server sent it; the picture stands under `urn:view:`, where Browsertrix and ReplayWeb.page look for it. A record
with content that the server did not send gets another address: replay tools would show it instead of the page.
"""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Final

from tadori.archive.cdx import resource_lines
from tadori.archive.records import WarcRecord, digest_words, new_record, warc_uri
from tadori.errors import EvidenceBroken
from tadori.model.ids import Sha256
from tadori.model.page import Capture, Page
from tadori.model.web import Exchange, Hop, Resource, WebResponse

DOM: Final = "urn:dom:"
VIEW: Final = "urn:view:"
FILES: Final = "urn:resources:"
LEADS_TO: Final = "Tadori-Leads-To"
"""Header of a redirect: the id of the response it led to. WARC has no such reference."""
NOT_MODIFIED: Final = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

RecordHeaders = tuple[tuple[str, str], ...]

# One line end only: a reader that is content with less must not see the body begin earlier than we do.
_HEAD: Final = re.compile(rb"(?:[^\r\n]+\r\n)+\r\n")
_LATER_HTTP: Final = re.compile(rb"HTTP/([23])(?:\.0)? (\d{3})[^\r]*")
_STATUSES: Final = frozenset(HTTPStatus)
_PICTURES: Final = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"RIFF", "image/webp"))

_TOKEN: Final = re.compile(r"[A-Za-z0-9!#$&^_.+-]+")
_MEDIA_TYPE: Final = re.compile(r"[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebFacts:
    """How a page was loaded from the web: everything that is stored beside its document."""

    exchange: Exchange
    address: str | None = None
    hops: tuple[Hop, ...] = ()
    received: bytes | None = None
    """What the server sent, when the document is the DOM that a browser built from it."""
    screenshot: bytes | None = None
    resources: tuple[Resource, ...] = ()

    @staticmethod
    def of(answer: WebResponse, hops: Sequence[Hop] = ()) -> "WebFacts":
        """The facts of `answer`, with the redirects that led to it."""
        return WebFacts(
            exchange=answer.exchange,
            address=answer.address,
            hops=(*hops, *answer.hops),
            received=answer.received,
            screenshot=answer.screenshot,
            resources=answer.resources,
        )


def web_records(page: Page, capture: Capture, web: WebFacts, facts: RecordHeaders) -> tuple[WarcRecord, ...]:
    """The records of a page but for its text. `facts` are headers of the one that is its document.

    Raises:
        EvidenceBroken: a head is malformed, or an IP address invalid.
    """
    uri, date, salt = warc_uri(page.url), page.fetched_at, page.id
    where = _address(web.address)
    if web.received is None:
        response = _response(uri, web.exchange, capture.body, date, (*where, *facts), known=page.content_hash)
        documents: tuple[WarcRecord, ...] = (response,)
    else:
        response = _response(uri, web.exchange, web.received, date, where, salt=salt)
        documents = (response, _built(page, capture, response, facts))
    request = _request(uri, web.exchange, date, where, response, salt)
    return *hop_records(web.hops, response, salt), request, *documents, *_around(page, web, documents[-1])


def hop_records(hops: Sequence[Hop], last: WarcRecord, salt: str) -> tuple[WarcRecord, ...]:
    """Request and response of each redirect; each response names the one it led to, the final one `last`."""
    records = list[WarcRecord]()
    for hop in reversed(hops):
        uri, where = warc_uri(hop.url), _address(hop.address)
        # The place in the chain is part of the name: a server may send the same redirect twice.
        name = f"{salt} {len(records)}"
        onward = (*where, (LEADS_TO, last.id))
        response = _response(uri, hop.exchange, hop.body, hop.fetched_at, onward, salt=name)
        records = [_request(uri, hop.exchange, hop.fetched_at, where, response, name), response, *records]
        last = response
    return tuple(records)


def revisit_records(
    original: WarcRecord, exchange: Exchange, *, at: datetime, address: str | None, hops: Sequence[Hop], salt: str
) -> tuple[WarcRecord, ...]:
    """The records of a visit that was answered with 304: `original` is unchanged.

    Raises:
        EvidenceBroken: `original` is no response, or the answer is not 304.
    """
    uri, where = original.header("WARC-Target-URI") or "", _address(address)
    head, protocol = _shown_head(exchange.response, uri)
    if original.kind != "response" or not head.startswith(b"HTTP/1.1 304"):
        raise EvidenceBroken(f"{uri[:200]}: only a response can be confirmed, and only by 304")
    extra = (
        *where,
        *protocol,
        ("WARC-Profile", NOT_MODIFIED),
        ("WARC-Refers-To", original.id),
        ("WARC-Refers-To-Target-URI", uri),
        ("WARC-Refers-To-Date", original.header("WARC-Date") or ""),
    )
    revisit = new_record(
        "revisit",
        uri=uri,
        date=at,
        content_type="application/http; msgtype=response",
        block=head,
        extra=extra,
        payload_digest=original.header("WARC-Payload-Digest"),
        salt=salt,
    )
    return *hop_records(hops, revisit, salt), _request(uri, exchange, at, where, revisit, salt), revisit


def content_type(capture: Capture) -> str:
    """A header-safe content type; the exact values of the capture are in its own header."""
    kind = capture.media_type if _MEDIA_TYPE.fullmatch(capture.media_type) else "application/octet-stream"
    return f"{kind}; charset={capture.charset}" if capture.charset and _TOKEN.fullmatch(capture.charset) else kind


def _built(page: Page, capture: Capture, response: WarcRecord, facts: RecordHeaders) -> WarcRecord:
    """The document as a browser had built it from `response` when it was read."""
    return new_record(
        "resource",
        uri=DOM + warc_uri(page.url),
        date=page.fetched_at,
        content_type=content_type(capture),
        block=capture.body,
        extra=(*facts, ("WARC-Concurrent-To", response.id)),
        payload_digest=digest_words(page.content_hash),
    )


def _around(page: Page, web: WebFacts, document: WarcRecord) -> tuple[WarcRecord, ...]:
    """Picture and list of files, of the same moment as the document."""
    uri, date = warc_uri(page.url), page.fetched_at
    concurrent = (("WARC-Concurrent-To", document.id),)
    records = []
    if web.screenshot is not None:
        kind = next((kind for start, kind in _PICTURES if web.screenshot.startswith(start)), "application/octet-stream")
        records.append(
            new_record(
                "resource",
                uri=VIEW + uri,
                date=date,
                content_type=kind,
                block=web.screenshot,
                extra=concurrent,
                salt=page.id,
            )
        )
    if web.resources:
        records.append(
            new_record(
                "metadata",
                uri=FILES + uri,
                date=date,
                content_type="text/x-cdxj; charset=utf-8",
                block=resource_lines(web.resources, date).encode(),
                extra=concurrent,
                salt=page.id,
            )
        )
    return tuple(records)


def _response(
    uri: str,
    exchange: Exchange,
    body: bytes,
    date: datetime,
    extra: RecordHeaders,
    *,
    salt: str = "",
    known: Sha256 | None = None,
) -> WarcRecord:
    head, protocol = _shown_head(exchange.response, uri)
    return new_record(
        "response",
        uri=uri,
        date=date,
        content_type="application/http; msgtype=response",
        block=head + body,
        extra=(*extra, *protocol),
        payload_digest=None if known is None else digest_words(known),
        salt=salt,
    )


def _request(
    uri: str, exchange: Exchange, date: datetime, where: RecordHeaders, answer: WarcRecord, salt: str
) -> WarcRecord:
    if not _HEAD.fullmatch(exchange.request):
        raise EvidenceBroken(f"{uri[:200]}: its request head does not end, or not only at its end")
    return new_record(
        "request",
        uri=uri,
        date=date,
        content_type="application/http; msgtype=request",
        block=exchange.request,
        extra=(*where, ("WARC-Concurrent-To", answer.id)),
        salt=salt,
    )


def _shown_head(head: bytes, uri: str) -> tuple[bytes, RecordHeaders]:
    """A response head as HTTP/1.1, which replay tools can read, and a header with the real protocol."""
    if not _HEAD.fullmatch(head):
        raise EvidenceBroken(f"{uri[:200]}: its response head does not end where its body begins")
    later = _LATER_HTTP.match(head)
    if later is None:
        return head, ()
    code = int(later[2])
    # HTTP/2 has no reason phrase, and HTTP/1.1 readers expect one.
    words = HTTPStatus(code).phrase if code in _STATUSES else "Unknown"
    return f"HTTP/1.1 {code} {words}".encode() + head[later.end() :], (("WARC-Protocol", f"h{later[1].decode()}"),)


def _address(address: str | None) -> RecordHeaders:
    if address is None:
        return ()
    try:
        # Browsers write IPv6 in brackets.
        plain = ipaddress.ip_address(address.strip("[]"))
    except ValueError as exc:
        raise EvidenceBroken(f"{address[:80]!a} is not the address of a machine") from exc
    return (("WARC-IP-Address", str(plain)),)
