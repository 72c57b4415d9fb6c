"""Documents to search, and a desk over them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.mcp.web_world import calm
from tests.mcp.world import Desk, write_documents
from tests.mcp.world import desk as desk_at
from tests.web.little_web import LittleWeb


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


@pytest.fixture(scope="module")
def small_web() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        web.engines["a"].warm()
        yield web


@pytest.fixture
def web(small_web: LittleWeb) -> LittleWeb:
    return calm(small_web)
