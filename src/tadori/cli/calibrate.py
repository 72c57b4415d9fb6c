"""`tadori calibrate`: samples of predicted and true outcomes in; calibration versions, figures and a diagram out."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from tadori.cli.event_lines import print_event
from tadori.errors import WrongCall
from tadori.events import Event
from tadori.model.printable import one_line
from tadori.service import calibration as verbs
from tadori.service.calibration_samples import MAX_SAMPLE_BYTES

NO_SAMPLES = "no samples yet; add some with: tadori calibrate add FILE / サンプルはまだありません"
_AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON line a row.")


@click.group()
def calibrate() -> None:
    """Scores that mean what they say (校正): Platt and temperature scaling, versions, rollback, reliability diagrams.

    A SOURCE is who gives the scores. Tadori itself uses `confidence` (of claims) and `nli_judge` (stances: supports,
    refutes, neutral); any other name may be kept beside them.
    """


@calibrate.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE|-")
@_AS_JSON
def add(file: Path, as_json: bool) -> int:
    """Keep the samples of a JSON Lines FILE; after 50 new ones of a source it is fitted anew by itself.

    A line: {"source": "confidence", "predicted": 0.8, "outcome": 1}, where `predicted` is the score before any
    calibration. Of stances: {"source": "nli_judge", "predicted": {"supports": 0.7, "refutes": 0.1, "neutral": 0.2},
    "outcome": "supports"}. With an "id" the same sample is never counted twice. A wrong line, and none is kept.
    """
    for row in verbs.calibration_add(_read_input(file), emit=print_event):
        fitted = "" if row["fitted_version"] is None else f", fitted as version {row['fitted_version']}"
        known = f", {row['known_before']} known before" if row["known_before"] else ""
        _print_row(row, f"{row['source']}: {row['added']} added{known}, {row['pending_count']} wait{fitted}", as_json)
    return 0


@calibrate.command()
@click.argument("source", required=False)
@_AS_JSON
def fit(source: str | None, as_json: bool) -> int:
    """Fit SOURCE (default: every source) to its samples now; the new version is in force at once.

    Identity, temperature and Platt are tried on samples they have not seen, and the best by Brier score is taken.
    """
    for row in verbs.calibration_fit(source, emit=print_event if source is None else _print_warning):
        _print_row(row, _version_lines(row), as_json)
    return 0


@calibrate.command()
@click.argument("source", required=False)
@_AS_JSON
def show(source: str | None, as_json: bool) -> int:
    """How SOURCE (default: every source) stands: version, Brier score, ECE, samples, degradation."""
    rows = verbs.calibration_stats(source)
    if not rows and not as_json:
        click.echo(NO_SAMPLES)
    for row in rows:
        _print_row(row, _stats_lines(row), as_json)
    return 0


@calibrate.command()
@click.argument("source", required=False)
@_AS_JSON
def versions(source: str | None, as_json: bool) -> int:
    """Every version of SOURCE (default: of every source); the one in force is marked with an asterisk."""
    rows = verbs.calibration_versions(source)
    if not rows and not as_json:
        click.echo("no versions yet / 版はまだありません")
    for row in rows:
        _print_row(row, _version_lines(row), as_json)
    return 0


@calibrate.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE|-")
@_AS_JSON
def evaluate(file: Path, as_json: bool) -> int:
    """Measure what is in force on the samples of FILE (as for `add`) without keeping them.

    The figures are kept; when they are 5 % worse than the time before, that is told.
    """
    for row in verbs.calibration_evaluate_file(_read_input(file), emit=_print_warning):
        after = row["brier_score_calibrated"]
        brier = f"Brier {row['brier_score']:.4f}" + ("" if after is None else f" → {after:.4f}")
        words = f"{row['source']}: {brier}, ECE {row['expected_calibration_error']:.4f}"
        _print_row(row, f"{words} ({row['samples_evaluated']} samples, {row['evaluation_id']})", as_json)
    return 0


@calibrate.command()
@click.argument("source")
@click.argument("version", type=int)
@click.option("--reason", required=True, help="Why; kept with the versions that are undone.")
@_AS_JSON
def rollback(source: str, version: int, reason: str, as_json: bool) -> int:
    """Put an earlier VERSION of SOURCE in force again; 0 takes its scores as they are. This cannot be undone."""
    if not reason.strip():
        raise WrongCall("--reason is empty; say why, for whoever reads the history")
    row = verbs.calibration_rollback(source, version, reason)
    words = f"version {row['previous_version']} → {row['rolled_back_to']}: {one_line(row['reason'])}"
    _print_row(row, f"{row['source']}: {words}", as_json)
    return 0


@calibrate.command()
@click.argument("source")
@click.option("--out", type=click.Path(path_type=Path), help="Draw it there: a file that ends in .svg or .html.")
@click.option(
    "--lang", type=click.Choice(["both", "en", "ja"]), default="both", show_default=True, help="Words of the picture."
)
@click.option("--evaluation", metavar="ID", help="The bins of this evaluation instead of all samples.")
@_AS_JSON
def diagram(source: str, out: Path | None, lang: str, evaluation: str | None, as_json: bool) -> int:
    """The reliability diagram of SOURCE, before and after calibration: drawn to a file, or as numbers."""
    if out is not None:
        verbs.calibration_draw(source, out, lang=lang, evaluation_id=evaluation)
        click.echo(f"drawn: {out}", err=True)
    if as_json:
        click.echo(json.dumps(verbs.calibration_diagram_data(source, evaluation), ensure_ascii=False))
    elif out is None:
        _print_bins(verbs.calibration_diagram_data(source, evaluation))
    return 0


def _read_input(file: Path) -> bytes:
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MAX_SAMPLE_BYTES + 1)
        with file.open("rb") as stream:
            return stream.read(MAX_SAMPLE_BYTES + 1)
    except OSError as exc:
        raise WrongCall(f"{file} cannot be read: {exc.strerror}") from exc


def _print_warning(event: Event) -> None:
    """Print an event, unless it is the fit itself: its figures are the command's output."""
    if event.kind != "calibration_fitted":
        print_event(event)


def _print_row(row: dict[str, Any], words: str, as_json: bool) -> None:
    click.echo(json.dumps(row, ensure_ascii=False) if as_json else words)


def _version_lines(row: dict[str, Any]) -> str:
    mark = "*" if row["active"] else " "
    shape = f"slope {row['slope']:.3f}"
    if row["method"] == "platt":
        shape += f", shifts {' '.join(f'{shift:+.3f}' for shift in row['shifts'][:-1])}"
    lines = [
        f"{mark} {row['source']} version {row['version']}  {row['method']} ({shape})  {row['made_at'][:16]}",
        f"    Brier {row['brier_before']:.4f} → {row['brier_after']:.4f}, ECE {row['ece_before']:.4f} → "
        f"{row['ece_after']:.4f} on unseen ones of {row['samples']} samples",
    ]
    if row["rolled_back_at"] is not None:
        lines.append(f"    undone / 取り消し {row['rolled_back_at'][:16]}: {one_line(row['rolled_back_reason'])}")
    return "\n".join(lines)


def _stats_lines(row: dict[str, Any]) -> str:
    state = f"version {row['current_version']} ({row['method']})"
    if not row["current_version"]:
        state = "not calibrated / 未校正"
    lines = [f"{row['source']}  {state}  {row['sample_count']} samples, {row['pending_count']} since the last fit"]
    if row["brier_score"] is not None:
        lines.append(f"    Brier {row['brier_score']:.4f}, ECE {row['ece']:.4f} on {row['samples_evaluated']} samples")
    if row["degradation_detected"]:
        change = row["degradation"]
        chance = "" if change["beyond_chance"] else "; with so few samples it may be chance"
        lines.append(
            f"    degraded / 悪化: Brier {change['before']:.4f} → {change['after']:.4f}, "
            f"{change['worse']:.0%} worse than the evaluation before{chance}"
        )
    return "\n".join(lines)


def _print_bins(data: dict[str, Any]) -> None:
    click.echo(f"{data['source']}  version {data['version']} ({data['method']})  {data['samples']} samples")
    click.echo(f"ECE {data['overall_ece_raw']:.4f} → {data['overall_ece']:.4f}")
    click.echo("range      predicted  observed      n    before: predicted  observed      n")
    for now, raw in zip(data["bins"], data["bins_raw"], strict=True):
        click.echo(f"{now['lower']:.1f}–{now['upper']:.1f}    {_cells(now)}             {_cells(raw)}")


def _cells(one: dict[str, Any]) -> str:
    if not one["count"]:
        return f"{'–':>9}  {'–':>8}  {0:>5}"
    return f"{one['predicted']:>9.3f}  {one['observed']:>8.3f}  {one['count']:>5}"
