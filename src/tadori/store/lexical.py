"""Full-text search over passages: FTS5 over our own tokens, behind the `LexicalIndex` door.

Comes in: passages; the content terms of their titles and bodies, from `text.tokens`, are indexed. Goes out: matches,
best first, with the terms that they were indexed by, so that ranking need not tokenize again. Counts are of the
searched libraries alone (`passage_scores.py`). Only the statements that name `passages_fts` or `passages_places` are
specific to SQLite.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.doors import ForeignTexts, LeadPassages, LexicalIndex, Passage, PassageMatch
from tadori.model.ids import IsoDate, Lang, Url
from tadori.store.libraries import library_version
from tadori.store.passage_scores import IN_LIBRARIES, SearchScope, count_tokens, passage_scores, scope_of
from tadori.text.tokens import terms

_ROWS_AT_ONCE: Final = 400
_LONGEST_QUERY: Final = 64
"""How many terms of a query are matched; of a longer query the rarest."""


def create_lexical(db: sa.Connection) -> None:
    """Create the tables of the index. FTS5 only splits at white space: the text is tokenized by us."""
    db.exec_driver_sql(
        """
        create table passages (
            number integer primary key, id text not null unique, page_id text not null, url text not null,
            title text not null, date text, lang text not null, start_at integer not null, end_at integer not null,
            text text not null
        ) strict
        """
    )
    db.exec_driver_sql("create index passages_by_page on passages (page_id)")
    db.exec_driver_sql(
        """
        create virtual table passages_fts using fts5 (title, body, tokenize = "ascii tokenchars '.'")
        """
    )
    db.exec_driver_sql("create virtual table passages_terms using fts5vocab (passages_fts, row)")


def add_lengths(db: sa.Connection) -> None:
    """Add what the scores of one library need: the length of each passage, and the places of each term."""
    db.exec_driver_sql("alter table passages add column terms integer not null default 0")
    db.exec_driver_sql(
        """
        update passages set terms = coalesce((
            select length(f.title) - length(replace(f.title, ' ', '')) + (f.title <> '')
                + length(f.body) - length(replace(f.body, ' ', '')) + (f.body <> '')
            from passages_fts f where f.rowid = passages.number
        ), 0)
        """
    )
    db.exec_driver_sql("drop index passages_by_page")
    db.exec_driver_sql("create index passages_by_page on passages (page_id, terms)")
    db.exec_driver_sql("drop table passages_terms")
    db.exec_driver_sql("create virtual table passages_places using fts5vocab (passages_fts, instance)")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageTerms:
    """A passage, and the terms it is indexed by."""

    passage: Passage
    title: str
    body: str


def with_terms(passages: Sequence[Passage]) -> list[PassageTerms]:
    """Tokenize passages for `add_passages`; done before its transaction, because it takes long."""
    # All passages of a page share their title.
    titles = {title: " ".join(terms(title)) for title in dict.fromkeys(p.title for p in passages)}
    return [PassageTerms(passage=p, title=titles[p.title], body=" ".join(terms(p.text))) for p in passages]


def add_passages(db: sa.Connection, passages: Sequence[PassageTerms]) -> None:
    """Index `passages`; those already indexed are skipped."""
    for start in range(0, len(passages), _ROWS_AT_ONCE):
        batch = {p.passage.id: p for p in passages[start : start + _ROWS_AT_ONCE]}
        # FTS5 has no unique constraint: known passages must be left out by us.
        for p in _known(db, list(batch)):
            del batch[p]
        if not batch:
            continue
        first = db.execute(sa.text("select coalesce(max(number), 0) + 1 from passages")).scalar_one()
        numbered = list(enumerate(batch.values(), first))
        db.execute(_INSERT, [_row(number, p) for number, p in numbered])
        db.execute(_INSERT_TERMS, [{"number": number, "title": p.title, "body": p.body} for number, p in numbered])


def _with_ids(sql: str) -> sa.TextClause:
    return sa.text(sql).bindparams(sa.bindparam("ids", expanding=True))


_KNOWN: Final = _with_ids("select id from passages where id in :ids")
_INSERT: Final = sa.text(
    """
    insert into passages (number, id, page_id, url, title, date, lang, start_at, end_at, text, terms)
    values (:number, :id, :page_id, :url, :title, :date, :lang, :start_at, :end_at, :text, :terms)
    """
)
_INSERT_TERMS: Final = sa.text("insert into passages_fts (rowid, title, body) values (:number, :title, :body)")


def is_indexed(db: sa.Connection, page_id: str) -> bool:
    """Whether passages of the page are in the index."""
    return (
        db.execute(sa.text("select 1 from passages where page_id = :id limit 1"), {"id": page_id}).first() is not None
    )


def _known(db: sa.Connection, ids: Sequence[str]) -> list[str]:
    return list(db.execute(_KNOWN, {"ids": ids}).scalars())


def _row(number: int, indexed: PassageTerms) -> dict[str, Any]:
    p = indexed.passage
    return {
        "number": number,
        "id": p.id,
        "page_id": p.page_id,
        "url": p.url,
        "title": p.title,
        "date": p.date,
        "lang": p.lang,
        "start_at": p.start,
        "end_at": p.end,
        "text": p.text,
        "terms": len(indexed.title.split()) + len(indexed.body.split()),
    }


def remove_pages(db: sa.Connection, page_ids: Sequence[str]) -> None:
    """Remove all passages of `page_ids` from the index."""
    for start in range(0, len(page_ids), _ROWS_AT_ONCE):
        batch = {"ids": list(page_ids[start : start + _ROWS_AT_ONCE])}
        db.execute(_DELETE_TERMS, batch)
        db.execute(_DELETE, batch)


_DELETE_TERMS: Final = _with_ids(
    "delete from passages_fts where rowid in (select number from passages where page_id in :ids)"
)
_DELETE: Final = _with_ids("delete from passages where page_id in :ids")
_TIES: Final = _with_ids("select number, title, url, start_at from passages where number in :ids")
_FOUND: Final = _with_ids(
    """
    select p.*, f.title as title_terms, f.body as body_terms
    from passages p join passages_fts f on f.rowid = p.number where p.number in :ids
    """
)
_LEADS: Final = """
    select p.* from passages p
    where p.lang <> :lang {scope}
      and not exists (select 1 from passages q where q.page_id = p.page_id and q.start_at < p.start_at)
    order by p.title, p.url limit :limit
"""
_LEADS_ALL: Final = sa.text(_LEADS.format(scope=""))
_LEADS_SCOPED: Final = _with_ids(_LEADS.format(scope=f"and p.{IN_LIBRARIES}"))

_SIZE: Final = sa.text("select count(*), coalesce(max(number), 0) from passages")
_TEXTS: Final = """
    select p.title, p.text from passages p where p.lang = :lang {scope} order by p.start_at, p.number limit :limit
"""
_TEXTS_ALL: Final = sa.text(_TEXTS.format(scope=""))
_TEXTS_SCOPED: Final = _with_ids(_TEXTS.format(scope=f"and p.{IN_LIBRARIES}"))


class StoredIndex(LexicalIndex, LeadPassages, ForeignTexts):
    """The passages of a store, or of some of its libraries."""

    def __init__(self, engine: sa.Engine, library_ids: Sequence[str] | None = None) -> None:
        self._engine = engine
        self._libraries = None if library_ids is None else sorted(set(library_ids))
        self._known: tuple[str, SearchScope] | None = None
        """The scope as last counted, and the version of the libraries then."""
        self._leads: tuple[tuple[str, Lang, int], list[Passage]] | None = None

    def match(self, tokens: Sequence[str], *, limit: int) -> list[PassageMatch]:
        """Passages with at least one of `tokens`, best first; ties by title, URL and position."""
        with self._engine.connect() as db:
            scores = passage_scores(db, self._scope(db), self._libraries, self._rarest(db, tokens))
            numbers = _best(db, scores, limit)
            rows = {row.number: row for row in _in_batches(db, _FOUND, numbers)}
            return [_match(rows[number], scores[number]) for number in numbers]

    def leads(self, *, other_than: Lang, limit: int) -> list[Passage]:
        """The first passage of each page that is not in the language `other_than`, by title and URL.

        Kept until the library changes: a question asks for them query after query.
        """
        key = (self.version(), other_than, limit)
        if self._leads is None or self._leads[0] != key:
            self._leads = key, self._read_leads(other_than, limit)
        return list(self._leads[1])

    def _read_leads(self, other_than: Lang, limit: int) -> list[Passage]:
        values: dict[str, Any] = {"lang": other_than, "limit": limit}
        with self._engine.connect() as db:
            if self._libraries is None:
                return [_passage(row) for row in db.execute(_LEADS_ALL, values)]
            return [_passage(row) for row in db.execute(_LEADS_SCOPED, values | {"ids": self._libraries})]

    def version(self) -> str:
        with self._engine.connect() as db:
            if self._libraries is not None:
                return library_version(db, self._libraries)
            return " ".join(str(part) for part in db.execute(_SIZE).one())

    def texts(self, lang: Lang, *, limit: int) -> list[str]:
        """The openings of pages first: of a library that is too large, every page has its title and its beginning."""
        values: dict[str, Any] = {"lang": lang, "limit": limit}
        with self._engine.connect() as db:
            if self._libraries is None:
                rows = db.execute(_TEXTS_ALL, values)
            else:
                rows = db.execute(_TEXTS_SCOPED, values | {"ids": self._libraries})
            return [f"{row.title}\n{row.text}" for row in rows]

    def document_frequency(self, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        """Counted over these libraries alone: what else a home holds must not change an answer."""
        with self._engine.connect() as db:
            scope = self._scope(db)
            return scope.passages, count_tokens(db, scope, self._libraries, tokens)

    def _scope(self, db: sa.Connection) -> SearchScope:
        """Counted again when a document of the libraries has changed."""
        if self._libraries is None:
            return scope_of(db, None)
        version = library_version(db, self._libraries)
        if self._known is None or self._known[0] != version:
            self._known = version, scope_of(db, self._libraries)
        return self._known[1]

    def _rarest(self, db: sa.Connection, tokens: Sequence[str]) -> list[str]:
        """At most `_LONGEST_QUERY` different tokens, the rarest that occur at all, in query order."""
        wanted = list(dict.fromkeys(tokens))
        if len(wanted) <= _LONGEST_QUERY:
            return wanted
        counts = count_tokens(db, self._scope(db), self._libraries, wanted)
        known = sorted((token for token in wanted if counts[token]), key=lambda token: (counts[token], token))
        kept = set(known[:_LONGEST_QUERY])
        return [token for token in wanted if token in kept]


def _best(db: sa.Connection, scores: Mapping[int, float], limit: int) -> list[int]:
    """The numbers of the best passages, best first. Titles are read only of those that may be among them."""
    if limit < 1 or not scores:
        return []
    least = nlargest(limit, scores.values())[-1]
    near = [number for number, score in scores.items() if score >= least]
    rows = _in_batches(db, _TIES, near)
    rows.sort(key=lambda row: (-scores[row.number], row.title, row.url, row.start_at))
    return [row.number for row in rows[:limit]]


def _in_batches(db: sa.Connection, statement: sa.TextClause, ids: Sequence[Any]) -> list[Any]:
    return [
        row
        for start in range(0, len(ids), _ROWS_AT_ONCE)
        for row in db.execute(statement, {"ids": list(ids[start : start + _ROWS_AT_ONCE])})
    ]


def _match(row: Any, score: float) -> PassageMatch:
    return PassageMatch(
        passage=_passage(row),
        score=score,
        title_terms=tuple(row.title_terms.split()),
        body_terms=tuple(row.body_terms.split()),
    )


def _passage(row: Any) -> Passage:
    return Passage(
        id=row.id,
        page_id=row.page_id,
        url=Url(row.url),
        title=row.title,
        date=None if row.date is None else IsoDate(row.date),
        lang=Lang(row.lang),
        start=row.start_at,
        end=row.end_at,
        text=row.text,
    )
