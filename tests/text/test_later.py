"""Patterns compiled at first use behave like compiled ones."""

import re

import pytest

from tadori.text.lazy_pattern import lazy_pattern


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    pattern = lazy_pattern(r"(\d+)年", re.IGNORECASE)
    match = pattern.search("1987年に開通")
    assert match is not None
    assert match[1] == "1987"
    assert pattern.findall("1987年と1988年") == ["1987", "1988"]
    assert pattern.pattern == r"(\d+)年"


def test_a_broken_pattern_is_told_at_first_use() -> None:
    pattern = lazy_pattern("(")
    with pytest.raises(re.error, match="missing \\)"):
        pattern.search("x")
