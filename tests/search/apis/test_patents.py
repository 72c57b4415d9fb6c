"""Patents and trials over them, each against its look-alike over loopback."""

import pytest

from tadori.errors import ConfigError, SourceGarbled, SourceRefused
from tadori.model.ids import IsoDate, Url
from tadori.model.query import Hit
from tadori.search.apis.api import ApiAccess
from tests.search.apis.conftest import AGENT, Provider, query
from tests.web.apis import KEY, Answer, ApiWeb, told, written


async def test_uspto_is_asked_for_every_word_and_gives_patents_with_their_print(
    web: ApiWeb, provider: Provider
) -> None:
    found = await provider("uspto").search(query("What is a tidal turbine? after:2010 before:2021"))

    [asked] = web.log
    assert (asked.host, asked.path) == ("api.uspto.gov", "/api/v1/patent/applications/search")
    assert asked.params == {
        "q": '"tidal" AND "turbine"',
        "rangeFilters": "applicationMetaData.filingDate 2010-01-01:2020-12-31",
        "offset": "0",
        "limit": "5",
    }
    assert asked.headers["x-api-key"] == "right-key"
    assert found.hits[0] == Hit(
        title="TIDAL TURBINE WITH BLADES THAT TURN BOTH WAYS",
        url=Url("https://patentcenter.uspto.gov/applications/14104993"),
        snippet="Tidal Works. filed 2012-12-19. granted 2016-06-07. Patented Case",
        date=IsoDate("2016-06-07"),
        engine="uspto",
        rank=1,
        source_tag="technical",
    )
    granted, pending = found.works
    assert granted.authors == ("Ada Marsh", "Shinichi Minato")
    print_of = "https://image-ppubs.uspto.gov/dirsearch-public/print/downloadPdf"
    assert granted.open_access_url == f"{print_of}/9362380"
    assert granted.identifiers == (
        ("us_application", "14104993"),
        ("us_patent", "9362380"),
        ("us_publication", "US 2014-0167116 A1"),
    )
    assert (pending.date, pending.authors) == ("2020-01-02", ("Shinichi Minato",))
    assert pending.open_access_url == f"{print_of}/20210123456"


async def test_signs_in_a_word_do_not_become_uspto_syntax(web: ApiWeb, provider: Provider) -> None:
    await provider("uspto").search(query(r"tidal\x field:value*"))

    assert web.log[0].params["q"] == '"tidal x" AND "field:value*"'


async def test_decisions_of_the_board_name_both_parties_and_the_outcome(web: ApiWeb, provider: Provider) -> None:
    found = await provider("ptab").search(query("tidal after:2015"))

    [asked] = web.log
    assert asked.path == "/api/v1/patent/trials/decisions/search"
    assert asked.params == {
        "q": '"tidal"',
        "rangeFilters": "decisionData.decisionIssueDate 2015-01-01:2999-12-31",
        "offset": "0",
        "limit": "5",
    }
    assert found.hits == (
        Hit(
            title="IPR2015-00042 Bay Consortium v. Tidal Works Final Written Decision",
            url=Url("https://api.uspto.gov/api/v1/download/ptab/170000001.pdf"),
            snippet="Decision. Final Written Decision - All Claims Unpatentable. Patent US 9362380",
            date=IsoDate("2016-04-01"),
            engine="ptab",
            rank=1,
            source_tag="technical",
        ),
    )
    [work] = found.works
    assert work.authors == ("Bay Consortium", "Tidal Works")
    assert work.identifiers == (
        ("ptab_trial", "IPR2015-00042"),
        ("us_patent", "9362380"),
        ("ptab_document", "170000001"),
    )


async def test_epo_is_asked_for_a_token_first_and_then_with_it(web: ApiWeb, provider: Provider) -> None:
    found = await provider("epo_ops").search(query('tidal turbine "both ways" after:2011-02 before:2012'))

    token, search = web.log
    assert (token.method, token.host, token.path) == ("POST", "ops.epo.org", "/3.2/auth/accesstoken")
    assert token.body == "grant_type=client_credentials"
    assert token.headers["authorization"] == "Basic cmlnaHQta2V5OnJpZ2h0LXNlY3JldA=="
    assert token.headers["user-agent"] == AGENT
    assert (search.method, search.path) == ("GET", "/3.2/rest-services/published-data/search/biblio")
    assert search.params == {
        "q": 'txt="both" and txt="ways" and txt="tidal" and txt="turbine" and pd within "20110201,20111231"',
        "Range": "1-5",
    }
    assert search.headers["authorization"] == "Bearer token-of-twenty-minutes"
    assert search.headers["accept"] == "application/xml"
    [hit] = found.hits
    assert hit.title == "TIDAL TURBINE"
    assert hit.url == "https://worldwide.espacenet.com/patent/search?q=pn%3DEP2400812A1"
    assert (hit.snippet, hit.date) == ("A turbine that turns both ways.", "2011-12-28")
    [work] = found.works
    assert (work.authors, work.venue) == (("MARSH ADA",), "TIDAL WORKS")
    assert work.cites == ("https://worldwide.espacenet.com/patent/search?q=pn%3DEP1542377",)
    assert work.identifiers == (("patent", "EP2400812A1"), ("family", "43088294"))


async def test_a_patent_without_an_english_title_keeps_its_own(web: ApiWeb, provider: Provider) -> None:
    japanese = """<world-patent-data xmlns="http://www.epo.org/exchange"><exchange-document country="JP"
        doc-number="2011123456" kind="A"><bibliographic-data><invention-title lang="ja">潮力水車</invention-title>
        </bibliographic-data></exchange-document><exchange-document country="CN" doc-number="101" kind="B"/>
        </world-patent-data>"""

    def answered(asked: object) -> Answer:
        return answers.pop(0)

    answers = [told({"access_token": "t"}), written(japanese)]
    web.hosts = {"ops.epo.org": answered}

    found = await provider("epo_ops").search(query("tidal"))

    assert [hit.title for hit in found.hits] == ["潮力水車", "CN101B"]


async def test_results_without_documents_are_not_read_as_nothing(web: ApiWeb, provider: Provider) -> None:
    bare = '<world-patent-data xmlns="http://ops.epo.org"><biblio-search total-result-count="3"/></world-patent-data>'
    answers = [told({"access_token": "t"}), written(bare)]
    web.hosts = {"ops.epo.org": lambda asked: answers.pop(0)}

    with pytest.raises(SourceGarbled, match="expected <exchange-document>, got 3 results without any"):
        await provider("epo_ops").search(query("tidal"))


async def test_half_of_the_epo_credentials_is_not_enough(provider: Provider) -> None:
    with pytest.raises(ConfigError, match=r"epo_ops needs engines\.epo_ops\.secret: set it, or leave epo_ops off"):
        provider("epo_ops", ApiAccess(key=KEY))


async def test_a_token_that_is_not_given_names_both_halves(web: ApiWeb, provider: Provider) -> None:
    web.weather["ops.epo.org"] = told({"error": "invalid_request"}, 400)

    with pytest.raises(SourceRefused, match=r"engines\.epo_ops\.key or engines\.epo_ops\.secret"):
        await provider("epo_ops").search(query("tidal"))


async def test_an_answer_without_a_token_is_named(web: ApiWeb, provider: Provider) -> None:
    web.weather["ops.epo.org"] = told({"token": "x"})

    with pytest.raises(SourceGarbled, match="epo_ops: expected a text at access_token"):
        await provider("epo_ops").search(query("tidal"))


async def test_a_used_up_quota_at_the_epo_is_a_403_with_a_reason_and_no_wrong_key(
    web: ApiWeb, provider: Provider
) -> None:
    headers = (("X-Rejection-Reason", "IndividualQuotaPerHour"), ("Retry-After", "1800"))
    web.weather["ops.epo.org"] = Answer(status=403, headers=headers, media_type="application/xml")

    with pytest.raises(SourceRefused, match="epo_ops: quota used up") as caught:
        await provider("epo_ops").search(query("tidal"))

    assert caught.value.retry_after == 1800.0
