"""Report and graph as JSON: lossless, canonical, and refused by name where the shape is wrong."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tadori.errors import EvidenceBroken
from tadori.model.claim import Edge
from tadori.model.graph import Confidence, EvidenceGraph, EvidenceSource
from tadori.model.ids import EN, JA, Sha256
from tadori.model.report import (
    PRESENT_FORM,
    Answered,
    Citation,
    Contest,
    QueryLine,
    Report,
    ReportMethod,
    SectionCoverage,
    Sentence,
)
from tadori.report.json_form import graph_from_json, graph_json, report_from_json, report_json
from tadori.report.shape import plain, read_as
from tests.report.world import english, japanese

EMPTY_METHOD = ReportMethod(
    queries=(),
    sections=(),
    pages_searched=0,
    pages_read=0,
    dropped=(),
    stop_reason="all_blocked",
    stop_words="",
    rounds=0,
    refutation_queries=0,
    largest_origin_share=0.0,
    seconds=0.0,
)
EMPTY = Report(
    task_id="task_1",
    question="何年に開業したか",
    lang=JA,
    created_at=datetime(2026, 7, 1, 9, 30, tzinfo=UTC),
    answered=Answered.NO,
    answer=(),
    missing=(),
    claims=(),
    contested=(),
    unchecked=(),
    timeline=(),
    method=EMPTY_METHOD,
    citations=(),
    support_rate=1.0,
    corroboration_rate=0.0,
)
HASH = "a" * 64

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
times = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=9))]))
st.register_type_strategy(str, words)
st.register_type_strategy(datetime, times)
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(Sha256, st.just(Sha256(HASH)))


@given(st.from_type(Report))
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.data_too_large])
def test_every_report_comes_back_as_it_went_and_as_the_same_bytes(report: Report) -> None:
    report = replace(report, form=PRESENT_FORM)  # the first form has no word for "partly"
    data = report_json(report)
    assert report_from_json(data) == report
    assert report_json(report_from_json(data)) == data


@given(st.from_type(EvidenceGraph))
@settings(max_examples=5, deadline=None)
def test_every_graph_comes_back_as_it_went(graph: EvidenceGraph) -> None:
    assert graph_from_json(graph_json(graph)) == graph


@pytest.mark.parametrize(
    "kind", [Citation, Sentence, Contest, QueryLine, SectionCoverage, EvidenceSource, Edge, Confidence]
)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_every_noun_comes_back_as_it_went(kind: type, data: st.DataObject) -> None:
    noun = data.draw(st.from_type(kind))
    assert read_as(kind, json.loads(json.dumps(plain(noun))), "noun") == noun


def test_whole_reports_come_back_as_they_went() -> None:
    for world in (english(), japanese()):
        report, graph = world.report(), world.material().graph
        assert report_from_json(report_json(report)) == report
        assert graph_from_json(graph_json(graph)) == graph


def test_an_empty_report_is_exactly_these_bytes() -> None:
    expected = (
        '{"schema":"tadori.report/2","exit_code":3,"task_id":"task_1","question":"何年に開業したか","lang":"ja",'
        '"created_at":"2026-07-01T09:30:00+00:00","answered":"no","answer":[],"missing":[],"claims":[],'
        '"contested":[],"unchecked":[],"timeline":[],"method":{"queries":[],"sections":[],"pages_searched":0,'
        '"pages_read":0,"dropped":[],"stop_reason":"all_blocked","stop_words":"","rounds":0,'
        '"refutation_queries":0,"largest_origin_share":0.0,"seconds":0.0},"citations":[],"support_rate":1.0,'
        '"corroboration_rate":0.0}\n'
    )
    assert report_json(EMPTY) == expected.encode()


def test_what_language_models_had_comes_back_and_a_report_without_it_is_read_too() -> None:
    asked = replace(EMPTY, method=replace(EMPTY.method, model_tokens=1200, model_seconds=3.5))
    assert report_from_json(report_json(asked)) == asked
    without = report_json(asked).replace(b',"model_tokens":1200,"model_seconds":3.5', b"")
    assert report_from_json(without) == EMPTY


def test_an_answered_report_says_exit_code_0() -> None:
    assert json.loads(report_json(replace(EMPTY, answered=Answered.YES, lang=EN)))["exit_code"] == 0


def test_a_whole_number_is_taken_where_a_fraction_belongs() -> None:
    data = report_json(EMPTY).replace(b'"support_rate":1.0', b'"support_rate":1')
    assert report_from_json(data).support_rate == 1.0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"schema":"tadori.report/2",', "", "report.schema: tadori.report/2 expected, found None"),
        ("tadori.report/2", "tadori.report/3", "report.schema: tadori.report/2 expected, found 'tadori.report/3'"),
        ('"exit_code":3', '"exit_code":0', "report.exit_code: 3 expected, found 0"),
        ('"exit_code":3,', "", "report.exit_code: 3 expected, found None"),
        ('"task_id":"task_1",', "", "report: task_id is missing"),
        ('"task_id"', '"extra":1,"task_id"', "report: 'extra' is not a field"),
        ('"answered":"no"', '"answered":0', "report.answered: one of yes, partly, no expected, found '0'"),
        ('"pages_read":0', '"pages_read":true', "report.method.pages_read: a number expected, found 'True'"),
        ('"pages_read":0', '"pages_read":1.5', "report.method.pages_read: a number expected, found '1.5'"),
        ('"support_rate":1.0', '"support_rate":"x"', "report.support_rate: a number expected, found 'x'"),
        ('"support_rate":1.0', '"support_rate":1e999', "report.support_rate: inf is not a number that JSON can write"),
        ('"answer":[]', '"answer":[{}]', "report.answer[0]: text is missing"),
        ('"answer":[]', '"answer":{}', "report.answer: a list expected, found '{}'"),
        ('"dropped":[]', '"dropped":[["a"]]', "report.method.dropped[0]: 2 items expected, found 1"),
        ('"dropped":[]', '"dropped":[["a",null]]', "report.method.dropped[0][1]: a number expected, found 'None'"),
        ("2026-07-01T09:30:00+00:00", "yesterday", "report.created_at: a time expected, found 'yesterday'"),
        ("2026-07-01T09:30:00+00:00", "2026-07-01T09:30:00", "report.created_at: 2026-07-01T09:30:00 has no time zone"),
        ('"rounds":0', '"rounds":0,"rounds":1', "report: not JSON (the field 'rounds' stands twice)"),
        ('"seconds":0.0', '"seconds":NaN', "report: not JSON (NaN is not JSON)"),
        ("task_1", "\\ud800", "a lone surrogate near"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_place(old: str, new: str, message: str) -> None:
    data = report_json(EMPTY).decode()
    assert data.count(old) >= 1
    with pytest.raises(EvidenceBroken) as caught:
        report_from_json(data.replace(old, new, 1).encode())
    assert str(caught.value).startswith(message)


def test_an_unknown_trust_level_is_refused_with_its_place() -> None:
    data = (
        '{"schema":"tadori.graph/1","sources":[{"page_id":"p","url":"u","title":"t","date":null,"lang":"en",'
        '"domain":"d","trust":"HOLY","is_primary":false,"origin":"o"}],"claims":[],"largest_origin_share":0.0}'
    )
    with pytest.raises(EvidenceBroken, match=r"graph\.sources\[0\]\.trust: one of PRIMARY, GOVERNMENT"):
        graph_from_json(data.encode())


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"\xff\xfe", b"{", b"[" * 100_000, b'"' + b"9" * 9000])
def test_what_is_no_object_of_json_is_refused(data: bytes) -> None:
    with pytest.raises(EvidenceBroken, match=r"^report: "):
        report_from_json(data)
    with pytest.raises(EvidenceBroken, match=r"^graph: "):
        graph_from_json(data)


def test_what_json_cannot_hold_is_refused_when_writing() -> None:
    with pytest.raises(EvidenceBroken, match="a lone surrogate"):
        report_json(replace(EMPTY, question="a\ud800"))
    with pytest.raises(EvidenceBroken, match="nan is not a number"):
        report_json(replace(EMPTY, support_rate=float("nan")))
    with pytest.raises(EvidenceBroken, match="no time zone"):
        report_json(replace(EMPTY, created_at=datetime(2026, 7, 1)))  # noqa: DTZ001  # the mistake under test


def test_a_name_that_stands_twice_among_a_hundred_thousand_is_found_at_once() -> None:
    names = ",".join(f'"k{number}":1' for number in range(100_000))
    with pytest.raises(EvidenceBroken, match="the field 'k99999' stands twice"):
        report_from_json(f'{{{names},"k99999":1}}'.encode())


def test_what_a_strangers_report_says_of_itself_is_not_repeated_without_end() -> None:
    with pytest.raises(EvidenceBroken) as broken:
        report_from_json(json.dumps({"schema": "x" * 1_000_000}).encode())
    assert len(str(broken.value)) < 200
