"""The query language: read once, written in each engine's words, keyed for the cache."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.model.ids import EN, JA, IsoDate
from tadori.query.dialects import DIALECTS, Dialect, dialect_of
from tadori.query.engine_query import engine_query
from tadori.query.operators import LONGEST_QUERY, ParsedQuery, parse_query, query_key, searched_words

FULL = ParsedQuery(
    words=("tidal", "power"),
    phrases=("Nagi Bay",),
    required=("cost",),
    excluded=("forum", "old news"),
    sites=("nagi.test",),
    filetypes=("pdf",),
    intitle=("annual report",),
    after=IsoDate("2023-04"),
    before=IsoDate("2024"),
    excluded_sites=("spam.test",),
)


@pytest.mark.req("L3")
def test_every_operator_is_read() -> None:
    text = (
        'tidal power "Nagi Bay" +cost -forum -"old news" site:nagi.test filetype:pdf intitle:"annual report"'
        " after:2023-04 before:2024 -site:spam.test"
    )
    assert parse_query(text) == FULL


@pytest.mark.req("L3")
def test_full_width_operators_and_japanese_dates_are_read() -> None:
    assert parse_query(
        "ｓｉｔｅ：ｇｏ．ｊｐ　潮力発電　＋費用　－広告　ａｆｔｅｒ：令和５年４月１日　ＦＩＬＥＴＹＰＥ：ＰＤＦ"
    ) == ParsedQuery(
        words=("潮力発電",),
        required=("費用",),
        excluded=("広告",),
        sites=("go.jp",),
        filetypes=("pdf",),
        after=IsoDate("2023-04-01"),
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2023", "2023"),
        ("2023-4", "2023-04"),
        ("2023/04/09", "2023-04-09"),
        ("２０２３年", "2023"),
        ("2023年4月", "2023-04"),
        ("令和元年", "2019"),
        ("平成31年4月30日", "2019-04-30"),
    ],
)
def test_a_date_is_read_as_far_as_it_is_written(written: str, meant: str) -> None:
    assert parse_query(f"tide after:{written}").after == meant


def test_smart_quotes_make_phrases_and_corner_brackets_do_not() -> None:
    asked = parse_query("“tidal power” 「潮の記憶」 ＂二つ の語＂")
    assert asked.phrases == ("tidal power", "二つ の語")
    assert asked.words == ("「潮の記憶」",)


def test_signs_inside_words_and_before_numbers_are_no_operators() -> None:
    asked = parse_query('F-16 C++ -40 degrees 日本-フランス 5" pipe - -- and +81')
    assert asked.words == ("F-16", "C++", "degrees", "日本-フランス", "5", "pipe", "and")
    assert asked.phrases == ("-40", "+81")
    assert asked.excluded == ()


def test_mixed_scripts_and_joined_emoji_survive() -> None:
    text = "潮力 tidal Приливная 👩‍🔬 ☀️"
    assert engine_query(parse_query(text), DIALECTS["google"]).text == text


def test_controls_and_marks_that_turn_text_around_are_left_out() -> None:
    assert parse_query("tide\x00\u202e power\u200b\ud800\n\u2028station").words == ("tide", "power", "station")


def test_what_looks_like_an_operator_but_is_none_is_said() -> None:
    asked = parse_query("what happened after:midnight site:?? filetype:../x intitle: before:2023-02-30")
    assert asked.words == ("what", "happened", "after", "midnight", "intitle:", "before", "2023-02-30")
    assert (asked.sites, asked.filetypes, asked.intitle, asked.after, asked.before) == ((), (), (), None, None)
    assert asked.notes == (
        "after:midnight names no date (YYYY, YYYY-MM or YYYY-MM-DD); asked as words",
        "site:?? names no site; left out",
        "filetype:../x names no file type; left out",
        "before:2023-02-30 names no date (YYYY, YYYY-MM or YYYY-MM-DD); asked as words",
    )


def test_what_cannot_be_left_out_is_said() -> None:
    asked = parse_query('tide -filetype:pdf -intitle:"old news" -after:2020 intitle:""')
    assert asked == ParsedQuery(words=("tide", "after", "2020"), excluded=("old news",))
    assert asked.notes == (
        "-filetype:pdf cannot be asked; left out",
        "-after:2020 names no date (YYYY, YYYY-MM or YYYY-MM-DD); asked as words",
        "intitle: without a word was left out",
    )


def test_unknown_operators_and_addresses_stay_words() -> None:
    assert parse_query("inurl:tide http://nagi.test/a:b").words == ("inurl:tide", "http://nagi.test/a:b")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("site:https://WWW.Nagi.test/docs/", "www.nagi.test/docs"),
        ("site:*.go.jp", "go.jp"),
        ("site:.go.jp", "go.jp"),
        ("site:日本語.test", "日本語.test"),
        ("(site:nagi.test)", "nagi.test"),
    ],
)
def test_a_site_is_a_host_whatever_stands_around_it(written: str, meant: str) -> None:
    assert parse_query(f"tide {written}").sites == (meant,)


def test_sites_joined_by_or_mean_any_of_them() -> None:
    asked = parse_query("tide (site:a.test OR site:b.test)")
    assert asked == ParsedQuery(words=("tide",), sites=("a.test", "b.test"))


@pytest.mark.parametrize("text", ["", "   ", "\u3000\n", '""', "()", " - + "])
def test_an_empty_query_is_refused(text: str) -> None:
    with pytest.raises(WrongCall, match="the query is empty"):
        parse_query(text)


@pytest.mark.parametrize(
    "text", ["site:go.jp", "-tide", "after:2020 filetype:pdf", "ｓｉｔｅ：ｇｏ．ｊｐ", "-site:a.test"]
)
def test_a_query_of_operators_only_is_refused(text: str) -> None:
    with pytest.raises(WrongCall, match="operators only"):
        parse_query(text)


def test_days_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(WrongCall, match="no day is after:2024 and before:2023-06"):
        parse_query("tide after:2024 before:2023-06")


def test_of_two_days_the_narrower_counts() -> None:
    asked = parse_query("tide after:2020 after:2022-05 before:2024 before:2023-06-01")
    assert (asked.after, asked.before) == ("2022-05", "2023-06-01")


def test_a_hostile_length_is_cut_and_said() -> None:
    asked = parse_query("潮 " * 100_000)
    assert len(asked.words) == LONGEST_QUERY // 2
    assert asked.notes == ("the query has 200000 characters; the first 2000 are asked",)


@pytest.mark.req("L3")
@pytest.mark.parametrize(
    ("engine", "text", "after", "before", "dropped"),
    [
        (
            "google",
            'tidal power "cost" "Nagi Bay" intitle:"annual report" -forum -"old news" site:nagi.test -site:spam.test'
            " filetype:pdf after:2023-04-01 before:2024-01-01",
            None,
            None,
            (),
        ),
        (
            "duckduckgo",
            'tidal power +cost "Nagi Bay" intitle:"annual report" -forum -"old news" site:nagi.test -site:spam.test'
            " filetype:pdf",
            "2023-04-01",
            "2023-12-31",
            (),
        ),
        (
            "mojeek",
            'tidal power "cost" "Nagi Bay" intitle:"annual report" -forum -"old news" site:nagi.test -site:spam.test'
            " since:20230401",
            None,
            None,
            ("filetype", "before"),
        ),
        (
            "marginalia",
            'tidal power +cost "Nagi Bay" "annual report" -forum -"old news" site:nagi.test -site:spam.test'
            " year>2022 year<2024",
            None,
            None,
            ("intitle", "filetype"),
        ),
        (
            "wikipedia",
            'tidal power "cost" "Nagi Bay" intitle:"annual report" -forum -"old news"',
            None,
            None,
            ("site", "filetype", "after", "before"),
        ),
        (
            "crossref",
            "tidal power cost Nagi Bay annual report",
            "2023-04-01",
            "2023-12-31",
            ("required", "phrases", "intitle", "excluded", "site", "filetype"),
        ),
    ],
)
def test_each_engine_is_asked_in_its_own_words(
    engine: str, text: str, after: str | None, before: str | None, dropped: tuple[str, ...]
) -> None:
    written = engine_query(FULL, DIALECTS[engine])
    assert (written.text, written.after, written.before, written.dropped) == (text, after, before, dropped)


def test_what_an_engine_cannot_say_is_noted_in_words() -> None:
    assert engine_query(parse_query("tide filetype:pdf before:2020"), DIALECTS["mojeek"]).notes == (
        "mojeek knows no filetype: (pdf not asked for)",
        "mojeek knows no before: (results are of any date, not only before:2020)",
    )
    assert engine_query(parse_query('+tide "tidal power" -ad'), DIALECTS["e_stat"]).notes == (
        "e_stat knows no + (tide asked as plain words)",
        "e_stat knows no phrases (the words of tidal power asked one by one)",
        "e_stat knows no - (results with ad are not left out)",
    )


def test_several_sites_are_asked_together_where_the_engine_can() -> None:
    asked = parse_query("tide site:a.test site:b.test filetype:pdf filetype:doc")
    assert engine_query(asked, DIALECTS["google"]).text == (
        "tide (site:a.test OR site:b.test) (filetype:pdf OR filetype:doc)"
    )
    one = engine_query(asked, DIALECTS["duckduckgo"])
    assert one.text == "tide site:a.test filetype:pdf"
    assert one.notes == (
        "duckduckgo takes one site: at a time: b.test not asked for",
        "duckduckgo takes one filetype: at a time: doc not asked for",
    )


def test_a_negative_number_is_not_left_out_by_the_engine() -> None:
    assert engine_query(parse_query("-40 degrees"), DIALECTS["bing"]).text == 'degrees "-40"'


def test_a_year_that_an_engine_counts_in_years_is_asked_for_whole() -> None:
    assert engine_query(parse_query("tide before:2023-06"), DIALECTS["marginalia"]).text == "tide year<2024"


def test_limits_survive_when_the_end_of_a_long_query_is_left_out() -> None:
    written = engine_query(parse_query("tide " * 100 + "site:nagi.test"), DIALECTS["google"])
    assert written.text == "tide " * 31 + "site:nagi.test"
    assert written.notes == ("google takes 32 words and 480 characters: the end of the query was left out",)


def test_one_word_longer_than_an_engine_takes_is_cut() -> None:
    assert engine_query(parse_query("潮" * 900), DIALECTS["brave"]).text == "潮" * 400


def test_nothing_to_look_for_is_never_written() -> None:
    with pytest.raises(WrongCall, match="operators only"):
        engine_query(ParsedQuery(sites=("nagi.test",)), DIALECTS["google"])


def test_an_engine_that_is_not_listed_is_asked_plain_words() -> None:
    assert engine_query(FULL, dialect_of("somebody_elses")).text == "tidal power cost Nagi Bay annual report"


@pytest.mark.parametrize(
    "engine",
    "duckduckgo duckduckgo_lite mojeek qwant brave google bing startpage marginalia wikipedia yahoo ecosia brave_api"
    " serper jina searxng openalex semantic_scholar crossref unpaywall arxiv pubmed wikidata dbpedia e_stat egov_law"
    " diet_minutes gbizinfo edinet uspto ptab epo_ops cinii jstage ndl library".split(),
)
def test_every_engine_has_a_dialect_of_its_own_name(engine: str) -> None:
    assert DIALECTS[engine].name == engine


@pytest.mark.req("L38")
@pytest.mark.parametrize(
    "other",
    [
        "Tidal  POWER? site:nagi.test filetype:pdf",
        "tidal　ｐｏｗｅｒ filetype:pdf site:NAGI.test",
        "site:nagi.test tidal power ext:pdf",
        "tidal power. (site:nagi.test) filetype:pdf",
    ],
)
def test_spellings_that_ask_the_same_share_a_key(other: str) -> None:
    key = query_key("tidal power site:nagi.test filetype:pdf", engine="mojeek", lang=EN, limit=10)
    assert query_key(other, engine="mojeek", lang=EN, limit=10) == key


@pytest.mark.req("L38")
def test_what_asks_something_else_has_another_key() -> None:
    queries = (
        "tidal power",
        "power tidal",
        '"tidal power"',
        "tidal power after:2023",
        "tidal power before:2023",
        "tidal -power",
        "tidal +power",
        "tidal power site:nagi.test",
        "tidal power -site:nagi.test",
        "intitle:tidal power",
        "tidal OR power",
        "tidal or power",
    )
    assert len({query_key(query, engine="bing", lang=EN, limit=10) for query in queries}) == 12


@pytest.mark.req("L38")
def test_another_engine_language_or_length_has_another_key() -> None:
    keys = {
        query_key("明石 大橋"),
        query_key("明石 大橋", engine="mojeek"),
        query_key("明石 大橋", engine="qwant"),
        query_key("明石 大橋", engine="mojeek", lang=JA),
        query_key("明石 大橋", engine="mojeek", lang=EN),
        query_key("明石 大橋", engine="mojeek", lang=JA, limit=10),
    }
    assert len(keys) == 6


def test_days_are_one_period_however_they_are_written() -> None:
    key = query_key("tide after:2023-01-01 before:2024")
    assert query_key("before:2024-01 tide after:2023") == key
    assert query_key("tide after:2020 before:2024/1/1 after:2023") == key
    assert query_key("tide after:2023-01-02 before:2024") != key


def test_a_key_is_the_same_on_every_machine() -> None:
    assert query_key("潮力発電 費用", engine="mojeek", lang=JA, limit=10) == "serp_005ae168309729105b31865f"


TOKENS = st.sampled_from(
    [
        "site:",
        "filetype:",
        "intitle:",
        "after:",
        "-",
        "+",
        '"',
        "“",
        "”",
        "(",
        ")",
        "：",
        " ",
        "\u3000",
        "潮",
        "a.b",
        "x",
        "👩‍🔬",
        "「",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(TOKENS, max_size=40).map("".join)))
def test_whatever_is_read_reads_the_same_once_it_is_written(text: str) -> None:
    own = Dialect(name="own", required="+{}", any_site=True, after="after:{day}", before="before:{day}", max_chars=9999)
    asked = parse_query(f"tide {text}")
    written = engine_query(asked, own).text
    assert parse_query(written) == asked
    assert query_key(written) == query_key(f"tide {text}")


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("harbour bridge", "harbour bridge"),
        ('site:go.jp "harbour bridge" opened -ferry filetype:pdf after:1980', "opened harbour bridge"),
        ("intitle:月代原大橋 開通", "開通 月代原大橋"),
        ("site:go.jp", "site:go.jp"),
        ("", ""),
    ],
)
def test_what_a_query_looks_for_is_left_without_its_limits(query: str, meant: str) -> None:
    assert searched_words(query) == meant
