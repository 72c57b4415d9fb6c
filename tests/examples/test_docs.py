"""The documents are true about the commands: each one shown exists with its options, each that exists is shown."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tadori.cli.root import COMMANDS, tadori

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "README.ja.md",
    "CONTRIBUTING.md",
    "docs/guide.md",
    "docs/guide.ja.md",
    "docs/check.md",
    "docs/check.ja.md",
    "docs/library.md",
    "docs/report-format.md",
    "docs/verify.md",
    "docs/troubleshooting.md",
]
PAIRS = [("README.md", "README.ja.md"), ("docs/guide.md", "docs/guide.ja.md"), ("docs/check.md", "docs/check.ja.md")]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PIPE = re.compile(r"\s[|]\s|;\s|&&")
PROGRAM = re.compile(r"^(?:[A-Z_]+=\S+\s+)*(?:\./run|tadori)\s+(?P<rest>\S.*)$")
DEVELOPERS = frozenset(re.findall(r"^  ([a-z]+)\)", (ROOT / "run").read_text(encoding="utf-8"), re.MULTILINE))


def calls_in(text: str) -> Iterator[list[str]]:
    """The words after `tadori` or `./run` of every call in the `sh` and `console` blocks of `text`."""
    for language, block in FENCE.findall(text):
        lines = block.replace("\\\n", " ").splitlines()
        typed = [line.removeprefix("$ ") for line in lines if language == "sh" or line.startswith("$ ")]
        for part in (part.strip() for line in typed if language in {"sh", "console"} for part in PIPE.split(line)):
            match = PROGRAM.match(part)
            if match:
                yield shlex.split(match["rest"], comments=True)


CALLS = [
    pytest.param(name, words, id=f"{name}: {' '.join(words)[:60]}")
    for name in DOCUMENTS
    for words in calls_in((ROOT / name).read_text(encoding="utf-8"))
    if words[0] not in DEVELOPERS
]


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The click command that `words` call, and the words left for it."""
    command: click.Command = tadori
    rest = list(words)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        inner = command.get_command(click.Context(command), rest[0])
        assert inner is not None, f"no command {rest[0]!r}"
        command, rest = inner, rest[1:]
    return command, rest


def options_of(command: click.Command) -> set[str]:
    context = click.Context(command, help_option_names=["-h", "--help"])
    return {name for option in command.get_params(context) for name in (*option.opts, *option.secondary_opts)}


@pytest.mark.parametrize(("name", "words"), CALLS)
def test_every_command_shown_exists_with_the_options_shown(name: str, words: list[str]) -> None:
    command, rest = command_of(words)
    used = {word.split("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
    assert sorted(used - options_of(command)) == []


def test_the_documents_show_commands_at_all() -> None:
    shown = {parameters.values[0] for parameters in CALLS}
    assert sorted({"README.md", "README.ja.md", "docs/guide.md", "docs/guide.ja.md"} - shown) == []


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readme_names_every_command(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"`{command}" not in text] == []


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_both_languages_have_the_same_sections_and_commands(one: str, other: str) -> None:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in (one, other)]
    first, second = (
        [line.split(" ")[0] for line in FENCE.sub("", text).splitlines() if line.startswith("#")] for text in texts
    )
    assert first == second
    assert [words[0] for words in calls_in(texts[0])] == [words[0] for words in calls_in(texts[1])]


@pytest.mark.parametrize("name", [*DOCUMENTS, "examples/README.md", "CHANGELOG.md"])
def test_every_link_to_a_file_leads_somewhere(name: str) -> None:
    path = ROOT / name
    links = LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8")))
    assert [link for link in links if not (path.parent / link).exists()] == []
