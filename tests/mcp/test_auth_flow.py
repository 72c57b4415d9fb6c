"""UC-2 of §3.2.1 on the little web: pages behind walls wait, the client is told and reports, and they are read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tadori.model.web import Cookie, WebSession
from tadori.service.clients.local_runner import LocalRunner, RunEnding, RunOutcome, RunProgress
from tadori.store.client import RELEASED
from tadori.store.tasks import add_seconds
from tests.engine.test_research_web import Listed
from tests.mcp.test_endings import added, finished
from tests.mcp.web_world import all_claims, web_desk
from tests.mcp.world import Desk
from tests.web.challenges import CLEARANCE, token
from tests.web.desk import MONDAY
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.walls import SESSION, wall_host
from tests.web.weather import Weather

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Wall:
    """A page behind a wall of the web, as an engine lists it."""

    url: str
    title: str


def walls(web: LittleWeb, *kinds: str) -> Any:
    return Listed([Wall(web.walls[kind], web.behind_walls[kind]) for kind in kinds])  # type: ignore[misc]


@asynccontextmanager
async def walled(web: LittleWeb, folder: Path, *kinds: str) -> AsyncIterator[Desk]:
    """A client's tools whose only engine lists the pages behind these walls."""
    library = folder / "library"
    library.mkdir()
    listed = [walls(web, *kinds)]
    async with web_desk(web, folder / "home", stand_ins=listed, libraries=(library,), providers=()) as desk:
        yield desk


def cookie(web: LittleWeb, host: str, name: str = CLEARANCE) -> dict[str, str]:
    """What a person who got through at `host` has."""
    return {"name": name, "value": token(web.seed, host, name), "domain": host}


def solved(auth_id: str, carried: dict[str, Any]) -> dict[str, Any]:
    """What a client reports when its user got through, with the cookie that the page gave."""
    return {"auth_id": auth_id, "status": "resolved", "session_data": {"cookies": [carried]}}


def blocked_page(web: LittleWeb) -> Page:
    """A page in English that only a person gets to."""
    return next(p for p in web.pages if p.weather is Weather.CHALLENGE and p.lang == "en")


@pytest.mark.req("L12", "L20", "L29")
async def test_a_page_the_engines_found_behind_a_challenge_is_reported_solved_read_and_claimed(
    web: LittleWeb, tmp_path: Path
) -> None:
    blocked = blocked_page(web)
    async with web_desk(web, tmp_path) as desk:
        task_id = await desk.task(blocked.key_sentence)
        found = await desk("search", task_id=task_id, query=blocked.title, options={"max_pages": 4})
        queue = (await desk("get_auth_queue", task_id=task_id))["queue"]
        waiting = next(one for one in queue if one["domain"] == blocked.host)
        details = {
            "title": "A challenge",
            "reason": "a person is needed",
            "url": f"http://user:secret@{blocked.host}/page?session=secret#part",
        }
        told = await desk("notify_user", event="auth_required", payload={"message": "Please look", "details": details})

        data = solved(waiting["id"], cookie(web, blocked.host))
        done = await desk("resolve_auth", target="item", data=data)
        await desk.clients.settle()
        status = await desk("get_status", task_id=task_id)
        claims = await all_claims(desk, task_id)
        twice = await desk("resolve_auth", target="item", data=data)
    assert found["status"] == "partial"
    assert found["auth_pending"] == len(queue)
    assert blocked.url not in {one["source_url"] for one in found["claims_found"]}
    assert (waiting["type"], waiting["blocking_searches"]) == ("cloudflare", ["s_001"])
    assert told["shown"] is True
    assert desk.said == [
        (
            f"Please look · A challenge · a person is needed · http://{blocked.host}/page",
            "Tadori: a page waits for you / 認証待ちのページがあります",
        )
    ]
    assert (done["unblocked_searches"], done["session_stored"]) == (["s_001"], True)
    assert blocked.host not in status["auth_queue"]["domains"]
    assert [one["id"] for one in status["searches"]] == ["s_001"]
    assert waiting["url"] in {source["url"] for claim in claims for source in claim["sources"]}
    assert twice["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L12", "L20")
async def test_a_search_of_nothing_but_walls_is_auth_required_and_the_alerts_grow_with_the_queue(
    web: LittleWeb, tmp_path: Path
) -> None:
    async with walled(web, tmp_path, "captcha", "login") as desk:
        task_id = await desk.task("What stands behind the walls of the harbour?")
        refused = await desk("search", task_id=task_id, query="walls of the harbour")
        two = await desk("get_status", task_id=task_id)
        desk.here.stand_ins = [walls(web, "hcaptcha")]
        await desk("search", task_id=task_id, query="one more wall")
        three = await desk("get_status", task_id=task_id)
        desk.here.stand_ins = [walls(web, "captcha_ja", "login_ja")]
        await desk("search", task_id=task_id, query="港の壁", options={"auth_priority": "high"})
        five = await desk("get_status", task_id=task_id)
        by_domain = await desk("get_auth_queue", task_id=task_id, options={"group_by": "domain"})
        by_type = await desk("get_auth_queue", options={"group_by": "type", "priority_filter": "high"})
    assert refused["error_code"] == "AUTH_REQUIRED"
    assert len(refused["details"]["auth_ids"]) == 2
    assert [(one["status"], one["error_code"], one["auth_pending"]) for one in five["searches"]] == [
        ("partial", "AUTH_REQUIRED", 2),
        ("partial", "AUTH_REQUIRED", 1),
        ("partial", "AUTH_REQUIRED", 2),
    ]
    assert [one["warnings"] for one in (two, three, five)] == [
        ["2 pages wait for a person"],
        ["[warning] 3 pages wait for a person"],
        ["[critical] 5 pages wait for a person"],
    ]
    assert five["auth_queue"]["high_priority_count"] == 2
    assert five["auth_queue"]["by_auth_type"] == {"captcha": 2, "hcaptcha": 1, "login": 2}
    assert (by_domain["total_domains"], by_domain["total_pending"]) == (5, 5)
    assert {one["domain"]: one["auth_types"] for one in by_domain["domains"]} == {
        "captcha-stands-here.test": ["captcha"],
        "captcha-stands-here-ja.test": ["captcha"],
        "hcaptcha-stands-here.test": ["hcaptcha"],
        "login-stands-here.test": ["login"],
        "login-stands-here-ja.test": ["login"],
    }
    assert [(one["type"], one["pending_count"], one["affected_tasks"]) for one in by_type["types"]] == [
        ("captcha", 1, [task_id]),
        ("login", 1, [task_id]),
    ]


@pytest.mark.req("L20")
async def test_two_pages_of_high_priority_are_critical_and_failed_and_skipped_are_told_apart(
    web: LittleWeb, tmp_path: Path
) -> None:
    async with walled(web, tmp_path, "captcha", "login") as desk:
        task_id = await desk.task("壁の向こうには何があるか")
        await desk("search", task_id=task_id, query="港の壁", options={"auth_priority": "high"})
        status = await desk("get_status", task_id=task_id)
        ids = {one["type"]: one["id"] for one in (await desk("get_auth_queue"))["queue"]}
        failed = await desk("resolve_auth", target="item", data={"auth_id": ids["login"], "status": "failed"})
        still = await desk("get_auth_queue", task_id=task_id)
        skipped = await desk("resolve_auth", target="item", data={"auth_id": ids["login"], "status": "skipped"})
        again = await desk("resolve_auth", target="item", data={"auth_id": ids["login"], "status": "resolved"})
        left = await desk("get_auth_queue", task_id=task_id)
        # A page that a person gave up is not asked about again.
        repeated = await desk("search", task_id=task_id, query="港の壁 もう一度")
        end = await desk("get_auth_queue", task_id=task_id)
    assert status["warnings"] == ["[critical] 認証待ち2件"]
    assert (failed["status"], failed["unblocked_searches"], still["total_pending"]) == ("failed", [], 2)
    assert (skipped["status"], skipped["unblocked_searches"], left["total_pending"]) == ("skipped", [], 1)
    assert again["error_code"] == "INVALID_PARAMS"
    assert repeated["ok"] is False
    assert [one["id"] for one in end["queue"]] == [ids["captcha"]]


@pytest.mark.req("L20", "L12")
async def test_a_domain_is_let_through_for_every_task_that_waits_for_it(web: LittleWeb, tmp_path: Path) -> None:
    host = wall_host("login", "en")
    async with walled(web, tmp_path, "login") as desk:
        tasks = [await desk.task(f"{web.behind_walls['login']} {number}") for number in (1, 2)]
        for task_id in tasks:
            await desk("search", task_id=task_id, query=web.behind_walls["login"])
        data = {"domain": host, "status": "resolved", "session_data": {"cookies": [cookie(web, host, SESSION)]}}
        done = await desk("resolve_auth", target="domain", data=data)
        await desk.clients.settle()
        texts = [await texts_of(desk, task_id) for task_id in tasks]
        twice = await desk("resolve_auth", target="domain", data=data)
    assert (done["domain"], done["resolved_count"], done["session_stored"]) == ("login-stands-here.test", 2, True)
    assert done["affected_tasks"] == sorted(tasks)
    assert [web.behind_walls["login"] in found for found in texts] == [True, True]
    assert twice["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L20", "L12")
async def test_what_a_person_solved_at_the_machine_is_read_when_the_client_reports_it(
    web: LittleWeb, tmp_path: Path
) -> None:
    """`tadori auth open` keeps the session and releases the page; the client hears of it from the person."""
    host = wall_host("captcha", "ja")
    async with walled(web, tmp_path, "captcha_ja") as desk:
        task_id = await desk.task(web.behind_walls["captcha_ja"])
        refused = await desk("search", task_id=task_id, query=web.behind_walls["captcha_ja"])
        (item,) = refused["details"]["auth_ids"]
        inbox = desk.clients.app.inbox()
        carried = Cookie(name=CLEARANCE, value=token(web.seed, host, CLEARANCE), domain=host, host_only=False)
        inbox.save_session(
            WebSession(
                domain=host,
                cookies=(carried,),
                user_agent=None,
                accept_language="ja",
                saved_at=MONDAY,
                by_person=True,
            )
        )
        inbox.resolve(item)
        done = await desk("resolve_auth", target="item", data={"auth_id": item, "status": "resolved"})
        await desk.clients.settle()
        texts = await texts_of(desk, task_id)
        status = await desk("get_status", task_id=task_id)
        twice = await desk("resolve_auth", target="item", data={"auth_id": item, "status": "resolved"})
    assert (done["status"], done["unblocked_searches"]) == ("resolved", ["s_001"])
    assert web.behind_walls["captcha_ja"] in texts
    assert [(one["id"], one["pages_fetched"], one["status"]) for one in status["searches"]] == [("s_001", 1, "partial")]
    assert twice["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L20")
async def test_reading_of_released_pages_that_halted_is_taken_up_by_the_same_call(
    web: LittleWeb, tmp_path: Path
) -> None:
    host = wall_host("captcha", "en")
    async with walled(web, tmp_path, "captcha") as desk:
        task_id = await desk.task(web.behind_walls["captcha"])
        refused = await desk("search", task_id=task_id, query="what stands behind it")
        (item,) = refused["details"]["auth_ids"]
        desk.clients.app.inbox().resolve(item)
        added(desk, task_id, RELEASED, error="err_20261116_ab12")
        done = await desk("resolve_auth", target="item", data=solved(item, cookie(web, host)))
        await desk.clients.settle()
        texts = await texts_of(desk, task_id)
        status = await desk("get_status", task_id=task_id)
        work = finished(desk, task_id)
    assert done["unblocked_searches"] == ["s_001"]
    assert web.behind_walls["captcha"] in texts
    assert status["status"] == "exploring"
    assert work == [("search", True), (RELEASED, True)]


@pytest.mark.req("L2", "L20")
async def test_what_a_person_let_through_is_read_though_the_tasks_seconds_are_used_up(
    web: LittleWeb, tmp_path: Path
) -> None:
    host = wall_host("captcha", "en")
    async with walled(web, tmp_path, "captcha") as desk:
        task_id = await desk.task(web.behind_walls["captcha"], budget={"max_seconds": 600})
        refused = await desk("search", task_id=task_id, query="what stands behind it")
        with desk.clients.app.store.write() as db:
            add_seconds(db, task_id, 600.0)
        (item,) = refused["details"]["auth_ids"]
        await desk("resolve_auth", target="item", data=solved(item, cookie(web, host)))
        await desk.clients.settle()
        texts = await texts_of(desk, task_id)
        out = await desk("search", task_id=task_id, query="what else stands behind it")
    assert web.behind_walls["captcha"] in texts
    assert out["error_code"] == "BUDGET_EXHAUSTED"


async def texts_of(desk: Desk, task_id: str) -> set[str]:
    return {one["text"] for one in await all_claims(desk, task_id)}


@dataclass(slots=True, kw_only=True)
class Halting(LocalRunner):
    """Work that waits until it is let go, and then halts."""

    error_id: str
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, task_id: str, number: int, running: RunProgress) -> RunOutcome:
        self.begun.set()
        await self.go.wait()
        return RunOutcome(ending=RunEnding.HALTED, error_id=self.error_id)


@pytest.mark.req("L12", "L20")
async def test_the_reading_of_released_pages_is_told_while_it_goes_on_and_when_it_halts(
    web: LittleWeb, tmp_path: Path
) -> None:
    host = wall_host("captcha", "en")
    async with walled(web, tmp_path, "captcha") as desk:
        task_id = await desk.task(web.behind_walls["captcha"])
        refused = await desk("search", task_id=task_id, query="what stands behind it")
        carrying, halting = (
            desk.clients.runner,
            Halting(app=desk.clients.app, log=desk.clients.log, error_id="err_0123456789ab"),
        )
        desk.clients.runner = halting
        (item,) = refused["details"]["auth_ids"]
        await desk("resolve_auth", target="item", data=solved(item, cookie(web, host)))
        await halting.begun.wait()
        reading = await desk("get_status", task_id=task_id)
        halting.go.set()
        await desk.clients.settle()
        halted = await desk("get_status", task_id=task_id)
        desk.clients.runner = carrying
        await desk("search", task_id=task_id, query="what stands behind it, then")
        read = await desk("get_status", task_id=task_id)
    assert (reading["status"], reading["warnings"]) == ("exploring", ["1 released pages are being read"])
    assert (halted["status"], halted["warnings"]) == ("failed", ["reading released pages halted (err_0123456789ab)"])
    listed = [one["searches"][0] for one in (reading, halted)]
    assert [(one["status"], one["auth_pending"], one.get("error_code")) for one in listed] == [("partial", 0, None)] * 2
    assert (read["status"], read["warnings"], read["metrics"]["total_pages"]) == ("exploring", [], 1)
