"""Spans that look like names, and when two spellings are one name."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA
from tadori.text.names import names, same_name


def found(text: str, lang: str = "en") -> list[str]:
    return [name.text for name in names(text, EN if lang == "en" else JA)]


def test_english_names_keep_their_parts_and_lose_articles() -> None:
    text = "The University of Tokyo and Dr. John A. Smith met in March at Apple Inc. in New York."
    assert found(text) == ["University of Tokyo", "Dr. John A. Smith", "Apple Inc", "New York"]


def test_a_capital_at_the_start_of_a_sentence_is_no_sign_of_a_name() -> None:
    assert found("Researchers agreed. However, many left. In time, Mars was seen.") == ["Mars"]


def test_acronyms_codes_and_quoted_titles_are_names() -> None:
    assert found('The WHO cited "Big Fish" and eBay, the B-52 too.') == ["WHO", "Big Fish", "eBay", "B-52"]


def test_japanese_names_are_found_by_script_quotes_and_endings() -> None:
    text = "トヨタ自動車株式会社は「新計画」をNASAのジョン・スミス氏と横浜市で発表した。"
    assert found(text, "ja") == ["トヨタ自動車株式会社", "新計画", "NASA", "ジョン・スミス", "横浜市"]


def test_common_words_with_a_names_ending_are_none() -> None:
    assert found("この方法と手法は違法である。", "ja") == []


def test_offsets_cut_out_exactly_the_name() -> None:
    text = "He saw Obama's plan for 'Acme'."
    assert [text[name.start : name.end] for name in names(text, EN)] == ["Obama", "Acme"]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Barack Obama", "B. Obama"),
        ("Barack Obama", "Obama"),
        ("Dr. Barack Obama", "barack obama"),
        ("World Health Organization", "WHO"),
        ("Apple Inc.", "Apple"),
        ("株式会社トヨタ", "トヨタ"),
        ("ジョン・スミス氏", "ジョンスミス"),
        ("ＮＡＳＡ", "NASA"),
    ],
)
def test_spellings_of_one_name_are_the_same(a: str, b: str) -> None:
    assert same_name(a, b)
    assert same_name(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [("John Smith", "John Brown"), ("Barack Obama", "Michelle Obama"), ("横浜市", "川崎市"), ("", ""), ("WHO", "WTO")],
)
def test_different_names_are_not(a: str, b: str) -> None:
    assert not same_name(a, b)


@given(st.text(max_size=200))
def test_names_are_ordered_disjoint_and_verbatim(text: str) -> None:
    for lang in (EN, JA):
        spans = names(text, lang)
        assert all(text[n.start : n.end] == n.text for n in spans)
        assert all(a.end <= b.start for a, b in pairwise(spans))
