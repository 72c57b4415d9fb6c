"""The answer reader that ships: which line answers, and the same numbers whoever is read beside it."""

from pathlib import Path

import numpy as np
import pytest

from tadori.errors import ModelUnusable
from tadori.minds.base import AnswerLine
from tadori.minds.local.answer_net import NOTHING_SAID, AnswerNet
from tadori.minds.local.answer_reader import WEIGHTS, LocalAnswerReader
from tadori.minds.local.embedding import use_backend
from tadori.minds.local.stance import SHIPPED
from tadori.minds.local.token_vectors import TokenVectors


@pytest.fixture(scope="module")
def reader() -> LocalAnswerReader:
    return LocalAnswerReader()


def line(text: str, above: str = "", before: str = "") -> AnswerLine:
    return AnswerLine(above=above, before=before, text=text)


def likeliest(reader: LocalAnswerReader, question: str, texts: list[str]) -> str:
    odds = reader.log_odds(question, [line(text) for text in texts])
    return texts[odds.index(max(odds))]


HARBOUR = [
    "The harbour of Nagiura was closed for three weeks because a storm had broken the northern mole.",
    "About 400 boats are registered in the harbour of Nagiura.",
    "The harbour office is open on weekdays from nine to five.",
    "The mole was built of stone from the island of Kose.",
]
HARBOUR_JA = [
    "嵐で北の防波堤が壊れたため、凪浦港は三週間閉鎖された。",
    "凪浦港には約400隻の船が登録されている。",
    "港の事務所は平日の9時から5時まで開いている。",
    "防波堤は小瀬島の石で造られた。",
]
ASKED = [
    ("Why was the harbour closed?", "なぜ港は閉鎖されたのか。", 0),
    ("How many boats are there?", "船は何隻あるか。", 1),
]


@pytest.mark.parametrize(("english", "japanese", "place"), ASKED)
def test_the_line_that_answers_comes_before_others_of_its_page_in_and_across_languages(
    reader: LocalAnswerReader, english: str, japanese: str, place: int
) -> None:
    assert likeliest(reader, english, HARBOUR) == HARBOUR[place]
    assert likeliest(reader, japanese, HARBOUR_JA) == HARBOUR_JA[place]
    assert likeliest(reader, japanese, HARBOUR) == HARBOUR[place]
    assert likeliest(reader, english, HARBOUR_JA) == HARBOUR_JA[place]


LINES = [
    *(line(text, "Nagiura harbour. History", HARBOUR[0]) for text in HARBOUR),
    *(line(text, "凪浦港. 歴史") for text in HARBOUR_JA),
    line("lone \ud800 surrogate"),
    line("word " * 5000),
    line("無" * 5000),
]


def test_the_same_texts_get_the_same_numbers_alone_in_company_and_in_any_order(reader: LocalAnswerReader) -> None:
    question = "Why was the harbour of Nagiura closed?"
    together = reader.log_odds(question, LINES)
    assert reader.log_odds(question, LINES[::-1]) == together[::-1]
    assert [reader.log_odds(question, [one])[0] for one in LINES] == together
    assert LocalAnswerReader().log_odds(question, LINES) == together


@pytest.mark.parametrize("text", ["", " \n", "\u200b"])
def test_a_line_without_a_word_gets_the_lowest_number(reader: LocalAnswerReader, text: str) -> None:
    odds = reader.log_odds("Why was the harbour closed?", [line(HARBOUR[2]), line(text)])
    assert odds[1] == NOTHING_SAID < odds[0]


def test_a_question_without_a_word_is_answered_by_nothing(reader: LocalAnswerReader) -> None:
    assert reader.log_odds("", [line(HARBOUR[0])]) == [NOTHING_SAID]


def test_no_lines_are_no_numbers_and_load_nothing(tmp_path: Path) -> None:
    assert LocalAnswerReader(tmp_path / "there is nothing here").log_odds("Why?", []) == []


def shipped() -> Path:
    return SHIPPED.parent / WEIGHTS


def test_missing_damaged_and_cut_weights_are_an_error(tmp_path: Path) -> None:
    whole = shipped().read_bytes()
    cut, other = tmp_path / "cut.npz", tmp_path / "other.npz"
    cut.write_bytes(whole[: len(whole) // 2])
    other.write_bytes(b"not weights")
    for file in (tmp_path / "missing.npz", cut, other):
        with pytest.raises(ModelUnusable, match=f"{file.name} is not a file of weights"):
            LocalAnswerReader(file).log_odds("Why?", [line("Because.")])


def test_weights_that_lack_a_layer_are_an_error(tmp_path: Path) -> None:
    with np.load(shipped()) as arrays:
        kept = {name: arrays[name] for name in arrays.files if name != "mix.weight"}
    np.savez(tmp_path / "part.npz", **kept)
    with pytest.raises(ModelUnusable, match=r"lack mix\.weight$"):
        LocalAnswerReader(tmp_path / "part.npz").log_odds("Why?", [line("Because.")])
    with pytest.raises(ModelUnusable, match=r"lack .*mix\.weight"):
        AnswerNet({}, TokenVectors(use_backend()))


def test_one_bit_that_differs_is_damage(tmp_path: Path) -> None:
    whole = bytearray(shipped().read_bytes())
    whole[len(whole) // 2] ^= 1
    (tmp_path / "bit.npz").write_bytes(whole)
    with pytest.raises(ModelUnusable, match=r"bit\.npz is not a file of weights"):
        LocalAnswerReader(tmp_path / "bit.npz").log_odds("Why?", [line("Because.")])
