"""Tables of libraries (document folders) and their documents: one row per document, with its page or its error."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from tadori.model.ids import content_id
from tadori.store.rows import to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryDocument:
    """One file, or one record of a saved archive, as it was last seen."""

    library_id: str
    url: str
    path: str
    """Relative to the library's folder."""
    size: int
    mtime_ns: int
    page_id: str | None
    lost: str | None
    """Why it could not be read; None when it could."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrarySummary:
    id: str
    folder: str
    documents: int
    lost: int
    languages: tuple[tuple[str, int], ...]


def library_id_of(folder: str) -> str:
    return content_id("lib", folder)


def add_library(db: sa.Connection, folder: str, at: datetime) -> str:
    """The id of the library at `folder` (absolute), made if it is new."""
    library_id = library_id_of(folder)
    db.execute(
        sa.text("insert into libraries (id, folder, added_at) values (:id, :folder, :at) on conflict (id) do nothing"),
        {"id": library_id, "folder": folder, "at": to_text(at)},
    )
    return library_id


def documents_of(db: sa.Connection, library_id: str) -> list[LibraryDocument]:
    rows = db.execute(sa.text("select * from documents where library_id = :id order by url"), {"id": library_id})
    return [
        LibraryDocument(
            library_id=row.library_id,
            url=row.url,
            path=row.path,
            size=row.size,
            mtime_ns=row.mtime_ns,
            page_id=row.page_id,
            lost=row.lost,
        )
        for row in rows
    ]


def save_document(db: sa.Connection, document: LibraryDocument, at: datetime) -> None:
    db.execute(
        sa.text(
            """
            insert into documents (library_id, url, path, size, mtime_ns, page_id, lost, indexed_at)
            values (:library_id, :url, :path, :size, :mtime_ns, :page_id, :lost, :at)
            on conflict (library_id, url) do update set path = :path, size = :size, mtime_ns = :mtime_ns,
                page_id = :page_id, lost = :lost, indexed_at = :at
            """
        ),
        {
            "library_id": document.library_id,
            "url": document.url,
            "path": document.path,
            "size": document.size,
            "mtime_ns": document.mtime_ns,
            "page_id": document.page_id,
            "lost": document.lost,
            "at": to_text(at),
        },
    )


def remove_documents(db: sa.Connection, documents: Sequence[LibraryDocument]) -> None:
    """Delete document rows; one that now belongs to another file of its library stays."""
    for document in documents:
        db.execute(
            sa.text("delete from documents where library_id = :id and url = :url and path = :path"),
            {"id": document.library_id, "url": document.url, "path": document.path},
        )


def unused_pages(db: sa.Connection, page_ids: Sequence[str]) -> list[str]:
    """Those of `page_ids` that no document and no task uses any more."""
    held = sa.text(
        """
        select 1 where exists (select 1 from documents where page_id = :id)
            or exists (select 1 from task_pages where page_id = :id)
        """
    )
    return [page_id for page_id in page_ids if db.execute(held, {"id": page_id}).first() is None]


def pages_in_no_library(db: sa.Connection, page_ids: Sequence[str]) -> list[str]:
    """Those of `page_ids` that are in no library any more and must leave the full-text index."""
    held = sa.text("select 1 from documents where page_id = :id limit 1")
    return [page_id for page_id in page_ids if db.execute(held, {"id": page_id}).first() is None]


def document_at(db: sa.Connection, url: str, library_ids: Sequence[str] | None = None) -> LibraryDocument | None:
    """The document at `url`, in one of the libraries (None: in any)."""
    rows = db.execute(sa.text("select * from documents where url = :url order by library_id"), {"url": url})
    row = next((one for one in rows if library_ids is None or one.library_id in library_ids), None)
    if row is None:
        return None
    return LibraryDocument(
        library_id=row.library_id,
        url=row.url,
        path=row.path,
        size=row.size,
        mtime_ns=row.mtime_ns,
        page_id=row.page_id,
        lost=row.lost,
    )


def folder_of(db: sa.Connection, library_id: str) -> str:
    folder: str = db.execute(sa.text("select folder from libraries where id = :id"), {"id": library_id}).scalar_one()
    return folder


def libraries(db: sa.Connection) -> list[LibrarySummary]:
    """All libraries by folder, with counts."""
    found = []
    for row in db.execute(sa.text("select id, folder from libraries order by folder")).all():
        counts = db.execute(
            sa.text(
                """
                select count(*) as documents, sum(case when lost is null then 0 else 1 end) as lost
                from documents where library_id = :id
                """
            ),
            {"id": row.id},
        ).one()
        languages = db.execute(
            sa.text(
                """
                select p.lang as lang, count(*) as n from documents d join pages p on p.id = d.page_id
                where d.library_id = :id group by p.lang order by n desc, p.lang
                """
            ),
            {"id": row.id},
        ).all()
        found.append(
            LibrarySummary(
                id=row.id,
                folder=row.folder,
                documents=counts.documents,
                lost=counts.lost or 0,
                languages=tuple((item.lang, item.n) for item in languages),
            )
        )
    return found


def document_count(db: sa.Connection, library_ids: Sequence[str]) -> int:
    """How many readable documents the libraries have together."""
    statement = sa.text(
        "select count(distinct page_id) from documents where lost is null and library_id in :ids"
    ).bindparams(sa.bindparam("ids", expanding=True))
    count: int = db.execute(statement, {"ids": list(library_ids)}).scalar_one()
    return count


def library_version(db: sa.Connection, library_ids: Sequence[str]) -> str:
    """A string that changes whenever a document of the libraries is indexed or removed; no two sets share one."""
    statement = sa.text(
        "select count(*), coalesce(max(indexed_at), '') from documents where library_id in :ids"
    ).bindparams(sa.bindparam("ids", expanding=True))
    count, newest = db.execute(statement, {"ids": list(library_ids)}).one()
    return " ".join([*sorted(set(library_ids)), str(count), newest])


def lost_documents(db: sa.Connection, library_ids: Sequence[str]) -> list[LibraryDocument]:
    """The documents that could not be read, by address."""
    found = []
    for library_id in library_ids:
        found += [document for document in documents_of(db, library_id) if document.lost is not None]
    return sorted(found, key=lambda document: document.url)
