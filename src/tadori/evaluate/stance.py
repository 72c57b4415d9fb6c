"""Measures support, contradiction or neither (L27): the judge as research uses it, and the stance model alone.

Nothing here was trained on: model and join were fitted on `nli/train.jsonl.gz`, which shares no pair with these sets.
Of what the judge leaves open, the stance it holds likeliest counts in accuracy and macro-F1 (in the two-way FEVER set,
the likelier of the two); in JaNLI and WiCE it counts as not said. A refutation is *shown* when the judge is
sure enough of it to veto an agreement; research prints none on the judge's word alone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tadori.errors import SourceGarbled
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import Row, expected_shape, json_lines, sampled
from tadori.evaluate.figures import MeasuredFigure
from tadori.judge.judge import Judge
from tadori.minds.base import EvidencePair, StanceScores
from tadori.model.claim import Stance, StanceVerdict

FOLDER: Final = "nli/measure"
SNLI, FEVER, SCIFACT = "snli-test.en", "fever-symmetric-test.en", "scifact-train-quarter.en"
JNLI, JANLI, WICE = "jnli-valid.ja", "janli-test.ja", "wice-dev.en"
LABELLED: Final = (SNLI, FEVER, SCIFACT, JNLI, JANLI)
REFUTING: Final = (SNLI, FEVER, SCIFACT, JNLI)
RARE: Final = "5 % refutations"
_RARE_SHARE: Final = 0.05
_QUICK: Final = 400
_AT_ONCE: Final = 64
_SURE: Final = 0.5

Labelled = list[tuple[str, str]]
"""What is true, and what was said."""
Judged = list[tuple[Row, StanceVerdict]]


def file_of(name: str) -> str:
    return f"{FOLDER}/{name}.jsonl.gz"


def rows_of(bench: Bench, name: str) -> list[Row]:
    """The rows of a set; for the quick run a pinned sample, evenly spread."""
    rows = json_lines(bench.data / file_of(name), "evidence", "claim", "gold")
    with expected_shape(name):
        empty = [row for row in rows if not (row["evidence"].strip() and row["claim"].strip() and row["gold"].strip())]
    if empty:
        raise SourceGarbled(source=name, reason=f"{len(empty)} rows lack words on one side")
    return sampled(rows, _QUICK) if bench.quick else rows


def measured_judge(name: str) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """The judge on one labelled set."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        yield from judged_figures(bench, name, verdicts_of(bench, rows_of(bench, name)))

    return measure


def judged_figures(bench: Bench, name: str, verdicts: Judged) -> Iterator[MeasuredFigure]:
    labelled = [(row["gold"], _SAID[name](bench.judge, row, verdict)) for row, verdict in verdicts]
    yield from _label_figures(name, "judge", labelled)
    yield from shown_figures(name, verdicts)


def measured_judge_wice(bench: Bench) -> Iterator[MeasuredFigure]:
    """WiCE: how well support is ranked, and how often a "supports" is right."""
    rows = rows_of(bench, WICE)
    ranked = [(bench.judge.scores(pair_of(row)).supports, row["gold"] == "supports") for row in rows]
    yield _auroc_figure("judge", ranked)
    said = [row["gold"] == "supports" for row, v in verdicts_of(bench, rows) if _is_support(v)]
    true = sum(row["gold"] == "supports" for row in rows)
    yield MeasuredFigure(set=WICE, figure="judge: a supports that is right", value=share(said), n=len(said))
    yield MeasuredFigure(set=WICE, figure="judge: true supports found", value=sum(said) / max(1, true), n=true)


def measured_model(name: str) -> Callable[[Bench], Iterator[MeasuredFigure]]:
    """The stance model alone on one labelled set. Raises ModelUnusable where there is no model."""

    def measure(bench: Bench) -> Iterator[MeasuredFigure]:
        rows = rows_of(bench, name)
        scores = model_scores(bench, rows)
        labelled = [(row["gold"], _LIKELIEST[name](score)) for row, score in zip(rows, scores, strict=True)]
        yield from _label_figures(name, "model", labelled)

    return measure


def measured_model_wice(bench: Bench) -> Iterator[MeasuredFigure]:
    rows = rows_of(bench, WICE)
    scores = model_scores(bench, rows)
    ranked = [(score.supports, row["gold"] == "supports") for row, score in zip(rows, scores, strict=True)]
    yield _auroc_figure("model", ranked)


def model_scores(bench: Bench, rows: Sequence[Row]) -> list[StanceScores]:
    model = bench.stance_model()
    scores: list[StanceScores] = []
    for start in range(0, len(rows), _AT_ONCE):
        scores += model.scores([pair_of(row) for row in rows[start : start + _AT_ONCE]])
        bench.on_progress(f"{len(scores)} of {len(rows)} pairs")
    return scores


def verdicts_of(bench: Bench, rows: Sequence[Row]) -> Judged:
    found: Judged = []
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        found += zip(some, bench.judge.verdicts([pair_of(row) for row in some]), strict=True)
        bench.on_progress(f"{len(found)} of {len(rows)} pairs")
    return found


def pair_of(row: Row) -> EvidencePair:
    return EvidencePair(claim=row["claim"], evidence=row["evidence"])


def shown_figures(name: str, verdicts: Judged) -> Iterator[MeasuredFigure]:
    """Of refutations that a reader would be shown: how many are right, and how many of the true ones they are."""
    shown = [is_refutation(row) for row, v in verdicts if v.stance is Stance.REFUTES and v.shown]
    true = sum(is_refutation(row) for row, _ in verdicts)
    if shown:
        yield MeasuredFigure(
            set=name, figure="judge: a shown refutation that is right", value=share(shown), n=len(shown)
        )
    yield MeasuredFigure(set=name, figure="judge: true refutations shown", value=sum(shown) / max(1, true), n=true)


def rarely_refuted(bench: Bench) -> Iterator[MeasuredFigure]:
    """The precision of shown refutations where only 5 % of the pairs are refutations."""
    yield from rare_figures([pair for name in REFUTING for pair in verdicts_of(bench, rows_of(bench, name))])


def rare_figures(verdicts: Judged) -> Iterator[MeasuredFigure]:
    """The pairs of all sets that know refutations, weighed so that refutations are that rare; nothing is drawn."""
    shown = [(v.stance is Stance.REFUTES and v.shown, row["gold"] == "refutes") for row, v in verdicts]
    found = share([is_shown for is_shown, is_true in shown if is_true])
    false = share([is_shown for is_shown, is_true in shown if not is_true])
    yield MeasuredFigure(set=RARE, figure="judge: true refutations shown", value=found, n=len(shown))
    right, wrong = _RARE_SHARE * found, (1 - _RARE_SHARE) * false
    if right + wrong:
        precision = right / (right + wrong)
        yield MeasuredFigure(set=RARE, figure="judge: a shown refutation that is right", value=precision, n=len(shown))


def is_refutation(row: Row) -> bool:
    """Two-way sets do not tell a refutation from what is merely not supported: both count."""
    return row["gold"] in ("refutes", "not_supports")


def _label_figures(name: str, who: str, labelled: Labelled) -> Iterator[MeasuredFigure]:
    yield MeasuredFigure(set=name, figure=f"{who}: accuracy", value=accuracy(labelled), n=len(labelled))
    yield MeasuredFigure(set=name, figure=f"{who}: macro-F1", value=macro_f1(labelled), n=len(labelled))


def _auroc_figure(who: str, ranked: Sequence[tuple[float, bool]]) -> MeasuredFigure:
    value = auroc([s for s, is_true in ranked if is_true], [s for s, is_true in ranked if not is_true])
    return MeasuredFigure(set=WICE, figure=f"{who}: AUROC of supports", value=value, n=len(ranked))


def _as_said(_: Judge, __: Row, verdict: StanceVerdict) -> str:
    return verdict.stance.value


def _likelier(judge: Judge, row: Row, verdict: StanceVerdict) -> str:
    if verdict.stance is not Stance.NEUTRAL:
        return verdict.stance.value
    return _two_way(judge.scores(pair_of(row)))


def _supports_or_not(_: Judge, __: Row, verdict: StanceVerdict) -> str:
    return "supports" if _is_support(verdict) else "not_supports"


def _is_support(verdict: StanceVerdict) -> bool:
    return verdict.stance is Stance.SUPPORTS and not verdict.abstained


def _three_way(scores: StanceScores) -> str:
    return max(("neutral", "refutes", "supports"), key=lambda name: float(getattr(scores, name)))


def _two_way(scores: StanceScores) -> str:
    return "supports" if scores.supports > scores.refutes else "refutes"


def _surely_supports(scores: StanceScores) -> str:
    return "supports" if scores.supports > _SURE else "not_supports"


_SAID: Final[dict[str, Callable[[Judge, Row, StanceVerdict], str]]] = {
    SNLI: _as_said,
    FEVER: _likelier,
    SCIFACT: _as_said,
    JNLI: _as_said,
    JANLI: _supports_or_not,
}
_LIKELIEST: Final[dict[str, Callable[[StanceScores], str]]] = {
    SNLI: _three_way,
    FEVER: _two_way,
    SCIFACT: _three_way,
    JNLI: _three_way,
    JANLI: _surely_supports,
}


def accuracy(labelled: Labelled) -> float:
    return sum(gold == guess for gold, guess in labelled) / len(labelled)


def macro_f1(labelled: Labelled) -> float:
    """The mean over the gold labels of F1; a guess outside them is a miss for its gold label."""
    labels = sorted({gold for gold, _ in labelled})
    return sum(_f1(labelled, label) for label in labels) / len(labels)


def _f1(labelled: Labelled, label: str) -> float:
    hit = sum(gold == guess == label for gold, guess in labelled)
    said = sum(guess == label for _, guess in labelled)
    true = sum(gold == label for gold, _ in labelled)
    return 2 * hit / (said + true) if said + true else 0.0


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The chance that a positive outranks a negative; ties count half, and so does a set of one label only."""
    if not positive or not negative:
        return 0.5
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    return wins / (len(positive) * len(negative))


def share(found: Sequence[bool]) -> float:
    return sum(found) / len(found) if found else 0.0
