"""国会会議録: what was said in Japan's Diet since 1947, speech by speech.

After https://kokkai.ndl.go.jp/api.html (検索用API 仕様): `GET /api/speech` with `any`, `maximumRecords` (100 at most),
`from`, `until`, `recordPacking=json`; a blank between words means both. Errors have `message` and `details`.
"""

from typing import Any, Final

from tadori.errors import SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    identifiers,
    iso_date,
    list_at,
    parse_json,
    required_list,
    text_at,
    value_at,
    web_address,
)

FACTS: Final = EngineFacts(
    name="diet_minutes",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    home="https://kokkai.ndl.go.jp/api.html",
)


def request(query: ApiQuery) -> EngineRequest:
    return query.get(
        FACTS.name,
        "https://kokkai.ndl.go.jp/api/speech",
        [
            ("any", " ".join(query.keywords)),
            ("from", query.after),
            ("until", query.before),
            ("maximumRecords", query.limit),
            ("recordPacking", "json"),
        ],
    )


def records(response: EngineResponse) -> list[CatalogueRecord]:
    answer = parse_json(response, FACTS.name)
    if text_at(answer, "message"):
        details = "; ".join(str(one) for one in list_at(answer, "details"))
        raise SourceRefused(FACTS.name, f"{text_at(answer, 'message')}: {details}"[:300])
    if value_at(answer, "numberOfRecords") == 0:
        return []
    return [_record(speech) for speech in required_list(FACTS.name, answer, "speechRecord")]


def _record(speech: Any) -> CatalogueRecord:
    house, meeting, issue = (text_at(speech, name) for name in ("nameOfHouse", "nameOfMeeting", "issue"))
    session = text_at(speech, "session")
    venue = " ".join(part for part in (f"第{session}回国会" if session else "", house, meeting, issue) if part)
    speaker = text_at(speech, "speaker")
    said = text_at(speech, "speech")
    return CatalogueRecord(
        title=f"{venue} {speaker}".strip(),
        url=web_address(text_at(speech, "speechURL") or text_at(speech, "meetingURL")),
        snippet=said,
        date=iso_date(text_at(speech, "date")),
        authors=author_names([speaker]),
        venue=venue,
        abstract=said,
        open_access_url=web_address(text_at(speech, "pdfURL")),
        identifiers=identifiers(
            speech=text_at(speech, "speechID"),
            issue=text_at(speech, "issueID"),
            affiliation=text_at(speech, "speakerGroup"),
            position=text_at(speech, "speakerPosition"),
        ),
    )


API: Final = single_call_api(FACTS, request, records)
