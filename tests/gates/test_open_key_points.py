"""The measure of answers to open questions: when a sentence states a key point, and places that are checked."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.gates.open.asking import Asked
from tests.gates.open.folders import FOLDERS, HERE
from tests.gates.open.key_points import KeyPoint, OpenQuestion, covered, open_questions, states
from tests.gates.open.outcomes import outcome, spread, words

PASSAGE = "The company put the second turbine off to March 2027 because a crane barge was missing."
JAPANESE = "起重機船が確保できないため、2号機の設置は2027年3月に延期された。"
SPANNED = KeyPoint("put off", (PASSAGE,), (("\0",),))
"""Only its labelled passage states it."""
WORDED = KeyPoint("put off", (), (("crane barge", "起重機船"), ("March 2027", "2027年3月")))


def test_the_labelled_passage_states_its_point_whatever_its_spaces_marks_and_case() -> None:
    assert states(f"As was said: {PASSAGE.upper()}", SPANNED)
    assert states(PASSAGE.replace(" ", "\n  ").rstrip("."), SPANNED)
    assert states("２０２７年３月 に延期された。", KeyPoint("", ("2027年3月に延期された",), (("\0",),)))


def test_a_sentence_with_nearly_all_words_of_a_passage_states_its_point() -> None:
    passage = "alpha beta gamma delta epsilon"
    point = KeyPoint("", (passage,), (("\0",),))
    assert states("epsilon, then delta, gamma and beta", point)
    assert not states("epsilon, then delta and gamma", point)


def test_a_passage_of_few_words_must_stand_as_it_is() -> None:
    point = KeyPoint("", ("alpha beta gamma",), (("\0",),))
    assert states("It is alpha, beta, gamma.", point)
    assert not states("gamma, beta and alpha", point)


def test_one_alternative_of_every_group_of_words_states_a_point() -> None:
    assert states("Without a crane barge it had to wait until march  2027.", WORDED)
    assert states(JAPANESE, WORDED)
    assert not states("Without a crane barge it had to wait.", WORDED)
    assert not states("It had to wait until March 2027.", WORDED)


def test_groups_are_not_put_together_from_two_sentences() -> None:
    assert covered([WORDED], ["Without a crane barge it had to wait.", "It had to wait until March 2027."]) == 0


def test_points_are_counted_once_however_often_they_are_stated() -> None:
    other = KeyPoint("", (), (("lighthouse",),))
    assert covered([SPANNED, WORDED, other], [PASSAGE, PASSAGE, JAPANESE]) == 2
    assert covered([SPANNED, WORDED, other], []) == 0
    assert covered([], [PASSAGE]) == 0


def placed(folder: Path, sha: str) -> Path:
    """A file of questions with one question, whose passage is kept as the place from 4 to 8 of `文書.md`."""
    (folder / "文書.md").write_text("これは、四文字だけの文書。", encoding="utf-8")
    span = {"file": "文書.md", "start": 4, "end": 8, "sha": sha}
    row = {
        "id": "q-1",
        "lang": "ja",
        "kind": "list",
        "question": "何文字？",
        "points": [{"point": "四文字", "spans": [span], "words": [["四"]]}],
    }
    (folder / "questions.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n\n", encoding="utf-8")
    return folder / "questions.jsonl"


def test_a_passage_kept_as_a_place_is_read_from_the_document(tmp_path: Path) -> None:
    sha = hashlib.sha256("四文字だ".encode()).hexdigest()[:12]
    [question] = open_questions(placed(tmp_path, sha), "ours", tmp_path)
    assert question.points[0].spans == ("四文字だ",)
    assert (question.files, question.missing, question.answer) == (frozenset({"文書.md"}), (), "")


def test_a_place_that_holds_other_words_than_were_labelled_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"文書\.md: other words at 4 than were labelled"):
        open_questions(placed(tmp_path, "0" * 12), "ours", tmp_path)


def asked(answer: list[str], others: list[str], **more: Any) -> Asked:
    report = {
        "answered": "partly",
        "answer": [{"text": text} for text in answer],
        "claims": [{"sentence": {"text": text}} for text in others],
        "missing": ["the price"],
        "shape": {"verdict": "no"},
    }
    return Asked(report | more, cpu_seconds=1.5)


QUESTION = OpenQuestion(
    "q-1", "ours", "en", "yes_no", "Was it on time?", (SPANNED, WORDED), ("the price",), "yes", frozenset({"a.md"})
)


def test_an_outcome_counts_points_of_the_answer_and_of_the_report_and_words_once() -> None:
    found = outcome(QUESTION, "open", asked(["It rained all day."], ["It rained all day.", JAPANESE]), [PASSAGE])
    assert (found.points, found.in_answer, found.in_report, found.by_chance) == (2, 0, 1, 2)
    assert (found.answer_words, found.report_words) == (4, 22)
    assert (found.sentences, found.stating) == (1, 0)
    assert (found.answered, found.says_missing, found.lacks) == ("partly", True, True)
    assert (found.verdict_key, found.verdict) == ("yes", "no")


def test_a_report_without_a_sentence_is_an_outcome_of_nothing() -> None:
    found = outcome(QUESTION, "open", asked([], [], answered="no", missing=[]), [])
    assert (found.in_answer, found.in_report, found.report_words, found.sentences) == (0, 0, 0, 0)
    assert (found.answered, found.says_missing) == ("no", False)


def test_words_are_counted_in_the_language_of_each_sentence() -> None:
    assert words(["Four words of English.", "凪浦市の発電"]) == 7


def test_a_sample_is_spread_evenly_from_the_first_on() -> None:
    assert spread(range(10), 3) == [0, 3, 6]
    assert spread(range(10), None) == list(range(10))
    assert spread(range(2), 5) == [0, 1]


@pytest.mark.parametrize(("half", "count"), [("open", 184), ("sealed", 196)])
def test_the_halves_hold_as_many_questions_as_the_record_says(half: str, count: int) -> None:
    files = [HERE / f"{name}.{half}.jsonl" for name in FOLDERS]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) == count


def test_every_file_of_questions_has_the_hash_that_the_record_names() -> None:
    record = (HERE.parents[2] / "docs/decisions/038-open-questions-exam.md").read_text(encoding="utf-8")
    files = sorted(HERE.glob("*.jsonl"))
    lines = [f"| `{file.name}` | {hashlib.sha256(file.read_bytes()).hexdigest()[:16]} |" for file in files]
    assert len(files) == 20
    assert [line for line in lines if line not in record] == []
