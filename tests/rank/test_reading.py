"""Which candidates the answer reader reads, what it is given, and how its word is joined with the first look."""

from collections.abc import Sequence

import pytest

from tadori.errors import ModelUnusable
from tadori.minds.base import AnswerLine
from tadori.model.evidence_thresholds import ANSWERS_READ, FOREIGN_ANSWERS_READ, UNREAD_BEHIND
from tadori.model.fitted_weights import READ_HOLDS, READ_ORDER
from tadori.model.ids import EN, JA, Lang
from tadori.rank.answers import AnswerScorer
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_features import open_rows
from tadori.rank.question import parse_question
from tadori.rank.reading import answer_line, read_again, readings, worth_reading
from tests.rank.open_parts import library


class WordReader:
    """Answers with the number that a line has for its text, and remembers what it was given."""

    model_id = "numbers"

    def __init__(self, says: dict[str, float], other: float = -3.0) -> None:
        self.says = says
        self.other = other
        self.given: list[AnswerLine] = []

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        self.given += lines
        return [self.says.get(line.text, self.other) for line in lines]


QUESTION = parse_question("How many boats are registered in the harbour?", EN)


def candidate(text: str, lang: Lang = EN, **given: object) -> AnswerCandidate:
    plain: dict[str, object] = {"claim_id": f"cl_{text}", "context": text, "title": "Harbour", "page_id": "pg_1"}
    return AnswerCandidate(text=text, lang=lang, **(plain | given))  # type: ignore[arg-type]


def many(count: int, lang: Lang) -> list[AnswerCandidate]:
    return [candidate(f"{lang} {n}", lang) for n in range(count)]


def test_only_the_best_of_each_language_are_read() -> None:
    own, foreign = many(ANSWERS_READ + 5, EN), many(FOREIGN_ANSWERS_READ + 5, JA)
    order = [float(-n) for n in range(len(own))] + [float(-100 - n) for n in range(len(foreign))]
    places = worth_reading(QUESTION, [*own, *foreign], order)
    assert places == [*range(ANSWERS_READ), *range(len(own), len(own) + FOREIGN_ANSWERS_READ)]


def test_of_equals_the_better_page_is_read_first_then_the_earlier_candidate() -> None:
    candidates = [candidate("third", page_rank=1), candidate("first"), candidate("second")]
    assert worth_reading(QUESTION, candidates, [1.0, 1.0, 1.0]) == [1, 2, 0]


def test_the_reader_is_given_title_heading_and_the_sentence_before() -> None:
    context = "The harbour is old. It was dredged in 1902. About 400 boats are registered."
    one = candidate("About 400 boats are registered.", context=context, heading="Boats")
    assert answer_line(one, "?", one.lang) == AnswerLine(
        above="Harbour. Boats", before="It was dredged in 1902.", text="About 400 boats are registered."
    )


def test_a_sentence_that_opens_its_paragraph_or_is_not_found_in_it_has_nothing_before_it() -> None:
    assert answer_line(candidate("It is old.", context="It is old. It is small."), "?", EN).before == ""
    assert answer_line(candidate("It is old.", context="Something else. And more."), "?", EN).before == ""


def test_a_japanese_sentence_is_given_with_the_one_before_it() -> None:
    one = candidate("約400隻が登録されている。", JA, context="港は古い。約400隻が登録されている。")
    assert answer_line(one, "?", one.lang).before == "港は古い。"


def test_numbers_beyond_eight_count_as_eight() -> None:
    candidates = [candidate("sure"), candidate("never")]
    assert readings("?", EN, candidates, [0, 1], WordReader({"sure": 55.0, "never": -20.0})) == {0: 8.0, 1: -8.0}


def joined(table: dict[str, tuple[float, float, float]], side: str, first: float, said: float) -> float:
    by_first, by_reading, bias = table[side]
    return by_first * first + by_reading * said + bias


@pytest.mark.parametrize(("lang", "side"), [(EN, "own"), (JA, "foreign")])
def test_first_look_and_reading_are_weighed_by_the_side_of_the_language(lang: Lang, side: str) -> None:
    order, holds = read_again(QUESTION, [candidate("one", lang)], [2.0], [-1.0], WordReader({"one": 1.5}))
    assert order == [pytest.approx(joined(READ_ORDER, side, 2.0, 1.5))]
    assert holds == [pytest.approx(joined(READ_HOLDS, side, -1.0, 1.5))]


def test_what_was_not_read_stands_behind_the_worst_that_was() -> None:
    candidates = many(ANSWERS_READ + 1, EN)
    reader = WordReader({"en 3": -5.0}, other=2.0)
    order, holds = read_again(QUESTION, candidates, [1.0] * len(candidates), [0.0] * len(candidates), reader)
    assert len(reader.given) == ANSWERS_READ
    unread = -5.0 - UNREAD_BEHIND
    assert order[-1] == pytest.approx(joined(READ_ORDER, "own", 1.0, unread))
    assert holds[-1] == pytest.approx(joined(READ_HOLDS, "own", 0.0, unread))
    assert min(order) == order[-1]


def test_what_the_reader_says_can_turn_the_order_round_in_both_languages() -> None:
    for lang in (EN, JA):
        candidates = [candidate("first", lang), candidate("second", lang)]
        order, holds = read_again(QUESTION, candidates, [1.0, 0.5], [0.0, 0.0], WordReader({"second": 4.0}))
        assert order[1] > order[0]
        assert holds[1] > holds[0]


class Broken:
    """A reader whose weights cannot be used."""

    model_id = "broken"

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        raise ModelUnusable("damaged")


def test_without_a_usable_reader_the_first_look_stands() -> None:
    candidates = [candidate("About 400 boats are registered in the harbour."), candidate("It was dredged in 1902.")]
    for asked in (QUESTION, parse_question("Why was the harbour closed?", EN)):
        alone = AnswerScorer().score(asked, candidates, df=library(9))
        assert AnswerScorer(None, Broken()).score(asked, candidates, df=library(9)) == alone
        rows = open_rows(asked, candidates, df=library(9), embedder=None, reader=None)
        assert open_rows(asked, candidates, df=library(9), embedder=None, reader=Broken()) == rows


def test_no_candidates_are_no_scores() -> None:
    assert read_again(QUESTION, [], [], [], WordReader({})) == ([], [])
