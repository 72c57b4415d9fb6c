"""The driver of a run that looks at one claim of a finished report again: for it, then against it.

Comes in: the state of the research and the claim. Goes out: one action. The order: a search for what the claim speaks
of, without its value; a search for what refutes it, over the pages already read too; the answer; the stop. It makes no
further rounds, whatever it finds. Pure: the same state gives the same action.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tadori.engine.drivers.mechanical import frame_queries, mirrored, queries_against
from tadori.engine.planning.phrases import key_phrases, name_phrases
from tadori.engine.planning.plan import distinct_queries, hits_per_query
from tadori.engine.planning.stopping import StopCircumstances, stop_reason_text
from tadori.model.actions import Action, AnswerAction, RefuteAction, SearchAction, StopAction
from tadori.model.budget import exhausted_limit
from tadori.model.claim import Claim
from tadori.model.ids import JA, Lang
from tadori.model.printable import one_line
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import StopReason
from tadori.model.state import ResearchState
from tadori.model.thresholds import DEEPENED_NAMES, DEEPENED_PHRASES
from tadori.text.dates import dates

_VALUE: Final = re.compile(r"\d")
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class DeepenDriver:
    """Implements `Driver`: one more look at one claim."""

    claim: Claim | None
    """None where it was withdrawn meanwhile, because its page was lost."""
    sees_evidence: bool = True
    remembers: bool = False

    async def next(self, state: ResearchState) -> Action:
        return self.decide(state)

    def decide(self, state: ResearchState) -> Action:
        """The next action."""
        done = {outcome.kind for outcome in state.outcomes}
        if self.claim is None or state.user_stop:
            return self._stop(state)
        if SearchAction.kind not in done and not _is_spent(state):
            queries = deepening_queries(self.claim, state)
            if queries:
                return SearchAction(
                    queries=tuple(queries), reason=self._words("{}についてもう一度探す", "Look again: {}", state)
                )
        if RefuteAction.kind not in done:
            against = [] if _is_spent(state) else distinct_queries(queries_against(self.claim, state))
            reason = self._words("反証を探す: {}", "Look for what speaks against: {}", state)
            return RefuteAction(claim_id=self.claim.id, queries=tuple(against), reason=reason, rereads=True)
        if not state.answered:
            return AnswerAction(reason=self._words("見直しを終えた: {}", "Looked at again: {}", state))
        return self._stop(state)

    def _stop(self, state: ResearchState) -> StopAction:
        reason = StopReason.ANSWER_ACCEPTED
        if state.user_stop:
            reason = StopReason.USER_STOP
        elif _is_spent(state):
            reason = StopReason.ALL_BLOCKED if state.all_blocked else StopReason.BUDGET
        if reason is not StopReason.ANSWER_ACCEPTED or self.claim is None:
            circumstances = StopCircumstances(budget=state.budget, spent=state.spent, all_blocked=state.all_blocked)
            return StopAction(
                reason=reason, words=stop_reason_text(reason, circumstances, state.max_rounds, state.lang)
            )
        new = sum(outcome.new_claims for outcome in state.outcomes)
        words = self._words(
            f"主張を見直し、新しい文が{new}件見つかった: {{}}。",
            f"A claim was looked at again, with {new} new statements: {{}}.",
            state,
        )
        return StopAction(reason=reason, words=words)

    def _words(self, ja: str, en: str, state: ResearchState) -> str:
        """`ja` or `en` with the claim in quotation marks."""
        assert self.claim is not None
        shown = one_line(self.claim.text, _SHOWN)
        return ja.format(f"「{shown}」") if state.lang == JA else en.format(f'"{shown}"')


def deepening_queries(claim: Claim, state: ResearchState) -> list[Query]:
    """Queries for what the claim speaks of: its subject, what its frames ask for, and its names, without the value.

    In the other language too where the web is searched; folders are searched across languages already.
    """
    made = [
        Query.of(
            task_id=state.task_id,
            text=text,
            lang=lang,
            purpose=QueryPurpose.DEEPEN,
            section_id=state.plan.sections[0].id,
            round=state.round,
            limit=2 * hits_per_query(state.effort),
            cause_id=claim.id,
        )
        for text, lang in _texts(claim, state)
    ]
    return distinct_queries(made)


def _texts(claim: Claim, state: ResearchState) -> Iterator[tuple[str, Lang]]:
    lang = claim.lang
    text = _without_dates(claim.text)
    words = [phrase for phrase in key_phrases(text, lang) if not _VALUE.search(phrase)]
    subject = " ".join([claim.context.subject, *words[:DEEPENED_PHRASES]]).strip()
    if subject:
        yield subject, lang
    for asked in frame_queries(claim):
        yield asked, lang
    if not state.on_the_web:
        for name in name_phrases(text, lang)[:DEEPENED_NAMES]:
            if not _VALUE.search(name):
                yield name, lang
    elif subject and (other := mirrored(subject, lang)) is not None:
        yield other.text, other.lang


def _without_dates(text: str) -> str:
    kept, at = [], 0
    for date in dates(text):
        kept.append(text[at : max(at, date.start)])
        at = max(at, date.end)
    return " ".join([*kept, text[at:]])


def _is_spent(state: ResearchState) -> bool:
    return state.all_blocked or exhausted_limit(state.budget, state.spent) is not None
