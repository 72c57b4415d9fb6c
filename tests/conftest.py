"""What holds for every test: the same examples in every run, no clock on them, a second try for programs not ours."""

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.unsteady"]

# A run that fails must fail again: examples are drawn from the test itself, not anew, and a busy machine is no failure.
settings.register_profile(
    "steady", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
# `./run test --hypothesis-profile=hunt` draws new ones, and more of them.
settings.register_profile("hunt", settings.get_profile("steady"), derandomize=False, max_examples=400, print_blob=True)
settings.load_profile("steady")
