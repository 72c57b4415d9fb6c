"""A client's searches on the little web: engines hear the client's words and what rules make of them, nothing else."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tadori.store.tasks import add_seconds
from tests.engine.test_research_web import Listed
from tests.mcp.web_world import all_claims, asked, web_desk
from tests.mcp.world import QUESTION, write_documents
from tests.web.desk import Time
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb
from tests.web.topics import Role, Topic
from tests.web.weather import Weather

pytestmark = pytest.mark.slow


def topic_in(web: LittleWeb, lang: str) -> Topic:
    """The bridge of that language."""
    return next(topic for topic in web.topics if topic.lang == lang)


@pytest.mark.req("L1", "L12", "L35")
async def test_engines_hear_the_clients_words_and_their_expansions_by_rule_and_claims_name_their_source(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = topic_in(web, "en")
    async with web_desk(web, tmp_path) as desk:
        task_id = await desk.task(topic.questions[0].text)
        found = await desk("search", task_id=task_id, query=f"{topic.name} length", options={"max_pages": 6})
        asked_once = asked(web)
        hosts = {urlsplit(one["source_url"]).hostname for one in found["claims_found"]}

        against = await desk(
            "search", task_id=task_id, query=f"{topic.name} length", options={"refute": True, "max_pages": 4}
        )
        claims = await all_claims(desk, task_id)
    # What the query does not ask for is found as well, and stands behind what it does.
    opened = [one for one in claims if topic.facts[0].value.stands_in(one["text"])]
    assert asked_once == {f"{topic.name} length", f'length "{topic.name}"', f"{topic.name} 長さ"}
    assert (found["search_id"], found["pages_fetched"], found["status"]) == ("s_001", 6, "satisfied")
    assert hosts <= set(web.addresses)
    assert {one["source_trust_level"] for one in found["claims_found"]} == {"UNVERIFIED"}
    assert {one["verification_status"] for one in opened} == {"verified"}
    assert {one["verification_details"]["independent_sources"] for one in opened} == {2}

    # §3.1.7.5: the fixed suffixes, in both languages, and nothing of our own
    suffixes = "limitations criticism error correction refuted disputed"
    assert asked(web) - asked_once == {
        f"{topic.name} length {suffixes}",
        f"{topic.name} 長さ 誤り 反論 批判 問題点 課題 訂正",
    }
    assert (against["refute"], against["pages_fetched"]) == (True, 4)
    texts = {one["id"]: one["text"] for one in claims}
    assert {topic.name in texts[name] for name in against["tested_claims"]} == {True}
    tested = {one["id"] for one in claims if one["refutation_searched"]}
    assert set(against["tested_claims"]) <= tested
    assert {one["claim_id"] for one in against["refutations"]} <= set(texts)


@pytest.mark.req("L1", "L12")
async def test_a_japanese_question_is_searched_at_the_engine_the_client_names_and_first_where_it_prefers(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = topic_in(web, "ja")
    office = topic.page(Role.PRIMARY)
    async with web_desk(web, tmp_path) as desk:
        task_id = await desk.task(topic.questions[0].text, priority_domains=[office.host], language="ja")
        options = {"engines": ["mojeek"], "max_pages": 3}
        found = await desk("search", task_id=task_id, query=f"{topic.name} 全長", options=options)
        status = await desk("get_status", task_id=task_id)
    assert set(web.engines["b"].queries) == {
        f"{topic.name} 全長",
        f"{topic.name} 全長 site:{office.host}",
        f'全長 "{topic.name}"',
        f"{topic.name} 長さ",
    }
    assert asked(web) == set(web.engines["b"].queries)
    assert found["pages_fetched"] == 3
    right = [one for one in found["claims_found"] if topic.facts[0].value.stands_in(one["text"])]
    assert web.url(*office.place) in {one["source_url"] for one in right}
    assert status["metrics"]["total_pages"] == 3
    assert status["budget"]["pages_used"] == 3
    assert office.host.partition(".")[2] in status["unverified_domains"]


@pytest.mark.req("L12", "L35")
async def test_a_client_asks_no_engine_that_the_user_has_not_let_it_and_nothing_of_operators_only(
    web: LittleWeb, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    async with web_desk(web, tmp_path / "home") as desk:
        task_id = await desk.task("橋はいつ開通したか")
        off = await desk("search", task_id=task_id, query="大橋", options={"engines": ["bing", "brave"]})
        empty = await desk("search", task_id=task_id, query="site:go.test")
        status = await desk("get_status", task_id=task_id)
    async with web_desk(web, tmp_path / "home", libraries=(library,), providers=()) as desk:
        only = await desk("search", task_id=await desk.task("橋"), query="大橋", options={"engines": ["bing"]})
    assert [one["error_code"] for one in (off, empty, only)] == ["INVALID_PARAMS"] * 3
    may = "bing, duckduckgo, mojeek, web"
    assert off["error"]["message"] == f"this task may not ask brave; it may ask: {may}"
    assert "operators only" in empty["error"]["message"]
    assert only["error"]["message"] == "this task may not ask bing; it may ask: folders only"
    assert (status["searches"], asked(web)) == ([], set())


@pytest.mark.req("L1", "L10")
async def test_first_hand_sources_are_sought_where_they_stand_only_when_the_client_wants_them(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = topic_in(web, "ja")
    query = f"{topic.name} 統計"
    async with web_desk(web, tmp_path, letters="a") as desk:
        task_id = await desk.task(topic.questions[0].text)
        await desk("search", task_id=task_id, query=query, options={"max_pages": 1})
        plain = asked(web)
        await desk("search", task_id=task_id, query=query, options={"max_pages": 1, "seek_primary": True})
    assert plain == {query, f'統計 "{topic.name}"', f"{topic.name} statistics"}
    assert asked(web) - plain == {f"{query} site:e-stat.go.jp", f"{query} site:stat.go.jp"}


@pytest.mark.req("L5", "L12")
async def test_when_every_engine_shows_a_captcha_the_client_is_told_until_when_and_may_come_again(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic, time = topic_in(web, "en"), Time()
    for engine in web.engines.values():
        engine.mood = Mood.CAPTCHA
    async with web_desk(web, tmp_path, time=time) as desk:
        task_id = await desk.task(topic.questions[0].text)
        refused = await desk("search", task_id=task_id, query=f"{topic.name} length")
        status = await desk("get_status", task_id=task_id)
        for engine in web.engines.values():
            engine.mood = Mood.USUAL
        before = len(web.engines["a"].asked)
        too_soon = await desk("search", task_id=task_id, query=f"{topic.name} cost")
        left_alone = len(web.engines["a"].asked) - before
        time.now += timedelta(minutes=31)
        free = await desk("get_status", task_id=task_id)
        again = await desk("search", task_id=task_id, query=f"{topic.name} cost", options={"max_pages": 2})
        after = await desk("get_status", task_id=task_id)
    assert refused["error_code"] == "ALL_ENGINES_BLOCKED"
    assert refused["details"]["search_id"] == "s_001"
    message = refused["error"]["message"]
    assert message.startswith("no search engine can be asked for now (3 of 3 are left alone after failures; ")
    assert message.endswith(" is free first, at 03:30 UTC)")
    assert (status["status"], status["warnings"]) == ("paused", ["every search engine is left alone for now"])
    listed = [(one["status"], one["error_code"], one["halted"]) for one in status["searches"]]
    assert listed == [("partial", "ALL_ENGINES_BLOCKED", False)]
    assert (too_soon["error_code"], left_alone) == ("ALL_ENGINES_BLOCKED", 0)
    assert (free["status"], free["warnings"]) == ("exploring", [])
    assert (again["ok"], again["pages_fetched"]) == (True, 2)
    assert (after["status"], after["warnings"]) == ("exploring", [])
    assert [one["pages_fetched"] for one in after["searches"]] == [0, 0, 2]


@pytest.mark.req("L2", "L5", "L12")
async def test_engines_that_are_all_blocked_are_told_also_where_a_folder_answers(
    web: LittleWeb, tmp_path: Path
) -> None:
    library, time = write_documents(tmp_path / "library"), Time()
    for engine in web.engines.values():
        engine.mood = Mood.CAPTCHA
    async with web_desk(web, tmp_path / "home", time=time, libraries=(library,)) as desk:
        task_id = await desk.task(QUESTION)
        first = await desk("search", task_id=task_id, query="harbour bridge opened")
        partly = await desk("get_status", task_id=task_id)
        again = await desk("search", task_id=task_id, query="harbour bridge metres long")
        nothing = await desk("search", task_id=task_id, query="zzz qqq unknown words")
        wholly = await desk("get_status", task_id=task_id)
        lines = [(one["status"], one.get("error_code")) for one in wholly["searches"]]
        time.now += timedelta(minutes=31)
        free = await desk("get_status", task_id=task_id)
    told = ["every search engine is left alone for now"]
    assert (first["ok"], first["pages_fetched"], first["claims_total"], first["warnings"]) == (True, 2, 4, told)
    # The Japanese page of the folder: メートル is how it writes metres.
    assert (again["ok"], again["pages_fetched"], again["warnings"]) == (True, 1, told)
    assert (partly["status"], partly["warnings"]) == ("exploring", told)
    assert nothing["error_code"] == "ALL_ENGINES_BLOCKED"
    assert nothing["error"]["message"].startswith("no search engine can be asked for now (3 of 3 are left alone")
    assert (wholly["status"], wholly["warnings"]) == ("paused", told)
    assert lines == [("partial", None), ("partial", None), ("partial", "ALL_ENGINES_BLOCKED")]
    assert (free["status"], free["warnings"]) == ("exploring", [])


@pytest.mark.req("L1", "L10", "L12")
async def test_a_search_for_refutations_asks_first_hand_places_and_preferred_domains_too(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = topic_in(web, "ja")
    query, host = f"{topic.name} 統計", topic.page(Role.PRIMARY).host
    async with web_desk(web, tmp_path, letters="a") as desk:
        task_id = await desk.task(topic.questions[0].text, priority_domains=[host])
        options = {"max_pages": 1, "refute": True, "seek_primary": True}
        await desk("search", task_id=task_id, query=query, options=options)
    suffixes = "limitations criticism error correction refuted disputed"
    assert asked(web) == {
        query,
        f"{query} site:{host}",
        f"{query} site:e-stat.go.jp",
        f"{query} site:stat.go.jp",
        f"{query} 誤り 反論 批判 問題点 課題 訂正",
        f"{topic.name} statistics {suffixes}",
    }


@pytest.mark.req("L5", "L12")
async def test_a_query_that_no_engine_answered_is_not_told_as_one_that_found_nothing(
    web: LittleWeb, tmp_path: Path
) -> None:
    moods = {"a": Mood.CAPTCHA, "b": Mood.REFUSE, "c": Mood.NOTHING}
    for letter, mood in moods.items():
        web.engines[letter].mood = mood
    async with web_desk(web, tmp_path, letters="ab") as desk:
        task_id = await desk.task(topic_in(web, "en").questions[0].text)
        # Rules make no other wording of a single word, and once is too little for an engine to be left alone.
        refused = await desk("search", task_id=task_id, query="bridge")
    async with web_desk(web, tmp_path / "other", letters="ac") as desk:
        task_id = await desk.task(topic_in(web, "en").questions[0].text)
        nothing = await desk("search", task_id=task_id, query="bridge")
    assert refused["error_code"] == "ALL_ENGINES_BLOCKED"
    assert refused["error"]["message"].startswith("no search engine can be asked for now (no engine answered; ")
    assert "duckduckgo: captcha" in refused["error"]["message"]
    assert "mojeek: " in refused["error"]["message"]
    assert (nothing["ok"], nothing["status"], nothing["pages_fetched"]) == (True, "exhausted", 0)


@dataclass(slots=True)
class Charged(Time):
    """Time in which waiting is charged to a task, as it is where waiting takes time."""

    charge: Callable[[float], None] = lambda _seconds: None

    async def sleep(self, seconds: float) -> None:
        self.charge(seconds)
        await Time.sleep(self, seconds)


@pytest.mark.req("L2", "L12")
async def test_a_search_ends_when_the_tasks_seconds_are_used_up_and_what_it_has_read_is_told(
    web: LittleWeb, tmp_path: Path
) -> None:
    by_host = {p.host: p for p in web.pages if p.weather is Weather.PLAIN and p.media_type == "text/html"}
    pages = list(by_host.values())[:15]
    library, time = tmp_path / "library", Charged()
    library.mkdir()
    stand_in: dict[str, Any] = {"libraries": (library,), "providers": (), "stand_ins": [Listed(pages)]}
    async with web_desk(web, tmp_path / "home", time=time, **stand_in) as desk:
        task_id = await desk.task(pages[0].title, budget={"max_seconds": 10})

        def charge(seconds: float) -> None:
            with desk.clients.app.store.write() as db:
                add_seconds(db, task_id, seconds)

        time.charge = charge
        cut = await desk("search", task_id=task_id, query=pages[0].title)
        refused = await desk("search", task_id=task_id, query="what else is known of it")
        status = await desk("get_status", task_id=task_id)
        claims = await all_claims(desk, task_id)
    # Ten pages are begun at a time, as far as they begin before the waits of the first take longer than the task has.
    read = cut["pages_fetched"]
    assert read in range(1, 11)
    assert (cut["ok"], cut["budget_remaining"]) == (True, {"pages": 120 - read, "percent": 0})
    assert len({line.host for line in web.log}) == read
    assert cut["claims_total"] == len(claims)
    assert {one["id"] for one in cut["claims_found"]} <= {one["id"] for one in claims}
    assert refused["error_code"] == "BUDGET_EXHAUSTED"
    assert refused["error"]["message"] == "the task has used all of its 10 seconds"
    assert (status["status"], status["warnings"]) == ("paused", ["budget used up: seconds"])
    assert status["budget"]["remaining_percent"] == 0
    assert [one["pages_fetched"] for one in status["searches"]] == [read]


@pytest.mark.req("L2", "L12")
async def test_pages_used_up_on_the_web_end_the_task_with_its_code(web: LittleWeb, tmp_path: Path) -> None:
    topic = topic_in(web, "en")
    async with web_desk(web, tmp_path, letters="a") as desk:
        task_id = await desk.task(topic.questions[0].text, budget={"max_pages": 3})
        first = await desk("search", task_id=task_id, query=f"{topic.name} length", options={"max_pages": 50})
        heard = asked(web)
        refused = await desk("search", task_id=task_id, query=f"{topic.name} cost")
    assert (first["pages_fetched"], first["budget_remaining"]["pages"]) == (3, 0)
    assert refused["error_code"] == "BUDGET_EXHAUSTED"
    assert asked(web) == heard


def said_of(refused: dict[str, Any], folder: Path) -> tuple[str, bool]:
    """The code and whether a start was tried; the rest is what every such answer must be like."""
    assert refused["details"]["search_id"] == "s_001"
    assert "`tadori chrome diagnose`" in refused["details"]["hint"]
    assert str(folder) not in str(refused)
    return refused["error_code"], refused["details"]["auto_start_attempted"]


@pytest.mark.req("L12", "L17")
async def test_pages_that_need_a_chrome_that_is_not_there_say_so_and_the_task_goes_on_without(
    web: LittleWeb, tmp_path: Path
) -> None:
    scripted = next(p for p in web.pages if p.weather is Weather.SCRIPT_ONLY and p.lang == "ja")
    plain = next(p for p in web.pages if p.weather is Weather.PLAIN and p.lang == "ja")
    library, nowhere = tmp_path / "library", {"chrome": str(tmp_path / "no" / "chrome")}
    library.mkdir()
    stand_in: dict[str, Any] = {"libraries": (library,), "providers": (), "stand_ins": [Listed([scripted])]}
    async with web_desk(web, tmp_path / "home", changes=nowhere, **stand_in) as desk:
        task_id = await desk.task(scripted.key_sentence)
        refused = await desk("search", task_id=task_id, query=scripted.title)
        desk.here.stand_ins = [Listed([plain])]
        other = await desk("search", task_id=task_id, query=plain.title)
        status = await desk("get_status", task_id=task_id)
    assert said_of(refused, tmp_path) == ("CHROME_NOT_READY", False)
    assert (other["ok"], other["pages_fetched"], other["claims_found"][0]["source_url"]) == (True, 1, plain.url)
    assert (status["status"], status["warnings"]) == ("exploring", ["Chromeがなく読めなかったページ1件"])


@pytest.mark.req("L12", "L17")
@pytest.mark.drives("chromium")
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no chromium on this machine")
async def test_a_page_that_needed_a_chrome_is_read_by_the_same_call_once_there_is_one(
    web: LittleWeb, tmp_path: Path
) -> None:
    scripted = next(p for p in web.pages if p.weather is Weather.SCRIPT_ONLY and p.lang == "en")
    library, time, dead = tmp_path / "library", Time(), tmp_path / "chrome"
    library.mkdir()
    dead.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    dead.chmod(0o755)
    stand_in: dict[str, Any] = {"libraries": (library,), "providers": (), "stand_ins": [Listed([scripted])]}
    async with web_desk(web, tmp_path / "home", time=time, changes={"chrome": str(dead)}, **stand_in) as desk:
        task_id = await desk.task(scripted.key_sentence)
        refused = await desk("search", task_id=task_id, query=scripted.title)
        missing = await desk("get_status", task_id=task_id)
    time.now += timedelta(hours=2)
    async with web_desk(web, tmp_path / "home", time=time, changes={"chrome": "auto"}, **stand_in) as desk:
        read = await desk("search", task_id=task_id, query=scripted.title)
        status = await desk("get_status", task_id=task_id)
    assert said_of(refused, tmp_path) == ("CHROME_NOT_READY", True)
    assert missing["warnings"] == ["1 pages need a Chrome that is not there"]
    assert (read["search_id"], read["pages_fetched"]) == ("s_002", 1)
    assert read["claims_found"][0]["source_url"] == scripted.url
    assert (status["status"], status["warnings"]) == ("exploring", [])


@pytest.mark.req("L12", "L13")
async def test_a_search_counts_its_own_pages_also_when_the_same_was_asked_before(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = topic_in(web, "en")
    async with web_desk(web, tmp_path, letters="a") as desk:
        task_id = await desk.task(topic.questions[0].text)
        call = {"task_id": task_id, "query": f"{topic.name} length", "options": {"max_pages": 2}}
        found = [await desk("search", call) for _ in range(2)]
        status = await desk("get_status", task_id=task_id)
    assert [(one["search_id"], one["pages_fetched"]) for one in found] == [("s_001", 2), ("s_002", 2)]
    assert sum(one["useful_fragments"] for one in found) == sum(one["useful_fragments"] for one in status["searches"])
    assert [one["pages_fetched"] for one in status["searches"]] == [2, 2]
    assert status["metrics"]["total_pages"] == 4
