"""Rule `attribution`: "According to X (date), P." and its kin (X11).

In: a goal that attributes a statement, and quotations. Out: reductions to the statement alone where X and the date are
the quotation's own source and date; to the statement as X's direct speech; or to a quoted sentence that attributes the
same words to the same speaker with the same force. A wrong or missing speaker, another force (`claimed` for `said`),
another date and another day of speaking have no reduction. P itself is never changed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.reported import (
    HOLD,
    SAY,
    WRITE,
    ReportedStatement,
    reported_statements,
    reports_with_force,
)
from tadori.judge.reading import evidence_sentences
from tadori.model.claim import Mood
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.plain_endings import plain_endings
from tadori.text.sameness import comparable, same_words
from tadori.text.statement_context import statement_context

# Words whose meaning depends on who speaks, when and where: in reported speech they would be somebody else's.
_SPOKEN: Final = lazy_pattern(
    r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves|you|your|yours|here|today|yesterday|tomorrow|tonight|now|ago|next"
    r"|last|this|these)\b|[!?]|私|僕|俺|我々|われわれ|当社|弊社|わが|我が|うち|ここ|今日|昨日|明日|本日|昨年|今年|来年|先月|今月|来月|この|！|？|ですか|ますか",
    re.IGNORECASE,
)
_MAY_UNDO: Final = lazy_pattern(
    r"(?:but|however|no|not|that|this|it|yet|except|unless|although|though|only|if)\b|しかし|だが|ただ|これ|それ|でも|もっとも|いや",
    re.IGNORECASE,
)
_ENDED: Final = lazy_pattern(r"(?:^|[.!?。！？”」\n])\s*$")
_GOES_ON: Final = lazy_pattern(
    r"\s*(?:[,、a-zと]|(?:[\w.’'-]+[\s,]+){0,8}?(?:said|says|told|added|wrote|stated|claimed)\b)"
)
# `the mayor of Oslo`, `chief executive of CARE`; `except at high tide` and `quoting a report` are no descriptions.
_DESCRIPTION: Final = lazy_pattern(
    r"(?:the|an?|its|his|her|their|chief|head|president|director|mayor|minister|spokes\w+|professor|author|chair\w*)\s"
    r"(?!.*\b(?:except\w*|quoting|citing|if|unless|when|who|which|that|but|not|only|\w+ing)\b).+"
)
_OPENING: Final = '“「『«"'
_CLOSING: Final = '”」』»"'
_FORCES_OF_SOURCES: Final = (SAY, WRITE, HOLD)
_WHEN: Final = lazy_pattern(r"(?:[Ii]n |[Oo]n )?([\w\s,/-]+?)(?:に|付|版)?")
_ARTICLE: Final = lazy_pattern(r"^the\s", re.IGNORECASE)


def attribution(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
    """The ways in which the goal's attribution follows from one quotation, at most two for each."""
    if goal.speaker:
        return
    readings = list(dict.fromkeys(reported_statements(goal.text)))
    allowed = [at for at in range(len(quotations)) if goal.only is None or at in goal.only]
    for reading in readings:
        for at in allowed:
            yield from _ways(reading, at, quotations[at])


def _ways(reading: ReportedStatement, at: int, passage: QuotedPassage) -> Iterator[Reduction]:
    only = frozenset({at})
    if _is_source(reading, passage):
        for said in dict.fromkeys((reading.said, *sorted(plain_endings(reading.said)))):
            yield _reduction(reading, at, Goal(text=_sentence(said), only=only))
        return
    if reading.date or not reading.is_named:
        return
    for quoted in evidence_sentences(passage.text):
        if any(_same_report(reading, source) for source in reported_statements(quoted) if source.is_named):
            yield _reduction(reading, at, Goal(text=quoted, only=only))
            return
    if _may_be_speech(reading, passage):
        yield _reduction(reading, at, Goal(text=_sentence(reading.said), only=only, speaker=reading.who))
        if _is_one_of_spoken(reading, passage):
            yield _reduction(reading, at)


def _reduction(reading: ReportedStatement, at: int, *goals: Goal) -> Reduction:
    when = f" ({reading.date})" if reading.date else ""
    step = DerivationStep(rule="attribution", detail=f"{reading.who}{when}", quotations=(at,))
    return Reduction(goals=goals, step=step)


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _is_source(reading: ReportedStatement, passage: QuotedPassage) -> bool:
    """Whether the speaker is the quotation's publisher, and the date, if there is one, its date."""
    if not passage.source or reading.force not in _FORCES_OF_SOURCES:
        return False
    if not _same_speaker(reading.who, passage.source) or (reading.date and reading.extra):
        return False
    if not reading.date and not reading.extra:
        return True
    when = reading.date or reading.extra
    found = _WHEN.fullmatch(when)
    stated = dates(found[1]) if found else []
    if found is None or len(stated) != 1 or not passage.date or (iso := stated[0].iso) is None:
        return False
    whole = stated[0].end - stated[0].start == len(found[1])
    return whole and (passage.date == iso or passage.date.startswith(f"{iso}-"))


def _same_speaker(one: str, other: str) -> bool:
    return comparable(_ARTICLE.sub("", one, count=1)) == comparable(_ARTICLE.sub("", other, count=1))


def _same_report(goal: ReportedStatement, source: ReportedStatement) -> bool:
    """Whether the quoted report says what the goal's report says."""
    if goal.force != source.force or not same_words(goal.extra, source.extra) or goal.date != source.date:
        return False
    if goal.to and not same_words(goal.to, source.to):
        return False
    if not _names_speaker(goal.who, source.who) or not _has_said(goal.said, source):
        return False
    return goal.direct == source.direct or (source.direct and not _SPOKEN.search(goal.said))


def _has_said(said: str, source: ReportedStatement) -> bool:
    """Whether `said` is the reported statement, or one whole sentence of direct speech that the next does not undo."""
    if same_words(said, source.said) or not plain_endings(said).isdisjoint(plain_endings(source.said)):
        return True
    return _stands_among(said, evidence_sentences(source.said) if source.direct else ())


def _stands_among(said: str, spoken: Sequence[str]) -> bool:
    return any(
        same_words(said, one) and not _MAY_UNDO.match(spoken[at + 1] if at + 1 < len(spoken) else "")
        for at, one in enumerate(spoken)
    )


def _names_speaker(wanted: str, named: str) -> bool:
    """The same words, or a proper name whose description behind a comma is left out: `Kato` for `Kato, the mayor`."""
    name, _, described = named.partition(", ")
    proper = all(word[:1].isupper() for word in name.split()) or not name.isascii()
    if _same_speaker(wanted, named):
        return True
    return proper and _DESCRIPTION.fullmatch(described) is not None and same_words(wanted, name)


def _may_be_speech(reading: ReportedStatement, passage: QuotedPassage) -> bool:
    """Whether the speaker is named in or around the quotation with a verb of the same force, as its speaker may be."""
    if reading.extra or (not reading.direct and _SPOKEN.search(reading.said)):
        return False
    around = f"{passage.before[-600:]}\n{passage.text}\n{passage.after[:600]}"
    return _is_spoken(reading.said, passage) and reports_with_force(around, reading.who, reading.force)


def _is_spoken(said: str, passage: QuotedPassage) -> bool:
    """Whether the words `said` of the quotation stand behind a quotation mark that is still open."""
    at = passage.text.casefold().find(said.casefold())
    if at < 0:
        return False
    above = passage.before + passage.text[:at]
    pairs = any(above.count(opening) > above.count(closing) for opening, closing in ("“”", "「」", "『』", "«»"))
    return pairs or above.count('"') % 2 == 1


def _is_one_of_spoken(reading: ReportedStatement, passage: QuotedPassage) -> bool:
    """Whether `said` is a whole sentence of a speech of several, held by the named speaker and not undone by the next.

    The check takes a speech in quotation marks as one sentence; this looks inside.
    """
    at = passage.text.casefold().find(reading.said.casefold())
    before, after = passage.before + passage.text[:at], passage.text[at + len(reading.said) :] + passage.after
    opened = max(before.rfind(mark) for mark in _OPENING)
    closed = min((place for mark in _CLOSING if (place := after.find(mark)) >= 0), default=len(after))
    if not _ENDED.search(before[:opened]) or _GOES_ON.match(after[closed + 1 :]):
        return False  # the sentence around the speech reports it, perhaps with a day
    spoken = evidence_sentences(f"{before[opened + 1 :]}{reading.said}{after[:closed]}".strip())
    context = statement_context(_sentence(reading.said), before, after, heading=passage.heading)
    if not context.in_speech or context.taken_back or context.note or context.mood is not Mood.STATED:
        return False
    return _same_speaker(reading.who, context.speaker) and _stands_among(reading.said, spoken)
