"""A web server that a signal ends in order: what it served is closed by whoever started it, then the program ends.

uvicorn raises a signal anew as soon as it has ended itself, which would cut that closing off.
"""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn


class WebServer(uvicorn.Server):
    """Runs until a signal comes; `exit_code` then tells which."""

    exit_code = 0

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.exit_code = 128 + sig
        # Calls that are cut off now are no faults, and the libraries would tell each with its trace.
        logging.disable(logging.CRITICAL)
        super().handle_exit(sig, frame)
