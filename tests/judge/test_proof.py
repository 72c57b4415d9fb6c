"""What stands around a quoted sentence decides whether it may be printed (X11)."""

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import EntailmentVote, Grade, QuotedPassage, SentenceVerdict, is_at_least

BROKE = "The dam broke on 3 May 2021."
OLD_JA = "ダムは老朽化している。"


def graded(sentence: str, *passages: QuotedPassage, votes: tuple[EntailmentVote, ...] = ()) -> SentenceVerdict:
    return MechanicalCheck().grade(sentence, passages, votes)


def rules(verdict: SentenceVerdict) -> list[str]:
    return [ground.rule for ground in verdict.grounds]


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("before", "text", "after", "rule"),
    [
        ("", BROKE, " That is false.", "taken_back"),
        ("", OLD_JA, "これは誤りである。", "taken_back"),
        ('Mr Kato, a resident, spoke. "', BROKE, ' We ran for our lives," he said.', "speech"),
        ("加藤氏はこう語った。\n\n「", OLD_JA, "\n\nいつ壊れてもおかしくない」", "speech"),
        ("", BROKE, " (disputed)", "note"),
        ("If the spillway is blocked:\n\n- ", "The dam overflows within hours.", "\n- The town floods.", "lead_in"),
        ("次の場合は対象外とする：\n・", "施設が閉鎖されている。", "\n・職員が不在である。", "lead_in"),
    ],
)
def test_what_stands_around_a_sentence_can_forbid_it(before: str, text: str, after: str, rule: str) -> None:
    verdict = graded(text, QuotedPassage(text=text, before=before, after=after))
    assert (verdict.grade, rules(verdict)) == (Grade.NOT_CHECKED, [rule])


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("The valley is narrow. ", BROKE, " The town was evacuated."),
        ("", BROKE, " However, it was rebuilt in 2023."),
        ("谷は狭い。", OLD_JA, "町は避難した。"),
        ("The park has the following sights:\n\n- ", "The old mill is open in summer.", "\n- The lake is deep."),
    ],
)
def test_harmless_surroundings_forbid_nothing(before: str, text: str, after: str) -> None:
    assert graded(text, QuotedPassage(text=text, before=before, after=after)).grade is Grade.QUOTED


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("The mayor denied that ", "the dam broke.", ""),
        ("The mayor denied that\n", "the dam broke.", ""),
        ("", "The dam broke", " in the film."),
        ("", "The dam broke", "\nonly in the film."),
        ("市長は、", "ダムが壊れた", "という噂を否定した。"),
        ("住民の加藤氏は「", OLD_JA, "いつ壊れてもおかしくない」と話した。"),
    ],
)
def test_words_cut_out_of_a_sentence_are_not_what_it_says(before: str, text: str, after: str) -> None:
    assert graded(text, QuotedPassage(text=text, before=before, after=after)).grade is Grade.NOT_CHECKED


@pytest.mark.req("X11")
def test_steps_follow_each_other_and_the_weakest_part_counts() -> None:
    it = QuotedPassage(text="It is 40 m high.", before="The Kanegawa dam is a gravity dam. ", source="the city")
    one = graded("According to the city, [The Kanegawa dam] is 131 ft high.", it)
    assert (one.grade, [step.rule for step in one.steps]) == (Grade.DERIVED, ["subject", "unit", "attribution"])
    both = graded(
        "The Kanegawa dam is a gravity dam. [The Kanegawa dam] is 40 m high.",
        QuotedPassage(text="The Kanegawa dam is a gravity dam. It is 40 m high."),
    )
    assert (both.grade, [step.detail for step in both.steps]) == (Grade.DERIVED, ["It → The Kanegawa dam"])
    assert [is_at_least(grade, Grade.DERIVED) for grade in Grade] == [True, True, False, False]


WORDS = "The barrier is forty metres tall."
QUOTED = QuotedPassage(text="The dam is 40 m high.")


def vote(model: str, entailed: bool, sentence: str = WORDS) -> EntailmentVote:
    pair = EntailmentVote.pair_hash_of(sentence, (QUOTED.text,))
    return EntailmentVote(model=model, entailed=entailed, score=0.9, pair_hash=pair)


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("votes", "grade"),
    [
        ((), Grade.NOT_CHECKED),
        ((vote("a", True),), Grade.JUDGED),
        ((vote("a", True), vote("b", False)), Grade.NOT_CHECKED),
        ((vote("a", True), vote("b", False), vote("c", True)), Grade.JUDGED),
        ((vote("a", True, "Another sentence."),), Grade.NOT_CHECKED),
        ((vote(" ", True),), Grade.NOT_CHECKED),
    ],
)
def test_models_carry_a_sentence_only_by_votes_of_their_own_on_it(
    votes: tuple[EntailmentVote, ...], grade: Grade
) -> None:
    assert graded(WORDS, QUOTED, votes=votes).grade is grade


@pytest.mark.req("X11")
def test_where_a_rule_objects_no_vote_helps() -> None:
    said = "The dam is 50 m high."
    pair = EntailmentVote.pair_hash_of(said, (QUOTED.text,))
    yes = EntailmentVote(model="m", entailed=True, score=1.0, pair_hash=pair)
    verdict = graded(said, QUOTED, votes=(yes,))
    assert (verdict.grade, [limit.text for limit in verdict.added][:1]) == (Grade.NOT_CHECKED, ["50 m"])
    spoken = QuotedPassage(text="The dam is 40 m high.", before='"', after=' It is old," said Kato.')
    pair = EntailmentVote.pair_hash_of(WORDS, (spoken.text,))
    yes = EntailmentVote(model="m", entailed=True, score=1.0, pair_hash=pair)
    assert [limit.text for limit in graded(WORDS, spoken, votes=(yes,)).lost] == ["Kato"]


@pytest.mark.req("X11")
def test_two_thousand_characters_and_twenty_quotations_are_graded_in_bounded_work() -> None:
    long = "The dam and " * 160 + "the lake are old."
    passages = [QuotedPassage(text=f"The dam number {n} is {n} m high. It is old." * 40) for n in range(25)]
    assert graded(long, *passages).grade is Grade.NOT_CHECKED


@pytest.mark.req("X11")
def test_a_proviso_belongs_to_its_sentence_and_a_row_to_the_sentence_it_is_cut_from() -> None:
    passage = QuotedPassage(text="駅に列車が停まる。", after="ただし補修中はこの限りでない。")
    assert rules(graded("駅に列車が停まる。", passage)) == ["proviso"]
    assert graded("駅に列車が停まる。ただし補修中はこの限りでない。", passage).grade is Grade.NOT_CHECKED
    whole = QuotedPassage(text="駅に列車が停まる。ただし補修中はこの限りでない。")
    assert graded("駅に列車が停まる。ただし補修中はこの限りでない。", whole).grade is Grade.QUOTED
    header = QuotedPassage(text="City | Population", before="Nobody believes this: ")
    row = graded("City: Oslo; Population: 709,037", header, QuotedPassage(text="Oslo | 709,037"))
    assert row.grade is Grade.NOT_CHECKED
