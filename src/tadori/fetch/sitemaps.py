"""Parses sitemaps (XML, index, text, gzip) and feeds (RSS, Atom).

The bytes of one file and its address come in; the addresses of the same registrable domain go out, with the dates,
priorities and titles in the file, and the further sitemaps it lists. Nothing is requested. Entities, external
references, decompression bombs and anything over the limits are refused.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from tadori.errors import AddressForbidden, SourceGarbled, SourceTooLarge
from tadori.model.ids import IsoDate, Url
from tadori.model.web_thresholds import MAX_SITEMAP_BYTES, MAX_SITEMAP_URLS
from tadori.text.tokens import terms
from tadori.text.urls import MAX_URL_BYTES, domain_of, origin_of, page_key, parse_url

DEFAULT_PRIORITY: Final = 0.5
_GZIP: Final = b"\x1f\x8b"
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
_W3C: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].*)?)?)?", re.DOTALL)
_NORMAL_PATH: Final = re.compile(r"/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*+/?)*+")
_SEPARATORS: Final = re.compile(r"[\W_]+")
_FEEDS: Final = frozenset({"rss", "feed", "RDF"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapEntry:
    url: Url
    lastmod: IsoDate | None = None
    priority: float = DEFAULT_PRIORITY
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitemap:
    entries: tuple[SitemapEntry, ...] = ()
    children: tuple[Url, ...] = ()
    """The sitemaps listed in an index, in order."""
    dropped: int = 0
    """Addresses of other domains, or none at all, or beyond the 50 000 that a sitemap may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """One entry as written in the file."""

    address: str
    lastmod: str = ""
    priority: str = ""
    title: str = ""
    is_sitemap: bool = False


def parse_sitemap(body: bytes, url: str) -> Sitemap:
    """Read the sitemap or feed that was found at `url`.

    Raises:
        SourceGarbled: neither a sitemap nor a feed, torn, or with entities in it.
        SourceTooLarge: more than 10 MB, packed or unpacked.
    """
    plain = _unpacked(body, url).strip(_BLANK)
    listed = _of_xml(plain, url) if plain.startswith(b"<") else _of_text(plain, url)
    return _sitemap(listed, url)


def most_relevant(found: Iterable[SitemapEntry], words: str, limit: int) -> list[SitemapEntry]:
    """The `limit` entries most worth reading: by words in common with `words`, then date, then priority."""
    wanted = set(terms(words))
    scored = [(len(wanted & _words(entry)) if wanted else 0, entry) for entry in found]
    scored.sort(key=lambda pair: pair[1].url)
    scored.sort(key=lambda pair: (pair[0], pair[1].lastmod or "", pair[1].priority), reverse=True)
    return [entry for _, entry in scored[:limit]]


def _words(entry: SitemapEntry) -> set[str]:
    """The content words of an entry's title and path."""
    path = _SEPARATORS.sub(" ", unquote(urlsplit(entry.url).path))
    return set(terms(f"{entry.title} {path}"))


def _unpacked(body: bytes, url: str) -> bytes:
    plain = body
    if body.startswith(_GZIP):
        reader = zlib.decompressobj(wbits=31)
        try:
            plain = reader.decompress(body, MAX_SITEMAP_BYTES + 1)
        except zlib.error as error:
            raise SourceGarbled(url, "a sitemap in gzip that cannot be unpacked") from error
        if not reader.eof and len(plain) <= MAX_SITEMAP_BYTES:
            raise SourceGarbled(url, "a sitemap in gzip that is cut off")
    if len(plain) > MAX_SITEMAP_BYTES:
        raise SourceTooLarge(url, f"a sitemap of more than {MAX_SITEMAP_BYTES} bytes")
    return plain


def _of_text(plain: bytes, url: str) -> Iterator[_Listed]:
    """One address a line."""
    lines = (line.strip() for line in plain.decode("utf-8", "replace").splitlines())
    addresses = [line for line in lines if line]
    if not addresses or not addresses[0].lower().startswith(("http://", "https://")):
        raise SourceGarbled(url, "neither a sitemap nor a feed")
    return (_Listed(address=line) for line in addresses)


def _of_xml(plain: bytes, url: str) -> Iterator[_Listed]:
    root = _root(plain, url)
    name = _name(root)
    if name in {"urlset", "sitemapindex"}:
        return _of_sitemap(root)
    if name in _FEEDS:
        return _of_feed(root)
    raise SourceGarbled(url, f"neither a sitemap nor a feed but <{name[:40]}>")


def _root(plain: bytes, url: str) -> Any:
    from lxml import etree  # lazy: lxml takes 30 ms to load, and only some pages need it

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(plain, parser)
    except etree.XMLSyntaxError as error:
        raise SourceGarbled(url, f"a torn sitemap: {error.msg}"[:200]) from error
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):
        raise SourceGarbled(url, "a sitemap that declares entities")
    return root


def _of_sitemap(root: Any) -> Iterator[_Listed]:
    for item in root:
        kind = _name(item)
        if kind in {"url", "sitemap"}:
            fields = {_name(part): (part.text or "").strip() for part in item}
            yield _Listed(
                address=fields.get("loc", ""),
                lastmod=fields.get("lastmod", ""),
                priority=fields.get("priority", ""),
                is_sitemap=kind == "sitemap",
            )


def _of_feed(root: Any) -> Iterator[_Listed]:
    for item in root.iter():
        if _name(item) not in {"item", "entry"}:
            continue
        fields: dict[str, str] = {}
        for part in item:
            fields.setdefault(_name(part), _value(part))
        moment = next((fields[name] for name in ("updated", "published", "pubDate", "date") if fields.get(name)), "")
        yield _Listed(address=fields.get("link", ""), lastmod=moment, title=fields.get("title", ""))


def _value(part: Any) -> str:
    """The text of an element, or where an Atom link to the entry itself leads."""
    href = part.get("href")
    if href is not None:
        return str(href).strip() if part.get("rel", "alternate") == "alternate" else ""
    return "".join(part.itertext()).strip()


def _name(element: Any) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _sitemap(listed: Iterable[_Listed], url: str) -> Sitemap:
    home = origin_of(url)
    found: dict[Url, SitemapEntry] = {}
    children: dict[Url, None] = {}
    dropped = 0
    for one in listed:
        address = _same_domain(one.address, url, home)
        if address is None or len(found) + len(children) >= MAX_SITEMAP_URLS:
            dropped += 1
        elif one.is_sitemap:
            children.setdefault(address)
        else:
            entry = SitemapEntry(
                url=address,
                lastmod=_date(one.lastmod),
                priority=_priority(one.priority),
                title=" ".join(one.title.split())[:300],
            )
            found.setdefault(address, entry)
    return Sitemap(entries=tuple(found.values()), children=tuple(children), dropped=dropped)


def _same_domain(address: str, base: str, home: str) -> Url | None:
    """The normal spelling of an address below the domain of `base`, whose origin is `home`; None for any other."""
    # Most addresses are in normal form already; parsing all fifty thousand would be slow.
    if len(address) < MAX_URL_BYTES and address.startswith(home) and _NORMAL_PATH.fullmatch(address, len(home)):
        return Url(address)
    if not address:
        return None
    try:
        found = page_key(parse_url(address, base))
    except AddressForbidden:
        return None
    return found if domain_of(found) == domain_of(base) else None


def _date(text: str) -> IsoDate | None:
    """The date, as precise as stated; None for none, or an invalid one."""
    matched = _W3C.fullmatch(text)
    if matched is None:
        return _mail_date(text)
    year, month, day = (int(part) if part else 1 for part in matched.groups())
    try:
        whole = date(year, month, day).isoformat()
    except ValueError:
        return None
    return IsoDate(whole[: 4 + 3 * (matched.lastindex or 1) - 3])


def _mail_date(text: str) -> IsoDate | None:
    """The date of RSS: `Mon, 16 Nov 2026 09:00:00 +0900`."""
    try:
        return IsoDate(parsedate_to_datetime(text).date().isoformat())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _priority(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return DEFAULT_PRIORITY
    return value if 0.0 <= value <= 1.0 else DEFAULT_PRIORITY
