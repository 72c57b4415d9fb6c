"""Builds requests to engines: an address and fields come in, an `EngineRequest` goes out. Nothing is sent."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final
from urllib.parse import urlencode

from tadori.model.engine import EngineRequest
from tadori.model.ids import Lang, Url
from tadori.query.engine_query import EngineQuery

EARLIEST_DAY: Final = date(1990, 1, 1)
LATEST_DAY: Final = date(2100, 1, 1)
"""Stand for an open end of a date range, for engines that require both."""
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """A language, and the country that engines expect with it."""

    lang: str
    country: str
    name: str

    @property
    def tag(self) -> str:
        return f"{self.lang}-{self.country.upper()}"


_LOCALES: Final[Mapping[str, Locale]] = {
    locale.lang: locale
    for locale in (
        Locale(lang="ja", country="jp", name="nihongo"),
        Locale(lang="en", country="us", name="english"),
        Locale(lang="de", country="de", name="deutsch"),
        Locale(lang="fr", country="fr", name="francais"),
        Locale(lang="zh", country="cn", name="jiantizhongwen"),
    )
}


def locale_of(lang: Lang) -> Locale:
    """The locale of `lang`; English for an unlisted language, because every engine has it."""
    return _LOCALES.get(lang, _LOCALES["en"])


def get_request(
    engine: str,
    address: str,
    fields: Mapping[str, object],
    *,
    headers: tuple[tuple[str, str], ...] = (),
    accept: str = "text/html",
) -> EngineRequest:
    """A GET of `address` with the fields that are not empty."""
    query = urlencode({name: value for name, value in fields.items() if value != ""})
    return EngineRequest(engine=engine, url=Url(f"{address}?{query}"), headers=headers, accept=accept)


def form_request(engine: str, address: str, fields: Mapping[str, str]) -> EngineRequest:
    """A POST of form fields, empty ones included, as browsers send them."""
    return EngineRequest(engine=engine, url=Url(address), form=tuple(fields.items()))


def json_request(
    engine: str, address: str, body: Mapping[str, object], headers: tuple[tuple[str, str], ...]
) -> EngineRequest:
    """A POST of `body` as JSON."""
    text = json.dumps(body, ensure_ascii=False)
    return EngineRequest(engine=engine, url=Url(address), json=text, headers=headers, accept=JSON)


def date_range(query: EngineQuery) -> tuple[date, date] | None:
    """The first and last day of the query, open ends filled; None when the query has no dates."""
    if query.after is None and query.before is None:
        return None
    first = date.fromisoformat(query.after) if query.after else EARLIEST_DAY
    last = date.fromisoformat(query.before) if query.before else LATEST_DAY
    return first, last


def date_range_text(query: EngineQuery, between: str) -> str:
    """The date range as `2024-01-01<between>2024-12-31`; empty without dates."""
    days = date_range(query)
    return "" if days is None else between.join(day.isoformat() for day in days)
