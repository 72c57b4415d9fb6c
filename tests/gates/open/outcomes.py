"""What became of each question over a folder: numbers only, so that they can be sent from one process to another.

In: the name of a folder of `folders.py`, and which questions. Out: an `Outcome` for each open question and an
`AbsentOutcome` for each question whose subject the folder does not hold. No sentence, question or key point is in them
nor printed here: the sealed half is measured without being read.
"""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from tadori.model.ids import EN, JA
from tadori.rank.open_answers import word_count
from tadori.store.libraries import documents_of, library_id_of
from tadori.store.pages import page_text
from tadori.text.language import is_japanese, language_of
from tadori.text.sentences import sentences
from tadori.wiring.home import App
from tests.gates.open.asking import Asked, ask, home_of
from tests.gates.open.folders import absent_of, folder_of, questions_of
from tests.gates.open.key_points import OpenQuestion, covered, states

T = TypeVar("T")
HALVES: Final = ("open", "sealed")
BY_CHANCE: Final = 10
"""So many sentences are drawn from the documents that hold the points, to compare with."""
SEED: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One open question."""

    folder: str
    half: str
    lang: str
    kind: str
    points: int
    in_answer: int
    in_report: int
    by_chance: int
    """Of the points, how many ten random sentences of the right documents state."""
    answer_words: int
    report_words: int
    """Of the answer and the claims beside it, each sentence once."""
    sentences: int
    """Of the answer."""
    stating: int
    """Of those, how many state a point."""
    answered: str
    says_missing: bool
    """Whether the report names anything that is missing."""
    lacks: bool
    """Whether the folder lacks a part of what is asked, by the key."""
    verdict_key: str
    verdict: str
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsentOutcome:
    """One question whose subject the folder does not hold."""

    folder: str
    half: str
    lang: str
    answered: str
    says_missing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """So many questions of a folder, spread evenly over its files."""

    folder: str
    halves: tuple[str, ...] = HALVES
    questions: int | None = None
    """Of each half; None for all."""
    absent: int | None = None


def outcomes_over(sample: Sample) -> tuple[list[Outcome], list[AbsentOutcome]]:
    """All that is asked over one folder, in a home of its own."""
    with tempfile.TemporaryDirectory() as place:
        folder = folder_of(sample.folder, Path(place) / "documents")
        with home_of(folder, Path(place) / "home") as app:
            found = [
                outcome(question, half, ask(app, folder, question.question), drawn(app, folder, question))
                for half in sample.halves
                for question in spread(questions_of(sample.folder, half, folder), sample.questions)
            ]
            absent = [
                _absent(question.lang, sample.folder, half, ask(app, folder, question.question))
                for half in sample.halves
                for question in spread(absent_of(sample.folder, half), sample.absent)
            ]
    return found, absent


def spread(items: Sequence[T], count: int | None) -> list[T]:
    """So many of the items, from the first on and evenly apart; None for all."""
    if count is None or count >= len(items):
        return list(items)
    return [items[n * len(items) // count] for n in range(count)]


def outcome(question: OpenQuestion, half: str, asked: Asked, chance: Sequence[str]) -> Outcome:
    """What one report is worth by the key."""
    whole = list(dict.fromkeys(asked.whole))
    return Outcome(
        folder=question.folder,
        half=half,
        lang=question.lang,
        kind=question.kind,
        points=len(question.points),
        in_answer=covered(question.points, asked.answer),
        in_report=covered(question.points, whole),
        by_chance=covered(question.points, chance),
        answer_words=words(asked.answer),
        report_words=words(whole),
        sentences=len(asked.answer),
        stating=sum(any(states(text, point) for point in question.points) for text in asked.answer),
        answered=asked.answered,
        says_missing=bool(asked.report["missing"]),
        lacks=bool(question.missing),
        verdict_key=question.answer,
        verdict=asked.report["shape"]["verdict"],
        cpu_seconds=asked.cpu_seconds,
    )


def words(texts: Sequence[str]) -> int:
    """Words as a reader counts them, each sentence in its own language."""
    return sum(word_count(text, JA if is_japanese(text) else EN) for text in texts)


def drawn(app: App, folder: Path, question: OpenQuestion) -> list[str]:
    """Ten random sentences of the documents that hold the question's points, as the program has read these."""
    with app.store.read() as db:
        held = documents_of(db, library_id_of(str(folder.resolve())))
        pages = [d.page_id for d in held if d.path in question.files and d.page_id is not None]
        texts = [page_text(db, page_id) or "" for page_id in pages]
    every = [text[span.start : span.end] for text in texts for span in sentences(text, language_of(text))]
    return random.Random(f"{SEED} {question.id}").sample(every, min(BY_CHANCE, len(every)))


def _absent(lang: str, folder: str, half: str, asked: Asked) -> AbsentOutcome:
    return AbsentOutcome(
        folder=folder,
        half=half,
        lang=lang,
        answered=asked.answered,
        says_missing=bool(asked.report["missing"]),
    )
