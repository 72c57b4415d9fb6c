"""An engine as a search provider: one request through the door, at most as many hits as wanted, notes along."""

import pytest

from tadori.errors import ConfigError, SourceRefused, SourceUnreachable, WrongCall
from tadori.model.doors import SendToEngine
from tadori.model.engine import EngineRequest, EngineResponse
from tadori.model.ids import JA
from tadori.model.query import Query, QueryPurpose
from tadori.search.engines.catalogue import ENGINES, engine_named
from tadori.search.engines.html_engine import EngineProvider
from tests.search.engines.pages import TEMPLATES, URLS, each, page, response


def query(text: str, limit: int = 10) -> Query:
    return Query.of(
        task_id="t",
        text=text,
        lang=JA,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=1,
        limit=limit,
        cause_id="c",
    )


def answering(body: str, asked: list[EngineRequest]) -> SendToEngine:
    async def ask(request: EngineRequest) -> EngineResponse:
        asked.append(request)
        return response(body, engine=request.engine)

    return ask


@pytest.mark.req("D9")
async def test_a_query_is_one_request_and_its_hits() -> None:
    asked: list[EngineRequest] = []
    search = EngineProvider(ENGINES["bing"], answering(page(each(TEMPLATES["bing"])), asked))
    found = await search.search(query("橋 after:2024-01-05", limit=2))
    assert search.name == "bing"
    assert [hit.url for hit in found.hits] == URLS[:2]
    assert [(request.engine, "ez5_19727_47482" in request.url) for request in asked] == [("bing", True)]
    assert found.notes == ()


async def test_what_an_engine_cannot_be_asked_comes_back_as_a_note() -> None:
    search = EngineProvider(ENGINES["qwant"], answering(page(each(TEMPLATES["qwant"])), []))
    found = await search.search(query("橋 filetype:pdf"))
    assert [hit.url for hit in found.hits] == URLS
    assert len(found.notes) == 1
    assert "filetype" in found.notes[0]


@pytest.mark.parametrize("text", ["", "   ", "site:go.jp"])
async def test_nothing_to_look_for_is_never_sent(text: str) -> None:
    asked: list[EngineRequest] = []
    with pytest.raises(WrongCall):
        await EngineProvider(ENGINES["mojeek"], answering("", asked)).search(query(text))
    assert asked == []


async def test_a_missing_key_is_never_sent() -> None:
    asked: list[EngineRequest] = []
    with pytest.raises(ConfigError, match=r"engines\.serper\.key"):
        await EngineProvider(ENGINES["serper"], answering("{}", asked)).search(query("橋"))
    assert asked == []


async def test_refusals_and_the_door_s_own_errors_pass_through() -> None:
    with pytest.raises(SourceRefused, match="captcha"):
        await EngineProvider(ENGINES["google"], answering(page('<div class="g-recaptcha">'), [])).search(query("橋"))

    async def broken(request: EngineRequest) -> EngineResponse:
        raise SourceUnreachable(request.engine, "no connection")

    with pytest.raises(SourceUnreachable, match="no connection"):
        await EngineProvider(ENGINES["google"], broken).search(query("橋"))


async def test_emoji_and_mixed_scripts_are_asked_as_they_are() -> None:
    asked: list[EngineRequest] = []
    await EngineProvider(ENGINES["duckduckgo"], answering(page("No results"), asked)).search(query("🌉 Brücke мост 橋"))
    assert dict(asked[0].form)["q"] == "🌉 Brücke мост 橋"


def test_an_unknown_engine_is_a_wrong_call_that_lists_the_known_ones() -> None:
    assert engine_named(" Mojeek ") is ENGINES["mojeek"]
    with pytest.raises(WrongCall, match="there is no engine 'altavista'; there are: bing, brave, "):
        engine_named("altavista")
