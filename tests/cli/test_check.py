"""`tadori check`: sentences with quotations in, a grade with what led to it out; a bad line is told and skipped."""

import io
import json
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.claim import Ground
from tadori.model.grading import (
    DerivationStep,
    EntailmentVote,
    Grade,
    Limit,
    QuotedPassage,
    SentenceVerdict,
)
from tadori.service.sentence_filter import check_filter
from tests.cli.conftest import Program
from tests.cli.test_guard import give

pytestmark = pytest.mark.req("X11")
KEYS = ["grade", "grounds", "lost", "added", "steps"]


def line(sentence: Any, *texts: Any, **more: Any) -> str:
    return json.dumps({"sentence": sentence, "quotations": [{"text": text} for text in texts], **more})


@pytest.mark.parametrize(
    ("sentence", "quotation", "grade"),
    [
        ("The dam broke on 3 May 2021.", "The dam broke on 3 May 2021.", "quoted"),
        ("The dam broke on 3 May 2021.", "The dam broke on 4 May 2021.", "not checked"),
        ("ダムは2021年5月3日に決壊した。", "ダムは2021年5月3日に決壊した。", "quoted"),
        ("ダムは2021年5月3日に決壊した。", "ダムは2021年5月4日に決壊した。", "not checked"),
    ],
)
def test_a_sentence_is_graded_by_its_quotation(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, sentence: str, quotation: str, grade: str
) -> None:
    give(monkeypatch, line(sentence, quotation))
    code, out, err = tadori("check")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert list(answer) == KEYS
    assert answer["grade"] == grade


def test_what_stands_behind_a_quotation_is_seen(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    quoted = {"text": "The dam broke on 3 May 2021.", "after": " That is false."}
    said = {"text": "ダムは決壊した。", "after": "これは誤りである。"}
    give(
        monkeypatch,
        json.dumps({"sentence": quoted["text"], "quotations": [quoted]}),
        json.dumps({"sentence": said["text"], "quotations": [said]}),
    )
    code, out, _ = tadori("check")
    assert code == 0
    assert [json.loads(one)["grade"] for one in out.splitlines()] == ["not checked", "not checked"]


@pytest.mark.parametrize(
    ("before", "text", "after", "given"),
    [
        ("It rained.", "The dam broke.", "That is false.", ("It rained. ", " That is false.")),
        ("It rained. ", "The dam broke.", " That is false.", ("It rained. ", " That is false.")),
        ("", "It broke in 2021.", "He said so.", ("", " He said so.")),
        ("", "It is 3.", "5 m high.", ("", "5 m high.")),
        ("", "He lives in the U.", "S. army base.", ("", "S. army base.")),
        ("", "The dam broke.", "[3] More.", ("", "[3] More.")),
        ("雨が降った。", "ダムは決壊した。", "これは誤りである。", ("雨が降った。", "これは誤りである。")),
    ],
)
def test_a_space_between_sentences_that_was_left_out_is_put_back_and_no_word_is_cut(
    monkeypatch: pytest.MonkeyPatch, before: str, text: str, after: str, given: tuple[str, str]
) -> None:
    seen: list[QuotedPassage] = []

    def grade(
        self: MechanicalCheck,
        sentence: str,
        quotations: Sequence[QuotedPassage],
        votes: Sequence[EntailmentVote] = (),
    ) -> SentenceVerdict:
        seen.extend(quotations)
        return SentenceVerdict(grade=Grade.NOT_CHECKED, grounds=())

    monkeypatch.setattr(MechanicalCheck, "grade", grade)
    check_filter()({"sentence": "s", "quotations": [{"text": text, "before": before, "after": after}]})
    assert [(one.text, one.before, one.after) for one in seen] == [(text, *given)]


def test_everything_of_a_verdict_is_given_and_everything_of_a_line_reaches_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[Any] = []

    def grade(
        self: MechanicalCheck,
        sentence: str,
        quotations: Sequence[QuotedPassage],
        votes: Sequence[EntailmentVote] = (),
    ) -> SentenceVerdict:
        seen.extend([sentence, list(quotations), list(votes)])
        return SentenceVerdict(
            grade=Grade.DERIVED,
            grounds=(Ground(rule="identical", detail="the quoted words", weight=1.0),),
            steps=(DerivationStep(rule="unit", detail="40 m = 131 ft", quotations=(0,)),),
            lost=(Limit(kind="hedge", text="about"),),
            added=(Limit(kind="number", text="131"),),
        )

    monkeypatch.setattr(MechanicalCheck, "grade", grade)
    passage = {"text": "b", "before": "a", "after": "c", "heading": "H › I", "source": "the city", "date": "2023-05"}
    given = {"sentence": "s", "quotations": [passage], "votes": [{"model": "m", "entailed": True, "score": 1}]}
    assert check_filter()(given) == {
        "grade": "derived",
        "grounds": [{"rule": "identical", "detail": "the quoted words"}],
        "lost": [{"kind": "hedge", "text": "about"}],
        "added": [{"kind": "number", "text": "131"}],
        "steps": [{"rule": "unit", "detail": "40 m = 131 ft", "quotations": [0]}],
    }
    bound = EntailmentVote.pair_hash_of("s", ("b",))
    assert seen == [
        "s",
        [QuotedPassage(text="b", before="a", after="c", heading="H › I", source="the city", date="2023-05")],
        [EntailmentVote(model="m", entailed=True, score=1.0, pair_hash=bound)],
    ]


GOOD = {"text": "x"}
VOTE = {"model": "m", "entailed": True, "score": 0.5}
BAD = [
    ([], "a line must be a JSON object"),
    ({}, '"sentence" must be a text that is not empty'),
    ({"sentence": " ", "quotations": [GOOD]}, '"sentence" must be a text that is not empty'),
    ({"sentence": 3, "quotations": [GOOD]}, '"sentence" must be a text that is not empty'),
    ({"sentence": "長" * 2001, "quotations": [GOOD]}, '"sentence" has 2001 characters; at most 2000 are read'),
    ({"sentence": "s"}, '"quotations" must be a list'),
    ({"sentence": "s", "quotations": "x"}, '"quotations" must be a list'),
    (
        {"sentence": "s", "quotations": []},
        '"quotations" is empty: a sentence is checked against at least one quotation',
    ),
    ({"sentence": "s", "quotations": [GOOD] * 21}, '"quotations" has 21 entries; at most 20 are read'),
    ({"sentence": "s", "quotations": [GOOD, "x"]}, "quotation 2 must be a JSON object"),
    ({"sentence": "s", "quotations": [{}]}, 'quotation 1: "text" must be a text that is not empty'),
    ({"sentence": "s", "quotations": [GOOD, {"text": "　"}]}, 'quotation 2: "text" must be a text that is not empty'),
    (
        {"sentence": "s", "quotations": [{"text": "x" * 8001}]},
        'quotation 1: "text" has 8001 characters; at most 8000 are read',
    ),
    ({"sentence": "s", "quotations": [{**GOOD, "before": 1}]}, 'quotation 1: "before" must be a text'),
    ({"sentence": "s", "quotations": [{**GOOD, "after": None}]}, 'quotation 1: "after" must be a text'),
    (
        {"sentence": "s", "quotations": [{**GOOD, "date": "May 2023"}]},
        "quotation 1: \"date\" must be YYYY, YYYY-MM or YYYY-MM-DD, not 'May 2023'",
    ),
    (
        {"sentence": "s", "quotations": [{**GOOD, "befor": "x"}]},
        "quotation 1: unknown key 'befor'; there are: text, before, after, heading, source, date",
    ),
    (
        {"sentense": "s", "quotations": [GOOD]},
        "a line: unknown key 'sentense'; there are: sentence, quotations, votes, code",
    ),
    ({"sentence": "s", "quotations": [GOOD], "votes": {}}, '"votes" must be a list'),
    ({"sentence": "s", "quotations": [GOOD], "votes": ["m"]}, "a vote must be a JSON object"),
    (
        {"sentence": "s", "quotations": [GOOD], "votes": [{**VOTE, "entailed": "yes"}]},
        'a vote: "entailed" must be true or false',
    ),
    (
        {"sentence": "s", "quotations": [GOOD], "votes": [{**VOTE, "score": 1.01}]},
        'a vote: "score" must be a number from 0 to 1',
    ),
    (
        {"sentence": "s", "quotations": [GOOD], "votes": [{**VOTE, "score": True}]},
        'a vote: "score" must be a number from 0 to 1',
    ),
    (
        {"sentence": "s", "quotations": [GOOD], "votes": [{**VOTE, "model": ""}]},
        'a vote: "model" must be a text that is not empty',
    ),
    (
        {"sentence": "s", "quotations": [GOOD], "votes": [{**VOTE, "pair_hash": "0"}]},
        "a vote: unknown key 'pair_hash'; there are: model, entailed, score",
    ),
]


@pytest.mark.parametrize(("given", "message"), BAD, ids=[message[:50] for _, message in BAD])
def test_a_bad_line_is_told_and_the_next_one_is_answered(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, given: Any, message: str
) -> None:
    give(monkeypatch, json.dumps(given), line("It is so.", "It is so."))
    code, out, err = tadori("check")
    first, second = [json.loads(one) for one in out.splitlines()]
    assert (code, err) == (1, f"tadori: line 1: {message}\n")
    assert first == {"error": message, "line": 1}
    assert second["grade"] == "quoted"


def test_bytes_that_are_no_text_are_told(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    body = b'{"sentence": "\xff"}\n' + b"[" * 50_000 + b"\n" + b'{"sentence": "\\ud800", "quotations": []}\n\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body), encoding="utf-8"))
    code, out, err = tadori("check")
    told = [json.loads(one) for one in out.splitlines()]
    assert code == 1
    assert [one["line"] for one in told] == [1, 2, 3]
    assert told[0]["error"].startswith("'utf-8' codec can't decode byte 0xff")
    assert [one["error"] for one in told[1:]] == [
        "it is nested too deep",
        "it holds half of a surrogate pair, which is no character",
    ]
    assert err.count("tadori: line ") == 3


@pytest.mark.parametrize("mark", ["“", "「", "(", "『「", "[1]", '"'])
def test_a_long_sentence_with_unclosed_marks_is_refused_and_not_hung_on(
    tadori: Program, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    long = (mark * 2000)[:1999] + "."
    give(monkeypatch, line(long, "It is 40 m high."))
    code, out, _ = tadori("check")
    assert (code, json.loads(out)["grade"]) == (0, "not checked")


def test_the_largest_possible_quotation_is_read(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    long = "It is 40 m high. " * 470
    give(monkeypatch, line("It is 40 m high.", long.strip()))
    code, out, _ = tadori("check")
    assert (code, json.loads(out)["grade"]) == (0, "quoted")


def test_no_input_gives_no_output(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch)
    assert tadori("check") == (0, "", "")


def test_the_help_shows_a_line_that_works(tadori: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = tadori("check", "--help")
    example = out.partition("echo '")[2].partition("'")[0]
    assert code == 0
    assert json.loads(example)["sentence"] == "It is 40 m high."
    give(monkeypatch, example)
    assert json.loads(tadori("check")[1])["grade"] == "quoted"
