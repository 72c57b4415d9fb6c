"""Unpaywall: whether a work with a DOI can be read freely, and where.

After https://unpaywall.org/products/api: `GET /v2/{doi}?email=…`; 404 for a DOI it does not know. It has no text
search: a query is answered for the DOIs in it, and `open_link` serves works found by other APIs.
"""

from typing import Any, Final
from urllib.parse import quote

from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Url
from tadori.search.apis.api import Api, ApiAccess, ApiCall, ApiQuery, ApiSearch, CatalogueRecord, user_agent
from tadori.search.apis.fields import author_names, iso_date, list_at, parse_json, text_at, web_address
from tadori.text.dois import doi_of

FACTS: Final = EngineFacts(
    name="unpaywall",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC,),
    on=False,
    home="https://unpaywall.org/products/api",
)
_UNKNOWN: Final = frozenset({404})
MOST_DOIS: Final = 10


def request(doi: str, access: ApiAccess) -> EngineRequest:
    url = f"https://api.unpaywall.org/v2/{quote(doi, safe='/')}?email={quote(access.contact or '', safe='')}"
    headers = (("User-Agent", user_agent(access)),)
    return EngineRequest(engine=FACTS.name, url=Url(url), headers=headers, accept="application/json")


async def records(query: ApiQuery, call: ApiCall) -> list[CatalogueRecord]:
    parsed = query.parsed
    words = [*parsed.words, *parsed.phrases, *parsed.required, *parsed.intitle]
    dois = dict.fromkeys(doi for word in words if (doi := doi_of(word)))
    found: list[CatalogueRecord] = []
    for doi in list(dois)[:MOST_DOIS]:
        response = await call(request(doi, query.access), empty_at=_UNKNOWN)
        if response.status not in _UNKNOWN:
            found.append(_record(parse_json(response, FACTS.name)))
    return found


def _record(answer: Any) -> CatalogueRecord:
    doi = doi_of(text_at(answer, "doi"))
    return CatalogueRecord(
        title=text_at(answer, "title"),
        url=web_address(text_at(answer, "doi_url")),
        date=iso_date(text_at(answer, "published_date") or text_at(answer, "year")),
        doi=doi,
        authors=author_names(_name(author) for author in list_at(answer, "z_authors")),
        venue=text_at(answer, "journal_name"),
        open_access_url=open_access_of(answer),
    )


def open_access_of(answer: Any) -> Url | None:
    """The best open copy: its PDF, else its page."""
    best = ("url_for_pdf", "url_for_landing_page", "url")
    return next((link for name in best if (link := web_address(text_at(answer, "best_oa_location", name)))), None)


def _name(author: Any) -> str:
    return f"{text_at(author, 'given')} {text_at(author, 'family')}".strip() or text_at(author, "raw_author_name")


async def open_link(search: ApiSearch, doi: str) -> Url | None:
    """Where the work can be read freely; None when Unpaywall knows no open copy, or does not know the work.

    Raises:
        SourceError: Unpaywall refused or could not be read.
    """
    response = await search.call(request(doi, search.access), empty_at=_UNKNOWN)
    return None if response.status in _UNKNOWN else open_access_of(parse_json(response, FACTS.name))


API: Final = Api(
    facts=FACTS, records=records, contact_needed=True, reach="unpaywall looks up the DOIs in a query, nothing else"
)
