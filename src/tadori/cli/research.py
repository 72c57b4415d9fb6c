"""`tadori research`, `tadori ask` and `tadori resume`: progress on stderr, the report on stdout."""

import sys
from pathlib import Path
from typing import Any

import click

from tadori.cli.progress import progress_view
from tadori.model.question import AnswerLength
from tadori.service.request import BudgetOptions, ResearchRequest


def _budget_options(command: Any) -> Any:
    for name, text in (
        ("tokens", "Most model tokens to spend (0: no model)."),
        ("seconds", "Most seconds of work."),
        ("pages", "Most pages to read."),
    ):
        command = click.option(f"--budget-{name}", type=click.IntRange(min=0 if name == "tokens" else 1), help=text)(
            command
        )
    return command


@click.command()
@click.argument("question")
@click.option(
    "--library",
    "libraries",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Folder of documents (HTML, PDF, text, Markdown, WARC, WACZ); may be given several times.",
)
@click.option(
    "--provider",
    "providers",
    multiple=True,
    metavar="NAME",
    help="Engine to ask, or `web` for all that are on (the default without --library); may be given several times.",
)
@click.option("--effort", type=click.IntRange(1, 5), default=3, show_default=True, help="How hard to look.")
@click.option(
    "--length",
    type=click.Choice(["short", "normal", "long"]),
    default="normal",
    show_default=True,
    help="How much the answer to an open question may say: about 150, 400 or 800 words.",
)
@click.option("--lang", type=click.Choice(["ja", "en"]), help="Language of the report (default: the question's).")
@click.option(
    "--model",
    metavar="NAME",
    help="Language model of this task (ollama:…, openai:…, anthropic:…, gguf:FILE), or `none`: rules alone "
    "(default: what the settings name).",
)
@click.option(
    "--notes",
    type=click.Path(path_type=Path),
    help="Text or Markdown with what you know; a language model reads it. Notes are never evidence.",
)
@_budget_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for report.* and evidence.wacz; files of others are never overwritten.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document.")
def research(
    question: str,
    libraries: tuple[Path, ...],
    providers: tuple[str, ...],
    effort: int,
    length: str,
    lang: str | None,
    model: str | None,
    notes: Path | None,
    budget_pages: int | None,
    budget_seconds: int | None,
    budget_tokens: int | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Answer QUESTION from the web or from folders of documents, every sentence checked against archived words.

    With --library nothing leaves this machine unless --provider names an engine.

    Exit code: 0 answered, 3 not enough evidence (and what is missing), 1 failed, 2 wrong call, 130 interrupted, 143
    ended by SIGTERM, 129 by SIGHUP; after the last three `tadori resume` goes on.
    """
    with progress_view(sys.stderr) as view:
        from tadori.service.verbs import run_research  # lazy: the first progress line comes before heavy imports

        request = ResearchRequest(
            question=question,
            libraries=libraries,
            providers=providers,
            effort=effort,
            length=AnswerLength(length),
            lang=lang,
            budget=BudgetOptions(pages=budget_pages, seconds=budget_seconds, tokens=budget_tokens),
            out=out,
            model=model,
            notes=notes,
        )
        outcome = run_research(request, emit=view.show, started=view.started)
        view.close()
        return _print(outcome, as_json)


@click.command()
@click.argument("task")
@click.argument("question")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document.")
def ask(task: str, question: str, as_json: bool) -> int:
    """Ask a follow-up of TASK: a new task, with its folders, engines and model.

    It answers from the evidence of TASK where that is enough, and searches only for what is missing. Where QUESTION
    names nothing, `it` and `that` are read as the subject of the question before. Exit codes as `tadori research`.
    """
    with progress_view(sys.stderr) as view:
        from tadori.service.verbs import run_ask  # lazy: the first progress line comes before heavy imports

        outcome = run_ask(task, question, emit=view.show, started=view.started)
        view.close()
        return _print(outcome, as_json)


@click.command()
@click.argument("task")
@click.option(
    "--deepen",
    metavar="CLAIM",
    help="Look at one claim of the report again, for and against: its id or the beginning of it (report.json), or its "
    "number (report.html).",
)
@_budget_options
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document.")
def resume(
    task: str,
    deepen: str | None,
    budget_pages: int | None,
    budget_seconds: int | None,
    budget_tokens: int | None,
    as_json: bool,
) -> int:
    """Go on with TASK where it was. A finished task prints its report again; a larger budget lets it search on."""
    with progress_view(sys.stderr) as view:
        from tadori.service.verbs import run_resume  # lazy: the first progress line comes before heavy imports

        outcome = run_resume(
            task,
            budget=BudgetOptions(pages=budget_pages, seconds=budget_seconds, tokens=budget_tokens),
            deepen=deepen,
            emit=view.show,
            started=view.started,
        )
        view.close()
        return _print(outcome, as_json)


def _print(outcome: Any, as_json: bool) -> int:
    data: bytes = outcome.files["report.json" if as_json else "report.md"]
    click.echo(data.decode(), nl=False)
    click.echo(f"\nfiles: {outcome.folder}", err=True)
    click.echo(f"task:  {outcome.task_id}    root hash: {outcome.root_hash[:16]}…", err=True)
    return 0 if outcome.answered else 3
