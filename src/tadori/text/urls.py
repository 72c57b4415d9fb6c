"""Parses addresses as browsers do: text in, a parsed http(s) address or an `AddressForbidden` out.

WHATWG parsing by `ada_url`, registrable domains from the public suffix list that `tldextract` ships. Nothing is
resolved or contacted here, and whether an address may be fetched is decided in `fetch/guard.py`.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from typing import Final

from tadori.errors import AddressForbidden
from tadori.model.ids import Url
from tadori.text.public_suffix import suffix_labels

MAX_URL_BYTES: Final = 8192
_SHOWN: Final = 120
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_TRACKING: Final = frozenset(
    (
        "fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ymclid twclid ttclid li_fat_id igshid igsh mc_cid mc_eid"
        " mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking vero_id vero_conv oly_anon_id oly_enc_id s_cid"
        " wickedid rb_clickid _openstat _ga _gl srsltid epik ef_id yj_r"
    ).split()
)
_TRACKING_STARTS: Final = ("utm_", "mtm_", "pk_campaign", "pk_kwd")

_JAPANESE: Final = frozenset({"LATIN", "HAN", "KANA"})
_WRITTEN_TOGETHER: Final = (
    _JAPANESE,
    frozenset({"LATIN", "HAN", "HANGUL"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
)
"""Scripts that one honest word may mix (UTS 39, highly restrictive)."""
_SCRIPT_OF_NAME: Final = {
    "CJK": "HAN",
    "IDEOGRAPHIC": "HAN",
    "HIRAGANA": "KANA",
    "KATAKANA": "KANA",
    "KATAKANA-HIRAGANA": "KANA",
}
_LOOKS_LATIN: Final = {
    "CYRILLIC": frozenset("асԁеһіјӏорԗԛѕԝхуъьҽпгѵѡ"),
    "GREEK": frozenset("αικνρυωηοτ"),
    "ARMENIAN": frozenset("ագզէլհյոսւօք"),
    "CHEROKEE": frozenset("ꭺꭱꮃꮇꮋꮎꮐꮑꮓꮖꮜꮞꮟꮢꮤꮥꮪꮮꮯꮲꮶꮷꮩꮫꭰꭲꭵꭹꮀꮁ"),
    "LATIN": frozenset("ɑɡɩɪʟɴʀʏ"),
}
"""Letters that a reader takes for an ASCII letter. For Latin: phonetic letters, which no word is written with."""
_SLASH_LIKE: Final = re.compile(r"(?<![ぁ-ゖァ-ヺー一-鿿々])[ノソゾン](?![ぁ-ゖァ-ヺー一-鿿々])")


@dataclass(frozen=True, slots=True, kw_only=True)
class WebUrl:
    """A parsed http(s) address, each part normalised."""

    href: str
    """As WHATWG serialises it, with credentials and fragment: for comparing, never for fetching."""
    url: Url
    """What is fetched and stored: `href` without credentials."""
    scheme: str
    host: str
    """Lower case, ASCII; an IPv6 address in brackets."""
    port: int
    """The scheme's default where the address names none."""
    origin: str
    target: str
    """Path and query, as in a request line."""
    fragment: str
    """Without `#`."""

    @property
    def address(self) -> str | None:
        """The host when it is a literal IP address, without brackets."""
        bare = self.host.removeprefix("[").removesuffix("]")
        return bare if self.host.startswith("[") or _is_ip(bare) else None


def parse_url(text: str, base: str | None = None) -> Url:
    """The address `text`, relative to `base` if given, normalised and without credentials.

    Raises:
        AddressForbidden: not an address, not http(s), or longer than `MAX_URL_BYTES`.
    """
    return split_url(text, base).url


@lru_cache(maxsize=1024)
def split_url(text: str, base: str | None = None) -> WebUrl:
    """As `parse_url`, but all parts.

    Raises:
        AddressForbidden: not an address, not http(s), or longer than `MAX_URL_BYTES`.
    """
    from ada_url import URL  # lazy: cffi is slow to load

    # A lone surrogate is U+FFFD to a browser; to an encoder it is an error.
    scalar = text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if len(scalar) > MAX_URL_BYTES:
        raise AddressForbidden(source=_shown(text), reason=f"the address is longer than {MAX_URL_BYTES} bytes")
    try:
        parsed = URL(scalar) if base is None else URL(scalar, base)
    except ValueError as error:
        raise AddressForbidden(source=_shown(text), reason=_what_is_wrong(scalar, base)) from error
    scheme = parsed.protocol.removesuffix(":")
    if scheme not in _DEFAULT_PORTS:
        raise AddressForbidden(source=_shown(text), reason=f"only http and https are asked, not {scheme}:")
    href = parsed.href
    if len(href) > MAX_URL_BYTES:
        raise AddressForbidden(source=_shown(text), reason=f"the address is longer than {MAX_URL_BYTES} bytes")
    origin = f"{scheme}://{parsed.host}"
    target = parsed.pathname + parsed.search
    fragment = parsed.hash.removeprefix("#")
    clean = href if "@" not in href else f"{origin}{target}" + (f"#{fragment}" if fragment else "")
    port = int(parsed.port) if parsed.port else _DEFAULT_PORTS[scheme]
    return WebUrl(
        href=href,
        url=Url(clean),
        scheme=scheme,
        host=parsed.hostname,
        port=port,
        origin=origin,
        target=target,
        fragment=fragment,
    )


def page_key(url: str) -> Url:
    """The key under which two addresses are the same page: without fragment, credentials, default port and known
    trackers.

    The order of the other parameters stays: to a server it may matter.
    """
    parsed = split_url(url)
    path, mark, query = parsed.target.partition("?")
    kept = [part for part in query.split("&") if not _tracks(part.partition("=")[0].lower())]
    wanted = f"?{'&'.join(kept)}" if mark and any(kept) else ""
    return Url(f"{parsed.origin}{path}{wanted}")


def _tracks(name: str) -> bool:
    return name in _TRACKING or name.startswith(_TRACKING_STARTS)


def origin_of(url: str) -> Url:
    """Scheme, host and port, the default port left out; no slash at the end."""
    return Url(split_url(url).origin)


def domain_of(url: str) -> str:
    """The registrable domain of an address; an IP or a single label is its own domain."""
    return registrable(split_url(url).host)


@lru_cache(maxsize=4096)
def registrable(host: str) -> str:
    """The registrable domain of a host name, private suffixes (`github.io`) respected."""
    bare = host.rstrip(".").lower()
    labels = bare.split(".")
    if len(labels) < 2 or bare.startswith("[") or _is_ip(bare):
        return bare
    parts, at = suffix_labels(bare, private=True)
    if at == len(parts):  # not in the list: its default rule is that the last label is a suffix
        return ".".join(labels[-2:])
    return ".".join(parts[at - 1 :]) if at > 0 and parts[at - 1] else bare


def is_public_suffix(host: str) -> bool:
    """Whether everybody can register below `host`, so that cookies for it are not allowed."""
    bare = host.rstrip(".").lower()
    if bare.startswith("[") or _is_ip(bare):
        return False
    parts, at = suffix_labels(bare, private=True)
    if at == len(parts):
        return "." not in bare
    return at == 0 or not parts[at - 1]


def same_domain(one: str, other: str) -> bool:
    """Whether two addresses belong to one registrable domain."""
    return domain_of(one) == domain_of(other)


@lru_cache(maxsize=1024)
def deceptive_host(host: str) -> str | None:
    """Why a host name looks like another one, or None. Japanese words mixing kanji, kana and Latin letters are fine."""
    if "xn--" not in host and host.isascii():
        return None
    labels = [_readable(label) for label in host.lower().rstrip(".").split(".")]
    last = _scripts(labels[-1])
    reasons = (_deceptive_label(label, last) for label in labels)
    return next((reason for reason in reasons if reason is not None), None)


def _deceptive_label(label: str, last: frozenset[str]) -> str | None:
    if label.isascii():
        return None
    scripts = _scripts(label)
    shown = _shown(label)
    if len(scripts) > 1 and not any(scripts <= honest for honest in _WRITTEN_TOGETHER):
        return f"{shown} mixes {' and '.join(name.title() for name in sorted(scripts))} letters"
    if _SLASH_LIKE.search(label):
        return f"{shown} has a letter that looks like a slash"
    strange = [char for char in label if not char.isascii()]
    script = next(iter(scripts)) if len(scripts) == 1 else ""
    if script == "LATIN" and _LOOKS_LATIN[script].intersection(strange):
        return f"{shown} has phonetic letters that look like plain ones"
    # A word in a country's own script below that country's own ending is at home, whatever it looks like.
    if script not in {"", "LATIN"} | last and _LOOKS_LATIN.get(script, frozenset()).issuperset(strange):
        return f"{shown} is written in {script.title()} letters that look like Latin ones"
    return None


def _readable(label: str) -> str:
    """A label as a person sees it; one that is not punycode is unchanged."""
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


def _scripts(label: str) -> frozenset[str]:
    """The scripts of the letters of `label`; digits, signs and marks belong to all."""
    names = (
        unicodedata.name(char, "UNNAMED LETTER").split()[0] for char in label if unicodedata.category(char)[0] == "L"
    )
    return frozenset(_SCRIPT_OF_NAME.get(name, name) for name in names)


def _is_ip(host: str) -> bool:
    if not host or not (host[0].isdigit() or ":" in host):
        return False
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _shown(text: str) -> str:
    """`text` for a message: short, and safe for terminals and encoders."""
    return text[:_SHOWN].encode("ascii", "backslashreplace").decode("ascii")


def _what_is_wrong(text: str, base: str | None) -> str:
    bare = text.strip("\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x1b ")
    if not bare and base is None:
        return "the address is empty"
    scheme, colon, rest = bare.partition(":")
    if not colon or not scheme.isascii() or not scheme.replace("+", "").replace("-", "").replace(".", "").isalnum():
        return "it is no absolute address: no scheme such as https:" if base is None else "it is no address"
    authority = rest.replace("\\", "/").lstrip("/").partition("/")[0].partition("?")[0].partition("#")[0]
    host = authority.rpartition("@")[2]
    if not host or host.startswith(":"):
        return "it names no host"
    port = host.rpartition("]")[2].rpartition(":")[2] if ":" in host.rpartition("]")[2] else ""
    if port and not (port.isascii() and port.isdigit() and int(port[:6]) < 65536):
        return f"{_shown(port)} is no port"
    return f"{_shown(host)} is no host name"
