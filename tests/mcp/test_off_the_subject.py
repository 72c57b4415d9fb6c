"""A search is told by what speaks of its query: pages that share a word with it neither satisfy it nor answer it."""

from pathlib import Path

import pytest

from tests.mcp.world import Desk, write_documents
from tests.mcp.world import desk as desk_at

FIGURES = ("status", "useful_fragments", "harvest_rate", "satisfaction_score", "novelty_score", "has_primary_source")


@pytest.mark.req("L13")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "pages"),
    [("embassy opened in Mongolia by the ambassador of Peru", 2), ("富士山の山小屋が開通させた登山道の標高", 1)],
)
async def test_pages_off_the_subject_neither_satisfy_a_search_nor_are_new(desk: Desk, query: str, pages: int) -> None:
    task_id = await desk.task()
    told = await desk("search", task_id=task_id, query=query)
    status = await desk("get_status", task_id=task_id)
    assert (told["pages_fetched"], status["metrics"]["total_pages"]) == (pages, pages)
    assert [told[name] for name in FIGURES] == ["exhausted", 0, 0.0, 0.0, 0.0, False]
    assert (told["claims_found"], told["claims_total"]) == ([], 0)
    assert (status["novelty"]["score"], status["metrics"]["satisfied_count"]) == (0.0, 0)


@pytest.mark.req("L12", "L13")
@pytest.mark.slow
async def test_what_such_pages_say_stays_with_the_task_and_answers_who_asks_for_it(desk: Desk) -> None:
    task_id = await desk.task()
    await desk("search", task_id=task_id, query="embassy opened in Mongolia by the ambassador of Peru")
    held = await desk("get_materials", task_id=task_id)
    then = await desk("search", task_id=task_id, query="harbour bridge opened")
    assert "The Harbour Bridge opened on 12 May 1987." in {one["text"] for one in held["claims"]}
    assert (then["pages_fetched"], then["status"], then["satisfaction_score"]) == (0, "partial", 0.4667)
    assert "The Harbour Bridge opened on 12 May 1987." in {one["text"] for one in then["claims_found"]}


@pytest.mark.req("L13")
@pytest.mark.slow
async def test_limits_of_a_query_are_no_words_to_look_for(desk: Desk) -> None:
    task_id = await desk.task()
    query = '"harbour bridge" opened -ferry filetype:html after:1900'
    told = await desk("search", task_id=task_id, query=query)
    plain = await desk("search", task_id=task_id, query="opened harbour bridge", options={"refute": True})
    limited = await desk("search", task_id=task_id, query=query, options={"refute": True})
    assert (told["status"], told["claims_total"]) == ("partial", 4)
    assert (limited["tested_claims"], len(limited["tested_claims"])) == (plain["tested_claims"], 2)


ELSEWHERE = {
    f"{word}{n}.txt": f"Street {n}\n\nHouse number {n} of the street {word}."
    for word in ("opened", "market")
    for n in range(10)
}
BRIDGE = {"bridge.txt": "Harbour Bridge\n\nThe Harbour Bridge is 840 metres long."}


@pytest.mark.req("L13")
@pytest.mark.slow
async def test_a_search_does_not_run_dry_by_what_others_read(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", {**ELSEWHERE, **BRIDGE})
    async with desk_at(tmp_path / "home", library) as desk:
        task_id = await desk.task()
        for query in ("opened embassy Mongolia ambassador Peru", "market tulip bubble Amsterdam 1637"):
            await desk("search", task_id=task_id, query=query)
        told = await desk("search", task_id=task_id, query="harbour bridge metres long")
        status = await desk("get_status", task_id=task_id)
    assert [(one["pages_fetched"], one["status"]) for one in status["searches"][:2]] == [(10, "exhausted")] * 2
    assert status["novelty"]["trend"] == [0.0, 0.0]
    assert (told["status"], told["pages_fetched"], told["novelty_score"]) == ("partial", 1, 1.0)
