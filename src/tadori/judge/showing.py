"""What of a joined verdict may be printed as a fact, and what is only "may conflict" or left open.

In: the signals of a pair and the joined probabilities. Out: yes or no. Refutations are rare among pairs a research
meets, and a model alone is mostly wrong about them: one is shown only where the model, a ground of the rules and the
subject come together. Thresholds were chosen on the held-out part of `nli/train.jsonl.gz`: refutations for precision
where one pair in twenty is a refutation, supports for a precision of .80 in every English set.
"""

from typing import Final

from tadori.judge.rules import PairSignals
from tadori.judge.weights import rule_scores
from tadori.minds.base import StanceScores
from tadori.model.claim import Stance, StanceVerdict
from tadori.model.ids import JA

HARD_FROM: Final = 0.6
"""Refutes from which a refutation is said, where numbers, dates, opposites or denials conflict …"""
SOFT_FROM: Final = 0.8
"""… and where they do not: held out, at one refutation in twenty, half of what is said from here on is true."""
SUBJECT_FROM: Final = 0.4
"""Share of the claim's subject in the aligned sentence that makes a refutation be about the claim …"""
NEUTRAL_UP_TO: Final = 0.1
"""… or a model to which it is certainly not neutral, whatever the words."""
SUPPORT_FROM: Final = 0.7
SUPPORT_FROM_JA: Final = 0.8
"""Supports from which support is shown, where rules have nothing against it."""
SUPPORT_BY_RULES: Final = 0.5
"""What rules alone must give to support for the model to be asked for less …"""
SUPPORT_WITH_RULES: Final = 0.4
"""… which is this."""
FULL_JA: Final = 0.9
"""Share of a Japanese claim's words that does the same, since all the rules' probabilities are lower there …"""
SUPPORT_WITH_FULL_JA: Final = 0.5
ACROSS_FROM: Final = 0.8
"""Supports from which support across languages is shown, where numbers and dates agree as well."""
SURE_OF_MORE: Final = 0.8
"""What a model must give to the contrary before numbers and dates that rules compared give way to it."""


def has_conflict(s: PairSignals) -> bool:
    """Whether a rule sees a conflict."""
    return s.conflicts > 0 or bool(s.anchored)


def has_firm_conflict(s: PairSignals) -> bool:
    """Whether that conflict is more than two dates of what may have happened on both."""
    return s.conflicts > s.twice_dated or bool(s.anchored)


def has_soft_conflict(s: PairSignals) -> bool:
    """Whether a rule sees what may be one: one side denies, or a name is missing."""
    return bool(s.claim.negations) != bool(s.aligned.negations) or bool(s.names.missing)


def facts_decide(ruled: StanceVerdict, s: PairSignals, said: StanceScores) -> bool:
    """Whether the rules' verdict stands whatever the model makes of it: models do not compute, rules do.

    So it is where rules would show a conflict of dates; and a conflict of numbers, or support with such facts
    agreeing, unless the model is sure of the contrary.
    """
    if not ruled.shown:
        return False
    if ruled.stance is Stance.REFUTES:
        return bool(s.dates.conflicts) or (bool(s.numbers.conflicts) and said.supports < SURE_OF_MORE)
    return s.numbers.agreed + s.dates.agreed > 0 and said.refutes < SURE_OF_MORE


def refutation_too_unsure(s: PairSignals, told: StanceScores) -> bool:
    """Whether it is too unsure to say even that claim and evidence may conflict."""
    return told.refutes < (HARD_FROM if has_conflict(s) else SOFT_FROM)


def refutation_shown(s: PairSignals, told: StanceScores) -> bool:
    """Whether a refutation that is said is more than "may conflict": a rule sees it, and it is about the claim."""
    about_it = s.subject >= SUBJECT_FROM or told.neutral <= NEUTRAL_UP_TO
    return about_it and (has_firm_conflict(s) or has_soft_conflict(s)) and not refutation_too_unsure(s, told)


def support_shown(s: PairSignals, told: StanceScores) -> bool:
    """No support is shown against a rule, without a number or a date of the claim, or where the evidence hedges."""
    against = has_conflict(s) or s.swapped or s.hedged or s.numbers.missing or s.dates.missing
    if against:
        return False
    if s.claim.lang == JA:
        full = s.coverage >= FULL_JA and not s.names.missing
        return told.supports >= SUPPORT_FROM_JA or (full and told.supports >= SUPPORT_WITH_FULL_JA)
    ruled = rule_scores(s).supports >= SUPPORT_BY_RULES
    return told.supports >= SUPPORT_FROM or (ruled and told.supports >= SUPPORT_WITH_RULES)
