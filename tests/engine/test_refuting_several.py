"""One search against an answer of several claims: each of them is tested once, and a second run tests none again."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tadori.model.actions import ActionOutcome, RefuteAction, action_to_json
from tadori.model.ids import EN
from tadori.model.query import Query, QueryPurpose
from tadori.model.steps import Json, StepContext
from tadori.settings import Settings
from tadori.store.evidence import refutation_searched
from tadori.store.journal import events_of_kind
from tadori.wiring.home import open_app
from tests.pipeline.facts import World, filled

pytestmark = pytest.mark.req("L14")


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    folder = tmp_path / "documents"
    folder.mkdir()
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        yield filled(app, "Why is fact number 0 told?", folder)


def against(world: World, *numbers: int) -> RefuteAction:
    first, *rest = [world.claims[number].id for number in numbers]
    query = Query.of(
        task_id=world.task.id,
        text="fact told criticism",
        lang=EN,
        purpose=QueryPurpose.REFUTE,
        section_id="",
        round=0,
        limit=5,
        cause_id=first,
    )
    return RefuteAction(claim_id=first, also=tuple(rest), queries=(query,), reason="what speaks against the answer")


async def carried_out(world: World, action: RefuteAction) -> ActionOutcome:
    """What the loop does with an action: note it in the step of the choice, then execute it."""
    async with world.app.web() as reading:
        research = world.app.research_of(world.task, reading)
        handler = research.loop.handlers[RefuteAction]

        async def body(step: StepContext) -> Json:
            handler.note(step, action, 0)
            return action_to_json(action)

        await research.steps.run("decide", "0", world.task.id, body)
        return await handler.execute(action, "0")


def what_is_noted(world: World) -> tuple[frozenset[str], Counter[str]]:
    """(the claims marked as tested, how many test events each has)."""
    with world.app.store.read() as db:
        marked = refutation_searched(db, world.task.id)
        events = events_of_kind(db, world.task.id, "refutation_searched")
    return marked, Counter(event["claim_id"] for event in events)


@pytest.mark.parametrize("numbers", [(0,), (0, 1), (2, 0, 1)])
async def test_every_claim_of_the_answer_is_tested_once(world: World, numbers: tuple[int, ...]) -> None:
    action = against(world, *numbers)
    outcome = await carried_out(world, action)
    ids = tuple(world.claims[number].id for number in numbers)
    assert (outcome.kind, outcome.tested) == ("refute", ids)
    assert what_is_noted(world) == (frozenset(ids), Counter(ids))


@pytest.mark.req("X4")
async def test_carried_out_again_no_claim_is_tested_twice(world: World) -> None:
    action = against(world, 0, 1, 2)
    first = await carried_out(world, action)
    assert await carried_out(world, action) == first
    assert what_is_noted(world)[1] == Counter(action.claim_ids)


async def test_an_action_without_queries_still_marks_its_claims(world: World) -> None:
    made = against(world, 0, 1)
    action = RefuteAction(claim_id=made.claim_id, also=made.also, queries=(), reason=made.reason)
    assert (await carried_out(world, action)).new_claims == 0
    assert what_is_noted(world) == (frozenset(action.claim_ids), Counter(action.claim_ids))
