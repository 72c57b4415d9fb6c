"""The command line. A command's module is imported when the command is called, so that `tadori --help` is fast.

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
        from tadori.cli.root import run  # lazy: Ctrl-C while importing is answered below
        from tadori.cli.signals import install_exit_handlers  # lazy: as above

        install_exit_handlers()
        code = run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        os.write(2, b"\ntadori: interrupted.\n")
        code = 130
    # All output is written. Ctrl-C from here on exits at once with the code already decided; at its very end the
    # interpreter restores the default handlers, and Ctrl-C would then report a finished program as killed.
    signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(code))
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)


def _open_closed_streams() -> None:
    """Open standard streams that the caller has closed on the null device.

    Otherwise the next file opened would get descriptor 0, 1 or 2, and printed output would be written into that file.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
