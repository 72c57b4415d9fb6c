"""Words of a rule's own template that look like limits: `differ on when`, `do not agree`, `twice as long as` (X11).

In: a derived sentence and the rules it was derived by. Out: the sentence with those words blanked; every other word
stays in its place, so that a limit that is no part of a template is still found.
"""

import re
from collections.abc import Set as AbstractSet
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_DIFFERING: Final = lazy_pattern(
    r"(?<=\bon\s)when\b|(?<=\babout\s)when\b|(?<=\bover\s)when\b|(?<=\bas\sto\s)when\b|\bdo\snot\sagree\b|\bwhile\b|\bis\sreported\sas\b|\bdisputed\b"
    r"|\b(?:unclear|uncertain)(?=:)|一致しない|一致していない|一致せず|一致していません|とされる|とされている|と(?:も)?され|諸説ある",
    re.IGNORECASE,
)
_CALCULATED: Final = lazy_pattern(
    r"(?<=\btimes\s)as\s(?:long|far)\sas\b|(?<=\btwice\s)as\s(?:long|far)\sas\b|(?<=\bhalf\s)as\s(?:long|far)\sas\b",
    re.IGNORECASE,
)


_COMPUTED: Final = lazy_pattern(r"^Calculated from |(?<=\)): [^“”]*$|(?<=）)から計算：[^「」]*$")


def without_template_words(sentence: str, rules: AbstractSet[str]) -> str:
    """`sentence` with the template words of `rules` blanked."""
    for rule, words in (("differing_values", _DIFFERING), ("arithmetic", _CALCULATED), ("computed", _COMPUTED)):
        if rule in rules:
            sentence = words.sub(lambda match: " " * len(match[0]), sentence)
    return sentence
