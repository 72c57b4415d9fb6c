"""Decodes the bytes of a text document, and notes what could not be decoded.

What the document declares is believed when it holds: byte order mark, then header, then `<meta>`; then UTF-8, then
detection. It never raises: undecodable bytes become U+FFFD and are counted.
"""

import codecs
import re
from dataclasses import dataclass
from typing import Final

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARKED: Final = tuple(mark for mark, _ in _BOMS)
# What publishers mean by these labels (WHATWG Encoding Standard): the superset that browsers decode with.
_MEANT: Final = {
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "ms_kanji": "cp932",
    "x-euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp_ext",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "utf8": "utf-8",
    # A page that names UTF-16 in ASCII bytes is not UTF-16.
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}
_META: Final = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_XML: Final = re.compile(rb"^\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([A-Za-z0-9_.-]+)", re.IGNORECASE)
_READ_BY_BROWSERS: Final = frozenset(
    "utf-8 cp932 euc_jp iso2022_jp_ext gb18030 big5 big5hkscs cp949 cp866 cp874 mac-roman mac-cyrillic".split()
)
_SINGLE_BYTE: Final = ("cp125", "iso-8859", "windows-", "koi8", "mac")
_LOOK_AT: Final = 4096
_SAMPLE: Final = 64 * 1024
_KANA: Final = re.compile("[ぁ-んァ-ヶー、。]")
_SECOND_OPINION: Final = {"euc_jp": "euc_jis_2004", "cp932": "shift_jis_2004", "iso2022_jp_ext": "iso2022_jp_2004"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedText:
    """Decoded characters, with notes about what could not be decoded."""

    text: str
    notes: tuple[str, ...] = ()


def as_utf8(body: bytes, declared: str | None = None) -> tuple[bytes, tuple[str, ...]]:
    """`body` in UTF-8 for a parser, and the notes; bytes that already are UTF-8 are handed on as they are."""
    if not body.startswith(_MARKED) and _candidates(body, declared)[0] == "utf-8" and _is_utf8(body):
        return body, ()
    decoded = decode_text(body, declared)
    return decoded.text.encode("utf-8", "replace"), decoded.notes


def decode_text(body: bytes, declared: str | None = None) -> DecodedText:
    """The characters of `body`; `declared` is the charset of its header."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return _with_losses(body[len(mark) :], name)
    names = _candidates(body, declared)
    for name in names:
        text = _strictly(body, name)
        if text is not None:
            return DecodedText(text=text)
    return _with_losses(body, _most_likely(body, [name for name in names if name != "utf-8"]))


def _candidates(body: bytes, declared: str | None) -> list[str]:
    """The encodings to try, the most trusted first: those the document names, and UTF-8.

    Single-byte tables accept every byte, so UTF-8, which accepts almost none by accident, comes before them.
    """
    head = body[:_LOOK_AT]
    labels = [declared or "", *(match[1].decode("ascii") for match in (_META.search(head), _XML.search(head)) if match)]
    names = [_MEANT.get(low, low) for low in (label.strip().lower() for label in labels)]
    known = [name for name in names if name and _known(name)]
    if b"\x1b$" in body and b"\x1b(" in body and body.isascii():
        known.insert(0, "iso2022_jp_ext")
    single = [name for name in known if name.startswith(_SINGLE_BYTE)]
    return list(dict.fromkeys([*(name for name in known if name not in single), "utf-8", *single]))


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def _known(name: str) -> bool:
    """Whether browsers read `name`. Python knows more (utf-7, unicode_escape): there hides what no reader sees."""
    try:
        canonical = codecs.lookup(name).name
    except (LookupError, ValueError):  # ValueError: a name with NUL, or one that is no text
        return False
    return canonical in _READ_BY_BROWSERS or canonical.startswith(("iso8859-", "cp125", "koi8-"))


def _strictly(body: bytes, name: str) -> str | None:
    for attempt in (name, _SECOND_OPINION.get(name)):
        if attempt is None:
            continue
        try:
            return body.decode(attempt)
        except (UnicodeDecodeError, LookupError):
            continue
    return None


def _with_losses(body: bytes, name: str) -> DecodedText:
    text = body.decode(name, "replace")
    lost = text.count("\ufffd")
    if not lost:
        return DecodedText(text=text)
    return DecodedText(text=text, notes=(f"{lost} characters could not be decoded as {name}",))


def _most_likely(body: bytes, named: list[str]) -> str:
    """The encoding to read damaged or unlabelled bytes with."""
    sample = body[:_SAMPLE]
    if _utf8_damage(sample) < 0.01:
        return "utf-8"
    japanese = max(("cp932", "euc_jp"), key=lambda name: _japanese_share(sample, name))
    if _japanese_share(sample, japanese) > 0.1:
        return japanese
    if named:
        return named[0]
    from resiliparse.parse.encoding import detect_encoding  # lazy: only for bytes that name no encoding

    guessed = str(detect_encoding(sample) or "cp1252").lower()
    name = _MEANT.get(guessed, guessed)
    return name if _known(name) else "cp1252"


def _utf8_damage(sample: bytes) -> float:
    """Share of characters beyond ASCII that are no UTF-8."""
    text = sample.decode("utf-8", "replace")
    beyond = sum(not char.isascii() for char in text)
    return text.count("\ufffd") / beyond if beyond else 0.0


def _japanese_share(sample: bytes, name: str) -> float:
    """How much of `sample` is kana and Japanese punctuation beside undecodable bytes, when read as `name`."""
    text = sample.decode(name, "replace")
    beyond = sum(not char.isascii() for char in text)
    if not beyond:
        return 0.0
    return (len(_KANA.findall(text)) - 5 * text.count("\ufffd")) / beyond
