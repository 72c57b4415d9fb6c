"""Names in kanji with the ways they may be read, so that they meet their spelling in Latin letters.

Comes in: Japanese text. Goes out: its names, each with the keys (`text/romaji.py`) of its readings: those of Sudachi's
dictionary, and those that the readings of its kanji make (`kanji_readings.tsv`, from the dictionary's own names).
A common noun is no name; single kanji beside each other that are no word together (凪 + 浦) may be one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice, product
from typing import Final

from tadori.text.japanese import Morpheme, dictionary_readings, name_units
from tadori.text.romaji import morae, reading_key

_KANJI: Final = re.compile(r"[㐀-䶿一-鿿々][㐀-䶿一-鿿々ヶケノの]{0,5}")
_VOICED: Final = str.maketrans("カキクケコサシスセソタチツテトハヒフヘホ", "ガギグゲゴザジズゼゾダヂヅデドバビブベボ")
_MOST_PIECES, _MOST_MADE, _MOST_READINGS = 4, 3, 600
_FEWEST_MORAE, _FEWEST_ALONE, _FEWEST_VOICED, _FEWEST_MADE = 2, 3, 3, 4
"""Morae of a reading from the dictionary, of that of a single kanji, of one voiced otherwise, and of one that is made
of the readings of its kanji."""
_SHORTEST_SUFFIXED: Final = 3
GENERIC_ENDINGS: Final = frozenset("市町村県府都郡区川山湖島駅港寺城橋湾岳峠谷")
"""What a name may end in that the other language says in a word of its own: Kobe for 神戸市, Lake Biwa for 琵琶湖."""
_VOICELESS: Final = str.maketrans("gzdb", "kstp")
_NO_VOWELS: Final = str.maketrans("", "", "aiueoyh")
_NOT_NAMES: Final = frozenset(["接頭辞", "接尾辞", "代名詞"])


@dataclass(frozen=True, slots=True, kw_only=True)
class KanjiName:
    """A name in kanji, with the keys of its readings."""

    surface: str
    known: frozenset[str]
    """As the dictionary reads this name."""
    made: frozenset[str]
    """As its kanji may be read together; never a short one."""
    certain: bool
    """A person's or a place's name that other languages write by its sound: not 太平洋, not 北京."""


@lru_cache(maxsize=4096)
def kanji_names(text: str) -> tuple[KanjiName, ...]:
    """The names of `text` by their first place, parts (徳川 of 徳川家康) and compounds (凪浦) too; each once."""
    found: dict[str, KanjiName] = {}
    for run in _runs(text):
        for name in _of_run(run):
            found.setdefault(name.surface, name)
    return tuple(found.values())


def reads_as(surface: str, key: str) -> bool:
    """Whether a run of kanji, without the text around it, may be a name that is read `key`."""
    if not dictionary_readings(surface):
        return morae(key) >= _FEWEST_MADE and _is_made(surface, key, first=True)
    known = _known_keys(surface)
    return key in _kept(surface, known) or (
        1 < len(surface) <= _MOST_MADE and bool(_near_known([key], known)) and _is_made(surface, key, first=True)
    )


def _is_made(surface: str, key: str, *, first: bool) -> bool:
    """Whether the readings of the kanji, one behind the other, make the key."""
    if not surface or not key:
        return not surface and not key
    ways = char_keys(surface[0], first=first)
    return any(key.startswith(own) and _is_made(surface[1:], key[len(own) :], first=False) for own in ways)


@lru_cache(maxsize=16384)
def char_keys(char: str, *, first: bool) -> tuple[str, ...]:
    """The keys of the readings that a kanji has in names."""
    keys = (reading_key(reading) for reading in _kanji_readings(char, first=first))
    return tuple(dict.fromkeys(key for key in keys if key))


def _runs(text: str) -> Iterator[list[Morpheme]]:
    """Neighbouring units in kanji. The parts of a long unit make a run of their own, with what follows them."""
    run: list[Morpheme] = []
    for unit in name_units(text):
        if not _KANJI.fullmatch(unit.surface):
            continue
        if run and run[-1].end != unit.start:
            yield run
            run = []
        run.append(unit)
    if run:
        yield run


def _of_run(run: Sequence[Morpheme]) -> Iterator[KanjiName]:
    """The proper nouns of a run of kanji, and what its neighbours make together."""
    for unit, behind in zip(run, [*run[1:], None], strict=True):
        if not _is_proper(unit) and unit.pos[1] == "普通名詞":
            yield from _also_name(unit.surface)
        if _is_proper(unit):
            yield from _without_suffix(unit.surface)
            # 太平 of 太平洋 is no name that another language writes by its sound.
            translated = behind is not None and behind.surface in _TRANSLATED
            yield from _named(unit.surface, _is_certain(unit) and not translated)
    for start in range(len(run)):
        for end in range(start + 2, min(len(run), start + _MOST_PIECES) + 1):
            if _may_be_one(run[start:end]):
                yield from _compound(run[start:end])


def _named(surface: str, certain: bool) -> Iterator[KanjiName]:
    known = _known_keys(surface)
    kept = _kept(surface, known)
    made = _near_known(_made_keys(surface), known) if known else _long(_made_keys(surface))
    if kept or made:
        yield KanjiName(surface=surface, known=kept, made=made, certain=certain and bool(kept))


def _also_name(surface: str) -> Iterator[KanjiName]:
    """A word that Sudachi takes for a common noun here, and knows as a name too: 倉敷."""
    long = _long(_known_keys(surface))
    if long:
        yield KanjiName(surface=surface, known=long, made=frozenset(), certain=False)


def _without_suffix(surface: str) -> Iterator[KanjiName]:
    """琵琶 of 琵琶湖: the other language says lake in a word of its own."""
    if len(surface) < _SHORTEST_SUFFIXED or surface[-1] not in GENERIC_ENDINGS:
        return
    ends = _kanji_readings(surface[-1], first=False)
    readings = [reading for reading, pos in dictionary_readings(surface) if pos[1] == "固有名詞"]
    keys = {reading_key(r.removesuffix(e).removesuffix("ノ")) for r in readings for e in ends if r.endswith(e)}
    kept = frozenset(key for key in keys if morae(key) >= _FEWEST_MORAE)
    if kept:
        yield KanjiName(surface=surface[:-1], known=kept, made=frozenset(), certain=False)


def _kept(surface: str, known: Collection[str]) -> frozenset[str]:
    fewest = _FEWEST_ALONE if len(surface) == 1 else _FEWEST_MORAE
    return frozenset(key for key in known if morae(key) >= fewest)


def _compound(pieces: Sequence[Morpheme]) -> Iterator[KanjiName]:
    surface = "".join(piece.surface for piece in pieces)
    ways = [_piece_readings(piece.surface, first=piece is pieces[0]) for piece in pieces]
    made = _long(reading_key("".join(way)) for way in islice(product(*ways), _MOST_READINGS))
    if made and not dictionary_readings(surface):
        yield KanjiName(surface=surface, known=frozenset(), made=made, certain=False)


def _long(keys: Iterable[str]) -> frozenset[str]:
    return frozenset(key for key in keys if morae(key) >= _FEWEST_MADE)


def _near_known(made: Iterable[str], known: Collection[str]) -> frozenset[str]:
    """Of what the kanji can make, what is near the dictionary's reading: another voicing, in long ones other vowels.

    鐘崎 is Kanezaki there and may be Kanesaki; 鳴釜 is Narukama and may be Narigama.
    """
    openings = {key[0] for key in known}
    voiceless = {key.translate(_VOICELESS) for key in known}
    skeletons = {key.translate(_NO_VOWELS) for key in voiceless}
    return frozenset(
        key
        for key in made
        if key[:1] in openings
        and morae(key) >= (_FEWEST_VOICED if (plain := key.translate(_VOICELESS)) in voiceless else _FEWEST_MADE)
        and plain.translate(_NO_VOWELS) in skeletons
    )


def _may_be_one(pieces: Sequence[Morpheme]) -> bool:
    """Single kanji that are no word together, or a noun and what places end in behind it: 清水寺, 雲取谷."""
    first, *others = pieces
    if first.pos[0] in _NOT_NAMES or any(piece.pos[1] == "数詞" for piece in pieces):
        return False
    if not all(len(piece.surface) == 1 for piece in others):
        return False
    if _is_proper(first) or (others[-1].surface in GENERIC_ENDINGS and first.pos[0] == "名詞"):
        return True
    return len(first.surface) == 1 and all(piece.pos[0] not in _NOT_NAMES for piece in others)


def _is_proper(unit: Morpheme) -> bool:
    return unit.pos[1] == "固有名詞" or (unit.unknown and unit.pos[0] == "名詞" and unit.pos[1] != "数詞")


def _is_certain(unit: Morpheme) -> bool:
    if len(unit.surface) < 2 or unit.surface in _ELSEWHERE or unit.surface[-1] in _TRANSLATED:
        return False
    return unit.pos[3] in ("姓", "名") or unit.pos[2:4] == ("地名", "一般")


_TRANSLATED: Final = frozenset("洋海極州国陸帯圏湾")
_ELSEWHERE: Final = frozenset(
    """北京 上海 南京 香港 台北 台湾 台南 高雄 天津 重慶 広州 深圳 杭州 成都 武漢 西安 長安 洛陽 大連 青島 瀋陽 澳門
    満州 満洲 朝鮮 釜山 平壌 仁川 大邱 済州 中華 西欧 東欧 北欧 南欧 欧州 欧米 南米 北米 中米 中東 極東 東南 西洋 東洋
    南洋 孔子 孟子 老子 荘子 釈迦 天皇 皇帝 地球 太陽 火星 金星 木星 土星 王子 女王""".split()
)


@lru_cache(maxsize=16384)
def _known_keys(surface: str) -> frozenset[str]:
    readings = [reading for reading, pos in dictionary_readings(surface) if pos[1] == "固有名詞"]
    return frozenset(key for reading in readings if (key := reading_key(reading)))


@lru_cache(maxsize=16384)
def _made_keys(surface: str) -> frozenset[str]:
    if not 2 <= len(surface) <= _MOST_MADE:
        return frozenset()
    ways = [_kanji_readings(char, first=at == 0) for at, char in enumerate(surface)]
    return frozenset(reading_key("".join(way)) for way in islice(product(*ways), _MOST_READINGS))


def _piece_readings(surface: str, *, first: bool) -> list[str]:
    if len(surface) == 1:
        return _kanji_readings(surface, first=first)
    found = dictionary_readings(surface)
    named = [reading for reading, pos in found if pos[1] == "固有名詞"]
    return list(dict.fromkeys(named or [reading for reading, _ in found]))


@lru_cache(maxsize=8192)
def _kanji_readings(char: str, *, first: bool) -> list[str]:
    """Behind another kanji the first sound may be voiced: 釜 as ガマ. ヶ and ノ are read as they are."""
    plain = {"ヶ": ("ガ", "ケ"), "ケ": ("ガ", "ケ"), "ノ": ("ノ",), "の": ("ノ",)}.get(char) or _table().get(char, ())
    if first:
        return list(plain)
    return list(dict.fromkeys([*plain, *(reading[0].translate(_VOICED) + reading[1:] for reading in plain)]))


@cache
def _table() -> dict[str, tuple[str, ...]]:
    lines = (files("tadori.text") / "kanji_readings.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {char: tuple(readings.split()) for char, readings in rows}
