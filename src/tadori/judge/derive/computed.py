"""Derivation rule `computed`: code that was run over numbers of quoted sentences, run again (D10, X11).

In: a goal in the form of `text/computed_sentences.py`, and the quotations; the code stands in the goal or beside its
first quotation. Out: a reduction to the quoted sentences themselves, so that their own proof (speech, what takes them
back) applies. Every number must stand in the quoted words as the goal writes it, the code must be in its one form, and
the sandbox must give the same result in the same unit.
"""

from collections.abc import Iterator, Sequence

from tadori.errors import CodeFailed, CodeRefused
from tadori.judge.derive.base import DerivationRule, Goal, Reduction
from tadori.judge.derive.computation import computed_result
from tadori.judge.reading import evidence_sentences
from tadori.model.doors import CodeSandbox
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA, text_hash
from tadori.text.code_form import check_code_form
from tadori.text.computed_sentences import ComputedSentence, computed_sentence, read_computed, shown_code
from tadori.text.operand_numbers import WrittenNumber, written_numbers


def computed_by(sandbox: CodeSandbox) -> DerivationRule:
    """The rule, with what runs the code."""

    def computed(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
        """The quoted sentences from whose numbers the goal was calculated."""
        said = read_computed(goal.text)
        if said is None:
            return
        code = said.expression or _code_beside(quotations)
        numbers = _numbers(said)
        places = _places(said, goal, quotations)
        if not code or numbers is None or places is None:
            return
        if not _gives(sandbox, code, numbers, said, goal.text):
            return
        step = DerivationStep(rule="computed", detail=step_detail(code, said), quotations=places)
        goals = tuple(Goal(text=one.sentence, only=goal.only, speaker=goal.speaker) for one in said.quoted)
        yield Reduction(goals=goals, step=step)

    return computed


def step_detail(code: str, said: ComputedSentence) -> str:
    """The step in signs; of longer code its mark, which changes with every character of it."""
    values = ", ".join(f"{name} = {written}" for name, written in said.numbers)
    shown = shown_code(said.expression) if said.expression else f"code {text_hash(code)[:12]}"
    return f"{shown} {said.result} ({values})"


def _gives(
    sandbox: CodeSandbox, code: str, numbers: Sequence[WrittenNumber], said: ComputedSentence, text: str
) -> bool:
    """Whether the sandbox gives what the sentence says, and the sentence is exactly what would be written of it."""
    japanese = not text.startswith("Calculated")
    try:
        check_code_form(code, len(numbers))
        if computed_sentence(said.quoted, code, said.result, JA if japanese else EN) != text:
            return False  # an expression stands in the sentence; beside it there would be two codes for one sentence
        return computed_result(sandbox, code, numbers, japanese=japanese) == said.result
    except (CodeRefused, CodeFailed):
        return False


def _code_beside(quotations: Sequence[QuotedPassage]) -> str:
    return next((passage.code for passage in quotations if passage.code), "")


def _numbers(said: ComputedSentence) -> list[WrittenNumber] | None:
    """Each number as its sentence writes it; None where one is not there, or is not written so."""
    found: dict[str, WrittenNumber] = {}
    for one in said.quoted:
        there = {number.written: number for number in written_numbers(one.sentence)}
        for name, written in one.numbers:
            if written not in there:
                return None
            found[name] = there[written]
    return [found[name] for name in sorted(found)]


def _places(said: ComputedSentence, goal: Goal, quotations: Sequence[QuotedPassage]) -> tuple[int, ...] | None:
    """The quotations in whose own words the numbers stand: a filled-in date or speaker is none of them."""
    used: set[int] = set()
    for written in {written for _, written in said.numbers}:
        at = next((at for at, passage in enumerate(quotations) if _stands(written, at, passage, goal)), None)
        if at is None:
            return None
        used.add(at)
    return tuple(sorted(used))


def _stands(written: str, at: int, passage: QuotedPassage, goal: Goal) -> bool:
    if goal.only is not None and at not in goal.only:
        return False
    return any(
        one.written == written for sentence in evidence_sentences(passage.text) for one in written_numbers(sentence)
    )
