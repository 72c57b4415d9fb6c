"""Masks secrets in addresses; everything else stays, character by character.

Comes in: an address, or a text with addresses in it. Goes out: the same with `MASKED` instead of user names, passwords,
session ids, tokens, signatures. A parameter is recognised by its name; where the name has ordinary uses, too (`code`,
`sid`, `session`), its value passes only when it is plainly harmless: a short number, a word, a short label. A value
with the shape of a secret is masked under any name. What a server really accepts as a key is not known here.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final
from urllib.parse import unquote

from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.secret_shapes import shape_places

MASKED: Final = "masked-by-tadori"

_SECRET_NAMES: Final = frozenset(
    "token tokens jwt bearer password passwd passwort passphrase pwd passcode pin otp totp secret signature credential"
    " credentials apikey accesskey accesskeyid authkey secretkey privatekey sessionkey csrf xsrf csrfmiddlewaretoken"
    " authenticity saml samlresponse samlrequest samlart sessid sessionid jsessionid phpsessid sesskey asessionid cfid"
    " cftoken hmac viewstate cookie cookies assertion otac magic authorization oauth clientsecret awsaccesskeyid"
    " googleaccessid keypairid pw pass".split()
)
_DOUBTFUL_NAMES: Final = frozenset(
    "code key sid session sess sig state ticket auth hash nonce sso login access policy challenge verifier invite"
    " invitation reset confirm confirmation verify verification activate activation unsubscribe hdnea hdnts".split()
)
_SHORT_NAMES: Final = frozenset("s t k st".split())
"""Searches, times and much else use these names: only values that look like a token are masked."""
_WORDS: Final = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_JOINED: Final = lazy_pattern(r"[^a-z0-9]+")
_HARMLESS: Final = lazy_pattern(
    r"[+-]?(?:\d{1,12}|[^\W\d_]{1,15})(?:[ .,_-](?:\d{1,12}|[^\W\d_]{1,15})){0,9}|[A-Za-z]{0,4}[-_.]?\d{1,8}[A-Za-z]?"
)
_LONG_RANDOM: Final = lazy_pattern(r"(?=[^\d]*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[A-Za-z0-9_~.+/=-]{40,}")
_TOKEN_LIKE: Final = lazy_pattern(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9_~.=-]{16,}")
_BEFORE_TOKEN: Final = frozenset(
    "reset password-reset resetpassword reset-password invite invitation magic magic-link confirm confirmation verify"
    " verify-email verification activate activation unsubscribe token tokens session sessions login auth oauth share"
    " shared download-link webhook hooks services".split()
)
_COOKIELESS: Final = lazy_pattern(r"\((?:[A-Za-z]\([^()/]{4,}\))+\)")
_ADDRESS: Final = lazy_pattern(r"\b(?:https?|wss?|ftp)://[^\s\"<>\\]+", re.IGNORECASE)
# As browsers read one: slashes may lean either way, and of the web's own schemes may be missing.
_BEFORE_HOST: Final = lazy_pattern(
    r"(?:https?|wss?|ftp):[/\\]*|(?:[A-Za-z][A-Za-z0-9+.-]{0,20}:)?[/\\]{2}", re.IGNORECASE
)
_HOST: Final = lazy_pattern(r"[^/\\]*")
_DEEPEST: Final = 3
"""Nested addresses in parameters that are looked into; anything deeper is masked whole."""


def masked_url(address: str) -> str:
    """`address`, absolute or relative, with `MASKED` instead of its secrets; an ordinary one is unchanged.

    The path of a file on this machine has no secrets.
    """
    return address if address.startswith("file:") else _masked(address, _DEEPEST)


def has_secret(address: str) -> bool:
    return masked_url(address) != address


def mask_urls(text: str) -> str:
    """`text` with every address in it masked; other words stay as they are."""
    return _ADDRESS.sub(lambda match: masked_url(match[0]), text)


def url_secret_places(text: str) -> list[tuple[int, int]]:
    """Start and end of the pieces that `mask_urls` would mask, in order."""
    return [place for match in _ADDRESS.finditer(text) for place in _places(match[0], match.start())]


def _places(address: str, start: int) -> Iterator[tuple[int, int]]:
    """What `masked_url` takes out: the pieces between those that it leaves."""
    masked = masked_url(address)
    if masked == address:
        return
    first, *left = masked.split(MASKED)
    at = len(first)
    for piece in left:
        end = len(address) if not piece and piece is left[-1] else address.index(piece, at)
        if address[at:end] != MASKED:
            yield start + at, start + end
        at = end + len(piece)


def _masked(address: str, depth: int) -> str:
    rest, hash_mark, fragment = address.partition("#")
    rest, query_mark, query = rest.partition("?")
    before = _BEFORE_HOST.match(rest)
    begin = 0 if before is None else before.end()
    found = None if before is None else _HOST.match(rest, begin)
    end = begin if found is None else found.end()
    shown_path = "/".join(_segments(rest[end:].split("/")))
    # A Japanese fragment or a text directive is no list of parameters; a token in one always is.
    shown_fragment = _parameters(fragment, depth) if "=" in fragment else fragment
    return (
        rest[:begin] + _host(rest[begin:end]) + shown_path + query_mark + _parameters(query, depth) + hash_mark
        + shown_fragment
    )  # fmt: skip


def _host(host: str) -> str:
    user, at, name = host.rpartition("@")
    return f"{MASKED}@{name}" if at and user != MASKED else host


def _segments(segments: list[str]) -> list[str]:
    """A path's pieces; `;jsessionid=…` behind one, `(S(…))` in one, and a token behind a word like `reset`."""
    shown = []
    for number, segment in enumerate(segments):
        name, *parameters = segment.split(";")
        before = segments[number - 1].lower() if number else ""
        if name and (_is_token_behind(before, name) or _COOKIELESS.fullmatch(name) or _is_shaped(unquote(name))):
            name = MASKED
        shown.append(";".join([name, *(_parameter(one, 0) for one in parameters)]))
    return shown


def _is_token_behind(before: str, segment: str) -> bool:
    return before in _BEFORE_TOKEN and _TOKEN_LIKE.fullmatch(segment) is not None


def _parameters(query: str, depth: int) -> str:
    pieces = re.split(r"([&;])", query)
    return "".join(one if one in "&;" else _parameter(one, depth) for one in pieces)


def _parameter(written: str, depth: int) -> str:
    name, equals, value = written.partition("=")
    if not equals:
        return MASKED if _is_shaped(unquote(name)) else written
    plain = _plain(value)
    if not plain or plain == MASKED:
        return written
    return f"{name}={MASKED}" if _opens(_plain(name), plain, depth) else written


def _plain(value: str) -> str:
    """A name or value without percent signs, however often they were written over each other."""
    for _ in range(_DEEPEST):
        further = unquote(value)
        if further == value:
            break
        value = further
    return value.replace("+", " ").strip()


def _opens(name: str, value: str, depth: int) -> bool:
    """Whether `value` under this name is or holds something that opens a door."""
    if _is_secret_name(name):
        return True
    # No token is written in Japanese.
    if _names(name) & _DOUBTFUL_NAMES and value.isascii() and _HARMLESS.fullmatch(value) is None:
        return True
    if name.lower() in _SHORT_NAMES and _TOKEN_LIKE.fullmatch(value) is not None:
        return True
    if _is_shaped(value) or shape_places(f"{name}={value}"):
        return True
    # An address or parameters inside the parameter.
    inner = value.replace(" ", "+")
    if not any(sign in inner for sign in ("//", "?", "&", "=", "\\")):
        return False
    return depth == 0 or _masked(inner, depth - 1) != inner or _parameters(inner, depth - 1) != inner


def _is_shaped(value: str) -> bool:
    return _LONG_RANDOM.fullmatch(value.replace(" ", "+")) is not None or bool(shape_places(value))


def _names(name: str) -> set[str]:
    """The words of a parameter's name, alone, in pairs and all together: `X-Amz-Security-Token`, `accessToken`."""
    words = [word.lower() for word in _WORDS.findall(name)]
    pairs = [one + other for one, other in pairwise(words)]
    return {*words, *pairs, _JOINED.sub("", name.lower())}


def _is_secret_name(name: str) -> bool:
    joined = _JOINED.sub("", name.lower())
    return bool(_names(name) & _SECRET_NAMES) or joined.startswith("aspsessionid") or joined.endswith("sessionid")
