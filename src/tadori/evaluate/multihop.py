"""Measures multi-hop questions: are all gold passages among the first 8 pages of the research loop's reading order?

Question sets: 101 two-hop questions over 6 119 passages (2Wiki), 100 HotpotQA, 100 MuSiQue (two to four hops). Each
passage is one document of a library. The whole measure runs 2Wiki through the app, as a user would; the other sets, and
the quick run, use the same driver, search and reading order in memory, without archive and durable steps.

The constants in `engine/planning/{trail,hops}.py` were chosen while looking at these very questions, their failures
included: there is no unseen part of the sets. The figures catch a step back; they do not say how well new questions do.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.planning.plan import make_plan
from tadori.engine.planning.trail import reading_order
from tadori.errors import SourceGarbled
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import expected_shape, json_document, json_rows
from tadori.evaluate.figures import MeasuredFigure
from tadori.model.actions import SearchAction
from tadori.model.budget import Budget, Spent
from tadori.model.doors import Passage
from tadori.model.ids import EN, Url, content_id, text_hash
from tadori.model.page import Fragment, FragmentType, Page, PageType, TextElement
from tadori.model.query import Query
from tadori.model.state import AccumulatedItem, QueryDone, ResearchState, SectionItems, SeenPassage
from tadori.rank.fragments import rank_fragments
from tadori.rank.ranking import rank_matches
from tadori.search.library import LibrarySearch
from tadori.store.in_memory import index_in_memory
from tadori.store.lexical import StoredIndex

FIRST: Final = 8
FIGURE: Final = f"all gold among the first {FIRST} read"
TWO_WIKI_FILES: Final = (
    "retrieval/2wiki-6119/2wikimultihopqa_corpus.json.gz",
    "retrieval/2wiki-101/graph/2wikimultihopqa_101.json",
)
HOTPOT_FILES: Final = (
    "retrieval/2wiki-6119/hotpotqa_train_corpus.json",
    "retrieval/2wiki-6119/hotpotqa_train.json.gz",
)
MUSIQUE_FILES: Final = (
    "retrieval/2wiki-6119/musique_train_corpus.json.gz",
    "retrieval/2wiki-6119/musique_train.json.gz",
)
_EVERY_QUICK: Final = 4
"""The quick run asks every fourth question; four-document questions of 2Wiki stand mostly in its second half."""

TitledText = tuple[str, str]
"""Title and text: what tells one document from another."""
ReadOrder = Callable[[str], list[int]]
"""A question → the numbers of the documents that research reads for it, in its reading order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSet:
    """One question set with its corpus."""

    name: str
    documents: tuple[TitledText, ...]
    asked: tuple[tuple[str, frozenset[int]], ...]
    """Question → numbers of its gold documents."""


def two_wiki(bench: Bench) -> Iterator[MeasuredFigure]:
    questions = two_wiki_questions(bench.data)
    opened = in_memory(questions.documents) if bench.quick else _through_the_app(bench, questions.documents)
    yield from _measured(bench, questions, opened)


def hotpot(bench: Bench) -> Iterator[MeasuredFigure]:
    corpus = json_document(bench.data / HOTPOT_FILES[0])
    rows = json_rows(bench.data / HOTPOT_FILES[1], "question", "supporting_facts")
    with expected_shape("hotpotqa-100"):
        documents = tuple((title, "".join(text)) for title, text in corpus.items())
        asked = [(q["question"], sorted({title for title, _ in q["supporting_facts"]})) for q in rows]
    questions = _by_title("hotpotqa-100", documents, asked)
    yield from _measured(bench, questions, in_memory(questions.documents))


def musique(bench: Bench) -> Iterator[MeasuredFigure]:
    rows = json_rows(bench.data / MUSIQUE_FILES[0], "title", "text")
    documents = tuple((d["title"], d["text"]) for d in rows)
    place: dict[Any, int] = {found: number for number, found in reversed(list(enumerate(documents)))}
    wanted = json_rows(bench.data / MUSIQUE_FILES[1], "question", "paragraphs")
    with expected_shape("musique-100"):
        gold = [[(p["title"], p["paragraph_text"]) for p in q["paragraphs"] if p["is_supporting"]] for q in wanted]
    asked = tuple((q["question"], _gold(place, titles)) for q, titles in zip(wanted, gold, strict=True))
    questions = QuestionSet(name="musique-100", documents=documents, asked=asked)
    yield from _measured(bench, questions, in_memory(questions.documents))


def two_wiki_questions(data: Path) -> QuestionSet:
    documents = tuple((d["title"], d["text"]) for d in json_rows(data / TWO_WIKI_FILES[0], "title", "text"))
    rows = json_rows(data / TWO_WIKI_FILES[1], "question", "ground_truth")
    return _by_title("2wiki-101", documents, [(q["question"], q["ground_truth"]) for q in rows])


def _by_title(name: str, documents: tuple[TitledText, ...], asked: Sequence[tuple[str, list[str]]]) -> QuestionSet:
    """Gold by title; of several documents with one title the first counts."""
    place: dict[Any, int] = {title: number for number, (title, _) in reversed(list(enumerate(documents)))}
    gold = tuple((question, _gold(place, titles)) for question, titles in asked)
    return QuestionSet(name=name, documents=documents, asked=gold)


def _gold(place: dict[Any, int], wanted: Sequence[Any]) -> frozenset[int]:
    absent = [key for key in wanted if key not in place]
    if absent:
        raise SourceGarbled(source="corpus", reason=f"it lacks a gold passage: {absent[0]!r}")
    return frozenset(place[key] for key in wanted)


def _measured(
    bench: Bench, questions: QuestionSet, opened: AbstractContextManager[ReadOrder]
) -> Iterator[MeasuredFigure]:
    asked = questions.asked[::_EVERY_QUICK] if bench.quick else questions.asked
    found = 0
    with opened as read_order:
        for number, (question, gold) in enumerate(asked, 1):
            found += gold <= set(read_order(question)[:FIRST])
            bench.on_progress(f"{number} of {len(asked)} questions")
    yield MeasuredFigure(set=questions.name, figure=FIGURE, value=found / len(asked), n=len(asked))


@contextmanager
def _through_the_app(bench: Bench, documents: Sequence[TitledText]) -> Iterator[ReadOrder]:
    """The documents as Markdown files in a folder, researched by the app in a home of its own."""
    files = [(f"{number:05d}.md", title, text) for number, (title, text) in enumerate(documents)]
    with bench.open_harness(files, "en") as harness:
        yield lambda question: [int(name.removesuffix(".md")) for name in harness.reading_order(question)]


@contextmanager
def in_memory(documents: Sequence[TitledText]) -> Iterator[ReadOrder]:
    """The documents in an index in memory, researched by the production driver."""
    pages = [_page(number, title, text) for number, (title, text) in enumerate(documents)]
    passages = [_passage(page, text) for page, (_, text) in zip(pages, documents, strict=True)]
    with index_in_memory(passages) as index:
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
        """Score what was found like `pipeline/gather.py` does: against the question and what the query adds to it."""
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
            task_id="evaluate",
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
    piece = TextElement(
        start=0,
        end=len(text),
        fragment_type=FragmentType.PARAGRAPH,
        heading_context="",
        heading_hierarchy=(),
        element_index=0,
    )
    return Fragment.of(page, text, piece)
