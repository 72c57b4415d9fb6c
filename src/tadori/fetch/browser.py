"""The browser routes: a page as Chromium builds it, headless or visible (L19).

Comes in: a `WebRequest` with the cookies of its domain. Goes out: a `WebResponse` with the document as received, as it
stood when it was quiet, a picture, the resources and the domain's cookies. One page at a time; each in a context of its
own that is gone afterwards, so that no site sees what another left. `navigator.webdriver` is hidden and nothing else is
forged. A Chromium of ours reaches the web through the checking proxy only; with one that was running already the
address of every answer is checked. Retry, pace, robots.txt and cache are not here: `pipeline/web` does that for all
routes.
"""

import asyncio
import contextlib
from collections import Counter
from dataclasses import dataclass, replace
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from tadori.errors import AddressForbidden, SourceError, SourceUnreachable
from tadori.fetch.chrome import RunningChrome, connect_or_start
from tadori.fetch.chrome_facts import ChromeSettings
from tadori.fetch.content import type_and_charset
from tadori.fetch.profile import (
    BACKUP,
    FONTS,
    MEASURE,
    ProfileAudit,
    ProfileHealth,
    ProfileRepair,
    back_up_profile,
    fingerprint,
    restore_profile,
)
from tadori.fetch.proxy import TOKEN_HEADER, CheckedAddresses, CheckingProxy
from tadori.fetch.tab import AddressRule, LoadedDocument, PagePatience, Tab
from tadori.model.doors import Clock, Sleep
from tadori.model.ids import Url
from tadori.model.web import BROWSER_ROUTES, Cookie, Exchange, Route, WebRequest, WebResponse
from tadori.model.web_thresholds import MAX_COOKIES_A_DOMAIN, PAGE_SECONDS
from tadori.text.urls import registrable

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

CLOSE_SECONDS: Final = 3.0
CONNECT_SECONDS: Final = 15.0
MEASURE_SECONDS: Final = 10.0
AGAIN: Final = frozenset({ProfileRepair.RESTART, ProfileRepair.RESTORE})
PAGE_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
_UNCODED: Final = frozenset({"content-encoding", "transfer-encoding", "content-length"})


@dataclass(slots=True, kw_only=True)
class _Session:
    """A browser that is up: it serves page after page until it breaks or is closed."""

    playwright: "Playwright"
    chrome: RunningChrome
    browser: "Browser"
    needs_backup: bool = False
    """The profile is healthy and has no backup of this state yet."""


class BrowserRoute:
    """`RouteGetter` for `headless` and `headful`. Close it when the work is done: its browser ends with it."""

    def __init__(
        self,
        route: Route,
        settings: ChromeSettings,
        *,
        checked: CheckedAddresses,
        address_rule: AddressRule,
        clock: Clock,
        random: Random,
        sleep: Sleep = asyncio.sleep,
        page_seconds: float = PAGE_SECONDS,
        patience: PagePatience | None = None,
    ) -> None:
        if route not in BROWSER_ROUTES:
            raise ValueError(f"{route} is not a browser route")
        self._route = route
        self._settings = replace(settings, headless=route is Route.HEADLESS)
        self._address_rule = address_rule
        self._clock = clock
        self._random = random
        self._sleep = sleep
        self._page_seconds = page_seconds
        self._patience = patience or PagePatience()
        self._one = asyncio.Semaphore(1)
        self._session: _Session | None = None
        self._tab: Tab | None = None
        self.proxy = CheckingProxy(checked, random)
        self._refused: Counter[str] = Counter()
        self.blocked_hosts: Counter[str] = Counter()
        """The hosts of blocked resources, with counts."""
        self.audit: list[ProfileAudit] = []
        """The health checks of the profile, in order."""

    @property
    def route(self) -> Route:
        return self._route

    @property
    def refused(self) -> Counter[str]:
        """Hosts at forbidden addresses and how often: refused by the proxy, or dropped after they answered."""
        return self.proxy.refused + self._refused

    async def get(self, request: WebRequest) -> WebResponse:
        """The page behind an address. Raises `SourceError`."""
        if urlsplit(request.url).scheme not in {"http", "https"}:
            raise AddressForbidden(request.url, "only http and https are asked")
        async with self._one:
            session = await self._ready(request.url)
            try:
                async with asyncio.timeout(self._page_seconds):
                    return await self._page(session, request)
            except TimeoutError as error:
                raise SourceUnreachable(request.url, f"too slow: over {self._page_seconds:.0f} s") from error

    async def close(self) -> None:
        """End what was started: the browser when it is ours, the display, the proxy."""
        async with self._one:
            await self._drop()
            await self.proxy.close()

    # The browser

    async def _ready(self, url: str) -> _Session:
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        if self._session is not None and self._session.browser.is_connected():
            return self._session
        await self._drop()
        try:
            return await self._begin()
        except (Error, TimeoutError) as error:
            await self._drop()
            raise SourceUnreachable(url, f"the browser did not come up: {str(error)[:200] or 'too slow'}") from error

    async def _begin(self) -> _Session:
        """Start or find a browser and check its profile; after a repair start again, a few times at most."""
        if not self.proxy.started:
            await self.proxy.start()
        settings = replace(self._settings, proxy=self.proxy.address)
        tries = 0
        while True:
            session = self._session = await self._connect(await connect_or_start(settings))
            repair = await self._check_health(session, tries)
            if repair not in AGAIN:
                return session
            await self._drop(repair)
            tries += 1

    async def _connect(self, chrome: RunningChrome) -> _Session:
        from playwright.async_api import async_playwright  # lazy: playwright is only needed when a browser is used

        playwright: Playwright | None = None
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                playwright = await async_playwright().start()
                browser = await playwright.chromium.connect_over_cdp(chrome.endpoint.url, no_defaults=True)
        except BaseException:
            if playwright is not None:
                await playwright.stop()
            await chrome.close()
            raise
        browser.on("disconnected", lambda _: self._lost())
        return _Session(playwright=playwright, chrome=chrome, browser=browser)

    def _lost(self) -> None:
        if self._tab is not None:
            self._tab.lost()

    async def _check_health(self, session: _Session, tries: int) -> ProfileRepair:
        """Check our own profile only; a person's browser is used as it is."""
        profile = session.chrome.profile
        if profile is None:
            return ProfileRepair.NONE
        context = await session.browser.new_context(**_AS_IT_IS)
        try:
            async with asyncio.timeout(MEASURE_SECONDS):
                page = await context.new_page()
                measured = await page.evaluate(MEASURE, list(FONTS))
        finally:
            await context.close()
        health = ProfileHealth(profile, self._clock)
        repair = health.check(fingerprint(measured), tries=tries)
        self.audit += health.log
        session.needs_backup = repair not in AGAIN and (
            repair is not ProfileRepair.NONE or not profile.with_name(BACKUP).is_dir()
        )
        return repair

    async def _drop(self, repair: ProfileRepair = ProfileRepair.NONE) -> None:
        """End the session, and back up or restore the profile while no browser has it open."""
        session, self._session = self._session, None
        if session is None:
            return
        profile = session.chrome.profile
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await session.playwright.stop()
        if profile is not None and repair is ProfileRepair.RESTORE:
            await session.chrome.close(lambda: restore_profile(profile))
        elif profile is not None and session.needs_backup:
            await session.chrome.close(lambda: back_up_profile(profile))
        else:
            await session.chrome.close()

    # A page

    async def _page(self, session: _Session, request: WebRequest) -> WebResponse:
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        try:
            context = await session.browser.new_context(**_AS_IT_IS, **self._headers(session, request))
        except Error as error:
            await self._drop()
            raise SourceUnreachable(request.url, "the browser ended") from error
        try:
            return await self._in_context(session, context, request)
        except Error as error:
            raise SourceUnreachable(request.url, f"the browser broke off: {error.message[:200]}") from error
        finally:
            self._tab = None
            await self._leave(context)

    async def _leave(self, context: "BrowserContext") -> None:
        """Close the context; a browser that cannot even do that is ended, and the next page gets a new one."""
        from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await context.close()
        except (Error, TimeoutError):
            await self._drop()

    async def _in_context(self, session: _Session, context: "BrowserContext", request: WebRequest) -> WebResponse:
        await _set_cookies(context, request)
        rule = None if session.chrome.ours else self._address_rule
        tab = self._tab = Tab(
            context, request, random=self._random, sleep=self._sleep, patience=self._patience, address_rule=rule
        )
        await tab.open()
        try:
            loaded = await tab.load()
        except AddressForbidden as error:
            self._refused[urlsplit(error.source).hostname or error.source] += 1
            raise
        except SourceUnreachable as error:
            raise self._why(tab.wire.last_url, error) from error
        finally:
            self.blocked_hosts += tab.wire.blocked_hosts
        if dict(loaded.headers).get(TOKEN_HEADER) == self.proxy.token:
            raise self._why(loaded.final_url, SourceUnreachable(request.url, "the proxy could not reach it"))
        cookies = await _domain_cookies(context, request.url, loaded.final_url)
        answer = self._answer(session, request, loaded, cookies)
        return replace(answer, blocked=tuple(sorted((str(kind), count) for kind, count in tab.wire.blocked.items())))

    def _why(self, url: str, error: SourceUnreachable) -> SourceError:
        """The proxy's own error for an address that could not be loaded."""
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        through_proxy = error.reason in {"ERR_TUNNEL_CONNECTION_FAILED", "the proxy could not reach it"}
        return self.proxy.failures.get((parts.hostname or "", port), error) if through_proxy else error

    def _headers(self, session: _Session, request: WebRequest) -> dict[str, Any]:
        """The header for another language than the browser's own; the browser's settings stay unchanged."""
        own = accept_language(self._settings.languages)
        if not session.chrome.ours or request.accept_language == own:
            return {}
        return {"extra_http_headers": {"Accept-Language": request.accept_language}}

    def _answer(
        self, session: _Session, request: WebRequest, loaded: LoadedDocument, cookies: tuple[Cookie, ...]
    ) -> WebResponse:
        came = loaded.received or b""
        media_type, charset = type_and_charset(loaded.headers, came)
        # What calls itself a page and is none (a PDF, a picture) is kept as it came, not as the browser spelt it out.
        shown = loaded.dom is not None and (not came or media_type in PAGE_TYPES)
        body = (loaded.dom or "").encode("utf-8", "replace") if shown else came
        received = came if shown and came and came != body else None
        host = urlsplit(loaded.final_url).hostname or ""
        agent = dict(loaded.request_headers).get("user-agent") or session.chrome.endpoint.user_agent
        return WebResponse(
            route=self._route,
            url=request.url,
            final_url=Url(loaded.final_url),
            status=loaded.status,
            headers=loaded.headers,
            body=body,
            media_type=media_type if came else "text/html",
            charset="utf-8" if shown else charset,
            exchange=_exchange(loaded, body if received is None else received, agent),
            fetched_at=self._clock(),
            wire_bytes=loaded.wire_bytes,
            address=self.proxy.pinned.get(host) if session.chrome.ours else loaded.address,
            cookies=cookies,
            received=received,
            screenshot=loaded.picture,
            resources=loaded.resources,
            user_agent=agent,
        )


_AS_IT_IS: Final[dict[str, Any]] = {
    "no_viewport": True,
    "accept_downloads": False,
    "color_scheme": "null",
    "reduced_motion": "null",
    "forced_colors": "null",
    "contrast": "null",
}
"""Switches off everything that Playwright would emulate."""


def accept_language(languages: str) -> str:
    """The header that Chrome makes of a list of languages: `ja,en` → `ja,en;q=0.9`."""
    names = languages.split(",")
    return ",".join(name if place == 0 else f"{name};q={1 - place / 10:.1f}" for place, name in enumerate(names[:9]))


def _exchange(loaded: LoadedDocument, body: bytes, agent: str) -> Exchange:
    """Request and response heads as DevTools reports them; `body` is the document as received."""
    parts = urlsplit(loaded.final_url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    asked = loaded.request_headers or (("host", parts.netloc), ("user-agent", agent))
    if not any(name == "host" for name, _ in asked):
        asked = (("host", parts.netloc), *asked)
    kept = [(name, value) for name, value in loaded.headers if name not in _UNCODED]
    try:
        phrase = HTTPStatus(loaded.status).phrase
    except ValueError:
        phrase = ""
    return Exchange(
        request=_head(f"GET {target} HTTP/1.1", asked),
        response=_head(f"HTTP/1.1 {loaded.status} {phrase}", (*kept, ("content-length", str(len(body))))),
    )


def _head(first: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    # A browser joins repeated headers by a line break, which no head may hold inside a line.
    lines = [first, *(f"{name}: {line}" for name, value in headers for line in value.split("\n"))]
    return ("\r\n".join(line.replace("\r", "") for line in lines) + "\r\n\r\n").encode("utf-8", "replace")


def _of_domain(cookie_domain: str, *urls: str) -> bool:
    bare = cookie_domain.lstrip(".").lower()
    return any(registrable(bare) == registrable(urlsplit(url).hostname or "") for url in urls)


async def _set_cookies(context: "BrowserContext", request: WebRequest) -> None:
    """Set the cookies of the page's domain; one by one when the browser refuses the batch because of one of them."""
    from playwright.async_api import Error  # lazy: playwright is only needed when a browser is used

    wanted = [cookie for cookie in request.cookies if _of_domain(cookie.domain, request.url)]
    shaped: list[Any] = [_to_browser(cookie) for cookie in wanted[:MAX_COOKIES_A_DOMAIN]]
    if not shaped:
        return
    try:
        await context.add_cookies(shaped)
    except Error:
        for cookie in shaped:
            with contextlib.suppress(Error):
                await context.add_cookies([cookie])


def _to_browser(cookie: Cookie) -> dict[str, Any]:
    shaped: dict[str, Any] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": cookie.domain if cookie.host_only else f".{cookie.domain}",
        "path": cookie.path,
        "expires": -1 if cookie.expires is None else cookie.expires,
        "httpOnly": cookie.http_only,
        "secure": cookie.secure,
    }
    if cookie.same_site.capitalize() in {"Lax", "Strict", "None"}:
        shaped["sameSite"] = cookie.same_site.capitalize()
    return shaped


async def _domain_cookies(context: "BrowserContext", *urls: str) -> tuple[Cookie, ...]:
    """The cookies that the page's own domain has set; cookies of other domains are dropped."""
    found = [cookie for cookie in await context.cookies() if _of_domain(cookie["domain"], *urls)]
    ordered = sorted(found, key=lambda c: (c["domain"].lstrip("."), c["path"], c["name"]))
    return tuple(_from_browser(dict(cookie)) for cookie in ordered[:MAX_COOKIES_A_DOMAIN])


def _from_browser(cookie: dict[str, Any]) -> Cookie:
    expires = float(cookie.get("expires", -1))
    return Cookie(
        name=cookie["name"],
        value=cookie["value"],
        domain=cookie["domain"].lstrip(".").lower(),
        path=cookie["path"],
        expires=None if expires < 0 else expires,
        secure=bool(cookie.get("secure")),
        http_only=bool(cookie.get("httpOnly")),
        host_only=not cookie["domain"].startswith("."),
        same_site=str(cookie.get("sameSite", "")),
    )
