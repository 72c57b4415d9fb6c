"""Copies in a web archive, asked from a small archive that answers as the Wayback Machine does."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import SourceError, SourceGarbled, SourceRefused, SourceTooLarge, SourceUnreachable
from tadori.fetch.wayback import WaybackRoute, snapshots, wayback_allowed
from tadori.model.ids import Url
from tadori.model.web import Cookie, Exchange, Route, WebRequest, WebResponse

BASE = Url("https://archive.test")
PAGE = Url("https://www.kanegawa.test/橋/news?id=3&lang=ja")
NOW = datetime(2026, 11, 16, 3, 4, 5, tzinfo=UTC)
FIVE = ("20200101000000", "20210203040506", "20220101000000", "20230601120000", "20240505050505")
Headers = tuple[tuple[str, str], ...]


def moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


@dataclass
class LittleArchive:
    """An archive of one page. Implements `RouteGetter`; each exchange is one answer."""

    stamps: tuple[str, ...] = FIVE
    links: bool = True
    """Whether copies name their neighbours in headers; the toolbar always does."""
    dated: bool = True
    statuses: dict[str, int] = field(default_factory=dict)
    """Copies of something else than a page, by time."""
    fails: dict[str, Callable[[str], WebResponse]] = field(default_factory=dict)
    """What happens instead of an answer, by a part of the address."""
    asked: list[WebRequest] = field(default_factory=list)
    previous: str = "https://archive.test/web/{}/http://kanegawa.test:80//%E6%A9%8B/news?id=3&lang=ja"

    @property
    def route(self) -> Route:
        return Route.HTTP

    @property
    def paths(self) -> list[str]:
        return [request.url.removeprefix(BASE).partition("/http")[0] for request in self.asked]

    async def get(self, request: WebRequest) -> WebResponse:
        self.asked.append(request)
        for part, happens in self.fails.items():
            if part in request.url:
                return happens(request.url)
        match = re.fullmatch(re.escape(BASE) + r"/web/(\d{14})(id_)?/(https?://.+)", request.url)
        assert match is not None, request.url
        stamp, raw, original = match.groups()
        if not self.stamps:
            return answer(request.url, 404, b"<p>not archived</p>")
        if stamp not in self.stamps:
            nearest = min(self.stamps, key=lambda one: abs(moment(one) - moment(stamp)))
            return answer(request.url, 302, b"", (("location", f"/web/{nearest}{raw or ''}/{original}"),))
        return self.copy(request.url, stamp, raw=bool(raw))

    def copy(self, url: str, stamp: str, *, raw: bool) -> WebResponse:
        before = max((one for one in self.stamps if one < stamp), default=None)
        words = f"<h1>橋</h1><p>Version of {stamp[:4]}.</p>"
        bar = (
            f'<td class="b"><a href="{self.previous.format(before)}"><img src="x.png" alt="Previous capture"/></a></td>'
        )
        dead = '<td class="b"><img src="off.png" alt="Previous capture"/></td>'
        headers = [("content-type", "text/html")]
        headers += [("memento-datetime", format_datetime(moment(stamp), usegmt=True))] if self.dated else []
        headers += [("link", self.link(before))] if self.links else []
        body = words if raw else (bar.replace("&", "&amp;") if before else dead) + words
        return answer(url, self.statuses.get(stamp, 200), body.encode(), tuple(headers))

    def link(self, before: str | None) -> str:
        first = f'<https://archive.test/web/{self.stamps[0]}/{PAGE}>; rel="first memento"; datetime="x, y"'
        own = f'<{PAGE}>; rel="original", <https://archive.test/web/timemap/link/{PAGE}>; rel="timemap"; type="a/b"'
        prev = f', <{self.previous.format(before)}>; rel="prev memento"; datetime="z"' if before else ""
        return f"{own}, {first}{prev}"


def answer(url: str, status: int, body: bytes, headers: Headers = ()) -> WebResponse:
    return WebResponse(
        route=Route.HTTP,
        url=Url(url),
        final_url=Url(url),
        status=status,
        headers=headers,
        body=body,
        media_type="text/html",
        charset="utf-8",
        exchange=Exchange(request=b"GET / HTTP/1.1\r\n\r\n", response=f"HTTP/1.1 {status} X\r\n\r\n".encode()),
        fetched_at=NOW,
        wire_bytes=len(body),
        address="127.0.0.1",
        cookies=(Cookie(name="a", value="b", domain="archive.test"),),
    )


def refusing(error: SourceError) -> Callable[[str], WebResponse]:
    def fail(_: str) -> WebResponse:
        raise error

    return fail


def route_over(archive: LittleArchive) -> WaybackRoute:
    return WaybackRoute(inner=archive, clock=lambda: NOW, base=BASE)


@pytest.mark.req("L9")
@pytest.mark.req("L16")
async def test_the_route_brings_the_nearest_copy_and_says_when_it_was_made() -> None:
    archive = LittleArchive()
    got = await route_over(archive).get(WebRequest(url=Url(f"{PAGE}#part")))
    assert archive.paths == ["/web/20261116030405id_", "/web/20240505050505id_"]
    assert (got.route, got.url) == (Route.WAYBACK, f"{PAGE}#part")
    assert got.final_url == f"https://archive.test/web/20240505050505id_/{PAGE}"
    assert got.snapshot_at == datetime(2024, 5, 5, 5, 5, 5, tzinfo=UTC)
    assert got.body == "<h1>橋</h1><p>Version of 2024.</p>".encode()
    assert [(hop.url, hop.body, hop.address) for hop in got.hops] == [
        (f"https://archive.test/web/20261116030405id_/{PAGE}", b"", "127.0.0.1")
    ]


@pytest.mark.req("L9")
async def test_nothing_of_the_domain_goes_to_the_archive_and_nothing_of_the_archive_to_the_domain() -> None:
    archive = LittleArchive()
    request = WebRequest(
        url=PAGE,
        referer=Url("https://secret.test/"),
        accept_language="ja",
        user_agent="Chrome of a person",
        cookies=(Cookie(name="session", value="1", domain="www.kanegawa.test"),),
        etag='"7"',
        last_modified="yesterday",
    )
    got = await route_over(archive).get(request)
    assert set(archive.asked) == {
        WebRequest(url=Url(f"https://archive.test/web/{stamp}id_/{PAGE}"), accept_language="ja")
        for stamp in ("20261116030405", "20240505050505")
    }
    assert got.cookies == ()


async def test_a_copy_without_a_date_header_is_dated_by_the_address_the_archive_gave() -> None:
    got = await route_over(LittleArchive(dated=False)).get(WebRequest(url=PAGE))
    assert got.snapshot_at == datetime(2024, 5, 5, 5, 5, 5, tzinfo=UTC)


async def test_a_copy_that_the_archive_does_not_date_at_all_is_refused() -> None:
    archive = LittleArchive(fails={"20261116": lambda url: answer(url, 200, b"<p>some time</p>")})
    with pytest.raises(SourceGarbled, match="does not say when"):
        await route_over(archive).get(WebRequest(url=PAGE))


@pytest.mark.req("L9")
async def test_a_page_that_was_never_copied_is_unreachable() -> None:
    with pytest.raises(SourceUnreachable, match="has no copy of it") as caught:
        await route_over(LittleArchive(stamps=())).get(WebRequest(url=PAGE))
    assert caught.value.source == PAGE


@pytest.mark.parametrize("status", [429, 503])
async def test_an_archive_that_refuses_is_an_answer_for_whoever_keeps_the_pace(status: int) -> None:
    refusal = lambda url: answer(url, status, b"slow down", (("retry-after", "60"),))  # noqa: E731
    got = await route_over(LittleArchive(fails={"/web/": refusal})).get(WebRequest(url=PAGE))
    assert (got.status, got.header("retry-after"), got.snapshot_at) == (status, "60", None)


async def test_a_copy_of_an_error_page_is_handed_on_as_the_copy_it_is() -> None:
    got = await route_over(LittleArchive(statuses={FIVE[-1]: 404})).get(WebRequest(url=PAGE))
    assert (got.status, got.snapshot_at) == (404, moment(FIVE[-1]))


@pytest.mark.parametrize(
    "location",
    [
        "https://evil.test/web/20240505050505id_/https://www.kanegawa.test/",
        "https://archive.test.evil.test/web/20240505050505id_/https://www.kanegawa.test/",
        "https://archive.test@evil.test/web/20240505050505id_/https://www.kanegawa.test/",
        "//evil.test/web/20240505050505id_/https://www.kanegawa.test/",
        "javascript:alert(1)",
        "file:///web/20240505050505/https://x/",
        "/web/20240505050505id_/javascript:alert(1)",
        "/web/20241399000000id_/https://www.kanegawa.test/",
        "/save/https://www.kanegawa.test/",
        "/",
        "http://[::1",
    ],
)
async def test_a_redirect_that_is_no_copy_in_the_archive_is_not_followed(location: str) -> None:
    archive = LittleArchive(fails={"20261116": lambda url: answer(url, 302, b"", (("location", location),))})
    with pytest.raises(SourceGarbled, match="is no copy in it"):
        await route_over(archive).get(WebRequest(url=PAGE))
    assert len(archive.asked) == 1


async def test_redirects_end_after_five() -> None:
    circle = lambda url: answer(url, 302, b"", (("location", f"/web/20200101000000id_/{PAGE}"),))  # noqa: E731
    archive = LittleArchive(fails={"/web/": circle})
    with pytest.raises(SourceGarbled, match="more than 5 times"):
        await route_over(archive).get(WebRequest(url=PAGE))
    assert len(archive.asked) == 6


async def test_a_redirect_that_was_archived_is_followed_within_the_archive() -> None:
    moved = "https://new.test/place"
    archive = LittleArchive(
        fails={
            "20240505050505id_/https://www": lambda url: answer(
                url, 301, b"", (("location", f"/web/20240505050505id_/{moved}"),)
            )
        }
    )
    got = await route_over(archive).get(WebRequest(url=PAGE))
    assert got.final_url == "https://archive.test/web/20240505050505id_/https://new.test/place"
    assert len(got.hops) == 2


async def test_an_archive_below_a_path_works_too() -> None:
    async def ask(request: WebRequest) -> WebResponse:
        when = (("memento-datetime", "Wed, 01 Jan 2020 00:00:00 GMT"),)
        if "2026" in request.url:
            return answer(request.url, 302, b"", (("location", f"/all/web/20200101000000id_/{PAGE}"),))
        return answer(request.url, 200, b"old", when)

    (got,) = await snapshots(PAGE, before=NOW, ask=ask, base=Url("http://127.0.0.1:8080/all/"), count=1)
    assert got.final_url == f"http://127.0.0.1:8080/all/web/20200101000000id_/{PAGE}"


@pytest.mark.req("L9")
@pytest.mark.parametrize("links", [True, False], ids=["by headers", "by the toolbar"])
async def test_the_last_three_copies_are_found_newest_first(links: bool) -> None:
    archive = LittleArchive(links=links)
    found = await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert [copy.snapshot_at for copy in found] == [moment(stamp) for stamp in FIVE[:1:-1]]
    assert [copy.body for copy in found] == [f"<h1>橋</h1><p>Version of {y}.</p>".encode() for y in (2024, 2023, 2022)]
    assert [copy.route for copy in found] == [Route.WAYBACK] * 3


@pytest.mark.req("L9")
async def test_three_copies_cost_four_requests_and_the_toolbar_one_more_for_each_step() -> None:
    quick, slow = LittleArchive(), LittleArchive(links=False)
    for archive in (quick, slow):
        await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert quick.paths == ["/web/20261116030405id_", *(f"/web/{stamp}id_" for stamp in FIVE[:1:-1])]
    assert len(slow.paths) == 6
    assert slow.paths[2] == "/web/20240505050505"


@pytest.mark.req("L9")
async def test_copies_from_after_the_moment_are_passed_over() -> None:
    found = await snapshots(PAGE, before=datetime(2023, 5, 1, tzinfo=UTC), ask=LittleArchive().get, base=BASE, count=2)
    assert [copy.snapshot_at for copy in found] == [moment(FIVE[2]), moment(FIVE[1])]


@pytest.mark.parametrize("links", [True, False], ids=["by headers", "by the toolbar"])
async def test_a_page_with_fewer_copies_gives_what_there_is(links: bool) -> None:
    archive = LittleArchive(stamps=FIVE[:2], links=links)
    found = await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert [copy.snapshot_at for copy in found] == [moment(FIVE[1]), moment(FIVE[0])]


async def test_copies_of_error_pages_are_passed_over() -> None:
    archive = LittleArchive(statuses={FIVE[3]: 503, FIVE[4]: 404})
    found = await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert [copy.snapshot_at for copy in found] == [moment(stamp) for stamp in FIVE[2::-1]]


@pytest.mark.parametrize(
    "previous",
    [
        "https://evil.test/web/{}/https://www.kanegawa.test/橋/news?id=3&lang=ja",
        "https://archive.test/web/{}/https://evil.test/橋/news?id=3&lang=ja",
        "https://archive.test/web/{}/https://www.kanegawa.test/other",
        "https://archive.test/web/20991231000000/https://www.kanegawa.test/橋/news?id=3&lang=ja",
        "https://archive.test/web/20240505050505/https://www.kanegawa.test/橋/news?id=3&lang=ja",
        "javascript:alert(1)//{}",
        "http://[{}",
        "",
    ],
)
@pytest.mark.parametrize("links", [True, False], ids=["by headers", "by the toolbar"])
async def test_a_link_to_anything_but_an_earlier_copy_of_this_page_is_not_followed(previous: str, links: bool) -> None:
    archive = LittleArchive(previous=previous, links=links)
    found = await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert [copy.snapshot_at for copy in found] == [moment(FIVE[-1])]
    assert [request.url for request in archive.asked if not request.url.startswith(f"{BASE}/web/")] == []


@pytest.mark.req("L9")
async def test_what_was_had_before_the_archive_failed_is_not_lost() -> None:
    trouble = refusing(SourceTooLarge(source="x", reason="too large"))
    archive = LittleArchive(fails={FIVE[3]: trouble})
    found = await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert [copy.snapshot_at for copy in found] == [moment(FIVE[4])]


async def test_an_archive_that_fails_at_once_says_why() -> None:
    refusal = lambda url: answer(url, 429, b"", (("retry-after", "90"),))  # noqa: E731
    with pytest.raises(SourceRefused, match="answered 429") as caught:
        await snapshots(PAGE, before=NOW, ask=LittleArchive(fails={"/web/": refusal}).get, base=BASE)
    assert caught.value.retry_after == 90.0
    broken = LittleArchive(fails={"/web/": lambda url: answer(url, 503, b"")})
    with pytest.raises(SourceUnreachable, match="answered 503"):
        await snapshots(PAGE, before=NOW, ask=broken.get, base=BASE)


async def test_a_page_that_was_copied_only_later_has_no_history() -> None:
    with pytest.raises(SourceUnreachable, match="no copy of it from before"):
        await snapshots(PAGE, before=datetime(2019, 1, 1, tzinfo=UTC), ask=LittleArchive().get, base=BASE)


async def test_the_walk_is_bounded_whatever_the_archive_says() -> None:
    many = tuple(f"{year}0101000000" for year in range(1990, 2026))
    archive = LittleArchive(stamps=many, statuses=dict.fromkeys(many, 500))
    with pytest.raises(SourceUnreachable):
        await snapshots(PAGE, before=NOW, ask=archive.get, base=BASE)
    assert len(archive.asked) == 9


@pytest.mark.parametrize("header", ["<" * 60_000, "<a>;" * 20_000, '<a>; rel="' + "x " * 30_000, "<>; rel=prev,,,"])
async def test_a_hostile_link_header_costs_little_and_leads_nowhere(header: str) -> None:
    archive = LittleArchive(stamps=FIVE[:1], links=False)

    async def ask(request: WebRequest) -> WebResponse:
        got = await archive.get(request)
        return replace(got, headers=(*got.headers, ("link", header)))

    assert len(await snapshots(PAGE, before=NOW, ask=ask, base=BASE)) == 1


@pytest.mark.req("L9")
@pytest.mark.parametrize(
    ("wayback", "total", "allowed"),
    [
        (0, 0, True),
        (0, 3, True),
        (1, 1, False),
        (1, 12, False),
        (1, 13, True),
        (2, 18, False),
        (2, 19, True),
        (14, 99, True),
        (15, 99, False),
    ],
)
def test_one_copy_is_always_allowed_and_more_up_to_fifteen_in_a_hundred(
    wayback: int, total: int, allowed: bool
) -> None:
    assert wayback_allowed(wayback, total) is allowed


@settings(deadline=None)
@given(wants=st.lists(st.booleans(), max_size=300))
def test_a_task_that_keeps_the_rule_never_has_more_than_its_share(wants: list[bool]) -> None:
    wayback = 0
    for total, wants_copy in enumerate(wants):
        wayback += wants_copy and wayback_allowed(wayback, total)
        assert wayback <= max(1, int(0.15 * (total + 1) + 1e-9))
