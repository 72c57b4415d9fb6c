"""Numbers of table rows as operands of a calculation: each cell said as a sentence that `table_row` can prove (X11).

In: a goal and the quotations. Out: operands whose sentence is `The Farms of North is 120.`; the proof of that sentence
is the business of `table_row`. Only cells whose number the goal or its calculation can use are said: plain numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tadori.judge.derive.base import Goal
from tadori.judge.derive.frames import Operand, operands_of
from tadori.model.grading import QuotedPassage
from tadori.text.language import is_japanese
from tadori.text.measure_groups import measure_groups

_MOST_ROWS: Final = 6
_MOST_COLUMNS: Final = 8
_LONGEST_CELL: Final = 60


def cell_operands(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Operand]:
    """The numeric cells of every row that has a header of as many cells before it."""
    rows = [
        (index, [cell.strip() for cell in passage.text.strip().strip("|").split("|")])
        for index, passage in enumerate(quotations)
        if "|" in passage.text and "\n" not in passage.text.strip() and (goal.only is None or index in goal.only)
    ]
    if not rows or any(measure_groups(cell) for cell in rows[0][1]):
        return
    at, header = rows[0]
    for index, cells in rows[1 : _MOST_ROWS + 1]:
        if len(cells) == len(header) <= _MOST_COLUMNS and cells[0] in goal.text:
            for name, cell in zip(header[1:], cells[1:], strict=True):
                yield from _said(index, at, cells[0], name, cell)


def _said(row: int, header: int, thing: str, name: str, cell: str) -> Iterator[Operand]:
    groups = measure_groups(cell)
    if len(groups) != 1 or not name or max(map(len, (thing, name, cell))) > _LONGEST_CELL:
        return
    japanese = is_japanese(f"{thing}{name}{cell}")
    said = f"{thing}の{name}は{cell}である。" if japanese else f"The {name} of {thing} is {cell}."
    yield from (replace(operand, header=header) for operand in operands_of(row, said))
