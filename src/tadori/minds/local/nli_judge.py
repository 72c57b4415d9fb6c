"""An NLI model as a judge of wording (X11): do the quoted words say this sentence?

Comes in: a sentence, its quotations, mutants of the sentence. Goes out: an opinion. The model scores the sentence and
each mutant against the quoted words; it must find the one supported and none of the others. It sees no question, and
nothing that gives orders. Whether the sentence may be printed is decided elsewhere (`judge/judged.py`).
"""

from collections.abc import Sequence
from typing import Final

from tadori.errors import ModelUnusable
from tadori.minds.base import Entailment, EvidencePair
from tadori.model.doors import InThread
from tadori.model.evidence_thresholds import WORDING_SUPPORTED
from tadori.model.grading import JudgeOpinion, OpinionKind, QuotedPassage
from tadori.text.orders import orders_in

GIVES_ORDERS: Final = "GIVES_ORDERS"
MODEL_UNUSABLE: Final = "MODEL_UNUSABLE"
NO_CANARY: Final = "NO_CANARY"


class NliWordingJudge:
    """Implements `WordingJudge` with the stance model of the user (`models.nli`), or another one."""

    def __init__(self, model: Entailment, in_thread: InThread) -> None:
        self._model, self._in_thread = model, in_thread

    @property
    def name(self) -> str:
        return self._model.model_id

    async def opinion(
        self, sentence: str, quotations: Sequence[QuotedPassage], canaries: Sequence[str]
    ) -> JudgeOpinion:
        if any(orders_in(text) for text in (sentence, *(one.text for one in quotations))):
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=GIVES_ORDERS)
        if not canaries:
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=NO_CANARY)
        evidence = " ".join(one.text for one in quotations)
        pairs = [EvidencePair(claim=text, evidence=evidence) for text in (sentence, *canaries)]
        try:
            found = await self._in_thread(self._model.scores, pairs)
        except ModelUnusable:
            return JudgeOpinion(kind=OpinionKind.NO_ANSWER, code=MODEL_UNUSABLE)
        supported = [round(one.supports, 4) for one in found]
        return JudgeOpinion(kind=_kind(supported[0], supported[1:]), model=self.name, score=supported[0])


def _kind(own: float, mutants: Sequence[float]) -> OpinionKind:
    if own < WORDING_SUPPORTED:
        return OpinionKind.NOT_ENTAILED
    return OpinionKind.CANARY_FAILED if max(mutants) >= WORDING_SUPPORTED else OpinionKind.ENTAILED
