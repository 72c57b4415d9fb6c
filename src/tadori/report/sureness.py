"""How sure the sentences of an answer are, said once for all of them; what differs is marked at its sentence.

In: a reading. Out: words in the report's language, not escaped yet. Standing and confidence are those of the report;
nothing is weighed here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tadori.model.graph import Standing
from tadori.model.ids import Lang
from tadori.model.report import Sentence
from tadori.model.thresholds import CAVEAT_BELOW
from tadori.report.grades import marked_grade, shown_grade
from tadori.report.labels import confidence_level, confidence_words, in_brackets, two_places
from tadori.report.reading import Reading, against, claims_of
from tadori.report.words import PHRASES, phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Sureness:
    """What is common to the sentences of an answer."""

    standing: Standing | None
    """None where each sentence carries its own mark."""
    level: str
    note: tuple[str, ...]
    """The line below the answer: standing, confidence, what would raise it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What sets a sentence apart: words, and the citation numbers behind them."""

    kind: str
    """`not_checked`, `contested`, `corroborated`, `single_source` or `confidence`"""
    words: str
    numbers: tuple[int, ...] = ()


def common_sureness(read: Reading) -> Sureness:
    """The commonest standing and level; contested is never common, for each sentence has its own opponents."""
    lang = read.report.lang
    checked = [sentence for sentence in read.report.answer if sentence.checked]
    standings = Counter(s.standing for s in checked if s.standing not in {None, Standing.CONTESTED})
    standing = standings.most_common(1)[0][0] if standings else None
    sure = [s.confidence for s in checked if s.confidence is not None]
    levels = Counter(confidence_level(value) for value in sure)
    level = levels.most_common(1)[0][0] if levels else ""
    facts = []
    if standing is not None:
        facts.append(_standing_words(standing, checked, read))
    if level:
        facts.append(_range([value for value in sure if confidence_level(value) == level], lang))
    who = _who(checked, standing, level)
    together = " · ".join(facts)
    line = [phrase(who, lang, facts=together) if who else together[0].upper() + together[1:]] if facts else []
    return Sureness(standing=standing, level=level, note=(*line, *_caveat(checked, lang)))


def marks(sentence: Sentence, common: Sureness | None, read: Reading) -> list[Mark]:
    """What is to be said of this sentence alone. Of one that is not checked, that and nothing else."""
    lang = read.report.lang
    if not sentence.checked:
        grade = shown_grade(sentence)
        words = marked_grade(grade, lang) if grade else phrase("unchecked_badge", lang)
        return [Mark(kind="not_checked", words=words)]
    found = [mark] if (mark := _standing_mark(sentence, common, read)) else []
    sure = sentence.confidence
    if common is not None and sure is not None and confidence_level(sure) != common.level:
        found.append(Mark(kind="confidence", words=confidence_words(sure, lang)))
    return found


def _standing_mark(sentence: Sentence, common: Sureness | None, read: Reading) -> Mark | None:
    """Without a common standing (beside an answer) only what is contested is marked."""
    lang, contrary = read.report.lang, against(sentence, read)
    if sentence.standing is Standing.CONTESTED or contrary:
        key = "mark_contested_by" if contrary else "mark_contested"
        return Mark(kind="contested", words=phrase(key, lang), numbers=contrary)
    if common is None or sentence.standing in {common.standing, None}:
        return None
    if sentence.standing is Standing.SINGLE_SOURCE:
        return Mark(kind="single_source", words=phrase("single_source", lang))
    return Mark(kind="corroborated", words=_corroborated_by(sentence, read))


def _corroborated_by(sentence: Sentence, read: Reading) -> str:
    claims = claims_of(sentence, read)
    if not claims:
        return phrase("corroborated", read.report.lang)
    return phrase("mark_corroborated", read.report.lang, n=claims[0].independent_origins)


def _standing_words(standing: Standing, sentences: Sequence[Sentence], read: Reading) -> str:
    if standing is Standing.CORROBORATED and len(sentences) == 1:
        return _corroborated_by(sentences[0], read)
    return phrase(standing.value, read.report.lang)


def _who(sentences: Sequence[Sentence], standing: Standing | None, level: str) -> str:
    """Whom the line speaks of: nobody by name where there is one sentence."""
    if len(sentences) < 2:
        return ""
    same = all(
        s.standing is (standing or s.standing)
        and (s.confidence is None or not level or confidence_level(s.confidence) == level)
        for s in sentences
    )
    return "note_all" if same else "note_unmarked"


def _range(values: Sequence[float], lang: Lang) -> str:
    low, high = min(values), max(values)
    if two_places(low) == two_places(high):
        return confidence_words(low, lang)
    word = phrase(f"level_{confidence_level(low)}", lang)
    return f"{phrase('confidence', lang)} {two_places(low)}–{two_places(high)}{in_brackets(word, lang)}"


def _caveat(sentences: Sequence[Sentence], lang: Lang) -> list[str]:
    """What would raise the confidence of those under the line, each wish once."""
    caveats = dict.fromkeys(sentence.caveat for sentence in sentences if sentence.caveat)
    keys = [key for key in PHRASES if key.startswith("raise_")]
    wishes = dict.fromkeys(phrase(key, lang) for key in keys for said in caveats if phrase(key, lang) in said)
    if caveats and not wishes:
        return list(caveats)
    if not wishes:
        return []
    raise_by = phrase("list_comma", lang).join(wishes)
    return [phrase("caveat_once", lang, floor=f"{CAVEAT_BELOW:g}", raise_by=raise_by)]
