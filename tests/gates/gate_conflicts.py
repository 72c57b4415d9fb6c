"""Conflicts: RAMDocs questions over documents that are right, right for another meaning, wrong, or noise.

All 1 121 documents of the 250 questions stand in one library without titles, so the right ones must be found as well.
The scorer was tuned on one half of the questions; figures are given for the other half, and for all.
"""

import gzip
import json
import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tadori.text.normalise import squash
from tests.gates.figures import Figure, data_folder
from tests.gates.research import desk, printed

NEEDS = ["conflicts/ramdocs-first-half.jsonl.gz"]
QUICK = 8
SEED = 20261116


def tuning_half(total: int) -> frozenset[int]:
    """The questions that may be tuned on; figures are reported on the others, and on all."""
    return frozenset(_drawn(total)[: total // 2])


@cache
def _drawn(total: int) -> tuple[int, ...]:
    order = list(range(total))
    random.Random(SEED).shuffle(order)
    return tuple(order)


def run(quick: bool) -> list[Figure]:
    with gzip.open(data_folder() / NEEDS[0], "rt", encoding="utf-8") as file:
        questions = [json.loads(line) for line in file]
    unseen = list(_drawn(len(questions))[len(questions) // 2 :])
    asked = unseen[:QUICK] if quick else [*unseen, *sorted(tuning_half(len(questions)))]
    documents = [
        (f"{i:03d}-{n}.html", "", document["text"])
        for i, question in enumerate(questions)
        for n, document in enumerate(question["documents"])
    ]
    with tempfile.TemporaryDirectory() as folder, desk(Path(folder), documents, "en") as where:
        seen = {i: _seen(where.ask(questions[i]["question"]), questions[i]) for i in asked}
    if quick:
        return _figures("quick sample", [seen[i] for i in asked], slack=0.30)
    return [
        *_figures("unseen half", [seen[i] for i in unseen]),
        *_figures("all", [seen[i] for i in asked]),
    ]


def _seen(report: dict[str, Any], question: dict[str, Any]) -> dict[str, bool | None]:
    """What a reader of the report meets; `both` is None where no wrong answer exists."""
    sentences = printed(report, "answer", "claims", "contested")
    right = _saying(sentences, question["gold_answers"])
    wrong = _saying(sentences, question["wrong_answers"])
    trusted = [s for s in wrong if s["standing"] == "corroborated" and s not in right]
    return {
        "right": bool(right),
        "trusted_wrong": bool(trusted),
        "both": bool(right and wrong) if question["wrong_answers"] else None,
        "silent": not report["answered"],
    }


def _saying(sentences: list[dict[str, Any]], answers: list[str]) -> list[dict[str, Any]]:
    wanted = [squash(answer) for answer in answers]
    return [s for s in sentences if any(answer in squash(s["text"]) for answer in wanted)]


def _figures(part: str, seen: list[dict[str, bool | None]], *, slack: float = 0.0) -> list[Figure]:
    """`slack` loosens the floors of a sample, which shows what is broken, not what is a point off."""
    two_sided = [s for s in seen if s["both"] is not None]
    return [
        _figure(part, "a right answer printed", seen, "right", floor=0.60 - slack, aim=None),
        _figure(
            part,
            "a wrong answer printed as corroborated and uncontested",
            seen,
            "trusted_wrong",
            floor=0.10 + slack,
            aim=0.0,
            at_least=False,
        ),
        _figure(part, "both sides shown where there are two", two_sided, "both", floor=0.60 - slack, aim=0.80),
    ]


def _figure(
    part: str,
    name: str,
    seen: list[dict[str, bool | None]],
    key: str,
    *,
    floor: float,
    aim: float | None,
    at_least: bool = True,
) -> Figure:
    share = sum(bool(s[key]) for s in seen) / len(seen)
    return Figure(
        name=f"conflicts, RAMDocs, {part}: {name}", value=share, floor=floor, aim=aim, n=len(seen), at_least=at_least
    )
