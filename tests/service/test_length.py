"""The length of an answer by its name, from Python as from the command line."""

from pathlib import Path

import pytest

import tadori
from tadori.errors import WrongCall
from tadori.model.question import AnswerLength
from tadori.service.input_checks import checked_length


@pytest.mark.parametrize("name", ["short", "normal", "long"])
def test_a_length_is_known_by_its_name(name: str) -> None:
    assert checked_length(name) is AnswerLength(name)
    assert checked_length(AnswerLength(name)) is AnswerLength(name)


@pytest.mark.parametrize("name", ["", "Short", "longer", "長い", "short "])
def test_another_name_is_a_wrong_call_that_names_all(name: str) -> None:
    with pytest.raises(WrongCall) as caught:
        checked_length(name)
    assert str(caught.value) == f"there is no length {name!r}; there are short, normal, long"
    assert caught.value.field == "length"


def test_a_wrong_length_is_refused_before_anything_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TADORI_HOME", str(tmp_path / "home"))
    with pytest.raises(WrongCall, match="there is no length 'huge'"):
        tadori.research("Why?", libraries=[tmp_path], length="huge")
    assert not (tmp_path / "home").exists()
