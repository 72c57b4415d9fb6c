"""Decides media type and charset of an answer from its headers and its bytes.

Sniffs like WHATWG, for the types we keep. The bytes win where they contradict the header (a PDF served as HTML).
Nothing is decoded here: the charset goes out by its WHATWG name, and the extractor decodes.
"""

import codecs
import re
from collections.abc import Sequence
from typing import Final

from tadori.errors import SourceGarbled
from tadori.fetch.headers import Header

HTML: Final = "text/html"
_UNKNOWN: Final = frozenset({"", "unknown/unknown", "application/unknown", "*/*"})
_VAGUE: Final = _UNKNOWN | {"text/plain", "application/octet-stream", "binary/octet-stream", "application/x-download"}
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+")
_CHARSET: Final = re.compile(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|([^;\s]*))", re.IGNORECASE)
_LOOK_AT: Final = 4096
_MAGIC: Final = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"\x7fELF", "application/x-executable"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (b"OggS\x00", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"wOF2", "font/woff2"),
    (b"wOFF", "font/woff"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"SQLite format 3\x00", "application/vnd.sqlite3"),
)
_RIFF: Final = {b"WEBP": "image/webp", b"WAVE": "audio/wave", b"AVI ": "video/avi"}
_ZIPPED: Final = ("application/zip", "application/epub+zip", "application/vnd.", "application/java-archive")
_HTML_START: Final = re.compile(
    rb"(?:\s|<!--.*?-->|<\?xml[^>]*>)*<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body"
    rb"|br|p|meta|main|article|link)[\s>/]",
    re.IGNORECASE | re.DOTALL,
)
_BINARY: Final = bytes([*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
_BOMS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))
_META: Final = re.compile(rb"<meta\b[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_XML: Final = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_LABELS: Final = {
    name: labels.split()
    for name, labels in {
        "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        "shift_jis": "shift_jis shift-jis sjis x-sjis windows-31j ms_kanji ms932 csshiftjis cp932",
        "euc-jp": "euc-jp x-euc-jp cseucpkdfmtjapanese eucjp",
        "iso-2022-jp": "iso-2022-jp csiso2022jp",
        "windows-1252": (
            "windows-1252 cp1252 x-cp1252 ascii us-ascii iso-8859-1 iso8859-1 iso_8859-1 iso88591 latin1 l1"
            " cp819 ibm819 ansi_x3.4-1968 iso-ir-100 csisolatin1"
        ),
        "iso-8859-2": "iso-8859-2 iso8859-2 latin2 l2 csisolatin2",
        "iso-8859-15": "iso-8859-15 iso8859-15 l9 csisolatin9",
        "windows-1250": "windows-1250 cp1250 x-cp1250",
        "windows-1251": "windows-1251 cp1251 x-cp1251",
        "windows-1253": "windows-1253 cp1253",
        "windows-1254": "windows-1254 cp1254 iso-8859-9 latin5 l5",
        "windows-1255": "windows-1255 cp1255",
        "windows-1256": "windows-1256 cp1256",
        "windows-1257": "windows-1257 cp1257",
        "windows-1258": "windows-1258 cp1258",
        "windows-874": "windows-874 iso-8859-11 tis-620 dos-874",
        "koi8-r": "koi8-r koi8 koi koi8_r cskoi8r",
        "koi8-u": "koi8-u koi8-ru",
        "gbk": "gbk gb2312 chinese gb_2312 gb_2312-80 csgb2312 x-gbk iso-ir-58 csiso58gb231280",
        "gb18030": "gb18030",
        "big5": "big5 big5-hkscs cn-big5 x-x-big5 csbig5",
        "euc-kr": "euc-kr cseuckr korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949 iso-ir-149",
        "utf-16le": "utf-16 utf-16le unicode ucs-2 iso-10646-ucs-2 csunicode unicodefeff",
        "utf-16be": "utf-16be unicodefffe",
    }.items()
}
_NAMES: Final = {label: name for name, labels in _LABELS.items() for label in labels}


def type_and_charset(headers: Sequence[Header], body: bytes) -> tuple[str, str | None]:
    """Media type and charset of an answer.

    Raises:
        SourceGarbled: it is declared as text but is binary data.
    """
    stated, declared = declared_type(headers)
    found = _type_of(stated, body)
    if found == HTML or found.startswith("text/") or found.endswith(("xml", "json")):
        return found, _charset(declared, found, body)
    return found, None


def type_mismatch(headers: Sequence[Header], body: bytes) -> str | None:
    """How header and content disagree on the type, in words; None when they agree."""
    stated, _ = declared_type(headers)
    found = _type_of(stated, body)
    if stated in _VAGUE or found == stated or not body:
        return None
    return f"it is called {stated} and is {found}"


def declared_type(headers: Sequence[Header]) -> tuple[str, str]:
    """Media type and charset label of the last valid `Content-Type` header; empty when there is none."""
    for name, value in reversed(headers):
        essence = value.partition(";")[0].strip().lower()
        if name == "content-type" and _TOKEN.fullmatch(essence):
            charset = _CHARSET.search(value)
            return essence, (charset[1] or charset[2] or "") if charset else ""
    return "", ""


def whatwg_name(label: str) -> str | None:
    """The encoding browsers read `label` as; None for what they do not know."""
    return _NAMES.get(label.strip().lower())


def _type_of(stated: str, body: bytes) -> str:
    head = body[:_LOOK_AT]
    magic = _magic(head)
    if magic is not None:
        return _settle_conflict(stated, magic)
    if stated in _VAGUE and _HTML_START.match(_without_mark(head)):
        # Text that says text stays text: a page that shows HTML source is no page.
        return stated if stated == "text/plain" else HTML
    if stated and stated not in _UNKNOWN:
        return _unless_binary(stated, head)
    return "application/octet-stream" if _is_binary(head) else "text/plain"


def _settle_conflict(stated: str, magic: str) -> str:
    """Which of two plausible types to keep: of formats built on zip or OLE the header knows more than the bytes."""
    family = magic.partition("/")[0]
    if magic == "application/zip" and stated.startswith(_ZIPPED):
        return stated
    if magic == "application/x-ole-storage" and stated.startswith(("application/vnd.", "application/ms")):
        return stated
    if family in {"image", "audio", "video"} and stated.startswith(f"{family}/"):
        return stated
    return stated if magic == "application/gzip" and stated == "application/x-gzip" else magic


def _unless_binary(stated: str, head: bytes) -> str:
    """`stated`, unless it says text and the bytes are binary."""
    readable = stated == HTML or stated.startswith("text/") or stated.endswith(("xml", "json"))
    if readable and _is_binary(head):
        if stated == "text/plain":
            return "application/octet-stream"
        raise SourceGarbled(source=stated, reason=f"it is called {stated} and is binary data")
    if stated == "application/pdf" and head.strip():
        return HTML if _HTML_START.match(_without_mark(head)) else stated
    return stated


def _magic(head: bytes) -> str | None:
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12])
    if head[4:8] == b"ftyp":
        return "image/avif" if head[8:12] in {b"avif", b"avis"} else "video/mp4"
    for start, kind in _MAGIC:
        if head.startswith(start) and (kind != "image/bmp" or _is_binary(head)):
            return kind
    # Readers of PDF accept what stands before the mark, and so do its writers.
    return "application/pdf" if b"%PDF-" in head[:1024] and _is_binary(head) else None


def _is_binary(head: bytes) -> bool:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF8)):
        return False
    return len(head.translate(None, _BINARY)) < len(head) - len(head) // 50


def _without_mark(head: bytes) -> bytes:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[2:].replace(b"\x00", b"")
    return head.removeprefix(codecs.BOM_UTF8)


def _charset(declared: str, media_type: str, body: bytes) -> str | None:
    """The charset by byte order mark, header, then the document's own declaration; None without any."""
    for mark, name in _BOMS:
        if body.startswith(mark):
            return name
    if declared and (known := whatwg_name(declared)):
        return known
    head = body[:_LOOK_AT]
    patterns = (_META, _XML) if media_type in {HTML, "application/xhtml+xml"} else (_XML,)
    for pattern in patterns:
        found = pattern.search(head)
        known = whatwg_name(found[1].decode("ascii")) if found else None
        if known is not None:
            # A page that names UTF-16 in ASCII letters is not in UTF-16.
            return "utf-8" if known.startswith("utf-16") else known
    return "utf-8" if media_type.endswith("json") else None
