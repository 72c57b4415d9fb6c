"""Result pages of search engines: organic results with the right address and title, nothing else, and walls known.

`serp_key.json` was written by hand before there was a parser: every link and every heading of each page was printed
with the elements around it and read; counted were the entries of the main list that lead to one page of somebody else,
a single video or thread among them included. Not counted: advertisements, AI answers, answer cards, "people also ask",
carousels of videos, links into the site of a result, entity boxes, related searches (`not_organic` names some; any hit
that is not in the key counts against us). openserp has put
`http://test.test` in place of every outside address, so on its four pages of results the address only shows that the
right link was taken; `websearchmcp/duckduckgo.html` was written by its authors, the other pages are real ones of 2026.
Of yandex, baidu and swisscows there are pages too, and no parser of ours.

The rules were written with these pages open: there is no second page of most engines to hold back. What says more is
the last two figures: every class, id and data attribute is given a meaningless name, so that no rule can match, and
what is left is the shape of the page. That reading, too, was changed after a look at these pages: titles in links
without a heading (brave), families of links instead of blocks (bing). Then yandex's page of results, which nobody had
looked at, gave none of its 11: a filter by names (`card`) was to blame, and went. baidu's, looked at last, gave 6 of 8.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tadori.errors import SourceError, SourceRefused
from tadori.model.engine import EngineResponse
from tadori.model.query import Hit
from tadori.search.engines.catalogue import ENGINES
from tadori.text.normalise import fold, strip_invisible
from tests.gates.figures import Figure, data_folder

NEEDS: list[str] = ["serp"]
KEY: Final = Path(__file__).with_name("serp_key.json")
_NAMES: Final = re.compile(r"""(\s)(class|id|data-[\w-]+)\s*=\s*("[^"]*"|'[^']*')""")


def run(quick: bool) -> list[Figure]:
    pages = json.loads(KEY.read_text(encoding="utf-8"))
    results = [page for page in pages if page["kind"] == "results"]
    wanted = sum(len(page["results"]) for page in results)
    right, other = _compared(results, renamed=False)
    right_renamed, other_renamed = _compared(results, renamed=True)
    refused = [_outcome(page) == "captcha" for page in pages if page["kind"] == "refused"]
    nothing = [_outcome(page) == "nothing" for page in pages if page["kind"] == "nothing"]
    return [
        Figure(
            name="serp: organic results with right URL and title", value=right / wanted, floor=0.98, aim=1, n=wanted
        ),
        Figure(name="serp: hits that are no organic result", value=other, floor=0, aim=0, n=wanted, at_least=False),
        Figure(
            name="serp: captcha, consent and block pages recognised",
            value=sum(refused) / len(refused),
            floor=1.0,
            aim=1.0,
            n=len(refused),
        ),
        Figure(
            name="serp: no-result pages recognised",
            value=sum(nothing) / len(nothing),
            floor=1.0,
            aim=1.0,
            n=len(nothing),
        ),
        Figure(
            name="serp: the same with every class, id and data attribute renamed",
            value=right_renamed / wanted,
            floor=0.9,
            aim=0.98,
            n=wanted,
        ),
        Figure(
            name="serp: hits that are no organic result, renamed",
            value=other_renamed,
            floor=5,
            aim=0,
            n=wanted,
            at_least=False,
        ),
    ]


def _compared(pages: list[dict[str, Any]], *, renamed: bool) -> tuple[int, int]:
    """How many results of the key were found, and how many hits are not in it."""
    right = other = 0
    for page in pages:
        key = Counter((result["url"], _spelling(result["title"])) for result in page["results"])
        found = Counter((str(hit.url), _spelling(hit.title)) for hit in _hits(page, renamed=renamed))
        right += (key & found).total()
        other += (found - key).total()
    return right, other


def _spelling(title: str) -> str:
    return fold(strip_invisible(title))


def _hits(page: dict[str, Any], *, renamed: bool) -> tuple[Hit, ...]:
    try:
        return ENGINES[page["engine"]].parse(_response(page, renamed=renamed))
    except SourceError:
        return ()


def _outcome(page: dict[str, Any]) -> str:
    try:
        hits = ENGINES[page["engine"]].parse(_response(page, renamed=False))
    except SourceRefused as refusal:
        return refusal.reason.partition(" ")[0]
    except SourceError as error:
        return type(error).__name__
    return "hits" if hits else "nothing"


def _response(page: dict[str, Any], *, renamed: bool) -> EngineResponse:
    body = (data_folder() / "serp" / page["file"]).read_bytes()
    return EngineResponse(
        url=ENGINES[page["engine"]].base,
        status=200,
        headers=(),
        body=_without_names(body) if renamed else body,
        media_type="text/html",
    )


def _without_names(body: bytes) -> bytes:
    """The page with each class, id and data attribute called x1, x2 …: what a redesign leaves of it."""
    known: dict[str, str] = {}

    def other(match: re.Match[str]) -> str:
        tokens = match.group(3)[1:-1].split()
        names = " ".join(known.setdefault(token, f"x{len(known)}") for token in tokens)
        name = match.group(2) if match.group(2) in ("class", "id") else "data-x"
        return f'{match.group(1)}{name}="{names}"'

    return _NAMES.sub(other, body.decode("utf-8", "replace")).encode()
