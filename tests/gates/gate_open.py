"""Open questions over real folders, through the whole program: how many of the key points a report states.

The questions and their key points were written by others than those who wrote the code, before it was finished
(docs/decisions/038-open-questions-exam.md). The `open` half was looked at while building, the `sealed` half was not:
its questions and reports are measured here and never shown. Four real folders together, the example library apart;
`ja-world` is built from the public data and skipped where that is absent. One home a folder, two at a time.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.gates.figures import Figure, data_folder
from tests.gates.open.folders import FOLDERS, PASSAGES
from tests.gates.open.outcomes import HALVES, AbsentOutcome, Outcome, Sample, outcomes_over

NEEDS: list[str] = []
AT_ONCE = 2
EXAMPLES = "examples"
QUICK = (
    Sample(folder=EXAMPLES, halves=("open",), questions=6, absent=3),
    Sample(folder="ja-manuals", halves=("open",), questions=6, absent=3),
)
MOST_ANSWER_WORDS = 400.0
MOST_REPORT_WORDS = 1200.0
AIMS = {
    "key points in the answer": 0.40,
    "key points in the whole report": 0.55,
    "absent subjects that the report says it lacks": 0.85,
    "answerable questions refused": 0.10,
}
FLOORS: dict[str, dict[str, float]] = {
    "open half": {
        "key points in the answer": 0.41,
        "key points in the whole report": 0.54,
        "answer sentences that state a key point": 0.23,
        "answered at all": 0.87,
        "absent subjects that the report says it lacks": 0.54,
        "answerable questions refused": 0.12,
        "what is missing is named where nothing is answered": 1.0,
    },
    "sealed half": {
        "key points in the answer": 0.35,
        "key points in the whole report": 0.51,
        "answer sentences that state a key point": 0.22,
        "answered at all": 0.87,
        "absent subjects that the report says it lacks": 0.60,
        "answerable questions refused": 0.12,
        "what is missing is named where nothing is answered": 1.0,
    },
    "open half, example library": {
        "key points in the answer": 0.28,
        "key points in the whole report": 0.40,
        "what is missing is named where nothing is answered": 1.0,
    },
    "sealed half, example library": {
        "key points in the answer": 0.10,
        "key points in the whole report": 0.20,
        "what is missing is named where nothing is answered": 1.0,
    },
    "quick": {
        "key points in the answer": 0.35,
        "key points in the whole report": 0.45,
        "answered at all": 0.75,
        "absent subjects that the report says it lacks": 0.15,
        "answerable questions refused": 0.25,
    },
}
"""As measured on all 380 questions and 154 absent subjects, less .04 to .05 (.1 for the example library). That what is
missing is named wherever nothing is answered is a rule, not a measured floor."""
AT_MOST = {"answerable questions refused", "yes or no: the wrong verdict"}
NO_FLOOR = 0.0
Kept = Sequence[Outcome]
Absent = Sequence[AbsentOutcome]


def run(quick: bool) -> Iterator[Figure]:
    found, absent = _asked(QUICK if quick else [Sample(folder=name) for name in FOLDERS if _is_there(name)])
    print(
        f"         open: {sum(one.cpu_seconds for one in found):.0f} CPU seconds for {len(found)} questions", flush=True
    )
    if quick:
        yield from _figures("quick", found, absent)
        return
    for half in HALVES:
        for group, of_group in ((f"{half} half", _real), (f"{half} half, example library", _of_examples)):
            kept = [one for one in found if one.half == half and of_group(one)]
            yield from _figures(group, kept, [one for one in absent if one.half == half and of_group(one)])
        yield from _by(f"{half} half", [one for one in found if one.half == half and _real(one)])


def _is_there(name: str) -> bool:
    there = name != "ja-world" or (data_folder() / PASSAGES).exists()
    if not there:
        print(f"         open: without {name}, {data_folder()} has no {PASSAGES}", flush=True)
    return there


def _asked(samples: Sequence[Sample]) -> tuple[list[Outcome], list[AbsentOutcome]]:
    """Of every folder, from a home and a process of its own."""
    found: list[Outcome] = []
    absent: list[AbsentOutcome] = []
    started = time.monotonic()
    with ProcessPoolExecutor(AT_ONCE, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for sample, (some, none) in zip(samples, pool.map(outcomes_over, samples), strict=True):
            found += some
            absent += none
            print(
                f"         open: {sample.folder}: {len(some)} questions and {len(none)} of absent subjects, "
                f"{time.monotonic() - started:.0f} s since the start",
                flush=True,
            )
    return found, absent


def _real(one: Outcome | AbsentOutcome) -> bool:
    return one.folder != EXAMPLES


def _of_examples(one: Outcome | AbsentOutcome) -> bool:
    return one.folder == EXAMPLES


def _figures(group: str, found: Kept, absent: Absent) -> Iterator[Figure]:
    """All figures of a group, those that have a floor and those that are only printed."""
    for name, values in _measured(found, absent):
        if values:
            yield _figure(group, name, values)
    yield from _lengths(group, found)


def _measured(found: Kept, absent: Absent) -> Iterator[tuple[str, list[float]]]:
    yield "key points in the answer", [one.in_answer / one.points for one in found]
    yield "key points in the whole report", [one.in_report / one.points for one in found]
    yield "key points in ten random sentences of the right documents", [one.by_chance / one.points for one in found]
    yield (
        "answer sentences that state a key point",
        [float(n < one.stating) for one in found for n in range(one.sentences)],
    )
    yield "answered at all", [float(one.answered != "no") for one in found]
    yield "absent subjects that the report says it lacks", [float(one.answered == "no") for one in absent]
    yield "answerable questions refused", [float(one.answered == "no") for one in found]
    yield (
        "what is missing is named where nothing is answered",
        [
            *(float(one.says_missing) for one in found if one.answered == "no"),
            *(float(one.says_missing) for one in absent if one.answered == "no"),
        ],
    )
    yield "a part is missing: answered partly", [float(one.answered == "partly") for one in found if one.lacks]
    yield "nothing is missing: answered partly", [float(one.answered == "partly") for one in found if not one.lacks]
    decided = [one for one in found if one.verdict_key]
    yield "yes or no: the right verdict", [float(one.verdict == one.verdict_key) for one in decided]
    yield "yes or no: the wrong verdict", [float(one.verdict not in ("", one.verdict_key)) for one in decided]


def _lengths(group: str, found: Kept) -> Iterator[Figure]:
    answers = [float(one.answer_words) for one in found]
    reports = sorted(float(one.report_words) for one in found)
    yield _limit(group, "words of the answer, mean", sum(answers) / len(found), MOST_ANSWER_WORDS, len(found))
    yield _limit(group, "words of the report, mean", sum(reports) / len(found), MOST_REPORT_WORDS, len(found))
    longest = reports[min(len(reports) - 1, int(0.95 * len(reports)))]
    yield _limit(group, "words of the report, 95th percentile", longest, MOST_REPORT_WORDS, len(found))


def _limit(group: str, name: str, value: float, most: float, n: int) -> Figure:
    return Figure(name=f"open, {group}: {name}", value=value, floor=most, aim=None, n=n, at_least=False)


def _figure(group: str, name: str, values: Sequence[float]) -> Figure:
    at_least = name not in AT_MOST
    return Figure(
        name=f"open, {group}: {name}",
        value=sum(values) / len(values),
        floor=_floor(group, name),
        aim=AIMS.get(name),
        n=len(values),
        at_least=at_least,
    )


def _floor(group: str, name: str) -> float:
    return FLOORS.get(group, {}).get(name, 1.0 if name in AT_MOST else NO_FLOOR)


def _by(group: str, found: Kept) -> Iterator[Figure]:
    """By language of the question and by kind, printed only."""
    sorts: list[tuple[str, Callable[[Outcome], str]]] = [
        ("language", lambda one: one.lang),
        ("kind", lambda one: one.kind),
        ("folder", lambda one: one.folder),
    ]
    for sort, of in sorts:
        for value in sorted({of(one) for one in found}):
            kept = [one for one in found if of(one) == value]
            for name, shares in list(_measured(kept, ()))[:2]:
                yield _figure(f"{group}, {sort} {value}", name, shares)
