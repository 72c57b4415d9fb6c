"""The index of a WARC file in CDXJ, sorted, as replay tools read it.

Comes in: records with their places, or the files a browser loaded. Goes out: lines. Only records that can be
replayed are indexed. A revisit is not: pywb would answer with its 304 instead of the page, which has its own line.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from tadori.archive.records import PlacedRecord, WarcRecord, digest_words, warc_date, warc_uri
from tadori.model.web import Resource

INDEXED_KINDS: Final = frozenset({"resource", "response"})
MAX_LISTED: Final = 5000
"""Files of one page; more are counted but not listed."""

_MAX_ADDRESS: Final = 8192
_WWW: Final = re.compile(r"www\d*\.")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_STATUS: Final = re.compile(rb"HTTP/[\d.]+ (\d{3})")
_HTTP_TYPE: Final = re.compile(rb"\r\ncontent-type:[ \t]*([^;\s]+)", re.IGNORECASE)


def cdx_lines(placed: Iterable[PlacedRecord], *, filename: str) -> list[str]:
    """One line for each record that can be replayed, sorted."""
    return sorted(_line(one, filename) for one in placed if one.record.kind in INDEXED_KINDS)


def resource_lines(resources: Sequence[Resource], at: datetime) -> str:
    """The files a page was built from, with their hashes: CDXJ without offsets, because the files are not stored.

    Addresses that are no files of the web (`data:`, `blob:`) or are longer than any real one are counted in front.
    """
    listed = [one for one in resources if len(one.url) <= _MAX_ADDRESS and one.url.startswith(("http:", "https:"))]
    lines = sorted({_resource_line(one, _moment(warc_date(at))) for one in listed[:MAX_LISTED]})
    left_out = len(resources) - len(listed[:MAX_LISTED])
    head = [f"!meta {json.dumps({'left_out': left_out})}\n"] if left_out else []
    return "".join([*head, *lines])


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
    return f"{url_key(address)} {_moment(record.header('WARC-Date') or '')} {json.dumps(entry)}\n"


def _resource_line(one: Resource, moment: str) -> str:
    address = warc_uri(one.url)
    entry = {
        "url": address,
        "mime": one.media_type,
        "status": str(one.status),
        **({} if one.sha256 is None else {"digest": digest_words(one.sha256)}),
        "length": str(one.length),
    }
    return f"{url_key(address)} {moment} {json.dumps(entry)}\n"


def _moment(date: str) -> str:
    return re.sub(r"\D", "", date)[:14]


def _mime_and_status(record: WarcRecord) -> tuple[str, str]:
    """The media type and status of a replay; a document from a folder has status 200."""
    if record.kind == "resource":
        return (record.header("Content-Type") or "").partition(";")[0], "200"
    head = record.block[: len(record.block) - len(record.payload)]
    status, mime = _STATUS.match(head), _HTTP_TYPE.search(head)
    return (mime[1].decode("latin-1") if mime else ""), (status[1].decode("ascii") if status else "")
