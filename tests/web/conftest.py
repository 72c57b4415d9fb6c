"""A running little web for the tests of the little web; each test finds it as if nobody had come before."""

from collections.abc import Iterator

import pytest

from tests.web.little_web import LittleWeb


@pytest.fixture(scope="package")
def running() -> Iterator[LittleWeb]:
    with LittleWeb(scale=0.02) as web:
        yield web


@pytest.fixture
def web(running: LittleWeb) -> LittleWeb:
    running.clear()
    return running
