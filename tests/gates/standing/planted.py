"""Falsehoods planted on ten topics by somebody who has not seen the code: which are contested, and what else is.

Each topic is a folder of short documents of several publishers. Its question is researched, as a user would, and the
report is read: a falsehood is contested where the report sets it against a sentence that states the truth. Everything
else that the report calls contested is wrong.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import unquote

from tadori.service.evaluation_harness import harness_over
from tests.gates.figures import Figure

HERE: Final = Path(__file__).parent
Place = tuple[str, str]
"""File name and sentence, without white space."""
Contest = frozenset[Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicResult:
    falsehoods: int
    found: int
    contests: int
    wrong: int
    innocent: int
    innocent_contested: int


def figures(quick: bool) -> list[Figure]:
    found: list[Figure] = []
    for part, name in (("open half", "planted.jsonl"), ("sealed half", "planted_sealed.jsonl")):
        rows = [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
        results = [topic_result(row) for row in (rows[:2] if quick else rows)]
        found += _part_figures(part, results, quick)
    return found


FLOORS: Final = {"open half": (0.66, 0.05), "sealed half": (0.26, 0.17)}
"""What was measured: falsehoods contested at least, contests that are wrong at most."""


def _part_figures(part: str, results: list[TopicResult], quick: bool) -> Iterator[Figure]:
    planted, contests = sum(r.falsehoods for r in results), sum(r.contests for r in results)
    innocent = sum(r.innocent for r in results)
    contested_floor, wrong_floor = FLOORS[part]
    slack = 0.34 if quick else 0.0
    yield Figure(
        name=f"standing: planted, {part}: falsehoods contested",
        value=sum(r.found for r in results) / planted,
        floor=contested_floor - slack,
        aim=0.70,
        n=planted,
    )
    yield Figure(
        name=f"standing: planted, {part}: contests that are wrong",
        value=sum(r.wrong for r in results) / max(1, contests),
        floor=wrong_floor + slack,
        aim=0.05,
        n=contests,
        at_least=False,
    )
    yield Figure(
        name=f"standing: planted, {part}: innocent pairs contested",
        value=sum(r.innocent_contested for r in results) / innocent,
        floor=0.05,
        aim=0.05,
        n=innocent,
        at_least=False,
    )


def topic_result(row: dict[str, Any]) -> TopicResult:
    """What the report on one topic contests."""
    planted = {
        frozenset((_place(one["document"], one["sentence"]), _place(*true)))
        for one in row["falsehoods"]
        for true in one["true_sentences"]
    }
    false = {_place(one["document"], one["sentence"]) for one in row["falsehoods"]}
    innocent = [frozenset((_place(*one["a"]), _place(*one["b"]))) for one in row["innocent"]]
    named = {place for pair in (*planted, *innocent) for place in pair}
    contests = {frozenset(_named(place, named) for place in contest) for contest in contests_of(_report(row))}
    return TopicResult(
        falsehoods=len(false),
        found=sum(any(one in contest for contest in contests & planted) for one in false),
        contests=len(contests),
        wrong=len(contests - planted),
        innocent=len(innocent),
        innocent_contested=sum(pair in contests for pair in innocent),
    )


def contests_of(report: dict[str, Any]) -> set[Contest]:
    """The pairs of sentences that a report sets against each other."""
    cited = [_place(unquote(Path(c["url"]).name), c["quotation"]["text"]) for c in report["citations"]]
    found: set[Contest] = set()
    for claim in report["claims"]:
        own = [cited[n - 1] for n in claim["sentence"]["citations"]]
        found |= {frozenset((mine, cited[n - 1])) for mine in own[:1] for n in claim["against"]}
    for contest in report["contested"]:
        sides = [[cited[n - 1] for n in side["citations"]][:1] for side in contest["sides"]]
        firsts = [places[0] for places in sides if places]
        others = [cited[n - 1] for n in contest.get("quoted", ())]
        found |= {frozenset((firsts[0], other)) for other in (*firsts[1:], *others)} if firsts else set()
    return {contest for contest in found if len(contest) == 2}


def _named(place: Place, named: set[Place]) -> Place:
    """The labelled sentence that stands in a printed one, which may be longer; itself where none does."""
    return next((one for one in sorted(named) if one[0] == place[0] and one[1] in place[1]), place)


def _report(row: dict[str, Any]) -> dict[str, Any]:
    with TemporaryDirectory(prefix="tadori-planted-") as folder:
        library = Path(folder) / "library"
        library.mkdir()
        for document in row["documents"]:
            (library / document["name"]).write_text(document["text"], encoding="utf-8")
        with harness_over(library, Path(folder) / "home") as harness:
            return harness.research(row["question"])


def _place(name: str, sentence: str) -> Place:
    return name, "".join(sentence.split())
