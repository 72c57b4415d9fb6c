"""Engines that answer in JSON, with a key or the address of one's own server where one is needed.

Comes in: a query, or an answer. Goes out: a request, or hits. Invalid JSON, a rejected key and a used-up quota have
their own errors; a captcha page in place of JSON is recognised.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tadori.errors import ConfigError, RefusalKind, SourceGarbled, SourceRefused, SourceTooLarge
from tadori.model.engine import EngineFacts, EngineRequest, EngineResponse
from tadori.model.ids import Lang, Url
from tadori.model.query import Hit
from tadori.model.thresholds import MAX_RESULT_PAGE_BYTES
from tadori.query.engine_query import EngineQuery
from tadori.search.engines.html_engine import hits_of, refuse_by_status
from tadori.search.engines.links import result_target
from tadori.search.engines.markup import body_text, inner_text, parse_result_page
from tadori.search.engines.result_rows import LONGEST_SNIPPET, LONGEST_TITLE, MOST_RESULTS, ResultRow, first_date
from tadori.search.engines.walls import wall_reason

KeyedRequestBuilder = Callable[[EngineQuery, Lang, int, str], EngineRequest]
"""Builds a request from query, language, limit, and the engine's key or server address."""
_NOWHERE: Final = Url("https://nowhere.invalid/")
"""Base for relative addresses: answers hold absolute ones only, so a relative one leads nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEngine:
    """An engine with a JSON API."""

    facts: EngineFacts
    ask: KeyedRequestBuilder
    read: Callable[[Any], Sequence[Any] | None]
    """The list of results in an answer; None when the answer has another shape."""
    names: Mapping[str, str]
    """The answer's field names for `title`, `url`, `snippet` and `date`."""
    secret: str = field(default="", repr=False)
    """Its key, or its server address; see `facts.key` and `facts.base_setting`."""
    base: Url = _NOWHERE

    def with_secret(self, secret: str) -> "JsonEngine":
        """The same engine with the value of its setting."""
        return replace(self, secret=secret.strip())

    def request(self, query: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
        """As `Engine.request`.

        Raises:
            ConfigError: the setting it needs is empty; the message names it.
        """
        setting = self.facts.key or self.facts.base_setting
        if setting and not self.secret:
            raise ConfigError(f"{self.facts.name} cannot be asked: set {setting}")
        return self.ask(query, lang, limit, self.secret)

    def parse(self, response: EngineResponse) -> tuple[Hit, ...]:
        """As `Engine.parse`."""
        setting = self.facts.key
        about = f"; see the setting {setting}" if setting and response.status in (401, 403) else ""
        refuse_by_status(self.facts.name, response, walled=None, about=about)
        results = self.read(parse_answer(self.facts.name, response))
        if results is None:
            raise SourceGarbled(self.facts.name, "the answer has not the agreed form")
        rows = [row for result in results[:MOST_RESULTS] if (row := self._row(result)) is not None]
        if results and not rows:
            raise SourceGarbled(self.facts.name, f"none of {len(results)} results has a title and an address")
        return hits_of(rows, self.facts)

    def _row(self, result: Any) -> ResultRow | None:
        if not isinstance(result, dict):
            return None
        value = {name: text_field(result, key) for name, key in self.names.items()}
        url = result_target(value["url"], _NOWHERE) if value["url"] else None
        title = inner_text(value["title"], LONGEST_TITLE)
        if url is None or not title:
            return None
        snippet = inner_text(value["snippet"], LONGEST_SNIPPET)
        return ResultRow(title=title, url=url, snippet=snippet, date=first_date(value.get("date", "")[:60]))


def parse_answer(engine: str, response: EngineResponse) -> Any:
    """The JSON of an answer.

    Raises:
        SourceTooLarge: over the size of a result page.
        SourceRefused: a wall came in place of JSON.
        SourceGarbled: something else did.
    """
    if len(response.body) > MAX_RESULT_PAGE_BYTES:
        raise SourceTooLarge(engine, f"an answer of {len(response.body)} bytes; {MAX_RESULT_PAGE_BYTES} are allowed")
    try:
        return json.loads(body_text(response))
    except (ValueError, RecursionError) as exc:
        if looks_like_html(response.body) and (wall := wall_reason(parse_result_page(response, engine), response)):
            raise SourceRefused(engine, f"captcha or block page: {wall}", how=RefusalKind.CAPTCHA) from exc
        raise SourceGarbled(engine, "the answer is not valid JSON") from exc


def looks_like_html(body: bytes) -> bool:
    return body.lstrip()[:1] == b"<"


def text_field(record: Mapping[str, Any], name: str) -> str:
    """The string at `name`; empty for any other type."""
    value = record.get(name)
    return value if isinstance(value, str) else ""


def list_field(answer: Any, *path: str) -> list[Any] | None:
    """The list at the end of `path`; None when there is none."""
    for name in path:
        if not isinstance(answer, dict):
            return None
        answer = answer.get(name)
    return answer if isinstance(answer, list) else None
