"""The sentences of an answer to an open question: as many as there is room for, none twice, the best first."""

from collections.abc import Sequence

import pytest

from tadori.minds.base import AnswerLine
from tadori.model.evidence_thresholds import OPEN_READ_FLOOR
from tadori.model.ids import EN, JA, Lang
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_answers import OpenChoice, choose_open, word_count
from tadori.rank.question import parse_question
from tests.rank.open_parts import library, sentence

pytestmark = pytest.mark.req("X1")

WHY = "Why was the harbour bridge closed?"
REASONS = [
    "The harbour bridge was closed because a cable broke.",
    "Engineers had found rust in both towers of the harbour bridge.",
    "The ferry company asked for the bridge to be closed during repairs, since boats pass below it every hour.",
    "A storm in March damaged the deck, which led to the closing of the harbour bridge.",
    "Bakers sell bread at the market.",
]


def chosen(candidates: Sequence[AnswerCandidate], words: int, question: str = WHY, lang: Lang = EN) -> OpenChoice:
    df = library(400, bridg=40, close=20, harbour=40, 橋=40, 閉鎖=20)
    return choose_open(parse_question(question, lang), candidates, df=df, embedder=None, words=words)


def reasons() -> list[AnswerCandidate]:
    return [sentence(str(n), text) for n, text in enumerate(REASONS)]


@pytest.mark.parametrize("words", [0, 8, 9, 10, 20, 30, 45, 400])
def test_the_answer_keeps_within_its_words(words: int) -> None:
    answer = chosen(reasons(), words).answer
    assert sum(word_count(REASONS[int(claim_id)], EN) for claim_id in answer) <= words


def test_there_is_room_for_nothing_in_no_words() -> None:
    found = chosen(reasons(), 0)
    assert found.answer == ()
    assert "0" in found.order


def test_a_sentence_that_does_not_fit_leaves_its_room_to_shorter_ones() -> None:
    long = sentence("long", " ".join(["The harbour bridge was closed because"] + ["of rust"] * 40))
    short = sentence("short", "The harbour bridge was closed because a cable broke.")
    assert chosen([long, short], 10).answer == ("short",)


def test_more_room_never_takes_a_sentence_away_that_all_room_chooses() -> None:
    everything = chosen(reasons(), 10_000)
    assert everything.answer == everything.order


def test_what_speaks_of_the_question_comes_before_what_does_not() -> None:
    order = chosen(reasons(), 400).order
    assert order[0] in {"0", "3"}
    assert "4" not in order[:3]


def test_scores_lie_between_0_and_1_and_fall_along_the_order() -> None:
    found = chosen(reasons(), 400)
    along = [found.scores[claim_id] for claim_id in found.order]
    assert along == sorted(along, reverse=True)
    assert set(found.scores) == {"0", "1", "2", "3", "4"}
    assert 0 <= min(found.scores.values()) <= max(found.scores.values()) <= 1


@pytest.mark.parametrize(
    ("text", "lang", "question"),
    [(REASONS[0], EN, WHY), ("ケーブルが切れたため、橋は閉鎖された。", JA, "橋はなぜ閉鎖されたのか")],
)
def test_the_same_sentence_of_two_pages_is_taken_once(text: str, lang: Lang, question: str) -> None:
    twice = [sentence("a", text, lang=lang), sentence("b", text, lang=lang)]
    assert chosen(twice, 400, question, lang).answer == ("a",)


def test_two_values_for_one_thing_both_have_a_place() -> None:
    both = [
        sentence("a", "The harbour bridge was closed in 2018 because a cable broke."),
        sentence("b", "The harbour bridge was closed in 2019 because a cable broke."),
    ]
    assert set(chosen(both, 400).answer) == {"a", "b"}


def test_a_statement_and_its_denial_both_have_a_place() -> None:
    both = [
        sentence("a", "The harbour bridge was closed because a cable broke."),
        sentence("b", "The harbour bridge was not closed because a cable broke."),
    ]
    assert set(chosen(both, 400).answer) == {"a", "b"}


def test_a_sentence_that_repeats_the_best_one_comes_after_one_that_adds_something() -> None:
    given = [
        sentence("a", "The harbour bridge was closed because a cable broke."),
        sentence("b", "The harbour bridge was closed because a cable broke, officials said."),
        sentence("c", "A storm led to the closing of the harbour bridge."),
    ]
    order = chosen(given, 400).order
    assert order.index("c") < max(order.index("a"), order.index("b"))


def test_one_sentence_is_the_answer_where_it_fits() -> None:
    only = sentence("a", REASONS[0])
    assert chosen([only], 400) == OpenChoice(order=("a",), scores={"a": 1.0}, answer=("a",))
    assert chosen([only], 8) == OpenChoice(order=("a",), scores={"a": 1.0}, answer=())


def test_nothing_to_choose_from_is_no_answer() -> None:
    assert chosen([], 400) == OpenChoice(order=(), scores={}, answer=())


def test_a_sentence_that_leaves_open_what_it_speaks_about_is_scored_and_not_chosen() -> None:
    given = [sentence("a", "It was closed because a cable broke.", stands_alone=False), *reasons()[1:]]
    found = chosen(given, 400)
    assert "a" in found.scores
    assert "a" not in found.order


def test_nothing_that_stands_alone_is_no_answer() -> None:
    found = chosen([sentence("a", "It was closed because of it.", stands_alone=False)], 400)
    assert (found.order, found.answer, set(found.scores)) == ((), (), {"a"})


def test_equal_sentences_keep_the_order_of_the_candidates() -> None:
    given = [sentence(name, f"The bridge was closed because of {name}.") for name in ("rust", "wind", "rain")]
    assert chosen(given, 400).order == ("rust", "wind", "rain")


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        ("", EN, 0),
        ("", JA, 0),
        ("   ", JA, 0),
        ("One two  three.", EN, 3),
        ("橋", JA, 1),
        ("橋は", JA, 1),
        ("橋は赤", JA, 2),
        ("橋は 赤い。\n", JA, 3),
        ("橋は赤い。", JA, 3),
        ("word", JA, 2),
    ],
)
def test_two_characters_of_japanese_are_one_word(text: str, lang: Lang, words: int) -> None:
    assert word_count(text, lang) == words


def test_the_words_of_a_sentence_are_counted_in_its_own_language() -> None:
    japanese = sentence("a", "ケーブルが切れたため、橋は閉鎖された。", lang=JA)  # 19 characters
    assert chosen([japanese], 10, "橋はなぜ閉鎖されたのか", JA).answer == ("a",)
    assert chosen([japanese], 9, "橋はなぜ閉鎖されたのか", JA).answer == ()


@pytest.mark.parametrize("text", ["", "。", "\x00\ud7ff", "語" * 3_000, "word " * 3_000])
def test_hostile_sentences_do_not_take_the_place_of_the_answer(text: str) -> None:
    found = chosen([sentence("odd", text), sentence("a", REASONS[0])], 400)
    assert found.order[0] == "a"


def test_a_few_words_that_name_nothing_of_the_question_sink() -> None:
    few, enough = "It broke in May.", "It broke in May and was mended in the June of that year."
    scores = chosen([sentence("few", few), sentence("enough", enough), *reasons()], 400).scores
    # Their length alone leaves them .84 of the other.
    assert scores["few"] / scores["enough"] < 0.6


class Readings:
    """Says of each sentence what it was told, else −1."""

    model_id = "told"

    def __init__(self, **says: float) -> None:
        self.says = says

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        return [self.says.get(str(REASONS.index(line.text)), -1.0) for line in lines]


def read(candidates: list[AnswerCandidate], reader: Readings) -> OpenChoice:
    df = library(400, bridg=40, close=20, harbour=40)
    return choose_open(parse_question(WHY, EN), candidates, df=df, embedder=None, reader=reader, words=400)


def test_a_sentence_that_the_reader_finds_unlikely_is_scored_and_not_chosen() -> None:
    found = read(reasons(), Readings(**{"0": 3.0, "1": 3.0, "3": OPEN_READ_FLOOR - 0.1}))
    assert "0" in found.answer
    assert "1" in found.answer
    assert "3" not in found.order
    assert "3" in found.scores
    assert "3" in read(reasons(), Readings(**{"0": 3.0, "1": 3.0, "3": OPEN_READ_FLOOR + 0.1})).answer


def test_the_better_the_reader_finds_a_sentence_the_earlier_it_is_chosen() -> None:
    assert read(reasons(), Readings(**{"1": 6.0})).order[0] == "1"
    assert read(reasons(), Readings(**{"2": 6.0})).order[0] == "2"


def test_where_the_reader_finds_all_unlikely_the_best_one_stays() -> None:
    nothing = Readings(**dict.fromkeys("01234", -8.0))
    assert len(read(reasons(), nothing).answer) == 1
