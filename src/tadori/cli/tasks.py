"""`status`, `stop` and `forget`."""

import json

import click

from tadori import app


@click.command()
@click.argument("task", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(task: str | None, as_json: bool) -> int:
    """Show every task of this home, or TASK with its searches, budget and log. Changes nothing."""
    if task is None:
        rows = app.task_list()
        if as_json:
            click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        elif not rows:
            click.echo("no tasks yet; start one with: tadori research QUESTION --library FOLDER")
        for row in rows if not as_json else ():
            click.echo(f"{row['task_id']}  {row['state']:<12} {row['pages_read']:>4} pages  {row['question']}")
        return 0
    facts = app.task_status(task)
    click.echo(json.dumps(facts, ensure_ascii=False, indent=1) if as_json else _described(facts))
    return 0


def _described(facts: dict[str, object]) -> str:
    plain = {name: value for name, value in facts.items() if not isinstance(value, list | dict)}
    lines = [f"{name.replace('_', ' '):<18} {value}" for name, value in plain.items()]
    jobs = facts["tokens_by_job"]
    assert isinstance(jobs, dict)
    lines += [f"  [tokens] {job}: {tokens}" for job, tokens in jobs.items()]
    searches = facts["searches"]
    assert isinstance(searches, list)
    for search in searches:
        lines.append(
            f"  [{search['purpose']}] {search['query']}: {search['hits']} hits, {search['pages_fetched']} pages, "
            f"{search['useful_fragments']} useful"
        )
    return "\n".join(lines)


@click.command()
@click.argument("task")
def stop(task: str) -> int:
    """End TASK. A running one ends at its next step and still writes its report."""
    click.echo(app.stop_task(task))
    return 0


@click.command()
@click.argument("task")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(task: str, yes: bool) -> int:
    """Delete TASK, its report and the archived pages that no other task uses."""
    if not yes:
        click.confirm(f"Delete {task} and its evidence?", abort=True, err=True)
    click.echo(app.forget_task(task))
    return 0
