"""One search that a client asked for, taken through the one pipeline (L1). It designs no query and gives no advice.

Comes in: the number of a search that is kept in the store. Goes out: what it brought, kept beside it. The client's
words are searched as they stand, and in what rules make of them: other spellings, the other language, operators,
the fixed suffixes of a search for refutations. Between units this code reads no clock, no randomness and no store.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tadori.errors import WrongCall
from tadori.events import ActionChosen, PlanMade, QueryMade, RefutationSearched
from tadori.loop.mechanical import SUFFIXES_EN, SUFFIXES_JA
from tadori.loop.plan import make_plan
from tadori.loop.research import Research
from tadori.model.claim import Relation
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import TaskStatus
from tadori.rank.fragments import Wanted
from tadori.run.client import Evidence, SearchResult, search_result, tested_claims
from tadori.run.steps import Json, Unit
from tadori.search.expansion import expand
from tadori.search.mirrors import mirror
from tadori.search.operators import plain
from tadori.search.templates.templates import chosen
from tadori.search.wording import Expanded
from tadori.store.client import (
    RELEASED,
    REPORT,
    ClientSearch,
    set_answered,
    set_priority,
    set_queries,
    set_result,
    set_yields_before,
)
from tadori.store.evidence import edges_of, set_refutation_searched
from tadori.store.queries import add_queries
from tadori.store.tasks import plan_of, set_plan, set_status
from tadori.text.language import language_of
from tadori.text.tokens import terms

HITS: Final = 10
"""§3.1: five to ten hits a query."""
EXPANSIONS: Final = 2
"""Other wordings of a client's query that are asked on the web."""
PRIMARY_PLACES: Final = 3
"""Places of first-hand sources that are asked too, when the client wants such."""
MOST_PRIORITY_DOMAINS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientRun:
    """One search, ready to run."""

    search: ClientSearch
    research: Research
    priority_domains: tuple[str, ...]
    earlier: Callable[[], list[ClientSearch]]
    """The task's searches, as the store has them."""

    async def run(self, number: int) -> None:
        """Carry the search to its result, from its beginning or from wherever it was."""
        key = f"s{number}"
        if self.search.kind == RELEASED:
            await self._read_released(key)
            await self._refresh(number)
            return
        if self.search.kind == REPORT:
            await self.research.compose.report(number)
            await self._close(number)
            return
        query_ids = await self._begin(key)
        for folder in self.research.task.libraries:
            await self.research.gather.index_library(folder, key)
        await self._read_released(key)
        new = await self._carry_out(query_ids, key)
        again = [claim for query_id in query_ids for claim in await self.research.gather.recall(query_id, key)]
        if new or again:
            await self.research.assess.evidence(key)
        tested = await self._test(key) if self.search.options.get("refute") else []
        await self._finish(number, tested, list(dict.fromkeys(again)))

    async def _begin(self, key: str) -> list[str]:
        """Make the queries, and keep them."""

        async def body(unit: Unit) -> Json:
            task = self.research.task
            with self.research.steps.store.read() as db:
                known = plan_of(db, task.id)
            plan = known or make_plan(
                task.question, task.question_lang, self.research.targets(task.question, task.question_lang)
            )
            if known is None:
                unit.emit(PlanMade(sections=tuple(s.name for s in plan.sections), targets=()))
                unit.save(lambda db: set_plan(db, task.id, plan))
            refute = bool(self.search.options.get("refute"))
            section = plan.sections[-1 if refute else 0].id
            queries = [self._query(one, section) for one in self._wordings()]
            unit.emit(ActionChosen(action="refute" if refute else "search", round=0, reason="asked for by the client"))
            self._keep(unit, queries)
            unit.save(lambda db: set_status(db, task.id, TaskStatus.EXPLORING))
            return list(dict.fromkeys(query.id for query in queries))

        query_ids: list[str] = await self.research.steps.run("begin", key, self.research.task.id, body)
        return query_ids

    def _keep(self, unit: Unit, queries: Sequence[Query]) -> None:
        for query in queries:
            unit.emit(
                QueryMade(query_id=query.id, text=query.text, purpose=query.purpose.value, round=0, reason=_REASON)
            )
        ids = list(dict.fromkeys(query.id for query in queries))
        unit.save(lambda db: add_queries(db, queries, _REASON))
        unit.save(lambda db: set_queries(db, self.search.task_id, self.search.number, ids))
        unit.save(lambda db: set_yields_before(db, self.search.task_id, self.search.number, ids))

    def _wordings(self) -> list[Expanded]:
        query, lang = self.search.query, language(self.search.query)
        own = [Expanded(text=query, lang=lang, reason="as the client wrote it")]
        on_the_web, refute = self.research.gather.searching.asks_the_web, bool(self.search.options.get("refute"))
        if not on_the_web:
            return own + (refuting(query, lang, on_the_web=False) if refute else [])
        own += [
            Expanded(text=f"site:{domain} {query}", lang=lang, reason="a domain the client prefers")
            for domain in self.priority_domains[:MOST_PRIORITY_DOMAINS]
        ]
        primary = bool(self.search.options.get("seek_primary"))
        if refute:
            return own + first_hand(query, lang, primary=primary) + refuting(query, lang, on_the_web=True)
        return own + expanded(query, lang, primary=primary)

    def _query(self, wording: Expanded, section: str) -> Query:
        return Query.of(
            task_id=self.search.task_id,
            text=wording.text,
            lang=wording.lang,
            purpose=QueryPurpose.REFUTE if self.search.options.get("refute") else QueryPurpose.FOLLOW_UP,
            section_id=section,
            round=0,
            limit=HITS,
            cause_id=self.search.id,
        )

    async def _carry_out(self, query_ids: Sequence[str], key: str) -> int:
        gather = self.research.gather
        if gather.searching.asks_the_web:
            return await self.research.exploring.round(query_ids, key)
        new = 0
        for query_id in query_ids:
            found = await gather.search(query_id)
            if any(await gather.read_all([(item, query_id) for item in found])):
                new += await gather.weigh(query_id, key)
        return new

    async def _read_released(self, key: str) -> None:
        """Read what a person has let through meanwhile."""
        gather, new = self.research.gather, 0
        for item, query_id in await gather.released(key):
            if await gather.read(item, query_id):
                new += await gather.weigh(query_id, f"{key}.released.{item}")
        if new:
            await self.research.assess.evidence(f"{key}.released")

    async def _test(self, key: str) -> list[str]:
        """Note which claims were put to the test, and tell what was found against each."""

        async def body(unit: Unit) -> Json:
            task_id, store = self.search.task_id, self.research.steps.store
            # A client that writes the words of refutation itself means no claim by them.
            suffixes = SUFFIXES_JA if language(self.search.query) == JA else SUFFIXES_EN
            tested = tested_claims(store, task_id, plain(self.search.query), terms(" ".join(suffixes)))
            with store.read() as db:
                refuted = {e.claim_id for e in edges_of(db, task_id) if e.relation is Relation.REFUTES and e.shown}
            unit.save(lambda db: set_refutation_searched(db, task_id, tested))
            for claim_id in tested:
                unit.emit(RefutationSearched(claim_id=claim_id, found=claim_id in refuted, queries=1))
            return tested

        tested: list[str] = await self.research.steps.run("tested", key, self.search.task_id, body)
        return tested

    async def _finish(self, number: int, tested: Sequence[str], again: Sequence[str]) -> None:
        async def body(unit: Unit) -> None:
            self._save(unit, number, await asyncio.to_thread(self._result, number, tested, again))

        await self.research.steps.run("result", f"s{number}", self.search.task_id, body)

    async def _refresh(self, number: int) -> None:
        """What earlier searches come to, now that pages of theirs were read after all."""

        async def body(unit: Unit) -> None:
            for one in self.earlier():
                if one.kind != RELEASED and one.finished_at is not None:
                    kept = one.result.get("tested", []), one.result.get("met_again", [])
                    self._save(unit, one.number, await asyncio.to_thread(self._result, one.number, *kept))
            at = self.research.steps.clock()
            unit.save(lambda db: set_result(db, self.search.task_id, number, "exhausted", {}, at))

        await self.research.steps.run("refresh", f"s{number}", self.search.task_id, body)

    async def _close(self, number: int) -> None:
        """The report is there: whether it answers is known now."""

        async def body(unit: Unit) -> None:
            answered, at = self.research.compose.is_answered(), self.research.steps.clock()
            unit.emit(self.research.work())
            unit.save(lambda db: set_answered(db, self.search.task_id, answered))
            unit.save(lambda db: set_result(db, self.search.task_id, number, "exhausted", {}, at))

        await self.research.steps.run("finish", f"s{number}", self.search.task_id, body)

    def _result(self, number: int, tested: Sequence[str], again: Sequence[str]) -> SearchResult:
        search = next(one for one in self.earlier() if one.number == number)
        assess = self.research.assess
        evidence = Evidence(
            graph=assess.graph(),
            scores=assess.scores_for(search.query, language(search.query)),
            speaking_of=partial(self.research.gather.speaking_of, wanted(search.query)),
            tested=tuple(tested),
            met_again=tuple(again),
        )
        return search_result(self.research.steps.store, self.research.task, search, evidence)

    def _save(self, unit: Unit, number: int, result: SearchResult) -> None:
        at, data = self.research.steps.clock(), result.as_json()
        unit.save(lambda db: set_result(db, self.search.task_id, number, result.state.value, data, at))
        urgent = self.search.options.get("auth_priority")
        if urgent is not None and number == self.search.number:
            unit.save(lambda db: set_priority(db, result.waiting, urgent))


_REASON: Final = "the client's query, widened by rules only"


def language(query: str) -> Lang:
    """The language a query is asked in."""
    return JA if language_of(query) == JA else EN


def asked_with(query_id: str, searches: Sequence[ClientSearch]) -> list[Wanted]:
    """What the client looked for with a query of one of its searches."""
    words = dict.fromkeys(search.query for search in searches if query_id in search.query_ids)
    return [one for query in words for one in wanted(query)]


def wanted(query: str) -> list[Wanted]:
    """What a query looks for: its words without limits, and in the other language where rules translate all of it."""
    words, lang = plain(query), language(query)
    found = [Wanted(words=words, lang=lang)]
    try:
        other = mirror(words, lang)
    except WrongCall:
        return found
    if other.query is not None and not other.untranslated:
        found.append(Wanted(words=other.query.text, lang=other.query.lang))
    return found


def expanded(query: str, lang: Lang, *, primary: bool) -> list[Expanded]:
    """What rules make of a query: other spellings and terms, the other language; and places of first-hand sources."""
    try:
        return [*first_hand(query, lang, primary=primary), *expand(query, lang, limit=EXPANSIONS)]
    except WrongCall:  # nothing but operators: it is asked as it stands
        return []


def first_hand(query: str, lang: Lang, *, primary: bool) -> list[Expanded]:
    """The query at places of first-hand sources, where such are wanted."""
    try:
        return list(chosen(query, lang, limit=PRIMARY_PLACES)) if primary else []
    except WrongCall:  # nothing but operators
        return []


def refuting(query: str, lang: Lang, *, on_the_web: bool) -> list[Expanded]:
    """The query with the fixed suffixes of §3.1.7.5, and on the web in the other language too."""
    made = [_suffixed(query, lang)]
    if on_the_web:
        try:
            other: Any = mirror(query, lang).query
        except WrongCall:
            other = None
        if other is not None:
            made.append(_suffixed(other.text, other.lang))
    return made


def _suffixed(text: str, lang: Lang) -> Expanded:
    suffixes = SUFFIXES_JA if lang == JA else SUFFIXES_EN
    return Expanded(text=f"{text} {' '.join(suffixes)}", lang=lang, reason="the fixed suffixes of refutation")
