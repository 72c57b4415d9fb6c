"""Reports that were sealed in the first form are read, written and printed again byte for byte: `verify` compares."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tadori.errors import EvidenceBroken
from tadori.model.ids import EN, JA, sha256
from tadori.model.report import FIRST_FORM, Answered, Report
from tadori.report.json_form import report_from_json, report_json
from tadori.report.render import render_all
from tests.report.graded import graded
from tests.report.world import World, english, japanese


def first_form(report: Report) -> Report:
    return replace(report, form=FIRST_FORM)


def ungraded(report: Report) -> Report:
    """As it would have been made before there were grades."""
    bare: dict[str, Any] = {"grade": None, "steps": (), "votes": ()}
    return replace(
        report,
        answer=tuple(replace(s, **bare) for s in report.answer),
        claims=tuple(replace(c, sentence=replace(c.sentence, **bare)) for c in report.claims),
        contested=tuple(replace(c, sides=tuple(replace(s, **bare) for s in c.sides)) for c in report.contested),
        unchecked=tuple(replace(s, **bare) for s in report.unchecked),
        lowest_grade=None,
    )


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("report", "digests"),
    [
        (ungraded(english().report()), ["c5a614d0aa442f6a", "62d074fd5211fdef", "43166b5b86a749b9"]),
        (ungraded(japanese().report()), ["34a98c63648c065e", "37e599ae50af9fe6", "133c63fe090c6d2a"]),
    ],
    ids=["en", "ja"],
)
def test_a_report_from_before_grades_has_the_bytes_of_the_version_that_made_it(
    report: Report, digests: list[str]
) -> None:
    """HTML, JSON and Markdown, as the last version without grades wrote them."""
    forms = sorted(render_all(first_form(report)).items())
    assert [sha256(data)[:16] for _, data in forms] == digests


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("report", "html", "markdown"),
    [
        (graded(EN), "34de809c8c0a9d80", "bd98564639cf0055"),
        (graded(JA), "88456563a079b13c", "2d30fae5b540f841"),
        (english().report(), "97cd3d043cb6c6f9", "34c42ce57cc162cb"),
        (japanese().report(), "44345a0bd18469a3", "11cd42e045a8b040"),
        (
            World(lang=JA, question="誰が建てたか", missing=("建設者の名がない。",)).report(),
            "06c59dec007dd7fc",
            "a1f0c2d4c79cec84",
        ),
    ],
    ids=["graded", "graded-ja", "en", "ja", "not-answered"],
)
def test_a_report_with_grades_is_printed_as_the_last_version_of_the_first_form_printed_it(
    report: Report, html: str, markdown: str
) -> None:
    forms = render_all(first_form(report))
    assert (sha256(forms["report.html"])[:16], sha256(forms["report.md"])[:16]) == (html, markdown)


@pytest.mark.parametrize("world", [english(), World(question="Who?")], ids=["answered", "not-answered"])
def test_its_json_says_true_or_false_and_comes_back_as_the_same_bytes(world: World) -> None:
    report = first_form(world.report())
    data = report_json(report)
    body = json.loads(data)
    answered = report.answered is Answered.YES
    assert (body["schema"], body["answered"], "form" in body) == ("tadori.report/1", answered, False)
    assert report_from_json(data) == report
    assert report_json(report_from_json(data)) == data


def test_the_present_form_names_itself_by_its_schema_alone() -> None:
    body = json.loads(report_json(english().report()))
    assert (body["schema"], body["answered"], "form" in body) == ("tadori.report/2", "yes", False)


@pytest.mark.parametrize(
    ("schema", "answered", "message"),
    [
        ("tadori.report/1", "yes", "report.answered: true or false expected, found 'yes'"),
        ("tadori.report/2", True, "report.answered: one of yes, partly, no expected, found 'True'"),
        ("tadori.report/3", "yes", "report.schema: tadori.report/2 expected, found 'tadori.report/3'"),
        (["tadori.report/1"], "yes", r"report.schema: tadori.report/2 expected, found \['tadori.report/1'\]"),
    ],
)
def test_the_words_of_one_form_are_refused_in_the_other(schema: object, answered: object, message: str) -> None:
    body = json.loads(report_json(english().report())) | {"schema": schema, "answered": answered}
    with pytest.raises(EvidenceBroken, match=message):
        report_from_json(json.dumps(body).encode())


def test_a_file_cannot_choose_its_form_besides_its_schema() -> None:
    body = json.loads(report_json(english().report())) | {"form": 1}
    with pytest.raises(EvidenceBroken, match="report: 'form' is not a field"):
        report_from_json(json.dumps(body).encode())


def test_the_two_forms_differ_in_every_file() -> None:
    report = english().report()
    now, before = render_all(report), render_all(first_form(report))
    assert [now[name] == before[name] for name in sorted(now)] == [False, False, False]
