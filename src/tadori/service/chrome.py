"""The commands of the browser: start one that stays open, or diagnose what is missing. Plain data out."""

import asyncio
from dataclasses import asdict
from typing import Any

from tadori.settings import load_settings
from tadori.wiring.routes import chrome_settings


def chrome_diagnose() -> dict[str, Any]:
    """What is installed and what is missing; changes nothing. `ready`: whether a page could be loaded."""
    from tadori.fetch.chrome_facts import diagnose  # lazy: few commands need it

    report = asyncio.run(diagnose(chrome_settings(load_settings(), headless=False)))
    return {"ready": report.ready, **asdict(report)}


def chrome_start() -> dict[str, Any]:
    """A visible Chrome with the research profile that stays when this program ends.

    Raises:
        ChromeNotReady: none could be started; its `diagnosis` says why.
    """
    from tadori.fetch.chrome import start_for_person  # lazy: few commands need it

    running = asyncio.run(start_for_person(chrome_settings(load_settings(), headless=False)))
    return {"endpoint": running.endpoint.url, "product": running.endpoint.product}
