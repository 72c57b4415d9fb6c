"""The HTML report: one file that asks for nothing, every sentence linked to words that are in it."""

import re
from dataclasses import replace

import pytest

from tadori.model.report import AnswerShape, Report
from tadori.report.html import report_html
from tadori.report.render import render_all
from tests.report.pages import read_html
from tests.report.shaped import compared, fact
from tests.report.world import DONE_1998, DONE_1999, HEIGHT, World, english, japanese

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
    ids = [value for _, name, value in seen.attributes if name == "id"]
    assert set(targets) - set(ids) == set()
    assert len(ids) == len(set(ids))
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
        "出典が食い違う点",
        "まだ分からないこと",
        "資料にあるほかの記述",
        "確かめられていない文",
        "時系列",
        "出典",
        "調べ方",
    ]


def test_the_contents_lead_to_every_section_and_part() -> None:
    nav = report_html(compared()).partition("<nav ")[2].partition("</nav>")[0]
    assert re.findall(r'href="#([^"]+)">([^<]+)<', nav) == [
        ("answer", "Answer"),
        ("part-1", "Overview"),
        ("disagreeing", "Where sources disagree"),
        ("detail", "In detail"),
        ("part-2", "Against"),
        ("part-3", "In favour"),
        ("missing", "Still open"),
        ("sources", "Sources"),
        ("method", "Method"),
    ]


def answer_of(document: str) -> str:
    return document.partition('<section id="answer" ')[2].partition("</section>")[0]


def test_a_fact_stands_with_its_value_in_bold_and_its_sources_in_a_line() -> None:
    report = english().report()
    answer = answer_of(report_html(replace(report, answer=(replace(report.answer[0], value="1998"),))))
    assert (
        '<p class="said"><span>The Kirishima dam was completed in <strong>1998</strong>.</span>&#8288;'
        '<span class="ref"><a href="#source-1" class="cite">[1]</a>'
    ) in answer
    assert "[1]</a>" in answer.partition('<p class="from-line"><b>Sources</b>')[2]
    assert '<p class="note">Confidence 0.82 (moderate)</p>' in answer


@pytest.mark.parametrize(
    ("text", "value", "printed"),
    [
        ("It is <b>5</b> metres.", "5", "It is &lt;b&gt;<strong>5</strong>&lt;/b&gt; metres."),
        ("It is <b>5 metres.", "<b>5", "It is <strong>&lt;b&gt;5</strong> metres."),
        ('It is "5" & 6.', '"5" &', "It is <strong>&quot;5&quot; &amp;</strong> 6."),
        ("It was in 1985.", "5", "It was in 1985."),
    ],
)
def test_a_value_with_hostile_characters_is_bold_and_inert(text: str, value: str, printed: str) -> None:
    assert f'<p class="said"><span>{printed}</span>' in report_html(fact(text, value))


def test_beside_each_number_stand_the_quoted_words_for_hover_and_focus() -> None:
    document = report_html(fact("It is <i>117</i> metres high."))
    assert (
        '<span class="ref"><a href="#source-1" class="cite">[1]</a><span class="tip" role="tooltip">'
        '<q lang="en" dir="auto">It is &lt;i&gt;117&lt;/i&gt; metres high.</q>'
        '<span class="from">Survey of dams, 2024-03-01</span></span></span>'
    ) in document
    assert ".ref:hover > .tip, .ref:focus-within > .tip { visibility: visible; opacity: 1; }" in document


def test_long_words_are_shortened_on_hover() -> None:
    text = "word " * 500 + "end."
    document = report_html(fact(text))
    (tip, *_) = re.findall(r'<q lang="en" dir="auto">(.*?)</q>', document)
    assert (tip[:9], tip[-6:], len(tip) <= 320) == ("word word", " word…", True)


def test_light_dark_print_and_narrow_screens_are_provided_for() -> None:
    document = report_html(english().report())
    wanted = ("(prefers-color-scheme: dark)", "@media print", "(max-width: 36rem)", "(prefers-reduced-motion: reduce)")
    assert [rule in document for rule in wanted] == [True] * 4
    assert 'content="light dark"' in document
    printed = document.partition("@media print {")[2]
    assert "nav, .tip, .log:not([open])" in printed


def test_marks_stand_at_the_sentence_that_differs_and_the_rest_is_said_once() -> None:
    answer = answer_of(report_html(compared()))
    assert answer.count('<span class="apart contested">⇄ contested by') == 1
    assert answer.count('<span class="apart corroborated">✓ corroborated by 2</span>') == 2
    assert answer.count('<p class="note">Unless marked: single source · confidence 0.74–0.75 (moderate)</p>') == 1


def test_a_comparison_is_a_table_whose_cells_know_their_side() -> None:
    document = report_html(compared())
    seen = read_html(document)
    assert seen.values("td", "data-side") == ["Aso", "Biei", "Aso", "Biei"]
    assert document.count('<span class="empty">nothing found</span>') == 2
    assert '<th scope="row">Depth</th>' in document


def test_the_evidence_of_each_sentence_is_folded_under_its_number() -> None:
    document = report_html(english().report())
    evidence = document.partition('<ol class="evidence">')[2].partition("</ol></div></section>")[0]
    assert re.findall(r'<li id="evidence-(\d)"><details><summary><span><b>(\d)</b> ([^<]+)</span>', evidence) == [
        ("1", "1", DONE_1998),
        ("2", "2", DONE_1999),
        ("3", "3", HEIGHT),
    ]
    assert re.findall(r"<h4>([^<]+)</h4>", evidence) == [
        "Against (1)",
        "Why this confidence",
        "Against (2)",
        "Why this confidence",
        "Why this confidence",
    ]
    assert "Evidence against it has not been searched for yet." in evidence
    assert '<i style="--share:82%" aria-hidden="true"></i>confidence 0.82 (moderate)' in evidence
    assert (
        '<p class="caveat">Caveat: Below 0.7. It would rise with a second independent source, '
        "a search for evidence against it.</p>"
    ) in evidence


def test_queries_and_coverage_are_folded() -> None:
    document = report_html(english().report())
    assert re.findall(r'<details class="log"><summary>([^<]+)</summary>', document) == ["Queries (2)", "Coverage (1)"]
    assert "looks for refutation" in document
    assert "year 100% / cost 25%" in document


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


@pytest.mark.parametrize(
    ("verdict", "line"),
    [
        ("no", '<p class="ended yes"><strong class="verdict">No.</strong> Answered, from 2 sources. Sources disagree.'),
        ("", '<p class="ended yes"><strong>Answered</strong>, from 2 sources. Sources disagree.</p>'),
    ],
)
def test_the_first_line_says_how_it_ended(verdict: str, line: str) -> None:
    assert line in report_html(replace(english().report(), shape=AnswerShape(verdict=verdict)))


def test_without_an_answer_it_says_so_first_and_then_what_is_missing() -> None:
    document = report_html(World(missing=("Nobody wrote it down.",)).report())
    assert '<p class="ended no"><strong>Not answered</strong>: no answer could be checked' in document
    (first, *_) = re.findall(r"<section .*?</section>", document)
    assert first == '<section id="missing"><h2>What was not found</h2><ul><li>Nobody wrote it down.</li></ul></section>'


def test_a_source_links_to_the_file_and_to_the_address_it_declares() -> None:
    seen = read_html(report_html(fact("It is high.", canonical="https://dams.example/high")))
    assert [href for href in seen.values("a", "href") if not href.startswith("#")] == [
        "https://a.example/report",
        "https://dams.example/high",
        "https://a.example/report#:~:text=It%20is%20high.",
    ]
    hostile = read_html(report_html(fact("It is high.", canonical="javascript:alert(1)")))
    assert [href for href in hostile.values("a", "href") if "javascript" in href] == []


@pytest.mark.req("X7")
def test_a_sentence_in_another_language_says_which() -> None:
    document = report_html(fact("高さは117メートルである。", page_lang=japanese().lang))
    assert '<span class="lang">(Japanese)</span>' in answer_of(document)
    assert "<span>Japanese</span>" in document


def test_many_further_claims_are_behind_a_fold() -> None:
    world = World()
    texts = [f"Item {n} weighs {n} grams." for n in range(20)]
    world.page("a", " ".join(texts))
    for n, text in enumerate(texts):
        world.claim(text, "a")
        world.state(text, "a", in_answer=n == 0)
    document = report_html(world.report())
    assert "<details><summary>7 more</summary>" in document


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
    assert re.findall(r'<li id="evidence-(\d+)">', document) == [str(n) for n in range(1, 2001)]
    assert re.findall(r'<li id="source-(\d+)">', document) == [str(n) for n in range(1, 2001)]


def test_all_forms_are_made_at_once_and_are_the_same_twice() -> None:
    forms = render_all(japanese().report())
    assert sorted(forms) == ["report.html", "report.json", "report.md"]
    assert forms == render_all(japanese().report())
