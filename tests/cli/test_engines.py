"""`tadori engines` and `tadori search`: which way an engine is asked next, and what is said when none may be asked."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tadori.model.engine import Circuit, EngineHealth
from tadori.settings import Settings
from tadori.store.engines import save_health
from tadori.wiring.home import open_app
from tests.cli.conftest import Program


def remember(home: Path, *healths: EngineHealth) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text('[web]\nchrome = "off"\n', encoding="utf-8")
    with open_app(Settings(home=home)) as app, app.store.write() as db:
        for health in healths:
            save_health(db, health)


def blocked(engine: str, *, hours: float) -> EngineHealth:
    now = datetime.now(UTC)
    until = now + timedelta(hours=hours)
    return EngineHealth(
        engine=engine, circuit=Circuit.OPEN, failures=2, opened=1, open_until=until, changed_at=now, requests=2
    )


@pytest.mark.req("L5")
def test_the_way_that_an_engine_is_asked_next_is_shown_with_its_ground(tadori: Program, home: Path) -> None:
    remember(home, EngineHealth(engine="mojeek", requests=1, walled_at=datetime.now(UTC)))
    code, out, _ = tadori("engines", "--json")
    rows = {row["name"]: row for row in map(json.loads, out.splitlines())}
    assert code == 0
    assert (rows["qwant"]["route"], rows["qwant"]["ground"]) == ("http", "plain HTTP does")
    assert (rows["openalex"]["route"], rows["openalex"]["ground"]) == ("http", "an interface for programs")
    assert rows["mojeek"]["ground"].startswith("a captcha by HTTP at ")
    assert rows["mojeek"]["ground"].endswith(", but there is no browser")
    assert rows["google"]["ground"] == "its results are made by scripts, but there is no browser"


@pytest.mark.req("L5")
def test_who_searches_while_every_engine_is_left_alone_is_told_so_and_until_when(tadori: Program, home: Path) -> None:
    first = blocked("qwant", hours=1)
    remember(home, blocked("mojeek", hours=2), first)
    code, out, err = tadori("search", "港の橋", "--provider", "mojeek", "--provider", "qwant")
    assert (code, out) == (3, "")
    assert (
        "search  all engines failed: ALL_ENGINES_BLOCKED: 2 of 2 are left alone after failures; "
        f"qwant is free first, at {first.open_until:%H:%M} UTC\n"
    ) in err


@pytest.mark.req("L5")
def test_research_stops_and_says_so_when_every_engine_is_left_alone(tadori: Program, home: Path) -> None:
    remember(home, blocked("mojeek", hours=2))
    code, out, err = tadori("research", "How long is the harbour bridge?", "--provider", "mojeek")
    assert code == 3
    assert " Every source refused. It took " in out
    assert "ALL_ENGINES_BLOCKED: 1 of 1 are left alone after failures; mojeek is free first, at " in err
