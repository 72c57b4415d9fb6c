"""Rules and model together: the table, the formula, and which pairs reach the model at all."""

from collections.abc import Sequence
from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import ModelUnusable, WrongCall
from tadori.judge.join import ACROSS, JOIN_WEIGHTS, joined_scores, pair_language, rule_features
from tadori.judge.judge import AT_ONCE, LONGEST_FOR_MODEL, RULES_VERSION, Judge
from tadori.judge.reading import evidence_sentences, read_sentence
from tadori.judge.rules import PairSignals, pair_signals
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.stance import LocalStance
from tadori.model.claim import Stance
from tadori.model.ids import IsoDate


def seen(claim: str, evidence: str) -> PairSignals:
    return pair_signals(read_sentence(claim), evidence_sentences(evidence))


def said(supports: float, refutes: float) -> StanceScores:
    return StanceScores(supports=supports, refutes=refutes, neutral=1 - supports - refutes)


class Listening:
    """A stance model that says one thing and remembers each call."""

    model_id = "listening-1"

    def __init__(self, supports: float = 0.1, refutes: float = 0.1) -> None:
        self._scores = said(supports, refutes)
        self.calls: list[list[EvidencePair]] = []

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        self.calls.append(list(pairs))
        return [self._scores] * len(pairs)


class Broken:
    """A stance model whose files are damaged."""

    @property
    def model_id(self) -> str:
        raise ModelUnusable("damaged")

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        raise ModelUnusable("damaged")


def test_the_joined_scores_of_a_number_in_conflict_are_those_of_the_formula() -> None:
    s = seen("The lake holds 3 boats.", "The lake holds 4 boats.")
    on = {"bias", "conflict", "aligned_conflict", "firm_conflict"}
    share = ("coverage", "reach", "subject", "precision")
    found = rule_features(s)
    assert {name for name in on if found[name] == 1.0} == on
    expected = []
    for side, probability in ((0, 0.5), (1, 0.3)):
        weights = {name: row[side] for name, row in JOIN_WEIGHTS["en"].weights.items()}
        expected.append(
            JOIN_WEIGHTS["en"].scale * log(probability)
            + sum(weights.get(name, 0.0) for name in on)
            + sum(weights.get(name, 0.0) * found[name] for name in share)
        )
    powers = [exp(value) for value in (*expected, JOIN_WEIGHTS["en"].scale * log(0.2))]
    together = joined_scores(s, said(0.5, 0.3), "en")
    assert together.supports == pytest.approx(powers[0] / sum(powers))
    assert together.refutes == pytest.approx(powers[1] / sum(powers))


@pytest.mark.parametrize("kind", ["en", "ja", ACROSS])
def test_no_conflict_speaks_for_a_claim_or_against_its_refutation(kind: str) -> None:
    names = {"conflict", "aligned_conflict", "firm_conflict", "anchored", "polarity", "fact_conflict"}
    rows = [row for name, row in JOIN_WEIGHTS[kind].weights.items() if name in names]
    assert rows != []
    assert max(row[0] for row in rows) <= 0
    assert min(row[1] for row in rows) >= 0


def test_every_feature_of_the_table_is_one_that_the_rules_see() -> None:
    known = set(rule_features(seen("The lake is deep.", "The lake is long.")))
    assert {name for join in JOIN_WEIGHTS.values() for name in join.weights} <= known


@given(st.floats(0, 1), st.floats(0, 1))
def test_joined_scores_sum_to_one_whatever_the_model_says(first: float, second: float) -> None:
    total = max(1.0, first + second)
    together = joined_scores(seen("港は広い。", "港は狭い。"), said(first / total, second / total), "ja")
    assert together.supports + together.refutes + together.neutral == pytest.approx(1)


def test_the_kind_of_a_pair_follows_its_scripts() -> None:
    assert pair_language(EvidencePair(claim="The lake.", evidence="A lake.")) == "en"
    assert pair_language(EvidencePair(claim="湖は深い。", evidence="湖は広い。")) == "ja"
    assert pair_language(EvidencePair(claim="湖は深い。", evidence="A lake.")) == "across"


def test_only_pairs_that_rules_do_not_settle_reach_the_model_and_each_once() -> None:
    model = Listening()
    open_pair = EvidencePair(claim="The lake is deep.", evidence="The lake is long.")
    pairs = [
        EvidencePair(claim="The lake is deep.", evidence="the LAKE is deep"),
        EvidencePair(claim="The lake is deep.", evidence="It rained. The lake is deep. It is cold."),
        EvidencePair(claim="…", evidence="The lake is deep."),
        EvidencePair(claim="The lake is deep.", evidence="—— !!"),
        open_pair,
        open_pair,
        EvidencePair(claim="湖は深い。", evidence="The lake is deep."),
    ]
    verdicts = Judge(model).verdicts(pairs)
    assert len(verdicts) == 7
    assert [len(call) for call in model.calls] == [2]
    assert [v.stance for v in verdicts[:4]] == [Stance.SUPPORTS, Stance.SUPPORTS, Stance.NEUTRAL, Stance.NEUTRAL]
    assert verdicts[4] == verdicts[5]


def test_pairs_that_are_all_settled_do_not_ask_the_model() -> None:
    model = Listening()
    assert Judge(model).verdict(EvidencePair(claim="It is deep.", evidence="It is deep.")).stance is Stance.SUPPORTS
    assert Judge(model).verdicts([]) == []
    assert model.calls == []


def test_many_pairs_are_asked_in_bounded_batches() -> None:
    model = Listening()
    pairs = [EvidencePair(claim=f"Lake {n} is deep.", evidence=f"Lake {n} is long.") for n in range(2 * AT_ONCE + 3)]
    assert len(Judge(model).verdicts(pairs)) == len(pairs)
    assert [len(call) for call in model.calls] == [AT_ONCE, AT_ONCE, 3]


def test_long_evidence_reaches_the_model_as_the_aligned_sentence_and_what_stands_around_it() -> None:
    model = Listening()
    evidence = "The town is old and grey. " * 300 + "The lake holds 4 boats. " + "Nobody comes here now. " * 300
    Judge(model).verdict(EvidencePair(claim="The lake holds 3 boats.", evidence=evidence))
    asked = model.calls[0][0].evidence
    assert "The lake holds 4 boats." in asked
    assert LONGEST_FOR_MODEL - 40 < len(asked) <= LONGEST_FOR_MODEL


def test_one_endless_sentence_reaches_the_model_cut() -> None:
    model = Listening()
    Judge(model).verdict(EvidencePair(claim="The lake is deep.", evidence="the lake and " * 1500))
    assert len(model.calls[0][0].evidence) <= LONGEST_FOR_MODEL


def test_an_empty_side_among_many_is_a_wrong_call() -> None:
    with pytest.raises(WrongCall, match="the evidence is empty"):
        Judge().verdicts([EvidencePair(claim="x", evidence="y"), EvidencePair(claim="x", evidence=" ")])


def test_a_model_that_cannot_be_used_leaves_the_verdict_and_the_scores_of_the_rules() -> None:
    pairs = [
        EvidencePair(claim="The lake holds 3 boats.", evidence="The lake holds 4 boats."),
        EvidencePair(claim="湖は深い。", evidence="湖は深い谷にある。"),
        EvidencePair(claim="2019年に4,000人が訪れた。", evidence="In 2019, 4,000 people visited it."),
    ]
    assert Judge(Broken()).verdicts(pairs) == Judge().verdicts(pairs)
    assert Judge(Broken()).scores(pairs[0]) == Judge().scores(pairs[0])
    assert Judge(Broken()).version == RULES_VERSION


def test_scores_are_joined_where_there_is_a_model() -> None:
    pair = EvidencePair(claim="The lake is deep.", evidence="The lake is long.")
    alone, together = Judge().scores(pair), Judge(Listening(0.05, 0.9)).scores(pair)
    assert together.refutes > 0.8
    assert alone.refutes < 0.5


@pytest.mark.req("L27")
def test_grounds_show_the_model_and_the_rules() -> None:
    verdict = Judge(Listening(0.05, 0.9)).verdict(
        EvidencePair(claim="The lake holds 3 boats.", evidence="The lake holds 4 boats.")
    )
    assert [ground.rule for ground in verdict.grounds] == ["model", "number", "overlap"]
    assert verdict.grounds[0].detail == "supports 0.05, refutes 0.90, neutral 0.05"
    assert verdict.grounds[1].detail == "3 ≠ 4"


@pytest.mark.parametrize(
    ("claim", "evidence", "refutes", "told"),
    [
        ("The lake holds 3 boats.", "The lake holds 4 boats.", 0.9, (True, False)),
        ("The lake holds fish.", "The lake does not hold many fish.", 0.9, (True, False)),
        ("The lake holds fish.", "The lake holds plastic.", 0.95, (False, False)),
        ("The lake holds fish.", "The lake holds plastic.", 0.6, (False, True)),
        ("Ann Lee opened the lake house.", "Helen Marsh opened the lake house.", 0.95, (True, False)),
    ],
)
def test_a_refutation_is_shown_with_a_ground_said_when_sure_and_else_left_open(
    claim: str, evidence: str, refutes: float, told: tuple[bool, bool]
) -> None:
    verdict = Judge(Listening(0.02, refutes)).verdict(EvidencePair(claim=claim, evidence=evidence))
    assert verdict.stance is Stance.REFUTES
    assert (verdict.shown, verdict.abstained) == told


def test_a_refutation_about_another_subject_is_not_shown() -> None:
    claim, evidence = "The mill by the river made 3 tons of paper.", "Nobody was allowed inside, reporters said."
    verdict = Judge(Listening(0.1, 0.8)).verdict(EvidencePair(claim=claim, evidence=evidence))
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, False)


@pytest.mark.parametrize(
    ("claim", "evidence", "shown"),
    [
        ("The lake is deep.", "The lake goes down a long way.", True),
        ("The lake has 3 boats.", "The lake has several boats.", False),
        ("The lake is deep.", "The lake is reportedly very deep.", False),
        ("湖は深い。", "この湖はとても深いことで有名だ。", True),
        ("学生が先生を招いた。", "先生が学生を招いた。", False),
    ],
)
def test_a_sure_support_is_shown_unless_a_rule_holds_it_back(claim: str, evidence: str, shown: bool) -> None:
    verdict = Judge(Listening(0.98, 0.01)).verdict(EvidencePair(claim=claim, evidence=evidence))
    assert (verdict.stance, verdict.shown) == (Stance.SUPPORTS, shown)


def test_across_languages_the_model_speaks_held_by_numbers_and_dates() -> None:
    sure = Judge(Listening(0.97, 0.01))
    plain = sure.verdict(EvidencePair(claim="港大橋は開通した。", evidence="The harbour bridge is open."))
    agreed = sure.verdict(EvidencePair(claim="2019年に4,000人が訪れた。", evidence="In 2019, 4,000 people visited it."))
    against = sure.verdict(EvidencePair(claim="2019年に開通した。", evidence="It opened in 2018."))
    assert (plain.stance, plain.shown, plain.abstained) == (Stance.SUPPORTS, False, False)
    assert (agreed.stance, agreed.shown, agreed.abstained) == (Stance.SUPPORTS, True, False)
    assert (against.shown, against.abstained) == (False, True)


def test_across_languages_a_refutation_is_never_shown_and_agreeing_facts_leave_it_open() -> None:
    sure = Judge(Listening(0.01, 0.97))
    plain = sure.verdict(EvidencePair(claim="港大橋は開通した。", evidence="The harbour bridge is closed."))
    agreed = sure.verdict(EvidencePair(claim="2019年に4,000人が訪れた。", evidence="In 2019, 4,000 people visited it."))
    assert (plain.stance, plain.shown, plain.abstained) == (Stance.REFUTES, False, False)
    assert (agreed.shown, agreed.abstained) == (False, True)


@pytest.mark.req("L27")
@pytest.mark.parametrize(
    ("claim", "evidence", "stance"),
    [
        ("The bridge is 900 metres long.", "The bridge is 840 metres long.", Stance.REFUTES),
        ("港の橋の長さは900メートルである。", "港の橋の長さは840メートルである。", Stance.REFUTES),
        ("The bridge is 400 metres long.", "The bridge is 0.4 km long.", Stance.SUPPORTS),
        ("港の橋の長さは840メートルである。", "港の橋の長さは0.84キロメートルである。", Stance.SUPPORTS),
    ],
)
def test_numbers_that_rules_compared_stand_against_a_model_that_is_not_sure(
    claim: str, evidence: str, stance: Stance
) -> None:
    pair = EvidencePair(claim=claim, evidence=evidence)
    contrary = {Stance.REFUTES: (0.75, 0.05), Stance.SUPPORTS: (0.05, 0.75)}[stance]
    surely = {Stance.REFUTES: (0.98, 0.01), Stance.SUPPORTS: (0.01, 0.98)}[stance]
    held, given_way = Judge(Listening(*contrary)).verdict(pair), Judge(Listening(*surely)).verdict(pair)
    assert (held.stance, held.shown, held.grounds[0].rule) == (stance, True, "model")
    assert held.confidence == Judge().verdict(pair).confidence
    assert (given_way.stance is stance, given_way.shown) == (False, False)


def test_a_number_of_another_year_is_not_shown_as_a_refutation_by_the_model_either() -> None:
    claim, evidence = "The town has 4,000 people.", "The town has 5,000 people."
    dated = EvidencePair(claim=claim, evidence=evidence, claim_date=IsoDate("2010"), evidence_date=IsoDate("2020"))
    verdict = Judge(Listening(0.02, 0.9)).verdict(dated)
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, False)
    assert verdict.grounds[-1].detail == "said of 2010 and of 2020"


HARD_TEXTS = {
    "pure numbers": ("42 17 99", "42 17 98 3.5 1e9"),
    "code": ("def f(x): return x + 1", "for (int i = 0; i < n; i++) { a[i] = f(i); } // f adds one"),
    "mixed languages": ("The 港大橋 opened in 2019年", "港大橋 (Harbour Bridge) は2019年5月に opened"),
    "lone surrogate": ("The lake \ud800 is deep.", "The lake is long."),
    "another script": ("Озеро глубокое.", "البحيرة عميقة."),
}


@pytest.mark.slow
def test_odd_texts_get_one_bounded_verdict_from_the_shipped_model_alone_or_in_company() -> None:
    pairs = [EvidencePair(claim=claim, evidence=evidence) for claim, evidence in HARD_TEXTS.values()]
    pairs.append(EvidencePair(claim="The lake holds 3 boats.", evidence="The town is old. The lake is wide. " * 3000))
    judge = Judge(LocalStance())
    together = judge.verdicts(pairs)
    assert together == [judge.verdict(pair) for pair in pairs]
    assert {v.shown for v in together if v.stance is not Stance.SUPPORTS} == {False}
    assert min(v.confidence for v in together) > 0
    assert max(v.confidence for v in together) <= 1


@pytest.mark.slow
@pytest.mark.req("L27")
def test_the_shipped_model_and_the_rules_agree_on_plain_cases_in_both_languages() -> None:
    judge = Judge(LocalStance())
    verdicts = judge.verdicts(
        [
            EvidencePair(
                claim="The company opened a factory in Osaka in 2003.", evidence="It opened a factory in Osaka in 1998."
            ),
            EvidencePair(
                claim="A factory was opened in Osaka.", evidence="The company opened a factory in Osaka in 1998."
            ),
            EvidencePair(claim="会社は大阪に工場を開いた。", evidence="会社は1998年に大阪に工場を開いた。"),
        ]
    )
    assert [v.stance for v in verdicts] == [Stance.REFUTES, Stance.SUPPORTS, Stance.SUPPORTS]
    assert [v.shown for v in verdicts] == [True, True, True]
    assert judge.version.startswith(f"{RULES_VERSION}+tadori-stance-")


@pytest.mark.req("L27")
def test_two_dates_of_what_may_have_happened_on_both_may_conflict_and_are_not_shown_as_a_refutation() -> None:
    pair = EvidencePair(
        claim="The machine, a Tidewright TW-500, was lowered to the seabed on 11 February.",
        evidence='Our report of 20 February, "Narigama turbine lowered to the seabed at the second attempt", gave the '
        "rotor diameter of the Tidewright TW-500 as 28 metres.",
    )
    verdict = Judge(LocalStance()).verdict(pair)
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, False)


@pytest.mark.req("L27")
@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bridge opened in 1987.", "The bridge was opened to traffic in 1988."),
        ("橋は1987年に開通した。", "その橋は1988年に開通した。"),
        ("The tower is 300 metres tall.", "The tower, which is 320 metres tall, stands in the harbour."),
    ],
)
def test_another_year_or_number_refutes_however_alike_the_words_are(claim: str, evidence: str) -> None:
    verdict = Judge(LocalStance()).verdict(EvidencePair(claim=claim, evidence=evidence))
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, True)


@pytest.mark.req("L27")
def test_a_date_that_rules_compared_stands_however_sure_a_model_is() -> None:
    pair = EvidencePair(claim="The bridge opened in May 2019.", evidence="The bridge opened in June 2019.")
    verdict = Judge(Listening(0.98, 0.01)).verdict(pair)
    assert (verdict.stance, verdict.shown, verdict.grounds[0].rule) == (Stance.REFUTES, True, "model")
