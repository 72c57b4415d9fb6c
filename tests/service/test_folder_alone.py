"""The answers of a folder depend on that folder alone, and every report over it says what was not read of it."""

import asyncio
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tadori.errors import WrongCall
from tadori.events import Event, PageLost, PageRead
from tadori.service.libraries import Libraries
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.wiring.home import App, open_app

EN_QUESTION = "When did the harbour bridge open?"
JA_QUESTION = "港の橋はいつ開通したか"
MINE = {
    "bridge.txt": "Harbour Bridge\n\nThe harbour bridge opened on 12 May 1987. The bridge is 840 metres long.",
    "ferry.txt": "Ferry\n\nThe ferry across the harbour stopped when the bridge opened.",
    "橋.txt": "港の橋\n\n港の橋は1987年5月12日に開通した。橋の長さは840メートルである。",
    "渡し船.txt": "渡し船\n\n橋が開通すると、港の渡し船はなくなった。",
}
OTHER_EN = {
    f"{n}.txt": f"Bridge {n}\n\nThe bridge of town {n} opened in 19{n + 10}. Every harbour has a bridge. " * (n + 1)
    for n in range(12)
}
OTHER_JA = {
    f"{n}.txt": f"橋{n}\n\n町{n}の橋は19{n + 10}年に開通した。どの港にも橋がある。" * (n + 1) for n in range(12)
}
OF_A_RUN = frozenset({"task_id", "created_at", "seconds", "found_at"})


def folder_of(path: Path, documents: dict[str, str]) -> Path:
    path.mkdir(parents=True)
    for name, text in documents.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def app_at(home: Path) -> Any:
    return open_app(Settings(home=home, embeddings=False))


def researched(app: App, question: str, folders: Sequence[Path], events: list[Event] | None = None) -> dict[str, Any]:
    """The report of a new task, as JSON, without what differs from run to run."""
    task = Tasks(app).create(ResearchRequest(question=question, libraries=folders, effort=1))
    emit = (lambda _event: None) if events is None else events.append
    found: dict[str, Any] = _lasting(json.loads(asyncio.run(Tasks(app).run(task.id, emit=emit)).files["report.json"]))
    return found


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lasting(one) for key, one in value.items() if key not in OF_A_RUN}
    return [_lasting(one) for one in value] if isinstance(value, list) else value


def hits(app: App, question: str, folder: Path) -> list[dict[str, Any]]:
    return asyncio.run(Libraries(app).search(question, [folder], limit=10))


@pytest.mark.req("L23", "L33")
@pytest.mark.parametrize("question", [EN_QUESTION, JA_QUESTION])
def test_a_folder_is_reported_alike_alone_and_in_a_home_with_others(tmp_path: Path, question: str) -> None:
    mine = folder_of(tmp_path / "mine", MINE)
    others = [folder_of(tmp_path / "en", OTHER_EN), folder_of(tmp_path / "ja", OTHER_JA)]
    with app_at(tmp_path / "alone") as app:
        alone = (hits(app, question, mine), researched(app, question, [mine]))
    with app_at(tmp_path / "crowded") as app:
        for folder in others:
            Libraries(app).add(folder)
        researched(app, question, others)
        crowded = (hits(app, question, mine), researched(app, question, [mine]))
    assert [hit["rank"] for hit in alone[0]] == [1, 2, 3, 4][: len(alone[0])]
    assert crowded == alone


@pytest.mark.req("L23")
def test_an_order_that_was_cached_for_one_folder_is_not_taken_for_another_that_holds_the_same_documents(
    tmp_path: Path,
) -> None:
    inner = folder_of(tmp_path / "outer" / "inner", MINE)
    folder_of(tmp_path / "outer" / "more", OTHER_EN)
    with app_at(tmp_path / "fresh") as app:
        alone = researched(app, EN_QUESTION, [inner])
    with app_at(tmp_path / "home") as app:
        researched(app, EN_QUESTION, [tmp_path / "outer"])
        assert researched(app, EN_QUESTION, [inner]) == alone


@pytest.mark.req("L23")
def test_a_folder_inside_another_has_its_own_documents_and_gives_them_back_to_none(tmp_path: Path) -> None:
    outer = folder_of(tmp_path / "outer", {"a.txt": "Ferry\n\nThe ferry is slow. " * 3})
    inner = folder_of(outer / "inner", {"b.txt": "Bridge\n\nThe bridge is long. " * 3})
    with app_at(tmp_path / "home") as app:
        assert [hit["title"] for hit in hits(app, "ferry bridge", outer)] == ["Bridge", "Ferry"]
        assert [hit["title"] for hit in hits(app, "ferry bridge", inner)] == ["Bridge"]
        (inner / "b.txt").unlink()
        assert hits(app, "ferry bridge", inner) == []
        assert [hit["title"] for hit in hits(app, "ferry bridge", outer)] == ["Ferry"]


@pytest.mark.req("L23")
def test_a_document_that_comes_back_is_found_again_although_a_task_has_kept_its_page(tmp_path: Path) -> None:
    mine, kept = folder_of(tmp_path / "mine", MINE), tmp_path / "bridge.txt"
    with app_at(tmp_path / "home") as app:
        before = researched(app, EN_QUESTION, [mine])
        shutil.move(mine / "bridge.txt", kept)
        assert "bridge.txt" not in str(hits(app, EN_QUESTION, mine))
        shutil.move(kept, mine / "bridge.txt")
        assert researched(app, EN_QUESTION, [mine]) == before


@pytest.mark.req("L23")
def test_a_folder_that_is_empty_or_gone_is_said_to_be_so(tmp_path: Path) -> None:
    mine = folder_of(tmp_path / "mine", {})
    with app_at(tmp_path / "home") as app:
        report = researched(app, EN_QUESTION, [mine])
        assert (report["answered"], report["method"]["pages_searched"]) == ("no", 0)
        assert "unread" not in report["method"]
        mine.rmdir()
        with pytest.raises(WrongCall, match="mine"):
            researched(app, EN_QUESTION, [mine])


def archive_of(pages: dict[str, str]) -> bytes:
    found = b""
    for url, text in pages.items():
        body = text.encode()
        head = (
            f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-03-05T10:00:00Z\r\n"
            f"Content-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        found += head.encode() + body + b"\r\n\r\n"
    return found


@pytest.mark.req("L22", "L23")
def test_a_page_of_a_saved_archive_is_read_from_its_own_folder_and_never_fetched(tmp_path: Path) -> None:
    url = "https://harbour.invalid/bridge"
    for name, year in (("old", "1987"), ("new", "1988")):
        folder = folder_of(tmp_path / name, {})
        text = f"Harbour Bridge\n\nThe harbour bridge opened on 12 May {year}."
        (folder / "saved.warc").write_bytes(archive_of({url: text}))
    with app_at(tmp_path / "home") as app:
        for name, year in (("old", "1987"), ("new", "1988"), ("old", "1987")):
            events: list[Event] = []
            report = researched(app, EN_QUESTION, [tmp_path / name], events)
            assert [one["text"] for one in report["answer"]] == [f"The harbour bridge opened on 12 May {year}."]
            assert [event.url for event in events if isinstance(event, PageRead)] == [url]
            assert [event for event in events if isinstance(event, PageLost)] == []


@pytest.mark.req("L22")
@pytest.mark.parametrize(("question", "head"), [(EN_QUESTION, "Not read"), (JA_QUESTION, "読んでいないもの")])
def test_what_was_not_read_is_said_in_every_report_and_not_only_by_the_run_that_indexed(
    tmp_path: Path, question: str, head: str
) -> None:
    mine = folder_of(tmp_path / "mine", MINE)
    (mine / "empty.txt").write_bytes(b"")
    (mine / "empty too.txt").write_bytes(b"")
    (mine / "broken.pdf").write_bytes(b"%PDF-1.7 nothing of the kind")
    (mine / "picture.png").write_bytes(b"\x89PNG")
    with app_at(tmp_path / "home") as app:
        first, second = (researched(app, question, [mine]) for _ in range(2))
        listed = Libraries(app).rows()[0]["unread"]
        task = Tasks(app).create(ResearchRequest(question=question, libraries=[mine], effort=1))
        written = asyncio.run(Tasks(app).run(task.id)).files
    assert second == first
    assert first["method"]["dropped"] == []
    unread = [{"characters": 0, **line} for line in first["method"]["unread"]]
    assert [(line["kind"], line["count"]) for line in unread] == [("file", 1), ("document", 2), ("document", 1)]
    assert unread[1]["reason"] == "the document is empty"
    assert listed == unread
    for name in ("report.md", "report.html"):
        text = written[name].decode()
        assert head in text
        assert text.count("the document is empty") + text.count("資料が空である") == 1
