"""A question whose answer comes with a second call (the newer era): its time counts from the first; no silence."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from mcp.client.client import Client

from tadori.mcp.pending_questions import MAX_PENDING_QUESTIONS, PendingQuestions
from tadori.mcp.server import make_server
from tadori.model.question import TaskStatus
from tadori.store.tasks import set_status
from tests.mcp.world import Desk

GO = {"prompt": "Go on?", "options": {"choices": ["yes", "no"]}}
YES = types.ElicitResult(action="accept", content={"answer": "yes"})
Asked = Callable[[], Awaitable[None]]


@asynccontextmanager
async def asking(desk: Desk, meanwhile: Asked | None = None) -> AsyncIterator[Client]:
    """A client of the newer era whose person says yes; `meanwhile` happens while the form is shown."""

    async def ask(context: Any, params: Any) -> types.ElicitResult | types.ErrorData:
        if meanwhile is not None:
            await meanwhile()
        return YES

    async with Client(make_server(desk.clients, desk.tools.people), mode="auto", elicitation_callback=ask) as client:
        yield client


async def task_under_way(desk: Desk) -> str:
    """A task that has begun, and so may be paused."""
    task_id = await desk.task()
    with desk.clients.app.store.write() as db:
        set_status(db, task_id, TaskStatus.EXPLORING)
    return task_id


async def first_leg(client: Client, arguments: dict[str, Any]) -> str:
    """The form is asked for; the state that the answer must bring."""
    form = await client.session.call_tool("wait_for_user", arguments, allow_input_required=True)
    assert isinstance(form, types.InputRequiredResult)
    assert form.request_state is not None
    return form.request_state


async def answer(client: Client, arguments: dict[str, Any], state: str | None) -> Any:
    return await client.session.call_tool(
        "wait_for_user", arguments, input_responses={"answer": YES}, request_state=state, allow_input_required=True
    )


@pytest.mark.req("L21")
async def test_an_answer_that_comes_after_its_time_is_none(desk: Desk) -> None:
    late = {**GO, "options": {**GO["options"], "timeout_seconds": 0}}  # type: ignore[dict-item]
    async with asking(desk) as client:
        told = (await client.call_tool("wait_for_user", late)).structured_content
        in_time = (await client.call_tool("wait_for_user", GO)).structured_content
    assert (told["response"], told["timed_out"], told["asked_by"]) == ("", True, "elicitation")
    assert (in_time["response"], in_time["choice_index"], in_time["timed_out"]) == ("yes", 0, False)


@pytest.mark.req("L2", "L21")
async def test_while_a_form_is_shown_no_client_is_silent(desk: Desk) -> None:
    task_id = await task_under_way(desk)
    paused: list[list[str]] = []

    async def meanwhile() -> None:
        desk.moment.pass_(400)
        paused.append(await desk.clients.pause_silent())

    async with asking(desk, meanwhile) as client:
        await client.call_tool("wait_for_user", GO)
    desk.moment.pass_(299)
    paused.append(await desk.clients.pause_silent())
    desk.moment.pass_(1)
    paused.append(await desk.clients.pause_silent())
    assert paused == [[], [], [task_id]]  # silence counts from the answer on


@pytest.mark.req("L2")
async def test_a_form_that_nobody_answers_keeps_a_task_awake_for_its_own_time_only(desk: Desk) -> None:
    task_id = await task_under_way(desk)
    ended = asyncio.Event()
    async with asking(desk) as client:
        await first_leg(client, {"prompt": "Anybody?", "options": {"timeout_seconds": 0.01}})
        asyncio.get_running_loop().call_later(0.02, ended.set)  # what is due earlier is called earlier
        await ended.wait()
        desk.moment.pass_(300)
        assert await desk.clients.pause_silent() == [task_id]


@pytest.mark.req("L21")
async def test_a_state_that_this_server_never_gave_brings_the_form_again(desk: Desk) -> None:
    other = {**GO, "prompt": "Delete it all?"}
    async with asking(desk) as client:
        state = await first_leg(client, GO)
        strange = [
            await answer(client, GO, "0" * 32),
            await answer(client, GO, ""),
            await answer(client, GO, None),
            await answer(client, other, state),
        ]
        right = await answer(client, GO, state)
        twice = await answer(client, GO, state)
    assert [type(one) for one in strange] == [types.InputRequiredResult] * 4
    assert {one.request_state for one in strange}.isdisjoint({state, "0" * 32, "", None})
    assert (right.structured_content["response"], twice.structured_content) == ("yes", right.structured_content)


async def test_of_many_questions_the_oldest_are_forgotten_and_keep_nobody_awake(desk: Desk) -> None:
    questions = PendingQuestions(clients=desk.clients)
    states = [questions.add({"prompt": str(number)}, 600) for number in range(MAX_PENDING_QUESTIONS + 1)]
    assert questions.is_pending(states[0], {"prompt": "0"}) is False
    assert [questions.answered_in_time(state) for state in states[1:]] == [True] * MAX_PENDING_QUESTIONS
    task_id = await task_under_way(desk)
    desk.moment.pass_(300)
    assert await desk.clients.pause_silent() == [task_id]
