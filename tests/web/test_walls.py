"""Walls and the archive, as a plain client meets them."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from tadori.model.web import BlockKind
from tests.web.asking import ask
from tests.web.challenges import CLEARANCE, token
from tests.web.little_web import LittleWeb
from tests.web.walls import CONSENT
from tests.web.wayback import Snapshot, moment_of


def test_there_is_a_wall_of_every_kind_in_both_languages(web: LittleWeb) -> None:
    kinds = {kind.value for kind in BlockKind} - {"none"}
    assert set(web.walls) == kinds | {f"{kind}_ja" for kind in kinds}


@pytest.mark.parametrize("kind", ["cloudflare", "turnstile", "hcaptcha", "recaptcha", "captcha", "captcha_ja"])
def test_a_challenge_opens_with_clearance(web: LittleWeb, kind: str) -> None:
    url = web.walls[kind]
    assert web.behind_walls[kind] not in ask(web, url).text
    cookie = f"{CLEARANCE}={token(web.seed, urlsplit(url).hostname or '', CLEARANCE)}"
    assert web.behind_walls[kind] in ask(web, url, {"Cookie": cookie}).text


def test_a_cloudflare_page_has_its_headers(web: LittleWeb) -> None:
    told = ask(web, web.walls["cloudflare"])
    assert (told.status, told.headers["server"], told.headers["cf-mitigated"]) == (403, "cloudflare", "challenge")
    assert "cf-ray" in told.headers


@pytest.mark.parametrize("kind", ["login", "login_ja"])
def test_a_login_wall_redirects_to_a_form_that_gives_a_session(web: LittleWeb, kind: str) -> None:
    url = web.walls[kind]
    host, path = urlsplit(url).hostname or "", urlsplit(url).path
    sent = ask(web, url)
    assert (sent.status, sent.headers["location"]) == (302, f"/login?next={path}")
    form = ask(web, web.url(host, sent.headers["location"]))
    assert (form.status, 'type="password"' in form.text) == (200, True)
    let_in = ask(web, web.url(host, sent.headers["location"]), method="POST")
    assert (let_in.status, let_in.headers["location"]) == (303, path)
    cookie = let_in.headers["set-cookie"].partition(";")[0]
    assert web.behind_walls[kind] in ask(web, url, {"Cookie": cookie}).text


def test_a_cookie_wall_opens_with_consent(web: LittleWeb) -> None:
    url = web.walls["cookie_wall"]
    assert 'id="consent-wall"' in ask(web, url).text
    cookie = f"{CONSENT}={token(web.seed, urlsplit(url).hostname or '', CONSENT)}"
    assert web.behind_walls["cookie_wall"] in ask(web, url, {"Cookie": cookie}).text


def test_the_other_walls_look_like_what_they_are(web: LittleWeb) -> None:
    assert '"isAccessibleForFree":false' in ask(web, web.walls["paywall"]).text
    limited = ask(web, web.walls["rate_limit"])
    assert (limited.status, limited.headers["retry-after"]) == (429, "120")
    missing = ask(web, web.walls["soft_404_ja"])
    assert (missing.status, "ページが見つかりません" in missing.text) == (200, True)
    assert '<div id="root"></div>' in ask(web, web.walls["js_required"]).text


def copies_of_one_page(web: LittleWeb) -> list[Snapshot]:
    return web.snapshots[next(original for original in web.snapshots if not original.endswith("/withdrawn"))]


def test_many_pages_have_three_or_more_copies_that_differ(web: LittleWeb) -> None:
    assert len(web.snapshots) == 146
    copies = [web.snapshots[original] for original in web.snapshots]
    assert {len(some) for some in copies} == {3, 4, 5}
    for some in copies:
        assert [copy.timestamp for copy in some] == sorted({copy.timestamp for copy in some})
        assert len({copy.headings for copy in some}) == len(some)
        assert len({copy.key_sentence for copy in some}) == len(some)
        assert len({copy.date for copy in some}) == len(some)


def test_the_archive_leads_to_the_nearest_copy_and_keeps_the_flag(web: LittleWeb) -> None:
    first, second, *_, last = copies_of_one_page(web)
    asked = {
        f"{web.wayback_base}/web/2/{first.original}": last.url,
        f"{web.wayback_base}/web/{first.original}": last.url,
        f"{web.wayback_base}/web/1999/{first.original}": first.url,
        f"{web.wayback_base}/web/{second.timestamp[:8]}id_/{first.original}": second.raw_url,
    }
    told = {url: ask(web, url) for url in asked}
    assert {url: answer.status for url, answer in told.items()} == dict.fromkeys(asked, 302)
    assert {url: answer.headers["location"] for url, answer in told.items()} == asked


def test_a_copy_says_when_it_was_made_and_what_stands_beside_it(web: LittleWeb) -> None:
    first, second, third, *_ = copies_of_one_page(web)
    told = ask(web, second.raw_url)
    assert (told.status, told.body) == (200, second.body)
    assert told.headers["memento-datetime"] == second.taken_at.strftime("%a, %d %b %Y %H:%M:%S GMT")
    links = dict(re.findall(r'<([^>]+)>; rel="([^"]+)"', told.headers["link"]))
    assert links[first.url] == "first prev memento"
    assert links[second.url] == "memento"
    assert links[third.url].split()[-2:] == ["next", "memento"]
    assert links[second.original] == "original"


def test_the_toolbar_links_the_copies_around_and_the_page_is_inside(web: LittleWeb) -> None:
    first, second, third, *_ = copies_of_one_page(web)
    text = ask(web, second.url).text
    assert second.key_sentence in text
    ways = re.findall(r'<a href="([^"]+)"[^>]*><img[^>]*alt="(Previous|Next) capture"', text)
    base = web.wayback_base
    assert [(base + href, way) for href, way in ways] == [(first.url, "Previous"), (third.url, "Next")]
    assert f'href="/web/{second.timestamp}/{"/".join(second.original.split("/")[:3])}/"' in text


def test_scheme_port_and_a_lost_slash_do_not_matter_to_the_archive(web: LittleWeb) -> None:
    copy = copies_of_one_page(web)[0]
    host, path = urlsplit(copy.original).hostname, urlsplit(copy.original).path
    for address in (f"https://{host}{path}", f"http:/{host}{path}"):
        assert ask(web, f"{web.wayback_base}/web/{copy.timestamp}/{address}").status == 200


def test_what_the_archive_does_not_have_is_404(web: LittleWeb) -> None:
    base = web.wayback_base
    paths = ["/web/2020/http://nobody.test/", "/web/", "/", "/web/2020/ftp://x.test/"]
    assert [ask(web, base + path).status for path in paths] == [404] * 4


def test_a_withdrawn_page_lives_in_the_archive_only(web: LittleWeb) -> None:
    original = next(original for original in web.snapshots if original.endswith("/withdrawn"))
    assert ask(web, original).status == 404
    assert web.snapshots[original][-1].key_sentence in ask(web, web.snapshots[original][-1].raw_url).text


@pytest.mark.parametrize(
    ("stamp", "moment"),
    [
        ("20190304050607", datetime(2019, 3, 4, 5, 6, 7, tzinfo=UTC)),
        ("201902", datetime(2019, 2, 28, 23, 59, 59, tzinfo=UTC)),
        ("2019", datetime(2019, 12, 28, 23, 59, 59, tzinfo=UTC)),
        ("20199999999999", datetime(2019, 12, 28, 23, 59, 59, tzinfo=UTC)),
        ("*", datetime(2999, 12, 31, tzinfo=UTC)),
    ],
)
def test_a_short_stamp_is_as_late_as_it_can_be(stamp: str, moment: datetime) -> None:
    assert moment_of(stamp) == moment
