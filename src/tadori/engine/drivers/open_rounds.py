"""The queries of an open question: the question, its parts and sides, then words that the first pages taught.

Comes in: the state of the research. Goes out: queries, and one search against the answer as a whole. What a page merely
names leads nowhere here: the answer to `why` is more sentences about the same thing, not another thing.
"""

from collections.abc import Sequence

from tadori.engine.planning.plan import distinct_queries, hits_per_query
from tadori.model.actions import RefuteAction
from tadori.model.ids import JA
from tadori.model.query import Query, QueryPurpose
from tadori.model.state import ResearchState
from tadori.model.thresholds import MAX_REFUTED_CLAIMS, REFUTATION_HITS
from tadori.query.refuting import SUFFIXES
from tadori.rank.open_question import search_words
from tadori.rank.question_parts import AskedPart, asked_parts
from tadori.text.tokens import terms


def is_open(state: ResearchState) -> bool:
    """Whether a part of the question is answered by several sentences."""
    return any(part.parsed.is_open for part in _parts(state))


def open_queries(state: ResearchState) -> list[Query]:
    """The queries of the next round of an open question."""
    if state.round:
        return []
    section = state.plan.sections[0].id
    parts = _parts(state)
    texts = [search_words(state.question, state.lang)]
    if len(parts) > 1:
        texts += [_searchable(part, state) for part in parts]
    for part in parts:
        texts += [" ".join([side, *_as_written(_beside(part), state)]) for side in part.parsed.sides]
    return distinct_queries(
        [
            Query.of(
                task_id=state.task_id,
                text=text,
                lang=state.lang,
                purpose=QueryPurpose.INITIAL,
                section_id=section,
                round=state.round,
                limit=hits_per_query(state.effort),
                cause_id=section,
            )
            for text in texts
        ]
    )[: 1 + state.effort]


def open_refutation(state: ResearchState, important: Sequence[str]) -> RefuteAction | None:
    """One search against the topic for all claims of the answer that were not tested, up to the most that are."""
    room = MAX_REFUTED_CLAIMS - len(state.refutation_searched)
    untested = [claim_id for claim_id in important if claim_id not in state.refutation_searched][: max(0, room)]
    if not untested:
        return None
    asked = dict.fromkeys(term for part in _parts(state) for term in part.parsed.topic_terms)
    topic = " ".join(_as_written(tuple(asked), state))
    query = Query.of(
        task_id=state.task_id,
        text=f"{topic} {' '.join(SUFFIXES[state.lang == JA])}",
        lang=state.lang,
        purpose=QueryPurpose.REFUTE,
        section_id=state.plan.sections[-1].id,
        round=state.round,
        limit=REFUTATION_HITS,
        cause_id=untested[0],
    )
    reason = (
        f"反証を探す:「{topic}」" if state.lang == JA else f'Look for what speaks against the answer about "{topic}"'
    )
    return RefuteAction(claim_id=untested[0], also=tuple(untested[1:]), queries=(query,), reason=reason)


def _parts(state: ResearchState) -> tuple[AskedPart, ...]:
    return asked_parts(state.question, state.lang)


def _searchable(part: AskedPart, state: ResearchState) -> str:
    """The part, with the words of the whole question that it leaves out."""
    left_out = [term for term in part.parsed.terms if term not in part.parsed.tokens]
    return " ".join([search_words(part.text, part.parsed.lang), *_as_written(left_out, state)])


def _beside(part: AskedPart) -> list[str]:
    """The words of a comparison that belong to neither side."""
    sides = {term for side in part.parsed.sides for term in terms(side)}
    return [term for term in part.parsed.topic_terms if term not in sides]


def _as_written(wanted: Sequence[str], state: ResearchState) -> list[str]:
    """The words of the question behind these terms: an English stem is neither searched on the web nor read."""
    if state.lang == JA:
        return list(wanted)
    words = [word.strip(".,;:?!\"'()") for word in state.question.split()]
    return list(dict.fromkeys(word for word in words if not set(wanted).isdisjoint(terms(word))))
