"""Resolves the links of a result page: the address behind the engine's own redirect, or None.

Comes in: the value of `href`. Goes out: an http(s) address on another site, or None for what is no result:
advertisements, the engine's own pages, `javascript:`, `data:` and invalid addresses. Nothing is requested.
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import parse_qs, unquote

from tadori.errors import AddressForbidden
from tadori.model.ids import Url
from tadori.text.urls import WebUrl, registrable, split_url

_LAYERS: Final = 3
"""Redirects within redirects that are looked through."""
_HIGHLIGHT: Final = ":~:text="
"""A text fragment, which engines add to mark what they quote."""


def result_target(href: str, base: str, *, own: bool = False) -> Url | None:
    """The page that `href`, on the page `base`, leads to; `own` keeps what lies on the engine's own site.

    None for an advertisement, another page of the engine, or an invalid address.
    """
    address = href.strip()
    for _ in range(_LAYERS):
        try:
            parsed = split_url(address, base)
        except AddressForbidden:
            return None
        wrapped = _wrapped(parsed)
        if wrapped is None:
            return None
        if not wrapped:
            return _outside(parsed, base, own)
        address = wrapped
    return None


def _outside(parsed: WebUrl, base: str, own: bool) -> Url | None:
    if not own and registrable(parsed.host) == registrable(split_url(base).host):
        return None
    if parsed.fragment.startswith(_HIGHLIGHT):
        return Url(parsed.url.partition("#")[0])
    return parsed.url


def _wrapped(parsed: WebUrl) -> str | None:
    """The address inside a redirect of an engine, empty when it is no redirect, None when it is an advertisement."""
    path = parsed.target.partition("?")[0]
    for host, ways in _REDIRECTS.items():
        for start, unwrap in ways.items():
            if _is_of(parsed.host, host) and path.startswith(start):
                return unwrap(parsed.target) or None
    return ""


def _is_of(host: str, engine: str) -> bool:
    """Whether `host` is the engine's or below it; `google.` is any of its countries."""
    return f".{engine}" in f".{host}" if engine.endswith(".") else f".{host}".endswith(f".{engine}")


def _parameter(*names: str) -> Callable[[str], str | None]:
    def unwrap(text: str) -> str | None:
        fields = parse_qs(text.partition("?")[2])
        return next((fields[name][0] for name in names if name in fields), None)

    return unwrap


def _bing(text: str) -> str | None:
    """`/ck/a?…&u=a1<base64url>`: two characters of version, then the encoded address."""
    packed = _parameter("u")(text)
    if packed is None or len(packed) < 3:
        return None
    try:
        return base64.b64decode(packed[2:] + "=" * (-len(packed[2:]) % 4), altchars=b"-_", validate=True).decode(
            "utf-8"
        )
    except (binascii.Error, UnicodeError):
        return None


_YAHOO: Final = re.compile(r"/RU=([^/]+)/R[A-Z]=")


def _yahoo(text: str) -> str | None:
    """`/…/RU=<address>/RK=2/RS=…`."""
    found = _YAHOO.search(text)
    return unquote(found.group(1)) if found else None


def _advertisement(text: str) -> None:
    return None


_REDIRECTS: Final[Mapping[str, Mapping[str, Callable[[str], str | None]]]] = {
    "duckduckgo.com": {"/l/": _parameter("uddg"), "/y.js": _advertisement},
    "google.": {"/url": _parameter("q", "url"), "/aclk": _advertisement, "/pagead/": _advertisement},
    "googleadservices.com": {"/": _advertisement},
    "doubleclick.net": {"/": _advertisement},
    "bing.com": {"/ck/a": _bing, "/aclick": _advertisement, "/aclk": _advertisement},
    "r.search.yahoo.com": {"/cbclk": _advertisement, "/": _yahoo},
    "startpage.com": {"/av/proxy": _advertisement, "/do/proxy": _parameter("u")},
    "search.brave.com": {"/a/redirect": _advertisement, "/redirect": _parameter("url")},
    "ecosia.org": {"/out": _parameter("u", "url")},
}
"""By host (`google.` is any of its countries) and how the path begins; first match wins."""
