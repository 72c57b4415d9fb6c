"""Code that must not do what it wants: each attempt ends with a reason of ours, at once or at its limit."""

import sys
import time
from typing import Any

import pytest

from tadori.errors import CodeFailed, CodeRefused, MissingExtra
from tadori.minds.sandbox.python import MontySandbox
from tadori.model.code_thresholds import CODE_PATIENCE, LONGEST_CODE, MOST_INPUTS
from tadori.model.computation import CodeRunner

SYSTEM = "it asks for a file or for the system"
ABSENT = "it imports what there is not"
UNKNOWN = "it uses a name that there is not"
MEMORY = "it used too much memory, or printed too much"
TOO_LONG = "it ran too long"
DEEP = "its functions call each other too deep"
ERROR = "it ends in an error"
NO_YIELD = "it uses a part of Python that the sandbox does not have"
NO_DATA = "the result is nothing that JSON can hold: a number without a value, too long, or no data"
NOT_READ = "the sandbox cannot read it as Python"


@pytest.fixture(scope="module")
def sandbox() -> MontySandbox:
    return MontySandbox()


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("open('/etc/passwd').read()", SYSTEM),
        ("open('/tmp/x', 'w').write('x')", SYSTEM),
        ("import pathlib\npathlib.Path('/etc/passwd').read_text()", SYSTEM),
        ("import os\nos.listdir('/')", SYSTEM),
        ("import os\nos.system('id')", ERROR),
        ("import os\nos.environ['PATH']", ERROR),
        ("import os\nos.fork()", ERROR),
        ("import socket", ABSENT),
        ("import subprocess", ABSENT),
        ("import ctypes", ABSENT),
        ("import importlib", ABSENT),
        ("__import__('os')", UNKNOWN),
        ("globals()", UNKNOWN),
        ("input()", UNKNOWN),
        ("().__class__.__bases__[0].__subclasses__()", ERROR),
        ("getattr((), '__cl' + 'ass__')", ERROR),
        ("(lambda: 0).__globals__", ERROR),
        ("import time\ntime.time()", ERROR),
        ("while True: pass", TOO_LONG),
        ("sum(range(10**9))", TOO_LONG),
        ("10**10**9", MEMORY),
        ("[0] * 10**9", MEMORY),
        ("'a' * 10**9", MEMORY),
        ("'%s' % (10**9 * 'a')", MEMORY),
        ("f'{1:>1000000000}'", MEMORY),
        ("x = []\nwhile True: x.append(x[:])", MEMORY),
        ("sum(n for n in iter(int, 1))", MEMORY),
        ("list(range(10**9))", MEMORY),
        ("def f(n): return f(n + 1)\nf(0)", DEEP),
        ("print('x' * 10_000_000)", MEMORY),
        ("for n in range(10**6): print(n)", MEMORY),
        ("def g():\n    while True:\n        yield 1\nlist(g())", NO_YIELD),
        ("1 / 0", "it divides by zero"),
    ],
)
def test_code_that_reaches_out_or_never_ends_fails_with_a_reason(sandbox: MontySandbox, code: str, reason: str) -> None:
    begun = time.monotonic()
    with pytest.raises(CodeFailed) as failed:
        sandbox.run(code, {})
    assert str(failed.value) == reason
    assert time.monotonic() - begun < CODE_PATIENCE + 5


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("float('nan')", NO_DATA),
        ("float('inf')", NO_DATA),
        ("[1, [2, float('-inf')]]", NO_DATA),
        ("2**5000", NO_DATA),
        ("pow(3, 10**5)", NO_DATA),
        ("'x' * 7000", NO_DATA),
        ("{1, 2}", NO_DATA),
        ("b'x'", NO_DATA),
        ("1j", NO_DATA),
        ("{1: 2}", NO_DATA),
        ("[0] * 2000", "the result has too many parts, or is nested too deep"),
        ("[[[[[[[[[[1]]]]]]]]]]", "the result has too many parts, or is nested too deep"),
        ("x = 1", "the code gives nothing: its last line must be the result"),
        ("print(3)", "the code gives nothing: its last line must be the result"),
        ("", "there is no code"),
        ("1 +", NOT_READ),
        ("[" * 500 + "]" * 500, NOT_READ),
        ("1" + " " * LONGEST_CODE, f"the code has {LONGEST_CODE + 1} characters; at most {LONGEST_CODE} are run"),
        ("1 #\u200b", "the code holds invisible characters"),
        ("1 #\u202e", "the code holds invisible characters"),
    ],
)
def test_a_result_or_code_that_nobody_can_use_is_refused(sandbox: MontySandbox, code: str, reason: str) -> None:
    with pytest.raises((CodeRefused, CodeFailed)) as refused:
        sandbox.run(code, {})
    assert str(refused.value) == reason


@pytest.mark.req("D10")
def test_what_an_exception_says_never_leaves_the_sandbox(sandbox: MontySandbox) -> None:
    with pytest.raises(CodeFailed) as failed:
        sandbox.run("raise ValueError('the secret is ' + secret)", {"secret": "合言葉"})
    assert str(failed.value) == ERROR
    assert failed.value.__cause__ is None
    assert failed.value.__suppress_context__ is True


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "inputs", "value"),
    [
        ("(b - a) / a * 100", {"a": 1284, "b": 1510}, 17.601246105919003),
        ("a + 'です'", {"a": "日本語の文"}, "日本語の文です"),
        ("len(a)", {"a": "発電量は1,284MWh"}, 12),
        ("é = 3\né + a", {"a": 1}, 4),
        ("合計 = sum(a)\n合計", {"a": [1, 2, 3]}, 6),
        ("[[a, [2, (3,)]], {'x': True}]", {"a": 1.5}, [[1.5, [2, [3]]], {"x": True}]),
        ("import math\nmath.sqrt(a)", {"a": 2}, 1.4142135623730951),
        ("10**99", {}, 10**99),
    ],
)
def test_values_go_in_and_come_out_as_json_holds_them(
    sandbox: MontySandbox, code: str, inputs: dict[str, Any], value: object
) -> None:
    assert sandbox.run(code, inputs).value == value


def test_the_same_code_over_the_same_numbers_gives_the_same_result_even_by_chance(sandbox: MontySandbox) -> None:
    code = "import random\n[random.random(), random.randint(1, 6)]"
    assert MontySandbox().run(code, {}) == MontySandbox().run(code, {})
    assert sandbox.runner is CodeRunner.MONTY


def test_what_is_printed_is_kept_in_bounds(sandbox: MontySandbox) -> None:
    assert sandbox.run("print('発電量', a)\na", {"a": 3}).printed == "発電量 3\n"


def test_a_run_leaves_nothing_for_the_next_one(sandbox: MontySandbox) -> None:
    assert sandbox.run("kept = a\nkept", {"a": 1}).value == 1
    with pytest.raises(CodeFailed, match="a name that there is not"):
        sandbox.run("kept", {})


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"a b": 1}, "an input has a name that is none"),
        ({"値": 1}, "an input has a name that is none"),
        (
            {f"n{n}": n for n in range(MOST_INPUTS + 1)},
            f"there are {MOST_INPUTS + 1} inputs; at most {MOST_INPUTS} are given",
        ),
        ({"a": float("nan")}, NO_DATA),
    ],
)
def test_inputs_are_bounded_too(sandbox: MontySandbox, inputs: dict[str, Any], reason: str) -> None:
    with pytest.raises(CodeRefused) as refused:
        sandbox.run("1", inputs)
    assert str(refused.value) == reason


def test_where_the_extra_is_missing_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydantic_monty", None)  # as where it is not installed
    with pytest.raises(MissingExtra, match=r"pip install 'tadori\[coding\]'"):
        MontySandbox().run("1", {})
