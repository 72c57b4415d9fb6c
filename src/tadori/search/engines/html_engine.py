"""Search engines read through their HTML result pages: a query becomes a request, the answer becomes hits.

Comes in: a query and a function that sends requests. Goes out: hits, or an error that says why there are none. No
connection is opened here and nothing is retried, paced, cached or logged: the caller does that for all engines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from tadori.errors import RefusalKind, SourceGarbled, SourceRefused, SourceUnreachable
from tadori.model.doors import SearchProvider, SendToEngine
from tadori.model.engine import EngineFacts, EngineRequest, EngineResponse
from tadori.model.ids import Lang, Url
from tadori.model.query import Hit, Query
from tadori.model.work import ProviderResult
from tadori.query.dialects import dialect_of
from tadori.query.engine_query import EngineQuery, engine_query
from tadori.query.operators import parse_query
from tadori.search.apis.refusals import retry_after
from tadori.search.engines.markup import HtmlElement, parse_result_page
from tadori.search.engines.result_rows import ResultRow, ResultRule, rows_by_rule, rows_by_shape
from tadori.search.engines.walls import rate_limit_words, says_nothing_found, wall_reason

RequestBuilder = Callable[[EngineQuery, Lang, int], EngineRequest]
"""Builds the request for a query, a language and a number of results."""
_REFUSALS: Final = frozenset({401, 402, 403, 407, 429, 451})
_LIST: Final = 3
"""With so many rows, a page has a list of results."""


class SearchEngine(Protocol):
    """An engine that answers one request with hits."""

    @property
    def facts(self) -> EngineFacts: ...

    def request(self, written: EngineQuery, lang: Lang, limit: int) -> EngineRequest: ...

    def parse(self, response: EngineResponse) -> tuple[Hit, ...]:
        """The organic results of an answer, in order; none when the engine says that there are none.

        Raises:
            SourceRefused: the engine refused; `how` is CAPTCHA for a captcha, consent or block page.
            SourceGarbled: no results could be read, and the page does not say that there are none.
            SourceTooLarge: over a limit that is checked before it is read.
            SourceUnreachable: the engine is out of order (5xx).
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlEngine:
    """An engine whose answers are HTML pages."""

    facts: EngineFacts
    ask: RequestBuilder
    base: Url
    """The address of its result pages, for relative links."""
    rules: tuple[ResultRule, ...]
    """Tried in order; the first that finds results is used."""
    nothing: str = ""
    """XPath that matches on a page without results."""
    own: bool = False
    """Whether results are pages of the engine's own site."""

    def request(self, written: EngineQuery, lang: Lang, limit: int) -> EngineRequest:
        return self.ask(written, lang, limit)

    def parse(self, response: EngineResponse) -> tuple[Hit, ...]:
        """As `SearchEngine.parse`."""
        refuse_by_status(self.facts.name, response, walled=self._walled(response))
        tree = parse_result_page(response, self.facts.name)
        base = response.url or self.base
        for rule in self.rules:
            if rows := rows_by_rule(tree, rule, base, own=self.own):
                return hits_of(rows, self.facts)
        return hits_of(self._without_rule(tree, response, base), self.facts)

    def _without_rule(self, tree: HtmlElement, response: EngineResponse, base: str) -> Sequence[ResultRow]:
        """The rows when no rule matched: the page is a captcha, has no results, or its markup has changed."""
        if wall := wall_reason(tree, response):
            raise SourceRefused(self.facts.name, f"captcha or block page: {wall}", how=RefusalKind.CAPTCHA)
        if self.nothing and tree.xpath(f"boolean({self.nothing})"):
            return ()
        rows = rows_by_shape(tree, base, own=self.own)
        # A page may have the words for "no results" ready and hidden: a list that is there counts for more.
        if len(rows) < _LIST and says_nothing_found(tree):
            return ()
        if len(rows) < _LIST and (words := rate_limit_words(tree)):
            raise SourceRefused(self.facts.name, f"asked too often: “{words}”", retry_after=retry_after(response))
        if not rows:
            raise SourceGarbled(self.facts.name, "no results could be read, and the page does not say there are none")
        return rows

    def _walled(self, response: EngineResponse) -> str | None:
        if response.status < 400 or not response.body.strip():
            return None
        try:
            return wall_reason(parse_result_page(response, self.facts.name), response)
        except SourceGarbled:
            return None


def refuse_by_status(engine: str, response: EngineResponse, *, walled: str | None, about: str = "") -> None:
    """Raise for an error status; `walled` names the captcha or block on the page, `about` is appended to the message.

    Raises:
        SourceRefused: the engine refused.
        SourceUnreachable: a server error.
        SourceGarbled: the engine does not understand the request.
    """
    status = response.status
    if status < 300:
        return
    if walled:
        raise SourceRefused(
            engine, f"captcha or block page: {walled} (HTTP {status})", retry_after(response), RefusalKind.CAPTCHA
        )
    if status in _REFUSALS:
        raise SourceRefused(engine, f"HTTP {status}{about}", retry_after=retry_after(response))
    if status >= 500:
        raise SourceUnreachable(engine, f"HTTP {status}")
    raise SourceGarbled(engine, f"HTTP {status} in place of results")


def hits_of(rows: Sequence[ResultRow], facts: EngineFacts) -> tuple[Hit, ...]:
    """`rows` as hits of an engine, ranked in page order."""
    return tuple(
        Hit(
            title=row.title,
            url=row.url,
            snippet=row.snippet,
            date=row.date,
            engine=facts.name,
            rank=place,
            source_tag=facts.categories[0].value,
        )
        for place, row in enumerate(rows, 1)
    )


class EngineProvider(SearchProvider):
    """An engine as a search provider; `ask` sends its requests."""

    def __init__(self, engine: SearchEngine, ask: SendToEngine) -> None:
        self._engine = engine
        self._ask = ask

    @property
    def name(self) -> str:
        return self._engine.facts.name

    async def search(self, query: Query) -> ProviderResult:
        """At most `query.limit` hits, with notes on what the engine does not support.

        Raises:
            WrongCall: there is nothing to look for in the query.
            ConfigError: the engine needs a setting that is not there.
            SourceError: as `SearchEngine.parse`, and what `ask` raises.
        """
        written = engine_query(parse_query(query.text), dialect_of(self.name))
        response = await self._ask(self._engine.request(written, query.lang, query.limit))
        return ProviderResult(hits=self._engine.parse(response)[: query.limit], notes=written.notes)
