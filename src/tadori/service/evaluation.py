"""`tadori evaluate` (X9): the figures of this program on public data, beside the published ones."""

import importlib.metadata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from tadori.errors import SourceGarbled, WrongCall
from tadori.evaluate.bench import Bench, ProgressCallback, no_progress
from tadori.evaluate.evaluation import EvaluationResult, growing_results
from tadori.evaluate.sets import AREAS, chosen_measures
from tadori.evaluate.tables import as_html, as_json, as_markdown, cells, summary
from tadori.judge.judge import Judge
from tadori.minds.base import Embedder, Entailment
from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder
from tadori.minds.local.stance import LocalStance
from tadori.service.evaluation_harness import open_harness
from tadori.settings import load_settings

DEFAULT_DATA_FOLDER = Path("..") / "shared" / "data"
TABLE_FILES = ("evaluation.md", "evaluation.json", "evaluation.html")


def evaluate(
    names: Sequence[str] = (),
    *,
    data: Path | None = None,
    quick: bool = False,
    out: Path | None = None,
    tell: ProgressCallback = no_progress,
    started: Callable[[str, str], None] = lambda area, name: None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> EvaluationResult:
    """Measure what is named (default: everything) and write the tables to `out` after each set.

    `started` is called with area and name of each data set, `tell` with progress inside it.

    An interrupt (Ctrl-C) ends measuring: what was measured until then is returned, and stands in `out`.

    Raises:
        WrongCall: a name is unknown, the folder has none of the sets, or `out` cannot be written.
        SourceGarbled: sets are there, and none of them could be used.
    """
    measures = chosen_measures(names)
    folder = data_folder(data)
    if all(measure.absent(folder) for measure in measures):
        wanted = ", ".join(dict.fromkeys(need for measure in measures for need in measure.needs))
        raise WrongCall(f"{folder} has no data set that could be measured; expected there are: {wanted}")
    if out is not None:
        _usable(out)
    found = EvaluationResult(quick=quick, made_on=now().date().isoformat())
    bench = bench_of(folder, quick=quick, tell=tell)
    try:
        for grown in growing_results(found, bench, measures, lambda measure: started(measure.area, measure.name)):
            found = grown
            _write(found, out)
    except KeyboardInterrupt:
        found = replace(found, interrupted=True)
        _write(found, out)
    if not found.rows and not found.interrupted:
        raise SourceGarbled(source=str(folder), reason="; ".join(f"{one.set}: {one.reason}" for one in found.left_out))
    return found


def bench_of(data: Path, *, quick: bool, tell: ProgressCallback = no_progress) -> Bench:
    """The program as research wires it, ready to be measured."""
    return Bench(
        data=data,
        quick=quick,
        judge=Judge(_stance_model()),
        stance_model=_stance_model,
        embedder=_embedder,
        open_harness=open_harness,
        on_progress=tell,
    )


@cache
def _embedder() -> Embedder:
    return CachedEmbedder(MultilingualEmbedder(), InMemoryVectorCache())


@cache
def _stance_model() -> Entailment:
    return LocalStance()


def data_folder(given: Path | None) -> Path:
    """The folder that is given, that `TADORI_DATA` names, or `shared/data` beside the current folder.

    Raises:
        WrongCall: it is not a folder.
    """
    named = load_settings().data
    folder = given or (Path(named) if named else DEFAULT_DATA_FOLDER)
    if not folder.is_dir():
        raise WrongCall(
            f"there is no folder {folder}; give the public data with --data FOLDER or TADORI_DATA "
            f"(areas: {', '.join(AREAS)})"
        )
    return folder


def evaluation_rows(found: EvaluationResult) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of the table: area, and the cells set, figure, ours, target, baseline, published, n."""
    return [(row.area, cells(row)) for row in found.rows]


def evaluation_summary(found: EvaluationResult) -> str:
    return summary(found)


def evaluation_json(found: EvaluationResult) -> str:
    """As one JSON document."""
    return as_json(found, _version())


def _version() -> str:
    return importlib.metadata.version("tadori")


def _usable(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise WrongCall(f"--out {out} cannot be made: {exc.strerror}") from exc


def _write(found: EvaluationResult, out: Path | None) -> None:
    if out is None:
        return
    for name, form in zip(TABLE_FILES, (as_markdown, as_json, as_html), strict=True):
        try:
            (out / name).write_text(form(found, _version()), encoding="utf-8")
        except OSError as exc:
            raise WrongCall(f"{out / name} cannot be written: {exc.strerror}") from exc
