"""Both minds keep the promises of `Mind`: what is shown with the scripted one holds for the real one."""

import pytest

from tadori.minds.requests import Mind, TokenBudget
from tests.minds.llm.asking_desk import Bench, says
from tests.minds.llm.mind_contract import Make, MindContract, plain
from tests.minds.llm.scripted_mind import saying


class TestScriptedMind(MindContract):
    @pytest.fixture
    def make(self) -> Make:
        return lambda answer, purse: saying(plain(answer), purse=purse)


class TestAsking(MindContract):
    @pytest.fixture
    def make(self) -> Make:
        def made(answer: str, purse: TokenBudget) -> Mind:
            return Bench(models=[says(answer)]).asking(purse)

        return made
