import pytest

from tadori.judge.derive.base import Goal
from tadori.judge.derive.table_row import table_row
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import DerivationStep, Grade, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.sentence_forms import cells_of, row_sentence
from tests.judge.derive.row_cases import CITY, CITY_JA, FAITHFUL, UNFAITHFUL, RowCase

pytestmark = pytest.mark.req("X11")
CHECK = MechanicalCheck(rules=(table_row,))


def grade_of(sentence: str, *quotations: QuotedPassage) -> Grade:
    return CHECK.grade(sentence, quotations).grade


@pytest.mark.parametrize("case", FAITHFUL)
def test_header_and_row_are_said_as_one(case: RowCase) -> None:
    sentence, header, row = case
    assert grade_of(sentence, QuotedPassage(text=header), QuotedPassage(text=row)) is Grade.DERIVED
    assert grade_of(sentence, QuotedPassage(text=f"{header}\n{row}")) is Grade.DERIVED
    assert grade_of(sentence, QuotedPassage(text=row, before=f"{header}\n")) is Grade.DERIVED


@pytest.mark.parametrize("case", UNFAITHFUL)
def test_another_statement_is_refused(case: RowCase) -> None:
    sentence, header, row = case
    assert grade_of(sentence, QuotedPassage(text=header), QuotedPassage(text=row)) is Grade.NOT_CHECKED
    assert grade_of(sentence, QuotedPassage(text=f"{header}\n{row}")) is Grade.NOT_CHECKED
    assert grade_of(sentence, QuotedPassage(text=row, before=f"{header}\n")) is Grade.NOT_CHECKED


def test_there_are_enough_cases() -> None:
    assert (len(FAITHFUL) >= 40, len(UNFAITHFUL) >= 80) == (True, True)


def test_the_step_shows_the_cells_with_their_headers_and_names_both_quotations() -> None:
    header, row = CITY
    (reduction,) = table_row(
        Goal(text="The population of Oslo is 709,037 (2023)."), [QuotedPassage(text=row), QuotedPassage(text=header)]
    )
    assert reduction.goals == ()
    assert reduction.step == DerivationStep(
        rule="table_row", detail="City: Oslo; Population: 709,037; Year: 2023", quotations=(1, 0)
    )


def test_the_header_is_the_first_row_of_the_table_not_the_row_above() -> None:
    before = "City | Population | Year\nBergen | 291,940 | 2022\n"
    row = QuotedPassage(text="Oslo | 709,037 | 2023", before=before)
    assert grade_of("The population of Oslo is 709,037 (2023).", row) is Grade.DERIVED
    assert grade_of("Bergen: Oslo; 291,940: 709,037; 2022: 2023", row) is Grade.NOT_CHECKED


def test_a_caption_above_the_header_and_a_rule_below_it_are_no_rows() -> None:
    table = QuotedPassage(
        text="Cities of Norway\n| City | Population | Year |\n|---|---|---|\n| Oslo | 709,037 | 2023 |"
    )
    assert grade_of("The population of Oslo is 709,037 (2023).", table) is Grade.DERIVED


def test_rows_of_one_table_are_not_mixed() -> None:
    table = QuotedPassage(text="City | Population | Year\nOslo | 709,037 | 2023\nBergen | 291,940 | 2022")
    assert grade_of("The population of Oslo is 291,940 (2022).", table) is Grade.NOT_CHECKED
    assert grade_of("The population of Bergen is 291,940 (2023).", table) is Grade.NOT_CHECKED
    assert grade_of("The population of Bergen is 291,940 (2022).", table) is Grade.DERIVED


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (QuotedPassage(text=CITY[0], source="a"), QuotedPassage(text=CITY[1], source="b")),
        (QuotedPassage(text=CITY[0], date="2022"), QuotedPassage(text=CITY[1], date="2023")),
        (QuotedPassage(text=CITY[0], heading="Norway"), QuotedPassage(text=CITY[1], heading="Sweden")),
        (QuotedPassage(text=CITY[0], after="\nBergen | 1 | 2022\n\nText."), QuotedPassage(text=CITY[1])),
        (QuotedPassage(text=CITY[0]), QuotedPassage(text=CITY[1], before="Town | Births | Year\n")),
        (QuotedPassage(text=CITY[0]), QuotedPassage(text=CITY[1], after=" | estimate\n")),
        (QuotedPassage(text=CITY[0]), QuotedPassage(text=CITY[1], after="*\n")),
        (QuotedPassage(text=CITY[0]), QuotedPassage(text=CITY[1], before="Norway |")),
    ],
)
def test_header_and_row_of_different_tables_or_cut_ones_prove_nothing(
    header: QuotedPassage, row: QuotedPassage
) -> None:
    assert grade_of("The population of Oslo is 709,037 (2023).", header, row) is Grade.NOT_CHECKED


def test_a_table_that_is_taken_back_or_planned_proves_nothing() -> None:
    header = QuotedPassage(text=CITY[0])
    sentence = "The population of Oslo is 709,037 (2023)."
    wrong = QuotedPassage(text=CITY[1], after="\n\nThis is false.")
    planned = QuotedPassage(text=CITY[1], heading="Planned features")
    withdrawn = QuotedPassage(text="\n".join(CITY), before="The following figures were withdrawn as false:\n")
    denied = QuotedPassage(text=CITY[0], before="None of the following is true:\n")
    assert grade_of(sentence, withdrawn) is Grade.NOT_CHECKED
    assert grade_of(sentence, denied, QuotedPassage(text=CITY[1])) is Grade.NOT_CHECKED
    assert grade_of(sentence, header, wrong) is Grade.NOT_CHECKED
    assert grade_of(sentence, header, planned) is Grade.NOT_CHECKED


def test_the_writer_gives_what_the_rule_finds_again() -> None:
    written = [row_sentence(*CITY, EN), row_sentence(*CITY_JA, JA)]
    assert [
        grade_of(str(one), QuotedPassage(text=header), QuotedPassage(text=row))
        for one, (header, row) in zip(written, (CITY, CITY_JA), strict=True)
    ] == [Grade.DERIVED, Grade.DERIVED]
    assert row_sentence(*CITY, EN) == "City: Oslo; Population: 709,037; Year: 2023"
    assert row_sentence(*CITY_JA, JA) == "市：オスロ、人口：709,037、年：2023"
    assert row_sentence("City |  | Year", CITY[1], EN) is None
    assert row_sentence("City | Population", CITY[1], EN) is None
    assert row_sentence("City | Population | Year", "Voss |  | 2022", EN) == "City: Voss; Year: 2022"


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("", []),
        ("no table", []),
        ("|---|:--:|", []),
        ("a | b", ["a", "b"]),
        ("| a | b |", ["a", "b"]),
        ("a |  | c", ["a", "", "c"]),
        ("a\tb\tc", ["a", "b", "c"]),
        ("市｜人口", []),
    ],
)
def test_cells_of_a_line(line: str, cells: list[str]) -> None:
    assert cells_of(line) == cells


def test_hostile_tables_take_no_time() -> None:
    wide = " | ".join(f"h{n}" for n in range(12))
    row = " | ".join(["a, b: c is d"] * 12)
    sentence = ("a, b: c is d; " * 140)[:1990]
    assert grade_of(sentence, QuotedPassage(text=wide), QuotedPassage(text=row)) is Grade.NOT_CHECKED
    assert grade_of("(" * 1900, QuotedPassage(text=f"{wide}\n" + f"{row}\n" * 40)) is Grade.NOT_CHECKED
