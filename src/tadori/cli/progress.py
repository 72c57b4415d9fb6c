"""How a running task looks: a live view on a terminal, plain lines elsewhere. Reads events, writes stderr only.

The first line appears before anything heavy is imported. Ctrl-C, SIGTERM and SIGHUP end the process at once: everything
gathered is already kept, so stopping is the same as crashing, and `tadori resume` goes on.
"""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol, TextIO, assert_never

from tadori import events as ev
from tadori.cli.signals import exit_message, signals_handled_by
from tadori.events import Event, upkeep
from tadori.model.ids import JA
from tadori.model.printable import one_line, printable, unfiltered


class ProgressView(Protocol):
    """A reader of events."""

    def started(self, task_id: str) -> None: ...

    def show(self, event: Event) -> None: ...

    def close(self) -> None:
        """Leave the stream to others; Ctrl-C is still answered."""


@contextmanager
def progress_view(stream: TextIO) -> Iterator[ProgressView]:
    """A view on `stream` for the time of a run."""
    view = _Live(stream) if stream.isatty() else _Plain(stream)
    with signals_handled_by(view.interrupted):
        view.open()
        try:
            yield view
        finally:
            view.close()


class _Plain:
    """One line an event that matters, for logs and pipes."""

    last_words = ""
    """What puts a terminal right again before the program ends in the middle of anything."""

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
            # Forty pages of one site hide the same menu: once is news, and the report counts them all.
            self.parts_lost[event.reason] += 1
            if self.parts_lost[event.reason] > 1:
                return
        line = event_line(event)
        if line is not None:
            self.write(line)

    def interrupted(self, signal_number: int, _frame: FrameType | None) -> None:
        """Say how to go on, and end. It may have come in the middle of a write to the stream, and whoever holds a
        lock of the stream or of the view will not let go of it any more: only the descriptor is safe to use here."""
        try:
            message = f"{self.last_words}\n{exit_message(signal_number)}"
            if self.task_id:
                message += f" Nothing is lost; go on with: tadori resume {self.task_id}"
            os.write(self.stream.fileno(), (message + "\n").encode())
        finally:
            os._exit(128 + signal_number)


class _Live(_Plain):
    """The same facts as a small table that stays in place."""

    last_words = "\x1b[?25h"  # the cursor comes back

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.counts: Counter[str] = Counter()
        self.now = "準備しています / starting"
        self.recent: list[str] = []
        self.live: Any = None

    def open(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self.live = Live(
            self.table(),
            console=Console(file=unfiltered(self.stream)),
            refresh_per_second=8,
            transient=True,
            # What others print meanwhile passes the filter of the streams, as ever.
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
        from rich.console import Group
        from rich.spinner import Spinner
        from rich.text import Text

        head = Text()
        head.append("辿 tadori ", style="bold")
        head.append(self.task_id, style="dim")
        counts = Text(
            f"queries {self.counts['query_made']}   pages {self.counts['page_read']}   "
            f"lost {self.counts['page_lost']}   weighed {self.counts['claims_weighed']}",
            style="cyan",
        )
        # These lines go past the filter of the stream, with rich's own moves of the cursor.
        lines = [Text(f"  {printable(x)}", style="dim", overflow="ellipsis", no_wrap=True) for x in self.recent]
        now = Text(f" {printable(self.now)}", overflow="ellipsis", no_wrap=True)
        return Group(head, counts, *lines, Spinner("dots", now))


_OfTheWeb = (
    ev.SearchFailed
    | ev.EngineChanged
    | ev.RouteTried
    | ev.CircuitRenewed
    | ev.DomainCooling
    | ev.AuthQueued
    | ev.SourceTraced
    | ev.CitationLoop
    | ev.RegisterRead
)
_OfRounds = ev.GapsFound | ev.RoundDone | ev.ActionChosen | ev.QueryMade | ev.QuerySkipped
_OfTasks = ev.TaskStarted | ev.TaskPaused | ev.TaskResumed | ev.TaskStopped
_OfTemplates = upkeep.TemplateReloaded | upkeep.TemplateRefused | upkeep.TemplateRolledBack
_OfCalibration = (
    upkeep.CalibrationFitted | upkeep.CalibrationSkipped | upkeep.CalibrationDegraded | upkeep.CalibrationRolledBack
)


_HOW_LOST = {"page_lost": "lost", "part_lost": "in part"}


def _line_of_task(event: _OfTasks) -> str:
    if isinstance(event, ev.TaskStarted):
        return f"question: {one_line(event.question)}"
    return f"task    {event.kind.removeprefix('task_')}"


def event_line(event: Event) -> str | None:  # noqa: C901 - one case an event, each a line
    """The event in words; None for what only the log needs."""
    if isinstance(event, _OfTheWeb):
        return _line_of_web(event)
    if isinstance(event, _OfRounds):
        return _line_of_rounds(event)
    if isinstance(event, _OfCalibration):
        return _line_of_calibration(event)
    if isinstance(event, _OfTemplates):
        return _line_of_templates(event)
    if isinstance(event, _OfTasks):
        return _line_of_task(event)
    match event:
        case ev.LibraryScanned():
            return f"library {one_line(event.folder)}: {event.documents} documents, {event.changed} to index"
        case ev.DocumentIndexed():
            return f"indexed {event.done}/{event.total}  {one_line(event.title or event.url)}"
        case ev.PageLost() | ev.PartLost():
            return f"{_HOW_LOST[event.kind]:<7} {one_line(event.url)}: {one_line(event.reason)}"
        case ev.PageMended():
            return f"mended  {one_line(event.url)}: {one_line(event.damage)}; {one_line(event.how)}"
        case ev.PlanMade():
            return "plan    " + one_line(" · ".join(event.sections))
        case ev.PageRead():
            return f"read    {one_line(event.title or event.url)}"
        case ev.ClaimsWeighed():
            return f"weighed {event.claims} claims, {event.new} new, novelty {event.novelty:.0%}"
        case ev.RefutationSearched():
            return f"refute  {'found' if event.found else 'none found'} in {event.queries} queries"
        case ev.SentenceRefused():
            return f"refused {one_line(event.text)}: {one_line(event.reason)}"
        case ev.InjectionSuspected():
            return f"warning {one_line(event.url)} tries to give orders ({event.rule}); it is read as data only"
        case ev.DomainTrustChanged():
            return f"trust   {one_line(event.domain)} {event.before} → {event.after}: {one_line(event.reason)}"
        case ev.ModelSetAside():
            return f"warning {event.seat} set aside: {one_line(event.reason)}; instead: {one_line(event.instead)}"
        case ev.ModelWordsDropped():
            return f"dropped {sum(count for _, count in event.dropped)} of the model's {event.job}: no source says it"
        case ev.RulesTookOver():
            return f"rules   do the {event.job}: {event.code}"
        case ev.BudgetWarning():
            return f"warning {event.threshold:.0%} of the {event.unit} are spent ({event.spent:.0f} of {event.limit})"
        case ev.ContextReduced():
            return f"shorter {event.before} → {event.after} tokens for {one_line(event.phase)} ({event.method})"
        case ev.SchemaRetryExhausted():
            return event.log_line
        case ev.ResearchStopped():
            return f"stopped {one_line(event.words)}"
        case ev.ReportCompiled():
            return f"report  {event.checked} of {event.sentences} sentences checked"
        case ev.SearchDone() | ev.HitSkipped() | ev.EntityMet() | ev.ModelAsked() | ev.WorkCounted():
            return None
        case _:
            assert_never(event)


def _line_of_rounds(event: _OfRounds) -> str | None:
    """What is asked next, what is left unasked, and what a round leaves open, in the language of the question."""
    match event:
        case ev.GapsFound():
            return None  # told once a round, all sections together
        case ev.ActionChosen():
            return f"next    {event.action}: {one_line(event.reason)}"
        case ev.QueryMade():
            return f"query   [{event.purpose}] {one_line(event.text)}"
        case ev.QuerySkipped():
            return f"skipped [{event.purpose}] {one_line(event.text)}: {one_line(event.reason)}"
        case ev.RoundDone():
            return _round_in_words(event)


def _round_in_words(event: ev.RoundDone) -> str:
    if event.lang == JA:
        missing = f"不足: {'、'.join(event.missing)}" if event.missing else "不足なし"
        next_step = "次の回へ" if event.goes_on else "検索を終える"
        head = f"{event.round}/{event.max_rounds}回目 充足度{event.confidence:.0%} {missing}"
    else:
        missing = f"missing: {', '.join(event.missing)}" if event.missing else "nothing missing"
        next_step = "another round" if event.goes_on else "no further round"
        head = f"{event.round} of {event.max_rounds}, {event.confidence:.0%} covered, {missing}"
    return f"round   {one_line(head)} → {next_step}: {one_line(event.reason)}"


def _line_of_web(event: _OfTheWeb) -> str:
    """What happens on the way to pages, and where they lead."""
    match event:
        case ev.SearchFailed():
            return f"search  {event.provider} failed: {one_line(event.reason)}"
        case ev.EngineChanged():
            return f"engine  {event.engine} {event.before} → {event.after}: {one_line(event.reason)}"
        case ev.RouteTried():
            status = "" if event.status is None else f" {event.status}"
            return f"{event.route:<9}{one_line(event.url)}:{status} {event.outcome} ({one_line(event.reason, 60)})"
        case ev.CircuitRenewed():
            whose = "every domain" if event.everywhere else one_line(event.domain)
            return f"tor     new circuit for {whose}: {one_line(event.reason)}"
        case ev.DomainCooling():
            return f"cooling {event.domain} until {event.until}: {one_line(event.reason)}"
        case ev.AuthQueued():
            return f"waiting {one_line(event.url)} needs a person ({event.block}); see: tadori auth list"
        case ev.SourceTraced():
            return f"traced  {one_line(event.page_url, 50)} → {one_line(event.url, 60)}"
        case ev.CitationLoop():
            return f"circle  {one_line(' ↔ '.join(event.urls))} cite each other"
        case ev.RegisterRead():
            return f"register {one_line(', '.join(event.domains))}: {one_line(event.holder or 'holder not named')}"
        case _:
            assert_never(event)


def _line_of_calibration(event: _OfCalibration) -> str:
    match event:
        case upkeep.CalibrationFitted():
            scores = f"Brier {event.brier_before:.4f} → {event.brier_after:.4f}"
            return f"fitted  {event.source} version {event.version} ({event.method}, {event.samples} samples): {scores}"
        case upkeep.CalibrationSkipped():
            return f"unfit   {event.source}: {one_line(event.reason)}"
        case upkeep.CalibrationDegraded():
            return (
                f"warning {event.source} version {event.version}: Brier {event.before:.4f} → {event.after:.4f}, "
                f"{event.worse:.0%} worse; see: tadori calibrate rollback"
            )
        case upkeep.CalibrationRolledBack():
            versions = f"{event.previous_version} → {event.rolled_back_to}"
            return f"undone  {event.source} version {versions}: {one_line(event.reason)}"
        case _:
            assert_never(event)


def _line_of_templates(event: _OfTemplates) -> str:
    match event:
        case upkeep.TemplateReloaded():
            return event.log_line
        case upkeep.TemplateRefused():
            return f"warning template {one_line(event.where)}: {one_line(event.reason, 200)}; in force: {event.kept}"
        case upkeep.TemplateRolledBack():
            return f"undone  template {event.previous} → {event.rolled_back_to}: {one_line(event.reason)}"
        case _:
            assert_never(event)
