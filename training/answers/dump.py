"""Asks the held-out questions over one mixed folder and keeps every candidate: `python -m training.answers.dump …`.

    python -m training.answers.dump MANUALS OUT.pickle [MOST]

In: passages of every source as documents, the questions that the reader was not trained on (`train_answer_net.HELD`,
in both languages; held passages of JSQuAD; held invented documents). Out: a pickle of `DumpedQuestion`s for
`join.py`: what the program gathers for each question, its first look, and which candidates answer.
"""

import asyncio
import json
import pickle
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from tadori.model.ids import Lang
from tadori.pipeline.assess import Assess
from tadori.pipeline.documents.providers import library_index
from tadori.rank.answers import AnswerScorer
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.question_parts import asked_parts
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.text.normalise import squash
from tadori.wiring.home import App, open_app
from training.answers.lines import ASKED, HELD, data_lines, is_held_key, pinned
from training.answers.passages import Passage, all_passages, cut, passage_of, public

OTHERS: Final = 260
"""Passages of each source beside those that are asked after."""
SEED: Final = 11


@dataclass
class DumpedQuestion:
    """One question with what was gathered for it."""

    origin: str
    question: str
    lang: Lang
    answerable: bool
    candidates: list[AnswerCandidate]
    order: list[float]
    holds: list[float]
    right: list[bool]


@dataclass(frozen=True)
class Held:
    """A question that nothing was learned from."""

    origin: str
    question: str
    lang: Lang
    passage: Passage
    answers: tuple[str, ...]
    """The sentences that answer."""


def docs() -> Iterator[tuple[Passage, dict[str, Any]]]:
    for path in sorted(ASKED.glob("docs-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield passage_of(f"docs-{row['lang']}", row["lang"], row["title"], row["heading"], row["sentences"]), row


def held_questions(pools: dict[str, list[Passage]]) -> list[Held]:
    by_id = {p.id: p for pool in pools.values() for p in pool}
    found: list[Held] = []

    def both(origin: str, passage: Passage, one: dict[str, Any]) -> None:
        said = tuple(passage.sentences[n] for n in one["a"])
        found.extend(Held(origin, one[lang], lang, passage, said) for lang in ("en", "ja"))  # type: ignore[arg-type]

    for name in HELD:
        for line in (ASKED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for one in row["q"]:
                both(f"asked-{by_id[row['p']].source}", by_id[row["p"]], one)
    for passage, row in docs():
        if is_held_key(passage.id):
            for one in row["q"]:
                both("docs", passage, one)
    questions = public("jsquad/questions.jsonl.gz")
    rows = [row["text"].partition(" [SEP] ") for row in data_lines("retrieval/jsquad/passages.jsonl.gz")]
    for n, row in enumerate(questions):
        title, _, text = rows[row["gold"]]
        passage = passage_of("jsquad", "ja", title, "", cut(text, "ja"))
        if n not in pinned(len(questions)) and is_held_key(passage.id):
            wanted = [squash(a) for a in row["answers"]]
            said = tuple(s for s in passage.sentences if any(a in squash(s) for a in wanted))
            found.append(Held("jsquad", row["question"], "ja", passage, said))
    return found


def written_out(passages: list[Passage], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for p in passages:
        gap = "" if p.lang == "ja" else " "
        rows = list(p.sentences)
        heading = f"## {p.heading.rsplit(' › ', 1)[-1]}\n\n" if p.heading else ""
        body = gap.join(rows) if not p.source.startswith("docs") else "\n\n".join(rows)
        (folder / f"{p.id}.md").write_text(f"# {p.title}\n\n{heading}{body}\n", encoding="utf-8")


def dumped(app: App, folder: Path, held: Held) -> DumpedQuestion | None:
    task = Tasks(app).create(ResearchRequest(question=held.question, libraries=[folder]))
    asyncio.run(Tasks(app).run(task.id))
    index = library_index(app.store, task.libraries)
    assess = Assess(
        task=task,
        steps=SimpleNamespace(store=app.store, clock=app.clock),  # type: ignore[arg-type]
        judge=None,  # type: ignore[arg-type]
        index=index,
        embedder=app.embedder,
        reader=None,
        counts=app.library.counts,
        graphs=app.graphs,
    )
    _, candidates = assess.speaking()
    part = asked_parts(task.question, task.question_lang)[0]
    look = AnswerScorer(app.embedder).first_look(part.parsed, candidates, df=index.document_frequency)
    wanted = [squash(a) for a in held.answers]
    title = squash(held.passage.title)
    right = [
        squash(c.title) == title and any(squash(c.text) in a or a in squash(c.text) for a in wanted) for c in candidates
    ]
    return DumpedQuestion(
        held.origin,
        held.question,
        task.question_lang,
        bool(held.answers),
        list(candidates),
        look.order,
        look.holds,
        right,
    )


def main() -> None:
    manuals, out, most = Path(sys.argv[1]), Path(sys.argv[2]), int((*sys.argv, "600")[3])
    pools = all_passages(manuals)
    draw = random.Random(SEED)
    questions = held_questions(pools)
    draw.shuffle(questions)
    passages = {h.passage.id: h.passage for h in questions} | {p.id: p for p, _ in docs()}
    for pool in pools.values():
        passages |= {p.id: p for p in pool[-OTHERS:]}
    kept: list[DumpedQuestion] = []
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "docs"
        written_out(list(passages.values()), folder)
        with open_app(Settings(home=Path(home) / "home")) as app:
            for n, held in enumerate(questions[:most]):
                kept.append(dumped(app, folder, held))
                if n % 50 == 49:
                    out.write_bytes(pickle.dumps(kept))
                    sys.stdout.write(f"{n + 1} {sum(any(k.right) for k in kept)} {sum(k.answerable for k in kept)}\n")
                    sys.stdout.flush()
    out.write_bytes(pickle.dumps(kept))


if __name__ == "__main__":
    main()
