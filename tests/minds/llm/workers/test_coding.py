"""What a model may bring along to calculate with: numbers that stand in the quotation it names, and nothing else."""

import re

import pytest

from tadori.errors import CodeRefused, ModelFailed
from tadori.events import Event
from tadori.events.language_models import RulesTookOver
from tadori.minds.llm.workers.coding import ProposedCode, QuotableClaim, contradicts_unit, propose_code
from tadori.minds.requests import Mind
from tadori.model.ids import EN, JA, Lang
from tests.minds.llm.scripted_mind import BarePrompts, saying

GROWTH = {
    "what": "growth",
    "inputs": [
        {"name": "before", "claim": 1, "number": "1,284"},
        {"name": "after", "claim": 2, "number": "1510 MWh"},
    ],
    "code": "rate = (after - before) / before * 100\nprint(rate)",
    "unit": "%",
}
CLAIMS = ["The output in 2022 was 1,284 MWh.", "The output in 2023 was 1,510 MWh."]
CLAIMS_JA = ["2022年度の発電量は1,284MWhだった。", "2023年度の発電量は1,510MWhだった。"]


def claims(*sentences: str) -> list[QuotableClaim]:
    return [QuotableClaim(sentence=sentence, words=(sentence,)) for sentence in sentences]


async def proposed(mind: Mind, *sentences: str, lang: Lang = EN, refused: str = "") -> ProposedCode:
    return await propose_code(mind, BarePrompts(), "growth", claims(*sentences), lang, refused=refused)


@pytest.mark.req("D10")
@pytest.mark.parametrize(("sentences", "lang", "written"), [(CLAIMS, EN, "1,284 MWh"), (CLAIMS_JA, JA, "1,284MWh")])
async def test_code_and_operands_come_back_in_the_words_of_the_claims(
    sentences: list[str], lang: Lang, written: str
) -> None:
    found = await proposed(saying(GROWTH), *sentences, lang=lang)
    assert found.code == "(b - a) / a * 100"
    assert [(one.claim, int(one.number.value)) for one in found.operands] == [(0, 1284), (1, 1510)]
    assert found.operands[0].number.written == written


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("number", "claim", "reason"),
    [
        ("1,285", 1, "an input does not stand in claim [1] as a number; its numbers are: 2022, 1,284 MWh"),
        ("1,510", 1, "an input does not stand in claim [1] as a number; its numbers are: 2022, 1,284 MWh"),
        ("284", 1, "an input does not stand in claim [1] as a number; its numbers are: 2022, 1,284 MWh"),
        ("1,284", 3, "there is no claim [3]"),
        ("evil", 1, "an input does not stand in claim [1] as a number; its numbers are: 2022, 1,284 MWh"),
    ],
)
async def test_a_number_that_its_claim_does_not_state_is_refused_with_those_it_does(
    number: str, claim: int, reason: str
) -> None:
    said = {"inputs": [{"name": "a", "claim": claim, "number": number}], "code": "a * 2"}
    with pytest.raises(CodeRefused, match=f"^{re.escape(reason)}$"):
        await proposed(saying(said), *CLAIMS)


@pytest.mark.req("D10")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("a + 1510", "line 1 of the code holds a number of its own"),
        ("open(a)", "line 1 of the code uses a name that nothing defines"),
        ("import os", "the last line must be the result"),
        ("'because the page says so'", "line 1 of the code holds a text"),
    ],
)
async def test_code_that_holds_numbers_or_reaches_out_is_refused(code: str, reason: str) -> None:
    said = {"inputs": [{"name": "a", "claim": 1, "number": "1,284"}], "code": code}
    with pytest.raises(CodeRefused, match=f"^{re.escape(reason)}"):
        await proposed(saying(said), *CLAIMS)


@pytest.mark.req("X1")
async def test_a_number_that_only_the_filled_in_words_hold_is_refused() -> None:
    claim = QuotableClaim(
        sentence="According to the city (May 2023), it made 1,284 MWh.", words=("It made 1,284 MWh.",)
    )
    said = {"inputs": [{"name": "a", "claim": 1, "number": "2023"}], "code": "a * 2"}
    with pytest.raises(CodeRefused, match=r"does not stand in claim \[1\]"):
        await propose_code(saying(said), BarePrompts(), "growth", [claim], EN)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (ModelFailed("MODEL_REFUSED", ""), "MODEL_REFUSED"),
        ({"inputs": [], "code": "1"}, "CONSENSUS_SCHEMA_RETRY_EXCEEDED"),
        ({"inputs": [{"name": "a b", "claim": 1, "number": "1"}], "code": "a"}, "CONSENSUS_SCHEMA_RETRY_EXCEEDED"),
        ({"inputs": GROWTH["inputs"], "code": "a" * 9_999}, "CONSENSUS_SCHEMA_RETRY_EXCEEDED"),
        ({"inputs": GROWTH["inputs"], "code": "a", "more": 1}, "CONSENSUS_SCHEMA_RETRY_EXCEEDED"),
    ],
)
async def test_without_a_usable_answer_nothing_is_proposed(answer: object, code: str) -> None:
    heard: list[Event] = []
    with pytest.raises(CodeRefused, match=f"^no language model gave code \\({code}\\)$"):
        await propose_code(saying(answer), BarePrompts(), "growth", claims(*CLAIMS), EN, emit=heard.append)
    assert heard == [RulesTookOver(job="coding", code=code)]


async def test_the_second_try_is_told_why_the_first_was_refused() -> None:
    mind = saying(GROWTH)
    await proposed(mind, *CLAIMS, refused="it divides by zero")
    assert [(one.name, one.text) for one in mind.asked[0].data] == [
        ("issue", "growth"),
        ("claims", f"[1] {CLAIMS[0]}\n[2] {CLAIMS[1]}"),
        ("refused", "it divides by zero"),
    ]


@pytest.mark.parametrize(
    ("believed", "result", "wrong"),
    [
        ("%", "≈ 17.6 %", False),
        ("MWh", "= 226 MWh", False),
        ("megawatt hours", "= 226 MWh", False),
        ("", "= 226 MWh", False),
        ("years", "= 36", False),
        ("km", "= 226 MWh", True),
        ("%", "= 226 MWh", True),
        ("percent", "≈ 17.6 %", False),
        ("whatever it is", "= 226 MWh", False),
    ],
)
def test_a_unit_that_the_result_is_not_in_is_seen(believed: str, result: str, wrong: bool) -> None:
    assert contradicts_unit(believed, result) is wrong
