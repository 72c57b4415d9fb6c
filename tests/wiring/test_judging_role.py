"""Who judges wording: another model than the one that writes, where the settings name two."""

import pytest

from tadori.minds.requests import ModelRole
from tadori.settings import LlmSettings
from tadori.wiring.judging import judging_role

A, B = "ollama:writer:4b", "ollama:other:4b"


@pytest.mark.req("X11")
@pytest.mark.parametrize(
    ("fast", "slow", "role", "writers"),
    [
        ((B,), (A,), ModelRole.FAST, {A}),
        ((A,), (), ModelRole.SLOW, {A}),
        ((), (A,), ModelRole.SLOW, {A}),
        ((A,), (A,), ModelRole.SLOW, {A}),
        ((B, A), (A, B), ModelRole.SLOW, {A, B}),
    ],
)
def test_the_judge_is_the_other_model_where_there_is_one(
    fast: tuple[str, ...], slow: tuple[str, ...], role: ModelRole, writers: set[str]
) -> None:
    assert judging_role(LlmSettings(fast=fast, slow=slow), ModelRole.SLOW) == (role, frozenset(writers))


def test_where_the_quick_model_writes_the_slow_one_judges() -> None:
    found = judging_role(LlmSettings(fast=(A,), slow=(B,)), ModelRole.FAST)
    assert found == (ModelRole.SLOW, frozenset({A}))
