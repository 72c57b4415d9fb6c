"""Parses calibration samples from JSON.

In: records, or a JSON Lines file as bytes. Out: samples by source. Any mistake is a `CalibrationError` that names the
line and the field; nothing is guessed, and no line is skipped.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from tadori.errors import CalibrationError
from tadori.model.calibration import BINARY, STANCES, Sample

MAX_SAMPLE_BYTES = 50_000_000
_SOURCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")


def sample_of(data: Any, named: tuple[str, str] | None = None) -> tuple[str, Sample]:
    """The source and sample of one record: `{source, predicted, outcome[, context, id]}`.

    `prediction` and `actual`, the names of §3.2.1, mean the same. Errors use the names of the record, or `named`.

    Raises:
        CalibrationError: a field is missing or wrong; its `field` says which.
    """
    if not isinstance(data, Mapping):
        raise CalibrationError('a sample is an object: {"source": …, "predicted": 0.8, "outcome": 1}')
    source = data.get("source")
    if not isinstance(source, str) or not _SOURCE.fullmatch(source):
        raise _wrong("source", f"must be a name of letters, digits and _ . : - (64 at most), not {source!r}")
    keys = _key(data, "predicted", "prediction"), _key(data, "outcome", "actual")
    predicted, outcome = (data[key] for key in keys)
    read = _stance if isinstance(predicted, Mapping) else _binary
    scores, place = read(predicted, outcome, named or keys)
    return source, Sample(scores=scores, outcome=place, context=_words(data, "context"), key=_words(data, "id"))


def _wrong(name: str, words: str) -> CalibrationError:
    return CalibrationError(f'"{name}" {words}', field=name)


def _key(data: Mapping[str, Any], name: str, other: str) -> str:
    """Which of two equivalent names a record uses."""
    if name not in data and other not in data:
        raise _wrong(name, "is missing")
    return name if name in data else other


def _words(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _probability(value: Any, name: str) -> float:
    # `not 0 <= nan` is true: what is not a number is refused here too.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise _wrong(name, f"must be a number from 0 to 1, not {value!r}")
    return float(value)


def _binary(predicted: Any, outcome: Any, names: tuple[str, str]) -> tuple[tuple[float, ...], int]:
    probability = _probability(predicted, names[0])
    if not isinstance(outcome, int | float) or outcome not in (0, 1):
        raise _wrong(names[1], f"must be 0 or 1, not {outcome!r}")
    return (probability, 1.0 - probability), BINARY.index("true" if outcome else "false")


def _stance(predicted: Mapping[str, Any], outcome: Any, names: tuple[str, str]) -> tuple[tuple[float, ...], int]:
    if set(predicted) != set(STANCES):
        raise _wrong(names[0], f"must have {', '.join(STANCES)}, not {', '.join(map(str, predicted))}")
    scores = tuple(_probability(predicted[name], names[0]) for name in STANCES)
    if outcome not in STANCES:
        raise _wrong(names[1], f"must be one of {', '.join(STANCES)}, not {outcome!r}")
    if abs(sum(scores) - 1.0) > 0.01:
        raise _wrong(names[0], f"must hold probabilities that sum to 1, not {sum(scores):g}")
    return scores, STANCES.index(outcome)


def samples_by_source(content: bytes) -> dict[str, list[Sample]]:
    """The samples of a JSON Lines file by source, in order.

    Raises:
        CalibrationError: the file is empty or too large, or a line is wrong.
    """
    if len(content) > MAX_SAMPLE_BYTES:
        raise CalibrationError(f"the file has {len(content)} bytes; the limit is {MAX_SAMPLE_BYTES}")
    found: dict[str, list[Sample]] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            source, sample = sample_of(json.loads(line))
        except CalibrationError as exc:
            raise CalibrationError(f"line {number}: {exc}") from exc
        except (ValueError, RecursionError) as exc:
            raise CalibrationError(f"line {number} is not JSON: {exc}") from exc
        found.setdefault(source, []).append(sample)
    if not found:
        raise CalibrationError("there are no samples in it")
    return found


def check_kind(source: str, samples: Sequence[Sample], known: int | None) -> None:
    """Raise if a source mixes plain probabilities with stances; `known` is its number of classes so far."""
    kinds = {len(sample.scores) for sample in samples} | ({known} if known else set())
    if len(kinds) > 1:
        raise CalibrationError(f"{source}: plain probabilities and stances (three probabilities) cannot be one source")
