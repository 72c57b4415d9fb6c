"""arXiv: preprints, as an Atom feed.

After https://info.arxiv.org/help/api/user-manual.html: `search_query` of `all:` terms joined by AND, `submittedDate`
for days. A mistake is answered with status 200 and one entry that is called Error, too many requests with plain words.
"""

from typing import Any, Final

from tadori.errors import SourceRefused
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest, EngineResponse
from tadori.search.apis.api import ApiQuery, CatalogueRecord, single_call_api
from tadori.search.apis.fields import (
    author_names,
    children,
    identifiers,
    iso_date,
    parse_xml,
    plain_text,
    web_address,
    xml_text,
)
from tadori.search.apis.refusals import quota_used_up
from tadori.text.dois import doi_of
from tadori.text.lazy_pattern import lazy_pattern

FACTS: Final = EngineFacts(
    name="arxiv",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.ACADEMIC, Category.TECHNICAL),
    home="https://info.arxiv.org/help/api/",
)
_SYNTAX: Final = lazy_pattern(r'["()\[\]:\\]+')
_ID: Final = lazy_pattern(r"arxiv\.org/abs/(.+?)(?:v\d+)?$")


def request(query: ApiQuery) -> EngineRequest:
    terms = [_term(word) for word in query.keywords if _SYNTAX.sub("", word).strip()]
    if query.after or query.before:
        first = (query.after or "1991-01-01").replace("-", "")
        last = (query.before or "2999-12-31").replace("-", "")
        terms.append(f"submittedDate:[{first}0000 TO {last}2359]")
    return query.get(
        FACTS.name,
        "https://export.arxiv.org/api/query",
        [
            ("search_query", " AND ".join(terms)),
            ("start", 0),
            ("max_results", query.limit),
            ("sortBy", "relevance"),
            ("sortOrder", "descending"),
        ],
        accept="application/atom+xml",
    )


def _term(word: str) -> str:
    bare = " ".join(_SYNTAX.sub(" ", word).split())
    return f'all:"{bare}"' if " " in bare else f"all:{bare}"


def records(response: EngineResponse) -> list[CatalogueRecord]:
    if response.body[:200].lstrip().lower().startswith(b"rate exceeded"):
        raise quota_used_up(FACTS.name, response)
    entries = children(parse_xml(response, FACTS.name, "feed"), "entry")
    for entry in entries:
        if xml_text(entry, "title") == "Error" and "api/errors" in xml_text(entry, "id"):
            raise SourceRefused(FACTS.name, f"the query was not understood: {xml_text(entry, 'summary', most=200)}")
    return [_record(entry) for entry in entries]


def _record(entry: Any) -> CatalogueRecord:
    link = web_address(xml_text(entry, "id").replace("http://", "https://", 1))
    found = _ID.search(link or "")
    pdf = next((one.get("href") for one in children(entry, "link") if one.get("title") == "pdf"), "")
    return CatalogueRecord(
        title=xml_text(entry, "title"),
        url=link,
        date=iso_date(xml_text(entry, "published")),
        doi=doi_of(xml_text(entry, "doi")),
        authors=author_names(plain_text("".join(one.itertext())) for one in children(entry, "author", "name")),
        venue=xml_text(entry, "journal_ref") or "arXiv",
        abstract=xml_text(entry, "summary"),
        open_access_url=web_address((pdf or "").replace("http://", "https://", 1)),
        identifiers=identifiers(arxiv=found[1] if found else ""),
    )


API: Final = single_call_api(FACTS, request, records)
