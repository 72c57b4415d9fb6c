"""What holds for every test here: engines of the little web are given time, and a file's tests share one web."""

from collections.abc import Iterator

import pytest

from tests.web.little_web import LittleWeb


@pytest.fixture(autouse=True)
def _patience(patient_engines: None) -> None:
    """Who tests the limit itself sets it."""


@pytest.fixture(scope="module")
def served() -> Iterator[LittleWeb]:
    """The little web, started once a file."""
    with LittleWeb(scale=0.02) as web:
        yield web


@pytest.fixture
def web(served: LittleWeb) -> LittleWeb:
    """The file's web, with nothing asked of it so far."""
    served.clear()
    return served
