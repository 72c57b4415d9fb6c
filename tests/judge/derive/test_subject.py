"""The rule `subject`: a filled-in subject follows only where the open words stand for it."""

import pytest

from tadori.judge.derive.base import Goal
from tadori.judge.derive.subject import subject_filled_in
from tadori.model.grading import DerivationStep, QuotedPassage
from tadori.model.ids import EN, JA
from tadori.text.sentence_forms import with_subject
from tadori.text.subjects import open_subject

pytestmark = pytest.mark.req("X11")

EXEL = "Exel plc is a UK logistics company."
PAYING = "It is paying £328m to buy Tibbett & Britten."


def steps(sentence: str, *quotations: QuotedPassage) -> list[DerivationStep]:
    return [reduction.step for reduction in subject_filled_in(Goal(text=sentence), quotations)]


def details(sentence: str, text: str, before: str, heading: str = "") -> list[str]:
    return [step.detail for step in steps(sentence, QuotedPassage(text=text, before=before, heading=heading))]


def test_the_goal_is_reduced_to_the_quoted_sentence_of_that_quotation() -> None:
    quotation = QuotedPassage(text=PAYING, before=EXEL + " ")
    found = list(subject_filled_in(Goal(text="[Exel plc] is paying £328m to buy Tibbett & Britten."), [quotation]))
    assert [reduction.goals for reduction in found] == [(Goal(text=PAYING, only=frozenset([0])),)]
    assert found[0].step == DerivationStep(rule="subject", detail="It → Exel plc", quotations=(0,))


def test_the_quotation_that_holds_the_antecedent_is_named() -> None:
    second = QuotedPassage(text=EXEL, after=" " + PAYING)
    found = steps(
        "Exel is paying £328m to buy Tibbett & Britten.", QuotedPassage(text=PAYING, before=EXEL + " "), second
    )
    assert [step.quotations for step in found] == [(0, 1)]


def test_a_second_quotation_that_stands_right_before_is_enough() -> None:
    found = steps(
        "[Exel plc] is paying £328m to buy Tibbett & Britten.",
        QuotedPassage(text=PAYING),
        QuotedPassage(text=EXEL, after=" " + PAYING),
    )
    assert [step.quotations for step in found] == [(0, 1)]


@pytest.mark.parametrize(
    ("goal", "text", "before", "detail"),
    [
        ("[Exel plc] fell.", "It fell.", EXEL, "It → Exel plc"),
        ("Exel fell.", "It fell.", EXEL, "It → Exel plc"),
        ("It [Exel plc] fell.", "It fell.", EXEL, "It → Exel plc"),
        ("[Exel plc's] output rose.", "Its output rose.", EXEL, "Its → Exel plc"),
        ("Exel’s output rose.", "Its output rose.", EXEL, "Its → Exel plc"),
        ("[Exel plc] fell.", "It fell.[3]", EXEL, "It → Exel plc"),
        ("[Exel plc] fell.", "However, it fell.", EXEL, "it → Exel plc"),
        ("However, [Exel plc] fell.", "However, it fell.", EXEL, "it → Exel plc"),
        ("[Exel plc] closed in 1998.", "The company closed in 1998.", EXEL, "The company → Exel plc"),
        ("[エクセル]は横浜市にある。", "同社は横浜市にある。", "エクセルは物流会社である。", "同社 → エクセル"),
        ("エクセルの工場は大きい。", "同社の工場は大きい。", "エクセルは物流会社である。", "同社 → エクセル"),
        ("[エクセル]は、1990年に設立された。", "1990年に設立された。", "エクセルは物流会社である。", "∅ → エクセル"),
        ("[エクセルは] 1990年に設立された。", "1990年に設立された。", "エクセルは物流会社である。", "∅ → エクセル"),
        ("1990年、エクセルは設立された。", "1990年、設立された。", "エクセルは物流会社である。", "∅ → エクセル"),
    ],
)
def test_honest_forms(goal: str, text: str, before: str, detail: str) -> None:
    assert details(goal, text, before) == [detail]


@pytest.mark.parametrize(
    ("goal", "text", "before"),
    [
        ("[Tibbett & Britten] fell.", "It fell.", EXEL),
        ("[Exel plc] rose.", "It fell.", EXEL),
        ("[Exel plc] fell in May.", "It fell.", EXEL),
        ("[Exel plc] fell.", "It fell in May.", EXEL),
        ("[Exel plc] fell.", "Exel plc fell.", ""),
        ("Brewery closed.", "The company closed.", "Skarv Brewery was founded in 1911."),
        ("Skarv closed.", "The company closed.", "Skarv Brewery was founded in 1911."),
        ("酒造は廃業した。", "同社は廃業した。", "黒崎酒造は1911年に創業した。"),
        ("Frans Pop was an editor.", "He was an editor.", "Frans Pop (born 1950) is a writer. Frans Berg is a nurse."),
        ("[Exel plc] output rose.", "Its output rose.", "Rain fell."),
        ("Exelfell.", "It fell.", EXEL),
        ("[] fell.", "It fell.", EXEL),
        ("[Exel plc, which broke the law,] fell.", "It fell.", EXEL),
        ("[Exel plc] fell.", "It fell.", ""),
        ("[Exel plc] fell.", "It fell.", "Exel plc bought Wincanton plc."),
        ("[Exel plc] made 5 mW.", "It made 5 MW.", EXEL),
        ("[Jane Smith] resigned.", "He resigned.", "Smith (born 1950) is a writer."),
        ("[丸尾社]は横浜市にある。", "同社は横浜市にある。", "エクセルは物流会社である。"),
        ("[エクセル]は1990年に設立された。", "1990年に設立された。", ""),
        ("[エクセル]が1990年に設立された。", "1990年に設立された。", "エクセルは物流会社である。"),
        ("[エクセル]は1990年に解散した。", "1990年に設立された。", "エクセルは物流会社である。"),
        ("大洲乳業は廃業した。", "同社は廃業した。", "大洲乳業は樽を黒崎酒造に売った。"),
    ],
)
def test_dishonest_forms_are_refused(goal: str, text: str, before: str) -> None:
    assert details(goal, text, before) == []


def test_a_fuller_mention_may_be_given_only_where_nobody_else_bears_the_name() -> None:
    one = "John Smith (born 1950) is a writer."
    two = "John Smith (born 1950) is a writer. Mary Smith is a nurse."
    assert details("Smith resigned.", "He resigned.", one) == ["He → John Smith"]
    both = "Mary Smith is a nurse. John Smith (born 1950) is a writer."
    assert details("Mary Smith resigned.", "He resigned.", two) == []
    assert details("Smith resigned.", "He resigned.", both) == []
    assert details("John Smith resigned.", "He resigned.", both) == ["He → John Smith"]


@pytest.mark.parametrize(
    ("lang", "text", "heading", "detail"),
    [
        (EN, "Sets the amount of memory.", "shared_buffers (integer)", "∅ → shared_buffers"),
        (EN, "The default is 128MB.", "shared_buffers (integer)", "∅ → shared_buffers"),
        (EN, "This parameter is off by default.", "work_mem (integer)", "This parameter → work_mem"),
        (JA, "ディレクトリを設定します。", "UserDir ディレクティブ", "∅ → UserDir"),
        (JA, "デフォルトは4MBです。", "work_mem", "∅ → work_mem"),
    ],
)
def test_what_the_report_writes_is_read_back(lang: str, text: str, heading: str, detail: str) -> None:
    opening = open_subject(text, EN if lang == "en" else JA)
    assert opening is not None
    subject = detail.partition(" → ")[2]
    written = with_subject(text, opening.start, opening.end, subject, EN if lang == "en" else JA)
    assert f"[{subject}]" in written
    assert details(written, text, "", heading) == [detail]


def test_a_quotation_of_two_sentences_is_its_own_context() -> None:
    assert [step.quotations for step in steps("[Exel plc] fell.", QuotedPassage(text=EXEL + " It fell."))] == [(0,)]


def test_only_the_quotations_that_a_goal_may_use_are_used() -> None:
    goal = Goal(text="[Exel plc] fell.", only=frozenset([1]))
    assert list(subject_filled_in(goal, [QuotedPassage(text="It fell.", before=EXEL)])) == []


def test_huge_input_is_bounded() -> None:
    passages = [QuotedPassage(text="It fell. " * 800, before=EXEL * 50)] * 20
    assert list(subject_filled_in(Goal(text="x" * 2000), passages)) == []
