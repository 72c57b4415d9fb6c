"""Asking a model: what it costs, what leaves, what is kept, whoever asks and however many at a time."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import ModelRequestParameters, StreamedResponse
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RequestUsage

from tadori.errors import BudgetExhausted, ConfigError, ModelFailed, ModelUnusable, WrongCall
from tadori.events.language_models import ModelAsked
from tadori.minds.guard.fence import Fence
from tadori.minds.llm.client import ModelClient
from tadori.minds.llm.retry import RetryLimits
from tadori.minds.llm.structured import request_modes
from tadori.minds.llm.tokens import estimate_tokens
from tadori.minds.requests import GuardFlag, Mind, ModelRequest, ModelRole, UntrustedText
from tadori.settings import LlmSettings
from tests.minds.llm.client_setup import GOOD, TAG, Bench, CountingBudget, Named, Vote, at, question, says
from tests.minds.llm.faults import vote
from tests.minds.llm.scripted_server import said, scripted, usage

COUNTS = st.integers(0, 900) | st.integers(-(10**6), 10**9)
NOBODY = "http://127.0.0.1:9/v1"
"""The port of `discard`: nobody listens there."""


class Claiming(FunctionModel):
    """A model whose words and whose count of tokens are chosen by a test; it waits `turns` turns before each piece."""

    def __init__(self, words: str, counted: tuple[int, int], turns: int) -> None:
        async def talk(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
            for start in range(0, len(words), 16):
                for _ in range(turns):
                    await asyncio.sleep(0)
                yield words[start : start + 16]

        super().__init__(stream_function=talk)
        self.counted = counted

    @asynccontextmanager
    async def request_stream(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
        run_context: Any = None,
    ) -> AsyncGenerator[StreamedResponse]:
        async with super().request_stream(messages, model_settings, model_request_parameters) as streamed:
            given, written = self.counted
            streamed._usage = RequestUsage(input_tokens=given, output_tokens=written)
            yield streamed


class WatchedPurse(CountingBudget):
    """Notes every moment at which more is settled and reserved than there is."""

    def __init__(self, total: int) -> None:
        super().__init__(total)
        self.total = total
        self.overdrawn: list[int] = []

    def reserve(self, job: str, tokens: int, ask: str = "") -> str:
        name = super().reserve(job, tokens, ask)
        held = sum(self.settled.get(one, most) for one, most in self.reserved.items())
        self.overdrawn += [held] if held > self.total else []
        return name


@pytest.mark.slow
@pytest.mark.req("D7")
@settings(max_examples=25)
@given(
    total=st.integers(0, 20_000),
    models=st.lists(
        st.tuples(
            st.sampled_from([GOOD, "no form", GOOD * 2, "x " * 400, ""]),
            st.tuples(COUNTS, COUNTS),
            st.integers(0, 3),
        ),
        min_size=20,
        max_size=20,
    ),
)
def test_twenty_at_once_never_spend_more_than_there_is(
    total: int, models: list[tuple[str, tuple[int, int], int]]
) -> None:
    budget = WatchedPurse(total)

    async def one(number: int, words: str, counted: tuple[int, int], turns: int) -> str:
        model = Claiming(words or " ", counted, turns)
        bench = Bench(models=[Named(id=f"claiming:{number}", model=lambda: model)], limits=RetryLimits(retries=1))
        try:
            return (await bench.client(budget).ask(question())).value.vote
        except (ModelFailed, BudgetExhausted) as exc:
            return type(exc).__name__

    async def all_at_once() -> list[str]:
        return await asyncio.gather(*(one(number, *what) for number, what in enumerate(models)))

    ends = asyncio.run(all_at_once())
    assert set(ends) <= {"APPROVE", "ModelFailed", "BudgetExhausted"}
    assert budget.overdrawn == []
    assert budget.ledger.open == {}
    assert [name for name, most in budget.reserved.items() if not 0 <= budget.settled[name] <= most] == []
    assert sum(budget.settled.values()) <= total


@pytest.mark.req("D7")
async def test_twenty_at_once_over_real_sockets_settle_all_they_reserve() -> None:
    async with scripted(said(GOOD, count=usage(300, 40))) as server:
        bench = Bench(models=[at(server)])
        client = bench.client()
        answers = await asyncio.gather(*(client.ask(question()) for _ in range(20)))
    assert [answered.use.total for answered in answers] == [340] * 20
    assert (len(server.asked), sum(bench.budget.settled.values())) == (20, 6800)


@pytest.mark.filterwarnings("ignore::pydantic_ai._warnings.UsageExtractionFailedWarning")
@pytest.mark.parametrize(
    ("counted", "used"),
    [
        (None, (None, None)),
        ((300, 30), (300, 30)),
        ((-300, -30), (None, None)),
        ((0, 0), (None, None)),
        ((1, 1), (None, None)),
        ((10**12, 10**12), (None, None)),
        ((300, 10**6), (300, None)),
    ],
)
async def test_a_count_of_tokens_is_believed_where_it_can_be_true(
    counted: tuple[int, int] | None, used: tuple[int | None, int | None]
) -> None:
    async with scripted(said(GOOD, count=None if counted is None else usage(*counted))) as server:
        bench = Bench(models=[at(server)])
        answered = await bench.client().ask(question(longest=200))
    prompt, words = bench.budget.reserved["1-1"] - 200, estimate_tokens(GOOD)
    assert answered.use.given == (used[0] or prompt)
    assert answered.use.written == (used[1] or words)


async def test_an_answer_never_costs_more_tokens_than_it_may_have() -> None:
    model = Claiming("The bridge, number by number: " + " ".join(str(n * n) for n in range(60)), (400, 10**6), 0)
    bench = Bench(models=[Named(id="claiming", model=lambda: model)], limits=RetryLimits(retries=0))
    with pytest.raises(ModelFailed):
        await bench.client().ask(question(longest=60))
    asked = bench.emitted[-1]
    assert isinstance(asked, ModelAsked)
    assert asked.written == 60


@pytest.mark.req("L35")
async def test_an_address_that_was_not_given_is_masked_and_told() -> None:
    bench = Bench(models=[says(vote(reason="see http://evil.test/?q=1932"))])
    answered = await bench.client().ask(question())
    assert answered.value.reason == "see [REDACTED]"
    assert [(flag.rule, flag.where) for flag in answered.flags] == [("address_url", "output:reason")]


async def test_an_answer_that_keeps_no_form_without_what_was_masked_is_unsafe_and_the_next_model_is_asked() -> None:
    bad = says(vote(reason="a@b.co " * 11), id="function:leaky")
    answered = await Bench(models=[bad, says(GOOD)]).client().ask(question())
    assert answered.model == "function:spare"
    with pytest.raises(ModelFailed) as failed:
        await Bench(models=[bad]).client().ask(question())
    assert failed.value.code == "MODEL_UNSAFE"


async def test_what_guards_saw_goes_to_the_audit_log_with_task_and_job() -> None:
    written: list[tuple[str, str, list[str]]] = []

    class Log:
        def write(self, task: str, flags: Sequence[GuardFlag], *, job: str = "") -> None:
            written.append((task, job, [flag.rule for flag in flags]))

    client = ModelClient(
        models={ModelRole.FAST: [says(vote(reason="http://evil.test/"))]},
        budget=CountingBudget(),
        fence=Fence.new("task", lambda count: TAG[:count]),
        audit=Log(),
    )
    await client.ask(question())
    assert written == [("task", "vote", ["address_url"])]


async def test_data_is_fenced_and_instructions_stand_within_the_tag() -> None:
    async with scripted(said(GOOD)) as server:
        await Bench(models=[at(server)]).client().ask(question(instructions="票を入れること。"))
    system, user = server.asked[0]["messages"]
    tag = f"TADORI-{TAG.hex()}"
    assert (system["role"], user["role"]) == ("system", "user")
    assert "票を入れること。" in system["content"]
    assert system["content"].startswith(f"<{tag}>")
    assert "The bridge opened in 1932." in user["content"]
    assert "The bridge opened in 1932." not in system["content"]
    assert tag not in user["content"]


async def test_the_answer_is_limited_and_the_second_try_is_warmer() -> None:
    async with scripted(said("no"), said(GOOD)) as server:
        await Bench(models=[at(server)]).client().ask(question(longest=150))
    sent = [
        (asked.get("max_completion_tokens") or asked.get("max_tokens"), asked["temperature"]) for asked in server.asked
    ]
    assert sent == [(150, 0.0), (150, 0.2)]


async def test_nobody_at_the_address_is_a_clear_failure() -> None:
    budget = CountingBudget()
    client = ModelClient.of(
        LlmSettings(fast=("openai:gone",), base_url=NOBODY), budget=budget, fence=Fence.new("t", lambda n: TAG[:n])
    )
    with pytest.raises(ModelFailed, match="MODEL_UNREACHABLE: openai:gone: ModelConnectionError"):
        await client.ask(question())
    assert set(budget.settled.values()) == {0}


async def test_without_models_asking_fails_clearly() -> None:
    with pytest.raises(ModelFailed, match="MODEL_UNREACHABLE: no model is set for fast"):
        await Bench(models=[]).client().ask(question())


async def test_a_model_that_cannot_be_made_is_passed_over() -> None:
    def broken() -> Any:
        raise ModelUnusable("the file model.gguf is damaged")

    models = [Named(id="gguf:model.gguf", model=broken), says(GOOD)]
    assert (await Bench(models=models).client().ask(question())).model == "function:spare"
    with pytest.raises(ModelFailed, match=r"gguf:model.gguf: the file model.gguf is damaged"):
        await Bench(models=models[:1]).client().ask(question())


async def test_a_model_is_made_once_for_many_questions_and_tried_again_when_that_failed() -> None:
    made: list[int] = []
    spare = says(GOOD)

    def make() -> Any:
        made.append(1)
        if len(made) == 1:
            raise ModelUnusable("not yet")
        return spare.model()

    client = Bench(models=[Named(id="slow:start", model=make)]).client()
    with pytest.raises(ModelFailed, match="not yet"):
        await client.ask(question())
    await asyncio.gather(*(client.ask(question()) for _ in range(5)))
    assert len(made) == 2


def test_one_asking_serves_event_loops_one_after_the_other() -> None:
    client = Bench(models=[says(GOOD)]).client()
    assert [asyncio.run(client.ask(question())).value.vote for _ in range(2)] == ["APPROVE", "APPROVE"]


@pytest.mark.parametrize("retries", [-1, 11])
def test_retries_out_of_range_are_a_wrong_call(retries: int) -> None:
    with pytest.raises(WrongCall, match=r"retries is -?[0-9]+; it must be from 0 to 10"):
        RetryLimits(retries=retries)


@pytest.mark.parametrize("retries", [0, 10])
async def test_retries_are_counted_as_they_are_set(retries: int) -> None:
    async with scripted(said("no form")) as server:
        bench = Bench(models=[at(server)], limits=RetryLimits(retries=retries))
        with pytest.raises(ModelFailed):
            await bench.client().ask(question())
    assert len(server.asked) == retries + 1


def test_the_best_way_a_model_knows_comes_first_and_words_last() -> None:
    spare = says(GOOD)
    known = [frozenset({"tool", "native"}), frozenset({"grammar"}), frozenset[str](), frozenset({"tool"})]
    assert [request_modes(Named(id="m", model=spare.model, modes=modes)) for modes in known] == [
        ("native", "tool", "prompted"),
        ("grammar",),
        ("prompted",),
        ("tool", "prompted"),
    ]


def test_asking_is_a_mind_with_the_models_of_both_roles_each_once() -> None:
    client: Mind = ModelClient.of(
        LlmSettings(fast=("openai:a", "openai:b"), slow=("openai:b", "openai:c"), base_url=NOBODY),
        budget=CountingBudget(),
        fence=Fence.new("t", lambda n: TAG[:n]),
    )
    assert client.model_ids == ("openai:a", "openai:b", "openai:c")


def test_a_model_that_is_elsewhere_needs_consent() -> None:
    with pytest.raises(ConfigError):
        ModelClient.of(
            LlmSettings(fast=("openai:a",), base_url="https://models.test/v1"),
            budget=CountingBudget(),
            fence=Fence.new("t", lambda n: TAG[:n]),
        )


async def test_the_slow_role_asks_the_slow_models() -> None:
    client = ModelClient(
        models={ModelRole.FAST: [says("no form")], ModelRole.SLOW: [says(GOOD, id="function:slow")]},
        budget=CountingBudget(),
        fence=Fence.new("t", lambda n: TAG[:n]),
    )
    ask: ModelRequest[Vote] = ModelRequest(
        job="vote", instructions="Vote.", data=(UntrustedText(name="page", text=""),), answer=Vote, role=ModelRole.SLOW
    )
    assert (await client.ask(ask)).model == "function:slow"


@pytest.mark.req("L15")
@pytest.mark.parametrize(
    ("remote", "role", "log"),
    [
        (False, ModelRole.FAST, ["fast in", "fast out"]),
        (False, ModelRole.SLOW, ["slow in", "slow out"]),
        (True, ModelRole.SLOW, []),
    ],
)
async def test_a_model_of_the_users_own_machines_is_heard_in_its_turn(
    remote: bool, role: ModelRole, log: list[str]
) -> None:
    turns: list[str] = []

    @asynccontextmanager
    async def turn(role: ModelRole) -> AsyncIterator[None]:
        turns.append(f"{role} in")
        yield
        turns.append(f"{role} out")

    client = ModelClient(
        models={role: [replace(says(GOOD), remote=remote)]},
        budget=CountingBudget(),
        fence=Fence.new("t", lambda n: TAG[:n]),
        turn=turn,
    )
    answered = await client.ask(
        ModelRequest(
            job="vote", instructions="Vote.", data=(UntrustedText(name="page", text=""),), answer=Vote, role=role
        )
    )
    assert (answered.value.vote, turns) == ("APPROVE", log)


@pytest.mark.req("L15")
async def test_all_tries_of_a_model_have_the_time_of_one_batch_together_and_the_next_model_has_its_own() -> None:
    now, heard = 0.0, 0

    async def slow_and_formless(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        nonlocal now, heard
        heard += 1
        now += 50.0
        yield "no form"

    slow = FunctionModel(stream_function=slow_and_formless)
    bench = Bench(
        models=[Named(id="function:slow", model=lambda: slow), says(GOOD)],
        limits=RetryLimits(retries=10, patience=120.0, longest=120.0),
        clock=lambda: now,
    )
    answered = await bench.client().ask(question())
    assert (answered.model, heard, now) == ("function:spare", 3, 150.0)
