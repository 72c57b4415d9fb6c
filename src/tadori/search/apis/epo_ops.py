"""EPO Open Patent Services: patents of the whole world with abstracts and citations; two calls, a token first.

After Open Patent Services RESTful Web Services Reference Guide 3.2 (https://developers.epo.org): `POST /3.2/auth/
accesstoken` with the consumer key and secret, then `GET /3.2/rest-services/published-data/search/biblio` with a CQL
query and a range. 404 (`SERVER.EntityNotFound`) when nothing fits; a used-up quota is 403 with `X-Rejection-Reason`.
"""

from base64 import b64encode
from typing import Any, Final

from tadori.errors import SourceGarbled
from tadori.model.engine import Category, EngineFacts, EngineKind, EngineRequest
from tadori.model.ids import Url
from tadori.search.apis.api import JSON, Api, ApiCall, ApiQuery, CatalogueRecord, user_agent
from tadori.search.apis.fields import (
    author_names,
    children,
    identifiers,
    iso_date,
    local_name,
    parse_json,
    parse_xml,
    plain_text,
    text_at,
    web_address,
    xml_text,
)
from tadori.search.apis.refusals import key_rejected

FACTS: Final = EngineFacts(
    name="epo_ops",
    kind=EngineKind.API,
    proven=False,
    categories=(Category.TECHNICAL,),
    on=False,
    key="engines.epo_ops.key",
    home="https://developers.epo.org",
)
_BASE: Final = "https://ops.epo.org/3.2"


def token_request(query: ApiQuery) -> EngineRequest:
    pair = b64encode(f"{query.access.key}:{query.access.secret}".encode()).decode()
    return EngineRequest(
        engine=FACTS.name,
        url=Url(f"{_BASE}/auth/accesstoken"),
        form=(("grant_type", "client_credentials"),),
        headers=(("User-Agent", user_agent(query.access)), ("Authorization", f"Basic {pair}")),
        accept=JSON,
    )


def search_request(query: ApiQuery, token: str) -> EngineRequest:
    parts = [f'txt="{word.replace(chr(34), " ")}"' for word in query.keywords]
    if query.after or query.before:
        first = (query.after or "1790-01-01").replace("-", "")
        last = (query.before or "2999-12-31").replace("-", "")
        parts.append(f'pd within "{first},{last}"')
    return query.get(
        FACTS.name,
        f"{_BASE}/rest-services/published-data/search/biblio",
        [("q", " and ".join(parts)), ("Range", f"1-{query.limit}")],
        headers=(("Authorization", f"Bearer {token}"),),
        accept="application/xml",
    )


async def records(query: ApiQuery, call: ApiCall) -> list[CatalogueRecord]:
    answer = await call(token_request(query), empty_at=frozenset({400}))
    if answer.status == 400:  # how it answers a key that it does not know
        raise key_rejected(FACTS.name, f"{FACTS.key} or {API.secret}", "no token was given")
    token = text_at(parse_json(answer, FACTS.name), "access_token")
    if not token:
        raise SourceGarbled(FACTS.name, "expected a text at access_token")
    response = await call(search_request(query, token), empty_at=frozenset({404}))
    if response.status == 404:
        return []
    root = parse_xml(response, FACTS.name, "world-patent-data")
    documents = [one for one in root.iter() if local_name(one) == "exchange-document"]
    listed = sum(int(one.get("total-result-count") or 0) for one in children(root, "biblio-search"))
    if listed and not documents:
        raise SourceGarbled(FACTS.name, f"expected <exchange-document>, got {listed} results without any")
    return [_record(one) for one in documents]


def _record(document: Any) -> CatalogueRecord:
    number = "".join(str(document.get(part) or "") for part in ("country", "doc-number", "kind"))
    data = next(iter(children(document, "bibliographic-data")), document)
    cited = children(data, "references-cited", "citation", "patcit", "document-id")
    return CatalogueRecord(
        title=_in_english(children(data, "invention-title")) or number,
        url=web_address(f"https://worldwide.espacenet.com/patent/search?q=pn%3D{number}") if number.isalnum() else None,
        date=iso_date(xml_text(data, "publication-reference", "document-id", "date")),
        authors=_people(data, "inventors", "inventor"),
        venue=", ".join(_people(data, "applicants", "applicant")),
        abstract=_in_english(children(document, "abstract")),
        cites=tuple(
            f"https://worldwide.espacenet.com/patent/search?q=pn%3D{cites}"
            for one in cited
            if one.get("document-id-type") == "epodoc" and (cites := xml_text(one, "doc-number")).isalnum()
        ),
        identifiers=identifiers(patent=number, family=str(document.get("family-id") or "")),
    )


def _in_english(elements: list[Any]) -> str:
    """The English text where there is one, else the first: a title stands in up to three languages."""
    english_first = sorted(elements, key=lambda one: one.get("lang") != "en")
    return next((text for one in english_first if (text := plain_text("".join(one.itertext())))), "")


def _people(data: Any, group: str, person: str) -> tuple[str, ...]:
    """Names in one of the two spellings that stand side by side; the office's has the country behind it."""
    listed = children(data, "parties", group, person)
    ours = [one for one in listed if one.get("data-format") == "epodoc"] or listed
    return author_names(xml_text(one, f"{person}-name", "name").partition(" [")[0] for one in ours)


API: Final = Api(facts=FACTS, records=records, secret="engines.epo_ops.secret")
