"""The patterns filled: sentences with their kind, the same ones every time.

Nothing here comes from a measured set, nor from any other text than the two pattern files.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from training.injection import answers_en, more_en, patterns_en, patterns_ja

SLOT = re.compile(r"\{(\w+)\}")
KINDS = {
    "request": ("REQUESTS", 10),
    "attack": ("ATTACKS", 14),
    "innocent": ("INNOCENT", 12),
    "ordinary": ("ORDINARY", 12),
}
"""Kind → its list in a pattern file, and how often each pattern is filled (those without slots stand once)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    text: str
    kind: str
    """`request`, `attack`, `innocent` or `ordinary`."""
    pattern: str
    """Sentences of one pattern are never on both sides of a split."""


def corpus() -> list[Sentence]:
    """All sentences: English patterns, Japanese patterns, prose of this project's own documents."""
    en = {**patterns_en.SLOTS, **more_en.SLOTS, **answers_en.SLOTS, "attack_task": patterns_en.ATTACK_TASKS}
    ja = {**patterns_ja.SLOTS, "attack_task": patterns_ja.ATTACK_TASKS}
    made: dict[str, Sentence] = {}
    for module, slots in ((patterns_en, en), (more_en, en), (answers_en, en), (patterns_ja, ja)):
        for sentence in _of(module, slots):
            made.setdefault(sentence.text, sentence)
    for line in (Path(__file__).parent / "prose.txt").read_text(encoding="utf-8").splitlines():
        made.setdefault(line, Sentence(text=line, kind="ordinary", pattern=line))
    return list(made.values())


def _of(module: ModuleType, slots: dict[str, list[str]]) -> list[Sentence]:
    return [
        Sentence(text=_filled(pattern, slots, chance), kind=kind, pattern=pattern)
        for kind, (name, times) in KINDS.items()
        for pattern in getattr(module, name, [])
        for chance in [random.Random(pattern)]
        for _ in range(times)
    ]


def _filled(pattern: str, slots: dict[str, list[str]], chance: random.Random) -> str:
    """Slots within what a slot brings are filled too: a task stands in an attack."""
    text = pattern
    while SLOT.search(text):
        text = SLOT.sub(lambda slot: chance.choice(slots[slot[1]]), text, count=1)
    return text[:1].upper() + text[1:]
