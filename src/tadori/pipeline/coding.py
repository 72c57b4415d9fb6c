"""Calculates something from a task's claims with code that a language model writes (D10).

Comes in: what is to be calculated, and claims. Goes out: a computation whose code was run in the sandbox over numbers
of quoted words. A refused try goes back once with its reason; then nothing was calculated, and the caller says why.
When to calculate is the driver's to say, and whether the sentence is printed the compiler's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tadori.errors import CodeFailed, CodeRefused
from tadori.events import Emit
from tadori.events.language_models import CodeRun
from tadori.judge.derive.computation import computed_result
from tadori.judge.sentence_check import LONGEST_SENTENCE
from tadori.minds.llm.workers.base import PromptSource
from tadori.minds.llm.workers.coding import ProposedCode, QuotableClaim, contradicts_unit, propose_code
from tadori.minds.requests import Mind
from tadori.model.claim import Claim
from tadori.model.code_thresholds import CODE_TRIES
from tadori.model.computation import CodeRunner, Computation, OperandPlace
from tadori.model.doors import CodeSandbox, InThread
from tadori.model.evidence_thresholds import MOST_PASSAGES
from tadori.model.ids import JA, Lang
from tadori.pipeline.computed_drafts import computed_draft
from tadori.report.presentation import presented
from tadori.text.code_form import CPYTHON_MODULES, MODULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """What calculates for one task."""

    mind: Mind
    prompts: PromptSource
    sandbox: CodeSandbox
    """Its results can be run again by `verify`."""
    confined: CodeSandbox | None
    """CPython, for what the sandbox cannot run; None where it is not allowed or not installed."""
    in_thread: InThread

    async def compute(self, issue: str, claims: Sequence[Claim], lang: Lang, emit: Emit) -> Computation:
        """Calculate `issue` from numbers of `claims`; emits `CodeRun` either way.

        Raises:
            CodeRefused, CodeFailed: nothing could be calculated; the reason is that of the last try.
            MissingExtra: what runs the code is not installed.
        """
        quotable = [_quotable(claim) for claim in claims]
        modules = MODULES if self.confined is None else CPYTHON_MODULES
        error: CodeRefused | CodeFailed = CodeRefused("there is no claim to calculate with")
        for number in range(1, CODE_TRIES + 1):
            refused = str(error) if number > 1 else ""
            try:
                proposed = await propose_code(
                    self.mind, self.prompts, issue, quotable, lang, modules=modules, refused=refused, emit=emit
                )
                made = await self.in_thread(self._run, proposed, claims, lang)
            except (CodeRefused, CodeFailed) as exc:
                error = exc
                continue
            emit(CodeRun(run_id=made.run_id, ok=True, reason="", tries=number, by=made.by.value))
            return made
        emit(CodeRun(run_id="", ok=False, reason=str(error), tries=CODE_TRIES, by=""))
        raise error

    def _run(self, proposed: ProposedCode, claims: Sequence[Claim], lang: Lang) -> Computation:
        """The computation with its result. Raises `CodeRefused`, `CodeFailed`, `MissingExtra`."""
        numbers = [operand.number for operand in proposed.operands]
        runner, result = CodeRunner.MONTY, ""
        try:
            result = computed_result(self.sandbox, proposed.code, numbers, japanese=lang == JA)
        except CodeFailed:
            if self.confined is None:
                raise
            runner = self.confined.runner
            result = computed_result(self.confined, proposed.code, numbers, japanese=lang == JA)
        if contradicts_unit(proposed.unit, result):
            raise CodeRefused(f"the result is {result}, which is not in the unit that was said")
        operands = tuple(
            OperandPlace(claim_id=claims[one.claim].id, written=one.number.written) for one in proposed.operands
        )
        return _identified(
            Computation(code=proposed.code, operands=operands, result=result, by=runner, run_id=""), claims, lang
        )


def _quotable(claim: Claim) -> QuotableClaim:
    shown = presented(claim, in_answer=False)
    return QuotableClaim(sentence=shown.text, words=tuple(quotation.text for quotation in shown.quotations))


def _identified(made: Computation, claims: Sequence[Claim], lang: Lang) -> Computation:
    """The computation with its id. Raises `CodeRefused` where its sentence would be too long to be checked."""
    draft = computed_draft(made, {claim.id: claim for claim in claims}, lang, in_answer=False)
    if len(draft.text) > LONGEST_SENTENCE or len(draft.quotations) > MOST_PASSAGES or draft.computed is None:
        raise CodeRefused("the quoted sentences are too long together: calculate from fewer")
    return Computation(code=made.code, operands=made.operands, result=made.result, by=made.by, run_id=draft.computed.id)
