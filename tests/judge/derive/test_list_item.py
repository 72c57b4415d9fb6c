import pytest

from tadori.judge.derive.base import Goal
from tadori.judge.derive.list_item import list_item
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import DerivationStep, Grade, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.sentence_forms import item_sentence
from tests.judge.derive.item_cases import FAITHFUL, FORMATS, FORMATS_JA, UNFAITHFUL, ItemCase

pytestmark = pytest.mark.req("X11")
CHECK = MechanicalCheck(rules=(list_item,))
LEAD_IN = "The driver supports the following formats:"


def derived(sentence: str, *quotations: QuotedPassage) -> bool:
    return CHECK.grade(sentence, quotations).grade is Grade.DERIVED


def apart(listed: str) -> list[QuotedPassage]:
    return [QuotedPassage(text=line) for line in listed.split("\n")]


def under(listed: str) -> list[QuotedPassage]:
    """The items, each with everything above it."""
    lines = listed.split("\n")
    above = ["\n".join(lines[:at]) + "\n" for at in range(1, len(lines))]
    return [QuotedPassage(text=line, before=before) for line, before in zip(lines[1:], above, strict=True)]


@pytest.mark.parametrize("case", FAITHFUL)
def test_lead_in_and_items_are_said_as_one(case: ItemCase) -> None:
    sentence, listed = case
    assert derived(sentence, *apart(listed))
    assert derived(sentence, QuotedPassage(text=listed))
    assert derived(sentence, *under(listed))


@pytest.mark.parametrize("case", UNFAITHFUL)
def test_another_statement_is_refused(case: ItemCase) -> None:
    sentence, listed = case
    assert not derived(sentence, *apart(listed))
    assert not derived(sentence, QuotedPassage(text=listed))
    assert not derived(sentence, *under(listed))


def test_there_are_enough_cases() -> None:
    assert (len(FAITHFUL) >= 40, len(UNFAITHFUL) >= 80) == (True, True)


def test_the_step_shows_lead_in_and_items() -> None:
    (reduction,) = list_item(Goal(text=f"{LEAD_IN} PNG and GIF."), apart(FORMATS))
    assert reduction.goals == ()
    assert reduction.step == DerivationStep(rule="list_item", detail=f"{LEAD_IN} + PNG + GIF", quotations=(0, 1, 2))


def test_the_items_of_a_page_have_no_markers() -> None:
    item = QuotedPassage(text="GIF", before=f"Some text.\n\n{LEAD_IN}\n\nPNG\n", after="\nWebP\n\nMore text.")
    assert derived(f"{LEAD_IN} GIF.", item)


@pytest.mark.parametrize(
    "item",
    [
        QuotedPassage(text="PNG", after=" (read only)\nGIF"),
        QuotedPassage(text="PNG", after="* with limits"),
        QuotedPassage(text="PNG", after=", but only for reading"),
        QuotedPassage(text="PNG", before="The driver does not support the following formats:\n"),
        QuotedPassage(text="PNG", before=f"{LEAD_IN}\n- Old drivers do not read:\n- JPEG\n"),
        QuotedPassage(text="PNG", source="another handbook"),
        QuotedPassage(text="PNG", after="\n\nThis is false."),
        QuotedPassage(text="PNG", heading="Planned features"),
        QuotedPassage(text="PNG", before=f"“We checked it,” Kato said. “{LEAD_IN}\n"),
    ],
)
def test_an_item_that_is_cut_or_of_another_list_proves_nothing(item: QuotedPassage) -> None:
    lead_in = QuotedPassage(text=LEAD_IN, source="handbook")
    assert not derived(f"{LEAD_IN} PNG.", lead_in, item)


def test_one_of_a_whole_is_refused_where_more_items_are_seen_below() -> None:
    lead_in = "You must bring one of the following:"
    passport = QuotedPassage(text="a passport", before=f"{lead_in}\n\n", after="\nan identity card")
    card = QuotedPassage(text="an identity card", before=f"{lead_in}\n\na passport\n", after="\na licence")
    last = QuotedPassage(text="an identity card", before=f"{lead_in}\n\na passport\n", after="\n\nMore text.")
    assert not derived(f"{lead_in} a passport or an identity card.", passport, card)
    assert derived(f"{lead_in} a passport or an identity card.", passport, last)


def test_the_writer_gives_what_the_rule_finds_again() -> None:
    assert derived(item_sentence(LEAD_IN, "PNG", EN), *apart(FORMATS))
    assert derived(item_sentence("次の形式に対応する：", "PNG", JA), *apart(FORMATS_JA))


def test_hostile_lists_take_no_time() -> None:
    items = "\n".join(["- a and a"] * 39)
    assert not derived("x: " + "a and a, " * 200, QuotedPassage(text=f"x:\n{items}"))
    assert not derived("x: " + ":" * 1900, QuotedPassage(text=":" * 7000))
    assert not derived("x: a", QuotedPassage(text="- " * 4000))
