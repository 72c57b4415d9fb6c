"""Every printed sentence of 25 pinned reports per corpus is walked back from the sealed file alone.

Corpora: SciFact abstracts (claims as questions), JSQuAD passages, 2Wiki passages, and our own example library.
"""

import asyncio
import gzip
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tadori.app.checking import verification
from tadori.app.home import App, open_app
from tadori.app.request import Request
from tadori.settings import Settings
from tests.gates.figures import Figure, data_folder
from tests.gates.gate_multihop import two_wiki
from tests.gates.research import page

NEEDS = ["retrieval/scifact", "retrieval/jsquad", "retrieval/2wiki-101", "retrieval/2wiki-6119"]
REPORTS = 25
QUICK = 3
SEED = 20261116
EXAMPLES = Path(__file__).parents[2] / "examples"


def run(quick: bool) -> list[Figure]:
    figures = []
    count = QUICK if quick else REPORTS
    # The large corpora take minutes to index: a quick look is content with the smaller two.
    for name in ("examples", "jsquad") if quick else ("examples", "jsquad", "scifact", "2wiki"):
        with tempfile.TemporaryDirectory() as folder, library(name, Path(folder)) as (app, documents):
            held, sentences = verified(app, documents, drawn(questions(name), count))
        figures.append(
            Figure(name=f"verify, {name}: sealed reports that hold", value=held / count, floor=1.0, aim=1.0, n=count)
        )
        print(f"         verify, {name}: {sentences} printed sentences walked back", flush=True)
    return figures


def verified(app: App, documents: Path, asked: Sequence[str]) -> tuple[int, int]:
    """How many reports hold, and how many sentences were walked."""
    held, sentences = 0, 0
    for question in asked:
        task = app.new_task(Request(question=question, libraries=[documents]))
        outcome = asyncio.run(app.carry_on(task.id))
        found = verification(outcome.folder)
        for problem in found.problems[:3]:
            print(f"         {question}: {problem.place}: {problem.what}", flush=True)
        held += found.ok
        sentences += found.sentences_checked
    return held, sentences


@contextmanager
def library(name: str, folder: Path) -> Iterator[tuple[App, Path]]:
    documents = EXAMPLES / "library"
    if name != "examples":
        documents = folder / "documents"
        documents.mkdir()
        for number, (title, text, lang) in enumerate(passages(name)):
            (documents / f"{number:05}.html").write_text(page(title, text, lang), encoding="utf-8")
    with open_app(Settings(home=folder / "home")) as app:
        yield app, documents


def passages(name: str) -> Iterator[tuple[str, str, str]]:
    if name == "jsquad":
        for row in lines("retrieval/jsquad/passages.jsonl.gz"):
            title, text = row["text"].split(" [SEP] ", 1)
            yield title, text, "ja"
    elif name == "scifact":
        for row in lines("retrieval/scifact/corpus.jsonl.gz"):
            yield row["title"], " ".join(row["sentences"]), "en"
    else:
        for row in json.loads(opened("retrieval/2wiki-6119/2wikimultihopqa_corpus.json.gz")):
            yield row["title"], row["text"], "en"


def questions(name: str) -> list[str]:
    if name == "examples":
        facts = json.loads((EXAMPLES / "facts.json").read_text(encoding="utf-8"))["facts"]
        return [fact.get("question_ja") or fact["question_en"] for fact in facts]
    if name == "jsquad":
        return [row["question"] for row in lines("retrieval/jsquad/questions.jsonl.gz")]
    if name == "scifact":
        return [row["claim"] for row in lines("retrieval/scifact/claims-train.jsonl.gz")]
    return [question for question, _ in two_wiki().asked]


def drawn(found: list[str], count: int) -> list[str]:
    order = sorted(dict.fromkeys(found))
    random.Random(SEED).shuffle(order)
    return order[:count]


def lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in opened(path).splitlines()]


def opened(path: str) -> str:
    with gzip.open(data_folder() / path, "rt", encoding="utf-8") as file:
        return file.read()
