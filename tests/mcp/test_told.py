"""What answers tell beside the figures: what speaks against a claim, what halted, what is still read or written."""

import asyncio

import pytest

from tadori.store.client import REPORT
from tadori.store.tasks import add_seconds
from tests.mcp.test_endings import added
from tests.mcp.test_long_work import QUERY, called, gated
from tests.mcp.world import Desk, Quiet

EARLY, LATE = "The Harbour Bridge opened on 12 May 1987.", "The Harbour Bridge opened on 12 May 1988."


@pytest.mark.req("L11", "L12", "L35")
@pytest.mark.slow
async def test_a_claim_that_something_contradicts_says_so_wherever_it_is_told(desk: Desk) -> None:
    task_id = await desk.task()
    found = await desk("search", task_id=task_id, query=QUERY)
    against = await desk("search", task_id=task_id, query=QUERY, options={"refute": True})
    materials = await desk("get_materials", task_id=task_id)
    told = await desk("get_materials", task_id=task_id, options={"format": "narrative"})
    brief = {one["text"]: (one["standing"], one["qualified"]) for one in found["claims_found"]}
    full = {one["text"]: one for one in materials["claims"]}
    lines = {one["text"]: one for one in told["narrative"]}
    # Links stand on both sides: each page answers the other.
    doubted = {(one["claim"], one["text"]) for one in against["refutations"]}
    assert doubted == {(EARLY, LATE), (LATE, EARLY)}
    expected = {EARLY: ("contested", True, False), LATE: ("contested", True, False)}
    for said in (full, lines):
        fields = ("standing", "has_refutation", "qualified")
        assert {text: tuple(said[text][name] for name in fields) for text in expected} == expected
    assert (brief[EARLY], brief[LATE]) == (("contested", False), ("contested", False))
    assert {one["source_trust_level"] for one in told["narrative"]} == {"UNVERIFIED"}
    assert [len(full[text]["verification_details"]["contradicting_claims"]) for text in expected] == [1, 1]
    tested = {text for text, one in full.items() if one["refutation_searched"]}
    assert tested == {EARLY, LATE}


@pytest.mark.req("L12", "L35")
@pytest.mark.slow
async def test_the_documents_of_a_folder_are_an_unverified_publisher(desk: Desk) -> None:
    task_id = await desk.task()
    before = await desk("get_status", task_id=task_id)
    found = await desk("search", task_id=task_id, query=QUERY)
    after = await desk("get_status", task_id=task_id)
    library = {"unverified_domains": ["library"], "blocked_domains": [], "security_warnings": []}
    assert (before["unverified_domains"], after["unverified_domains"]) == ([], ["library"])
    assert found["_lancet_meta"] == library
    assert desk.clients.answers.meta(task_id) == library
    assert desk.clients.answers.meta() == library | {"unverified_domains": []}


@pytest.mark.req("L13")
@pytest.mark.slow
async def test_a_search_that_read_nothing_brought_nothing_new(desk: Desk) -> None:
    task_id = await desk.task()
    new = await desk("get_status", task_id=task_id)
    first = await desk("search", task_id=task_id, query=QUERY)
    again = await desk("search", task_id=task_id, query="the harbour bridge opened")
    after = await desk("get_status", task_id=task_id)
    assert new["novelty"] == {"score": 0.0, "trend": []}
    assert (first["pages_fetched"], first["novelty_score"]) == (2, 1.0)
    assert (again["pages_fetched"], again["novelty_score"]) == (0, 0.0)
    assert after["novelty"]["score"] == 1.0


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_search_that_runs_counts_no_claims_yet(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    desk.clients.soft_limit = 0.05
    running = await desk("search", task_id=task_id, query=QUERY)
    gate.open.set()
    desk.clients.soft_limit = 600.0
    done = await desk("search", task_id=task_id, query=QUERY)
    assert (running["status"], "claims_total" in running, "novelty_score" in running) == ("running", False, False)
    assert done["claims_total"] == len(done["claims_found"])


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_search_that_ended_with_its_task_is_not_to_be_repeated(desk: Desk) -> None:
    gate, task_id = gated(desk), await desk.task()
    search = called(desk, task_id)
    await gate.entered.wait()
    stopping = asyncio.create_task(desk("stop_task", task_id=task_id))
    gate.open.set()
    await stopping
    refused = await search
    status = await desk("get_status", task_id=task_id)
    assert refused["error_code"] == "PIPELINE_ERROR"
    assert refused["error"]["message"] == "the task was stopped; get_materials gives what it gathered"
    assert refused["details"]["hint"].startswith("Call get_materials: a stopped task takes no more searches.")
    assert (status["status"], status["warnings"]) == ("completed", [])
    assert [(one["status"], one["halted"], one.get("error_code")) for one in status["searches"]] == [
        ("partial", False, None)
    ]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_status_tells_whether_the_report_can_be_read(desk: Desk) -> None:
    task_id = await desk.searched()
    before = await desk("get_status", task_id=task_id)
    ended = await desk("stop_task", task_id=task_id)
    await desk.clients.settle()
    after = await desk("get_status", task_id=task_id)
    other = await desk.searched()
    cancelled = await desk("stop_task", task_id=other, reason="user_cancelled")
    assert [one["report"] for one in (before, ended, after, cancelled)] == ["none", "compiling", "ready", "none"]
    assert (await desk("get_status", task_id=other))["report"] == "none"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_report_whose_writing_halted_is_told_with_its_error(desk: Desk) -> None:
    task_id = await desk.task()
    await desk("search", task_id=task_id, query="zebra")
    await desk("stop_task", task_id=task_id)
    added(desk, task_id, REPORT, "err_0123456789ab")
    status = await desk("get_status", task_id=task_id)
    assert (status["status"], status["report"]) == ("completed", "none")
    assert status["warnings"] == ["compiling the report halted (err_0123456789ab)"]


@pytest.mark.req("L12")
async def test_a_budget_that_is_used_up_is_named_in_the_language_of_the_task(desk: Desk) -> None:
    told = {}
    for language in ("ja", "en"):
        task_id = await desk.task("When?", language=language, budget={"max_seconds": 5})
        with desk.clients.app.store.write() as db:
            add_seconds(db, task_id, 6.0)
        told[language] = (await desk("get_status", task_id=task_id))["warnings"]
    assert told == {"ja": ["予算枯渇: 時間"], "en": ["budget used up: seconds"]}


@pytest.mark.req("L12", "X7")
@pytest.mark.slow
async def test_progress_is_told_in_the_language_of_the_task(desk: Desk) -> None:
    task_id, caller = await desk.task("港の橋はいつ開通したか。"), Quiet()
    await desk.tools.call("search", {"task_id": task_id, "query": "港の橋 開通"}, caller)
    assert caller.heard[-1][1] == "候補1件、1ページ、主張2件"
