"""Documents to search, and a desk over them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.mcp.world import Desk, write_documents
from tests.mcp.world import desk as desk_at


@pytest.fixture(autouse=True)
def _patience(patient_engines: None) -> None:
    """Engines of the little web are given time."""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return write_documents(tmp_path / "documents")


@pytest.fixture
async def desk(tmp_path: Path, library: Path) -> AsyncIterator[Desk]:
    async with desk_at(tmp_path / "home", library) as opened:
        yield opened
