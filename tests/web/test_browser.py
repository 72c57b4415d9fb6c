"""The little web as a real browser meets it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, sync_playwright
from playwright.sync_api import Page as Tab

from tests.web.documents import Page
from tests.web.little_web import LittleWeb
from tests.web.weather import Weather

FLAGS = "--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update".split()
SECONDS = 60_000
HOLDS = "words => document.body && document.body.innerText.includes(words)"

pytestmark = [pytest.mark.slow, pytest.mark.drives("chromium")]


@pytest.fixture(scope="module")
def browser(running: LittleWeb, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=Path("/usr/bin/chromium"),
            args=[*FLAGS, *running.chromium_flags],
        )
        context.set_default_timeout(SECONDS)
        yield context
        context.close()


@pytest.fixture
def tab(browser: BrowserContext) -> Iterator[Tab]:
    tab = browser.new_page()
    yield tab
    tab.close()


def first(web: LittleWeb, weather: Weather, number: int = 0) -> Page:
    """The first HTML page of the host with that weather and number."""
    host = [host for host in web.hosts if host.weather is weather][number]
    return next(page for page in web.pages if page.host == host.name and page.media_type == "text/html")


@pytest.mark.parametrize(
    ("weather", "status"),
    [(Weather.SCRIPT_ONLY, 200), (Weather.FORBIDDEN_TO_PLAIN, 403), (Weather.RATE_LIMITED, 429), (Weather.SLOW, 200)],
)
def test_a_browser_gets_past_what_stops_a_plain_client(web: LittleWeb, tab: Tab, weather: Weather, status: int) -> None:
    page = first(web, weather)
    answer = tab.goto(page.url)
    assert answer is not None
    assert answer.status == status
    tab.wait_for_function(HOLDS, arg=page.key_sentence)


def test_an_inline_application_fills_itself(web: LittleWeb, tab: Tab) -> None:
    page = first(web, Weather.SCRIPT_ONLY, 1)
    tab.goto(page.url)
    tab.wait_for_function(HOLDS, arg=page.key_sentence)
    assert [line.path for line in web.seen(page.host)] == [page.path]


@pytest.mark.parametrize("kind", ["cloudflare", "turnstile_ja", "hcaptcha", "recaptcha_ja", "cookie_wall"])
def test_a_wall_opens_to_a_real_click_and_not_to_a_scripts(web: LittleWeb, tab: Tab, kind: str) -> None:
    tab.goto(web.walls[kind])
    tab.evaluate("document.querySelector('button').click()")
    assert len(web.log) == 1
    tab.click("button")
    tab.wait_for_function(HOLDS, arg=web.behind_walls[kind])


def test_https_works_with_http2(web: LittleWeb, tab: Tab) -> None:
    page = first(web, Weather.PLAIN)
    tab.goto(web.url(page.host, page.path, https=True))
    assert page.key_sentence in tab.inner_text("body")
    assert web.seen(page.host)[0].version == "2"


@pytest.mark.parametrize("kind", ["cert_expired", "cert_other_name", "cert_self_signed"])
def test_trust_in_the_authority_does_not_make_a_wrong_certificate_right(web: LittleWeb, tab: Tab, kind: str) -> None:
    # One such address a tab: after two of them Playwright 1.65 never comes back from closing it.
    with pytest.raises(Error, match="ERR_CERT"):
        tab.goto(web.hostile[kind])
    assert web.log == []


def test_ads_are_loaded_by_a_browser_that_does_not_block_them_and_counted(web: LittleWeb, tab: Tab) -> None:
    host = next(host for host in web.hosts if host.ads and host.weather is Weather.PLAIN)
    page = next(page for page in web.pages if page.host == host.name and page.media_type == "text/html")
    asked = dict(zip(web.ad_hosts, (1, 1, 2), strict=True))

    def seen() -> dict[str, int]:
        return {name: len(web.seen(name)) for name in web.ad_hosts}

    tab.goto(page.url, wait_until="networkidle")
    for _ in range(600):
        if seen() == asked:
            break
        tab.wait_for_timeout(100)
    assert seen() == asked
