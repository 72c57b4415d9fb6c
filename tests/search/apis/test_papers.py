"""Catalogues of papers, each against its look-alike over loopback: exactly what is asked, exactly what is read."""

import pytest

from tadori.errors import SourceGarbled, SourceRefused
from tadori.model.ids import EN, JA, IsoDate, Url
from tadori.model.query import Hit
from tadori.model.work import Work
from tadori.search.apis.api import ApiAccess
from tadori.search.apis.openalex import abstract_of
from tadori.search.apis.unpaywall import open_link
from tests.search.apis.conftest import AGENT, Provider, query
from tests.web.apis import Answer, ApiWeb, told

DOI = "10.5555/tide.2011.7"
QUESTION = 'When did "tidal turbines" start to turn? after:2010 before:2012-07'


@pytest.mark.req("L10")
async def test_openalex_is_asked_by_its_own_parameters_and_gives_hits_and_works(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("openalex").search(query(QUESTION))

    [asked] = web.log
    assert (asked.method, asked.host, asked.path) == ("GET", "api.openalex.org", "/works")
    assert asked.params == {
        "search": '"tidal turbines" start turn',
        "per_page": "5",
        "filter": "from_publication_date:2010-01-01,to_publication_date:2012-06-30",
        "select": "id,doi,display_name,publication_date,authorships,primary_location,best_oa_location,open_access,"
        "abstract_inverted_index,referenced_works,ids",
        "mailto": "reader@letters.test",
        "api_key": "right-key",
    }
    assert asked.headers["user-agent"] == AGENT
    assert asked.headers["accept"] == "application/json"
    assert found.hits == (
        Hit(
            title="The yield of tidal turbines & their wakes",
            url=Url("https://journal-of-tides.test/articles/7"),
            snippet="Turbines turn both ways in two ways",
            date=IsoDate("2011-09-13"),
            engine="openalex",
            rank=1,
            source_tag="academic",
        ),
        Hit(
            title="潮力発電所の環境影響",
            url=Url("https://openalex.org/W99"),
            snippet="",
            date=None,
            engine="openalex",
            rank=2,
            source_tag="academic",
        ),
    )
    assert found.works[0] == Work(
        id=Work.id_of(DOI, Url("")),
        url=Url("https://journal-of-tides.test/articles/7"),
        title="The yield of tidal turbines & their wakes",
        source="openalex",
        doi=DOI,
        authors=("Ada Marsh", "湊 真一"),
        venue="Journal of Tides",
        date=IsoDate("2011-09-13"),
        abstract="Turbines turn both ways in two ways",
        open_access_url=Url("https://repository.test/tide-7.pdf"),
        cites=("https://openalex.org/W1", "https://openalex.org/W2"),
        identifiers=(("openalex", "W2741809807"), ("pmid", "21900001")),
    )
    assert found.works[1].doi is None


def test_an_inverted_index_becomes_its_text_whatever_stands_in_it() -> None:
    assert abstract_of({"b": [1], "a": [0, 2]}) == "a b a"
    assert abstract_of({"水車": [0], "は": [1], "回る。": [2]}) == "水車 は 回る。"
    assert abstract_of({}) == ""
    assert abstract_of(None) == ""
    assert abstract_of({"a": "0", "b": [None, "x"], "c": [0]}) == "c"


async def test_without_a_contact_or_key_nothing_is_made_up(web: ApiWeb, provider: Provider) -> None:
    await provider("openalex", ApiAccess(version="0.1.0")).search(query("tidal"))

    assert web.log[0].headers["user-agent"] == "Tadori/0.1.0"
    assert "mailto" not in web.log[0].params
    assert "api_key" not in web.log[0].params


async def test_semantic_scholar_is_asked_with_its_header_and_a_range_of_days(web: ApiWeb, provider: Provider) -> None:
    found = await provider("semantic_scholar").search(query("bi-directional tidal turbines after:2010"))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.semanticscholar.org", "/graph/v1/paper/search")
    assert asked.params == {
        "query": "bi directional tidal turbines",
        "limit": "5",
        "fields": "title,abstract,year,publicationDate,venue,authors,url,externalIds,openAccessPdf",
        "publicationDateOrYear": "2010-01-01:",
    }
    assert asked.headers["x-api-key"] == "right-key"
    [work] = found.works
    assert (work.doi, work.date, work.authors) == (DOI, "2011", ("Ada Marsh", "湊 真一"))
    assert work.open_access_url == "https://repository.test/tide-7.pdf"
    assert work.identifiers == (
        ("s2", "649def34f8be52c8b66281af98ae884c09aef38b"),
        ("pmid", "21900001"),
        ("arxiv", "1106.00001"),
    )
    [hit] = found.hits
    assert (hit.title, hit.snippet, hit.date) == ("The yield of tidal turbines", "Turbines turn both ways.", "2011")


async def test_semantic_scholar_sends_no_key_where_there_is_none(web: ApiWeb, provider: Provider) -> None:
    await provider("semantic_scholar", ApiAccess()).search(query("tidal"))

    assert "x-api-key" not in web.log[0].headers


async def test_crossref_gives_dates_in_parts_names_of_groups_and_the_references_it_has(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("crossref").search(query("tidal turbines before:2012"))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.crossref.org", "/works")
    assert asked.params == {
        "query": "tidal turbines",
        "rows": "5",
        "filter": "until-pub-date:2011-12-31",
        "mailto": "reader@letters.test",
    }
    first, second = found.works
    assert first.title == "The yield of tidal turbines : a field study"
    assert (first.url, first.doi, first.date) == ("https://journal-of-tides.test/articles/7", DOI, "2011-09")
    assert first.authors == ("Ada Marsh", "Bay Consortium")
    assert first.venue == "Journal of Tides"
    assert first.abstract == "Turbines turn both ways."
    assert first.cites == ("10.5555/old.1",)
    assert first.identifiers == (("issn", "1234-5678"),)
    assert (second.title, second.url, second.date) == ("潮力発電の歴史", "https://doi.org/10.5555/ja.1", None)


async def test_crossref_is_told_both_ends_of_a_range_of_days(web: ApiWeb, provider: Provider) -> None:
    await provider("crossref").search(query("tidal after:2010-05 before:2012"))

    assert web.log[0].params["filter"] == "from-pub-date:2010-05-01,until-pub-date:2011-12-31"


async def test_two_catalogues_that_describe_one_doi_describe_one_work(provider: Provider) -> None:
    one = await provider("crossref").search(query("tidal"))
    other = await provider("semantic_scholar").search(query("tidal"))

    assert one.works[0].id == other.works[0].id


async def test_unpaywall_looks_up_the_dois_in_a_query(web: ApiWeb, provider: Provider) -> None:
    found = await provider("unpaywall").search(query("https://doi.org/10.5555/TIDE.2011.7 and 10.5555/unknown."))

    assert [(asked.path, asked.params) for asked in web.log] == [
        ("/v2/10.5555/tide.2011.7", {"email": "reader@letters.test"}),
        ("/v2/10.5555/unknown", {"email": "reader@letters.test"}),
    ]
    [work] = found.works
    assert (work.doi, work.url) == (DOI, "https://doi.org/10.5555/tide.2011.7")
    assert work.open_access_url == "https://repository.test/tide-7.pdf"
    assert work.authors == ("Ada Marsh", "湊 真一")
    assert work.date == "2011-09-13"


async def test_unpaywall_says_that_it_knows_dois_only_and_asks_nothing(web: ApiWeb, provider: Provider) -> None:
    found = await provider("unpaywall").search(query("tidal turbines"))

    assert found.hits == ()
    assert found.notes == ("unpaywall looks up the DOIs in a query, nothing else",)
    assert web.log == []


async def test_unpaywall_tells_the_open_copy_of_one_doi_or_that_it_knows_none(web: ApiWeb, provider: Provider) -> None:
    search = provider("unpaywall")
    assert await open_link(search, DOI) == "https://repository.test/tide-7.pdf"
    assert await open_link(search, "10.5555/unknown") is None
    assert [asked.path for asked in web.log] == ["/v2/10.5555/tide.2011.7", "/v2/10.5555/unknown"]


async def test_arxiv_is_asked_for_all_words_and_its_feed_is_read(web: ApiWeb, provider: Provider) -> None:
    found = await provider("arxiv").search(query(QUESTION))

    [asked] = web.log
    assert (asked.host, asked.path) == ("export.arxiv.org", "/api/query")
    assert asked.params == {
        "search_query": 'all:"tidal turbines" AND all:start AND all:turn'
        " AND submittedDate:[201001010000 TO 201206302359]",
        "start": "0",
        "max_results": "5",
        "sortBy": "relevance",
        "sortOrder": "descending",
    }
    [work] = found.works
    assert (work.title, work.url) == ("Tidal turbines in a narrow bay", "https://arxiv.org/abs/1106.00001v2")
    assert (work.doi, work.date, work.venue) == (DOI, "2011-06-01", "J. Tides 7 (2011)")
    assert work.authors == ("Ada Marsh", "Shin’ichi Minato")
    assert work.abstract == "Turbines turn both ways."
    assert work.open_access_url == "https://arxiv.org/pdf/1106.00001v2"
    assert work.identifiers == (("arxiv", "1106.00001"),)
    assert found.hits[0].source_tag == "academic"


async def test_signs_in_a_word_do_not_become_openalex_syntax(web: ApiWeb, provider: Provider) -> None:
    await provider("openalex").search(query("tid*l (wave) tide~2 what?"))

    assert web.log[0].params["search"] == '"tid l" wave "tide 2"'


async def test_signs_in_a_word_do_not_become_arxiv_syntax(web: ApiWeb, provider: Provider) -> None:
    await provider("arxiv").search(query("tidal:x (cat) a[b]"))

    assert web.log[0].params["search_query"] == 'all:"tidal x" AND all:cat AND all:"a b"'


async def test_pubmed_is_asked_twice_and_leaves_out_what_it_cannot_summarise(web: ApiWeb, provider: Provider) -> None:
    found = await provider("pubmed").search(query(QUESTION))

    who = {"tool": "tadori", "email": "reader@letters.test", "api_key": "right-key"}
    assert [(asked.path, asked.params) for asked in web.log] == [
        (
            "/entrez/eutils/esearch.fcgi",
            {
                "db": "pubmed",
                "term": '"tidal turbines" AND start AND turn',
                "retmax": "5",
                "retmode": "json",
                "sort": "relevance",
                "datetype": "pdat",
                "mindate": "2010/01/01",
                "maxdate": "2012/06/30",
                **who,
            },
        ),
        ("/entrez/eutils/esummary.fcgi", {"db": "pubmed", "id": "21900001,21900002", "retmode": "json", **who}),
    ]
    [hit] = found.hits
    assert hit.title == "Injuries of divers near tidal turbines"
    assert hit.url == "https://pubmed.ncbi.nlm.nih.gov/21900001/"
    assert hit.snippet == "Marsh A, Minato S. Journal of tides. 2011 Sep 13"
    [work] = found.works
    assert (work.doi, work.date) == ("10.5555/tide.2011.8", "2011-09-13")
    assert work.open_access_url == "https://pmc.ncbi.nlm.nih.gov/articles/PMC3160001/"
    assert work.identifiers == (("pmid", "21900001"), ("pmcid", "PMC3160001"))


async def test_numbers_that_pubmed_cannot_summarise_at_all_are_nothing_found(web: ApiWeb, provider: Provider) -> None:
    summary = {"7": {"uid": "7", "error": "cannot get document summary"}}
    web.weather["eutils.ncbi.nlm.nih.gov"] = told({"esearchresult": {"idlist": ["7", "8"]}, "result": summary})

    found = await provider("pubmed").search(query("tidal"))

    assert found.hits == ()


async def test_pubmed_asks_for_no_summaries_when_nothing_fits(web: ApiWeb, provider: Provider) -> None:
    found = await provider("pubmed").search(query("basalt"))

    assert found.hits == ()
    assert len(web.log) == 1


async def test_an_open_range_of_days_has_a_far_end_for_pubmed(web: ApiWeb, provider: Provider) -> None:
    await provider("pubmed").search(query("tidal after:2010"))

    assert (web.log[0].params["mindate"], web.log[0].params["maxdate"]) == ("2010/01/01", "3000")


async def test_a_japanese_question_is_asked_by_its_nouns_where_every_word_must_fit(
    web: ApiWeb, provider: Provider
) -> None:
    await provider("arxiv").search(query("潮力発電所はいつ運転を始めましたか", JA))
    await provider("openalex").search(query("潮力発電所はいつ運転を始めましたか", JA))
    await provider("crossref").search(query("潮力発電所はいつ運転を始めましたか", JA))

    assert web.log[0].params["search_query"] == "all:潮力発電所 AND all:運転"
    assert web.log[1].params["search"] == "潮力発電所 運転"
    assert web.log[2].params["query"] == "潮力発電所はいつ運転を始めましたか"


async def test_a_summary_without_an_object_is_not_read_as_nothing(web: ApiWeb, provider: Provider) -> None:
    web.weather["eutils.ncbi.nlm.nih.gov"] = told({"esearchresult": {"idlist": ["1"]}, "result": ["1"]})

    with pytest.raises(SourceGarbled, match="pubmed: expected an object at result, got list"):
        await provider("pubmed").search(query("tidal", EN))


async def test_a_paper_without_any_address_is_left_out_and_the_others_stay(web: ApiWeb, provider: Provider) -> None:
    works = [
        {"display_name": "No address", "id": "javascript:alert(1)"},
        {"display_name": "", "id": "https://openalex.org/W1"},
        {"display_name": "Kept", "id": "https://openalex.org/W2"},
        {"display_name": "Kept again", "id": "https://openalex.org/W2"},
        "no object",
    ]
    web.weather["api.openalex.org"] = told({"results": works})

    found = await provider("openalex").search(query("tidal"))

    assert [(hit.title, hit.rank) for hit in found.hits] == [("Kept", 1)]


async def test_no_more_hits_come_than_were_asked_for(web: ApiWeb, provider: Provider) -> None:
    works = [{"display_name": f"Work {n}", "id": f"https://openalex.org/W{n}"} for n in range(9)]
    web.weather["api.openalex.org"] = told({"results": works})

    found = await provider("openalex").search(query("tidal", limit=2))

    assert [hit.title for hit in found.hits] == ["Work 0", "Work 1"]
    assert len(found.works) == 2
    assert web.log[0].params["per_page"] == "2"


async def test_arxiv_says_too_many_requests_in_plain_words(web: ApiWeb, provider: Provider) -> None:
    web.weather["export.arxiv.org"] = Answer(body=b"Rate exceeded.", media_type="text/plain")

    with pytest.raises(SourceRefused, match="arxiv: quota used up"):
        await provider("arxiv").search(query("tidal"))


async def test_arxiv_errors_with_status_200_are_errors(provider: Provider) -> None:
    with pytest.raises(SourceRefused, match="arxiv: the query was not understood: incorrect id format"):
        await provider("arxiv").search(query("badfield"))


async def test_pubmed_errors_with_status_200_are_errors(web: ApiWeb, provider: Provider) -> None:
    web.weather["eutils.ncbi.nlm.nih.gov"] = told({"esearchresult": {"ERROR": "Invalid db name specified: x"}})

    with pytest.raises(SourceRefused, match="pubmed: the query was not answered: Invalid db name specified: x"):
        await provider("pubmed").search(query("tidal"))
