"""Signals that end the program: the message printed, and the exit code (128 plus the signal's number)."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SignalHandler = Callable[[int, FrameType | None], None]
TERMINATING_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
"""Sent besides Ctrl-C by a system shutting down, a service manager, or a terminal being closed."""


def exit_message(number: int) -> str:
    """The last message of a program that a signal ends."""
    return "tadori: interrupted." if number == signal.SIGINT else f"tadori: ended by {signal.Signals(number).name}."


def exit_on_signal(number: int, _frame: FrameType | None) -> None:
    """Print the message and exit at once.

    Writes to the file descriptor: the signal may have arrived in the middle of a write to the stream object.
    """
    try:
        os.write(2, f"\n{exit_message(number)}\n".encode())
    finally:
        os._exit(128 + number)


def install_exit_handlers() -> None:
    """Print a message on terminating signals. Signals the program was started to ignore (`nohup`) stay ignored."""
    for number in TERMINATING_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, exit_on_signal)


@contextmanager
def signals_handled_by(handler: SignalHandler) -> Iterator[None]:
    """Ctrl-C and the terminating signals go to `handler` inside the block. Ignored signals stay ignored."""
    not_ignored = [number for number in TERMINATING_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, handler) for number in (signal.SIGINT, *not_ignored)}
    try:
        yield
    finally:
        for number, before in previous.items():
            signal.signal(number, before)
