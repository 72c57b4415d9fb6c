"""Catalogues of things and their names, each against its look-alike over loopback."""

import pytest

from tadori.errors import SourceRefused, SourceUnreachable
from tadori.model.ids import EN, JA, Url
from tadori.model.query import Hit
from tadori.search.apis.refusals import retryable
from tests.search.apis.conftest import Provider, query
from tests.web.apis import ApiWeb, told


async def test_wikidata_is_asked_for_the_subject_and_then_for_what_is_known_of_it(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("wikidata").search(query("潮力発電所はいつ運転を始めましたか", JA))

    assert [(asked.host, asked.path) for asked in web.log] == [("www.wikidata.org", "/w/api.php")] * 2
    assert web.log[0].params == {
        "action": "wbsearchentities",
        "search": "潮力発電所",
        "language": "ja",
        "uselang": "ja",
        "type": "item",
        "limit": "5",
        "format": "json",
        "maxlag": "5",
    }
    assert web.log[1].params == {
        "action": "wbgetentities",
        "ids": "Q12345|Q9",
        "props": "aliases|claims|labels|sitelinks/urls",
        "languages": "ja|en",
        "sitefilter": "jawiki|enwiki",
        "format": "json",
        "maxlag": "5",
    }
    first, second = found.hits
    assert (first.title, first.snippet) == ("潮力発電所", "潮の満ち引きで発電する施設")
    assert first.url == "https://ja.encyclopedia.test/wiki/%E6%BD%AE%E5%8A%9B%E7%99%BA%E9%9B%BB"
    assert (second.title, second.url) == ("Q9", "http://www.wikidata.org/entity/Q9")
    assert found.works[0].identifiers == (
        ("wikidata", "Q12345"),
        ("corporate_number", "1180301018771"),
        ("website", "https://tide.test/"),
        ("alias", "tidal power station"),
        ("alias", "潮汐発電所"),
        ("alias", "tidal plant"),
    )


async def test_a_thing_without_an_article_in_the_language_leads_to_its_own_page(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("wikidata").search(query("tidal power station", EN))

    assert found.hits[0] == Hit(
        title="tidal power station",
        url=Url("https://www.wikidata.org/wiki/Q12345"),
        snippet="station that makes power from tides",
        date=None,
        engine="wikidata",
        rank=1,
        source_tag="general",
    )
    assert web.log[0].params["language"] == "en"


async def test_wikidata_errors_come_with_status_200(web: ApiWeb, provider: Provider) -> None:
    web.weather["www.wikidata.org"] = told({"error": {"code": "badvalue", "info": 'Unrecognized value for "language"'}})

    with pytest.raises(SourceRefused, match='wikidata: badvalue: Unrecognized value for "language"'):
        await provider("wikidata").search(query("tidal"))


async def test_servers_that_are_behind_can_be_asked_again(web: ApiWeb, provider: Provider) -> None:
    web.weather["www.wikidata.org"] = told({"error": {"code": "maxlag", "info": "Waiting for a database server"}})

    with pytest.raises(SourceUnreachable, match=r"wikidata: its servers are behind \(maxlag\)") as caught:
        await provider("wikidata").search(query("tidal"))

    assert retryable(caught.value)


async def test_dbpedia_is_asked_for_the_name_in_the_question(web: ApiWeb, provider: Provider) -> None:
    found = await provider("dbpedia").search(query('Who invented "tidal power"?'))

    [asked] = web.log
    assert (asked.host, asked.path) == ("lookup.dbpedia.org", "/api/search")
    assert asked.params == {"query": "tidal power", "maxResults": "5", "format": "JSON"}
    [hit] = found.hits
    assert (hit.title, hit.url) == ("Tidal power", "https://dbpedia.org/page/Tidal_power")
    assert hit.snippet == "Tidal power is harnessed by converting energy from tides."
    assert found.works[0].identifiers == (("dbpedia", "http://dbpedia.org/resource/Tidal_power"), ("type", "Concept"))


async def test_what_an_interface_is_not_told_is_said_in_the_notes(provider: Provider) -> None:
    found = await provider("dbpedia").search(query("tidal power site:go.jp -nuclear after:2020"))

    assert found.notes == (
        "dbpedia knows no - (results with nuclear are not left out)",
        "dbpedia knows no site: (go.jp not asked for)",
        "dbpedia knows no after: (results are of any date, not only after:2020)",
    )
    assert len(found.hits) == 1
