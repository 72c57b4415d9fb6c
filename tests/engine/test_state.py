"""What a driver may look at: what was read for a section, each address once (F2)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tadori.engine.planning.plan import make_plan
from tadori.engine.state import research_state
from tadori.model.ids import EN
from tadori.store.queries import task_pages
from tadori.store.tasks import set_plan
from tests.pipeline.following import bench, document, serve
from tests.web.little_web import LittleWeb

QUESTION = "How long is the harbour bridge?"


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        yield served


@pytest.mark.req("F2")
async def test_a_page_that_changed_between_two_queries_stands_once_with_its_better_text(
    web: LittleWeb, tmp_path: Path
) -> None:
    pages = {
        "/bridge.html": document("News", "The town council met on Monday and talked about the budget."),
        "/length.html": document("Length", "The harbour bridge is long."),
    }
    host = serve(web, "changing.test", pages)
    async with bench(web, tmp_path, QUESTION) as of:
        with of.app.store.write() as db:
            set_plan(db, of.task.id, make_plan(QUESTION, EN))

        async def work() -> None:
            await of.read_urls(f"{host}/bridge.html", f"{host}/length.html")
            pages["/bridge.html"] = document("Harbour bridge", "The harbour bridge is 840 metres long.")
            await of.read_urls(f"{host}/bridge.html")

        await of.run(work)
        with of.app.store.read() as db:
            read = task_pages(db, of.task.id)
        state = research_state(of.app.store, of.task, of.research.assess.graph(), round=1, answered=False)
    assert len({page.page_id for page in read}) == 3
    (section,) = state.sections
    assert [(item.url, item.text) for item in section.items] == [
        (f"{host}/bridge.html", "The harbour bridge is 840 metres long."),
        (f"{host}/length.html", "The harbour bridge is long."),
    ]
    assert section.items[0].relevance >= section.items[1].relevance
