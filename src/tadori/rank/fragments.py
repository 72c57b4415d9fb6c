"""Orders the fragments of pages that were read by how much they say about the searched words.

In: the searched words, fragments with their pages, how rare each token is in the library. Out: fragments, best first,
each with a score in 0 to 1. Within a language shared words decide; across languages, where no words are shared, vectors
do.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tadori.minds.base import Embedder, Reranker
from tadori.model.evidence_thresholds import (
    ABOUT_BY_COSINE,
    ABOUT_BY_COSINE_ACROSS,
    ABOUT_BY_WORDS,
    ABOUT_EMBEDDED,
    FRAGMENT_FOREIGN_EMBEDDED,
    FRAGMENT_FOREIGN_FLOOR,
    FRAGMENT_FULL_TIMES,
    FRAGMENT_HEADING_COUNTS,
    FRAGMENT_SATURATION,
)
from tadori.model.ids import Lang
from tadori.model.page import Fragment, Page
from tadori.model.thresholds import RERANKED
from tadori.rank.across import met_tokens
from tadori.rank.candidates import DocumentFrequency
from tadori.rank.reranking import reranked_order
from tadori.text.tokens import terms, tokens

NEAR_BY: Final = "use-multilingual-3/"
"""By the embedder that ships, that is: others have another scale, and where one has its seat words decide alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedFragment:
    fragment: Fragment
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedWords:
    """Words to look for, in one language."""

    words: str
    lang: Lang


def rank_fragments(
    wanted: str,
    lang: Lang,
    pages: Sequence[tuple[Page, Sequence[Fragment]]],
    *,
    frequency: DocumentFrequency,
    embedder: Embedder | None,
    reranker: Reranker | None = None,
    reranked: int = RERANKED,
) -> list[RankedFragment]:
    """All fragments, best first; ties by page order and place. Of the best, `reranked` in the order of `reranker`."""
    words = list(dict.fromkeys(terms(wanted)))
    weights = rarity(words, frequency)
    ranked: list[RankedFragment] = []
    foreign: list[tuple[int, Fragment]] = []
    for page, fragments in pages:
        title = title_counts(page, wanted, lang)
        for fragment in fragments:
            met = met_tokens(wanted, lang, fragment.text, page.lang)
            score = fragment_share(fragment, title, weights, met)
            ranked.append(RankedFragment(fragment=fragment, score=score))
            if page.lang != lang:
                foreign.append((len(met), fragment))
    near = _across_languages(wanted, foreign, embedder)
    best = [
        RankedFragment(fragment=r.fragment, score=round(max(r.score, near.get(r.fragment.id, 0.0)), 6)) for r in ranked
    ]
    return _reranked(wanted, sorted(best, key=lambda r: -r.score), reranker, reranked)


def fragments_about(
    wanted: Sequence[SearchedWords],
    pages: Sequence[tuple[Page, Sequence[Fragment]]],
    *,
    frequency: DocumentFrequency,
    embedder: Embedder | None,
) -> set[str]:
    """Ids of the fragments that are about one of `wanted`; of all fragments, where `wanted` has no content word."""
    found: set[str] = set()
    for one in wanted:
        weights = rarity(list(dict.fromkeys(terms(one.words))), frequency)
        rest: list[tuple[float, Fragment, Page]] = []
        for page, fragments in pages:
            title = title_counts(page, one.words, one.lang)
            for fragment in (f for f in fragments if f.id not in found):
                met = met_tokens(one.words, one.lang, fragment.text, page.lang)
                score = fragment_share(fragment, title, weights, met)
                if not weights or score >= ABOUT_BY_WORDS:
                    found.add(fragment.id)
                else:
                    rest.append((score, fragment, page))
        # The words were not enough: of the rest, those that share most words are compared by meaning.
        rest.sort(key=lambda item: (-item[0], item[1].id))
        found |= _near(one, [item[1:] for item in rest[:ABOUT_EMBEDDED]], embedder)
    return found


def _near(wanted: SearchedWords, places: Sequence[tuple[Fragment, Page]], embedder: Embedder | None) -> set[str]:
    """Ids of the fragments that say the searched words' meaning in other words."""
    if embedder is None or not places or not embedder.model_id.startswith(NEAR_BY):
        return set()
    vectors = embedder.embed([wanted.words, *(fragment.text for fragment, _ in places)])
    cosines = vectors[1:] @ vectors[0]
    return {
        fragment.id
        for (fragment, page), cosine in zip(places, cosines, strict=True)
        if cosine >= (ABOUT_BY_COSINE if page.lang == wanted.lang else ABOUT_BY_COSINE_ACROSS)
    }


def _reranked(wanted: str, ranked: list[RankedFragment], reranker: Reranker | None, most: int) -> list[RankedFragment]:
    """The best fragments in the order of `reranker`; each takes the score of its new position."""
    head = ranked[:most]
    order = reranked_order(wanted, [r.fragment.text for r in head], reranker)
    return [
        RankedFragment(fragment=head[at].fragment, score=head[place].score) for place, at in enumerate(order)
    ] + ranked[most:]


def rarity(words: Sequence[str], frequency: DocumentFrequency) -> dict[str, float]:
    """Inverse document frequency of each word, so that they sum to 1; a word nobody uses counts like the rarest."""
    total, counts = frequency(words)
    raw = {word: math.log(1 + (total + 0.5) / (counts.get(word, 0) + 0.5)) for word in words}
    whole = sum(raw.values())
    return {word: value / whole for word, value in raw.items()} if whole else {}


def title_counts(page: Page, wanted: str, lang: Lang) -> Counter[str]:
    """The tokens of a page's title, with the names of `wanted` that it has in the other script."""
    return Counter([*remembered_tokens(page.title), *met_tokens(wanted, lang, page.title, page.lang)])


def fragment_share(
    fragment: Fragment, title: Counter[str], weights: dict[str, float], met: Collection[str] = ()
) -> float:
    """The rarity-weighted share of the words that the fragment, its heading or its title has.

    `met` are those that it has in the other script.
    """
    said = Counter([*remembered_tokens(fragment.text), *met])
    above = Counter(remembered_tokens(fragment.heading_context)) if fragment.heading_context else Counter()
    score = 0.0
    for word, weight in weights.items():
        times = said[word] + FRAGMENT_HEADING_COUNTS * min(1, title[word] + above[word])
        score += weight * times / (times + FRAGMENT_SATURATION)
    return score * (1 + FRAGMENT_SATURATION) / (1 + FRAGMENT_SATURATION * FRAGMENT_FULL_TIMES)


def _across_languages(
    wanted: str, fragments: Sequence[tuple[int, Fragment]], embedder: Embedder | None
) -> dict[str, float]:
    """How near fragments are in meaning: those with most of the wanted names, and the first of their pages."""
    if embedder is None or not fragments:
        return {}
    in_order = sorted(fragments, key=lambda item: (-item[0], item[1].element_index, item[1].start))
    chosen = [fragment for _, fragment in in_order[:FRAGMENT_FOREIGN_EMBEDDED]]
    vectors = embedder.embed([wanted, *(f.text for f in chosen)])
    cosines = vectors[1:] @ vectors[0]
    return {
        f.id: max(0.0, (float(c) - FRAGMENT_FOREIGN_FLOOR) / (1 - FRAGMENT_FOREIGN_FLOOR))
        for f, c in zip(chosen, cosines, strict=True)
    }


@lru_cache(maxsize=1024)
def remembered_tokens(text: str) -> tuple[str, ...]:
    """Cached for titles and headings, which many fragments share. Some 4 kB each."""
    return tuple(tokens(text))
