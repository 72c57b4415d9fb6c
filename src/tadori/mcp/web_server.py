"""A uvicorn server that shuts down in order on a signal and reports the exit code.

uvicorn re-raises the signal as soon as it has stopped itself, which would end the program before its caller has closed
what the server used. This one only records the signal.
"""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn


class WebServer(uvicorn.Server):
    """Runs until a signal arrives; `exit_code` is then 128 plus its number."""

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
        # Calls interrupted from now on are no errors, but the libraries would log each with a stack trace.
        logging.disable(logging.CRITICAL)
        super().handle_exit(sig, frame)
