"""The driver for tasks that a client controls over MCP (L1): each call of the client is one choice.

Comes in: a search call from the store. Goes out: the actions that execute it. The client's words are searched as they
are and in variants made by rules: other spellings, the other language, operators, and the fixed suffixes of a search
for refutations. It invents no query of its own and gives no advice.
"""

from dataclasses import dataclass
from typing import Any, Final

from tadori.engine.client_queries import query_language
from tadori.errors import WrongCall
from tadori.model.actions import Action, RefreshAction, ReportAction, ResultAction, ReviewTestsAction, SearchAction
from tadori.model.ids import JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.state import ResearchState
from tadori.model.thresholds import CLIENT_EXPANSIONS, CLIENT_PRIMARY_SITES, CLIENT_PRIORITY_DOMAINS, CLIENT_QUERY_HITS
from tadori.query.expansion import expand
from tadori.query.mirrors import mirror_query
from tadori.query.refuting import SUFFIXES
from tadori.query.templates.templates import template_queries
from tadori.query.wording import ExpandedQuery
from tadori.store.client import RELEASED, REPORT, ClientSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientDriver:
    """Implements `Driver` for one call of a client."""

    search: ClientSearch
    priority_domains: tuple[str, ...] = ()
    sees_evidence: bool = False
    remembers: bool = False

    async def next(self, state: ResearchState) -> Action:
        if self.search.kind == RELEASED:
            return RefreshAction()
        if self.search.kind == REPORT:
            return ReportAction()
        if not state.outcomes:
            return SearchAction(queries=self._queries(state), reason=_REASON, recall=True)
        if self._refutes and len(state.outcomes) == 1:
            return ReviewTestsAction(query=self.search.query)
        return ResultAction(
            tested=tuple(claim for outcome in state.outcomes for claim in outcome.tested),
            met_again=tuple(claim for outcome in state.outcomes for claim in outcome.met_again),
        )

    @property
    def _refutes(self) -> bool:
        return bool(self.search.options.get("refute"))

    def _queries(self, state: ResearchState) -> tuple[Query, ...]:
        section = state.plan.sections[-1 if self._refutes else 0].id
        return tuple(self._query(wording, section) for wording in self._wordings(on_the_web=state.on_the_web))

    def _wordings(self, *, on_the_web: bool) -> list[ExpandedQuery]:
        query, lang = self.search.query, query_language(self.search.query)
        own = [ExpandedQuery(text=query, lang=lang, reason="as the client wrote it")]
        # Folders are searched by meaning: other wordings of the query would find the same.
        if not on_the_web:
            return own + (refuting(query, lang, on_the_web=False) if self._refutes else [])
        own += [
            ExpandedQuery(text=f"site:{domain} {query}", lang=lang, reason="a domain the client prefers")
            for domain in self.priority_domains[:CLIENT_PRIORITY_DOMAINS]
        ]
        primary = bool(self.search.options.get("seek_primary"))
        if self._refutes:
            return own + first_hand(query, lang, primary=primary) + refuting(query, lang, on_the_web=True)
        return own + expanded(query, lang, primary=primary)

    def _query(self, wording: ExpandedQuery, section: str) -> Query:
        return Query.of(
            task_id=self.search.task_id,
            text=wording.text,
            lang=wording.lang,
            purpose=QueryPurpose.REFUTE if self._refutes else QueryPurpose.FOLLOW_UP,
            section_id=section,
            round=0,
            limit=CLIENT_QUERY_HITS,
            cause_id=self.search.id,
            search_id=self.search.id,
        )


_REASON: Final = "the client's query, widened by rules only"


def expanded(query: str, lang: Lang, *, primary: bool) -> list[ExpandedQuery]:
    """Variants of a query made by rules: other spellings and terms, the other language, sites of primary sources."""
    try:
        return [*first_hand(query, lang, primary=primary), *expand(query, lang, limit=CLIENT_EXPANSIONS)]
    except WrongCall:  # nothing but operators: it is searched as it is
        return []


def first_hand(query: str, lang: Lang, *, primary: bool) -> list[ExpandedQuery]:
    """The query limited to sites of primary sources; none unless `primary`."""
    try:
        return list(template_queries(query, lang, limit=CLIENT_PRIMARY_SITES)) if primary else []
    except WrongCall:  # nothing but operators
        return []


def refuting(query: str, lang: Lang, *, on_the_web: bool) -> list[ExpandedQuery]:
    """The query with the fixed suffixes of §3.1.7.5; on the web also in the other language."""
    made = [_suffixed(query, lang)]
    if on_the_web:
        try:
            other: Any = mirror_query(query, lang).query
        except WrongCall:
            other = None
        if other is not None:
            made.append(_suffixed(other.text, other.lang))
    return made


def _suffixed(text: str, lang: Lang) -> ExpandedQuery:
    suffixes = SUFFIXES[lang == JA]
    return ExpandedQuery(text=f"{text} {' '.join(suffixes)}", lang=lang, reason="the fixed suffixes of refutation")
