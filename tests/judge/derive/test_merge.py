from collections.abc import Iterator, Sequence

import pytest

from tadori.judge.derive.base import Goal, Reduction
from tadori.judge.derive.merge import merge
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import DerivationStep, Grade, QuotedPassage
from tests.judge.derive.merge_cases import DONE, FAITHFUL, HIGH, UNFAITHFUL

pytestmark = pytest.mark.req("X11")
CHECK = MechanicalCheck(rules=(merge,))


def derived(sentence: str, *quotations: QuotedPassage) -> bool:
    return CHECK.grade(sentence, quotations).grade is Grade.DERIVED


@pytest.mark.parametrize("case", FAITHFUL)
def test_sentences_are_joined(case: tuple[str, ...]) -> None:
    sentence, *quoted = case
    assert derived(sentence, *(QuotedPassage(text=one) for one in quoted))
    assert derived(sentence, *(QuotedPassage(text=one) for one in reversed(quoted)))


@pytest.mark.parametrize("case", UNFAITHFUL)
def test_another_statement_is_refused(case: tuple[str, ...]) -> None:
    sentence, *quoted = case
    assert not derived(sentence, *(QuotedPassage(text=one) for one in quoted))
    assert not derived(sentence, *(QuotedPassage(text=one) for one in reversed(quoted)))


def test_there_are_enough_cases() -> None:
    assert (len(FAITHFUL) >= 40, len(UNFAITHFUL) >= 80) == (True, True)


def test_the_step_names_the_sentences_and_their_quotations() -> None:
    verdict = CHECK.grade(
        "The dam is 40 m high and was finished in 1962.", [QuotedPassage(text=DONE), QuotedPassage(text=HIGH)]
    )
    assert verdict.steps == (DerivationStep(rule="merge", detail=f"{HIGH} + {DONE}", quotations=(0, 1)),)


def test_the_company_of_one_source_is_not_the_company_of_another() -> None:
    sentence = "The company is old and was sold."
    one, other = "The company is old.", "The company was sold."
    same = (QuotedPassage(text=one, source="a"), QuotedPassage(text=other, source="a"))
    assert derived(sentence, *same)
    assert not derived(sentence, QuotedPassage(text=one, source="a"), QuotedPassage(text=other, source="b"))
    assert not derived(sentence, QuotedPassage(text=one, heading="Exel"), QuotedPassage(text=other, heading="Corus"))


def test_a_name_is_the_same_in_every_source() -> None:
    one, other = (
        QuotedPassage(text="Exel bought Tibbett.", source="a"),
        QuotedPassage(text="Exel sold Mercia.", source="b"),
    )
    assert derived("Exel bought Tibbett and sold Mercia.", one, other)


def test_a_relation_holds_where_the_source_states_it_between_neighbours() -> None:
    sentence = "The dam is 40 m high, but the tunnel is 2 km long."
    assert derived(sentence, QuotedPassage(text="The dam is 40 m high. But the tunnel is 2 km long."))
    assert not derived(sentence, QuotedPassage(text="But the tunnel is 2 km long. The dam is 40 m high."))
    assert not derived(
        sentence, QuotedPassage(text="The dam is 40 m high."), QuotedPassage(text="But the tunnel is 2 km long.")
    )


def test_a_pronoun_is_left_to_the_rule_of_subjects() -> None:
    def it_is_the_dam(goal: Goal, quotations: Sequence[QuotedPassage]) -> Iterator[Reduction]:
        if goal.text == DONE:
            step = DerivationStep(rule="subject", detail="It → The dam", quotations=(1,))
            yield Reduction(goals=(Goal(text="It was finished in 1962."),), step=step)

    check = MechanicalCheck(rules=(merge, it_is_the_dam))
    quoted = (QuotedPassage(text=HIGH), QuotedPassage(text="It was finished in 1962."))
    verdict = check.grade("The dam is 40 m high and was finished in 1962.", quoted)
    assert [step.rule for step in verdict.steps] == ["subject", "merge"]
    assert not derived("The dam is 40 m high and was finished in 1962.", *quoted)


def test_a_pronoun_right_behind_its_noun_means_it() -> None:
    behind = QuotedPassage(text="It was finished in 1962.", before=f"{HIGH} ")
    elsewhere = QuotedPassage(text="It was finished in 1962.", before="The bridge is new. ")
    assert derived("The dam is 40 m high and was finished in 1962.", QuotedPassage(text=HIGH), behind)
    assert not derived("The dam is 40 m high and was finished in 1962.", QuotedPassage(text=HIGH), elsewhere)


def test_a_part_in_speech_or_taken_back_is_no_part() -> None:
    sentence = "The dam is 40 m high and was finished in 1962."
    spoken = QuotedPassage(text=DONE, before="Kato said: “I know it. ", after="”")
    wrong = QuotedPassage(text=DONE, after=" That is false.")
    assert not derived(sentence, QuotedPassage(text=HIGH), spoken)
    assert not derived(sentence, QuotedPassage(text=HIGH), wrong)


def test_hostile_sentences_take_no_time() -> None:
    for sentence in ("a and " * 190, "The dam, which is x, " * 55, "ダムは古く、" * 180, "(" * 1100, "; and " * 180):
        assert not derived(sentence, QuotedPassage(text=sentence[:600]), QuotedPassage(text="The dam is old."))
