"""What of real documents reaches the extracted text: HTML pages, other formats, dates."""

from tests.gates.figures import Figure
from tests.gates.reading import dates, formats, html

NEEDS: list[str] = []


def run(quick: bool) -> list[Figure]:
    """The figures of all parts."""
    return [*html.figures(quick), *formats.figures(quick), *dates.figures(quick)]
