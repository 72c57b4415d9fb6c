"""The progress of a running task: a live view on a terminal, plain lines elsewhere. Events in; writes to stderr only.

The first line appears before anything heavy is imported. Ctrl-C, SIGTERM and SIGHUP end the process at once: every
finished step is already stored, so stopping is the same as crashing, and `tadori resume` continues.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol, TextIO

from tadori import events as ev
from tadori.cli.event_lines import event_line
from tadori.cli.signals import exit_message, signals_handled_by
from tadori.events import Event
from tadori.model.printable import printable, unfiltered


class ProgressView(Protocol):
    """Shows the events of a run to a person."""

    def started(self, task_id: str) -> None: ...

    def show(self, event: Event) -> None: ...

    def close(self) -> None:
        """Stop writing to the stream. The signal handlers stay until the block ends."""


@contextmanager
def progress_view(stream: TextIO) -> Iterator[ProgressView]:
    """A view on `stream` inside the block, which also handles Ctrl-C and terminating signals."""
    view = _Live(stream) if stream.isatty() else _Plain(stream)
    with signals_handled_by(view.interrupted):
        view.open()
        try:
            yield view
        finally:
            view.close()


class _Plain:
    """One line for each event worth showing, for logs and pipes."""

    terminal_reset = ""
    """Written first when a signal ends the program: the control codes that make the terminal usable again."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.task_id = ""
        self.parts_lost: Counter[str] = Counter()

    def open(self) -> None:
        self.write("tadori: starting / 準備しています")

    def close(self) -> None:
        self.stream.flush()

    def write(self, line: str) -> None:
        self.stream.write(line + "\n")
        self.stream.flush()

    def started(self, task_id: str) -> None:
        self.task_id = task_id
        self.write(f"task {task_id}")

    def show(self, event: Event) -> None:
        if isinstance(event, ev.PartLost):
            # Forty pages of one site may lose the same part: the first is shown, and the report counts them all.
            self.parts_lost[event.reason] += 1
            if self.parts_lost[event.reason] > 1:
                return
        line = event_line(event)
        if line is not None:
            self.write(line)

    def interrupted(self, signal_number: int, _frame: FrameType | None) -> None:
        """Print how to resume, and exit.

        The signal may have interrupted a write, and the code that holds a lock of the stream or of the view will never
        release it: only the file descriptor is safe to use here.
        """
        try:
            message = f"{self.terminal_reset}\n{exit_message(signal_number)}"
            if self.task_id:
                message += f" Nothing is lost; go on with: tadori resume {self.task_id}"
            os.write(self.stream.fileno(), (message + "\n").encode())
        finally:
            os._exit(128 + signal_number)


class _Live(_Plain):
    """The same events as a small table that is redrawn in place."""

    terminal_reset = "\x1b[?25h"  # show the cursor again

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.counts: Counter[str] = Counter()
        self.now = "準備しています / starting"
        self.recent: list[str] = []
        self.live: Any = None

    def open(self) -> None:
        from rich.console import Console  # lazy: rich is only needed on a terminal
        from rich.live import Live  # lazy: as above

        self.live = Live(
            self.table(),
            console=Console(file=unfiltered(self.stream)),
            refresh_per_second=8,
            transient=True,
            # Other output must keep passing through the filter of the streams (`PrintableStream`).
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self.live.start()

    def close(self) -> None:
        if self.live is not None:
            self.live.stop()
            self.live = None

    def write(self, line: str) -> None:
        self.now = line
        self.update()

    def show(self, event: Event) -> None:
        self.counts[event.kind] += 1
        line = event_line(event)
        if line is None:
            return
        if isinstance(event, ev.DocumentIndexed | ev.PageRead):
            self.now = line
        else:
            self.recent = [*self.recent, line][-7:]
        self.update()

    def update(self) -> None:
        if self.live is not None:
            self.live.update(self.table())

    def table(self) -> Any:
        from rich.console import Group  # lazy: as above
        from rich.spinner import Spinner  # lazy: as above
        from rich.text import Text  # lazy: as above

        head = Text()
        head.append("辿 tadori ", style="bold")
        head.append(self.task_id, style="dim")
        counts = Text(
            f"queries {self.counts['query_made']}   pages {self.counts['page_read']}   "
            f"lost {self.counts['page_lost']}   weighed {self.counts['claims_weighed']}",
            style="cyan",
        )
        # rich writes past the stream's filter, for its cursor moves: each text is made printable here.
        lines = [Text(f"  {printable(x)}", style="dim", overflow="ellipsis", no_wrap=True) for x in self.recent]
        now = Text(f" {printable(self.now)}", overflow="ellipsis", no_wrap=True)
        return Group(head, counts, *lines, Spinner("dots", now))
