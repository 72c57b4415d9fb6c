"""Merges the answers of engines into one list of hits, with URLs in the form that pages are fetched by.

Comes in: what engines found. Goes out: merged hits, and an estimate of how much was found. Pure: it asks no engine.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tadori.errors import (
    AddressForbidden,
)
from tadori.model.engine import (
    LIBRARY,
)
from tadori.model.query import Hit
from tadori.model.work import ProviderResult, Work
from tadori.search.merge import MergedHits, merge_hits
from tadori.search.same_document import document_key
from tadori.search.weights import coverage
from tadori.text.urls import page_key, parse_url


def recall_so_far(times: Mapping[str, int]) -> float:
    """Estimate how much of what can be found was found: near 1 when engines return what is already known.

    `times`: how often each URL was found; URLs of one document count together.
    """
    documents: Counter[str] = Counter()
    for url, number in times.items():
        documents[document_key(url)] += number
    return coverage(list(documents.values()))


def merge_answers(found: Sequence[tuple[float, ProviderResult]], limit: int) -> MergedHits:
    """Merge the answers of engines, with normalised URLs; the order of a single engine is kept."""
    answers = [(weight, with_page_urls(answer)) for weight, answer in found if weight > 0 and answer.hits]
    if len(answers) != 1:
        return _distinct(merge_hits(answers, limit=2 * limit), limit)
    first: dict[str, Hit] = {}
    for hit in answers[0][1].hits:
        first.setdefault(hit.url, hit)
    hits = tuple(first.values())[:limit]
    return MergedHits(hits=hits, sources=tuple((hit,) for hit in hits), scores=tuple(1.0 / hit.rank for hit in hits))


def all_hits(found: MergedHits) -> list[Hit]:
    """The merged hits, followed by the other engines' hits for the same documents, under the merged URL."""
    others = [
        replace(said, url=hit.url)
        for hit, group in zip(found.hits, found.sources, strict=True)
        for said in group
        if said.engine != hit.engine
    ]
    return [*found.hits, *others]


def _distinct(merged: MergedHits, limit: int) -> MergedHits:
    """Hits with the same URL are one document, also when the merge took them for two."""
    places: dict[str, int] = {}
    for place, hit in enumerate(merged.hits):
        places.setdefault(hit.url, place)
    kept = list(places.values())[:limit]
    return MergedHits(
        hits=tuple(replace(merged.hits[place], rank=rank) for rank, place in enumerate(kept, start=1)),
        sources=tuple(merged.sources[place] for place in kept),
        scores=tuple(merged.scores[place] for place in kept),
    )


def with_page_urls(answer: ProviderResult) -> ProviderResult:
    hits = tuple(_with_page_url(hit) for hit in answer.hits)
    return replace(answer, hits=tuple(hit for hit in hits if hit is not None))


def _with_page_url(hit: Hit) -> Hit | None:
    """The hit with the URL that its page is fetched by; None if that is no web address."""
    if hit.source_tag == LIBRARY:
        return hit
    try:
        return replace(hit, url=page_key(parse_url(hit.url)))
    except AddressForbidden:
        return None


def work_with_page_url(work: Work) -> Work:
    """The work with the URL that its page is fetched by; unchanged if that is no web address."""
    try:
        return replace(work, url=page_key(parse_url(work.url)))
    except AddressForbidden:
        return work
