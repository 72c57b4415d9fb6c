"""Look-alikes of the official interfaces, in the shapes of their documentation, on loopback.

`ApiWeb` is one HTTP server for all of them: `ask` carries an `EngineRequest` to it whatever host it names, so that real
requests go over a real connection and nothing leaves the machine. Each look-alike is a plain function from what was
asked to an answer. It knows a little about tidal power, wants the key `right-key` where the real one wants a key, and
says that it found nothing in the real one's own way. `web.weather[host] = answer` makes a host answer that instead.
"""

import asyncio
import http.client
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final, Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from tadori.model.engine import EngineRequest, EngineResponse

KEY: Final = "right-key"
SECRET: Final = "right-secret"
TOKEN: Final = "token-of-twenty-minutes"
KNOWN: Final = ("tidal", "潮力", "潮汐")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    method: str
    host: str
    path: str
    params: dict[str, str]
    headers: dict[str, str]
    """Names in lower case."""
    body: str = ""

    def knows(self, *names: str) -> bool:
        """Whether the words asked for are ones the look-alikes have something on."""
        return any(word in self.params.get(name, "").lower() for name in names for word in KNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    media_type: str = "application/json"


LookAlike = Callable[[Asked], Answer]


def told(value: Any, status: int = 200, headers: tuple[tuple[str, str], ...] = ()) -> Answer:
    return Answer(status=status, headers=headers, body=json.dumps(value, ensure_ascii=False).encode())


def written(xml: str, media_type: str = "application/xml", status: int = 200) -> Answer:
    return Answer(status=status, body=xml.strip().encode(), media_type=media_type)


@dataclass
class ApiWeb:
    """Serves until the `with` block ends; `log` has every request in order."""

    hosts: Mapping[str, LookAlike] = field(default_factory=lambda: HOSTS)
    weather: dict[str, Answer] = field(default_factory=dict)
    log: list[Asked] = field(default_factory=list)

    def __enter__(self) -> Self:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                web._serve(self)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                """The log is `web.log`."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    @property
    def port(self) -> int:
        return self._server.server_port

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0)).decode()
        asked = Asked(
            method=handler.command,
            host=handler.headers["Host"],
            path=parts.path,
            params=dict(parse_qsl(parts.query, keep_blank_values=True)),
            headers={name.lower(): value for name, value in handler.headers.items()},
            body=body,
        )
        self.log.append(asked)
        answer = self.weather.get(asked.host) or self.hosts[asked.host](asked)
        handler.send_response(answer.status)
        for name, value in (("Content-Type", answer.media_type), *answer.headers):
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(answer.body)))
        handler.end_headers()
        handler.wfile.write(answer.body)

    async def ask(self, request: EngineRequest) -> EngineResponse:
        """The door `EngineAsk`: carries `request` to this server."""
        return await asyncio.to_thread(self._ask, request)

    def _ask(self, request: EngineRequest) -> EngineResponse:
        parts = urlsplit(request.url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = {"Host": parts.netloc, "Accept": request.accept, **dict(request.headers)}
        body = urlencode(request.form) if request.form else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self._server.server_port, timeout=60)
        try:
            connection.request("POST" if body is not None else "GET", target, body=body, headers=headers)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        said = Message()
        said["Content-Type"] = response.headers.get("Content-Type", "")
        return EngineResponse(
            url=request.url,
            status=response.status,
            headers=tuple((name.lower(), value) for name, value in response.headers.items()),
            body=content,
            media_type=said.get_content_type(),
            charset=said.get_content_charset(),
        )


def openalex(asked: Asked) -> Answer:
    if asked.params.get("api_key", KEY) != KEY:
        return told({"error": "Invalid API key", "message": "API key not found"}, 401)
    tidal = {
        "id": "https://openalex.org/W2741809807",
        "doi": "https://doi.org/10.5555/TIDE.2011.7",
        "display_name": "The yield of <i>tidal</i> turbines &amp; their wakes",
        "publication_date": "2011-09-13",
        "authorships": [
            {"author_position": "first", "author": {"id": "https://openalex.org/A1", "display_name": "Ada Marsh"}},
            {"author_position": "last", "author": {"id": "https://openalex.org/A2", "display_name": "湊 真一"}},
        ],
        "primary_location": {
            "is_oa": False,
            "landing_page_url": "https://journal-of-tides.test/articles/7",
            "pdf_url": None,
            "source": {"id": "https://openalex.org/S1", "display_name": "Journal of Tides"},
        },
        "best_oa_location": {"pdf_url": "https://repository.test/tide-7.pdf", "landing_page_url": None},
        "open_access": {"is_oa": True, "oa_url": "https://repository.test/tide-7"},
        "abstract_inverted_index": {"Turbines": [0], "turn": [1], "both": [2], "ways": [3, 6], "in": [4], "two": [5]},
        "referenced_works": ["https://openalex.org/W1", "https://openalex.org/W2"],
        "ids": {
            "openalex": "https://openalex.org/W2741809807",
            "doi": "https://doi.org/10.5555/TIDE.2011.7",
            "pmid": "https://pubmed.ncbi.nlm.nih.gov/21900001",
        },
    }
    bare: dict[str, Any] = {
        "id": "https://openalex.org/W99",
        "doi": None,
        "display_name": "潮力発電所の環境影響",
        "publication_date": None,
        "authorships": [],
        "primary_location": None,
        "best_oa_location": None,
        "open_access": {"is_oa": False, "oa_url": None},
        "abstract_inverted_index": None,
        "referenced_works": [],
        "ids": {"openalex": "https://openalex.org/W99"},
    }
    results = [tidal, bare] if asked.knows("search") else []
    return told({"meta": {"count": len(results), "page": 1, "per_page": 25}, "results": results, "group_by": []})


def semantic_scholar(asked: Asked) -> Answer:
    if asked.headers.get("x-api-key", KEY) != KEY:
        return told({"message": "Forbidden"}, 403)
    if not asked.knows("query"):
        return told({"total": 0, "offset": 0})
    paper = {
        "paperId": "649def34f8be52c8b66281af98ae884c09aef38b",
        "externalIds": {
            "DOI": "10.5555/Tide.2011.7",
            "ArXiv": "1106.00001",
            "CorpusId": 215416146,
            "PubMed": "21900001",
        },
        "url": "https://www.semanticscholar.org/paper/649def34f8be52c8b66281af98ae884c09aef38b",
        "title": "The yield of tidal turbines",
        "abstract": "Turbines turn both ways.",
        "venue": "Journal of Tides",
        "year": 2011,
        "publicationDate": None,
        "openAccessPdf": {"url": "https://repository.test/tide-7.pdf", "status": "GREEN"},
        "authors": [{"authorId": "1", "name": "Ada Marsh"}, {"authorId": None, "name": "湊 真一"}],
    }
    return told({"total": 1, "offset": 0, "data": [paper]})


def crossref(asked: Asked) -> Answer:
    work = {
        "DOI": "10.5555/TIDE.2011.7",
        "URL": "https://doi.org/10.5555/tide.2011.7",
        "resource": {"primary": {"URL": "https://journal-of-tides.test/articles/7"}},
        "type": "journal-article",
        "title": ["The yield of tidal turbines"],
        "subtitle": ["a field study"],
        "container-title": ["Journal of Tides", "J. Tides"],
        "publisher": "Tide Press",
        "author": [
            {"given": "Ada", "family": "Marsh", "sequence": "first", "affiliation": []},
            {"name": "Bay Consortium", "sequence": "additional", "affiliation": []},
        ],
        "issued": {"date-parts": [[2011, 9]]},
        "abstract": "<jats:p>Turbines turn <jats:italic>both</jats:italic> ways.</jats:p>",
        "ISSN": ["1234-5678"],
        "reference": [
            {"key": "r1", "DOI": "10.5555/Old.1", "doi-asserted-by": "publisher"},
            {"key": "r2", "unstructured": "A book without a number"},
            {"key": "r3", "DOI": "10.5555/old.1"},
        ],
    }
    undated = {"DOI": "10.5555/ja.1", "title": ["潮力発電の歴史"], "issued": {"date-parts": [[None]]}}
    items = [work, undated] if asked.knows("query") else []
    message = {"facets": {}, "total-results": len(items), "items": items, "items-per-page": 5}
    return told({"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message})


def unpaywall(asked: Asked) -> Answer:
    if "@" not in asked.params.get("email", ""):
        return told({"error": True, "message": "Please use your own email address in API calls."}, 422)
    if asked.path != "/v2/10.5555/tide.2011.7":
        return told({"HTTP_status_code": 404, "error": True, "message": "isn't in Unpaywall"}, 404)
    return told(
        {
            "doi": "10.5555/tide.2011.7",
            "doi_url": "https://doi.org/10.5555/tide.2011.7",
            "title": "The yield of tidal turbines",
            "is_oa": True,
            "oa_status": "green",
            "best_oa_location": {
                "url": "https://repository.test/tide-7",
                "url_for_pdf": "https://repository.test/tide-7.pdf",
                "url_for_landing_page": "https://repository.test/tide-7",
                "host_type": "repository",
            },
            "journal_name": "Journal of Tides",
            "published_date": "2011-09-13",
            "year": 2011,
            "z_authors": [{"given": "Ada", "family": "Marsh"}, {"raw_author_name": "湊 真一"}],
        }
    )


def arxiv(asked: Asked) -> Answer:
    head = (
        "<?xml version='1.0' encoding='UTF-8'?>"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/x</id><title>arXiv Query</title>'
    )
    if "badfield" in asked.params["search_query"]:
        entry = (
            "<entry><id>https://arxiv.org/api/errors#malformed</id><title>Error</title>"
            "<summary>incorrect id format</summary></entry>"
        )
    elif asked.knows("search_query"):
        entry = """<entry><id>http://arxiv.org/abs/1106.00001v2</id><title>Tidal turbines
  in a narrow bay</title><updated>2012-01-02T00:00:00Z</updated><published>2011-06-01T12:00:00Z</published>
<summary>  Turbines turn
  both ways. </summary><author><name>Ada Marsh</name></author><author><name>Shin’ichi Minato</name></author>
<arxiv:doi>10.5555/Tide.2011.7</arxiv:doi><arxiv:journal_ref>J. Tides 7 (2011)</arxiv:journal_ref>
<link href="https://arxiv.org/abs/1106.00001v2" rel="alternate" type="text/html"/>
<link href="http://arxiv.org/pdf/1106.00001v2" rel="related" type="application/pdf" title="pdf"/></entry>"""
    else:
        entry = "<opensearch:totalResults>0</opensearch:totalResults>"
    return written(head + entry + "</feed>", "application/atom+xml")


def pubmed(asked: Asked) -> Answer:
    if asked.params.get("api_key", KEY) != KEY:
        return told({"error": "API key invalid", "api-key": "…", "type": "api", "status": "unknown"}, 400)
    if asked.path.endswith("esearch.fcgi"):
        ids = ["21900001", "21900002"] if asked.knows("term") else []
        result = {"count": str(len(ids)), "retmax": "2", "retstart": "0", "idlist": ids, "translationset": []}
        return told({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": result})
    first = {
        "uid": "21900001",
        "pubdate": "2011 Sep 13",
        "epubdate": "",
        "source": "J Tides",
        "authors": [{"name": "Marsh A", "authtype": "Author"}, {"name": "Minato S", "authtype": "Author"}],
        "title": "Injuries of divers near tidal turbines.",
        "sortpubdate": "2011/09/13 00:00",
        "fulljournalname": "Journal of tides",
        "articleids": [
            {"idtype": "pubmed", "idtypen": 1, "value": "21900001"},
            {"idtype": "doi", "idtypen": 3, "value": "10.5555/TIDE.2011.8"},
            {"idtype": "pmc", "idtypen": 8, "value": "PMC3160001"},
        ],
    }
    gone = {"uid": "21900002", "error": "cannot get document summary"}
    return told({"header": {}, "result": {"uids": asked.params["id"].split(","), "21900001": first, "21900002": gone}})


def wikidata(asked: Asked) -> Answer:
    if asked.params["action"] == "wbsearchentities":
        ja = asked.params["language"] == "ja"
        hit = {
            "id": "Q12345",
            "title": "Q12345",
            "concepturi": "http://www.wikidata.org/entity/Q12345",
            "repository": "wikidata",
            "url": "//www.wikidata.org/wiki/Q12345",
            "label": "潮力発電所" if ja else "tidal power station",
            "description": "潮の満ち引きで発電する施設" if ja else "station that makes power from tides",
            "match": {"type": "label", "language": asked.params["language"], "text": "…"},
        }
        bare = {"id": "Q9", "concepturi": "http://www.wikidata.org/entity/Q9", "match": {"type": "entityId"}}
        found = [hit, bare] if asked.knows("search") else []
        return told({"searchinfo": {"search": asked.params["search"]}, "search": found, "success": 1})
    claims = {
        "P856": [{"mainsnak": {"snaktype": "value", "datavalue": {"value": "https://tide.test/", "type": "string"}}}],
        "P3225": [{"mainsnak": {"snaktype": "value", "datavalue": {"value": "1180301018771", "type": "string"}}}],
        "P213": [{"mainsnak": {"snaktype": "somevalue"}}],
    }
    entity = {
        "type": "item",
        "id": "Q12345",
        "labels": {
            "en": {"language": "en", "value": "tidal power station"},
            "ja": {"language": "ja", "value": "潮力発電所"},
        },
        "aliases": {
            "ja": [{"language": "ja", "value": "潮汐発電所"}],
            "en": [{"language": "en", "value": "tidal plant"}],
        },
        "claims": claims,
        "sitelinks": {
            "jawiki": {"site": "jawiki", "title": "潮力発電", "url": "https://ja.encyclopedia.test/wiki/潮力発電"},
        },
    }
    return told({"entities": {"Q12345": entity, "Q9": {"id": "Q9", "missing": ""}}, "success": 1})


def dbpedia(asked: Asked) -> Answer:
    doc = {
        "score": ["12871.2"],
        "refCount": ["120"],
        "resource": ["http://dbpedia.org/resource/Tidal_power"],
        "label": ["<B>Tidal</B> power"],
        "comment": ["<B>Tidal</B> power is harnessed by converting energy from tides."],
        "type": ["http://dbpedia.org/ontology/Concept"],
        "typeName": ["Concept"],
        "category": [],
    }
    return told({"docs": [doc] if asked.knows("query") else []})


def e_stat(asked: Asked) -> Answer:
    def stats(status: int, message: str, listed: Any = None) -> Answer:
        result = {"STATUS": status, "ERROR_MSG": message, "DATE": "2026-11-16T09:00:00.000+09:00"}
        return told({"GET_STATS_LIST": {"RESULT": result, "PARAMETER": {"LANG": "J"}, "DATALIST_INF": listed}})

    if asked.params.get("appId") != KEY:
        return stats(100, "認証に失敗しました。アプリケーションIDを確認して下さい。")
    if not asked.knows("searchWord"):
        return stats(1, "正常に終了しましたが、該当データはありませんでした。")
    table = {
        "@id": "0003225650",
        "STAT_NAME": {"@code": "00551010", "$": "電力調査統計"},
        "GOV_ORG": {"@code": "00551", "$": "資源エネルギー庁"},
        "STATISTICS_NAME": "発電実績 都道府県別",
        "TITLE": {"@no": "009", "$": "潮力発電の発電実績"},
        "CYCLE": "月次",
        "SURVEY_DATE": "202403",
        "OPEN_DATE": "2024-06-28",
        "SMALL_AREA": 0,
    }
    listed = {"NUMBER": 1, "RESULT_INF": {"FROM_NUMBER": 1, "TO_NUMBER": 1}, "TABLE_INF": table}
    return stats(0, "正常に終了しました。", listed)


def egov_law(asked: Asked) -> Answer:
    if not asked.params.get("keyword"):
        return told({"code": "400019", "message": "キーワード（keyword）が誤っています。"}, 400)
    item = {
        "law_info": {
            "law_type": "Act",
            "law_id": "423AC0000000108",
            "law_num": "平成二十三年法律第百八号",
            "law_num_era": "Heisei",
            "promulgation_date": "2011-08-30",
        },
        "revision_info": {
            "law_revision_id": "423AC0000000108_20240401_505AC0000000044",
            "law_title": "再生可能エネルギー電気の利用の促進に関する特別措置法",
            "abbrev": "再エネ特措法",
            "amendment_enforcement_date": "2024-04-01",
            "current_revision_status": "CurrentEnforced",
        },
        "sentences": [
            {"position": "mainprovision", "text": "太陽光、風力、<span>潮力</span>その他の再生可能エネルギー源"},
            {"position": "caption", "text": "（<span>潮力</span>発電設備）"},
        ],
    }
    items = [item] if asked.knows("keyword") else []
    return told({"total_count": len(items), "sentence_count": len(items) * 2, "next_offset": None, "items": items})


def diet_minutes(asked: Asked) -> Answer:
    if int(asked.params["maximumRecords"]) > 100:
        return told({"message": "検索条件の入力に誤りがあります。", "details": ["maximumRecordsは1～100です。"]}, 400)
    if not asked.knows("any"):
        return told({"numberOfRecords": 0, "numberOfReturn": 0, "startRecord": 1, "nextRecordPosition": None})
    speech = {
        "speechID": "117714080X00620110811_012",
        "issueID": "117714080X00620110811",
        "imageKind": "会議録",
        "session": 177,
        "nameOfHouse": "衆議院",
        "nameOfMeeting": "経済産業委員会",
        "issue": "第6号",
        "date": "2011-08-11",
        "speechOrder": 12,
        "speaker": "湊真一",
        "speakerYomi": "みなとしんいち",
        "speakerGroup": "潮の会",
        "speakerPosition": None,
        "speech": "○湊委員　潮力発電の導入量についてお尋ねします。\r\n　湾ごとの見込みを伺います。",
        "startPage": 3,
        "speechURL": "https://kokkai.ndl.go.jp/txt/117714080X00620110811/12",
        "meetingURL": "https://kokkai.ndl.go.jp/txt/117714080X00620110811",
        "pdfURL": "https://kokkai.ndl.go.jp/img/117714080X00620110811/3",
    }
    return told({"numberOfRecords": 1, "numberOfReturn": 1, "startRecord": 1, "speechRecord": [speech]})


def gbizinfo(asked: Asked) -> Answer:
    if asked.headers.get("x-hojininfo-api-token") != KEY:
        return told({"hojin-infos": None, "message": "401 - Unauthorized.", "errors": None}, 401)
    if not asked.knows("name"):
        return told({"hojin-infos": [], "message": "404 - Not Found.", "errors": None}, 404)
    company = {
        "corporate_number": "1180301018771",
        "name": "株式会社潮力製作所",
        "kana": "チョウリョクセイサクショ",
        "name_en": "Tidal Works Co., Ltd.",
        "location": "愛知県豊田市潮町１番地",
        "postal_code": "4710826",
        "status": "-",
        "representative_name": "湊真一",
        "business_summary": "潮力発電機の製造",
        "date_of_establishment": "1937-08-28",
        "company_url": "https://tide.test/",
        "update_date": "2024-03-21T00:00:00+09:00",
        "close_date": None,
    }
    return told({"hojin-infos": [company], "message": "200 - OK.", "errors": None})


def edinet(asked: Asked) -> Answer:
    if asked.params.get("Subscription-Key") != KEY:
        return told({"StatusCode": 401, "message": "Access denied due to invalid subscription key."})
    day = asked.params["date"]
    filings = []
    if day == "2026-11-13":
        filings = [
            {
                "seqNumber": 1,
                "docID": "S100TIDE",
                "edinetCode": "E01766",
                "secCode": "67020",
                "JCN": "1180301018771",
                "filerName": "株式会社潮力製作所",
                "docTypeCode": "120",
                "submitDateTime": "2026-11-13 15:01",
                "docDescription": "有価証券報告書－第89期",
                "pdfFlag": "1",
            },
            {"seqNumber": 2, "docID": "S100GONE", "filerName": None, "docDescription": None, "withdrawalStatus": "1"},
            {"seqNumber": 3, "docID": "S100ELSE", "filerName": "別の株式会社", "docDescription": "臨時報告書"},
        ]
    metadata = {"title": "提出された書類を把握するためのAPI", "status": "200", "message": "OK"}
    counted = {"parameter": {"date": day, "type": "2"}, "resultset": {"count": len(filings)}}
    return told({"metadata": {**metadata, **counted}, "results": filings})


def uspto(asked: Asked) -> Answer:
    if asked.headers.get("x-api-key") != KEY:
        return told({"message": "Forbidden"}, 403)
    if not asked.knows("q"):
        details = "No matching records found, refine your search criteria and try again"
        return told({"code": 404, "error": "Not Found", "errorDetails": details}, 404)
    if "/trials/" in asked.path:
        decision = {
            "trialNumber": "IPR2015-00042",
            "trialDocumentCategory": "Decision",
            "trialMetaData": {"trialTypeCode": "IPR", "trialStatusCategory": "Final Written Decision"},
            "patentOwnerData": {"patentNumber": "9362380", "patentOwnerName": "Tidal Works", "inventorName": "Marsh"},
            "regularPetitionerData": {"realPartyInInterestName": "Bay Consortium", "counselName": "…"},
            "documentData": {
                "documentIdentifier": "170000001",
                "documentTitleText": "Final Written Decision",
                "documentFilingDate": "2016-03-30",
                "fileDownloadURI": "https://api.uspto.gov/api/v1/download/ptab/170000001.pdf",
            },
            "decisionData": {
                "decisionIssueDate": "2016-04-01",
                "decisionTypeCategory": "Decision",
                "trialOutcomeCategory": "Final Written Decision - All Claims Unpatentable",
            },
        }
        return told({"count": 1, "requestIdentifier": "…", "patentTrialDocumentDataBag": [decision]})
    meta = {
        "inventionTitle": "TIDAL TURBINE WITH BLADES THAT TURN BOTH WAYS",
        "filingDate": "2012-12-19",
        "grantDate": "2016-06-07",
        "patentNumber": "9362380",
        "earliestPublicationNumber": "US 2014-0167116 A1",
        "earliestPublicationDate": "2014-06-19",
        "firstApplicantName": "Tidal Works",
        "firstInventorName": "Ada Marsh",
        "inventorBag": [{"inventorNameText": "Ada Marsh"}, {"inventorNameText": "Shinichi Minato"}],
        "applicationStatusDescriptionText": "Patented Case",
    }
    pending = {
        "inventionTitle": "TIDAL FENCE",
        "filingDate": "2020-01-02",
        "earliestPublicationNumber": "US 2021-0123456 A1",
        "firstInventorName": "Shinichi Minato",
        "applicationStatusDescriptionText": "Docketed New Case",
    }
    bag = [
        {"applicationNumberText": "14104993", "applicationMetaData": meta},
        {"applicationNumberText": "16733111", "applicationMetaData": pending},
    ]
    return told({"count": 2, "patentFileWrapperDataBag": bag})


def epo_ops(asked: Asked) -> Answer:
    if asked.path.endswith("/auth/accesstoken"):
        pair = b64encode(f"{KEY}:{SECRET}".encode()).decode()
        if asked.headers.get("authorization") != f"Basic {pair}":
            return told({"ErrorCode": "invalid_client", "Error": "ClientId is Invalid"}, 401)
        return told({"access_token": TOKEN, "token_type": "BearerToken", "expires_in": "1199", "status": "approved"})
    if asked.headers.get("authorization") != f"Bearer {TOKEN}":
        return written("<error><code>invalid_access_token</code></error>", status=400)
    if not asked.knows("q"):
        fault = "<code>SERVER.EntityNotFound</code><message>No results found</message>"
        return written(f'<fault xmlns="http://ops.epo.org">{fault}</fault>', status=404)
    return written("""<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet type="text/xsl" href="exchange.xsl"?>
<ops:world-patent-data xmlns="http://www.epo.org/exchange" xmlns:ops="http://ops.epo.org">
<ops:biblio-search total-result-count="1"><ops:query syntax="CQL">txt="tidal"</ops:query><ops:range begin="1" end="1"/>
<ops:search-result><exchange-documents>
<exchange-document system="ops.epo.org" family-id="43088294" country="EP" doc-number="2400812" kind="A1">
<bibliographic-data><publication-reference>
<document-id document-id-type="docdb"><country>EP</country><doc-number>2400812</doc-number><kind>A1</kind>
<date>20111228</date></document-id></publication-reference><parties>
<applicants><applicant sequence="1" data-format="epodoc"><applicant-name><name>TIDAL WORKS [JP]</name></applicant-name>
</applicant><applicant sequence="1" data-format="original"><applicant-name><name>Tidal Works</name></applicant-name>
</applicant></applicants>
<inventors><inventor sequence="1" data-format="epodoc"><inventor-name><name>MARSH ADA [GB]</name></inventor-name>
</inventor><inventor sequence="1" data-format="original"><inventor-name><name>Marsh, Ada</name></inventor-name>
</inventor></inventors></parties>
<invention-title lang="de">GEZEITENTURBINE</invention-title><invention-title lang="en">TIDAL TURBINE</invention-title>
<references-cited><citation sequence="1"><patcit dnum-type="publication number" num="1">
<document-id document-id-type="epodoc"><doc-number>EP1542377</doc-number></document-id>
<document-id document-id-type="docdb"><country>EP</country><doc-number>1542377</doc-number><kind>A2</kind></document-id>
</patcit></citation></references-cited></bibliographic-data>
<abstract lang="fr"><p>Une turbine.</p></abstract><abstract lang="en"><p>A turbine that turns
both ways.</p></abstract></exchange-document></exchange-documents></ops:search-result></ops:biblio-search>
</ops:world-patent-data>""")


def ndl(asked: Asked) -> Answer:
    item = """<item><title>潮力発電の話 : 湾と水車</title><link>https://ndlsearch.ndl.go.jp/books/R100000002-I029096886</link>
<description><![CDATA[<p>海の本社,2018,978-4-04-893065-9<p><ul><li>タイトル：潮力発電の話</li></ul>]]></description>
<author>湊, 真一</author><category>図書</category><category>紙</category>
<pubDate>Wed, 6 Feb 2019 23:22:46 +0900</pubDate><dc:title>潮力発電の話 : 湾と水車</dc:title>
<dc:creator>湊, 真一</dc:creator><dc:creator>Marsh, Ada</dc:creator>
<dcndl:creatorTranscription>ミナト, シンイチ</dcndl:creatorTranscription><dc:publisher>海の本社</dc:publisher>
<dc:date xsi:type="dcterms:W3CDTF">2018</dc:date><dcterms:issued>2018.7</dcterms:issued>
<dc:identifier xsi:type="dcndl:ISBN">978-4-04-893065-9</dc:identifier>
<dc:identifier xsi:type="dcndl:NDLBibID">029096886</dc:identifier>
<dc:description>索引あり</dc:description></item>"""
    return written(
        f"""<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:openSearch="http://a9.com/-/spec/opensearchrss/1.0/" xmlns:dcndl="http://ndl.go.jp/dcndl/terms/"
xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="2.0">
<channel><title>国立国会図書館サーチ OpenSearch</title><link>https://ndlsearch.ndl.go.jp/api/opensearch</link>
<language>ja</language><openSearch:totalResults>1</openSearch:totalResults>{item if asked.knows("any") else ""}
</channel></rss>""",
        "application/rss+xml",
    )


def cinii(asked: Asked) -> Answer:
    if asked.params.get("appid") != KEY:
        return told({"error": "Forbidden"}, 403)
    item = {
        "@id": "https://cir.nii.ac.jp/crid/1390282680000000000",
        "@type": "item",
        "title": "湾口における潮力発電の効率",
        "link": {"@id": "https://cir.nii.ac.jp/crid/1390282680000000000"},
        "rdfs:seeAlso": {"@id": "https://cir.nii.ac.jp/crid/1390282680000000000.json"},
        "dc:creator": ["湊 真一", "海野 渚"],
        "dc:publisher": "日本潮汐学会",
        "dc:type": "Article",
        "prism:publicationName": "潮汐研究",
        "prism:issn": "18820000",
        "prism:volume": "12",
        "prism:publicationDate": "2019-03",
        "description": "<p>水車の向きを変えて測定した。</p>",
        "dc:identifier": [
            {"@type": "cir:DOI", "@value": "10.5555/JTIDE.12.1"},
            {"@type": "cir:NAID", "@value": "130007000000"},
        ],
    }
    items = [item] if asked.knows("q") else []
    head = {"@context": {}, "@id": "https://cir.nii.ac.jp/opensearch/articles", "@type": "channel", "title": "CiNii"}
    counts = {"opensearch:totalResults": len(items), "opensearch:startIndex": 1, "opensearch:itemsPerPage": 5}
    return told({**head, **counts, **({"items": items} if items else {})})


def jstage(asked: Asked) -> Answer:
    head = (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" '
        'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xml:lang="ja">'
    )
    if not asked.knows("text"):
        body = "<result><status>ERR_001</status><message>検索結果は0件です。</message></result><entry/>"
        return written(f"{head}{body}</feed>", "application/atom+xml")
    entry = """<result><status>0</status><message/></result><title>J-STAGE Article Search</title>
<opensearch:totalResults>2</opensearch:totalResults><entry>
<article_title><en><![CDATA[Efficiency of Tidal Power]]></en><ja><![CDATA[潮力発電の効率]]></ja></article_title>
<article_link><en>https://www.jstage.test/article/tide/12/1/_article</en>
<ja>https://www.jstage.test/article/tide/12/1/_article/-char/ja/</ja></article_link>
<author><en><name>Shinichi MINATO</name><name>Nagisa UMINO</name></en>
<ja><name>湊 真一</name><name>海野 渚</name></ja></author>
<cdjournal>tide</cdjournal><material_title><en>Tidal Studies</en><ja>潮汐研究</ja></material_title>
<prism:issn>1882-0000</prism:issn><prism:volume>12</prism:volume><prism:number>1</prism:number>
<prism:startingPage>1</prism:startingPage><prism:endingPage>9</prism:endingPage><pubyear>2019</pubyear>
<prism:doi>10.5555/JTIDE.12.1</prism:doi><title>潮力発電の効率</title></entry><entry>
<article_title><en>Tidal power abroad</en></article_title>
<article_link><en>https://www.jstage.test/article/tide/12/2/_article</en></article_link>
<author><en><name>Ada MARSH</name></en></author><material_title><en>Tidal Studies</en></material_title>
<pubyear>2020</pubyear></entry>"""
    return written(f"{head}{entry}</feed>", "application/atom+xml")


HOSTS: Final[Mapping[str, LookAlike]] = {
    "api.openalex.org": openalex,
    "api.semanticscholar.org": semantic_scholar,
    "api.crossref.org": crossref,
    "api.unpaywall.org": unpaywall,
    "export.arxiv.org": arxiv,
    "eutils.ncbi.nlm.nih.gov": pubmed,
    "www.wikidata.org": wikidata,
    "lookup.dbpedia.org": dbpedia,
    "api.e-stat.go.jp": e_stat,
    "laws.e-gov.go.jp": egov_law,
    "kokkai.ndl.go.jp": diet_minutes,
    "api.info.gbiz.go.jp": gbizinfo,
    "api.edinet-fsa.go.jp": edinet,
    "api.uspto.gov": uspto,
    "ops.epo.org": epo_ops,
    "ndlsearch.ndl.go.jp": ndl,
    "cir.nii.ac.jp": cinii,
    "api.jstage.jst.go.jp": jstage,
}
