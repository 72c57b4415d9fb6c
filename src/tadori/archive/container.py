"""Reads a ZIP file that should be canonical, without trusting its own statements.

Comes in: an open file. Goes out: its members with the hashes of their actual bytes, and every place where the
file differs from the one form `zipform` gives these members. It never unpacks: what is not stored is not canonical.
"""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import BinaryIO, Final

from tadori.archive.canonical_zip import (
    END,
    END_SIGN,
    END_SIZE,
    ENTRY,
    ENTRY_SIGN,
    ENTRY_SIZE,
    LARGEST,
    LOCAL,
    LOCAL_SIGN,
    LOCAL_SIZE,
    ZipMember,
    directory_entry,
    end_record,
    local_header,
)
from tadori.archive.wacz import PACKAGE, PACKAGE_DIGEST
from tadori.model.ids import Sha256
from tadori.model.verification import Problem

MAX_MEMBERS: Final = 1000
MAX_NAME_BYTES: Final = 255
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMember:
    """A member as stated by the file, and the checksums of its actual bytes."""

    member: ZipMember
    crc: int
    hash: Sha256
    size: int
    """Smaller than the stated size where the file ends inside the member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    stored: tuple[StoredMember, ...]
    problems: tuple[Problem, ...]


def read_container(stream: BinaryIO, size: int) -> Container:
    """The members of the ZIP file in `stream`, `size` bytes long, with everything that is not canonical about it.

    A file states its layout twice, before each member and at its end. Where the two disagree, the one that explains
    more of the bytes is used, so that the other is reported as the changed one.
    """
    if size > LARGEST:
        return Container(stored=(), problems=(Problem(place="zip", what=f"{size} bytes, more than 4 GiB"),))
    stated = (_by_directory(stream, size), _by_headers(stream, size))
    # A member that ends behind 4 GiB cannot be true: it could not be written again either.
    layouts = [within for layout in stated if (within := list(takewhile(lambda one: one.end <= LARGEST, layout)))]
    if not layouts:
        return Container(stored=(), problems=(Problem(place="zip", what=f"not a ZIP file ({size} bytes)"),))
    cache: dict[tuple[int, int], tuple[int, Sha256, int]] = {}
    surveys = [_surveyed(stream, size, layout, cache) for layout in layouts]
    return min(surveys, key=lambda survey: (len(survey.problems), _unlisted(stream, survey.stored)))


def first_difference(one: bytes, other: bytes) -> int:
    """The first place where two byte strings differ; the length of the shorter when it begins the longer."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _surveyed(
    stream: BinaryIO, size: int, layout: Sequence[ZipMember], cache: dict[tuple[int, int], tuple[int, Sha256, int]]
) -> Container:
    stored = []
    for member in layout:
        key = (member.data_offset, member.size)
        if key not in cache:
            cache[key] = _digests(stream, *key)
        crc, digest, length = cache[key]
        stored.append(StoredMember(member=member, crc=crc, hash=digest, size=length))
    problems = [*_frame_problems(stream, size, layout), *_content_problems(stored), *_name_problems(layout)]
    return Container(stored=tuple(stored), problems=tuple(problems))


def _unlisted(stream: BinaryIO, stored: Sequence[StoredMember]) -> int:
    """How many names the package does not list: a changed name is unknown to it, the true one is not."""
    lists = [_at(stream, one.member.data_offset, min(one.size, _CHUNK)) for one in stored if one.member.name == PACKAGE]
    names = [one.member.name for one in stored if one.member.name not in {PACKAGE, PACKAGE_DIGEST}]
    missing = sum(1 for name in names if not any(f'"{name}"'.encode() in listed for listed in lists))
    return missing + (2 - len({PACKAGE, PACKAGE_DIGEST} & {one.member.name for one in stored}))


def _frame_problems(stream: BinaryIO, size: int, layout: Sequence[ZipMember]) -> list[Problem]:
    """Where headers, directory and end differ from what they must be for these members."""
    at, pieces, problems = 0, [], []
    for member in layout:
        if member.offset != at:
            place = f"zip directory, entry of {member.name}"
            problems.append(Problem(place=place, what=f"points to byte {member.offset} and not to {at}"))
        pieces.append((at, local_header(member), f"local header of {member.name}"))
        at = member.end
    for member in layout:
        pieces.append((at, directory_entry(member), f"zip directory, entry of {member.name}"))
        at += len(pieces[-1][1])
    pieces.append((at, end_record(layout), "zip directory, end record"))
    for start, expected, place in pieces:
        found = _at(stream, start, len(expected))
        if found != expected:
            byte = first_difference(found, expected)
            problems.append(Problem(place=place, what=f"differs from the canonical form at byte {start + byte}"))
    behind = size - at - END_SIZE
    if behind > 0:
        problems.append(Problem(place="trailing bytes", what=f"{behind} bytes stand behind the end of the archive"))
    return problems


def _content_problems(stored: Sequence[StoredMember]) -> list[Problem]:
    problems = []
    for one in stored:
        if one.size != one.member.size:
            problems.append(Problem(place=one.member.name, what="the file ends inside it"))
        elif one.crc != one.member.crc:
            problems.append(Problem(place=one.member.name, what="its bytes do not have their checksum"))
    return problems


def _name_problems(layout: Sequence[ZipMember]) -> list[Problem]:
    return [
        Problem(place=member.name, what="stands out of order, or twice")
        for before, member in pairwise(layout)
        if member.name <= before.name
    ]


def _by_directory(stream: BinaryIO, size: int) -> list[ZipMember]:
    """The layout that the end of the file states; empty when it states none that could be."""
    last = _at(stream, max(0, size - END_SIZE), END_SIZE)
    if len(last) < END_SIZE:
        return []
    sign, _, _, _, count, length, start, _ = END.unpack(last)
    if sign != END_SIGN or start + length != size - END_SIZE or length > MAX_MEMBERS * (ENTRY_SIZE + MAX_NAME_BYTES):
        return []
    directory, at, members = _at(stream, start, length), 0, []
    while at + ENTRY_SIZE <= len(directory):
        fields = ENTRY.unpack_from(directory, at)
        name = _name(directory[at + ENTRY_SIZE : at + ENTRY_SIZE + fields[10]])
        if fields[0] != ENTRY_SIGN or not name:
            return []
        members.append(ZipMember(name=name, crc=fields[7], size=fields[8], offset=fields[16]))
        at += ENTRY_SIZE + fields[10] + fields[11] + fields[12]
    # Members that overlap would make us read the same bytes again and again.
    whole = at == len(directory) and len(members) == count <= MAX_MEMBERS
    return members if whole and sum(member.size for member in members) <= size else []


def _by_headers(stream: BinaryIO, size: int) -> list[ZipMember]:
    """The layout that the headers before each member state, as far as one leads to the next."""
    at, members = 0, list[ZipMember]()
    while at < size and len(members) < MAX_MEMBERS:
        header = _at(stream, at, LOCAL_SIZE)
        if len(header) < LOCAL_SIZE:
            break
        fields = LOCAL.unpack(header)
        name = _name(_at(stream, at + LOCAL_SIZE, min(fields[9], MAX_NAME_BYTES + 1)))
        if fields[0] != LOCAL_SIGN or not name:
            break
        members.append(ZipMember(name=name, crc=fields[6], size=fields[7], offset=at))
        at = members[-1].end + fields[10]
    return members


def _name(raw: bytes) -> str:
    """A member's name, or the empty string for one no canonical file has."""
    name = raw.decode("ascii", "replace")
    return name if len(raw) <= MAX_NAME_BYTES and name.isascii() and name.isprintable() else ""


def _digests(stream: BinaryIO, offset: int, size: int) -> tuple[int, Sha256, int]:
    stream.seek(offset)
    crc, digest, left = 0, hashlib.sha256(), size
    while left and (chunk := stream.read(min(_CHUNK, left))):
        crc = zlib.crc32(chunk, crc)
        digest.update(chunk)
        left -= len(chunk)
    return crc, Sha256(digest.hexdigest()), size - left


def _at(stream: BinaryIO, offset: int, length: int) -> bytes:
    stream.seek(offset)
    return stream.read(length)
