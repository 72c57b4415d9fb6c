"""UC-2 of §3.2.1 at the little web: a page waits for a person, the person gets through, the search has it after all."""

import random
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.wiring.routes import WebEnvironment
from tests.engine.test_research_web import Listed
from tests.mcp.world import Desk, Moment, Quiet
from tests.web.challenges import CLEARANCE, token
from tests.web.desk import Time, settings_for
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        yield served


@pytest.mark.req("L20", "L12", "L29")
@pytest.mark.slow
async def test_a_page_behind_a_wall_waits_is_released_and_read(web: LittleWeb, tmp_path: Path) -> None:
    from tadori.mcp.tools import Tools
    from tadori.service.clients.tasks import open_clients
    from tadori.service.clients.user_interaction import UserInteraction
    from tadori.wiring.home import open_app

    plain = next(p for p in web.pages if p.weather is Weather.PLAIN and p.lang == "en" and p.media_type == "text/html")
    blocked = next(p for p in web.pages if p.weather is Weather.CHALLENGE and p.media_type == "text/html")
    time = Time()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    said: list[tuple[str, str]] = []

    async def say(words: str, title: str) -> bool:
        said.append((words, title))
        return True

    library = tmp_path / "library"
    library.mkdir()
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        async with open_clients(
            app, libraries=(library,), parts=parts, stand_ins=[Listed([plain, blocked])], soft_limit=600.0
        ) as clients:
            tools = Tools(clients=clients, people=UserInteraction(clients=clients, say=say))
            desk = Desk(clients=clients, tools=tools, moment=Moment(), said=said)
            task_id = await desk.task(plain.key_sentence)
            found = await desk("search", task_id=task_id, query=plain.title, options={"auth_priority": "high"})
            assert (found["pages_fetched"], found["auth_pending"]) == (1, 1)
            assert found["claims_found"][0]["source_url"] == plain.url

            queue = (await desk("get_auth_queue", task_id=task_id))["queue"]
            assert [(one["url"], one["priority"], one["blocking_searches"]) for one in queue] == [
                (blocked.url, "high", ["s_001"])
            ]
            status = await desk("get_status", task_id=task_id)
            assert status["auth_queue"]["high_priority_count"] == 1
            assert status["unverified_domains"] != []
            await desk("notify_user", event="auth_required", payload={"message": "look", "details": {}})

            cookie = {"name": CLEARANCE, "value": token(web.seed, blocked.host, CLEARANCE), "domain": blocked.host}
            data = {"auth_id": queue[0]["id"], "status": "resolved", "session_data": {"cookies": [cookie]}}
            done = await desk("resolve_auth", target="item", data=data)
            assert (done["unblocked_searches"], done["session_stored"]) == (["s_001"], True)
            await clients.settle()

            status = await desk("get_status", task_id=task_id)
            assert status["auth_queue"]["pending_count"] == 0
            assert [(one["id"], one["pages_fetched"]) for one in status["searches"]] == [("s_001", 2)]
            assert said == [("look", "Tadori: a page waits for you / 認証待ちのページがあります")]
            again = await tools.call("resolve_auth", {"target": "item", "data": data}, Quiet())
            assert again["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_a_search_that_finds_nothing_but_walls_needs_a_person(web: LittleWeb, tmp_path: Path) -> None:
    from tadori.mcp.tools import Tools
    from tadori.service.clients.tasks import open_clients
    from tadori.service.clients.user_interaction import UserInteraction
    from tadori.wiring.home import open_app

    blocked = next(p for p in web.pages if p.weather is Weather.CHALLENGE and p.media_type == "text/html")
    time = Time()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    library = tmp_path / "library"
    library.mkdir()
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        async with open_clients(
            app, libraries=(library,), parts=parts, stand_ins=[Listed([blocked])], soft_limit=600.0
        ) as clients:
            tools = Tools(clients=clients, people=UserInteraction(clients=clients))
            desk = Desk(clients=clients, tools=tools, moment=Moment(), said=[])
            told = await desk("search", task_id=await desk.task(), query=blocked.title)
    assert told["error_code"] == "AUTH_REQUIRED"
    assert told["details"]["search_id"] == "s_001"
    assert len(told["details"]["auth_ids"]) == 1
