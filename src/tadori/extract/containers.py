"""Opens web archives (`.warc`, `.warc.gz`, `.wacz`). In: a path. Out: the documents inside as captures, one by one.

Responses with status 200 and resources of a type that is read are documents; everything else in an archive (pictures,
scripts, answers to programs) is none. A record that is torn or cannot be decoded comes out as the error that says so,
and so does a member that cannot be unpacked. What an archive unpacks to is bounded by its size; memory is not bounded
here (warcio reads lines without end), so foreign archives are opened in a process of their own: `bounded`.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.extract.file_types import ASCIIDOC, CSV, DOCBOOK, DOCX, EPUB, JSON_LINES, ODT, RST, TSV
from tadori.model.ids import Url
from tadori.model.page import Capture
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.text.content_codings import DecodeLimits, decode

_READ_TYPES: Final = frozenset(
    {"text/html", "application/xhtml+xml", "application/pdf", "text/plain", "text/markdown", "text/x-markdown"}
    | {DOCX, EPUB, ODT, RST, ASCIIDOC, DOCBOOK, CSV, TSV, JSON_LINES}
)
_RECORDS: Final = frozenset({"response", "resource"})
_OK: Final = "200"
_SCHEMES: Final = ("http://", "https://", "file://")
"""Notes that a crawler keeps about itself have other ones."""
_ARCHIVES: Final = (".warc", ".warc.gz", ".arc", ".arc.gz")
_ENCRYPTED: Final = 0x1
_BLOCK: Final = 16_384
_CHUNK_LINE: Final = 64
_CHUNK_SIZE: Final = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
_LONGEST_REASON: Final = 200
_LOOK_AT: Final = 512
_GZIP: Final = b"\x1f\x8b"
_CONTROLS: Final = bytes(set(range(32)) - {9, 10, 12, 13, 27})
_LONGEST_ADDRESS: Final = 8_192
_PRINTABLE: Final = re.compile(r"[^\x00-\x20\x7f-\x9f\ud800-\udfff]+")
FREE_BYTES: Final = 64_000_000
"""So much any archive may unpack to, and beyond it `MOST_UNPACKED` times its own size: the rest is a bomb."""
MOST_UNPACKED: Final = 100
FREE_RECORDS: Final = 2_000
"""So many documents any archive may hold, and one more for every `BYTES_A_RECORD` of its own size."""
BYTES_A_RECORD: Final = 100
MOST_LOSSES: Final = 1_000
"""An archive with more records that cannot be had is not read on."""


@dataclass(slots=True, kw_only=True)
class _Allowance:
    """How much may still come out of one archive file, whatever its headers claim."""

    unpacked: int
    documents: int
    losses: int = MOST_LOSSES

    @classmethod
    def of(cls, size: int) -> "_Allowance":
        return cls(unpacked=FREE_BYTES + MOST_UNPACKED * size, documents=FREE_RECORDS + size // BYTES_A_RECORD)

    def take(self, length: int) -> None:
        """Raises SourceTooLarge when more has been unpacked than an honest archive holds."""
        self.unpacked -= length
        if self.unpacked < 0:
            raise SourceTooLarge(source="", reason="it unpacks to far more than its size: a bomb")

    def count(self, found: Capture | SourceError) -> None:
        """Raises SourceTooLarge when there are more documents or losses than are read."""
        if isinstance(found, Capture):
            self.documents -= 1
        else:
            self.losses -= 1
        if self.documents < 0:
            raise SourceTooLarge(source="", reason="it holds far more documents than its size allows: a bomb")
        if self.losses < 0:
            raise SourceTooLarge(source="", reason=f"more than {MOST_LOSSES} of its records cannot be read")


def documents_in_warc(path: Path) -> Iterator[Capture | SourceError]:
    """The documents in the archive at `path`, in its order, and an error for each record that cannot be read."""
    try:
        allowance = _Allowance.of(path.stat().st_size)
        for found in _in_wacz(path, allowance) if path.suffix.lower() == ".wacz" else _in_file(path, allowance):
            allowance.count(found)
            yield found
    except OSError as exc:
        yield SourceGarbled(source=path.name, reason=f"the archive cannot be read: {exc.strerror or exc}")
    except SourceTooLarge as exc:
        yield SourceTooLarge(source=path.name, reason=f"the archive is not read on: {exc.reason}")


def _in_file(path: Path, allowance: _Allowance) -> Iterator[Capture | SourceError]:
    with path.open("rb") as file:
        yield from _in_warc(file, path.name, allowance)


def _in_wacz(path: Path, allowance: _Allowance) -> Iterator[Capture | SourceError]:
    try:
        archive = zipfile.ZipFile(path)
    except MemoryError:
        raise
    except Exception as exc:  # noqa: BLE001 - whatever a stranger's directory makes zipfile raise, it is no WACZ
        yield SourceGarbled(source=path.name, reason=f"it is no readable WACZ: {_first_line(exc)}")
        return
    with archive:
        members = sorted((info for info in archive.infolist() if _is_archive(info.filename)), key=_by_name)
        if not members:
            yield SourceGarbled(source=path.name, reason="there is no archive/ with WARC files in it")
        for info in members:
            yield from _in_member(archive, info, f"{path.name}/{info.filename}", allowance)


def _in_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: str, allowance: _Allowance
) -> Iterator[Capture | SourceError]:
    """What one member holds; a locked, unknown or broken member loses only itself."""
    if info.flag_bits & _ENCRYPTED:
        yield SourceGarbled(source=source, reason="it is encrypted")
        return
    try:
        file = archive.open(info)
    except MemoryError:
        raise
    except Exception as exc:  # noqa: BLE001 - passwords, methods, flags, names: zipfile has an exception for each
        yield SourceGarbled(source=source, reason=f"it cannot be unpacked: {_first_line(exc)}")
        return
    with file:
        yield from _in_warc(file, source, allowance)


def _by_name(info: zipfile.ZipInfo) -> tuple[str, int]:
    return info.filename, info.header_offset


def _is_archive(name: str) -> bool:
    return name.startswith("archive/") and name.endswith(_ARCHIVES)


def _in_warc(file: Any, source: str, allowance: _Allowance) -> Iterator[Capture | SourceError]:
    from warcio.archiveiterator import ArchiveIterator  # lazy: only where an archive is opened

    archive = ArchiveIterator(file, arc2warc=True)
    archive.reader = _metered(file, allowance)
    records = iter(archive)
    count = 0
    while True:
        try:
            record = next(records, None)
            if record is None:
                break
            count += 1
            found = _document(record, source)
        except (MemoryError, SourceTooLarge):
            raise
        except Exception as exc:  # noqa: BLE001 - see `_in_member`; warcio adds exceptions of its own
            # After a record that does not parse, nothing says where the next one begins.
            yield SourceGarbled(source=source, reason=f"the archive is torn or broken: {_first_line(exc)}")
            return
        if found is not None:
            yield found
    if not count:
        yield SourceGarbled(source=source, reason="there are no records in it")


def _metered(file: Any, allowance: _Allowance) -> Any:
    """warcio's reader of `file`, charging what it unpacks to `allowance`; it does not skip torn records."""
    from warcio.bufferedreaders import DecompressingBufferedReader  # lazy: only where an archive is opened

    class Metered(DecompressingBufferedReader):  # type: ignore[misc]
        decompressor: Any

        def _decompress(self, data: bytes) -> bytes:
            if self.decompressor is not None:
                try:
                    data = self.decompressor.decompress(data)
                except zlib.error:
                    if self.num_block_read or data.startswith(_GZIP):
                        raise
                    self.decompressor = None  # the first bytes are no gzip: neither is the rest
            allowance.take(len(data))
            return data

    return Metered(file, block_size=_BLOCK)


def _document(record: Any, source: str) -> Capture | SourceError | None:
    """What `record` holds: a document, the reason why it cannot be read, or None where it is none."""
    media_type, charset = _type_of(record)
    if record.rec_type not in _RECORDS or media_type not in _READ_TYPES:
        return None
    if record.http_headers is not None and record.http_headers.get_statuscode() != _OK:
        return None
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    when = _time(record.rec_headers.get_header("WARC-Date") or "")
    if not url or when is None:
        return SourceGarbled(source=source, reason="a record has no address or no date")
    if not url.startswith(_SCHEMES):
        return None
    if len(url) > _LONGEST_ADDRESS or not _PRINTABLE.fullmatch(url):
        return SourceGarbled(source=source, reason="the address of a record is too long, or cannot be printed")
    try:
        body = _payload(record, url)
    except SourceError as exc:
        return exc
    return Capture(
        url=Url(url), body=body, media_type=media_type, charset=charset, fetched_at=when, source_tag="library"
    )


def _payload(record: Any, url: str) -> bytes:
    """The decoded body of the document. Raises `SourceGarbled` or `SourceTooLarge`."""
    headers = record.http_headers
    chunked = headers is not None and (headers.get_header("Transfer-Encoding") or "").strip().lower() == "chunked"
    raw = record.raw_stream
    try:
        body = _dechunked(raw) if chunked else raw.read(MAX_DOCUMENT_BYTES + 1)
    except (MemoryError, SourceTooLarge):
        raise
    except Exception as exc:
        raise SourceGarbled(source=url, reason=f"its record is torn: {_first_line(exc)}") from exc
    if len(body) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(source=url, reason=f"more than {MAX_DOCUMENT_BYTES} bytes")
    if not body:
        raise SourceGarbled(source=url, reason="its record is empty or torn")
    missing = getattr(raw, "limit", 0)  # none where the record states no length
    if missing > 0 and not raw.read(1):
        raise SourceGarbled(source=url, reason=f"its record is torn: the last {missing} bytes are missing")
    coding = (headers.get_header("Content-Encoding") or "") if headers is not None else ""
    return _decoded(bytes(body), coding, url)


def _dechunked(raw: Any) -> bytes:
    """The body of a record that calls itself chunked. Raises ValueError where a chunk is torn.

    Crawlers that put the chunks together and leave the header as it was are common: such a body is taken as it is.
    """
    body = bytearray()
    line = raw.readline(_CHUNK_LINE)
    if not _CHUNK_SIZE.fullmatch(line):
        return bytes(line + raw.read(MAX_DOCUMENT_BYTES + 1 - len(line)))
    while size := _CHUNK_SIZE.fullmatch(line):
        length = int(size[1], 16)
        if not length:
            return bytes(body)
        part = raw.read(min(length, MAX_DOCUMENT_BYTES + 1 - len(body)))
        body += part
        if len(body) > MAX_DOCUMENT_BYTES:
            return bytes(body)
        if len(part) < length or raw.read(2) != b"\r\n":
            break
        line = raw.readline(_CHUNK_LINE)
    raise ValueError("a chunk breaks off")


def _decoded(body: bytes, coding: str, url: str) -> bytes:
    """`body` without its content coding; as it is where the crawler had undone it and left the header."""
    try:
        return decode(url, body, coding, DecodeLimits())[0]
    except SourceGarbled:
        if _is_plain(body[:_LOOK_AT]) or ("gzip" in coding.lower() and not body.startswith(_GZIP)):
            return body
        raise


def _is_plain(head: bytes) -> bool:
    """Whether `head` can be the beginning of a text in UTF-8, or of a PDF, and not of something packed."""
    if head.startswith(b"%PDF-"):
        return True
    try:
        head.decode()
    except UnicodeDecodeError as exc:
        if len(head) < _LOOK_AT or exc.start < _LOOK_AT - 3:  # behind that a letter is cut in two
            return False
    return head.translate(None, _CONTROLS) == head


def _type_of(record: Any) -> tuple[str, str | None]:
    """Media type and charset of what the record holds."""
    headers = record.http_headers if record.http_headers is not None else record.rec_headers
    given = headers.get_header("Content-Type") or ""
    media_type, _, parameters = given.partition(";")
    charset = None
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip("\"'") or None
    return media_type.strip().lower(), charset


def _time(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # no date, or one that lies before the first or behind the last in UTC
        return None


def _first_line(exc: BaseException) -> str:
    return (str(exc).strip() or type(exc).__name__).splitlines()[0][:_LONGEST_REASON]
