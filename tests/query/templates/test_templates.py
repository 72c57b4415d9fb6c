"""The vertical templates: valid data files, chosen by what a question asks about."""

import re
from string import Formatter

import pytest

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.query.operators import parse_query
from tadori.query.templates.templates import (
    BORDERLESS,
    CATEGORIES,
    PLACEHOLDERS,
    QueryTemplate,
    all_templates,
    parse_templates,
    template_queries,
)

GOOD = """
[[template]]
id = "sea-ja"
lang = "ja"
when = ["海", "湾[口内]"]
queries = ["site:umi.test {words}", "{name} 潮汐表"]
"""


def texts(question: str, lang: Lang, limit: int = 12) -> list[str]:
    return [one.text for one in template_queries(question, lang, limit=limit)]


@pytest.mark.req("L4")
@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("lang", [JA, EN])
def test_every_category_speaks_both_languages(category: str, lang: Lang) -> None:
    assert [t.id for t in all_templates() if t.category == category and t.lang == lang] != []


@pytest.mark.req("L4")
def test_patents_of_four_offices_have_places_in_both_languages() -> None:
    ids = {t.id for t in all_templates() if t.category == "patents"}
    assert ids == {f"patents-{lang}-{office}" for lang in ("ja", "en") for office in ("jp", "us", "eu", "cn")}


def test_ids_are_unique_and_say_category_and_language() -> None:
    ids = [t.id for t in all_templates()]
    assert sorted(set(ids)) == sorted(ids)
    assert [t.id for t in all_templates() if not t.id.startswith(f"{t.category}-{t.lang}-")] == []


@pytest.mark.req("L4")
@pytest.mark.parametrize("template", all_templates(), ids=lambda t: t.id)
def test_every_query_of_a_template_parses_with_its_site_and_without_notes(template: QueryTemplate) -> None:
    for query in template.queries:
        filled = query.format(words="words", name="name", domain="nagi.test")
        asked = parse_query(filled)
        assert asked.notes == ()
        assert len(asked.sites) == query.count("site:")
        assert [site for site in asked.sites if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*(/[a-z]+)?", site)] == []
        fields = {field for _, field, _, _ in Formatter().parse(query) if field}
        assert fields <= PLACEHOLDERS


@pytest.mark.parametrize("template", all_templates(), ids=lambda t: t.id)
def test_no_cue_matches_nothing_or_everything(template: QueryTemplate) -> None:
    assert [cue.pattern for cue in template.when if cue.search("")] == []
    assert [cue.pattern for cue in template.when if cue.search("ふむ hm")] == []


@pytest.mark.req("L4")
@pytest.mark.parametrize(
    ("question", "lang", "place"),
    [
        ("渚市の潮力発電所の総事業費はいくらか", JA, "site:jbaudit.go.jp 渚市 潮力発電所 総事業費"),
        ("潮力発電の効果に関する研究", JA, "site:jstage.jst.go.jp 潮力発電 効果 研究"),
        ("潮力発電の効果に関する研究", JA, "site:cir.nii.ac.jp 潮力発電 効果 研究"),
        ("『潮の記憶』の著者は誰か", JA, "site:dl.ndl.go.jp 潮の記憶"),
        ("潮力発電機の試験方法の規格", JA, "site:jisc.go.jp 潮力発電機 試験方法 規格"),
        ("ナギテックの製品の仕様", JA, "filetype:pdf ナギテック 仕様"),
        ("株式会社ナギテックの売上高", JA, "site:edinet-fsa.go.jp 株式会社ナギテック"),
        ("ドメイン nagi.test の証明書", JA, "site:crt.sh nagi.test"),
        ("潮力発電の特許", JA, "site:j-platpat.inpit.go.jp 潮力発電 特許"),
        ("個人情報保護法の改正", JA, "site:laws.e-gov.go.jp 個人情報保護法 改正"),
        ("護衛艦の調達", JA, "site:mod.go.jp 調達 護衛艦 調達"),
        ("ワクチンで人口が減るというのは本当か", JA, "site:factcheckcenter.jp ワクチン 人口"),
        ("What did the government spend on subsidies?", EN, "site:gov government spend subsidies"),
        ("effects of caffeine on sleep", EN, "site:pubmed.ncbi.nlm.nih.gov effects caffeine sleep"),
        ("the ISO standard for tide gauges", EN, "site:iso.org ISO standard tide gauges"),
        ("annual revenue of Nagi Tech", EN, 'site:sec.gov "Nagi Tech"'),
        ("who registered the domain nagi.test?", EN, "site:crt.sh nagi.test"),
        ("patents for tidal turbines", EN, "site:worldwide.espacenet.com patents tidal turbines"),
        ("law on tidal barrages", EN, "site:legislation.gov.uk law tidal barrages"),
        ("missile defense contract", EN, "site:defense.gov contract missile defense contract"),
        ("hypersonic missiles", EN, "site:dtic.mil hypersonic missiles"),
        ("is the claim that tides stopped a hoax?", EN, "site:snopes.com claim tides stopped hoax"),
    ],
)
def test_the_place_for_a_question_is_chosen(question: str, lang: Lang, place: str) -> None:
    assert place in texts(question, lang)


@pytest.mark.req("L4")
@pytest.mark.parametrize(("question", "lang"), [("中国の潮力発電の特許", JA), ("Chinese patents on tidal power", EN)])
def test_chinese_patents_are_asked_in_chinese_and_the_original_is_to_be_kept(question: str, lang: Lang) -> None:
    found = [one for one in template_queries(question, lang, limit=12) if "cnipa" in one.text]
    assert [(one.lang, sorted(one.text.split())) for one in found] == [
        ("zh", sorted(["site:cnipa.gov.cn", "中国", "潮汐发电", "专利"]))
    ]
    assert found[0].notes == (
        "keep the original text: a machine translation of a Chinese patent is an aid, not evidence",
    )


def test_japanese_patents_are_asked_in_japanese_words() -> None:
    assert "site:j-platpat.inpit.go.jp 日本 特許 潮力発電" in texts("Japanese patents on tidal power", EN)


def test_a_question_without_cues_names_no_place() -> None:
    assert texts("xylophone quux", EN) == []
    assert texts("りんごとなし", JA) == []


def test_a_question_that_names_its_site_is_sent_to_no_other() -> None:
    assert [t for t in texts("ナギテックの売上高 site:nagi.test", JA) if t.count("site:") > 1] == []
    assert "ナギテック 有価証券報告書 filetype:pdf site:nagi.test" in texts("ナギテックの売上高 site:nagi.test", JA)


def test_places_take_turns_and_the_best_fitting_template_begins() -> None:
    found = template_queries("ワクチンで死亡率が上がったというのは本当か", JA, limit=3)
    assert [one.text.split()[0] for one in found] == ["site:mhlw.go.jp", "site:factcheckcenter.jp", "site:pmda.go.jp"]
    assert found[0].reason == "template government-ja-who, for 'ワクチン' in the question"


def test_only_the_categories_asked_for_are_chosen() -> None:
    found = template_queries("law on clinical trials", EN, limit=12, categories=BORDERLESS)
    assert [one.text for one in found if "legislation" in one.text] == []
    assert [one.text.split()[0] for one in found][:1] == ["site:pubmed.ncbi.nlm.nih.gov"]


def test_a_limit_of_nothing_brings_nothing() -> None:
    assert template_queries("潮力発電の特許", JA, limit=0) == ()


def test_braces_in_a_question_are_words() -> None:
    assert texts("{words} の特許 {0}", JA)[0].startswith("site:j-platpat.inpit.go.jp")


def test_a_data_file_is_read() -> None:
    (template,) = parse_templates(GOOD, "sea")
    assert (template.id, template.lang, template.category) == ("sea-ja", "ja", "sea")
    assert template.queries == ("site:umi.test {words}", "{name} 潮汐表")
    assert [cue.pattern for cue in template.when] == ["海", "湾[口内]"]


@pytest.mark.parametrize(
    ("change", "to", "message"),
    [
        ("when", "wann", "sea, sea-ja: wann unknown"),
        ('lang = "ja"', "", "sea, sea-ja: lang missing"),
        ('"ja"', '"tlh"', "sea, sea-ja: lang is 'tlh', not ja or en"),
        ("{words}", "{word}", "needs one of domain, name, words"),
        ("{words}", "words", "needs one of domain, name, words"),
        ("湾[口内]", "湾[口内", "sea, sea-ja: a cue is no pattern"),
        ("[[template]]", "[[template", "templates of sea: "),
    ],
)
def test_a_broken_data_file_is_refused_by_name(change: str, to: str, message: str) -> None:
    with pytest.raises(WrongCall, match=re.escape(message)):
        parse_templates(GOOD.replace(change, to), "sea")
