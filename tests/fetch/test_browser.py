"""A real Chromium on a site that stands on loopback. One browser serves the whole file."""

import asyncio
import hashlib
import json
import math
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio

from tadori.errors import (
    AddressForbidden,
    RouteUnavailable,
    SourceGarbled,
    SourceTooLarge,
    SourceUnreachable,
)
from tadori.fetch.address_guard import AddressGuard
from tadori.fetch.browser import BrowserRoute, accept_language
from tadori.fetch.chrome import connect_or_start
from tadori.fetch.chrome_facts import ChromeSettings, find_chrome, probe
from tadori.fetch.page_traffic import browser_failure, is_a_file
from tadori.fetch.tab import DocumentState, PagePatience, needed_quiet
from tadori.model.ids import Url
from tadori.model.web import Cookie, Route, TypedInput, WebRequest, WebResponse
from tests.fetch.browsing import MOMENT, QUICK, Asked, Site, a_route, a_site, answer, prose

CHROME = find_chrome()
pytestmark = pytest.mark.req("L19")
one_loop = pytest.mark.asyncio(loop_scope="module")
needs_chrome = pytest.mark.skipif(CHROME is None, reason="no Chrome or Chromium on this machine")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def site() -> AsyncIterator[Site]:
    async with a_site() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BrowserRoute]:
    route = a_route(ChromeSettings(folder=tmp_path_factory.mktemp("chrome"), cdp_url=None))
    yield route
    await route.close()


async def get(route: BrowserRoute, url: str, **more: object) -> WebResponse:
    return await route.get(replace(WebRequest(url=Url(url)), **more))  # type: ignore[arg-type]


def jpeg_size(picture: bytes) -> tuple[int, int]:
    """Width and height from the frame header."""
    place = 2
    while picture[place + 1] not in {0xC0, 0xC2}:
        place += 2 + struct.unpack(">H", picture[place + 2 : place + 4])[0]
    height, width = struct.unpack(">HH", picture[place + 5 : place + 9])
    return width, height


# Pages


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_page_that_only_scripts_write_comes_back_written(browser: BrowserRoute, site: Site) -> None:
    shell = "<title>鐘川</title><div id=app></div><script src=/app.js></script>"
    script = f"const text = `<h1>鐘川橋</h1>{prose()}`; setTimeout(() => {{ app.innerHTML = text }}, 500)"
    site.pages |= {"/spa": answer(shell, "X-Served-By: shelf"), "/app.js": answer(script, kind="text/javascript")}
    page = await get(browser, site.url("/spa"))
    assert "<h1>鐘川橋</h1><p>鐘川橋の長さは15メートルである。" in page.body.decode()
    assert page.received == shell.encode()
    assert (page.route, page.status, page.media_type, page.charset) == (Route.HEADLESS, 200, "text/html", "utf-8")
    assert page.header("x-served-by") == "shelf"
    assert page.address == "127.0.0.1"
    assert page.fetched_at == MOMENT
    assert page.exchange.request.startswith(b"GET /spa HTTP/1.1\r\naccept: text/html")
    assert f"host: site.test:{site.port}\r\n".encode() in page.exchange.request
    assert page.exchange.response.endswith(f"content-length: {len(shell.encode())}\r\n\r\n".encode())
    script_file = next(one for one in page.resources if one.url == site.url("/app.js"))
    assert script_file.sha256 == hashlib.sha256(script.encode()).hexdigest()
    assert (script_file.status, script_file.media_type, script_file.length) == (
        200,
        "text/javascript",
        len(script.encode()),
    )


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_what_appears_on_scrolling_is_there_and_in_the_picture(browser: BrowserRoute, site: Site) -> None:
    site.pages["/lazy"] = answer(
        f"<body style='margin:0'>{prose(2)}<div style='height:1900px'></div><p id=end>待</p><script>"
        "new IntersectionObserver((seen) => { if (seen[0].isIntersecting) end.textContent = '現れた' }).observe(end)"
        "</script>"
    )
    page = await get(browser, site.url("/lazy"))
    assert '<p id="end">現れた</p>' in page.body.decode()
    assert (page.screenshot or b"")[:3] == b"\xff\xd8\xff"
    assert 1950 < jpeg_size(page.screenshot or b"")[1] < 2150


@pytest.mark.req("L19")
@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_the_pointer_goes_where_it_clicks_as_a_hand_does(browser: BrowserRoute, site: Site) -> None:
    site.pages["/find"] = answer(
        f"<title>探す</title><body style='margin:0'><form style='padding:160px 240px' id=form>"
        "<input name=q style='width:300px;height:30px'> <button style='width:80px;height:36px'>検索</button></form>"
        f"<div id=out></div>{prose(4)}<script>const went = [];"
        "addEventListener('mousemove', e => went.push([e.clientX, e.clientY, e.isTrusted]));"
        "const pressed = e => { const b = e.target.getBoundingClientRect();"
        " went.push([e.target.tagName, (e.clientX - b.x) / b.width, (e.clientY - b.y) / b.height]); };"
        "addEventListener('click', pressed);"
        "form.onsubmit = e => { e.preventDefault(); out.textContent = JSON.stringify(went); };</script>"
    )
    typed = TypedInput(field="[name=q]", words="潮位", submit="button")
    page = await get(browser, site.url("/find"), typed=typed)
    found = re.search(r'<div id="out">(.*?)</div>', page.body.decode())
    went = json.loads(found[1]) if found else []
    clicks = [number for number, step in enumerate(went) if isinstance(step[0], str)]
    assert [went[number][0] for number in clicks] == ["INPUT", "BUTTON"]
    assert [(0.3 < across < 0.7, 0.3 < down < 0.7) for _, across, down in (went[n] for n in clicks)] == [
        (True, True)
    ] * 2
    first, second = went[: clicks[0]], went[clicks[0] + 1 : clicks[1]]
    assert [step[2] for step in first + second] == [True] * (len(first) + len(second))
    assert (len(first) >= 8, len(second) >= 8) == (True, True)
    # No jump: nobody's hand is somewhere else from one moment to the next.
    steps = [math.dist(a[:2], b[:2]) for way in (first, second) for a, b in pairwise(way)]
    assert max(steps) < 60


@pytest.mark.req("L19")
@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_the_pointer_moves_over_a_page_before_it_is_scrolled(browser: BrowserRoute, site: Site) -> None:
    site.pages["/long"] = answer(
        f"<body style='margin:0'><div id=log>0</div>{prose(4)}<div style='height:2000px'></div><script>let moves = 0;"
        "addEventListener('mousemove', () => moves++);"
        "addEventListener('wheel', () => { log.textContent = moves; }, {once: true});</script>"
    )
    page = await get(browser, site.url("/long"))
    found = re.search(r'<div id="log">(\d+)</div>', page.body.decode())
    assert int(found[1] if found else 0) >= 8


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_field_that_something_covers_is_said_to_be_unusable(browser: BrowserRoute, site: Site) -> None:
    site.pages["/covered"] = answer(
        f"<body style='margin:0'><input name=q><div style='position:fixed;inset:0;background:#fff'>{prose(4)}</div>"
    )
    with pytest.raises(SourceGarbled, match="its search field cannot be used"):
        await get(browser, site.url("/covered"), typed=TypedInput(field="[name=q]", words="x", submit=""))


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_the_picture_of_an_endless_page_is_bounded(browser: BrowserRoute, site: Site) -> None:
    site.pages["/endless"] = answer("<div style='height:90000px;background:#fed'>あ</div>", status="404 Not Found")
    page = await get(browser, site.url("/endless"))
    assert page.status == 404
    assert jpeg_size(page.screenshot or b"")[1] == 12_000


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_refusal_that_its_own_script_lifts_ends_on_the_real_page(browser: BrowserRoute, site: Site) -> None:
    async def wall(asked: Asked, writer: asyncio.StreamWriter) -> None:
        let_in = "pass=yes" in asked.headers.get("cookie", "")
        script = "<script>setTimeout(() => { document.cookie = 'pass=yes'; location.reload() }, 600)</script>"
        page = answer(prose()) if let_in else answer("<p>checking" + script, status="403 Forbidden")
        await page(asked, writer)

    site.pages["/wall"] = wall
    page = await get(browser, site.url("/wall"))
    assert page.status == 200
    assert page.received == prose().encode()
    assert [(cookie.name, cookie.value, cookie.domain) for cookie in page.cookies] == [("pass", "yes", "site.test")]
    assert len(site.asked("/wall")) == 2


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_file_is_taken_as_it_is_and_not_shown(browser: BrowserRoute, site: Site) -> None:
    site.pages |= {
        "/report.pdf": answer(b"%PDF-1.4 \x00\xff", kind="application/pdf"),
        "/data.json": answer('{"長さ": 15}', "Content-Disposition: attachment", kind="application/json; charset=utf-8"),
    }
    site.pages["/lie"] = answer(b"%PDF-1.4 \x00\xff" + bytes(200))
    pdf, data, lie = [await get(browser, site.url(path)) for path in ("/report.pdf", "/data.json", "/lie")]
    assert (pdf.body, pdf.media_type, pdf.received, pdf.screenshot) == (
        b"%PDF-1.4 \x00\xff",
        "application/pdf",
        None,
        None,
    )
    assert (lie.body, lie.media_type) == (b"%PDF-1.4 \x00\xff" + bytes(200), "application/pdf")
    assert (data.body.decode(), data.media_type, data.charset) == ('{"長さ": 15}', "application/json", "utf-8")


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_neither_old_encodings_nor_dialogs_popups_and_downloads_stop_a_page(
    browser: BrowserRoute, site: Site
) -> None:
    rude = (
        f"{prose()}<iframe src=/saved2></iframe><script>alert(1); window.open('/popup');"
        "document.body.append('答:' + confirm('?') + ':' + prompt('?'))</script>"
    )
    site.pages["/rude"] = answer(rude.encode("shift_jis"), kind="text/html; charset=Shift_JIS")
    site.pages["/saved2"] = answer(b"zip", "Content-Disposition: attachment", kind="application/zip")
    page = await get(browser, site.url("/rude"))
    assert "鐘川橋の長さは15メートルである。" in page.body.decode()
    assert page.body.decode().count("答:false:null") == 1
    assert page.charset == "utf-8"
    assert page.header("content-type") == "text/html; charset=Shift_JIS"


# What is asked


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_ads_fonts_films_and_huge_pictures_are_left_out_and_counted(browser: BrowserRoute, site: Site) -> None:
    ad, tracker, cdn = (site.url("/x.js", host) for host in ("ads.test", "tracker.test", "cdn.test"))
    site.pages |= {
        "/news": answer(
            f"<style>@font-face {{ font-family: F; src: url(/f.woff2) }} p {{ font-family: F }}</style>{prose()}"
            f"<script src={ad}></script><script src={tracker}></script><script src={cdn}></script>"
            "<script src=/own.js></script><video src=/v.mp4 autoplay></video><img src=/huge.png>"
        ),
        "/x.js": answer("document.body.append('他所')", kind="text/javascript"),
        "/own.js": answer("document.body.append('自前')", kind="text/javascript"),
        "/huge.png": answer(b"\x89PNG" + bytes(1_600_000), kind="image/png"),
    }
    page = await get(browser, site.url("/news"))
    assert page.blocked == (("ad", 1), ("font", 1), ("image", 1), ("media", 1), ("tracker", 1))
    assert [line.host for line in site.asked("/x.js")] == ["cdn.test"]
    assert site.asked("/f.woff2") == []
    assert site.asked("/v.mp4") == []
    assert page.body.decode().count("自前") == 1
    assert page.body.decode().count("他所") == 1
    assert browser.blocked_hosts["ads.test"] == 1


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_referer_is_told_as_a_click_tells_it_and_is_not_asked_for(browser: BrowserRoute, site: Site) -> None:
    site.pages["/clicked"] = answer(b"%PDF", kind="application/pdf")
    await get(browser, site.url("/clicked", "127.0.0.1"), referer=Url("http://search.test/q?s=鐘川"))
    await get(browser, site.url("/clicked"), referer=Url(site.url("/list?page=2")))
    await get(browser, site.url("/clicked", "127.0.0.1"))
    cross, same, none = (line.headers for line in site.asked("/clicked"))
    assert (cross["referer"], cross["sec-fetch-site"]) == ("http://search.test/", "cross-site")
    assert same["referer"] == site.url("/list?page=2")
    assert none.get("referer") is None
    assert none["sec-fetch-site"] == "none"
    assert site.asked("/list?page=2") == []
    assert cross.get("cache-control") is None


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_cookies_are_for_their_domain_and_language_is_as_asked(browser: BrowserRoute, site: Site) -> None:
    other = f"<iframe src={site.url('/third', 'third.test')}></iframe>"
    site.pages |= {
        "/in": answer(prose() + other, "Set-Cookie: fresh=1; Path=/; HttpOnly; Max-Age=600"),
        "/third": answer("3", "Set-Cookie: theirs=1"),
    }
    given = (
        Cookie(name="mine", value="m", domain="site.test"),
        Cookie(name="wide", value="w", domain="site.test", host_only=False),
        Cookie(name="theirs", value="x", domain="third.test"),
        Cookie(name="bad;name", value="\r\nX: 1", domain="site.test"),
    )
    page = await get(browser, site.url("/in"), cookies=given, accept_language="en-GB,en;q=0.7")
    asked, third = site.asked("/in")[0].headers, site.asked("/third")[0].headers
    assert sorted(asked["cookie"].split("; ")) == ["mine=m", "wide=w"]
    assert third.get("cookie") is None
    assert asked["accept-language"] == "en-GB,en;q=0.7"
    assert [(c.name, c.domain, c.http_only, c.host_only) for c in page.cookies] == [
        ("fresh", "site.test", True, True),
        ("mine", "site.test", False, True),
        ("wide", "site.test", False, False),
    ]
    assert page.header("set-cookie") == "fresh=1; Path=/; HttpOnly; Max-Age=600"


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_what_one_page_leaves_behind_the_next_does_not_see(browser: BrowserRoute, site: Site) -> None:
    site.pages["/leave"] = answer(prose() + "<script>document.body.append(localStorage.x); localStorage.x = 1</script>")
    first, second = [await get(browser, site.url("/leave")) for _ in range(2)]
    assert first.body.decode().endswith("</script>undefined</body></html>")
    assert second.body.decode().endswith("</script>undefined</body></html>")


# Not forged


PROPERTIES = """<script>
const tell = (name, thing) => Object.entries(Object.getOwnPropertyDescriptors(thing)).map(
  ([key, d]) => [name + '.' + key, d.get ? String(d.get) : typeof d.value, d.enumerable, d.configurable]);
const values = {};
for (const key in Navigator.prototype) { const value = navigator[key];
  if (typeof value !== 'object' && typeof value !== 'function') values[key] = String(value); }
const seen = {values, languages: [...navigator.languages], plugins: [...navigator.plugins].map((p) => p.name),
  shapes: [...tell('navigator', Navigator.prototype), ...tell('own', navigator), ...tell('screen', Screen.prototype)],
  globals: Object.getOwnPropertyNames(window).filter((n) => !/^\\d+$/.test(n)).sort(),
  media: ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors: active)', '(hover)'].map(
    (q) => matchMedia(q).matches),
  screen: [screen.width, screen.height, devicePixelRatio, screen.colorDepth],
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone, width: innerWidth};
document.write('<pre id=seen>' + JSON.stringify(seen).replace(/</g, '') + '</pre>');
</script>"""


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_page_cannot_tell_our_browser_from_one_that_nobody_drives(
    browser: BrowserRoute, site: Site, tmp_path: Path
) -> None:
    site.pages["/who"] = answer(PROPERTIES)
    ours = seen_in((await get(browser, site.url("/who"))).body.decode())
    command = [
        *(str(CHROME), "--headless=new", "--no-sandbox", "--no-first-run", f"--user-data-dir={tmp_path}"),
        *("--accept-lang=ja,en-US,en", "--window-size=1280,900", "--host-resolver-rules=MAP *.test 127.0.0.1"),
        *("--dump-dom", site.url("/who")),
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        async with asyncio.timeout(120):
            plain = seen_in((await process.communicate())[0].decode())
    except TimeoutError:
        process.kill()
        raise
    assert ours["values"]["webdriver"] == "false"
    assert ours == plain


def seen_in(dom: str) -> dict[str, dict[str, str]]:
    text = dom.partition('<pre id="seen">')[2].partition("</pre>")[0]
    found: dict[str, dict[str, str]] = json.loads(text.replace("&gt;", ">").replace("&amp;", "&"))
    return found


# Guards


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_forbidden_address_is_refused_however_it_is_reached(browser: BrowserRoute, site: Site) -> None:
    inside = site.url("/secret", "intra.test")
    site.pages |= {
        "/secret": answer("secret"),
        "/away": answer("", f"Location: {inside}", status="302 Found"),
        "/jump": answer(f"<script>location.href = '{inside}'</script>"),
    }
    for url in (inside, "https://intra.test/", site.url("/away"), site.url("/jump")):
        with pytest.raises(AddressForbidden, match=r"10\.0\.0\.7 is private"):
            await get(browser, url)
    assert site.asked("/secret") == []
    assert browser.refused["intra.test"] >= 4


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_a_page_does_not_get_past_the_proxy_by_script_or_webrtc(browser: BrowserRoute, site: Site) -> None:
    urls = (site.url("/s", "intra2.test"), site.url("/s", "127.0.0.9"), site.url("/s", "localhost"))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.setblocking(False)
        stun = f"stun:127.0.0.1:{listener.getsockname()[1]}"
        script = (
            f"for (const url of {json.dumps(urls)}) fetch(url).then(() => got('漏'), () => got('否'));"
            "let left = 4; const got = (text) => { document.body.append(text + ';'); left -= 1 };"
            # The page moves until everything has been answered, so that it is not taken for finished before.
            "const move = () => { if (left > 0) { document.body.dataset.moved += '.'; setTimeout(move, 50) } }; move();"
            f"const call = new RTCPeerConnection({{iceServers: [{{urls: '{stun}'}}]}});"
            "call.createDataChannel('x');"
            "call.onicecandidate = (e) => got(e.candidate ? '道:' + e.candidate.candidate : '尽');"
            "call.createOffer().then((offer) => call.setLocalDescription(offer));"
        )
        site.pages |= {"/curious": answer(f"{prose()}<script>{script}</script>"), "/s": answer("s")}
        page = await get(browser, site.url("/curious"))
        with pytest.raises(BlockingIOError):
            listener.recv(1000)
    written = page.body.decode().partition("</script>")[2]
    assert sorted(written.removesuffix("</body></html>").split(";")[:-1]) == ["否", "否", "否", "尽"]
    assert site.asked("/s") == []
    assert browser.proxy.refused["intra2.test"] == 1


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_broken_and_hostile_answers_are_named(
    browser: BrowserRoute, site: Site, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def endless(asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while True:
            writer.write(b"<!--" + b"x" * 1_000_000 + b"-->")
            await writer.drain()

    async def drip(asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for _ in range(400):
            writer.write(b"<p>x")
            await writer.drain()
            await asyncio.sleep(0.05)

    site.pages |= {
        "/drip": drip,
        "/cut": answer(prose(), length=100_000),
        "/loop": answer("", "Location: /loop", status="302 Found"),
        "/spin": answer("<script>location.replace('/spin?' + Math.random())</script>"),
        "/file": answer("", "Location: file:///etc/passwd", status="302 Found"),
        "/empty": answer("", status="204 No Content"),
        "/gzip": answer(b"not gzip at all", "Content-Encoding: gzip"),
        "/endless-body": endless,
        "/large.pdf": answer(b"%PDF", kind="application/pdf", length=30_000_000),
    }
    nobody = f"http://site.test:{closed_port}/"
    for path, error, reason in (
        ("https://nowhere.invalid/", SourceUnreachable, "no such name"),
        (nobody, SourceUnreachable, "no connection to 127.0.0.1"),
        ("/cut", SourceUnreachable, "ERR_CONTENT_LENGTH_MISMATCH"),
        ("/loop", SourceUnreachable, "more than 10 redirects"),
        ("/spin", SourceUnreachable, "more than 10 redirects"),
        ("/file", AddressForbidden, "ERR_UNSAFE_REDIRECT"),
        ("/empty", SourceGarbled, "an empty answer or a download"),
        ("/gzip", SourceGarbled, "ERR_CONTENT_DECODING_FAILED"),
        ("/endless-body", SourceTooLarge, "more than 20000000 bytes"),
        ("/large.pdf", SourceTooLarge, "more than 20000000 bytes"),
    ):
        with pytest.raises(error, match=reason):
            await get(browser, path if "://" in path else site.url(path))
    assert len(site.asked("/loop")) <= 21
    monkeypatch.setattr(browser, "_patience", replace(QUICK, document=2))
    with pytest.raises(SourceUnreachable, match="still coming after 2 s"):
        await get(browser, site.url("/drip"))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://site.test/", "chrome://version", "javascript:1", "", "x"])
async def test_other_schemes_are_not_asked(tmp_path: Path, url: str) -> None:
    with pytest.raises(AddressForbidden, match="only http and https"):
        await get(a_route(ChromeSettings(folder=tmp_path)), url)


# The browser itself


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@pytest.mark.drives("window")
@one_loop
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
async def test_a_visible_browser_that_hangs_or_dies_costs_one_page_each(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a private display: there is none here."""

    async def dies(asked: Asked, writer: asyncio.StreamWriter) -> None:
        killed.extend(chrome_processes(tmp_path))
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(5)

    killed: list[int] = []
    site.pages |= {
        "/hang": answer(prose() + "<script>setTimeout(() => { while (true) {} }, 300)</script>"),
        "/dies": dies,
        "/ok": answer(prose()),
    }
    route = a_route(ChromeSettings(folder=tmp_path, cdp_url=None), route=Route.HEADFUL, page_seconds=4)
    try:
        with pytest.raises(SourceUnreachable, match="too slow: over 4 s"):
            await get(route, site.url("/hang"))
        monkeypatch.setattr(route, "_page_seconds", 60)
        with pytest.raises(SourceUnreachable, match="browser ended"):
            await get(route, site.url("/dies"))
        page = await get(route, site.url("/ok"))
    finally:
        await route.close()
    assert len(killed) == 1
    assert (page.status, page.route) == (200, Route.HEADFUL)
    assert "Headless" not in (page.user_agent or "Headless")
    assert chrome_processes(tmp_path) == []


def chrome_processes(folder: Path) -> list[int]:
    """Every process whose command line names a profile below `folder` and that is a browser, not a part of one.

    A part bears its parent's command line until it has its own: so a child of one that was found does not count.
    """
    found: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().split(b"\0")
            parent = int((entry.parent / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
        except OSError:
            continue
        ours = any(word.startswith(f"--user-data-dir={folder}".encode()) for word in words)
        if ours and not any(word.startswith(b"--type=") for word in words) and b"chrom" in words[0]:
            found[int(entry.parent.name)] = parent
    return [pid for pid, parent in found.items() if parent not in found]


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_pages_are_loaded_one_at_a_time(browser: BrowserRoute, site: Site) -> None:
    now: list[int] = []

    async def slow(asked: Asked, writer: asyncio.StreamWriter) -> None:
        now.append(1)
        at_once.append(len(now))
        await asyncio.sleep(0.1)
        now.pop()
        await answer(b"%PDF", kind="application/pdf")(asked, writer)

    at_once: list[int] = []
    site.pages["/slow"] = slow
    await asyncio.gather(*(get(browser, site.url("/slow")) for _ in range(2)))
    assert at_once == [1, 1]


@pytest.mark.slow
@needs_chrome
@pytest.mark.drives("chromium")
@one_loop
async def test_of_a_chrome_that_was_running_every_answer_is_looked_at(site: Site, tmp_path: Path) -> None:
    settings = ChromeSettings(folder=tmp_path, cdp_url=None, extra_args=("--host-resolver-rules=MAP *.test 127.0.0.1",))
    theirs = await connect_or_start(settings)
    url = "http://" + theirs.endpoint.url.split("/")[2]
    site.pages |= {
        "/plain": answer(prose()),
        "/pulls": answer(prose() + f"<img src={site.url('/pulled', 'evil.test')}>"),
        "/pulled": answer(b"png", kind="image/png"),
    }
    guard = AddressGuard(allow=("site.test",))
    route = a_route(replace(settings, cdp_url=url, may_start=False), address_rule=guard.check_address)
    try:
        assert (await get(route, site.url("/plain"))).address == "127.0.0.1"
        for bad in (site.url("/pulls"), site.url("/plain", "evil.test")):
            with pytest.raises(AddressForbidden, match="loopback"):
                await get(route, bad)
        assert route.refused.total() == 2
        await route.close()
        assert await probe(url) == theirs.endpoint
    finally:
        await route.close()
        await theirs.close()


async def test_a_visible_browser_without_any_display_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    route = a_route(ChromeSettings(folder=tmp_path, cdp_url=None, executable=Path("/bin/true")), route=Route.HEADFUL)
    with pytest.raises(RouteUnavailable, match="needs a display"):
        await get(route, "http://site.test/")
    await route.close()


def test_only_the_two_browser_routes_are_browser_routes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="http is not a browser route"):
        a_route(ChromeSettings(folder=tmp_path), route=Route.HTTP)


# Small decisions


def look(*, characters: int = 900, scripts: int = 2) -> DocumentState:
    return DocumentState(
        ready="complete", elements=9, characters=characters, scripts=scripts, size=999, height=800, view=700, width=900
    )


def test_how_still_a_page_must_stand() -> None:
    usual = PagePatience()
    assert needed_quiet(200, look(), usual) == 0.5
    assert needed_quiet(200, look(characters=199), usual) == 2.0
    assert needed_quiet(200, look(characters=0, scripts=0), usual) == 0.5
    assert needed_quiet(403, look(), usual) == 5.0
    assert needed_quiet(403, look(scripts=0), usual) == 0.5
    assert needed_quiet(404, look(), usual) == 0.5


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (200, {"content-type": "text/html; charset=utf-8"}, False),
        (200, {"content-type": "Application/XHTML+xml"}, False),
        (200, {}, False),
        (200, {"content-type": "application/pdf"}, True),
        (200, {"content-type": "text/html", "content-disposition": " Attachment; filename=a"}, True),
        (200, {"content-type": "text/html", "content-disposition": "inline"}, False),
        (302, {"content-type": "application/pdf"}, False),
        (404, {"content-type": "application/json"}, False),
    ],
)
def test_which_answers_are_files(status: int, headers: dict[str, str], expected: bool) -> None:
    assert is_a_file(status, headers) is expected


def test_errors_of_the_browser_have_names_of_ours() -> None:
    said = {
        message: browser_failure("u", message)
        for message in (
            "net::ERR_CERT_DATE_INVALID at https://x",
            "net::ERR_RESPONSE_HEADERS_TOO_BIG",
            "net::ERR_UNSAFE_PORT",
            "Page.goto: Timeout 30000ms exceeded.\nCall log: …",
            "something new",
        )
    }
    assert [(type(error).__name__, error.reason) for error in said.values()] == [
        ("CertificateInvalid", "ERR_CERT_DATE_INVALID"),
        ("SourceTooLarge", "the headers are too large"),
        ("AddressForbidden", "the browser does not go there: ERR_UNSAFE_PORT"),
        ("SourceUnreachable", "too slow"),
        ("SourceUnreachable", "something new"),
    ]


def test_languages_are_written_as_chrome_writes_them() -> None:
    assert accept_language("ja,en-US,en") == "ja,en-US;q=0.9,en;q=0.8"
    assert accept_language("ja") == "ja"
