"""Every formula of a figure, by a worked example."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.evaluate.bench import VerifiedReport
from tadori.evaluate.calibration import exaggerated, in_halves
from tadori.evaluate.duplicates import copies_found, is_meant
from tadori.evaluate.extraction import compare_shingles, f1
from tadori.evaluate.figures import MeasuredFigure, PublishedFigure, published_figures, published_for
from tadori.evaluate.reports import pinned_order, printed, web_page, written_document
from tadori.evaluate.retrieval import ndcg, reciprocal
from tadori.evaluate.stance import accuracy, auroc, macro_f1
from tadori.evaluate.support import judged_sentences, picked, support_figures
from tadori.model.graph import Standing
from tadori.model.ids import EN
from tadori.model.report import Answered, Report, ReportMethod, Sentence
from tadori.model.verification import Problem


def test_shingles_that_are_missing_lower_recall_only() -> None:
    # "a b c d e" has the shingles abcd and bcde; "a b c d" has one of them.
    right, extra, missing = compare_shingles("a b c d e", "a b c d")
    assert (right, extra, missing) == (0.5, 0.0, 0.5)
    assert f1([(right, extra, missing)]) == pytest.approx(2 * 1.0 * 0.5 / 1.5)


def test_an_empty_page_is_no_division_by_nothing() -> None:
    assert compare_shingles("", "") == (0.0, 0.0, 0.0)
    assert f1([(0.0, 0.0, 0.0)]) == 0.0


def test_a_gold_document_in_second_place_is_worth_its_discount() -> None:
    assert ndcg(["x", "gold"], {"gold"}) == pytest.approx(0.6309, abs=1e-4)
    assert reciprocal(["x", "gold"], {"gold"}) == 0.5
    assert (ndcg([], {"gold"}), reciprocal([], {"gold"}), ndcg(["x"], set())) == (0.0, 0.0, 0.0)


def test_macro_f1_is_the_mean_over_true_labels_and_abstaining_is_a_miss() -> None:
    labelled = [("supports", "supports"), ("supports", "neutral"), ("refutes", "refutes"), ("neutral", "supports")]
    # supports: 2·1/(2+2) = .5; refutes: 1; neutral: 0
    assert accuracy(labelled) == 0.5
    assert macro_f1(labelled) == pytest.approx(0.5)


def test_auroc_counts_ties_half_and_one_label_as_chance() -> None:
    assert auroc([0.9, 0.5], [0.5, 0.1]) == 0.875
    assert auroc([], [0.1]) == 0.5


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcd")), min_size=1, max_size=30))
def test_macro_f1_stays_between_nothing_and_one(labelled: list[tuple[str, str]]) -> None:
    assert 0.0 <= macro_f1(labelled) <= 1.0
    assert macro_f1([(gold, gold) for gold, _ in labelled]) == 1.0


def test_an_exaggerated_opinion_has_the_same_side_and_four_times_the_log_odds() -> None:
    assert exaggerated((0.8, 0.2))[0] == pytest.approx(4**4 / (4**4 + 1))
    assert exaggerated((1.0, 0.0))[0] == pytest.approx(1.0)


def test_calibration_in_halves_brings_a_loud_source_down() -> None:
    scores = [(0.95, 0.05)] * 200
    labels = [0 if n % 10 < 7 else 1 for n in range(200)]
    found = in_halves(scores, labels, seed=1)
    assert found.raw.ece == pytest.approx(0.25)
    assert found.calibrated.ece < 0.06
    assert found.wrong_raw == 0.0


def test_a_timid_source_that_is_right_is_escalated_for_nothing_until_it_is_calibrated() -> None:
    scores = [(0.6, 0.4)] * 200
    labels = [0 if n % 10 < 9 else 1 for n in range(200)]
    found = in_halves(scores, labels, seed=1)
    assert (found.wrong_raw, found.wrong) == (1.0, 0.0)


def test_a_page_inside_a_longer_one_is_meant_to_be_found() -> None:
    assert is_meant(("3 inside", "4 original"), 10)
    assert is_meant(("0 original", "9 inside"), 10)
    assert not is_meant(("3 inside", "7 original"), 10)
    assert not is_meant(("3 framed", "4 original"), 10)


def test_copies_of_two_articles_are_found_and_kept_apart() -> None:
    one = " ".join(f"Tide {n} rose to {n} metres at gate {n * 7}." for n in range(40))
    other = " ".join(f"Bread {n} was baked with {n} grams in oven {n * 3}." for n in range(40))
    found, precision, n = copies_found([(one, EN), (other, EN)])
    assert (found["mirrored"], found["framed"], precision, n) == (1.0, 1.0, 1.0, 2)


def test_a_target_is_reached_from_its_side() -> None:
    assert PublishedFigure(target=0.95).reached_by(0.95) is True
    assert PublishedFigure(target=0.95).reached_by(0.9499) is False
    assert PublishedFigure(target=0.05, at_most=True).reached_by(0.05) is True
    assert PublishedFigure(target=0.05, at_most=True).reached_by(0.06) is False
    assert PublishedFigure().reached_by(0.5) is None


def test_published_figures_stand_with_the_words_of_their_source() -> None:
    one = MeasuredFigure(set="article-extraction-benchmark", figure="F1 over 4-token shingles", value=0.97, n=181)
    assert published_for(one).published == "rs_trafilatura .970"
    assert published_for(one).target == 0.965
    assert published_for(replace(one, figure="nobody measured this")) == PublishedFigure()
    assert [name for name, known in published_figures().items() if not known.ja] == []


def test_documents_are_written_as_the_kind_their_name_says() -> None:
    assert written_document("1.md", "橋", "長い。", "ja") == "# 橋\n\n長い。\n"
    assert written_document("1.html", "<橋>", "長い。", "ja") == web_page("<橋>", "長い。", "ja")
    assert "<title>&lt;橋&gt;</title>" in web_page("<橋>", "長い。", "ja")


def test_printed_sentences_come_in_print_order() -> None:
    report = {
        "answer": [{"text": "a"}],
        "claims": [{"sentence": {"text": "b"}}],
        "contested": [{"sides": [{"text": "c"}, {"text": "d"}]}],
    }
    assert [s["text"] for s in printed(report, "answer", "claims", "contested")] == ["a", "b", "c", "d"]


def test_questions_are_drawn_the_same_way_whatever_their_order() -> None:
    assert sorted(pinned_order(7)) == list(range(7))
    assert picked(["b", "a", "c", "a"], 2) == picked(["c", "b", "a"], 2)


def sentence(text: str, standing: Standing, *, checked: bool = True) -> Sentence:
    return Sentence(
        text=text,
        claim_ids=(),
        citations=(1,),
        checked=checked,
        reason="" if checked else "no evidence",
        standing=standing if checked else None,
        confidence=0.5,
        caveat="",
    )


def report(*answer: Sentence, unchecked: tuple[Sentence, ...] = ()) -> Report:
    method = ReportMethod(
        queries=(),
        sections=(),
        pages_searched=0,
        pages_read=0,
        dropped=(),
        stop_reason="",
        stop_words="",
        rounds=1,
        refutation_queries=0,
        largest_origin_share=0.0,
        seconds=1.0,
    )
    return Report(
        task_id="t",
        question="橋の長さは",
        lang=EN,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
        answered=Answered.YES,
        answer=answer,
        missing=(),
        claims=(),
        contested=(),
        unchecked=unchecked,
        timeline=(),
        method=method,
        citations=(),
        support_rate=1.0,
        corroboration_rate=0.0,
    )


ONE = sentence("One.", Standing.CORROBORATED)
TWO = sentence("二つ目。", Standing.SINGLE_SOURCE)
DOUBTED = sentence("Three.", Standing.CONTESTED, checked=False)


def test_the_sentence_with_a_problem_does_not_hold_and_the_other_does() -> None:
    walked = VerifiedReport(report=report(ONE, TWO), problems=(Problem(place="answer, sentence 2", what="gone"),))
    assert judged_sentences(walked) == [(ONE, True), (TWO, False)]


def test_where_the_archive_is_torn_no_sentence_holds() -> None:
    walked = VerifiedReport(report=report(ONE, TWO), problems=(Problem(place="archive/data.warc.gz", what="torn"),))
    assert judged_sentences(walked) == [(ONE, False), (TWO, False)]


@pytest.mark.req("X9")
def test_the_support_rate_counts_sentences_once_and_unchecked_ones_as_not_held() -> None:
    good = VerifiedReport(report=report(ONE, ONE, TWO, unchecked=(DOUBTED,)), problems=())
    assert [(m.figure, m.value, m.n) for m in support_figures("s", [good])] == [
        ("sealed reports that hold", 1.0, 1),
        ("printed sentences whose archived words hold", pytest.approx(2 / 3), 3),
        ("sentences that are corroborated", pytest.approx(1 / 3), 3),
        ("sentences of a single source", pytest.approx(1 / 3), 3),
        ("sentences that are contested", 0.0, 3),
    ]


def test_reports_without_a_sentence_give_no_share_of_sentences() -> None:
    silent = VerifiedReport(report=report(), problems=())
    assert [(m.figure, m.value) for m in support_figures("s", [silent])] == [("sealed reports that hold", 1.0)]
