"""Crawler traps: links to logins and actions, files we cannot read, calendars and other endless series of pages.

An address and its link text come in; the reason not to follow it goes out, or None. Nothing is fetched; links that are
only unlikely to help are left to the order in `crawl.py`.
"""

import re
from collections import Counter
from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

MAX_CHARS: Final = 2000
MAX_SEGMENTS: Final = 10
MAX_PARAMETERS: Final = 5
SAME_SHAPE: Final = 40
"""So many addresses that differ only in numbers are generated without end."""

_ACTION_SEGMENTS: Final = frozenset(
    (
        "login logon signin sign-in log-in logout logoff signout sign-out log-out signup sign-up register registration"
        " subscribe unsubscribe auth oauth oauth2 sso account mypage my-page password cart basket checkout print"
        " printable share trackback wp-login wp-admin edit ログイン ログアウト 会員登録"
    ).split()
)
_PRINT_FILE: Final = re.compile(r"[-_.]print(?:able)?\.\w+$")
_ACTION_TEXT: Final = re.compile(
    r"(?:log ?-?(?:in|out|off)|sign ?-?(?:in|up|out)|register|subscribe|print(?: this page)?|share|tweet|reply|edit"
    r"|add to cart|ログイン|ログアウト|サインイン|新規登録|(?:新規)?会員登録|マイページ|印刷(?:する|用ページ)?"
    r"|シェア(?:する)?|ツイート(?:する)?|返信(?:する)?|編集|カートに(?:入れる|追加))",
    re.IGNORECASE,
)
_ACTION_KEYS: Final = frozenset("print printable share replytocom oldid diff sort orderby sortby add-to-cart".split())
_ACTION_VALUES: Final = {
    "action": frozenset("edit history login logout print share delete reply".split()),
    "do": frozenset("edit login logout diff revisions".split()),
    "view": frozenset({"print", "printable"}),
    "format": frozenset({"print", "amp"}),
}
_SESSION_KEY: Final = re.compile(
    r"(?:jsessionid|phpsessid|aspsessionid\w*|asp\.net_sessionid|sid|sess|session|session_?id|cfid|cftoken|zenid|oscsid"
    r"|s_id)",
    re.IGNORECASE,
)
_CALENDAR_KEYS: Final = frozenset("month day date week ym ymd yyyymm yyyymmdd cal caldate calendar".split())
_CALENDAR_PATH: Final = re.compile(
    r"/(?:calendar|cal|events?|schedule|カレンダー)/(?:[^/]+/)*\d{4}[-/]?\d{1,2}(?:[-/]?\d{1,2})?/?$", re.IGNORECASE
)
_UNREAD: Final = frozenset(
    (
        "jpg jpeg png gif webp avif svg ico bmp tif tiff heic psd mp3 m4a wav ogg flac mp4 m4v mov avi wmv flv webm mkv"
        " zip gz tgz bz2 xz 7z rar tar lzh exe msi dmg pkg deb rpm apk iso bin jar css js mjs map woff woff2 ttf otf"
        " json xml rss atom rdf ics doc docx xls xlsx ppt pptx odt ods odp epub mobi"
    ).split()
)
_NUMBER: Final = re.compile(r"\d+")


def why_trap(url: str, text: str, *, page_url: str, shapes: "Counter[str]") -> str | None:
    """Why a link with this text, found on `page_url`, is not followed; None when it may be.

    `shapes` counts the addresses already known by `address_shape`.
    """
    parts = urlsplit(url)
    path = unquote(parts.path)
    query = _parameters(parts.query)
    if len(url) > MAX_CHARS or len(query) > MAX_PARAMETERS:
        return "an address that has grown too long"
    return (
        _action(path, query, text)
        or _session(path, query)
        or _unread(path)
        or _calendar(path, query)
        or _endless(path, query, page_url)
        or ("too many addresses of one shape" if shapes[address_shape(url)] >= SAME_SHAPE else None)
    )


def address_shape(url: str) -> str:
    """An address without its numbers and parameter values: equal for generated series of pages."""
    parts = urlsplit(url)
    keys = sorted(pair.partition("=")[0] for pair in parts.query.split("&"))
    return _NUMBER.sub("0", f"{parts.netloc}{parts.path}?{'&'.join(keys)}")


def count_shapes(urls: Collection[str]) -> "Counter[str]":
    return Counter(map(address_shape, urls))


def _parameters(query: str) -> list[tuple[str, str]]:
    """The parameters of a query: one more than are followed at most."""
    return parse_qsl("&".join(query.split("&", MAX_PARAMETERS + 1)[: MAX_PARAMETERS + 1]), keep_blank_values=True)


def _action(path: str, query: list[tuple[str, str]], text: str) -> str | None:
    segments = {segment.rpartition(".")[0] or segment for segment in path.lower().split("/")}
    pairs = [(key.lower(), value.lower()) for key, value in query]
    pressed = any(key in _ACTION_KEYS or value in _ACTION_VALUES.get(key, ()) for key, value in pairs)
    if (
        pressed
        or segments & _ACTION_SEGMENTS
        or _PRINT_FILE.search(path.lower())
        or _ACTION_TEXT.fullmatch(text.strip())
    ):
        return "a door or a button, not a page"
    return None


def _session(path: str, query: list[tuple[str, str]]) -> str | None:
    keys = [key for key, _ in query] + re.findall(r";(\w+)=", path)
    return "an address made for one session" if any(_SESSION_KEY.fullmatch(key) for key in keys) else None


def _unread(path: str) -> str | None:
    name, dot, ending = path.rpartition("/")[2].rpartition(".")
    return f"a .{ending.lower()} file" if name and dot and ending.lower() in _UNREAD else None


def _calendar(path: str, query: list[tuple[str, str]]) -> str | None:
    turned = any(key.lower() in _CALENDAR_KEYS and any(map(str.isdigit, value)) for key, value in query)
    return "a calendar, which has no end" if turned or _CALENDAR_PATH.search(path) else None


def _endless(path: str, query: list[tuple[str, str]], page_url: str) -> str | None:
    """Paths that repeat themselves, parameters that pile up."""
    segments = [segment for segment in path.split("/") if segment]
    repeats = max(Counter(segments).values(), default=0) > 2
    cycles = any(segments[n : n + 2] == segments[n + 2 : n + 4] for n in range(len(segments) - 3))
    if len(segments) > MAX_SEGMENTS or repeats or cycles:
        return "a path that repeats itself"
    if any(count > 2 for count in Counter(key for key, _ in query).values()):
        return "parameters that pile up"
    page = urlsplit(page_url)
    before = set(_parameters(page.query))
    if unquote(page.path) == path and len(before) >= 2 and before < set(query):
        return "parameters that pile up"
    return None
