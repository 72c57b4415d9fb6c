"""Records what each round covered and what is still missing, per section.

Comes in: the state after a round and the driver's decision. Goes out: a row, events, and coverage for the report.
"""

from tadori.engine.drivers.mechanical import section_gaps
from tadori.engine.state import research_state
from tadori.engine.steps import Steps
from tadori.events import GapsFound, QuerySkipped, RoundDone
from tadori.model.actions import Action, ReviewingAction
from tadori.model.graph import EvidenceGraph
from tadori.model.question import Task
from tadori.model.report import SectionCoverage
from tadori.model.rounds import Round, mean_confidence, missing_of
from tadori.model.state import ResearchState
from tadori.model.steps import StepContext
from tadori.store.database import Store
from tadori.store.rounds import save_round


def gap_events(state: ResearchState) -> list[GapsFound]:
    """The gaps of every section after a round."""
    return [
        GapsFound(
            section_id=section.id,
            section=section.name,
            coverage=tuple((focus, round(share, 4)) for focus, share in gaps.information_coverage),
            missing=tuple(gaps.missing_information),
            sufficient=gaps.is_information_sufficient,
            confidence=round(gaps.confidence_score, 4),
            round=state.round,
        )
        for section, gaps in section_gaps(state)
    ]


def note_round(step: StepContext, steps: Steps, state: ResearchState, action: Action) -> None:
    """Store the gaps after a round and the driver's decision (F3, F5), and emit them (F6).

    A client decides by itself whether to continue: its actions have no review, and nothing is recorded.
    """
    if not isinstance(action, ReviewingAction) or action.review is None:
        return
    review = action.review
    done = Round(
        stretch=steps.stretch,
        max_iterations=state.max_rounds,
        gaps=tuple(gaps for _, gaps in section_gaps(state)),
        iteration=review.iteration,
        at=steps.clock(),
    )
    step.save(lambda db: save_round(db, state.task_id, done))
    step.emit(
        RoundDone(
            round=state.round,
            max_rounds=state.max_rounds,
            lang=state.lang,
            confidence=mean_confidence(done.gaps),
            missing=tuple(missing_of(done.gaps)),
            goes_on=review.iteration.should_continue_search,
            reason=review.iteration.reason,
        )
    )
    for one in review.skipped:
        query = one.query
        step.emit(QuerySkipped(text=query.text, purpose=query.purpose.value, round=query.round, reason=one.reason))


def section_coverage(store: Store, task: Task, graph: EvidenceGraph) -> list[SectionCoverage]:
    """How far each section is covered now, for the report."""
    state = research_state(store, task, graph, round=0, answered=True)
    return [
        SectionCoverage(
            name=section.name,
            purpose=section.purpose,
            coverage=tuple((focus, round(share, 4)) for focus, share in gaps.information_coverage),
            missing=tuple(gaps.missing_information),
            sufficient=gaps.is_information_sufficient,
            confidence=round(gaps.confidence_score, 4),
        )
        for section, gaps in section_gaps(state)
    ]
