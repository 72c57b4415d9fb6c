"""`tadori entities`: the base as it is typed, for people and for programs."""

import json
from pathlib import Path

import pytest

from tadori.entity.mentions import find_mentions
from tadori.entity.resolution import entities_from_mentions
from tadori.model.ids import EN, JA
from tadori.pipeline.entities import into_base
from tadori.service.request import ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.task_entities import add_mentions
from tadori.wiring.home import open_app
from tests.cli.conftest import Program


@pytest.fixture
def task(home: Path, documents: Path) -> str:
    """A task whose question names one company, under two spellings, and whose claims name another."""
    with open_app(Settings(home=home, embeddings=False)) as app:
        made = Tasks(app).create(ResearchRequest(question="株式会社北斗の本社はどこか", libraries=[documents]))
        with app.store.write() as db:
            for text, lang, asked in (
                ("株式会社北斗（法人番号7000012050002）", JA, True),
                ("㈱北斗（法人番号7000012050002）は東京都千代田区霞が関3-1-1にある。", JA, False),
                ("Hokuto Works Inc. is in Sapporo.", EN, False),
            ):
                (entity,) = entities_from_mentions(text, find_mentions(text, lang))
                kept, _, _ = into_base(db, entity, lang)
                add_mentions(db, made.id, kept.id, mentions=1, in_question=asked)
    return made.id


@pytest.mark.req("L11")
def test_the_base_is_shown_with_numbers_addresses_and_grounds(tadori: Program, task: str) -> None:
    code, out, err = tadori("entities", task)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "* company      株式会社北斗  (2 claims)",
        "    also       ㈱北斗",
        "    numbers    corporate_number 7000012050002",
        "    addresses  東京都千代田区霞が関3-1-1",
        "    same as    ㈱北斗 (1.00): register corporate_number 7000012050002, name 株式会社北斗 = 株式会社北斗",
        "  company      Hokuto Works Inc.  (1 claims)",
    ]


@pytest.mark.req("L11")
@pytest.mark.parametrize(
    ("wanted", "names"),
    [("㈱北斗", ["株式会社北斗"]), ("ＨＯＫＵＴＯ", ["Hokuto Works Inc."]), ("7000012050002", ["株式会社北斗"])],
)
def test_an_entity_is_found_by_any_name_or_number(tadori: Program, task: str, wanted: str, names: list[str]) -> None:
    code, out, _ = tadori("entities", wanted, "--json")
    assert code == 0
    assert [json.loads(line)["name"] for line in out.splitlines()] == names


def test_a_name_that_nobody_has_is_told(tadori: Program, task: str) -> None:
    assert tadori("entities", "南斗") == (3, "", "no entities of 南斗\n")


def test_an_empty_base_is_told(tadori: Program) -> None:
    assert tadori("entities") == (3, "", "no entities yet\n")


def test_an_unknown_task_is_named(tadori: Program) -> None:
    code, out, err = tadori("entities", "task_none")
    assert (code, out) == (2, "")
    assert "task_none" in err
