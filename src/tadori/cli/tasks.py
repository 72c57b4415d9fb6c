"""`tadori status`, `pause`, `stop` and `forget`: looking at tasks and ending them."""

import json
from typing import Any

import click

from tadori.model.printable import one_line
from tadori.model.thresholds import MAX_QUESTION_CHARS
from tadori.service.verbs import forget_task, pause_task, stop_task, task_list, task_status


@click.command()
@click.argument("task", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(task: str | None, as_json: bool) -> int:
    """Show every task of this home, or TASK with its searches, budget and log. Changes nothing."""
    if task is None:
        rows = task_list()
        if as_json:
            click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        elif not rows:
            click.echo("no tasks yet; start one with: tadori research QUESTION --library FOLDER")
        for row in rows if not as_json else ():
            click.echo(f"{row['task_id']}  {row['state']:<12} {row['pages_read']:>4} pages  {_whole(row['question'])}")
        return 0
    facts = task_status(task)
    click.echo(json.dumps(facts, ensure_ascii=False, indent=1) if as_json else _described(facts))
    return 0


def _whole(value: object) -> str:
    return one_line(str(value), MAX_QUESTION_CHARS)


def _described(facts: dict[str, Any]) -> str:
    plain = {name: value for name, value in facts.items() if not isinstance(value, list | dict)}
    lines = [f"{name.replace('_', ' '):<18} {_whole(value)}" for name, value in plain.items()]
    jobs = facts["tokens_by_job"]
    lines += [f"  [tokens] {job}: {tokens}" for job, tokens in jobs.items()]
    lines += [_round_line(done) for done in facts["rounds"]]
    lines += [_target_line(target) for target in facts["targets"]]
    lines += [_diary_line(entry) for entry in facts["diary"]]
    lines += [_knowledge_line(item) for item in facts["knowledge"]]
    lines += [_evaluation_line(one) for one in facts["evaluations"]]
    lines += [f"  [open question] {_whole(question)}" for question in facts["questions"]]
    searches = facts["searches"]
    for search in searches:
        lines.append(
            f"  [{search['purpose']}] {_whole(search['query'])}: {search['hits']} hits, "
            f"{search['pages_fetched']} pages, {search['useful_fragments']} useful"
        )
    return "\n".join(lines)


def _round_line(done: dict[str, Any]) -> str:
    missing = ", ".join(done["missingInformation"]) or "nothing"
    return (
        f"  [round {done['currentIteration']}/{done['maxIterations']}] {done['confidenceScore']:.0%} covered, "
        f"missing {_whole(missing)}: {_whole(done['reason'])}"
    )


def _diary_line(entry: dict[str, Any]) -> str:
    notes = f" ({_whole(entry['notes'])})" if "notes" in entry else ""
    about = f"{_whole(entry['question'])}: {_whole(entry['details'])}{notes}"
    return f"  [diary {entry['step']:>3}] {one_line(entry['action'], 12):<8} {entry['result']:<8} {about}"


def _knowledge_line(item: dict[str, Any]) -> str:
    return f"  [knows, {item['type']}] {_whole(item['question'])} → {_whole(item['answer'])}"


def _evaluation_line(one: dict[str, Any]) -> str:
    return f"  [judged at {one['step']}] {one['type']} {'passed' if one['pass'] else 'failed'}: {_whole(one['think'])}"


def _target_line(target: dict[str, Any]) -> str:
    return (
        f"  [{target['expected_polarity']}, {target['granularity']}] {_whole(target['text'])}: "
        f"{len(target['evidence'])} claims, {target['supporting']} support it, {target['refuting']} refute it"
    )


@click.command()
@click.argument("task")
def pause(task: str) -> int:
    """Pause TASK between two steps. What it has gathered stays; `tadori resume TASK` goes on with it."""
    click.echo(pause_task(task))
    return 0


@click.command()
@click.argument("task")
def stop(task: str) -> int:
    """End TASK. A running one ends at its next step and still writes its report."""
    click.echo(stop_task(task))
    return 0


@click.command()
@click.argument("task")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(task: str, yes: bool) -> int:
    """Delete TASK, its report and the archived pages that no other task uses."""
    name = task_status(task)["task_id"]  # an unknown task fails here, before the person is asked to confirm
    if not yes:
        click.confirm(f"Delete {name} and its evidence?", abort=True, err=True)
    click.echo(forget_task(name))
    return 0
