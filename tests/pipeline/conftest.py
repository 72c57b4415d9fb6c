"""What holds for every test here: engines of the little web are given time."""

import pytest


@pytest.fixture(autouse=True)
def _patience(patient_engines: None) -> None:
    """Who tests the limit itself sets it."""
