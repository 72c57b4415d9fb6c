"""Each weather as a plain client meets it."""

import re
import time
from email.utils import parsedate_to_datetime
from http.client import IncompleteRead

import pytest
from curl_cffi import requests

from tests.web.asking import ask, curl_options
from tests.web.challenges import CLEARANCE, KINDS, token
from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather
from tests.web.weathers import VISITOR


def pages(web: LittleWeb, weather: Weather) -> list[Page]:
    """The first page of each host with that weather."""
    first = {page.host: page for page in reversed(web.pages) if page.weather is weather}
    return list(reversed(first.values()))


def test_a_script_only_page_has_no_text_but_its_data_has(web: LittleWeb) -> None:
    fetching, inline = pages(web, Weather.SCRIPT_ONLY)[:2]
    for page in (fetching, inline):
        told = ask(web, page.url)
        assert told.status == 200
        assert page.key_sentence not in told.body.decode("utf-8", "replace")
        assert b'<div id="root"></div>' in told.body
    (path,) = re.findall(rb'fetch\("([^"]+)"\)', ask(web, fetching.url).body)
    data = ask(web, web.url(fetching.host, path.decode()))
    assert data.headers["content-type"] == "application/json"
    assert fetching.title in data.body.decode("unicode_escape")


def test_a_plain_client_is_forbidden_however_often_it_asks_and_let_in_with_the_cookie(web: LittleWeb) -> None:
    page = pages(web, Weather.FORBIDDEN_TO_PLAIN)[0]
    assert [ask(web, page.url).status for _ in range(4)] == [403] * 4
    (cookie,) = re.findall(rf"document.cookie = '({VISITOR}=\w+);", ask(web, page.url).text)
    told = ask(web, page.url, {"Cookie": f"a=b; {cookie}"})
    assert (told.status, page.key_sentence in told.text) == (200, True)
    assert ask(web, page.url, {"Cookie": f"{VISITOR}=forged"}).status == 403


def test_the_first_two_requests_of_a_client_are_too_many_and_the_third_is_not(web: LittleWeb) -> None:
    page = pages(web, Weather.RATE_LIMITED)[0]
    assert [ask(web, page.url, {"User-Agent": "one"}).status for _ in range(3)] == [429, 429, 200]
    assert ask(web, page.url, {"User-Agent": "another"}).status == 429
    cookie = f"{VISITOR}={token(web.seed, page.host, VISITOR)}"
    assert ask(web, page.url, {"User-Agent": "a third", "Cookie": cookie}).status == 200


def test_half_of_the_rate_limited_hosts_say_when_to_come_back_in_seconds_or_as_a_date(web: LittleWeb) -> None:
    told = [ask(web, page.url).headers.get("retry-after") for page in pages(web, Weather.RATE_LIMITED)]
    assert [told[0], told[1], told[3], told[4]] == ["2", None, None, "2"]
    assert parsedate_to_datetime(str(told[2])).timestamp() == pytest.approx(time.time() + 2, abs=60)


def test_the_five_challenge_hosts_show_all_four_kinds_and_open_with_clearance_only(web: LittleWeb) -> None:
    marks = {
        b"_cf_chl_opt": "cloudflare",
        b"cf-turnstile": "turnstile",
        b"h-captcha": "hcaptcha",
        b"g-recaptcha": "recaptcha",
    }
    shown = set[str]()
    for page in pages(web, Weather.CHALLENGE):
        told = ask(web, page.url)
        assert told.status == 403
        shown.update(kind for mark, kind in marks.items() if mark in told.body)
        cookie = {"Cookie": f"{CLEARANCE}={token(web.seed, page.host, CLEARANCE)}"}
        assert ask(web, page.url, cookie).status == 200
    assert shown == set(KINDS)


def test_no_challenge_loads_anything_from_another_host(web: LittleWeb) -> None:
    walls = [ask(web, url).text for url in web.walls.values()]
    assert [found for text in walls for found in re.findall(r'\s(?:src|href)="https?:[^"]*"', text)] == []


def test_a_slow_host_answers_whole_after_its_time(web: LittleWeb) -> None:
    page = pages(web, Weather.SLOW)[0]
    assert page.key_sentence in ask(web, page.url).body.decode(page.charset)
    (line,) = web.log
    assert line.ended_at is not None
    assert line.ended_at - line.started_at >= 2.0 * web.scale


def test_a_flaky_host_cuts_each_address_once(web: LittleWeb) -> None:
    first, second = [page for page in web.pages if page.weather is Weather.FLAKY and page.media_type == "text/html"][:2]
    for page in (first, second):
        with pytest.raises(IncompleteRead):
            ask(web, page.url)
        assert page.key_sentence in ask(web, page.url).body.decode(page.charset)
    assert [line.cut for line in web.log] == [True, False, True, False]


def test_a_flaky_host_cuts_over_http2_too(web: LittleWeb) -> None:
    page = next(page for page in web.pages if page.weather is Weather.FLAKY and page.media_type == "text/html")
    url = web.url(page.host, page.path, https=True)
    with requests.Session(timeout=60, curl_options=curl_options(web, page.host)) as session:
        with pytest.raises(requests.exceptions.RequestException):
            session.get(url)
        assert page.key_sentence in session.get(url).content.decode(page.charset)
    assert [(line.version, line.cut) for line in web.log] == [("2", True), ("2", False)]


def test_no_weather_hides_robots_and_sitemaps(web: LittleWeb) -> None:
    hosts = [host for host in web.hosts if host.robots != "missing" and web.flaw(host.name) is None]
    assert {host.weather for host in hosts} == set(Weather)
    assert {ask(web, web.url(host.name, "/robots.txt")).status for host in hosts} == {200}


def test_after_forgetting_a_client_is_refused_anew(web: LittleWeb) -> None:
    page = pages(web, Weather.RATE_LIMITED)[0]
    assert [ask(web, page.url).status for _ in range(3)] == [429, 429, 200]
    web.clear()
    assert ask(web, page.url).status == 429
    assert len(web.log) == 1
