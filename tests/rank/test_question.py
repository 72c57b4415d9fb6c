"""What a question asks for, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA, Lang
from tadori.rank.question import parse_question
from tadori.rank.question_kinds import QuestionKind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("潮流発電所を設計したのは誰か", QuestionKind.WHO),
        ("1931年に『ドウロ川』を制作した人は？", QuestionKind.WHO),
        ("発電所の運転開始はいつですか", QuestionKind.WHEN),
        ("東日本大震災が発生したのは何年か", QuestionKind.WHEN),
        ("凪浦市はどこにありますか", QuestionKind.WHERE),
        ("コンゴ共和国の首都は？", QuestionKind.WHERE),
        ("組合員は何人いるか", QuestionKind.NUMBER),
        ("発電所の出力はどれくらいか", QuestionKind.NUMBER),
        ("党員数は？", QuestionKind.NUMBER),
        ("梅雨とは何季の一種か?", QuestionKind.WHICH),
        ("冬に大陸を覆うのはどの気団か", QuestionKind.WHICH),
        ("周期的な動きや進行の調子のことを何と言うか？", QuestionKind.NAMED),
        ("天体は恒星のほかに何があるか", QuestionKind.LIST),
        ("市議会は何を担うか", QuestionKind.WHAT),
        ("拍節とは何か。", QuestionKind.DEFINITION),
        ("労働三権とは", QuestionKind.DEFINITION),
        ("工事はなぜ遅れたのか", QuestionKind.WHY),
        ("豪雨の原因は？", QuestionKind.WHY),
        ("潮の流れからどのように電気を作るのか", QuestionKind.HOW),
        ("小笠原諸島に梅雨はあるか", QuestionKind.YES_NO),
        ("住居表示の方式にはどんなものがあるか？", QuestionKind.LIST),
        ("「落語家」と「噺家」の違いは？", QuestionKind.COMPARISON),
    ],
)
def test_the_kind_of_a_japanese_question(question: str, kind: QuestionKind) -> None:
    assert parse_question(question, JA).kind is kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who designed the turbine?", QuestionKind.WHO),
        ('Who are the directors of the film "Lahu Ke Do Rang"?', QuestionKind.WHO),
        ("When was the Dallas County Courthouse built?", QuestionKind.WHEN),
        ("What year did the plant open?", QuestionKind.WHEN),
        ("The 24th Rifle Division was formed in which year?", QuestionKind.WHEN),
        ("Where is the Philbrook Museum?", QuestionKind.WHERE),
        ("In which state is the school located?", QuestionKind.WHERE),
        ("How many people work at the plant?", QuestionKind.NUMBER),
        ("What is the population of Broken Bow?", QuestionKind.NUMBER),
        ("How tall is the tower?", QuestionKind.NUMBER),
        ("What sport is Bobby Carpenter associated with?", QuestionKind.WHICH),
        ("What is Greg Boyer's profession?", QuestionKind.WHICH),
        ("What is the waterfall in the park called?", QuestionKind.NAMED),
        ("What is a tidal turbine?", QuestionKind.DEFINITION),
        ("Why was the opening delayed?", QuestionKind.WHY),
        ("What caused the outage?", QuestionKind.WHY),
        ("How does a tidal turbine make electricity?", QuestionKind.HOW),
        ("Is the plant still running?", QuestionKind.YES_NO),
        ("List the partners of the project.", QuestionKind.LIST),
        ("Which is larger, the plant at Nagiura or the one at Farholm?", QuestionKind.COMPARISON),
        ("What is the difference between a novice and a master?", QuestionKind.COMPARISON),
    ],
)
def test_the_kind_of_an_english_question(question: str, kind: QuestionKind) -> None:
    assert parse_question(question, EN).kind is kind


def test_the_last_japanese_question_word_is_the_one_that_asks() -> None:
    assert parse_question("インドはなぜ貧しいのかという疑問から経済学者になったのは誰か。", JA).kind is QuestionKind.WHO


@pytest.mark.parametrize(
    ("question", "lang", "focus", "unit"),
    [
        ("梅雨とは何季の一種か?", JA, "季", ""),
        ("スタンリー・ミラーはその時どの大学にいましたか？", JA, "大学", ""),
        ("党の議席は何議席か", JA, "", "seat"),
        ("外資系企業として何番目の企業数か", JA, "", "ordinal"),
        ("ルワンダ虐殺は何年に行われた？", JA, "", "year"),
        ("凪浦市の人口は？", JA, "人口", "person"),
        ("What sport is Ryan Davis associated with?", EN, "sport", ""),
        ("How many seats does the hall have?", EN, "seats", "seat"),
        ("What is the population of Handa?", EN, "population", "person"),
        ("What year did it start?", EN, "year", "year"),
        ("How far is the island from the coast?", EN, "", "m"),
    ],
)
def test_the_noun_and_the_unit_that_are_asked_for(question: str, lang: Lang, focus: str, unit: str) -> None:
    asked = parse_question(question, lang)
    assert (asked.focus, asked.unit) == (focus, unit)


def test_question_words_are_not_looked_for() -> None:
    assert parse_question("How many people live in Nagiura?", EN).terms == ("person", "live", "nagiura")
    assert "誰" not in parse_question("発電所を設計したのは誰か", JA).terms


def test_a_word_that_only_names_the_kind_of_answer_is_marked() -> None:
    asked = parse_question("Which city is the capital of Japan?", EN)
    assert asked.focus_terms == {"citi"}


def test_names_dates_and_denials_of_the_question_are_kept() -> None:
    asked = parse_question("Why did the Nagiura plant not open in March 2019?", EN)
    assert asked.names == ("nagiura",)
    assert [(d.year, d.month) for d in asked.dates] == [(2019, 3)]
    assert asked.negated


def test_full_width_letters_ask_the_same() -> None:
    assert parse_question("ＧＤＰは何ドルか", JA).terms == parse_question("GDPは何ドルか", JA).terms


@pytest.mark.parametrize("question", ["", "   ", "?", "。。。", "a" * 10_000, "何" * 2_000, "\u200b\x00"])
def test_hostile_questions_are_understood_somehow(question: str) -> None:
    assert parse_question(question, EN).kind in QuestionKind
    assert parse_question(question, JA).kind in QuestionKind


@given(st.text(max_size=80))
def test_no_text_stops_the_reader(text: str) -> None:
    assert parse_question(text, EN).text == text
