"""Measures conflicts: RAMDocs questions over documents that are right, right for another meaning, wrong, or noise; and
contradicting pairs of passages of WikiContradict.

All documents of RAMDocs are in one library without titles, so the right ones must be found as well. The scorer was
tuned on one half of the questions; figures are given for the other half, and for all. WikiContradict has no unseen
half: 37 of its 65 pairs were read before the rule of anchored facts was written.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from tadori.evaluate.bench import Bench, Document
from tadori.evaluate.data import Row, expected_shape, json_lines
from tadori.evaluate.figures import MeasuredFigure
from tadori.evaluate.reports import pinned_order, printed
from tadori.evaluate.stance import share
from tadori.judge.judge import Judge
from tadori.minds.base import EvidencePair
from tadori.model.claim import Stance
from tadori.model.ids import EN
from tadori.text.sameness import comparable
from tadori.text.sentences import sentences

RAMDOCS: Final = "conflicts/ramdocs-first-half"
WIKICONTRADICT: Final = "conflicts/wikicontradict-first-half"
QUICK: Final = 8

Seen = dict[str, bool | None]


def ramdocs(bench: Bench) -> Iterator[MeasuredFigure]:
    questions = ramdocs_questions(bench)
    unseen = list(pinned_order(len(questions))[len(questions) // 2 :])
    asked = unseen[:QUICK] if bench.quick else [*unseen, *sorted(tuning_half(len(questions)))]
    seen: dict[int, Seen] = {}
    with bench.open_harness(ramdocs_documents(questions), "en") as harness:
        for i in asked:
            seen[i] = _seen(harness.research(questions[i]["question"]), questions[i])
            bench.on_progress(f"{len(seen)} of {len(asked)} questions")
    yield from _ramdocs_figures("unseen half", [seen[i] for i in unseen if i in seen])
    if not bench.quick:
        yield from _ramdocs_figures("all", [seen[i] for i in asked])


def ramdocs_questions(bench: Bench) -> list[Row]:
    path = bench.data / f"{RAMDOCS}.jsonl.gz"
    return json_lines(path, "question", "documents", "gold_answers", "wrong_answers")


def ramdocs_documents(questions: Sequence[Row]) -> list[Document]:
    with expected_shape(RAMDOCS):
        return [
            (f"{i:03d}-{n}.html", "", str(document["text"]))
            for i, question in enumerate(questions)
            for n, document in enumerate(question["documents"])
        ]


def tuning_half(total: int) -> frozenset[int]:
    """The questions that may be tuned on; figures are reported on the others, and on all."""
    return frozenset(pinned_order(total)[: total // 2])


def _seen(report: dict[str, Any], question: Row) -> Seen:
    """What a reader of the report sees; `both` is None where no wrong answer exists."""
    printed_ones = printed(report, "answer", "claims", "contested")
    right = _saying(printed_ones, question["gold_answers"])
    wrong = _saying(printed_ones, question["wrong_answers"])
    trusted = [s for s in wrong if s["standing"] == "corroborated" and s not in right]
    return {
        "right": bool(right),
        "trusted_wrong": bool(trusted),
        "both": bool(right and wrong) if question["wrong_answers"] else None,
    }


def _saying(sentences: list[dict[str, Any]], answers: list[str]) -> list[dict[str, Any]]:
    wanted = [comparable(answer) for answer in answers]
    return [s for s in sentences if any(answer in comparable(s["text"]) for answer in wanted)]


def _ramdocs_figures(part: str, seen: list[Seen]) -> Iterator[MeasuredFigure]:
    two_sided = [s for s in seen if s["both"] is not None]
    for words, key, counted in (
        ("a right answer printed", "right", seen),
        ("a wrong answer printed as corroborated and uncontested", "trusted_wrong", seen),
        ("both sides shown where there are two", "both", two_sided),
    ):
        if counted:
            value = sum(bool(s[key]) for s in counted) / len(counted)
            yield MeasuredFigure(set=RAMDOCS, figure=f"{part}: {words}", value=value, n=len(counted))


def wikicontradict(bench: Bench) -> Iterator[MeasuredFigure]:
    """The two statements of a pair; neighbours within one passage are the negatives."""
    rows = json_lines(bench.data / f"{WIKICONTRADICT}.jsonl.gz", "annotationResult")
    annotations = [row["annotationResult"] for row in rows]
    with expected_shape(WIKICONTRADICT):
        statements = [(_statement(t, "A"), _statement(t, "B")) for t in annotations]
        passages = [str(t[f"paragraph{side}_information"]) for t in annotations for side in "AB"]
    found = [_contradict(bench.judge, a, b) for a, b in statements]
    false = [_contradict(bench.judge, a, b) for passage in passages for a, b in pairwise(_sentences(passage))]
    flagged = sum(found) + sum(false)
    yield MeasuredFigure(set=WIKICONTRADICT, figure="contradictions found", value=share(found), n=len(found))
    yield MeasuredFigure(set=WIKICONTRADICT, figure="precision", value=sum(found) / max(1, flagged), n=flagged)


def _statement(row: Row, side: str) -> str:
    """The statement in its annotator's words where there are any, otherwise the whole passage."""
    return str(row.get(f"paragraph{side}_information_standalone") or row[f"paragraph{side}_information"])


def _sentences(passage: str) -> list[str]:
    return [passage[span.start : span.end] for span in sentences(passage, EN)]


def _contradict(judge: Judge, a: str, b: str) -> bool:
    """Whether either side refutes the other, shown or as a possible conflict; what is left open is neither."""
    both = judge.verdicts([EvidencePair(claim=a, evidence=b), EvidencePair(claim=b, evidence=a)])
    return any(verdict.stance is Stance.REFUTES and not verdict.abstained for verdict in both)
