"""A whole research on the little web follows what pages cite and what registers say, down to a report that holds."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori import verify
from tadori.events import Event, PageRead, QueryMade
from tadori.events.web import RegisterRead, SourceTraced
from tadori.model.ids import Url
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import EngineSettings, Settings
from tadori.store.task_entities import task_entities
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.entity.test_registries import CRT_HTML, RDAP
from tests.pipeline.following import document, serve
from tests.web.desk import Time, settings_for
from tests.web.engines_web import Mood
from tests.web.little_web import LittleWeb


class Listed:
    """A `SearchProvider` that answers every query with the same addresses."""

    name = "listed"

    def __init__(self, urls: Sequence[str], title: str) -> None:
        self._urls = urls
        self._title = title

    async def search(self, query: Query) -> ProviderResult:
        return ProviderResult(
            hits=tuple(
                Hit(
                    title=self._title, url=Url(url), snippet="", date=None, engine=self.name, rank=rank,
                    source_tag="general",
                )
                for rank, url in enumerate(self._urls, start=1)
            )
        )  # fmt: skip


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        for engine in served.engines.values():
            engine.mood = Mood.NOTHING
        yield served


def settings_of(web: LittleWeb, home: Path) -> Settings:
    """Of a home whose one engine finds nothing, and whose registers stand on the little web."""
    engine = web.engines["b"]
    answer = json.dumps({"rdapConformance": ["rdap_level_0"]} | RDAP).encode()
    bases = (
        (engine.plan.style, engine.base),
        ("rdap", serve(web, "rdap.test", {"/domain/hokuto.test": ("application/rdap+json", answer)})),
        ("certificates", serve(web, "crt.test", {"/?q=%25.hokuto.test": CRT_HTML})),
    )
    return replace(settings_for(web, home), engines=EngineSettings(use=(engine.plan.style,), bases=bases))


async def researched(web: LittleWeb, tmp_path: Path, question: str, listed: Listed) -> tuple[list[Event], list[str]]:
    """Every event of a research, and the entities it met, its question's first."""
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    with open_app(settings_of(web, tmp_path / "home"), clock=time.clock) as app:
        request = ResearchRequest(
            question=question, providers=[web.engines["b"].plan.style], effort=1, out=tmp_path / "out"
        )
        task = Tasks(app).create(request)
        await Tasks(app).run(task.id, emit=events.append, providers=[listed], parts=parts)
        with app.store.read() as db:
            met = [one.entity.name for one in task_entities(db, task.id)]
    return events, met


@pytest.mark.req("L11", "X1")
@pytest.mark.slow
async def test_a_research_reads_what_its_pages_cite_and_the_report_holds(web: LittleWeb, tmp_path: Path) -> None:
    office = web.url("nursery-office.test").rstrip("/")
    blog = serve(
        web,
        "blog.test",
        {
            "/story.html": document(
                "青葉市の保育所の待機児童",
                "青葉市の保育所の待機児童は、今年四月に百二十四人になりました。",
                f'<a href="{office}/toukei.html">保育統計の報告書</a>によると、前の年の二倍です。',
                lang="ja",
            )
        },
    )
    statistics = "青葉市の保育所の待機児童は、四月一日の時点で124人であった。"
    serve(web, "nursery-office.test", {"/toukei.html": document("青葉市の保育統計", statistics, lang="ja")})
    listed = Listed([f"{blog}/story.html"], "青葉市の保育所の待機児童")
    events, _ = await researched(web, tmp_path, "青葉市の保育所の待機児童は何人か", listed)
    assert [(e.page_url, e.url) for e in events if isinstance(e, SourceTraced)] == [
        (f"{blog}/story.html", f"{office}/toukei.html")
    ]
    assert [e.url for e in events if isinstance(e, PageRead)] == [f"{blog}/story.html", f"{office}/toukei.html"]
    assert f"{office}/toukei.html" in (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert verify(tmp_path / "out").ok


@pytest.mark.req("L11", "X1")
@pytest.mark.slow
async def test_a_question_about_a_domain_is_answered_by_its_registers(web: LittleWeb, tmp_path: Path) -> None:
    story = document(
        "Shops of the north", "The shop at hokuto.test sells lamps, and the shop at nanto.test sells ropes."
    )
    blog = serve(web, "shops.test", {"/story.html": story})
    listed = Listed([f"{blog}/story.html"], "hokuto.test")
    events, met = await researched(web, tmp_path, "Who is the registrant of hokuto.test?", listed)
    assert sorted(e.register for e in events if isinstance(e, RegisterRead)) == ["certificates", "registration"]
    assert [e.text for e in events if isinstance(e, QueryMade) and e.purpose == "pivot"] == [
        "hokuto site:hokuto.test -site:www.hokuto.test",
        '"hokuto.test" company operated by',
        '"株式会社北斗"',  # whom the register names as its holder
    ]
    assert met[0] == "hokuto.test"
    assert sorted(met) == ["hokuto.test", "nanto.test", "株式会社北斗"]
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "registrant" in report
    assert "株式会社北斗" in report
    assert verify(tmp_path / "out").ok
