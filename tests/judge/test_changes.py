"""The veto of change: contradictions only, a word of the sentence's own is none."""

import time

import pytest

from tadori.judge.changes import change_objections
from tadori.model.grading import Limit

pytestmark = pytest.mark.req("X11")

EN = (
    "Exel opened its plant in Kobe on Thursday 4 May 2023. The plant made 1,284 cars, an increase of 30%. "
    "It can store a 40-day supply. The mayor praised the company. Ann Lee, 43, leads Exel."
)
JA = (
    "エクセルは2023年5月4日に神戸市の工場を開業した。工場は1284台を生産し、生産は3割増加した。市長は同社を称賛した。"
    "鈴木一郎氏が社長を務める。"
)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The Kobe plant of Exel was opened in May 2023.", EN),
        ("Exel, led by Ann Lee, produced some 1,300 cars.", EN),
        ("Two people are mentioned first.", EN),
        ("Its stock lasts for 40 days.", EN),
        ("Output grew.", EN),
        ("神戸市の工場は2023年に始まった。", JA),
        ("生産台数は1284台だった。", JA),
    ],
)
def test_a_faithful_paraphrase_is_no_change(sentence: str, source: str) -> None:
    assert change_objections(sentence, source) == ()


@pytest.mark.parametrize(
    ("sentence", "source", "change"),
    [
        ("The plant made 1,384 cars.", EN, Limit(kind="number", text="1,384")),
        ("Output rose by 35%.", EN, Limit(kind="number", text="35%")),
        ("It opened on 5 May 2023.", EN, Limit(kind="date", text="5 May 2023")),
        ("Exel opened its plant in Nagoya.", EN, Limit(kind="name", text="Nagoya")),
        ("The plant did not open.", EN, Limit(kind="negation", text="not")),
        ("The plant made cars, a decrease of 30%.", EN, Limit(kind="antonym", text="decreas ↔ increas")),
        ("The mayor criticized the company.", EN, Limit(kind="antonym", text="critic ↔ prais")),
        ("Exel opened its plant on Friday.", EN, Limit(kind="antonym", text="fridai ↔ thursdai")),
        ("Only the plant made cars.", EN, Limit(kind="quantifier", text="Only")),
        ("All cars except trucks were made.", EN, Limit(kind="exception", text="except")),
        ("工場は1384台を生産した。", JA, Limit(kind="number", text="1384台")),
        ("工場は2024年に開業した。", JA, Limit(kind="date", text="2024年")),
        ("エクセルは名古屋市に工場を開業した。", JA, Limit(kind="name", text="名古屋市")),
        ("市長は同社を批判した。", JA, Limit(kind="antonym", text="批判 ↔ 称賛")),
        ("工場の生産は減少した。", JA, Limit(kind="antonym", text="減少 ↔ 増加")),
        ("工場は開業しなかった。", JA, Limit(kind="negation", text="なかった")),
    ],
)
def test_a_change_is_named(sentence: str, source: str, change: Limit) -> None:
    assert change in change_objections(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source", "swapped"),
    [
        ("奈良が神戸を破った。", "神戸が奈良を破った。", "奈良 ↔ 神戸"),
        ("東部は西部の工場を買った。", "西部は東部の工場を買った。", "東部 ↔ 西部"),
        ("Tibbett bought vans.", "Tibbett makes tea. Tea sells well. Exel bought vans.", "Tibbett ↔ Exel"),
    ],
)
def test_roles_that_changed_are_named(sentence: str, source: str, swapped: str) -> None:
    assert Limit(kind="swap", text=swapped) in change_objections(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("神戸と奈良が工場を買った。", "奈良と神戸が工場を買った。"),
        ("2021年に神戸が工場を買った。", "神戸が2021年に工場を買った。"),
        ("Exel bought vans.", "Exel makes tea. It bought vans. Tibbett sells tea."),
    ],
)
def test_another_order_alone_is_no_swap(sentence: str, source: str) -> None:
    assert change_objections(sentence, source) == ()


def test_a_denial_that_is_left_out_is_a_change() -> None:
    assert change_objections("The dam broke.", "The dam did not break.") == (Limit(kind="negation", text="not"),)
    assert change_objections("堤防は決壊した。", "堤防は決壊しなかった。") == (Limit(kind="negation", text="なかった"),)


def test_words_that_deny_may_be_summed_up_with_not() -> None:
    assert change_objections("He could not pay.", "He was unable to pay.") == ()
    assert change_objections("Ann did not go.", "Ann refused the trip. Ann stayed.") == ()


def test_an_empty_source_changes_nothing() -> None:
    assert change_objections("The dam broke.", "") == ()
    assert change_objections("", EN) == ()


@pytest.mark.parametrize("text", ["a" * 2000, "1," * 1000, "Kobe " * 400, "「" * 2000, "not " * 500, "Q2 " * 600])
def test_hostile_text_is_answered_in_time(text: str) -> None:
    before = time.process_time()
    change_objections(text, text * 8)
    assert time.process_time() - before < 4
