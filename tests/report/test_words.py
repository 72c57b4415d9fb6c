"""The phrase table: both languages, every key, the same places to fill in."""

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest

import tadori.report
from tadori.model.grading import Grade
from tadori.model.graph import Standing, TrustLevel
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import QueryPurpose
from tadori.model.report import QueryLine
from tadori.report.labels import confidence_level, confidence_words, per_cent, query_row, standing_words
from tadori.report.quotations import QuotationFlaw
from tadori.report.words import PHRASES, phrase

STEP_RULES = "subject attribution table_row list_item unit arithmetic differing_values merge".split()
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(str(tadori.report.__file__)).parent.rglob("*.py")
    if path.name not in {"words.py", "form_words.py"}
)


def places(words: str) -> list[str]:
    return sorted(name for _, name, _, _ in string.Formatter().parse(words) if name)


@pytest.mark.parametrize("key", PHRASES)
def test_every_phrase_stands_in_both_languages_with_the_same_places(key: str) -> None:
    ja, en = PHRASES[key]
    assert ja.strip() != ""
    assert en.strip() != ""
    assert places(ja) == places(en)


def test_no_phrase_is_left_over() -> None:
    families = tuple(
        "level_ rule_ kind_ purpose_ trust_ grade_ meaning_ step_ unread_ publisher_ lang_ legend_ verdict_".split()
    )
    values = {*Standing, *(flaw.value for flaw in QuotationFlaw)}
    plain = [key.removesuffix("_one") for key in PHRASES if not key.startswith(families) and key not in values]
    assert [key for key in plain if not re.search(rf"""["']{key}["']""", SOURCES)] == []


def test_every_named_value_has_its_phrase() -> None:
    wanted = [f"trust_{t.value}" for t in TrustLevel] + [f"purpose_{p.value}" for p in QueryPurpose]
    wanted += [f"kind_{kind}" for kind in ("stated", "updated", "corrected", "withdrawn")]
    wanted += [flaw.value for flaw in QuotationFlaw]
    wanted += [f"{family}_{grade.name.lower()}" for grade in Grade for family in ("grade", "meaning")]
    wanted += [f"step_{rule}" for rule in STEP_RULES]
    wanted += [f"publisher_{t.value}" for t in TrustLevel] + ["verdict_yes", "verdict_no", "lang_ja", "lang_en"]
    wanted += [f"legend_{grade.name.lower()}" for grade in Grade]
    assert [key for key in wanted if key not in PHRASES] == []


def test_japanese_phrases_are_japanese() -> None:
    kana_or_han = re.compile(r"[ぁ-んァ-ヶ一-龯、：]")
    assert [key for key, (ja, _) in PHRASES.items() if not kana_or_han.search(ja)] == [
        "with_grounds",
        "ended_from",
        "n_times",
    ]


@pytest.mark.parametrize(
    ("lang", "words"), [(JA, "答え"), (EN, "Answer"), (Lang("de"), "Answer"), (Lang(""), "Answer")]
)
def test_every_other_language_is_told_in_english(lang: Lang, words: str) -> None:
    assert phrase("answer", lang) == words


@pytest.mark.parametrize(
    ("confidence", "word"),
    [
        (1.0, "high"),
        (0.85, "high"),
        (0.8499, "moderate"),
        (0.7, "moderate"),
        (0.6999, "low"),
        (0.5, "low"),
        (0.4999, "very_low"),
        (0.0, "very_low"),
    ],
)
def test_the_word_beside_a_confidence(confidence: float, word: str) -> None:
    assert confidence_level(confidence) == word


@pytest.mark.parametrize(
    ("confidence", "lang", "words"),
    [
        (0.86, EN, "confidence 0.86 (high)"),
        (0.29, EN, "confidence 0.29 (very low)"),
        (0.6999, EN, "confidence 0.69 (low)"),
        (1.0, JA, "信頼度 1.00（高い）"),
    ],
)
def test_a_confidence_is_a_number_and_a_word_and_never_rounded_up(confidence: float, lang: Lang, words: str) -> None:
    assert confidence_words(confidence, lang) == words


@pytest.mark.parametrize(("share", "words"), [(1.0, "100%"), (0.999, "99%"), (0.29, "29%"), (0.0, "0%")])
def test_only_all_of_it_is_a_hundred_per_cent(share: float, words: str) -> None:
    assert per_cent(share) == words


def test_names_of_standings_and_purposes() -> None:
    assert [standing_words(s, EN) for s in (*Standing, None)] == [
        "corroborated",
        "single source",
        "contested",
        "not checked",
    ]
    query = QueryLine(text="霧島湖ダム 誤り", purpose="refute", round=1, hits=3, pages_read=0, reason="主張1")
    assert query_row(query, JA) == ["霧島湖ダム 誤り", "反証を探す", "2", "3", "0", "主張1"]
    assert query_row(replace(query, purpose="a purpose of tomorrow"), JA)[1] == "a purpose of tomorrow"
