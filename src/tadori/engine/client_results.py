"""What a client's search has come to (L13), and which claims a search for refutations puts to the test.

Comes in: the store and the graph. Goes out: figures, and ids. Nothing here is advice.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Final

from tadori.graph.harvest import harvest_rate
from tadori.graph.novelty import has_run_dry, novelty, novelty_by_cycle
from tadori.graph.satisfaction import satisfaction, search_state
from tadori.model.budget import Spent, exhausted_limit
from tadori.model.question import Task
from tadori.model.state import SearchState
from tadori.pipeline.task_graph import TaskGraph
from tadori.store.client import (
    ClientSearch,
    claims_found,
    pages_with_claims,
    pages_without_browser,
    query_yields,
    waiting_pages,
)
from tadori.store.database import Store
from tadori.store.engine_answers import unanswered, why_blocked
from tadori.store.evidence import claims_of, edges_of
from tadori.store.queries import TaskPage, pages_read, task_pages
from tadori.store.tasks import find_task, seconds_spent
from tadori.text.tokens import terms

MOST_REASONS: Final = 6
MAX_REASON_CHARS: Final = 100
TESTED_SHARE: Final = 0.5
"""A claim is put to the test by a query when this share of the query's words, and of their weight, stands in it."""
COMMON_SHARE: Final = 2 / 3
"""A word that more of a task's claims have sets none of them apart, unless another word of the query is commoner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What a finished search has brought."""

    state: SearchState
    pages_fetched: int
    useful_fragments: int
    harvest_rate: float
    satisfaction_score: float
    novelty_score: float
    has_primary_source: bool
    claims: tuple[str, ...]
    """Ids of the claims that speak of its query, those it brought and those it met again, best answer first."""
    met_again: tuple[str, ...] = ()
    """Claims of pages that another search had read."""
    tested: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Ids of the pages that wait for a person."""
    all_blocked: str = ""
    """Why no engine was asked, or none answered, where nothing was read for that and no folder had anything either."""
    no_browser: str = ""
    """What was said of the browser that pages needed, where nothing was read for that."""
    browser_started: bool = False
    """Whether one was tried to be started then."""

    def as_json(self) -> dict[str, Any]:
        return {
            "pages_fetched": self.pages_fetched,
            "useful_fragments": self.useful_fragments,
            "harvest_rate": self.harvest_rate,
            "satisfaction_score": self.satisfaction_score,
            "novelty_score": self.novelty_score,
            "has_primary_source": self.has_primary_source,
            "claims": list(self.claims),
            "met_again": list(self.met_again),
            "tested": list(self.tested),
            "waiting": list(self.waiting),
            "all_blocked": self.all_blocked,
            "no_browser": self.no_browser,
            "browser_started": self.browser_started,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchEvidence:
    """What stands behind the figures of a search."""

    graph: TaskGraph
    scores: Mapping[str, float]
    """How well each claim answers the query."""
    speaking_of: Callable[[Collection[str]], set[str]]
    """Of some fragments, those that speak of what the query asks: claims and sources count by these."""
    tested: tuple[str, ...]
    met_again: tuple[str, ...]


def search_result(store: Store, task: Task, search: ClientSearch, evidence: SearchEvidence) -> SearchResult:
    """The figures of a search, by everything the task has gathered until now."""
    with store.read() as db:
        fetched, useful = query_yields(db, search.query_ids)
        found = claims_found(db, task.id, search.query_ids)
        pages = pages_with_claims(db, task.id, search.query_ids)
        waiting = waiting_pages(db, task.id, search.query_ids)
        read = task_pages(db, task.id)
        spent = Spent(pages=pages_read(db, task.id), seconds=seconds_spent(db, task.id))
        budget = find_task(db, task.id).budget
        blocked = why_blocked(db, task.id) or no_answer_reason(unanswered(db, search.query_ids))
        unready = pages_without_browser(db, task.id, search.query_ids)
        stands = {one.claim.id: one.claim.quotation.fragment_id for one in claims_of(db, task.id)}
        quoted = [edge.quotation for edge in edges_of(db, task.id) if edge.quotation.page_id in pages]
    mine = found | set(evidence.met_again)
    about = evidence.speaking_of({place.fragment_id for place in quoted} | {stands[one] for one in mine})
    claims = best_claims({one for one in mine if stands[one] in about}, evidence)
    spoken = {place.page_id for place in quoted if place.fragment_id in about}
    speaking = [source for source in evidence.graph.sources if source.page_id in spoken]
    independent = len({source.origin for source in speaking})
    primary = any(source.is_primary for source in speaking)
    dry = has_run_dry(novelty_by_cycle(own_flags(read, search)))
    ended = independent == 0 or dry or exhausted_limit(budget, spent) is not None
    lacking = max(unready.values(), default=("", False)) if fetched == 0 and not claims else ("", False)
    return SearchResult(
        state=search_state(independent, has_primary=primary, ended=ended),
        pages_fetched=fetched,
        useful_fragments=useful,
        harvest_rate=round(harvest_rate(useful, fetched), 4),
        satisfaction_score=round(satisfaction(independent, has_primary=primary), 4),
        novelty_score=own_novelty(read, search),
        has_primary_source=primary,
        claims=claims,
        met_again=evidence.met_again,
        tested=evidence.tested,
        waiting=tuple(waiting),
        all_blocked="" if fetched or (task.libraries and claims) else blocked,
        no_browser=lacking[0],
        browser_started=lacking[1],
    )


def own_novelty(read: Sequence[TaskPage], search: ClientSearch) -> float:
    """The share of new useful fragments among the last 20 that the search read itself; 0 where it read none."""
    flags = [flag for page in own_flags(read, search) for flag in page]
    return round(novelty(flags), 4) if flags else 0.0


def own_flags(read: Sequence[TaskPage], search: ClientSearch) -> list[tuple[bool, ...]]:
    """Of each page that the search read itself, which fragments were new and useful."""
    return [page.flags for page in read if page.query_id in search.query_ids]


def no_answer_reason(reasons: Mapping[str, str]) -> str:
    """Why no engine answered, in a line; empty where one did."""
    told = [f"{name}: {reason[:MAX_REASON_CHARS]}" for name, reason in reasons.items()]
    return "; ".join(["no engine answered", *told[:MOST_REASONS]]) if told else ""


def best_claims(wanted: set[str], evidence: SearchEvidence) -> tuple[str, ...]:
    """`wanted`, best answer to the query first; equals by how they answer the question, then how sure they are."""
    stands = evidence.graph.order(wanted)

    def order(claim_id: str) -> tuple[float, float, float, str]:
        answers, sure = stands.get(claim_id, (0.0, 0.0))
        return -evidence.scores.get(claim_id, 0.0), -answers, -sure, claim_id

    return tuple(sorted(wanted, key=order))


def tested_claims(store: Store, task_id: str, query: str, aside: Collection[str]) -> list[str]:
    """Ids of the claims that the query puts to the test, in the order they were found.

    `aside`: words that ask for refutations and say nothing of what is to be refuted.
    """
    with store.read() as db:
        held = claims_of(db, task_id)
    tested = claims_tested_by(query, [one.claim.text for one in held], aside)
    return [held[place].claim.id for place in tested]


def claims_tested_by(query: str, claims: Sequence[str], aside: Collection[str] = ()) -> list[int]:
    """Places of the claims that a query asks about by what sets them apart, not only by what all of them share."""
    wanted = set(terms(query))
    wanted = wanted - set(aside) or wanted
    words = [wanted & set(terms(text)) for text in claims]
    holders = Counter(word for one in words for word in one)
    most = max(holders.values(), default=0)
    # log(claims ÷ holders): what every claim says weighs nothing.
    weights = {word: log(len(claims) / number) for word, number in holders.items()}
    apart = {w for w, number in holders.items() if number <= COMMON_SHARE * len(claims) or number < most}
    if not apart and len(holders) < len(wanted):
        # Only words that no claim has could set one apart: the others must be nearly the whole query.
        return [n for n, one in enumerate(words) if len(one) > COMMON_SHARE * len(wanted)]
    if not apart:
        return [n for n, one in enumerate(words) if one and len(one) >= TESTED_SHARE * len(wanted)]
    enough = TESTED_SHARE * sum(weights.values())
    return [
        n
        for n, one in enumerate(words)
        if one & apart and sum(weights[word] for word in one) >= enough and len(one) >= TESTED_SHARE * len(wanted)
    ]
