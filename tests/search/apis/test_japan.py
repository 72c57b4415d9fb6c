"""Japan's catalogues, statutes, minutes, statistics and registers, each against its look-alike over loopback."""

from datetime import UTC, datetime

import pytest

from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.ids import EN, JA, IsoDate, Url
from tadori.model.query import Hit
from tadori.model.work import Work
from tadori.search.apis.api import ApiSearch
from tadori.search.apis.catalogue import APIS
from tests.search.apis.conftest import FULL, Provider, query
from tests.web.apis import ApiWeb, told, written

QUESTION = "潮力発電所はいつ運転を始めましたか"


async def test_cinii_is_asked_by_keywords_and_gives_abstracts_and_numbers(web: ApiWeb, provider: Provider) -> None:
    found = await provider("cinii").search(query(QUESTION, JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("cir.nii.ac.jp", "/opensearch/v2/articles")
    assert asked.params == {
        "q": "潮力発電所 運転",
        "count": "5",
        "lang": "ja",
        "sortorder": "4",
        "format": "json",
        "appid": "right-key",
    }
    assert found.works == (
        Work(
            id=Work.id_of("10.5555/jtide.12.1", Url("")),
            url=Url("https://cir.nii.ac.jp/crid/1390282680000000000"),
            title="湾口における潮力発電の効率",
            source="cinii",
            doi="10.5555/jtide.12.1",
            authors=("湊 真一", "海野 渚"),
            venue="潮汐研究",
            date=IsoDate("2019-03"),
            abstract="水車の向きを変えて測定した。",
            identifiers=(("crid", "1390282680000000000"), ("naid", "130007000000"), ("issn", "18820000")),
        ),
    )
    assert found.hits[0].snippet == "水車の向きを変えて測定した。"


async def test_cinii_answers_in_english_where_the_query_is_english(web: ApiWeb, provider: Provider) -> None:
    await provider("cinii").search(query("tidal power", EN))

    assert web.log[0].params["lang"] == "en"


async def test_jstage_titles_are_japanese_where_there_are_any(web: ApiWeb, provider: Provider) -> None:
    found = await provider("jstage").search(query(QUESTION, JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.jstage.jst.go.jp", "/searchapi/do")
    assert asked.params == {"service": "3", "text": "潮力発電所 運転", "count": "5"}
    assert asked.headers["accept"] == "application/atom+xml"
    first, second = found.works
    assert (first.title, first.venue, first.date) == ("潮力発電の効率", "潮汐研究", "2019")
    assert first.url == "https://www.jstage.test/article/tide/12/1/_article/-char/ja/"
    assert first.authors == ("湊 真一", "海野 渚")
    assert first.doi == "10.5555/jtide.12.1"
    assert first.identifiers == (("issn", "1882-0000"), ("journal", "tide"))
    assert (second.title, second.authors, second.doi) == ("Tidal power abroad", ("Ada MARSH",), None)
    assert [hit.snippet for hit in found.hits] == [
        "湊 真一, 海野 渚 / 潮汐研究 / 12 1 / 1-9 / 2019",
        "Ada MARSH / Tidal Studies / 2020",
    ]


async def test_days_are_told_as_far_as_each_catalogue_can_be_told(web: ApiWeb, provider: Provider) -> None:
    for name in ("cinii", "jstage", "ndl"):
        found = await provider(name).search(query("潮力 after:2018-04 before:2020-02-15", JA))
        assert found.notes == ()

    cinii, jstage, ndl = web.log
    assert (cinii.params["from"], cinii.params["until"]) == ("201804", "202002")
    assert (jstage.params["pubyearfrom"], jstage.params["pubyearto"]) == ("2018", "2020")
    assert (ndl.params["from"], ndl.params["until"]) == ("2018-04-01", "2020-02-14")


async def test_jstage_trouble_is_told_apart_from_nothing_found(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.jstage.jst.go.jp"] = written(
        '<feed xmlns="http://www.w3.org/2005/Atom"><result><status>ERR_014</status>'
        "<message>countが不正です。</message></result><entry/></feed>"
    )

    with pytest.raises(SourceRefused, match="jstage: ERR_014: countが不正です。"):
        await provider("jstage").search(query("潮力", JA))


async def test_an_entry_with_nothing_in_it_is_jstage_finding_nothing(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.jstage.jst.go.jp"] = written(
        '<feed xmlns="http://www.w3.org/2005/Atom"><result><status>0</status></result><entry/></feed>'
    )

    assert (await provider("jstage").search(query("潮力", JA))).hits == ()


async def test_ndl_gives_books_with_authors_and_numbers(web: ApiWeb, provider: Provider) -> None:
    found = await provider("ndl").search(query(QUESTION, JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("ndlsearch.ndl.go.jp", "/api/opensearch")
    assert asked.params == {"any": "潮力発電所 運転", "cnt": "5"}
    assert found.hits == (
        Hit(
            title="潮力発電の話 : 湾と水車",
            url=Url("https://ndlsearch.ndl.go.jp/books/R100000002-I029096886"),
            snippet="湊, 真一、Marsh, Ada / 海の本社 / 2018.7 / 索引あり / 図書",
            date=IsoDate("2018-07"),
            engine="ndl",
            rank=1,
            source_tag="academic",
        ),
    )
    [work] = found.works
    assert (work.authors, work.venue) == (("湊, 真一", "Marsh, Ada"), "海の本社")
    assert work.identifiers == (("isbn", "978-4-04-893065-9"), ("ndl_bib", "029096886"))


async def test_statutes_come_with_the_sentences_that_fit_and_the_day_their_text_came_into_force(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("egov_law").search(query("潮力 発電設備", JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("laws.e-gov.go.jp", "/api/2/keyword")
    assert asked.params == {
        "keyword": "潮力 発電設備",
        "limit": "10",
        "sentences_limit": "2",
        "sentence_text_size": "200",
        "response_format": "json",
    }
    assert found.hits == (
        Hit(
            title="再生可能エネルギー電気の利用の促進に関する特別措置法",
            url=Url("https://laws.e-gov.go.jp/law/423AC0000000108"),
            snippet="太陽光、風力、潮力その他の再生可能エネルギー源 … （潮力発電設備）",
            date=IsoDate("2024-04-01"),
            engine="egov_law",
            rank=1,
            source_tag="government",
        ),
    )
    assert found.works[0].identifiers == (
        ("law_id", "423AC0000000108"),
        ("law_number", "平成二十三年法律第百八号"),
        ("law_revision", "423AC0000000108_20240401_505AC0000000044"),
        ("abbreviation", "再エネ特措法"),
    )


async def test_diet_minutes_give_speeches_with_who_said_them_where(web: ApiWeb, provider: Provider) -> None:
    found = await provider("diet_minutes").search(query("潮力発電 導入量 after:2011-08 before:2011-09-01", JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("kokkai.ndl.go.jp", "/api/speech")
    assert asked.params == {
        "any": "潮力発電 導入量",
        "from": "2011-08-01",
        "until": "2011-08-31",
        "maximumRecords": "5",
        "recordPacking": "json",
    }
    [hit] = found.hits
    assert hit.title == "第177回国会 衆議院 経済産業委員会 第6号 湊真一"
    assert hit.url == "https://kokkai.ndl.go.jp/txt/117714080X00620110811/12"
    assert hit.snippet == "○湊委員 潮力発電の導入量についてお尋ねします。 湾ごとの見込みを伺います。"
    assert (hit.date, hit.source_tag) == ("2011-08-11", "government")
    [work] = found.works
    assert work.authors == ("湊真一",)
    assert work.open_access_url == "https://kokkai.ndl.go.jp/img/117714080X00620110811/3"
    assert work.identifiers == (
        ("speech", "117714080X00620110811_012"),
        ("issue", "117714080X00620110811"),
        ("affiliation", "潮の会"),
    )


async def test_diet_minutes_tell_what_was_wrong_with_a_query(web: ApiWeb, provider: Provider) -> None:
    web.weather["kokkai.ndl.go.jp"] = told(
        {"message": "検索条件の入力に誤りがあります。", "details": ["anyが長すぎます。"]}
    )

    with pytest.raises(SourceRefused, match="検索条件の入力に誤りがあります。: anyが長すぎます。"):
        await provider("diet_minutes").search(query("潮力", JA))


async def test_no_more_speeches_are_asked_for_than_the_interface_gives(web: ApiWeb, provider: Provider) -> None:
    found = await provider("diet_minutes").search(query("潮力", JA, limit=500))

    assert web.log[0].params["maximumRecords"] == "100"
    assert len(found.hits) == 1


async def test_e_stat_gives_tables_and_one_table_is_no_list(web: ApiWeb, provider: Provider) -> None:
    found = await provider("e_stat").search(query("潮力発電の発電実績 after:2020", JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.e-stat.go.jp", "/rest/3.0/app/json/getStatsList")
    assert asked.params == {
        "appId": "right-key",
        "lang": "J",
        "searchWord": "潮力発電 AND 発電実績",
        "surveyYears": "202001-299912",
        "limit": "5",
    }
    assert found.hits == (
        Hit(
            title="電力調査統計 潮力発電の発電実績",
            url=Url("https://www.e-stat.go.jp/dbview?sid=0003225650"),
            snippet="資源エネルギー庁 / 発電実績 都道府県別 / 調査年月 202403 / 月次",
            date=IsoDate("2024-06-28"),
            engine="e_stat",
            rank=1,
            source_tag="government",
        ),
    )
    assert found.works[0].identifiers == (("e_stat", "0003225650"), ("statistics_code", "00551010"))


async def test_e_stat_rejects_a_key_with_status_200(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.e-stat.go.jp"] = told(
        {"GET_STATS_LIST": {"RESULT": {"STATUS": 100, "ERROR_MSG": "認証に失敗しました。"}}}
    )

    with pytest.raises(
        SourceRefused, match=r"e_stat: key rejected: setting engines\.e_stat\.key \(認証に失敗しました。\)"
    ):
        await provider("e_stat").search(query("潮力", JA))


async def test_other_trouble_of_e_stat_keeps_its_number(web: ApiWeb, provider: Provider) -> None:
    result = {"STATUS": 103, "ERROR_MSG": "パラメータの値が不正です。"}
    web.weather["api.e-stat.go.jp"] = told({"GET_STATS_LIST": {"RESULT": result}})

    with pytest.raises(SourceRefused, match="e_stat: 103: パラメータの値が不正です。"):
        await provider("e_stat").search(query("潮力", JA))


async def test_gbizinfo_is_asked_for_the_company_the_question_is_about(web: ApiWeb, provider: Provider) -> None:
    found = await provider("gbizinfo").search(query("株式会社潮力製作所の代表取締役社長は誰か", JA))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.info.gbiz.go.jp", "/hojin/v2/hojin")
    assert asked.params == {"name": "株式会社潮力製作所", "page": "1", "limit": "5"}
    assert asked.headers["x-hojininfo-api-token"] == "right-key"
    [hit] = found.hits
    assert hit.url == "https://info.gbiz.go.jp/hojin/ichiran?hojinBango=1180301018771"
    assert hit.snippet == "法人番号 1180301018771 / 愛知県豊田市潮町１番地 / 代表者 湊真一 / 潮力発電機の製造"
    assert found.works[0].identifiers == (
        ("corporate_number", "1180301018771"),
        ("alias", "Tidal Works Co., Ltd."),
        ("reading", "チョウリョクセイサクショ"),
        ("postal_code", "4710826"),
        ("address", "愛知県豊田市潮町１番地"),
        ("founded", "1937-08-28"),
        ("website", "https://tide.test/"),
    )


async def test_edinet_is_looked_through_day_by_day_for_five_working_days(web: ApiWeb, provider: Provider) -> None:
    found = await provider("edinet").search(query("潮力製作所の有価証券報告書", JA))

    days = ["2026-11-16", "2026-11-13", "2026-11-12", "2026-11-11", "2026-11-10"]
    assert [asked.params for asked in web.log] == [
        {"date": day, "type": "2", "Subscription-Key": "right-key"} for day in days
    ]
    assert {(asked.host, asked.path) for asked in web.log} == {("api.edinet-fsa.go.jp", "/api/v2/documents.json")}
    [hit] = found.hits
    assert hit.title == "株式会社潮力製作所 有価証券報告書－第89期"
    assert hit.url == "https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100TIDE,,"
    assert hit.date == "2026-11-13"
    [work] = found.works
    assert work.open_access_url == "https://disclosure2dl.edinet-fsa.go.jp/searchdocument/pdf/S100TIDE.pdf"
    assert work.identifiers == (
        ("edinet_document", "S100TIDE"),
        ("edinet", "E01766"),
        ("securities_code", "67020"),
        ("corporate_number", "1180301018771"),
        ("form", "120"),
    )


async def test_edinet_is_asked_for_the_days_of_the_query(web: ApiWeb, provider: Provider) -> None:
    await provider("edinet").search(query("潮力製作所 after:2026-11-12 before:2026-11-14", JA))

    assert [asked.params["date"] for asked in web.log] == ["2026-11-13", "2026-11-12"]


async def test_edinet_is_not_asked_for_days_to_come_or_long_gone(web: ApiWeb, provider: Provider) -> None:
    await provider("edinet").search(query("潮力製作所 after:2026-11-17", JA))
    gone = await provider("edinet").search(query("潮力製作所 before:2010", JA))

    assert web.log == []
    assert gone.notes == ("edinet lists filings by day: 5 working days were looked through",)


async def test_a_day_in_japan_begins_before_a_day_in_utc(web: ApiWeb) -> None:
    late = datetime(2026, 11, 12, 15, 30, tzinfo=UTC)
    search = ApiSearch(api=APIS["edinet"], ask=web.ask, access=FULL, clock=lambda: late)

    await search.search(query("潮力製作所 after:2026-11-13", JA))

    assert [asked.params["date"] for asked in web.log] == ["2026-11-13"]


async def test_edinet_rejects_a_key_with_status_200(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.edinet-fsa.go.jp"] = told({"StatusCode": 401, "message": "Access denied"})

    with pytest.raises(SourceRefused, match=r"edinet: key rejected: setting engines\.edinet\.key \(Access denied\)"):
        await provider("edinet").search(query("潮力", JA))


async def test_trouble_in_the_metadata_of_edinet_is_trouble(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.edinet-fsa.go.jp"] = told({"metadata": {"status": "404", "message": "Not Found"}})

    with pytest.raises(SourceRefused, match="edinet: 404: Not Found"):
        await provider("edinet").search(query("潮力", JA))


async def test_a_list_of_filings_that_is_none_is_named(web: ApiWeb, provider: Provider) -> None:
    web.weather["api.edinet-fsa.go.jp"] = told({"metadata": {"status": "200"}})

    with pytest.raises(SourceGarbled, match="edinet: expected a list at results, got NoneType"):
        await provider("edinet").search(query("潮力", JA))
