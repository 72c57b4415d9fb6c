"""Contexts that fit (M3): never above the budget, the least important first, every step an event, masked."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import BudgetExhausted, ModelFailed
from tadori.events import Event, ignore_event
from tadori.events.language_models import ContextReduced
from tadori.minds.llm.extractive import count_facts, extract_sentences
from tadori.minds.llm.reduction import (
    ContextPart,
    ReducedContext,
    ReductionLog,
    ReductionMetrics,
    Summarise,
    log_form,
    reduce_context,
    reduction_metrics,
)
from tadori.minds.llm.tokens import estimate_tokens

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
LOOSE = "It was a fine day and people were glad to be there. "
FACT = "The harbour bridge is 840 metres long. "
DENIAL = "The council did not pay for it. "
BEREFT = "その日は天気がよく、人々は喜んでいた。"
ZAHL = "橋の長さは840メートルである。"
NEIN = "市は費用を負担しなかった。"


def part(text: str, importance: float = 0.5, name: str = "thought") -> ContextPart:
    return ContextPart(name=name, text=text, importance=importance)


def reduce(
    parts: list[ContextPart],
    budget: int,
    summarise: Summarise | None = None,
    emitted: list[Event] | None = None,
    show_words: bool = False,
    measure: Callable[[str], int] = estimate_tokens,
) -> ReducedContext:
    return asyncio.run(
        reduce_context(
            parts,
            budget,
            phase="vote",
            clock=lambda: NOW,
            summarise=summarise,
            emit=ignore_event if emitted is None else emitted.append,
            show_words=show_words,
            measure=measure,
        )
    )


async def first_words(text: str, tokens: int) -> str:
    """A model that answers with the beginning of what it was given."""
    return extract_sentences(text, tokens // 2, estimate_tokens) or text[: tokens // 2]


async def rambling(text: str, _tokens: int) -> str:
    """A model whose summaries are longer than what they summarise."""
    return text + " " + text


async def failing(_text: str, _tokens: int) -> str:
    raise ModelFailed(code="MODEL_UNREACHABLE", reason="nobody listens")


async def broke(_text: str, _tokens: int) -> str:
    raise BudgetExhausted("no tokens")


async def silent_one(_text: str, _tokens: int) -> str:
    return "  \n"


def test_what_fits_is_left_as_it_is_and_nothing_is_told() -> None:
    emitted: list[Event] = []
    parts = [part(FACT), part(""), part(ZAHL)]
    result = reduce(parts, 8192, emitted=emitted)
    assert result.context == f"{FACT}\n\n{ZAHL}"
    assert (result.parts, result.logs, emitted) == (tuple(parts), (), [])
    assert (result.before, result.reduced_tokens, result.information_kept) == (result.after, 0, 1.0)


@pytest.mark.parametrize(
    ("text", "fact", "denial"),
    [((LOOSE * 4) + FACT + (LOOSE * 4) + DENIAL, FACT, DENIAL), (BEREFT * 4 + ZAHL + BEREFT * 4 + NEIN, ZAHL, NEIN)],
)
def test_numbers_names_and_denials_are_kept_before_loose_words(text: str, fact: str, denial: str) -> None:
    kept = extract_sentences(text, estimate_tokens(fact) + estimate_tokens(denial) + 2, estimate_tokens)
    assert kept == f"{fact.strip()}\n{denial.strip()}"


def test_what_stands_side_by_side_stays_so_and_what_does_not_gets_a_line_of_its_own() -> None:
    text = "Rain fell in 1986. Snow fell in 1987. It was cold and dark. Hail fell in 1988."
    assert extract_sentences(text, 33, estimate_tokens) == ("Rain fell in 1986. Snow fell in 1987.\nHail fell in 1988.")


def test_a_sentence_is_never_cut() -> None:
    assert extract_sentences(NEIN, estimate_tokens(NEIN) - 1, estimate_tokens) == ""
    assert extract_sentences(NEIN, estimate_tokens(NEIN), estimate_tokens) == NEIN


def test_a_text_without_sentences_is_cut_between_its_words() -> None:
    table = "harbour, bridge, " * 500
    kept = extract_sentences(table, 1000, estimate_tokens)
    assert set(kept.replace(",", " ").split()) == {"harbour", "bridge"}
    assert 700 <= estimate_tokens(kept) <= 1000


@pytest.mark.parametrize("text", ["x" * 5000, "橋" * 3000], ids=["letters", "kanji"])
def test_a_text_without_any_break_is_still_cut_to_size(text: str) -> None:
    kept = extract_sentences(text, 3000, estimate_tokens)
    assert 0 < estimate_tokens(kept) <= 3000


def test_the_least_important_part_pays_first_and_no_more_than_is_needed() -> None:
    parts = [part(LOOSE * 10, 0.9, "a"), part(LOOSE * 10, 0.1, "b"), part(LOOSE * 10, 0.5, "c")]
    before = reduce(parts, 10_000).before
    result = reduce(parts, before - 40)
    assert [one.text for one in result.parts if one.name != "b"] == [LOOSE * 10, LOOSE * 10]
    assert before - 40 - 20 <= result.after <= before - 40


def test_of_parts_that_are_alike_the_later_goes_first() -> None:
    parts = [part(FACT, name="first"), part(FACT, name="second"), part(FACT, name="third")]
    assert [one.name for one in reduce(parts, 2 * estimate_tokens(FACT) + 2).parts] == ["first", "second"]


def test_light_extraction_leaves_no_part_empty_while_others_can_pay() -> None:
    parts = [part(FACT, 0.1, "one sentence"), part(LOOSE * 20, 0.5, "long")]
    result = reduce(parts, reduce(parts, 10_000).before - 100)
    assert [one.name for one in result.parts] == ["one sentence", "long"]


def test_a_model_is_asked_only_when_light_extraction_is_not_enough() -> None:
    asked: list[int] = []

    async def counting(text: str, tokens: int) -> str:
        asked.append(tokens)
        return await first_words(text, tokens)

    parts = [part(LOOSE * 30, 0.2), part((FACT + LOOSE) * 30, 0.8)]
    before = reduce(parts, 10_000).before
    assert not reduce(parts, before * 2 // 3, counting).summary_applied
    assert asked == []
    deeper = reduce(parts, before // 4, counting)
    assert deeper.summary_applied
    assert deeper.after <= before // 4
    assert [log.method for log in deeper.logs][:2] == ["trim", "summary"]
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (failing, "the least important is left out (no summary: MODEL_UNREACHABLE: nobody listens)"),
        (broke, "the least important is left out (no summary: no tokens)"),
        (silent_one, "the least important is left out"),
    ],
)
def test_without_a_usable_summary_the_rest_is_trimmed_and_it_is_said_why(model: Summarise, reason: str) -> None:
    result = reduce([part(LOOSE * 30), part(FACT * 30)], 200, model)
    assert result.logs[-1].reason == f"above the budget of 200 tokens: {reason}"
    assert (result.summary_applied, result.after <= 200) == (False, True)


def test_a_summary_that_is_longer_than_its_text_is_held_to_its_size() -> None:
    result = reduce([part(LOOSE * 30), part(FACT * 30)], 200, rambling)
    assert result.after <= 200


def test_every_reduction_is_told_with_reason_before_after_phase_and_time() -> None:
    emitted: list[Event] = []
    result = reduce([part(LOOSE * 40, 0.2), part(FACT * 40, 0.8)], 300, first_words, emitted)
    assert [log.before for log in result.logs] == [result.before, *(log.after for log in result.logs[:-1])]
    assert result.logs[-1].after == result.after
    assert {(log.phase, log.timestamp) for log in result.logs} == {("vote", "2026-11-16T12:00:00+00:00")}
    assert emitted == [
        ContextReduced(
            phase="vote", reason=log.reason, before=log.before, after=log.after, method=log.method, words=log.words
        )
        for log in result.logs
    ]


def test_the_line_of_the_log_is_the_documents() -> None:
    log = ReductionLog(
        reason="r", before=9120, after=8100, phase="debate 2\nx", timestamp="t", method="summary", words="w"
    )
    assert log.line == "consensus.context.reduced phase=debate_2_x before=9120 after=8100 method=summary"


def test_a_log_shows_no_words_unless_it_is_allowed() -> None:
    secret = "患者番号 4711 は田中花子である。"
    masked = reduce([part(secret * 20)], 50).logs[0].words
    assert masked.startswith("sha256:")
    assert masked.endswith(f" characters:{len(secret) * 20}")
    assert "田中" not in masked
    allowed = reduce([part(secret * 20)], 50, show_words=True).logs[0].words
    assert allowed.startswith(f"{masked} 患者番号 4711 は田中花子である。")
    assert len(allowed) == len(masked) + 1 + 100


def test_words_in_a_log_are_one_clean_line() -> None:
    assert log_form("a\x1b[31m\n\u202eb", show_words=True).split(" ", 2)[2] == "a [31m b"
    assert log_form("\ud800", show_words=False).endswith(" characters:1")


def test_a_budget_of_nothing_leaves_nothing() -> None:
    result = reduce([part(FACT), part(ZAHL)], 0)
    assert (result.context, result.parts, result.after, result.information_kept) == ("", (), 0, 0.0)
    assert reduce([part(FACT)], -5).context == ""
    assert reduce([], 0).logs == ()


def test_an_importance_must_be_a_number_one_can_sort_by() -> None:
    with pytest.raises(ValueError, match="finite"):
        reduce([part(FACT, float("nan"))], 10)


def test_a_measure_that_finds_more_in_the_whole_is_obeyed() -> None:
    result = reduce([part(LOOSE * 3), part(FACT * 3)], 40, measure=lambda text: len(text) ** 2 // 500)
    assert len(result.context) ** 2 // 500 <= 40


def test_information_kept_is_the_share_of_facts_weighed_by_importance() -> None:
    # Three facts each: 840 m, "Harbour Bridge", "did not". The light part (.25) goes, the heavy one (.75) stays whole.
    text = "Harbour Bridge is 840 metres long. The council did not pay."
    assert dict(count_facts(text)) == {"8.4E+2 m": 1, "harbour bridge": 1, "¬": 1}
    result = reduce([part(text, 0.75), part(text, 0.25)], estimate_tokens(text) + 1)
    assert result.context == text
    assert result.information_kept == 0.75


def test_figures_over_many_contexts() -> None:
    def one(before: int, after: int, kept: float) -> ReducedContext:
        log = ReductionLog(reason="r", before=before, after=after, phase="p", timestamp="t", method="trim", words="w")
        logs = () if before == after else (log,)
        return ReducedContext(context="", parts=(), before=before, after=after, information_kept=kept, logs=logs)

    assert reduction_metrics([one(100, 50, 0.5), one(200, 150, 0.75), one(80, 80, 1.0)]) == ReductionMetrics(
        contexts=3, reduced=2, mean_reduction=0.375, information_kept=0.625
    )
    assert reduction_metrics([]) == ReductionMetrics(contexts=0, reduced=0, mean_reduction=0.0, information_kept=1.0)


SENTENCES = st.sampled_from([LOOSE, FACT, DENIAL, BEREFT, ZAHL, NEIN, "x" * 700, "表\t1\t2\n", "\n\n", "no end, "])
TEXTS = st.one_of(
    st.builds(lambda words, times: "".join(words) * times, st.lists(SENTENCES, max_size=12), st.integers(0, 12)),
    st.text(max_size=300),
)
PARTS = st.lists(st.builds(part, TEXTS, st.floats(-1, 1)), max_size=8)


@given(PARTS, st.integers(0, 10_000), st.sampled_from([None, first_words, rambling, failing, silent_one]))
def test_no_context_is_ever_above_its_budget(parts: list[ContextPart], budget: int, model: Summarise | None) -> None:
    emitted: list[Event] = []
    result = reduce(parts, budget, model, emitted)
    assert estimate_tokens(result.context) == result.after <= budget
    assert bool(result.logs) == (result.before > budget)
    assert len(emitted) == len(result.logs)
    assert 0 <= result.information_kept <= 1


@given(PARTS, st.integers(0, 300))
def test_without_a_model_every_word_that_is_left_was_there(parts: list[ContextPart], budget: int) -> None:
    result = reduce(parts, budget)
    texts = [part.text for part in parts]
    lines = [line.strip() for left in result.parts for line in left.text.splitlines()]
    assert [line for line in lines if not any(line in text for text in texts)] == []
