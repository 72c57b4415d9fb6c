"""Runs code in pydantic-monty, a Python interpreter of its own: no file, no network, exact limits (D10).

In: code and named values. Out: its last expression's value. Monty runs in a process of its own, which has no way to a
file, a clock, an address or this process; a crash of it is an error here. The same code with the same values gives the
same result, so results are remembered; failures are not.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

from tadori.errors import CodeFailed, CodeRefused, MissingExtra
from tadori.minds.sandbox.results import check_call, plain_value
from tadori.model.code_thresholds import CODE_DEPTH, CODE_MEMORY, CODE_PATIENCE, CODE_SECONDS, PRINTED_BYTES
from tadori.model.computation import CodeResult, CodeRunner
from tadori.model.doors import CodeValue

NEEDED: Final = "calculating needs the sandbox for code: pip install 'tadori[coding]'"
_REMEMBERED: Final = 256
_REASONS: Final = (
    ("TimeoutError", "it ran too long"),
    ("MemoryError", "it used too much memory, or printed too much"),
    ("RecursionError", "its functions call each other too deep"),
    ("PermissionError", "it asks for a file or for the system"),
    ("ModuleNotFoundError", "it imports what there is not"),
    ("ImportError", "it imports what there is not"),
    ("NameError", "it uses a name that there is not"),
    ("ZeroDivisionError", "it divides by zero"),
    ("OverflowError", "a number in it is too large"),
    ("NotImplementedError", "it uses a part of Python that the sandbox does not have"),
)
"""What kind of exception it ended in, in our words: its own words may hold anything."""


class MontySandbox:
    """Implements `CodeSandbox`. Safe to use from several threads."""

    runner: CodeRunner = CodeRunner.MONTY

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], CodeResult] = OrderedDict()

    def run(self, code: str, inputs: Mapping[str, CodeValue]) -> CodeResult:
        """See `CodeSandbox`. Raises `MissingExtra` where monty is not installed."""
        check_call(code, inputs)
        key = (code, repr(sorted(inputs.items())))
        if (known := self._known.get(key)) is not None:
            return known
        value, printed = _in_monty(code, dict(inputs))
        result = CodeResult(value=plain_value(value), printed=printed)
        self._known[key] = result
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return result


def _in_monty(code: str, inputs: dict[str, Any]) -> tuple[Any, str]:
    """The code's value and what it printed. Raises `CodeFailed`, `CodeRefused`."""
    try:
        import pydantic_monty as monty  # lazy: an extra, and few commands need it
    except ImportError as exc:
        raise MissingExtra(NEEDED) from exc
    printed = monty.CollectString(max_bytes=PRINTED_BYTES)
    limits = monty.ResourceLimits(
        max_feed_duration_secs=CODE_SECONDS,
        max_turn_duration_secs=CODE_SECONDS,
        max_memory=CODE_MEMORY,
        max_recursion_depth=CODE_DEPTH,
        max_suspensions=1,
        max_total_sleep_secs=0.0,
    )
    policy = monty.OSPolicy(sleep="zero", process_time="zero", random_start={"seed": 0}, datetime="call_host")
    try:
        with (
            monty.Monty(max_processes=1, request_timeout=CODE_PATIENCE) as pool,
            pool.checkout(limits=limits, os_policy=policy, assert_message_annotations=False) as session,
        ):
            value = session.feed_run(code, inputs=inputs or None, print_callback=printed)
    except FileNotFoundError as exc:  # the interpreter itself: the code sees no files
        raise MissingExtra(NEEDED) from exc
    except monty.MontySyntaxError as exc:
        raise CodeRefused("the sandbox cannot read it as Python") from exc
    except monty.MontyCrashedError as exc:
        raise CodeFailed("it ran too long, or broke the sandbox's process") from exc
    except monty.MontyConversionError as exc:
        raise CodeRefused("a value cannot go into the sandbox or come out of it") from exc
    except monty.MontyError as exc:
        raise CodeFailed(_reason(exc)) from None  # its words are the code's
    return value, printed.output


def _reason(error: Any) -> str:
    kind = type(error.exception()).__name__
    return dict(_REASONS).get(kind, "it ends in an error")
