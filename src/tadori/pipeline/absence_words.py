"""Says in words what the documents lack when a question is not answered.

Comes in: what is absent (`rank/absence.py`), the number of documents within reach. Goes out: sentences in the report's
language, never none. It decides nothing.
"""

from tadori.model.ids import JA, Lang
from tadori.rank.absence import AbsentSubject
from tadori.report.words import phrase


def absence_words(absent: AbsentSubject | None, nearest: tuple[str, ...], searched: int, lang: Lang) -> tuple[str, ...]:
    """What is missing, and the titles of what comes nearest."""
    found: list[str] = []
    if absent is not None and absent.unknown:
        found.append(phrase("nothing_held", lang).format(words=_listed(absent.unknown, lang), n=searched))
    if absent is not None and absent.apart:
        found.append(phrase("nothing_together", lang).format(words=_listed(absent.apart, lang), n=searched))
    if not found:
        found.append(phrase("nothing_answers", lang).format(n=searched))
    if nearest:
        found.append(phrase("nearest_held", lang).format(titles=_listed(nearest, lang)))
    return tuple(found)


def _listed(words: tuple[str, ...], lang: Lang) -> str:
    marks = "「{}」" if lang == JA else "“{}”"
    return phrase("list_comma", lang).join(marks.format(word) for word in words)
