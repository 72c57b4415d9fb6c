"""Tables of pages and fragments. The text is stored once per page; a fragment is a pair of offsets in it."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from tadori.model.ids import IsoDate, Lang, Sha256, Url
from tadori.model.page import Extracted, Fragment, FragmentType, Heading, Imprint, Page, PageType
from tadori.store.rows import sql, to_json, to_text, to_time
from tadori.store.unread import save_losses

_PAGE_COLUMNS = (
    "id, url, content_hash, text_hash, media_type, byte_length, text_length, title, date, lang, page_type, "
    "fetched_at, source_tag, author, canonical, extraction, imprint"
)


def save_page(db: sa.Connection, page: Page, extracted: Extracted) -> bool:
    """Save a page with its text and fragments; False if it was already stored."""
    inserted = db.execute(
        sql(
            """
            insert into pages (id, url, content_hash, text_hash, media_type, byte_length, text_length, title, date,
                lang, page_type, fetched_at, source_tag, author, canonical, extraction, imprint, text, notes,
                losses_counted)
            values (:id, :url, :content_hash, :text_hash, :media_type, :byte_length, :text_length, :title, :date,
                :lang, :page_type, :fetched_at, :source_tag, :author, :canonical, :extraction, :imprint, :text,
                :notes, 1)
            on conflict (id) do nothing
            """
        ),
        {
            "id": page.id,
            "url": page.url,
            "content_hash": page.content_hash,
            "text_hash": page.text_hash,
            "media_type": page.media_type,
            "byte_length": page.byte_length,
            "text_length": page.text_length,
            "title": page.title,
            "date": page.date,
            "lang": page.lang,
            "page_type": page.page_type.value,
            "fetched_at": to_text(page.fetched_at),
            "source_tag": page.source_tag,
            "author": page.author,
            "canonical": page.canonical,
            "extraction": page.extraction,
            "imprint": _imprint_row(page.imprint),
            "text": extracted.text,
            "notes": to_json(list(extracted.notes)),
        },
    ).rowcount
    if inserted != 1:
        return False
    save_losses(db, page.id, extracted.losses)
    fragments = [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]
    if fragments:
        db.execute(_INSERT_FRAGMENT, [_fragment_row(f, position) for position, f in enumerate(fragments)])
    return True


_INSERT_FRAGMENT = sql(
    """
    insert into fragments (id, page_id, position, start_at, end_at, text_hash, fragment_type, heading_context,
        heading_hierarchy, element_index, page_number, has_header)
    values (:id, :page_id, :position, :start_at, :end_at, :text_hash, :fragment_type, :heading_context,
        :heading_hierarchy, :element_index, :page_number, :has_header)
    on conflict (id) do nothing
    """
)


def _fragment_row(fragment: Fragment, position: int) -> dict[str, Any]:
    return {
        "id": fragment.id,
        "page_id": fragment.page_id,
        "position": position,
        "start_at": fragment.start,
        "end_at": fragment.end,
        "text_hash": fragment.text_hash,
        "fragment_type": fragment.fragment_type.value,
        "heading_context": fragment.heading_context,
        "heading_hierarchy": to_json([[h.level, h.text] for h in fragment.heading_hierarchy]),
        "element_index": fragment.element_index,
        "page_number": fragment.page_number,
        "has_header": int(fragment.has_header),
    }


def page_by_id(db: sa.Connection, page_id: str) -> Page | None:
    row = db.execute(sql(f"select {_PAGE_COLUMNS} from pages where id = :id"), {"id": page_id}).first()  # noqa: S608
    return None if row is None else _page(row)


def pages_by_id(db: sa.Connection, page_ids: Sequence[str]) -> dict[str, Page]:
    """Page id → page, for the known ones."""
    if not page_ids:
        return {}
    statement = sa.text(f"select {_PAGE_COLUMNS} from pages where id in :ids").bindparams(  # noqa: S608 - our own names
        sa.bindparam("ids", expanding=True)
    )
    return {row.id: _page(row) for row in db.execute(statement, {"ids": list(page_ids)})}


def page_text(db: sa.Connection, page_id: str) -> str | None:
    """The extracted text, or None for an unknown page."""
    text: str | None = db.execute(sql("select text from pages where id = :id"), {"id": page_id}).scalar()
    return text


def fragments_of(db: sa.Connection, page_id: str) -> list[Fragment]:
    """The page's fragments in reading order."""
    rows = db.execute(
        sql(
            """
            select f.*, substr(p.text, f.start_at + 1, f.end_at - f.start_at) as words
            from fragments f join pages p on p.id = f.page_id
            where f.page_id = :page_id order by f.position
            """
        ),
        {"page_id": page_id},
    )
    return [_fragment(row) for row in rows]


def fragments_by_id(db: sa.Connection, ids: Sequence[str]) -> dict[str, Fragment]:
    """Fragment id → fragment, for the known ones."""
    if not ids:
        return {}
    statement = sa.text(
        """
        select f.*, substr(p.text, f.start_at + 1, f.end_at - f.start_at) as words
        from fragments f join pages p on p.id = f.page_id where f.id in :ids
        """
    ).bindparams(sa.bindparam("ids", expanding=True))
    return {row.id: _fragment(row) for row in db.execute(statement, {"ids": list(ids)})}


def delete_pages(db: sa.Connection, page_ids: Sequence[str]) -> None:
    """Delete pages and fragments; the caller has made sure that no task and no library uses them."""
    for page_id in page_ids:
        db.execute(sql("delete from fragments where page_id = :id"), {"id": page_id})
        db.execute(sql("delete from visits where page_id = :id"), {"id": page_id})
        db.execute(sql("delete from page_losses where page_id = :id"), {"id": page_id})
        db.execute(sql("delete from pages where id = :id"), {"id": page_id})


def _page(row: Any) -> Page:
    return Page(
        id=row.id,
        url=Url(row.url),
        content_hash=Sha256(row.content_hash),
        text_hash=Sha256(row.text_hash),
        media_type=row.media_type,
        byte_length=row.byte_length,
        text_length=row.text_length,
        title=row.title,
        date=None if row.date is None else IsoDate(row.date),
        lang=Lang(row.lang),
        page_type=PageType(row.page_type),
        fetched_at=to_time(row.fetched_at),
        source_tag=row.source_tag,
        author=row.author,
        canonical=row.canonical,
        extraction=row.extraction,
        imprint=_imprint_of(row.imprint),
    )


def _imprint_row(imprint: Imprint) -> str:
    """What the imprint states, as JSON; the empty string where it states nothing."""
    stated = {name: value for name, value in asdict(imprint).items() if value}
    return to_json(stated) if stated else ""


@lru_cache(maxsize=4096)
def _imprint_of(row: str) -> Imprint:
    stated: dict[str, Any] = json.loads(row) if row else {}
    lists: dict[str, Any] = {name: tuple(stated.pop(name, ())) for name in ("running", "neighbours")}
    return Imprint(**stated, **lists)


def _fragment(row: Any) -> Fragment:
    return Fragment(
        id=row.id,
        page_id=row.page_id,
        text=row.words,
        text_hash=Sha256(row.text_hash),
        start=row.start_at,
        end=row.end_at,
        fragment_type=FragmentType(row.fragment_type),
        heading_context=row.heading_context,
        heading_hierarchy=tuple(Heading(level=level, text=text) for level, text in json.loads(row.heading_hierarchy)),
        element_index=row.element_index,
        page_number=row.page_number,
        has_header=bool(row.has_header),
    )
