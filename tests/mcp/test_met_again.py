"""A client asks several things of the same pages: each search gives what they say to it, read before or not."""

from pathlib import Path

import pytest

from tests.mcp.world import Desk, write_documents
from tests.mcp.world import desk as desk_at


def _page(title: str, *paragraphs: str) -> str:
    body = "".join(f"<p>{words}</p>" for words in paragraphs)
    return f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{body}</article></body></html>"


GATES = [f"The Harbour Bridge opened its gate {n} on {n % 28 + 1} May 1987." for n in range(1, 41)]
"""More answers to the question than are judged for it."""
DOCUMENTS = {
    "gates.html": _page("Harbour Bridge gates", *GATES),
    "length.html": _page("Harbour Bridge deck", "The deck of the harbour bridge is 840 metres long."),
    "survey.html": _page("Harbour survey", "The deck of the harbour bridge is 870 metres long."),
}


def texts(answer: dict[str, object]) -> list[str]:
    found = answer["claims_found"]
    assert isinstance(found, list)
    return [one["text"] for one in found]


@pytest.mark.req("L1", "L12")
@pytest.mark.slow
async def test_pages_that_were_read_before_answer_the_next_query_too(desk: Desk) -> None:
    task_id = await desk.searched()
    long = await desk("search", task_id=task_id, query="harbour bridge length metres")
    # The Japanese page is new: メートル is how it writes metres. The English ones were read before.
    assert (long["pages_fetched"], long["useful_fragments"], long["search_id"]) == (1, 0, "s_002")
    assert texts(long)[0] == "The Harbour Bridge is 840 metres long."
    ferries = await desk("search", task_id=task_id, query="ferries replaced")
    assert texts(ferries)[0] == "It replaced two ferries."
    nothing = await desk("search", task_id=task_id, query="volcano eruption")
    assert (nothing["status"], texts(nothing)) == ("exhausted", [])


@pytest.mark.req("L1", "L12")
@pytest.mark.slow
async def test_a_long_page_gives_a_later_query_what_the_first_had_no_use_for(tmp_path: Path) -> None:
    paragraphs = [*GATES, "The painters of the harbour use a grey paint with zinc."]
    library = write_documents(tmp_path / "documents", {"bridge.html": _page("Harbour Bridge", *paragraphs)})
    async with desk_at(tmp_path / "home", library) as desk:
        task_id = await desk.task()
        first = await desk("search", task_id=task_id, query="harbour bridge opened gate")
        assert "The painters of the harbour use a grey paint with zinc." not in texts(first)
        paint = await desk("search", task_id=task_id, query="painters grey paint zinc")
    assert texts(paint)[0] == "The painters of the harbour use a grey paint with zinc."
    assert (paint["pages_fetched"], paint["useful_fragments"]) == (0, 1)


@pytest.mark.req("L1", "L27")
@pytest.mark.slow
async def test_what_a_query_asks_is_judged_even_where_the_question_is_about_something_else(tmp_path: Path) -> None:
    library = write_documents(tmp_path / "documents", DOCUMENTS)
    async with desk_at(tmp_path / "home", library) as desk:
        task_id = await desk.task("When did the harbour bridge open its gates?")
        await desk("search", task_id=task_id, query="harbour bridge opened gate")
        told = await desk("search", task_id=task_id, query="deck of the harbour bridge metres long")
    best = told["claims_found"][:2]
    assert {one["text"] for one in best} == {
        "The deck of the harbour bridge is 840 metres long.",
        "The deck of the harbour bridge is 870 metres long.",
    }
    a, b = best
    assert a["verification_details"]["contradicting_claims"] == [b["id"]]
    assert b["verification_details"]["contradicting_claims"] == [a["id"]]
