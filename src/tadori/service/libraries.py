"""Folders of documents as sources: indexed, listed, searched. Plain data out."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tadori.engine.threads import in_thread
from tadori.errors import WrongCall
from tadori.events import Emit, ignore_event
from tadori.model.query import Query, QueryPurpose
from tadori.pipeline.documents.indexing import FolderIndexing
from tadori.pipeline.documents.providers import library_provider
from tadori.service.input_checks import checked_folder, checked_question, report_language
from tadori.service.task_view import unread_data
from tadori.store.libraries import libraries, lost_documents
from tadori.store.unread import unread_of
from tadori.wiring.home import App


@dataclass(frozen=True, slots=True)
class Libraries:
    """The indexed folders of one home."""

    app: App

    def add(self, folder: Path, *, emit: Emit = ignore_event) -> int:
        """Bring a folder's index up to date; how many documents it holds."""
        scan = self.app.library.scan(checked_folder(folder))
        emit(self.app.library.scan_event(scan))
        with closing(FolderIndexing(self.app.library, scan)) as indexing:
            left = 1
            while left:
                batch = indexing.batch(keep=emit, show=emit)
                with self.app.store.write() as db:
                    batch.save(db)
                left = batch.left
        return len(scan.seen.files)

    def rows(self, *, with_lost: bool = False) -> list[dict[str, Any]]:
        """Every indexed folder with its counts, as plain data."""
        rows: list[dict[str, Any]] = []
        with self.app.store.read() as db:
            for summary in libraries(db):
                row: dict[str, Any] = {
                    "folder": summary.folder,
                    "documents": summary.documents,
                    "lost": summary.lost,
                    "languages": ", ".join(f"{lang} {count}" for lang, count in summary.languages),
                    "unread": unread_data(unread_of(db, [summary.id])),
                }
                if with_lost:
                    lost = lost_documents(db, [summary.id])
                    row["lost_files"] = [{"url": d.url, "reason": d.lost} for d in lost]
                rows.append(row)
        return rows

    async def search(self, text: str, folders: Sequence[Path], *, limit: int) -> list[dict[str, Any]]:
        """Hits in `folders`, brought up to date first, or in every indexed folder."""
        question = checked_question(text)
        for folder in folders:
            self.add(folder)
        wanted = [str(checked_folder(folder)) for folder in folders] or [row["folder"] for row in self.rows()]
        if not wanted:
            raise WrongCall("there is no library yet; add one with: tadori library add FOLDER")
        query = Query.of(
            task_id="library",
            text=question,
            lang=report_language(question),
            purpose=QueryPurpose.INITIAL,
            section_id="library",
            round=0,
            limit=limit,
            cause_id="library",
        )
        found = await library_provider(
            self.app.store, self.app.embedder, wanted, self.app.clock, in_thread, self.app.reranking
        ).search(query)
        return [asdict(hit) for hit in found.hits]
