"""Masks credentials in the records of a page before they leave in an evidence file; the document is not changed.

Comes in: the records of the private archive. Goes out: records without cookies, credentials and tokens. Of an HTTP head
only headers pass whose values are known to be harmless; the value of every other one is `MASK`, and the record says
which by a `Tadori-Masked` header. Addresses pass through `masked_url`. Bodies of redirects, which are never
quoted and repeat the target address, are left out. Digests and ids of a changed record are computed from the masked
content, so that no id can be used to guess what was masked. A document's body is evidence and is never changed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tadori.archive.cdx import url_key
from tadori.archive.page_records import REFERENCES
from tadori.archive.records import WarcRecord, record_id, warc_digest
from tadori.archive.web import FILES, LEADS_TO
from tadori.errors import EvidenceBroken
from tadori.text.secrets import secret_places
from tadori.text.url_secrets import MASKED, mask_urls, masked_url

MASK: Final = "[masked by tadori]"
MASKED_HEADER: Final = "Tadori-Masked"
"""Header of a masked record: the names of what was masked."""
MASKED_REQUEST: Final = f"GET /{MASKED} HTTP/1.1"
"""Replaces a request line that cannot be parsed."""
MOST_NAMES: Final = 50
"""Names listed per record; a server may send thousands of headers, and ours must stay small."""

# By HTTP's own rules the values of these cannot be credentials. Any other header may: `X-…` can hold anything.
HARMLESS_HEADERS: Final = frozenset(
    "accept accept-charset accept-encoding accept-language accept-ranges age allow cache-control connection"
    " content-encoding content-language content-length content-range content-type cross-origin-embedder-policy"
    " cross-origin-opener-policy cross-origin-resource-policy date dnt etag expires host if-match if-modified-since"
    " if-none-match if-unmodified-since keep-alive last-modified memento-datetime pragma priority range"
    " referrer-policy retry-after sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest sec-fetch-mode"
    " sec-fetch-site sec-fetch-user sec-gpc server strict-transport-security te trailer transfer-encoding upgrade"
    " upgrade-insecure-requests user-agent vary x-content-type-options x-frame-options x-robots-tag"
    " x-archive-orig-content-encoding x-archive-orig-content-length x-archive-orig-transfer-encoding".split()
)
ADDRESS_HEADERS: Final = frozenset("location content-location referer origin".split())

_WITH_HEAD: Final = frozenset({"request", "response", "revisit"})
_ADDRESSES: Final = ("WARC-Target-URI", "WARC-Refers-To-Target-URI")
_END: Final = b"\r\n\r\n"
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LONGEST: Final = 500
"""Characters of a value that passes; no harmless header is longer."""
_REQUEST_LINE: Final = re.compile(r"([A-Z]{1,20}) (\S+) (HTTP/[0-9.]{1,5})")


def sealed_records(records: Sequence[WarcRecord], page_id: str) -> list[WarcRecord]:
    """All records of a page and its revisits, masked; records without credentials are unchanged."""
    shown = [_masked(record) for record in records]
    ids = {
        old.id: _new_id(new, page_id, place) if new is not old else old.id
        for place, (old, new) in enumerate(zip(records, shown, strict=True))
    }
    return [_renamed(record, ids) for record in shown]


def _masked(record: WarcRecord) -> WarcRecord:
    block, names = record.block, list[str]()
    if record.kind in _WITH_HEAD:
        block, names = _masked_exchange(record)
    elif (record.header("WARC-Target-URI") or "").startswith(FILES):
        block = _file_list(block)
        names = ["url"] if block != record.block else []
    headers = tuple((name, mask_urls(value) if name in _ADDRESSES else value) for name, value in record.headers)
    names += ["WARC-Target-URI"] if headers != record.headers else []
    if block == record.block and headers == record.headers:
        return record
    return _restated(replace(record, headers=headers, block=block), record, names)


def _restated(record: WarcRecord, before: WarcRecord, names: Sequence[str]) -> WarcRecord:
    """`record` with length and digests of its new block, and with a note of what was masked."""
    stated = {"WARC-Block-Digest": warc_digest(record.block), "Content-Length": str(len(record.block))}
    if record.payload != before.payload:
        stated["WARC-Payload-Digest"] = warc_digest(record.payload)
    headers = [(name, stated.get(name, value)) for name, value in record.headers]
    # Before the digests, as every header of ours.
    at = next(place for place, (name, _) in enumerate(headers) if name == "WARC-Payload-Digest")
    each = list(dict.fromkeys(names))
    more = [f"and {len(each) - MOST_NAMES} more"] if len(each) > MOST_NAMES else []
    note = (MASKED_HEADER, ", ".join([*(name[:MOST_NAMES] for name in each[:MOST_NAMES]), *more]))
    return replace(record, headers=(*headers[:at], note, *headers[at:]))


def _masked_exchange(record: WarcRecord) -> tuple[bytes, list[str]]:
    """The masked block of a request or response, and the names of what was masked."""
    head, _, body = record.block.partition(_END)
    lines = head.decode("latin-1").split("\r\n")
    is_redirect = record.header(LEADS_TO) is not None
    shown, names = [_first_line(lines[0], record.kind)], list[str]()
    if shown[0] != lines[0]:
        names.append("first line")
    for line in lines[1:]:
        name, seen = _header(line, emptied=is_redirect)
        shown += [seen] if seen else []
        names += [name] if seen != line else []
    if body and (is_redirect or record.kind == "request"):
        body = b""
        names.append("body")
    return "\r\n".join(shown).encode("latin-1") + _END + body, names


def _first_line(line: str, kind: str) -> str:
    if kind != "request":
        return line if len(line) <= _LONGEST and not secret_places(line) else " ".join(line.split(" ", 2)[:2])
    parts = _REQUEST_LINE.fullmatch(line)
    return MASKED_REQUEST if parts is None else f"{parts[1]} {masked_url(parts[2])} {parts[3]}"


def _header(line: str, *, emptied: bool) -> tuple[str, str]:
    """A header's name and its masked line; a line that is no header, or continues the one before, is left out."""
    name, colon, value = line.partition(":")
    if not colon or not _NAME.fullmatch(name):
        return "a line that is no header", ""
    low = name.lower()
    if low == "content-length" and emptied:
        return low, f"{name}: 0"
    if low in ADDRESS_HEADERS:
        plain = value.strip()
        return low, line if masked_url(plain) == plain else f"{name}: {masked_url(plain)}"
    harmless = low in HARMLESS_HEADERS and len(value) <= _LONGEST and not secret_places(value)
    return low, line if harmless else f"{name}: {MASK}"


def _file_list(block: bytes) -> bytes:
    """CDXJ lines of the files that a page loaded, with masked addresses, sorted anew."""
    lines = block.decode().splitlines(keepends=True)
    heads = [line for line in lines if line.startswith("!")]
    return "".join([*heads, *sorted({_file_line(line) for line in lines if not line.startswith("!")})]).encode()


def _file_line(line: str) -> str:
    try:
        _, moment, words = line.split(" ", 2)
        entry = json.loads(words)
        address = masked_url(entry["url"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise EvidenceBroken(f"{FILES}: a line in the list of files is not CDXJ") from exc
    return line if address == entry["url"] else f"{url_key(address)} {moment} {json.dumps({**entry, 'url': address})}\n"


def _new_id(record: WarcRecord, page_id: str, place: int) -> str:
    uri, date = record.header("WARC-Target-URI") or "", record.header("WARC-Date") or ""
    return record_id(record.kind, uri, date, record.header("WARC-Block-Digest") or "", page_id, str(place))


def _renamed(record: WarcRecord, ids: Mapping[str, str]) -> WarcRecord:
    """`record` with the new ids of itself and of the records it refers to."""
    named = ("WARC-Record-ID", *REFERENCES)
    headers = tuple((name, ids.get(value, value) if name in named else value) for name, value in record.headers)
    return record if headers == record.headers else replace(record, headers=headers)
