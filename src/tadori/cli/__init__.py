"""The command line. Commands are loaded when they are called, so that `tadori --help` costs nothing.

Every command parses, calls `tadori.app` and prints: data on stdout, progress and errors on stderr.
"""

import atexit
import os
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> None:
    """Run the program and exit with its code. Ctrl-C is 130 at any moment, also while modules are being loaded."""
    try:
        from tadori.cli.root import run

        code = run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        os.write(2, b"\ntadori: interrupted.\n")
        code = 130
    # All is done and said; who is in a hurry now need not wait for the interpreter to tidy up. At its very end it takes
    # our handlers away, and Ctrl-C would kill a program that has done its work.
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(code))
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
