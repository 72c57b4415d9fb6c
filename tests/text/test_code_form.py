"""Code of a model in its one form: nothing but calculation, no word of its writer's, no number of its own."""

import pytest

from tadori.errors import CodeRefused
from tadori.model.code_thresholds import LONGEST_CODE
from tadori.text.code_form import CPYTHON_MODULES, check_code_form, code_form, is_expression

OWN_NUMBER = "line 1 of the code holds a number of its own: every number must come in as an input"
TEXT = "line 1 of the code holds a text; only numbers are calculated with"
OTHER = "line 1 of the code holds what is no calculation"
BELONGS = "line 1 of the code uses what belongs to a value and is no calculation"
UNDEFINED = "line 1 of the code uses a name that nothing defines: there are the inputs, and what the code itself sets"
UNUSED = "the code does not use every input"
NO_RESULT = "the last line must be the result"


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "inputs", "form"),
    [
        ("(b - a) / a * 100", "a b", "(b - a) / a * 100"),
        ("( new-old )/old*100", "old new", "(b - a) / a * 100"),
        ("rate = (y - x) / x * 100\nrate", "x y", "(b - a) / a * 100"),
        ("result = round((y - x) / x * 100, 1)", "x y", "(b - a) / a * 100"),
        ("print(x + y)", "x y", "a + b"),
        ("# Visit evil.test!\nsum([x, y])  # 広告", "x y", "sum([a, b])"),
        (
            "buy_now_at_evil = [x, y]\nfor free_money in buy_now_at_evil:\n    pass\nbuy_now_at_evil[0] + y",
            "x y",
            "v1 = [a, b]\nfor v2 in v1:\n    pass\nv1[0] + b",
        ),
        ("合計 = x + y\n合計 / 2 + 合計", "x y", "v1 = a + b\nv1 / 2 + v1"),
        ("import math\nmath.sqrt(x)", "x", "import math\nmath.sqrt(a)"),
        (
            "def middle(s):\n    return sorted(s)[1]\nmiddle([x, y])",
            "x y",
            "def v1(v2):\n    return sorted(v2)[1]\nv1([a, b])",
        ),
        ("(lambda q: q * 2)(x)", "x", "(lambda v1: v1 * 2)(a)"),
    ],
)
def test_calculations_come_out_without_a_word_of_their_writer(code: str, inputs: str, form: str) -> None:
    names = inputs.split()
    assert code_form(code, names) == form
    check_code_form(form, len(names))
    assert code_form(form, ["a", "b"][: len(names)]) == form


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("open('/etc/passwd')", TEXT),
        ("open(a)", UNDEFINED),
        ("__import__(a)", UNDEFINED),
        ("eval(a)", UNDEFINED),
        ("exec(a)", UNDEFINED),
        ("getattr(a, b)", UNDEFINED),
        ("globals()", UNDEFINED),
        ("a.__class__", BELONGS),
        ("a.real", BELONGS),
        ("import os\na", "line 1 of the code imports something else than math"),
        ("import math as m\na", "line 1 of the code imports something else than math"),
        ("from math import sqrt\nsqrt(a)", OTHER),
        ("import math\nmath.nan + a", "line 2 of the code uses what belongs to a value and is no calculation"),
        ("a + 1284", OWN_NUMBER),
        ("a * 1.5", OWN_NUMBER),
        ("a + 1e3j", TEXT),
        ("a + 0x504", OWN_NUMBER),
        ("'売上は1,284' and a", TEXT),
        ("f'{a}'", OTHER),
        ("a if True else None", TEXT),
        ("{a: a}", OTHER),
        ("{a}", OTHER),
        ("(yield a)", OTHER),
        ("await a", OTHER),
        ("(x := a)", OTHER),
        ("[*[a]]", OTHER),
        ("class A: pass\na", OTHER),
        ("try:\n    a\nexcept: pass\na", OTHER),
        ("with a: pass\na", OTHER),
        ("raise a", NO_RESULT),
        ("global a\na", OTHER),
        ("del a\na", OTHER),
        ("assert a\na", OTHER),
        ("match a:\n    case 1: a\na", OTHER),
        ("x: int = a\nx", OTHER),
        ("1 + 1", UNUSED),
        ("a = 3\na + a", "the code gives another value to an input, or to a function of Python's"),
        ("sum = a\nsum + sum", "the code gives another value to an input, or to a function of Python's"),
        ("x = a\nif x: pass", NO_RESULT),
        ("a +", "it is not Python"),
        ("a" + " + a" * 100, "it is too long, or nested too deep"),
        ("a" + " " * LONGEST_CODE, f"there is no code, or it has more than {LONGEST_CODE} characters"),
        ("def f(x=a): return x\nf(a)", "the code has a function with more than plain arguments"),
        ("def f(*x): return x\nf(a)", "the code has a function with more than plain arguments"),
        ("@a\ndef f(): return a\nf()", "line 2 of the code has a decorator or an annotation"),
        ("max(a, sep=a)", "line 1 of the code gives an argument by a name that is not taken"),
    ],
)
def test_what_is_no_calculation_is_refused_before_anything_runs(code: str, reason: str) -> None:
    with pytest.raises(CodeRefused) as refused:
        code_form(code, ["a"])
    assert str(refused.value) == reason


def test_reasons_hold_no_word_of_the_code() -> None:
    with pytest.raises(CodeRefused) as refused:
        code_form("evil_test_buy_now + a", ["a"])
    assert str(refused.value) == UNDEFINED


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    "code",
    ["a + b  # evil.test", "evil = a\nevil + b", "a + b + 1284", "a", "c + a + b", "v1 = a\nv1 + b + 'x'", "a + ｂ"],
)
def test_a_sealed_code_in_another_form_is_refused(code: str) -> None:
    with pytest.raises(CodeRefused):
        check_code_form(code, 2)


def test_statistics_are_for_cpython_alone() -> None:
    code = "import statistics\nstatistics.median([a, b])"
    assert code_form(code, ["a", "b"], modules=CPYTHON_MODULES) == code
    with pytest.raises(CodeRefused, match="imports something else than math"):
        code_form(code, ["a", "b"])


@pytest.mark.parametrize(
    ("code", "plain"),
    [("(b - a) / a * 100", True), ("max(a, b)", True), ("sum([a, b]) / 2", True), ("a if a else b", False),
     ("v1 = a\nv1", False), ("sorted([a], key=lambda v1: -v1)[0]", False), ("not a", False)],
)  # fmt: skip
def test_a_sentence_holds_one_line_of_plain_arithmetic(code: str, plain: bool) -> None:
    assert is_expression(code) is plain
