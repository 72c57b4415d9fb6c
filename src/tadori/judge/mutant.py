"""What the makers of mutants share: the mutant itself, and where in a sentence something may be changed.

Comes in: a sentence. Goes out: its stretches outside of conditions. In a condition a stronger word makes a weaker
statement (`if all object, it falls` follows from `if some object, it falls`), so nothing is changed there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tadori.model.ids import JA
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.limit_cues import limit_cues
from tadori.text.limits import limit_script

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A sentence made from another one, and what was changed: a kind of `Limit`, `antonym`, `swap` or `denial`."""

    kind: str
    text: str


def replaced(text: str, start: int, end: int, other: str) -> str:
    return f"{text[:start]}{other}{text[end:]}"


def in_spans(place: int, spans: Sequence[Span]) -> bool:
    return any(start <= place < end for start, end in spans)


@lru_cache(maxsize=256)
def condition_stretches(sentence: str) -> tuple[Span, ...]:
    """The clauses that state a condition: from its word to the next comma, in Japanese from the comma before to it."""
    found: list[Span] = []
    japanese = limit_script(sentence) == JA
    for cue in limit_cues(sentence):
        if cue.kind != "condition":
            continue
        if japanese:
            stops = [stop.end() for stop in _STOP_JA.finditer(sentence, 0, cue.start)]
            behind = _STOP_JA.search(sentence, cue.end)
            found.append((stops[-1] if stops else 0, behind.end() if behind else cue.end))
        else:
            stop = _STOP_EN.search(sentence, cue.end)
            found.append((cue.start, stop.start() if stop else len(sentence)))
    return tuple(found)


_STOP_JA = lazy_pattern("[、。，．；！？]")
_STOP_EN = lazy_pattern(r"[,;:](?=\s|$)|[—–]|[.!?](?=\s|$)")


@lru_cache(maxsize=256)
def open_stretches(sentence: str) -> tuple[Span, ...]:
    """What is no condition: the rest of the sentence."""
    found: list[Span] = []
    place = 0
    for start, end in sorted(condition_stretches(sentence)):
        if start > place:
            found.append((place, start))
        place = max(place, end)
    return (*found, (place, len(sentence))) if place < len(sentence) else tuple(found)
