"""Measures finding the right document: SciFact (English claims), JSQuAD (Japanese questions), 2Wiki (two documents a
question, by ranking alone).

It uses the index, the ranking and the library provider that research uses. Ranking weights were fitted on even-numbered
questions: the odd ones are counted apart. The figures of the odd ones were seen while signals were chosen: these are
not figures of unseen data.
"""

import asyncio
import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tadori.evaluate.bench import Bench, Document, ProgressCallback, no_progress
from tadori.evaluate.data import expected_shape, json_lines, json_rows
from tadori.evaluate.figures import MeasuredFigure
from tadori.minds.base import Embedder
from tadori.model.ids import EN, JA, Lang, Url, text_hash
from tadori.model.page import Page, PageType
from tadori.model.query import Query, QueryPurpose
from tadori.rank.passages import cut_passages
from tadori.rank.ranking import rank_matches
from tadori.search.cross_language import CrossLanguageSearch
from tadori.search.library import LibrarySearch
from tadori.search.name_spellings import NameSpellings
from tadori.store.in_memory import index_in_memory

SCIFACT: Final = "retrieval/scifact"
JSQUAD: Final = "retrieval/jsquad"
TWO_WIKI: Final = "retrieval/2wiki-101"
TWO_WIKI_FILES: Final = ("2wiki-6119/2wikimultihopqa_corpus.json.gz", "2wiki-101/graph/2wikimultihopqa_101.json")
_EVERY_QUICK: Final = 9
"""The quick run asks every ninth question: odd and even ones alike."""
_TITLE_END: Final = " [SEP] "

QuestionWithGold = tuple[str, set[str]]
"""A question, and the ids of the documents it should find."""
Numbered = list[tuple[int, float]]
"""The number of a question, and what it was worth."""


def scifact(bench: Bench) -> Iterator[MeasuredFigure]:
    folder = bench.data / SCIFACT
    claims = json_lines(folder / "claims-train.jsonl.gz", "claim", "docs")
    with expected_shape(SCIFACT):
        asked = _sample([(c["claim"], {str(d) for d in c["docs"]}) for c in claims], bench.quick)
    found = search(
        bench.embedder(), abstracts(bench.data), [q for _, (q, _) in asked], EN, limit=10, on_progress=bench.on_progress
    )
    gains = [(n, ndcg(ids, gold)) for ids, (n, (_, gold)) in zip(found, asked, strict=True)]
    yield from _means(SCIFACT, {"nDCG@10": gains, "nDCG@10, claims not fitted on": [g for g in gains if g[0] % 2]})


def jsquad(bench: Bench) -> Iterator[MeasuredFigure]:
    questions = json_lines(bench.data / JSQUAD / "questions.jsonl.gz", "question", "gold")
    asked = _sample([(q["question"], {str(q["gold"])}) for q in questions], bench.quick)
    documents = paragraphs(bench.data)
    found = search(bench.embedder(), documents, [q for _, (q, _) in asked], JA, limit=10, on_progress=bench.on_progress)
    ranks = [(n, reciprocal(ids, gold)) for ids, (n, (_, gold)) in zip(found, asked, strict=True)]
    yield from _means(
        JSQUAD,
        {
            "MRR": ranks,
            "MRR, questions not fitted on": [r for r in ranks if r[0] % 2],
            "R@1": [(n, float(r == 1)) for n, r in ranks],
        },
    )


def two_wiki(bench: Bench) -> Iterator[MeasuredFigure]:
    corpus, asked = (bench.data / "retrieval" / name for name in TWO_WIKI_FILES)
    documents = [(f"{n}", d["title"], d["text"]) for n, d in enumerate(json_rows(corpus, "title", "text"))]
    questions = json_rows(asked, "question", "ground_truth")
    titles = {identity: title for identity, title, _ in documents}
    found = search(
        bench.embedder(), documents, [q["question"] for q in questions], EN, limit=8, on_progress=bench.on_progress
    )
    perfect = [
        (n, float(set(q["ground_truth"]) <= {titles[i] for i in ids}))
        for n, (ids, q) in enumerate(zip(found, questions, strict=True))
    ]
    yield from _means(TWO_WIKI, {"perfect@8 by ranking alone": perfect})


def abstracts(data: Path) -> list[Document]:
    """SciFact's documents: id, title, text."""
    rows = json_lines(data / SCIFACT / "corpus.jsonl.gz", "id", "title", "sentences")
    return [(str(d["id"]), d["title"], " ".join(d["sentences"])) for d in rows]


def paragraphs(data: Path) -> list[Document]:
    """JSQuAD's paragraphs: id, title, text."""
    rows = json_lines(data / JSQUAD / "passages.jsonl.gz", "id", "text")
    parts = [(str(p["id"]), p["text"].partition(_TITLE_END)) for p in rows]
    return [(identity, title if mark else "", text if mark else title) for identity, (title, mark, text) in parts]


def search(
    embedder: Embedder,
    documents: Sequence[Document],
    questions: Sequence[str],
    lang: Lang,
    *,
    limit: int,
    written_in: Lang | None = None,
    on_progress: ProgressCallback = no_progress,
) -> list[list[str]]:
    """What the library provider finds for each question, as ids of documents."""
    passages = [
        passage
        for identity, title, text in documents
        for passage in cut_passages(_page(identity, title, text, written_in or lang), text, ())
    ]
    with index_in_memory(passages) as index:
        provider = LibrarySearch(
            index,
            lambda text, query_lang, matches: rank_matches(
                text, query_lang, matches, frequency=index.document_frequency, embedder=embedder
            ),
            CrossLanguageSearch(index, embedder),
            NameSpellings(index),
        )

        async def search_all() -> list[list[str]]:
            found = []
            for number, question in enumerate(questions, 1):
                hits = (await provider.search(_query(question, lang, limit))).hits
                found.append([hit.url.removeprefix("doc:") for hit in hits])
                on_progress(f"{number} of {len(questions)} questions")
            return found

        return asyncio.run(search_all())


def ndcg(ids: Sequence[str], gold: set[str]) -> float:
    """Normalised discounted gain of the first ten."""
    gained = sum(1 / math.log2(place + 2) for place, identity in enumerate(ids[:10]) if identity in gold)
    best = sum(1 / math.log2(place + 2) for place in range(min(10, len(gold))))
    return gained / best if best else 0.0


def reciprocal(ids: Sequence[str], gold: set[str]) -> float:
    return next((1 / place for place, identity in enumerate(ids, 1) if identity in gold), 0.0)


def _page(identity: str, title: str, text: str, lang: Lang) -> Page:
    url = Url(f"doc:{identity}")
    digest = text_hash(text)
    return Page(
        id=Page.id_of(url, digest),
        url=url,
        content_hash=digest,
        text_hash=digest,
        media_type="text/plain",
        byte_length=len(text.encode()),
        text_length=len(text),
        title=title,
        date=None,
        lang=lang,
        page_type=PageType.DOCUMENT,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="library",
    )


def _query(text: str, lang: Lang, limit: int) -> Query:
    return Query.of(
        task_id="evaluate",
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id="evaluate",
        round=0,
        limit=limit,
        cause_id="evaluate",
    )


def _sample(asked: Sequence[QuestionWithGold], quick: bool) -> list[tuple[int, QuestionWithGold]]:
    numbered = list(enumerate(asked))
    return numbered[::_EVERY_QUICK] if quick else numbered


def _means(name: str, values: dict[str, Numbered]) -> Iterator[MeasuredFigure]:
    for figure, worth in values.items():
        if worth:
            yield MeasuredFigure(set=name, figure=figure, value=sum(v for _, v in worth) / len(worth), n=len(worth))
