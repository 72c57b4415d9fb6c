"""The time a question asks about (L32). In: the question. Out: a date, or None where it asks about now."""

import re

from tadori.model.ids import IsoDate
from tadori.text.dates import dates
from tadori.text.lazy_pattern import lazy_pattern

_NOW = lazy_pattern(
    r"\b(?:now|today|todays|today's|current(?:ly)?|latest|newest|nowadays|present(?:ly)?|still|so far|up to date)\b"
    r"|現在|いま|今(?!後)|最新|直近|目下|近年|最近|まだ",
    re.IGNORECASE,
)


def asks_about_now(question: str) -> bool:
    """Whether the question is about the present or the latest of something."""
    return _NOW.search(question) is not None


def question_time(question: str) -> IsoDate | None:
    """The latest date that the question names; None where it names none, or asks about the present as well."""
    if asks_about_now(question):
        return None
    named = [mention.iso or f"{mention.year:04d}" for mention in dates(question) if mention.year and mention.year > 0]
    return IsoDate(max(named)) if named else None
