"""What engines answered before a crash counts after it: weights and recall as of a run that was never cut off."""

from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tadori.model.query import Query, QueryPurpose
from tadori.pipeline.engines.merged_answers import recall_so_far
from tadori.store.engine_answers import answers_to, times_found
from tadori.store.engines import all_weights
from tadori.store.queries import add_queries
from tests.pipeline.engines.test_engine_search import with_engines
from tests.pipeline.following import Bench, bench
from tests.web.desk import settings_for
from tests.web.little_web import LittleWeb

PROVIDERS = ("mojeek", "duckduckgo")


@pytest.fixture(scope="module")
def web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as served:
        served.engines["a"].warm()
        yield served


def on_engines(web: LittleWeb, home: Path, question: str, task_id: str = "") -> AbstractAsyncContextManager[Bench]:
    settings = with_engines(web, settings_for(web, home))
    return bench(web, home, question, providers=PROVIDERS, task_id=task_id, settings=settings)


def asked(of: Bench, text: str) -> str:
    query = Query.of(
        task_id=of.task.id,
        text=text,
        lang=of.task.question_lang,
        purpose=QueryPurpose.INITIAL,
        section_id="answer",
        round=0,
        limit=10,
        cause_id="answer",
    )
    with of.app.store.write() as db:
        add_queries(db, [query], "test")
    return query.id


async def searched(of: Bench, text: str) -> str:
    """Search, read the first hit and weigh it: an engine that listed it was worth asking."""
    query_id = asked(of, text)
    found = await of.research.gather.search(query_id)
    await of.read([(item, query_id) for item in found[:1]])
    return query_id


Learned = tuple[dict[tuple[str, str], tuple[float, int]], float, dict[str, int]]


def learned(of: Bench, query_ids: list[str]) -> Learned:
    """(weights, recall so far, how many addresses each engine is kept to have listed)."""
    with of.app.store.read() as db:
        weights = {(name, kind.value): (one.weight, one.judged) for (name, kind), one in all_weights(db).items()}
        recall = recall_so_far(times_found(db, of.task.id))
        listed = {one.engine: len(one.urls) for query_id in query_ids for one in answers_to(db, query_id)}
    return weights, recall, listed


@pytest.mark.req("L4", "X4")
async def test_weights_and_recall_after_a_crash_are_those_of_a_run_that_was_never_cut_off(
    web: LittleWeb, tmp_path: Path
) -> None:
    topic = web.topics[0]
    question, words = topic.questions[0].text, (topic.name, f"{topic.name} 全長")

    async with on_engines(web, tmp_path / "whole", question) as of:

        async def whole() -> Learned:
            ids = [await searched(of, text) for text in words]
            await of.research.gather.learn(ids, "0")
            return learned(of, ids)

        undisturbed = await of.run(whole)

    async with on_engines(web, tmp_path / "cut", question) as before:
        task_id = before.task.id

        async def first() -> list[str]:
            return [await searched(before, text) for text in words]

        ids = await before.run(first)
        with before.app.store.read() as db:
            assert all_weights(db) == {}

    async with on_engines(web, tmp_path / "cut", question, task_id) as after:

        async def second() -> Learned:
            await after.research.gather.learn(ids, "0")
            return learned(after, ids)

        resumed = await after.run(second)

    assert resumed == undisturbed
    assert {name for name, _ in undisturbed[0]} == set(PROVIDERS)
    assert undisturbed[1] == 1.0  # both engines list the same; of nothing that is remembered it would be 0
