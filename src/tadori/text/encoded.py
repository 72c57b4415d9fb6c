"""Decodes base64 and hex to bytes. Finding and interpreting them is up to the caller."""

import base64
import binascii
from collections.abc import Iterator


def base64_inside(written: str) -> bytes:
    """The bytes of base64 in either alphabet, without an incomplete last group; empty where it is not base64."""
    padded = written.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(padded[: len(padded) // 4 * 4], validate=True)
    except binascii.Error:
        return b""


def base64_readings(written: str) -> Iterator[bytes]:
    """`base64_inside` from each of the four alignments: a slash before the start looks like a part of it."""
    yield from filter(None, (base64_inside(written[begin:]) for begin in range(min(4, len(written)))))


def hex_readings(written: str) -> Iterator[bytes]:
    """`hex_inside`, which has only one reading."""
    yield hex_inside(written)


def hex_inside(written: str) -> bytes:
    """The bytes of pairs of hex digits, whatever is between them."""
    return bytes.fromhex("".join(one for one in written if one.isalnum()))
