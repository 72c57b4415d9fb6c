"""How far confidence tells claims that hold the answer from claims that do not, on JSQuAD.

Every printed claim of a research is right where it holds a gold answer of its question. Out: the area under the ROC
curve of confidence (a right claim above a wrong one; ties count half), and how many claims share the commonest value.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tadori.evaluate.answers import documents, pinned_questions
from tadori.text.sameness import comparable
from tests.gates.figures import Figure
from tests.gates.floors import bench

QUESTIONS: Final = 100
QUICK: Final = 10
FLOORS: Final = (0.70, 0.05)

Scored = tuple[float, bool]
"""Confidence, and whether the claim is right."""


def figures(quick: bool) -> list[Figure]:
    scored = scored_claims(quick)
    commonest = max(Counter(value for value, _ in scored).values())
    slack = 0.15 if quick else 0.0
    return [
        Figure(
            name="standing: confidence, jsquad: right claims above wrong ones (AUROC)",
            value=auroc(scored),
            floor=FLOORS[0] - slack,
            aim=0.65,
            n=len(scored),
        ),
        Figure(
            name="standing: confidence, jsquad: claims that share the commonest value",
            value=commonest / len(scored),
            floor=FLOORS[1] + slack,
            aim=0.20,
            n=len(scored),
            at_least=False,
        ),
    ]


def scored_claims(quick: bool) -> list[Scored]:
    program = bench(quick)
    found: list[Scored] = []
    with program.open_harness(documents(program.data), "ja") as harness:
        for question in pinned_questions(program.data, quick=False)[: QUICK if quick else QUESTIONS]:
            report = harness.research(question["question"])
            answers = [comparable(answer) for answer in question["answers"]]
            for claim in report["claims"]:
                said = comparable(claim["sentence"]["text"])
                found.append((claim["confidence"]["value"], any(answer in said for answer in answers)))
    return found


def auroc(scored: Sequence[Scored]) -> float:
    """The share of pairs (right, wrong) in which the right one has the higher value; ties count half."""
    right = [value for value, is_right in scored if is_right]
    wrong = [value for value, is_right in scored if not is_right]
    above = sum((one > other) + 0.5 * (one == other) for one in right for other in wrong)
    return above / (len(right) * len(wrong))
