"""Asks a model for code that calculates something from numbers of claims, and checks what comes back (D10).

Comes in: what is to be calculated and claims with their quoted words. Goes out: code in its one form (no word of the
model's) and the numbers it takes, each as its claim writes it. A number that does not stand in the named claim's own
quotation, or stands in the code itself, is refused with the reason. Nothing is run here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.errors import CodeRefused
from tadori.events import Emit, ignore_event
from tadori.minds.llm.workers.base import (
    PromptSource,
    RulesFallback,
    ask_or_fall_back,
    batches,
    numbered,
    template_language,
)
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.code_thresholds import CODE_CLAIMS
from tadori.model.ids import Lang
from tadori.text.code_form import MODULES, code_form
from tadori.text.measure_units import unit_named
from tadori.text.operand_numbers import WrittenNumber, number_named, written_numbers

if TYPE_CHECKING:
    from tadori.minds.llm.answers import CodingAnswer, SaidInput

JOB: Final = "coding"
_NAMED_NUMBERS: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotableClaim:
    """A claim as a model sees it, and the quoted words in which its numbers must stand."""

    sentence: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedOperand:
    """A number that goes in: the index of its claim, and the number itself."""

    claim: int
    number: WrittenNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedCode:
    """What a model wants to run, checked."""

    code: str
    operands: tuple[ProposedOperand, ...]
    """In the order of the names a, b, c … in the code."""
    unit: str
    """Of the result, as the model believes."""


async def propose_code(
    mind: Mind,
    prompts: PromptSource,
    issue: str,
    claims: Sequence[QuotableClaim],
    lang: Lang,
    *,
    modules: Mapping[str, frozenset[str]] = MODULES,
    refused: str = "",
    emit: Emit = ignore_event,
) -> ProposedCode:
    """Code that calculates `issue` from `claims`. `refused`: why the code before was not used.

    Raises:
        CodeRefused: no model answered, or what it wrote must not be run.
    """
    shown = _shown(claims)
    if not shown:
        raise CodeRefused("there is no claim to calculate with")
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, issue, shown, lang, refused), emit)
    if isinstance(answer, RulesFallback):
        raise CodeRefused(f"no language model gave code ({answer.code})")
    return _checked(answer.value, shown, modules)


def contradicts_unit(believed: str, result: str) -> bool:
    """Whether the unit that a model believes in cannot be that of the result: both are known, and they differ."""
    known = unit_named(believed.strip())
    there = [found for at in range(len(result)) if (found := unit_named(result[at:].strip())) is not None]
    return known is not None and bool(there) and all(one.dimension != known.dimension for one in there)


def _shown(claims: Sequence[QuotableClaim]) -> Sequence[QuotableClaim]:
    """The first claims that fit into one request."""
    first = next(batches([claim.sentence for claim in claims], most=CODE_CLAIMS), range(0))
    return claims[first.start : first.stop]


def _request(
    prompts: PromptSource, issue: str, shown: Sequence[QuotableClaim], lang: Lang, refused: str
) -> "ModelRequest[CodingAnswer]":
    from tadori.minds.llm.answers import CodingAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    again = (UntrustedText(name="refused", text=refused),) if refused else ()
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(
            UntrustedText(name="issue", text=issue),
            numbered("claims", [claim.sentence for claim in shown]),
            *again,
        ),
        answer=CodingAnswer,
        longest=900,
        role=ModelRole.SLOW,
        template=words.template,
    )


def _checked(
    said: "CodingAnswer", shown: Sequence[QuotableClaim], modules: Mapping[str, frozenset[str]]
) -> ProposedCode:
    operands = tuple(_operand(one, shown) for one in said.inputs)
    code = code_form(said.code, [one.name for one in said.inputs], modules=modules)
    return ProposedCode(code=code, operands=operands, unit=said.unit)


def _operand(said: "SaidInput", shown: Sequence[QuotableClaim]) -> ProposedOperand:
    """The number in the named claim. Raises `CodeRefused`, and then says which numbers there are."""
    if said.claim > len(shown):
        raise CodeRefused(f"there is no claim [{said.claim}]")
    claim = shown[said.claim - 1]
    number = number_named(said.number, claim.sentence)
    stands = number is not None and any(
        one.written == number.written for words in claim.words for one in written_numbers(words)
    )
    if number is None or not stands:
        there = ", ".join(one.written for one in written_numbers(claim.sentence)[:_NAMED_NUMBERS])
        raise CodeRefused(
            f"an input does not stand in claim [{said.claim}] as a number; its numbers are: {there or 'none'}"
        )
    return ProposedOperand(claim=said.claim - 1, number=number)
