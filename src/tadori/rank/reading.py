"""Lets the answer reader read the likeliest candidates, and joins what it finds with what words and cosines said.

In: a question, candidates with their first scores, a reader. Out: scores in log odds, or what the reader said of
each. Only the likeliest are read: the reader does some hundreds of sentences a second. The weights are fitted by
`training/answers/join.py`.
"""

from collections.abc import Sequence
from typing import Final

from tadori.minds.base import AnswerLine, AnswerReader
from tadori.model.evidence_thresholds import ANSWERS_READ, FOREIGN_ANSWERS_READ, UNREAD_BEHIND
from tadori.model.fitted_weights import READ_HOLDS, READ_ORDER
from tadori.model.ids import Lang
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.question import ParsedQuestion
from tadori.text.names_across import written_as_asked
from tadori.text.sentences import sentences

_SURE: Final = 8.0
"""Beyond it the reader's number says no more."""


def answer_line(candidate: AnswerCandidate, question: str, asked_lang: Lang) -> AnswerLine:
    """A candidate with its title, its heading and the sentence before it.

    One in another language is read with its names as the question writes them: the reader has never met most of them.
    """
    start = max(0, candidate.context.find(candidate.text))
    spans = sentences(candidate.context[:start], candidate.lang)
    before = candidate.context[spans[-1].start : spans[-1].end].strip() if spans else ""
    line = AnswerLine(above=f"{candidate.title}. {candidate.heading}", before=before, text=candidate.text)
    if candidate.lang == asked_lang:
        return line
    return AnswerLine(
        above=written_as_asked(question, asked_lang, line.above, candidate.lang),
        before=written_as_asked(question, asked_lang, line.before, candidate.lang),
        text=written_as_asked(question, asked_lang, line.text, candidate.lang),
    )


def readings(
    question: str, lang: Lang, candidates: Sequence[AnswerCandidate], places: Sequence[int], reader: AnswerReader
) -> dict[int, float]:
    """Place → the log odds that the candidate there answers `question`, which is in `lang`."""
    found = reader.log_odds(question, [answer_line(candidates[i], question, lang) for i in places])
    return {i: max(-_SURE, min(_SURE, value)) for i, value in zip(places, found, strict=True)}


def read_again(
    question: ParsedQuestion,
    candidates: Sequence[AnswerCandidate],
    order: Sequence[float],
    holds: Sequence[float],
    reader: AnswerReader,
) -> tuple[list[float], list[float]]:
    """The scores after the best candidates of each language were read; what was not read stays behind them."""
    read = readings(question.text, question.lang, candidates, worth_reading(question, candidates, order), reader)
    least = min(read.values(), default=0.0) - UNREAD_BEHIND
    joined_order, joined_holds = [], []
    for i, candidate in enumerate(candidates):
        side = "own" if candidate.lang == question.lang else "foreign"
        said = read.get(i, least)
        joined_order.append(_joined(READ_ORDER[side], order[i], said))
        joined_holds.append(_joined(READ_HOLDS[side], holds[i], said))
    return joined_order, joined_holds


def worth_reading(question: ParsedQuestion, candidates: Sequence[AnswerCandidate], order: Sequence[float]) -> list[int]:
    """The places of the best candidates of the question's language, and of those of another."""
    ranked = sorted(range(len(candidates)), key=lambda i: (-order[i], candidates[i].page_rank, i))
    own = [i for i in ranked if candidates[i].lang == question.lang]
    foreign = [i for i in ranked if candidates[i].lang != question.lang]
    return [*own[:ANSWERS_READ], *foreign[:FOREIGN_ANSWERS_READ]]


def _joined(weights: tuple[float, float, float], first: float, read: float) -> float:
    by_first, by_reading, bias = weights
    return by_first * first + by_reading * read + bias
