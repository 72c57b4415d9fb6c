"""Main text, title and date of web pages: the article extraction benchmark and Postlight's Japanese pages.

F1 is computed as that benchmark does (shingles of four tokens, page by page, precision and recall averaged). Rules
were tuned on every second page, in the order of their names; of the other half only the worst failures were looked
at, and it is reported apart.
"""

import gzip
import json
import re
import statistics
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

from tadori.extract.extraction import Extraction
from tadori.model.ids import Url
from tadori.model.page import Capture, Extracted
from tadori.text.normalise import squash
from tests.gates.figures import Figure, data_folder

NEEDS: list[str] = ["article-extraction-benchmark", "ja-extraction-postlight"]
_TOKEN: Final = re.compile(r"\w+")
_SHINGLE: Final = 4
_START: Final = 12
"""Letters and digits of the expected beginning that must stand in the text."""
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)

Counts = tuple[float, float, float]
"""Shingles that are right, too many, missing; as shares of all."""


def run(quick: bool) -> list[Figure]:
    """The figures; `quick` takes every third page of the English set and all Japanese pages."""
    return [*english(quick), *japanese()]


def english(quick: bool) -> list[Figure]:
    pages = benchmark_pages()[:: 3 if quick else 1]
    counts = [compare(truth, Extraction().extract(capture).text) for capture, truth in pages]
    figures = [Figure(name="extraction F1", value=f1(counts), floor=0.957, aim=0.965, n=len(counts))]
    if not quick:
        others = counts[1::2]
        figures.append(
            Figure(name="extraction F1, pages not tuned on", value=f1(others), floor=0.957, aim=0.965, n=len(others))
        )
    return figures


def japanese() -> list[Figure]:
    folder = data_folder() / "ja-extraction-postlight"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    bodies: list[bool] = []
    titles: list[bool] = []
    dates: list[bool] = []
    for name in sorted(expected):
        wanted = expected[name]
        found = Extraction().extract(page(str(wanted["url"] or ""), (folder / wanted["html"]).read_bytes()))
        titles.append(squash(found.title) == squash(wanted["title"]))
        if "first13" in wanted:
            bodies.append(squash(wanted["first13"])[:_START] in squash(found.text))
        if "date_published" in wanted:
            dates.append(near(found, wanted))
    return [
        Figure(name="Japanese body start", value=sum(bodies), floor=21, aim=26, n=len(bodies)),
        Figure(name="Japanese title", value=sum(titles), floor=21, aim=26, n=len(titles)),
        Figure(name="Japanese date within a day", value=sum(dates), floor=22, aim=24, n=len(dates)),
    ]


def near(found: Extracted, wanted: dict[str, Any]) -> bool:
    """Whether the found day is the published one, give or take a day for time zones."""
    if found.date is None or len(found.date) != 10:
        return False
    published = datetime.fromisoformat(wanted["date_published"]).date()
    return abs((date.fromisoformat(found.date) - published).days) <= 1


def benchmark_pages() -> list[tuple[Capture, str]]:
    """The pages of the English set with their true text, in the order of their names."""
    folder = data_folder() / "article-extraction-benchmark"
    truth = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    return [(page(truth[name]["url"], unzipped(folder, name)), truth[name]["articleBody"]) for name in sorted(truth)]


def unzipped(folder: Path, name: str) -> bytes:
    return gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())


def page(url: str, body: bytes) -> Capture:
    return Capture(
        url=Url(url), body=body, media_type="text/html", charset=None, fetched_at=_EPOCH, source_tag="library"
    )


def compare(truth: str, found: str) -> Counts:
    """Right, superfluous and missing shingles, as shares of all, so that long pages do not weigh more."""
    true, given = shingles(truth), shingles(found)
    right = sum((true & given).values())
    extra, missing = sum((given - true).values()), sum((true - given).values())
    total = right + extra + missing
    return (right / total, extra / total, missing / total) if total else (0.0, 0.0, 0.0)


def shingles(text: str) -> Counter[tuple[str, ...]]:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return Counter()
    return Counter(tuple(tokens[at : at + _SHINGLE]) for at in range(max(1, len(tokens) - _SHINGLE + 1)))


def f1(counts: list[Counts]) -> float:
    """The harmonic mean of mean precision and mean recall."""
    precision = statistics.mean(_share(right, extra, missing) for right, extra, missing in counts if right + extra > 0)
    recall = statistics.mean(_share(right, missing, extra) for right, extra, missing in counts if right + missing > 0)
    return 2 * precision * recall / (precision + recall)


def _share(right: float, wrong: float, other: float) -> float:
    if wrong == other == 0:
        return 1.0
    return right / (right + wrong) if right + wrong else 0.0
