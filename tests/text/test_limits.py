"""The limits of a sentence: every kind in both languages, with a normal form, and hostile text."""

import time

import pytest

from tadori.text.limits import limits, scope_phrases

pytestmark = pytest.mark.req("X11")


def found(text: str) -> list[tuple[str, str]]:
    return [(limit.kind, limit.form) for limit in limits(text)]


def of_kind(text: str, kind: str) -> list[str]:
    return [limit.form for limit in limits(text) if limit.kind == kind]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("It sold 1,500 cars.", "1500"),
        ("It sold 1.5 thousand cars.", "1500"),
        ("It sold 1500 cars.", "1500"),
        ("It made more than 30 % of it.", "over 30 %"),
        ("It made at least 30 percent of it.", "at_least 30 %"),
        ("It made up to 30% of it.", "at_most 30 %"),
        ("It made about 40 m of pipe.", "~40 m"),
        ("約1500人が参加した。", "~1500 person"),
        ("1,500人以上が参加した。", "at_least 1500 person"),
        ("3割未満が参加した。", "under 30 %"),
        ("It began at 10:30.", "10:30"),
        ("It needs version 3.11.2 of it.", "3.11.2"),
        ("£28million was paid.", "28000000 GBP"),
    ],
)
def test_numbers_have_one_form(text: str, form: str) -> None:
    assert of_kind(text, "number") == [form]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("It opened in 2023.", "2023"),
        ("令和5年に開館した。", "2023"),
        ("2023年5月4日に開館した。", "2023-05-04"),
        ("It opened on 4 May 2023.", "2023-05-04"),
        ("It opened on Monday.", "mon"),
        ("月曜日に開館した。", "mon"),
    ],
)
def test_dates_have_one_form(text: str, form: str) -> None:
    assert of_kind(text, "date") == [form]


def test_a_note_s_mark_is_no_number() -> None:
    assert found("The dam is 40 m high.[12]") == [("number", "40 m")]
    assert found("堤防の高さは40メートルである。[3]") == [("number", "40 m")]
    assert of_kind("The dam broke[4] in 2021.[12]", "number") == []


@pytest.mark.parametrize(
    ("text", "kind", "form"),
    [
        ("The dam did not break.", "negation", "not break"),
        ("ダムは決壊しなかった。", "negation", "not 決壊"),
        ("All of the schools closed.", "quantifier", "all"),
        ("すべての学校が閉まった。", "quantifier", "all"),
        ("Most of the schools closed.", "quantifier", "most"),
        ("ほとんどの学校が閉まった。", "quantifier", "most"),
        ("Some schools closed.", "quantifier", "some"),
        ("一部の学校が閉まった。", "quantifier", "some"),
        ("Only schools closed.", "quantifier", "only"),
        ("学校だけが閉まった。", "quantifier", "only"),
        ("The school may close.", "hedge", "possible"),
        ("学校は閉まるかもしれない。", "hedge", "possible"),
        ("The school reportedly closed.", "hedge", "reported"),
        ("学校は閉まったらしい。", "hedge", "reported"),
        ("The school plans to close.", "hedge", "planned"),
        ("学校は閉まる予定だ。", "hedge", "planned"),
        ("The school is likely full.", "hedge", "likely"),
        ("学校は満員とみられる。", "hedge", "likely"),
        ("The school closes if snow falls.", "condition", "if"),
        ("雪が降る場合、学校は閉まる。", "condition", "if"),
        ("The school opens unless snow falls.", "condition", "unless"),
        ("雪が降らない限り、学校は開く。", "condition", "unless"),
        ("The school opens only if snow falls.", "condition", "only if"),
        ("雪が降る場合に限り、学校は開く。", "condition", "only if"),
        ("Schools closed except in Kobe.", "exception", "except"),
        ("神戸を除く学校が閉まった。", "exception", "except"),
        ("According to the city, schools closed.", "attribution", "said"),
        ("市によると、学校が閉まった。", "attribution", "said"),
        ("学校が閉まったという。", "attribution", "said"),
        ("Schools closed because of snow.", "cause", "because"),
        ("雪のため学校が閉まった。", "cause", "because"),
        ("Schools opened despite the snow.", "cause", "despite"),
        ("雪にもかかわらず学校が開いた。", "cause", "despite"),
        ("Kobe is larger than Nara.", "comparison", "more"),
        ("神戸は奈良より大きい。", "comparison", "more"),
        ("Kobe is the largest port.", "comparison", "most"),
        ("神戸は最大の港である。", "comparison", "most"),
        ("The former mayor left.", "scope", "former"),
        ("かつて港があった。", "scope", "former"),
        ("許可を得なければなりません。", "hedge", "must"),
        ("The owner must agree.", "hedge", "must"),
    ],
)
def test_limiting_words_of_both_languages_have_one_form(text: str, kind: str, form: str) -> None:
    assert (kind, form) in found(text)


def test_a_legal_sentence_keeps_every_limit() -> None:
    text = "The tenant shall not sublet the flat unless the owner agrees."
    assert found(text) == [("hedge", "must"), ("negation", "not sublet"), ("condition", "unless")]


def test_a_japanese_legal_sentence_keeps_every_limit() -> None:
    text = "市長は、緊急の場合に限り、橋の通行を禁止することができる。"
    assert found(text) == [("condition", "only if"), ("hedge", "possible")]


def test_the_words_and_their_place_are_exact() -> None:
    limit = limits("The dam may break.")[0]
    assert (limit.text, limit.start, limit.end) == ("may", 8, 11)
    assert limit.limit.kind == "hedge"


@pytest.mark.parametrize(
    "text", ["許可を得なければなりません。", "以下の例を見よ。", "譜に含まれています。", "休止を示す。", "簡単に行う。"]
)
def test_what_only_looks_like_a_limit_is_none(text: str) -> None:
    assert [limit.form for limit in limits(text) if limit.form != "must"] == []


def test_a_plain_statement_has_no_limit() -> None:
    assert limits("the dam broke") == ()
    assert limits("堤防が決壊した。") == ()
    assert limits("") == ()


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Prices rose in rural towns during winter.", ["rural town", "winter"]),
        ("神戸では価格が上がった。", ["神戸"]),
        ("It rose.", []),
    ],
)
def test_scopes_are_phrases_of_place_time_and_group(text: str, forms: list[str]) -> None:
    assert [phrase.form for phrase in scope_phrases(text)] == forms


@pytest.mark.parametrize(
    "text",
    [
        "a" * 2000,
        "in " * 700,
        "in the big " * 200,
        "一の" * 1000,
        "1," * 1000,
        "[" * 2000,
        "「" * 2000,
        "not " * 500,
        "the most " * 250,
        "どの" * 1000,
        "more " * 400,
    ],
)
def test_hostile_text_of_2000_characters_is_read_at_once(text: str) -> None:
    before = time.process_time()
    limits(text)
    scope_phrases(text)
    assert time.process_time() - before < 1
