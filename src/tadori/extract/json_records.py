"""Reads captures of JSON and JSON Lines: keys as headings and labels, strings as text, like records as a table.

In: one value, or one value a line. Out: blocks. Records with the same few short fields become a table with a header;
every other record is a section with its name (`title`, `name` …) as heading. Empty values are no text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from tadori.errors import SourceGarbled
from tadori.extract.cleaning import clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled, file_name
from tadori.extract.encodings import decode_text
from tadori.extract.html import everything_visible
from tadori.extract.losses import LossCounter
from tadori.extract.rows import table_blocks
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.model.thresholds import MAX_TABLE_CHARS
from tadori.text.lazy_pattern import lazy_pattern

_NAMES: Final = ("title", "name", "headline", "question", "題名", "名称", "名前", "見出し", "質問")
_BARE_KEYS: Final = frozenset("text value content contents body #text _ 本文 内容 値".split())
"""Keys that say nothing about their value."""
_DEEPEST: Final = 6
_LONGEST_NAME: Final = 200
_LONGEST_CELL: Final = 80
_LEAST_ROWS: Final = 2
_MOST_NUMBERS: Final = 50
"""A longer list of numbers with no word beside them is a shape, a sound or a vector, and says nothing to a reader."""
_PROSE: Final = lazy_pattern(r"[.!?。！？][\"'”」』)）]*(?:\s|$)|\n")
_PROSE_CHARS: Final = 60
_PARAGRAPHS: Final = lazy_pattern(r"\n[ \t\u3000]*\n\s*")
_MARKUP: Final = lazy_pattern(r"</?(?:p|br|b|i|em|strong|a|ul|ol|li|div|span|h[1-6])\b[^<>]{0,300}>", 2)

Value = Any
"""What JSON holds: an object, a list, a string, a number, true, false, null."""


def extract_json(capture: Capture) -> Extracted:
    """Read a JSON document.

    Raises:
        SourceGarbled: it is no JSON, or as `compose`.
        SourceTooLarge: as `compose`.
    """
    decoded = decode_text(capture.body, capture.charset)
    return _extracted(capture, _parsed(decoded.text, capture.url), decoded.notes)


def extract_json_lines(capture: Capture) -> Extracted:
    """Read one JSON value a line. A line that is none is left out and counted. Raises as `extract_json`."""
    decoded = decode_text(capture.body, capture.charset)
    lost = LossCounter()
    return _extracted(capture, list(_values(decoded.text, lost, capture.url)), decoded.notes, lost)


def raw_json_text(text: str, *, lines: bool) -> str:
    """All values in order: with their keys, without keys that say nothing, without any; then the keys of each object
    as they head a table, then `text` as written."""
    values = list(_values(text, LossCounter(), "")) if lines else [_parsed(text, "")]
    ways = [_words(values, skipped) for skipped in (frozenset(), _BARE_KEYS, None)]
    heads = dict.fromkeys(_key_rows(values))
    return "\n".join([*chain.from_iterable(ways), *heads, text])


def _extracted(capture: Capture, value: Value, notes: tuple[str, ...], lost: LossCounter | None = None) -> Extracted:
    reader = RecordReader(lost or LossCounter(), capture.url)
    stated = value.get("title", "") if isinstance(value, dict) else ""
    facts = StatedFacts(title=stated if isinstance(stated, str) and stated.strip() else file_name(capture))
    blocks = list(reader.blocks(value))
    return assembled(blocks, capture, facts, notes=notes, losses=reader.lost.losses())


def _parsed(text: str, source: str) -> Value:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as exc:
        reason = str(exc) if isinstance(exc, ValueError) else "it is nested too deeply"
        raise SourceGarbled(source=source, reason=f"it is no JSON: {reason}") from exc


def _values(text: str, lost: LossCounter, source: str) -> Iterator[Value]:
    read = broken = 0
    for line in text.removeprefix("\ufeff").split("\n"):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            lost.add("lines that are no JSON", line)
            broken += 1
            continue
        read += 1
        yield value
    if broken and not read:
        raise SourceGarbled(source=source, reason="none of its lines is JSON")


class RecordReader:
    """Turns one JSON value into blocks. Use once."""

    def __init__(self, lost: LossCounter, source: str) -> None:
        self.lost = lost
        self._source = source
        self._length = 0

    def blocks(self, value: Value) -> Iterator[TextBlock]:
        """The blocks of `value`; what is over the bound of a document is left out and counted."""
        for block in self._of(value, 1, ""):
            self._length += len(block.text)
            if self._length > MAX_TABLE_CHARS:
                self.lost.add("records beyond the longest document that is read", block.text)
            else:
                yield block

    def _of(self, value: Value, level: int, label: str) -> Iterator[TextBlock]:
        """The blocks of one value; `label`: its key, which no heading above it says."""
        if isinstance(value, dict):
            yield from self._object(value, level, label)
        elif isinstance(value, list):
            yield from self._list(value, level, label)
        elif value is not None and value != "":
            yield from self._scalar(_said(value), label)

    def _object(self, record: Mapping[str, Value], level: int, label: str) -> Iterator[TextBlock]:
        held = {key: value for key, value in record.items() if not _is_empty(value)}
        if label and (bare := _bare_value(held)) is not None:
            if _is_prose(bare):
                yield _heading(label, level)
            yield from self._scalar(bare, "" if _is_prose(bare) else label)
            return
        name = label or _name_of(held)
        if name and held:
            yield _heading(name, level)
            level += 1
        yield from self._fields({key: value for key, value in held.items() if label or value != name}, level, name)

    def _fields(self, held: Mapping[str, Value], level: int, name: str) -> Iterator[TextBlock]:
        """Values without a heading of their own first: below a heading they would seem to belong to it."""
        prose = [key for key, value in held.items() if isinstance(value, str) and _is_prose(value)]
        headed = {key for key, value in held.items() if _has_heading(value)}
        if len(prose) > 1 and name:
            headed.update(prose)
        for key, value in held.items():
            if key not in headed:
                is_alone = [key] == prose and (len(held) > 1 or key.lower() in _BARE_KEYS)
                yield from self._of(value, level, "" if is_alone else key)
        for key in (key for key in held if key in headed):
            if key in prose:
                yield _heading(key, level)
                yield from self._scalar(held[key], "")
            else:
                yield from self._of(held[key], level, key)

    def _list(self, values: Sequence[Value], level: int, label: str) -> Iterator[TextBlock]:
        if _count_numbers(values) > _MOST_NUMBERS:
            self.lost.add("long lists of bare numbers", json.dumps(values))
            return
        if label and any(isinstance(value, dict | list) for value in values):
            yield _heading(label, level)
            label = ""
            level += 1
        columns = _columns(values)
        if columns:
            rows = ([_said(record.get(key)) for key in columns] for record in values)
            yield from table_blocks(columns, rows, self.lost)
            return
        if label and all(not isinstance(value, dict | list) for value in values):
            said = [_said(value) for value in values if value is not None]
            if said and sum(map(len, said)) <= 3 * _LONGEST_NAME:
                yield from self._scalar(", ".join(said), label)
                return
            yield _heading(label, level)
        for value in values:
            yield from self._of(value, level, "")

    def _scalar(self, text: str, label: str) -> Iterator[TextBlock]:
        if _MARKUP.search(text):
            yield from self._marked_up(text, label)
            return
        parts = [part for whole in _PARAGRAPHS.split(text) for part in clean_paragraphs(whole)]
        kind = FragmentType.LIST if label else FragmentType.PARAGRAPH
        for at, part in enumerate(parts):
            yield TextBlock(text=f"{label}: {part}" if label and at == 0 else part, fragment_type=kind)

    def _marked_up(self, text: str, label: str) -> Iterator[TextBlock]:
        """HTML inside a string: its words as a reader of the page sees them."""
        blocks = everything_visible(f"<div>{text}</div>".encode("utf-8", "replace"), self._source)[0]
        for at, block in enumerate(blocks):
            words = f"{label}: {block.text}" if label and at == 0 else block.text
            kind = FragmentType.LIST if label and at == 0 else block.fragment_type
            if kind is FragmentType.HEADING:
                kind = FragmentType.PARAGRAPH
            yield TextBlock(text=words, fragment_type=kind, has_header=block.has_header)


def _bare_value(held: Mapping[str, Value]) -> str | None:
    """The value of `{"text": "28 748 km²"}`: its key says nothing; None for any other object."""
    if len(held) != 1:
        return None
    (key, value), *_ = held.items()
    return None if isinstance(value, dict | list) or key.lower() not in _BARE_KEYS else _said(value)


def _has_heading(value: Value) -> bool:
    if isinstance(value, dict):
        bare = _bare_value({key: inner for key, inner in value.items() if not _is_empty(inner)})
        return bare is None or _is_prose(bare)
    return isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value)


def _count_numbers(values: Sequence[Value]) -> int:
    """How many numbers a list holds, in whatever lists inside it; none where it holds anything else."""
    count = 0
    stack = list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack += value
        elif isinstance(value, str | dict):
            return 0
        else:
            count += 1
    return count


def _heading(words: str, level: int) -> TextBlock:
    text = " ".join(words.split()) or "?"
    return TextBlock(text=text, fragment_type=FragmentType.HEADING, level=min(level, _DEEPEST))


def _is_empty(value: Value) -> bool:
    return value is None or (
        isinstance(value, str | list | dict) and not (value.strip() if isinstance(value, str) else value)
    )


def _is_prose(text: str) -> bool:
    return len(text) >= _PROSE_CHARS or (len(text) >= _PROSE_CHARS // 3 and _PROSE.search(text) is not None)


def _name_of(record: Mapping[str, Value]) -> str:
    """What a record is called: its title or name, else its id."""
    found = [*(record.get(key) for key in _NAMES), *(_said(record.get(key)) for key in ("id", "_id", "番号"))]
    return next((n for n in found if isinstance(n, str) and 0 < len(n.strip()) <= _LONGEST_NAME), "")


def _columns(values: Sequence[Value]) -> list[str]:
    """The keys that make the records a table: scalar, short, and the same in all of them; none where they do not."""
    if len(values) < _LEAST_ROWS or not all(isinstance(value, dict) for value in values):
        return []
    keys = list(values[0])
    allowed = set(keys)
    for record in values:
        if not allowed or set(record) != allowed:
            return []
        if any(isinstance(value, dict | list) or len(_said(value)) > _LONGEST_CELL for value in record.values()):
            return []
    return keys if len(keys) > 1 else []


def _said(value: Value) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _words(values: Iterable[Value], skipped: frozenset[str] | None) -> Iterator[str]:
    """All values in order, each after its key, unless that is `skipped` (None: all keys are)."""
    for value in values:
        if isinstance(value, dict):
            for key, inner in value.items():
                if skipped is not None and key.lower() not in skipped:
                    yield key
                yield from _words([inner], skipped)
        elif isinstance(value, list):
            yield from _words(value, skipped)
        else:
            yield _said(value)


def _key_rows(values: Iterable[Value]) -> Iterator[str]:
    for value in values:
        if isinstance(value, dict):
            yield " | ".join(value)
            yield from _key_rows(value.values())
        elif isinstance(value, list):
            yield from _key_rows(value)
