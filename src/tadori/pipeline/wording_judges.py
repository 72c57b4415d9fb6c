"""Asks judges whether quotations say a sentence in other words (X11, grade `judged`): implements `Judges`.

Comes in: a sentence of a report and its quotations. Goes out: the votes of the judges that passed their canaries. Rules
go first: a sentence that they derive needs no vote, one that they object to gets none, and neither does one beside text
that gives orders. Judges are bounded in number of sentences and opinions, and one that keeps failing is left alone.
What was asked and answered is told in one event a sentence. Whether votes carry a sentence: `judge/judged.py`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tadori.errors import WrongCall
from tadori.events import Emit, ignore_event
from tadori.events.language_models import WordingJudged
from tadori.judge.canaries import canaries_of
from tadori.judge.judge_errors import measured_error
from tadori.model.doors import SentenceCheck, WordingJudge
from tadori.model.grading import EntailmentVote, Grade, JudgeOpinion, OpinionKind, QuotedPassage
from tadori.model.llm_thresholds import JUDGE_MISSES, MOST_CANARIES, MOST_JUDGED, MOST_OPINIONS
from tadori.text.orders import orders_in


@dataclass(slots=True, kw_only=True)
class WordingJudges:
    """The judges of one report."""

    judges: Sequence[WordingJudge]
    check: SentenceCheck
    emit: Emit = ignore_event
    most_sentences: int = MOST_JUDGED
    most_opinions: int = MOST_OPINIONS
    _judged: int = 0
    _opinions: Counter[int] = field(default_factory=Counter)
    """By judge: those asked for so far."""
    _missed: Counter[int] = field(default_factory=Counter)
    """By judge: those in a row that did not come."""

    async def votes(self, sentence: str, quotations: Sequence[QuotedPassage]) -> tuple[EntailmentVote, ...]:
        """The votes of the judges that passed their canaries; empty where none may or can be asked."""
        code = self._why_not(sentence, quotations)
        if code:
            self.emit(WordingJudged(code=code))
            return ()
        self._judged += 1
        canaries = tuple(one.text for one in canaries_of(sentence))[:MOST_CANARIES]
        opinions: list[JudgeOpinion] = []
        for at, judge in enumerate(self.judges):
            if self._opinions[at] >= self.most_opinions or self._missed[at] >= JUDGE_MISSES:
                continue
            self._opinions[at] += 1
            opinion = await judge.opinion(sentence, quotations, canaries)
            self._missed[at] = self._missed[at] + 1 if opinion.kind is OpinionKind.NO_ANSWER else 0
            opinions.append(opinion)
        self.emit(_told(opinions))
        return tuple(_vote(one, sentence, quotations) for one in opinions if one.kind in _VOTES)

    def _why_not(self, sentence: str, quotations: Sequence[QuotedPassage]) -> str:
        """Why no judge is asked; empty where they are. The cheapest reason comes first."""
        if not self.judges:
            return "NO_JUDGE"
        if self._judged >= self.most_sentences:
            return "SENTENCES_SPENT"
        around = (part for one in quotations for part in (one.text, one.before, one.after, one.heading))
        if any(orders_in(text) for text in (sentence, *around)):
            return "GIVES_ORDERS"
        return "" if self._would_carry(sentence, quotations) else "RULES_DECIDE"

    def _would_carry(self, sentence: str, quotations: Sequence[QuotedPassage]) -> bool:
        """Whether a vote would make it judged: tried with one that is kept nowhere. Rules derive or refuse the rest."""
        try:
            return self.check.grade(sentence, quotations, [_trial(sentence, quotations)]).grade is Grade.JUDGED
        except WrongCall:
            return False


_VOTES = frozenset([OpinionKind.ENTAILED, OpinionKind.NOT_ENTAILED])


def _trial(sentence: str, quotations: Sequence[QuotedPassage]) -> EntailmentVote:
    pair = EntailmentVote.pair_hash_of(sentence, tuple(one.text for one in quotations))
    return EntailmentVote(model="trial", entailed=True, score=1.0, pair_hash=pair)


def _vote(opinion: JudgeOpinion, sentence: str, quotations: Sequence[QuotedPassage]) -> EntailmentVote:
    return EntailmentVote(
        model=opinion.model,
        entailed=opinion.kind is OpinionKind.ENTAILED,
        score=opinion.score,
        pair_hash=EntailmentVote.pair_hash_of(sentence, tuple(one.text for one in quotations)),
        error=measured_error(opinion.model),
    )


def _told(opinions: Sequence[JudgeOpinion]) -> WordingJudged:
    counted = Counter(one.kind for one in opinions)
    return WordingJudged(
        accepted=counted[OpinionKind.ENTAILED],
        refused=counted[OpinionKind.NOT_ENTAILED],
        canary_failed=counted[OpinionKind.CANARY_FAILED],
        unanswered=counted[OpinionKind.NO_ANSWER],
        code="" if opinions else "JUDGES_SPENT",
    )
