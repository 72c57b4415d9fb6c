"""Errors of curl as errors of ours: a `CurlError` comes in, a `SourceError` with a reason in words goes out."""

import re
from typing import TYPE_CHECKING, Final

from tadori.errors import (
    CertificateInvalid,
    SourceError,
    SourceGarbled,
    SourceTooLarge,
    SourceUnreachable,
)

if TYPE_CHECKING:
    from curl_cffi import CurlError


_CURL_TEXT: Final = re.compile(r"curl: \(\d+\) (.*?)\.? See https://curl\.se")

_UNREACHABLE: Final = {
    7: "no connection: refused or no way there",
    16: "the HTTP/2 connection broke",
    18: "cut off: fewer bytes came than were announced",
    35: "no TLS connection could be made",
    52: "the connection was closed without an answer",
    55: "the connection broke while asking",
    56: "the connection broke",
    60: "the certificate is not valid",
    92: "the HTTP/2 stream broke",
    95: "the HTTP/3 connection broke",
}

_GARBLED: Final = {
    1: "the answer is no HTTP",
    8: "the answer is no HTTP",
    43: "the answer could not be read",
    61: "the body's encoding is damaged",
}

_TOO_LARGE: Final = {63: "the body is larger than is allowed", 100: "the response head is too large"}

_CERTIFICATE: Final = (
    ("expired", "the certificate has expired"),
    ("subject name", "the certificate is for another name"),
    ("self signed", "the certificate is signed by nobody known"),
    ("self-signed", "the certificate is signed by nobody known"),
    ("local issuer", "the certificate is signed by nobody known"),
)

_BROKEN_FORM: Final = ("chunk", "Header without colon", "Invalid status line", "Content-Length", "Malformed", "header")


def source_error(error: "CurlError", url: str) -> SourceError:
    """A curl error as one of our own, with a reason."""
    code, text = int(error.code), curl_text(error)
    if code in _TOO_LARGE:
        return SourceTooLarge(source=url, reason=_TOO_LARGE[code])
    if code in _GARBLED or (code == 56 and any(word in text for word in _BROKEN_FORM)):
        return SourceGarbled(source=url, reason=with_detail(_GARBLED.get(code, "the answer is broken HTTP"), text))
    if code == 28:
        return SourceUnreachable(source=url, reason=with_detail("too slow", text))
    if code == 60:
        reason = next((words for sign, words in _CERTIFICATE if sign in text), _UNREACHABLE[60])
        return CertificateInvalid(source=url, reason=with_detail(reason, text))
    if code == 97:
        return SourceUnreachable(source=url, reason=with_detail("the proxy could not reach it", text))
    return SourceUnreachable(source=url, reason=with_detail(_UNREACHABLE.get(code, f"curl error {code}"), text))


def curl_text(error: "CurlError") -> str:
    found = _CURL_TEXT.search(str(error))
    return found[1] if found else ""


def with_detail(words: str, text: str) -> str:
    return f"{words} ({text})" if text else words
