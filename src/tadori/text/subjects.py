"""interim"""

from dataclasses import dataclass
from typing import Literal
from tadori.model.ids import Lang


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSubject:
    start: int
    end: int
    words: str
    kind: str


def open_subject(sentence: str, lang: Lang) -> OpenSubject | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedSubject:
    words: str
    place: Literal["before", "heading", "title"]
    start: int
    end: int


def resolve_subject(
    sentence: str, lang: Lang, *, before: str, heading: str = "", title: str = ""
) -> ResolvedSubject | None:
    return None
