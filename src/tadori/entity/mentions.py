"""Finds entities by their form: a text comes in, mentions with exact offsets go out, in order and without overlaps.

Companies by legal form, public bodies, organisations, persons by title or role, domains, e-mail domains, registered
numbers with a valid check digit, DOIs, ORCIDs, postal addresses. A name without such a sign is not found. A better
finder (spaCy, GiNZA) can be passed as `tagger` and adds to this; nothing here depends on it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from tadori.entity.mentions_en import en_bodies, en_persons
from tadori.entity.mentions_ja import ja_bodies, ja_persons
from tadori.errors import AddressForbidden
from tadori.model.entity import EntityKind, Mention
from tadori.model.ids import Lang
from tadori.text.lazy_pattern import lazy_pattern
from tadori.text.numerals import narrow
from tadori.text.urls import registrable, split_url

MAX_TEXT: Final = 100_000
"""Characters that are looked at, from the beginning."""
MAX_MENTIONS: Final = 5_000


class EntityTagger(Protocol):
    """An additional entity finder. Its mentions are used where the rules found nothing.

    Try it before passing it in: what it raises (`ModelUnusable`) is raised through `find_mentions`.
    """

    def __call__(self, text: str, lang: Lang) -> Sequence[Mention]: ...


def find_mentions(text: str, lang: Lang, tagger: EntityTagger | None = None) -> tuple[Mention, ...]:
    """The mentions of `text` (its first `MAX_TEXT` characters), in order. Of two overlapping ones the surer stays."""
    text = _LONE_SURROGATE.sub("\ufffd", text[:MAX_TEXT])  # one for one, so that every offset stays
    layers: list[Iterable[Mention]] = [identifier_mentions(text), address_mentions(text)]
    if _JAPANESE.search(text):
        layers += [ja_bodies(text), ja_persons(text)]
    layers += [en_bodies(text), domain_mentions(text), en_persons(text)]
    if tagger is not None:
        layers.append(m for m in tagger(text, lang) if 0 <= m.start < m.end <= len(text))
    taken = bytearray(len(text))
    kept: list[Mention] = []
    for layer in layers:
        for mention in sorted(layer, key=lambda m: (m.start - m.end, m.start)):
            if any(taken[mention.start : mention.end]):
                continue
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
            kept.append(mention)
    return tuple(sorted(kept, key=lambda m: m.start)[:MAX_MENTIONS])


def identifier_mentions(text: str) -> list[Mention]:
    """Numbers of registers: corporate numbers and ORCIDs whose check digit holds, EDINET codes, DOIs."""
    plain = narrow(text)
    found = [*_corporate_numbers(text, plain)]
    found += [_identifier(text, m, "edinet", m["code"]) for m in _EDINET.finditer(plain)]
    found += [_identifier(text, m, "orcid", m["code"]) for m in _ORCID.finditer(plain) if is_orcid(m["code"])]
    for match in _DOI.finditer(plain):
        doi = _without_tail(match["code"])
        start = match.start("code")
        found.append(_mention(EntityKind.IDENTIFIER, text, start, start + len(doi), doi.lower(), "doi"))
    return found


def is_corporate_number(digits: str) -> bool:
    """Whether 13 digits are a Japanese corporate number (法人番号): the first is the check digit of the other twelve.

    9 - (Σ Pn·Qn mod 9), Pn the n-th of the twelve from the right, Qn 1 for odd n and 2 for even n.
    """
    if len(digits) != 13 or not (digits.isascii() and digits.isdigit()):
        return False
    total = sum(int(digit) * (1 if n % 2 else 2) for n, digit in enumerate(reversed(digits[1:]), start=1))
    return int(digits[0]) == 9 - total % 9


def is_orcid(code: str) -> bool:
    """Whether the last character of an ORCID is its check character (ISO 7064 MOD 11-2)."""
    digits = code.replace("-", "").upper()
    if not re.fullmatch(r"[0-9]{15}[0-9X]", digits):
        return False
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    return digits[15] == ("X" if check == 10 else str(check))


def domain_mentions(text: str) -> list[Mention]:
    """Registrable domains of addresses, of e-mail addresses, and of host names that stand alone."""
    found: list[Mention] = []
    for match in _HOSTS.finditer(text):
        if match["url"]:
            found += _of_url(text, match)
            continue
        host = (match["mail"] or match["host"]).lower().rstrip(".")
        label = "email" if match["mail"] else ""
        if label or host.rpartition(".")[2] in _BARE_ENDINGS or host.startswith("www."):
            start, end = match.span()
            found.append(_mention(EntityKind.DOMAIN, text, start, end, registrable(host), label))
    return found


def address_mentions(text: str) -> list[Mention]:
    """Postal addresses: behind 〒, from a prefecture to a number, and in Latin letters with a postal code."""
    found = []
    for match in (*_ADDRESS_JA.finditer(text), *_ADDRESS_EN.finditer(text)):
        words = _SENTENCE_GOES_ON.sub("", match[0])
        found.append(_mention(EntityKind.ADDRESS, text, match.start(), match.start() + len(words), words.strip()))
    return [mention for mention in found if len(mention.text) > 9]


_LONE_SURROGATE: Final = lazy_pattern("[\ud800-\udfff]")
_JAPANESE: Final = lazy_pattern(r"[ぁ-ゖァ-ヺ一-鿿]")
_CORPORATE: Final = lazy_pattern(
    r"(?<![\d.,\-])(?P<t>T)?(?P<code>\d{13}|\d-\d{4}-\d{4}-\d{4}|\d \d{4} \d{4} \d{4})(?![\d\-])"
)
_CORPORATE_CUE: Final = lazy_pattern(r"法人番号|登録番号|インボイス|corporate number", re.IGNORECASE)
_EDINET: Final = lazy_pattern(r"(?i:EDINET)[^\n。]{0,30}?(?<![A-Za-z0-9])(?P<code>E\d{5})(?![A-Za-z0-9])")
_ORCID: Final = lazy_pattern(r"(?<![\d\-])(?P<code>\d{4}-\d{4}-\d{4}-\d{3}[\dXx])(?![\d\-])")
_DOI: Final = lazy_pattern(r"(?<![\w.])(?P<code>10\.\d{4,9}/[!-;=?-~]{1,200})")
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOSTS: Final = lazy_pattern(
    r"(?P<url>https?://[^\s<>\"'「」『』（）、。，]{1,2000})"
    rf"|(?<![\w.+-])[\w.+-]{{1,64}}@(?P<mail>(?:{_LABEL}\.){{1,8}}[A-Za-z]{{2,24}})(?![\w-])"
    rf"|(?<![A-Za-z0-9@._/-])(?P<host>(?:{_LABEL}\.){{1,8}}[A-Za-z]{{2,24}})(?![A-Za-z0-9@-]|\.[A-Za-z0-9])"
)
# Endings that are seldom file names or the end of a sentence. Of others (.md, .py, .sh) only a whole address counts.
_BARE_ENDINGS: Final = frozenset(
    "com org net edu gov mil int info biz jp uk de fr cn kr tw hk sg eu io ai dev app ch nl se it es ca au us nz br ru"
    " at be dk fi no ie test".split()
)
_PREFECTURE: Final = r"(?:北海道|東京都|(?:京都|大阪)府|(?:神奈川|和歌山|鹿児島|[一-龥]{2})県)"
_NUMBERED: Final = r"[0-9０-９一二三四五六七八九十百〇]+(?:丁目|番地|番|号|[-‐－ー−–のノ][0-9０-９])"
_BUILDING: Final = r"(?:[^\s、。，,（）()「」|｜]{0,40}(?:[ 　][^\s、。，,（）()「」|｜]{1,30}(?:階|号室|F|ビル|棟))?)"
_ADDRESS_JA: Final = lazy_pattern(
    rf"〒\s?[0-9０-９]{{3}}[-‐－ー−][0-9０-９]{{4}}\s{{0,3}}(?:{_PREFECTURE}|[一-龥])[^\s、。，（）()「」|｜]{{2,60}}"
    r"(?:[ 　][^\s、。，,（）()「」|｜]{1,30}(?:階|号室|F|ビル|棟))?"
    rf"|{_PREFECTURE}[一-龥ぁ-んァ-ヴヶ々ー]{{1,24}}?(?:市|区|町|村|郡)[一-龥ぁ-んァ-ヴヶ々ー]{{0,24}}?{_NUMBERED}{_BUILDING}"
)
_SENTENCE_GOES_ON: Final = lazy_pattern(r"(?<=[0-9０-９号番地目階])[ぁ-ん][^の]*$")
_ADDRESS_EN: Final = lazy_pattern(
    r"(?<![\w-])\d{1,5}(?:-\d{1,4}){1,3},? [A-Z][A-Za-z-]+(?:,? [A-Z][A-Za-z-]+){1,5},? \d{3}-\d{4}(?!\d)"
    r"|(?<![\w-])\d{1,5} (?:[A-Z][A-Za-z.]+ ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Drive|Way)\.?,"
    r" (?:[A-Z][A-Za-z.]+ ?){1,3}, [A-Z]{2} \d{5}(?:-\d{4})?(?!\d)"
)


def _corporate_numbers(text: str, plain: str) -> list[Mention]:
    """Thirteen digits can be many things: a cue word must be near them; anywhere in the text if they are no barcode."""
    somewhere = _CORPORATE_CUE.search(plain) is not None
    found = []
    for match in _CORPORATE.finditer(plain):
        digits = re.sub(r"\D", "", match["code"])
        near = bool(match["t"]) or _CORPORATE_CUE.search(plain, max(0, match.start() - 40), match.start()) is not None
        if is_corporate_number(digits) and (near or (somewhere and not _is_barcode(digits))):
            found.append(_identifier(text, match, "corporate_number", digits))
    return found


def _is_barcode(digits: str) -> bool:
    """Whether 13 digits are a valid EAN-13 (ISBN and JAN codes are)."""
    return sum(int(digit) * (3 if n % 2 else 1) for n, digit in enumerate(digits)) % 10 == 0


def _of_url(text: str, match: re.Match[str]) -> list[Mention]:
    address = match["url"].rstrip(".,;:!?)]}")
    try:
        host = split_url(address).host
    except AddressForbidden:  # it only looked like one
        return []
    return [_mention(EntityKind.DOMAIN, text, match.start(), match.start() + len(address), registrable(host), "url")]


def _without_tail(doi: str) -> str:
    """A DOI without the punctuation of the sentence around it; a bracket stays when it was opened inside."""
    while doi and (doi[-1] in ".,;:'\"!?" or (doi[-1] in ")]}" and doi.count(doi[-1]) > doi.count(_OPENS[doi[-1]]))):
        doi = doi[:-1]
    return doi


_OPENS: Final = {")": "(", "]": "[", "}": "{"}


def _identifier(text: str, match: re.Match[str], label: str, value: str) -> Mention:
    return _mention(EntityKind.IDENTIFIER, text, match.start("code"), match.end("code"), value.upper(), label)


def _mention(kind: EntityKind, text: str, start: int, end: int, value: str, label: str = "") -> Mention:
    return Mention(kind=kind, text=text[start:end], start=start, end=end, value=value, label=label)
