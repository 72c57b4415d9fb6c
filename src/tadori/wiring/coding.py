"""Builds what calculates for a task: the sandbox, CPython where it is allowed, a language model (D10)."""

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tadori.minds.sandbox.confined import ConfinedPython, missing_programs
from tadori.minds.sandbox.python import MontySandbox
from tadori.pipeline.coding import Coding

if TYPE_CHECKING:
    from tadori.model.doors import InThread
    from tadori.pipeline.model_workers import ModelWorkers
    from tadori.settings import Settings


@lru_cache(maxsize=1)
def code_sandbox() -> MontySandbox:
    """The sandbox of this process; nothing is started before code is run."""
    return MontySandbox()


def is_sandbox_installed() -> bool:
    """Whether code can be run at all: the extra `coding` is there."""
    return find_spec("pydantic_monty") is not None


def coding_of(settings: "Settings", workers: "ModelWorkers", in_thread: "InThread") -> Coding:
    """What calculates for the task of `workers`."""
    allowed = settings.coding.cpython and not missing_programs()
    return Coding(
        mind=workers.mind,
        prompts=workers.prompts,
        sandbox=code_sandbox(),
        confined=ConfinedPython() if allowed else None,
        in_thread=in_thread,
    )
