"""Main text, title and date of web pages, as `evaluate.extraction` measures them, and the floors under them."""

from tadori.evaluate import extraction
from tadori.model.page import Capture
from tests.gates.figures import Figure, data_folder
from tests.gates.floors import bench, floored

NEEDS: list[str] = [extraction.ENGLISH, extraction.JAPANESE]
FLOORS = {
    f"{extraction.ENGLISH}: F1 over 4-token shingles": 0.957,
    f"{extraction.ENGLISH}: F1, pages not tuned on": 0.957,
    f"{extraction.JAPANESE}: body start": 21,
    f"{extraction.JAPANESE}: title": 21,
    f"{extraction.JAPANESE}: date within a day": 22,
}


def run(quick: bool) -> list[Figure]:
    """The figures; `quick` takes every third page of the English set and all Japanese pages."""
    return floored([*extraction.measured_english(bench(quick)), *extraction.measured_japanese(bench(quick))], FLOORS)


def benchmark_pages() -> list[tuple[Capture, str]]:
    """The pages of the English set with their true text, in the order of their names."""
    return extraction.benchmark_pages(data_folder())


page = extraction.page_capture
