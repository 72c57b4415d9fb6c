"""`tadori serp` as a filter: hits as JSON Lines; refusals, blanks and wrong calls each with their own exit code."""

import io
import json
import sys

import pytest

from tests.cli.conftest import Program
from tests.search.engines.pages import TEMPLATES, URLS, each, page


def give(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body), encoding="utf-8"))


@pytest.mark.req("D9")
def test_a_result_page_becomes_a_line_a_hit(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, page(each(TEMPLATES["mojeek"])).encode())
    code, out, err = tadori("serp", "mojeek")
    assert (code, err) == (0, "")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["url"] for line in lines] == URLS
    assert lines[1] == {
        "title": "港の橋について",
        "url": "https://minato.test/%E6%A9%8B",
        "snippet": "橋は1987年5月に開通し、全長は840メートルです。",
        "date": None,
        "engine": "mojeek",
        "rank": 2,
        "source_tag": "general",
    }


def test_no_results_give_no_line_and_a_note(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, page("<p>No results found</p>").encode())
    assert tadori("serp", "google") == (0, "", "tadori: google says that there are no results\n")


@pytest.mark.parametrize(
    ("body", "options", "words"),
    [
        (page('<div class="g-recaptcha"></div>'), (), "tadori: google: captcha or block page: a reCAPTCHA\n"),
        (page("<p>hello</p>"), (), "tadori: google: no results could be read"),
        (page("<p>hello</p>"), ("--status", "429"), "tadori: google: HTTP 429\n"),
        (
            page("<p>hello</p>"),
            ("--url", "https://www.google.com/sorry/index"),
            "tadori: google: captcha or block page: the address it ended at\n",
        ),
        ("x" * 6_000_000, (), "tadori: google: a result page of 6000000 bytes; 5000000 are allowed\n"),
    ],
)
def test_a_page_without_results_to_read_fails_by_name(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, body: str, options: tuple[str, ...], words: str
) -> None:
    give(monkeypatch, body.encode())
    code, out, err = tadori("serp", "google", *options)
    assert (code, out) == (1, "")
    assert err.startswith(words)


@pytest.mark.parametrize(
    ("arguments", "body", "words"),
    [
        (("altavista",), "<p>", "there is no engine 'altavista'; there are: bing, brave, brave_api, duckduckgo"),
        (("google",), "", "stdin is empty"),
        (("google",), " \n", "stdin is empty"),
        (("google", "--url", "javascript:x"), "<p>", "--url must be the http(s) address"),
        (("google", "--status", "20"), "<p>", "20 is not in the range"),
        ((), "<p>", "Missing argument 'ENGINE'"),
    ],
)
def test_a_wrong_call_says_what_is_right(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], body: str, words: str
) -> None:
    give(monkeypatch, body.encode())
    code, out, err = tadori("serp", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_relative_links_are_read_against_the_given_address(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    body = '<li class="mw-search-result"><div class="mw-search-result-heading"><a href="/wiki/X">X</a></div></li>'
    give(monkeypatch, page(body).encode())
    code, out, _ = tadori("serp", "wikipedia", "--url", "https://ja.wikipedia.org/w/index.php")
    assert code == 0
    assert json.loads(out)["url"] == "https://ja.wikipedia.org/wiki/X"
