"""What holds for every test: the same examples in every run, no clock on them, a second try for programs not ours."""

import gc
import os
from collections.abc import Iterator

import pytest
from _pytest.unraisableexception import collect_unraisable
from hypothesis import HealthCheck, settings

from tadori.settings import EngineSettings
from tests.environment import ONE_THREAD

pytest_plugins = ["tests.groups", "tests.migrated", "tests.shared_parts", "tests.unsteady"]

# Before anything imports numpy, which reads it once; programs that tests start inherit it.
os.environ.update(ONE_THREAD)  # noqa: TID251

# Tens of thousands of objects are made by collecting, and none of them is garbage.
gc.disable()

# A run that fails must fail again: examples are drawn from the test itself, not anew, and a busy machine is no failure.
settings.register_profile(
    "steady", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
# `./run test --hypothesis-profile=hunt` draws new ones, and more of them.
settings.register_profile("hunt", settings.get_profile("steady"), derandomize=False, max_examples=400, print_blob=True)
settings.load_profile("steady")


@pytest.fixture
def patient_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines of the little web are given a minute to answer, as they share two cores with everything else.

    A limit of four seconds is right on the web, and in a test it would measure the machine.
    """
    monkeypatch.setattr("tadori.pipeline.engines.engine_turn.ENGINE_TIMEOUT_LEAST", 60.0)
    monkeypatch.setattr("tadori.pipeline.engines.engine_turn.ENGINE_TIMEOUT_MOST", 60.0)
    defaults = EngineSettings.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "timeout", 300)


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not walk through it after every file."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """What a file leaves open fails its own last test, and not one of a later file, wherever the collector ran then."""
    yield
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        collect_unraisable(item.config)
        gc.freeze()  # models and caches that the next files use too
