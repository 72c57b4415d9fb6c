"""Signals that end the program: what is said, and with which exit code (128 and the signal's number)."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SignalHandler = Callable[[int, FrameType | None], None]
TERMINATING_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
"""What asks a program to end, besides Ctrl-C: the system shutting down, a service manager, a terminal being closed."""


def exit_message(number: int) -> str:
    """The words with which the program ends on a signal."""
    return "tadori: interrupted." if number == signal.SIGINT else f"tadori: ended by {signal.Signals(number).name}."


def exit_on_signal(number: int, _frame: FrameType | None) -> None:
    """End at once, with a word. Only the descriptor is safe here: the signal may have come in the middle of a write."""
    try:
        os.write(2, f"\n{exit_message(number)}\n".encode())
    finally:
        os._exit(128 + number)


def install_exit_handlers() -> None:
    """Say a word when the program is asked to end. What it was started to ignore (`nohup`) it goes on ignoring."""
    for number in TERMINATING_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, exit_on_signal)


@contextmanager
def signals_handled_by(handler: SignalHandler) -> Iterator[None]:
    """Ctrl-C and what else ends the program are `handler`'s for the time of the block."""
    wanted = [number for number in TERMINATING_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    previous = {number: signal.signal(number, handler) for number in (signal.SIGINT, *wanted)}
    try:
        yield
    finally:
        for number, before in previous.items():
            signal.signal(number, before)
