"""An archive that works like the Wayback Machine, for some pages of the little web: three to five copies of each.

`/web/<time>/<address>` leads to the nearest copy, `/web/<time>id_/<address>` gives its bytes as they were. Copies carry
Memento headers (RFC 7089) and a toolbar with links to the copies before and after. No API, no calendar.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Final
from urllib.parse import urlsplit

from tests.web.documents import Library, is_pdf
from tests.web.markup import Links, article_page
from tests.web.weather import Weather
from tests.web.wire import Reply, Request, page

HOST: Final = "archive.test"
EVERY: Final = 4
"""Every fourth page has copies."""
GONE_PATH: Final = "/withdrawn"
"""On every sixth plain host: nothing there any more, but copies of what there was."""
_ASKED: Final = re.compile(r"/web/(?:(\d{1,14}|\*)([a-z]{2}_)?/)?(https?:/.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One copy, and what a reader should find in it."""

    original: str
    timestamp: str
    """Fourteen digits."""
    taken_at: datetime
    url: str
    """In the archive, with the toolbar."""
    raw_url: str
    """In the archive, as it was."""
    title: str
    headings: tuple[str, ...]
    points: tuple[str, ...]
    date: str
    key_sentence: str
    body: bytes
    content_type: str


class Archive:
    """All copies by address, oldest first; call it with a request."""

    def __init__(self, libraries: Iterable[Library], url: Callable[[str, str], str]) -> None:
        self._base = url(HOST, "")
        self._url = url
        self._makers: dict[str, tuple[Library, int, int]] = {}
        self._made: dict[str, list[Snapshot]] = {}
        for library in libraries:
            self._take(library)

    @property
    def base(self) -> str:
        return self._base

    @property
    def originals(self) -> list[str]:
        """Addresses that have copies."""
        return list(self._makers)

    def snapshots(self, original: str) -> list[Snapshot]:
        """The copies of an address, oldest first. Raises KeyError where there are none."""
        if original not in self._made:
            library, number, count = self._makers[original]
            made = [self._snapshot(library, number, original, revision) for revision in range(count, 0, -1)]
            self._made[original] = made
        return self._made[original]

    def __call__(self, request: Request) -> Reply:
        if request.path == "/robots.txt":
            return Reply(headers=(("Content-Type", "text/plain"),), body=b"User-agent: *\nDisallow: /search\n")
        asked = _ASKED.fullmatch(request.path)
        original = self._known(asked.group(3)) if asked else None
        if asked is None or original is None:
            return page(
                "<!doctype html><title>Archive</title><h1>The archive has not archived that URL.</h1>", status=404
            )
        copies = self.snapshots(original)
        wanted, flag = asked.group(1) or "*", asked.group(2) or ""
        exact = next((copy for copy in copies if copy.timestamp == wanted), None)
        if exact is None:
            return self._nearest(copies, wanted, flag)
        return self._copy(exact, copies, flag)

    def _take(self, library: Library) -> None:
        host = library.host
        for number, path in enumerate(library.paths):
            if (host.index + number) % EVERY == 0 and not is_pdf(host, number):
                self._makers[self._url(host.name, path)] = (library, number, 3 + number % 3)
        if host.weather is Weather.PLAIN and host.ordinal % 6 == 0:
            self._makers[self._url(host.name, GONE_PATH)] = (library, host.articles, 3)

    def _known(self, address: str) -> str | None:
        """The original that `address` means; scheme, port and a lost slash do not matter."""
        parts = urlsplit(re.sub(r"^(https?):/+", r"\1://", address))
        query = f"?{parts.query}" if parts.query else ""
        original = self._url(parts.hostname or "", f"{parts.path or '/'}{query}")
        return original if original in self._makers else None

    def _snapshot(self, library: Library, number: int, original: str, revision: int) -> Snapshot:
        written = library.article(number, revision=revision)
        text = article_page(written, library.host, Links(related=[], deeper=[], elsewhere=[]))
        day = datetime.fromisoformat(written.headline.date).replace(tzinfo=UTC)
        taken = day + timedelta(days=11, hours=12, minutes=34, seconds=56)
        timestamp = taken.strftime("%Y%m%d%H%M%S")
        charset = library.host.charset
        return Snapshot(
            original=original,
            timestamp=timestamp,
            taken_at=taken,
            url=f"{self._base}/web/{timestamp}/{original}",
            raw_url=f"{self._base}/web/{timestamp}id_/{original}",
            title=written.headline.title,
            headings=tuple(section.heading for section in written.sections),
            points=written.points,
            date=written.headline.date,
            key_sentence=written.headline.key_sentence,
            body=text.encode(charset, "xmlcharrefreplace"),
            content_type=f"text/html; charset={charset}",
        )

    def _nearest(self, copies: list[Snapshot], wanted: str, flag: str) -> Reply:
        moment = moment_of(wanted)
        best = min(copies, key=lambda copy: (abs(copy.taken_at - moment), copy.timestamp))
        return Reply(
            status=302,
            headers=(
                ("Location", f"{self._base}/web/{best.timestamp}{flag}/{best.original}"),
                ("Link", self._links(best, copies)),
                ("Vary", "accept-datetime"),
            ),
        )

    def _copy(self, copy: Snapshot, copies: list[Snapshot], flag: str) -> Reply:
        body = copy.body if flag == "id_" else self._framed(copy, copies)
        return Reply(
            headers=(
                ("Content-Type", copy.content_type),
                ("Memento-Datetime", format_datetime(copy.taken_at, usegmt=True)),
                ("Link", self._links(copy, copies)),
                ("x-archive-orig-content-type", copy.content_type),
                ("x-archive-src", "little-web.warc.gz"),
            ),
            body=body,
        )

    def _links(self, copy: Snapshot, copies: list[Snapshot]) -> str:
        """The Link header: the original, the ways to its copies, and the copies around this one."""
        at = copies.index(copy)
        named = {"first": copies[0], "last": copies[-1]}
        around = {"prev": copies[at - 1] if at else None, "next": copies[at + 1] if at + 1 < len(copies) else None}
        rows = [f'<{copy.original}>; rel="original"', f'<{self._base}/web/{copy.original}>; rel="timegate"']
        rels: dict[str, list[str]] = {}
        for rel, other in [*named.items(), *around.items(), ("", copy)]:
            if other is not None:
                rels.setdefault(other.timestamp, []).append(rel)
        for other in copies:
            if other.timestamp in rels:
                rel = " ".join([*filter(None, rels[other.timestamp]), "memento"])
                when = format_datetime(other.taken_at, usegmt=True)
                rows.append(f'<{other.url}>; rel="{rel}"; datetime="{when}"')
        return ", ".join(rows)

    def _framed(self, copy: Snapshot, copies: list[Snapshot]) -> bytes:
        """The copy with the archive's toolbar, and its own links leading into the archive."""
        at = copies.index(copy)
        ways = []
        if at:
            ways.append(_way(copies[at - 1], "Previous capture"))
        if at + 1 < len(copies):
            ways.append(_way(copies[at + 1], "Next capture"))
        toolbar = (
            "<body><!-- BEGIN WAYBACK TOOLBAR INSERT --><div id='wm-ipp-base' lang='en'><div id='wm-ipp'>"
            f"<a href='/web/'>Archive</a> <span id='displayDayEl'>{copy.taken_at:%d %b %Y}</span> "
            f"{len(copies)} captures {' '.join(ways)}</div></div><!-- END WAYBACK TOOLBAR INSERT -->"
        ).encode("ascii")
        origin = "/".join(copy.original.split("/")[:3])
        led = copy.body.replace(b'href="/', f'href="/web/{copy.timestamp}/{origin}/'.encode())
        foot = f"<!-- FILE ARCHIVED ON {copy.taken_at:%H:%M:%S %b %d, %Y} -->".encode()
        return led.replace(b"<body>", toolbar, 1) + foot


class Snapshots(Mapping[str, list[Snapshot]]):
    """The copies of every original, written when looked at."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __getitem__(self, original: str) -> list[Snapshot]:
        return self._archive.snapshots(original)

    def __iter__(self) -> Iterator[str]:
        return iter(self._archive.originals)

    def __len__(self) -> int:
        return len(self._archive.originals)


def _way(to: Snapshot, words: str) -> str:
    path = f"/web/{to.timestamp}/{to.original}"
    return f'<a href="{path}" title="{to.taken_at:%d %b %Y}"><img src="data:," alt="{words}" width="14"></a>'


def moment_of(stamp: str) -> datetime:
    """The moment that one to fourteen digits mean: what is left out is as late as it can be."""
    if stamp == "*" or len(stamp) < 4:
        return datetime(2999, 12, 31, tzinfo=UTC)
    whole = stamp + "99991231235959"[len(stamp) :]
    year, month, day = int(whole[:4]), int(whole[4:6]), int(whole[6:8])
    month, day = min(max(month, 1), 12), min(max(day, 1), 28)
    hour, minute, second = min(int(whole[8:10]), 23), min(int(whole[10:12]), 59), min(int(whole[12:14]), 59)
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
