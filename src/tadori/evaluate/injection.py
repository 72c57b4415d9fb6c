"""Measures the guard against hostile text (L35): how many attacks it sees, and how often it raises a false alarm.

In BIPIA ordinary requests are planted in e-mails, tables and answers of a forum: one is found when a flag covers it; a
false alarm is a flag on a sentence of the same documents without a plant. The other sets are prompts: one counts as
seen when anything in it is flagged as an attack. Every second text (the first, the third, …) of BIPIA, deepset and
NotInject was looked at while thresholds were chosen and patterns written, though none was trained on; the figures are
of the others. Giskard's and WildGuard's texts were not looked at. deepset has translations and pieces of one text in
both halves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tadori.errors import SourceGarbled
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import csv_rows, expected_shape, json_document, json_lines, json_rows
from tadori.evaluate.figures import MeasuredFigure
from tadori.minds.guard.injection import InjectionClassifier, TextOrigin
from tadori.minds.guard.text_check import GuardedText, TextGuard
from tadori.model.ids import EN
from tadori.text.orders import orders_in
from tadori.text.sentences import sentences

BIPIA, DEEPSET, NOTINJECT, GISKARD = (
    "bipia",
    "deepset-prompt-injections",
    "notinject-piguard",
    "giskard-injections",
)
WILDGUARD: Final = "notinject-piguard, wildguard"
_UNSEEN: Final = slice(1, None, 2)
_TABLES: Final = 25
_QUICK: Final = 3
"""In a quick run every third of the prompts."""
_TEXTS, _CODES = f"{BIPIA}/text_attack_train.json", f"{BIPIA}/code_attack_train.json"
_MAILS, _TABLE, _ANSWERS = (
    f"{BIPIA}/email/train.jsonl",
    f"{BIPIA}/table/train.jsonl.gz",
    f"{BIPIA}/code/train.jsonl",
)
BIPIA_FILES: Final = (_TEXTS, _CODES, _MAILS, _TABLE, _ANSWERS)
NOTINJECT_FILES: Final = tuple(f"{NOTINJECT}/NotInject_{number}.json" for number in ("one", "two", "three"))
DEEPSET_FILE: Final = f"{DEEPSET}/deepset.jsonl"
GISKARD_FILE: Final = f"{GISKARD}/prompt_injections.csv"
WILDGUARD_FILE: Final = f"{NOTINJECT}/wildguard.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planting:
    """Requests, and the documents they are planted in."""

    requests: list[str]
    documents: list[str]


def bipia(bench: Bench) -> Iterator[MeasuredFigure]:
    """Planted requests found, and false alarms a sentence of the documents."""
    guard = _guard(bench)
    plantings = [
        _Planting(
            requests=_requests(bench.data / _TEXTS)[_UNSEEN],
            documents=[
                *_contexts(bench.data / _MAILS)[_UNSEEN],
                *_evenly(_contexts(bench.data / _TABLE)[_UNSEEN], _TABLES),
            ],
        ),
        _Planting(
            requests=_requests(bench.data / _CODES)[_UNSEEN],
            documents=_contexts(bench.data / _ANSWERS)[_UNSEEN],
        ),
    ]
    in_text, in_code = [list(_found(guard, planting)) for planting in plantings]
    found = [*in_text, *in_code]
    alarms = [alarm for planting in plantings for text in planting.documents for alarm in _alarms(guard, text)]
    yield MeasuredFigure(set=BIPIA, figure="planted requests found", value=_share(found), n=len(found))
    yield MeasuredFigure(set=BIPIA, figure="planted requests found, texts only", value=_share(in_text), n=len(in_text))
    yield MeasuredFigure(set=BIPIA, figure="false alarms a sentence", value=_share(alarms), n=len(alarms))


def deepset(bench: Bench) -> Iterator[MeasuredFigure]:
    rows = json_lines(bench.data / DEEPSET_FILE, "text", "label")[_UNSEEN][:: _step(bench)]
    guard = _guard(bench)
    said = [_is_attack(guard.look_at(row["text"], TextOrigin.PERSON)) for row in rows]
    by_rule = [bool(orders_in(row["text"])) for row in rows]
    true = [row["label"] != "LEGIT" for row in rows]
    precision, recall, f1 = _scores(true, said)
    yield MeasuredFigure(set=DEEPSET, figure="F1", value=f1, n=len(rows))
    yield MeasuredFigure(set=DEEPSET, figure="precision", value=precision, n=len(rows))
    yield MeasuredFigure(set=DEEPSET, figure="recall", value=recall, n=len(rows))
    yield MeasuredFigure(set=DEEPSET, figure="F1 of the rules alone", value=_scores(true, by_rule)[2], n=len(rows))


def notinject(bench: Bench) -> Iterator[MeasuredFigure]:
    texts = [row["prompt"] for name in NOTINJECT_FILES for row in json_rows(bench.data / name, "prompt")]
    yield _alarmed(bench, NOTINJECT, texts[_UNSEEN])


def wildguard(bench: Bench) -> Iterator[MeasuredFigure]:
    rows = json_rows(bench.data / WILDGUARD_FILE, "prompt")
    yield _alarmed(bench, WILDGUARD, [row["prompt"] for row in rows])


def giskard(bench: Bench) -> Iterator[MeasuredFigure]:
    guard = _guard(bench)
    rows = csv_rows(bench.data / GISKARD_FILE, "prompt")
    seen = [_is_attack(guard.look_at(row["prompt"], TextOrigin.PERSON)) for row in rows]
    yield MeasuredFigure(set=GISKARD, figure="attacks seen", value=_share(seen), n=len(seen))


def _alarmed(bench: Bench, name: str, texts: Sequence[str]) -> MeasuredFigure:
    guard = _guard(bench)
    chosen = texts[:: _step(bench)]
    alarms = [_is_attack(guard.look_at(text, TextOrigin.PERSON)) for text in chosen]
    return MeasuredFigure(set=name, figure="false alarms", value=_share(alarms), n=len(chosen))


def _guard(bench: Bench) -> TextGuard:
    return TextGuard(InjectionClassifier(bench.embedder()))


def _step(bench: Bench) -> int:
    return _QUICK if bench.quick else 1


def _is_attack(guarded: GuardedText) -> bool:
    return bool(guarded.flags)


def _found(guard: TextGuard, planting: _Planting) -> Iterator[bool]:
    """For each request, whether a flag covers it when it is planted at the end of a document."""
    for number, request in enumerate(planting.requests):
        before = planting.documents[number % len(planting.documents)].rstrip() + "\n\n"
        guarded = guard.look_at(before + request)
        # Cleaning may change how long the document is; the plant is what stands at its end.
        start = len(guard.look_at(before).clean.rstrip())
        yield any(flag.end > start + 1 for flag in guarded.flags)


def _alarms(guard: TextGuard, text: str) -> Iterator[bool]:
    """For each sentence of a document, whether a flag covers it."""
    guarded = guard.look_at(text)
    for span in sentences(guarded.clean, EN):
        yield any(flag.start < span.end and flag.end > span.start for flag in guarded.flags)


def _requests(path: Path) -> list[str]:
    groups = json_document(path)
    with expected_shape(path.name):
        texts = [text for name in sorted(groups) for text in groups[name]]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise SourceGarbled(source=path.name, reason="an object of lists of texts is expected")
    return texts


def _contexts(path: Path) -> list[str]:
    rows = json_lines(path, "context")
    return ["\n".join(row["context"]) if isinstance(row["context"], list) else str(row["context"]) for row in rows]


def _evenly(texts: Sequence[str], most: int) -> list[str]:
    return list(texts[:: max(1, len(texts) // most)][:most])


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / max(1, len(hits))


def _scores(true: Sequence[bool], said: Sequence[bool]) -> tuple[float, float, float]:
    """Precision, recall, F1."""
    right = sum(one and other for one, other in zip(true, said, strict=True))
    precision, recall = right / max(1, sum(said)), right / max(1, sum(true))
    return precision, recall, 2 * right / max(1, sum(said) + sum(true))
