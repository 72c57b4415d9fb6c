"""Cuts an English sentence into the clauses that each say something of their own.

In: a sentence. Out: its clauses, what it has in parentheses among them, each with what the sentence says before it. A
clause that leaves its subject to the one before (`… but was not selected`) gets that subject.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause."""

    text: str
    before: str
    """What the sentence says before it."""


_AUX: Final = r"is|are|was|were|has|have|had|can|could|will|must|should|does|do|did|am|cannot"
FINITE: Final = re.compile(
    rf"\b(?:{_AUX})\b(?:n't)?|\b(?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|can't|won't)|\bneed\s+not\b",
    re.I,
)

_BOUNDARY: Final = re.compile(
    r"\s*[;()]\s*|:\s+|\s[–—]\s|,\s+(?=(?:but|so|yet|nor|because|as|although|though|while|whereas|which|who|where|since"
    r"|unlike|when|if|however|even|rather)\b)|\s+(?=(?:but|nor|because|although|whereas|regardless|as\s+opposed)\b)"
    r"|(?<=[\w,])\s+(?=and\s+(?:(?:is|are|was|were|does|do|did|has|have|can|will|it|they|he|she|hence|then)\b))"
)
_SUBJECTLESS: Final = re.compile(r"(?:but|and|so|yet)\s+(?=(?:is|are|was|were|does|do|did|has|have|can|will)\b)", re.I)


_CALL: Final = re.compile(r"(?<=\w)\(\)")
_ASIDE: Final = re.compile(r"\s*\(([^()]*)\)")
_STATED: Final = re.compile(r"^(?:now\s+that|because|although|though)\s+", re.I)
_OPENING: Final = re.compile(r"^(?:as|now\s+that|because|since|although|though|unlike|like)\b[^,]*,\s+", re.I)


def clauses(whole: str) -> Iterator[Clause]:
    """The clauses of a sentence, and what it has in parentheses."""
    named = _CALL.sub("", whole)
    sentence = _ASIDE.sub("", named)
    yield from (Clause(aside[1], sentence) for aside in _ASIDE.finditer(named))
    opening = _OPENING.match(sentence)
    if opening:
        if _STATED.match(opening[0]):
            yield Clause(_STATED.sub("", opening[0]).strip(" ,"), "")
        yield from _main(sentence[opening.end() :])
    else:
        yield from _main(sentence)


def _main(sentence: str) -> Iterator[Clause]:
    at = 0
    first = ""
    for end in [*(m.start() for m in _BOUNDARY.finditer(sentence)), len(sentence)]:
        text = sentence[at:end].strip(" ,;:()–—")
        if text:
            if _SUBJECTLESS.match(text) and first:
                text = f"{first} {_SUBJECTLESS.sub('', text, count=1)}"
            yield Clause(text, sentence[:at])
            first = first or _subject_of(text)
        at = end


def _subject_of(clause: str) -> str:
    verb = FINITE.search(clause)
    if verb is not None:
        return clause[: verb.start()].strip()
    pronoun = re.match(r"(?:he|she|it|they|this|these)\b", clause, re.I)
    return pronoun[0] if pronoun else ""
