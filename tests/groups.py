"""Which tests run in one process, and in which order: a pytest plugin.

A file always runs in one process, since its tests share what its fixtures started. All files that drive a browser, a
window or Tor run in one process, too, one after the other: they mostly wait, and two of them at once would make each
other late. That process begins with them; the others begin with the files that have slow tests. The end is short
tests, so that no process waits long for another.
"""

from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest
from xdist.scheduler import LoadFileScheduling

PROGRAMS: Final = "programs that tests drive"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    driving = {item.path for item in items if item.get_closest_marker("drives") is not None}
    slow = Counter(item.path for item in items if item.get_closest_marker("slow") is not None)
    items.sort(key=lambda item: (item.path not in driving, -slow[item.path]))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "ByFileAndProgram":
    return ByFileAndProgram(config, log)


class ByFileAndProgram(LoadFileScheduling):  # type: ignore[misc]  # the library has no types
    """Hands out files, and those that drive a program together."""

    @cached_property
    def _driving(self) -> set[str]:
        # The process that hands out collects nothing and knows names only; what drives a program says so in its file.
        root: Path = self.config.rootpath
        files = (root / "tests").rglob("test_*.py")
        said = (file for file in files if "mark.drives(" in file.read_text(encoding="utf-8"))
        return {file.relative_to(root).as_posix() for file in said}

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return PROGRAMS if file in self._driving else file
