"""Finds texts that were copied from each other, across sites (L25). In: texts by id. Out: pairs, with the method.

Three methods, each linear in the length of all texts; none compares every page with every other:

- shared passages: long shingles (5 words, 11 characters), of which a content-chosen quarter is kept; finds whole
  copies, excerpts, and stories inside longer pages;
- MinHash with locality-sensitive hashing over short shingles (3 words, 6 characters): finds copies in which words were
  changed all over, so that no long passage survives;
- SimHash over words: finds the same words in another order, in texts too short for the other two.

Every pair found is then measured exactly on the two texts. A site's frame (menus, consent banners) that is on many
pages is nobody's copy: a shingle that many pages share is compared with its first few owners only. The words and
shingles of a text are kept only while it is looked at: of 10 000 texts only fingerprints are in memory at once.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tadori.model.thresholds import (
    COPY_CONTAINED,
    COPY_LONG_PASSAGE,
    COPY_LONG_PASSAGE_SHARE,
    EDITED_CONTAINED,
    EDITED_FEWEST,
    REORDERED_FEWEST,
    REORDERED_JACCARD,
    SIMHASH_BITS_APART,
)
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

FEWEST_SHINGLES: Final = 6
"""Below this a page is too short for shares of long shingles to mean anything."""
OWNERS_COMPARED: Final = 4
KEEP_ONE_IN: Final = 4
LONG_SHINGLE: Final = (5, 11)
SHORT_SHINGLE: Final = (3, 6)
"""Words of most languages; characters of Japanese, where about two make a word."""
BANDS: Final = 32
ROWS: Final = 2
"""64 permutations: of pairs that share .3 of their shingles 95 % meet in a band, of strangers (.005) .1 %."""
_TEXTS_REMEMBERED: Final = 64
_BLOCKS: Final = 4
"""Of 16 bits each: two hashes at most 3 bits apart have one block in common."""

_TOKEN = lazy_pattern(r"[^\W\u3040-\u30ff\u3400-\u9fff]+|[\u3040-\u30ff\u3400-\u9fff]")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedPair:
    """Two texts of which one was made from the other."""

    one: str
    other: str
    share: float
    """Of the smaller text that stands in the other, 0 to 1."""
    net: str
    """`passage`, `edited` or `reordered`."""


def copied_pairs(texts: Mapping[str, str]) -> list[CopiedPair]:
    """Every pair that a method finds and that holds when measured, each once, in the order of `texts`."""
    prints = {name: _Prints() for name in texts}
    found = {(copy.one, copy.other): copy for copy in _passages(texts, prints)}
    for net in (_edited, _reordered):
        for copy in net(_Measured(texts), prints, frozenset(found)):
            found[copy.one, copy.other] = copy
    place = {name: number for number, name in enumerate(texts)}
    return sorted(found.values(), key=lambda c: (place[c.other], place[c.one]))


@dataclass(slots=True)
class _Prints:
    """What is kept of a text: few numbers, whatever its length."""

    long_shingles: int = 0
    bands: Sequence[int] = ()
    """Of MinHash; empty for a text that is too short for it."""
    blocks: Sequence[int] = ()
    simhash: int = 0


class _Measured:
    """Words of texts where a pair is measured; the last few texts are remembered."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self.shingles = lru_cache(maxsize=_TEXTS_REMEMBERED)(lambda name: _short_shingles(_tokens(texts[name])))
        self.counts = lru_cache(maxsize=_TEXTS_REMEMBERED)(lambda name: Counter(_tokens(texts[name])))


def _tokens(text: str) -> list[str]:
    tokens: list[str] = _TOKEN.findall(normalised("NFKC", text).casefold())
    return tokens


def _width(tokens: Sequence[str], widths: tuple[int, int]) -> int:
    cjk = sum(1 for token in tokens if _CJK.match(token))
    return widths[1] if cjk * 2 > len(tokens) else widths[0]


# Net 1: shared passages.


def _passages(texts: Mapping[str, str], prints: Mapping[str, _Prints]) -> Iterator[CopiedPair]:
    """Copied passages; on the way each text leaves its prints for the other methods."""
    owners: dict[int, list[str]] = defaultdict(list)
    shared: Counter[tuple[str, str]] = Counter()
    for name, text in texts.items():
        tokens = _tokens(text)
        shingles = _long_shingles(tokens)
        _take_prints(prints[name], tokens, len(shingles))
        met: Counter[str] = Counter()
        for shingle in shingles:
            earlier = owners[shingle]
            met.update(earlier)
            if len(earlier) < OWNERS_COMPARED:
                earlier.append(name)
        for other, count in met.items():
            # Pairs that cannot hold any more are not kept.
            if _is_copied(count, min(prints[other].long_shingles, len(shingles))):
                shared[other, name] = count
    for (one, other), count in shared.items():
        smaller = min(prints[one].long_shingles, prints[other].long_shingles)
        yield CopiedPair(one=one, other=other, share=count / smaller, net="passage")


def _take_prints(kept: _Prints, tokens: Sequence[str], long_shingles: int) -> None:
    kept.long_shingles = long_shingles
    short = _short_shingles(tokens)
    if len(short) >= EDITED_FEWEST:
        kept.bands = _bands(short)
    if len(tokens) >= REORDERED_FEWEST:
        kept.simhash = simhash(Counter(tokens))
        kept.blocks = _blocks(kept.simhash)


def _is_copied(shared: int, smaller: int) -> bool:
    if smaller < FEWEST_SHINGLES:
        return False
    share = shared / smaller
    return share >= COPY_CONTAINED or (shared >= COPY_LONG_PASSAGE and share >= COPY_LONG_PASSAGE_SHARE)


def _long_shingles(tokens: Sequence[str]) -> frozenset[int]:
    """Hashes of the shingles that start at a token chosen by its own hash: equal passages choose equal starts."""
    width = _width(tokens, LONG_SHINGLE)
    return frozenset(
        zlib.crc32(" ".join(tokens[i : i + width]).encode(errors="replace"))
        for i in range(len(tokens) - width + 1)
        if _hash(tokens[i]) % KEEP_ONE_IN == 0
    )


@lru_cache(maxsize=65536)
def _hash(token: str) -> int:
    return zlib.crc32(token.encode(errors="replace"))


# Net 2: MinHash.


def _edited(measured: _Measured, prints: Mapping[str, _Prints], known: Set[tuple[str, str]]) -> Iterator[CopiedPair]:
    for one, other in _meeting(((name, kept.bands) for name, kept in prints.items()), known):
        mine, theirs = measured.shingles(one), measured.shingles(other)
        smaller, shared = min(len(mine), len(theirs)), _common(mine, theirs)
        if shared >= EDITED_FEWEST and shared / smaller >= EDITED_CONTAINED:
            yield CopiedPair(one=one, other=other, share=shared / smaller, net="edited")


def _short_shingles(tokens: Sequence[str]) -> "Hashes":
    """Distinct hashes of all short shingles, ascending."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    width = _width(tokens, SHORT_SHINGLE)
    hashes = np.array([_hash(token) for token in tokens], dtype=np.uint64)
    count = max(0, len(hashes) - width + 1)
    mixed = np.zeros(count, dtype=np.uint64)
    for offset in range(width):
        mixed = (mixed * _step()) ^ hashes[offset : offset + count]
    return np.unique(_stirred(mixed))


def _bands(shingles: "Hashes") -> list[int]:
    """The MinHash signature cut into bands, each as one number that names band and values."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    lows = np.array([_stirred(shingles ^ salt).min() for salt in _salts()], dtype=np.uint64).reshape(BANDS, ROWS)
    numbers = np.arange(BANDS, dtype=np.uint64)
    joined = _stirred(lows[:, 0] + _step() * lows[:, 1]) ^ numbers
    return [int(value) for value in _stirred(joined)]


def _meeting(keyed: Iterable[tuple[str, Sequence[int]]], known: Set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Pairs that share a key, each name with the first few owners of the key only; without those known already."""
    owners: dict[int, list[str]] = defaultdict(list)
    for name, keys in keyed:
        met: dict[str, None] = {}
        for key in keys:
            earlier = owners[key]
            met.update(dict.fromkeys(earlier))
            if len(earlier) < OWNERS_COMPARED:
                earlier.append(name)
        yield from ((other, name) for other in met if (other, name) not in known)


def _common(a: "Hashes", b: "Hashes") -> int:
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    return len(np.intersect1d(a, b, assume_unique=True))


def _stirred(values: "Hashes") -> "Hashes":
    """A fixed mixing of 64 bits (splitmix64): equal values stay equal, near ones part."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


@lru_cache(maxsize=1)
def _step() -> "np.uint64":
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    # 2^64 ÷ the golden ratio, the multiplier of Fibonacci hashing: spreads neighbouring numbers far apart.
    return np.uint64(0x9E3779B97F4A7C15)


@lru_cache(maxsize=1)
def _salts() -> "list[np.uint64]":
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    numbers = np.arange(1, BANDS * ROWS + 1, dtype=np.uint64) * _step()
    return list(_stirred(numbers))


# Net 3: SimHash.


def _reordered(measured: _Measured, prints: Mapping[str, _Prints], known: Set[tuple[str, str]]) -> Iterator[CopiedPair]:
    # Of two hashes at most 3 bits apart, one of the 4 blocks is equal: only those need to be compared.
    for one, other in _meeting(((name, kept.blocks) for name, kept in prints.items()), known):
        if (prints[one].simhash ^ prints[other].simhash).bit_count() > SIMHASH_BITS_APART:
            continue
        mine, theirs = measured.counts(one), measured.counts(other)
        together = (mine & theirs).total()
        either = mine.total() + theirs.total() - together
        if together / either >= REORDERED_JACCARD:
            yield CopiedPair(one=one, other=other, share=together / either, net="reordered")


def simhash(counts: Mapping[str, int]) -> int:
    """64 bits: bit k is set where the hashes of the words, weighed by how often they stand, mostly have it set."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    hashes = _stirred(np.array([_hash(token) for token in counts], dtype=np.uint64))
    weights = np.array(list(counts.values()), dtype=np.float64)
    bits = (hashes[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    votes = (weights[:, None] * np.where(bits == 1, 1.0, -1.0)).sum(axis=0)
    return sum(1 << bit for bit in range(64) if votes[bit] > 0)


def _blocks(value: int) -> list[int]:
    return [number << 16 | (value >> (16 * number)) & 0xFFFF for number in range(_BLOCKS)]
