"""Whether quoted words say what a report sentence says (X1), without a model and failing closed.

In: a sentence and the quotations it stands on. Out: a verdict that supports only when the sentence can be made out
of one quoted sentence by steps that keep its meaning: nothing at all, another layout, leaving out a bracket, an
apposition, a trailing clause or an empty connective, or moving the one date phrase. Every number, date, name,
negation and opposite is then compared once more. A paraphrase in other words is not support here: that needs a model.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tadori.errors import WrongCall
from tadori.judge.reading import Reading, read, script_of, sentences_of
from tadori.judge.rules import grounds_of, signals
from tadori.model.claim import Ground, Stance, Verdict
from tadori.model.ids import EN, JA, Lang
from tadori.text.dates import dates
from tadori.text.later import later
from tadori.text.negation import hedges, negations
from tadori.text.normalise import fold
from tadori.text.predicates import has_finite_verb

LONGEST_SENTENCE: Final = 2000
LONGEST_QUOTATION: Final = 8000


class MechanicalCheck:
    """Implements `SentenceCheck` by words alone."""

    def check(self, sentence: str, quotations: Sequence[str]) -> Verdict:
        """Whether `quotations` say `sentence`: supports with its ground, or neutral with what is missing.

        Raises `WrongCall` for an empty sentence.
        """
        if not sentence.strip():
            raise WrongCall("an empty sentence cannot be checked")
        if len(sentence) > LONGEST_SENTENCE:
            return _refused(Ground(rule="overlap", detail=f"longer than {LONGEST_SENTENCE} characters", weight=-1.0))
        quoted = [q[:LONGEST_QUOTATION] for q in quotations if q.strip()]
        if not quoted:
            return _refused(Ground(rule="overlap", detail="no quotation", weight=-1.0))
        grounds = []
        for part in sentences_of(sentence):
            ground = _said(part, quoted)
            if ground is None:
                return _refused(*_what_is_wrong(part, quoted))
            grounds.append(ground)
        confidence = min(0.99 if ground.rule == "identical" else 0.9 for ground in grounds)
        return Verdict(
            stance=Stance.SUPPORTS, confidence=confidence, shown=True, abstained=False, grounds=tuple(grounds)
        )


def _said(sentence: str, quotations: Sequence[str]) -> Ground | None:
    """The ground on which one quotation says `sentence`, or None."""
    for quotation in quotations:
        parts = sentences_of(quotation)
        for index, part in enumerate(parts):
            following = parts[index + 1] if index + 1 < len(parts) else ""
            if _takes_back(following):
                continue
            if _words(sentence) == _words(part):
                return Ground(rule="identical", detail="the quoted words", weight=1.0)
            if is_shortened(sentence, part) and _same_facts(sentence, part):
                return Ground(rule="overlap", detail="the quoted words, shortened", weight=0.9)
    return None


def _what_is_wrong(sentence: str, quotations: Sequence[str]) -> tuple[Ground, ...]:
    parts = [part for quotation in quotations for part in sentences_of(quotation)]
    found = [ground for ground in grounds_of(signals(read(sentence), parts)) if ground.weight < 0]
    if not found:
        found = [Ground(rule="overlap", detail="not in the words of one quoted sentence", weight=-0.5)]
    return tuple(found)


def _refused(*grounds: Ground) -> Verdict:
    return Verdict(stance=Stance.NEUTRAL, confidence=0.9, shown=False, abstained=False, grounds=grounds)


def _takes_back(following: str) -> bool:
    """Whether the next sentence denies the one before: `That is false.` これは誤りである。"""
    return _TAKEN_BACK.match(following) is not None


_TAKEN_BACK: Final = later(
    r"(?:but\s|however,?\s|in\sfact,?\s)?(?:this|that|these|those|it|such|the\s(?:claim|report|rumou?r|statement)s?)\s(?:\w+\s){0,4}"
    r"(?:not|false|untrue|wrong|incorrect|myth|hoax|denied|retracted|withdrawn|debunked|refuted|inaccurate|mistaken|never)\b"
    r"|(?:but|however)[,\s]+(?:this|that|it)\b"
    r"|(?:しかし、?|だが、?|実際には、?)?(?:これ|それ|この(?:情報|主張|説|報道)|その(?:情報|主張|説|報道)|同(?:情報|報道))(?:は|も).{0,20}(?:誤|否定|虚偽|ない|なかった|撤回|デマ|間違)",
    re.IGNORECASE,
)

_UNIT_EN: Final = later(r"[^\W_]+(?:[.,'’][^\W_]+)*|[%$€£¥+\-−/=<>°&@#]")
_UNIT_JA: Final = later(r"[a-z]+|\d+(?:[.,]\d+)*|[^\W_]|[%$€£¥+\-−/=<>°&@#ー]")


def _words(text: str) -> list[str]:
    """The words of `text` as they are compared: letters, digits and signs that carry meaning, folded."""
    plain = fold(text)
    return (_UNIT_JA if script_of(text) == JA else _UNIT_EN).findall(plain)


def is_shortened(sentence: str, quoted: str) -> bool:
    """Whether `sentence` is `quoted` with nothing but safe omissions, or with its one date phrase moved."""
    wanted = _words(sentence)
    if not wanted:
        return False
    if _derivable(wanted, quoted):
        return True
    moved = _date_first(quoted)
    return moved is not None and _date_first(sentence) == moved


def _derivable(wanted: list[str], quoted: str) -> bool:
    """Walks `quoted` once, keeping every place in `wanted` that can be reached by keeping words or by omissions."""
    units, omissions = _units_and_omissions(quoted)
    reached: list[set[int]] = [set() for _ in range(len(units) + 1)]
    reached[0].add(0)
    for position in range(len(units)):
        places = reached[position]
        if not places:
            continue
        for end in omissions.get(position, ()):
            reached[end] |= places
        unit = units[position]
        reached[position + 1].update(at + 1 for at in places if at < len(wanted) and wanted[at] == unit)
    return len(wanted) in reached[len(units)]


def _units_and_omissions(quoted: str) -> tuple[list[str], dict[int, list[int]]]:
    """The words of `quoted`, and which stretches of them (start → ends, in words) may be left out."""
    spans = [] if _MUST_STAY_WHOLE.search(fold(quoted)) else sorted(_safe_omissions(quoted))
    cuts = sorted({0, len(quoted), *(edge for span in spans for edge in span)})
    units: list[str] = []
    word_at = {0: 0}
    for first, last in pairwise(cuts):
        units += _words(quoted[first:last])
        word_at[last] = len(units)
    omissions: dict[int, list[int]] = {}
    for first, last in spans:
        if word_at[first] < word_at[last]:
            omissions.setdefault(word_at[first], []).append(word_at[last])
    return units, omissions


# Distributed and alternative statements lose their meaning with any of their parts.
_MUST_STAY_WHOLE: Final = later(r"\brespectively\b|それぞれ|各々|\bformer\b.*\blatter\b|前者|後者")
_ALTERNATIVES: Final = later(r"\b(?:or|nor|either|than)\b", re.IGNORECASE)
_BRACKET: Final = later(r"\([^()]{1,200}\)|（[^（）]{1,200}）|\[[^\[\]]{1,80}\]|［[^［］]{1,80}］")
_CONNECTIVE: Final = later(
    r"^(?:however|moreover|furthermore|additionally|in\saddition|also|meanwhile|therefore|thus|consequently|indeed"
    r"|nevertheless|for\sexample|for\sinstance|as\sa\sresult|similarly|notably|and|but|so),?\s"
    r"|^(?:しかし|また|さらに|なお|そして|一方|一方で|そのため|このため|したがって|例えば|たとえば|つまり|だが|ところが)、",
    re.IGNORECASE,
)
_EMPTY_WORD: Final = later(
    r"(?<=\s)(?:also|very|really|quite|indeed|moreover|furthermore|thereby|itself)(?=\s)", re.IGNORECASE
)
_TRAILING: Final = later(
    r",\s(?=(?:and|which|who|whose|where|including|such\sas|an?|the|making|bringing|marking|becoming|while|with)\s)",
    re.IGNORECASE,
)
# An apposition may go only where the main verb or its date follows: anything else would attach to the wrong word.
_APPOSITION: Final = later(
    r",\s(?:which|who|whose|where|an?|the|including|also\sknown\sas|born|founded|located|based)\s[^,;:]{1,160},"
    r"(?=\s(?:(?:is|are|was|were|has|have|had|will|can|became|won|lost|made|began|said|[a-z]+ed)\b"
    r"|(?:in|on)\s(?:\d|(?-i:[A-Z]))))",
    re.IGNORECASE,
)
# What changes the meaning of the rest when it is left out: denial, doubt, condition, exception, attribution, contrast.
_DANGER: Final = later(
    r"\b(?:if|unless|except|excluding|other\sthan|only|but|however|although|though|despite|until|provided|assuming"
    r"|whether|according|said|says|say|claim(?:s|ed)?|argue[sd]?|alleg\w+|told|stated|believe[sd]?|thought|think"
    r"|report(?:s|ed)?|announced|quoted|joked|at\sleast|up\sto|more|less|fewer|under|over|almost|nearly|about|ago|former"
    r"|formerly|previously|once|instead|rather|than|or|nor|partly|partially|mostly|some|most|many|few|fictional|fake"
    r"|hypothetical|supposed(?:ly)?|so-called|later|before|after|since|as\sof)\b"
    r"|場合|もし|ただし|除|のみ|だけ|以外|しかし|によると|によれば|述べ|主張|とされ|という|一部|約|以上|以下|未満|旧|元|架空"
    r"|当時|まで|ほぼ|予定|または|もしくは|年度|現在|時点",
    re.IGNORECASE,
)


def _safe_omissions(quoted: str) -> Iterator[tuple[int, int]]:
    lang = script_of(quoted)
    for match in _BRACKET.finditer(quoted):
        if _is_safe(match[0], lang):
            yield match.span()
    if connective := _CONNECTIVE.match(quoted):
        yield connective.span()
    if lang == JA:
        return
    for match in _EMPTY_WORD.finditer(quoted):
        yield match.span()
    if not _ALTERNATIVES.search(quoted):
        yield from _safe_clauses(quoted)


def _safe_clauses(quoted: str) -> Iterator[tuple[int, int]]:
    for match in _APPOSITION.finditer(quoted):
        if _is_safe(match[0], EN):
            yield match.span()
    for match in _TRAILING.finditer(quoted):
        kept, left_out = quoted[: match.start()], quoted[match.start() :]
        if has_finite_verb(kept) and _is_safe(left_out, EN):
            yield match.start(), len(quoted)


def _is_safe(left_out: str, lang: Lang) -> bool:
    return not (_DANGER.search(left_out) or hedges(left_out) or negations(left_out, lang))


_DATE_LED: Final = later(r"(?:^|(?<=\s))(?:in|on|by|since|during|until|from)\s$", re.IGNORECASE)
# One event in one clause, so that the date can belong to nothing else.
_ONE_EVENT_EN: Final = later(
    r"\b(?:was|were)\s(?:\w+ly\s)?\w+(?:ed|n|t|d)\b|\b(?:opened|closed|died|began|ended|started|launched|became|retired)\b"
)
_SEVERAL_EN: Final = later(
    r"[;:]|\b(?:and|but|while|or|than|who|which|that|where|when|after|before|because|if|to|said|says|whose|until)\b",
    re.IGNORECASE,
)
_SEVERAL_JA: Final = later("[はがも].*[はがも]|、.*、|[てしでが]、|と(?:述べ|言|発表|し)|という|ため")


def _date_first(text: str) -> tuple[list[str], list[str]] | None:
    """(words of the one date phrase, all other words) of a sentence with one event; None for any other sentence."""
    found = dates(text)
    if len(found) != 1:
        return None
    start, end = found[0].start, found[0].end
    if script_of(text) == JA:
        if _SEVERAL_JA.search(text):
            return None
        particle = re.match("(?:に|には)?、?", text[end:])
        end += particle.end() if particle else 0
    else:
        led = _DATE_LED.search(text, max(0, start - 8), start)
        outermost = led is not None and (led.start() == 0 or not text[end:].strip(" .,"))
        if led is None or not outermost or _SEVERAL_EN.search(text) or not _ONE_EVENT_EN.search(text):
            return None
        start = led.start()
    rest = f"{text[:start].rstrip(' ,')} {text[end:].lstrip(' ,、')}"
    return [word for word in _words(text[start:end]) if word not in ("に", "は")], _words(rest)


def _same_facts(sentence: str, quoted: str) -> bool:
    """Once more, on its own: every number, date and name of the sentence is quoted, and nothing is turned round."""
    mine, theirs = read(sentence), read(quoted)
    found = signals(mine, [quoted])
    if found.numbers.conflicts or found.numbers.missing or found.dates.conflicts or found.dates.missing:
        return False
    if found.names.missing or found.antonyms or len(mine.negations) != len(theirs.negations):
        return False
    return _bounds(mine) <= _bounds(theirs)


def _bounds(reading: Reading) -> set[tuple[str, str, str, bool]]:
    return {(str(q.value.normalize()), q.unit, q.bound, q.approximate) for q in reading.quantities}
