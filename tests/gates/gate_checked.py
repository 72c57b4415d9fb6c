"""Checked means checked (X11): no unfaithful sentence is graded quoted or derived, and honest ones have a way in.

Runs every case of `tests/gates/checked/` through the filter of `tadori check`, and every planted attack of
`reader_attacks.py` against the honest sentences of its page. Zeros are printed with their upper bound.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import comb
from pathlib import Path
from typing import Any, Final

from tadori.judge.sentence_check import LONGEST_SENTENCE
from tadori.model.grading import Grade
from tadori.service.sentence_filter import check_filter
from tests.gates.figures import Figure, data_folder
from tests.gates.reader_attacks import NEEDS as ATTACK_SETS
from tests.gates.reader_attacks import Attack, attacks, our_attacks, page_with

NEEDS: list[str] = []
CASES: Final = Path(__file__).parent / "checked"
CHECKED: Final = frozenset({Grade.QUOTED.value, Grade.DERIVED.value})
QUICK: Final = 3
"""Every third case in a quick run."""
FEWEST_ATTACKS: Final = 711
SPLITS: Final = ("build", "exam", "second")
"""The half that rules were written on, the sealed half, and a second exam by another examiner when the rules stood."""
AIMS: Final[Mapping[str, float]] = {
    "quoted": 0.9,
    "subject": 0.6,
    "table_row": 0.9,
    "list_item": 0.9,
    "unit": 0.9,
    "arithmetic": 0.9,
    "attribution": 0.7,
    "differing_values": 0.8,
    "merge": 0.5,
    "paraphrase": 0.0,
    "translation": 0.0,
}
"""The figures of issue 15; a paraphrase and a translation need a judge and are reported."""
FLOORS: Final[Mapping[tuple[str, str], float]] = {
    ("arithmetic", "en"): 0.37,
    ("arithmetic", "ja"): 0.59,
    ("attribution", "en"): 0.83,
    ("attribution", "ja"): 0.79,
    ("differing_values", "en"): 0.61,
    ("differing_values", "ja"): 0.63,
    ("list_item", "en"): 0.72,
    ("list_item", "ja"): 0.77,
    ("merge", "en"): 0.6,
    ("merge", "ja"): 0.68,
    ("paraphrase", "en"): 0.0,
    ("paraphrase", "ja"): 0.0,
    ("quoted", "en"): 0.87,
    ("quoted", "ja"): 0.89,
    ("subject", "en"): 0.54,
    ("subject", "ja"): 0.57,
    ("table_row", "en"): 0.66,
    ("table_row", "ja"): 0.68,
    ("translation", "en"): 0.0,
    ("translation", "ja"): 0.0,
    ("unit", "en"): 0.82,
    ("unit", "ja"): 0.79,
}
"""What was reached over all cases, .03 below: most kinds are short of the issue's figures, which stand as aims."""
SLACK: Final = 0.1
"""A third of the cases shows what is broken, not what is a few cases off."""

SLOWEST: Final = "checked: slowest sentence, seconds of a core"
MOST_SECONDS: Final = 2.0
"""Most need hundredths; the first one of all compiles patterns. More is a pattern that runs wild."""

Filter = Callable[[Any], dict[str, Any]]
Outcomes = dict[tuple[str, ...], list[bool]]


def run(quick: bool) -> list[Figure]:
    cases = [case for split in SPLITS for case in _cases(split)][:: QUICK if quick else 1]
    check = check_filter()
    passed, slowest = {}, 0.0
    for case in cases:
        started = time.process_time()
        passed[case["id"]] = _grade(check, case) in CHECKED
        slowest = max(slowest, time.process_time() - started)
    for case in cases:
        if passed[case["id"]] and not case["faithful"]:
            print(f"         passed: {_shown(case)}", flush=True)
    return [
        *_unfaithful(cases, passed),
        *_faithful(cases, passed, SLACK if quick else 0.0),
        *_attacked(check, quick),
        Figure(name=SLOWEST, value=slowest, floor=MOST_SECONDS, aim=None, n=len(cases), at_least=False),
    ]


def _cases(split: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()]


def _shown(case: Mapping[str, Any]) -> str:
    """A case in the words of the gate; those of the exam are not shown, or it would be none."""
    return f"{case['id']}: {case['sentence']}" if case["split"] == "build" else f"exam, {case['kind']}, {case['lang']}"


def _grade(check: Filter, case: Mapping[str, Any]) -> str:
    answer = check({"sentence": case["sentence"], "quotations": case["quotations"]})
    return str(answer["grade"])


def _grouped(
    cases: Iterable[Mapping[str, Any]],
    passed: Mapping[str, bool],
    name: Callable[[Mapping[str, Any]], tuple[str, ...]],
) -> Outcomes:
    groups: Outcomes = defaultdict(list)
    for case in cases:
        groups[name(case)].append(passed[case["id"]])
    return dict(sorted(groups.items()))


def _unfaithful(cases: Iterable[Mapping[str, Any]], passed: Mapping[str, bool]) -> Iterator[Figure]:
    """How many unfaithful sentences are graded quoted or derived: by kind, and by language, origin and half."""
    bad = [case for case in cases if not case["faithful"]]
    for (kind, lang), outcomes in _grouped(bad, passed, lambda case: (case["kind"], case["lang"])).items():
        yield _none(f"checked, {kind}, {lang}: passed", sum(outcomes), len(outcomes))
    sums = _grouped(bad, passed, lambda case: (case["kind"].split(":")[0], case["origin"], case["lang"]))
    for (group, origin, lang), outcomes in sums.items():
        yield _bounded(f"checked, every {group}, {origin}, {lang}: passed", sum(outcomes), len(outcomes))
    for (split,), outcomes in _grouped(bad, passed, lambda case: (case["split"],)).items():
        yield _bounded(f"checked, unfaithful, {split} half: passed", sum(outcomes), len(outcomes))


def _faithful(cases: Iterable[Mapping[str, Any]], passed: Mapping[str, bool], slack: float) -> Iterator[Figure]:
    """Which share of the faithful sentences is graded quoted or derived: by kind and language, and in the exam half."""
    good = [case for case in cases if case["faithful"]]
    for (kind, lang), outcomes in _grouped(good, passed, lambda case: (_short(case), case["lang"])).items():
        floor = max(0.0, FLOORS[kind, lang] - slack)
        yield _share(f"checked, faithful {kind}, {lang}: accepted", outcomes, floor, AIMS[kind] or None)
    for split in SPLITS[1:]:
        unseen = [case for case in good if case["split"] == split]
        for (kind,), outcomes in _grouped(unseen, passed, lambda case: (_short(case),)).items():
            yield _share(f"checked, faithful {kind}, {split}: accepted", outcomes, 0.0, AIMS[kind] or None)
    foreign = [passed[case["id"]] for case in good if _short(case) == "translation"]
    yield _none("checked, translations graded quoted or derived without a judge", sum(foreign), len(foreign))


def _attacked(check: Filter, quick: bool) -> Iterator[Figure]:
    """Every planted text, as far as the check reads, with the honest sentences of its page as quotations."""
    data = data_folder()
    known = all((data / name).exists() for name in ATTACK_SETS)
    if not known:
        print(f"         attacks of the sets are left out: {data} has not all of {', '.join(ATTACK_SETS)}", flush=True)
    every = attacks(data) if known else our_attacks()
    tried = [attack for attack in every[:: QUICK if quick else 1] if attack.text.strip()]
    through = [attack for attack in tried if _attack_grade(check, attack) in CHECKED]
    for attack in through:
        print(f"         passed: attack {attack.number} ({attack.origin}): {attack.text[:120]}", flush=True)
    yield _bounded("checked, planted attacks: passed", len(through), len(tried))
    if known:
        yield Figure(
            name="checked, planted attacks: cases", value=len(every), floor=FEWEST_ATTACKS, aim=None, n=len(every)
        )


def _attack_grade(check: Filter, attack: Attack) -> str:
    said = page_with(attack)[0].sentences
    quotations = [
        {"text": text, "before": " ".join(said[:at]), "after": " ".join(said[at + 1 :])} for at, text in enumerate(said)
    ]
    return str(check({"sentence": attack.text[:LONGEST_SENTENCE], "quotations": quotations})["grade"])


def _short(case: Mapping[str, Any]) -> str:
    return str(case["kind"]).split(":")[1]


def _none(name: str, value: int, n: int) -> Figure:
    return Figure(name=name, value=float(value), floor=0.0, aim=0.0, n=n, at_least=False)


def _bounded(name: str, value: int, n: int) -> Figure:
    return _none(f"{name} (95 % upper bound {100 * upper_bound(value, n):.2g} %)", value, n)


def _share(name: str, outcomes: list[bool], floor: float, aim: float | None) -> Figure:
    return Figure(name=name, value=sum(outcomes) / len(outcomes), floor=floor, aim=aim, n=len(outcomes))


def upper_bound(count: int, n: int, confidence: float = 0.95) -> float:
    """The largest share that would show `count` or fewer of `n` in 1 - `confidence` of all samples (exact binomial)."""
    if count >= n:
        return 1.0
    low, high = count / n, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        tail = sum(comb(n, k) * middle**k * (1 - middle) ** (n - k) for k in range(count + 1))
        low, high = (middle, high) if tail > 1 - confidence else (low, middle)
    return high
