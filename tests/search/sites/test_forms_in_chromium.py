"""Forms as a real Chromium sends them: the address we build, and the selectors we name, are its own."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import sync_playwright

from tadori.model.entity import SearchForm
from tadori.search.sites.forms import search_forms
from tadori.search.sites.site_search import TypePlan, plan_request, result_url

FLAGS = "--no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update".split()
CHROMIUM = Path("/usr/bin/chromium")
WORDS = "潮流発電 2025年 & 鐘川~*-._😀"
FORM = """<form action="/result?dropped=1"><input type="hidden" name="種別" value="全て+α"><input name="q" title="検索">
<input type="checkbox" name="pdf" checked><input type="checkbox" name="no"><input type="radio" name="r" value="a">
<input type="radio" name="r" value="b" checked><select name="sort"><option>新着順</option></select>
<input name="from" value="2024"><button name="go" value="1">検索</button></form>"""
POST = """<form method="post" action="/result"><input type="search" name="w[]" placeholder="検索">
<input type="submit" value="検索"></form>"""
PAGES = {
    "/utf8": ("utf-8", FORM),
    "/sjis": ("shift_jis", FORM),
    "/euc": ("euc-jp", FORM),
    "/post": ("utf-8", POST),
    "/loose": ("utf-8", '<div role=search><input type=search oninput="document.title=this.value"></div>'),
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.drives("chromium"),
    pytest.mark.req("L8"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="no Chromium on this machine"),
]


class Site(BaseHTTPRequestHandler):
    asked: list[str] = []  # noqa: RUF012 (one server, one list)

    def do_GET(self) -> None:
        charset, body = PAGES.get(self.path, ("utf-8", "<p>結果</p>"))
        data = page_bytes(charset, body)
        type(self).asked.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self) -> None:
        type(self).asked.append(f"POST {self.rfile.read(int(self.headers['Content-Length'])).decode()}")
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on stderr."""


def page_bytes(charset: str, body: str) -> bytes:
    return f'<!DOCTYPE html><meta charset="{charset}"><title>t</title>{body}'.encode(charset)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.set_default_timeout(60_000)
        yield page
        browser.close()


def form_at(site: str, path: str) -> SearchForm:
    (form,) = search_forms(page_bytes(*PAGES[path]), f"{site}{path}")
    return form


@pytest.mark.parametrize("path", ["/utf8", "/sjis", "/euc"])
def test_the_address_of_a_get_form_is_the_one_that_chromium_asks(site: str, tab: Tab, path: str) -> None:
    form = form_at(site, path)
    tab.goto(f"{site}{path}")
    tab.fill(form.selector, WORDS)
    with tab.expect_navigation():
        tab.click(form.submit)

    ours, theirs = urlsplit(result_url(form, WORDS)), urlsplit(tab.url)
    assert ours.path == theirs.path == "/result"
    assert sorted(ours.query.split("&")) == sorted(theirs.query.split("&"))


def test_a_post_form_is_sent_by_following_the_plan(site: str, tab: Tab) -> None:
    todo = plan_request(form_at(site, "/post"), "潮流")

    assert isinstance(todo, TypePlan)
    tab.goto(todo.page)
    tab.fill(todo.field, todo.words)
    with tab.expect_response(lambda response: response.request.method == "POST"):
        tab.click(todo.submit)
    assert Site.asked[-1] == "POST w%5B%5D=%E6%BD%AE%E6%B5%81"


def test_a_field_without_a_form_is_found_by_its_selector(site: str, tab: Tab) -> None:
    todo = plan_request(form_at(site, "/loose"), "潮流")

    assert isinstance(todo, TypePlan)
    tab.goto(todo.page)
    tab.fill(todo.field, todo.words)
    assert tab.title() == "潮流"
