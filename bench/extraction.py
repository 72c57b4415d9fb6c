"""What extraction costs beside bare trafilatura (CPU of both over the same pages, page by page in turn), and what the
processes of the pool bring beside one process (time that passes, over the same pages)."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import cycle, islice

from tests.gates.figures import Figure
from tests.gates.gate_extraction import benchmark_pages

from tadori.extract.bounded import BoundedExtractor
from tadori.extract.extraction import Extraction
from tadori.extract.processes import PoolLimits, cores
from tadori.model.page import Capture, Extracted
from tadori.text.language import language_of

NEEDS: list[str] = ["article-extraction-benchmark"]
_STYLED = (
    b"<style>.x:not(.y){color:#fff}</style><p>The harbour office measured the current for a year.</p>"
    b"<p class=x>It did so every day, and it published every reading that it took in that year.</p>"
)
"""Few pages need the parsers of style sheets, and none of the first ten may."""


def run(quick: bool) -> list[Figure]:
    """Our share of trafilatura's CPU, and pages per CPU second of both."""
    import trafilatura

    captures = [capture for capture, _ in benchmark_pages()[:: 3 if quick else 1]]
    extract = Extraction().extract
    # What a process loads once (language model, parsers, rules) is loaded before the clock starts, on both sides.
    for capture in captures[:10]:
        extract(capture)
        trafilatura.extract(capture.body)
    extract(replace(captures[0], body=_STYLED))
    language_of("O escritório do porto mediu a corrente durante doze meses e publicou todos os valores.")
    ours = theirs = 0.0
    for capture in captures:
        ours += cpu(lambda page=capture: extract(page))  # type: ignore[misc]
        theirs += cpu(lambda page=capture: trafilatura.extract(page.body))  # type: ignore[misc]
    pages = len(captures)
    print(f"extraction: {pages / ours:.0f} pages per CPU second, trafilatura {pages / theirs:.0f}")
    return [
        Figure(
            name="extraction CPU / trafilatura CPU",
            value=ours / theirs,
            floor=0.5,
            aim=0.5,
            n=pages,
            at_least=False,
        ),
        side_by_side(captures, 500),
    ]


def side_by_side(captures: Sequence[Capture], count: int) -> Figure:
    """How many times faster all processes of the pool read `count` pages than one; their start is counted for both."""
    pages = list(islice(cycle(captures), count))
    alone, alone_seconds = read_in(1, pages)
    together, seconds = read_in(cores(), pages)
    assert together == alone
    print(f"extraction of {count} pages: {alone_seconds:.1f} s in one process, {seconds:.1f} s in {cores()}")
    return Figure(
        name=f"extraction in {cores()} processes ÷ one, pages a second",
        value=alone_seconds / seconds,
        floor=1.6,
        aim=1.6,
        n=count,
    )


def read_in(processes: int, pages: Sequence[Capture]) -> tuple[list[Extracted], float]:
    """What a new pool of so many processes reads, and the seconds that pass."""
    limits = PoolLimits(most=processes)
    with BoundedExtractor(limits=limits) as reading, ThreadPoolExecutor(processes + 1) as threads:
        started = time.monotonic()
        found = list(threads.map(reading.extract, pages))
        return found, time.monotonic() - started


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds that `work` takes."""
    started = time.process_time()
    work()
    return time.process_time() - started
