"""Answers that contradict each other, and answers that say the same: two values for the one thing that was asked.

In: what is asked and the answer sentences of several pages. Out: rivals (different values in the asked place) and
agreements (the same value from different pages, and no rival of either). The judge compares sentences whole; this
compares only what the question asks for, so that two long sentences can meet in one number. Both are conservative:
where the asked value cannot be told from its neighbours, nothing is said.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.rank.features import reading
from tadori.rank.kinds import Kind
from tadori.rank.question import Asked
from tadori.rank.values import TYPED, Value, fits_unit, same_value, values
from tadori.text.dates import dates, same_date
from tadori.text.negation import hedges, negated
from tadori.text.normalise import fold, squash
from tadori.text.stem import stem
from tadori.text.tokens import terms, tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A sentence that answers, with where it stands."""

    claim_id: str
    text: str
    context: str
    title: str
    lang: Lang
    page_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Two claims that give different values for what was asked."""

    claim_a: str
    claim_b: str
    value_a: str
    value_b: str
    ground: str
    """`when: 1902 ≠ 1885`."""
    sure: bool
    """Both sentences give their value in the words of the question, or in the same words: a conflict to show.
    Otherwise they may conflict: two readings of the question, or two things with one name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed:
    """Two claims of different pages that give the same value for what was asked."""

    claim_a: str
    claim_b: str
    value: str


@dataclass(frozen=True, slots=True)
class _Stated:
    answer: Answer
    value: Value
    in_question_words: bool
    """A word of the question that says what is asked (built, population) stands beside the value."""


NEAR: Final = {JA: 30}
NEAR_LATIN: Final = 60
"""Characters between a value and the word that says what it is the value of."""
SUBJECT_SHARE: Final = 0.6
"""Of a question without names, this share of its terms must stand in or around each sentence."""


def rivals(asked: Asked, answers: Sequence[Answer]) -> list[Rival]:
    """Every pair of `answers` from different pages that gives different values, in the order of the answers."""
    stated = {answer.claim_id: _stated(asked, answer) for answer in answers}
    found: list[Rival] = []
    for a, b in _apart(answers):
        told_a, told_b = stated[a.claim_id], stated[b.claim_id]
        rival = _altered(asked, a, b)
        if rival is None and told_a is not None and told_b is not None:
            rival = _rivalry(asked, told_a, told_b)
        if rival is not None:
            found.append(rival)
    return found


def agreements(asked: Asked, answers: Sequence[Answer]) -> list[Agreed]:
    """Every pair of `answers` that gives the same value, without those that somebody contradicts, however unsurely."""
    disputed = {claim for rival in rivals(asked, answers) for claim in (rival.claim_a, rival.claim_b)}
    return [
        Agreed(claim_a=a.answer.claim_id, claim_b=b.answer.claim_id, value=a.value.text)
        for a, b in _pairs(asked, answers)
        if not disputed & {a.answer.claim_id, b.answer.claim_id} and _agrees(asked, a, b)
    ]


def same_answer(asked: Asked, a: Answer, b: Answer) -> bool:
    """Whether `a` and `b` state the same value for what is asked, about the same subject."""
    return any(_agrees(asked, x, y) for x, y in _pairs(asked, [a, b]))


def _pairs(asked: Asked, answers: Sequence[Answer]) -> Iterator[tuple[_Stated, _Stated]]:
    stated = {answer.claim_id: _stated(asked, answer) for answer in answers}
    for a, b in _apart(answers):
        told_a, told_b = stated[a.claim_id], stated[b.claim_id]
        if told_a is not None and told_b is not None:
            yield told_a, told_b


def _apart(answers: Sequence[Answer]) -> Iterator[tuple[Answer, Answer]]:
    """Pairs of different claims of different pages."""
    for a, b in combinations(answers, 2):
        if a.page_id != b.page_id and a.claim_id != b.claim_id:
            yield a, b


def _agrees(asked: Asked, a: _Stated, b: _Stated) -> bool:
    return _tells_by_form(asked, a, b) and same_value(a.value, b.value) == "agree"


def _tells_by_form(asked: Asked, a: _Stated, b: _Stated) -> bool:
    """Whether both values plainly stand in the asked place. Any name may stand near the words of the question; a name
    is only taken for the asked one behind the same words (`directed by`)."""
    if _same_words_around(a, b):
        return asked.kind in TYPED
    return asked.kind in (Kind.WHEN, Kind.NUMBER) and a.in_question_words and b.in_question_words


def _rivalry(asked: Asked, a: _Stated, b: _Stated) -> Rival | None:
    told = asked.kind not in TYPED or a.in_question_words or b.in_question_words or _same_words_around(a, b)
    if not told or _compared(asked, a, b) != "disagree":
        return None
    sure = _tells_by_form(asked, a, b) and not _unsure(a.answer) and not _unsure(b.answer)
    return _rival(
        asked,
        a.answer,
        b.answer,
        a.value.text,
        b.value.text,
        sure=sure and not _other_time(asked, a.answer, b.answer),
    )


def _compared(asked: Asked, a: _Stated, b: _Stated) -> str:
    if asked.kind not in TYPED:
        # What is of different kinds shares no word; anything less may be two descriptions of one thing.
        left, right = _common_words(a.value.text), _common_words(b.value.text)
        return "unknown" if left & right or not left or not right else "disagree"
    found = same_value(a.value, b.value)
    if found == "disagree" and (_also_says(asked, a, b.value) or _also_says(asked, b, a.value)):
        return "unknown"
    return found


def _common_words(phrase: str) -> frozenset[str]:
    """The tokens of `phrase` without capitalised words: `American chef` and `American golfer` only share a country."""
    return reading(" ".join(word for word in phrase.split() if not word[0].isupper())).tokens


def _also_says(asked: Asked, told: _Stated, other: Value) -> bool:
    """Whether the sentence holds the other's value too, beside its own: then it tells more, not something else."""
    return any(same_value(value, other) == "agree" for value in values(asked, told.answer.text, told.answer.lang))


_ATTRIBUTION: Final = frozenset({"according to", "によると", "によれば"})
"""Says who says so. The value is stated all the same, and two who state different ones disagree."""


def _unsure(answer: Answer) -> bool:
    doubts = [cue for cue in hedges(answer.text) if cue.text.lower() not in _ATTRIBUTION]
    return bool(doubts) or negated(answer.text, answer.lang)


def _other_time(asked: Asked, a: Answer, b: Answer) -> bool:
    """Whether the two speak of different times, so that both numbers or names can be true."""
    if asked.kind is Kind.WHEN:
        return False
    left, right = dates(a.text), dates(b.text)
    return bool(left and right) and not any(same_date(x, y) == "agree" for x in left for y in right)


def _same_words_around(a: _Stated, b: _Stated) -> bool:
    before = squash(a.answer.text[: a.value.start])[-12:], squash(b.answer.text[: b.value.start])[-12:]
    after = squash(a.answer.text[a.value.end :])[:6], squash(b.answer.text[b.value.end :])[:6]
    if len(before[0]) >= 8 and before[0] == before[1]:
        return True
    return before[0][-6:] == before[1][-6:] != "" and after[0] == after[1] != ""


_PIECE: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_ぁ-ヿ一-鿿々]+|[一-鿿々]+|[ぁ-ん]+|[ァ-ヴー]+")
_COPIED_FROM: Final = 0.75
"""Two sentences with this share of pieces in common, in order, are one sentence in two versions."""
_LONGEST_CHANGE: Final = 6
_TYPING_SLIP: Final = 0.75


def _altered(asked: Asked, a: Answer, b: Answer) -> Rival | None:
    """Two versions of one sentence that differ in what could be the answer: one of them was changed."""
    if not (_on_subject(asked, a) and _on_subject(asked, b)):
        return None
    changes = _changes(a.text, b.text)
    if not changes:
        return None
    if asked.kind in (Kind.WHEN, Kind.NUMBER):
        return _changed_value(asked, a, b)
    for before, after in changes:
        if _could_answer(asked, before, after):
            return _rival(asked, a, b, before, after, sure=not _unsure(a) and not _unsure(b))
    return None


def _changes(a: str, b: str) -> list[tuple[str, str]]:
    """What stands in `b` instead of what in `a`; nothing unless the two are versions of one sentence."""
    left, right = _PIECE.findall(fold(a)), _PIECE.findall(fold(b))
    if not left or not right or min(len(left), len(right)) < _COPIED_FROM * max(len(left), len(right)):
        return []
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < _COPIED_FROM or matcher.ratio() < _COPIED_FROM:
        return []
    return [
        (" ".join(left[i:j]), " ".join(right[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag == "replace" and max(j - i, m - k) <= _LONGEST_CHANGE
    ]


def _changed_value(asked: Asked, a: Answer, b: Answer) -> Rival | None:
    """The first date or quantity of one version that the other does not have, when the two contradict each other."""
    left, right = values(asked, a.text, a.lang), values(asked, b.text, b.lang)
    only_left = [v for v in left if all(same_value(v, other) != "agree" for other in right)]
    only_right = [v for v in right if all(same_value(v, other) != "agree" for other in left)]
    if not only_left or not only_right or same_value(only_left[0], only_right[0]) != "disagree":
        return None
    sure = not _unsure(a) and not _unsure(b) and not _other_time(asked, a, b)
    return _rival(asked, a, b, only_left[0].text, only_right[0].text, sure=sure)


def _rival(asked: Asked, a: Answer, b: Answer, before: str, after: str, *, sure: bool) -> Rival:
    return Rival(
        claim_a=a.claim_id,
        claim_b=b.claim_id,
        value_a=before,
        value_b=after,
        ground=f"{asked.kind.value}: {before} ≠ {after}",
        sure=sure,
    )


def _could_answer(asked: Asked, before: str, after: str) -> bool:
    """Whether a change from `before` to `after` changes the answer: no spelling, no function words, no subject."""
    if not terms(before) or not terms(after) or set(terms(before)) & set(terms(after)):
        return False
    known = frozenset(asked.tokens)
    if set(tokens(before)) <= known or set(tokens(after)) <= known:
        return False
    return SequenceMatcher(None, before, after).ratio() < _TYPING_SLIP


def _stated(asked: Asked, answer: Answer) -> _Stated | None:
    """The one value that `answer` gives for what is asked, or None where that cannot be told."""
    if asked.kind in _NO_VALUE or not _on_subject(asked, answer):
        return None
    if asked.kind not in TYPED:
        phrase = _complement(asked, answer)
        return None if phrase is None else _Stated(answer, phrase, False)
    found = [value for value in values(asked, answer.text, answer.lang) if _can_stand_alone(answer.text, value)]
    fitting = [value for value in found if fits_unit(asked, value)] if asked.unit or asked.focus else found
    found = fitting or found
    placed = _by_predicate(asked, answer, found)
    if placed is not None:
        return _Stated(answer, placed, True)
    return _Stated(answer, found[0], False) if len(found) == 1 else None


_NO_VALUE: Final = frozenset([Kind.YES_NO, Kind.WHY, Kind.HOW, Kind.LIST, Kind.COMPARISON])


def _on_subject(asked: Asked, answer: Answer) -> bool:
    near = reading(answer.text).tokens | reading(answer.title).tokens | reading(answer.context).tokens
    if asked.names:
        return all(reading(name).tokens <= near for name in asked.names)
    return sum(term in near for term in asked.terms) >= SUBJECT_SHARE * len(asked.terms)


_ADJECTIVE: Final = re.compile(r"\s[a-z]")


def _can_stand_alone(text: str, value: Value) -> bool:
    """`American singer`: a single capitalised word before a common noun describes somebody, it names nobody."""
    if value.date is not None or value.quantity is not None or not value.text.isascii():
        return True
    return " " in value.text or text[: value.start].endswith("by ") or not _ADJECTIVE.match(text, value.end)


def _by_predicate(asked: Asked, answer: Answer, found: Sequence[Value]) -> Value | None:
    """The value nearest to a word that says what is asked (built, population, 人口), when one is near enough."""
    places = _predicate_places(asked, answer)
    limit = NEAR.get(answer.lang, NEAR_LATIN)
    distances = sorted(
        (min(abs(value.start - end) if end <= value.start else abs(start - value.end) for start, end in places), n)
        for n, value in enumerate(found)
        if places
    )
    if not distances or distances[0][0] > limit:
        return None
    return found[distances[0][1]]


_KANA_END: Final = re.compile("[ぁ-ん]+$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_SAME_STEM: Final = 5


def _predicate_places(asked: Asked, answer: Answer) -> list[tuple[int, int]]:
    subject = frozenset().union(*(reading(name).tokens for name in asked.names))
    words = [term for term in asked.terms if term not in subject]
    places: list[tuple[int, int]] = []
    for term in words:
        if term.isascii():
            places += [
                match.span() for match in _WORD.finditer(answer.text) if _same_stem(stem(match[0].lower()), term)
            ]
        else:
            root = _KANA_END.sub("", term) or term
            places += [match.span() for match in re.finditer(re.escape(root), answer.text)]
    return places


def _same_stem(word: str, term: str) -> bool:
    """`direct` (directed) and `director`: stems that begin alike are words of one family."""
    return word == term or (len(word) >= _SAME_STEM <= len(term) and (word.startswith(term) or term.startswith(word)))


_COMPLEMENT_EN: Final = re.compile(
    r"\b(?:is|was|are|were|became)\s+(?:(?:an?|the|one\sof\sthe)\s+)(?P<phrase>[^.,;()]{3,80}?)"
    r"(?=[.,;()]|\s(?:who|that|which|from|in|at|for|by|of|with|located|based|known|born|best)\b|$)"
)
_COMPLEMENT_JA: Final = re.compile(r"(?P<phrase>[一-龥々ァ-ヴーA-Za-z]{2,20})(?:である|です|だった|であった|でした)")


def _complement(asked: Asked, answer: Answer) -> Value | None:
    """What the subject of the question is said to be: `a former golfer`, 〜は私立大学である."""
    match = (_COMPLEMENT_JA if answer.lang == JA else _COMPLEMENT_EN).search(answer.text)
    if match is None:
        return None
    before = reading(answer.text[: match.start()]).tokens
    if not all(reading(name).tokens <= before for name in asked.names):
        return None
    return Value(text=match["phrase"], start=match.start("phrase"), end=match.end("phrase"))
