"""Makes `src/tadori/text/kanji_readings.tsv`: `python -m training.names.readings > src/tadori/text/kanji_readings.tsv`.

In: the names of two kanji in Sudachi's dictionary, each with its reading. Out: per kanji the readings it has in names,
commonest first. A name is divided where the readings of both kanji are likeliest; three rounds. Nothing is random.
"""

import re
import sys
from collections import Counter, defaultdict
from typing import Any, Final

from sudachipy import Dictionary

_TWO_KANJI: Final = re.compile("[一-鿿]{2}")
_NO_START: Final = frozenset("ャュョッーンァィゥェォ")
_ROUNDS, _UNSEEN = 3, 0.002
_LEAST_SHARE, _LEAST_TIMES, _MOST = 0.03, 2, 8


def main() -> None:
    dictionary: Any = Dictionary()
    named = {
        (m.surface(), m.reading_form())
        for m in dictionary.entries()
        if _TWO_KANJI.fullmatch(m.surface()) and m.part_of_speech()[1] == "固有名詞"
    }
    alone = {kanji: _alone(dictionary, kanji) for kanji in {char for name, _ in named for char in name}}
    known = alone
    for _ in range(_ROUNDS):
        known = _counted(named, known)
    for kanji in sorted(alone):
        total = sum(known[kanji].values())
        common = [r for r, n in known[kanji].most_common(_MOST) if n >= _LEAST_TIMES and n >= _LEAST_SHARE * total]
        kept = list(dict.fromkeys([*common, *(r for r, _ in alone[kanji].most_common())]))[:_MOST]
        if kept:
            sys.stdout.write(f"{kanji}\t{' '.join(kept)}\n")


def _alone(dictionary: Any, kanji: str) -> Counter[str]:
    """The readings that the dictionary has of a single kanji."""
    found = (m for m in dictionary.lookup(kanji) if m.part_of_speech()[0] not in ("補助記号", "空白"))
    return Counter(m.reading_form() for m in found)


def _counted(named: set[tuple[str, str]], known: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, reading in sorted(named):
        cuts = [
            (_share(known, name[0], reading[:at]) * _share(known, name[1], reading[at:]), reading[:at], reading[at:])
            for at in range(1, len(reading))
            if reading[at] not in _NO_START
        ]
        if cuts and max(cuts)[0] > _UNSEEN**2:
            _, first, second = max(cuts)
            counts[name[0]][first] += 1
            counts[name[1]][second] += 1
    return counts


def _share(known: dict[str, Counter[str]], kanji: str, reading: str) -> float:
    held = known.get(kanji, Counter())
    return _UNSEEN + held[reading] / (sum(held.values()) or 1)


if __name__ == "__main__":
    main()
