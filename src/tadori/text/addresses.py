"""Finds addresses in running text, even disguised ones: whatever a reader, a program or a browser could follow.

Comes in: any text. Goes out: where each address is, its kind, and one spelling to compare it by. Disguises are undone
(`hxxp`, `[.]`, `(at)`, wide letters, spaces within the scheme). Nothing is parsed as a URL or resolved here.
"""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.views import as_written

_DOT: Final = r"(?:\s?[\[({]\s?(?:\.|dot|ドット)\s?[\])}]\s?|[.。．])"
_AT: Final = r"(?:@|\s?[\[({]\s?(?:@|at|アット)\s?[\])}]\s?)"
_REST: Final = r"[^\s<>\"`|\\^「」『』（）()【】［］\[\]{}、。，…]"
_LABEL: Final = r"[a-z0-9\u00a1-\uffff](?:[a-z0-9_\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?"
_ASCII_LABEL: Final = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
_SCHEMES: Final = (
    r"h\s?[tx]\s?[tx]\s?p\s?s?|f\s?[tx]\s?p\s?s?|sftp|file|wss?|ssh|smb|ldaps?|gopher|telnet|git|irc|rtsp|magnet|ipfs"
)
_NAMES: Final = (
    "com org net edu gov mil int info biz xyz top site online shop club dev app page cloud link click live work io ai"
    " co me tv cc jp uk de fr cn ru eu us ca au in br kr tw nl it es se ch pl onion test example invalid local internal"
)
_ADDRESS: Final = lazy_pattern(
    rf"(?P<url>(?<![a-z])(?:{_SCHEMES})\s?(?:[\[(]\s?)?(?::|%3a|colon)(?:\s?[\])])?\s?(?:/|%2f)\s?(?:/|%2f)\s?"
    rf"(?:{_REST}|{_DOT}|(?<=/)\[[0-9a-f:.]+\])+)"
    r"|(?P<scheme>(?<![a-z])(?:data:(?=[a-z0-9/;=+.-]{0,80},)|(?:javascript|vbscript|blob|mailto|view-source|intent):)"
    rf"{_REST}(?:{_REST}|[()\[\]{{}}]){{2,}})"
    rf"|(?P<email>[a-z0-9.!#$%&'*+/=?^_~-]{{1,64}}{_AT}{_ASCII_LABEL}(?:{_DOT}{_ASCII_LABEL}){{1,8}})"
    rf"|(?P<unc>\\\\[a-z0-9][a-z0-9._-]{{0,80}}\\[^\s\"<>|]+)"
    rf"|(?P<relative>(?<![:/\w.])//{_ASCII_LABEL}(?:{_DOT}{_ASCII_LABEL}){{1,8}}(?:[/?#]{_REST}*)?)"
    r"|(?P<ipv6>(?<![\w:])\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?(?:(?<=:)\d{1,3}(?:\.\d{1,3}){3})?\]?(?![\w:]))"
    rf"|(?P<ipv4>(?<![\w.])\d{{1,3}}(?:{_DOT}\d{{1,3}}){{3}}(?![\w])(?::\d{{1,5}})?(?:/{_REST}*)?)"
    rf"|(?P<punycode>(?<![\w.-])(?:{_LABEL}{_DOT}){{0,8}}xn--[a-z0-9-]{{2,59}}(?:{_DOT}{_LABEL}){{0,8}}(?:[/?#]{_REST}*)?)"
    rf"|(?P<host>(?<![\w.@-])(?:(?:www{_DOT}){_LABEL}(?:{_DOT}{_LABEL}){{0,8}}"
    rf"|(?:{_ASCII_LABEL}{_DOT}){{1,8}}(?:{_NAMES.replace(' ', '|')})(?![a-z0-9_-])"
    rf"|{_ASCII_LABEL}(?:{_DOT}{_ASCII_LABEL}){{1,8}}(?=/{_REST}*[?=]))(?:[/?#:]{_REST}*)?)",
    re.IGNORECASE,
)
_UNDISGUISED: Final = (
    (lazy_pattern(r"[\[({]\s?(?:\.|dot|ドット)\s?[\])}]|[。．]", re.IGNORECASE), "."),
    (lazy_pattern(r"[\[({]\s?(?:@|at|アット)\s?[\])}]", re.IGNORECASE), "@"),
    (lazy_pattern(r"[\[(]\s?:\s?[\])]|%3a", re.IGNORECASE), ":"),
    (lazy_pattern(r"\s+|[\[\](){}]"), ""),
    (lazy_pattern(r"^h[tx]{2}p", re.IGNORECASE), "http"),
    (lazy_pattern(r"^f[tx]p", re.IGNORECASE), "ftp"),
)
_TRAILING: Final = ".,;:!?'\"*_~)]}>-"
_HEAD: Final = lazy_pattern(r"^(?:[a-z-]+:)?(?://)?[^/?#]*", re.IGNORECASE)
_AFTER_ASCII: Final = lazy_pattern(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenAddress:
    """One address: `written[start:end]`."""

    kind: str
    """`url`, `scheme` (no host: data:, javascript:), `email`, `unc`, `relative`, `ipv6`, `ipv4`, `punycode`, `host`."""
    start: int
    end: int
    plain: str
    """For comparing: disguises undone, scheme and host in lower case, the path unchanged."""


def addresses(text: str) -> list[WrittenAddress]:
    """Every address in `text`, in order, none inside another."""
    view = as_written(text)
    found: list[WrittenAddress] = []
    for match in _ADDRESS.finditer(view.text):
        kind = match.lastgroup or "url"
        first, last = match.span()
        written = _without_prose(match[0], kind)
        if not _is_one(kind, written):
            continue
        start, end = view.span(first, min(last, first + len(written)))
        found.append(WrittenAddress(kind=kind, start=start, end=end, plain=_compared(written)))
    return found


def _without_prose(written: str, kind: str) -> str:
    """Without closing punctuation, and without a Japanese sentence that continues right after an ASCII address."""
    if kind in {"url", "host", "relative", "ipv4"}:
        head = _HEAD.match(written)
        tail = _AFTER_ASCII.search(written, head.end() if head else 0)
        if tail and written[: tail.start()].isascii():
            written = written[: tail.start()]
    return written if kind in {"ipv6", "scheme"} else written.rstrip(_TRAILING)


def _is_one(kind: str, written: str) -> bool:
    if kind == "ipv6":
        return _is_ip(written.strip("[]").split("%")[0]) and any(one.isalnum() for one in written)
    if kind == "ipv4":
        return _is_ip(".".join(re.findall(r"\d+", written)[:4]))
    return len(written) > 3


def _is_ip(written: str) -> bool:
    try:
        ipaddress.ip_address(written)
    except ValueError:
        return False
    return True


def _compared(written: str) -> str:
    for pattern, plain in _UNDISGUISED:
        written = pattern.sub(plain, written)
    head = _HEAD.match(written)
    length = head.end() if head else 0
    return (written[:length].lower() + written[length:]).rstrip("/")
