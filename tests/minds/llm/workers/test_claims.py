"""Claims with a model's help: it may say a sentence shorter, in the page's own letters, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.claim.extraction import restated
from tadori.errors import BudgetExhausted, ModelFailed
from tadori.events import Event, ModelWordsDropped, RulesTookOver
from tadori.judge.sentence_check import MechanicalCheck
from tadori.minds.llm.workers.base import WorkResult
from tadori.minds.llm.workers.claims import claims_of_page
from tadori.minds.llm.workers.wording import has_address, plain, stands_in
from tadori.minds.requests import Mind, ModelRequest
from tadori.model.claim import Claim
from tadori.model.ids import EN, JA, Lang, text_hash
from tests.minds.llm.scripted_mind import BarePrompts, ScriptedMind, saying
from tests.minds.llm.workers.makers import page_of, stated

TEXT = (
    "However, the Harbour Bridge (a cable-stayed one) opened in 2019. "
    "It is not true that the bridge was closed in 2021. The bridge carries 4,000 cars a day."
)
JAPANESE = "また、港大橋（全長1,200ｍ）は2019年4月に開通した。橋の通行料は無料ではない。"


async def worked(
    mind: Mind | None, text: str = TEXT, lang: Lang = EN, emit: Any = lambda _: None
) -> WorkResult[tuple[Claim, ...]]:
    page = page_of(text, lang)
    return await claims_of_page(
        mind,
        BarePrompts(),
        page,
        stated(text, page),
        question="When did the bridge open?",
        check=MechanicalCheck(),
        restate=restated,
        emit=emit,
    )


def claims(*pairs: tuple[int, str]) -> dict[str, object]:
    return {"claims": [{"sentence": number, "text": text} for number, text in pairs]}


@pytest.mark.req("L26")
async def test_a_sentence_said_shorter_is_a_claim_with_the_whole_sentence_as_its_quotation() -> None:
    found = await worked(saying(claims((1, "The Harbour Bridge (a cable-stayed one) opened in 2019."))))
    short = found.value[0]
    assert [claim.text for claim in found.value] == [
        "The Harbour Bridge (a cable-stayed one) opened in 2019.",
        "However, the Harbour Bridge (a cable-stayed one) opened in 2019.",
        "It is not true that the bridge was closed in 2021.",
        "The bridge carries 4,000 cars a day.",
    ]
    assert short.quotation.text == "However, the Harbour Bridge (a cable-stayed one) opened in 2019."
    assert (short.quotation.start, short.quotation.text_hash) == (0, text_hash(short.quotation.text))
    assert short.date == "2019"
    assert (found.model, found.code, found.dropped) == ("scripted", "", 0)


@pytest.mark.req("L26")
async def test_a_japanese_sentence_is_said_shorter_in_the_spelling_that_a_cleaned_prompt_shows() -> None:
    found = await worked(saying(claims((1, "港大橋(全長1,200m)は2019年4月に開通した。"))), JAPANESE, JA)
    assert [claim.text for claim in found.value] == [
        "港大橋(全長1,200m)は2019年4月に開通した。",
        "また、港大橋（全長1,200ｍ）は2019年4月に開通した。",
        "橋の通行料は無料ではない。",
    ]


@pytest.mark.parametrize(
    ("number", "text", "reason"),
    [
        (1, "The Harbour Bridge opened in 2020.", "not said"),
        (1, "The Harbour Bridge opened in 2019.", "not said"),
        (1, "However, the Harbour Bridge opened in 2019.", "not said"),
        (2, "the bridge was closed in 2021.", "not said"),
        (2, "The bridge was closed in 2021.", "not said"),
        (3, "The Harbour Bridge carries 4,000 cars a day.", "not said"),
        (1, "The Harbour Bridge opened in 2019. Visit us.", "not said"),
        (9, "The Harbour Bridge opened in 2019.", "no such sentence"),
        (1, "The Harbour Bridge opened in 2019 https://evil.test/?q=1.", "an address"),
        (1, "The Harbour Bridge opened in 2019 evil[.]test", "an address"),
        (1, "[REDACTED]", "not said"),
        (1, "opened", "not said"),
        (1, "The Harbour Bridge opened in 2019 ... --- ... !!!", "not said"),
        (1, "tHe HarBour BrIdge opened in 2019.", "not said"),
        (1, "The Harbour Bridge opened in 2019 🙂🙃🙂.", "not said"),
        (1, "The Harbour Bridge opened in 2 019.", "not said"),
    ],
)
@pytest.mark.req("X1")
async def test_what_the_sentence_does_not_say_in_its_own_letters_is_dropped_and_counted(
    number: int, text: str, reason: str
) -> None:
    emitted: list[Event] = []
    found = await worked(saying(claims((number, text))), emit=emitted.append)
    assert len(found.value) == 3
    assert found.dropped == 1
    assert emitted == [
        ModelWordsDropped(job="claims", about="https://a.test/1", kept=0, dropped=((reason, 1),)),
    ]


async def test_letters_nobody_sees_are_not_kept() -> None:
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "secret")
    found = await worked(saying(claims((1, f"The Harbour Bridge\u200b (a cable-stayed one) opened{hidden} in 2019."))))
    assert found.value[0].text == "The Harbour Bridge (a cable-stayed one) opened in 2019."


async def test_the_same_words_twice_are_one_claim_and_a_model_cannot_silence_a_page() -> None:
    same = "The bridge carries 4,000 cars a day."
    assert [c.text for c in (await worked(saying(claims((3, same), (3, same))))).value][2:] == [same]
    assert len((await worked(saying(claims()))).value) == 3


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ModelFailed("MODEL_UNREACHABLE", "no answer"), "MODEL_UNREACHABLE"),
        (BudgetExhausted("no tokens left"), "BUDGET_EXHAUSTED"),
        (ModelFailed("MODEL_UNSAFE", "leaked"), "MODEL_UNSAFE"),
    ],
)
async def test_when_the_model_fails_rules_go_on_and_say_so(error: Exception, code: str) -> None:
    emitted: list[Event] = []
    found = await worked(saying(error), emit=emitted.append)
    assert [claim.text for claim in found.value] == [claim.text for claim in (await worked(None)).value]
    assert (found.code, found.model) == (code, "")
    assert emitted == [RulesTookOver(job="claims", code=code)]


async def test_without_a_model_nothing_is_told() -> None:
    emitted: list[Event] = []
    found = await worked(None, emit=emitted.append)
    assert (found.code, emitted) == ("NO_MODEL", [])


async def test_an_answer_in_another_form_is_no_answer() -> None:
    more = {"claims": [{"sentence": 1, "text": "x", "tool": "fetch"}]}
    forms: list[object] = [more, {"claims": "all"}, [], {"claim": []}]
    for wrong in forms:
        assert (await worked(saying(wrong))).code == "CONSENSUS_SCHEMA_RETRY_EXCEEDED"


async def test_a_page_without_statements_is_asked_about_nothing() -> None:
    mind = saying(claims())
    found = await worked(mind, "Home. Menu?")
    assert (found.value, mind.asked) == ((), [])


async def test_a_long_page_is_asked_about_in_parts_that_fit_the_fence() -> None:
    sentences = [f"The bridge number {n} of the river {'Nanakawa ' * 20}opened in {1900 + n}." for n in range(60)]
    mind = saying(claims((1, "x")))
    found = await worked(mind, " ".join(sentences))
    assert len(found.value) == 60
    assert [len(ask.data[1].text) <= 4000 for ask in mind.asked] == [True] * len(mind.asked)
    assert sum(ask.data[1].text.count("\n") + 1 for ask in mind.asked) == 60
    assert max(ask.data[1].text.count("\n") + 1 for ask in mind.asked) <= 12


async def test_numbers_count_within_the_part_that_was_asked_about() -> None:
    sentences = [f"Moreover, the bridge number {n} opened in {1900 + n}." for n in range(14)]

    def script(ask: ModelRequest[Any]) -> object:
        return claims((1, ask.data[1].text.split("\n")[0].removeprefix("[1] ").replace("Moreover, the", "The")))

    found = await worked(ScriptedMind(script=script), " ".join(sentences))
    assert [claim.text for claim in found.value if "Moreover" not in claim.text] == [
        "The bridge number 0 opened in 1900.",
        "The bridge number 12 opened in 1912.",
    ]


async def test_claims_of_another_page_are_not_shown_to_the_reader_of_this_one() -> None:
    page, other = page_of(TEXT), page_of("The tower fell in 1999.", url="https://b.test/")
    mind = saying(claims())
    found = await claims_of_page(
        mind,
        BarePrompts(),
        page,
        [*stated(TEXT, page), *stated("The tower fell in 1999.", other)],
        question="?",
        check=MechanicalCheck(),
        restate=restated,
    )
    assert [claim.quotation.page_id for claim in found.value] == [page.id] * 3
    assert "tower" not in mind.asked[0].data[1].text


@given(st.text(alphabet="ab c.D…橋", max_size=30), st.integers(0, 30))
def test_what_brings_a_sign_of_its_own_does_not_stand_in_a_text(words: str, at: int) -> None:
    assert not stands_in(f"{words[:at]}☂{words[at:]}", words)


@given(st.text(max_size=60), st.text(alphabet="abc …!-", min_size=1, max_size=20))
def test_a_longer_text_never_stands_in_a_shorter_one(words: str, more: str) -> None:
    assert not stands_in(f"{words}x{more}x", words)


@given(st.text(min_size=1, max_size=60))
def test_every_text_with_something_to_see_stands_in_itself(words: str) -> None:
    assert stands_in(words, words) is bool(plain(words))


@pytest.mark.parametrize(
    "text", ["see evil.test/x", "mail a@b.test", "hxxp://x.test", "10.0.0.1", "例。https://x.test"]
)
def test_addresses_are_seen(text: str) -> None:
    assert has_address(text)
