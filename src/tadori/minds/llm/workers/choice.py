"""Chooses the answer by number, with a model's help: which claims, under which headings, and what is missing.

Comes in: a question and numbered claims, each with its source, standing and rivals. Goes out: a `ModelChoice`. The
model writes no word of the answer. Its headings and gaps are kept only where all their words stand in the question or
in what it was shown; numbers that were not shown, and repeats, are dropped and counted. Without a usable answer the
rules' choice stands.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tadori.events import Emit, ignore_event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.workers.base import (
    UNUSABLE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    emit_dropped,
    template_language,
)
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.choice import ChosenSection, ModelChoice, OfferedClaim
from tadori.model.ids import Lang
from tadori.model.llm_thresholds import CHOICE_TOKENS, LONGEST_SHOWN_CLAIM, MOST_CHOICE_OUTSIDE
from tadori.model.report import Answered
from tadori.text.grounded import in_one_spelling, is_grounded, is_heading

if TYPE_CHECKING:
    from tadori.minds.llm.answers import ChoiceAnswer, SaidSection

JOB: Final = "choice"
_NUMBER: Final = re.compile(r"\[\s*\d+\s*\]")
_SPACES: Final = re.compile(r"\s+")


async def choice_of(
    mind: Mind | None,
    prompts: PromptSource,
    question: str,
    parts: Sequence[str],
    offered: Sequence[OfferedClaim],
    lang: Lang,
    *,
    advice: str = "",
    emit: Emit = ignore_event,
) -> WorkResult[ModelChoice | None]:
    """The model's choice among `offered`; None where the rules' choice stands. `lang` is the report's, `advice` what
    the last answer lacked.
    """
    if not offered:
        return WorkResult(value=None, code=UNUSABLE)
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, question, parts, offered, lang, advice), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    if _is_copied(answer.value, prompts.render(JOB, template_language(lang)).text):
        emit(RulesTookOver(job=JOB, code=UNUSABLE))
        return WorkResult(value=None, code=UNUSABLE)
    dropped: list[str] = []
    sections = tuple(_sections(answer.value.sections, question, offered, dropped))
    missing = tuple(_gaps(answer.value, question, offered, dropped))
    count = emit_dropped(emit, JOB, "", sum(len(one.claim_ids) for one in sections), dropped)
    if not sections:
        emit(RulesTookOver(job=JOB, code=UNUSABLE))
        return WorkResult(value=None, code=UNUSABLE, dropped=count)
    choice = ModelChoice(
        answered=Answered(answer.value.answered),
        sections=sections,
        missing=missing,
        seen=tuple(one.claim_id for one in offered),
        model=answer.model,
    )
    return WorkResult(value=choice, model=answer.model, dropped=count)


def _is_copied(answer: "ChoiceAnswer", instructions: str) -> bool:
    """Whether the answer is the example of the template: the smallest models give it back, whatever they are asked."""
    return all(f'"{section.heading}"' in instructions for section in answer.sections)


def source_line(offered: OfferedClaim) -> str:
    """The line above the claims of one page."""
    named = [_short(offered.title, 120), _short(offered.publisher, 80), offered.date or ""]
    return f"# {' | '.join(part for part in named if part)}"


def claim_line(number: int, offered: OfferedClaim) -> str:
    """A claim with its number, heading, standing, rivals and those that say the same."""
    heading = _short(offered.heading, 80)
    marks = [offered.standing.value.replace("_", " ")]
    marks += [f"against: {_listed(offered.rivals)}"] if offered.rivals else []
    marks += [f"same: {_listed(offered.same)}"] if offered.same else []
    text = _short(offered.text, LONGEST_SHOWN_CLAIM)
    return f"[{number}] {f'({heading}) ' if heading else ''}{text} {{{'; '.join(marks)}}}"


def _short(text: str, most: int) -> str:
    """One line of at most `most` characters, without numbers in brackets: those are ours."""
    line = _SPACES.sub(" ", _NUMBER.sub("", text)).strip()
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _request(
    prompts: PromptSource,
    question: str,
    parts: Sequence[str],
    offered: Sequence[OfferedClaim],
    lang: Lang,
    advice: str,
) -> "ModelRequest[ChoiceAnswer]":
    from tadori.minds.llm.answers import ChoiceAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, template_language(lang))
    lines: list[str] = []
    above: OfferedClaim | None = None
    for number, one in enumerate(offered, 1):
        lines += [source_line(one)] if above is None or above.source != one.source else []
        lines.append(claim_line(number, one))
        above = one
    asked = question if len(parts) < 2 else "\n".join((question, *(f"- {part}" for part in parts)))
    given = (UntrustedText(name="advice", text=advice),) if advice else ()
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(UntrustedText(name="question", text=asked), UntrustedText(name="claims", text="\n".join(lines)), *given),
        answer=ChoiceAnswer,
        longest=CHOICE_TOKENS,
        outside=MOST_CHOICE_OUTSIDE,
        role=ModelRole.SLOW,
        template=words.template,
    )


def _sections(
    said: "Sequence[SaidSection]", question: str, offered: Sequence[OfferedClaim], dropped: list[str]
) -> list[ChosenSection]:
    """The sections with the claims that exist, each once; sections of one heading are one."""
    found: dict[str, list[str]] = {}
    taken: set[int] = set()
    for number, section in enumerate(said):
        claims = []
        for named in section.claims:
            if named > len(offered):
                dropped.append("no such claim")
            elif named in taken:
                dropped.append("said before")
            else:
                taken.add(named)
                claims.append(offered[named - 1])
        if claims:
            heading = in_one_spelling(section.heading)
            if not is_heading(heading, question, _texts(claims)):
                dropped.append("a heading in other words")
                heading = ""
            # Sections without a heading stay apart, by a key that is no heading.
            found.setdefault(heading or f"\n{number}", []).extend(one.claim_id for one in claims)
    return [ChosenSection(heading=key.partition("\n")[0], claim_ids=tuple(ids)) for key, ids in found.items()]


def _texts(claims: Sequence[OfferedClaim]) -> list[str]:
    return [text for one in claims for text in (one.title, one.heading, one.text)]


def _gaps(answer: "ChoiceAnswer", question: str, offered: Sequence[OfferedClaim], dropped: list[str]) -> list[str]:
    """What is missing, as far as it brings no word of its own; nothing where all is answered.

    Small models fill the list whatever they say of the answer.
    """
    if answer.answered == "yes":
        dropped.extend("a gap where all is answered" for gap in answer.missing if gap)
        return []
    grounds = (question, *_texts(offered))
    kept = []
    for gap in dict.fromkeys(map(in_one_spelling, answer.missing)):
        if is_grounded(gap, grounds):
            kept.append(gap)
        elif gap:
            dropped.append("a gap in other words")
    return kept
