"""What a round has covered and what is still missing, section by section: as events of the loop and for the report."""

from tadori.events import GapsFound
from tadori.loop.mechanical import section_gaps
from tadori.model.graph import EvidenceGraph
from tadori.model.question import Task
from tadori.model.report import SectionCoverage
from tadori.model.state import ResearchState
from tadori.run.state import research_state
from tadori.store.database import Store


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
