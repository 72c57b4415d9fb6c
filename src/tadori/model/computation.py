"""Calculations over quoted numbers (D10): what runs, what came out, what is printed beside the sentence. Types only."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tadori.model.ids import content_id


class CodeRunner(StrEnum):
    """What ran the code."""

    MONTY = "monty"
    """The interpreter that `verify` runs again: its results can be derived."""
    CPYTHON = "cpython"
    """A confined CPython. `verify` never runs it, so its results are not checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeResult:
    """What code gave: a value that JSON can hold, and what it printed."""

    value: Any
    printed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputedInput:
    """One number that went in, as its quotation writes it."""

    name: str
    value: str
    """`1,284 MWh`"""
    quotation: int
    """In a draft: index, from 0, of the quotation it stands in; in a printed sentence: the number of its citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """The calculation behind a sentence, printed with it."""

    code: str
    """In the form of `text/code_form.py`: no comments, no text, no names of its writer's."""
    inputs: tuple[ComputedInput, ...]
    result: str
    """As printed: `= 226 MWh`, `≈ 17.6 %`."""
    by: CodeRunner = CodeRunner.MONTY

    @property
    def id(self) -> str:
        return content_id("run", self.code, *(f"{one.name}={one.value}" for one in self.inputs), self.result, self.by)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandPlace:
    """A number in a claim's quotation: the claim, and how the quotation writes it."""

    claim_id: str
    written: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Computation:
    """A calculation of a task as the store keeps it. Its sentence is made again from claims whenever it is printed."""

    code: str
    operands: tuple[OperandPlace, ...]
    """In the order of the names a, b, c …"""
    result: str
    by: CodeRunner
    run_id: str
    """`Computed.id`; the event of the run names it."""
