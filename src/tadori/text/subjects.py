"""Finds what a sentence leaves to its neighbours, and resolves it where that is nearly certain (X11).

In: a sentence, its language, the text before it, the headings above it and its document's title. Out: the words that
leave its subject open (`It`, `This parameter`, `The company`, 同社, これ, or the place of a subject that Japanese or a
manual leaves out), and the one mention they stand for. Rules of form only: a wrong subject is a lie, so two candidates
that fit, a change between speech and narration, or a noun that nothing introduces leave it unresolved.
"""

from typing import Final

from tadori.model.ids import JA, Lang
from tadori.text.open_english import open_subject_en
from tadori.text.open_japanese import open_subject_ja
from tadori.text.subject_types import OpenSubject, ResolvedSubject
from tadori.text.subjects_en import resolve_subject_en
from tadori.text.subjects_ja import resolve_subject_ja

_LONGEST: Final = 2000
"""Characters of a sentence, and of the text before it, that are read."""


def open_subject(sentence: str, lang: Lang) -> OpenSubject | None:
    """What the form of `sentence` leaves open, or None where it stands alone as far as its form shows."""
    if not sentence.strip() or len(sentence) > _LONGEST:
        return None
    return open_subject_ja(sentence) if lang == JA else open_subject_en(sentence)


def resolve_subject(
    sentence: str, lang: Lang, *, before: str, heading: str = "", title: str = ""
) -> ResolvedSubject | None:
    """The mention that the open subject of `sentence` stands for; None where there is none or it is not certain.

    `before` is the source's text right before the sentence; `heading` holds the headings above it, joined by ` › `.
    """
    opening = open_subject(sentence, lang)
    if opening is None:
        return None
    cut = max(0, len(before) - _LONGEST)
    resolve = resolve_subject_ja if lang == JA else resolve_subject_en
    found = resolve(sentence, opening, before[cut:], heading, title)
    if found is None or found.place != "before" or not cut:
        return found
    return ResolvedSubject(words=found.words, place="before", start=found.start + cut, end=found.end + cut)
