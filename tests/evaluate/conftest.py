"""The program as a function, and a data folder of the public sets' shapes, tiny."""

from pathlib import Path

import pytest

from tests.cli.conftest import Program, home, tadori
from tests.evaluate import tiny

__all__ = ["Program", "home", "tadori"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty data folder; tests put into it what they need."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def stance_data(data: Path) -> Path:
    tiny.stance(data)
    return data
