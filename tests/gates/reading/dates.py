"""Dates of documents, and where sentences are cut: no date is invented, stated ones are found, names are not split.

`undated.jsonl.gz` and `dated.jsonl.gz` hold whole documents (SOURCES_dates.md); of public data only hashes and places
are kept. The whole dates of the undated ones were read: none says when the document was written or changed. The split
points were read with the splitter's own decision beside them, so they are no blind sample.
"""

import gzip
import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tadori.evaluate import extraction
from tadori.extract.extraction import Extraction
from tadori.model.ids import Lang, Url
from tadori.model.page import Capture
from tadori.text.sentences import sentences
from tests.gates.figures import Figure, data_folder

HERE: Final = Path(__file__).parent
EVERY_QUICK: Final = 4
LEAST_FOUND: Final = 0.98
"""Of 153 news pages with a known day 150 are found: two print it in German, one as 05/10/2018."""
LEAST_JAPANESE: Final = 26
LEAST_SPLITS: Final = 0.98
MOST_WRONG_SPLITS: Final = 3
SLACK: Final = 0.05
"""A quarter of the pages shows what is broken, not what is a page off."""
MOMENT: Final = datetime(2026, 12, 1, tzinfo=UTC)


def figures(quick: bool) -> list[Figure]:
    """Invented and found dates, and split points; what needs public data that is not there is left out, and said."""
    return [*_invented(quick), *_documents(), *_news(quick), *_japanese(), *_split_points()]


def _invented(quick: bool) -> Iterator[Figure]:
    rows = _rows("undated.jsonl.gz")
    for lang in ("en", "ja"):
        chosen = [row for row in rows if row["lang"] == lang][:: EVERY_QUICK if quick else 1]
        wrong = [row for row in chosen if _date(row) is not None]
        for row in wrong:
            print(f"         invented: {row['work']}/{row['path']}", flush=True)
        yield _at_most(f"reading, dates invented for documents without one, {lang}", len(wrong), 0, len(chosen))


def _documents() -> Iterator[Figure]:
    rows = _rows("dated.jsonl.gz")
    found = sum(_date(row) == row["date"] for row in rows)
    yield Figure(name="reading, dates of manuals found", value=found / len(rows), floor=1.0, aim=None, n=len(rows))


def _news(quick: bool) -> Iterator[Figure]:
    folder = data_folder() / extraction.ENGLISH
    if not folder.exists():
        print(f"         dates of news are left out: {folder} is not there", flush=True)
        return
    rows = _rows("news_dates.jsonl")[:: EVERY_QUICK if quick else 1]
    urls = {name: row["url"] for name, row in json.loads((folder / "ground-truth.json").read_text()).items()}
    right = wrong = 0
    for row in rows:
        body = gzip.decompress((folder / "html" / f"{row['page']}.html.gz").read_bytes())
        if hashlib.sha256(body).hexdigest()[:16] != row["sha"]:
            raise ValueError(f"{row['page']} is not the page that was labelled")
        found = Extraction().extract(extraction.page_capture(urls[row["page"]], body)).date
        near = found is not None and abs((date.fromisoformat(found) - date.fromisoformat(row["date"])).days) <= 1
        right, wrong = right + near, wrong + (found is not None and not near)
    floor = LEAST_FOUND - (SLACK if quick else 0)
    yield Figure(name="reading, dates of news found", value=right / len(rows), floor=floor, aim=None, n=len(rows))
    yield _at_most("reading, dates of news that are another day's", wrong, 0, len(rows))


def _japanese() -> Iterator[Figure]:
    folder = data_folder() / extraction.JAPANESE
    if not folder.exists():
        print(f"         dates of Japanese pages are left out: {folder} is not there", flush=True)
        return
    known = [row for row in json.loads((folder / "expected.json").read_text()).values() if row.get("date_published")]
    right = wrong = 0
    for row in known:
        capture = extraction.page_capture(str(row.get("url") or ""), (folder / row["html"]).read_bytes())
        found = Extraction().extract(capture)
        near = extraction.is_near_day(found, row)
        right, wrong = right + near, wrong + (found.date is not None and not near)
    yield Figure(
        name="reading, dates of Japanese pages found", value=right, floor=LEAST_JAPANESE, aim=None, n=len(known)
    )
    yield _at_most("reading, dates of Japanese pages that are another day's", wrong, 0, len(known))


def _split_points() -> Iterator[Figure]:
    """Places where a sentence might be cut: behind initials, abbreviations, labels, brackets."""
    outcomes = [(row["split"], _is_cut(text, at, Lang(row["lang"]))) for row, text, at in _points()]
    right = sum(wanted == cut for wanted, cut in outcomes)
    wrong = sum(cut and not wanted for wanted, cut in outcomes)
    share = right / len(outcomes)
    yield Figure(name="reading, split points right", value=share, floor=LEAST_SPLITS, aim=None, n=len(outcomes))
    yield _at_most("reading, sentences cut inside", wrong, MOST_WRONG_SPLITS, sum(cut for _, cut in outcomes))


def _points() -> Iterator[tuple[dict[str, Any], str, int]]:
    here = (data_folder() / "retrieval").exists()
    for row in _rows("splits.jsonl"):
        if "left" in row:
            yield row, row["left"] + row["right"], len(row["left"])
        elif here:
            text = _texts(row["set"])[row["row"]]
            if hashlib.sha256(text.encode()).hexdigest()[:12] != row["sha"]:
                raise ValueError(f"row {row['row']} of {row['set']} is not the text that was labelled")
            yield row, text, row["at"]


@cache
def _texts(name: str) -> list[str]:
    folder = data_folder() / "retrieval"
    if name == "2wiki":
        with gzip.open(folder / "2wiki-6119" / "2wikimultihopqa_corpus.json.gz", "rt", encoding="utf-8") as file:
            return [row["text"] for row in json.load(file)]
    place = {"jsquad": "jsquad/passages.jsonl.gz", "scifact": "scifact/corpus.jsonl.gz"}[name]
    with gzip.open(folder / place, "rt", encoding="utf-8") as file:
        rows = map(json.loads, file)
        return [row["text"] if "text" in row else " ".join(row["sentences"]) for row in rows]


def _is_cut(text: str, at: int, lang: Lang) -> bool:
    spans = sentences(text, lang)
    return any(one.end <= at <= other.start for one, other in pairwise(spans))


def _date(row: dict[str, Any]) -> str | None:
    capture = Capture(
        url=Url(f"file:///library/{row['work']}/{row['path']}"),
        body=row["body"].encode(),
        media_type=row["type"],
        charset=None,
        fetched_at=MOMENT,
        source_tag="library",
    )
    return Extraction().extract(capture).date


def _rows(name: str) -> list[dict[str, Any]]:
    raw = (HERE / name).read_bytes()
    lines: Iterable[str] = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode().split("\n")
    return [json.loads(line) for line in lines if line]


def _at_most(name: str, value: int, most: int, n: int) -> Figure:
    return Figure(name=name, value=float(value), floor=float(most), aim=0.0, n=n, at_least=False)
