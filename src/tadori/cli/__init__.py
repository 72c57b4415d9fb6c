"""The command line. Commands are loaded when they are called, so that `tadori --help` costs nothing.

Every command parses, calls `tadori.app` and prints: data on stdout, progress and errors on stderr.
"""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> None:
    """Run the program and exit with its code."""
    from tadori.cli.root import run

    sys.exit(run(sys.argv[1:] if argv is None else list(argv)))
