"""What is measured of a sentence that may belong to the answer of an open question."""

from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest

from tadori.minds.base import AnswerLine
from tadori.model.evidence_thresholds import ASKING_WORD_WEIGHT, OPEN_READ, READ_SCALE, UNREAD_BEHIND
from tadori.model.ids import EN, JA
from tadori.rank.candidates import AnswerCandidate
from tadori.rank.open_features import OPEN_FEATURES, open_rows, topic_weights
from tadori.rank.question import ParsedQuestion, parse_question
from tests.rank.open_parts import Meanings, library, sentence

WHY = parse_question("Why was the bridge closed?", EN)
LIBRARY = library(400, bridg=40, close=4)
BRIDGE = log(1 + 360.5 / 40.5)
CLOSED = log(1 + 396.5 / 4.5)
FIRST = sentence(
    "a",
    "The bridge was closed in 2019 because a cable broke.",
    context="The bridge was closed in 2019 because a cable broke. It opened again in May.",
    title="Harbour Bridge",
    heading="Closing",
    section="Harbour Bridge › Closing",
    page_id="pg_1",
    passage_score=0.8,
)
SECOND = sentence(
    "b",
    "It opened again in May.",
    context=FIRST.context,
    title="Harbour Bridge",
    heading="Closing",
    section="Harbour Bridge › Closing",
    page_id="pg_1",
    place=53,
    passage_score=0.8,
    stands_alone=False,
)
FOREIGN = sentence(
    "c", "ケーブルが切れた。", lang=JA, title="港", page_id="pg_2", passage_score=0.4, page_rank=1, is_item=True
)
ALL = [FIRST, SECOND, FOREIGN]


def measured(**given: object) -> list[dict[str, float]]:
    embedder = given.get("embedder")
    assert embedder is None or isinstance(embedder, Meanings)
    rows = open_rows(WHY, ALL, df=LIBRARY, embedder=embedder)
    return [dict(zip(OPEN_FEATURES, row, strict=True)) for row in rows]


def test_the_rarer_a_word_of_the_question_the_more_it_weighs() -> None:
    weights = topic_weights(WHY, LIBRARY)
    assert weights.terms == pytest.approx({"bridg": BRIDGE, "close": CLOSED})
    assert weights.total == pytest.approx(BRIDGE + CLOSED)
    assert weights.rarest == "close"
    assert weights.covered(frozenset(["close", "other"])) == pytest.approx(CLOSED / (BRIDGE + CLOSED))
    assert weights.covered(frozenset()) == 0.0


def test_a_word_that_only_asks_weighs_little_and_is_never_the_rarest() -> None:
    asked = parse_question("What are the advantages of the bridge?", EN)
    weights = topic_weights(asked, library(400, advantag=1, bridg=1))
    assert weights.rarest == "bridg"
    assert weights.terms["advantag"] == pytest.approx(ASKING_WORD_WEIGHT * weights.terms["bridg"])


def test_a_word_that_the_library_does_not_hold_is_not_the_rarest() -> None:
    assert topic_weights(WHY, library(400, bridg=40)).rarest == "bridg"
    assert topic_weights(WHY, library(0)).rarest == "close"


def test_a_question_without_words_weighs_nothing() -> None:
    weights = topic_weights(parse_question("???", EN), LIBRARY)
    assert (weights.terms, weights.total, weights.rarest, weights.covered(frozenset(["a"]))) == ({}, 0.0, "", 0.0)


def test_a_sentence_is_measured_by_its_own_words_its_headings_and_its_neighbours() -> None:
    first, second, _ = measured()
    closed, bridge = CLOSED / (BRIDGE + CLOSED), BRIDGE / (BRIDGE + CLOSED)
    named = ("said", "said_under", "fragment", "section", "rarest", "beside")
    assert [first[name] for name in named] == pytest.approx([1, 1, 1, 1, 1, 0])
    assert [second[name] for name in named] == pytest.approx([0, 1, 1, 1, 1, 1])
    assert [first["heading"], first["title"]] == pytest.approx([closed, bridge])
    assert [first[name] for name in ("first_in_section", "early", "cue", "heading_cue", "number")] == [1, 1, 1, 0, 1]
    assert [second[name] for name in ("first_in_section", "early", "cue", "number", "open_subject")] == [
        0,
        0.5,
        0,
        0,
        1,
    ]


def test_pages_are_measured_against_the_best_one() -> None:
    first, _, foreign = measured()
    assert [(row["page"], row["page_first"]) for row in (first, foreign)] == [(1.0, 1.0), (0.5, 0.5)]


def test_a_sentence_of_another_language_is_marked() -> None:
    first, _, foreign = measured()
    assert (first["foreign"], foreign["foreign"], foreign["item"], foreign["said"]) == (0.0, 1.0, 1.0, 0.0)


def test_meaning_is_compared_with_sentences_and_sections() -> None:
    embedder = Meanings(("closed", "ケーブル"), ("opened",))
    first, second, foreign = measured(embedder=embedder)
    half = pytest.approx(0.5**0.5)
    assert [row["near_sentence"] for row in (first, second, foreign)] == pytest.approx([1, 0, 1])
    assert [row["near_section"] for row in (first, second, foreign)] == [half, half, pytest.approx(1)]
    assert [row["near_section_best"] for row in (first, second, foreign)] == pytest.approx([1, 1, 1])
    assert [row["foreign_near"] for row in (first, second, foreign)] == pytest.approx([0, 0, 1])


def test_without_an_embedder_nothing_is_near() -> None:
    near = [name for name in OPEN_FEATURES if "near" in name]
    assert [[row[name] for name in near] for row in measured()] == [[0.0] * len(near)] * 3


class SomeReader:
    """Says 4 of what holds the word, else −2; remembers the questions it was asked."""

    model_id = "some-reader"

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[str] = []
        self.texts: list[str] = []

    def log_odds(self, question: str, lines: Sequence[AnswerLine]) -> list[float]:
        self.asked.append(question)
        self.texts += [line.text for line in lines]
        return [4.0 if self.word in line.text else -2.0 for line in lines]


def reads(question: ParsedQuestion, candidates: list[AnswerCandidate], reader: SomeReader) -> list[float]:
    rows = open_rows(question, candidates, df=LIBRARY, embedder=None, reader=reader)
    return [row[OPEN_FEATURES.index("reads")] for row in rows]


def test_what_the_answer_reader_says_is_a_measure_in_every_language() -> None:
    assert reads(WHY, ALL, SomeReader("cable")) == pytest.approx([4 * READ_SCALE, -2 * READ_SCALE, -2 * READ_SCALE])
    assert reads(WHY, ALL, SomeReader("ケーブル")) == pytest.approx([-2 * READ_SCALE, -2 * READ_SCALE, 4 * READ_SCALE])


def test_only_the_likeliest_are_read_and_the_others_stay_behind_the_worst_of_them() -> None:
    far = [sentence(f"far {n}", f"Bread {n} is sold.") for n in range(OPEN_READ)]
    reader = SomeReader("cable")
    found = reads(WHY, [*far, FIRST], reader)
    assert len(reader.texts) == OPEN_READ
    assert found[-1] == pytest.approx(4 * READ_SCALE)
    assert found[-2] == pytest.approx((-2 - UNREAD_BEHIND) * READ_SCALE)


def test_a_part_of_a_question_is_read_by_itself_and_with_the_whole() -> None:
    reader = SomeReader("cable")
    part = replace(WHY, whole="Why was the bridge closed, and what came of it?")
    assert reads(part, [FIRST], reader) == pytest.approx([4 * READ_SCALE])
    assert reader.asked == [WHY.text, part.whole]


def test_without_a_reader_nothing_is_read() -> None:
    assert [row["reads"] for row in measured()] == [0.0, 0.0, 0.0]


def test_nothing_to_measure_has_no_rows_and_embeds_nothing() -> None:
    embedder = Meanings(("closed",))
    assert open_rows(WHY, [], df=LIBRARY, embedder=embedder) == []
    assert embedder.read == []


def test_every_row_has_one_finite_number_a_feature_for_any_text() -> None:
    strange = [sentence(str(n), text) for n, text in enumerate(["", "。", "\x00", "語" * 3_000, "word " * 3_000])]
    rows = open_rows(WHY, strange, df=LIBRARY, embedder=Meanings(("word",)))
    assert [len(row) for row in rows] == [len(OPEN_FEATURES)] * len(strange)
    assert max(abs(value) for row in rows for value in row) <= 1.5


@pytest.mark.parametrize(
    ("question", "answers", "other"),
    [
        ("Why is it closed?", "It is closed because of the wind.", "It is closed today."),
        ("How do I open it?", "Open it by turning the key.", "It opened in May."),
        ("How has it changed since 1900?", "It was replaced in 1950.", "It is red."),
        ("What speaks against it?", "Its main drawback is noise.", "It is red."),
        ("なぜ閉鎖されたのか", "強風のため閉鎖された。", "橋は赤い。"),
        ("どうやって開けるのか", "鍵を回すことで開く。", "橋は赤い。"),
        ("どのように変わったか", "1950年に廃止された。", "橋は赤い。"),
        ("問題点は何か", "騒音が大きな欠点である。", "橋は赤い。"),
    ],
)
def test_words_that_such_answers_use_are_a_cue(question: str, answers: str, other: str) -> None:
    lang = EN if question.isascii() else JA
    given = [sentence("a", answers, lang=lang), sentence("b", other, lang=lang)]
    rows = open_rows(parse_question(question, lang), given, df=LIBRARY, embedder=None)
    assert [row[OPEN_FEATURES.index("cue")] for row in rows] == [1.0, 0.0]
