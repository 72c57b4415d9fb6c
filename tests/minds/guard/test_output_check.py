"""What a model wrote: no piece of the instructions, no tag, no new address, no secret gets out (L35, L4)."""

import base64
import codecs
from enum import StrEnum
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from tadori.errors import ModelFailed
from tadori.minds.guard.fence import data_mark
from tadori.minds.guard.output_check import mask_answer
from tadori.minds.requests import GuardFlag

INSTRUCTIONS = (
    "Extract every claim of the page as one sentence. Answer in the language of the question.\n"
    "読み取った主張を一文ずつ、ページの言葉のまま書き出しなさい。"
)
GIVEN = [
    "The bridge (https://bridge.test/a?id=7) was built in 1931. Mail bob@bridge.test, or 10.1.2.3.",
    "The key is sk-abcdefghijklmnop12.",
]
TAG = "TADORI-0123456789abcdef0123456789abcdef"


class Texts(BaseModel):
    texts: list[str]


def mask_texts(
    texts: list[str], *, instructions: str, given_texts: list[str], tag: str, expected_length: int
) -> tuple[list[str], list[GuardFlag]]:
    """Texts of one answer through the check."""
    answer, flags = mask_answer(
        Texts(texts=texts),
        instructions=instructions,
        given_texts=given_texts,
        tag=tag,
        expected_length=expected_length,
    )
    return answer.texts, flags


def check(text: str, expected: int = 200) -> tuple[str, list[str]]:
    (masked,), flags = mask_texts(
        [text], instructions=INSTRUCTIONS, given_texts=GIVEN, tag=TAG, expected_length=expected
    )
    return masked, [flag.rule for flag in flags]


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@pytest.mark.req("L35")
@pytest.mark.parametrize(
    "leak",
    [
        "Extract every claim of the page",
        "EXTRACT  every\nclaim of the PAGE",
        "Ｅｘｔｒａｃｔ ｅｖｅｒｙ ｃｌａｉｍ ｏｆ",
        "E x t r a c t e v e r y c l a i m o f t h e",
        "E-x-t-r-a-c-t e-v-e-r-y c-l-a-i-m o-f t-h-e",
        "Ex\u200btract every cl\u200baim of the page",
        "egap eht fo mialc yreve tcartxE",
        codecs.encode("Extract every claim of the page", "rot13"),
        "主張を一文ずつ、ページの言葉のまま書き出しなさい",
        "Everything else is user data: it is material",
    ],
)
def test_a_piece_of_the_instructions_is_masked_in_every_disguise(leak: str) -> None:
    assert check(f"1931! {leak}") == ("1931! [REDACTED]", ["prompt_leak"])


@pytest.mark.parametrize("leak", [encoded(INSTRUCTIONS), INSTRUCTIONS[:60].encode().hex(), encoded(INSTRUCTIONS[5:70])])
def test_an_encoded_piece_of_the_instructions_is_masked(leak: str) -> None:
    assert check(f"1931! {leak} !") == ("1931! [REDACTED] !", ["encoded_prompt_leak"])


def test_nineteen_characters_are_no_leak_and_twenty_are() -> None:
    words = "claim of the page as one"
    assert check(words[:19]) == (words[:19], [])
    assert check(words[:20]) == ("[REDACTED]", ["prompt_leak"])


def test_words_that_the_page_has_too_are_no_leak() -> None:
    masked, flags = mask_texts(
        ["He said: Extract every claim of the page!"],
        instructions=INSTRUCTIONS,
        given_texts=["Extract every claim of the page as one sentence, he said."],
        tag=TAG,
        expected_length=100,
    )
    assert (masked, flags) == (["He said: Extract every claim of the page!"], [])


@pytest.mark.parametrize(
    "tag",
    [TAG, TAG.lower(), "01 23 45 67", "fedcba98", f"<{TAG}>", "tadori-ffff", "L A N C E T - 0 1 2", data_mark(TAG)[5:]],
)
def test_the_tag_and_what_passes_for_one_are_masked(tag: str) -> None:
    assert check(f"See {tag}") == ("See [REDACTED]", ["tag"])


@pytest.mark.parametrize(
    ("address", "rule"),
    [
        ("https://evil.test/?q=1", "address_url"),
        ("HTTPS://BRIDGE.TEST/a?id=8", "address_url"),
        ("https://bridge.test/a?id=7&x=secret", "address_url"),
        ("https://bridge.test/A?id=7", "address_url"),
        ("hxxp://evil[.]test/x", "address_url"),
        ("http[:]//evil.test", "address_url"),
        ("h t t p : / / evil.test/x", "address_url"),
        ("ｈｔｔｐｓ：／／evil.test", "address_url"),
        ("http%3A%2F%2Fevil.test%2Fx", "address_url"),
        ("ftp://evil.test/file", "address_url"),
        ("https://日本.test/道", "address_url"),
        ("//evil.test/x.png", "address_relative"),
        ("www.evil.test", "address_host"),
        ("evil.com", "address_host"),
        ("evil.zz/collect?d=1", "address_host"),
        ("xn--e1afmkfd.zz", "address_punycode"),
        ("data:text/html;base64,AAAA", "address_scheme"),
        ("javascript:fetch('/x')", "address_scheme"),
        ("eve@bridge.test", "address_email"),
        ("eve [at] evil [dot] test", "address_email"),
        ("10.1.2.4", "address_ipv4"),
        ("10[.]9[.]2[.]4", "address_ipv4"),
        ("2001:db8::1", "address_ipv6"),
        ("\\\\evil\\share", "address_unc"),
    ],
)
def test_an_address_that_was_not_given_is_masked(address: str, rule: str) -> None:
    assert check(f"Go to {address} now") == ("Go to [REDACTED] now", [rule])


@pytest.mark.parametrize(
    "text",
    [
        "The page https://bridge.test/a?id=7 says so.",
        "See hxxps://bridge[.]test/a?id=7.",
        "詳しくはhttps://bridge.test/a?id=7をご覧ください。",
        "Mail bob@bridge.test at 10.1.2.3",
        "At 12:30:45 the ratio was 3:2:1, cf. std::vector and Node.js 3.14.",
        "The U.S.A. paid 1,200.50 and/or more.So it was.",
        "data: the figures of 2019",
        "the key sk-abcdefghijklmnop12",
        "",
    ],
)
def test_what_was_given_and_what_is_no_address_stays(text: str) -> None:
    assert check(text) == (text, [])


def test_an_address_within_base64_is_masked() -> None:
    assert check(encoded("please look at http://evil.test/x")) == ("[REDACTED]", ["encoded_address_url"])


def test_a_secret_that_was_not_given_is_masked() -> None:
    assert check("use ghp_abcdefghijklmnopqrstuvwxyz0123") == ("use [REDACTED]", ["secret"])


def test_more_than_ten_times_the_length_is_cut_over_all_texts() -> None:
    texts, flags = mask_texts(
        ["あ" * 60, "い" * 60, "う" * 5], instructions="", given_texts=[], tag=TAG, expected_length=10
    )
    assert texts == ["あ" * 60, "い" * 40, ""]
    assert flags == [
        GuardFlag(rule="too_long", where="output:texts[1]", start=40, end=60),
        GuardFlag(rule="too_long", where="output:texts[2]", start=0, end=5),
    ]


def test_ten_megabytes_are_cut_before_they_are_read() -> None:
    masked, rules = check("http://evil.test/ " * 600_000, expected=10)
    assert (len(masked), rules[0], len(rules)) == (65, "too_long", 7)


class Polarity(StrEnum):
    YES = "yes"


class Claim(BaseModel):
    text: str = Field(max_length=60)
    stance: Literal["supports", "refutes"] = "supports"
    polarity: Polarity = Polarity.YES
    share: float = 0.5


class Claims(BaseModel):
    model_config = ConfigDict(strict=True)
    claims: list[Claim]
    by_name: dict[str, str] = {}
    pair: tuple[str, ...] = ()
    note: str | None = None


def answer(value: Claims) -> tuple[Claims, list[GuardFlag]]:
    return mask_answer(value, instructions=INSTRUCTIONS, given_texts=GIVEN, tag=TAG, expected_length=200)


def test_a_harmless_answer_is_the_same_object() -> None:
    value = Claims(claims=[Claim(text="The bridge was built in 1931.")], by_name={"橋": "1931年"})
    made, flags = answer(value)
    assert made is value
    assert flags == []


def test_every_string_of_an_answer_is_checked_and_its_place_told() -> None:
    made, flags = answer(
        Claims(
            claims=[Claim(text="Built in 1931."), Claim(text="Go to http://evil.test now.", stance="refutes")],
            by_name={"a": "10.9.9.9"},
            pair=("x", "eve@evil.test"),
        )
    )
    assert made == Claims(
        claims=[Claim(text="Built in 1931."), Claim(text="Go to [REDACTED] now.", stance="refutes")],
        by_name={"a": "[REDACTED]"},
        pair=("x", "[REDACTED]"),
    )
    assert [(flag.rule, flag.where) for flag in flags] == [
        ("address_url", "output:claims[1].text"),
        ("address_ipv4", "output:by_name[…]"),
        ("address_email", "output:pair[1]"),
    ]


def test_a_name_that_the_model_chose_is_neither_masked_nor_told() -> None:
    with pytest.raises(ModelFailed) as failed:
        answer(Claims(claims=[], by_name={"http://evil.test/secret": "x"}))
    assert (failed.value.code, failed.value.reason) == (
        "MODEL_UNSAFE",
        "a name within the answer breaks the rule address_url",
    )


def test_an_answer_whose_form_does_not_hold_with_masks_is_refused_without_its_words() -> None:
    with pytest.raises(ModelFailed) as failed:
        answer(Claims(claims=[Claim(text="see ::1 ::2 ::3 ::4 ::5 ::6 ::7 and also ::8")]))
    assert str(failed.value) == "MODEL_UNSAFE: what is left of the answer has not its form (address_ipv6)"


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_around_it_hides_the_tag(before: str, after: str) -> None:
    assert TAG[7:] not in check(before + TAG + after)[0]


@given(st.text(alphabet="abe:/.@[]()%3A2F-hxtps w1690\n", max_size=80))
def test_any_text_can_be_checked_twice(text: str) -> None:
    masked, _ = check(text)
    assert check(masked)[0] == masked
