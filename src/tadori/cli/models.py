"""`tadori models`: the language models that config.toml names: list them, try one, and how to get one."""

import json
from typing import Any

import click

from tadori.model.printable import one_line
from tadori.service import language_models


@click.group()
def models() -> None:
    """Language models that Tadori may ask: those that [llm] in config.toml names, and no others."""


@models.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_models(as_json: bool) -> int:
    """The models that are named, each with its state; and what a local Ollama holds, where one of its models is named.

    Exit code 3 when none is named, 1 when one of them cannot be used.
    """
    found = language_models.language_model_rows()
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _print_rows(found)
    if not found["models"]:
        click.echo("no language model is named; `tadori models pull-help` says how to get one", err=True)
        return 3
    return 1 if any(row["state"] in ("broken", "missing") for row in found["models"]) else 0


@models.command("test")
@click.argument("name", metavar="NAME")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def test_model(name: str, as_json: bool) -> int:
    """Ask the model NAME (ollama:…, openai:…, anthropic:…, gguf:FILE) one small question in a form.

    Says in which way the form was kept, how long it took and how many tokens a second. Exit code 1 when no way worked.
    """
    found = language_models.try_language_model(name)
    click.echo(json.dumps(found, ensure_ascii=False, indent=1) if as_json else _trial_lines(found))
    return 0 if found["works"] else 1


@models.command("pull-help")
@click.option("--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True, help="Language of the words.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def pull_help(lang: str, as_json: bool) -> None:
    """What to type to get a model on this machine, and how large it is. Contacts nobody."""
    found = language_models.pull_help(lang)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for step in found["steps"]:
        click.echo(step)
    click.echo()
    for row in found["models"]:
        click.echo(f"{row['name']:<14} {row['size']:>7}  {row['memory']:>5}  {row['licence']}")
    click.echo()
    for note in found["notes"]:
        click.echo(note)


def _print_rows(found: dict[str, Any]) -> None:
    for row in found["models"]:
        where = {True: "elsewhere", False: "yours", None: "not asked"}[row["remote"]]
        click.echo(f"{row['state']:<8} {one_line(row['name'], most=300)}  ({', '.join(row['roles'])}; {where})")
        click.echo(f"         {one_line(row['detail'], most=500)}")
    for held in found["installed"]:
        mark = "*" if held["named"] else " "
        click.echo(f"installed {mark} {one_line(held['name'])}  {held['bytes'] / 1e9:.1f} GB")


def _trial_lines(found: dict[str, Any]) -> str:
    lines = [
        f"{'works' if one['works'] else 'fails':<6} {one['mode']:<9} {one_line(one['detail'], most=300)}"
        for one in found["attempts"]
    ]
    if found["works"]:
        speed = (
            "not told" if found["tokens_per_second"] is None else f"{found['tokens_per_second']:.1f} tokens a second"
        )
        lines.append(
            f"{one_line(found['name'])}: {found['mode']}; {found['seconds']:.1f} s for {found['tokens_given']} tokens "
            f"read and {found['tokens_written']} written, loading included; speed: {speed}"
        )
    return "\n".join(lines)
