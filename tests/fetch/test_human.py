import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch import human
from tadori.fetch.human import BACKSPACE, KeyPress, MouseMove

pytestmark = pytest.mark.req("L19")


def typed(keys: list[KeyPress]) -> str:
    """What stands in the field after these keys."""
    field: list[str] = []
    for key in keys:
        field = field[:-1] if key.key == BACKSPACE else [*field, key.key]
    return "".join(field)


def test_a_scroll_runs_down_as_a_wheel_does() -> None:
    assert [wheel.pixels for wheel in human.wheel_turns(100, Random(7))] == [42, 28, 18, 8, 4]


def test_a_scroll_with_one_seed_is_one_scroll() -> None:
    assert human.wheel_turns(2000, Random(7)) == human.wheel_turns(2000, Random(7))
    assert human.wheel_turns(2000, Random(7)) != human.wheel_turns(2000, Random(8))


def test_a_page_that_fits_the_window_is_not_scrolled() -> None:
    assert human.wheel_turns(0, Random(1)) == []
    assert human.wheel_turns(-40, Random(1)) == []


def test_an_endless_page_is_left_after_six_flicks() -> None:
    wheels = human.wheel_turns(10**9, Random(3))
    assert len(wheels) == human.MAX_FLICKS * human.FLICK_STEPS
    assert sum(wheel.pixels for wheel in wheels) <= human.MAX_FLICKS * human.FLICK_PIXELS[1]


@given(distance=st.integers(1, 5000), seed=st.integers(0, 2**32))
def test_a_scroll_goes_down_only_and_never_too_far(distance: int, seed: int) -> None:
    wheels = human.wheel_turns(distance, Random(seed))
    assert all(wheel.pixels > 0 for wheel in wheels)
    assert all(0 < wheel.delay <= human.READ_LIMITS[1] + human.FRAME_SECONDS[1] for wheel in wheels)
    assert sum(wheel.pixels for wheel in wheels) <= distance


def test_a_short_page_is_scrolled_to_its_very_end() -> None:
    assert sum(wheel.pixels for wheel in human.wheel_turns(1500, Random(5))) == 1500


def test_between_flicks_a_person_looks() -> None:
    pauses = [wheel.delay for wheel in human.wheel_turns(3000, Random(11))][human.FLICK_STEPS :: human.FLICK_STEPS]
    assert min(pauses) >= human.READ_LIMITS[0] / 2


def test_the_worked_examples_of_the_two_easings() -> None:
    assert [human.settle(t) for t in (0, 0.5, 1)] == [0, 0.875, 1]
    assert [human.smooth(t) for t in (0, 0.25, 0.5, 1)] == [0, 0.15625, 0.5, 1]


def test_a_pointer_ends_exactly_where_it_should() -> None:
    path = human.mouse_path((10, 20), (310, 420), Random(2))
    assert (path[-1].x, path[-1].y) == pytest.approx((310, 420))
    assert len(path) == 33  # 500 pixels, one step for every 15


def test_a_pointer_takes_as_long_as_the_way_is_far() -> None:
    seconds = sum(move.delay for move in human.mouse_path((0, 0), (300, 400), Random(2)))
    assert seconds == pytest.approx(0.12 + 0.1 * math.log2(26))


def test_a_pointer_that_is_there_already_stays_near() -> None:
    path = human.mouse_path((50, 50), (50, 50), Random(4))
    assert len(path) == 4
    assert (path[-1].x, path[-1].y) == (50, 50)


@given(seed=st.integers(0, 2**32), x=st.integers(0, 1900), y=st.integers(0, 1000))
def test_a_pointer_bows_but_does_not_wander(seed: int, x: int, y: int) -> None:
    way = math.hypot(x, y)
    path: list[MouseMove] = human.mouse_path((0, 0), (x, y), Random(seed))
    assert max(math.hypot(move.x, move.y) for move in path) <= 1.2 * way + 8
    assert all(0 < move.delay < 0.3 for move in path)


def test_two_ways_of_the_pointer_are_not_the_same() -> None:
    random = Random(9)
    assert human.mouse_path((0, 0), (400, 300), random) != human.mouse_path((0, 0), (400, 300), random)


@given(text=st.text(max_size=80), seed=st.integers(0, 2**32))
def test_what_is_typed_is_what_was_meant_slips_and_all(text: str, seed: int) -> None:
    assert typed(human.key_presses(text, Random(seed), typo_rate=0.5)) == text


def test_a_slip_lands_beside_the_key_and_is_taken_back() -> None:
    keys = [key.key for key in human.key_presses("Go", Random(1), typo_rate=1)]
    assert keys[0] in {"F", "H"}
    assert keys[1:3] == [BACKSPACE, "G"]
    assert keys[3] in {"i", "p"}
    assert keys[4:] == [BACKSPACE, "o"]


def test_japanese_is_typed_without_slips() -> None:
    assert [key.key for key in human.key_presses("鐘川橋、長さ", Random(1), typo_rate=1)] == list("鐘川橋、長さ")


def test_after_punctuation_the_pause_is_two_and_a_half_times_as_long() -> None:
    # With no letter in the text no slip is drawn, so that both take the same numbers from the source.
    after_kanji = human.key_presses("橋橋", Random(6))[1].delay
    assert human.key_presses("。橋", Random(6))[1].delay == pytest.approx(2.5 * after_kanji)


def test_one_in_fifty_keys_is_a_slip() -> None:
    keys = human.key_presses("a" * 20_000, Random(3))
    slips = sum(key.key == BACKSPACE for key in keys)
    assert 340 <= slips <= 460


def test_nothing_to_type_is_no_key() -> None:
    assert human.key_presses("", Random(1)) == []


@given(seed=st.integers(0, 2**32), characters=st.integers(0, 10**7))
def test_nobody_waits_forever(seed: int, characters: int) -> None:
    assert 0.2 <= human.reading_pause(characters, Random(seed)) <= 6.0


def test_more_text_takes_longer() -> None:
    assert human.reading_pause(40, Random(5)) < human.reading_pause(800, Random(5))
