"""Decides whether to search another round, with the reason as a sentence (F5).

Comes in: gaps, budget and novelty. Goes out: `Iteration`. There is one order of precedence (rulings), that of the enum
`StopReason`: the first reason that applies decides. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tadori.model.budget import Budget, Spent, exhausted_limit
from tadori.model.ids import JA, Lang
from tadori.model.question import StopReason
from tadori.model.rounds import Iteration
from tadori.model.thresholds import MAX_ROUNDS, NOVELTY_CYCLES, NOVELTY_FLOOR, SATISFIED_AT

_LIMITS: Final[dict[str, tuple[str, str]]] = {
    "pages": ("ページ数", "pages"),
    "seconds": ("時間", "time"),
    "tokens": ("トークン", "tokens"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCircumstances:
    """Everything except the gaps that decides whether to continue."""

    budget: Budget
    spent: Spent
    novelty_history: Sequence[float] = ()
    claims_satisfied: bool = False
    """The claims of the answer have enough independent sources."""
    can_ask_more: bool = True
    """Whether there is a query that was not made yet."""
    answer_accepted: bool = False
    all_blocked: bool = False
    user_stop: bool = False


def decide_iteration(
    *,
    current_iteration: int,
    missing_information: Sequence[str],
    confidence_score: float,
    circumstances: StopCircumstances,
    lang: Lang,
    max_iterations: int = MAX_ROUNDS,
) -> Iteration:
    """Whether to search another round after `current_iteration` rounds; 0 means that nothing was searched yet."""
    stop = _stop_reason(current_iteration, max_iterations, missing_information, confidence_score, circumstances)
    if stop is not None:
        words = stop_reason_text(stop, circumstances, max_iterations, lang)
    elif lang == JA:
        wanted = "、".join(missing_information[:3]) or "ほかの独立した出所"
        words = f"{current_iteration}回目の検索まで終え、まだ足りない: {wanted}。"
    else:
        wanted = ", ".join(missing_information[:3]) or "further independent sources"
        words = f"After {current_iteration} of {max_iterations} rounds this is still missing: {wanted}."
    return Iteration(
        current_iteration=current_iteration, should_continue_search=stop is None, stop_reason=stop, reason=words
    )


def stop_reason_text(reason: StopReason, circumstances: StopCircumstances, max_iterations: int, lang: Lang) -> str:
    """Why a run stopped, as a sentence in the report's language."""
    limit_ja, limit_en = _LIMITS.get(
        exhausted_limit(circumstances.budget, circumstances.spent) or "", ("予算", "budget")
    )
    ja, en = {
        StopReason.USER_STOP: ("利用者が停止した。", "It was stopped by its user."),
        StopReason.BUDGET: (f"予算（{limit_ja}）を使い切った。", f"The budget ({limit_en}) is used up."),
        StopReason.ALL_BLOCKED: ("すべての情報源に拒まれた。", "Every source refused."),
        StopReason.ANSWER_ACCEPTED: ("答えが受け入れられた。", "The answer was accepted."),
        StopReason.SATISFIED: (
            "必要な情報がそろい、独立した出所も十分にある。",
            "All that was asked is covered by enough independent sources.",
        ),
        StopReason.NOVELTY: ("新しい情報がほとんど出てこなくなった。", "Further reading brought almost nothing new."),
        StopReason.EARLY_STOP: ("これ以上調べる手がかりがない。", "No lead is left to follow."),
        StopReason.MAX_ROUNDS: (
            f"検索の上限（{max_iterations}回）に達した。",
            f"The maximum of {max_iterations} rounds is reached.",
        ),
    }[reason]
    return ja if lang == JA else en


def _stop_reason(
    current: int, most: int, missing: Sequence[str], confidence: float, circumstances: StopCircumstances
) -> StopReason | None:
    """The first reason that applies, in order of precedence; None to continue."""
    dry = circumstances.novelty_history[-NOVELTY_CYCLES:]
    holds = {
        StopReason.USER_STOP: circumstances.user_stop,
        StopReason.BUDGET: exhausted_limit(circumstances.budget, circumstances.spent) is not None,
        StopReason.ALL_BLOCKED: circumstances.all_blocked,
        StopReason.ANSWER_ACCEPTED: circumstances.answer_accepted,
        StopReason.SATISFIED: not missing and confidence >= SATISFIED_AT and circumstances.claims_satisfied,
        StopReason.NOVELTY: len(dry) == NOVELTY_CYCLES and all(share < NOVELTY_FLOOR for share in dry),
        StopReason.EARLY_STOP: not circumstances.can_ask_more,
        StopReason.MAX_ROUNDS: current >= most,
    }
    return next((reason for reason in StopReason if holds[reason]), None)
