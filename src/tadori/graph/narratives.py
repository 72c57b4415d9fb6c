"""Finds one story retold in other words (L25). In: pages as lists of sentences, an embedder. Out: pairs.

A shared subject is no retelling: two reporters at one event are two sources. A retelling makes the same points in the
same order, with the same figures. So pages that are near each other as a whole are compared sentence by sentence, and
are one story where most points of the shorter one stand in the other, one after another. It works across languages as
far as the embedder does. Without an embedder nothing is compared, and nothing is guessed.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tadori.minds.base import Embedder
from tadori.model.thresholds import RETOLD_FEWEST, RETOLD_SHARE, SAME_POINT_AT, SAME_STORY_AT
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.normalise import normalised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MOST_SENTENCES: Final = 40
"""Of a page: who retells a story does it from its beginning."""
NEIGHBOURS: Final = 4
"""Pages that each page is compared with, the nearest ones."""
LOOKED_AT: Final = 6000
"""Characters in which names and figures are looked for."""
OWNERS_COMPARED: Final = 10
FEWEST_MARKS: Final = 4
MARKS_SHARED: Final = 0.25
_BLOCK: Final = 512
_MARK = lazy_pattern(r"\d{2,}|\b[A-Z][a-z]{2,}|[ァ-ヺー]{3,}|[一-鿿々]{2,}")
_FIGURE = lazy_pattern(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Retelling:
    """Two pages that tell one story."""

    one: str
    other: str
    share: float
    """Of the shorter page's points that the other makes in the same order, 0 to 1."""


def retellings(pages: Mapping[str, Sequence[str]], embedder: Embedder) -> list[Retelling]:
    """Every pair of `pages` (id → sentences) that tells one story, in the order of `pages`."""
    long_enough = {name: list(sentences[:MOST_SENTENCES]) for name, sentences in pages.items()}
    long_enough = {name: sentences for name, sentences in long_enough.items() if len(sentences) >= RETOLD_FEWEST}
    if len(long_enough) < 2:
        return []
    names = list(long_enough)
    whole = embedder.embed([sentence for name in names for sentence in long_enough[name]])
    points: dict[str, Vectors] = {}
    at = 0
    for name in names:
        points[name] = whole[at : at + len(long_enough[name])]
        at += len(long_enough[name])
    found = []
    for one, other in _near(names, points):
        alike = points_alike(points[one], points[other]) & _same_figures(long_enough[one], long_enough[other])
        share = retold_share(alike)
        if share >= RETOLD_SHARE:
            found.append(Retelling(one=one, other=other, share=share))
    return found


def worth_comparing(texts: Mapping[str, str]) -> frozenset[str]:
    """Ids of texts that share so many names and figures with another that one may retell the other.

    Embedding is expensive; a retelling keeps the names and figures.
    """
    marks = {name: frozenset(_MARK.findall(text[:LOOKED_AT])) for name, text in texts.items()}
    owners: dict[str, list[str]] = defaultdict(list)
    shared: Counter[tuple[str, str]] = Counter()
    for name, mine in marks.items():
        for mark in mine:
            earlier = owners[mark]
            shared.update((other, name) for other in earlier[:OWNERS_COMPARED])
            earlier.append(name)
    near: set[str] = set()
    for (one, other), count in shared.items():
        if count >= FEWEST_MARKS and count >= MARKS_SHARED * min(len(marks[one]), len(marks[other])):
            near.update((one, other))
    return frozenset(near)


def points_alike(one: "Vectors", other: "Vectors") -> "NDArray[np.bool_]":
    """Which sentence of one page makes the point of which sentence of the other."""
    alike: NDArray[np.bool_] = one @ other.T >= SAME_POINT_AT
    return alike


def _same_figures(one: Sequence[str], other: Sequence[str]) -> "NDArray[np.bool_]":
    """Which pairs of sentences have a figure in common, or one of them none: a form filled in twice is two stories."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    left, right = ([frozenset(_FIGURE.findall(normalised("NFKC", s))) for s in t] for t in (one, other))
    return np.array([[not a or not b or not a.isdisjoint(b) for b in right] for a in left], dtype=np.bool_)


def retold_share(alike: "NDArray[np.bool_]") -> float:
    """The longest row of common points in the same order ÷ the sentences of the shorter page."""
    # The longest common subsequence, computed row by row.
    rows, columns = alike.shape
    best = [0] * (columns + 1)
    for row in range(rows):
        before = 0
        for column in range(columns):
            above = best[column + 1]
            best[column + 1] = max(above, best[column], before + bool(alike[row, column]))
            before = above
    return best[columns] / min(rows, columns) if rows and columns else 0.0


def _near(names: Sequence[str], points: Mapping[str, "Vectors"]) -> list[tuple[str, str]]:
    """Pairs of pages that are near as a whole, each page with its nearest few; block by block, so memory is bounded."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    means = np.stack([points[name].mean(axis=0) for name in names])
    # A page whose vectors cancel out must not divide by zero.
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    pairs: set[tuple[int, int]] = set()
    for start in range(0, len(names), _BLOCK):
        near = means[start : start + _BLOCK] @ means.T
        # A page is not its own neighbour.
        near[np.arange(len(near)), start + np.arange(len(near))] = -1.0
        nearest = np.argsort(-near, axis=1, kind="stable")[:, :NEIGHBOURS]
        for row, columns in enumerate(nearest):
            pairs.update(
                (min(start + row, int(c)), max(start + row, int(c))) for c in columns if near[row, c] >= SAME_STORY_AT
            )
    return [(names[a], names[b]) for a, b in sorted(pairs)]
