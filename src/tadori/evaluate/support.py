"""Measures the support rate: of the sentences that reports print, how many rest on archived words that hold.

Pinned questions are researched over the texts of the data sets; every sealed report is verified from its files alone,
as `tadori verify` does. A sentence holds when nothing is wrong with it; where something else about the report is wrong
(a torn archive, a graph that does not fit), none of its sentences counts as held. Whether sources agree (corroborated,
single source, contested) is counted separately.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from tadori.evaluate import answers
from tadori.evaluate.bench import Bench, Document, ResearchHarness, VerifiedReport
from tadori.evaluate.conflicts import RAMDOCS, ramdocs_documents, ramdocs_questions
from tadori.evaluate.data import json_lines
from tadori.evaluate.figures import MeasuredFigure
from tadori.evaluate.reports import pinned_order
from tadori.evaluate.retrieval import JSQUAD
from tadori.model.graph import Standing
from tadori.model.report import Sentence
from tadori.pipeline.verification.chain import checked_sentences

REPORTS: Final = 25
QUICK: Final = 3
_STANDINGS: Final = {
    Standing.CORROBORATED: "sentences that are corroborated",
    Standing.SINGLE_SOURCE: "sentences of a single source",
    Standing.CONTESTED: "sentences that are contested",
}

Corpus = tuple[list[Document], str, list[str]]
"""Documents, their language, and questions."""


def jsquad(data: Path) -> Corpus:
    questions = json_lines(data / JSQUAD / "questions.jsonl.gz", "question")
    return answers.documents(data), "ja", [row["question"] for row in questions]


def measured_on(name: str, corpus: Callable[[Path], Corpus]) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """The support rate of researches on one corpus."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        documents, lang, questions = corpus(bench.data)
        with bench.open_harness(documents, lang) as harness:
            yield from support_figures(
                name, verified_reports(bench, harness, picked(questions, QUICK if bench.quick else REPORTS))
            )

    return measure


def on_ramdocs(bench: Bench) -> Iterator[MeasuredFigure]:
    """Sources that contradict each other, of the half that was not tuned on."""
    rows = ramdocs_questions(bench)
    unseen = [rows[i]["question"] for i in pinned_order(len(rows))[len(rows) // 2 :]]
    with bench.open_harness(ramdocs_documents(rows), "en") as harness:
        yield from support_figures(
            f"support, {RAMDOCS}", verified_reports(bench, harness, unseen[: QUICK if bench.quick else REPORTS])
        )


def picked(questions: Sequence[str], count: int) -> list[str]:
    """A pinned draw that does not depend on the order of the file."""
    order = sorted(dict.fromkeys(questions))
    return [order[i] for i in pinned_order(len(order))[:count]]


def verified_reports(bench: Bench, harness: ResearchHarness, questions: Sequence[str]) -> list[VerifiedReport]:
    found = []
    for number, question in enumerate(questions, 1):
        found.append(harness.research_and_verify(question))
        bench.on_progress(f"{number} of {len(questions)} reports")
    return found


def support_figures(name: str, reports: Sequence[VerifiedReport]) -> Iterator[MeasuredFigure]:
    """The figures of the reports on one corpus; shares of sentences only where any was printed."""
    held = [not one.problems for one in reports]
    yield MeasuredFigure(set=name, figure="sealed reports that hold", value=sum(held) / len(held), n=len(held))
    sentences = [sentence for one in reports for sentence in judged_sentences(one)]
    if not sentences:
        return
    borne_out = sum(holds for _, holds in sentences) / len(sentences)
    yield MeasuredFigure(
        set=name, figure="printed sentences whose archived words hold", value=borne_out, n=len(sentences)
    )
    for standing, words in _STANDINGS.items():
        value = sum(sentence.standing is standing for sentence, _ in sentences) / len(sentences)
        yield MeasuredFigure(set=name, figure=words, value=value, n=len(sentences))


def judged_sentences(one: VerifiedReport) -> list[tuple[Sentence, bool]]:
    """Every printed sentence of a report, and whether it holds; a repeated sentence counts once."""
    places = checked_sentences(one.report)
    faulty = {problem.place for problem in one.problems}
    elsewhere = bool(faulty - {place for place, _ in places})
    sentences: dict[Sentence, bool] = {}
    for place, sentence in places:
        sentences[sentence] = sentences.get(sentence, True) and not elsewhere and place not in faulty
    return [*sentences.items(), *((sentence, False) for sentence in one.report.unchecked)]
