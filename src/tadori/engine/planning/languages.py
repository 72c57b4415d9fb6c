"""Sample queries in German, French and Chinese, and more in the languages where they were useful (L3).

Comes in: the state of the research. Goes out: queries. The first round makes one small query per language with the
table of terms; later rounds add wordings in a language once enough of the pages read in it were useful. Pure.
"""

from collections.abc import Iterable, Mapping

from tadori.model.ids import EN, JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.state import QueryDone, ResearchState
from tadori.model.thresholds import LANGUAGE_QUERIES_A_ROUND, LANGUAGE_SAMPLE_HITS, LANGUAGE_WORDINGS
from tadori.query.expansion import expand
from tadori.query.mirrors import languages_to_widen, sample_queries


def language_yields(queries: Iterable[QueryDone]) -> Mapping[Lang, tuple[int, int]]:
    """(useful, read) page counts for each language other than Japanese and English; a page counts once."""
    found: dict[Lang, tuple[int, int]] = {}
    for done in queries:
        lang = done.query.lang
        if lang not in (JA, EN):
            useful, read = found.get(lang, (0, 0))
            found[lang] = (useful + min(done.useful_fragments, done.pages_read), read + done.pages_read)
    return found


def language_queries(state: ResearchState, hits: int) -> list[Query]:
    """The sample queries of the first round, or further queries with `hits` each; none without a web search.

    Whether a language gets more queries is decided again each round, from all that was read in it so far.
    """
    if not state.on_the_web:
        return []
    if state.round == 0:
        made = sample_queries(state.question, lang=state.lang)
        return [_query(state, one.text, one.lang, LANGUAGE_SAMPLE_HITS, QueryPurpose.INITIAL) for one in made]
    asked = {(done.query.lang, _words(done.query.text)) for done in state.queries}
    wordings = [way for way in expand(state.question, state.lang, limit=LANGUAGE_WORDINGS) if way.lang == state.lang]
    queries: list[Query] = []
    for lang in languages_to_widen(language_yields(state.queries)):
        # Different wordings may translate to the same words: keyed by the set of words.
        new: dict[frozenset[str], str] = {}
        for one in (sample for way in wordings for sample in sample_queries(way.text, [lang], lang=state.lang)):
            if (lang, _words(one.text)) not in asked:
                new.setdefault(_words(one.text), one.text)
        texts = list(new.values())[:LANGUAGE_QUERIES_A_ROUND]
        queries += [_query(state, text, lang, hits, QueryPurpose.FOLLOW_UP) for text in texts]
    return queries


def _words(text: str) -> frozenset[str]:
    """Identity of a sample query: the table of terms has no word order, so order does not matter."""
    return frozenset(text.split())


def _query(state: ResearchState, text: str, lang: Lang, hits: int, purpose: QueryPurpose) -> Query:
    answer = state.plan.sections[0].id
    return Query.of(
        task_id=state.task_id,
        text=text,
        lang=lang,
        purpose=purpose,
        section_id=answer,
        round=state.round,
        limit=hits,
        cause_id=answer,
    )
