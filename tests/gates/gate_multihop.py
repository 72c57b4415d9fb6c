"""Multi-hop: are all gold passages among the first 8 pages of the research loop's reading order?

Question sets: 101 two-hop questions over 6 119 passages (2Wiki), 100 HotpotQA, 100 MuSiQue (two to four hops). Each
passage is one document of a library. The whole gate carries 2Wiki through the app, as a user would; the other sets,
and the quick gate, run the same driver, search and reading order in memory, without archive and durable steps.

The constants in `loop/trail.py` and `loop/hops.py` were chosen while looking at these very questions, their failures
included: no other part of the sets is at hand. The figures catch a step back; how well new questions
fare they do not say.
"""

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from tadori.app import Request, open_app
from tadori.loop.mechanical import MechanicalDriver
from tadori.loop.plan import make_plan
from tadori.loop.trail import reading_order
from tadori.model.budget import Budget, Spent
from tadori.model.doors import Passage
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import EN, Url, content_id, text_hash
from tadori.model.page import Fragment, FragmentType, Page, PageType, Piece
from tadori.model.query import Query
from tadori.model.state import (
    AccumulatedItem,
    QueryDone,
    ResearchState,
    SearchAction,
    SectionItems,
    SeenPassage,
)
from tadori.rank.fragments import rank_fragments
from tadori.rank.ranking import rank_matches
from tadori.run.state import research_state
from tadori.search.library import LibrarySearch
from tadori.settings import Settings
from tadori.store.lexical import StoredIndex, add_passages, create_lexical
from tests.gates.figures import Figure, data_folder

NEEDS = ["retrieval/2wiki-101", "retrieval/2wiki-6119"]
FIRST = 8
EVERY_QUICK = 4
"""The quick gate asks every fourth question; four-document questions of 2Wiki stand mostly in its second half."""

Document = tuple[str, str]
"""Title and text: what tells one document from another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """One question set with its corpus."""

    name: str
    documents: tuple[Document, ...]
    asked: tuple[tuple[str, frozenset[int]], ...]
    """Question → numbers of its gold documents."""
    floor: float
    quick_floor: float
    """As measured on every fourth question, less one or two questions; one question moves it by four points."""
    aim: float


def run(quick: bool) -> list[Figure]:
    return [
        _figure(two_wiki(), in_memory if quick else through_the_app, quick),
        _figure(hotpot(), in_memory, quick),
        _figure(musique(), in_memory, quick),
    ]


def _figure(questions: Questions, open_library: "OpenLibrary", quick: bool) -> Figure:
    asked = questions.asked[::EVERY_QUICK] if quick else questions.asked
    with open_library(questions.documents) as read_order:
        found = sum(gold <= set(read_order(question)[:FIRST]) for question, gold in asked)
    return Figure(
        name=f"multihop {questions.name}, all gold among the first {FIRST} read",
        value=found / len(asked),
        floor=questions.quick_floor if quick else questions.floor,
        aim=questions.aim,
        n=len(asked),
    )


def two_wiki() -> Questions:
    documents = tuple((d["title"], d["text"]) for d in _json("2wiki-6119/2wikimultihopqa_corpus.json.gz"))
    asked = [(q["question"], q["ground_truth"]) for q in _json("2wiki-101/graph/2wikimultihopqa_101.json")]
    return _questions("2wiki-101", documents, asked, floor=0.93, quick_floor=0.92, aim=0.95)


def hotpot() -> Questions:
    documents = tuple((title, "".join(text)) for title, text in _json("2wiki-6119/hotpotqa_train_corpus.json").items())
    asked = [
        (q["question"], sorted({title for title, _ in q["supporting_facts"]}))
        for q in _json("2wiki-6119/hotpotqa_train.json.gz")
    ]
    return _questions("hotpotqa-100", documents, asked, floor=0.93, quick_floor=0.84, aim=0.94)


def musique() -> Questions:
    documents = tuple((d["title"], d["text"]) for d in _json("2wiki-6119/musique_train_corpus.json.gz"))
    place = {document: number for number, document in reversed(list(enumerate(documents)))}
    asked = tuple(
        (
            q["question"],
            frozenset(place[p["title"], p["paragraph_text"]] for p in q["paragraphs"] if p["is_supporting"]),
        )
        for q in _json("2wiki-6119/musique_train.json.gz")
    )
    return Questions(name="musique-100", documents=documents, asked=asked, floor=0.55, quick_floor=0.44, aim=0.50)


def _questions(
    name: str,
    documents: tuple[Document, ...],
    asked: Sequence[tuple[str, list[str]]],
    *,
    floor: float,
    quick_floor: float,
    aim: float,
) -> Questions:
    """Gold by title; of several documents with one title the first counts."""
    place = {title: number for number, (title, _) in reversed(list(enumerate(documents)))}
    gold = tuple((question, frozenset(place[title] for title in titles)) for question, titles in asked)
    return Questions(name=name, documents=documents, asked=gold, floor=floor, quick_floor=quick_floor, aim=aim)


def _json(path: str) -> Any:
    file: Path = data_folder() / "retrieval" / path
    raw = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return json.loads(raw)


ReadOrder = Callable[[str], list[int]]
"""A question → the numbers of the documents that research reads for it, in its reading order."""
OpenLibrary = Callable[[Sequence[Document]], AbstractContextManager[ReadOrder]]


@contextmanager
def through_the_app(documents: Sequence[Document]) -> Iterator[ReadOrder]:
    """The documents as Markdown files in a folder, researched by the app in a home of its own."""
    with TemporaryDirectory() as place, open_app(Settings(home=Path(place) / "home")) as app:
        folder = Path(place) / "library"
        folder.mkdir()
        for number, (title, text) in enumerate(documents):
            (folder / f"{number:05d}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")

        def read_order(question: str) -> list[int]:
            task = app.new_task(Request(question=question, libraries=[folder]))
            asyncio.run(app.carry_on(task.id))
            nothing = EvidenceGraph(sources=(), claims=(), largest_origin_share=0.0)
            passages = research_state(app.store, task, nothing, round=0, answered=True).passages
            numbers = {passage.page_id: int(passage.url[-8:-3]) for passage in passages}
            return [numbers[page_id] for page_id in reading_order(question, passages, task.lang)]

        yield read_order


@contextmanager
def in_memory(documents: Sequence[Document]) -> Iterator[ReadOrder]:
    """The documents in an index in memory, researched by the production driver."""
    pages = [_page(number, title, text) for number, (title, text) in enumerate(documents)]
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with engine.begin() as db:
        create_lexical(db)
        add_passages(db, [_passage(page, text) for page, (_, text) in zip(pages, documents, strict=True)])
    index = StoredIndex(engine)
    try:
        library = MemoryLibrary(
            pages={page.url: page for page in pages},
            texts={page.id: text for page, (_, text) in zip(pages, documents, strict=True)},
            numbers={page.id: number for number, page in enumerate(pages)},
            index=index,
            search=LibrarySearch(
                index, partial(rank_matches, frequency=index.document_frequency, embedder=None), across=None
            ),
        )
        yield library.read_order
    finally:
        engine.dispose()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLibrary:
    """The documents as a searchable library, without store and archive."""

    pages: dict[Url, Page]
    texts: dict[str, str]
    numbers: dict[str, int]
    index: StoredIndex
    search: LibrarySearch

    def read_order(self, question: str) -> list[int]:
        """Numbers of the documents that research reads for `question`, in its reading order."""
        return asyncio.run(self._research(question))

    async def _research(self, question: str) -> list[int]:
        so_far = _SoFar(question=question)
        driver = MechanicalDriver()
        while isinstance(action := driver.decide(so_far.state()), SearchAction):
            for query in action.queries:
                hits = (await self.search.search(query)).hits
                new = [self.pages[hit.url] for hit in hits if self.pages[hit.url].id not in so_far.passages]
                self._read(so_far, query, new)
                so_far.queries.append(
                    QueryDone(query=query, hits=len(hits), pages_read=len(new), useful_fragments=len(new), novelty=1.0)
                )
            so_far.round += 1
        order = reading_order(question, so_far.state().passages, EN)
        return [self.numbers[page_id] for page_id in order]

    def _read(self, so_far: "_SoFar", query: Query, pages: Sequence[Page]) -> None:
        """Score what was found like `run/gather.py` does: against the question and what the query adds to it."""
        asked = so_far.question if query.text == so_far.question else f"{so_far.question} {query.text}"
        wanted = [(page, [_fragment(page, self.texts[page.id])]) for page in pages]
        for ranked in rank_fragments(asked, EN, wanted, frequency=self.index.document_frequency, embedder=None):
            page = next(page for page in pages if page.id == ranked.fragment.page_id)
            so_far.passages[page.id] = SeenPassage(
                page_id=page.id,
                url=page.url,
                title=page.title,
                text=ranked.fragment.text,
                score=ranked.score,
                query_id=query.id,
            )


@dataclass(slots=True, kw_only=True)
class _SoFar:
    """What one research has gathered."""

    question: str
    round: int = 0
    queries: list[QueryDone] = field(default_factory=list)
    passages: dict[str, SeenPassage] = field(default_factory=dict)

    def state(self) -> ResearchState:
        plan = make_plan(self.question, EN)
        passages = tuple(sorted(self.passages.values(), key=lambda p: (-p.score, p.url)))
        items = tuple(AccumulatedItem(url=p.url, title=p.title, text=p.text, relevance=p.score) for p in passages)
        return ResearchState(
            task_id="gate",
            question=self.question,
            lang=EN,
            plan=plan,
            effort=3,
            round=self.round,
            budget=Budget(),
            spent=Spent(pages=len(self.passages)),
            queries=tuple(self.queries),
            sections=tuple(SectionItems(section_id=section.id, items=items) for section in plan.sections),
            passages=passages,
        )


def _page(number: int, title: str, text: str) -> Page:
    url = Url(f"file:///library/{number:05d}.md")
    digest = text_hash(text)
    return Page(
        id=content_id("pg", number),
        url=url,
        content_hash=digest,
        text_hash=digest,
        media_type="text/markdown",
        byte_length=len(text),
        text_length=len(text),
        title=title,
        date=None,
        lang=EN,
        page_type=PageType.DOCUMENT,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="library",
    )


def _passage(page: Page, text: str) -> Passage:
    return Passage(
        id=content_id("ps", page.id),
        page_id=page.id,
        url=page.url,
        title=page.title,
        date=None,
        lang=EN,
        start=0,
        end=len(text),
        text=text,
    )


def _fragment(page: Page, text: str) -> Fragment:
    piece = Piece(
        start=0,
        end=len(text),
        fragment_type=FragmentType.PARAGRAPH,
        heading_context="",
        heading_hierarchy=(),
        element_index=0,
    )
    return Fragment.of(page, text, piece)
