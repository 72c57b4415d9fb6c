"""Which pages are one origin: pages, editions, formats and translations of one work against pages of other publishers.

Documentation pages are shipped (`origin_pages.jsonl.gz`, see SOURCES_origins.md), news pages come from the data folder.
All lie in one pool, as the pages of one task do: once as installed, once as bare files of one folder, without an
address of their own. `origin_pool.json` names the larger pool of 684 documents that the figures of the report
were measured on.
"""

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tadori.extract.extraction import Extraction
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.origins import sources_of
from tadori.model.ids import Url
from tadori.model.page import Capture
from tests.gates.figures import Figure, data_folder

SHIPPED: Final = Path(__file__).parent / "origin_pages.jsonl.gz"
NEWS: Final = "article-extraction-benchmark"
QUICK_NEWS: Final = 25
FULL_NEWS: Final = 120
FLOORS: Final = {"as installed": 0.95, "bare files": 0.83}
_READ_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
_TYPES: Final = {"html": "text/html", "txt": "text/plain"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _LabelledPage:
    page: PageForOrigin
    work: str
    publisher: str
    ending: str


def figures(quick: bool) -> list[Figure]:
    """Share of pairs of one work that share an origin, and of pairs of two publishers that do."""
    pool = [*_shipped(), *_news(QUICK_NEWS if quick else FULL_NEWS)]
    found = [*_measured("as installed", pool)]
    found += _measured("bare files", [_bare(number, one) for number, one in enumerate(pool)])
    return found


def _measured(layout: str, pool: Sequence[_LabelledPage]) -> Iterator[Figure]:
    origin = {source.page_id: source.origin for source in sources_of([one.page for one in pool])}
    pairs = [
        (one, other, origin[one.page.page_id] == origin[other.page.page_id]) for one, other in combinations(pool, 2)
    ]
    same = [is_one for one, other, is_one in pairs if one.work == other.work]
    different = [is_one for one, other, is_one in pairs if one.publisher != other.publisher]
    yield Figure(
        name=f"origins, {layout}: pairs of one work that are one origin",
        value=sum(same) / len(same),
        floor=FLOORS[layout],
        aim=None,
        n=len(same),
    )
    yield Figure(
        name=f"origins, {layout}: pairs of two publishers called one origin",
        value=sum(different) / len(different),
        floor=0.001,
        aim=None,
        n=len(different),
        at_least=False,
    )


def _shipped() -> Iterator[_LabelledPage]:
    with gzip.open(SHIPPED, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            page = _page(f"doc{number}", f"file:///library/{row['path']}", row["body"].encode())
            yield _LabelledPage(page=page, work=row["work"], publisher=row["publisher"], ending=row["path"][-4:])


def _news(most: int) -> Iterator[_LabelledPage]:
    """One page of each site, so that no two are of one publisher; none where the data is not at hand."""
    folder = data_folder() / NEWS
    if not folder.is_dir():
        return
    hosts: set[str] = set()
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    for name, facts in sorted(truth.items()):
        host = (urlsplit(facts["url"]).hostname or "").removeprefix("www.")
        file = folder / "html" / f"{name}.html.gz"
        if not host or host in hosts or host.endswith(_SISTERS) or not file.is_file() or len(hosts) >= most:
            continue
        hosts.add(host)
        page = _page(f"news{name}", f"file:///library/news/{name}.html", gzip.decompress(file.read_bytes()))
        yield _LabelledPage(page=page, work=host, publisher=host, ending="html")


_SISTERS: Final = ("msn.com", "cnn.com", "nbcnews.com", "foxbusiness.com", "foxnews.com", "zdnet.com", "cnet.com")
"""Sites of one publisher, or that print each other's pages: whether they are one origin is a matter of view."""


def _page(page_id: str, url: str, body: bytes) -> PageForOrigin:
    media_type = _TYPES["txt" if url.endswith(".txt") else "html"]
    capture = Capture(
        url=Url(url), body=body, media_type=media_type, charset="utf-8", fetched_at=_READ_AT, source_tag="library"
    )
    read = Extraction().extract(capture)
    return PageForOrigin(
        page_id=page_id,
        url=capture.url,
        canonical=read.canonical,
        title=read.title,
        date=read.date,
        text=read.text,
        lang=read.lang,
        imprint=read.imprint,
    )


def _bare(number: int, one: _LabelledPage) -> _LabelledPage:
    """The same document in one folder with all others, under a number, without an address of its own."""
    ending = one.ending.removeprefix(".")
    return replace(one, page=replace(one.page, url=Url(f"file:///library/{number:04d}.{ending}"), canonical=""))
