"""Puts the block of code behind the sentences of a how-answer that it belongs to.

Comes in: the drafts of the answer and their claims. Goes out: the same drafts, some with a block of code, and how many
blocks were too long. A block is printed once, whole or not at all, and counts as words of the answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tadori.model.claim import Claim, Quotation
from tadori.model.graph import ClaimStanding
from tadori.model.ids import Lang
from tadori.model.report import Draft
from tadori.model.thresholds import CODE_CHARS, CODE_LINES
from tadori.rank.open_answers import word_count


@dataclass(frozen=True, slots=True)
class ShownCode:
    """The answer with its code."""

    drafts: tuple[Draft, ...]
    left_out: int = 0


NO_CODE: Final = ShownCode(())


def code_shown(answer: Sequence[Draft], by_id: Mapping[str, ClaimStanding], room: int, lang: Lang) -> ShownCode:
    """`answer` with the code that its sentences lead to, as long as there is room for it."""
    room -= sum(word_count(draft.text, lang) for draft in answer)
    drafts: list[Draft] = []
    shown: set[Quotation] = set()
    long: set[Quotation] = set()
    contexts = [by_id[draft.claim_ids[0]].claim.context for draft in answer]
    announced = {context.code for context in contexts if context.introduces}
    for draft, context in zip(answer, contexts, strict=True):
        code = context.code
        if code in announced and not context.introduces:
            code = None  # it stands behind the sentence that announces it
        if code is not None and not is_short(code):
            long.add(code)
        elif code is not None and code not in shown and word_count(code.text, lang) <= room:
            shown.add(code)
            room -= word_count(code.text, lang)
            draft = replace(draft, code=code)
        drafts.append(draft)
    return ShownCode(tuple(_sensible(drafts, by_id)), len(long))


def _sensible(drafts: Sequence[Draft], by_id: Mapping[str, ClaimStanding]) -> list[Draft]:
    """Without what announces code that is not printed behind it."""
    return [d for d in drafts if d.code is not None or not by_id[d.claim_ids[0]].claim.context.introduces]


def words_of(draft: Draft, lang: Lang) -> int:
    """The words of a draft, its code included."""
    return word_count(draft.text, lang) + (0 if draft.code is None else word_count(draft.code.text, lang))


def announces_short_code(claim: Claim) -> bool:
    """Whether a sentence announces a block of code that is short enough to be printed."""
    code = claim.context.code
    return claim.context.introduces and code is not None and is_short(code)


def is_short(code: Quotation) -> bool:
    """Whether a block may be printed: a longer one is left out, never cut."""
    text = code.text.strip("\n")
    return len(text) <= CODE_CHARS and text.count("\n") < CODE_LINES
