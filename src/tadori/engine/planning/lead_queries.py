"""Queries that follow leads (§3.1.1): sources that passages name in words, and entities that the question names.

Comes in: the state of a web research and its passages. Goes out: queries, most promising first. Pure. Links on pages
are followed without a query (`pipeline/citation_tracing.py`), and so are public registers (`pipeline/entities.py`).
"""

from collections.abc import Sequence
from typing import Final

from tadori.engine.planning.plan import hits_per_query
from tadori.entity.pivots import pivots, visited_after
from tadori.model.entity import EntityKind
from tadori.model.query import Query, QueryPurpose
from tadori.model.state import ResearchState, SeenPassage
from tadori.model.thresholds import NAME_LEAD_PASSAGES, NAME_LOOKUP_HITS, NAMED_SOURCES_A_ROUND, PIVOT_ROUNDS
from tadori.search.citations.trace import named_sources
from tadori.text.normalise import fold
from tadori.text.tokens import terms

PIVOTED: Final = frozenset({EntityKind.COMPANY, EntityKind.PERSON, EntityKind.DOMAIN})
"""Kinds of entity worth a pivot. A ministry or university in a question is usually the source, not the subject."""


def named_source_queries(state: ResearchState, gathered: Sequence[SeenPassage]) -> list[Query]:
    """Queries for the sources that the best passages name ("according to …", 「…によると」)."""
    section = state.plan.sections[0]
    asked = frozenset(terms(state.question))
    made = [fold(done.query.text) for done in state.queries]
    found: dict[str, str] = {}
    for passage in gathered[:NAME_LEAD_PASSAGES]:
        for source in named_sources(passage.text, state.lang):
            known = frozenset(terms(source.name)) <= asked or any(fold(source.name) in text for text in made)
            if not known:
                found.setdefault(source.name, passage.page_id)
    return [
        Query.of(
            task_id=state.task_id,
            text=f"{name} {section.focus[0]}",
            lang=state.lang,
            purpose=QueryPurpose.NAMED,
            section_id=section.id,
            round=state.round,
            limit=NAME_LOOKUP_HITS,
            cause_id=page_id,
        )
        for name, page_id in list(found.items())[:NAMED_SOURCES_A_ROUND]
    ]


def pivot_queries(state: ResearchState) -> list[Query]:
    """Queries that pivot from the companies, persons and domains that the question names.

    Pivots that share a word with the question come first: a question about officers gains nothing from subsidiaries.
    """
    a_round = state.effort + 1
    made = [done.query for done in state.queries]
    left = PIVOT_ROUNDS * a_round - sum(query.purpose is QueryPurpose.PIVOT for query in made)
    visited = frozenset(f"q:{fold(query.text)}" for query in made)
    known = frozenset(word for entity in state.entities for name in entity.names for word in terms(name))
    # Without the entity's own name, which every pivot contains.
    asked = frozenset(terms(state.question)) - known
    found = []
    for entity in state.entities:
        ways = pivots(entity, state.lang, visited=visited) if entity.kind in PIVOTED else ()
        found += [(entity, pivot) for pivot in ways if pivot.query]
        visited = visited_after(visited, entity, ways)
    found.sort(key=lambda way: not asked & frozenset(terms(way[1].query)))
    return [
        Query.of(
            task_id=state.task_id,
            text=pivot.query,
            lang=state.lang,
            purpose=QueryPurpose.PIVOT,
            section_id=state.plan.sections[0].id,
            round=state.round,
            limit=hits_per_query(state.effort),
            cause_id=entity.id,
        )
        for entity, pivot in found[: max(0, min(a_round, left))]
    ]
