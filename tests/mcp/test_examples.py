"""Every example of §3.2.1, in the form the rulings give it: what goes in, what comes out, field by field."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tadori.mcp.tools import Elicited
from tadori.model.ids import Url
from tadori.model.web import AuthItem, AuthPriority, BlockKind
from tadori.store.client import ClientSearch, add_client_search, set_search_result
from tests.mcp.world import QUESTION, Desk, Moment, Quiet
from tests.mcp.world import desk as desk_at

ERROR = {"ok", "error", "error_code", "error_id", "details"}


def waiting(desk: Desk, task_id: str, url: str, priority: AuthPriority = AuthPriority.NORMAL) -> str:
    """Let a page wait for a person; its id."""
    item = AuthItem(
        id=AuthItem.id_of(task_id, Url(url)),
        task_id=task_id,
        url=Url(url),
        domain=url.split("/")[2],
        kind=BlockKind.CAPTCHA,
        priority=priority,
        queued_at=desk.moment.now,
    )
    assert desk.clients.app.inbox().enqueue(item)
    return item.id


@pytest.mark.req("L12")
async def test_create_task_gives_an_id_and_the_default_budget(desk: Desk) -> None:
    made = await desk("create_task", query=f"  {QUESTION}\n")
    assert {**made, "task_id": ""} == {
        "ok": True,
        "task_id": "",
        "query": QUESTION,
        "status": "created",
        "language": "en",
        "created_at": "2026-11-16T03:00:00Z",
        "budget": {"max_pages": 120, "max_seconds": 1200},
    }
    status = await desk("get_status", task_id=made["task_id"])
    assert status["status"] == "created"
    assert status["metrics"]["total_searches"] == 0


@pytest.mark.req("L12")
async def test_create_task_takes_budget_domains_and_language(desk: Desk) -> None:
    assert (await desk("create_task", query="When?", config={"language": "fr"}))["details"][
        "field"
    ] == "config.language"
    config = {
        "budget": {"max_pages": 7, "max_seconds": 60},
        "priority_domains": ["go.jp"],
        "language": "ja",
    }
    made = await desk("create_task", query="港の橋はいつ開通したか", config=config)
    assert made["budget"] == {"max_pages": 7, "max_seconds": 60}


@pytest.mark.req("L12", "L13", "L35")
@pytest.mark.slow
async def test_a_research_from_question_to_materials(desk: Desk) -> None:
    """UC-1 of §3.2.1: create, search, status, refute, stop, materials."""
    task_id = await desk.task()
    found = await desk("search", task_id=task_id, query="harbour bridge opened")
    assert (found["search_id"], found["query"], found["status"]) == ("s_001", "harbour bridge opened", "partial")
    assert found["pages_fetched"] == 2
    assert found["satisfaction_score"] == 0.4667
    assert found["has_primary_source"] is False
    assert found["budget_remaining"]["pages"] == 118
    first = found["claims_found"][0]
    assert set(first) == {
        "id",
        "text",
        "confidence",
        "source_url",
        "is_primary_source",
        "standing",
        "qualified",
        "source_trust_level",
        "verification_status",
        "verification_details",
    }
    assert "refutations" not in found

    refuted = await desk("search", task_id=task_id, query="harbour bridge opened", options={"refute": True})
    assert refuted["search_id"] == "s_002"
    against = {(one["claim"], one["text"]) for one in refuted["refutations"]}
    early, late = "The Harbour Bridge opened on 12 May 1987.", "The Harbour Bridge opened on 12 May 1988"
    assert any(claim == early and text.startswith(late) for claim, text in against)

    status = await desk("get_status", task_id=task_id)
    assert status["status"] == "exploring"
    assert [one["id"] for one in status["searches"]] == ["s_001", "s_002"]
    assert status["metrics"]["total_pages"] == 2
    assert status["budget"]["pages_limit"] == 120
    assert status["auth_queue"] == {
        "pending_count": 0,
        "high_priority_count": 0,
        "domains": [],
        "oldest_queued_at": None,
        "by_auth_type": {},
    }
    assert status["metrics"]["untested_claims"] < status["metrics"]["total_claims"]

    ended = await desk("stop_task", task_id=task_id, reason="completed")
    assert ended["final_status"] == "completed"
    assert ended["summary"]["total_searches"] == 2
    await desk.clients.settle()

    materials = await desk("get_materials", task_id=task_id, options={"include_graph": True})
    assert materials["query"] == QUESTION
    claim = next(one for one in materials["claims"] if one["text"] == early)
    later = next(one for one in materials["claims"] if one["text"].startswith(late))
    assert later["id"] in claim["verification_details"]["contradicting_claims"]
    assert claim["verification_status"] == "pending"
    assert claim["checked"] is True
    assert claim["sources"][0]["url"] == "library:///documents/bridge.html"
    assert claim["refutation_searched"] is True
    fragments = {one["id"]: one for one in materials["fragments"]}
    assert any("840 metres" in one["text"] for one in fragments.values())
    relations = {edge["relation"] for edge in materials["evidence_graph"]["edges"]}
    assert relations == {"supports", "refutes", "stands_in"}
    ids = {node["id"] for node in materials["evidence_graph"]["nodes"]}
    assert {edge["target"] for edge in materials["evidence_graph"]["edges"]} <= ids
    assert materials["_lancet_meta"] == META


META: dict[str, list[Any]] = {"unverified_domains": ["library"], "blocked_domains": [], "security_warnings": []}
"""Of a folder: nobody has borne its documents out, and no page speaks to its reader."""


def said_once(claim_id: str, text: str, confidence: float) -> dict[str, Any]:
    """A claim that one document of the folder makes."""
    return {
        "id": claim_id,
        "text": text,
        "confidence": confidence,
        "source_url": "library:///documents/%E6%A9%8B.txt",
        "is_primary_source": False,
        "standing": "single_source",
        "qualified": False,
        "source_trust_level": "UNVERIFIED",
        "verification_status": "pending",
        "verification_details": {
            "independent_sources": 1,
            "corroborating_claims": [],
            "contradicting_claims": [],
        },
    }


@pytest.mark.req("L12", "L13")
@pytest.mark.slow
async def test_a_search_and_a_status_in_japanese_field_by_field(desk: Desk) -> None:
    task_id = await desk.task("港の橋はいつ開通したか")
    found = await desk("search", task_id=task_id, query="港の橋 開通")
    assert next(iter(found)) == "ok"
    assert found.pop("budget_remaining")["pages"] == 119  # the percentage depends on how long it took
    opened, length = found["claims_found"]
    figures = {
        "query": "港の橋 開通",
        "status": "partial",
        "pages_fetched": 1,
        "useful_fragments": 1,
        "harvest_rate": 1.0,
        "satisfaction_score": 0.2333,  # one independent source of three, × .7
        "has_primary_source": False,
        "refute": False,
        "halted": False,
        "auth_pending": 0,
    }
    assert found == {
        "ok": True,
        "search_id": "s_001",
        **figures,
        "claims_found": [
            said_once(opened["id"], "港の橋は1987年5月12日に開通した。", 0.7321),
            said_once(length["id"], "橋の長さは840メートルである。", 0.6116),
        ],
        "claims_total": 2,
        "novelty_score": 1.0,
        "warnings": [],
        "_lancet_meta": META,
    }
    status = await desk("get_status", task_id=task_id)
    taken = status["metrics"].pop("elapsed_seconds")
    assert status.pop("budget") | {"remaining_percent": 0} == {
        "pages_used": 1,
        "pages_limit": 120,
        "time_used_seconds": taken,
        "time_limit_seconds": 1200,
        "remaining_percent": 0,
    }
    assert status == {
        "ok": True,
        "task_id": task_id,
        "status": "exploring",
        "query": "港の橋はいつ開通したか",
        "created_at": "2026-11-16T03:00:00Z",
        "searches": [{"id": "s_001", **figures}],
        "metrics": {
            "total_searches": 1,
            "satisfied_count": 0,
            "total_pages": 1,
            "total_fragments": 2,
            "total_claims": 2,
            "untested_claims": 2,
        },
        "novelty": {"score": 1.0, "trend": []},
        "auth_queue": {
            "pending_count": 0,
            "high_priority_count": 0,
            "domains": [],
            "oldest_queued_at": None,
            "by_auth_type": {},
        },
        "unverified_domains": ["library"],
        "verification_alerts": [],
        "warnings": [],
        "report": "none",
        "unread": [],
        "_lancet_meta": META,
    }
    ended = await desk("stop_task", task_id=task_id, reason="user_cancelled")
    summary = {"total_searches": 1, "satisfied_searches": 0, "total_claims": 2, "primary_source_ratio": 0.0}
    assert ended == {
        "ok": True,
        "task_id": task_id,
        "final_status": "cancelled",
        "summary": summary,
        "report": "none",
        "_lancet_meta": META,
    }


@pytest.mark.req("L12")
async def test_a_status_lists_the_newest_searches_and_counts_all(desk: Desk) -> None:
    task_id = await desk.task()
    with desk.clients.app.store.write() as db:
        for number in range(1, 131):
            search = ClientSearch(
                task_id=task_id,
                number=number,
                kind="search",
                query=f"query {number}",
                options={},
                state="satisfied",
                started_at=desk.moment.now,
                pages_before=0,
            )
            add_client_search(db, search)
            set_search_result(db, task_id, number, "satisfied", {"satisfaction_score": 1.0}, desk.moment.now)
    status = await desk("get_status", task_id=task_id)
    assert (status["metrics"]["total_searches"], status["metrics"]["satisfied_count"]) == (130, 130)
    listed = [one["id"] for one in status["searches"]]
    assert (len(listed), listed[0], listed[-1]) == (100, "s_031", "s_130")


@pytest.mark.req("L12")
async def test_warnings_are_in_the_language_of_the_task(desk: Desk) -> None:
    task_id = await desk.task("When?", language="ja")
    waiting(desk, task_id, "https://protected.go.jp/page")
    waiting(desk, task_id, "https://protected.go.jp/other")
    assert (await desk("get_status", task_id=task_id))["warnings"] == ["認証待ち2件"]


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_narrative_gives_the_checked_sentences_in_reading_order(desk: Desk) -> None:
    task_id = await desk.searched()
    told = await desk("get_materials", task_id=task_id, options={"format": "narrative"})
    assert told["claims"] == []
    by_page: dict[str, list[str]] = {}
    for one in told["narrative"]:
        by_page.setdefault(one["source_url"], []).append(one["text"])
    assert by_page["library:///documents/bridge.html"] == [
        "The Harbour Bridge opened on 12 May 1987.",
        "The Harbour Bridge is 840 metres long.",
    ]


@pytest.mark.req("L12", "L34")
async def test_calibration_by_its_five_actions_and_a_rollback(desk: Desk) -> None:
    """UC-3 of §3.2.1."""
    added = await desk("calibrate", action="add_sample", data={"source": "llm_extract", "prediction": 0.8, "actual": 1})
    assert added["pending_count"] == 1
    batch = [(0.9, 1), (0.8, 1), (0.7, 0), (0.2, 0), (0.4, 1)] * 20
    measured = await desk(
        "calibrate",
        action="evaluate",
        data={"source": "llm_extract", "predictions": [p for p, _ in batch], "labels": [a for _, a in batch]},
    )
    # (.01 + .04 + .49 + .04 + .36) / 5
    assert measured["brier_score"] == pytest.approx(0.188)
    assert measured["samples_evaluated"] == 100
    history = await desk("calibrate", action="get_evaluations", data={"source": "llm_extract", "limit": 5})
    assert history["total_count"] == 1
    assert history["evaluations"][0]["evaluation_id"] == measured["evaluation_id"]
    drawn = await desk(
        "calibrate",
        action="get_diagram_data",
        data={"source": "llm_extract", "evaluation_id": measured["evaluation_id"]},
    )
    assert drawn["n_bins"] == len(drawn["bins"])
    assert sum(one["count"] for one in drawn["bins"]) == 100
    stats = await desk("calibrate", action="get_stats")
    assert (stats["source"], stats["current_version"], stats["sample_count"]) == ("llm_extract", 0, 1)
    assert stats["degradation_detected"] is False
    refused = await desk("calibrate_rollback", source="llm_extract", version=2, reason="degradation")
    assert set(refused) == ERROR
    assert refused["error_code"] == refused["error"]["code"] == "CALIBRATION_ERROR"


@pytest.mark.req("L12", "L34")
async def test_a_rollback_names_both_versions_and_its_reason(desk: Desk) -> None:
    from tadori.service.calibration import open_calibration
    from tadori.service.calibration_samples import sample_of

    samples = [
        sample_of({"source": "llm_extract", "prediction": p, "actual": a})[1]
        for p, a in [(0.9, 1), (0.8, 0), (0.7, 0), (0.2, 0), (0.4, 1)] * 20
    ]
    calibrating = open_calibration(desk.clients.app)
    calibrating.add("llm_extract", samples)
    version = calibrating.fit("llm_extract").version
    done = await desk("calibrate_rollback", source="llm_extract", reason="Brier score degradation detected")
    assert done == {
        "ok": True,
        "source": "llm_extract",
        "rolled_back_to": version - 1,
        "previous_version": version,
        "reason": "Brier score degradation detected",
    }


@pytest.mark.req("L12", "L20")
async def test_the_auth_queue_as_a_list_by_domain_and_by_type(desk: Desk) -> None:
    task_id = await desk.task()
    high = waiting(desk, task_id, "https://protected.go.jp/page", AuthPriority.HIGH)
    waiting(desk, task_id, "https://protected.go.jp/other")
    waiting(desk, task_id, "https://wall.test/a", AuthPriority.LOW)
    listed = await desk("get_auth_queue", task_id=task_id)
    assert listed["total_pending"] == 3
    assert listed["queue"][0] == {
        "id": high,
        "task_id": task_id,
        "domain": "protected.go.jp",
        "url": "https://protected.go.jp/page",
        "type": "captcha",
        "priority": "high",
        "queued_at": "2026-11-16T03:00:00Z",
        "blocking_searches": [],
    }
    urgent = await desk("get_auth_queue", options={"priority_filter": "high"})
    assert [one["id"] for one in urgent["queue"]] == [high]
    grouped = await desk("get_auth_queue", options={"group_by": "domain"})
    assert (grouped["total_domains"], grouped["total_pending"]) == (2, 3)
    assert grouped["domains"][0] == {
        "domain": "protected.go.jp",
        "pending_count": 2,
        "high_priority_count": 1,
        "affected_tasks": [task_id],
        "auth_types": ["captcha"],
    }
    typed = await desk("get_auth_queue", options={"group_by": "type"})
    assert typed["types"][0]["type"] == "captcha"
    assert typed["types"][0]["domains"] == ["protected.go.jp", "wall.test"]


@pytest.mark.req("L12", "L20")
async def test_a_person_skips_a_page_and_cannot_skip_it_twice(desk: Desk) -> None:
    task_id = await desk.task()
    item = waiting(desk, task_id, "https://wall.test/a")
    data = {"auth_id": item, "status": "skipped"}
    done = await desk("resolve_auth", target="item", data=data)
    assert (done["auth_id"], done["status"], done["unblocked_searches"]) == (item, "skipped", [])
    again = await desk("resolve_auth", target="item", data=data)
    assert again["error_code"] == "INVALID_PARAMS"
    status = await desk("get_status", task_id=task_id)
    assert status["auth_queue"]["pending_count"] == 0


@pytest.mark.req("L12", "L20")
async def test_a_domain_that_failed_goes_on_waiting_and_one_that_was_skipped_does_not(desk: Desk) -> None:
    task_id = await desk.task()
    waiting(desk, task_id, "https://wall.test/a")
    waiting(desk, task_id, "https://wall.test/b")
    failed = await desk("resolve_auth", target="domain", data={"domain": "wall.test", "status": "failed"})
    assert (failed["resolved_count"], failed["affected_tasks"]) == (0, [task_id])
    assert (await desk("get_auth_queue"))["total_pending"] == 2
    skipped = await desk("resolve_auth", target="domain", data={"domain": "wall.test", "status": "skipped"})
    assert skipped["skipped_count"] == 2
    assert (await desk("get_auth_queue"))["total_pending"] == 0


@pytest.mark.req("L20")
@pytest.mark.parametrize(
    ("priorities", "words"),
    [
        (["normal"], "1 pages wait for a person"),
        (["normal"] * 3, "[warning] 3 pages wait for a person"),
        (["normal"] * 5, "[critical] 5 pages wait for a person"),
        (["high"] * 2, "[critical] 2 pages wait for a person"),
    ],
)
async def test_alerts_of_the_auth_queue_stand_among_the_warnings(desk: Desk, priorities: list[str], words: str) -> None:
    task_id = await desk.task()
    for number, priority in enumerate(priorities):
        waiting(desk, task_id, f"https://wall.test/{number}", AuthPriority(priority))
    status = await desk("get_status", task_id=task_id)
    assert status["warnings"] == [words]
    assert status["auth_queue"]["by_auth_type"] == {"captcha": len(priorities)}


@pytest.mark.req("L12", "L21")
async def test_a_notification_carries_message_title_reason_and_a_bare_address(desk: Desk) -> None:
    details = {"url": "https://wall.test/a?token=secret#x", "title": "A page", "reason": "captcha"}
    told = await desk("notify_user", event="auth_required", payload={"message": "Please look", "details": details})
    assert told == {"ok": True, "notification_id": "n_001", "shown": True}
    assert desk.said == [
        (
            "Please look · A page · captcha · https://wall.test/a",
            "Tadori: a page waits for you / 認証待ちのページがあります",
        )
    ]


async def asked(desk: Desk, caller: Quiet, **given: Any) -> dict[str, Any]:
    return await desk.tools.call("wait_for_user", given, caller)


@pytest.mark.req("L12", "L21")
async def test_a_person_chooses_by_the_form_of_the_client(desk: Desk) -> None:
    caller = Quiet(answer=Elicited(response="no", accepted=True))
    told = await asked(desk, caller, prompt="Go on?", options={"choices": ["yes", "no"], "timeout_seconds": 5})
    assert caller.asked == [("Go on?", ["yes", "no"])]
    assert told == {
        "ok": True,
        "response": "no",
        "choice_index": 1,
        "timed_out": False,
        "declined": False,
        "asked_by": "elicitation",
    }


@pytest.mark.req("L21")
async def test_a_person_who_declines_has_declined(desk: Desk) -> None:
    told = await asked(desk, Quiet(answer=Elicited()), prompt="Go on?")
    assert (told["declined"], told["response"], told["choice_index"]) == (True, "", None)


@pytest.mark.req("L21")
async def test_a_question_no_client_can_put_is_answered_on_the_machine(desk: Desk) -> None:
    from tadori.service.clients.questions import answer_question, open_questions

    home = desk.clients.app.settings.home

    async def say(words: str, title: str) -> bool:
        assert [one.prompt for one in open_questions(home)] == [words]
        answer_question(home, "", "はい")
        return True

    desk.tools.people.say = say
    told = await asked(desk, Quiet(), prompt="続けますか", options={"choices": ["はい", "いいえ"]})
    assert (told["response"], told["choice_index"], told["timed_out"]) == ("はい", 0, False)
    assert open_questions(home) == []


@pytest.mark.req("L21")
async def test_a_question_nobody_answers_times_out(desk: Desk) -> None:
    told = await asked(desk, Quiet(), prompt="Go on?", options={"timeout_seconds": 0})
    assert (told["timed_out"], told["response"], told["choice_index"]) == (True, "", None)


async def test_times_are_of_the_injected_clock(tmp_path: Path, library: Path) -> None:
    moment = Moment(now=datetime(2020, 1, 2, 3, 4, 5, tzinfo=UTC))
    async with desk_at(tmp_path / "home", library, moment=moment) as desk:
        made = await desk("create_task", query=QUESTION)
    assert made["created_at"] == "2020-01-02T03:04:05Z"
