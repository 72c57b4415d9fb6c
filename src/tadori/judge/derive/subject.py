"""The rule `subject`: a sentence with its subject filled in follows from the quoted one that leaves it open (X11).

In: a goal such as `[Exel] is paying £328m …` and the quotations. Out: the reduction to `It is paying £328m …`, where
`text/subjects.py` resolves that `It` to the goal's words from the text before the quotation, its heading, or another
quotation that stands right before it. Everything but the filled-in words must be the quoted sentence's own.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.same_mention import is_same_mention
from tadori.judge.reading import script_of
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import JA, Lang
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.sameness import comparable, same_words
from tadori.text.sentences import sentences
from tadori.text.subject_types import OpenSubject, ResolvedSubject
from tadori.text.subjects import open_subject, resolve_subject

_MOST_SENTENCES: Final = 12
"""Sentences of one quotation that are tried: a quotation is a sentence, or a few."""
_REFERENCE: Final = lazy_pattern(r"[\[［](?:note\s|注)?\d{1,3}[\]］]|[⁰¹²³⁴-⁹]{1,3}(?=\s*$)")
_BRACKETED: Final = lazy_pattern(r"\s*[\[［〔](?P<words>[^\[\]［］〔〕]{1,200})[\]］〕]\s*")
# Behind the open words, the subject may stand in round brackets or between commas: `The firm (Exel)`, 同社（エクセル）.
_BEHIND: Final = lazy_pattern(
    r"\s*[\[［〔(（](?P<words>[^\[\]［］〔〕()（）]{1,200})[\]］〕)）]\s*|,\s(?P<apposed>[^,]{1,200}),\s*"
)
# [東海製鋼は]2019年に…: the particle belongs outside the brackets.
_PARTICLE_INSIDE: Final = lazy_pattern(r"^([\[［〔][^\[\]［］〔〕]{1,200}?)([はがも])[\]］〕](?!は)")
_GENITIVE: Final = lazy_pattern(r"(?P<words>.{1,200}?)(?:['’]s|(?<=s)['’])(?P<close>[\]］〕]?)\s*$")


def subject_filled_in(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The quoted sentences that say the goal's sentence with an open subject which stands for the goal's."""
    wanted = _PARTICLE_INSIDE.sub(r"\1]\2", " ".join(goal.text.split()))
    for at, quotation in enumerate(quotations):
        if goal.only is not None and at not in goal.only:
            continue
        lang = script_of(quotation.text)
        for span in sentences(quotation.text, lang)[:_MOST_SENTENCES]:
            text = quotation.text[span.start : span.end]
            opening = open_subject(text, lang)
            if opening is None:
                continue
            yield from _from_sentence(goal, wanted, (text, span.start), opening, at, quotations, lang)


def _from_sentence(
    goal: Goal,
    wanted: str,
    quoted: tuple[str, int],
    opening: OpenSubject,
    at: int,
    quotations: Sequence[QuotedPassage],
    lang: Lang,
) -> Iterator[Reduction]:
    text, start = quoted
    for given, left_open in _fillings(wanted, text, opening, lang):
        for before, holder in _contexts(at, start, text, quotations):
            heading = quotations[at].heading
            found = resolve_subject(text, lang, before=before, heading=heading)
            if found is None or not is_same_mention(given, found, opening, before, heading, lang):
                continue
            used = _holder(found, before, at, quotations) if holder is None else holder
            yield Reduction(
                goals=(Goal(text=left_open, only=frozenset([at]), speaker=goal.speaker),),
                step=DerivationStep(
                    rule="subject",
                    detail=f"{opening.words or '∅'} → {found.words}",
                    quotations=(at,) if used is None else (at, used),
                ),
            )
            return


def _fillings(wanted: str, text: str, opening: OpenSubject, lang: Lang) -> Iterator[tuple[str, str]]:
    """The words that the goal puts in for the open ones, each with the goal's sentence as it reads without them."""
    plain = " ".join(_REFERENCE.sub("", text).split())
    collapsed = " ".join(text.split())
    for version in dict.fromkeys((collapsed, plain)):
        opened = open_subject(version, lang)
        if opened is None or (opened.kind, opened.words) != (opening.kind, opening.words):
            continue
        for start, end in _places(version, opened, lang):
            middle = _middle(wanted, version[:start], version[end:])
            words = None if middle is None else _given(middle, opened, lang)
            if words:
                yield words, version
        # `However, it …` may be filled in without its connective; whether that may go, the proof decides.
        middle = _middle(wanted, "", version[opened.end :]) if opened.start and opened.words else None
        words = None if middle is None else _given(middle, opened, lang)
        if words:
            yield words, version[opened.start :]


def _places(text: str, opening: OpenSubject, lang: Lang) -> Iterator[tuple[int, int]]:
    """Where the subject may have been put in: a missing Japanese one also behind a fronted phrase."""
    yield opening.start, opening.end
    if lang == JA and opening.joint == "topic":
        for place in range(1, min(len(text), _FRONT)):
            if text[place - 1] == "、" and place != opening.start:
                yield place, place
        if opening.start:
            yield 0, 0


_FRONT: Final = 60


def _middle(wanted: str, head: str, tail: str) -> str | None:
    """What stands between `head` and `tail` in the goal; None where it does not begin and end with them."""
    end = len(wanted) - len(tail.rstrip(".。 "))
    ending = len(wanted) - len(wanted.rstrip(".。 "))
    end -= ending
    if end <= len(head) or not tail.strip(".。 "):
        return None
    if comparable(wanted[: len(head)]) != comparable(head) or comparable(wanted[end:]) != comparable(tail):
        return None
    # A word of the goal must not run into the quoted words: `Exelis paying`.
    middle = wanted[len(head) : end]
    touching = middle[-1:].isalnum() and wanted[end : end + 1].isalnum() and middle.isascii()
    return None if touching else middle


def _given(middle: str, opening: OpenSubject, lang: Lang) -> str | None:
    """The subject in `middle`, without brackets, genitive or particle; None where it is not put in properly."""
    text = middle.strip()
    behind = _BEHIND.fullmatch(text[len(opening.words) :]) if opening.words and text.startswith(opening.words) else None
    if behind:
        text = f"[{(behind['words'] or behind['apposed']).strip()}]"
    if opening.joint == "possessive":
        genitive = _GENITIVE.fullmatch(text)
        outside = _BRACKETED.fullmatch(text)
        if genitive is None and outside is None:
            return None
        text = f"{genitive['words']}{genitive['close']}" if genitive else text
    elif opening.joint == "of":
        text = text.removesuffix("の") if lang == JA else text.removeprefix("of ")
        if text == middle.strip():
            return None
    elif opening.joint == "topic" and lang == JA:
        text = _without_topic_mark(text)
    if text.count("[") == text.count("]") == 1 and _WITHIN.search(text):
        text = text.replace("[", "").replace("]", "")  # Corey [Adams]
    bracketed = _BRACKETED.fullmatch(text)
    words = bracketed["words"] if bracketed else text
    if opening.joint == "topic" and lang == JA and bracketed:
        words = words.removesuffix("は")
    return words.strip() if words.strip() and not set(words) & set("[]［］〔〕、。;；") else None


_WITHIN: Final = lazy_pattern(r"^\w[^\[\]]*\s\[[^\[\]]+\]$|^\[[^\[\]]+\]\s[^\[\]]*\w$")


def _without_topic_mark(text: str) -> str:
    text = text.removesuffix("、")
    return text.removesuffix("は") if text.endswith("は") else text if text.endswith(("は]", "は］")) else ""


def _contexts(at: int, start: int, text: str, quotations: Sequence[QuotedPassage]) -> Iterator[tuple[str, int | None]]:
    """What stands before the sentence, with the quotation that it was taken from if that is another one."""
    own = quotations[at].before + quotations[at].text[:start]
    if own.strip():
        yield own, None
        return
    yield "", None
    for index, other in enumerate(quotations):
        following = other.after.lstrip()
        if index != at and following and same_words(following[: len(text)], text):
            yield other.before + other.text + other.after[: len(other.after) - len(following)], index
    # Two quotations and nothing around them: who gives the second gives it as what the first speaks about.
    bare = not any((one.before + one.after).strip() for one in quotations)
    if bare and len(quotations) == 2 and not start:
        yield quotations[1 - at].text, 1 - at


def _holder(found: ResolvedSubject, before: str, at: int, quotations: Sequence[QuotedPassage]) -> int | None:
    """The quotation, other than `at`, in which the antecedent stands."""
    for index, other in enumerate(quotations):
        words = other.text.strip()
        if index == at or not words:
            continue
        if found.place != "before":
            if found.words in words and words in quotations[at].heading:
                return index
            continue
        place = before.rfind(words)
        if 0 <= place <= found.start and found.end <= place + len(words):
            return index
    return None
