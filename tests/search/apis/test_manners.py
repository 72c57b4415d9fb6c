"""What all interfaces have in common: finding nothing, refusals, bad answers, keys that are missing or wrong."""

from dataclasses import replace

import pytest

from tadori.errors import (
    ConfigError,
    RefusalKind,
    SourceGarbled,
    SourceRefused,
    SourceTooLarge,
    SourceUnreachable,
    WrongCall,
)
from tadori.model.engine import EngineKind, EngineResponse
from tadori.model.ids import JA, Url
from tadori.query.dialects import DIALECTS
from tadori.search.apis.api import ApiAccess, missing_setting, user_agent
from tadori.search.apis.catalogue import APIS
from tadori.search.apis.fields import MAX_ANSWER_BYTES
from tadori.search.apis.refusals import retry_after, retryable
from tests.search.apis.conftest import FULL, Provider, query
from tests.web.apis import HOSTS, SECRET, Answer, ApiWeb, told, written

NAMES = list(APIS)
XML = ["arxiv", "jstage", "ndl"]
JSON = [name for name in NAMES if name not in XML]
KEYED = ["cinii", "e_stat", "gbizinfo", "edinet", "uspto", "ptab", "epo_ops"]
BETTER_WITH_A_KEY = ["openalex", "semantic_scholar", "pubmed"]
FREE = {
    "openalex",
    "semantic_scholar",
    "crossref",
    "arxiv",
    "pubmed",
    "jstage",
    "ndl",
    "wikidata",
    "dbpedia",
    "egov_law",
    "diet_minutes",
}


def question(name: str) -> str:
    return "10.5555/tide.2011.7" if name == "unpaywall" else "tidal"


def everywhere(web: ApiWeb, answer: Answer) -> None:
    web.weather.update(dict.fromkeys(HOSTS, answer))


def test_only_what_needs_no_key_is_on_until_the_user_names_more() -> None:
    assert {name for name, api in APIS.items() if api.facts.on} == FREE
    assert [name for name, api in APIS.items() if api.facts.key is not None] == KEYED
    assert [name for name, api in APIS.items() if api.optional_key is not None] == BETTER_WITH_A_KEY


@pytest.mark.parametrize("name", NAMES)
def test_every_interface_says_what_it_is(name: str) -> None:
    facts = APIS[name].facts
    assert facts.name == name
    assert facts.kind is EngineKind.API
    assert not facts.proven  # look-alikes are of our own making
    assert facts.home.startswith("https://")
    assert facts.categories[0].value in {"general", "academic", "government", "technical"}


@pytest.mark.parametrize("name", ["openalex", "arxiv", "diet_minutes", "edinet", "e_stat", "epo_ops", "ptab"])
def test_names_are_those_that_the_query_language_knows(name: str) -> None:
    assert DIALECTS[name].date_parameter


@pytest.mark.req("L10")
@pytest.mark.parametrize("name", NAMES)
async def test_nothing_found_is_an_answer_without_hits(name: str, provider: Provider) -> None:
    asked = query("10.5555/never.was" if name == "unpaywall" else "玄武岩", JA)

    found = await provider(name).search(asked)

    assert (found.hits, found.works) == ((), ())


@pytest.mark.parametrize("name", KEYED)
def test_a_missing_key_names_the_setting_before_anything_is_asked(name: str, web: ApiWeb, provider: Provider) -> None:
    setting = APIS[name].facts.key
    assert missing_setting(APIS[name], ApiAccess(secret=SECRET)) == setting

    with pytest.raises(ConfigError, match=f"{name} needs {setting}: set it, or leave {name} off"):
        provider(name, ApiAccess(secret=SECRET, contact="reader@letters.test"))

    assert web.log == []


def test_an_interface_that_must_know_who_asks_names_the_setting_of_the_contact(provider: Provider) -> None:
    with pytest.raises(ConfigError, match=r"unpaywall needs engines\.contact"):
        provider("unpaywall", ApiAccess(version="1"))


@pytest.mark.parametrize("name", [*KEYED, *BETTER_WITH_A_KEY])
async def test_a_rejected_key_names_the_setting(name: str, provider: Provider) -> None:
    setting = APIS[name].key_setting

    with pytest.raises(SourceRefused, match=f"{name}: key rejected: setting {setting}") as caught:
        await provider(name, replace(FULL, key="wrong-key")).search(query("tidal"))

    assert not retryable(caught.value)


@pytest.mark.parametrize("value", ["two words", "line\nbreak", "鍵", "nul\0"])
def test_a_key_that_cannot_be_one_is_not_sent(value: str, provider: Provider) -> None:
    with pytest.raises(ConfigError, match=r"engines\.uspto\.key holds blanks or characters that no key or address has"):
        provider("uspto", ApiAccess(key=value))


def test_a_contact_that_would_break_a_header_is_refused(provider: Provider) -> None:
    with pytest.raises(ConfigError, match=r"engines\.contact holds blanks"):
        provider("crossref", ApiAccess(contact="a@b.test\r\nX-Evil: 1"))


def test_credentials_are_not_shown() -> None:
    assert repr(ApiAccess(key="k3y", secret="s3cret")) == "ApiAccess(contact=None, version='0')"


@pytest.mark.parametrize("name", NAMES)
async def test_a_quota_that_is_used_up_says_when_to_come_back(name: str, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, told({"message": "Too Many Requests"}, 429, (("Retry-After", "17"),)))

    with pytest.raises(SourceRefused, match=f"{name}: quota used up") as caught:
        await provider(name).search(query(question(name)))

    assert caught.value.retry_after == 17.0
    assert retryable(caught.value)


@pytest.mark.parametrize("name", NAMES)
async def test_trouble_of_the_server_can_be_asked_again(name: str, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, Answer(status=503, body=b"<html>down</html>", media_type="text/html"))

    with pytest.raises(SourceUnreachable, match=f"{name}: status 503") as caught:
        await provider(name).search(query(question(name)))

    assert retryable(caught.value)


@pytest.mark.parametrize("name", NAMES)
async def test_a_query_that_is_refused_keeps_the_reason(name: str, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, told({"message": "検索条件が長すぎます"}, 414))

    with pytest.raises(SourceRefused, match=f"{name}: status 414: .*検索条件が長すぎます") as caught:
        await provider(name).search(query(question(name)))

    assert not retryable(caught.value)


@pytest.mark.parametrize("name", NAMES)
async def test_a_page_for_people_is_no_answer(name: str, web: ApiWeb, provider: Provider) -> None:
    page = "<!doctype html><title>メンテナンス中</title><p>ただいま<b>停止</b>しています"
    everywhere(web, Answer(body=page.encode(), media_type="text/html"))

    with pytest.raises(SourceGarbled, match=f"{name}: expected (JSON|XML <[a-z-]+>), got text/html: .*メンテナンス中"):
        await provider(name).search(query(question(name)))


@pytest.mark.parametrize("name", JSON)
@pytest.mark.parametrize("body", [b"", b"{", b'{"results": [', b"\xff\xfe", b"[" * 100_000])
async def test_torn_json_is_named(name: str, body: bytes, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, Answer(body=body))

    with pytest.raises(SourceGarbled, match=f"{name}: expected JSON"):
        await provider(name).search(query(question(name)))


@pytest.mark.parametrize("name", [name for name in JSON if name not in ("epo_ops", "unpaywall")])
@pytest.mark.parametrize("value", [None, [], "text", 7, {"unknown": 1}])
async def test_json_of_another_shape_is_named(name: str, value: object, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, told(value))

    with pytest.raises(SourceGarbled, match=rf"{name}: expected a (list|number) at [\w.\-]+"):
        await provider(name).search(query("tidal"))


@pytest.mark.parametrize("name", XML)
@pytest.mark.parametrize("body", ["", "<feed", "<feed><entry></feed>", "<other/>", "no xml"])
async def test_torn_or_other_xml_is_named(name: str, body: str, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, written(body))

    with pytest.raises(SourceGarbled, match=rf"{name}: expected XML <(feed|rss)>, got"):
        await provider(name).search(query("tidal"))


@pytest.mark.parametrize("name", [*XML, "epo_ops"])
async def test_entities_are_neither_followed_nor_expanded(name: str, web: ApiWeb, provider: Provider) -> None:
    root = {"ndl": "rss", "epo_ops": "world-patent-data"}.get(name, "feed")
    bomb = (
        f'<!DOCTYPE {root} [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
        f'<!ENTITY x SYSTEM "file:///etc/passwd">]><{root}><entry><title>&b;&x;</title></entry></{root}>'
    )
    answers = [told({"access_token": "t"})] if name == "epo_ops" else []
    web.hosts = dict.fromkeys(HOSTS, lambda asked: answers.pop() if answers else written(bomb))

    with pytest.raises(SourceGarbled, match=f"{name}: XML with a document type, which no answer needs"):
        await provider(name).search(query("tidal"))


@pytest.mark.parametrize("name", ["openalex", "arxiv"])
async def test_an_answer_of_more_than_five_megabytes_is_refused(name: str, web: ApiWeb, provider: Provider) -> None:
    everywhere(web, Answer(body=b" " * (MAX_ANSWER_BYTES + 1)))

    with pytest.raises(SourceTooLarge, match=f"{name}: an answer of more than 5000000 bytes"):
        await provider(name).search(query("tidal"))


async def test_results_without_titles_and_addresses_are_not_read_as_nothing(web: ApiWeb, provider: Provider) -> None:
    everywhere(web, told({"results": [{"name": "renamed field"}, {"name": "another"}]}))

    with pytest.raises(SourceGarbled, match="openalex: 2 results, none with a title and an address"):
        await provider("openalex").search(query("tidal"))


@pytest.mark.parametrize("text", ["", "   ", "site:go.jp after:2020"])
async def test_a_query_without_words_is_the_callers_mistake(text: str, web: ApiWeb, provider: Provider) -> None:
    with pytest.raises(WrongCall):
        await provider("openalex").search(query(text))

    assert web.log == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["tidal 🌊👩‍🔬 潮力 C++ 50%", 'tidal "un&quoted=x" #? /..', "tidal " + "湾" * 1500])
async def test_strange_queries_reach_the_interface_as_one_query(
    name: str, text: str, web: ApiWeb, provider: Provider
) -> None:
    await provider(name).search(query(text))

    assert [asked for asked in web.log if "x" in asked.params] == []
    assert [asked for asked in web.log if sum(map(len, asked.params.values())) > 2500] == []


@pytest.mark.parametrize("name", NAMES)
async def test_hostile_texts_come_out_as_plain_ones(name: str, web: ApiWeb, provider: Provider) -> None:
    found = await provider(name).search(query(question(name)))

    texts = [hit.title + hit.snippet for hit in found.hits] + [work.abstract for work in found.works]
    assert [text for text in texts if "<" in text] == []


def response(status: int, **headers: str) -> EngineResponse:
    listed = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return EngineResponse(
        url=Url("https://api.test/"), status=status, headers=listed, body=b"", media_type="text/plain"
    )


def test_how_long_to_wait_is_read_from_seconds_and_from_moments() -> None:
    date = "Mon, 16 Nov 2026 08:00:00 GMT"
    assert retry_after(response(429, retry_after="120")) == 120.0
    assert retry_after(response(429, retry_after="Mon, 16 Nov 2026 08:05:00 GMT", date=date)) == 300.0
    assert retry_after(response(429, retry_after="Mon, 16 Nov 2026 07:00:00 GMT", date=date)) == 0.0
    assert retry_after(response(429, retry_after="999999999")) == 86_400.0
    assert retry_after(response(429, retry_after="Mon, 16 Nov 2026 08:05:00 GMT")) is None
    assert retry_after(response(429, retry_after="soon", date=date)) is None
    assert retry_after(response(429)) is None


@pytest.mark.parametrize(
    ("status", "again"), [(200, False), (400, False), (401, False), (404, False), (429, True), (500, True), (503, True)]
)
def test_which_statuses_are_worth_another_try(status: int, again: bool) -> None:
    assert retryable(response(status)) is again


def test_which_errors_are_worth_another_try() -> None:
    assert retryable(SourceUnreachable("x", "no connection"))
    assert retryable(SourceRefused("x", "so many a day, and no more", how=RefusalKind.QUOTA))
    assert retryable(SourceRefused("x", "later", 5.0))
    assert not retryable(SourceRefused("x", "status 400: no"))
    assert not retryable(SourceGarbled("x", "expected JSON"))
    assert not retryable(SourceTooLarge("x", "too much"))


@pytest.mark.parametrize("name", NAMES)
async def test_every_request_says_who_asks(name: str, web: ApiWeb, provider: Provider) -> None:
    await provider(name).search(query(question(name)))

    assert {asked.headers["user-agent"] for asked in web.log} == {user_agent(FULL)}
