"""Rule `computed`: what was calculated is run again, over numbers that are read again from the quoted words."""

from collections.abc import Sequence

import pytest

from tadori.errors import CodeFailed, CodeRefused
from tadori.judge.derive.computation import computed_result
from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.sandbox.python import MontySandbox
from tadori.model.grading import Grade, QuotedPassage, SentenceVerdict
from tadori.model.ids import EN, JA, Lang
from tadori.text.code_form import code_form, is_expression
from tadori.text.computed_sentences import QuotedNumbers, computed_sentence, read_computed
from tadori.text.operand_numbers import WrittenNumber, number_named

SANDBOX = MontySandbox()
CHECK = MechanicalCheck(sandbox=SANDBOX)
IN_2022, IN_2023 = "The output in 2022 was 1,284 MWh.", "The output in 2023 was 1,510 MWh."
JA_2022, JA_2023 = "2022年度の発電量は1,284MWhだった。", "2023年度の発電量は1,510MWhだった。"
DEVIATION = (
    "import math\nv1 = [a, b, c]\nv2 = sum(v1) / len(v1)\n"
    "math.sqrt(sum(((v3 - v2) ** 2 for v3 in v1)) / len(v1))"
)  # fmt: skip
VALUES = "The values were 12, 15 and 19."
GROWTH = (
    "Calculated from “The output in 2022 was 1,284 MWh.” (a = 1,284 MWh); “The output in 2023 was 1,510 MWh.” "
    "(b = 1,510 MWh): (b - a) / a × 100 ≈ 17.6 %"
)
GROWTH_JA = (
    "「2022年度の発電量は1,284MWhだった。」（a = 1,284MWh）、「2023年度の発電量は1,510MWhだった。」（b = 1,510MWh）"
    "から計算：(b - a) / a × 100 ≈ 17.6 %"
)
SPREAD = "Calculated from “The values were 12, 15 and 19.” (a = 12, b = 15, c = 19): result of the code below ≈ 2.867"


def numbers(*quoted: tuple[str, str]) -> list[WrittenNumber]:
    found = [number_named(written, sentence) for sentence, written in quoted]
    return [one for one in found if one is not None]


def result(code: str, *quoted: tuple[str, str], japanese: bool = False) -> str:
    given = numbers(*quoted)
    return computed_result(SANDBOX, code_form(code, list("abcdefgh")[: len(given)]), given, japanese=japanese)


def graded(sentence: str, *quoted: str, code: str = "") -> SentenceVerdict:
    passages = [QuotedPassage(text=text) for text in quoted]
    passages[0] = QuotedPassage(text=quoted[0], code=code)
    return CHECK.grade(sentence, passages)


@pytest.mark.req("D10", "X11")
@pytest.mark.parametrize(
    ("sentence", "quoted", "code", "detail"),
    [
        (GROWTH, (IN_2022, IN_2023), "", "(b - a) / a × 100 ≈ 17.6 % (a = 1,284 MWh, b = 1,510 MWh)"),
        (GROWTH_JA, (JA_2022, JA_2023), "", "(b - a) / a × 100 ≈ 17.6 % (a = 1,284MWh, b = 1,510MWh)"),
        (SPREAD, (VALUES,), DEVIATION, "code 53086fc0c4ab ≈ 2.867 (a = 12, b = 15, c = 19)"),
    ],
)
def test_a_calculated_sentence_is_derived_by_running_its_code_again(
    sentence: str, quoted: Sequence[str], code: str, detail: str
) -> None:
    verdict = graded(sentence, *quoted, code=code)
    assert (verdict.grade, [(step.rule, step.detail) for step in verdict.steps]) == (
        Grade.DERIVED,
        [("computed", detail)],
    )


@pytest.mark.req("D10", "X1", "X11")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("17.6 %", "17.7 %"),
        ("≈ 17.6", "= 17.6"),
        ("17.6 %", "17.6 MWh"),
        ("(b - a)", "(b + a)"),
        ("× 100", "× 1000"),
        ("a = 1,284 MWh", "a = 1,510 MWh"),
        ("a = 1,284 MWh", "a = 2022"),
        ("was 1,284 MWh.", "was 1,285 MWh."),
        ("The output in 2022", "The profit in 2022"),
        ("Calculated from", "It is known from"),
        (" ≈ 17.6 %", " ≈ 17.6 % of all power"),
        ("≈ 17.6 %", "≈ 17.6 % ≈ 18 %"),
        ("(b - a) / a", "(b - a) / a if a else b"),
        ("(b - a) / a × 100", "17 + (b - a) / a"),
        ("(b - a) / a × 100", "open(a, b)"),
    ],
)
def test_one_changed_digit_operand_or_sign_is_not_derived(old: str, new: str) -> None:
    assert GROWTH.replace(old, new, 1) != GROWTH
    assert graded(GROWTH.replace(old, new, 1), IN_2022, IN_2023).grade is Grade.NOT_CHECKED


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    "code",
    [
        "",
        DEVIATION.replace("** 2", "** 3"),
        DEVIATION.replace("[a, b, c]", "[a, b, b]"),
        DEVIATION + "  # evil.test",
        DEVIATION.replace("v1", "values"),
        DEVIATION.replace("math.sqrt", "math.exp"),
        "sum([a, b, c])",
    ],
)
def test_one_changed_line_of_the_code_beside_it_is_not_derived(code: str) -> None:
    assert graded(SPREAD, VALUES, code=code).grade is Grade.NOT_CHECKED


@pytest.mark.req("D10", "X1")
@pytest.mark.parametrize(
    ("passage", "grade"),
    [
        (QuotedPassage(text="The dam is 40 m high."), Grade.DERIVED),
        (QuotedPassage(text="The dam is 40 m high.", after=" That is false."), Grade.NOT_CHECKED),
        (
            QuotedPassage(text="The dam is 40 m high.", before="“We know it. ", after=" We do.” said Ann Lee."),
            Grade.NOT_CHECKED,
        ),
        (QuotedPassage(text="The dam is 41 m high."), Grade.NOT_CHECKED),
        (QuotedPassage(text="The mast is 40 m high."), Grade.NOT_CHECKED),
    ],
)
def test_what_takes_a_quoted_sentence_back_takes_its_calculation_back(passage: QuotedPassage, grade: Grade) -> None:
    sentence = "Calculated from “The dam is 40 m high.” (a = 40 m): a / 2 = 20 m"
    assert CHECK.grade(sentence, [passage]).grade is grade


def test_a_number_that_was_filled_in_is_no_operand() -> None:
    quoted = QuotedPassage(text="The plant produced 1,284 MWh.", source="the city", date="2023-05")
    said = "According to the city (May 2023), the plant produced 1,284 MWh."
    assert CHECK.grade(said, [quoted]).grade is Grade.DERIVED
    assert CHECK.grade(f"Calculated from “{said}” (a = 1,284 MWh): a / 2 = 642 MWh", [quoted]).grade is Grade.DERIVED
    assert CHECK.grade(f"Calculated from “{said}” (a = 2023): a / 2 ≈ 1,012", [quoted]).grade is Grade.NOT_CHECKED


def test_without_a_sandbox_nothing_calculated_is_derived() -> None:
    passages = [QuotedPassage(text=IN_2022), QuotedPassage(text=IN_2023)]
    assert MechanicalCheck().grade(GROWTH, passages).grade is Grade.NOT_CHECKED


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "quoted", "said"),
    [
        ("b - a", [(IN_2022, "1,284"), (IN_2023, "1,510")], "= 226 MWh"),
        ("a / b", [(IN_2023, "1,510"), ("It serves 120 people.", "120")], "≈ 12.58 MWh/people"),
        ("a * b / 100", [(IN_2023, "1,510 MWh"), ("It exports 17 % of it.", "17 %")], "= 256.7 MWh"),
        ("b - a", [("The share was 12 %.", "12"), ("The share was 17 %.", "17")], "= 5 percentage points"),
        ("(a + b) / 2", [("The share was 12 %.", "12"), ("The share was 17 %.", "17")], "= 14.5 %"),
        ("b - a", [("It was founded in 1962.", "1962"), ("It closed in 1998.", "1998")], "= 36"),
        ("a * b", [("It is 5 m wide.", "5 m"), ("It is 3.5 m long.", "3.5")], "= 17.5 m²"),
        ("a - b", [("It costs $12.50 now.", "12.50"), ("It cost $14.75 then.", "$14.75")], "= −$2.25"),
        ("a + b", [("About 40 people came.", "40"), ("Then 12 people came.", "12")], "≈ 52 people"),
        ("a / b", [("It has 3 doors.", "3"), ("It has 7 windows.", "7")], "≈ 0.4286"),
        ("max(a, b)", [(IN_2022, "1,284"), (IN_2023, "1,510")], "= 1,510 MWh"),
        ("a + b", [("It is 0.1 m wide.", "0.1"), ("It is 0.2 m long.", "0.2")], "= 0.3 m"),
    ],
)
def test_a_result_has_the_unit_that_it_is_in(code: str, quoted: list[tuple[str, str]], said: str) -> None:
    assert result(code, *quoted) == said


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "quoted"),
    [
        ("a - a + b - b", [("It has 3 doors.", "3"), ("It has 7 windows.", "7")]),
        ("a * 1000 + b", [("It is 5 km long.", "5"), ("It is 300 m wide.", "300")]),
        ("a + b", [(IN_2022, "1,284"), ("It exports 17 % of it.", "17 %")]),
        ("a * b", [(IN_2022, "1,284"), ("It exports 17 % of it.", "17 %")]),
        ("a * 0 + 1000 * 2", [(IN_2022, "1,284")]),
        ("a + 1", [(IN_2022, "1,284")]),
        ("a / b", [("It was 12 °C at noon.", "12 °C"), ("It was 6 °C at night.", "6 °C")]),
        ("a > b", [(IN_2022, "1,284"), (IN_2023, "1,510")]),
        ("[a, b]", [(IN_2022, "1,284"), (IN_2023, "1,510")]),
        ("len([a, b])", [(IN_2022, "1,284"), (IN_2023, "1,510")]),
        ("a / (b - b)", [(IN_2022, "1,284"), (IN_2023, "1,510")]),
    ],
)
def test_a_result_that_is_no_value_of_its_inputs_is_refused(code: str, quoted: list[tuple[str, str]]) -> None:
    with pytest.raises((CodeRefused, CodeFailed)):
        result(code, *quoted)


@pytest.mark.parametrize(
    ("code", "quoted", "said"),
    [
        ("a / b", [("売上高は350億円だった。", "350億"), ("人口は1,234人だった。", "1,234")], "≈ 28,363,047円/人"),
        ("a - b", [("割合は17パーセントだった。", "17"), ("前年の割合は12%だった。", "12")], "= 5ポイント"),
        ("b - a", [("完成は1962年、費用は12万3千円だった。", "1962"), ("閉鎖は1998年だった。", "1998年")], "= 36"),
        ("a * 2", [("面積は56.7km²である。", "56.7")], "= 113.4 km²"),
    ],
)
def test_japanese_units_stand_as_japanese_writes_them(code: str, quoted: list[tuple[str, str]], said: str) -> None:
    given = numbers(*quoted)
    assert computed_result(SANDBOX, code, given, japanese=True) == said


def test_units_that_do_not_go_together_say_so() -> None:
    with pytest.raises(CodeRefused, match="things of different units are added or compared"):
        result("a + b", ("It is 5 km long.", "5"), ("It is 300 m wide.", "300"))
    with pytest.raises(CodeRefused, match="does not depend on the input b"):
        result("a + b * 0", (IN_2022, "1,284"), (IN_2023, "1,510"))


@pytest.mark.parametrize("lang", [EN, JA])
@pytest.mark.parametrize("inner", [IN_2022, "He said “yes” (a = 3) and “no” twice.", "「はい」（a = 3）と「いいえ」。"])
def test_a_sentence_is_read_back_as_it_was_written(lang: Lang, inner: str) -> None:
    quoted = [
        QuotedNumbers(sentence=inner, numbers=(("a", "3"), ("c", "1,284 MWh"))),
        QuotedNumbers(sentence=IN_2023, numbers=(("b", "1,510 MWh"),)),
    ]
    written = computed_sentence(quoted, "a ** b * c", "= 3", lang)
    read = read_computed(written)
    assert read is not None
    assert (read.quoted, read.expression, read.result) == (tuple(quoted), "a ** b * c", "= 3")
    assert is_expression(read.expression) is True
