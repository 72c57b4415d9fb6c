"""The environment of programs that tests start: their home, where to import from, nothing else of this machine."""

import os
import sys
from pathlib import Path
from typing import Final

ONE_THREAD: Final = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""For each product of matrices: with several processes on few cores the threads of a product spin while they wait for
each other, which took four times the processor time."""


def program_environment(home: Path) -> dict[str, str]:
    """For a program whose data lies in `home`."""
    return {
        "TADORI_HOME": str(home),
        "PATH": os.defpath,
        "PYTHONPATH": os.pathsep.join(sys.path),
        **ONE_THREAD,
    }
