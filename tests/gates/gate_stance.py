"""Stance (L27), as `evaluate.stance` and `evaluate.conflicts` measure it, and the floors under it.

Weights and thresholds of the judge were set on `nli/train.jsonl.gz`, which shares no pair with these sets (some claims
and evidence texts stand in both). WikiContradict has no other half to look at: 37 of its 65 pairs were read before the
rule of anchored facts was written, so its figures are not those of unseen data. Eight JNLI errors were read too; the
words they suggested were taken out again. Floors are what the mechanical judge measured (16 November 2026; the lower of
full and quick run) less .02, less .05 where fewer than 400 items count, less .1 for precisions over few refutations.
"""

from tadori.evaluate import conflicts, stance
from tadori.evaluate.figures import Measured
from tests.gates.figures import Figure
from tests.gates.floors import bench, floored

NEEDS = ["nli/measure", "conflicts/wikicontradict-first-half.jsonl.gz"]
SHOWN = "judge: a shown refutation that is right"
FLOORS = {
    "snli-test.en: judge: accuracy": 0.42,
    "snli-test.en: judge: macro-F1": 0.38,
    "fever-symmetric-test.en: judge: accuracy": 0.62,
    "fever-symmetric-test.en: judge: macro-F1": 0.59,
    "scifact-train-quarter.en: judge: accuracy": 0.23,
    "scifact-train-quarter.en: judge: macro-F1": 0.17,
    "jnli-valid.ja: judge: accuracy": 0.62,
    "jnli-valid.ja: judge: macro-F1": 0.45,
    "janli-test.ja: judge: accuracy": 0.53,
    "janli-test.ja: judge: macro-F1": 0.48,
    "wice-dev.en: judge: AUROC of supports": 0.83,
    f"{conflicts.WIKICONTRADICT}: contradictions found": 0.09,
    f"{conflicts.WIKICONTRADICT}: precision": 0.90,
}


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    labelled = [one for name in stance.LABELLED for one in stance.judged(name)(used)]
    measured = {one.name: one for one in (*labelled, *stance.judged_wice(used), *conflicts.wikicontradict(used))}
    return [*floored((measured[name] for name in FLOORS), FLOORS), _shown(labelled)]


def _shown(labelled: list[Measured]) -> Figure:
    """Of the refutations shown in all sets, the share that is right."""
    parts = [one for one in labelled if one.figure == SHOWN]
    n = sum(one.n for one in parts)
    value = sum(one.value * one.n for one in parts) / n if n else 0.0
    return Figure(name=f"all sets: {SHOWN}", value=value, floor=0.86, aim=None, n=n)
