"""Full-text search over passages: FTS5 over our own tokens, behind the `LexicalIndex` door."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from tadori.model.doors import Passage, PassageMatch
from tadori.model.ids import IsoDate, Lang, Url
from tadori.text.tokens import tokens

TITLE_WEIGHT = 2.0


def create_lexical(db: sa.Connection) -> None:
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
        "create virtual table passages_fts using fts5(title, body, "
        "tokenize='unicode61 remove_diacritics 0')"
    )


def add_passages(db: sa.Connection, passages: Sequence[Passage]) -> None:
    for p in passages:
        number = db.execute(
            sa.text(
                """
                insert into passages (id, page_id, url, title, date, lang, start_at, end_at, text)
                values (:id, :page_id, :url, :title, :date, :lang, :start_at, :end_at, :text)
                on conflict (id) do nothing returning number
                """
            ),
            {
                "id": p.id,
                "page_id": p.page_id,
                "url": p.url,
                "title": p.title,
                "date": p.date,
                "lang": p.lang,
                "start_at": p.start,
                "end_at": p.end,
                "text": p.text,
            },
        ).scalar()
        if number is not None:
            db.execute(
                sa.text("insert into passages_fts (rowid, title, body) values (:number, :title, :body)"),
                {"number": number, "title": " ".join(tokens(p.title)), "body": " ".join(tokens(p.text))},
            )


def remove_pages(db: sa.Connection, page_ids: Sequence[str]) -> None:
    for page_id in page_ids:
        db.execute(
            sa.text("delete from passages_fts where rowid in (select number from passages where page_id = :id)"),
            {"id": page_id},
        )
        db.execute(sa.text("delete from passages where page_id = :id"), {"id": page_id})


class StoredIndex:
    def __init__(self, engine: sa.Engine, library_ids: Sequence[str] | None = None) -> None:
        self._engine = engine
        self._library_ids = library_ids

    def match(self, tokens: Sequence[str], *, limit: int) -> list[PassageMatch]:
        if not tokens:
            return []
        words = " OR ".join('"' + t.replace('"', '""') + '"' for t in dict.fromkeys(tokens))
        scope = ""
        values: dict[str, Any] = {"words": words, "limit": limit, "weight": TITLE_WEIGHT}
        if self._library_ids is not None:
            scope = "and p.page_id in (select page_id from documents where library_id in :ids)"
        statement = sa.text(
            f"""
            select p.*, -bm25(passages_fts, :weight, 1.0) as score
            from passages_fts f join passages p on p.number = f.rowid
            where passages_fts match :words {scope} order by score desc, p.id limit :limit
            """  # noqa: S608
        )
        if self._library_ids is not None:
            statement = statement.bindparams(sa.bindparam("ids", expanding=True))
            values["ids"] = list(self._library_ids)
        with self._engine.connect() as db:
            return [PassageMatch(passage=_passage(row), score=row.score) for row in db.execute(statement, values)]

    def document_frequency(self, tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
        with self._engine.connect() as db:
            total = db.execute(sa.text("select count(*) from passages")).scalar_one()
            counts = {
                t: db.execute(
                    sa.text("select count(*) from passages_fts where passages_fts match :t"),
                    {"t": '"' + t.replace('"', '""') + '"'},
                ).scalar_one()
                for t in dict.fromkeys(tokens)
            }
        return total, counts


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
