"""The driver that lets a language model choose each step (D1, D2, D8), within flags that code computes.

Comes in: the state of the research. Goes out: one action. The model's choice is data: a forbidden action is not carried
out, a query that is none is not made, and whenever the model gives nothing usable, rules choose that step. Rules also
begin (their first queries are made beside the model's), look for what speaks against the answer, and end the task.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Protocol

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.planning.action_flags import action_flags, has_ended
from tadori.engine.planning.plan import distinct_queries, hits_per_query
from tadori.engine.planning.query_screen import is_related_query, screened
from tadori.minds.llm.workers.base import UNUSABLE, WorkResult
from tadori.minds.llm.workers.rewriting import Rewriting
from tadori.minds.llm.workers.step import StepView
from tadori.minds.llm.workers.wording import has_address
from tadori.model.actions import (
    Action,
    CodingAction,
    ProposeAction,
    ReflectAction,
    ReviewingAction,
    SearchAction,
    StopAction,
    VisitAction,
)
from tadori.model.budget import remaining_percent
from tadori.model.graph import ClaimStanding
from tadori.model.ids import JA
from tadori.model.llm_thresholds import (
    BEAST_AT,
    SHOWN_CLAIM_CHARACTERS,
    SHOWN_CLAIMS,
    SHOWN_DIARY,
    SHOWN_KNOWLEDGE,
    SHOWN_QUERIES,
)
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import StopReason
from tadori.model.researcher import ActionFlags, RewrittenQuery, StepDecision, StepKind
from tadori.model.state import ResearchState
from tadori.text.orders import orders_in

_ModelAction = SearchAction | VisitAction | ReflectAction | ProposeAction | CodingAction
_BEFORE_ACCEPTED: Final = frozenset({StopReason.USER_STOP, StopReason.BUDGET, StopReason.ALL_BLOCKED})


class StepModel(Protocol):
    """The model as the driver asks it (`pipeline/researcher.py`)."""

    async def step(self, view: StepView, flags: ActionFlags) -> WorkResult[StepDecision | None]: ...

    async def rewrite(self, known: Sequence[str]) -> WorkResult[Rewriting | None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastMode:
    """S2's settings: near the end of the budget the best answer of what is there is given."""

    enabled: bool = True
    trigger_threshold: float = BEAST_AT


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDriver:
    """Implements `Driver`."""

    model: StepModel
    rules: MechanicalDriver
    today: Callable[[], date]
    beast: BeastMode = BeastMode()
    may_code: bool = False
    sees_evidence: bool = True
    remembers: bool = True

    async def next(self, state: ResearchState) -> Action:
        if state.user_stop or state.answered or has_ended(state.outcomes):
            return self._finish(state)
        if state.round == 0:
            return self._inherited(state) or await self._opening(state)
        flags = action_flags(state, may_code=self.may_code)
        action = await self._chosen(state, flags) if flags.allowed and not self._is_beast(state) else self._last(state)
        # The round before is recorded with the choice that follows it, whoever chose (F5).
        review = self.rules.review(state)
        goes_on = isinstance(action, SearchAction | VisitAction)
        decided = replace(
            review.iteration,
            should_continue_search=goes_on,
            stop_reason=None if goes_on else review.iteration.stop_reason,
            reason=action.words if isinstance(action, StopAction) else action.reason,
        )
        return replace(action, review=replace(review, iteration=decided))

    def _inherited(self, state: ResearchState) -> ReviewingAction | None:
        """A follow-up that the evidence of the task before seems to answer is answered and tested before any search."""
        if not state.answered_by or any(outcome.kind == ProposeAction.kind for outcome in state.outcomes):
            return None
        ja, en = f"{state.answered_by} の証拠から答えてみる", f"Try the evidence of {state.answered_by} first"
        return ProposeAction(reason=ja if state.lang == JA else en)

    def _finish(self, state: ResearchState) -> ReviewingAction:
        """What rules do at the end; an answer that passed its tests is the reason, unless a limit ended it."""
        action = self.rules.finish(state)
        passed = any(outcome.ends_search for outcome in state.outcomes)
        if isinstance(action, StopAction) and passed and action.reason not in _BEFORE_ACCEPTED:
            words = "答えが試験に通り、受け入れられた。" if state.lang == JA else "The answer passed its tests."
            return replace(action, reason=StopReason.ANSWER_ACCEPTED, words=words)
        return action

    def _is_beast(self, state: ResearchState) -> bool:
        left = remaining_percent(state.budget, state.spent) / 100
        return self.beast.enabled and left < self.beast.trigger_threshold

    def _last(self, state: ResearchState) -> ReviewingAction:
        """The best answer of what there is; nothing to propose where there is no claim at all."""
        if not state.claims:
            return self._finish(state)
        ja, en = "残りの予算で、いまある根拠から最もよい答えを出す", "The best answer of what was found so far"
        return ProposeAction(reason=ja if state.lang == JA else en, advice=_advice(state), is_last=True)

    async def _opening(self, state: ResearchState) -> ReviewingAction:
        """The rules' first queries, and those of the model beside them."""
        first = self.rules.decide(state)
        if not isinstance(first, SearchAction):
            return first
        made = [query.text for query in first.queries]
        rewriting = (await self.model.rewrite(made)).value
        if rewriting is None:
            return first
        more = self._queries(state, rewriting.queries, made, QueryPurpose.INITIAL)
        queries = tuple(distinct_queries([*first.queries, *more]))
        return replace(first, queries=queries, thought=shown_thought(rewriting.intent.practical))

    async def _chosen(self, state: ResearchState, flags: ActionFlags) -> ReviewingAction:
        """The model's step; a search that asks nothing new is chosen again without searching, then rules choose."""
        while flags.allowed:
            chosen = await self.model.step(step_view(state), flags)
            if chosen.value is None:
                return self._by_rules(state, chosen.code or UNUSABLE)
            action = self._action(state, chosen.value) if flags.allows(chosen.value.kind) else None
            if action is not None:
                return replace(action, thought=shown_thought(chosen.value.think))
            # The flag of what could not be carried out is taken away, so that this ends.
            flags = replace(flags, **{f"allow_{chosen.value.kind.value}": False})
        return self._last(state)

    def _action(self, state: ResearchState, step: StepDecision) -> _ModelAction | None:
        """The action of a decision; None where nothing of it can be carried out."""
        match step.kind:
            case StepKind.SEARCH:
                made = [done.query.text for done in state.queries]
                queries = self._queries(state, step.queries, made, QueryPurpose.FOLLOW_UP)
                return SearchAction(queries=tuple(queries), reason=_reason(step, state)) if queries else None
            case StepKind.VISIT:
                known = state.memory.addresses
                hits = tuple((known[n - 1].item, known[n - 1].query_id) for n in step.url_targets if n <= len(known))
                return VisitAction(hits=hits, reason=_reason(step, state)) if hits else None
            case StepKind.REFLECT:
                given = _seen(state)
                new = tuple(
                    text
                    for text in step.questions
                    if text not in state.memory.questions and is_related_query(text, given, state.question)
                )
                return ReflectAction(questions=new, reason=_reason(step, state)) if new else None
            case StepKind.ANSWER:
                return ProposeAction(reason=_reason(step, state), advice=_advice(state))
            case StepKind.CODING:
                ids = tuple(standing.claim.id for standing in state.claims[:SHOWN_CLAIMS])
                return CodingAction(issue=step.coding_issue, claim_ids=ids, reason=_reason(step, state))

    def _queries(
        self, state: ResearchState, proposed: Sequence[RewrittenQuery], made: Sequence[str], purpose: QueryPurpose
    ) -> list[Query]:
        found = screened(
            proposed,
            made,
            given=_seen(state),
            question=state.question,
            today=self.today(),
            on_the_web=state.on_the_web,
        )
        section = state.plan.sections[0].id
        return [
            Query.of(
                task_id=state.task_id,
                text=text,
                lang=lang,
                purpose=purpose,
                section_id=section,
                round=state.round,
                limit=hits_per_query(state.effort),
                cause_id=section,
            )
            for text, lang in found.accepted
        ]

    def _by_rules(self, state: ResearchState, code: str) -> ReviewingAction:
        """What rules do where the model fails: their next round, else the best answer of what there is."""
        action = self.rules.decide(state)
        if isinstance(action, SearchAction):
            return replace(action, reason=f"{action.reason} ({code})")
        return self._last(state)


def step_view(state: ResearchState) -> StepView:
    """What the model sees before a step."""
    memory = state.memory
    return StepView(
        question=state.question,
        claims=shown_claims(state),
        queries=[done.query.text for done in state.queries][-SHOWN_QUERIES:],
        addresses=[f"{one.title}: {one.snippet}"[:SHOWN_CLAIM_CHARACTERS] for one in memory.addresses],
        open_questions=memory.questions,
        diary=[entry.line for entry in memory.diary[-SHOWN_DIARY:]],
        advice=_advice(state),
        knowledge=memory.knowledge[-SHOWN_KNOWLEDGE:],
    )


def shown_thought(words: str) -> str:
    """A model's thought as it is shown; nothing of one that holds an address or an order to its reader."""
    return "" if has_address(words) or orders_in(words) else words


_REASONS: Final = {
    StepKind.SEARCH: ("足りないものを探す", "Search for what is missing"),
    StepKind.VISIT: ("見つかったページを読む", "Read pages that were found"),
    StepKind.REFLECT: ("足りない答えを問いにする", "Ask what is missing"),
    StepKind.ANSWER: ("答えを選び、試す", "Choose an answer and test it"),
    StepKind.CODING: ("引用した数値から計算する", "Calculate from quoted numbers"),
}


def _reason(step: StepDecision, state: ResearchState) -> str:
    """Why, in our own words: what is logged and printed holds none of a model's."""
    ja, en = _REASONS[step.kind]
    return ja if state.lang == JA else en


def _seen(state: ResearchState) -> str:
    """The texts whose numbers and words a query may use."""
    return "\n".join([state.question, *shown_claims(state), *(item.answer for item in state.memory.knowledge)])


def shown_claims(state: ResearchState) -> list[str]:
    return [_shown(standing) for standing in state.claims[:SHOWN_CLAIMS]]


def _shown(standing: ClaimStanding) -> str:
    claim = standing.claim
    dated = f" ({claim.date})" if claim.date else ""
    return f"{claim.text[:SHOWN_CLAIM_CHARACTERS]}{dated}"


def _advice(state: ResearchState) -> str:
    """What the last failed test asks for, and what the analysis of it says."""
    if not state.memory.evaluations:
        return ""
    last = state.memory.evaluations[-1]
    plans = [one.improvement_plan for one in last.responses if not one.passed and one.improvement_plan]
    return "\n".join([*plans, *([last.analysis.improvement] if last.analysis is not None else [])])
