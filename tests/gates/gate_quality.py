"""The quality gate on pages that people wrote: how many keep their voice.

There is no public set of search-engine farms here, so only the harm it could do is measured: articles of the extraction
benchmarks, as they were extracted, must not be silenced. What it catches is pinned by examples (`tests/graph`).
"""

from tadori.extract.extraction import Extraction
from tadori.graph.quality import quality
from tadori.model.ids import EN
from tadori.model.thresholds import QUALITY_SILENT_BELOW, QUALITY_UNSURE
from tests.gates.figures import Figure
from tests.gates.gate_duplicates import japanese
from tests.gates.gate_extraction import benchmark_pages

NEEDS: list[str] = ["article-extraction-benchmark", "ja-extraction-postlight"]


def run(quick: bool) -> list[Figure]:
    english = [(Extraction().extract(capture).text, EN) for capture, _ in benchmark_pages()[:: 3 if quick else 1]]
    scores = [quality(text, lang).score for text, lang in (*english, *japanese())]
    heard = sum(score >= QUALITY_SILENT_BELOW for score in scores) / len(scores)
    plain = sum(score >= QUALITY_UNSURE[1] for score in scores) / len(scores)
    return [
        Figure(name="articles that keep their voice", value=heard, floor=0.99, aim=1.0, n=len(scores)),
        Figure(name="articles that are not called possibly poor", value=plain, floor=0.97, aim=1.0, n=len(scores)),
    ]
