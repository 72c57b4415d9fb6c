from collections.abc import Sequence

from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local import cached_stance as remembering
from tadori.minds.local.cached_stance import CachedEntailment


class Counting:
    """Implements `Entailment`; keeps what it was asked."""

    model_id = "counting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        self.asked += [pair.claim for pair in pairs]
        return [StanceScores(supports=len(pair.claim) / 10, neutral=0.0, refutes=0.0) for pair in pairs]


def pair(claim: str) -> EvidencePair:
    return EvidencePair(claim=claim, evidence="x")


def test_a_pair_is_asked_once_and_scores_come_in_the_order_of_the_pairs() -> None:
    inner = Counting()
    model = CachedEntailment(inner)
    assert [one.supports for one in model.scores([pair("ab"), pair("a"), pair("ab")])] == [0.2, 0.1, 0.2]
    assert [one.supports for one in model.scores([pair("a"), pair("abc")])] == [0.1, 0.3]
    assert (inner.asked, model.model_id, model.scores([])) == (["ab", "a", "abc"], "counting", [])


def test_a_full_memory_starts_anew() -> None:
    inner = Counting()
    model = CachedEntailment(inner)
    kept = remembering._MOST_KEPT
    many = [pair(str(number)) for number in range(kept)]
    model.scores(many)
    assert [one.supports for one in model.scores([pair("new"), many[0]])] == [0.3, 0.1]
    assert inner.asked[-2:] == ["new", "0"]
