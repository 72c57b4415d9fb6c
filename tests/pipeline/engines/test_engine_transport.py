"""The way to an engine: its pace, its redirects, its keys, and the second try that only official interfaces get."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC
from pathlib import Path

import pytest

from tadori.errors import SourceRefused
from tadori.model.engine import EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Url
from tadori.pipeline.engines.engine_transport import EngineTransport
from tadori.settings import Settings, WebSettings
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.fetch.servers import page, serving
from tests.web.desk import Time

HTML = EngineFacts(name="look", kind=EngineKind.HTML)
API = EngineFacts(name="papers", kind=EngineKind.API)


@asynccontextmanager
async def door(home: Path, facts: EngineFacts, moment: Time, *, base: str = "") -> AsyncIterator[EngineTransport]:
    parts = WebEnvironment(rng=random.Random(1), sleep=moment.sleep, zone=UTC)
    settings = Settings(home=home, web=WebSettings(allow=("127.0.0.0/8",), chrome="off", wayback=False))
    with open_app(settings, clock=moment.clock) as app:
        async with app.web(parts) as reading:
            yield EngineTransport(facts=facts, web=reading.web(), base=base)


def asking(url: str, **more: object) -> EngineRequest:
    return EngineRequest(engine="look", url=Url(url), **more)  # type: ignore[arg-type]


@pytest.mark.req("L5")
async def test_a_form_is_posted_and_a_query_asked_at_another_base(tmp_path: Path) -> None:
    async with serving(page(b"<p>ok</p>", b"Content-Type: text/html")) as served:
        base = f"http://127.0.0.1:{served.port}"
        async with door(tmp_path, HTML, Time(), base=base) as ask:
            posted = await ask(asking("https://html.engine.test/html/", form=(("q", "港の橋"), ("kl", "jp-jp"))))
            got = await ask(asking("https://html.engine.test/html/?q=a"))
    heads = [head.decode() for head in served.heads]
    assert heads[0].startswith("POST /html/ HTTP/1.1\r\n")
    assert "Content-Type: application/x-www-form-urlencoded" in heads[0]
    assert "Content-Length: 38" in heads[0]
    assert heads[1].startswith("GET /html/?q=a HTTP/1.1\r\n")
    assert (posted.status, got.status, got.body) == (200, 200, b"<p>ok</p>")


@pytest.mark.req("L18")
async def test_an_engine_is_asked_every_four_seconds_at_most_and_an_interface_every_second(tmp_path: Path) -> None:
    async with serving(page(b"{}", b"Content-Type: application/json")) as served:
        base = f"http://127.0.0.1:{served.port}"
        engine, interface = Time(), Time()
        async with door(tmp_path / "a", HTML, engine, base=base) as ask:
            await ask(asking("https://e.test/"))
            await ask(asking("https://e.test/"))
        async with door(tmp_path / "b", API, interface, base=base) as ask:
            await ask(asking("https://e.test/"))
            await ask(asking("https://e.test/"))
    assert len(engine.slept) == 1
    assert engine.slept[0] >= 4.0
    assert interface.slept == [1.0]


@pytest.mark.req("L10")
async def test_an_interface_that_is_overloaded_is_asked_again_after_a_pause_three_times_in_all(tmp_path: Path) -> None:
    async with serving(page(b"later", status=b"503 Service Unavailable")) as served:
        moment = Time()
        async with door(tmp_path, API, moment, base=f"http://127.0.0.1:{served.port}") as ask:
            response = await ask(asking("https://api.test/works"))
    assert (response.status, len(served.heads)) == (503, 3)


@pytest.mark.req("L10")
async def test_a_result_page_is_never_asked_again(tmp_path: Path) -> None:
    later = page(b"later", status=b"503 Service Unavailable")
    async with serving(later) as served, door(tmp_path, HTML, Time(), base=f"http://127.0.0.1:{served.port}") as ask:
        response = await ask(asking("https://e.test/"))
    assert (response.status, len(served.heads)) == (503, 1)


@pytest.mark.req("L10")
async def test_an_interface_that_wants_a_long_wait_is_not_waited_for(tmp_path: Path) -> None:
    answer = page(b"quota", b"Retry-After: 3600", status=b"429 Too Many Requests")
    async with serving(answer) as served, door(tmp_path, API, Time(), base=f"http://127.0.0.1:{served.port}") as ask:
        with pytest.raises(SourceRefused, match="asks to wait 3600 s") as caught:
            await ask(asking("https://api.test/works"))
    assert caught.value.retry_after == 3600.0


@pytest.mark.req("L35")
async def test_a_key_does_not_follow_a_redirect_to_another_place(tmp_path: Path) -> None:
    async with serving(page(b"{}", b"Content-Type: application/json")) as other:
        away = page(b"", f"Location: http://127.0.0.1:{other.port}/x".encode(), status=b"302 Found")
        async with serving(away) as served, door(tmp_path, API, Time(), base=f"http://127.0.0.1:{served.port}") as ask:
            await ask(asking("https://api.test/works", headers=(("X-Key", "s3cret"),)))
    assert b"s3cret" in served.heads[0]
    assert b"s3cret" not in other.heads[0]
