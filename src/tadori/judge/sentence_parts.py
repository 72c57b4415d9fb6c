"""Splits a sentence of several statements into its parts: at `and`, `but`, `because`, `which`; が、 ので、 ため、.

In: a sentence. Out: parts in order, with their place. A part has at least two content words, so that `salt and pepper`
stays whole. What joins two parts stays with the second; whether it holds is checked by `vetoes.py`.
"""

from dataclasses import dataclass
from typing import Final

from tadori.model.ids import JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limits import limit_script
from tadori.text.tokens import terms

_FEWEST_TERMS: Final = 2
_JOIN_EN: Final = lazy_pattern(
    r"(?:[,;:—–]\s*|\s)(?=(?:and|but|because|although|though|despite|while|whereas|which|who|so|since|after|before|however"
    r"|yet|nor|unlike|until|as\sa\sresult|in\sspite|due\sto|instead|rather\sthan|than)\s)|[;—]\s*|,\s(?=[a-z]+ing\s)|[.!?]\s+(?=[A-Z])"
)
_JOIN_JA: Final = lazy_pattern(
    "(?<=が)、|(?<=ので)、?|(?<=[るたのい]ため)(?:に)?、?|(?<=から)、|(?<=ものの)、|(?<=一方で)、|(?<=一方)、|(?<=けれど)も?、|[；;。！？!?]"
    "|(?<=[しりきいちみびにぎっ]て)、|(?<=[しりきみび])、|(?<=かかわらず)、|(?<=おり)、|(?<=たり)、"
)


@dataclass(frozen=True, slots=True)
class SentencePart:
    """`sentence[start:end]`, one statement of a sentence."""

    start: int
    end: int


def sentence_parts(sentence: str) -> tuple[SentencePart, ...]:
    """The parts of `sentence`, which together are all of it; one where nothing joins two statements."""
    joins = _JOIN_JA if limit_script(sentence) == JA else _JOIN_EN
    parts: list[SentencePart] = []
    start = 0
    for end in [*(match.end() for match in joins.finditer(sentence)), len(sentence)]:
        if len(set(terms(sentence[start:end]))) >= _FEWEST_TERMS and end > start:
            parts.append(SentencePart(start, end))
            start = end
    if not parts:
        return (SentencePart(0, len(sentence)),)
    parts[-1] = SentencePart(parts[-1].start, len(sentence))
    return tuple(parts)
