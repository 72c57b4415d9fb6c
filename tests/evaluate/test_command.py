"""`tadori evaluate` as it is typed."""

import gzip
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tadori.evaluate.evaluation import EvaluationResult, FigureRow, SkippedMeasure, SkipReason, growing_results
from tadori.evaluate.figures import MeasuredFigure, PublishedFigure
from tadori.evaluate.sets import chosen_measures
from tadori.evaluate.tables import as_html, as_json, as_markdown, summary
from tadori.minds.local.stance import LocalStance
from tadori.service.evaluation import bench_of, evaluate
from tests.cli.conftest import Program
from tests.environment import program_environment
from tests.evaluate import tiny

TYPED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from tadori.cli.root import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.req("X9")
def test_one_set_gives_a_table_and_three_files(tadori: Program, stance_data: Path, tmp_path: Path) -> None:
    out = tmp_path / "表"
    code, printed, err = tadori("evaluate", "jnli-valid.ja", "--data", str(stance_data), "--out", str(out))
    assert code == 0
    assert printed.splitlines()[-1] == "4 figures, 1 of 1 targets reached"
    line = next(line for line in printed.splitlines() if "judge: macro-F1" in line)
    assert line.split()[2:6] == ["1.0000", "✓", "≥", "0.6"]
    assert err.splitlines() == [
        "tadori: measuring / 測定しています",
        "stance: jnli-valid.ja",
        f"written / 書き出し: {out}",
    ]
    assert sorted(path.name for path in out.iterdir()) == ["evaluation.html", "evaluation.json", "evaluation.md"]


@pytest.mark.req("X9")
def test_json_has_ours_target_baseline_and_published(tadori: Program, data: Path) -> None:
    tiny.games(data, outcomes=(1, 0))
    code, out, _ = tadori("evaluate", "calibration", "--quick", "--json", "--data", str(data))
    found = json.loads(out)
    assert (code, found["schema"], found["quick"], found["interrupted"]) == (0, "tadori.evaluation/1", True, False)
    assert found["figures"][0] == {
        "area": "calibration",
        "set": "calib-538/mlb",
        "figure": "Brier",
        "figure_ja": "Brierスコア",
        "value": pytest.approx(0.1),
        "n": 2,
        "counted": False,
        "target": None,
        "at_least": True,
        "reached": None,
        "baseline": None,
        "published": ".2399",
    }
    assert next((one["set"], one["why"]) for one in found["left_out"]) == ("calib-538/nba", "missing")


def test_sets_that_are_missing_are_named_on_stderr(tadori: Program, stance_data: Path) -> None:
    code, _, err = tadori("evaluate", "jnli-valid.ja", "snli-test.en", "--data", str(stance_data))
    assert code == 0
    told = "left out / 測定できず  snli-test.en (missing): the folder has no nli/measure/snli-test.en.jsonl.gz"
    assert err.splitlines()[-1] == told


def test_a_broken_set_is_left_out_and_the_others_are_measured(tadori: Program, stance_data: Path) -> None:
    broken = stance_data / "nli" / "measure" / "snli-test.en.jsonl.gz"
    broken.write_bytes(gzip.compress(b'{"claim": "x"}\n' * 50)[:-9])
    code, out, err = tadori("evaluate", "jnli-valid.ja", "snli-test.en", "--data", str(stance_data))
    assert (code, out.splitlines()[-1]) == (0, "4 figures, 1 of 1 targets reached, 1 sets left out")
    assert "snli-test.en (unusable): snli-test.en.jsonl.gz: it cannot be read: " in err.splitlines()[-1]


def test_when_every_set_is_broken_it_fails_and_says_why(tadori: Program, data: Path) -> None:
    broken = data / "nli" / "measure" / "snli-test.en.jsonl.gz"
    broken.parent.mkdir(parents=True)
    broken.write_bytes(b"not gzip")
    code, out, err = tadori("evaluate", "snli-test.en", "--data", str(data))
    assert (code, out) == (1, "")
    assert "snli-test.en: snli-test.en.jsonl.gz: it cannot be read: " in err.splitlines()[-1]


@pytest.mark.req("X9")
def test_an_empty_folder_is_a_wrong_call_that_says_what_is_expected(tadori: Program, data: Path) -> None:
    code, out, err = tadori("evaluate", "--data", str(data))
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith(
        f"tadori: {data} has no data set that could be measured; expected there are: article-extraction-benchmark, "
        "ja-extraction-postlight, retrieval/scifact, "
    )


def test_a_folder_that_is_not_there_is_a_wrong_call(tadori: Program, tmp_path: Path) -> None:
    code, _, err = tadori("evaluate", "--data", str(tmp_path / "無い"))
    assert code == 2
    assert f"there is no folder {tmp_path / '無い'}; give the public data with --data FOLDER or TADORI_DATA" in err


def test_a_file_is_no_folder(tadori: Program, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x", encoding="utf-8")
    code, _, err = tadori("evaluate", "--data", str(tmp_path / "data"))
    assert (code, "there is no folder" in err) == (2, True)


def test_an_unknown_name_is_a_wrong_call_that_lists_the_areas(tadori: Program, data: Path) -> None:
    code, _, err = tadori("evaluate", "extracton", "--data", str(data))
    assert code == 2
    assert err.splitlines()[-1] == (
        "tadori: nothing to measure is called extracton; there are: extraction, retrieval, stance, calibration, "
        "duplicates, conflicts, injection, multihop, support, answers"
    )


def test_an_out_that_is_a_file_is_a_wrong_call(tadori: Program, stance_data: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", encoding="utf-8")
    code, _, err = tadori("evaluate", "jnli-valid.ja", "--data", str(stance_data), "--out", str(tmp_path / "out"))
    assert (code, err.splitlines()[-1]) == (2, f"tadori: --out {tmp_path / 'out'} cannot be made: File exists")


def test_the_environment_names_the_folder(tadori: Program, stance_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TADORI_DATA", str(stance_data))
    assert tadori("evaluate", "jnli-valid.ja")[0] == 0


@pytest.mark.parametrize(
    ("claim", "said"), [(" ", "1 rows lack words on one side"), (7, "a row is not of the expected shape")]
)
def test_pairs_that_cannot_be_weighed_leave_their_set_out(stance_data: Path, claim: object, said: str) -> None:
    row = {"evidence": "橋は長い。", "claim": claim, "gold": "neutral"}
    tiny.lines(stance_data / "nli" / "measure" / "snli-test.en.jsonl.gz", [row])
    found = evaluate(["jnli-valid.ja", "snli-test.en"], data=stance_data, now=lambda: datetime(2026, 1, 2, tzinfo=UTC))
    assert (found.made_on, len(found.rows), found.left_out[0].why) == ("2026-01-02", 4, SkipReason.UNUSABLE)
    assert said in found.left_out[0].reason


def test_a_model_that_is_not_there_leaves_its_rows_out(stance_data: Path, tmp_path: Path) -> None:
    bench = replace(bench_of(stance_data, quick=True), stance_model=lambda: LocalStance(tmp_path / "no model"))
    begun: list[str] = []
    start = EvaluationResult(quick=True, made_on="2026-01-02")
    wanted = chosen_measures(["jnli-valid.ja, model alone", "jnli-valid.ja"])
    *_, found = growing_results(start, bench, wanted, lambda measure: begun.append(measure.name))
    assert begun == ["jnli-valid.ja", "jnli-valid.ja, model alone"]
    assert (len(found.rows), found.left_out[0].why) == (4, SkipReason.UNUSABLE)


@pytest.mark.slow
@pytest.mark.req("X9")
def test_ctrl_c_leaves_what_was_measured(data: Path, tmp_path: Path) -> None:
    tiny.games(data)
    # Nobody writes to it: whoever opens it waits.
    os.mkfifo(data / "calib-538" / "nba_games.csv")
    arguments = ["evaluate", "calibration", "--data", str(data), "--out", str(tmp_path / "out")]
    child = subprocess.Popen(
        [sys.executable, "-c", TYPED, *arguments],
        env=program_environment(tmp_path / "home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert child.stderr is not None
    lines = [child.stderr.readline()]
    while not lines[-1].startswith("calibration: calib-538/nba"):
        lines.append(child.stderr.readline())
        assert lines[-1] != ""  # it has ended before
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert (child.returncode, "Traceback" in err) == (130, False)
    assert out.splitlines()[-1] == "2 figures, no target applies, interrupted"
    kept = json.loads((tmp_path / "out" / "evaluation.json").read_text(encoding="utf-8"))
    assert ([row["figure"] for row in kept["figures"]], kept["interrupted"]) == (["Brier", "ECE"], True)


HOSTILE = EvaluationResult(
    quick=False,
    made_on="2026-01-02",
    rows=(
        FigureRow(
            area="stance",
            ours=MeasuredFigure(set="<b>橋</b>", figure="F1 | x", value=26, n=28, counted=True),
            known=PublishedFigure(ja="本文", target=26, baseline="<script>1</script>", published="a\nb"),
        ),
        FigureRow(
            area="stance",
            ours=MeasuredFigure(set="s", figure="ECE", value=0.06, n=3),
            known=PublishedFigure(target=0.05, at_most=True),
        ),
    ),
    left_out=(SkippedMeasure(area="stance", set="x", why=SkipReason.MISSING, reason="no <i>x</i>"),),
)


def test_the_summary_counts_targets_and_what_is_left_out() -> None:
    assert summary(HOSTILE) == "2 figures, 1 of 2 targets reached, 1 sets left out"


def test_a_cell_cannot_break_the_markdown_table() -> None:
    told = as_markdown(HOSTILE, "1.0").splitlines()
    assert "| <b>橋</b> | F1 \\| x | 26 of 28 ✓ | ≥ 26 | <script>1</script> | a b | 28 |" in told
    assert "| s | ECE | 0.0600 ✗ | ≤ 0.05 |  |  | 3 |" in told
    assert told[-1] == "- x (missing): no <i>x</i>"


class Tags(HTMLParser):
    """Names of the elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_words_from_outside_as_words_and_asks_for_nothing() -> None:
    page = Tags(as_html(HOSTILE, "1.0"))
    assert {"script", "b", "i", "link", "img", "iframe"} & set(page.names) == set()
    assert page.names.count("tr") == 3
    assert ("<b>橋</b>" in page.text, "本文" in page.text, "26 of 28 ✓" in page.text) == (True, True, True)


def test_json_keeps_japanese_readable() -> None:
    assert "<b>橋</b>" in as_json(HOSTILE, "1.0")
