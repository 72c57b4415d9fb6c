"""Makes the tables `ORDER`, `HOLDS` and `FOREIGN_*` of `tadori.rank.answers`: `python -m training.answers.fit`.

In: JSQuAD without the pinned questions of the gate, the single-hop questions of MuSiQue, one half of RAMDocs (the half
the gate does not report on). Out: the tables on stdout, and how they do on four folds. numpy only; nothing is random.
"""

import gzip
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.gates.figures import data_folder
from tests.gates.gate_answers import pinned
from tests.gates.gate_conflicts import tuning_half

from tadori.model.ids import EN, JA, Lang
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.features import FEATURES, feature_rows, weigh_question
from tadori.rank.question import ParsedQuestion, parse_question
from tadori.text.normalise import squash
from tadori.text.sentences import sentences
from tadori.text.tokens import tokens

Array = NDArray[np.float64]
FOLDS = 4
ENGLISH_WEIGHT = 6.0
"""There are fifteen times as many Japanese questions; both languages shall count."""
PAGES = 10
HOLDS_NAMES = (
    "said",
    "said_titled",
    "nearby",
    "rarest_nearby",
    "missing",
    "phrase",
    "phrase_nearby",
    "names",
    "fresh",
    "length",
)
TYPED_PRIOR = 0.4
"""Not learnt: the gold passages of all three sets hold a span of the asked type, so its absence is never seen."""


ANSWERABLE = 0.7
"""The share of questions that people ask of evidence which holds the answer; in training it is one half."""


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


def example(
    library: Library, question: str, gold: frozenset[int], answers: Sequence[str], *, anywhere: bool, weight: float
) -> Example:
    """`anywhere`: a gold answer counts wherever it stands, not only in the gold passages."""
    asked = parse_question(question, library.lang)
    tables = []
    for without in (frozenset[int](), gold):
        found = candidates(library, asked, without)
        weights = weigh_question(asked, partial(library.frequency, without=without))
        tables.append((found, np.array(feature_rows(asked, found, weights)).reshape(-1, len(FEATURES))))
    wanted = [squash(answer) for answer in answers]
    right = [
        any(w in squash(c.text) for w in wanted) and (anywhere or int(c.claim_id.split(":")[0]) in gold)
        for c in tables[0][0]
    ]
    return Example(tables[0][1], np.array(right, float), tables[1][1], weight)


def lines(path: str) -> list[dict[str, Any]]:
    with gzip.open(data_folder() / path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def jsquad() -> list[Example]:
    passages = [row["text"].split(" [SEP] ", 1) for row in lines("retrieval/jsquad/passages.jsonl.gz")]
    library = Library([(title, text) for title, text in passages], JA)
    questions = lines("retrieval/jsquad/questions.jsonl.gz")
    return [
        example(library, q["question"], frozenset([q["gold"]]), q["answers"], anywhere=True, weight=1.0)
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


def musique() -> list[Example]:
    with gzip.open(data_folder() / "retrieval/2wiki-6119/musique_train.json.gz", "rt", encoding="utf-8") as file:
        tasks = json.load(file)
    places: dict[tuple[str, str], int] = {}
    for task in tasks:
        for passage in task["paragraphs"]:
            places.setdefault((passage["title"], passage["paragraph_text"]), len(places))
    library = Library(list(places), EN)
    return [
        example(library, question, frozenset([places[passage]]), [answer], anywhere=True, weight=ENGLISH_WEIGHT)
        for question, passage, answer in single_hops(tasks)
    ]


def ramdocs() -> list[Example]:
    questions = lines("conflicts/ramdocs-first-half.jsonl.gz")
    library = Library([("", document["text"]) for q in questions for document in q["documents"]], EN)
    made: list[Example] = []
    first = 0
    for i, q in enumerate(questions):
        own = frozenset(range(first, first + len(q["documents"])))
        first += len(q["documents"])
        if i in tuning_half(len(questions)):
            made.append(example(library, q["question"], own, q["gold_answers"], anywhere=False, weight=ENGLISH_WEIGHT))
    return made


def fit_order(examples: Sequence[Example], steps: int = 400) -> Array:
    """Weights that put right sentences first: a softmax over the candidates of each question, by Adam, full batch."""
    used = [e for e in examples if e.right.any()]
    stacked = np.concatenate([e.whole for e in used])
    spread = stacked.std(0) + 1e-6
    scaled = (stacked - stacked.mean(0)) / spread
    right = np.concatenate([e.right for e in used])
    sizes = [len(e.whole) for e in used]
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    group = np.repeat(np.arange(len(used)), sizes)
    share = np.array([e.weight for e in used])
    share = (share / share.sum())[group]
    weights, first, second = (np.zeros(scaled.shape[1]) for _ in range(3))
    for step in range(1, steps + 1):
        score = scaled @ weights
        odds = np.exp(score - np.maximum.reduceat(score, starts)[group])
        guessed = odds / np.add.reduceat(odds, starts)[group]
        wanted = odds * right / np.maximum(np.add.reduceat(odds * right, starts), 1e-12)[group]
        slope = -(scaled.T @ ((wanted - guessed) * share)) + 1e-3 * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights = weights - 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(weights / spread)


def best_rows(examples: Sequence[Example], order: Array) -> tuple[Array, Array, Array]:
    """The best candidate of each question, whole (1, where a right sentence exists) and removed (0); weights."""
    found: list[tuple[Array, float, float]] = []
    for e in examples:
        if e.right.any():
            found.append((e.whole[int(np.argmax(e.whole @ order))], 1.0, e.weight))
        if len(e.removed):
            found.append((e.removed[int(np.argmax(e.removed @ order))], 0.0, e.weight))
    return np.array([f[0] for f in found]), np.array([f[1] for f in found]), np.array([f[2] for f in found])


def fit_holds(examples: Sequence[Example], order: Array) -> tuple[Array, float]:
    """Weights (over all FEATURES) and bias of P(the evidence holds an answer | its best candidate), by Newton."""
    table, truth, share = best_rows(examples, order)
    used = [FEATURES.index(name) for name in HOLDS_NAMES]
    prior = TYPED_PRIOR * table[:, FEATURES.index("typed")]
    mean, spread = table[:, used].mean(0), table[:, used].std(0) + 1e-6
    scaled = np.c_[(table[:, used] - mean) / spread, np.ones(len(table))]
    share = share / share.mean()
    ridge = np.diag([1.0] * len(used) + [0.0])
    weights = np.zeros(len(used) + 1)
    for _ in range(40):
        guess = 1 / (1 + np.exp(-(scaled @ weights + prior)))
        slope = scaled.T @ ((guess - truth) * share) + ridge @ weights
        bend = (scaled * (guess * (1 - guess) * share)[:, None]).T @ scaled + ridge
        weights = weights - np.linalg.solve(bend, slope)
    full = np.zeros(len(FEATURES))
    full[used] = weights[:-1] / spread
    full[FEATURES.index("typed")] = TYPED_PRIOR
    bias = weights[-1] - (mean / spread) @ weights[:-1]
    return full, float(bias + math.log(ANSWERABLE / (1 - ANSWERABLE)))


def sureness(table: Array, order: Array, holds: Array, bias: float) -> float:
    if not len(table):
        return 0.0
    return float(1 / (1 + np.exp(-(table[int(np.argmax(table @ order))] @ holds + bias))))


def in_three(e: Example, order: Array) -> bool:
    return bool(e.right[np.argsort(-(e.whole @ order), kind="stable")[:3]].any()) if len(e.whole) else False


def folded(sets: dict[str, list[Example]]) -> None:
    """Says, per set, what weights made on the other folds do, before `choose` adds a sentence that names a subject."""
    found: dict[str, list[tuple[bool, float, float]]] = defaultdict(list)
    for fold in range(FOLDS):
        train = [e for examples in sets.values() for i, e in enumerate(examples) if i % FOLDS != fold]
        order = fit_order(train)
        holds, bias = fit_holds(train, order)
        for name, examples in sets.items():
            for e in examples[fold::FOLDS]:
                sure = sureness(e.whole, order, holds, bias), sureness(e.removed, order, holds, bias)
                found[name].append((in_three(e, order), *sure))
    for name, results in found.items():
        table = np.array(results, float)
        say(f"{name}: in three sentences {table[:, 0].mean():.3f} (n={len(table)})")
        for at in (0.2, 0.25, 0.3, 0.35, 0.4):
            false, kept = (table[:, 1] < at).mean(), (table[:, 2] < at).mean()
            net = (table[:, 0] * (table[:, 1] >= at)).mean()
            say(f"  abstains below {at}: {kept:.3f} of the unanswerable, {false:.3f} of the answerable; held {net:.3f}")


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    sets = {"jsquad": jsquad(), "musique": musique(), "ramdocs": ramdocs()}
    folded(sets)
    everything = [e for examples in sets.values() for e in examples]
    order = fit_order(everything)
    holds, bias = fit_holds(everything, order)
    say("ORDER", {name: round(float(w), 3) for name, w in zip(FEATURES, order, strict=True)})
    say("HOLDS", {name: round(float(w), 3) for name, w in zip(FEATURES, holds, strict=True) if w}, round(bias, 3))


if __name__ == "__main__":
    main()
