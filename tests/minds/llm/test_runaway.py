"""Guards on a model's words: what is cut off, how early, and what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.minds.llm.runaway import LOOK_EVERY, RunawayGuard
from tadori.model.llm_thresholds import BLANKS_IN_A_ROW, LONG_LOOP, SHORT_LOOP

PROSE = (
    "橋は1932年3月19日に開通した。全長は1149メートルである。It carries eight lanes of traffic, two railway tracks, a "
    "footpath and a cycleway. 建設には約1400人が働き、8年かかった。The arch spans 503 metres, and its top stands 134 "
    "metres above the water. 塗り直しには3万リットルの塗料が要る。Steel expands on hot days: the arch rises by up to "
    "18 centimetres."
)


def heard(text: str, *, size: int = 5, longest: int = 100_000) -> tuple[str, int]:
    """Why it was cut off, and after how many characters."""
    guard = RunawayGuard(longest)
    for at in range(0, len(text), size):
        if reason := guard.feed(text[at : at + size]):
            return reason, guard.length
    return "", guard.length


@pytest.mark.parametrize("loop", ["a", "ab", "はい。", "and so on, ", '{"vote": "APPROVE"}, ', "0, ", PROSE[:80]])
def test_a_short_loop_is_cut_off_soon_after_its_sixth_round(loop: str) -> None:
    reason, length = heard(PROSE + loop * 2000)
    assert reason == "repeats itself"
    assert length <= len(PROSE) + SHORT_LOOP[0] + len(loop) + LOOK_EVERY + 5


def test_a_paragraph_over_and_over_is_cut_off_after_its_fourth_round() -> None:
    reason, length = heard(PROSE[:380] * 100)
    assert reason == "repeats itself"
    assert length <= LONG_LOOP[0] + LOOK_EVERY + 5


def test_blanks_are_cut_off() -> None:
    reason, length = heard(PROSE + " \n\t" * 1000)
    assert reason == "writes blanks"
    assert length <= len(PROSE) + BLANKS_IN_A_ROW + LOOK_EVERY + 5


def test_length_is_cut_off_at_eight_characters_a_token() -> None:
    numbers = " ".join(str(number * number) for number in range(2000))
    assert heard(numbers, size=1, longest=50) == ("too long", 401)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "短い",
        PROSE,
        PROSE * 3,
        "=" * 200,
        "[" + ", ".join(["0"] * 100) + "]",
        '[{"passage": 1, "mark": 0}, {"passage": 2, "mark": 0}, {"passage": 3, "mark": 0}, ' * 3,
        "".join(f'{{"passage": {number}, "mark": 0}}, ' for number in range(200)),
    ],
)
def test_an_honest_answer_is_left_alone(text: str) -> None:
    assert heard(text) == ("", len(text))


@given(st.text(max_size=300), st.integers(1, 40))
def test_the_size_of_the_chunks_never_saves_a_loop(start: str, size: int) -> None:
    assert heard(start + "さらに、" * 1000, size=size)[0] == "repeats itself"


def test_the_guard_holds_a_tail_and_not_the_answer() -> None:
    guard = RunawayGuard(10**9)
    for number in range(20_000):
        guard.feed(f"{number * 7919} ")
    assert guard.length > 150_000
    assert len(guard._tail) == LONG_LOOP[0]
