"""X1 by words alone: what is quoted passes, what is invented never does."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.grading import Grade, QuotedPassage, SentenceVerdict
from tests.judge.check_cases import HONEST, KEPT, LIMITS

EN_SENTENCES = [
    "The Harbour Bridge was completed in March 2019 after 4 years of work.",
    "Norvik Council approved a budget of 12.5 million dollars on 5 May 2021.",
    "Acme Energy, a supplier of turbines, acquired Delta Wind in 2018.",
    "The reservoir holds 340 million litres and supplies Eastport and Norvik.",
    "Dr. Helen Marsh of Eastport University measured an increase of 14 percent in salt levels.",
    "According to the Fisheries Agency, at least 1,200 boats were registered in 2020.",
    "The pilot plant did not reach its planned output of 30 tonnes in 2022.",
    "Delta Wind sold its Eastport yard to Norvik Shipping for 8 million euros.",
    "The museum is open from 9 to 17 and employs 45 people.",
    "Residents support the new tunnel, which will shorten the trip to 20 minutes.",
    "The Marine Act of 1998 prohibits dredging within 5 km of the coast.",
    "Temperatures in the bay rose by 1.2 degrees between 1990 and 2015.",
    "Norvik Shipping employs more workers than Acme Energy.",
    "The tender opened on 3 June 2020 and closed after 60 days.",
    "Mayor Ruth Olsen rejected the first proposal but accepted the second.",
    "The lake is safe for swimming, the laboratory of Eastport University confirmed.",
]
JA_SENTENCES = [
    "港大橋は2019年3月に完成し、総工費は約120億円だった。",
    "北浜市は2021年5月5日に予算案を可決した。",
    "アクメ電力は2018年にデルタ風力を買収した。",
    "貯水池は3億4000万リットルを貯え、東港市と北浜市に供給している。",
    "東港大学のマーシュ教授は塩分濃度が14％増加したと報告した。",
    "水産庁によると、2020年には少なくとも1,200隻が登録されていた。",
    "試験施設は2022年に計画した30トンの生産量に達しなかった。",
    "北浜海運は東港造船所を800万ユーロで取得した。",
    "博物館の職員は45人で、年間来館者は三十五万人である。",
    "新しいトンネルは安全であると市は発表した。",
    "海洋法は海岸から5キロ以内の浚渫を禁止している。",
    "湾の水温は1990年から2015年の間に1.2度上昇した。",
    "北浜海運の従業員はアクメ電力より多い。",
    "オルセン市長は最初の案を拒否したが、二番目の案を承認した。",
]
NAMES = ["Harbour Bridge", "Norvik Council", "Acme Energy", "Delta Wind", "Eastport University", "Norvik Shipping",
         "Fisheries Agency", "Helen Marsh", "Ruth Olsen", "Eastport", "Norvik"]  # fmt: skip
NAMES_JA = [
    "港大橋",
    "北浜市",
    "アクメ電力",
    "デルタ風力",
    "東港市",
    "東港大学",
    "マーシュ",
    "水産庁",
    "北浜海運",
    "オルセン",
]
OPPOSITES = [
    ("increase", "decrease"), ("rose", "fell"), ("approved", "rejected"), ("rejected", "approved"),
    ("opened", "closed"), ("open", "closed"), ("support", "oppose"), ("more", "fewer"),
    ("safe", "dangerous"), ("acquired", "sold"),
    ("sold", "bought"),    ("at least", "at most"), ("after", "before"), ("prohibits", "allows"), ("first", "last"),
    ("増加", "減少"), ("可決", "否決"), ("上昇", "低下"), ("買収", "売却"), ("取得", "売却"), ("安全", "危険"),
    ("禁止", "許可"),    ("多い", "少ない"), ("拒否", "承認"), ("少なくとも", "最大で"), ("以内", "以上"),
]  # fmt: skip
CLAUSES_EN = ["which broke the law", "and 12 people died", "making it the largest in Europe", "despite protests"]
CLAUSES_JA = ["違法に", "死者12人を出して", "欧州最大の規模で"]
NUMBER = re.compile(r"\d+")


def graded(sentence: str, quotations: Sequence[str]) -> SentenceVerdict:
    return MechanicalCheck().grade(sentence, [QuotedPassage(text=words) for words in quotations])


def planted(sentence: str) -> Iterator[str]:
    """Every invention of the kinds below that can be made out of `sentence`."""
    japanese = re.search("[ぁ-ん]", sentence) is not None
    for match in NUMBER.finditer(sentence):
        for other in (int(match[0]) + 1, int(match[0]) * 10):
            yield f"{sentence[: match.start()]}{other}{sentence[match.end() :]}"
    known = [name for name in (NAMES_JA if japanese else NAMES) if name in sentence]
    pool = NAMES_JA if japanese else NAMES
    for name in known:
        yield sentence.replace(name, pool[(pool.index(name) + 3) % len(pool)])
    for first, second in pairwise(known):
        swapped = sentence.replace(first, "\0").replace(second, first).replace("\0", second)
        yield swapped
    for word, opposite in OPPOSITES:
        if word in sentence:
            yield sentence.replace(word, opposite, 1)
    yield from _denied_ja(sentence) if japanese else _denied_en(sentence)
    for clause in CLAUSES_JA if japanese else CLAUSES_EN:
        yield f"{clause}、{sentence}" if japanese else f"{sentence.rstrip('.')}, {clause}."


def _denied_en(sentence: str) -> Iterator[str]:
    for verb in (" was ", " is ", " were ", " will "):
        if verb in sentence:
            yield sentence.replace(verb, f"{verb}not ", 1)
    if " did not " in sentence:
        yield sentence.replace(" did not reach", " reached")
    yield f"It is not true that {sentence[0].lower()}{sentence[1:]}"


def _denied_ja(sentence: str) -> Iterator[str]:
    for ending, denial in (
        ("した。", "しなかった。"),
        ("いる。", "いない。"),
        ("である。", "ではない。"),
        ("なかった。", "た。"),
    ):
        if sentence.endswith(ending):
            yield sentence.removesuffix(ending) + denial
    yield f"{sentence.rstrip('。')}というのは誤りである。"


PLANTED = [
    (quoted, lie) for quoted in EN_SENTENCES + JA_SENTENCES for lie in dict.fromkeys(planted(quoted)) if lie != quoted
]
INVENTED = [
    (quoted, other)
    for quoted in EN_SENTENCES + JA_SENTENCES
    for other in EN_SENTENCES[:2] + JA_SENTENCES[:2]
    if other != quoted
]


@pytest.mark.req("X1")
def test_no_planted_invention_passes() -> None:
    passed = [lie for quoted, lie in PLANTED + INVENTED if graded(lie, [quoted]).grade is Grade.QUOTED]
    assert passed == []
    assert len(PLANTED) >= 250


@pytest.mark.req("X1")
@pytest.mark.parametrize("sentence", EN_SENTENCES + JA_SENTENCES)
def test_the_quoted_words_themselves_pass(sentence: str) -> None:
    verdict = graded(sentence, [sentence])
    assert (verdict.grade, verdict.grounds[0].rule) == (Grade.QUOTED, "identical")


@pytest.mark.req("X1")
@pytest.mark.parametrize(("sentence", "quoted"), HONEST + KEPT)
def test_the_same_words_pass_without_reference_marks_repeats_or_a_connective(sentence: str, quoted: str) -> None:
    verdict = graded(sentence, [quoted])
    assert verdict.grade is Grade.QUOTED


@pytest.mark.req("X1")
@pytest.mark.parametrize(("sentence", "quoted"), LIMITS)
def test_whatever_else_is_left_out_or_changed_is_refused(sentence: str, quoted: str) -> None:
    verdict = graded(sentence, [quoted])
    assert verdict.grade is Grade.NOT_CHECKED
    assert verdict.grounds[0].weight < 0


def test_how_sure_a_pass_is_says_whether_something_was_left_out() -> None:
    whole = graded("The dam is old.", ["The dam is old."])
    shorter = graded("The dam is old.", ["However, the dam is old."])
    assert (whole.grounds[0].weight, whole.grounds[0].detail) == (1.0, "the quoted words")
    assert (shorter.grounds[0].weight, shorter.grounds[0].detail) == (0.9, "the quoted words, shortened")


def test_the_ground_of_a_refusal_names_what_is_wrong() -> None:
    verdict = graded("The dam holds 350 litres.", ["The dam holds 340 litres."])
    assert (verdict.grounds[0].rule, verdict.grounds[0].detail) == ("number", "350 litres ≠ 340 litres")


def test_every_sentence_of_a_text_must_be_quoted() -> None:
    verdict = graded("The dam is old. The lake is toxic.", ["The dam is old."])
    assert verdict.grade is Grade.NOT_CHECKED


def test_two_quotations_may_each_carry_a_sentence_but_not_half_a_sentence() -> None:
    quotations = ["The dam is old.", "The lake is deep."]
    assert graded("The dam is old. The lake is deep.", quotations).grade is Grade.QUOTED
    assert graded("The dam is deep.", quotations).grade is Grade.NOT_CHECKED


def test_an_empty_sentence_is_a_wrong_call_and_no_quotation_is_a_refusal() -> None:
    with pytest.raises(WrongCall, match="empty sentence"):
        graded(" ", ["x"])
    assert graded("The dam is old.", []).grade is Grade.NOT_CHECKED
    assert graded("The dam is old.", ["", " "]).grade is Grade.NOT_CHECKED


def test_huge_and_hostile_texts_are_refused_in_bounded_time() -> None:
    assert graded("a " * 50_000, ["a " * 50_000]).grade is Grade.NOT_CHECKED
    assert graded("The dam is old.", ["(" * 50_000 + ", and " * 9_000]).grade is Grade.NOT_CHECKED


@given(st.text(min_size=1, max_size=60).filter(str.strip), st.text(max_size=60))
def test_any_text_gets_a_grade_and_never_a_models(sentence: str, quoted: str) -> None:
    assert graded(sentence, [quoted]).grade in (Grade.QUOTED, Grade.DERIVED, Grade.NOT_CHECKED)
