"""Merges the hits of several engines into one list.

Comes in: for each engine its current weight and its hits. Goes out: every document once, best first.

A document's score is weighted reciprocal rank fusion, damped when few engines found it, as a share of the score it
would have at the top of every list:

    score = Σ weight² / (3 + rank) ÷ √Σ weight²  ÷  (√Σ weight² of all engines ÷ 4)

(the first two sums over the engines that found it, each with its best rank). A plain sum counts votes: three poor
engines that agree outvote the best one, and the list is worse than that engine alone. Dividing by the root makes a
vote more worth its place than its number, and the square lets an engine that was right more often be believed. 3 and
not the usual 60, because lists of ten are fused here and not of a thousand: a tenth place is worth .31 of a first one.

Documents are identified by `document_key`; a work that came with the hits says which landing page belongs to its
DOI; and what stands under the same title with the same words on another domain is a mirror. Engines are not asked here,
and nothing is left out for being poor.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from tadori.errors import AddressForbidden, WrongCall
from tadori.model.query import Hit
from tadori.model.web_thresholds import (
    FUSION_RANK_CONSTANT,
    HEAD_HITS_A_DOMAIN,
    MERGED_HEAD,
    MIRROR_SNIPPET_CHARS,
    MIRROR_TITLE_CHARS,
)
from tadori.model.work import ProviderResult
from tadori.search.same_document import document_key, doi_key
from tadori.text.normalise import normalised
from tadori.text.urls import domain_of, page_key

_CUT: Final = ("…", "...")
_VIEW_HOSTS: Final = ("m.", "mobile.", "amp.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedHits:
    """Documents, best first; the three tuples are parallel."""

    hits: tuple[Hit, ...] = ()
    """`rank` is the position in this list; `engine` is the one that contributed most to the score."""
    sources: tuple[tuple[Hit, ...], ...] = ()
    """Each engine's best hit for the document; the engine that contributed most first."""
    scores: tuple[float, ...] = ()
    """0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Vote:
    weight: float
    order: int
    """The position of the engine in the argument."""
    hit: Hit

    @property
    def points(self) -> float:
        return self.weight**2 / (FUSION_RANK_CONSTANT + self.hit.rank)


def merge_hits(found: Sequence[tuple[float, ProviderResult]], *, limit: int) -> MergedHits:
    """At most `limit` documents of what the engines found, each with the engine's weight now.

    Two engines of weight 1 and .5: a document at places 1 and 2 has (1/4 + .25/5) ÷ √1.25 ÷ (√1.25 / 4) = .96.

    Raises:
        WrongCall: a weight that is not positive.
    """
    if any(weight <= 0 for weight, _ in found):
        raise WrongCall("an engine that counts for nothing cannot be merged: weights are above 0")
    votes = [
        _Vote(weight=weight, order=order, hit=hit)
        for order, (weight, answer) in enumerate(found)
        for hit in answer.hits
    ]
    documents = _documents(votes, _aliases(answer for _, answer in found))
    most = _length(weight for weight, answer in found if answer.hits) / (FUSION_RANK_CONSTANT + 1)
    scored = [
        (sum(vote.points for vote in each) / _length(vote.weight for vote in each) / most, each) for each in documents
    ]
    # Equal scores keep the order in which documents were first met: by engine as given, then by its ranks.
    ordered = _diverse(sorted(scored, key=lambda entry: -entry[0]), limit)
    return MergedHits(
        hits=tuple(_one(each, rank) for rank, (_, each) in enumerate(ordered, start=1)),
        sources=tuple(tuple(vote.hit for vote in each) for _, each in ordered),
        scores=tuple(score for score, _ in ordered),
    )


def _length(weights: Iterable[float]) -> float:
    return sqrt(sum(weight**2 for weight in weights))


def _aliases(answers: Iterable[ProviderResult]) -> dict[str, str]:
    """Landing page → DOI, from the works that came beside the hits."""
    return {
        document_key(work.url): doi_key(work.doi) for answer in answers for work in answer.works if work.doi is not None
    }


def _documents(votes: Sequence[_Vote], aliases: Mapping[str, str]) -> list[list[_Vote]]:
    """The votes by document, in the order documents are first met; an engine votes once, with its best rank."""
    by_key: dict[str, dict[int, _Vote]] = defaultdict(dict)
    first_at: dict[tuple[str, str], tuple[str, str]] = {}
    for vote in votes:
        key = document_key(vote.hit.url)
        key = aliases.get(key, key)
        words = _mirrored_words(vote.hit)
        if words is not None and key not in by_key:
            here = _domain(vote.hit.url)
            first, there = first_at.setdefault(words, (key, here))
            # Pages of one site often share words; two sites share all of them only when one copies.
            key = first if there != here else key
        kept = by_key[key].get(vote.order)
        if kept is None or vote.hit.rank < kept.hit.rank:
            by_key[key][vote.order] = vote
    return [sorted(each.values(), key=lambda vote: (-vote.points, vote.order)) for each in by_key.values()]


def _mirrored_words(hit: Hit) -> tuple[str, str] | None:
    """Title and snippet, normalised, when both are long enough to identify a document."""
    title, snippet = _spelled(hit.title), _spelled(hit.snippet)
    return (title, snippet) if len(title) >= MIRROR_TITLE_CHARS and len(snippet) >= MIRROR_SNIPPET_CHARS else None


def _spelled(text: str) -> str:
    return " ".join(normalised("NFKC", text).casefold().split())


def _diverse(scored: Sequence[tuple[float, list[_Vote]]], limit: int) -> list[tuple[float, list[_Vote]]]:
    """The first `limit`; a domain's fourth document waits until ten are placed, or until no other domain is left."""
    head: list[tuple[float, list[_Vote]]] = []
    waiting: list[tuple[float, list[_Vote]]] = []
    of_domain: Counter[str] = Counter()
    size = min(MERGED_HEAD, limit)
    for entry in scored:
        domain = _domain(entry[1][0].hit.url)
        if len(head) < size and of_domain[domain] < HEAD_HITS_A_DOMAIN:
            head.append(entry)
            of_domain[domain] += 1
        else:
            waiting.append(entry)
    return [*head, *waiting][:limit]


def _domain(url: str) -> str:
    """The domain of a hit; a document that is not of the web counts for itself."""
    try:
        return domain_of(url)
    except AddressForbidden:
        return url


def _one(votes: Sequence[_Vote], rank: int) -> Hit:
    """One hit from several: the fullest title and snippet, the most precise date, the plainest address."""
    hits = [vote.hit for vote in votes]
    return replace(
        hits[0],
        title=max((hit.title for hit in hits), key=_fullness),
        snippet=max((hit.snippet for hit in hits), key=_fullness),
        date=max((hit.date for hit in hits if hit.date is not None), key=len, default=None),
        url=min((hit.url for hit in hits), key=_plainness),
        rank=rank,
    )


def _fullness(text: str) -> tuple[bool, int]:
    """An uncut text before a cut one, then the longer; of equals the first stands."""
    bare = text.strip()
    return (bool(bare) and not bare.endswith(_CUT), len(bare))


def _plainness(url: str) -> tuple[bool, bool, bool, int, int, str]:
    """A page before a resolver that leads to it, a desktop host before a mobile one, https, then the shorter one."""
    host = url.partition("://")[2].partition("/")[0]
    return (
        host in {"doi.org", "dx.doi.org"},
        host.startswith(_VIEW_HOSTS),
        url.startswith("http:"),
        len(_untracked(url)),
        len(url),
        url,
    )


def _untracked(url: str) -> str:
    try:
        return page_key(url)
    except AddressForbidden:
        return url
