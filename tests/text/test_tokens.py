import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.text.stem import stem
from tadori.text.tokens import terms, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cats were running", ["the", "cat", "were", "run"]),
        ("IL-6 and IL6", ["il", "6", "il6", "and", "il", "6", "il6"]),
        ("1,400 ponies at 3.5%", ["1400", "poni", "at", "3.5"]),
        ("Kennedy's café isn't O’Brien's", ["kennedi", "cafe", "isnt", "obrien"]),
        ("the U.S. Senate", ["the", "us", "senat"]),
        ("2020-2021", ["2020", "2021"]),
        ("5-HT 10mg 3.5mg 1,400-year", ["5", "ht", "5ht", "10", "mg", "10mg", "3.5", "mg", "1400", "year"]),
        ("3.0 or 1,000.50", ["3", "or", "1000.5"]),
        ("ＡＢＣ１２３", ["abc", "123", "abc123"]),
        ("", []),
        ("!? — …", []),
    ],
)
def test_latin_words_are_stemmed_and_numbers_lose_their_separators(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京都の人口", ["東京都", "東京", "都", "の", "人口"]),
        ("一千四百万人", ["14000000", "人"]),
        ("1,400万円", ["14000000", "円"]),
        ("ﾃﾞｰﾀﾍﾞｰｽ", ["データベース"]),
        ("附属病院と付属病院", ["付属", "病院", "と", "付属", "病院"]),
        ("GPT-4を使う", ["gpt", "4", "gpt4", "を", "使う"]),
        ("A4用紙", ["a", "4", "a4", "用紙"]),
    ],
)
def test_japanese_is_cut_into_long_units_and_their_parts_in_normalised_form(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_name_is_the_same_token_in_both_languages() -> None:
    assert set(tokens("Kubernetes 1.30")) <= set(tokens("Kubernetesの1.30を入れる"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is the height of the tower?", ["height", "tower"]),
        ("日本国憲法第9条とは何ですか", ["日本", "国", "憲法", "第", "9", "条"]),
        ("誰がいつどこで発見したのか", ["発見"]),
        ("The Who", []),
        ("cat cat", ["cat", "cat"]),
    ],
)
def test_terms_leave_out_what_carries_no_content(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@given(st.text(max_size=80))
@settings(deadline=None)
def test_tokens_are_made_of_letters_digits_and_the_decimal_point(text: str) -> None:
    found = tokens(text)
    assert [t for t in found if not t.replace(".", "").isalnum()] == []
    assert [t for t in found if len(t) > 64] == []


@given(st.text(alphabet="aぁ東1-/,.' 万「」。", max_size=60))
@settings(deadline=None)
def test_terms_are_tokens_in_the_same_order(text: str) -> None:
    left = iter(tokens(text))
    assert all(term in left for term in terms(text))


@pytest.mark.parametrize(
    "text",
    ["1-" * 50_000, "a-" * 50_000, "a1" * 50_000, "1," * 50_000 + "万", "1" * 100_000, "a'" * 50_000, "。" * 100_000],
)
def test_hostile_text_takes_time_by_its_length_only(text: str) -> None:
    started = time.process_time()
    tokens(text)
    assert time.process_time() - started < 4


def test_japanese_longer_than_the_tokenizer_takes_is_cut() -> None:
    assert len(tokens("東京に行く。" * 10_000)) == 30_000


def test_two_threads_may_tokenise_at_once() -> None:
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(tokens("東京都の人口" * 300))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [tokens("東京都の人口" * 300)] * 4


def test_english_never_loads_the_japanese_tokenizer() -> None:
    code = (
        "import sys; from tadori.text.tokens import terms; terms('Müller paid 1,400 for the café');"
        "sys.exit('sudachipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("form", "plain"),
    [
        ("began", "begins"),
        ("written", "writes"),
        ("won", "winning"),
        ("died", "die"),
        ("men", "man"),
        ("mice", "mouse"),
    ],
)
def test_irregular_forms_meet_their_plain_form(form: str, plain: str) -> None:
    assert stem(form) == stem(plain)


# Words and stems from Porter's paper.
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("ties", "ti"), ("cats", "cat"), ("feed", "feed"),
        ("agreed", "agre"), ("plastered", "plaster"), ("motoring", "motor"), ("sing", "sing"),
        ("conflated", "conflat"), ("troubled", "troubl"), ("sized", "size"), ("hopping", "hop"), ("falling", "fall"),
        ("failing", "fail"), ("filing", "file"), ("happy", "happi"), ("sky", "sky"), ("relational", "relat"),
        ("conditional", "condit"), ("rational", "ration"), ("digitizer", "digit"), ("vietnamization", "vietnam"),
        ("operator", "oper"), ("feudalism", "feudal"), ("hopefulness", "hope"), ("formaliti", "formal"),
        ("triplicate", "triplic"), ("formative", "form"), ("electrical", "electr"), ("goodness", "good"),
        ("revival", "reviv"), ("airliner", "airlin"), ("gyroscopic", "gyroscop"), ("replacement", "replac"),
        ("adoption", "adopt"), ("communism", "commun"), ("effective", "effect"), ("probate", "probat"),
        ("rate", "rate"), ("cease", "ceas"), ("controll", "control"), ("roll", "roll"), ("by", "by"), ("東京", "東京"),
    ],
)  # fmt: skip
def test_words_are_stemmed_as_porter_published(word: str, expected: str) -> None:
    assert stem(word) == expected
