"""Builds the routes to the web from settings: HTTP, browser, Tor, Wayback Machine. Each is built at first use."""

import asyncio
import importlib.util
import random
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from tadori.errors import CHROME_NOT_READY, ChromeNotReady, ConfigError, RouteUnavailable
from tadori.model.doors import Circuits, Clock, Resolver, RouteGetter
from tadori.model.ids import Url
from tadori.model.web import BlockKind, Route
from tadori.settings import Settings

if TYPE_CHECKING:
    from tadori.fetch.address_guard import AddressGuard
    from tadori.fetch.browser import BrowserRoute
    from tadori.fetch.chrome_facts import ChromeSettings
    from tadori.fetch.http import HttpLimits, HttpRoute
    from tadori.fetch.name_resolution import NameCache
    from tadori.fetch.tor import TorRoute


def _local_zone() -> tzinfo:
    zone = datetime.now().astimezone().tzinfo
    assert zone is not None
    return zone


@dataclass(frozen=True, slots=True, kw_only=True)
class WebEnvironment:
    """What tests replace: randomness, sleeping, the time zone, name resolution, pace and limits."""

    resolver: Resolver | None = None
    rng: random.Random = field(default_factory=random.Random)
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    zone: tzinfo = field(default_factory=_local_zone)
    pace: float = 1.0
    limits: "HttpLimits | None" = None
    notify: Callable[[str, BlockKind], Awaitable[object]] | None = None


async def notify_page_waits(url: str, kind: BlockKind) -> object:
    """Show a desktop notification that a page waits for a person; without a desktop, nothing happens."""
    from tadori.fetch.chrome_facts import is_wsl  # lazy: few commands need it
    from tadori.fetch.notice import Notifier  # lazy: few commands need it

    return await Notifier(platform=sys.platform, wsl=is_wsl()).notify_waiting(url, kind)


class Routes:
    """The routes that the settings allow. `close` ends what was started."""

    def __init__(self, settings: Settings, clock: Clock, parts: WebEnvironment) -> None:
        self._settings = settings
        self._web = settings.web
        self._clock = clock
        self._parts = parts
        self._browsers: dict[Route, BrowserRoute] = {}
        self._tor: TorRoute | None = None

    def table(self) -> dict[Route, Callable[[], RouteGetter]]:
        """Every allowed route, each behind a function that builds it or raises why it cannot."""
        routes: dict[Route, Callable[[], RouteGetter]] = {Route.HTTP: lambda: self.http}
        if self._web.tor != "off":
            routes[Route.TOR] = self._tor_route
        if self._web.chrome != "off":
            routes[Route.HEADLESS] = lambda: self._browser(Route.HEADLESS)
            if self._web.headful:
                routes[Route.HEADFUL] = lambda: self._browser(Route.HEADFUL)
        if self._web.wayback:
            routes[Route.WAYBACK] = self._wayback
        return routes

    @property
    def circuits(self) -> Callable[[], Circuits] | None:
        """Tor's circuits, where Tor is on."""
        return None if self._web.tor == "off" else self._tor_route

    @cached_property
    def guard(self) -> "AddressGuard":
        from tadori.fetch.address_guard import AddressGuard  # lazy: few commands need it

        try:
            return AddressGuard(self._web.allow)
        except ValueError as exc:
            raise ConfigError(f"web.allow: {exc}") from exc

    @cached_property
    def names(self) -> "NameCache":
        from tadori.fetch.name_resolution import NameCache, SystemResolver  # lazy: few commands need it

        if self._parts.resolver is not None:
            return NameCache(self._parts.resolver, self._clock)
        hosts = Path(self._web.hosts_file) if self._web.hosts_file else Path("/etc/hosts")
        return NameCache(SystemResolver(hosts=hosts), self._clock)

    @cached_property
    def http(self) -> "HttpRoute":
        from tadori.fetch.http import HttpRoute  # lazy: slow to import

        return HttpRoute(
            guard=self.guard,
            names=self.names,
            clock=self._clock,
            limits=self._parts.limits,
            extra_ca=self._extra_ca,
        )

    @property
    def _extra_ca(self) -> Path | None:
        if not self._web.ca_file:
            return None
        path = Path(self._web.ca_file)
        if not path.is_file():
            raise ConfigError(f"web.ca_file: there is no file {path}")
        return path

    def chrome_settings(self, *, headless: bool) -> "ChromeSettings":
        return chrome_settings(self._settings, headless=headless)

    def _browser(self, route: Route) -> RouteGetter:
        if route not in self._browsers:
            self._browsers[route] = self._new_browser(route)
        return self._browsers[route]

    def _new_browser(self, route: Route) -> "BrowserRoute":
        from tadori.fetch.browser import BrowserRoute  # lazy: slow to import

        if importlib.util.find_spec("playwright") is None:
            raise RouteUnavailable(route.value, "playwright is not installed; install tadori[browser]")

        async def checked(host: str, port: int) -> tuple[str, ...]:
            return await self.names.checked(host, port, self.guard)

        try:
            chrome = self.chrome_settings(headless=route is Route.HEADLESS)
        except ConfigError as exc:  # the other routes can still be used
            reason = f"{CHROME_NOT_READY}: the Chrome that config.toml names does not exist"
            raise ChromeNotReady(source=route.value, reason=reason, diagnosis=(str(exc),)) from exc
        return BrowserRoute(
            route,
            chrome,
            checked=checked,
            address_rule=self.guard.check_address,
            clock=self._clock,
            random=self._parts.rng,
        )

    def _tor_route(self) -> "TorRoute":
        from tadori.fetch.tor import TorRoute, TorSettings  # lazy: slow to import

        if self._tor is None:
            self._tor = TorRoute(
                TorSettings(
                    socks=None if self._web.tor == "start" else self._web.tor,
                    control=self._web.tor_control or None,
                    password=self._settings.tor_password or None,
                    data_folder=self._settings.home / "tor",
                ),
                guard=self.guard,
                names=self.names,
                clock=self._clock,
                extra_ca=self._extra_ca,
            )
        return self._tor

    def _wayback(self) -> RouteGetter:
        from tadori.fetch.wayback import WaybackRoute  # lazy: slow to import

        return WaybackRoute(inner=self.http, clock=self._clock, base=Url(self._web.wayback_base))

    async def close(self) -> None:
        for browser in self._browsers.values():
            await browser.close()
        if self._tor is not None:
            await self._tor.close()
        if "http" in self.__dict__:
            await self.http.close()


def chrome_settings(settings: Settings, *, headless: bool) -> "ChromeSettings":
    """The Chrome settings: which program, profile and display."""
    from tadori.fetch.chrome_facts import ChromeSettings  # lazy: few commands need it

    web = settings.web
    executable = None
    if web.chrome not in ("auto", "off"):
        executable = Path(web.chrome)
        if not executable.is_file():
            raise ConfigError(f"web.chrome: there is no file {executable}")
    return ChromeSettings(
        folder=settings.home / "chrome",
        cdp_url=web.cdp or None,
        executable=executable,
        headless=headless,
        display=settings.display or None,
        languages=",".join(part.partition(";")[0] for part in web.accept_language.split(",")),
        extra_args=web.chrome_arguments,
    )
