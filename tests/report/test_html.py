"""The HTML report: one file that asks for nothing, every sentence linked to words that are in it."""

import re
from dataclasses import replace

import pytest

from tadori.model.report import Report
from tadori.report.html import report_html
from tadori.report.render import render_all
from tests.report.pages import read_html
from tests.report.world import DONE_1998, DONE_1999, World, english, japanese

BOTH = pytest.mark.parametrize(
    "report", [english().report(), japanese().report(), World().report()], ids=["en", "ja", "none"]
)


@BOTH
def test_the_document_is_whole_and_balanced(report: Report) -> None:
    document = report_html(report)
    seen = read_html(document)
    assert document.startswith("<!doctype html>\n<html lang=")
    assert (seen.unbalanced, seen.tags.count("html"), seen.tags.count("h1")) == ([], 1, 1)


@BOTH
def test_it_asks_the_network_for_nothing_and_runs_nothing(report: Report) -> None:
    document = report_html(report)
    seen = read_html(document)
    assert {"script", "img", "link", "iframe", "object", "form", "base", "svg"} & set(seen.tags) == set()
    assert [name for _, name, _ in seen.attributes if name.startswith("on")] == []
    assert re.findall(r"url\(|@import|@font-face", document) == []
    assert "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" in seen.values(
        "meta", "content"
    )


@BOTH
def test_every_citation_leads_to_an_entry_of_the_same_file(report: Report) -> None:
    seen = read_html(report_html(report))
    targets = [href.removeprefix("#") for href in seen.values("a", "href") if href.startswith("#")]
    ids = seen.values("li", "id")
    assert set(targets) - set(ids) == set()
    assert [f"source-{citation.number}" in ids for citation in report.citations] == [True] * len(report.citations)


@pytest.mark.parametrize(("report", "lang"), [(english().report(), "en"), (japanese().report(), "ja")])
def test_the_document_and_its_quotations_name_their_language(report: Report, lang: str) -> None:
    seen = read_html(report_html(report))
    assert seen.values("html", "lang") == [lang]
    assert set(seen.values("blockquote", "lang")) == {lang}
    assert set(seen.values("blockquote", "dir")) == {"auto"}


def test_a_quotation_keeps_its_own_language_in_a_report_of_another() -> None:
    world = World()
    world.page("a", "堤の高さは117メートルである。", lang=japanese().lang)
    world.claim("堤の高さは117メートルである。", "a")
    world.state("堤の高さは117メートルである。", "a", in_answer=True)
    seen = read_html(report_html(world.report()))
    assert (seen.values("html", "lang"), set(seen.values("blockquote", "lang"))) == (["en"], {"ja"})


def test_headings_come_in_the_order_of_reading() -> None:
    headings = re.findall(r"<h2>(.*?)</h2>", report_html(japanese().report()))
    assert headings == [
        "答え",
        "まだ分からないこと",
        "根拠と反対の証拠",
        "見解が分かれている点",
        "確かめられていない文",
        "時系列",
        "調べ方",
        "出典",
    ]


def test_the_answer_stands_with_badge_number_word_and_the_words_behind_a_fold() -> None:
    document = report_html(english().report())
    answer = document.partition('<section id="answer" class="answer">')[2].partition("</section>")[0]
    assert f'<p class="said">{DONE_1998}&#8288;<a href="#source-1" class="cite">[1]</a>' in answer
    assert '<span class="badge contested">contested</span>' in answer
    assert '<span class="confidence moderate"><i style="--share:82%" aria-hidden="true"></i>' in answer
    assert "</i>confidence 0.82 (moderate)</span>" in answer
    assert "<details><summary>Quoted words</summary><figure>" in answer
    assert f"The works began in 1989. <mark>{DONE_1998}</mark> The dam is 117 metres high.</blockquote>" in answer


def test_what_speaks_against_a_claim_is_unfolded_and_further_support_is_folded() -> None:
    document = report_html(english().report())
    assert re.findall(r"<details[^>]*><summary>(?:Supporting|Against)[^<]*</summary>", document) == [
        '<details class="supporting"><summary>Supporting (1)</summary>',
        '<details class="against" open=""><summary>Against (1)</summary>',
        '<details class="against" open=""><summary>Against (2)</summary>',
    ]


def test_contested_sides_stand_in_one_grid() -> None:
    document = report_html(english().report())
    sides = document.partition('<div class="sides">')[2].partition("</section>")[0]
    assert sides.count('<div class="side">') == 2
    assert sides.index(DONE_1998) < sides.index(DONE_1999)


def test_words_that_are_nobodys_claim_are_the_other_side() -> None:
    report = english().report()
    contest = replace(report.contested[0], sides=report.contested[0].sides[:1], quoted=(3,))
    document = report_html(replace(report, contested=(contest,)))
    sides = document.partition('<div class="sides">')[2].partition("</section>")[0]
    assert sides.count('<div class="side">') == 2
    assert '<div class="side"><figure><blockquote lang="en" dir="auto">I was there. <mark>' in sides


def test_without_an_answer_the_first_section_says_so() -> None:
    document = report_html(World(missing=("Nobody wrote it down.",)).report())
    first, second = re.findall(r'<section id="[^"]*"(?: class="[^"]*")?><h2>.*?</section>', document)[:2]
    assert first.startswith('<section id="not-enough" class="answer none"><h2>Not enough evidence</h2>')
    assert second.endswith("<h2>What is missing</h2><ul><li>Nobody wrote it down.</li></ul></section>")


def test_words_that_had_to_be_shortened_are_shown_without_a_mark() -> None:
    world = World()
    text = "x" * 2000
    world.page("a", text)
    world.claim(text, "a")
    world.state(text, "a")
    document = report_html(world.report())
    assert f'dir="auto">{"x" * 500} … {"x" * 200}</blockquote>' in document
    assert "<mark>" not in document


def test_two_thousand_claims_are_all_there() -> None:
    world = World()
    texts = [f"Item {n} weighs {n} grams." for n in range(2000)]
    for n, text in enumerate(texts):
        world.page(f"p{n}", text)
        world.claim(text, f"p{n}")
        world.state(text, f"p{n}")
    document = report_html(world.report())
    assert re.findall(r'<li id="claim-(\d+)">', document) == [str(n) for n in range(1, 2001)]
    assert re.findall(r'<li id="source-(\d+)">', document) == [str(n) for n in range(1, 2001)]


def test_all_forms_are_made_at_once_and_are_the_same_twice() -> None:
    forms = render_all(japanese().report())
    assert sorted(forms) == ["report.html", "report.json", "report.md"]
    assert forms == render_all(japanese().report())
