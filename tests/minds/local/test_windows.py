"""Which sentences of a long text are read."""

import numpy as np

from tadori.minds.local.windows import best_run, extend_run


def test_the_run_that_covers_most_words_is_read() -> None:
    covered = np.array([[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0]], dtype=np.float32)
    assert best_run([5, 5, 5, 5], covered, 10) == slice(0, 2)


def test_a_rare_word_outweighs_a_common_one() -> None:
    # Weights: the common word 1/(1+3) = .25, the rare one 1/(1+1) = .5; three sentences apart, no run holds both.
    covered = np.array([[1, 1, 1, 0], [0, 0, 0, 1]], dtype=np.float32)
    assert best_run([5, 5, 5, 5], covered, 5) == slice(3, 4)


def test_of_equal_runs_the_shorter_is_read_then_the_earlier() -> None:
    covered = np.array([[0, 1, 0, 1]], dtype=np.float32)
    assert best_run([5, 9, 5, 3], covered, 20) == slice(3, 4)
    assert best_run([5, 3, 5, 3], covered, 20) == slice(1, 2)


def test_a_text_that_covers_nothing_is_read_from_its_shortest_sentence() -> None:
    assert best_run([7, 4, 6], np.zeros((1, 3), dtype=np.float32), 10) == slice(1, 2)


def test_a_sentence_longer_than_the_room_is_a_run_of_its_own() -> None:
    assert best_run([50, 3], np.array([[1, 0]], dtype=np.float32), 10) == slice(0, 1)


def test_a_run_grows_before_and_after_while_there_is_room() -> None:
    assert extend_run(slice(2, 3), [4, 4, 4, 4, 4], 12) == slice(1, 4)
    assert extend_run(slice(2, 3), [4, 4, 4, 4, 4], 8) == slice(1, 3)
    assert extend_run(slice(0, 1), [4, 4, 4], 100) == slice(0, 3)
    assert extend_run(slice(1, 2), [9, 4, 9], 8) == slice(1, 2)


def test_growth_goes_on_with_one_side_where_the_other_is_too_long() -> None:
    assert extend_run(slice(1, 2), [9, 2, 2, 2], 8) == slice(1, 4)
