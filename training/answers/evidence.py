"""The questions that answers are fitted on, over their libraries, as rows of features.

In: JSQuAD without the pinned questions of the gate, the single-hop questions of MuSiQue, one
half of RAMDocs (the half the gate does not report on); of each, variants as users type them. Out: one `Example` per
form of a question. Nothing is random.
"""

import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.gates.figures import data_folder
from tests.gates.gate_answers import pinned
from tests.gates.gate_conflicts import tuning_half

from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder
from tadori.model.fitted_weights import ANSWER_ORDER
from tadori.model.ids import EN, JA, Lang
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import FEATURES, feature_rows, weigh_question
from tadori.rank.meaning import compare_own
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.text.normalise import squash
from tadori.text.sentences import sentences
from tadori.text.tokens import tokens
from training.answers.variants import variants

Array = NDArray[np.float64]
ENGLISH_WEIGHT = 6.0
"""There are fifteen times as many Japanese questions; both languages shall count."""
VARIANT_WEIGHT = 0.5
"""Of a question in another form, beside 1 for the form it was written in; there are two of them."""
PAGES = 10


class Library:
    """Documents (title, text) and a plain BM25 over their tokens."""

    def __init__(self, documents: Sequence[tuple[str, str]], lang: Lang) -> None:
        self.documents, self.lang = documents, lang
        self.sentences = [[text[s.start : s.end] for s in sentences(text, lang)] for _, text in documents]
        counted = [Counter(tokens(title) + tokens(text)) for title, text in documents]
        self.lengths = np.array([sum(c.values()) for c in counted], float)
        self.postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, counts in enumerate(counted):
            for token, times in counts.items():
                self.postings[token].append((place, times))

    def frequency(self, words: Sequence[str], without: frozenset[int]) -> tuple[int, dict[str, int]]:
        found = {word: sum(i not in without for i, _ in self.postings.get(word, [])) for word in words}
        return len(self.documents) - len(without), found

    def search(self, words: Sequence[str], without: frozenset[int]) -> list[int]:
        scores = np.zeros(len(self.documents))
        norm = 1.2 * (0.4 + 0.6 * self.lengths / self.lengths.mean())
        for word in words:
            posting = self.postings.get(word, [])
            rarity = math.log(1 + (len(self.documents) - len(posting) + 0.5) / (len(posting) + 0.5))
            for i, times in posting:
                scores[i] += rarity * times * 2.2 / (times + norm[i])
        scores[sorted(without)] = 0
        return [int(i) for i in np.argsort(-scores, kind="stable")[:PAGES] if scores[i] > 0]


@dataclass(frozen=True, slots=True)
class Example:
    """Candidates of one question as feature rows: with all evidence, and with the gold passages removed."""

    whole: Array
    right: Array
    removed: Array
    absent: Array
    """With all passages of the same title removed: nothing is left of the subject."""
    weight: float


def candidates(library: Library, asked: ParsedQuestion, without: frozenset[int]) -> list[AnswerCandidate]:
    return [
        AnswerCandidate(
            claim_id=f"{i}:{n}",
            text=text,
            context=library.documents[i][1],
            title=library.documents[i][0],
            heading="",
            lang=library.lang,
            page_rank=rank,
        )
        for rank, i in enumerate(library.search(asked.terms, without))
        for n, text in enumerate(library.sentences[i])
    ]


@cache
def embedder() -> CachedEmbedder:
    return CachedEmbedder(MultilingualEmbedder(), InMemoryVectorCache())


def example(
    library: Library, question: str, gold: frozenset[int], answers: Sequence[str], *, anywhere: bool, weight: float
) -> Example:
    """`anywhere`: a gold answer counts wherever it stands, not only in the gold passages."""
    asked = parse_question(question, library.lang)
    tables = []
    titles = {library.documents[i][0] for i in gold} - {""}
    subject = gold | {i for i, (title, _) in enumerate(library.documents) if title in titles}
    for without in (frozenset[int](), gold, subject):
        found = candidates(library, asked, without)
        weights = weigh_question(asked, partial(library.frequency, without=without))
        rows = feature_rows(asked, found, weights)
        first = [sum(v * ANSWER_ORDER.get(n, 0.0) for n, v in zip(FEATURES, row, strict=True)) for row in rows]
        compare_own(asked, found, rows, first, embedder())
        tables.append((found, np.array(rows).reshape(-1, len(FEATURES))))
    wanted = [squash(answer) for answer in answers]
    right = [
        any(w in squash(c.text) for w in wanted) and (anywhere or int(c.claim_id.split(":")[0]) in gold)
        for c in tables[0][0]
    ]
    return Example(tables[0][1], np.array(right, float), tables[1][1], tables[2][1], weight)


def lines(path: str) -> list[dict[str, Any]]:
    with gzip.open(data_folder() / path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def all_forms(
    library: Library, question: str, gold: frozenset[int], answers: Sequence[str], *, anywhere: bool, weight: float
) -> list[Example]:
    """The question as it is, and as users type it; questions that several sentences answer are left out."""
    forms = [(question, weight), *((form, VARIANT_WEIGHT * weight) for form in variants(question, library.lang))]
    return [
        example(library, form, gold, answers, anywhere=anywhere, weight=share)
        for form, share in forms
        if not parse_question(form, library.lang).is_open
    ]


def jsquad() -> list[list[Example]]:
    passages = [row["text"].split(" [SEP] ", 1) for row in lines("retrieval/jsquad/passages.jsonl.gz")]
    library = Library([(title, text) for title, text in passages], JA)
    questions = lines("retrieval/jsquad/questions.jsonl.gz")
    return [
        all_forms(library, q["question"], frozenset([q["gold"]]), q["answers"], anywhere=True, weight=1.0)
        for i, q in enumerate(questions)
        if i not in pinned(len(questions))
    ]


def single_hops(tasks: Sequence[dict[str, Any]]) -> Iterator[tuple[str, tuple[str, str], str]]:
    """Question, (title, text) of its passage, answer, for every hop that is written as a question."""
    for task in tasks:
        known: list[str] = []
        for hop in task["question_decomposition"]:
            question = hop["question"]
            for n, answer in enumerate(known, start=1):
                question = question.replace(f"#{n}", answer)
            known.append(hop["answer"])
            passage = task["paragraphs"][hop["paragraph_support_idx"]]
            if ">>" not in question:
                yield question, (passage["title"], passage["paragraph_text"]), hop["answer"]


def musique() -> list[list[Example]]:
    with gzip.open(data_folder() / "retrieval/2wiki-6119/musique_train.json.gz", "rt", encoding="utf-8") as file:
        tasks = json.load(file)
    places: dict[tuple[str, str], int] = {}
    for task in tasks:
        for passage in task["paragraphs"]:
            places.setdefault((passage["title"], passage["paragraph_text"]), len(places))
    library = Library(list(places), EN)
    return [
        all_forms(library, question, frozenset([places[passage]]), [answer], anywhere=True, weight=ENGLISH_WEIGHT)
        for question, passage, answer in single_hops(tasks)
    ]


def ramdocs() -> list[list[Example]]:
    questions = lines("conflicts/ramdocs-first-half.jsonl.gz")
    library = Library([("", document["text"]) for q in questions for document in q["documents"]], EN)
    made: list[list[Example]] = []
    first = 0
    for i, q in enumerate(questions):
        own = frozenset(range(first, first + len(q["documents"])))
        first += len(q["documents"])
        if i in tuning_half(len(questions)):
            made.append(
                all_forms(library, q["question"], own, q["gold_answers"], anywhere=False, weight=ENGLISH_WEIGHT)
            )
    return made
