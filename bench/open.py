"""What an open question costs after indexing, in CPU seconds and memory, beside a fact question over the same folder.

Short: 2 000 passages of 2Wiki, one document each. Long: the shipped manuals and the world's texts, about 140 documents.
Five open questions each; the baseline is five fact questions over the same folder in the same home, in turns with them,
and a first question, not counted, pays for what is loaded once. Each folder is measured in a process of its own: its
peak of memory is its own, the processes that read documents not counted. Growth: the first documents of the same
passages, from 100 on; a passage beyond the 6 119 there are is an earlier one with another number in its title.
"""

import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from tests.gates.figures import Figure, data_folder
from tests.gates.open.asking import ask, home_of
from tests.gates.open.folders import folder_of

from tadori.evaluate.data import json_rows
from tadori.evaluate.multihop import TWO_WIKI_FILES
from tadori.service.libraries import Libraries

SHORT = 2000
SHORT_QUICK = 300
GROWTH = (100, 300, 1000, 3000, 10_000)
GROWTH_QUICK = (100, 300, 1000)
LONG = ("en-manuals", "en-world")
MOST_SECONDS: Final = {"short": 3.0, "long": 8.0}
MOST_MEGABYTES = 450.0
MOST_RATIO = 2.0
"""Open question ÷ fact question over the same folder."""
WARM_UP = "Which rivers are named?"
OPEN_SHORT = (
    "How did noble families keep their lands in the Middle Ages?",
    "Why were so many films of the silent era lost?",
    "What is known about the lives of medieval queens?",
    "Compare the careers of film directors and of composers.",
    "What are the arguments for and against a royal marriage?",
)
FACTS_SHORT = (
    "When did Teutberga die?",
    "Who was the father of Lambert, Margrave of Tuscany?",
    "When did Theodred II die?",
    "Where was Lothair II king?",
    "Who directed the film Polish-Russian War?",
)
OPEN_LONG = (
    "How does write-ahead logging work, and what does it cost?",
    "Why would somebody choose one database over another?",
    "How did the Debian project come to have a constitution?",
    "What are the arguments for and against rebasing a branch?",
    "Compare how two countries of the world earn their money.",
)
FACTS_LONG = (
    "What is the default value of shared_buffers?",
    "In which year was the Debian project founded?",
    "What is the capital of Japan?",
    "What is the default page size of an SQLite database?",
    "Who wrote the Debian Manifesto?",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    name: str
    """`short` or `long`."""
    documents: int
    """Of the short ones."""
    folders: tuple[str, ...]
    open_questions: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    documents: int
    indexing: float
    """CPU seconds, of the processes that read documents too."""
    open_seconds: tuple[float, ...]
    fact_seconds: tuple[float, ...]
    megabytes: float

    @property
    def open_mean(self) -> float:
        return sum(self.open_seconds) / len(self.open_seconds)

    @property
    def fact_mean(self) -> float:
        return sum(self.fact_seconds) / len(self.fact_seconds)


def run(quick: bool) -> Iterator[Figure]:
    yield from _figures("short", _measured(_short(SHORT_QUICK if quick else SHORT)))
    yield from _figures("long", _measured(_long(LONG[:1] if quick else LONG)))
    print(table([_measured(_short(count)) for count in (GROWTH_QUICK if quick else GROWTH)]), flush=True)


def table(costs: Sequence[Cost]) -> str:
    """Growth as text: a line for each number of documents, a bar of its seconds a question."""
    most = max(cost.open_mean for cost in costs)
    head = f"{'documents':>9}  {'indexing s':>10}  {'open s':>6}  {'fact s':>6}  {'MB':>4}"
    lines = [
        f"{cost.documents:>9}  {cost.indexing:>10.1f}  {cost.open_mean:>6.2f}  {cost.fact_mean:>6.2f}  "
        f"{cost.megabytes:>4.0f}  {'█' * max(1, round(30 * cost.open_mean / most))}"
        for cost in costs
    ]
    return "\n".join([head, *lines])


def _figures(name: str, cost: Cost) -> list[Figure]:
    print(
        f"open: {cost.documents} {name} documents: indexing {cost.indexing:.1f} CPU s, open questions "
        + " ".join(f"{seconds:.2f}" for seconds in cost.open_seconds)
        + ", fact questions "
        + " ".join(f"{seconds:.2f}" for seconds in cost.fact_seconds),
        flush=True,
    )
    asked = len(cost.open_seconds)
    return [
        _most(f"open: CPU seconds a question, {name} documents", cost.open_mean, MOST_SECONDS[name], asked),
        _most(
            f"open: open question ÷ fact question, {name} documents", cost.open_mean / cost.fact_mean, MOST_RATIO, asked
        ),
        _most(f"open: peak RSS, MB, {name} documents", cost.megabytes, MOST_MEGABYTES, cost.documents),
    ]


def _most(name: str, value: float, most: float, n: int) -> Figure:
    return Figure(name=name, value=round(value, 2), floor=most, aim=None, n=n, at_least=False)


def _short(count: int) -> Job:
    return Job(name="short", documents=count, folders=(), open_questions=OPEN_SHORT, facts=FACTS_SHORT)


def _long(folders: tuple[str, ...]) -> Job:
    return Job(name="long", documents=0, folders=folders, open_questions=OPEN_LONG, facts=FACTS_LONG)


def _measured(job: Job) -> Cost:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(cost_of, job).result()


def cost_of(job: Job) -> Cost:
    """In a process that has done nothing else."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place).resolve() / "documents"
        folder.mkdir()
        for name in job.folders:
            folder_of(name, folder / name)
        if not job.folders:
            _write_passages(folder, job.documents)
        started = _cpu()
        with home_of(folder, Path(place) / "home") as app:
            documents = Libraries(app).add(folder)
        # The processes that read documents are counted once they have ended.
        indexing = _cpu() - started
        with home_of(folder, Path(place) / "home") as app:
            ask(app, folder, WARM_UP)
            turns = [
                (ask(app, folder, question).cpu_seconds, ask(app, folder, fact).cpu_seconds)
                for question, fact in zip(job.open_questions, job.facts, strict=True)
            ]
    return Cost(
        documents=documents,
        indexing=indexing,
        open_seconds=tuple(one for one, _ in turns),
        fact_seconds=tuple(one for _, one in turns),
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _write_passages(folder: Path, count: int) -> None:
    rows = json_rows(data_folder() / TWO_WIKI_FILES[0], "title", "text")
    for number in range(count):
        row = rows[number % len(rows)]
        again = f" ({number // len(rows) + 1})" if number >= len(rows) else ""
        (folder / f"{number:05}.md").write_text(f"# {row['title']}{again}\n\n{row['text']}\n", encoding="utf-8")
