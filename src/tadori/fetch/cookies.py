"""Cookies by RFC 6265bis: parses `Set-Cookie` lines, merges cookies, and selects those to send with a request.

Pure: the time is an argument, and nothing is stored here. A cookie for a public suffix or another domain is dropped,
as browsers do.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from tadori.model.web import Cookie
from tadori.model.web_thresholds import MAX_COOKIES_A_DOMAIN
from tadori.text.urls import WebUrl, is_public_suffix, split_url

MAX_PAIR_BYTES: Final = 4096
MAX_ATTRIBUTE_BYTES: Final = 1024
LONGEST_LIFE: Final = 400 * 86_400.0
"""Seconds: no cookie may last longer than 400 days."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_DELIMITER: Final = re.compile(r"[\x09\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+")
_TIME: Final = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)")
_DAY: Final = re.compile(r"(\d{1,2})(?!\d)")
_YEAR: Final = re.compile(r"(\d{2,4})(?!\d)")
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_SAME_SITE: Final = frozenset({"lax", "strict", "none"})


def cookies_set_by(lines: Iterable[str], url: str, now: float) -> tuple[Cookie, ...]:
    """The cookies that `url` sets with its `Set-Cookie` values, in order; bounded, the last ones stay.

    Expired ones are included: they tell `merged_cookies` what to forget.
    """
    parsed = split_url(url)
    cookies = (_one(line, parsed, now) for line in lines)
    return tuple(cookie for cookie in cookies if cookie is not None)[-MAX_COOKIES_A_DOMAIN:]


def merged_cookies(old: Sequence[Cookie], new: Iterable[Cookie], now: float) -> tuple[Cookie, ...]:
    """`old` with `new` put in: same name, domain and path replaces; what is expired goes; the oldest give way."""
    kept = {_identity(cookie): cookie for cookie in old}
    kept.update((_identity(cookie), cookie) for cookie in new)
    alive = [cookie for cookie in kept.values() if cookie.expires is None or cookie.expires > now]
    return tuple(alive[-MAX_COOKIES_A_DOMAIN:])


def cookies_for(cookies: Iterable[Cookie], url: str, now: float) -> tuple[Cookie, ...]:
    """The cookies to send with a request for `url`, longer paths first, then as they were set."""
    parsed = split_url(url)
    path = parsed.target.partition("?")[0]
    fitting = [
        cookie
        for cookie in cookies
        if (cookie.expires is None or cookie.expires > now)
        and _belongs(cookie, parsed.host)
        and _path_matches(path, cookie.path)
        and (not cookie.secure or parsed.scheme == "https")
    ]
    return tuple(sorted(fitting, key=lambda cookie: -len(cookie.path)))


def cookie_header(cookies: Iterable[Cookie]) -> str:
    """The value of a `Cookie` header."""
    return "; ".join(f"{cookie.name}={cookie.value}" if cookie.name else cookie.value for cookie in cookies)


def _identity(cookie: Cookie) -> tuple[str, str, str, bool]:
    return cookie.name, cookie.domain, cookie.path, cookie.host_only


def _belongs(cookie: Cookie, host: str) -> bool:
    return host == cookie.domain if cookie.host_only else _domain_matches(host, cookie.domain)


def _domain_matches(host: str, domain: str) -> bool:
    if host == domain:
        return True
    # An IP address has no hosts below it, though its text may end like another's.
    return host.endswith(f".{domain}") and not host.startswith("[") and not host.rpartition(".")[2].isdigit()


def _path_matches(path: str, of_cookie: str) -> bool:
    return path == of_cookie or (
        path.startswith(of_cookie) and (of_cookie.endswith("/") or path[len(of_cookie)] == "/")
    )


@dataclass(slots=True, kw_only=True)
class _Attributes:
    domain: str = ""
    path: str = ""
    expires: float | None = None
    max_age: float | None = None
    secure: bool = False
    http_only: bool = False
    same_site: str = ""


def _one(line: str, url: WebUrl, now: float) -> Cookie | None:
    if _CONTROL.search(line):
        return None
    pair, _, rest = line.partition(";")
    left, equals, right = pair.partition("=")
    name, value = (left.strip(), right.strip()) if equals else ("", left.strip())
    if (not name and not value) or len(f"{name}{value}".encode()) > MAX_PAIR_BYTES:
        return None
    read = _attributes(rest)
    scope = _scope(read, url)
    if scope is None or (read.secure and url.scheme != "https"):
        return None
    domain, host_only = scope
    path = read.path if read.path.startswith("/") else _default_path(url)
    if not _prefix_holds(name or value, read, path, host_only):
        return None
    return Cookie(
        name=name,
        value=value,
        domain=domain,
        path=path,
        expires=_expires(read, now),
        secure=read.secure,
        http_only=read.http_only,
        host_only=host_only,
        same_site=read.same_site,
    )


def _attributes(text: str) -> _Attributes:
    read = _Attributes()
    for part in text.split(";"):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if len(value.encode()) > MAX_ATTRIBUTE_BYTES:
            continue
        match name.lower():
            case "domain":
                read.domain = value.removeprefix(".").lower()
            case "path":
                read.path = value
            case "expires":
                read.expires = cookie_date(value) if cookie_date(value) is not None else read.expires
            case "max-age":
                read.max_age = _seconds(value) if _seconds(value) is not None else read.max_age
            case "secure":
                read.secure = True
            case "httponly":
                read.http_only = True
            case "samesite":
                read.same_site = value.lower() if value.lower() in _SAME_SITE else ""
    return read


def _scope(read: _Attributes, url: WebUrl) -> tuple[str, bool] | None:
    """The domain of a cookie and whether it is for that host only; None when it may not be set at all."""
    if not read.domain:
        return url.host, True
    if not read.domain.isascii():
        return None
    if is_public_suffix(read.domain):
        return (url.host, True) if read.domain == url.host else None
    return (read.domain, False) if _domain_matches(url.host, read.domain) else None


def _prefix_holds(name: str, read: _Attributes, path: str, host_only: bool) -> bool:
    """Whether a cookie satisfies the rules of its `__Secure-` or `__Host-` prefix."""
    low = name.lower()
    if low.startswith("__host-"):
        return read.secure and host_only and not read.domain and path == "/" and bool(read.path)
    return read.secure or not low.startswith("__secure-")


def _default_path(url: WebUrl) -> str:
    path = url.target.partition("?")[0]
    return path[: path.rfind("/")] or "/"


def _expires(read: _Attributes, now: float) -> float | None:
    if read.max_age is not None:
        return now + min(read.max_age, LONGEST_LIFE) if read.max_age > 0 else 0.0
    return None if read.expires is None else min(read.expires, now + LONGEST_LIFE)


def _seconds(text: str) -> float | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    return -1.0 if text.startswith("-") else float(digits[:18])


def cookie_date(text: str) -> float | None:
    """A cookie date (RFC 6265bis 5.1.1) in seconds since the epoch; None for what is no date."""
    clock = day = month = year = None
    for token in _DELIMITER.split(text):
        if clock is None and (found := _TIME.match(token)):
            clock = int(found[1]), int(found[2]), int(found[3])
        elif day is None and (found := _DAY.match(token)):
            day = int(found[1])
        elif month is None and token[:3].lower() in _MONTHS:
            month = _MONTHS.index(token[:3].lower()) + 1
        elif year is None and (found := _YEAR.match(token)):
            year = int(found[1])
    if clock is None or day is None or month is None or year is None:
        return None
    return _epoch(_whole_year(year), month, day, clock)


def _whole_year(year: int) -> int:
    if year < 70:
        return year + 2000
    return year + 1900 if year < 100 else year


def _epoch(year: int, month: int, day: int, clock: tuple[int, int, int]) -> float | None:
    if year < 1601:
        return None
    try:
        return datetime(year, month, day, *clock, tzinfo=UTC).timestamp()
    except ValueError:
        return None
