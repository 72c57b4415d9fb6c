"""Measures on sets of a few rows, by the code that research runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tadori.errors import SourceGarbled
from tadori.evaluate import answers, calibration, conflicts, extraction, multihop, retrieval, stance, support
from tadori.evaluate.figures import MeasuredFigure, published_figures
from tadori.evaluate.sets import MEASURES
from tadori.service.evaluation import bench_of
from tests.evaluate import tiny


def told(found: Iterator[MeasuredFigure]) -> dict[str, tuple[float, int]]:
    measured = list(found)
    assert [one.name for one in measured if (one.set, one.figure) not in published_figures()] == []
    return {one.figure: (one.value, one.n) for one in measured}


@pytest.mark.req("X9")
def test_pages_are_extracted_and_compared(data: Path) -> None:
    tiny.extraction(data)
    bench = bench_of(data, quick=False)
    assert told(extraction.measured_english(bench)) == {"F1 over 4-token shingles": (1.0, 1)}
    assert told(extraction.measured_japanese(bench)) == {
        "body start": (1, 1),
        "title": (1, 1),
        "date within a day": (1, 1),
    }


def test_a_published_date_that_is_none_is_the_datas_fault(data: Path) -> None:
    tiny.extraction(data)
    expected = data / "ja-extraction-postlight" / "expected.json"
    expected.write_text(expected.read_text(encoding="utf-8").replace("2020-04-01T09", "once"), encoding="utf-8")
    with pytest.raises(SourceGarbled, match="not of the expected shape"):
        told(extraction.measured_japanese(bench_of(data, quick=False)))


@pytest.mark.req("X9")
def test_the_judge_is_measured_on_japanese_pairs(stance_data: Path) -> None:
    found = told(stance.measured_judge("jnli-valid.ja")(bench_of(stance_data, quick=False)))
    assert found["judge: accuracy"] == (1.0, 3)
    assert found["judge: macro-F1"] == (1.0, 3)
    assert found["judge: a shown refutation that is right"] == (1.0, 1)
    assert found["judge: true refutations shown"] == (1.0, 1)


def test_the_two_way_sets_take_the_likelier_and_supports_against_the_rest(data: Path) -> None:
    row = {"evidence": "The bridge is 840 metres long.", "claim": "The bridge is 900 metres long.", "gold": "refutes"}
    tiny.lines(data / stance.file_of(stance.FEVER), [row])
    tiny.lines(data / stance.file_of(stance.JANLI), [row | {"gold": "not_supports"}])
    bench = bench_of(data, quick=True)
    assert told(stance.measured_judge(stance.FEVER)(bench))["judge: accuracy"] == (1.0, 1)
    assert told(stance.measured_judge(stance.JANLI)(bench))["judge: accuracy"] == (1.0, 1)


def test_where_refutations_are_rare_one_false_alarm_outweighs_them(data: Path) -> None:
    for name in stance.REFUTING:
        tiny.stance(data, name)
    bench = bench_of(data, quick=True)
    assert told(stance.rarely_refuted(bench)) == {
        "judge: true refutations shown": (1.0, 12),
        "judge: a shown refutation that is right": (1.0, 12),
    }
    long, longer = "港の橋の長さは840メートルである。", "港の橋の長さは900メートルである。"
    mislabelled = {"evidence": long, "claim": longer, "gold": "neutral"}
    tiny.lines(data / stance.file_of(stance.SNLI), [mislabelled])
    # three of three true ones, one of seven others: .05 / (.05 + .95 / 7)
    assert told(stance.rarely_refuted(bench)) == {
        "judge: true refutations shown": (1.0, 10),
        "judge: a shown refutation that is right": (pytest.approx(0.05 / (0.05 + 0.95 / 7)), 10),
    }


def test_support_is_ranked_on_wice(data: Path) -> None:
    tiny.stance(data, stance.WICE)
    found = told(stance.measured_judge_wice(bench_of(data, quick=True)))
    assert found == {
        "judge: AUROC of supports": (1.0, 3),
        "judge: a supports that is right": (1.0, 1),
        "judge: true supports found": (1.0, 1),
    }


def test_forecasts_have_the_brier_score_one_computes_by_hand(data: Path) -> None:
    tiny.games(data, outcomes=(1, 0, 1, 1))
    # (.2² + .4² + .2² + .6²) / 4
    found = told(calibration.known("mlb_games.csv.gz")(bench_of(data, quick=True)))
    assert found["Brier"] == pytest.approx((0.15, 4))


def test_calibration_of_games_is_measured_on_the_other_half(data: Path) -> None:
    tiny.games(data, "nba_games.csv", [1, 0, 1, 1, 0] * 40)
    found = told(calibration.halved("nba_games.csv")(bench_of(data, quick=True)))
    assert found["ECE before calibration"] == pytest.approx((0.2, 200))
    assert found["ECE calibrated"][0] < 0.15


def test_a_forecast_that_is_no_number_is_the_datas_fault(data: Path) -> None:
    tiny.games(data)
    (data / "calib-538" / "nba_games.csv").write_text("prob1,prob1_outcome\nhalf,1\n", encoding="utf-8")
    with pytest.raises(SourceGarbled, match=r"nba_games\.csv: a row is not of the expected shape"):
        told(calibration.known("nba_games.csv")(bench_of(data, quick=True)))


def test_contradicting_statements_are_found(data: Path) -> None:
    tiny.conflicts(data)
    found = told(conflicts.wikicontradict(bench_of(data, quick=True)))
    assert found == {"contradictions found": (1.0, 1), "precision": (1.0, 1)}


def test_two_hops_are_followed_in_memory(data: Path) -> None:
    tiny.two_wiki(data)
    tiny.hotpot_and_musique(data)
    bench = bench_of(data, quick=True)
    for measure in (multihop.two_wiki, multihop.hotpot, multihop.musique):
        assert told(measure(bench)) == {multihop.FIGURE: (1.0, 1)}


def test_a_corpus_without_its_gold_passage_is_named(data: Path) -> None:
    tiny.two_wiki(data)
    tiny.document(data / "retrieval" / "2wiki-6119" / "2wikimultihopqa_corpus.json.gz", [{"title": "A", "text": "B"}])
    with pytest.raises(SourceGarbled, match="it lacks a gold passage: 'Low Tide'"):
        told(multihop.two_wiki(bench_of(data, quick=True)))


@pytest.mark.slow
@pytest.mark.req("X9")
def test_documents_are_found_in_both_languages(data: Path) -> None:
    tiny.scifact(data)
    tiny.jsquad(data)
    bench = bench_of(data, quick=False)
    assert told(retrieval.scifact(bench)) == {"nDCG@10": (1.0, 2), "nDCG@10, claims not fitted on": (1.0, 1)}
    assert told(retrieval.jsquad(bench)) == {"MRR": (1.0, 2), "MRR, questions not fitted on": (1.0, 1), "R@1": (1.0, 2)}


@pytest.mark.slow
@pytest.mark.req("X9")
def test_whole_researches_are_asked_and_walked_back(data: Path) -> None:
    tiny.jsquad(data)
    bench = bench_of(data, quick=True)
    found = told(answers.measure(bench))
    assert found["gold answer in the answer section"] == (1.0, 2)
    assert found["silent without the gold passage"] == (1.0, 2)
    walked = told(support.measured_on("support, jsquad", support.jsquad)(bench))
    assert walked["sealed reports that hold"] == (1.0, 2)
    assert walked["printed sentences whose archived words hold"][0] == 1.0


@pytest.mark.slow
def test_sources_that_contradict_each_other_are_both_shown(data: Path) -> None:
    tiny.conflicts(data)
    found = told(conflicts.ramdocs(bench_of(data, quick=False)))
    assert found["all: a right answer printed"] == (1.0, 2)
    assert found["all: a wrong answer printed as corroborated and uncontested"] == (0.0, 2)
    assert found["all: both sides shown where there are two"] == (1.0, 1)


def test_every_measure_has_a_name_of_its_own_and_needs_data() -> None:
    names = [measure.name for measure in MEASURES]
    assert sorted(set(names)) == sorted(names)
    assert [measure.name for measure in MEASURES if not measure.needs] == []
