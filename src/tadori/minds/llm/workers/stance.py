"""A language model as the last judge of pairs that stay hard (`escalation.FurtherJudge`). It informs, and may abstain.

Comes in: a claim and the text it is judged by. Goes out: probabilities that are never certain, or no opinion. Text that
gives orders to its reader is not shown to the model. Whether a sentence may be printed is never decided here.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tadori.errors import ModelUnusable
from tadori.events import Emit, ignore_event
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.llm.workers.base import (
    BUDGET_CODE,
    MOST_CHARACTERS,
    TIME_CODE,
    PromptSource,
    RulesFallback,
    WorkResult,
    ask_or_fall_back,
    language_by_script,
)
from tadori.minds.llm.workers.blocking import RunBlocking
from tadori.minds.requests import Mind, ModelRequest, ModelRole, UntrustedText
from tadori.model.llm_thresholds import LEAST_STANCE_PERCENT, SUREST_STANCE
from tadori.text.orders import orders_in

if TYPE_CHECKING:
    from tadori.minds.llm.answers import StanceAnswer

JOB: Final = "stance"
GIVES_ORDERS: Final = "GIVES_ORDERS"
ABSTAINED: Final = "ABSTAINED"
_UNREACHABLE: Final = "MODEL_UNREACHABLE"


async def stance_of(
    mind: Mind | None, prompts: PromptSource, pair: EvidencePair, *, emit: Emit = ignore_event
) -> WorkResult[StanceScores | None]:
    """A model's judgement of `pair`; None where that of the stance models stands."""
    if orders_in(pair.claim) or orders_in(pair.evidence):
        return WorkResult(value=None, code=GIVES_ORDERS)
    answer = await ask_or_fall_back(mind, lambda: _request(prompts, pair), emit)
    if isinstance(answer, RulesFallback):
        return WorkResult(value=None, code=answer.code)
    scores = scores_of(answer.value)
    return WorkResult(value=scores, model=answer.model, code="" if scores else ABSTAINED)


class ModelStance:
    """Implements `FurtherJudge`. Raises `ModelUnusable` when no model can be reached; otherwise it may abstain.

    `wait` is a `RunOnLoop`: pairs are judged on a thread.
    """

    def __init__(self, mind: Mind, prompts: PromptSource, wait: RunBlocking, emit: Emit = ignore_event) -> None:
        self._mind, self._prompts, self._wait, self._emit = mind, prompts, wait, emit

    @property
    def model_id(self) -> str:
        return "stance(" + ">".join(self._mind.model_ids) + ")"

    def opinions(self, pairs: Sequence[EvidencePair]) -> list[StanceScores | None]:
        return self._wait(self._opinions(pairs))

    async def _opinions(self, pairs: Sequence[EvidencePair]) -> list[StanceScores | None]:
        found: list[StanceScores | None] = []
        for pair in pairs:
            worked = await stance_of(self._mind, self._prompts, pair, emit=self._emit)
            if worked.code == _UNREACHABLE:
                raise ModelUnusable("no language model can be reached")
            if worked.code in (BUDGET_CODE, TIME_CODE):
                break  # no opinion on the rest: the budget will not come back within this call
            found.append(worked.value)
        return found + [None] * (len(pairs) - len(found))


def scores_of(answer: "StanceAnswer") -> StanceScores | None:
    """The answer as probabilities: at most .9 for its stance, the rest split evenly; None below a guess."""
    if answer.confidence < LEAST_STANCE_PERCENT:
        return None
    first = round(min(SUREST_STANCE, answer.confidence / 100), 4)
    rest = round((1 - first) / 2, 4)
    return StanceScores(
        supports=first if answer.stance == "supports" else rest,
        refutes=first if answer.stance == "refutes" else rest,
        neutral=first if answer.stance == "neutral" else rest,
    )


def _request(prompts: PromptSource, pair: EvidencePair) -> "ModelRequest[StanceAnswer]":
    from tadori.minds.llm.answers import StanceAnswer  # lazy: pydantic is slow, and only a model needs it

    words = prompts.render(JOB, language_by_script(pair.claim))
    return ModelRequest(
        job=JOB,
        instructions=words.text,
        data=(
            UntrustedText(name="claim", text=pair.claim[: MOST_CHARACTERS // 3]),
            UntrustedText(name="evidence", text=pair.evidence[: MOST_CHARACTERS // 2]),
        ),
        answer=StanceAnswer,
        longest=60,
        role=ModelRole.SLOW,
        template=words.template,
    )
