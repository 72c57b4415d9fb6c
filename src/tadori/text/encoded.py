"""What a stretch of base64 or hex holds, as bytes. How it is found and read is the caller's affair."""

import base64
import binascii
from collections.abc import Iterator


def base64_inside(written: str) -> bytes:
    """The bytes of base64 in either alphabet, its last incomplete group left out; none where it is no base64."""
    padded = written.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(padded[: len(padded) // 4 * 4], validate=True)
    except binascii.Error:
        return b""


def base64_readings(written: str) -> Iterator[bytes]:
    """`base64_inside` from each place a group can begin at: a slash before it looks like a part of it."""
    yield from filter(None, (base64_inside(written[begin:]) for begin in range(min(4, len(written)))))


def hex_readings(written: str) -> Iterator[bytes]:
    """`hex_inside`, which can be read in one way only."""
    yield hex_inside(written)


def hex_inside(written: str) -> bytes:
    """The bytes of pairs of hex digits, whatever stands between them."""
    return bytes.fromhex("".join(one for one in written if one.isalnum()))
