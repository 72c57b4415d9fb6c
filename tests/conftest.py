"""What holds for every test: the same examples in every run, no clock on them, a second try for programs not ours."""

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.unsteady"]

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
    monkeypatch.setattr("tadori.run.engine_turn.SHORTEST", 60.0)
    monkeypatch.setattr("tadori.run.engine_turn.LONGEST", 60.0)
