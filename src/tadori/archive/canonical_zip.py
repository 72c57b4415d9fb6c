"""The canonical form of our ZIP files: stored, dated 1980, sorted by name, no extra fields, no trailing bytes.

Comes in: names, sizes, checksums. Goes out: the exact bytes of headers and directory. A file is canonical when it can
be made again, byte for byte, from its members alone; `write_wacz` writes with these functions and verification
compares with them. ZIP64 is left out: one evidence file ends at 4 GiB.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final

from tadori.errors import WrongCall

LOCAL_SIZE: Final = 30
ENTRY_SIZE: Final = 46
END_SIZE: Final = 22
LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
ENTRY: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
END: Final = struct.Struct("<4sHHHHIIH")
LOCAL_SIGN: Final = b"PK\x03\x04"
ENTRY_SIGN: Final = b"PK\x01\x02"
END_SIGN: Final = b"PK\x05\x06"
LARGEST: Final = 0xFFFF_FFFF

_VERSION: Final = 20
_UNIX: Final = 3 << 8
_STORED: Final = 0
_TIME: Final = 0
_DATE: Final = 0x21
"""1980-01-01, the earliest a ZIP can say."""
_ATTRIBUTES: Final = 0o100644 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipMember:
    """One stored file. `offset` is where its local header begins."""

    name: str
    crc: int
    size: int
    offset: int

    @property
    def data_offset(self) -> int:
        return self.offset + LOCAL_SIZE + len(self.name.encode())

    @property
    def end(self) -> int:
        return self.data_offset + self.size


def local_header(member: ZipMember) -> bytes:
    """The bytes in front of a member's data."""
    name = member.name.encode()
    fixed = LOCAL.pack(
        LOCAL_SIGN, _VERSION, 0, _STORED, _TIME, _DATE, member.crc, member.size, member.size, len(name), 0
    )
    return fixed + name


def directory_entry(member: ZipMember) -> bytes:
    """The member's entry in the directory at the end of the file."""
    name = member.name.encode()
    fixed = ENTRY.pack(
        ENTRY_SIGN,
        _UNIX | _VERSION,
        _VERSION,
        0,
        _STORED,
        _TIME,
        _DATE,
        member.crc,
        member.size,
        member.size,
        len(name),
        0,
        0,
        0,
        0,
        _ATTRIBUTES,
        member.offset,
    )
    return fixed + name


def end_record(members: Sequence[ZipMember]) -> bytes:
    """The last bytes of the file."""
    size = sum(len(directory_entry(member)) for member in members)
    start = members[-1].end if members else 0
    return END.pack(END_SIGN, 0, 0, len(members), len(members), size, start, 0)


class ZipWriter:
    """Writes members one after the other, without holding them in memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._members: list[ZipMember] = []

    def add(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write one member. Names must come in ascending order, so that there is one order only."""
        if self._members and name <= self._members[-1].name:
            raise ValueError(f"{name} does not come after {self._members[-1].name}")
        offset = self._members[-1].end if self._members else 0
        self._stream.write(local_header(ZipMember(name=name, crc=0, size=0, offset=offset)))
        crc = size = 0
        for chunk in chunks:
            self._stream.write(chunk)
            crc, size = zlib.crc32(chunk, crc), size + len(chunk)
        member = ZipMember(name=name, crc=crc, size=size, offset=offset)
        if member.end > LARGEST:
            raise WrongCall("the evidence is larger than 4 GiB, more than one file can hold: research with fewer pages")
        self._stream.seek(offset)
        self._stream.write(local_header(member))
        self._stream.seek(member.end)
        self._members.append(member)

    def finish(self) -> None:
        """Write the directory; the file is complete after it."""
        for member in self._members:
            self._stream.write(directory_entry(member))
        self._stream.write(end_record(self._members))
