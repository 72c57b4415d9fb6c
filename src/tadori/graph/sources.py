"""Who stands behind a page. Comes in: its addresses. Goes out: domain, trust level, primary or not.

A document from a folder is judged by the address it names as its own (`canonical`); one that names none has
no domain and stays unverified. Trust is a small table here; step 4 promotes and blocks domains by evidence.
"""

from typing import Final
from urllib.parse import urlsplit

from tadori.model.graph import TrustLevel
from tadori.model.web import WAYBACK_COPIES
from tadori.text.urls import registrable

# Suffixes of host names, the longest match wins (§4.4.1, §3.3 source tiers).
TRUST: Final[dict[str, TrustLevel]] = {
    **dict.fromkeys(
        ("go.jp", "lg.jp", "gov", "mil", "gov.uk", "gc.ca", "gov.au", "gouv.fr", "bund.de", "europa.eu", "govt.nz"),
        TrustLevel.GOVERNMENT,
    ),
    **dict.fromkeys(
        ("iso.org", "iec.ch", "ietf.org", "rfc-editor.org", "w3.org", "who.int", "un.org", "itu.int", "oecd.org",
         "wto.org", "imf.org", "worldbank.org", "ieee.org", "ecma-international.org", "unicode.org", "jisc.go.jp",
         "whatwg.org", "nist.gov"),
        TrustLevel.PRIMARY,
    ),
    **dict.fromkeys(
        ("ac.jp", "edu", "ac.uk", "edu.au", "ac.kr", "edu.cn", "arxiv.org", "doi.org", "pubmed.ncbi.nlm.nih.gov",
         "ncbi.nlm.nih.gov", "jstage.jst.go.jp", "cir.nii.ac.jp", "nature.com", "science.org", "plos.org", "acm.org",
         "springer.com", "sciencedirect.com", "wiley.com", "biorxiv.org", "medrxiv.org", "semanticscholar.org"),
        TrustLevel.ACADEMIC,
    ),
    **dict.fromkeys(
        ("wikipedia.org", "wikidata.org", "britannica.com", "kotobank.jp", "reuters.com", "apnews.com", "bbc.com",
         "bbc.co.uk", "nytimes.com", "theguardian.com", "washingtonpost.com", "economist.com", "ft.com", "npr.org",
         "nhk.or.jp", "asahi.com", "yomiuri.co.jp", "mainichi.jp", "nikkei.com", "jiji.com", "kyodonews.jp",
         "kyodonews.net"),
        TrustLevel.TRUSTED,
    ),
}  # fmt: skip
ORIGINAL_TIERS: Final = frozenset({TrustLevel.PRIMARY, TrustLevel.GOVERNMENT, TrustLevel.ACADEMIC})


def _is_copy(url: str) -> bool:
    """Whether an address is that of the Wayback Machine, whose pages are others' pages."""
    return url.startswith(WAYBACK_COPIES)


def host_of(url: str, canonical: str = "") -> str:
    """The host a page belongs to, lower case: of `url` on the web, else of `canonical`, else the empty string."""
    for address in (canonical, url) if _is_copy(url) else (url, canonical):
        host = _web_host(address)
        if host:
            return host
    return ""


def domain_of(url: str, canonical: str = "") -> str:
    """The registrable domain of a page (`mhlw.go.jp`); the empty string for a bare file.

    Two projects under one hoster (`a.github.io`, `b.github.io`) are two publishers. An IP address and `localhost` are
    their own domains.
    """
    host = host_of(url, canonical)
    return registrable(host) if host else ""


def trust_of(domain: str, host: str = "") -> TrustLevel:
    """The trust level by the longest suffix of `host` (or `domain`) in the table; unknown hosts are UNVERIFIED."""
    labels = (host or domain).split(".")
    for start in range(len(labels)):
        level = TRUST.get(".".join(labels[start:]))
        if level is not None:
            return level
    return TrustLevel.UNVERIFIED


def is_primary(trust: TrustLevel, *, cited_by_others: bool, is_copy: bool) -> bool:
    """Whether a page is first-hand: an official or scholarly original, or what other pages name as their source."""
    return not is_copy and (cited_by_others or trust in ORIGINAL_TIERS)


def _web_host(address: str) -> str:
    try:
        parts = urlsplit(address.strip())
        host = parts.hostname or ""
    except ValueError:  # `http://[`: no address at all, so no host either
        return ""
    return host.rstrip(".") if parts.scheme in {"http", "https"} else ""
