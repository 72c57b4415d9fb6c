"""A share of a whole, where one quoted sentence has both numbers: `Of the 300 members, 120 are women.` (X11)

In: a goal such as `40 % of the 300 members are women.` and the quotations. Out: reductions to the quoted sentence. The
whole's number stays in the goal, and every other word is the sentence's own, in its order.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.frames import FrameToken, frame_tokens
from tadori.judge.derive.operations import quotient_sign
from tadori.judge.reading import evidence_sentences
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.language import is_japanese
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.measures import Measure
from tadori.text.negation import negated
from tadori.text.units import UNITS

_LONGEST: Final = 2000
_LONGEST_PASSAGE: Final = 8000
_OF_WHOLE: Final = lazy_pattern(r"(?:^|\bout\s|[^A-Za-z])of\s(?:the\s|its\s)?$", flags=2)
_AMONG: Final = "うち"


def shares_of_whole(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The quoted sentences in which the goal's share of a whole can be calculated."""
    if len(goal.text) > _LONGEST:
        return
    shown = [token for token in frame_tokens(goal.text) if token.group is not None]
    share = next((token for token in shown if _single(token) and _dimension(token) == "share"), None)
    if share is None or len(shown) != 2:
        return
    whole = next(token for token in shown if token is not share)
    if not _is_share_of(goal.text, share, whole):
        return
    for index, passage in enumerate(quotations):
        if goal.only is not None and index not in goal.only:
            continue
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            detail = _explained(goal.text, share, whole, sentence)
            if detail:
                step = DerivationStep(rule="arithmetic", detail=detail, quotations=(index,))
                quoted = Goal(text=sentence, only=frozenset([index]), speaker=goal.speaker)
                yield Reduction(goals=(quoted,), step=step)


def _single(token: FrameToken) -> Measure | None:
    group = token.group
    return group.members[0] if group and len(group.members) == 1 and len(group.members[0].numbers) == 1 else None


def _dimension(token: FrameToken) -> str:
    return token.group.members[0].unit.dimension if token.group else ""


def _is_share_of(text: str, share: FrameToken, whole: FrameToken) -> bool:
    """`40 % of the 300 members`, 会員300人の40%."""
    if is_japanese(text):
        between = text[whole.end : share.start].strip()
        return whole.start < share.start and between.endswith(("の", "のうち", "のうちの", "のうち、", "の約"))
    return _OF_WHOLE.fullmatch(text[share.end : whole.start]) is not None


def _explained(goal: str, share: FrameToken, whole: FrameToken, sentence: str) -> str:
    """The calculation in signs; empty where the sentence does not give it."""
    tokens = frame_tokens(sentence)
    numbers = [token for token in tokens if token.group is not None]
    lang = JA if is_japanese(sentence) else EN
    if len(numbers) != 2 or negated(sentence, lang):
        return ""
    total = next((token for token in numbers if _is_whole(sentence, token)), None)
    if total is None:
        return ""
    part = next(token for token in numbers if token is not total)
    sign = _sign(share, whole, part, total)
    if not sign or _keys(goal, share) != _keys(sentence, part):
        return ""
    least, most = sentence[part.start : part.end], sentence[total.start : total.end]
    return f"{least} ÷ {most} {sign} {goal[share.start : share.end]}"


def _sign(share: FrameToken, whole: FrameToken, part: FrameToken, total: FrameToken) -> str:
    shown, said, some, every = (_single(token) for token in (share, whole, part, total))
    if shown is None or said is None or some is None or every is None:
        return ""
    if any(one.bound or one.lead for one in (said, some, every)) or shown.bound or some.unit != every.unit:
        return ""
    least, most = some.numbers[0].value, every.numbers[0].value
    if said.unit != every.unit or said.numbers[0].value != most or not 0 < least <= most:
        return ""
    return quotient_sign(Fraction(least, most) * 100, shown)


def _is_whole(sentence: str, token: FrameToken) -> bool:
    """`Of the 300 members, …`, `120 of the 300 members`, 会員300人のうち."""
    if is_japanese(sentence):
        return _AMONG in sentence[token.end : token.end + 6]
    return _OF_WHOLE.search(sentence, 0, token.start) is not None


def _keys(text: str, left_out: FrameToken) -> list[str]:
    """The words in order, without one number and its counter, and without what only says `of these`."""
    found: list[str] = []
    last: FrameToken | None = None
    for token in frame_tokens(text):
        counter = last is left_out and token.key in UNITS and not token.key.isascii()
        lead = left_out.group is not None and left_out.group.members[0].lead_start <= token.start < left_out.start
        if token is not left_out and not counter and not lead and token.key != _AMONG:
            found.append(text[token.start : token.end] if token.kind != "word" else token.key)
        last = token
    return found
