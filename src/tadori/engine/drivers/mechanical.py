"""The driver that needs no model: rules pick the next action of the research loop (F1 to F5, L14).

Comes in: the state of the research. Goes out: one action. The order: the initial queries; rounds of look-ups of names,
follow-ups for gaps, and pivots from entities in the question; a search for refutations of every claim that the answer
may rest on; the answer; the stop. Pure: the same state gives the same action.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tadori.engine.drivers.open_rounds import is_open, open_queries, open_refutation
from tadori.engine.planning.gaps import follow_up_texts, identify_gaps
from tadori.engine.planning.languages import language_queries
from tadori.engine.planning.lead_queries import named_source_queries, pivot_queries
from tadori.engine.planning.name_leads import Lead, find_leads
from tadori.engine.planning.phrases import key_phrases
from tadori.engine.planning.plan import distinct_queries, expected_types, hits_per_query, initial_queries, wider_queries
from tadori.engine.planning.stopping import StopCircumstances, decide_iteration, stop_reason_text
from tadori.errors import WrongCall
from tadori.judge.frames.framed import FramedClaim
from tadori.model.actions import Action, AnswerAction, RefuteAction, ReviewingAction, SearchAction, StopAction
from tadori.model.budget import exhausted_limit
from tadori.model.claim import Claim
from tadori.model.graph import ClaimStanding
from tadori.model.ids import JA, Lang
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import Section, StopReason
from tadori.model.rounds import Gaps, RoundReview, SkippedQuery, missing_of
from tadori.model.state import ResearchState, SeenPassage
from tadori.model.thresholds import (
    MAX_ANSWER_SENTENCES,
    MAX_FOLLOW_UPS,
    MAX_FRAME_QUERIES,
    MAX_REFUTED_CLAIMS,
    NAME_LOOKUP_HITS,
    REFUTATION_HITS,
)
from tadori.query.mirrors import mirror_query
from tadori.query.refuting import SUFFIXES
from tadori.query.wording import ExpandedQuery
from tadori.search.exploration import why_not_deeper
from tadori.text.tokens import terms

_EN_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|will|would|may|might|must|should|did|does)\b(?P<not> not\b)?"
)
_JA_NEGATIONS: Final = (
    ("ではない", "である"),
    ("ていない", "ている"),
    ("である", "ではない"),
    ("ている", "ていない"),
    ("でした", "ではありませんでした"),
    ("ました", "ませんでした"),
    ("です", "ではありません"),
    ("ません", "ます"),
    ("ます", "ません"),
    ("した", "しなかった"),
    ("れた", "れなかった"),
    ("だ", "ではない"),
)
"""Verb ending → its negation; the first that matches is used, so longer endings come before their parts."""


class MechanicalDriver:
    """Implements `Driver`: rules, no model at all."""

    sees_evidence = True
    remembers = False

    async def next(self, state: ResearchState) -> Action:
        return self.decide(state)

    def decide(self, state: ResearchState) -> ReviewingAction:
        """The next action; an ended or answered task gets a `StopAction`."""
        review, queries = _next_round(state)
        iteration = review.iteration
        if state.answered_by and not state.user_stop:
            return _from_the_task_before(state)
        # Checked first: a stop by the user or an accepted answer ends the task whatever else is left to do.
        if state.user_stop or state.answered or not (queries and iteration.should_continue_search):
            return _ending(state, review)
        return SearchAction(queries=tuple(queries), reason=iteration.reason, review=review)

    def finish(self, state: ResearchState) -> ReviewingAction:
        """What ends a task whose evidence is complete: a search against each claim of the answer, the answer, the
        stop.
        """
        return _ending(state, self.review(state))

    def review(self, state: ResearchState) -> RoundReview:
        """What the rounds so far lack, and whether rules would go on."""
        return _next_round(state)[0]


def _ending(state: ResearchState, review: RoundReview) -> ReviewingAction:
    iteration = review.iteration
    if state.user_stop or state.answered:
        reason = iteration.stop_reason or StopReason.ANSWER_ACCEPTED
        words = stop_reason_text(reason, _circumstances(state), state.max_rounds, state.lang)
        return StopAction(reason=reason, words=words, review=review)
    refutation = _next_refutation(state)
    if refutation is not None:
        return replace(refutation, review=review)
    return AnswerAction(reason=iteration.reason, review=review)


def _from_the_task_before(state: ResearchState) -> ReviewingAction:
    """The actions of a follow-up that its inherited evidence answers: test it on the pages already read, and end."""
    task, ja = state.answered_by, state.lang == JA
    if state.answered:
        words = f"{task} の証拠から答えた。" if ja else f"Answered from the evidence of {task}."
        return StopAction(reason=StopReason.ANSWER_ACCEPTED, words=words)
    untested = [c.claim.id for c in _to_test(state) if c.claim.id not in state.refutation_searched][:MAX_REFUTED_CLAIMS]
    if untested and not state.refutation_searched:
        reason = "読んだ資料の中で反証を探す" if ja else "Look for what speaks against it in the pages already read"
        return RefuteAction(claim_id=untested[0], also=tuple(untested[1:]), queries=(), reason=reason, rereads=True)
    return AnswerAction(reason=f"{task} の証拠が答えている" if ja else f"The evidence of {task} answers it")


def important_claims(state: ResearchState) -> tuple[ClaimStanding, ...]:
    """The claims that the answer would rest on now (rulings: every claim in the answer section is important)."""
    if state.answer_claims is None:
        return state.claims[:MAX_ANSWER_SENTENCES]
    by_id = {claim.claim.id: claim for claim in state.claims}
    return tuple(by_id[claim_id] for claim_id in state.answer_claims if claim_id in by_id)


def _to_test(state: ResearchState) -> list[ClaimStanding]:
    """The claims of the answer, and the next best ones up to as many as an answer may have.

    One sentence may be all the answer; what stands beside it is printed too, and must not pass as agreed upon untested.
    """
    important = important_claims(state)
    if not important:
        return []
    known = {claim.claim.id for claim in important}
    beside = [claim for claim in state.claims if claim.claim.id not in known]
    return [*important, *beside[: max(0, MAX_ANSWER_SENTENCES - len(important))]]


def section_gaps(state: ResearchState) -> list[tuple[Section, Gaps]]:
    """The gaps of every section but the last: counter-evidence has its own queries and need not be complete."""
    items = {section.section_id: section.items for section in state.sections}
    required = expected_types(state.question)
    found: list[tuple[Section, Gaps]] = []
    for section in state.plan.sections[:-1]:
        # Only the answer section must contain the kind of information that the question asks for.
        wanted = required if section == state.plan.sections[0] else frozenset()
        found.append((section, identify_gaps(section, items.get(section.id, ()), wanted, state.lang)))
    return found


def refutation_queries(claim: ClaimStanding, state: ResearchState) -> list[Query]:
    """Queries for evidence against a claim of the graph."""
    return queries_against(claim.claim, state)


def queries_against(claim: Claim, state: ResearchState) -> list[Query]:
    """Queries for evidence against `claim`: its subject with the fixed suffixes in both languages, its negation, and
    what its frames ask for without the value.

    Folders are not searched in the other language: they are searched by meaning, across languages, already.
    """
    lang = claim.lang
    subject = " ".join(key_phrases(claim.text, lang)[:3])
    texts = [(f"{subject} {' '.join(SUFFIXES[lang == JA])}", lang), (negated_query(claim.text, lang), lang)]
    texts += [(text, lang) for text in frame_queries(claim)]
    if state.on_the_web and (other := mirrored(subject, lang)) is not None:
        texts.append((f"{other.text} {' '.join(SUFFIXES[other.lang == JA])}", other.lang))
    return [
        Query.of(
            task_id=state.task_id,
            text=text,
            lang=query_lang,
            purpose=QueryPurpose.REFUTE,
            section_id=state.plan.sections[-1].id,
            round=state.round,
            limit=REFUTATION_HITS,
            cause_id=claim.id,
        )
        for text, query_lang in texts
    ]


def frame_queries(claim: Claim) -> list[str]:
    """What is said of what, without the value: `Mount Fuji height` finds other heights."""
    framed = FramedClaim.of(claim, title="", headings=())
    found = dict.fromkeys(f"{frame.subject.words} {frame.asked.words}" for frame in framed.frames if frame.firm)
    return list(found)[:MAX_FRAME_QUERIES]


def mirrored(subject: str, lang: Lang) -> ExpandedQuery | None:
    """`subject` in the other language; None when the table of terms lacks its words."""
    try:
        return mirror_query(subject, lang).query
    except WrongCall:  # a subject without a word to search for
        return None


def negated_query(statement: str, lang: Lang) -> str:
    """`statement` negated as well as rules can. Used as a query only, never printed as a sentence."""
    plain = statement.strip().rstrip("。.")
    if lang == JA:
        for ending, turned in _JA_NEGATIONS:
            if plain.endswith(ending):
                return plain.removesuffix(ending) + turned
        return f"{plain}というのは誤り"
    match = _EN_VERB.search(plain)
    if match is None:
        return f"it is not true that {plain}"
    if match["not"]:
        return plain[: match.start("not")] + plain[match.end() :]
    return f"{plain[: match.end()]} not{plain[match.end() :]}"


def _next_round(state: ResearchState) -> tuple[RoundReview, list[Query]]:
    """Whether another round of searching is worth it, and with which queries."""
    gaps = section_gaps(state)
    queries, skipped = _grown(state, _round_queries(state, gaps))
    iteration = decide_iteration(
        current_iteration=state.round,
        max_iterations=state.max_rounds,
        missing_information=missing_of([gap for _, gap in gaps]),
        confidence_score=sum(gap.confidence_score for _, gap in gaps) / len(gaps),
        circumstances=_circumstances(state, can_ask_more=bool(queries)),
        lang=state.lang,
    )
    return RoundReview(iteration=iteration, skipped=tuple(skipped)), queries


def _grown(state: ResearchState, wanted: Sequence[Query]) -> tuple[list[Query], list[SkippedQuery]]:
    """Split queries into those worth making and those whose branch is too deep or brings nothing new (L6).

    A query that a page led to belongs to the branch of the query that found the page. Queries for a gap, an entity or
    another language start a branch of their own, so the pages that a dry branch would have used go to them.
    """
    branches = {branch.query_id: branch for branch in state.branches}
    found_by = {passage.page_id: branches.get(passage.query_id) for passage in state.passages}
    queries, skipped = [], []
    for query in wanted:
        branch = found_by.get(query.cause_id)
        reason = None if branch is None else why_not_deeper(branch)
        if reason is None:
            queries.append(query)
        else:
            skipped.append(SkippedQuery(query=query, reason=reason))
    return queries, skipped


def _circumstances(state: ResearchState, *, can_ask_more: bool = True) -> StopCircumstances:
    important = important_claims(state)
    return StopCircumstances(
        budget=state.budget,
        spent=state.spent,
        novelty_history=state.novelty_history,
        claims_satisfied=bool(important) and all(claim.satisfied for claim in important),
        can_ask_more=can_ask_more,
        all_blocked=state.all_blocked,
        user_stop=state.user_stop,
    )


def _round_queries(state: ResearchState, gaps: Sequence[tuple[Section, Gaps]]) -> list[Query]:
    """The queries of the next round that were not made before: the initial ones, or look-ups and follow-ups.

    Once refutations are being searched for, the gathering phase is over and there is no next round.
    """
    if state.round == 0:
        wanted = (
            open_queries(state)
            if is_open(state)
            else initial_queries(state.plan, state.question, state.task_id, state.effort)
        )
        if state.on_the_web:
            wanted += wider_queries(state.plan, state.question, state.task_id, state.effort)
            wanted += language_queries(state, hits_per_query(state.effort))
    elif state.refutation_searched or (is_open(state) and not state.on_the_web):
        wanted = []
    else:
        wanted = [*_named(state), *_follow_ups(state, gaps), *_further(state)]
        wanted += language_queries(state, hits_per_query(state.effort))
    made = {_words(done.query) for done in state.queries if done.carried}
    return [query for query in distinct_queries(wanted) if _words(query) not in made]


def _words(query: Query) -> frozenset[str]:
    return frozenset(terms(query.text)) or frozenset([query.text])


def _named(state: ResearchState) -> list[Query]:
    looked_up = [done.query.text for done in state.queries]
    found: list[Lead] = find_leads(state.question, _gathered(state), looked_up, state.lang)
    return [
        Query.of(
            task_id=state.task_id,
            text=lead.name,
            lang=state.lang,
            purpose=QueryPurpose.NAMED,
            section_id=state.plan.sections[0].id,
            round=state.round,
            limit=NAME_LOOKUP_HITS,
            cause_id=lead.page_id,
        )
        for lead in found[: 2 * state.effort]
    ]


def _gathered(state: ResearchState) -> list[SeenPassage]:
    """Passages found while looking for the answer; what refutation queries found gives no leads for it."""
    refuting = {done.query.id for done in state.queries if done.query.purpose is QueryPurpose.REFUTE}
    return [passage for passage in state.passages if passage.query_id not in refuting]


def _follow_ups(state: ResearchState, gaps: Sequence[tuple[Section, Gaps]]) -> list[Query]:
    topic = state.plan.sections[0].focus[0]
    return [
        Query.of(
            task_id=state.task_id,
            text=text,
            lang=state.lang,
            purpose=QueryPurpose.FOLLOW_UP,
            section_id=section.id,
            round=state.round,
            limit=hits_per_query(state.effort),
            cause_id=section.id,
        )
        for section, gap in gaps
        for text in follow_up_texts(topic, section, gap)
    ][:MAX_FOLLOW_UPS]


def _further(state: ResearchState) -> list[Query]:
    """Queries for sources named in the text, and pivots. Only the web has what they lead to."""
    return [*named_source_queries(state, _gathered(state)), *pivot_queries(state)] if state.on_the_web else []


def _next_refutation(state: ResearchState) -> RefuteAction | None:
    """A search for evidence against the next untested important claim; None when done or out of budget."""
    if state.all_blocked or exhausted_limit(state.budget, state.spent):
        return None
    # On the web each claim is tested by itself: another page may say the same with another value, and was not read yet.
    if is_open(state) and not state.on_the_web:
        return open_refutation(state, [claim.claim.id for claim in important_claims(state)])
    untested = [c for c in _to_test(state) if c.claim.id not in state.refutation_searched]
    if not untested or len(state.refutation_searched) >= MAX_REFUTED_CLAIMS:
        return None
    claim = untested[0]
    made = {_words(done.query) for done in state.queries if done.carried}
    queries = [query for query in distinct_queries(refutation_queries(claim, state)) if _words(query) not in made]
    shown = claim.claim.text[:60]
    reason = f"反証を探す:「{shown}」" if state.lang == JA else f'Look for what speaks against: "{shown}"'
    return RefuteAction(claim_id=claim.claim.id, queries=tuple(queries), reason=reason)
