"""What one host has to say, path by path, and how it says it: charsets, codings, validators, 304.

Comes in: a `Host` and a request. Goes out: a `Reply`. Pages are written when first asked for and kept. The weather is
somebody else's business.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import formatdate, parsedate_to_datetime
from html import escape
from typing import Final
from urllib.parse import quote

import brotli  # type: ignore[import-untyped]

from tests.web.hosts import Host
from tests.web.markup import Link, Links, article_data, article_page, list_page, script_page
from tests.web.pdf import pdf_of
from tests.web.prose import Article, Headline, article, headline
from tests.web.weather import Weather
from tests.web.wire import Reply, Request

PDF_EVERY: Final = 9
"""Every ninth article of the hosts that answer everybody is a PDF."""


Extra = tuple[Article, Sequence[Link]]
"""An article beside the table, and where else it leads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """An article in the table of the little web."""

    url: str
    host: str
    path: str
    weather: Weather
    lang: str
    title: str
    key_sentence: str
    """Stands in the article's text, word for word."""
    date: str
    media_type: str
    charset: str


@dataclass(frozen=True, slots=True)
class Document:
    """A body with its date; replies are made once a coding."""

    body: bytes
    content_type: str
    modified: str
    """As HTTP writes it."""
    replies: dict[str, Reply] = field(default_factory=dict)


class Library:
    """The pages of one host; `embeds` and `elsewhere` are put into its articles."""

    def __init__(
        self,
        host: Host,
        seed: int,
        *,
        embeds: str = "",
        elsewhere: Callable[[], Sequence[Link]] = list,
        extra: Callable[[], Mapping[str, Extra]] = dict,
    ) -> None:
        self.host = host
        self._seed = seed
        self._embeds = embeds
        self._elsewhere = elsewhere
        self._extra = extra
        self._kept: dict[str, Document] = {}
        self.paths = [article_path(host, number) for number in range(host.articles)]
        self._numbers = {path: number for number, path in enumerate(self.paths)}

    def key(self, number: int) -> str:
        return f"{self._seed}/{self.host.name}/{number}"

    def headline(self, number: int) -> Headline:
        return headline(self.key(number), self.host.lang)

    def article(self, number: int, *, revision: int = 0) -> Article:
        return article(self.key(number), self.host.lang, revision=revision)

    def reply(self, request: Request) -> Reply:
        """The page, 304 where the client has it, or 404."""
        path = request.path.partition("?")[0]
        found = self._kept.get(path)
        if found is None:
            found = self._written(path)
            if found is None:
                return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"404 Not Found\n")
            self._kept[path] = found
        return deliver(request, found, self.host)

    def _written(self, path: str) -> Document | None:
        if path in self._numbers:
            return self._article_document(self._numbers[path])
        if path == "/":
            return self._page(
                list_page(self.host, self.host.name, self._links(range(self.host.articles))), self.headline(0)
            )
        if path in (extra := self._extra()):
            return self._extra_document(path, *extra[path])
        return self._second_row(path)

    def _extra_document(self, path: str, written: Article, elsewhere: Sequence[Link]) -> Document:
        """A page beside the table (`topics.py`), in the shape this host gives to its pages."""
        if path.endswith(".pdf"):
            return self._pdf(written)
        if self.host.weather is Weather.SCRIPT_ONLY:
            return self._page(script_page(written, self.host, None), written.headline)
        links = Links(related=self._links(range(2)), deeper=[], elsewhere=elsewhere)
        return self._page(article_page(written, self.host, links, self._embeds), written.headline)

    def _second_row(self, path: str) -> Document | None:
        """Data of script-only pages, background material (depth 2), its sources (depth 3), members' notes."""
        kind, _, rest = path.strip("/").partition("/")
        number = re.match(r"\d+", rest)
        at = int(number.group()) if number else 0
        if at >= self.host.articles or kind not in {"api", "background", "private"}:
            return None
        if kind == "api":
            data = {**article_data(self.article(at)), "links": self._links(range(self.host.articles))}
            return self._made(json.dumps(data).encode(), "application/json", self.headline(at))
        written = article(f"{self.key(at)}/{path}", self.host.lang)
        deeper = [(f"/background/{at}/sources", written.headline.title)] if rest.isdigit() else []
        links = Links(related=self._links([at]), deeper=deeper, elsewhere=[])
        return self._page(article_page(written, self.host, links), written.headline)

    def _article_document(self, number: int) -> Document:
        written = self.article(number)
        if is_pdf(self.host, number):
            return self._pdf(written)
        if self.host.weather is Weather.SCRIPT_ONLY:
            data_path = f"/api/{number}.json" if self.host.ordinal % 2 == 0 else None
            return self._page(script_page(written, self.host, data_path), written.headline)
        near = [(number + step) % self.host.articles for step in (1, 2, 3)]
        background = headline(f"{self.key(number)}//background/{number}", self.host.lang).title
        links = Links(
            related=self._links(sorted(set(near) - {number})),
            deeper=[(f"/background/{number}", background)],
            elsewhere=self._elsewhere(),
        )
        return self._page(article_page(written, self.host, links, self._embeds), written.headline)

    def _pdf(self, written: Article) -> Document:
        paragraphs = [text for section in written.sections for text in (section.heading, *section.paragraphs)]
        body = pdf_of(written.headline.title, paragraphs, self.host.lang)
        return self._made(body, "application/pdf", written.headline)

    def _links(self, numbers: Sequence[int]) -> list[Link]:
        return [(self.paths[number], self.headline(number).title) for number in numbers]

    def _page(self, text: str, top: Headline) -> Document:
        charset = self.host.charset
        declared = f"text/html; charset={charset}" if self.host.charset_in_header else "text/html"
        return self._made(text.encode(charset, "xmlcharrefreplace"), declared, top)

    def _made(self, body: bytes, content_type: str, top: Headline) -> Document:
        return Document(body, content_type, modified(top.date))


def article_path(host: Host, number: int) -> str:
    """Addresses as sites make them; one Japanese host in five has Japanese ones."""
    if host.lang == "en":
        return (
            f"/news/{1000 + number * 13}-report.pdf" if is_pdf(host, number) else f"/news/{1000 + number * 13}-report"
        )
    folder = quote("記事") if host.index % 10 == 4 else "kiji"
    return f"/{folder}/{number:04}.{'pdf' if is_pdf(host, number) else 'html'}"


def is_pdf(host: Host, number: int) -> bool:
    open_to_all = host.weather in {Weather.PLAIN, Weather.SLOW, Weather.FLAKY}
    return open_to_all and (host.ordinal * 5 + number) % PDF_EVERY == 4


def modified(date: str) -> str:
    moment = datetime.fromisoformat(f"{date}T09:00:00").replace(tzinfo=UTC)
    return formatdate(moment.timestamp(), usegmt=True)


def deliver(request: Request, document: Document, host: Host) -> Reply:
    """The document in a coding the client takes, or 304 when its validators still hold."""
    accepted = request.headers.get("accept-encoding", "")
    coding = host.coding if host.coding in accepted and len(document.body) > 400 else "identity"
    whole = document.replies.get(coding)
    if whole is None:
        whole = document.replies[coding] = _coded(document, coding, host)
    if holds(request, dict(whole.headers)):
        kept = tuple(pair for pair in whole.headers if pair[0] in {"ETag", "Last-Modified", "Vary", "Cache-Control"})
        return Reply(status=304, headers=kept)
    return whole


def holds(request: Request, headers: dict[str, str]) -> bool:
    """RFC 9110 §13: If-None-Match by weak comparison; If-Modified-Since only without it."""
    asked = request.headers.get("if-none-match")
    if asked is not None:
        tags = {tag.strip().removeprefix("W/") for tag in asked.split(",")}
        mine = headers.get("ETag", "").removeprefix("W/")
        return bool(mine) and (mine in tags or asked.strip() == "*")
    since, mine = request.headers.get("if-modified-since"), headers.get("Last-Modified", "")
    if since is None or not mine:
        return False
    try:
        return parsedate_to_datetime(since) >= parsedate_to_datetime(mine)
    except (TypeError, ValueError):
        return False


def _coded(document: Document, coding: str, host: Host) -> Reply:
    bodies: dict[str, Callable[[bytes], bytes]] = {
        "gzip": lambda body: gzip.compress(body, 6, mtime=0),
        "br": lambda body: brotli.compress(body, quality=5),
        "identity": lambda body: body,
    }
    body = bodies[coding](document.body)
    headers = [("Content-Type", document.content_type), ("Vary", "Accept-Encoding")]
    if coding != "identity":
        headers.append(("Content-Encoding", coding))
    digest = hashlib.sha256(body).hexdigest()[:16]
    if host.validators in {"etag", "both"}:
        headers.append(("ETag", f'W/"{digest}"' if host.ordinal % 4 == 0 else f'"{digest}"'))
    if host.validators in {"last_modified", "both"}:
        headers.append(("Last-Modified", document.modified))
    if host.validators != "none":
        headers.append(("Cache-Control", "no-cache"))
    if host.behind_cdn:
        headers += [("Server", "cloudflare"), ("CF-RAY", f"{digest}-NRT"), ("CF-Cache-Status", "DYNAMIC")]
    return Reply(headers=tuple(headers), body=body, chunked=host.chunked)


def robots_text(host: Host, base: str) -> str | None:
    """The host's robots.txt; None where it has none."""
    rules = {
        "allow": "User-agent: *\nAllow: /\n",
        "private": "User-agent: *\nDisallow: /private/\nDisallow: /login\n",
        "crawl_delay": "User-agent: *\nCrawl-delay: 2\nDisallow: /private/\n",
    }
    if host.robots not in rules:
        return None
    return rules[host.robots] + (f"\nSitemap: {base}/sitemap.xml\n" if host.sitemap != "none" else "")


def sitemap_files(host: Host, paths: Sequence[str], dates: Sequence[str], base: str) -> dict[str, tuple[str, bytes]]:
    """Path to media type and bytes: one file, or an index with two parts, of which one is packed."""
    if host.sitemap == "none":
        return {}
    rows = [
        f"<url><loc>{escape(base + path)}</loc><lastmod>{date}</lastmod></url>"
        for path, date in zip(paths, dates, strict=True)
    ]
    name_space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

    def of(some: Sequence[str]) -> bytes:
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {name_space}>{"".join(some)}</urlset>\n'.encode()

    if host.sitemap == "plain":
        return {"/sitemap.xml": ("application/xml", of(rows))}
    half = len(rows) // 2
    first, second = of(rows[:half]), of(rows[half:])
    packed = host.sitemap == "gz"
    names = ["/sitemap-1.xml.gz" if packed else "/sitemap-1.xml", "/sitemap-2.xml"]
    parts = "".join(f"<sitemap><loc>{escape(base + name)}</loc></sitemap>" for name in names)
    index = f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex {name_space}>{parts}</sitemapindex>\n'.encode()
    packed_type = "application/gzip" if packed else "application/xml"
    return {
        "/sitemap.xml": ("application/xml", index),
        names[0]: (packed_type, gzip.compress(first, mtime=0) if packed else first),
        names[1]: ("application/xml", second),
    }
