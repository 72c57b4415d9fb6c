"""Why a source is trusted and whose voice it is: in every form, inert; what was sealed before it is still read."""

import json
from dataclasses import replace

import pytest

from tadori.errors import EvidenceBroken
from tadori.report.html import report_html
from tadori.report.json_form import graph_from_json, graph_json, report_from_json, report_json
from tadori.report.markdown import report_markdown
from tests.report.world import World, english, japanese

NOTE = "counts as one origin: its words are those of “<b>Dams</b>”"


def noted(world: World, *notes: str) -> World:
    world.sources = {name: replace(source, notes=notes) for name, source in world.sources.items()}
    return world


@pytest.mark.req("L29")
def test_notes_stand_at_the_source_in_both_languages_and_are_inert() -> None:
    report = noted(english(), "only public bodies hold names under go.jp", NOTE).report()
    words = "Why so: only public bodies hold names under go.jp; counts as one origin: its words are those of “"
    assert report_html(report).count(words + "&lt;b&gt;Dams&lt;/b&gt;”</p>") == 4
    told = report_html(noted(japanese(), "go.jpは公的機関の名前", "10年古い資料").report())
    assert "判断の理由：go.jpは公的機関の名前、10年古い資料" in told


@pytest.mark.req("L29")
def test_markdown_says_where_the_notes_stand() -> None:
    assert "why each confidence and publisher is rated so: `report.html`" in report_markdown(english().report())
    assert "発行元の評価の理由は`report.html`" in report_markdown(japanese().report())


@pytest.mark.req("L25")
def test_the_share_of_the_largest_origin_is_shown_in_both_languages() -> None:
    assert "Share of the largest origin: 25%" in report_markdown(english().report())
    assert "最大の出所が占める割合：25%" in report_markdown(japanese().report())
    assert '"largest_origin_share":0.25' in report_json(english().report()).decode()


def test_a_report_without_notes_has_the_bytes_it_had_before_there_were_any() -> None:
    report, graph = english().report(), english().material().graph
    assert b'"notes"' not in report_json(report) + graph_json(graph)
    assert b'"quality"' not in graph_json(graph)
    assert report_from_json(report_json(report)) == report
    assert graph_from_json(graph_json(graph)) == graph


def test_notes_come_back_as_they_went() -> None:
    report = noted(english(), "a note", "覚え書き").report()
    assert [c["notes"] for c in json.loads(report_json(report))["citations"]] == [["a note", "覚え書き"]] * len(
        report.citations
    )
    assert report_from_json(report_json(report)) == report


def test_notes_of_another_kind_are_refused() -> None:
    data = json.loads(report_json(noted(english(), "a note").report()))
    data["citations"][0]["notes"] = "a note"
    with pytest.raises(EvidenceBroken, match=r"citations\[0\]\.notes: a list expected"):
        report_from_json(json.dumps(data).encode())
