"""The wire format between the program and a reading process: captures one way, readings and errors the other.

A frame is two lengths, a piece of JSON and bytes. The side that starts the process trusts nothing it sends: lengths are
bounded before anything is read, and what comes back is built from plain values, never unpickled.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import IO, Any, Final

from tadori.errors import SourceError, SourceGarbled, SourceTooLarge
from tadori.model.ids import IsoDate, Lang, Url
from tadori.model.page import Capture, Extracted, FragmentType, Heading, Imprint, PageType, TextElement, TextLoss

MAX_FACTS_BYTES: Final = 48_000_000
MAX_BODY_BYTES: Final = 64_000_000
_LENGTHS: Final = struct.Struct("<II")
_ERRORS: Final[Mapping[str, type[SourceError]]] = {
    kind.__name__: kind for kind in (SourceError, SourceGarbled, SourceTooLarge)
}
# Lone surrogates stand in file names that are no UTF-8 and in broken documents; they pass as they are.
_ANY: Final = "surrogatepass"

Frame = tuple[dict[str, Any], bytes]


def head_bytes(facts: Mapping[str, Any], body: bytes = b"") -> bytes:
    """A frame up to its body. Raises ValueError when it is over the bounds."""
    head = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", _ANY)
    if len(head) > MAX_FACTS_BYTES or len(body) > MAX_BODY_BYTES:
        raise ValueError(f"a frame of {len(head)} and {len(body)} bytes")
    return _LENGTHS.pack(len(head), len(body)) + head


def write_frame(stream: IO[bytes], facts: Mapping[str, Any], body: bytes = b"") -> None:
    """Send one frame. Raises ValueError when it is over the bounds, OSError when nobody reads."""
    for part in (head_bytes(facts, body), body):
        left = memoryview(part)
        while left:
            left = left[stream.write(left) :]
    stream.flush()


def read_frame(stream: IO[bytes]) -> Frame:
    """The next frame. Raises EOFError at the end of the stream, ValueError for what is no frame."""
    facts_length, body_length = _LENGTHS.unpack(_exactly(stream, _LENGTHS.size))
    if facts_length > MAX_FACTS_BYTES or body_length > MAX_BODY_BYTES:
        raise ValueError(f"a frame of {facts_length} and {body_length} bytes")
    facts = json.loads(_exactly(stream, facts_length).decode("utf-8", _ANY))
    if not isinstance(facts, dict):
        raise ValueError("a frame without an object")
    return facts, _exactly(stream, body_length)


def _exactly(stream: IO[bytes], length: int) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        part = stream.read(min(1 << 20, length - len(parts)))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


def capture_frame(capture: Capture, **more: str) -> Frame:
    """A capture as a frame; its body is the body of the frame."""
    facts = {
        "url": capture.url,
        "media_type": capture.media_type,
        "charset": capture.charset,
        "fetched_at": capture.fetched_at.isoformat(),
        "source_tag": capture.source_tag,
    }
    return {**facts, **more}, capture.body


def capture_from(frame: Frame) -> Capture:
    facts, body = frame
    return Capture(
        url=Url(str(facts["url"])),
        body=body,
        media_type=str(facts["media_type"]),
        charset=None if facts["charset"] is None else str(facts["charset"]),
        fetched_at=datetime.fromisoformat(facts["fetched_at"]),
        source_tag=str(facts["source_tag"]),
    )


def loss_frame(loss: SourceError) -> Frame:
    return {"lost": type(loss).__name__, "source": loss.source, "reason": loss.reason}, b""


def loss_from(frame: Frame) -> SourceError:
    facts, _ = frame
    return _ERRORS.get(facts["lost"], SourceError)(source=str(facts["source"]), reason=str(facts["reason"]))


def reading_frame(read: Extracted) -> Frame:
    """A reading as a frame; its text is the body. A path of headings is sent once, however many pieces are below it."""
    paths: dict[tuple[Heading, ...], int] = {}
    pieces = [
        [
            piece.start,
            piece.end,
            piece.fragment_type.value,
            _context(piece),
            paths.setdefault(piece.heading_hierarchy, len(paths)),
            piece.element_index,
            piece.page_number,
            piece.has_header,
        ]
        for piece in read.pieces
    ]
    facts = {
        "title": read.title,
        "date": read.date,
        "lang": read.lang,
        "page_type": read.page_type.value,
        "author": read.author,
        "canonical": read.canonical,
        "links": read.links,
        "notes": read.notes,
        "losses": [[loss.reason, loss.characters] for loss in read.losses],
        "extraction": read.extraction,
        "imprint": asdict(read.imprint),
        "paths": [[[heading.level, heading.text] for heading in path] for path in paths],
        "pieces": pieces,
    }
    return facts, read.text.encode("utf-8", _ANY)


def _context(piece: TextElement) -> str | None:
    """The heading context, where it is not simply the last heading of the path."""
    last = piece.heading_hierarchy[-1].text if piece.heading_hierarchy else ""
    return None if piece.heading_context == last else piece.heading_context


def reading_from(frame: Frame) -> Extracted:
    facts, body = frame
    paths = [tuple(Heading(level=int(level), text=str(text)) for level, text in path) for path in facts["paths"]]
    return Extracted(
        title=str(facts["title"]),
        date=None if facts["date"] is None else IsoDate(str(facts["date"])),
        lang=Lang(str(facts["lang"])),
        page_type=PageType(facts["page_type"]),
        text=body.decode("utf-8", _ANY),
        pieces=tuple(_piece(row, paths) for row in facts["pieces"]),
        author=str(facts["author"]),
        canonical=str(facts["canonical"]),
        links=tuple(map(str, facts["links"])),
        notes=tuple(map(str, facts["notes"])),
        losses=tuple(TextLoss(reason=str(reason), characters=int(count)) for reason, count in facts["losses"]),
        extraction=str(facts["extraction"]),
        imprint=_imprint(facts["imprint"]),
    )


def _imprint(facts: Mapping[str, Any]) -> Imprint:
    return Imprint(
        work=str(facts["work"]),
        site=str(facts["site"]),
        running=tuple(map(str, facts["running"])),
        home=str(facts["home"]),
        generator=str(facts["generator"]),
        holder=str(facts["holder"]),
        neighbours=tuple(map(str, facts["neighbours"])),
    )


def _piece(row: Sequence[Any], paths: Sequence[tuple[Heading, ...]]) -> TextElement:
    start, end, fragment_type, context, path, index, page, has_header = row
    headings = paths[path]
    return TextElement(
        start=int(start),
        end=int(end),
        fragment_type=FragmentType(fragment_type),
        heading_context=str(context) if context is not None else headings[-1].text if headings else "",
        heading_hierarchy=headings,
        element_index=int(index),
        page_number=None if page is None else int(page),
        has_header=bool(has_header),
    )
