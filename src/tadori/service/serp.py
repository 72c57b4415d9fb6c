"""The filter `tadori serp`: a search engine's result page in, hits as plain data out."""

import dataclasses
from collections.abc import Callable
from typing import Any

from tadori.errors import AddressForbidden, WrongCall
from tadori.model.engine import EngineResponse


def result_page_reader(engine: str, *, url: str = "", status: int = 200) -> Callable[[bytes], list[dict[str, Any]]]:
    """A function from a page of `engine` to its organic results; none when the page says that there are none.

    The function raises `SourceError` for a captcha or block page, for one that cannot be read, and for one too large.

    Raises:
        WrongCall: there is no such engine, or `url` is no http(s) address.
    """
    from tadori.search.engines.catalogue import engine_named  # lazy: slow to import
    from tadori.text.urls import parse_url  # lazy: few commands need it

    found = engine_named(engine)
    try:
        address = parse_url(url) if url else found.base
    except AddressForbidden as exc:
        raise WrongCall(f"--url must be the http(s) address the page came from: {exc.reason}") from exc

    def hits(body: bytes) -> list[dict[str, Any]]:
        response = EngineResponse(url=address, status=status, headers=(), body=body, media_type="text/html")
        return [dataclasses.asdict(hit) for hit in found.parse(response)]

    return hits
