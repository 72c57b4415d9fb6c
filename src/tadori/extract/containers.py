"""Web archives come in (`.warc`, `.warc.gz`, `.wacz`); the documents inside come out as captures, one by one.

Responses with status 200 and resources that are HTML, PDF, text or Markdown are documents; everything else in an
archive is passed over in silence. A record that is torn or cannot be decoded comes out as the error that says so.
"""

import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.model.ids import Url
from tadori.model.page import Capture
from tadori.model.thresholds import MAX_DOCUMENT_BYTES

_READ_TYPES: Final = frozenset(
    {"text/html", "application/xhtml+xml", "application/pdf", "text/plain", "text/markdown", "text/x-markdown"}
)
_RECORDS: Final = frozenset({"response", "resource"})
_OK: Final = "200"
_SCHEMES: Final = ("http://", "https://", "file://")
"""Notes that a crawler keeps about itself have other ones."""
_ARCHIVES: Final = (".warc", ".warc.gz", ".arc", ".arc.gz")
_TORN: Final = (EOFError, OSError, ValueError, zlib.error, zipfile.BadZipFile)


def documents_in_warc(path: Path) -> Iterator[Capture | SourceError]:
    """The documents in the archive at `path`, in its order, and an error for each record that cannot be had."""
    if path.suffix.lower() == ".wacz":
        yield from _in_wacz(path)
        return
    try:
        with path.open("rb") as file:
            yield from _in_warc(file, path.name)
    except OSError as exc:
        yield SourceGarbled(source=path.name, reason=f"the archive cannot be read: {exc.strerror or exc}")


def _in_wacz(path: Path) -> Iterator[Capture | SourceError]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if _is_archive(name))
            if not names:
                yield SourceGarbled(source=path.name, reason="there is no archive/ with WARC files in it")
            for name in names:
                with archive.open(name) as file:
                    yield from _in_warc(file, f"{path.name}/{name}")
    except (zipfile.BadZipFile, OSError) as exc:
        yield SourceGarbled(source=path.name, reason=f"it is no readable WACZ: {exc}")


def _is_archive(name: str) -> bool:
    return name.startswith("archive/") and name.endswith(_ARCHIVES)


def _in_warc(file: Any, source: str) -> Iterator[Capture | SourceError]:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    records = iter(ArchiveIterator(file, arc2warc=True))
    count = 0
    while True:
        try:
            record = next(records, None)
        except (ArchiveLoadFailed, *_TORN) as exc:
            # After a record that does not parse, nothing says where the next one begins.
            yield SourceGarbled(source=source, reason=f"the archive is torn or broken: {_first_line(exc)}")
            return
        if record is None:
            break
        count += 1
        found = _document(record, source)
        if found is not None:
            yield found
    if not count:
        yield SourceGarbled(source=source, reason="there are no records in it")


def _document(record: Any, source: str) -> Capture | SourceError | None:
    """What `record` holds: a document, the reason why it cannot be had, or None where it is none."""
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
    try:
        body = _payload(record, url)
    except SourceError as exc:
        return exc
    return Capture(
        url=Url(url), body=body, media_type=media_type, charset=charset, fetched_at=when, source_tag="library"
    )


def _payload(record: Any, url: str) -> bytes:
    """The decoded body of the document. Raises `SourceGarbled` or `SourceTooLarge`."""
    try:
        body: bytes = record.content_stream().read(MAX_DOCUMENT_BYTES + 1)
    except _TORN as exc:
        raise SourceGarbled(source=url, reason=f"its record is torn: {_first_line(exc)}") from exc
    if len(body) > MAX_DOCUMENT_BYTES:
        raise SourceTooLarge(source=url, reason=f"more than {MAX_DOCUMENT_BYTES} bytes")
    if not body:
        raise SourceGarbled(source=url, reason="its record is empty or torn")
    missing = record.raw_stream.limit
    if missing > 0 and not record.raw_stream.read(1):
        raise SourceGarbled(source=url, reason=f"its record is torn: the last {missing} bytes are missing")
    return body


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
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _first_line(exc: BaseException) -> str:
    return (str(exc).strip() or type(exc).__name__).splitlines()[0]
