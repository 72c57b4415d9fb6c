"""Runs a calculation over quoted numbers and says what its result is a value of (D10).

In: a sandbox, code in its one form, and the numbers that go in. Out: the result as it is printed, with its unit. Units
are found by trying: where all inputs in MWh are doubled and the result doubles, it is in MWh; where it stays, it has no
unit; where neither, things of different units were added, and nothing is printed. 100 has the unit %.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from typing import Final

from tadori.errors import CodeFailed, CodeRefused
from tadori.model.code_thresholds import (
    LARGEST_EXPONENT,
    LARGEST_INPUT,
    PERTURBED_BY,
    SAME_EXPONENT,
    SAME_VALUE,
    SCALED_BY,
    SHOWN_DIGITS,
    SMALLEST_RESULT,
)
from tadori.model.doors import CodeSandbox
from tadori.text.code_form import HUNDRED, INPUT_NAMES, has_hundred, with_hundred
from tadori.text.operand_numbers import PERCENT, WrittenNumber

_SHARE: Final = "share 1"
_POINTS: Final = "percentage points"
_POINTS_JA: Final = "ポイント"
_EXPONENTS: Final = {1: "", 2: "²", 3: "³"}


def computed_result(sandbox: CodeSandbox, code: str, numbers: Sequence[WrittenNumber], *, japanese: bool) -> str:
    """The result as printed: `= 226 MWh`, `≈ 17.6 %`.

    Raises:
        CodeRefused: the result is no number, or the units do not go together.
        CodeFailed: the code ended in an error or a limit.
    """
    value = _value(sandbox, code, numbers, {})
    _check_dependence(sandbox, code, numbers, value)
    exponents = {kind: _exponent(sandbox, code, numbers, value, kind) for kind in _kinds(code, numbers)}
    if any(exponent != 1 and kind.startswith("temperature") for kind, exponent in exponents.items()):
        raise CodeRefused("temperatures are multiplied or divided")  # 12 °C is not twice 6 °C
    exponents = {kind: exponent for kind, exponent in exponents.items() if exponent}
    unit = _unit(sandbox, code, numbers, value, exponents, japanese=japanese)
    number, exact = _shown(value)
    sign = "=" if exact and not any(one.approximate for one in numbers) else "≈"
    return f"{sign} {_with_unit(number, unit)}"


def _value(
    sandbox: CodeSandbox,
    code: str,
    numbers: Sequence[WrittenNumber],
    scaled: Mapping[str, int],
    *,
    shift: Mapping[str, int] | None = None,
) -> float | int:
    """The result, with inputs of some kinds multiplied, or raised by a number."""
    moved = shift or {}
    inputs = {
        name: _plain(one.value * scaled.get(one.kind, 1) + moved.get(one.kind, 0))
        for name, one in zip(INPUT_NAMES, numbers, strict=False)
    }
    factor = scaled.get(_SHARE, 1)
    value = sandbox.run(code if factor == 1 else with_hundred(code, HUNDRED * factor), inputs).value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise CodeRefused("the result is no number")
    if abs(value) >= LARGEST_INPUT or (value and abs(value) < SMALLEST_RESULT):
        raise CodeRefused("the result is too large or too near to zero to be printed")
    return value


def _check_dependence(sandbox: CodeSandbox, code: str, numbers: Sequence[WrittenNumber], value: float) -> None:
    """Raises `CodeRefused` where an input changes nothing: what is said to come from it would come from elsewhere."""
    for at in range(len(numbers)):
        if not any(_changes(sandbox, code, numbers, value, at, factor) for factor in PERTURBED_BY):
            raise CodeRefused(f"the result does not depend on the input {INPUT_NAMES[at]}")


def _changes(
    sandbox: CodeSandbox, code: str, numbers: Sequence[WrittenNumber], value: float, at: int, factor: int
) -> bool:
    moved = [replace(one, value=one.value * factor + factor) if at == n else one for n, one in enumerate(numbers)]
    try:
        return _value(sandbox, code, moved, {}) != value
    except (CodeRefused, CodeFailed):
        return True  # out of the range of what it calculates: it does depend on it


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _kinds(code: str, numbers: Sequence[WrittenNumber]) -> list[str]:
    """The kinds of units that go in, each once."""
    kinds = [one.kind for one in numbers if one.kind]
    return list(dict.fromkeys([*kinds, *([_SHARE] if has_hundred(code) else [])]))


def _exponent(sandbox: CodeSandbox, code: str, numbers: Sequence[WrittenNumber], value: float, kind: str) -> int:
    """With which power of the unit `kind` the result grows; 0 where it does not.

    Raises `CodeRefused` where it grows with none: 5 km + 300 m, 12 % + 40 people.
    """
    if value == 0:
        return 0  # nought of anything
    found: set[int] = set()
    for factor in SCALED_BY:
        again = _value(sandbox, code, numbers, {kind: factor})
        power = math.log(again / value, factor) if again / value > 0 else math.inf
        if not math.isfinite(power) or abs(power - round(power)) > SAME_EXPONENT:
            raise CodeRefused("things of different units are added or compared, or a plain number is added to a unit")
        found.add(round(power))
    if len(found) != 1 or abs(exponent := found.pop()) > LARGEST_EXPONENT:
        raise CodeRefused("the result has no unit that can be said")
    return exponent


def _unit(
    sandbox: CodeSandbox,
    code: str,
    numbers: Sequence[WrittenNumber],
    value: float,
    exponents: Mapping[str, int],
    *,
    japanese: bool,
) -> str:
    """The unit of the result in words; empty where it has none."""
    written = {one.kind: one.unit for one in reversed(numbers) if one.kind}
    if _SHARE in exponents:
        if dict(exponents) != {_SHARE: 1}:
            raise CodeRefused("per cent and another unit are multiplied: divide a per cent by 100 first")
        moved = _value(sandbox, code, numbers, {}, shift={_SHARE: 1})
        is_difference = _SHARE in written and abs(moved - value) <= SAME_VALUE * abs(value)
        points = _POINTS_JA if japanese else _POINTS
        return points if is_difference and not has_hundred(code) else PERCENT
    above = [_powered(written[kind], power) for kind, power in exponents.items() if power > 0]
    below = [_powered(written[kind], -power) for kind, power in exponents.items() if power < 0]
    return "/".join(["·".join(above) or "1", *below]) if below else "·".join(above)


def _powered(unit: str, power: int) -> str:
    if power > 1 and unit[-1:] in "²³0123456789":
        raise CodeRefused("the result has no unit that can be said")
    return unit + _EXPONENTS[power]


def _shown(value: float | int) -> tuple[str, bool]:
    """The number as printed, and whether that is its whole value."""
    exact = Decimal(value) if isinstance(value, int) else Decimal(repr(value))
    before = max(exact.adjusted() + 1, 1) if exact and abs(exact) >= 1 else exact.adjusted() + 1 if exact else 1
    places = max(SHOWN_DIGITS - before, 0)
    rounded = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    text = f"{rounded:,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if rounded == 0:
        return "0", exact == 0
    return text.replace("-", "−"), abs(rounded - exact) <= Decimal(SAME_VALUE) * abs(exact)


def _with_unit(number: str, unit: str) -> str:
    """`$12.50` before, 円 right behind, `MWh` behind a space."""
    if not unit:
        return number
    if unit in ("US$", "$", "¥", "€", "£"):
        return number.replace("−", f"−{unit}") if number.startswith("−") else unit + number
    return f"{number} {unit}" if unit[0].isascii() or unit[0] in "°µμ·" else number + unit
