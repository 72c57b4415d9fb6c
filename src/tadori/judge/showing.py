"""Decides which verdicts are sure enough to count, and which are left open.

In: the signals of a pair and the joined probabilities. Out: yes or no. Frames find agreements and contradictions; a
verdict that is `shown` may veto one. Refutations are rare among the pairs that a research meets, and a model alone is
mostly wrong about them: one is shown only where the model, a ground of the rules and the subject agree.
"""

from tadori.judge.rules import PairSignals
from tadori.judge.weights import rule_scores
from tadori.minds.base import StanceScores
from tadori.model.claim import Stance, StanceVerdict
from tadori.model.evidence_thresholds import (
    REFUTES_NEUTRAL_UP_TO,
    REFUTES_SUBJECT_FROM,
    REFUTES_WITH_CONFLICT_FROM,
    REFUTES_WITHOUT_CONFLICT_FROM,
    SUPPORT_BY_RULES,
    SUPPORT_FULL_JA,
    SUPPORT_WITH_FULL_JA,
    SUPPORT_WITH_RULES,
    SUPPORTS_SHOWN_FROM,
    SUPPORTS_SHOWN_FROM_JA,
    SURE_AGAINST_FACTS,
)
from tadori.model.ids import JA


def has_conflict(s: PairSignals) -> bool:
    """Whether a rule finds a conflict."""
    return s.conflicts > 0 or bool(s.anchored)


def has_firm_conflict(s: PairSignals) -> bool:
    """Whether a rule finds a conflict beside two dates of what may have happened twice."""
    return s.conflicts > s.twice_dated or bool(s.anchored)


def has_soft_conflict(s: PairSignals) -> bool:
    """Whether a rule finds a possible conflict: only one side denies, or a name is missing."""
    return bool(s.claim.negations) != bool(s.aligned.negations) or bool(s.names.missing)


def facts_decide(by_rules: StanceVerdict, s: PairSignals, by_model: StanceScores) -> bool:
    """Whether the rules' verdict stands whatever the model says: models do not compute, rules do.

    True where rules would show a conflict of dates; and for a conflict of numbers, or support with agreeing numbers or
    dates, unless the model is sure of the contrary.
    """
    if not by_rules.shown:
        return False
    if by_rules.stance is Stance.REFUTES:
        return bool(s.dates.conflicts) or (bool(s.numbers.conflicts) and by_model.supports < SURE_AGAINST_FACTS)
    return s.numbers.agreed + s.dates.agreed > 0 and by_model.refutes < SURE_AGAINST_FACTS


def refutation_too_unsure(s: PairSignals, joined: StanceScores) -> bool:
    """Whether the stance is left open: too unsure to call it a refutation at all."""
    return joined.refutes < (REFUTES_WITH_CONFLICT_FROM if has_conflict(s) else REFUTES_WITHOUT_CONFLICT_FROM)


def refutation_shown(s: PairSignals, joined: StanceScores) -> bool:
    """Whether a refutation is sure enough to count: a rule finds it, and it is about the claim."""
    about_it = s.subject >= REFUTES_SUBJECT_FROM or joined.neutral <= REFUTES_NEUTRAL_UP_TO
    return about_it and (has_firm_conflict(s) or has_soft_conflict(s)) and not refutation_too_unsure(s, joined)


def support_shown(s: PairSignals, joined: StanceScores) -> bool:
    """Support is not shown against a rule, without a number or date of the claim, or where the evidence hedges."""
    against = has_conflict(s) or s.swapped or s.hedged or s.numbers.missing or s.dates.missing
    if against:
        return False
    if s.claim.lang == JA:
        full = s.coverage >= SUPPORT_FULL_JA and not s.names.missing
        return joined.supports >= SUPPORTS_SHOWN_FROM_JA or (full and joined.supports >= SUPPORT_WITH_FULL_JA)
    by_rules = rule_scores(s).supports >= SUPPORT_BY_RULES
    return joined.supports >= SUPPORTS_SHOWN_FROM or (by_rules and joined.supports >= SUPPORT_WITH_RULES)
