"""All official interfaces, by name and in the order they are listed to people."""

from collections.abc import Mapping
from typing import Final

from tadori.search.apis import (
    arxiv,
    cinii,
    crossref,
    dbpedia,
    diet_minutes,
    e_stat,
    edinet,
    egov_law,
    epo_ops,
    gbizinfo,
    jstage,
    ndl,
    openalex,
    ptab,
    pubmed,
    semantic_scholar,
    unpaywall,
    uspto,
    wikidata,
)
from tadori.search.apis.api import Api

APIS: Final[Mapping[str, Api]] = {
    api.facts.name: api
    for api in (
        openalex.API,
        semantic_scholar.API,
        crossref.API,
        unpaywall.API,
        arxiv.API,
        pubmed.API,
        cinii.API,
        jstage.API,
        ndl.API,
        wikidata.API,
        dbpedia.API,
        egov_law.API,
        diet_minutes.API,
        e_stat.API,
        gbizinfo.API,
        edinet.API,
        uspto.API,
        ptab.API,
        epo_ops.API,
    )
}
