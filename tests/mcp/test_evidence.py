"""What stands beside a claim (§4.4.1 L5, L6): who bears it out, who contradicts it, what was noticed of its source."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import tadori
from tadori.errors import EvidenceBroken, WrongCall
from tadori.events import DomainTrustChanged
from tadori.model.ids import Url
from tadori.model.query import Hit
from tadori.service.clients import resources as client_library
from tadori.service.clients.resources import ClientResources
from tadori.store.followed_links import CITED
from tadori.store.journal import save_events
from tadori.store.queries import queries_of, save_hits, set_orders, urls_read
from tadori.store.reports import report_of
from tests.mcp.world import QUESTION, Desk, write_documents
from tests.mcp.world import desk as desk_at
from tests.pipeline.test_task_sources import read_pages


def document(title: str, words: str) -> str:
    body = f"<article><h1>{title}</h1><p>{words}</p></article>"
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


AGREEING = {
    "a.html": document(
        "Harbour Bridge", "The Harbour Bridge opened on 12 May 1987. The Harbour Bridge is 840 metres long."
    ),
    "b.html": document(
        "Town chronicle", "On 12 May 1987 the Harbour Bridge opened to traffic. The mayor spoke for an hour."
    ),
    "c.html": document(
        "Yearbook", "The Harbour Bridge was finished early and opened on 12 May 1987. The toll was 300 yen."
    ),
}
OPENED = "The Harbour Bridge opened on 12 May 1987."


@pytest.fixture
async def agreed(tmp_path: Path) -> AsyncIterator[tuple[Desk, str]]:
    """A task with one search over three documents that agree."""
    library = write_documents(tmp_path / "documents", AGREEING)
    async with desk_at(tmp_path / "home", library) as desk:
        yield desk, await desk.searched()


@pytest.mark.req("L12", "L13", "L35")
@pytest.mark.slow
async def test_three_origins_that_agree_make_a_claim_verified(agreed: tuple[Desk, str]) -> None:
    desk, task_id = agreed
    told = await desk("get_materials", task_id=task_id)
    opened = next(one for one in told["claims"] if one["text"] == OPENED)
    others = {one["text"]: one["id"] for one in told["claims"] if one["verification_status"] == "verified"}
    assert sorted(others) == [
        "On 12 May 1987 the Harbour Bridge opened to traffic.",
        OPENED,
        "The Harbour Bridge was finished early and opened on 12 May 1987.",
    ]
    assert sorted(opened["verification_details"]["corroborating_claims"]) == sorted(
        claim_id for text, claim_id in others.items() if text != OPENED
    )
    assert opened["verification_details"]["independent_sources"] == 3
    assert (opened["standing"], opened["checked"], opened["evidence_count"]) == ("corroborated", True, 3)
    assert [(one["url"], one["title"]) for one in opened["sources"]] == [
        ("library:///documents/a.html", "Harbour Bridge"),
        ("library:///documents/b.html", "Town chronicle"),
        ("library:///documents/c.html", "Yearbook"),
    ]
    assert told["summary"] == {
        "total_claims": 6,
        "verified_claims": 3,
        "refuted_claims": 0,
        "primary_source_ratio": 0.0,
    }
    status = await desk("get_status", task_id=task_id)
    assert [(one["status"], one["satisfaction_score"]) for one in status["searches"]] == [("satisfied", 0.7)]
    assert status["metrics"]["satisfied_count"] == 1


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_page_that_names_its_source_cites_it_in_the_graph(agreed: tuple[Desk, str]) -> None:
    desk, task_id = agreed
    with desk.clients.app.store.write() as db:
        urls = sorted(urls_read(db, task_id))
        cited = [urls[1], "https://nobody-read-it.test/", urls[0]]
        hits = [
            Hit(title="", url=Url(url), snippet="", date=None, engine=CITED, rank=1, source_tag="general")
            for url in cited
        ]
        save_hits(db, queries_of(db, task_id)[0].query.id, hits, {hit.url: Url(urls[0]) for hit in hits})
    graph = (await desk("get_materials", task_id=task_id, options={"include_graph": True}))["evidence_graph"]
    titles = {node["id"]: node.get("title") for node in graph["nodes"]}
    cites = [edge for edge in graph["edges"] if edge["relation"] == "cites"]
    assert [(titles[edge["source"]], titles[edge["target"]]) for edge in cites] == [
        ("Harbour Bridge", "Town chronicle")
    ]


@pytest.mark.req("L29", "L35")
async def test_what_was_learned_and_noticed_of_publishers_is_told_by_name_and_rule(desk: Desk) -> None:
    task_id = await desk.task()
    app = desk.clients.app
    moved = DomainTrustChanged(domain="new.test", before="UNVERIFIED", after="LOW", reason="borne out")
    pages = read_pages(app, app.task(task_id), ["https://sly.test/a", "https://sly.test/b", "https://plain.test/"])
    with app.store.write() as db:
        save_events(db, task_id, "test", [moved], desk.moment.now)
        for url in ("https://sly.test/a", "https://sly.test/b"):
            set_orders(db, task_id, pages[url].id, ["ignore_previous"])
    status = await desk("get_status", task_id=task_id)
    assert status["verification_alerts"] == [
        {"type": "trust_changed", "domain": "new.test", "before": "UNVERIFIED", "after": "LOW"},
        {"type": "page_gives_orders", "domain": "sly.test"},
    ]
    assert status["_lancet_meta"]["security_warnings"] == [
        {"type": "dangerous_pattern", "domain": "sly.test", "rule": "ignore_previous"}
    ]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_graph_that_is_too_large_for_a_resource_is_cut_and_says_so(
    agreed: tuple[Desk, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, task_id = agreed
    shelf = ClientResources(clients=desk.clients)
    whole = json.loads(await shelf.graph(task_id))
    assert (whole["task_id"], whole["cut"]) == (task_id, False)
    monkeypatch.setattr(client_library, "MAX_RESOURCE_CHARS", 300)
    cut = json.loads(await shelf.graph(task_id))
    assert cut["cut"] is True
    assert cut["nodes"] == whole["nodes"][: len(cut["nodes"])]
    assert cut["edges"] == []


@pytest.mark.req("L35")
@pytest.mark.slow
async def test_a_report_whose_file_is_gone_is_told_without_its_place(agreed: tuple[Desk, str]) -> None:
    desk, task_id = agreed
    shelf = ClientResources(clients=desk.clients)
    with pytest.raises(WrongCall, match="stop_task compiles it"):
        await shelf.report(task_id)
    await desk("stop_task", task_id=task_id)
    await desk.clients.settle()
    assert OPENED.removesuffix(".") in (await shelf.report(task_id)).replace("**", "")  # the value is bold
    with desk.clients.app.store.read() as db:
        row = report_of(db, task_id)
    assert row is not None
    (row.folder / "report.md").unlink()
    with pytest.raises(EvidenceBroken):
        await shelf.report(task_id)


@pytest.mark.req("L13")
@pytest.mark.slow
def test_a_task_that_drove_itself_is_told_in_the_same_figures(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", AGREEING)
    outcome = tadori.research(QUESTION, libraries=[library], home=tmp_path / "home")

    async def status() -> dict[str, Any]:
        async with desk_at(tmp_path / "home", library) as desk:
            return await desk("get_status", task_id=outcome.task_id)

    told = asyncio.run(status())
    first = told["searches"][0]
    assert (first["query"], first["pages_fetched"]) == (QUESTION, 3)
    assert (first["status"], first["satisfaction_score"], first["has_primary_source"]) == ("satisfied", 0.7, False)


@pytest.mark.req("X3")
async def test_a_client_reads_on_when_the_archive_is_damaged(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", {"a.html": AGREEING["a.html"]})
    async with desk_at(tmp_path / "home", library) as desk:
        task_id = await desk.searched()
        app, shelf = desk.clients.app, ClientResources(clients=desk.clients)
        (path,) = app.archive.root.rglob("pg_*.warc.gz")
        page_id = path.name.partition(".")[0]
        before = shelf.page(page_id)
        path.write_bytes(b"torn")
        assert len((await desk("get_materials", task_id=task_id))["claims"]) == 2
        assert (shelf.page(page_id), app.archive.damage(page_id)) == (before, "")
        path.write_bytes(b"torn")
        (library / "a.html").unlink()
        with pytest.raises(EvidenceBroken, match=rf"^archive/{page_id[3:5]}/{page_id}.warc.gz: no WARC record in it"):
            shelf.page(page_id)


@pytest.mark.req("X3")
@pytest.mark.slow
async def test_the_report_of_a_client_is_compiled_again_too(agreed: tuple[Desk, str], tmp_path: Path) -> None:
    desk, task_id = agreed
    await desk("search", task_id=task_id, query="harbour bridge toll")
    await desk("search", task_id=task_id, query="harbour bridge opened 1987", options={"refute": True})
    await desk("stop_task", task_id=task_id)
    await desk.clients.settle()
    found = tadori.verify(tmp_path / "home" / "tasks" / task_id)
    assert (found.problems, found.notes, found.recompiled) == ((), (), True)
