"""The index of a WARC file in CDXJ, sorted, as replay tools read it.

Comes in: records with their places. Goes out: lines. Only documents are indexed: a text record has its
document's address and would be shown in its place.
"""

import json
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from tadori.archive.pages import DOCUMENT_KINDS
from tadori.archive.records import PlacedRecord, Record

_WWW: Final = re.compile(r"www\d*\.")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_STATUS: Final = re.compile(rb"HTTP/[\d.]+ (\d{3})")
_HTTP_TYPE: Final = re.compile(rb"\r\ncontent-type:[ \t]*([^;\s]+)", re.IGNORECASE)


def cdx_lines(placed: Iterable[PlacedRecord], *, filename: str) -> list[str]:
    """One line for each document record, in the order of lookup."""
    return sorted(_line(one, filename) for one in placed if one.record.kind in DOCUMENT_KINDS)


def url_key(address: str) -> str:
    """The address as an index sorts it: `jp,example)/path?query`, without scheme, `www.` and fragment."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return address.lower()
    if parts.scheme not in _DEFAULT_PORTS or not host:
        return re.sub(r"^file:/{2,}", "file:/", address).lower()
    named = ",".join(reversed(_WWW.sub("", host, count=1).split(".") if _WWW.match(host) else host.split(".")))
    shown_port = f":{port}" if port and port != _DEFAULT_PORTS[parts.scheme] else ""
    query = "?" + "&".join(sorted(parts.query.split("&"))) if parts.query else ""
    return f"{named}{shown_port}){parts.path or '/'}{query}".lower()


def _line(placed: PlacedRecord, filename: str) -> str:
    record = placed.record
    address = record.header("WARC-Target-URI") or ""
    mime, status = _mime_and_status(record)
    entry = {
        "url": address,
        "mime": mime,
        "status": status,
        "digest": record.header("WARC-Payload-Digest") or "",
        "length": str(placed.length),
        "offset": str(placed.offset),
        "filename": filename,
        "recordDigest": f"sha256:{placed.member_hash}",
    }
    moment = re.sub(r"\D", "", record.header("WARC-Date") or "")[:14]
    return f"{url_key(address)} {moment} {json.dumps(entry)}\n"


def _mime_and_status(record: Record) -> tuple[str, str]:
    """What a replay answers with; a document from a folder counts as found."""
    if record.kind == "resource":
        return (record.header("Content-Type") or "").partition(";")[0], "200"
    head = record.block[: len(record.block) - len(record.payload)]
    status, mime = _STATUS.match(head), _HTTP_TYPE.search(head)
    return (mime[1].decode("latin-1") if mime else ""), (status[1].decode("ascii") if status else "")
