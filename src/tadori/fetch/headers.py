"""HTTP heads: the headers of a request, and both heads of an exchange as an archive stores them.

Comes in: a `WebRequest`. Goes out: the headers Chrome sends when a person follows a link, in Chrome's order, and both
heads for the archive. Nothing is sent here; `http` sends exactly this list, so the request head can be archived
without recording what curl sends.
"""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

from tadori.fetch.cookies import cookie_header, cookies_for
from tadori.model.web import WebRequest
from tadori.text.urls import WebUrl, registrable, split_url

Header = tuple[str, str]
"""Name and value."""

BROWSER: Final = "chrome150"
"""The browser that curl_cffi impersonates; the values below are what that browser sends."""
USER_AGENT: Final = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/150.0.0.0 Safari/537.36"
)
HINTS: Final = (
    ("sec-ch-ua", '"Not;A=Brand";v="8", "Chromium";v="150", "Google Chrome";v="150"'),
    ("sec-ch-ua-mobile", "?0"),
    ("sec-ch-ua-platform", '"macOS"'),
)
ACCEPT: Final = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,"
    "application/signed-exchange;v=b3;q=0.7"
)
_ENCODINGS: Final = {"http": "gzip, deflate", "https": "gzip, deflate, br, zstd"}
_UNDONE: Final = frozenset({"content-encoding", "transfer-encoding"})
_BODILESS: Final = frozenset({204, 304})


def request_headers(request: WebRequest, url: WebUrl, now: float) -> list[Header]:
    """Every header of a request for `url` but `Host`, in the order they are sent.

    As in Chrome, `Sec-Fetch-*`, client hints and the newer encodings are for https only.
    """
    secure = url.scheme == "https"
    agent = request.user_agent or USER_AGENT
    # Client hints of another version would contradict a user agent given with the request.
    hints = HINTS if secure and agent == USER_AGENT else ()
    fetch = _fetch_headers(request.referer, url) if secure else ()
    optional = (
        ("Cookie", cookie_header(cookies_for(request.cookies, url.url, now))),
        ("If-None-Match", request.etag),
        ("If-Modified-Since", request.last_modified),
        ("Priority", "u=0, i" if secure else None),
    )
    referer = referer_for(request.referer, url)
    headers = [
        *hints,
        ("Upgrade-Insecure-Requests", "1"),
        ("User-Agent", agent),
        ("Accept", ACCEPT),
        *fetch,
        *([("Referer", referer)] if referer else []),
        ("Accept-Encoding", _ENCODINGS[url.scheme]),
        ("Accept-Language", request.accept_language),
        *((name, value) for name, value in optional if value),
        ("Connection", "keep-alive"),  # Chrome has it first; curl puts it last wherever it stands
    ]
    return [(name, _one_line(value)) for name, value in _with_own(headers, request.headers)]


def _with_own(headers: Sequence[Header], own: Sequence[Header]) -> list[Header]:
    """`headers` with `own` in the place of those of the same name, the others behind."""
    mine = {name.lower(): (name, value) for name, value in own}
    kept = [mine.pop(name.lower(), (name, value)) for name, value in headers]
    return [*kept, *mine.values()]


def _one_line(value: str) -> str:
    """A value without line breaks, so that it cannot inject a second header."""
    return value.translate({13: " ", 10: " ", 0: None}).strip()


def _fetch_headers(referer: str | None, url: WebUrl) -> tuple[Header, ...]:
    return (
        ("Sec-Fetch-Site", fetch_site(referer, url)),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-User", "?1"),
        ("Sec-Fetch-Dest", "document"),
    )


def fetch_site(referer: str | None, url: WebUrl) -> str:
    """`Sec-Fetch-Site`: how the page with the link relates to its target."""
    if referer is None:
        return "none"
    source = split_url(referer)
    if source.origin == url.origin:
        return "same-origin"
    same = source.scheme == url.scheme and registrable(source.host) == registrable(url.host)
    return "same-site" if same else "cross-site"


def referer_for(referer: str | None, url: WebUrl) -> str | None:
    """The `Referer` that browsers send (strict-origin-when-cross-origin)."""
    if referer is None:
        return None
    source = split_url(referer)
    if source.origin == url.origin:
        return source.origin + source.target
    if source.scheme == "https" and url.scheme == "http":
        return None
    return f"{source.origin}/"


def request_head(url: WebUrl, headers: Sequence[Header], *, version: str, method: str = "GET") -> bytes:
    """The request as sent, written as HTTP/1.1; for HTTP/2 `Host` holds the `:authority`."""
    authority = url.origin.partition("://")[2]
    sent = [header for header in headers if version != "2" or header[0] != "Connection"]
    lines = [f"{method} {url.target} HTTP/1.1", f"Host: {authority}", *(f"{name}: {value}" for name, value in sent)]
    return "\r\n".join([*lines, "", ""]).encode()


def response_head(status: int, reason: bytes, lines: Sequence[bytes], *, kept: int, decoded: bool) -> bytes:
    """A response head that describes the stored body: `kept` bytes, without the encodings that were decoded.

    Headers that no longer apply are renamed to `X-Archive-Orig-…`, as web archives do.
    """
    out = [b"HTTP/1.1 %d %s" % (status, reason or _phrase(status))]
    stated = False
    for line in lines:
        name, _, value = line.partition(b":")
        low = name.strip().lower().decode("latin-1")
        if low == "content-length" and value.strip() == b"%d" % kept and not stated:
            stated = True
            out.append(line)
        elif low == "content-length" or low == "transfer-encoding" or (low in _UNDONE and decoded):
            out.append(b"X-Archive-Orig-" + line)
        else:
            out.append(line)
    if not stated and status not in _BODILESS:
        out.append(b"Content-Length: %d" % kept)
    return b"\r\n".join([*out, b"", b""])


def parsed_lines(lines: Sequence[bytes]) -> tuple[Header, ...]:
    """Header lines as name and value, in order, names in lower case; lines that are no header are left out."""
    pairs = (line.partition(b":") for line in lines)
    return tuple((_text(name).strip().lower(), _text(value).strip()) for name, colon, value in pairs if colon)


def _text(raw: bytes) -> str:
    """UTF-8 where it is (servers write Japanese addresses into `Location`), Latin-1 otherwise."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _phrase(status: int) -> bytes:
    """HTTP/2 sends no reason phrase; archives expect one."""
    try:
        return HTTPStatus(status).phrase.encode()
    except ValueError:
        return b"Unknown"
