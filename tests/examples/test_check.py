"""What docs/check.md and its Japanese twin show is what the program says today."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tadori.judge.derive.rules import RULES
from tadori.service.sentence_filter import check_filter

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("docs/check.md", "docs/check.ja.md")
MARKS = ("<!-- examples: each row is run by tests/examples/test_check.py -->\n", "<!-- end of examples -->")
QUOTED = re.compile(r"`(?P<text>[^`]+)`(?: \((?P<source>[^,)]+)(?:, (?P<date>[\d-]+))?\))?")
SHOWN = re.compile(r"^\$ echo '(\{.*\})' \| tadori check\n(\{.*\})$", re.MULTILINE)
SHOWN_RULES = ["subject", "attribution", "table_row", "list_item", "unit", "arithmetic", "differing_values", "merge"]
SHOWN_RULES += ["computed"]
HEADINGS = 9


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    """The cells of each example: rule, quotations, sentence, step."""
    table = text_of(name).partition(MARKS[0])[2].partition(MARKS[1])[0].splitlines()[2:]
    return [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in table]


def quotations(cell: str) -> list[dict[str, str]]:
    """The quotations of a cell; several stand behind each other in one source, unless they name their sources."""
    found = [{key: value for key, value in match.groupdict().items() if value} for match in QUOTED.finditer(cell)]
    for one in found:
        one["text"] = one["text"].replace("\\|", "|").replace("⏎", "\n")
    for one, following in pairwise(found):
        if "source" not in one:
            one["after"], following["before"] = f" {following['text']}", f"{one['text']} "
    return found


ON = {rule.__name__ for rule in RULES}
EXAMPLES = [
    pytest.param(
        *cells,
        id=f"{name}:{cells[0].strip(' `')}",
        marks=pytest.mark.skipif(
            "differing" in cells[0] and "differing_values" not in ON, reason="the rule is not switched on yet"
        ),
    )
    for name in DOCUMENTS
    for cells in rows(name)
]


@pytest.mark.req("X11")
@pytest.mark.parametrize(("rule", "quoted", "sentence", "step"), EXAMPLES)
def test_every_example_is_derived_by_its_rule_and_the_step_shown(
    rule: str, quoted: str, sentence: str, step: str
) -> None:
    answer = check_filter()({"sentence": sentence.strip(" `"), "quotations": quotations(quoted)})
    assert answer["grade"] == "derived"
    assert [(one["rule"], one["detail"]) for one in answer["steps"]] == [(rule.strip(" `"), step.strip(" `"))]


@pytest.mark.req("X11")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_call_shown_gives_the_line_shown(name: str) -> None:
    shown: list[tuple[str, str]] = SHOWN.findall(text_of(name))
    assert [json.loads(after)["grade"] for _, after in shown] == ["derived", "not checked"]
    answers: list[dict[str, Any]] = [check_filter()(json.loads(before)) for before, _ in shown]
    assert answers == [json.loads(after) for _, after in shown]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_both_languages_show_every_rule_once(name: str) -> None:
    assert [cells[0].strip(" `") for cells in rows(name)] == SHOWN_RULES
    assert len(re.findall(r"^##? ", text_of(name), re.MULTILINE)) == HEADINGS
