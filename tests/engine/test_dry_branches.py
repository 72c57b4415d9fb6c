"""A research on the little web leaves a branch that brings nothing new, and says so (L6)."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tadori.events import Event, QueryMade, QuerySkipped, RoundDone
from tadori.model.ids import Url
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.wiring.home import open_app
from tadori.wiring.routes import WebEnvironment
from tests.pipeline.following import document, serve
from tests.web.desk import Time, settings_for
from tests.web.little_web import LittleWeb

QUESTION = "Where did the father of Oda Kell die?"
KNOWN = "Oda Kell was an engineer of the harbour. Oda Kell built the sea wall of Farholm."


class ByWords:
    """A `SearchProvider` that has its own addresses for each query, and none for others."""

    name = "by_words"

    def __init__(self, found: Mapping[str, Sequence[str]]) -> None:
        self._found = found

    async def search(self, query: Query) -> ProviderResult:
        hits = [
            Hit(
                title="Oda Kell", url=Url(url), snippet="", date=None, engine=self.name, rank=rank, source_tag="general"
            )
            for rank, url in enumerate(self._found.get(query.text, ()), start=1)
        ]
        return ProviderResult(hits=tuple(hits))


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        yield served


@pytest.mark.req("L6", "L37")
@pytest.mark.slow
@pytest.mark.parametrize(("copies", "skipped"), [(4, ["Brom Kell"]), (2, [])])
async def test_a_name_that_stands_on_copies_only_is_not_followed(
    web: LittleWeb, tmp_path: Path, copies: int, skipped: list[str]
) -> None:
    first = serve(web, f"first-{copies}.test", {"/kell.html": document("Oda Kell", KNOWN)})
    pages = {f"/{n}.html": document(f"Kell {n}", f"{KNOWN} Was Brom Kell her father?") for n in range(copies)}
    other = serve(web, f"copies-{copies}.test", pages)
    provider = ByWords({QUESTION: [f"{first}/kell.html"], "Oda Kell": [f"{other}{path}" for path in pages]})
    time, events = Time(), list[Event]()
    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    with open_app(settings_for(web, tmp_path / "home"), clock=time.clock) as app:
        task = Tasks(app).create(ResearchRequest(question=QUESTION, providers=["mojeek"]))
        await Tasks(app).run(task.id, emit=events.append, providers=[provider], parts=parts)
    told = [event for event in events if isinstance(event, QuerySkipped) and event.round == 1]
    made = [event.text for event in events if isinstance(event, QueryMade) and event.purpose == "named"]
    assert [event.text for event in told] == skipped
    assert ("Brom Kell" in made) is (not skipped)
    assert {event.reason for event in told} <= {"its branch brought almost nothing new (0% of what 4 pages held)"}
    first_round = next(event for event in events if isinstance(event, RoundDone))
    assert (first_round.round, first_round.goes_on) == (1, True)  # the gaps are still asked for
