"""Both minds keep the promises of `Mind`: what is shown with the scripted one holds for the real one."""

import pytest

from tadori.minds.requests import Mind, TokenBudget
from tests.minds.llm.client_setup import Bench, says
from tests.minds.llm.mind_contract import Make, MindContract, plain
from tests.minds.llm.scripted_mind import saying


class TestScriptedMind(MindContract):
    @pytest.fixture
    def make(self) -> Make:
        return lambda answer, budget: saying(plain(answer), budget=budget)


class TestAsking(MindContract):
    @pytest.fixture
    def make(self) -> Make:
        def made(answer: str, budget: TokenBudget) -> Mind:
            return Bench(models=[says(answer)]).client(budget)

        return made
