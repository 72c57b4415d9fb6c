"""The answer of every part of a question: a fact by few sentences, an open one by as many as its words hold."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tadori.model.budget import Budget
from tadori.model.ids import EN, JA, Lang
from tadori.model.question import AnswerLength, Task, TaskStatus
from tadori.model.thresholds import ANSWER_WORDS, BRIEF_WORDS, MAX_ANSWER_SENTENCES
from tadori.pipeline.answering import AnswerScores, score_answers, score_for_words
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_answers import word_count
from tests.rank.open_parts import library, sentence

pytestmark = pytest.mark.req("X1")

LIBRARY = library(400, bridg=40, close=10, open=10, 橋=40, 閉鎖=10, 開通=10)
OPENED = "The harbour bridge opened on 12 May 1987."
CLOSED = "The harbour bridge was closed in 2019 because a cable broke."
RUST = "The harbour bridge was closed since engineers had found rust in its towers."
TEXTS = [OPENED, CLOSED, RUST, "Bakers sell bread at the market."]


def candidates(texts: Sequence[str], lang: Lang = EN) -> list[AnswerCandidate]:
    return [sentence(str(n), text, lang=lang) for n, text in enumerate(texts)]


def answers(
    question: str, texts: Sequence[str], lang: Lang = EN, length: AnswerLength = AnswerLength.NORMAL
) -> AnswerScores:
    task = Task(
        id="task_1", question=question, lang=lang, question_lang=lang, status=TaskStatus.CREATED,
        created_at=datetime(2026, 1, 1, tzinfo=UTC), budget=Budget(), effort=3, libraries=(), length=length,
    )  # fmt: skip
    return score_answers(task, candidates(texts, lang), None, None, LIBRARY)


def test_a_question_of_fact_is_answered_by_its_fact() -> None:
    found = answers("When did the harbour bridge open?", TEXTS)
    assert found.picked[0] == "0"
    assert len(found.picked) <= MAX_ANSWER_SENTENCES
    assert found.parts == dict.fromkeys(found.picked, 1)


def test_an_open_question_is_answered_by_all_its_reasons() -> None:
    found = answers("Why was the harbour bridge closed?", TEXTS)
    assert {"1", "2"} <= set(found.picked[:3])
    assert found.parts == dict.fromkeys(found.picked, 1)
    assert set(found.scores) == {"0", "1", "2", "3"}


def test_each_part_has_an_answer_of_its_own() -> None:
    found = answers("When did the harbour bridge open? Why was the harbour bridge closed?", TEXTS)
    # A bit for each part: the sentence about the opening is near the second question, too.
    assert found.parts["0"] == 0b11
    assert [found.parts["1"], found.parts["2"]] == [0b10, 0b10]
    assert list(found.parts) == found.picked


def test_japanese_parts_have_answers_of_their_own() -> None:
    texts = ["橋は1987年5月12日に開通した。", "ケーブルが切れたため、橋は閉鎖された。", "市場ではパンを売っている。"]
    found = answers("橋はいつ開通しましたか？橋はなぜ閉鎖されましたか？", texts, JA)
    assert (found.parts["0"], found.parts["1"]) == (0b11, 0b10)


def test_a_claim_may_answer_two_parts() -> None:
    found = answers("Why was the harbour bridge closed? How was the harbour bridge closed?", [CLOSED])
    assert (found.picked, found.parts) == (["0"], {"0": 0b11})


@pytest.mark.parametrize("length", AnswerLength)
@pytest.mark.parametrize("parts", [1, 2, 4])
def test_all_parts_together_keep_within_the_words_of_the_answer(parts: int, length: AnswerLength) -> None:
    question = " ".join(f"Why was harbour bridge number {n} closed?" for n in range(parts))
    texts = [f"Harbour bridge number {n} was closed because of reason {n} and {n + 1}." for n in range(200)]
    found = answers(question, texts, length=length)
    said = sum(word_count(texts[int(claim_id)], EN) for claim_id in found.picked)
    assert 0 < said <= ANSWER_WORDS[length]


def test_a_longer_answer_may_say_more() -> None:
    texts = [f"The bridge was closed because reason {n} held for bridge {n}." for n in range(200)]
    sizes = [len(answers("Why was the bridge closed?", texts, length=one).picked) for one in AnswerLength]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_what_something_is_takes_few_words_however_long_the_answer_may_be() -> None:
    texts = [f"A bridge is a structure of kind {n} and {n + 1}." for n in range(100)]
    found = answers("What is a bridge?", texts, length=AnswerLength.LONG)
    assert 0 < sum(word_count(texts[int(claim_id)], EN) for claim_id in found.picked) <= BRIEF_WORDS


@pytest.mark.parametrize(
    ("question", "lang"),
    [("When did it open?", EN), ("Why was it closed?", EN), ("When did it open? Why was it closed?", EN),
     ("橋はなぜ閉鎖されたのか", JA), ("", EN)],
)  # fmt: skip
def test_without_evidence_there_is_no_answer(question: str, lang: Lang) -> None:
    assert answers(question, [], lang) == AnswerScores(scores={}, picked=[], parts={})


def test_the_scores_of_a_part_do_not_lower_those_of_another() -> None:
    both = answers("When did the harbour bridge open? Why was the harbour bridge closed?", TEXTS).scores
    one = answers("Why was the harbour bridge closed?", TEXTS).scores
    assert both["1"] >= one["1"]
    assert 0 <= min(both.values()) <= max(both.values()) <= 1


def test_answers_are_plain_rows_for_the_cache() -> None:
    found = AnswerScores(scores={"a": 0.5}, picked=["a"], parts={"a": 1})
    assert found.as_rows() == [{"a": 0.5}, ["a"], {"a": 1}]


def test_claims_are_scored_by_other_words_than_the_question() -> None:
    scores = score_for_words("harbour bridge opened", EN, candidates(TEXTS), None, None, LIBRARY)
    assert max(scores, key=lambda claim_id: scores[claim_id]) == "0"
    assert score_for_words("anything", EN, [], None, None, LIBRARY) == {}
