"""The command group, and the only place where errors become messages and exit codes.

0 done or answered · 1 failed · 2 wrong call · 3 not enough evidence · 130 interrupted, 143 ended by SIGTERM and 129 by
SIGHUP (all resumable). An expected failure prints one message on stderr; only a bug in Tadori shows its stack trace.
"""

import errno
import importlib
import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import click

from tadori.errors import Interrupted, StorageFull, TadoriError, WrongCall
from tadori.model.printable import PrintableStream, one_line

MAX_MESSAGE_CHARS: Final = 2000

COMMANDS = {
    "research": ("tadori.cli.research", "Answer a question from the web or documents, every sentence checked."),
    "ask": ("tadori.cli.research", "Ask a follow-up of a task: from its evidence first, searching for the rest."),
    "resume": ("tadori.cli.research", "Go on with a task after a crash, a pause, an interrupt or a full disk."),
    "status": ("tadori.cli.tasks", "Show all tasks, or one task with its searches and budget."),
    "pause": ("tadori.cli.tasks", "Pause a task; what it has gathered stays."),
    "stop": ("tadori.cli.tasks", "End a task; what it has gathered becomes its report."),
    "forget": ("tadori.cli.tasks", "Delete a task and the evidence nobody else uses."),
    "verify": ("tadori.cli.verify", "Walk every sentence of a report back to the archive."),
    "library": ("tadori.cli.library", "Folders of documents as sources."),
    "fetch": ("tadori.cli.fetch", "Bring pages of the web, with manners, and archive them; one JSON line each."),
    "chrome": ("tadori.cli.chrome", "The browser that Tadori uses: start it, or say what is wrong with it."),
    "auth": ("tadori.cli.auth", "Pages that wait for a person: list, open, resolve, skip."),
    "search": ("tadori.cli.search", "Filter: ask search engines, one JSON line a hit."),
    "engines": ("tadori.cli.search", "The search engines: which are on, what they lack, how they have been."),
    "entities": ("tadori.cli.entities", "Companies, bodies, persons and domains that were met, and why names are one."),
    "trust": ("tadori.cli.trust", "How far publishers are trusted, by rule and by what evidence taught, and why."),
    "extract": ("tadori.cli.filters", "Filter: files to text and fragments, one JSON line each."),
    "rank": ("tadori.cli.filters", "Filter: order passages by a query, JSON Lines in and out."),
    "judge": ("tadori.cli.filters", "Filter: does the evidence support the claim, JSON Lines in and out."),
    "check": ("tadori.cli.check", "Filter: how well quotations support a sentence, JSON Lines in and out."),
    "guard": ("tadori.cli.guard", "Filter: what in a text tries to steer its reader, JSON Lines in and out."),
    "blocks": ("tadori.cli.blocks", "Filter: what stands in the way of a page, one JSON line each."),
    "serp": ("tadori.cli.serp", "Filter: a search engine's result page to hits, one JSON line each."),
    "calibrate": ("tadori.cli.calibrate", "Scores that mean what they say: samples, versions, rollback, diagrams."),
    "templates": ("tadori.cli.templates", "The prompts that models are given: look, change, reload, take back."),
    "evaluate": ("tadori.cli.evaluate", "Measure Tadori on public data, beside the published figures."),
    "models": ("tadori.cli.models", "Language models that may be asked: list, test, how to get one."),
    "mcp": ("tadori.mcp.command", "Serve the eleven tools to a client AI over MCP, on stdio or HTTP."),
    "doctor": ("tadori.cli.doctor", "Say what is missing or unproven on this machine."),
}


class LazyGroup(click.Group):
    """Lists every command with its line of help; imports a command's module only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS:
            import difflib  # lazy: only needed for a misspelt command

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else " `tadori --help` lists the commands."
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tadori", message="tadori %(version)s")
def tadori() -> None:
    """Tadori (辿り): research in which every sentence can be followed back to archived words.

    Nothing leaves this machine but the requests of search and fetch themselves. Data lives under TADORI_HOME.
    """


def run(argv: Sequence[str]) -> int:
    """Run one command line; the exit code. Everything printed passes through `PrintableStream`."""
    with _printable_streams():
        try:
            return _run(argv)
        except (BrokenPipeError, SystemExit):  # click ends the program when nobody reads what it echoes
            _discard_stdout()
            return 1


def _discard_stdout() -> None:
    """Discard what is left in the buffer of stdout: its reader is gone (`| head -1`), or the disk is full.

    Otherwise the interpreter would fail to flush it at exit and print an error.
    """
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


@contextmanager
def _printable_streams() -> Iterator[None]:
    """stdout and stderr behind the filter against control codes, so that no command can forget it."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if isinstance(stream, io.TextIOWrapper):  # styled lines bypass the filter: no encoding may fail
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = (PrintableStream(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _run(argv: Sequence[str]) -> int:
    try:
        code = tadori.main(args=list(argv), prog_name="tadori", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as exc:
        click.echo(exc.format_message())
        return 0
    except click.ClickException as exc:
        exc.show()
        return exc.exit_code
    except click.Abort:
        click.echo("tadori: interrupted", err=True)
        return 130
    except Exception as exc:  # noqa: BLE001 - outermost: every other error is reported as a bug
        return _failed(exc)
    return code if isinstance(code, int) else 0


def _failed(exc: BaseException) -> int:
    while isinstance(exc, BaseExceptionGroup) and len(exc.exceptions) == 1:  # as task groups wrap errors
        exc = exc.exceptions[0]
    if isinstance(exc, BrokenPipeError):
        raise exc
    failure = _system_error(exc) if isinstance(exc, OSError) else exc
    if isinstance(exc, OSError) and not _flushed():
        _discard_stdout()
    if not isinstance(failure, TadoriError):
        return _report_bug(failure)
    click.echo(f"tadori: {one_line(str(failure), MAX_MESSAGE_CHARS)}", err=True)
    if isinstance(failure, Interrupted):
        return 130
    return 2 if isinstance(failure, WrongCall) else 1


def _flushed() -> bool:
    """Whether stdout could be flushed; stdout itself may be what failed."""
    try:
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _system_error(exc: OSError) -> TadoriError:
    """An error of the operating system as a message: which file, why, and what the user can do."""
    file = f"{exc.filename}: " if exc.filename is not None else ""
    why = exc.strerror or str(exc) or type(exc).__name__
    match exc.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return StorageFull(f"{file}{why}: free some space, then go on (`tadori status` lists the tasks)")
        case errno.EROFS | errno.EACCES | errno.EPERM:
            return TadoriError(f"{file}{why}: give yourself the right to it, or set TADORI_HOME to another folder")
        case errno.EMFILE | errno.ENFILE:
            return TadoriError(f"{file}{why}: raise the limit (ulimit -n) and try again")
    return TadoriError(f"{file}{why}")


def _report_bug(exc: BaseException) -> int:
    """Print the stack trace of a bug in Tadori on stderr: its developers need it."""
    click.echo("".join(traceback.format_exception(exc)), nl=False, err=True)
    summary = one_line(f"{type(exc).__name__}: {exc}", MAX_MESSAGE_CHARS)
    click.echo(f"tadori: this is a mistake in Tadori itself ({summary}). What was gathered is kept.", err=True)
    return 1
