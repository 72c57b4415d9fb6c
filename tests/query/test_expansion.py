"""Other ways to ask the same, without a language model."""

import csv
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, Lang
from tadori.query.expansion import expand, initial_queries, without_repeats
from tadori.query.mirrors import SAMPLE_LANGUAGES, languages_to_widen, mirror_query, sample_queries
from tadori.query.operators import parse_query, query_key
from tadori.query.wording import ExpandedQuery, wording_of

TIDE_JA = "渚市の潮力発電所の総事業費はいくらですか"
TIDE_EN = "How much did the Nagi Bay tidal power station cost in March 2011?"


def texts(found: tuple[ExpandedQuery, ...]) -> list[str]:
    return [one.text for one in found]


def test_the_keywords_of_a_japanese_question_are_what_stands_between_its_grammar() -> None:
    words = wording_of("令和5年度の「潮の記憶」と猫の高さは何メートルですか site:go.jp", JA)
    assert words.keywords == ("令和5年度", "潮の記憶", "猫", "高さ")
    assert words.titles == ("潮の記憶",)
    assert words.limits == "site:go.jp"


def test_the_keywords_of_an_english_question_keep_names_whole() -> None:
    words = wording_of(TIDE_EN, EN)
    assert words.keywords == ("Nagi Bay", "tidal", "power", "station", "cost", "March", "2011")
    assert words.names == ("Nagi Bay",)


def test_a_japanese_question_without_ideographs_still_has_keywords() -> None:
    assert wording_of("りんごとなしはどうちがうか", JA).keywords == ("りんご", "なし")


@pytest.mark.req("L3")
def test_each_kind_of_expansion_of_a_japanese_question_is_made_in_turn() -> None:
    assert [(one.lang, one.text, one.reason) for one in expand(TIDE_JA, JA, limit=9)] == [
        ("ja", '"渚市" 潮力発電所 総事業費', "渚市 fixed as a phrase"),
        ("en", "渚市 tidal power station total project cost", "mirror in en, 2 of 2 words by the table of terms"),
        ("ja", "渚市 潮力発電設備 総事業費", "発電設備 for 発電所: a synonym"),
        ("ja", "渚市 潮力発電所 総事業費 filetype:pdf", "総事業費 is published as PDF"),
        ("ja", 'intitle:"渚市" 潮力発電所 総事業費', "pages with 渚市 in their title"),
        ("ja", "渚市", "渚市 alone"),
        ("ja", "渚市 海洋エネルギー 総事業費", "海洋エネルギー for 潮力発電所: one step broader"),
        ("ja", "渚市 潮力発電所 建設費", "建設費 for 総事業費: a synonym"),
        ("ja", "渚市 公式", "what 渚市 says itself"),
    ]


@pytest.mark.req("L3")
def test_each_kind_of_expansion_of_an_english_question_is_made_in_turn() -> None:
    assert texts(expand(TIDE_EN, EN, limit=9)) == [
        '"Nagi Bay" tidal power station cost March 2011',
        "Nagi Bay 潮力発電所 費用 2011年3月",
        "Nagi Bay tidal power plant cost March 2011",
        '"Nagi Bay" tidal power',
        "Nagi Bay tidal power station cost March 2011 filetype:pdf",
        'intitle:"Nagi Bay" tidal power station cost March 2011',
        '"Nagi Bay"',
        "Nagi Bay marine energy station cost March 2011",
        "Nagi Bay tidal power station price March 2011",
    ]


def test_a_long_question_is_also_asked_with_fewer_words_at_once() -> None:
    found = expand("Did Mina Rossi or Adam Kerr sing first in the band?", EN, limit=30)
    assert [one.text for one in found if one.reason == "fewer words at once"] == [
        '"Mina Rossi" sing first',
        '"Adam Kerr" band',
    ]
    found = expand("打楽器の分類と体鳴楽器", JA, limit=30)
    assert [one.text for one in found if one.reason == "fewer words at once"] == [
        "打楽器 分類",
        "分類 体鳴楽器",
        "打楽器 体鳴楽器",
    ]


@pytest.mark.parametrize(
    ("question", "lang", "wanted", "reason"),
    [
        ("灯台が建てられたのはいつか", JA, "灯台 年月日", "年月日, because of 'いつ' in the question"),
        ("Why did the lighthouse fall?", EN, "lighthouse fall reasons", "reasons, because of 'Why' in the question"),
        ("Where is the lighthouse?", EN, "lighthouse location", "location, because of 'Where' in the question"),
    ],
)
def test_what_is_sought_becomes_a_word_of_the_query(question: str, lang: Lang, wanted: str, reason: str) -> None:
    assert (wanted, reason) in [(one.text, one.reason) for one in expand(question, lang, limit=30)]


def test_a_limit_is_kept_and_none_is_no_query() -> None:
    assert texts(expand(TIDE_EN, EN, limit=1)) == ['"Nagi Bay" tidal power station cost March 2011']
    assert expand(TIDE_EN, EN, limit=0) == ()


def test_operators_of_the_query_stay_on_all_of_its_expansions() -> None:
    found = expand("潮力発電 費用 site:go.jp -広告 after:2020", JA, limit=8)
    assert [parse_query(one.text).sites for one in found] == [("go.jp",)] * len(found)
    assert texts(found)[:2] == [
        "tidal power cost -広告 site:go.jp after:2020-01-01",
        "潮力発電 コスト -広告 site:go.jp after:2020-01-01",
    ]


@pytest.mark.parametrize(
    ("query", "wanted", "reason"),
    [
        ("令和5年の予算", "2023年 予算", "2023年 for 令和5年: the other calendar"),
        ("2019年度 予算", "令和元年度 予算", "令和元年度 for 2019年度: the other calendar"),
        ("昭和39年10月の開業", "1964年10月 開業", "1964年10月 for 昭和39年10月: the other calendar"),
        ("附属図書館と サーバー", "附属図書館 サーバ", "サーバ for サーバー: another spelling"),
        ("シュミレーション 結果", "シミュレーション 結果", "シミュレーション for シュミレーション: the usual letters"),
        ("ヴァルガ大会 歴史", "バルガ大会 歴史", "バルガ大会 for ヴァルガ大会: ヴ as b"),
        ("澤田村 人口", "沢田村 人口", "沢田村 for 澤田村: today's letters"),
        (
            "エスカレーター 事故",
            "エスカレータ 事故",
            "エスカレータ for エスカレーター: without the long vowel at the end",
        ),
        ("厚生労働省 通知", "厚労省 通知", "厚労省 for 厚生労働省: another spelling"),
        ("面積 平方キロメートル", "面積 km²", "km² for 平方キロメートル: another spelling"),
    ],
)
def test_other_spellings_of_a_japanese_query(query: str, wanted: str, reason: str) -> None:
    assert (wanted, reason) in [(one.text, one.reason) for one in expand(query, JA, limit=20)]


def test_a_year_before_meiji_has_no_other_calendar() -> None:
    assert [one for one in expand("1600年の合戦", JA, limit=20) if "calendar" in one.reason] == []


def test_synonyms_never_change_a_part_of_a_name_or_of_another_word() -> None:
    assert [t for t in texts(expand("トヨタ自動車の費用", JA, limit=20)) if "トヨタ自動車" not in t] == []
    assert texts(expand("副社長の研究者名簿", JA, limit=20)) == []
    assert [t for t in texts(expand("costume cost", EN, limit=20)) if "priceume" in t] == []


def test_synonyms_are_found_by_their_usual_form() -> None:
    assert "子ども 給与" not in texts(expand("こどもの賃金", JA, limit=20))
    assert "子供 賃金" in texts(expand("こどもの賃金", JA, limit=20))


@pytest.mark.req("L3")
@pytest.mark.parametrize(
    ("question", "lang", "wanted"),
    [
        ("日本の出生率はなぜ下がったのか", JA, "Japan birth rate"),
        ("総事業費350億円の洋上風力発電", JA, "total project cost 35 billion yen offshore wind power"),
        ("NATOの国防費 令和5年度", JA, "NATO defense spending FY2023"),
        ("トヨタ自動車の2023年4月の売上高は？", JA, "トヨタ自動車 April 2023 sales"),
        ("『潮の記憶』の著者は誰か", JA, "潮の記憶 author"),
        ("What is the effect of caffeine on sleep?", EN, "効果 カフェイン 睡眠"),
        ("How does the Ministry of Land, Infrastructure, Transport and Tourism rate dams?", EN, "国土交通省 割合 ダム"),
        ("Did the Nagi Bay power plant cost $3.5 billion?", EN, "Nagi Bay 発電所 費用 35億ドル"),
    ],
)
def test_a_mirror_says_the_same_in_the_other_language(question: str, lang: Lang, wanted: str) -> None:
    made = mirror_query(question, lang).query
    assert made is not None
    assert made.text == wanted
    assert made.lang == (EN if lang == JA else JA)


@pytest.mark.parametrize(
    ("question", "lang", "reason"),
    [
        (
            "待機児童の人数の推移",
            JA,
            "no mirror in en: only 2 of 3 words can be translated without a language model (not: 待機児童)",
        ),
        (
            "xylophone quux",
            EN,
            "no mirror in ja: only 0 of 2 words can be translated without a language model (not: xylophone, quux)",
        ),
        ("👩‍🔬", EN, "no mirror in ja: only 0 of 0 words can be translated without a language model"),
    ],
)
def test_a_mirror_that_would_lose_its_subject_is_not_made_and_the_reason_is_said(
    question: str, lang: Lang, reason: str
) -> None:
    made = mirror_query(question, lang)
    assert made.query is None
    assert made.reason == reason


@pytest.mark.parametrize("word", ["us", "may", "march"])
def test_words_that_only_look_like_terms_are_not_translated(word: str) -> None:
    made = mirror_query(f"tidal power {word} energy", EN).query
    assert made is not None
    assert made.text == "潮力発電 エネルギー"


def test_the_language_model_is_asked_only_when_it_may_be() -> None:
    asked: list[tuple[str, Lang, Lang]] = []

    def translate(text: str, source: Lang, target: Lang) -> str:
        asked.append((text, source, target))
        return "How much did the tidal power station of Nagi cost in total?"

    mechanical = expand(TIDE_JA, JA, limit=3, translate=translate)
    assert asked == []
    assert "渚市 tidal power station total project cost" in texts(mechanical)
    translated = expand(f"{TIDE_JA} site:go.jp", JA, limit=3, mechanical_only=False, translate=translate)
    assert asked == [(TIDE_JA, JA, EN)]
    assert translated[1] == ExpandedQuery(
        text="How much did the tidal power station of Nagi cost in total? site:go.jp",
        lang=EN,
        reason="mirror in en, translated by the language model",
    )


@pytest.mark.parametrize("answer", ["", "  ", "申し訳ありませんが、翻訳できません。"])
def test_an_answer_that_is_no_translation_is_replaced_by_the_table(answer: str) -> None:
    made = mirror_query(TIDE_JA, JA, translate=lambda text, source, target: answer).query
    assert made is not None
    assert made.text == "渚市 tidal power station total project cost"


@pytest.mark.req("L3")
def test_samples_are_made_in_other_languages_from_either_of_ours() -> None:
    wanted = {
        "de": "Nagi Bay Gezeitenkraftwerk Kosten 2011",
        "fr": "Nagi Bay usine marémotrice coût 2011",
        "zh": "Nagi Bay 潮汐电站 成本 2011",
    }
    assert {one.lang: one.text for one in sample_queries(TIDE_EN, lang=EN)} == wanted
    assert texts(sample_queries("日本の出生率", [Lang("de")], lang=JA)) == ["Japan Geburtenrate"]
    assert sample_queries("effect of caffeine on sleep", lang=EN) == ()
    assert sample_queries(TIDE_EN, [Lang("xx")], lang=EN) == ()


@pytest.mark.req("L3")
def test_languages_get_more_by_their_yield() -> None:
    yields = {
        Lang("de"): (1, 5),  # one in five: just enough
        Lang("fr"): (3, 6),
        Lang("zh"): (2, 2),  # too few to tell
        Lang("ko"): (1, 6),
        EN: (9, 9),
    }
    assert languages_to_widen(yields) == ("fr", "de")
    assert languages_to_widen({}) == ()


@pytest.mark.req("L1")
def test_initial_queries_begin_with_the_question_and_bring_primary_sources() -> None:
    found = initial_queries(TIDE_JA, JA, count=12)
    assert texts(found)[:6] == [
        TIDE_JA,
        "渚市 潮力発電所 総事業費",
        '"渚市" 潮力発電所 総事業費',
        "site:jbaudit.go.jp 渚市 潮力発電所 総事業費",
        "渚市 tidal power station total project cost",
        "site:lg.jp 渚市 潮力発電所 総事業費",
    ]
    assert len(found) == 12
    assert [one.lang for one in found].count(EN) == 1


def test_the_other_languages_places_are_asked_where_they_know_the_matter() -> None:
    assert "site:jstage.jst.go.jp 効果 カフェイン 睡眠" in texts(
        initial_queries("What is the effect of caffeine on sleep?", EN, count=12)
    )
    about_japan = texts(initial_queries("What is the population of Japan?", EN, count=12))
    assert [t for t in about_japan if t.startswith("site:e-stat.go.jp")] == ["site:e-stat.go.jp 人口 日本"]
    about_france = texts(initial_queries("What is the population of France?", EN, count=12))
    assert [t for t in about_france if ".jp" in t] == []


def test_initial_queries_without_templates_name_no_place() -> None:
    assert [t for t in texts(initial_queries(TIDE_JA, JA, count=16, templates=False)) if "site:" in t] == []


def test_a_question_of_which_little_can_be_made_gets_few_queries() -> None:
    assert texts(initial_queries("xylophone quux", EN, count=16)) == ["xylophone quux"]
    assert texts(initial_queries(TIDE_EN, EN, count=1)) == [TIDE_EN]


def test_a_question_of_a_pages_length_is_still_asked() -> None:
    found = initial_queries("潮力発電の費用はいくらか。" * 2000, JA, count=12)
    assert [one.text for one in found if len(one.text) > 2000] == []
    assert found[1].text == "潮力発電 費用"


@pytest.mark.parametrize("question", ["", "  ", "site:go.jp"])
def test_a_question_without_words_is_refused(question: str) -> None:
    with pytest.raises(WrongCall, match="the query"):
        expand(question, JA, limit=5)
    with pytest.raises(WrongCall, match="the query"):
        initial_queries(question, JA, count=5)


def test_no_initial_query_at_all_cannot_be_asked_for() -> None:
    with pytest.raises(WrongCall, match="at least one query"):
        initial_queries(TIDE_JA, JA, count=0)


def test_distinct_queries_are_told_apart_by_what_they_ask() -> None:
    one = ExpandedQuery(text="Tide  power?", lang=EN, reason="a")
    same = ExpandedQuery(text="tide power", lang=EN, reason="b")
    other = ExpandedQuery(text="power tide", lang=EN, reason="c")
    assert without_repeats([one, same, other], [], 5) == [one, other]
    assert without_repeats([one, other], ["TIDE POWER"], 5) == [other]


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=80), st.sampled_from([JA, EN]))
def test_whatever_is_asked_expansion_is_readable_distinct_and_the_same_again(text: str, lang: Lang) -> None:
    question = f"潮力 tidal cost 費用 {text}"
    found = initial_queries(question, lang, count=12)
    keys = [query_key(one.text) for one in found]
    assert len(set(keys)) == len(keys)
    assert found == initial_queries(question, lang, count=12)
    assert [one for one in found if not one.reason] == []


def test_the_term_table_has_two_columns_and_no_spelling_twice() -> None:
    lines = (files("tadori.query") / "terms_ja_en.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert [row for row in rows if len(row) != 2] == []
    for column in (0, 1):
        spellings = [spelling for row in rows for spelling in row[column].split("|")]
        assert sorted({s for s in spellings if spellings.count(s) > 1 or s != s.strip() or not s}) == []


def test_the_sample_table_has_a_column_for_each_language_and_stands_on_the_term_table() -> None:
    known = {
        spelling
        for line in (files("tadori.query") / "terms_ja_en.tsv").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
        for spelling in line.split("\t")[1].split("|")
    }
    lines = (files("tadori.query") / "terms_samples.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = list(csv.reader(lines, delimiter="\t"))
    assert rows[0] == ["en", *SAMPLE_LANGUAGES]
    assert [row for row in rows if len(row) != 4 or "" in row] == []
    assert [row[0] for row in rows[1:] if row[0] not in known] == []


def test_no_word_stands_in_two_groups_of_a_synonym_table() -> None:
    tables = tomllib.loads((files("tadori.query") / "synonyms.toml").read_text(encoding="utf-8"))
    for name in ("ja", "en", "variants_ja", "variants_en"):
        members = [member for group in tables[name] for member in group]
        assert sorted({m for m in members if members.count(m) > 1}) == []
