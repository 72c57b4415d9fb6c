"""A share of a whole, where one quoted sentence has both numbers: `Of the 300 members, 120 are women.` (X11)

In: a goal such as `40 % of the 300 members are women.` and the quotations. Out: reductions to the quoted sentence. The
whole's number stays in the goal, and every other word is the sentence's own, in its order.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
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


REST: Final = "the rest: "
"""Begins the detail of a step that denies of the rest what is said of the part."""
_NOT_EN: Final = lazy_pattern(
    r"\b(?:did|do|does)\snot\b|(?<=\bare\s)not\b|(?<=\bis\s)not\b|(?<=\bwere\s)not\b|(?<=\bwas\s)not\b"
)
_NOT_JA: Final = lazy_pattern(
    "しなかった|していない|しない|しておらず|していません|しませんでした|で(?:は|も)?ない(?=の|。|$)|で(?:は|も)?なかった"
)
_REST_WORDS: Final = lazy_pattern(
    r"\b(?:the\s)?(?:other|remaining)\s(?=\d)|\bthe\sremaining\s|残る|残りの|残り(?=\d)|ほかの(?=\d)", flags=2
)


def rest_of_whole(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """`20 of the 50 states did not ratify`: the quoted sentences by which the other 30 did."""
    denied = (_NOT_JA if is_japanese(goal.text) else _NOT_EN).findall(goal.text)
    if len(goal.text) > _LONGEST or len(denied) != 1:
        return
    said = _REST_WORDS.sub("", (_NOT_JA if is_japanese(goal.text) else _NOT_EN).sub("", goal.text))
    if negated(said, JA if is_japanese(said) else EN):
        return
    shown = [token for token in frame_tokens(said) if token.group is not None]
    whole = next((token for token in shown if _is_whole(said, token)), None)
    if whole is None or len(shown) != 2:
        return
    rest = next(token for token in shown if token is not whole)
    for index, passage in enumerate(quotations):
        if goal.only is not None and index not in goal.only:
            continue
        for sentence in evidence_sentences(passage.text[:_LONGEST_PASSAGE]):
            detail = _complement(said, rest, whole, sentence)
            if detail:
                step = DerivationStep(rule="arithmetic", detail=REST + detail, quotations=(index,))
                quoted = Goal(text=sentence, only=frozenset([index]), speaker=goal.speaker)
                yield Reduction(goals=(quoted,), step=step)


def _complement(said: str, rest: FrameToken, whole: FrameToken, sentence: str) -> str:
    """Whole − part, in signs; empty where the sentence does not say the same of the part."""
    numbers = [token for token in frame_tokens(sentence) if token.group is not None]
    total = next((token for token in numbers if _is_whole(sentence, token)), None)
    if len(numbers) != 2 or total is None or negated(sentence, JA if is_japanese(sentence) else EN):
        return ""
    part = next(token for token in numbers if token is not total)
    found = [_single(token) for token in (rest, whole, part, total)]
    if any(one is None or one.bound or one.lead for one in found):
        return ""
    values = [one.numbers[0].value for one in found if one is not None]
    units = {one.unit for one in found if one is not None}
    if len(units) != 1 or values[1] != values[3] or values[3] - values[2] != values[0] or not values[0] > 0:
        return ""
    if _content(said, rest, whole) != _content(sentence, part, total) or not _one_part(sentence):
        return ""
    return f"{sentence[total.start : total.end]} − {sentence[part.start : part.end]} = {said[rest.start : rest.end]}"


def _one_part(sentence: str) -> bool:
    """Whether what is said of the part is one statement: `30 signed and ratified` leaves more than two groups."""
    return _SEVERAL.search(sentence) is None


_SEVERAL: Final = lazy_pattern(
    r"\b(?:and|or|but|only|also|at\sleast|so\sfar|already|yet|alone|may|might|will|would|should|could|can|must|said|says|plans?|while"
    r"|who|which|because|if|when|by|before|after|until|since)\b"
    "|および|及び|または|又は|少なくとも|すでに|既に|だけ|のみ|かつ|予定|見込|とみられ|可能性|たが|るが|まで|以上|ば、|なら|たら|場合"
)


def _counters(text: str) -> list[str]:
    """The words right behind the numbers: 50州のうち30州."""
    tokens = frame_tokens(text)
    return [
        token.key for last, token in pairwise(tokens) if last.group and token.kind == "word" and last.end == token.start
    ]


def _content(text: str, one: FrameToken, other: FrameToken) -> list[str]:
    """The words without the numbers, their counters and what only says `of these`."""
    found: list[str] = []
    last: FrameToken | None = None
    counters = [key for key in _counters(text) if _counters(text).count(key) > 1]
    for token in frame_tokens(text):
        counter = last in (one, other) and not token.key.isascii() and (token.key in UNITS or token.key in counters)
        if token not in (one, other) and not counter and token.key not in (_AMONG, "を", "に", "out"):
            found.append(text[token.start : token.end] if token.kind != "word" else token.key)
        last = token
    return found


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
    counters = _counters(text)
    for token in frame_tokens(text):
        counter = last is left_out and not token.key.isascii() and (token.key in UNITS or counters.count(token.key) > 1)
        lead = left_out.group is not None and left_out.group.members[0].lead_start <= token.start < left_out.start
        if token is not left_out and not counter and not lead and token.key != _AMONG:
            found.append(text[token.start : token.end] if token.kind != "word" else token.key)
        last = token
    return found
