"""What of an English clause matters when clauses are joined: its subject, its verb, and words whose reach could change.

In: a clause. Out: yes or no, failing closed: a form that is not known is not joined.
"""

import re
from typing import Final

from tadori.model.ids import EN, JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.names import names
from tadori.text.negation import hedges, negated

_AUXILIARY: Final = (
    "is are was were has have had does do did can could will would may might must shall should cannot isn't aren't"
    " wasn't weren't hasn't haven't hadn't doesn't don't didn't can't won't"
).split()
_FINITE: Final = frozenset(_AUXILIARY)
_VERB_AT: Final = lazy_pattern(rf"\b(?:{'|'.join(map(re.escape, _AUXILIARY))})\b")
_PRESENT: Final = lazy_pattern(r"[a-z]{2,}[^su\W]s")
_PAST: Final = lazy_pattern(
    r"[a-z]{2,}ed|became|made|went|took|gave|found|led|began|won|lost|held|kept|left|grew|rose|fell|saw|came|got|ran|built"
    r"|wrote|met|paid|sold|spent|stood|brought|bought|drove|flew|broke|chose|sent"
)
_PRONOUN: Final = lazy_pattern(
    r"\b(?:it|its|itself|he|him|his|himself|she|her|hers|herself|they|them|their|theirs|themselves|we|us|our|i|me|my|you|your"
    r"|this|that|these|those|there|here|such|former|latter|same|one|ones|another|others?|both|each|then|so|too|also"
    r"|latest|above|below|following)\b",
    re.IGNORECASE,
)
# A part with one of these reaches beyond itself, or takes the other part into its reach.
_REACHES: Final = lazy_pattern(
    r"\b(?:if|unless|until|when|whenever|while|whereas|where|whether|because|since|although|though|despite|except\w*|only"
    r"|that|which|who|whom|whose|what|how|why|said|says|say|told|claim\w*|alleg\w+|according|announc\w+|report\w*|deni\w+"
    r"|argu\w+|believ\w+|thinks?|thought|estimat\w+|expect\w*|predict\w*|suggest\w*|warn\w*|insist\w*|confirm\w*|add(?:s|ed)"
    r"|not|never|no|nor|neither|either|or|but|as|than|before|after|once|provided|assuming|instead|rather|without|unlike)\b"
    r"|n't\b|[“”\"?:]",
    re.IGNORECASE,
)
_FRONTED: Final = lazy_pattern(
    r"(?:in|on|at|by|for|from|with|under|over|after|before|during|since|until|as|to|among|despite|because|although|though"
    r"|if|unless|when|while|where|according|perhaps|maybe|only|not|no|never|neither|either|both|few|about|around|nearly"
    r"|almost|some|most|many|several|all|each|every|any|an?|one|two|three|there|here|however|therefore|thus|then|also|so"
    r"|but|yet|and|or|instead|today|yesterday|now|once|still|even|\w+ly)\b|\d",
    re.IGNORECASE,
)
_LOOSE: Final = lazy_pattern(
    r"\b(?:about|around|roughly|nearly|almost|approximately|some|over|under|up|at|least|most|more|less|fewer|only|just|very"
    r"|quite|partly|mostly|mainly|largely|possibly|probably|perhaps|allegedly|reportedly|usually|often|sometimes|rarely"
    r"|likely|expected|planned|supposed|estimated|said|believed|thought|to|not|never|no|both|either|neither|\w+ly)\b",
    re.IGNORECASE,
)
_NO_SUBJECT: Final = lazy_pattern(
    r"\b(?:a|an|some|most|many|few|several|all|each|every|any|no|none|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|hundred\w*|thousand\w*|million\w*|half|majority|minority|part|parts|rest|number|share|percent\w*|proportion|average"
    r"|typical|other|others|another|former|latter|same|it|he|she|they|we|i|you|this|that|these|those|there|who|which|what"
    r"|either|neither|both|only|not|or|nor|than|more|less|following|above|if|when)\b|[\d%,;:“”\"()]",
    re.IGNORECASE,
)
# A name in small letters: a sentence begins with it as it is written (nginx, apache2ctl).
_TERM: Final = lazy_pattern(r"[a-z][a-z0-9]*[\w.+-]*")
_LONGEST_SUBJECT: Final = 80


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def subject_before_verb(clause: str) -> tuple[str, str]:
    """The words before the first verb that is surely one, and the rest; (`clause`, ``) where there is none."""
    found = _VERB_AT.search(clause)
    if found is not None:
        return clause[: found.start()].strip(), clause[found.start() :].strip()
    words = clause.split()
    for form in (_PAST, _PRESENT):
        for at in range(1, len(words)):
            if form.fullmatch(words[at]):
                return " ".join(words[:at]), " ".join(words[at:])
    return clause.strip(), ""


def is_definite(subject: str) -> bool:
    """Whether `subject` names one thing wherever it stands: `the …`, or a proper name; no amount, no pronoun."""
    if not 1 < len(subject) <= _LONGEST_SUBJECT or _NO_SUBJECT.search(subject):
        return False
    return subject.lower().startswith("the ") or is_name(subject) or _TERM.fullmatch(subject) is not None


def is_name(subject: str) -> bool:
    """Whether all of `subject` is a proper name, as far as its form shows."""
    lang = EN if subject.isascii() else JA
    return any(name.start == 0 and name.end == len(subject) for name in names(f"{subject} is", lang))


def begins_finite(predicate: str) -> bool:
    """Whether `predicate` begins with a verb that agrees with a subject: `was`, `holds`, `rose`."""
    first = predicate.split(" ", 1)[0]
    return first in _FINITE or bool(_PRESENT.fullmatch(first)) or bool(_PAST.fullmatch(first))


def is_past_form(verb: str) -> bool:
    """Whether `verb` is the same of one and of several: `opened`, `fell`."""
    return _PAST.fullmatch(verb) is not None


def unambiguous_after(rest: str, two: str) -> bool:
    """Whether `two` cannot depend on a verb in `rest`: behind `did not leak`, `burst` could and `was old` cannot."""
    first = two.split(" ", 1)[0]
    if first in _FINITE or _PRESENT.fullmatch(first):
        return True
    return _VERB_AT.search(rest) is None and " to " not in f" {rest} "


def opens_with_scope(text: str) -> bool:
    """Whether `text` begins with what may reach over a joint: a date in front, an adverb, an amount."""
    return _FRONTED.match(text) is not None


def may_spread(one: str) -> bool:
    """Whether something in the first part may be read as reaching into the second."""
    plain = _without_harmless(one)
    return _REACHES.search(plain) is not None or negated_loosely(plain)


def has_scope(two: str) -> bool:
    """Whether something in the last part may be read as reaching back over the first."""
    plain = _without_harmless(two)
    return _REACHES.search(plain) is not None or "," in plain


# Commas in numbers and dates, `until 1998`, a term of a few words in quotation marks.
_HARMLESS: Final = lazy_pattern(
    r"(?<=\d),(?=\d{3})|(?<=\d),(?=\s\d{4}\b)|(?<=\d(?:st|nd|rd|th)),(?=\s\d{4}\b)"
    r"|\buntil(?=\s(?:\d{1,2}\s)?(?:[A-Z][a-z]{2,8}\s)?(?:\d{1,2},\s)?\d{4}\b)"
    r"|[“\"](?=[\w-]+(?:\s[\w-]+){0,2}[”\"])|(?<=\w)[”\"](?=[\s,.]|$)"
)
_OWN_NOT: Final = lazy_pattern(
    r"^((?:[\w' -]{1,80}?\s)?(?:is|are|was|were|has|have|had|does|do|did|can|could))\s(?:not|never)\b"
)


def _without_harmless(text: str) -> str:
    return _HARMLESS.sub("", _without_not(text))


def _without_not(text: str) -> str:
    """`text` without the `not` of its own verb, which reaches no further than its part."""
    return _OWN_NOT.sub(r"\1", text)


def negated_loosely(text: str) -> bool:
    """Whether `text` is negated elsewhere than at its verb, or hedged outside its verb."""
    plain = _without_not(text)
    outside = [cue for cue in hedges(plain) if cue.text.lower() not in ("may", "might", "could", "would")]
    return negated(plain, EN) or bool(outside)


def pronouns_in(text: str) -> bool:
    return _PRONOUN.search(text) is not None


def opens_loosely(text: str) -> bool:
    """Whether `text` begins with a word that could reach over what follows the joint: `about 40 m`."""
    return _LOOSE.search(text) is not None
