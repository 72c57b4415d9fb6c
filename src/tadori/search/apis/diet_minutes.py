"""国会会議録: what was said in Japan's Diet since 1947, speech by speech.

After https://kokkai.ndl.go.jp/api.html (検索用API 仕様): `GET /api/speech` with `any`, `maximumRecords` (100 at most),
`from`, `until`, `recordPacking=json`; a blank between words means both. Errors have `message` and `details`.
"""

from typing import Any, Final

from tadori.errors import SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import Record, Sought, one_call
from tadori.search.apis.reading import (
    address,
    at,
    identifiers,
    insist_list,
    iso_date,
    json_of,
    list_at,
    names,
    text_at,
)

FACTS: Final = EngineFacts(
    name="diet_minutes",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.GOVERNMENT,),
    home="https://kokkai.ndl.go.jp/api.html",
)


def request(sought: Sought) -> EngineRequest:
    return sought.get(
        FACTS.name,
        "https://kokkai.ndl.go.jp/api/speech",
        [
            ("any", " ".join(sought.keywords)),
            ("from", sought.after),
            ("until", sought.before),
            ("maximumRecords", sought.limit),
            ("recordPacking", "json"),
        ],
    )


def records(response: EngineResponse) -> list[Record]:
    told = json_of(response, FACTS.name)
    if text_at(told, "message"):
        details = "; ".join(str(one) for one in list_at(told, "details"))
        raise SourceRefused(FACTS.name, f"{text_at(told, 'message')}: {details}"[:300])
    if at(told, "numberOfRecords") == 0:
        return []
    return [_record(speech) for speech in insist_list(FACTS.name, told, "speechRecord")]


def _record(speech: Any) -> Record:
    house, meeting, issue = (text_at(speech, name) for name in ("nameOfHouse", "nameOfMeeting", "issue"))
    session = text_at(speech, "session")
    venue = " ".join(part for part in (f"第{session}回国会" if session else "", house, meeting, issue) if part)
    speaker = text_at(speech, "speaker")
    said = text_at(speech, "speech")
    return Record(
        title=f"{venue} {speaker}".strip(),
        url=address(text_at(speech, "speechURL") or text_at(speech, "meetingURL")),
        snippet=said,
        date=iso_date(text_at(speech, "date")),
        authors=names([speaker]),
        venue=venue,
        abstract=said,
        open_access_url=address(text_at(speech, "pdfURL")),
        identifiers=identifiers(
            speech=text_at(speech, "speechID"),
            issue=text_at(speech, "issueID"),
            affiliation=text_at(speech, "speakerGroup"),
            position=text_at(speech, "speakerPosition"),
        ),
    )


API: Final = one_call(FACTS, request, records)
