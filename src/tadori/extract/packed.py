"""Opens documents that are zip files of parts (DOCX, EPUB, ODT). In: bytes. Out: the parts, bounded.

Nothing is written to disk, no path is followed, entities of XML are not resolved.
"""

import io
import zipfile
from types import TracebackType
from typing import Any, Final, Self

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.model.thresholds import MAX_PACKED_PARTS, MAX_UNPACKED_BYTES

_ENCRYPTED: Final = 0x1
_LONGEST_REASON: Final = 200


class PackedDocument:
    """The parts of one packed document. Use in a `with` block."""

    def __init__(self, body: bytes, source: str) -> None:
        """Raises SourceGarbled for what is no zip file, SourceTooLarge for one with too many parts."""
        self.source = source
        self._left = MAX_UNPACKED_BYTES
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(body))
        except MemoryError:
            raise
        except Exception as exc:  # whatever a stranger's directory makes zipfile raise
            raise SourceGarbled(source=source, reason=f"it cannot be unpacked: {_words(exc)}") from exc
        if len(self._zip.infolist()) > MAX_PACKED_PARTS:
            raise SourceTooLarge(source=source, reason=f"it has more than {MAX_PACKED_PARTS} parts")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, at: TracebackType | None) -> None:
        self._zip.close()

    def names(self) -> list[str]:
        """The names of all parts, in the order of the file."""
        return self._zip.namelist()

    def part(self, name: str) -> bytes:
        """The bytes of a part.

        Raises:
            SourceGarbled: there is no such part, it is encrypted, or torn.
            SourceTooLarge: all parts read so far unpack to more than `MAX_UNPACKED_BYTES`.
        """
        try:
            info = self._zip.getinfo(name)
            if info.flag_bits & _ENCRYPTED:
                raise SourceGarbled(source=self.source, reason="it is encrypted")
            with self._zip.open(info) as file:
                found = file.read(self._left + 1)
        except (SourceGarbled, MemoryError):
            raise
        except KeyError as exc:
            raise SourceGarbled(source=self.source, reason=f"it has no part {name[:80]}") from exc
        except Exception as exc:  # passwords, methods, flags, sums: zipfile has an exception for each
            raise SourceGarbled(source=self.source, reason=f"{name[:80]} cannot be unpacked: {_words(exc)}") from exc
        self._left -= len(found)
        if self._left < 0:
            raise SourceTooLarge(source=self.source, reason=f"it unpacks to more than {MAX_UNPACKED_BYTES} bytes")
        return found

    def xml(self, name: str) -> Any:
        """The root element of an XML part. Raises as `part`; SourceGarbled also for what is no XML."""
        return parsed_xml(self.part(name), f"{name[:80]}", self.source)


def parsed_xml(text: bytes, name: str, source: str) -> Any:
    """The root element of an XML text, without comments. Raises SourceGarbled for what is no XML."""
    from lxml import etree  # lazy: 30 ms; only where such a file is read

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text, parser)
    except etree.XMLSyntaxError as exc:
        raise SourceGarbled(source=source, reason=f"{name} is no readable XML: {_words(exc)}") from exc
    declared = root.getroottree().docinfo.internalDTD if root is not None else None
    if declared is not None and any(True for _ in declared.iterentities()):
        raise SourceGarbled(source=source, reason=f"{name} declares entities, which no such document needs")
    if root is None:
        raise SourceGarbled(source=source, reason=f"{name} is empty")
    return root


def _words(exc: BaseException) -> str:
    return (str(exc).strip() or type(exc).__name__).splitlines()[0][:_LONGEST_REASON]
