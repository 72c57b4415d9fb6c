"""The result of a client's search in figures (L13), and which claims a query for refutations tests.

Comes in: the store and the evidence graph. Goes out: counts, scores and ids. It gives the client no advice.
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
from tadori.model.thresholds import COMMON_WORD_SHARE, TESTED_CLAIM_SHARE
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The result of one finished search."""

    state: SearchState
    pages_fetched: int
    useful_fragments: int
    harvest_rate: float
    satisfaction_score: float
    novelty_score: float
    has_primary_source: bool
    claims: tuple[str, ...]
    """Ids of the claims about the query: those it found and those already known, best answer first."""
    met_again: tuple[str, ...] = ()
    """Claims on pages that an earlier search had already read."""
    tested: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Ids of the pages that wait for a person."""
    all_blocked: str = ""
    """Why no search engine could be used; empty when a page was read or a folder had something."""
    no_browser: str = ""
    """The browser's error, when pages needed a browser and therefore nothing was read."""
    browser_started: bool = False
    """Whether starting a browser was attempted."""

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
    """What the figures of a search are computed from."""

    graph: TaskGraph
    scores: Mapping[str, float]
    """How well each claim answers the query."""
    speaking_of: Callable[[Collection[str]], set[str]]
    """Filters fragment ids to those that are about the query; only their claims and sources count."""
    tested: tuple[str, ...]
    met_again: tuple[str, ...]


def search_result(store: Store, task: Task, search: ClientSearch, evidence: SearchEvidence) -> SearchResult:
    """Compute the result of a search from everything the task has gathered so far."""
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
    # A search without any independent source is exhausted, not partial.
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
    """The share of new and useful fragments among the last 20 that this search read; 0 if it read none."""
    flags = [flag for page in own_flags(read, search) for flag in page]
    return round(novelty(flags), 4) if flags else 0.0


def own_flags(read: Sequence[TaskPage], search: ClientSearch) -> list[tuple[bool, ...]]:
    """For each page that this search read: which of its fragments were new and useful."""
    return [page.flags for page in read if page.query_id in search.query_ids]


def no_answer_reason(reasons: Mapping[str, str]) -> str:
    """One line that says why no engine answered; empty when one did."""
    failures = [f"{name}: {reason[:MAX_REASON_CHARS]}" for name, reason in reasons.items()]
    return "; ".join(["no engine answered", *failures[:MOST_REASONS]]) if failures else ""


def best_claims(wanted: set[str], evidence: SearchEvidence) -> tuple[str, ...]:
    """The ids in `wanted`, best answer to the query first; ties by answer to the question, then by confidence."""
    stands = evidence.graph.order(wanted)

    def order(claim_id: str) -> tuple[float, float, float, str]:
        answers, sure = stands.get(claim_id, (0.0, 0.0))
        return -evidence.scores.get(claim_id, 0.0), -answers, -sure, claim_id

    return tuple(sorted(wanted, key=order))


def tested_claims(store: Store, task_id: str, query: str, aside: Collection[str]) -> list[str]:
    """Ids of the claims that a query tests, in the order in which they were found.

    `aside`: words that only ask for refutations ("criticism") and say nothing about the subject.
    """
    with store.read() as db:
        held = claims_of(db, task_id)
    tested = claims_tested_by(query, [one.claim.text for one in held], aside)
    return [held[place].claim.id for place in tested]


def claims_tested_by(query: str, claims: Sequence[str], aside: Collection[str] = ()) -> list[int]:
    """Indexes of the claims that a query is about. Words that all claims share are not enough to match one."""
    wanted = set(terms(query))
    wanted = wanted - set(aside) or wanted
    words = [wanted & set(terms(text)) for text in claims]
    holders = Counter(word for one in words for word in one)
    most = max(holders.values(), default=0)
    # log(claims ÷ holders): what every claim says weighs nothing.
    weights = {word: log(len(claims) / number) for word, number in holders.items()}
    apart = {w for w, number in holders.items() if number <= COMMON_WORD_SHARE * len(claims) or number < most}
    if not apart and len(holders) < len(wanted):
        # Only words that no claim has could set one apart: the others must be nearly the whole query.
        return [n for n, one in enumerate(words) if len(one) > COMMON_WORD_SHARE * len(wanted)]
    if not apart:
        return [n for n, one in enumerate(words) if one and len(one) >= TESTED_CLAIM_SHARE * len(wanted)]
    enough = TESTED_CLAIM_SHARE * sum(weights.values())
    return [
        n
        for n, one in enumerate(words)
        if one & apart and sum(weights[word] for word in one) >= enough and len(one) >= TESTED_CLAIM_SHARE * len(wanted)
    ]
