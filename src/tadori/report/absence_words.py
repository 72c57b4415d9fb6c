"""Says in words what the documents lack when a question is not answered.

In: words of the question that no document has, words that stand nowhere together, the titles that come nearest, how
many documents were within reach. Out: sentences in the report's language, never none. It decides nothing.
"""

from collections.abc import Sequence

from tadori.model.ids import JA, Lang
from tadori.report.words import phrase


def absence_words(
    *, unknown: Sequence[str], apart: Sequence[str], nearest: Sequence[str], searched: int, lang: Lang
) -> tuple[str, ...]:
    """What is missing, and the titles of what comes nearest."""
    found: list[str] = []
    if unknown:
        found.append(phrase("nothing_held", lang).format(words=_listed(unknown, lang), n=searched))
    if apart:
        found.append(phrase("nothing_together", lang).format(words=_listed(apart, lang), n=searched))
    if not found:
        found.append(phrase("nothing_answers", lang).format(n=searched))
    if nearest:
        found.append(phrase("nearest_held", lang).format(titles=_listed(nearest, lang)))
    return tuple(found)


def _listed(words: Sequence[str], lang: Lang) -> str:
    marks = "「{}」" if lang == JA else "“{}”"
    return phrase("list_comma", lang).join(marks.format(word) for word in words)
