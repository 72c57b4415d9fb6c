"""Which document an address leads to: an address comes in, a key goes out that is the same for its other addresses.

Undone are wrappers (Google's and AMP's caches, redirects of result pages), http and https, `www.`, mobile and AMP
hosts and paths, index files, trailing slashes, tracking parameters, session ids and the order of parameters; DOIs,
papers of arXiv, PubMed and J-STAGE, Wikipedia articles and YouTube videos have keys of their own, whatever site or view
shows them.

Two addresses with one key are one document; the reverse is not claimed. What could be another document keeps its own
key: a supplement below a DOI, an old revision of an article, the front page of a mobile host, `/guitar/amp`, a copy in
the Wayback Machine. Keys are for comparing, never for asking. Nothing is resolved or fetched here.
"""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from tadori.errors import AddressForbidden
from tadori.text.urls import WebUrl, is_public_suffix, page_key, split_url

UNWRAPPINGS: Final = 3
"""A cached AMP copy behind a redirect is three wrappers; more are somebody's game."""

_AMP_CACHE: Final = re.compile(r"^/(?:c|v|wp/c|wp)/(s/)?([^/?]+\.[^/?]+)(.*)$")
_AMP_VIEWER: Final = re.compile(r"^/amp/(s/)?([^/?]+\.[^/?]+)(.*)$")
_GOOGLE: Final = re.compile(r"^(?:www\.)?google\.(?:com|co\.[a-z]{2}|com\.[a-z]{2}|[a-z]{2})$")
_CACHED: Final = re.compile(r"^cache:(?:[\w-]{6,}:)?(?P<url>[^\s+]+)")
_FRONT: Final = frozenset({"www", "m", "mobile", "amp"})

_DOI: Final = re.compile(r"10\.\d{4,9}/\S+")
_DOI_HOSTS: Final = frozenset({"doi.org", "dx.doi.org", "www.doi.org", "www.dx.doi.org"})
_DOI_PATH: Final = re.compile(
    r"^(?:/[a-z]{2,12})?/(?:doi(?:/(?:abs|full|pdf|epdf|epub|pdfdirect|pdfplus|html|full-xml|book|reader))?"
    r"|articles?|chapter|book|content(?:/pdf)?|doi/full/html)/(?P<doi>10\.\d{4,9}/.+)$"
)
_DOI_VIEWS: Final = re.compile(
    r"(?:/(?:full|abstract|abs|pdf|epdf|html|fulltext|meta|summary)|\.pdf|\.full(?:-text)?|\.html?)+$"
)
_PREPRINT: Final = re.compile(r"^(10\.1101/[\d.]+)v\d+$")
"""bioRxiv and medRxiv put the version behind the DOI; no other publisher's suffix is cut."""
_DOI_PARTS: Final = frozenset(
    "suppl suppl_file supplementary figure figures table tables media references citedby cited-by metrics comments"
    " authors asset assets review-history related permissions references-and-notes".split()
)
_ARXIV_HOST: Final = re.compile(r"^(?:www\.|export\.|[a-z]{2}\.)?arxiv\.org$|^(?:www\.)?ar5iv(?:\.labs\.arxiv)?\.org$")
_ARXIV_PATH: Final = re.compile(
    r"^/(?:abs|pdf|html|format|ps|e-print)/(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?/?$"
)
_ARXIV_DOI: Final = re.compile(r"^10\.48550/arxiv\.(?P<id>.+?)(?:v\d+)?$")
_CATALOGUES: Final = (
    (r"(?:www\.)?nature\.com", r"/articles/(?P<id>[a-z]+[\d-][\w.-]*?)(?:\.pdf)?/?", "doi:10.1038/{}"),
    (r"pubmed\.ncbi\.nlm\.nih\.gov", r"/(?P<id>\d+)/?", "pmid:{}"),
    (r"(?:www\.)?ncbi\.nlm\.nih\.gov", r"/pubmed/(?P<id>\d+)/?", "pmid:{}"),
    (r"pmc\.ncbi\.nlm\.nih\.gov", r"/articles/pmc(?P<id>\d+)/?", "pmc:{}"),
    (r"(?:www\.)?ncbi\.nlm\.nih\.gov", r"/pmc/articles/pmc(?P<id>\d+)/?", "pmc:{}"),
    (
        r"www\.jstage\.jst\.go\.jp",
        r"/article/(?P<id>[\w/-]+?)/_(?:article|pdf|html)(?:/-char/[a-z]{2})?/?",
        "jstage:{}",
    ),
)
"""Catalogues that show one document in several views: host, path, and the key that the id makes."""
_VIEWS_OF_CATALOGUES: Final = tuple(
    (re.compile(host), re.compile(path, re.IGNORECASE), key) for host, path, key in _CATALOGUES
)

_WIKIPEDIA: Final = re.compile(r"^(?P<lang>[a-z][a-z-]{1,11})(?:\.m)?\.wikipedia\.org$")
_YOUTUBE_PATH: Final = re.compile(r"^/(?:shorts|embed|live|v)/(?P<id>[\w-]{11})/?$")
_YOUTUBE_ID: Final = re.compile(r"[\w-]{11}")

_INDEX: Final = re.compile(r"/(?:index\.(?:x?html?|shtml|php\d?|aspx?|jsp|cgi)|default\.(?:aspx?|html?))$", re.I)
_PATH_SESSION: Final = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;?]*", re.I)
_SESSION_NAMES: Final = frozenset(
    "phpsessid jsessionid aspsessionid asp.net_sessionid cfid cftoken sessionid session_id sess_id zenid oscsid".split()
)
_SESSION_VALUE: Final = re.compile(r"(?=.*\d)(?=.*[a-z])[0-9a-z]{24,64}", re.I)
_VIEW_NAMES: Final = frozenset(
    "ref_src ref_url guccounter guce_referrer guce_referrer_sig spm usqp amp_js_v amp_gsa amp_lite amp_r amp_ct amp_tf"
    " amp_latest_update_time".split()
)
_VIEWS: Final = frozenset({"amp", "amp=", "amp=1", "amp=true", "outputtype=amp", "output=amp", "view=amp", "mobile=1"})
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@lru_cache(maxsize=4096)
def document_key(url: str) -> str:
    """The key of the document behind `url`; an address that is not of the web (`file:`) is its own key."""
    try:
        parsed = _unwrapped(split_url(url))
    except AddressForbidden:
        return url
    named = _doi(parsed) or _arxiv(parsed) or _catalogue(parsed) or _wikipedia(parsed) or _youtube(parsed)
    return named if named is not None else _page(parsed)


def doi_key(doi: str) -> str:
    """The key of a work by its DOI, with or without a resolver in front; arXiv's DOIs are the paper's arXiv key."""
    bare = unquote(doi).strip().lower().removeprefix("doi:").rstrip("/")
    paper = _ARXIV_DOI.match(bare)
    return f"arxiv:{paper['id']}" if paper else f"doi:{bare}"


def _unwrapped(parsed: WebUrl) -> WebUrl:
    for _ in range(UNWRAPPINGS):
        inner = _inner(parsed)
        if inner is None:
            return parsed
        try:
            parsed = split_url(inner)
        except AddressForbidden:
            # What is wrapped is no address: then the wrapper is the document.
            return parsed
    return parsed


def _inner(parsed: WebUrl) -> str | None:
    """The address inside a wrapper; None when this is none."""
    host, values = parsed.host, _values(parsed.target)
    if host == "webcache.googleusercontent.com":
        cached = _CACHED.match(values.get("q", ""))
        return _with_scheme(cached["url"]) if cached else None
    if host.endswith(".cdn.ampproject.org") or host in {"cdn.ampproject.org", "bing-amp.com", "www.bing-amp.com"}:
        return _amp_target(_AMP_CACHE, parsed.target)
    if _GOOGLE.match(host):
        if parsed.target.startswith("/url?"):
            return values.get("url") or values.get("q")
        return _amp_target(_AMP_VIEWER, parsed.target)
    if host in {"duckduckgo.com", "html.duckduckgo.com", "lite.duckduckgo.com"} and parsed.target.startswith("/l/?"):
        return values.get("uddg")
    return None


def _amp_target(shape: re.Pattern[str], target: str) -> str | None:
    found = shape.match(target)
    return f"http{'s' if found[1] else ''}://{found[2]}{found[3]}" if found else None


def _with_scheme(text: str) -> str:
    return text if text.startswith(("http://", "https://")) else f"http://{text}"


def _values(target: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in target.partition("?")[2].split("&"))
    return {name: unquote(value) for name, _, value in pairs}


def _doi(parsed: WebUrl) -> str | None:
    path = unquote(parsed.target.partition("?")[0])
    if parsed.host in _DOI_HOSTS:
        found = _DOI.match(path.removeprefix("/"))
        return doi_key(found.group()) if found else None
    if path.endswith(("/article", "/article/file")):
        given = _values(parsed.target).get("id", "")
        return doi_key(given) if _DOI.fullmatch(given) else None
    shape = _DOI_PATH.match(path)
    if shape is None or _DOI_PARTS.intersection(shape["doi"].lower().split("/")):
        return None
    bare = _DOI_VIEWS.sub("", shape["doi"].rstrip("/"))
    return doi_key(_PREPRINT.sub(r"\1", bare))


def _arxiv(parsed: WebUrl) -> str | None:
    found = _ARXIV_PATH.match(parsed.target.partition("?")[0]) if _ARXIV_HOST.match(parsed.host) else None
    return f"arxiv:{found['id'].lower()}" if found else None


def _catalogue(parsed: WebUrl) -> str | None:
    path = parsed.target.partition("?")[0]
    for host, shape, key in _VIEWS_OF_CATALOGUES:
        found = shape.fullmatch(path) if host.fullmatch(parsed.host) else None
        if found is not None:
            return key.format(found["id"].lower())
    return None


def _wikipedia(parsed: WebUrl) -> str | None:
    site = _WIKIPEDIA.match(parsed.host)
    if site is None or site["lang"] == "www":
        return None
    path, _, query = parsed.target.partition("?")
    if path == "/w/index.php" and set(_values(parsed.target)) == {"title"}:
        title = _values(parsed.target)["title"]
    elif path.startswith("/wiki/") and not (set(_values(f"?{query}")) - {"", "mobileaction", "useskin", "wprov"}):
        title = unquote(path.removeprefix("/wiki/"))
    else:
        return None
    plain = title.strip(" _").replace(" ", "_")
    return f"{site['lang']}.wikipedia.org/wiki/{plain[:1].upper()}{plain[1:]}" if plain else None


def _youtube(parsed: WebUrl) -> str | None:
    host = parsed.host.removeprefix("www.").removeprefix("m.").removeprefix("music.")
    path = parsed.target.partition("?")[0]
    video = ""
    if host == "youtu.be":
        video = path.strip("/")
    elif host in {"youtube.com", "youtube-nocookie.com"}:
        shape = _YOUTUBE_PATH.match(path)
        video = shape["id"] if shape else _values(parsed.target).get("v", "") if path == "/watch" else ""
    return f"youtube:{video}" if _YOUTUBE_ID.fullmatch(video) else None


def _page(parsed: WebUrl) -> str:
    """The key of an ordinary page: host and path without their views, and what is left of the parameters."""
    target = page_key(parsed.url).removeprefix(parsed.origin)
    path, _, query = target.partition("?")
    path = _PATH_SESSION.sub("", path)
    kept = sorted(_plain(part) for part in query.split("&") if part and not _is_view(part))
    if not kept:
        path = _INDEX.sub("/", path)
    path = _plain(_without_amp(path)).rstrip("/")
    wanted = f"?{'&'.join(kept)}" if kept else ""
    # `#!` and `#/` are addresses of their own in pages that scripts build.
    route = f"#{parsed.fragment}" if parsed.fragment.startswith(("!", "/")) else ""
    default = parsed.origin.endswith(parsed.host)
    port = "" if default else f":{parsed.port}"
    return f"{_bare_host(parsed.host, path, wanted)}{port}{path}{wanted}{route}"


def _bare_host(host: str, path: str, query: str) -> str:
    """The host without `www.`, and without `m.`, `mobile.` and `amp.` where the path is no other host's path too."""
    bare = host.rstrip(".")
    for _ in range(2):
        front, _, rest = bare.partition(".")
        if front not in _FRONT or "." not in rest or is_public_suffix(rest):
            return bare
        if front != "www" and not (_is_specific(path) or query):
            return bare
        bare = rest
    return bare


def _without_amp(path: str) -> str:
    """`/2026/story-12/amp/`, `/amp/2026/story-12` and `story-12.amp.html` without what makes them AMP views."""
    trimmed = path.rstrip("/")
    for end, instead in (("/amp", ""), (".amp.html", ".html"), (".amp", "")):
        if trimmed.endswith(end) and _is_specific(trimmed.removesuffix(end)):
            return trimmed.removesuffix(end) + instead
    rest = path.removeprefix("/amp")
    return rest if path.startswith("/amp/") and _is_specific(rest) else path


def _is_specific(path: str) -> bool:
    """Whether a path names one article: its last part has a digit, three words, or 16 letters (a kanji counts as two).

    `/about`, `/privacy-policy`, `/会社概要` and `/` stand on every host and mean another page on each.
    """
    last = unquote(path.rstrip("/").rpartition("/")[2])
    words = [word for word in re.split("[-_]", last) if word]
    length = sum(1 if char.isascii() else 2 for char in last)
    return any(char.isdigit() for char in last) or len(words) >= 3 or length >= 16


def _is_view(part: str) -> bool:
    name, _, value = part.partition("=")
    low = name.lower()
    if low in _VIEW_NAMES or part.lower() in _VIEWS:
        return True
    return low in _SESSION_NAMES or (low in {"sid", "s"} and _SESSION_VALUE.fullmatch(value) is not None)


def _plain(text: str) -> str:
    """Escapes in one spelling: unreserved letters as themselves, the others in upper case."""

    def spelled(found: re.Match[str]) -> str:
        char = chr(int(found[1], 16))
        return char if char in _UNRESERVED else found.group().upper()

    return _ESCAPE.sub(spelled, text)
