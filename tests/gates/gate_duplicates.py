"""Copies and retellings, as `evaluate.duplicates` measures them, and the floors under them."""

from typing import Final

from tadori.evaluate import duplicates
from tadori.evaluate.figures import MeasuredFigure
from tests.gates.figures import Figure, data_folder
from tests.gates.floors import bench, figure, floored

NEEDS: list[str] = ["article-extraction-benchmark", "ja-extraction-postlight", "kpa2021"]

FLOORS: Final = dict.fromkeys((f"found, {change}" for change in duplicates.CHANGES), 0.95) | {
    "found, one word in four changed": 0.8,
    "pairs that are copies": 0.97,
}
OTHER_FLOORS: Final = {
    "retellings of articles: found": 0.6,
    "retellings of articles: pairs that are one story": 0.95,
    "kpa2021: pairs held to be one point that are": 0.6,
    "kpa2021: pairs of one point that are found": 0.08,
    "kpa2021: average precision": 0.52,
}


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    copied = [*duplicates.copied_english(used), *duplicates.copied_japanese(used)]
    others: list[MeasuredFigure] = [*duplicates.retold(used), *duplicates.key_points(used)]
    return [
        *(figure(one, FLOORS[one.figure]) for one in copied),
        *floored((one for one in others if one.name in OTHER_FLOORS), OTHER_FLOORS),
    ]


def japanese() -> list[duplicates.Article]:
    return duplicates.japanese_articles(data_folder())
