"""Measures answers: 500 pinned JSQuAD questions, all 1 145 passages as library; and the same with the gold passage
hidden.

The answer section (at most three sentences) must contain a gold answer; without the passage the program must say that
the evidence is not enough, and with it must not. The scorer was fitted on the other questions only.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tadori.evaluate.bench import Bench, Document
from tadori.evaluate.data import Row, expected_shape, json_lines
from tadori.evaluate.figures import MeasuredFigure
from tadori.evaluate.reports import pinned_order, printed
from tadori.evaluate.retrieval import JSQUAD, paragraphs
from tadori.text.sameness import comparable

NAME: Final = "answers, jsquad"
QUESTIONS: Final = 500
QUICK: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOutcome:
    """The outcome of one question, with the gold passage and without it."""

    held: bool
    silent_with: bool
    silent_without: bool


def measure(bench: Bench) -> Iterator[MeasuredFigure]:
    yield from answer_figures(ask_twice(bench, pinned_questions(bench.data, bench.quick)))


def pinned_questions(data: Path, quick: bool) -> list[Row]:
    questions = json_lines(data / JSQUAD / "questions.jsonl.gz", "question", "gold", "answers")
    return [questions[i] for i in pinned_order(len(questions))[: QUICK if quick else QUESTIONS]]


def ask_twice(bench: Bench, questions: Sequence[Row]) -> list[QuestionOutcome]:
    """Each question over all passages, with the gold passage and without it."""
    asked = []
    with bench.open_harness(documents(bench.data), "ja") as harness:
        for number, question in enumerate(questions, 1):
            whole = harness.research(question["question"])
            removed = harness.research(question["question"], hidden=[file_name(question["gold"])])
            asked.append(
                QuestionOutcome(
                    held=holds(whole, question["answers"]),
                    silent_with=whole["answered"] == "no",
                    silent_without=removed["answered"] == "no",
                )
            )
            bench.on_progress(f"{number} of {len(questions)} questions")
    return asked


def answer_figures(asked: Sequence[QuestionOutcome]) -> Iterator[MeasuredFigure]:
    values = {
        "gold answer in the answer section": [a.held for a in asked],
        "silent without the gold passage": [a.silent_without for a in asked],
        "silent with it": [a.silent_with for a in asked],
    }
    for figure, found in values.items():
        yield MeasuredFigure(set=NAME, figure=figure, value=sum(found) / len(found), n=len(found))


def holds(report: dict[str, Any], answers: Sequence[str]) -> bool:
    said = [comparable(sentence["text"]) for sentence in printed(report, "answer")]
    return any(comparable(answer) in words for answer in answers for words in said)


def documents(data: Path) -> list[Document]:
    """JSQuAD's paragraphs as files of a library."""
    return [(file_name(identity), title, text) for identity, title, text in paragraphs(data)]


def file_name(passage: int | str) -> str:
    with expected_shape(JSQUAD):
        return f"{int(passage):04d}.html"
