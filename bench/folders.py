"""A search in one folder of a home with ten others, against FTS5's own `bm25()` over the whole home.

Floor: the statement that was used before scores were of the folder alone, with counts of the home's vocabulary; its
answers change with the other folders. Ours: `StoredIndex`, whose answers do not. Both find 60 passages and count the
words of the query, timed in turns in CPU seconds, and the least of each counts. The folder lies in one piece, as it
does after `library add`, or scattered among the others, which is the worst case.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import accumulate

import sqlalchemy as sa
from tests.gates.figures import Figure

from tadori.model.doors import Passage
from tadori.model.ids import EN, Url
from tadori.store.lexical import PassageTerms, StoredIndex, add_lengths, add_passages, create_lexical

FOLDERS = 11
PASSAGES_A_DOCUMENT = 5
WORDS = 20_000
LIMIT = 60
MOST_RATIO = 2.0
MOST_RATIO_SCATTERED = 4.0
TURNS = 3
BEFORE = sa.text(
    """
    with best as (
        select p.number, -bm25(passages_fts, 3.0, 1.0) as score
        from passages_fts f join passages p on p.number = f.rowid
        where passages_fts match :words and p.page_id in (select page_id from documents where library_id = :library)
        order by score desc, p.title, p.url, p.start_at limit :limit
    )
    select p.*, f.title as title_terms, f.body as body_terms, best.score
    from best join passages p on p.number = best.number join passages_fts f on f.rowid = best.number
    order by best.score desc, p.title, p.url, p.start_at
    """
)
COUNTS = sa.text("select term, doc from whole_vocabulary where term in :words").bindparams(
    sa.bindparam("words", expanding=True)
)


def run(quick: bool) -> list[Figure]:
    documents = 200 if quick else 2000
    with _home(documents) as (engine, queries):
        figures = []
        for library, name, most in (("4", "one piece", MOST_RATIO), ("scattered", "scattered", MOST_RATIO_SCATTERED)):
            index = StoredIndex(engine, [library])
            ours, before = _least(
                [lambda q, i=index: _ours(i, q), lambda q, i=library: _before(engine, i, q)],  # type: ignore[misc]
                queries,
            )
            figures.append(
                Figure(
                    name=f"folders: search in a folder in {name} ÷ FTS5 over the home",
                    value=round(ours / before, 2),
                    floor=most,
                    aim=None,
                    n=len(queries),
                    at_least=False,
                )
            )
        return figures


def _least(works: list[Callable[[list[str]], None]], queries: list[list[str]]) -> list[float]:
    seconds = [float("inf")] * len(works)
    for _ in range(TURNS):
        for place, work in enumerate(works):
            started = time.process_time()
            for query in queries:
                work(query)
            seconds[place] = min(seconds[place], time.process_time() - started)
    return seconds


def _ours(index: StoredIndex, query: list[str]) -> None:
    index.match(query, limit=LIMIT)
    index.document_frequency(query)


def _before(engine: sa.Engine, library: str, query: list[str]) -> None:
    with engine.connect() as db:
        words = " OR ".join(f'"{word}"' for word in query)
        db.execute(BEFORE, {"words": words, "library": library, "limit": LIMIT}).all()
        db.execute(sa.text("select count(*) from passages")).scalar_one()
        db.execute(COUNTS, {"words": query}).all()


@contextmanager
def _home(documents: int) -> Iterator[tuple[sa.Engine, list[list[str]]]]:
    """An index of folders whose words are as frequent as those of a language, and queries of middling words."""
    rng = random.Random(16)
    words = [f"w{n}" for n in range(WORDS)]
    weights = list(accumulate(1 / (n + 10) for n in range(WORDS)))
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with engine.begin() as db:
        create_lexical(db)
        add_lengths(db)
        db.exec_driver_sql("create virtual table whole_vocabulary using fts5vocab (passages_fts, row)")
        db.exec_driver_sql("create table documents (library_id text, page_id text, indexed_at text default '')")
        db.exec_driver_sql("create index by_library on documents (library_id, page_id)")
        for number in range(FOLDERS * documents):
            add_passages(db, [_passage(number, place, words, weights, rng) for place in range(PASSAGES_A_DOCUMENT)])
            held = [str(number // documents), *(["scattered"] if number % FOLDERS == 0 else [])]
            for library in held:
                values = {"library": library, "page": f"pg_{number}"}
                db.execute(sa.text("insert into documents (library_id, page_id) values (:library, :page)"), values)
    queries = [[words[rng.randrange(20, 2000)] for _ in range(5)] for _ in range(20)]
    try:
        yield engine, queries
    finally:
        engine.dispose()


def _passage(number: int, place: int, words: list[str], weights: list[float], rng: random.Random) -> PassageTerms:
    body = " ".join(rng.choices(words, cum_weights=weights, k=rng.randint(60, 140)))
    passage = Passage(
        id=f"ps_{number}_{place}",
        page_id=f"pg_{number}",
        url=Url(f"file:///{number}"),
        title=f"title {number}",
        date=None,
        lang=EN,
        start=place,
        end=place + 1,
        text=body,
    )
    return PassageTerms(passage=passage, title=f"title {number}", body=body)
