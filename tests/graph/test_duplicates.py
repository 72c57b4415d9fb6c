"""Copies across sites: what each net finds, and what none of them may take for a copy."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.duplicates import copied_pairs, simhash
from tests.graph.test_origins import JA_STORY, OTHER, STORY

SHORT = (
    "The harbour office counts nine hundred passages a year, most of them at night. Two ships collided in the autumn."
    " A light on the northern rock was put up by the council in spring."
)


def nets(*texts: str) -> list[tuple[str, str, str]]:
    return [(c.one, c.other, c.net) for c in copied_pairs({str(n): text for n, text in enumerate(texts)})]


def changed(text: str, every: int) -> str:
    """Every so many words another one."""
    return " ".join("elsewhere" if n % every == 0 else word for n, word in enumerate(text.split(), start=1))


@pytest.mark.req("L25")
@pytest.mark.parametrize("story", [STORY, JA_STORY])
def test_a_passage_that_stands_on_two_pages_is_found(story: str) -> None:
    assert nets(story, OTHER, f"Readers write.\n{story}") == [("0", "2", "passage")]


@pytest.mark.req("L25")
def test_a_copy_with_every_fifth_word_changed_is_found_although_no_long_passage_is_left() -> None:
    assert nets(STORY + OTHER, changed(STORY + OTHER, 5)) == [("0", "1", "edited")]


@pytest.mark.req("L25")
def test_a_japanese_copy_with_characters_changed_all_over_is_found() -> None:
    spoilt = "".join("々" if n % 12 == 0 else character for n, character in enumerate(JA_STORY, start=1))
    assert nets(JA_STORY, spoilt) == [("0", "1", "edited")]


@pytest.mark.req("L25")
def test_the_same_words_in_another_order_are_found_by_their_simhash() -> None:
    words = SHORT.split()
    assert nets(SHORT, " ".join(random.Random(3).sample(words, len(words)))) == [("0", "1", "reordered")]


def test_half_of_the_words_changed_is_another_text() -> None:
    assert nets(STORY + OTHER, changed(STORY + OTHER, 2)) == []


def test_a_frame_that_every_page_of_the_web_has_is_nobodys_copy() -> None:
    frame = "We use cookies to make this site better for you. Accept all or choose. Home News Sport About Contact"
    pages = [f"{frame}\n{' '.join(f'{word}{n}' for word in (STORY + OTHER).split())}" for n in range(30)]
    assert nets(*pages) == []


def test_the_share_in_common_is_measured() -> None:
    (found,) = copied_pairs({"a": STORY, "b": STORY})
    assert (found.share, found.net) == (1.0, "passage")


@pytest.mark.parametrize("text", ["", " ", "a", "\ud800", "。" * 1000, "word " * 50_000])
def test_no_text_breaks_it_and_none_is_a_copy_of_the_story(text: str) -> None:
    assert nets(text, STORY) == []


def test_nothing_and_one_text_have_no_copies() -> None:
    assert copied_pairs({}) == []
    assert copied_pairs({"a": STORY}) == []


def test_two_thousand_pages_meet_only_those_they_share_words_with() -> None:
    """All pairs would be two million; the nets bring up the one pair that is."""
    pages = {str(n): " ".join(f"w{(n * 7919 + k * k) % 100_003}" for k in range(60)) for n in range(2000)}
    pages["copy"] = pages["1234"]
    assert [(c.one, c.other) for c in copied_pairs(pages)] == [("1234", "copy")]


def test_simhash_keeps_near_texts_near_and_strangers_apart() -> None:
    one = dict.fromkeys(STORY.split(), 1)
    near = dict.fromkeys(STORY.split()[:-1], 1)
    far = dict.fromkeys(OTHER.split(), 1)
    assert simhash(one) == simhash(dict(reversed(one.items())))
    assert (simhash(one) ^ simhash(near)).bit_count() <= 6
    assert (simhash(one) ^ simhash(far)).bit_count() >= 16


@given(st.lists(st.sampled_from([STORY, OTHER, JA_STORY]), max_size=5))
def test_a_pair_is_told_once_and_only_between_equal_texts(texts: list[str]) -> None:
    found = [(c.one, c.other) for c in copied_pairs({str(n): text for n, text in enumerate(texts)})]
    assert len(found) == len(set(found))
    assert [pair for pair in found if texts[int(pair[0])] != texts[int(pair[1])]] == []
