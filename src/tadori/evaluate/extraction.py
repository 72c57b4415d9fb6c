"""Main text, title and date of web pages: the article extraction benchmark and Postlight's Japanese pages.

F1 is computed as that benchmark does (shingles of four tokens, page by page, precision and recall averaged). Rules
were tuned on every second page, in the order of their names; of the other half only the worst failures were looked
at, and it is reported apart.
"""

import re
import statistics
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from tadori.evaluate.bench import Bench
from tadori.evaluate.data import Row, expected_shape, file_bytes, json_objects
from tadori.evaluate.figures import MeasuredFigure
from tadori.extract.extraction import Extraction
from tadori.model.ids import Url
from tadori.model.page import Capture, Extracted
from tadori.text.normalise import squash

ENGLISH: Final = "article-extraction-benchmark"
JAPANESE: Final = "ja-extraction-postlight"
_EVERY_QUICK: Final = 3
_TOKEN: Final = re.compile(r"\w+")
_SHINGLE: Final = 4
_START: Final = 12
"""Letters and digits of the expected beginning that must stand in the text."""
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)

Counts = tuple[float, float, float]
"""Shingles that are right, too many, missing; as shares of all."""


def measured_english(bench: Bench) -> Iterator[MeasuredFigure]:
    """`quick` takes every third page."""
    pages = benchmark_pages(bench.data)[:: _EVERY_QUICK if bench.quick else 1]
    counts = []
    for number, (capture, truth) in enumerate(pages, 1):
        counts.append(compare_shingles(truth, Extraction().extract(capture).text))
        bench.on_progress(f"{number} of {len(pages)} pages")
    yield MeasuredFigure(set=ENGLISH, figure="F1 over 4-token shingles", value=f1(counts), n=len(counts))
    others = counts[1::2]
    if others and not bench.quick:
        yield MeasuredFigure(set=ENGLISH, figure="F1, pages not tuned on", value=f1(others), n=len(others))


def measured_japanese(bench: Bench) -> Iterator[MeasuredFigure]:
    folder = bench.data / JAPANESE
    expected = json_objects(folder / "expected.json", "title", "html")
    bodies: list[bool] = []
    titles: list[bool] = []
    dates: list[bool] = []
    for name in sorted(expected):
        wanted = expected[name]
        found = Extraction().extract(page_capture(str(wanted.get("url") or ""), file_bytes(folder / wanted["html"])))
        titles.append(squash(found.title) == squash(wanted["title"]))
        if "first13" in wanted:
            bodies.append(squash(wanted["first13"])[:_START] in squash(found.text))
        if "date_published" in wanted:
            dates.append(is_near_day(found, wanted))
    for figure, right in (("body start", bodies), ("title", titles), ("date within a day", dates)):
        yield MeasuredFigure(set=JAPANESE, figure=figure, value=sum(right), n=len(right), counted=True)


def is_near_day(found: Extracted, wanted: Row) -> bool:
    """Whether the found day is the published one, give or take a day for time zones."""
    if found.date is None or len(found.date) != 10:
        return False
    with expected_shape(JAPANESE):
        published = datetime.fromisoformat(wanted["date_published"]).date()
    return abs((date.fromisoformat(found.date) - published).days) <= 1


def benchmark_pages(data: Path) -> list[tuple[Capture, str]]:
    """The pages of the English set with their true text, in the order of their names."""
    folder = data / ENGLISH
    truth = json_objects(folder / "ground-truth.json", "url", "articleBody")
    return [
        (page_capture(truth[name]["url"], file_bytes(folder / "html" / f"{name}.html.gz")), truth[name]["articleBody"])
        for name in sorted(truth)
    ]


def page_capture(url: str, body: bytes) -> Capture:
    return Capture(
        url=Url(url), body=body, media_type="text/html", charset=None, fetched_at=_EPOCH, source_tag="library"
    )


def compare_shingles(truth: str, found: str) -> Counts:
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
    precisions = [_share(right, extra, missing) for right, extra, missing in counts if right + extra > 0]
    recalls = [_share(right, missing, extra) for right, extra, missing in counts if right + missing > 0]
    precision = statistics.mean(precisions) if precisions else 0.0
    recall = statistics.mean(recalls) if recalls else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _share(right: float, wrong: float, other: float) -> float:
    if wrong == other == 0:
        return 1.0
    return right / (right + wrong) if right + wrong else 0.0
