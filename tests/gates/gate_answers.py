"""Answers: 500 pinned JSQuAD questions, all 1 145 passages as library; and the same with the gold passage hidden.

The answer section (at most three sentences) must hold a gold answer; without the passage the program must say that
the evidence is not enough, and with it must not. Everything the scorer learnt comes from the other questions.
"""

import gzip
import json
import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tadori.text.normalise import squash
from tests.gates.figures import Figure, data_folder
from tests.gates.research import Desk, desk, printed

NEEDS = ["retrieval/jsquad"]
QUESTIONS = 500
QUICK = 12
AT_ONCE = 2
SEED = 20261116


def pinned(total: int, count: int = QUESTIONS) -> frozenset[int]:
    """Which of `total` questions are measured here, and therefore tuned on nowhere."""
    return frozenset(_drawn(total)[:count])


@cache
def _drawn(total: int) -> tuple[int, ...]:
    order = list(range(total))
    random.Random(SEED).shuffle(order)
    return tuple(order)


def run(quick: bool) -> list[Figure]:
    questions = _lines("questions.jsonl.gz")
    measured = [questions[i] for i in _drawn(len(questions))[: QUICK if quick else QUESTIONS]]
    shares = 1 if quick else AT_ONCE
    with ProcessPoolExecutor(shares, mp_context=get_context("spawn")) as pool:
        asked = [pair for part in pool.map(_asked, [measured[n::shares] for n in range(shares)]) for pair in part]
    measured = [question for part in range(shares) for question in measured[part::shares]]
    whole, removed = [with_it for with_it, _ in asked], [without for _, without in asked]
    count = len(measured)
    held = sum(_holds(report, q["answers"]) for report, q in zip(whole, measured, strict=True))
    slack = 0.3 if quick else 0.0  # a few questions show what is broken, not what is a point off
    return [
        _figure("gold answer in the answer section", held / count, 0.91 - slack, 0.93, count),
        _figure("abstains without the gold passage", _silent(removed) / count, 0.65 - slack, 0.70, count),
        _figure("abstains with it", _silent(whole) / count, 0.10 + slack, None, count, at_least=False),
    ]


def _asked(questions: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The reports with and without the gold passage, from a home and a process of their own."""
    with tempfile.TemporaryDirectory() as folder, desk(Path(folder), _documents(), "ja") as where:
        return [(_ask(where, q, hide=False), _ask(where, q, hide=True)) for q in questions]


def _figure(name: str, value: float, floor: float, aim: float | None, count: int, *, at_least: bool = True) -> Figure:
    return Figure(name=f"answers, JSQuAD: {name}", value=value, floor=floor, aim=aim, n=count, at_least=at_least)


def _silent(reports: list[dict[str, Any]]) -> int:
    return sum(not report["answered"] for report in reports)


def _holds(report: dict[str, Any], answers: list[str]) -> bool:
    said = [squash(sentence["text"]) for sentence in printed(report, "answer")]
    return any(squash(answer) in words for answer in answers for words in said)


def _ask(where: Desk, question: dict[str, Any], *, hide: bool) -> dict[str, Any]:
    return where.ask(question["question"], hidden=[_name(question["gold"])] if hide else [])


def _name(passage: int) -> str:
    return f"{passage:04d}.html"


def _documents() -> list[tuple[str, str, str]]:
    found = []
    for row in _lines("passages.jsonl.gz"):
        title, text = row["text"].split(" [SEP] ", 1)
        found.append((_name(row["id"]), title, text))
    return found


def _lines(name: str) -> list[dict[str, Any]]:
    with gzip.open(data_folder() / NEEDS[0] / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
