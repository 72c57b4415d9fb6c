"""Stance (L27): the judge as research uses it, rules and shipped model together, and the floors under it.

The model was trained, and weights and thresholds of the judge were set, on `nli/train.jsonl.gz`, which shares no pair
with these sets (some claims and evidence texts stand in both); the model card tells what was looked at here before the
training ended, and figures of this gate were seen while settings that are equally good on held-out pairs were chosen
between. WikiContradict has no other half to look at: 37 of its 65 pairs were read before the rule of anchored facts was
written. Eight JNLI errors were read too; the words they suggested were taken out again. Floors are what was measured
(16 November 2026; the lower of full and quick run) less .02, less .05 where fewer than 400 items count, less .1 for
precisions over few refutations.
"""

import time

from tadori.evaluate import conflicts, stance
from tadori.evaluate.bench import Bench
from tests.gates.figures import Figure
from tests.gates.floors import bench, floored

NEEDS = ["nli/measure", "conflicts/wikicontradict-first-half.jsonl.gz"]
RIGHT, FOUND = "judge: a shown refutation that is right", "judge: true refutations shown"
FLOORS = {
    "snli-test.en: judge: accuracy": 0.78,
    "snli-test.en: judge: macro-F1": 0.78,
    f"snli-test.en: {RIGHT}": 0.83,
    f"snli-test.en: {FOUND}": 0.16,
    "fever-symmetric-test.en: judge: accuracy": 0.74,
    "fever-symmetric-test.en: judge: macro-F1": 0.74,
    f"fever-symmetric-test.en: {RIGHT}": 0.80,
    f"fever-symmetric-test.en: {FOUND}": 0.27,
    "scifact-train-quarter.en: judge: accuracy": 0.57,
    "scifact-train-quarter.en: judge: macro-F1": 0.58,
    f"scifact-train-quarter.en: {RIGHT}": 0.80,
    f"scifact-train-quarter.en: {FOUND}": 0.18,
    "jnli-valid.ja: judge: accuracy": 0.66,
    "jnli-valid.ja: judge: macro-F1": 0.57,
    f"jnli-valid.ja: {RIGHT}": 0.89,
    f"jnli-valid.ja: {FOUND}": 0.07,
    "janli-test.ja: judge: accuracy": 0.67,
    "janli-test.ja: judge: macro-F1": 0.67,
    "wice-dev.en: judge: AUROC of supports": 0.77,
    "wice-dev.en: judge: a supports that is right": 0.80,
    "wice-dev.en: judge: true supports found": 0.30,
    f"{stance.RARE}: {RIGHT}": 0.40,
    f"{stance.RARE}: {FOUND}": 0.17,
    f"{conflicts.WIKICONTRADICT}: contradictions found": 0.15,
    f"{conflicts.WIKICONTRADICT}: precision": 0.71,
}
SPEED = 20
"""Far below the aim: a floor under something that has broken, not under a machine that is busy."""


def run(quick: bool) -> list[Figure]:
    used = bench(quick)
    verdicts = {name: stance.verdicts_of(used, stance.rows_of(used, name)) for name in stance.LABELLED}
    labelled = [one for name in stance.LABELLED for one in stance.judged_figures(used, name, verdicts[name])]
    rare = stance.rare_figures([pair for name in stance.REFUTING for pair in verdicts[name]])
    others = (*stance.measured_judge_wice(used), *conflicts.wikicontradict(used))
    measured = {one.name: one for one in (*labelled, *rare, *others)}
    return [*floored((measured[name] for name in FLOORS), FLOORS), _speed(used)]


def _speed(used: Bench) -> Figure:
    """Pairs of about 48 tokens, judged in a second of two cores, by processor time; a shared core computes half."""
    rows = [row for row in stance.rows_of(used, stance.FEVER) if 150 <= len(row["evidence"] + row["claim"]) <= 210]
    pairs = [stance.pair_of(row) for row in rows]
    used.judge.verdicts(pairs[:8])
    before = time.process_time()
    used.judge.verdicts(pairs)
    rate = 2 * len(pairs) / (time.process_time() - before)
    return Figure(name="judge: pairs a second on two cores", value=rate, floor=SPEED, aim=100, n=len(pairs))
