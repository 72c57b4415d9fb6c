"""The command line. Commands are loaded when they are called, so that `tadori --help` costs nothing.

Every command parses, calls `tadori.service` and prints: data on stdout, progress and errors on stderr.
"""

import atexit
import os
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> None:
    """Run the program and exit with its code. Ctrl-C is 130 at any moment, also while modules are being loaded."""
    _open_closed_streams()
    try:
        from tadori.cli.root import run
        from tadori.cli.signals import install_exit_handlers

        install_exit_handlers()
        code = run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        os.write(2, b"\ntadori: interrupted.\n")
        code = 130
    # All is done and said; who is in a hurry now need not wait for the interpreter to tidy up. At its very end it takes
    # our handlers away, and Ctrl-C would kill a program that has done its work.
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(code))
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def _open_closed_streams() -> None:
    """Give stdin, stdout and stderr that the caller has closed a place to lead to: nowhere.

    Else the next file that is opened would get the number of a stream, and what is said would be written into it.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
