"""Nothing added, no limit lost: objections in both directions, ja and en."""

import time

import pytest

from tadori.judge.vetoes import Objections, objections
from tadori.model.grading import Limit, QuotedPassage

pytestmark = pytest.mark.req("X11")


def against(sentence: str, *quoted: str) -> Objections:
    return objections(sentence, [QuotedPassage(text=text) for text in quoted])


def kinds(limits: tuple[Limit, ...]) -> set[str]:
    return {limit.kind for limit in limits}


@pytest.mark.parametrize(
    ("sentence", "quoted"),
    [
        ("The dam broke on 3 May 2021.", "The dam broke on 3 May 2021."),
        ("The plant made 1,500 cars.", "The plant made 1.5 thousand cars."),
        ("The plant opened in 2023.", "The plant opened in 2023.[4]"),
        ("The tenant shall not sublet the flat unless the owner agrees.",
         "The tenant shall not sublet the flat unless the owner agrees."),
        ("工場は2023年に開業した。", "工場は令和5年に開業した。"),
        ("緊急の場合に限り、橋は閉鎖される。", "緊急の場合に限り、橋は閉鎖される。"),
        ("堤防は2021年に決壊した。", "2021年に堤防は決壊した。"),
    ],
)  # fmt: skip
def test_what_a_quotation_says_meets_no_objection(sentence: str, quoted: str) -> None:
    assert against(sentence, quoted) == Objections(lost=(), added=())


@pytest.mark.parametrize(
    ("sentence", "quoted", "lost"),
    [
        ("The dam broke.", "The dam may break.", Limit(kind="hedge", text="may")),
        ("The dam broke.", "The dam broke, the mayor said.", Limit(kind="attribution", text="said")),
        ("Schools closed.", "Most of the schools closed.", Limit(kind="quantifier", text="Most")),
        ("Schools closed.", "Schools closed in Kobe.", Limit(kind="name", text="Kobe")),
        ("Prices rose.", "Prices rose in rural towns.", Limit(kind="scope", text="in rural towns")),
        ("Schools closed.", "Schools closed except for nurseries.", Limit(kind="exception", text="except for")),
        ("The tenant shall sublet the flat unless the owner agrees.",
         "The tenant shall not sublet the flat unless the owner agrees.", Limit(kind="negation", text="not")),
        ("The tenant shall not sublet the flat.",
         "The tenant shall not sublet the flat unless the owner agrees.", Limit(kind="condition", text="unless")),
        ("Patients recovered.", "Adult patients recovered.", Limit(kind="scope", text="adult patient")),
        ("The plant made cars.", "The plant made cars in 2023.", Limit(kind="date", text="2023")),
        ("Sales fell.", "Sales fell because of the strike.", Limit(kind="cause", text="because of")),
        ("The plant may close and sell.", "The plant may close and may sell.", Limit(kind="hedge", text="may")),
        ("When the rules fail.", "When the rules fail, the log is your best tool.", Limit(kind="scope", text="")),
        ("Servers that fail often.", "The setup helps servers that fail often.",
         Limit(kind="scope", text="setup help")),
        ("工場が場所を選ぶ。", "二つ目は、工場が場所を選ぶ。", Limit(kind="number", text="二つ")),
        ("橋は閉鎖される。", "緊急の場合に限り、橋は閉鎖される。", Limit(kind="condition", text="場合に限り")),
        ("学校が閉まった。", "市によると、学校が閉まった。", Limit(kind="attribution", text="によると")),
        ("学校が閉まった。", "一部の学校が閉まった。", Limit(kind="quantifier", text="一部")),
        ("橋は完成する。", "橋は完成する予定だ。", Limit(kind="hedge", text="予定")),
        ("学校が閉まった。", "保育園を除く学校が閉まった。", Limit(kind="exception", text="を除く")),
        ("堤防は決壊した。", "堤防は決壊しなかった。", Limit(kind="negation", text="なかった")),
    ],
)  # fmt: skip
def test_a_lost_limit_is_named(sentence: str, quoted: str, lost: Limit) -> None:
    assert lost in against(sentence, quoted).lost


@pytest.mark.parametrize(
    ("sentence", "quoted", "added"),
    [
        ("The plant made 1,600 cars.", "The plant made 1,500 cars.", Limit(kind="number", text="1,600")),
        ("It opened on 4 May 2023.", "It opened in 2023.", Limit(kind="date", text="4 May 2023")),
        ("All schools closed.", "Schools closed.", Limit(kind="quantifier", text="All")),
        ("Ann Lee opened the school.", "The school opened.", Limit(kind="name", text="Ann Lee")),
        ("The dam did not break.", "The dam broke.", Limit(kind="negation", text="not")),
        ("Sales fell because of the strike.", "Sales fell. The strike began.", Limit(kind="cause", text="because of")),
        ("Sales rose despite the strike.", "Sales rose. The strike began.", Limit(kind="cause", text="despite")),
        ("Kobe sold more than Nara.", "Kobe sold cars. Nara sold cars.", Limit(kind="comparison", text="more than")),
        ("Sales increased in Kobe.", "Sales decreased in Kobe.", Limit(kind="antonym", text="increas ↔ decreas")),
        ("The old plant opened.", "The plant opened.", Limit(kind="word", text="old")),
        ("They used her for food.", "They used them for food.", Limit(kind="word", text="her")),
        ("Did the dam break?", "The dam broke.", Limit(kind="hedge", text="?")),
        ("The plant may close and may sell.", "The plant may close and sell.", Limit(kind="hedge", text="may")),
        ("工場は1600台を作った。", "工場は1500台を作った。", Limit(kind="number", text="1600台")),
        ("すべての学校が閉まった。", "学校が閉まった。", Limit(kind="quantifier", text="すべて")),
        ("売上は増加した。", "売上は減少した。", Limit(kind="antonym", text="増加 ↔ 減少")),
        ("堤防は決壊しなかった。", "堤防は決壊した。", Limit(kind="negation", text="なかった")),
        ("古い工場が開業した。", "工場が開業した。", Limit(kind="word", text="古い")),
    ],
)  # fmt: skip
def test_what_no_quotation_says_is_named(sentence: str, quoted: str, added: Limit) -> None:
    assert added in against(sentence, quoted).added


@pytest.mark.parametrize(
    ("sentence", "quoted"),
    [
        ("Nara beat Kobe.", "Kobe beat Nara."),
        ("神戸が奈良を破った。", "奈良が神戸を破った。"),
        ("エルトン・ジョンはホリーから影響を受けた。", "ホリー・ホリーはエルトン・ジョンから影響を受けた。"),
        ("最高成績は1960年の8位と1968年の10位である。", "最高成績は1960年の10位と1968年の8位である。"),
        (
            "The family moved to Nara; he went to school in Kobe.",
            "The family moved to Kobe. He went to school in Nara.",
        ),
    ],
)
def test_swapped_roles_are_seen(sentence: str, quoted: str) -> None:
    assert "swap" in kinds(against(sentence, quoted).added)


def test_limits_of_other_sentences_are_not_lost() -> None:
    assert against("The plant opened in 2023.", "The plant opened in 2023. It may close if sales fall.") == Objections(
        lost=(), added=()
    )
    assert against(
        "工場は2023年に開業した。", "工場は2023年に開業した。売上次第では閉鎖の可能性がある。"
    ) == Objections(lost=(), added=())


def test_each_part_stands_on_its_own_quotation() -> None:
    sentence = "The plant opened in 2023 and the bridge closed in 2024."
    assert against(sentence, "The plant opened in 2023.", "The bridge closed in 2024.").lost == ()
    assert kinds(against(sentence, "The plant opened in 2023.").added) == {"word", "date", "antonym"}


def test_the_source_may_be_named_with_its_own_name() -> None:
    passage = QuotedPassage(text="Sales fell in 2023.", source="Kobe City")
    assert objections("According to Kobe City, sales fell in 2023.", [passage]).added == ()
    assert kinds(objections("According to Nara City, sales fell in 2023.", [passage]).added) == {
        "attribution",
        "name",
    }


def test_own_wording_alone_can_be_left_to_a_judge() -> None:
    found = against("The ancient plant opened in 2023.", "The plant opened in 2023.")
    assert found.added == (Limit(kind="word", text="ancient"),)
    assert found.beyond_wording == ()
    assert not found.nothing


@pytest.mark.parametrize("quoted", ["", "   "])
def test_without_a_quotation_everything_is_added(quoted: str) -> None:
    assert against("The dam broke.", quoted) == Objections(lost=(), added=(Limit(kind="word", text="The dam broke."),))
    assert objections("The dam broke.", []).added == (Limit(kind="word", text="The dam broke."),)


def test_a_sentence_without_words_or_too_long_is_objected_to() -> None:
    assert kinds(against("…", "The dam broke.").added) == {"word"}
    assert kinds(against("a " * 1001, "a").added) == {"word"}


@pytest.mark.parametrize(
    "text",
    [
        "The dam may break and " * 90,
        "「" * 1000 + "堤防が決壊した。",
        '"' * 1999,
        "堤防が決壊し、" * 280,
        "1960年の8位、" * 200,
        "Kobe beat Nara, " * 124,
        "not unless except only if " * 76,
    ],
)
def test_hostile_sentences_are_answered_in_time(text: str) -> None:
    before = time.process_time()
    against(text, text * 4)
    assert time.process_time() - before < 4
