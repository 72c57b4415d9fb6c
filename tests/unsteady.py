"""A second try for tests that drive a program whose timing is not ours, and a line at the end that names each of them.

A test says so itself: `@pytest.mark.drives("chromium")`. Only the programs of `PROGRAMS` are known; any other test has
one try. Before the second try everything is torn down, whatever its scope, so that it finds nothing of the first.
Decision 012 says why. It is a plugin of pytest, loaded by `conftest.py`.
"""

import gc
import sys
from collections.abc import Sequence
from typing import Final

import pytest
from _pytest.runner import call_and_report
from _pytest.unraisableexception import unraisable_exceptions

PROGRAMS: Final = frozenset({"chromium", "tor", "window"})
FIRST_FAILURE: Final = "first_failure"
"""The property of a report that says how the first try failed; it comes through from a worker process too.

A test that tries a part of itself again records it with `record_property`: no second try is silent."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Told(), "unsteady-told")


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("drives"):
            if len(mark.args) != 1 or mark.args[0] not in PROGRAMS:
                raise pytest.UsageError(f"{item.nodeid}: drives{mark.args}: name one of {', '.join(sorted(PROGRAMS))}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if item.get_closest_marker("drives") is None or not isinstance(item, pytest.Function):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = _try(item, nextitem, again=True)
    failed = [report for report in reports if report.failed and report.when != "teardown"]
    if failed:
        _forget(item.config)
        item._initrequest()
        reports = _try(item, nextitem, again=False)
        reports[-1].user_properties.append((FIRST_FAILURE, failed[0].longreprtext))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _try(item: pytest.Function, nextitem: pytest.Item | None, *, again: bool) -> list[pytest.TestReport]:
    """One try; after a failure nothing is kept for the next test when there is to be another."""
    reports = [call_and_report(item, "setup", log=False)]
    if reports[0].passed:
        reports.append(call_and_report(item, "call", log=False))
    kept = None if again and any(report.failed for report in reports) else nextitem
    reports.append(call_and_report(item, "teardown", log=False, nextitem=kept))
    return reports


def _forget(config: pytest.Config) -> None:
    """What the first try left open goes with it: it failed, and is told, and what comes after it is not to blame."""
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        vars(sys).pop(name, None)
    gc.collect()
    config.stash[unraisable_exceptions].clear()


class _Told:
    """How the first try of each unsteady test failed, by its name."""

    def __init__(self) -> None:
        self.first_failures: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == FIRST_FAILURE:
                told = self.first_failures.setdefault(report.nodeid, [])
                told += [str(value)] if str(value) not in told else []

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name, words in self.first_failures.items():
            terminalreporter.section(f"first try of {name}", sep="_")
            terminalreporter.write_line("\n".join(words))
        for name in self.first_failures:
            terminalreporter.write_line(f"unsteady: {name}")
