"""Orders passages by how well they answer a query.

In: a query and passages, found by an index or without one. Out: all of them, best first, each with a score from 0 to 1
and the numbers it was made of. Within a language shared words decide and vectors break near-ties, for the few best
passages by words; across languages, where no words are shared, vectors decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tadori.minds.base import Embedder, Reranker
from tadori.model.doors import PassageMatch
from tadori.model.evidence_thresholds import RANK_EMBEDDED, RANK_EMBEDDED_FOREIGN
from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import RERANKED
from tadori.rank.across import met_tokens
from tadori.rank.candidates import DocumentFrequency
from tadori.rank.fusion import cross_language_score, fused_scores, lexical_score
from tadori.rank.reranking import reranked_order
from tadori.rank.signals import PassageSignals, passage_signals, weighted_query
from tadori.text.language import is_japanese
from tadori.text.lead import lead
from tadori.text.tokens import terms


@dataclass(frozen=True, slots=True, kw_only=True)
class RankEntry:
    """A passage as ranking needs it."""

    id: str
    title: str
    text: str
    foreign: bool
    """In another language than the query."""
    title_terms: tuple[str, ...]
    body_terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPassage:
    """A passage with its score, and the numbers the score was made of."""

    id: str
    score: float
    signals: PassageSignals
    cosine: float | None
    """Nearness of the vectors; None where none was computed."""


def rank_matches(
    query: str,
    lang: Lang,
    matches: Sequence[PassageMatch],
    *,
    frequency: DocumentFrequency,
    embedder: Embedder | None,
    embedded: int = RANK_EMBEDDED,
    reranker: Reranker | None = None,
    reranked: int = RERANKED,
) -> list[PassageMatch]:
    """`matches` of an index, best first, with new scores; ties stay in the given order.

    With `embedded` 0 the embedder is used for other languages only: a run in one language then never loads it.
    """
    by_id = {m.passage.id: m for m in matches}
    entries = [_entry(query, m, lang) for m in by_id.values()]
    ranked = rank_entries(
        query,
        entries,
        frequency=frequency,
        embedder=embedder,
        embedded=embedded,
        reranker=reranker,
        reranked=reranked,
    )
    return [replace(by_id[r.id], score=r.score) for r in ranked]


def _entry(query: str, m: PassageMatch, lang: Lang) -> RankEntry:
    """In another language, with the query's names that stand there in the other script as if they were its words."""
    p = m.passage
    return RankEntry(
        id=p.id,
        title=p.title,
        text=p.text,
        foreign=p.lang != lang,
        title_terms=(*(m.title_terms or terms(p.title)), *sorted(met_tokens(query, lang, p.title, p.lang))),
        body_terms=(*(m.body_terms or terms(p.text)), *sorted(met_tokens(query, lang, p.text, p.lang))),
    )


def rank_unindexed(
    query: str,
    passages: Sequence[tuple[str, str, str]],
    *,
    embedder: Embedder | None,
    reranker: Reranker | None = None,
    reranked: int = RERANKED,
) -> list[RankedPassage]:
    """Passages (id, text, title) that no index holds, best first; those without a shared word last, by id."""
    lang = JA if is_japanese(query) else EN
    entries = []
    for identity, text, title in sorted(passages):
        read = _read(text)
        written = JA if read.japanese else EN
        entries.append(
            RankEntry(
                id=identity,
                title=title,
                text=text,
                foreign=written != lang,
                title_terms=(*_read(title).terms, *sorted(met_tokens(query, lang, title, written))),
                body_terms=(*read.terms, *sorted(met_tokens(query, lang, text, written))),
            )
        )

    def frequency(tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        held = [{*e.title_terms, *e.body_terms} for e in entries]
        return len(entries), {token: sum(token in h for h in held) for token in tokens}

    return rank_entries(query, entries, frequency=frequency, embedder=embedder, reranker=reranker, reranked=reranked)


@dataclass(frozen=True, slots=True)
class _Read:
    terms: tuple[str, ...]
    japanese: bool


@lru_cache(maxsize=8192)
def _read(text: str) -> _Read:
    """Cached, because a filter gets the same passages with question after question."""
    return _Read(tuple(terms(text)), is_japanese(text))


def rank_entries(
    query: str,
    entries: Sequence[RankEntry],
    *,
    frequency: DocumentFrequency,
    embedder: Embedder | None,
    embedded: int = RANK_EMBEDDED,
    reranker: Reranker | None = None,
    reranked: int = RERANKED,
) -> list[RankedPassage]:
    """All `entries`, best first; ties stay in the given order, because ids differ from machine to machine.

    Of the best, `reranked` are put in the order of `reranker`, where there is one.
    """
    if not entries:
        return []
    weighted = weighted_query(query, frequency)
    average = sum(len(e.body_terms) for e in entries) / len(entries)
    found = [passage_signals(weighted, e.title_terms, e.body_terms, average) for e in entries]
    given = {entry.id: place for place, entry in enumerate(entries)}
    by_words = sorted(zip(entries, found, strict=True), key=lambda pair: -lexical_score(pair[1]))
    home = _scored_home(query, [pair for pair in by_words if not pair[0].foreign], embedder, embedded)
    foreign = _scored_foreign(query, [pair for pair in by_words if pair[0].foreign], embedder)
    ranked = sorted([*home, *foreign], key=lambda r: (-r.score, given[r.id]))
    return _reranked(query, ranked, {e.id: e for e in entries}, reranker, reranked)


Found = tuple[RankEntry, PassageSignals]


def _scored_home(query: str, found: Sequence[Found], embedder: Embedder | None, embedded: int) -> list[RankedPassage]:
    """Passages of the query's language: by words, and by vectors for the best of them."""
    lexical = [lexical_score(s) for _, s in found]
    likely = [entry for entry, _ in found[:embedded]]
    # One candidate cannot be put in order: nothing to break a tie with.
    cosines = _cosines(query, likely, embedder) if embedder and len(likely) > 1 else []
    scores = fused_scores(lexical, cosines)
    known = [*cosines, *[None] * (len(found) - len(cosines))]
    return [
        RankedPassage(id=entry.id, score=round(score, 6), signals=s, cosine=cosine)
        for (entry, s), score, cosine in zip(found, scores, known, strict=True)
    ]


def _scored_foreign(query: str, found: Sequence[Found], embedder: Embedder | None) -> list[RankedPassage]:
    """Passages of other languages: by vectors, and by the names and digits they share."""
    chosen = [entry for entry, _ in found[:RANK_EMBEDDED_FOREIGN]]
    cosines = _cosines(query, chosen, embedder) if embedder and chosen else []
    known = [*cosines, *[None] * (len(found) - len(cosines))]
    return [
        RankedPassage(
            id=entry.id, score=round(cross_language_score(lexical_score(s), cosine or 0.0), 6), signals=s, cosine=cosine
        )
        for (entry, s), cosine in zip(found, known, strict=True)
    ]


def _cosines(query: str, entries: Sequence[RankEntry], embedder: Embedder) -> list[float]:
    vectors = embedder.embed([query, *(lead(e.title, e.text) for e in entries)])
    return [float(cosine) for cosine in vectors[1:] @ vectors[0]]


def _reranked(
    query: str, ranked: list[RankedPassage], entries: dict[str, RankEntry], reranker: Reranker | None, most: int
) -> list[RankedPassage]:
    """The best passages in the order of `reranker`; each takes the score of its new position."""
    head = ranked[:most]
    order = reranked_order(query, [entries[r.id].text for r in head], reranker)
    return [replace(head[at], score=head[place].score) for place, at in enumerate(order)] + ranked[most:]
