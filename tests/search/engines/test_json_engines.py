"""Engines that answer in JSON: their documented answers become hits, everything else has a name."""

import json
from typing import Any

import pytest

from tadori.errors import SourceGarbled, SourceRefused, SourceUnreachable
from tests.search.engines.pages import page, parse

RESULT = {"title": "The <b>harbour</b> bridge &amp; pier", "date": "Jan 5, 2024"}
ANSWERS: dict[str, Any] = {
    "brave_api": {
        "type": "search",
        "query": {"original": "bridge"},
        "web": {
            "type": "search",
            "results": [
                {
                    "title": RESULT["title"],
                    "url": "https://harbour.test/bridge",
                    "description": "It <strong>opened</strong>.",
                    "page_age": "2024-01-05T08:00:00",
                }
            ],
        },
    },
    "serper": {
        "searchParameters": {"q": "bridge"},
        "peopleAlsoAsk": [{"question": "Who?", "title": "t", "link": "https://asked.test/"}],
        "organic": [
            {
                "title": RESULT["title"],
                "link": "https://harbour.test/bridge",
                "snippet": "It opened.",
                "date": RESULT["date"],
                "position": 1,
            }
        ],
    },
    "jina": {
        "code": 200,
        "status": 20000,
        "data": [
            {
                "title": RESULT["title"],
                "url": "https://harbour.test/bridge",
                "description": "It opened.",
                "date": RESULT["date"],
            }
        ],
    },
    "searxng": {
        "query": "bridge",
        "results": [
            {
                "title": RESULT["title"],
                "url": "https://harbour.test/bridge",
                "content": "It opened.",
                "publishedDate": "2024-01-05T00:00:00",
                "engine": "x",
            }
        ],
    },
}
EMPTY: dict[str, Any] = {
    "brave_api": {"type": "search", "query": {"original": "xyzzy"}},
    "serper": {"searchParameters": {"q": "xyzzy"}, "organic": []},
    "jina": {"code": 200, "data": []},
    "searxng": {"query": "xyzzy", "results": []},
}
NAMES = sorted(ANSWERS)


@pytest.mark.req("D9")
@pytest.mark.parametrize("name", NAMES)
def test_a_documented_answer_becomes_hits(name: str) -> None:
    (hit,) = parse(name, json.dumps(ANSWERS[name]))
    assert (hit.title, hit.url, hit.snippet) == (
        "The harbour bridge & pier",
        "https://harbour.test/bridge",
        "It opened.",
    )
    assert (hit.date, hit.engine, hit.rank, hit.source_tag) == ("2024-01-05", name, 1, "general")


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_without_results_is_an_answer(name: str) -> None:
    assert parse(name, json.dumps(EMPTY[name])) == ()


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "7", '"text"', "{}", '{"results": 3}', "[" * 100_000])
@pytest.mark.parametrize("name", NAMES)
def test_another_form_is_garbled(name: str, body: str) -> None:
    with pytest.raises(SourceGarbled):
        parse(name, body)


@pytest.mark.parametrize(
    "record", [None, 3, "x", {}, {"title": 1, "url": 2}, {"title": "x", "url": "javascript:alert(1)"}]
)
def test_records_of_another_form_are_left_out_and_only_those_are_garbled(record: Any) -> None:
    good = ANSWERS["searxng"]["results"][0]
    assert [hit.rank for hit in parse("searxng", json.dumps({"results": [record, good]}))] == [1]
    with pytest.raises(SourceGarbled, match="none of 1 results"):
        parse("searxng", json.dumps({"results": [record]}))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "HTTP 401; see the setting engines.serper.key"),
        (403, "HTTP 403; see the setting engines.serper.key"),
        (402, "HTTP 402"),
        (429, "HTTP 429"),
    ],
)
def test_a_rejected_key_and_a_spent_quota_are_refusals(status: int, words: str) -> None:
    with pytest.raises(SourceRefused) as raised:
        parse("serper", '{"message": "Unauthorized."}', status=status, Retry_After="60")
    assert (raised.value.reason, raised.value.retry_after) == (words, 60.0)


def test_a_host_out_of_order_is_unreachable() -> None:
    with pytest.raises(SourceUnreachable, match="HTTP 502"):
        parse("searxng", "{}", status=502)


def test_a_bot_check_in_place_of_json_is_a_captcha() -> None:
    with pytest.raises(SourceRefused, match="captcha"):
        parse("searxng", page("<h1>searx.test | Verifying your request</h1>"))
    with pytest.raises(SourceGarbled, match="not valid JSON"):
        parse("searxng", page("<h1>Welcome</h1>"))


REST = {
    "pages": [
        {
            "id": 1,
            "key": "港の橋_(曖昧さ回避)",
            "title": "港の橋",
            "excerpt": 'この<span class="searchmatch">橋</span>は&quot;長い&quot;',
            "description": "橋",
        },
        {"id": 2, "key": "AC/DC", "title": "AC/DC", "excerpt": "", "description": "Australian band"},
        {"id": 3, "title": "no key"},
        "x",
    ]
}


def test_wikipedia_answers_by_its_interface_with_addresses_of_the_asked_language() -> None:
    hits = parse("wikipedia", json.dumps(REST), url="https://ja.wikipedia.org/w/rest.php/v1/search/page?q=x")
    assert [(hit.title, hit.snippet) for hit in hits] == [("港の橋", 'この橋は"長い"'), ("AC/DC", "Australian band")]
    assert hits[0].url == (
        "https://ja.wikipedia.org/wiki/%E6%B8%AF%E3%81%AE%E6%A9%8B_(%E6%9B%96%E6%98%A7%E3%81%95%E5%9B%9E%E9%81%BF)"
    )
    assert hits[1].url == "https://ja.wikipedia.org/wiki/AC/DC"


def test_wikipedia_answers_by_opensearch_too() -> None:
    answer = ["bri", ["Bridge", "Brick"], ["A structure", ""], ["https://en.wikipedia.org/wiki/Bridge", "javascript:x"]]
    assert [(hit.title, hit.url, hit.snippet) for hit in parse("wikipedia", json.dumps(answer))] == [
        ("Bridge", "https://en.wikipedia.org/wiki/Bridge", "A structure")
    ]


@pytest.mark.parametrize("answer", ['{"pages": []}', '["xyzzy", [], [], []]'])
def test_wikipedia_without_results_is_an_answer(answer: str) -> None:
    assert parse("wikipedia", answer) == ()


@pytest.mark.parametrize("answer", ["{}", "[1, 2]", "null", '{"pages": 1}', "["])
def test_wikipedia_in_another_form_is_garbled(answer: str) -> None:
    with pytest.raises(SourceGarbled):
        parse("wikipedia", answer)
