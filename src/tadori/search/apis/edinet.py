"""EDINET: filings of listed companies in Japan, which are listed by day and cannot be searched.

After EDINET API 仕様書 Version 2 (https://disclosure2dl.edinet-fsa.go.jp/guide/static/disclosure/WZEK0110.html):
`GET /api/v2/documents.json` with `date`, `type=2`, `Subscription-Key`. A query looks through the last five working
days, or the five up to `before:`, for filings of the company that a query is about, or with all its words. A wrong key
is reported in the body (`StatusCode`), other errors in `metadata.status`, both with HTTP status 200.
"""

from collections.abc import Iterator
from datetime import date, timedelta, timezone
from typing import Any, Final

from tadori.errors import SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.search.apis.api import Api, ApiCall, ApiQuery, CatalogueRecord
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    iso_date,
    parse_json,
    required_list,
    text_at,
    value_at,
    web_address,
)
from tadori.search.apis.refusals import key_rejected
from tadori.text.normalise import squash

FACTS: Final = EngineFacts(
    name="edinet",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    on=False,
    key="engines.edinet.key",
    home="https://disclosure2dl.edinet-fsa.go.jp/guide/static/disclosure/WZEK0110.html",
)
MOST_DAYS: Final = 5
_ARCHIVE_PERIOD: Final = timedelta(days=3653)
"""Ten years, after which EDINET has nothing any more."""
_SATURDAY: Final = 5
_JAPAN: Final = timezone(timedelta(hours=9))


def request(query: ApiQuery, day: date) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://api.edinet-fsa.go.jp/api/v2/documents.json",
        [("date", day.isoformat()), ("type", 2), ("Subscription-Key", query.access.key)],
    )


def days(query: ApiQuery) -> Iterator[date]:
    """The days to look through, the latest first: working days, because nothing can be filed on others."""
    today = query.now.astimezone(_JAPAN).date()
    last = min(date.fromisoformat(query.before), today) if query.before else today
    first = max(date.fromisoformat(query.after or "1000-01-01"), today - _ARCHIVE_PERIOD)
    for _ in range(MOST_DAYS):
        while last.weekday() >= _SATURDAY:
            last -= timedelta(days=1)
        if last < first:
            return
        yield last
        last -= timedelta(days=1)


async def records(query: ApiQuery, call: ApiCall) -> list[CatalogueRecord]:
    wanted = [squash(word) for word in query.keywords]
    found: list[CatalogueRecord] = []
    for day in days(query):
        for filing in _filings(parse_json(await call(request(query, day)), FACTS.name)):
            filer = squash(text_at(filing, "filerName"))
            listed = filer + squash(text_at(filing, "docDescription"))
            if squash(query.subject) in filer or all(word in listed for word in wanted):
                found.append(_record(filing))
        if len(found) >= query.limit:
            break
    return found


def _filings(answer: Any) -> list[Any]:
    status = text_at(answer, "StatusCode") or text_at(answer, "statusCode") or text_at(answer, "metadata", "status")
    message = text_at(answer, "message") or text_at(answer, "metadata", "message")
    if status in ("401", "403"):
        raise key_rejected(FACTS.name, FACTS.key, message[:200])
    if status not in ("", "200"):
        raise SourceRefused(FACTS.name, f"{status}: {message[:200]}")
    # A withdrawn filing stays in the list without its names.
    return [one for one in required_list(FACTS.name, answer, "results") if text_at(one, "filerName")]


def _record(filing: Any) -> CatalogueRecord:
    number, filer = text_at(filing, "docID"), text_at(filing, "filerName")
    about = text_at(filing, "docDescription")
    pdf = f"https://disclosure2dl.edinet-fsa.go.jp/searchdocument/pdf/{number}.pdf"
    return CatalogueRecord(
        title=" ".join(part for part in (filer, about) if part),
        url=web_address(f"https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?{number},,") if number.isalnum() else None,
        snippet=f"{filer} / {about} / 提出 {text_at(filing, 'submitDateTime')}",
        date=iso_date(text_at(filing, "submitDateTime")),
        authors=author_names([filer]),
        venue="EDINET",
        open_access_url=web_address(pdf) if value_at(filing, "pdfFlag") == "1" and number.isalnum() else None,
        identifiers=identifiers(
            edinet_document=number,
            edinet=text_at(filing, "edinetCode"),
            securities_code=text_at(filing, "secCode"),
            corporate_number=text_at(filing, "JCN"),
            form=text_at(filing, "docTypeCode"),
        ),
    )


API: Final = Api(
    facts=FACTS, records=records, reach=f"edinet lists filings by day: {MOST_DAYS} working days were looked through"
)
