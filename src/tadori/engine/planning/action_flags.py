"""Computes which actions a model may choose next (D1). Pure: the same state gives the same flags.

Comes in: the state of the research, and whether code may be run. Goes out: S2's five flags. A flag that is off cannot
be chosen (`minds/llm/workers/step.py`) and would not be carried out (`engine/drivers/model.py`). What was done is read
from the outcomes of this run, so that a task with a larger budget may take new steps.
"""

from collections.abc import Sequence
from typing import Final

from tadori.model.actions import (
    ActionOutcome,
    CodingAction,
    ProposeAction,
    ReflectAction,
    SearchAction,
    VisitAction,
)
from tadori.model.budget import exhausted_limit
from tadori.model.llm_thresholds import (
    DRY_SEARCHES,
    MOST_CODING,
    MOST_OPEN_QUESTIONS,
    MOST_PROPOSALS,
    SEARCHES_BY_EFFORT,
    STEPS_BY_EFFORT,
)
from tadori.model.researcher import ActionFlags, has_failed_alike
from tadori.model.state import ResearchState
from tadori.text.dates import dates
from tadori.text.numbers import quantities

NOTHING_ALLOWED: Final = ActionFlags(
    allow_search=False, allow_visit=False, allow_reflect=False, allow_answer=False, allow_coding=False
)
_STEPS: Final = frozenset(
    action.kind for action in (SearchAction, VisitAction, ReflectAction, CodingAction, ProposeAction)
)


def action_flags(state: ResearchState, *, may_code: bool) -> ActionFlags:
    """What the next step may be; nothing at all once the budget is spent or the steps are used up."""
    done = [outcome for outcome in state.outcomes if outcome.kind in _STEPS]
    if exhausted_limit(state.budget, state.spent) or len(done) >= STEPS_BY_EFFORT[state.effort - 1]:
        return NOTHING_ALLOWED
    last = done[-1].kind if done else ""
    searchable = _may_search(state, done)
    # The same failure twice: another proposal from the same evidence would fail a third time.
    stuck = has_failed_alike(state.memory.evaluations) and not _gathered_since_proposal(done)
    return ActionFlags(
        allow_search=searchable,
        allow_visit=bool(state.memory.addresses) and not state.all_blocked,
        allow_reflect=searchable
        and bool(done)
        and last != ReflectAction.kind
        and len(state.memory.questions) < MOST_OPEN_QUESTIONS,
        allow_answer=bool(state.claims)
        and last != ProposeAction.kind
        and _count(done, ProposeAction.kind) < MOST_PROPOSALS
        and not stuck,
        allow_coding=may_code and _count(done, CodingAction.kind) < MOST_CODING and _has_numbers(state),
    )


def has_ended(outcomes: Sequence[ActionOutcome]) -> bool:
    """Whether an answer has passed its tests, or as many were proposed as may be."""
    proposals = [outcome for outcome in outcomes if outcome.kind == ProposeAction.kind]
    return len(proposals) >= MOST_PROPOSALS or any(outcome.ends_search for outcome in proposals)


def _may_search(state: ResearchState, done: Sequence[ActionOutcome]) -> bool:
    searches = [outcome for outcome in done if outcome.kind == SearchAction.kind]
    if state.all_blocked or len(searches) >= SEARCHES_BY_EFFORT[state.effort - 1]:
        return False
    recent = searches[-DRY_SEARCHES:]
    return len(recent) < DRY_SEARCHES or any(outcome.new_claims for outcome in recent)


def _gathered_since_proposal(done: Sequence[ActionOutcome]) -> bool:
    for outcome in reversed(done):
        if outcome.kind == ProposeAction.kind:
            return False
        if outcome.new_claims:
            return True
    return False


def _count(done: Sequence[ActionOutcome], kind: str) -> int:
    return sum(outcome.kind == kind for outcome in done)


def _has_numbers(state: ResearchState) -> bool:
    """Whether any claim states a number or a date."""
    texts = [standing.claim.text for standing in state.claims]
    return any(quantities(text) or dates(text) for text in texts)
