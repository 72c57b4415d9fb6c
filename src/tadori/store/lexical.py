"""Full-text search over passages: FTS5 over our own tokens, behind the `LexicalIndex` door.

Comes in: passages; the content terms of their titles and bodies, from `text.tokens`, are indexed. Goes out: matches,
best first, with the terms that they were indexed by, so that ranking need not tokenize again. Only the statements that
name `passages_fts` or `passages_terms` are specific to SQLite.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from tadori.model.doors import LeadPassages, LexicalIndex, Passage, PassageMatch
from tadori.model.ids import IsoDate, Lang, Url
from tadori.model.thresholds import TITLE_TERM_WEIGHT
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
        db.execute(_INSERT, [_row(number, p.passage) for number, p in numbered])
        db.execute(_INSERT_TERMS, [{"number": number, "title": p.title, "body": p.body} for number, p in numbered])


def _with_ids(sql: str) -> sa.TextClause:
    return sa.text(sql).bindparams(sa.bindparam("ids", expanding=True))


_KNOWN: Final = _with_ids("select id from passages where id in :ids")
_INSERT: Final = sa.text(
    """
    insert into passages (number, id, page_id, url, title, date, lang, start_at, end_at, text)
    values (:number, :id, :page_id, :url, :title, :date, :lang, :start_at, :end_at, :text)
    """
)
_INSERT_TERMS: Final = sa.text("insert into passages_fts (rowid, title, body) values (:number, :title, :body)")


def _known(db: sa.Connection, ids: Sequence[str]) -> list[str]:
    return list(db.execute(_KNOWN, {"ids": ids}).scalars())


def _row(number: int, p: Passage) -> dict[str, Any]:
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
# Two stages: sort the numbers first, then fetch the texts. Sorting rows with whole texts is slow.
_MATCH: Final = """
    with best as (
        select p.number, -bm25(passages_fts, :weight, 1.0) as score
        from passages_fts f join passages p on p.number = f.rowid
        where passages_fts match :words {scope}
        order by score desc, p.title, p.url, p.start_at limit :limit
    )
    select p.*, f.title as title_terms, f.body as body_terms, best.score
    from best join passages p on p.number = best.number join passages_fts f on f.rowid = best.number
    order by best.score desc, p.title, p.url, p.start_at
"""
_IN_LIBRARIES: Final = "page_id in (select page_id from documents where library_id in :ids)"
_MATCH_ALL: Final = sa.text(_MATCH.format(scope=""))
_MATCH_SCOPED: Final = _with_ids(_MATCH.format(scope=f"and p.{_IN_LIBRARIES}"))
_LEADS: Final = """
    select p.* from passages p
    where p.lang <> :lang {scope}
      and not exists (select 1 from passages q where q.page_id = p.page_id and q.start_at < p.start_at)
    order by p.title, p.url limit :limit
"""
_LEADS_ALL: Final = sa.text(_LEADS.format(scope=""))
_LEADS_SCOPED: Final = _with_ids(_LEADS.format(scope=f"and p.{_IN_LIBRARIES}"))


class StoredIndex(LexicalIndex, LeadPassages):
    """The passages of a store, or of some of its libraries."""

    def __init__(self, engine: sa.Engine, library_ids: Sequence[str] | None = None) -> None:
        self._engine = engine
        self._scope: dict[str, Any] = {} if library_ids is None else {"ids": list(library_ids)}

    def match(self, tokens: Sequence[str], *, limit: int) -> list[PassageMatch]:
        """Passages with at least one of `tokens`, best first; ties by title, URL and position."""
        with self._engine.connect() as db:
            words = " OR ".join(map(_quoted, _rarest(db, tokens)))
            if not words:
                return []
            values = {"words": words, "weight": TITLE_TERM_WEIGHT, "limit": limit, **self._scope}
            return [_match(row) for row in db.execute(_MATCH_SCOPED if self._scope else _MATCH_ALL, values)]

    def leads(self, *, other_than: Lang, limit: int) -> list[Passage]:
        """The first passage of each page that is not in the language `other_than`, by title and URL."""
        values = {"lang": other_than, "limit": limit, **self._scope}
        with self._engine.connect() as db:
            return [_passage(row) for row in db.execute(_LEADS_SCOPED if self._scope else _LEADS_ALL, values)]

    def document_frequency(self, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        """Counted over the whole store, not only these libraries: rarity should not depend on the scope."""
        with self._engine.connect() as db:
            total = db.execute(sa.text("select count(*) from passages")).scalar_one()
            return total, _frequency(db, tokens)


def _frequency(db: sa.Connection, tokens: Sequence[str]) -> dict[str, int]:
    counts = dict.fromkeys(tokens, 0)
    wanted = list(counts)
    for start in range(0, len(wanted), _ROWS_AT_ONCE):
        rows = db.execute(_FREQUENCY, {"ids": wanted[start : start + _ROWS_AT_ONCE]})
        counts.update({row.term: row.doc for row in rows})
    return counts


_FREQUENCY = _with_ids("select term, doc from passages_terms where term in :ids")


def _rarest(db: sa.Connection, tokens: Sequence[str]) -> list[str]:
    """At most `_LONGEST_QUERY` different tokens, the rarest that occur at all, in query order."""
    # Anything that `text.tokens` cannot produce is not in the index, and could be FTS5 query syntax.
    wanted = [token for token in dict.fromkeys(tokens) if token.replace(".", "").isalnum()]
    if len(wanted) <= _LONGEST_QUERY:
        return wanted
    counts = _frequency(db, wanted)
    known = sorted((token for token in wanted if counts[token]), key=lambda token: (counts[token], token))
    kept = set(known[:_LONGEST_QUERY])
    return [token for token in wanted if token in kept]


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'


def _match(row: Any) -> PassageMatch:
    return PassageMatch(
        passage=_passage(row),
        score=row.score,
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
