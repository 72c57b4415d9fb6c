"""Undoes content encodings within limits: bytes as they came and what encodes them come in, the content goes out.

Bounded before, not after: no decoder ever produces more than the limit plus one buffer, whatever the bytes say. An
encoding that browsers do not know (`utf-8`, `none`) is left alone, as they leave it.
"""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tadori.model.web_thresholds import MAX_DECODE_RATIO, RATIO_FREE_BYTES

MOST_LAYERS: Final = 3
_STEP: Final = 65_536
# One kilobyte of zstd can stand for 32 MB, and its decoder takes no limit: it is fed in small bites.
_ZSTD_BITE: Final = 1024
_ZSTD_WINDOW: Final = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeLimits:
    """How much a body may grow."""

    document_bytes: int = MAX_DOCUMENT_BYTES
    ratio: int = MAX_DECODE_RATIO
    free_bytes: int = RATIO_FREE_BYTES

    def allowed(self, wire: int) -> int:
        """How many bytes may come of `wire` bytes."""
        return min(self.document_bytes, max(self.free_bytes, self.ratio * wire))


def decode(source: str, wire: bytes, encoding: str, limits: DecodeLimits) -> tuple[bytes, bool]:
    """The content of `wire` after every layer of a `Content-Encoding` value, and whether there was one to undo.

    Raises:
        SourceGarbled: torn, or not what the header says.
        SourceTooLarge: over the size or the ratio.
    """
    layers = [name for name in (part.strip().lower() for part in encoding.split(",")) if name in _DECODERS]
    if not layers or not wire:
        return wire, False
    if len(layers) > MOST_LAYERS:
        raise SourceGarbled(source=source, reason=f"it is encoded {len(layers)} times")
    body = wire
    for name in reversed(layers):
        body = _layer(source, name, body, limits, len(wire))
    return body, True


def decoded_start(wire: bytes, encoding: str, most: int) -> bytes:
    """The first `most` bytes of a content of which only the beginning has come; fewer where it breaks off sooner."""
    layers = [name for name in (part.strip().lower() for part in encoding.split(",")) if name in _DECODERS]
    body = wire
    for name in reversed(layers[-MOST_LAYERS:]):
        found = bytearray()
        try:
            for part in _DECODERS[name]("", body):
                found += part
                if len(found) >= most:
                    break
        except SourceGarbled:
            pass  # it ends in the middle, as the beginning of something does
        body = bytes(found)
    return body[:most]


def _layer(source: str, name: str, body: bytes, limits: DecodeLimits, wire: int) -> bytes:
    most = limits.allowed(wire)
    parts: list[bytes] = []
    produced = 0
    for part in _DECODERS[name](source, body):
        produced += len(part)
        if produced > most:
            raise SourceTooLarge(source=source, reason=_too_large(wire, name, limits, most))
        parts.append(part)
    return b"".join(parts)


def _too_large(wire: int, name: str, limits: DecodeLimits, most: int) -> str:
    if most == limits.document_bytes:
        return f"more than {most} bytes after decoding {name}"
    return f"{wire} bytes of {name} decode to more than {most}: a bomb"


def _damaged(source: str, name: str) -> SourceGarbled:
    return SourceGarbled(source=source, reason=f"the {name} body is damaged, or is none")


def _broken_off(source: str, name: str) -> SourceGarbled:
    return SourceGarbled(source=source, reason=f"the {name} body breaks off")


def _gzip(source: str, data: bytes) -> Iterator[bytes]:
    """Members one after the other; what follows the last and is none is padding."""
    rest = data
    while rest.startswith(b"\x1f\x8b") or rest is data:
        decoder = zlib.decompressobj(wbits=31)
        yield from _zlib_stream(source, "gzip", decoder, rest)
        rest = decoder.unused_data


def _deflate(source: str, data: bytes) -> Iterator[bytes]:
    """With or without a zlib head: servers never agreed."""
    headed = len(data) >= 2 and data[0] & 0x0F == 8 and (data[0] * 256 + data[1]) % 31 == 0
    yield from _zlib_stream(source, "deflate", zlib.decompressobj(wbits=15 if headed else -15), data)


def _zlib_stream(source: str, name: str, decoder: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    tail = data
    while not decoder.eof:
        try:
            part = decoder.decompress(tail, _STEP)
        except zlib.error as error:
            raise _damaged(source, name) from error
        tail = decoder.unconsumed_tail
        if not part and not decoder.eof:
            raise _broken_off(source, name)
        yield part


def _brotli(source: str, data: bytes) -> Iterator[bytes]:
    import brotli  # type: ignore[import-untyped]  # lazy: only for a body in this coding

    decoder = brotli.Decompressor()
    fed = data
    while not decoder.is_finished():
        try:
            part = decoder.process(fed, output_buffer_limit=_STEP)
        except brotli.error as error:
            raise _damaged(source, "br") from error
        fed = b""
        if not part and decoder.can_accept_more_data() and not decoder.is_finished():
            raise _broken_off(source, "br")
        yield part


def _zstd(source: str, data: bytes) -> Iterator[bytes]:
    import zstandard  # lazy: only for a body in this coding

    rest = data
    while rest:
        decoder = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW).decompressobj()
        place = 0
        while place < len(rest) and not decoder.eof:
            try:
                yield decoder.decompress(rest[place : place + _ZSTD_BITE])
            except zstandard.ZstdError as error:
                raise _damaged(source, "zstd") from error
            place += _ZSTD_BITE
        if not decoder.eof:
            raise _broken_off(source, "zstd")
        rest = decoder.unused_data + rest[place:]


_DECODERS: Final[dict[str, Callable[[str, bytes], Iterator[bytes]]]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
