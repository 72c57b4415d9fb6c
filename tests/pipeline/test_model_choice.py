"""The model's choice decides the answer: what of it is in force, what rules keep, and that it is a step done once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tadori.model.choice import ChosenSection, ModelChoice
from tadori.model.claim import Relation
from tadori.model.ids import EN, JA
from tadori.model.report import Answered
from tadori.pipeline.answering import AnswerScores
from tadori.pipeline.chosen_answer import answer_in_force, within_words
from tadori.pipeline.task_graph import leading_claims
from tadori.settings import Settings
from tadori.store.choices import choice_of_task, forget_choice, save_choice
from tadori.store.evidence import claims_of
from tadori.wiring.home import open_app
from tests.pipeline.facts import World, filled
from tests.pipeline.test_choice_candidates import edge

RULES = AnswerScores(scores={"a": 0.9, "b": 0.5, "c": 0.1}, picked=["a"], parts={"a": 2})
ALL = {"a", "b", "c"}


def choice(*sections: tuple[str, tuple[str, ...]], answered: Answered = Answered.YES, **more: Any) -> ModelChoice:
    made = ModelChoice(
        answered=answered,
        sections=tuple(ChosenSection(heading=heading, claim_ids=ids) for heading, ids in sections),
        missing=(),
        seen=("a", "b"),
        model="m",
    )
    return replace(made, **more)


def test_without_a_choice_rules_choose() -> None:
    assert answer_in_force(RULES, None, ALL) is RULES


@pytest.mark.req("L39")
def test_what_a_model_chose_is_the_answer_in_its_order_with_the_scores_of_rules() -> None:
    found = answer_in_force(RULES, choice(("H", ("c", "b")), ("", ("b", "a"))), ALL)
    assert (found.picked, found.scores) == (["c", "b", "a"], RULES.scores)
    assert found.parts == {"c": 1, "b": 1, "a": 2}


@pytest.mark.req("L39")
def test_what_a_model_passed_over_leaves_the_answer() -> None:
    assert answer_in_force(RULES, choice(("H", ("b",))), ALL).picked == ["b"]


def test_a_claim_that_may_no_longer_answer_leaves_it_and_without_any_left_rules_choose() -> None:
    chosen = choice(("H", ("b", "c")))
    assert answer_in_force(RULES, chosen, {"a", "c"}).picked == ["c"]
    assert answer_in_force(RULES, chosen, {"a"}) is RULES


def test_no_takes_the_answer_away_as_far_as_the_model_saw_it() -> None:
    no = choice(("H", ("b",)), answered=Answered.NO)
    assert answer_in_force(RULES, no, ALL).picked == []
    assert answer_in_force(RULES, replace(no, seen=("b",)), ALL).picked == ["a"]
    assert answer_in_force(RULES, replace(no, rules_stand=True), ALL) is RULES


def test_a_model_that_names_everything_is_cut_to_the_words_of_an_answer_by_turns() -> None:
    texts = dict.fromkeys("abcdef", "one two three four")
    cut = within_words(choice(("H", ("a", "b", "c")), ("I", ("d", "e"))), texts, 12, EN)
    assert [one.claim_ids for one in cut.sections] == [("a", "b"), ("d",)]
    assert [one.claim_ids for one in within_words(cut, texts, 0, EN).sections] == [("a",), ("d",)]


def test_japanese_words_are_counted_by_characters() -> None:
    texts = dict.fromkeys("ab", "港大橋は開通した。")
    cut = within_words(choice(("H", ("a", "b"))), texts, 6, JA)
    assert [one.claim_ids for one in cut.sections] == [("a",)]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_app(Settings(home=tmp_path / "home", embeddings=False)) as app:
        yield filled(app, "Which fact is told?", tmp_path)


def test_the_latest_choice_is_kept_and_can_be_forgotten(world: World) -> None:
    first = choice(("見出し", ("a",)), missing=("x",), rules_stand=True)
    second = choice(("H", ("b",)), ("", ("c",)), answered=Answered.PARTLY)
    with world.app.store.write() as db:
        assert choice_of_task(db, world.task.id) is None
        save_choice(db, world.task.id, first)
        assert choice_of_task(db, world.task.id) == first
        save_choice(db, world.task.id, second)
        assert choice_of_task(db, world.task.id) == second
        forget_choice(db, world.task.id)
        assert choice_of_task(db, world.task.id) is None


@pytest.mark.req("L33")
def test_the_rival_of_a_chosen_claim_is_in_the_graph_of_the_report_whatever_its_score(world: World) -> None:
    with world.app.store.read() as db:
        held = claims_of(db, world.task.id)
    chosen, last = held[3], held[-1]
    scores = {one.claim.id: 1.0 - number / 1000 for number, one in enumerate(held)}
    refuting = edge(chosen.claim, last.claim, Relation.REFUTES)
    ids = [one.claim.id for one in leading_claims(held, scores, [chosen.claim.id], [refuting], most=3)]
    assert ids == [chosen.claim.id, last.claim.id, held[0].claim.id]
    assert [one.claim.id for one in leading_claims(held, scores, [chosen.claim.id], most=2)] == [
        chosen.claim.id,
        held[0].claim.id,
    ]
