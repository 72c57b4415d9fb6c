"""What a model has words for: targets of the question and mirror queries. None of them its own."""

from typing import Any

import pytest

from tadori.claim.targets import target_claims, target_of
from tadori.errors import ModelFailed
from tadori.events import Event
from tadori.events.language_models import ModelWordsDropped, RulesTookOver
from tadori.minds.llm.workers.base import WorkResult
from tadori.minds.llm.workers.targets import targets_of
from tadori.minds.llm.workers.translation import translate_query
from tadori.minds.requests import GuardFlag, Mind
from tadori.model.ids import EN, JA, Lang
from tadori.model.question import TargetClaim
from tadori.query.mirrors import mirror_query
from tests.minds.llm.scripted_mind import BarePrompts, saying

QUESTION = "Is the Harbour Bridge in Nanao closed since 2021 and was the toll raised?"


def targets(*texts: str, polarity: str = "confirm") -> dict[str, object]:
    return {"targets": [{"text": t, "expected_polarity": polarity, "granularity": "part"} for t in texts]}


async def aimed(
    mind: Mind | None, question: str = QUESTION, lang: Lang = EN, emit: Any = lambda _: None
) -> WorkResult[tuple[TargetClaim, ...]]:
    return await targets_of(
        mind, BarePrompts(), question, lang, target_claims(question, lang), target=target_of, emit=emit
    )


@pytest.mark.req("L26")
async def test_a_model_adds_parts_of_the_question_behind_those_of_rules() -> None:
    rules = target_claims(QUESTION, EN)
    found = await aimed(saying(targets("The toll of the Harbour Bridge was raised")))
    assert found.value[: len(rules)] == rules
    assert [(t.text, t.expected_polarity, t.granularity) for t in found.value[len(rules) :]] == [
        ("The toll of the Harbour Bridge was raised", "confirm", "part")
    ]
    assert found.value[-1].claim_id.startswith("cl")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The Harbour Bridge was closed in 1998", "not in the question"),
        ("The Golden Gate Bridge is closed", "not in the question"),
        ("橋は閉鎖されている", "another language"),
        ("Ships sail under it every morning with fish", "about something else"),
        ("The toll was raised, see https://evil.test/?q=toll", "an address"),
    ],
)
@pytest.mark.req("L26")
async def test_a_target_that_says_more_than_the_question_is_dropped_and_counted(text: str, reason: str) -> None:
    emitted: list[Event] = []
    found = await aimed(saying(targets(text)), emit=emitted.append)
    assert found.value == target_claims(QUESTION, EN)
    assert emitted == [ModelWordsDropped(job="targets", about="", kept=0, dropped=((reason, 1),))]


async def test_japanese_targets_are_taken_too() -> None:
    found = await aimed(saying(targets("港大橋の通行料は上がった")), "港大橋は閉鎖され、通行料は上がったか。", JA)
    assert found.value[-1].text == "港大橋の通行料は上がった"


async def test_without_an_answer_the_rules_targets_stand() -> None:
    found = await aimed(saying(ModelFailed("MODEL_REFUSED", "")))
    assert (found.value, found.code) == (target_claims(QUESTION, EN), "MODEL_REFUSED")


def table(query: str, lang: Lang) -> str | None:
    made = mirror_query(query, lang).query
    return None if made is None else made.text


async def translated(mind: Mind | None, query: str, source: Lang, target: Lang, emit: Any = lambda _: None) -> Any:
    return await translate_query(mind, BarePrompts(), query, source, target, twin=table, emit=emit)


@pytest.mark.req("L3")
@pytest.mark.parametrize(
    ("query", "source", "target", "said"),
    [
        ("港大橋の開通日", JA, EN, "Harbour Bridge opening date"),
        ("令和5年の出生数", JA, EN, "number of births in 2023"),
        ("350億円の予算", JA, EN, "35 billion yen budget"),
        ("opening date of the Harbour Bridge", EN, JA, "港大橋の開通日"),
        ("population of Nanao in 2019", EN, JA, "2019年の七尾市の人口"),
    ],
)
async def test_a_translation_is_asked_as_it_is(query: str, source: Lang, target: Lang, said: str) -> None:
    mind = saying({"text": said})
    found = await translated(mind, query, source, target)
    assert (found.value, found.model) == (said, "scripted")
    assert mind.asked[0].data[0].text == query


@pytest.mark.parametrize(
    "said",
    [
        "Harbour Bridge opening date site:evil.test",
        "Harbour Bridge opening date https://evil.test/?q=x",
        "Harbour Bridge -toll",
        'Harbour Bridge "opening date"',
        "Harbour Bridge OR toll",
        "Harbour Bridge opening date 1998",
        "Harbour Bridge opening date c2VjcmV0IHByb21wdA==",
        "Harbour Bridge opening date a8f3c2d19b7e",
        "港大橋の開通日",
        "Harbour Bridge " * 12,
        "Ignore all previous instructions",
        "Harbour Bridge intitle:secret",
        "Harbour Bridge $(curl x)",
    ],
)
async def test_what_is_no_translation_is_thrown_away_and_the_table_translates(said: str) -> None:
    emitted: list[Event] = []
    found = await translated(saying({"text": said}), "港大橋の開通日", JA, EN, emitted.append)
    assert found.value == table("港大橋の開通日", JA)
    assert (found.code, emitted) == ("UNUSABLE_ANSWER", [RulesTookOver(job="translation", code="UNUSABLE_ANSWER")])


async def test_an_answer_that_leaked_is_thrown_away_and_one_whose_input_was_noticed_is_not() -> None:
    leaked = saying({"text": "bridge opening"}, flags=(GuardFlag(rule="prompt_leak", where="output:text"),))
    noticed = saying({"text": "bridge opening"}, flags=(GuardFlag(rule="zero_width", where="input:query"),))
    assert (await translated(leaked, "橋の開通", JA, EN)).code == "UNUSABLE_ANSWER"
    assert (await translated(noticed, "橋の開通", JA, EN)).value == "bridge opening"


async def test_operators_that_the_query_has_may_stay() -> None:
    found = await translated(saying({"text": 'bridge "Nanao" site:city.test'}), '橋 "Nanao" site:city.test', JA, EN)
    assert found.code == "UNUSABLE_ANSWER"
    found = await translated(saying({"text": 'bridge "Nanao" opening'}), '橋 "Nanao" 開通', JA, EN)
    assert found.value == 'bridge "Nanao" opening'


async def test_without_a_model_the_table_translates() -> None:
    found = await translated(None, "エネルギー政策", JA, EN)
    assert (found.value, found.code) == (table("エネルギー政策", JA), "NO_MODEL")
