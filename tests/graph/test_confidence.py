import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.confidence import ClaimEvidence, clarity, confidence, consistency, freshness
from tadori.model.claim import ClaimContext, Mood
from tadori.model.graph import EvidenceSource, TrustLevel
from tadori.model.ids import EN, JA, IsoDate
from tadori.model.thresholds import (
    CAVEAT_BELOW,
    CONFIDENCE_AGREEMENT_WEIGHT,
    CONFIDENCE_CLARITY_WEIGHT,
    CONFIDENCE_CONSISTENCY_WEIGHT,
    CONFIDENCE_FIT_WEIGHT,
    CONFIDENCE_FRESHNESS_WEIGHT,
    CONFIDENCE_TIER_WEIGHT,
)
from tests.graph.makers import source


def bearing(
    supporting: list[EvidenceSource],
    *,
    against: list[EvidenceSource] | None = None,
    fit: float = 0.0,
    perishable: bool = True,
    newest: str | None = None,
    searched: bool = False,
) -> ClaimEvidence:
    return ClaimEvidence(
        supporting=supporting,
        against=against or [],
        fit=fit,
        perishable=perishable,
        newest=None if newest is None else IsoDate(newest),
        refutation_searched=searched,
    )


@pytest.mark.req("L28")
def test_a_worked_example_pins_the_formula() -> None:
    supporting = [
        source("a", trust=TrustLevel.GOVERNMENT, date="2019-06-01"),
        source("b", date="2014-06-01"),
    ]
    found = confidence(bearing(supporting, against=[source("c")], newest="2024-06-01", fit=0.9), EN)
    assert found.tier == 0.95
    assert found.agreement == pytest.approx(2 / 3)
    assert found.freshness == pytest.approx(0.5)
    assert found.consistency == pytest.approx(2 / 3)
    # .25 · .95 + .20 · 2/3 + .10 · .5 + .15 · 2/3 + .20 · .9 + .10 · 1
    assert found.value == 0.8008


@pytest.mark.req("L28")
def test_freshness_counts_only_for_what_can_change() -> None:
    supporting = [source("a", date="2014-06-01")]
    lasting = confidence(bearing(supporting, newest="2024-06-01", fit=0.5, perishable=False), EN)
    # (.25 · .6 + .20 · 1/3 + .15 · 1 + .20 · .5 + .10 · 1) ÷ .90
    assert lasting.value == 0.6296
    assert lasting.grounds[2] == "What it says does not change with time."
    assert confidence(bearing(supporting, newest="2024-06-01", fit=0.5), EN).value < lasting.value


@pytest.mark.req("L28")
def test_a_sentence_that_fits_the_question_is_relied_on_more() -> None:
    one, other = (confidence(bearing([source("a")], fit=fit), EN).value for fit in (0.2, 0.9))
    assert (one, other) == (0.5567, 0.6967)


@pytest.mark.req("L28")
@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (ClaimContext(), 1.0),
        (ClaimContext(subject="The dam"), 0.8),
        (ClaimContext(under="The dam"), 0.5),
        (ClaimContext(stands_alone=False), 0.2),
        (ClaimContext(mood=Mood.PLANNED), 0.7),
        (ClaimContext(mood=Mood.ALLEGED, subject="The dam"), 0.56),
    ],
)
def test_what_a_sentence_leaves_open_costs_clarity(context: ClaimContext, expected: float) -> None:
    assert clarity(context) == pytest.approx(expected)


def test_the_weights_are_a_whole() -> None:
    weights = (
        CONFIDENCE_TIER_WEIGHT,
        CONFIDENCE_AGREEMENT_WEIGHT,
        CONFIDENCE_FRESHNESS_WEIGHT,
        CONFIDENCE_CONSISTENCY_WEIGHT,
        CONFIDENCE_FIT_WEIGHT,
        CONFIDENCE_CLARITY_WEIGHT,
    )
    assert sum(weights) == pytest.approx(1.0)


@pytest.mark.req("L14")
def test_a_search_that_found_no_refutation_costs_five_per_cent_once_and_says_so() -> None:
    supporting = [source("a", date="2024")]
    before = confidence(bearing(supporting, newest="2024"), EN)
    after = confidence(bearing(supporting, newest="2024", searched=True), EN)
    assert (before.value, after.value) == (0.5667, 0.5383)
    assert before.grounds[-1] == "Refutations have not been searched for yet."
    assert after.grounds[-1] == "Refutations were searched for; none was found (× 0.95)."


def test_a_refutation_that_was_found_costs_consistency_and_not_the_five_per_cent() -> None:
    found = confidence(bearing([source("a", date="2024")], against=[source("b")], newest="2024", searched=True), EN)
    assert (found.value, found.refutation_found) == (0.4917, True)


def test_one_unverified_source_stays_under_the_caveat_line_and_two_rise_above_it() -> None:
    two_of_them = [source("a", date="2024"), source("b", date="2024")]
    official = [source("a", date="2024", trust=TrustLevel.GOVERNMENT)]
    one, two, first_hand = (
        confidence(bearing(supporting, newest="2024", searched=True, fit=0.8), EN)
        for supporting in (two_of_them[:1], two_of_them, official)
    )
    assert one.value < CAVEAT_BELOW <= min(two.value, first_hand.value)


def test_copies_of_one_origin_agree_like_one() -> None:
    copies = [source("a", origin="or_x"), source("b", origin="or_x"), source("c", origin="or_x")]
    assert confidence(bearing(copies), EN).agreement == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("date", "newest", "expected"),
    [
        ("2024-06-01", "2024-06-01", 1.0),
        ("2019-06-01", "2024-06-01", 0.5),
        ("2014-06-01", "2024-06-01", 0.25),
        ("2025-01-01", "2024-06-01", 1.0),
        (None, "2024", 0.5),
        ("2024", None, 0.5),
    ],
)
def test_evidence_halves_its_freshness_every_five_years(date: str | None, newest: str | None, expected: float) -> None:
    given_date = None if date is None else IsoDate(date)
    given_newest = None if newest is None else IsoDate(newest)
    assert freshness(given_date, given_newest) == pytest.approx(expected)


def test_a_date_known_to_the_year_is_not_taken_for_its_january() -> None:
    assert freshness(IsoDate("2024"), IsoDate("2024-12-30")) == 1.0


def test_every_origin_that_speaks_against_it_costs_consistency() -> None:
    assert consistency(bearing([source("a")])) == 1.0
    assert consistency(bearing([source("a")], against=[source("b")])) == 0.5
    assert consistency(bearing([])) == 0.0


def test_grounds_are_sentences_of_the_reports_language() -> None:
    found = confidence(bearing([source("a", date="2024-03")], newest="2024-05", searched=True, fit=0.5), JA)
    assert found.grounds == (
        "最も信頼度の高い出典は未検証の出典（0.60）。",
        "独立した出所1件（1ページ）が裏付けている。",
        "最新の裏付けは2024-03（全資料の最新は2024-05）。",
        "問いとの適合0.50、文だけで分かる度合い1.00。",
        "食い違う資料はない。",
        "反証を探したが見つからなかった（×0.95）。",
    )


def test_a_claim_nobody_supports_says_so() -> None:
    found = confidence(bearing([], against=[source("b")]), EN)
    assert found.value == 0.05
    assert found.grounds == (
        "No source supports it.",
        "Supported by 0 independent origins (0 pages).",
        "Its evidence is undated.",
        "It fits the question by 0.00; 1.00 of it is clear from its own sentence.",
        "Contradicted by 1 origin.",
        "Refutations have not been searched for yet.",
    )


def test_a_calibration_takes_its_seat_before_the_five_per_cent() -> None:
    found = confidence(bearing([source("a", date="2024")], newest="2024", searched=True), EN, lambda raw: raw / 2)
    assert found.value == 0.2692


@given(st.lists(st.sampled_from(list(TrustLevel)), max_size=6), st.integers(0, 4), st.booleans())
def test_confidence_stays_in_range(levels: list[TrustLevel], against: int, searched: bool) -> None:
    supporting = [source(f"s{n}", trust=level) for n, level in enumerate(levels)]
    found = confidence(bearing(supporting, against=[source(f"r{n}") for n in range(against)], searched=searched), EN)
    assert 0.0 <= found.value <= 1.0


@given(st.integers(1, 5))
def test_one_more_independent_origin_never_hurts(count: int) -> None:
    sources = [source(f"s{n}") for n in range(count + 1)]
    assert confidence(bearing(sources), EN).value >= confidence(bearing(sources[:-1]), EN).value
