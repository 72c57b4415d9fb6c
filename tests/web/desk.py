"""A whole Tadori at the little web: real routes, real archive, real store, and time that passes without waiting.

`async with desk(web, home) as tadori:` gives a `Desk` whose `reading` is wired as the program wires it. Sleeping moves
the clock instead of the world, so that pace, cooldowns and budgets are those of production.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from tadori.events import Event
from tadori.fetch.http import HttpLimits
from tadori.pipeline.web.page_reader import PageReader
from tadori.settings import Settings, WebSettings
from tadori.wiring.home import App, open_app
from tadori.wiring.routes import WebEnvironment
from tests.web.little_web import LittleWeb

MONDAY = datetime(2026, 11, 16, 3, 0, tzinfo=UTC)
"""Noon in Tokyo on a working day: no quiet hours."""


@dataclass(slots=True)
class Time:
    """A clock that only sleeping moves."""

    now: datetime = MONDAY
    slept: list[float] = field(default_factory=list)

    def clock(self) -> datetime:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += timedelta(seconds=seconds)
        await asyncio.sleep(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    app: App
    reading: PageReader
    time: Time
    events: list[Event]


def settings_for(
    web: LittleWeb,
    home: Path,
    *,
    browser: bool = False,
    wayback: bool = False,
    tor: str = "off",
    tor_control: str = "",
) -> Settings:
    return Settings(
        home=home,
        embeddings=False,
        web=WebSettings(
            allow=tuple(web.addresses),
            ca_file=str(web.ca_file),
            chrome="auto" if browser else "off",
            chrome_arguments=tuple(web.chromium_flags),
            cdp="",
            wayback=wayback,
            wayback_base=web.wayback_base,
            tor=tor,
            tor_control=tor_control,
        ),
    )


@asynccontextmanager
async def desk(
    web: LittleWeb,
    home: Path,
    *,
    browser: bool = False,
    wayback: bool = False,
    seed: int = 1,
    time: Time | None = None,
    limits: HttpLimits | None = None,
    tor: str = "off",
    tor_control: str = "",
) -> AsyncIterator[Desk]:
    moment = time or Time()
    parts = WebEnvironment(
        resolver=web.resolver, rng=random.Random(seed), sleep=moment.sleep, zone=ZoneInfo("Asia/Tokyo"), limits=limits
    )
    settings = settings_for(web, home, browser=browser, wayback=wayback, tor=tor, tor_control=tor_control)
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            yield Desk(app=app, reading=reading, time=moment, events=[])
