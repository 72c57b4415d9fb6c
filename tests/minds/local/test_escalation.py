"""Hard pairs go on to a larger model: which, how many, and what happens when it fails."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import ModelUnusable
from tadori.events.language_models import ModelSetAside
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.escalation import EscalatingEntailment, EscalationRule, is_hard, margin, uncertainty
from tadori.minds.local.notices import ModelNotices
from tadori.minds.local.onnx_folder import Device, OnnxFolder
from tadori.minds.local.onnx_models import OnnxEntailment
from tests.minds.local import tiny_models as tiny

SURE = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
TORN = StanceScores(supports=0.5, refutes=0.5, neutral=0.0)
GUESS = StanceScores(supports=1 / 3, refutes=1 / 3, neutral=1 / 3)
HARD = StanceScores(supports=0.6, refutes=0.3, neutral=0.1)
OTHER = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)


class Knows:
    """A model whose scores are written in the claim: the name of one of the above."""

    def __init__(self, name: str, always: StanceScores | None = None, *, fails: bool = False) -> None:
        self.model_id = name
        self.always, self.fails = always, fails
        self.asked: list[str] = []

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        if self.fails:
            raise ModelUnusable(f"{self.model_id} is broken")
        self.asked += [pair.claim for pair in pairs]
        known = {"sure": SURE, "torn": TORN, "guess": GUESS, "hard": HARD}
        return [self.always or known[pair.claim.split()[0]] for pair in pairs]


class Third:
    """A further judge that abstains on what it has not been told."""

    model_id = "third"

    def __init__(self, **known: StanceScores) -> None:
        self.known = known
        self.asked: list[str] = []

    def opinions(self, pairs: Sequence[EvidencePair]) -> list[StanceScores | None]:
        self.asked += [pair.claim for pair in pairs]
        return [self.known.get(pair.claim.split()[0]) for pair in pairs]


def pairs(*claims: str) -> list[EvidencePair]:
    return [EvidencePair(claim=claim, evidence="証拠") for claim in claims]


def test_worked_examples_pin_entropy_and_margin() -> None:
    assert uncertainty(GUESS) == pytest.approx(1.0)
    assert uncertainty(TORN) == pytest.approx(math.log(2) / math.log(3))
    assert uncertainty(HARD) == pytest.approx(0.8173, abs=1e-4)
    assert uncertainty(StanceScores(supports=1.0, refutes=0.0, neutral=0.0)) == 0.0
    assert (margin(HARD), margin(TORN)) == pytest.approx((0.3, 0.0))


@pytest.mark.parametrize(
    ("scores", "hard"),
    [
        (SURE, False),
        (TORN, True),
        (GUESS, True),
        (HARD, True),
        (StanceScores(supports=0.7, refutes=0.2, neutral=0.1), False),
    ],
)
def test_a_pair_is_hard_by_entropy_or_by_margin(scores: StanceScores, hard: bool) -> None:
    assert is_hard(scores, EscalationRule()) is hard


@given(st.tuples(*[st.floats(0.001, 1)] * 3))
def test_uncertainty_lies_between_nought_and_one(parts: tuple[float, ...]) -> None:
    supports, refutes, neutral = (part / sum(parts) for part in parts)
    assert 0 <= uncertainty(StanceScores(supports=supports, refutes=refutes, neutral=neutral)) <= 1 + 1e-9


@pytest.mark.req("L27")
def test_the_small_model_reads_all_and_the_larger_one_what_is_hard() -> None:
    small, large = Knows("small"), Knows("large", OTHER)
    model = EscalatingEntailment(small, large, ModelNotices())
    assert model.scores(pairs("sure", "torn", "hard")) == [SURE, OTHER, OTHER]
    assert small.asked == ["sure", "torn", "hard"]
    assert large.asked == ["hard", "torn"]
    assert (model.asked, model.escalated) == (3, 2)
    assert model.model_id == "small>large(0.75/0.25/0.2/32)"


def test_the_budget_takes_the_hardest_and_leaves_the_rest_with_the_small_model() -> None:
    large = Knows("large", OTHER)
    model = EscalatingEntailment(Knows("small"), large, ModelNotices(), rule=EscalationRule(share=0.2, free=0))
    found = model.scores(pairs("hard a", "guess b", "hard c", "sure d", "torn e", *[f"sure {n}" for n in range(5)]))
    assert large.asked == ["guess b", "hard a"]
    assert found[:5] == [OTHER, OTHER, HARD, SURE, TORN]
    assert model.scores(pairs("guess later")) == [GUESS]


def test_a_budget_grows_with_what_is_asked() -> None:
    large = Knows("large", OTHER)
    model = EscalatingEntailment(Knows("small"), large, ModelNotices(), rule=EscalationRule(share=0.25, free=1))
    for n in range(16):
        model.scores(pairs(f"guess {n}"))
    assert (model.escalated, large.asked) == (5, [f"guess {n}" for n in (0, 3, 7, 11, 15)])


def test_a_pair_keeps_its_scores_and_is_read_once() -> None:
    small = Knows("small")
    model = EscalatingEntailment(small, Knows("large", OTHER), ModelNotices(), rule=EscalationRule(share=0, free=1))
    assert model.scores(pairs("torn", "torn")) == [OTHER, OTHER]
    assert model.scores(pairs("guess", "torn")) == [GUESS, OTHER]
    assert small.asked == ["torn", "guess"]


@pytest.mark.req("L27")
def test_a_larger_model_that_fails_is_set_aside_and_told_once() -> None:
    notices = ModelNotices()
    model = EscalatingEntailment(Knows("small"), Knows("large", fails=True), notices)
    assert model.scores(pairs("torn", "sure")) == [TORN, SURE]
    assert model.scores(pairs("guess")) == [GUESS]
    assert notices.drain() == [
        ModelSetAside(seat="nli", reason="large is broken", instead="the stance model that ships with Tadori")
    ]
    assert (notices.drain(), model.model_id, model.escalated) == ([], "small", 0)


def test_a_folder_that_is_missing_leaves_the_small_model_its_name(tmp_path: Path) -> None:
    notices = ModelNotices()
    large = OnnxEntailment(OnnxFolder(tmp_path / "gone"))
    assert EscalatingEntailment(Knows("small"), large, notices).model_id == "small"
    assert [event.reason for event in notices.drain()] == [f"there is no model folder {tmp_path / 'gone'}"]


def test_a_small_model_that_fails_is_for_the_judge_to_go_on_without() -> None:
    model = EscalatingEntailment(Knows("small", fails=True), Knows("large"), ModelNotices())
    with pytest.raises(ModelUnusable, match="small is broken"):
        model.scores(pairs("sure"))


def test_nothing_to_judge_asks_nobody() -> None:
    small, large = Knows("small"), Knows("large")
    assert EscalatingEntailment(small, large, ModelNotices()).scores([]) == []
    assert (small.asked, large.asked) == ([], [])


def test_a_real_folder_takes_the_larger_seat(tmp_path: Path) -> None:
    large = OnnxEntailment(OnnxFolder(tiny.nli_folder(tmp_path / "deberta"), Device(device="cpu", threads=1)))
    model = EscalatingEntailment(Knows("small"), large, ModelNotices())
    found = model.scores([EvidencePair(claim="torn sea", evidence="no no")])[0]
    assert found.refutes == pytest.approx(math.exp(6) / (math.exp(6) + 2), abs=1e-6)
    assert model.model_id == f"small>{large.model_id}(0.75/0.25/0.2/32)"


def test_what_stays_hard_goes_to_the_further_judge_who_may_abstain() -> None:
    third = Third(torn=OTHER)
    model = EscalatingEntailment(Knows("small"), Knows("large"), ModelNotices(), further=third)
    assert model.scores(pairs("torn", "sure", "guess")) == [OTHER, SURE, GUESS]
    assert third.asked == ["guess", "torn"]
    assert model.model_id == "small>large>third(0.75/0.25/0.2/32)"


def test_what_the_larger_model_has_settled_does_not_go_further() -> None:
    third = Third(torn=GUESS)
    assert EscalatingEntailment(Knows("small"), Knows("large", OTHER), ModelNotices(), further=third).scores(
        pairs("torn")
    ) == [OTHER]
    assert third.asked == []
