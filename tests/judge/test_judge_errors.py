"""The measured error of a judge: found by the very name that a vote prints, and by no other."""

import tomllib

from tadori.judge.judge_errors import TABLE, measured_error
from tadori.model.grading import JudgeError


def rows() -> list[dict[str, object]]:
    found: list[dict[str, object]] = tomllib.loads(TABLE.read_text(encoding="utf-8")).get("judge", [])
    return found


def test_every_row_is_found_by_its_name_and_has_shares_of_many() -> None:
    names = [str(row["model"]) for row in rows()]
    assert sorted(set(names)) == sorted(names)
    found = [measured_error(name) for name in names]
    assert [one for one in found if one is None or not 0 <= one.unfaithful_accepted <= one.faithful_accepted <= 1] == []
    assert [one for one in found if isinstance(one, JudgeError) and one.n < 60] == []


def test_a_model_that_also_wrote_the_sentence_was_not_measured_as_such() -> None:
    assert [measured_error(f"{row['model']} (also the writer)") for row in rows()] == [None] * len(rows())
    assert measured_error("") is None
