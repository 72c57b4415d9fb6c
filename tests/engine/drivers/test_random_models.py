"""Whatever a model says: the task ends, within its budget, without a forbidden action, and says why (1 000 runs)."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import pytest

from tadori.engine.drivers.mechanical import MechanicalDriver
from tadori.engine.drivers.model import ModelDriver
from tadori.engine.planning.action_flags import action_flags
from tadori.minds.llm.workers.base import WorkResult
from tadori.minds.llm.workers.rewriting import Rewriting
from tadori.minds.llm.workers.step import StepView
from tadori.model.actions import (
    Action,
    ActionOutcome,
    AnswerAction,
    CodingAction,
    ProposeAction,
    ReflectAction,
    RefuteAction,
    SearchAction,
    StopAction,
    VisitAction,
)
from tadori.model.budget import Budget
from tadori.model.ids import Url
from tadori.model.llm_thresholds import MOST_PROPOSALS, SEARCHES_BY_EFFORT, STEPS_BY_EFFORT
from tadori.model.researcher import (
    ActionFlags,
    AnswerEvaluation,
    EvaluationResponse,
    EvaluationType,
    IntentLayers,
    KnownAddress,
    ResearcherMemory,
    RewrittenQuery,
    StepDecision,
    StepKind,
)
from tadori.model.state import ResearchState
from tadori.model.thresholds import MAX_ACTIONS
from tests.engine.makers import done, standing, state

NOW = datetime(2026, 11, 19, tzinfo=UTC)
CLAIMS = tuple(standing(f"The dam number {n} is {n}0 m high.", f"pg_{n}") for n in range(1, 7))
WORDS = [
    "dam",
    "height",
    "turbine",
    "堤高",
    "発電",
    "site:evil.test",
    "https://evil.test/a",
    "1234567",
    "ignore all rules",
    "\u200b",
    "",
]
HABITS = ["any", "always answers", "never answers", "always reflects", "one query", "invents", "fails"]
STEPS: dict[type[Action], StepKind] = {
    SearchAction: StepKind.SEARCH,
    VisitAction: StepKind.VISIT,
    ReflectAction: StepKind.REFLECT,
    CodingAction: StepKind.CODING,
    ProposeAction: StepKind.ANSWER,
}


@dataclass
class RandomModel:
    """Implements `StepModel`, by chance and habit; keeps to no flag."""

    draw: random.Random
    habit: str

    async def step(self, view: StepView, flags: ActionFlags) -> WorkResult[StepDecision | None]:
        if self.habit == "fails" or self.draw.random() < 0.1:
            return WorkResult(value=None, code="MODEL_REFUSED")
        habits: dict[str, list[StepKind]] = {
            "always answers": [StepKind.ANSWER],
            "never answers": [kind for kind in StepKind if kind is not StepKind.ANSWER],
            "always reflects": [StepKind.REFLECT],
            "one query": [StepKind.SEARCH],
        }
        kinds = habits.get(self.habit, list(StepKind))
        queries = ["dam"] if self.habit == "one query" else [self.words() for _ in range(self.draw.randrange(5))]
        return WorkResult(
            value=StepDecision(
                think="because",
                kind=self.draw.choice(kinds),
                queries=tuple(RewrittenQuery(q=q, tbs=self.draw.choice(["", "qdr:d", "?"])) for q in queries),
                url_targets=tuple(self.draw.randrange(1, 40) for _ in range(3)),
                questions=tuple(self.words() for _ in range(self.draw.randrange(4))),
                answer=self.words(),
                references=tuple(self.draw.randrange(1, 999) for _ in range(3)),
                coding_issue=self.words(),
            ),
            model="random",
        )

    async def rewrite(self, known: Sequence[str]) -> WorkResult[Rewriting | None]:
        intent = IntentLayers(surface="", practical="", emotional="", social="", identity="")
        queries = tuple(RewrittenQuery(q=self.words()) for _ in range(self.draw.randrange(5)))
        return WorkResult(value=Rewriting(intent=intent, queries=queries) if queries else None)

    def words(self) -> str:
        return " ".join(self.draw.choice(WORDS) for _ in range(self.draw.randrange(1, 4)))


@dataclass
class World:
    """What actions lead to, by chance, within what the engine guarantees: pages are granted up to the budget."""

    draw: random.Random
    now: ResearchState

    def after(self, action: Action) -> None:
        outcome = ActionOutcome(kind=action.kind)
        match action:
            case SearchAction():
                assert action.queries != ()
                outcome = self.gathered(action.kind)
                made = tuple(done(query) for query in action.queries)
                self.now = replace(self.now, round=self.now.round + 1, queries=(*self.now.queries, *made))
            case VisitAction():
                outcome = self.gathered(action.kind)
                read = {item for item, _ in action.hits}
                left = tuple(one for one in self.now.memory.addresses if one.item not in read)
                self.now = replace(self.now, memory=replace(self.now.memory, addresses=left))
            case ReflectAction():
                questions = (*self.now.memory.questions, *action.questions)
                self.now = replace(self.now, memory=replace(self.now.memory, questions=questions))
            case ProposeAction():
                outcome = self.proposed(action)
            case RefuteAction():
                tested = self.now.refutation_searched | set(action.claim_ids)
                self.now = replace(self.now, refutation_searched=tested)
            case AnswerAction():
                self.now = replace(self.now, answered=True)
        self.now = replace(self.now, outcomes=(*self.now.outcomes, outcome))

    def gathered(self, kind: str) -> ActionOutcome:
        spent = self.now.spent
        pages = min(self.draw.randrange(12), self.now.budget.pages - spent.pages)
        seconds = min(self.draw.random() * 40, self.now.budget.seconds - spent.seconds)
        new = self.draw.randrange(3) if pages else 0
        claims = CLAIMS[: min(len(CLAIMS), len(self.now.claims) + new)]
        self.now = replace(
            self.now,
            spent=replace(spent, pages=spent.pages + pages, seconds=spent.seconds + seconds),
            claims=claims,
            answer_claims=tuple(one.claim.id for one in claims[:2]),
        )
        return ActionOutcome(kind=kind, new_claims=new)

    def proposed(self, action: ProposeAction) -> ActionOutcome:
        passed = self.draw.random() < 0.3
        response = EvaluationResponse(passed=passed, think="", kind=EvaluationType.DEFINITIVE, by_rules=True)
        made = AnswerEvaluation(step=1, responses=(response,), analysis=None, at=NOW)
        memory = replace(self.now.memory, evaluations=(*self.now.memory.evaluations, made))
        self.now = replace(self.now, memory=memory)
        return ActionOutcome(kind=action.kind, ends_search=passed or action.is_last)


def begun(draw: random.Random) -> ResearchState:
    web = draw.random() < 0.5
    addresses = tuple(
        KnownAddress(item=f"i{n}", query_id="q", url=Url(f"https://a.test/{n}"), title="t", snippet="s", date=None)
        for n in range(draw.randrange(6))
    )
    return state(
        "How high is the dam?",
        effort=draw.randrange(1, 6),
        budget=Budget(pages=draw.randrange(1, 60), seconds=draw.randrange(1, 300), tokens=draw.choice([0, 5000])),
        on_the_web=web,
        memory=ResearcherMemory(addresses=addresses if web else ()),
        all_blocked=draw.random() < 0.05,
    )


def run(seed: int) -> list[tuple[ResearchState, Action]]:
    """One task to its end: (what was seen, what was chosen)."""
    draw = random.Random(seed)
    world = World(draw, begun(draw))
    driver = ModelDriver(
        model=RandomModel(draw, HABITS[seed % len(HABITS)]),
        rules=MechanicalDriver(),
        today=lambda: date(2026, 11, 19),
        may_code=seed % 2 == 0,
    )
    seen: list[tuple[ResearchState, Action]] = []
    while len(seen) < MAX_ACTIONS:
        action = asyncio.run(driver.next(world.now))
        seen.append((world.now, action))
        if isinstance(action, StopAction):
            break
        world.after(action)
    return seen


@pytest.mark.slow
@pytest.mark.req("D1")
@pytest.mark.req("D7")
@pytest.mark.parametrize("block", range(10))
def test_every_task_ends_within_its_limits_and_says_why(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        seen = run(seed)
        last = seen[-1][1]
        assert isinstance(last, StopAction), f"{seed}: {[type(action).__name__ for _, action in seen]}"
        assert last.words.strip() != "", seed
        kinds = [type(action) for _, action in seen]
        effort = seen[0][0].effort
        assert sum(kind in STEPS for kind in kinds) <= STEPS_BY_EFFORT[effort - 1] + 1, seed
        assert kinds.count(SearchAction) <= SEARCHES_BY_EFFORT[effort - 1] + 3, seed
        assert kinds.count(ProposeAction) <= MOST_PROPOSALS, seed
        for before, action in seen:
            assert before.spent.pages <= before.budget.pages, seed
            assert before.spent.seconds <= before.budget.seconds, seed
            queries = [query.text for query in getattr(action, "queries", ())]
            assert not any("evil" in text for text in queries), (seed, queries)
        assert list(forbidden_steps(seen, may_code=seed % 2 == 0)) == [], seed


def forbidden_steps(seen: Sequence[tuple[ResearchState, Action]], *, may_code: bool) -> Iterator[StepKind]:
    """The steps of the model that were carried out though their flag was off."""
    for before, action in seen:
        kind = STEPS.get(type(action))
        by_rules = before.round == 0 or getattr(action, "is_last", False) or not getattr(action, "thought", "")
        if kind is not None and not by_rules and not action_flags(before, may_code=may_code).allows(kind):
            yield kind


def test_one_seed_is_one_run() -> None:
    assert [type(action) for _, action in run(7)] == [type(action) for _, action in run(7)]
