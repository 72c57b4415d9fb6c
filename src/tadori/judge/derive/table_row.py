"""Rule `table_row`: a row of a table, read with its header row (X11).

In: a goal such as `Population (Oslo, 2023): 709,037` and quotations that hold the header and the row, cells parted by
` | ` or tabs. Out: a reduction without goals where each cell stands in the goal beside its own header, word for word,
with every footnote mark. Only the first column, a time and words in brackets may stand without their header, and only
columns that cannot limit what is said may be left out (`row_columns.py`). A row with another number of cells than its
header, an empty or repeated header, or an unclear table proves nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.own_voice import is_own_voice
from tadori.judge.derive.row_columns import may_be_left_out
from tadori.judge.derive.row_forms import Columns, columns_said
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import comparable, has_words, same_words
from tadori.text.sentence_forms import cells_of

_MOST_CELLS: Final = 12
"""A wider table is a layout, or is read wrongly."""
_LONGEST_NAME: Final = 60
_DIGITS: Final = lazy_pattern(r"\d+")
_RULE_LINE: Final = lazy_pattern(r"[\s|:\-+=_─━┼│]+")
_NUMERIC: Final = lazy_pattern(r"[\s\d.,:%+\-−–±~〜約¥$€£/()*†‡⁰¹²³⁴-⁹]+")
_YEAR: Final = lazy_pattern(r"(?:1[5-9]|20)\d\d(?:年度?)?")
_CUT_ROW: Final = lazy_pattern(r"[^\S\n]*[|*†‡(（\[⁰¹²³⁴-⁹\d%]")


def table_row(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The row and header that the goal's sentence says, if there are such; at most one."""
    if goal.speaker:
        return
    for header, row, places in _headed_rows(quotations):
        if goal.only is not None and not goal.only.issuperset(places):
            continue
        columns = columns_of(header, row)
        if columns is None:
            continue
        said = next((said for said in columns_said(goal.text, columns) if _is_enough(said, columns)), None)
        above = "\n".join(filter(None, (_above_table(quotations[place]) for place in places)))
        if said is not None and is_own_voice(row.strip(), quotations[places[-1]], goal.text, above=above):
            if len(said) < sum(bool(cell) for _, cell in columns) and _has_rival(row, quotations[places[-1]]):
                continue
            detail = "; ".join(f"{name}: {cell}" for at, (name, cell) in enumerate(columns) if at in said)
            yield Reduction(goals=(), step=DerivationStep(rule="table_row", detail=detail, quotations=places))
            return


def _is_enough(said: frozenset[int], columns: Columns) -> bool:
    """Whether the row's name and a value are said, and nothing left out can limit the value."""
    left_out = [at for at, (_, cell) in enumerate(columns) if cell and at not in said]
    values = sorted(said - {0})
    stated = [columns[at] for at in values]
    if 0 not in said or not stated:
        return False
    return all(may_be_left_out(columns[at], stated, behind=at > values[0]) for at in left_out)


def _above_table(passage: QuotedPassage) -> str:
    """The text over the table that `passage` is of: what it says of the table, it says of every row."""
    lines = f"{passage.before}\n{passage.text}".rstrip().split("\n")
    first = next((at for at, line in enumerate(lines) if cells_of(line)), len(lines))
    return "\n".join(lines[:first]).strip()


def _has_rival(row: str, passage: QuotedPassage) -> bool:
    """Whether another row in sight has the same name: then the other cells tell the two apart."""
    name = comparable(cells_of(row)[0])
    lines = f"{passage.before}\n{passage.text}\n{passage.after}".split("\n")
    others = [cells for line in lines if (cells := cells_of(line)) and cells != cells_of(row)]
    return any(comparable(cells[0]) == name for cells in others)


def columns_of(header: str, row: str) -> Columns | None:
    """Each header cell with the row's cell below it; None unless they are as many and every header is clear."""
    names, cells = cells_of(header), cells_of(row)
    if len(names) != len(cells) or not 2 <= len(names) <= _MOST_CELLS:
        return None
    if not all(map(has_words, names)) or len({comparable(name) for name in names}) < len(names):
        return None
    if _NUMERIC.fullmatch(names[0]) or any(_NUMERIC.fullmatch(n) and not _YEAR.fullmatch(n) for n in names[1:]):
        return None
    if any(map(_is_no_name, names)) or any(_is_sibling(a, b) for a, b in zip(names, cells, strict=True)):
        return None
    if same_words(header, row) or not cells[0] or sum(map(bool, cells)) < 2:
        return None
    return list(zip(names, cells, strict=True))


def _is_no_name(name: str) -> bool:
    """`Description:` stands before a value, not above a column; a sentence is no column's name."""
    return name.endswith((":", "：", ".", "。")) or len(name) > _LONGEST_NAME


def _is_sibling(name: str, cell: str) -> bool:
    """Whether the 'header' is a row like this one: the same cell, or the same with another number (sr0, sr1)."""
    return bool(cell) and _DIGITS.sub("0", name) == _DIGITS.sub("0", cell) and not _YEAR.fullmatch(name)


def _headed_rows(quotations: Sequence[QuotedPassage]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Every row of the quotations with the header it stands under, and the quotations that hold the two."""
    for at, passage in enumerate(quotations):
        rows = _whole_rows(passage)
        above = _block_above(passage.before)
        header = above[0] if above else rows[0] if len(rows) > 1 else ""
        if header:
            yield from ((header, row, (at,)) for row in (rows if above else rows[1:]))
        elif len(rows) == 1:
            yield from (
                (name, rows[0], (other, at))
                for other, named in enumerate(quotations)
                if other != at and (name := _lone_header(named)) and _of_one_table(named, passage, rows[0])
            )


def _whole_rows(passage: QuotedPassage) -> list[str]:
    """The rows that `passage` quotes in full; none where a cell is cut off, or something else stands between rows."""
    lines = [line for line in passage.text.split("\n") if line.strip() and not _RULE_LINE.fullmatch(line.strip())]
    if passage.before.rstrip(" ").endswith(("|", "\t")) or _CUT_ROW.match(passage.after):
        return []
    while lines and not cells_of(lines[0]):
        lines.pop(0)  # a caption
    return lines if all(map(cells_of, lines)) else []


def _block_above(before: str) -> list[str]:
    """The rows of the table that `before` ends with, its first line first."""
    rows: list[str] = []
    for line in reversed(before.rstrip().split("\n")):
        if _RULE_LINE.fullmatch(line.strip() or " "):
            if not line.strip():
                break
            continue
        if not cells_of(line):
            break
        rows.append(line)
    return rows[::-1]


def _lone_header(passage: QuotedPassage) -> str:
    """The header row that `passage` quotes: the first row of its table."""
    rows = _whole_rows(passage)
    return rows[0] if rows and not _block_above(passage.before) else ""


def _of_one_table(header: QuotedPassage, row: QuotedPassage, line: str) -> bool:
    """Whether nothing shows that the two quotations are of different tables."""
    for one, other in ((header.source, row.source), (header.date, row.date), (header.heading, row.heading)):
        if one and other and one != other:
            return False
    below = [cells_of(each) for each in header.after.strip("\n").split("\n")]
    ended = any(not cells for cells in below)
    return not (header.after.strip() and ended) or cells_of(line) in below
