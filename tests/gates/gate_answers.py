"""Answers to pinned JSQuAD questions, as `evaluate.answers` measures them, in two processes, with floors."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from tadori.evaluate import answers
from tadori.evaluate.reports import pinned_order
from tests.gates.figures import Figure, data_folder
from tests.gates.floors import bench, floored

NEEDS = ["retrieval/jsquad"]
AT_ONCE = 2
FLOORS = {
    f"{answers.NAME}: gold answer in the answer section": 0.91,
    f"{answers.NAME}: silent without the gold passage": 0.65,
    f"{answers.NAME}: silent with it": 0.10,
}


def pinned(total: int) -> frozenset[int]:
    """Which of `total` questions are measured here, and therefore tuned on nowhere."""
    return frozenset(pinned_order(total)[: answers.QUESTIONS])


def run(quick: bool) -> list[Figure]:
    questions = answers.pinned_questions(data_folder(), quick)
    shares = 1 if quick else AT_ONCE
    with ProcessPoolExecutor(shares, mp_context=get_context("spawn")) as pool:
        parts = pool.map(_asked, [questions[n::shares] for n in range(shares)])
        asked = [one for part in parts for one in part]
    return floored(answers.answer_figures(asked), FLOORS, slack=0.3 if quick else 0.0)


def _asked(questions: list[dict[str, Any]]) -> list[answers.QuestionOutcome]:
    """From a home and a process of their own."""
    return answers.ask_twice(bench(quick=False), questions)
