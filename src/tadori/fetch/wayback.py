"""Copies of a page in a web archive that works like the Wayback Machine (§3.1.6), by addresses and headers, no API.

Comes in: an address, a time, and a function that sends requests. Goes out: the copy nearest to the time, or the last
few before it.
The archive's own redirects and links are followed only as far as they name a copy of the same page on the archive's
host; every address is built here and none is used as given. No pacing and no robots.txt: the caller does that.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import unescape
from typing import Final
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from tadori.errors import SourceError, SourceGarbled, SourceRefused, SourceUnreachable
from tadori.model.doors import Clock, RouteGetter
from tadori.model.ids import Url
from tadori.model.web import Hop, Route, WebRequest, WebResponse
from tadori.model.web_thresholds import WAYBACK_SHARE
from tadori.text.http_dates import http_date, retry_after

BASE: Final = Url("https://web.archive.org")
MAX_HOPS: Final = 5
"""Redirects within the archive: to the nearest copy, and along redirects that were themselves archived."""

SendRequest = Callable[[WebRequest], Awaitable[WebResponse]]

_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_REFUSALS: Final = frozenset({401, 403, 429})
_COPY: Final = re.compile(r"/web/(\d{4}(?:\d\d){0,5})(?:[a-z]{2}_)?/(\S+)", re.ASCII)
_LINK: Final = re.compile(r'<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)')
_REL: Final = re.compile(r';\s*rel\s*=\s*"?([^";]*)', re.IGNORECASE)
_PREVIOUS: Final = 'alt="Previous capture"'
_HREF: Final = re.compile(r'href="([^"]*)"')
# The toolbar stands in front of the page; its link and picture stand close together.
_TOOLBAR_BYTES: Final = 200_000
_LINK_CHARS: Final = 3000
_MAX_LINK_HEADER: Final = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class WaybackRoute:
    """The last route: the newest archived copy of a page, requested through another route."""

    inner: RouteGetter
    clock: Clock
    base: Url = BASE

    @property
    def route(self) -> Route:
        return Route.WAYBACK

    async def get(self, request: WebRequest) -> WebResponse:
        """The copy nearest to now. The domain's cookies, user agent and referer are not sent to the archive.

        Raises:
            SourceUnreachable: the archive has no copy.
            SourceGarbled: the archive leads elsewhere, in circles, or does not say when its copy was made.
        """
        walk = _CopyWalk(ask=self.inner.get, url=request.url, base=self.base, accept_language=request.accept_language)
        return await walk.copy(_stamp(self.clock()))


async def snapshots(
    url: Url, *, before: datetime, ask: SendRequest, count: int = 3, base: Url = BASE
) -> list[WebResponse]:
    """The last `count` copies made up to `before`, newest first; fewer when there are no more or the archive ends.

    Copies of error pages are passed over. `ask` makes one exchange and follows no redirect.

    Raises:
        SourceError: no copy could be loaded; it says why.
    """
    walk = _CopyWalk(ask=ask, url=url, base=base)
    found = list[WebResponse]()
    stamp: str | None = _stamp(before)
    for turn in range(count + MAX_HOPS):
        if stamp is None:
            break
        try:
            copy = await walk.copy(stamp, named=turn > 0)
            _check(copy)
            if _is_wanted(copy, before):
                found.append(copy)
            stamp = await walk.before(copy) if len(found) < count else None
        except SourceError:
            if not found:
                raise
            break  # The copies so far are still worth comparing.
    if not found:
        raise SourceUnreachable(source=url, reason="the archive has no copy of it from before that time")
    return found


def wayback_allowed(wayback_pages: int, total_pages: int) -> bool:
    """Whether one more page of a task may be a copy: at most 15 % are, but one is allowed however few pages there are.

    After it, copies are at most `max(1, 15 % of the pages)`: a share of fewer than seven pages would forbid the only
    way to a page that is gone.
    """
    # Rounding: .15 × 20 must count as 3.
    return wayback_pages == 0 or wayback_pages + 1 <= WAYBACK_SHARE * (total_pages + 1) + 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class _CopyWalk:
    """Walks from copy to copy of one page."""

    ask: SendRequest
    url: Url
    base: Url
    accept_language: str | None = None

    async def copy(self, stamp: str, *, named: bool = False) -> WebResponse:
        """The copy nearest to `stamp`, through the archive's own redirects; `named` when the archive gave that time."""
        at, original = stamp, urldefrag(self.url).url
        hops = list[Hop]()
        while True:
            answer = await self.ask(self._request(at, "id_", original))
            place = self._led_to(answer)
            if place is None:
                return self._dated(answer, at if named or hops else None, hops)
            if len(hops) == MAX_HOPS:
                raise SourceGarbled(source=self.url, reason=f"the archive redirects more than {MAX_HOPS} times")
            hops.append(_hop(answer))
            at, original = place

    async def before(self, copy: WebResponse) -> str | None:
        """The time of the copy before `copy`, from its headers or from the toolbar above it; None for the first."""
        at, own = self._place(copy.final_url) or ("", self.url)
        links = _links(", ".join(value for name, value in copy.headers if name == "link")[:_MAX_LINK_HEADER])
        if any("memento" in rel for _, rel in links):
            targets = [target for target, rel in links if {"prev", "memento"} <= rel]
        else:
            page = await self.ask(self._request(at, "", own))
            targets = _toolbar_links(page.body) if page.status == 200 else []
        places = [place for target in targets if (place := self._place(_joined(copy.final_url, target)))]
        pages = {_page_name(self.url), _page_name(own)}
        made = copy.snapshot_at
        earlier = [at for at, page in places if _page_name(page) in pages and made is not None and _moment(at) < made]
        return max(earlier, default=None)

    def _request(self, stamp: str, form: str, original: str) -> WebRequest:
        address = Url(f"{self.base.rstrip('/')}/web/{stamp}{form}/{original}")
        if self.accept_language is None:
            return WebRequest(url=address)
        return WebRequest(url=address, accept_language=self.accept_language)

    def _led_to(self, answer: WebResponse) -> tuple[str, str] | None:
        """The copy a redirect of the archive names; None for an answer that is no redirect."""
        target = answer.header("location")
        if answer.status not in _REDIRECTS or target is None:
            return None
        place = self._place(_joined(answer.final_url, target))
        if place is None:
            raise SourceGarbled(
                source=self.url, reason=f"the archive leads to {target[:120]!a}, which is no copy in it"
            )
        return place

    def _place(self, address: str) -> tuple[str, str] | None:
        """Time and original address of a copy on the archive's own host; None for every other address."""
        try:
            there, home = urlsplit(address), urlsplit(self.base)
        except ValueError:
            return None
        if there.scheme not in {"http", "https"} or there.netloc.lower() != home.netloc.lower():
            return None
        behind = address.partition("//")[2].partition("/")[2]
        inside = f"/{behind}".removeprefix(home.path.rstrip("/"))
        match = _COPY.fullmatch(inside)
        if match is None or not match[2].lower().startswith(("http:/", "https:/")) or _moment_or_none(match[1]) is None:
            return None
        return match[1], match[2]

    def _dated(self, answer: WebResponse, at: str | None, hops: list[Hop]) -> WebResponse:
        """The answer as a copy. `at` is its time in the archive's own words, None when it is only what we asked for."""
        made = _memento_time(answer.header("memento-datetime"))
        if made is None and answer.status == 404:
            raise SourceUnreachable(source=self.url, reason="the archive has no copy of it")
        if made is None and answer.status == 200:
            if at is None:
                raise SourceGarbled(source=self.url, reason="the archive does not say when its copy was made")
            made = _moment(at)
        return replace(answer, route=Route.WAYBACK, url=self.url, cookies=(), snapshot_at=made, hops=tuple(hops))


def _is_wanted(copy: WebResponse, before: datetime) -> bool:
    return copy.status == 200 and copy.snapshot_at is not None and copy.snapshot_at <= before


def _check(copy: WebResponse) -> None:
    """Raise an error for an answer that is not a copy."""
    if copy.snapshot_at is not None:
        return
    reason = f"the archive answered {copy.status}"
    if copy.status in _REFUSALS:
        wait = retry_after(copy.header("retry-after"), copy.fetched_at)
        raise SourceRefused(source=copy.url, reason=reason, retry_after=wait)
    raise SourceUnreachable(source=copy.url, reason=reason)


def _links(header: str) -> list[tuple[str, set[str]]]:
    """Targets and relations of a Link header."""
    found = [(match[1], _REL.search(match[2])) for match in _LINK.finditer(header)]
    return [(target, set(rel[1].lower().split())) for target, rel in found if rel]


def _toolbar_links(body: bytes) -> list[str]:
    """The target of the button `Previous capture`; empty when it is disabled."""
    html = body[:_TOOLBAR_BYTES].decode("utf-8", "replace")
    at = html.find(_PREVIOUS)
    before = html[max(0, at - _LINK_CHARS) : max(0, at)]
    tag = before[before.rfind("<a ") :] if "<a " in before else ""
    href = _HREF.search(tag)
    return [unescape(href[1])] if href and "</a>" not in tag else []


def _page_name(address: str) -> str:
    """An address without what archives vary: scheme, default port, `www.`, repeated slashes, escapes."""
    plain = re.sub(r"^https?:/+", "", unquote(address.partition("#")[0]), flags=re.IGNORECASE)
    host, _, path = plain.partition("/")
    host = re.sub(r"^www\d*\.|:(?:80|443)$", "", host.lower())
    return f"{host}/{re.sub('/+', '/', path).strip('/')}"


def _hop(answer: WebResponse) -> Hop:
    return Hop(
        url=answer.url,
        exchange=answer.exchange,
        body=answer.body,
        fetched_at=answer.fetched_at,
        address=answer.address,
    )


def _joined(base: str, target: str) -> str:
    try:
        return urljoin(base, target.strip())
    except ValueError:
        return ""


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%d%H%M%S}"


def _moment(stamp: str) -> datetime:
    """The time of a stamp of 4 to 14 digits; missing parts take their first value."""
    whole = stamp + "00000101000000"[len(stamp) :]
    return datetime.strptime(whole, "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _moment_or_none(stamp: str) -> datetime | None:
    try:
        return _moment(stamp)
    except ValueError:
        return None


def _memento_time(value: str | None) -> datetime | None:
    made = http_date(value)
    return None if made is None else made.astimezone(UTC)
