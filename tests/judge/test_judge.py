"""Verdicts with grounds: what supports, what refutes, what is shown, and when the judge keeps silent."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.judge.judge import Judge
from tadori.minds.base import EvidencePair, StanceScores
from tadori.model.claim import Stance, StanceVerdict
from tadori.model.ids import IsoDate


def judged(claim: str, evidence: str, claim_date: str | None = None, evidence_date: str | None = None) -> StanceVerdict:
    pair = EvidencePair(
        claim=claim,
        evidence=evidence,
        claim_date=None if claim_date is None else IsoDate(claim_date),
        evidence_date=None if evidence_date is None else IsoDate(evidence_date),
    )
    return Judge().verdict(pair)


def rules(verdict: StanceVerdict) -> set[str]:
    return {ground.rule for ground in verdict.grounds}


@pytest.mark.req("L27")
@pytest.mark.parametrize(
    ("claim", "evidence", "rule"),
    [
        ("The bridge carries 4,000 cars a day.", "The bridge carries 5,000 cars a day.", "number"),
        ("The bridge is 300 metres long.", "The bridge is 0.4 km long.", "number"),
        ("The bridge opened in May 2019.", "The bridge opened in June 2019.", "date"),
        ("The bridge is open to traffic.", "The bridge is closed to traffic.", "antonym"),
        ("The bridge is open to traffic.", "The bridge is not open to traffic.", "negation"),
        ("The bridge was never finished.", "The bridge was finished.", "negation"),
        ("At least 4,000 people attended the fair.", "Only 900 people attended the fair.", "number"),
        ("港大橋は1日に4000台が通る。", "港大橋は1日に5000台が通る。", "number"),
        ("港大橋は2019年5月に開通した。", "港大橋は2019年6月に開通した。", "date"),
        ("港湾の人口は増加した。", "港湾の人口は減少した。", "antonym"),
        ("港大橋は開通した。", "港大橋は開通しなかった。", "negation"),
        ("港大橋の通行は合法である。", "港大橋の通行は違法である。", "antonym"),
    ],
)
def test_a_conflict_about_the_same_thing_refutes_and_is_shown_with_its_ground(
    claim: str, evidence: str, rule: str
) -> None:
    verdict = judged(claim, evidence)
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, True)
    assert rule in rules(verdict)
    assert min(ground.weight for ground in verdict.grounds) < 0


@pytest.mark.req("L27")
@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bridge opened in 2019.", "The bridge, built by Acme, opened in May 2019 after long delays."),
        ("The bridge carries 4,000 cars a day.", "Every day the bridge carries about 4,000 cars."),
        ("The bridge is not open.", "The bridge is not open to heavy traffic."),
        ("The bridge is 400 metres long.", "The bridge is 0.4 km long."),
        ("More than 3,000 people attended the fair.", "4,000 people attended the fair."),
        ("港大橋は2019年に開通した。", "港大橋は長い工事の末、2019年5月に開通した。"),
        ("港大橋の建設費は1億2千万円だった。", "港大橋の建設費は1億2,000万円だったと市は発表した。"),
    ],
)
def test_covered_words_with_agreeing_facts_support(claim: str, evidence: str) -> None:
    verdict = judged(claim, evidence)
    assert (verdict.stance, verdict.shown) == (Stance.SUPPORTS, True)
    assert verdict.confidence > 0.5


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The bridge carries 4,000 cars a day.", "The museum shows 5,000 paintings a year."),
        ("Acme Energy acquired Delta Wind.", "Delta Wind acquired Acme Energy."),
        ("Ruth Olsen opened the bridge in Norvik.", "Helen Marsh opened the bridge in Norvik."),
        ("The lake holds fish.", "A new tax law was passed."),
        ("学生が先生を招いた。", "先生が学生を招いた。"),
    ],
)
def test_another_subject_or_changed_roles_neither_support_nor_refute(claim: str, evidence: str) -> None:
    assert judged(claim, evidence).stance is Stance.NEUTRAL


def test_the_same_words_support_whatever_the_layout() -> None:
    verdict = judged("The bridge opened in 2019.", "the BRIDGE  opened in 2019")
    assert (verdict.stance, verdict.confidence, rules(verdict)) == (Stance.SUPPORTS, 0.99, {"identical"})


def test_a_whole_sentence_of_the_evidence_supports() -> None:
    verdict = judged("港大橋は開通した。", "雨だった。港大橋は開通した。人が集まった。")
    assert (verdict.stance, verdict.confidence) == (Stance.SUPPORTS, 0.97)


def test_words_inside_a_denying_sentence_are_no_verbatim_support() -> None:
    verdict = judged("The bridge is open.", "It is not true that the bridge is open.")
    assert verdict.stance is Stance.REFUTES


def test_a_denied_opposite_is_no_conflict() -> None:
    assert judged("The bridge is open to traffic.", "The bridge is not closed to traffic.").stance is not Stance.REFUTES


def test_a_denial_in_another_clause_is_not_about_the_claim() -> None:
    evidence = "The old tunnel is not open, but the bridge carries 4,000 cars every day without tolls."
    assert judged("The bridge carries 4,000 cars every day.", evidence).stance is not Stance.REFUTES


def test_the_best_sentence_of_a_long_evidence_is_judged() -> None:
    evidence = "The town is old. The bridge carries 5,000 cars a day. No museum is open. " * 3
    verdict = judged("The bridge carries 4,000 cars a day.", evidence)
    assert verdict.stance is Stance.REFUTES
    assert [g.detail for g in verdict.grounds if g.rule == "number"] == ["4,000 ≠ 5,000"]


def test_hedged_evidence_supports_but_is_not_shown() -> None:
    verdict = judged("The bridge opened in 2019.", "The bridge reportedly opened in 2019.")
    assert (verdict.stance, verdict.shown) == (Stance.SUPPORTS, False)
    assert "hedge" in rules(verdict)


def test_loose_opposites_are_never_shown_as_refutations() -> None:
    verdict = judged("A man is slicing a tomato.", "A woman is slicing a tomato.")
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, False)


def test_a_number_of_another_year_is_not_shown_as_a_refutation() -> None:
    claim, evidence = "The town has 4,000 people.", "The town has 5,000 people."
    assert judged(claim, evidence, "2010", "2010-04").shown
    later = judged(claim, evidence, "2010", "2020")
    assert (later.stance, later.shown) == (Stance.REFUTES, False)
    assert later.grounds[-1].detail == "said of 2010 and of 2020"


def test_another_number_at_another_time_is_no_conflict() -> None:
    verdict = judged("In 2019 the fair had 4,000 visitors.", "In 2020 the fair had 5,000 visitors.")
    assert verdict.stance is Stance.NEUTRAL


def test_dates_of_what_may_happen_again_are_not_shown_as_a_refutation() -> None:
    again = judged("The minister visited Norvik in 2019.", "The minister visited Norvik in 2020.")
    once = judged("The bridge of Norvik was completed in 2019.", "The bridge of Norvik was completed in 2020.")
    assert (again.stance, again.shown) == (Stance.REFUTES, False)
    assert (once.stance, once.shown) == (Stance.REFUTES, True)


def test_a_date_inside_an_open_span_is_no_conflict() -> None:
    assert judged("Ann led the dam works in 2019.", "Ann led the dam works since 2017.").stance is Stance.NEUTRAL


def test_a_fact_beside_the_same_word_about_the_same_name_may_conflict_however_little_else_is_shared() -> None:
    evidence = "Ann Lee (born 10 May 1972) is a painter, sculptor and teacher who lives and works in Norvik."
    verdict = judged("Ann Lee was born on 1 May 1972 in Castle Hill.", evidence)
    assert (verdict.stance, verdict.shown) == (Stance.REFUTES, False)
    assert verdict.grounds[0].detail == "1 May 1972 ≠ 10 May 1972"


def test_across_languages_polarity_is_not_judged() -> None:
    verdict = judged("港大橋は開通した。", "The harbour bridge is not open.")
    assert (verdict.stance, verdict.abstained, verdict.shown) == (Stance.NEUTRAL, True, False)
    assert "language" in rules(verdict)


def test_across_languages_agreeing_facts_support_without_being_shown() -> None:
    verdict = judged("2019年に4,000人が訪れた。", "In 2019, 4,000 people visited it.")
    assert (verdict.stance, verdict.shown) == (Stance.SUPPORTS, False)


@pytest.mark.parametrize(("claim", "evidence", "side"), [("", "x", "claim"), ("x", " \n", "evidence")])
def test_an_empty_side_is_a_wrong_call(claim: str, evidence: str, side: str) -> None:
    with pytest.raises(WrongCall, match=f"the {side} is empty"):
        judged(claim, evidence)


def test_huge_evidence_is_judged_in_bounded_time() -> None:
    started = time.process_time()
    verdict = judged("The bridge carries 4,000 cars a day.", "The town has 3 bridges and 7 museums. " * 3000)
    assert verdict.stance is Stance.NEUTRAL
    assert time.process_time() - started < 3


def test_short_english_pairs_are_judged_by_the_hundred_in_a_tenth_of_a_second() -> None:
    pairs = [
        EvidencePair(claim=f"Town {n} has {n} bridges.", evidence=f"Town {n} has {n + 1} bridges.") for n in range(200)
    ]
    judge = Judge()
    judge.verdict(pairs[0])
    started = time.process_time()
    assert len([judge.verdict(pair) for pair in pairs]) == 200
    assert time.process_time() - started < 0.8


class Oracle:
    """A stance model that always says the same."""

    def __init__(self, supports: float, refutes: float) -> None:
        self._scores = StanceScores(supports=supports, refutes=refutes, neutral=1 - supports - refutes)
        self.asked: list[EvidencePair] = []

    @property
    def model_id(self) -> str:
        return "oracle-1"

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        self.asked.extend(pairs)
        return [self._scores for _ in pairs]


def test_the_models_refutation_is_shown_only_where_a_rule_saw_it_too() -> None:
    judge = Judge(Oracle(0.05, 0.9))
    alone = judge.verdict(EvidencePair(claim="The lake holds fish.", evidence="The lake holds plastic."))
    both = judge.verdict(EvidencePair(claim="The lake holds 3 boats.", evidence="The lake holds 4 boats."))
    assert (alone.stance, alone.shown) == (Stance.REFUTES, False)
    assert (both.stance, both.shown) == (Stance.REFUTES, True)
    assert both.grounds[0].rule == "model"


def test_the_models_support_is_not_shown_against_a_rule() -> None:
    verdict = Judge(Oracle(0.9, 0.05)).verdict(
        EvidencePair(claim="It has 3 boats now.", evidence="It has 4 boats now.")
    )
    assert (verdict.stance, verdict.shown) == (Stance.SUPPORTS, False)


def test_an_unsure_model_abstains_and_identical_words_do_not_ask_it() -> None:
    oracle = Oracle(0.4, 0.35)
    judge = Judge(oracle)
    assert judge.verdict(EvidencePair(claim="The lake is deep.", evidence="A lake is long.")).abstained
    assert len(oracle.asked) == 1
    assert (
        judge.verdict(EvidencePair(claim="The lake is deep.", evidence="The lake is deep")).grounds[0].rule
        == "identical"
    )
    assert len(oracle.asked) == 1


def test_the_version_names_rules_and_model() -> None:
    assert Judge().version.startswith("rules-")
    assert Judge(Oracle(0.5, 0.2)).version == f"{Judge().version}+oracle-1"


def test_scores_sum_to_one_and_follow_the_facts() -> None:
    judge = Judge()
    agreed = judge.scores(EvidencePair(claim="It has 3 boats now.", evidence="It has 3 boats now, says Ann."))
    against = judge.scores(EvidencePair(claim="It has 3 boats now.", evidence="It has 4 boats now, says Ann."))
    assert agreed.supports + agreed.refutes + agreed.neutral == pytest.approx(1)
    assert agreed.supports > agreed.refutes
    assert against.refutes > against.supports


@given(st.text(min_size=1, max_size=80).filter(str.strip), st.text(min_size=1, max_size=80).filter(str.strip))
def test_any_pair_gets_the_same_bounded_verdict_twice(claim: str, evidence: str) -> None:
    first = judged(claim, evidence)
    assert first == judged(claim, evidence)
    assert 0 <= first.confidence <= 1
    assert not (first.shown and first.abstained)
    assert first.grounds != ()
