"""The mix the English reader is trained on: how many pairs of each set are in the pool, and how often a set is drawn.

Comes in: the data folder. Goes out: pools of pairs by set, a weight for each, the pairs held out. Much of the training
file is templates: they get a small pool and a small weight, the sets written by people get the rest.
"""

from pathlib import Path
from typing import Final

from training.stance.augment import MADE, UNNAMED, made, unnamed
from training.stance.corpus import Example, capped, levelled, read, split, unmeasured

CAPS: Final = {
    "snli-dev": 20000,
    "counterfactual-snli": 20000,
    "jsick-train": 2800,
    "breaking-nli": 2600,
    "fever-symmetric-dev": 1000,
    "scifact-train": 1000,
    "curriculum-kg_relations": 6000,
    "curriculum-lexical": 2500,
    "curriculum-monotonicity_infer": 4000,
    "curriculum-syntactic_variation": 2400,
    "curriculum-entailment_tree": 1400,
    "curriculum-coreference": 2000,
    "curriculum-control": 1200,
    "curriculum-negation": 600,
    "curriculum-boolean": 500,
    "curriculum-counting": 400,
    "curriculum-quantifier": 500,
    "curriculum-comparative": 400,
    "curriculum-temporal": 400,
    "curriculum-cosmoqa": 800,
}
MADE_PAIRS: Final = 14000
MADE_KEPT: Final = 8000
"""Of those made, labels evenly: the rules make more pairs that agree than others."""
MADE_FROM: Final = frozenset(
    "curriculum-ner curriculum-kg_relations curriculum-syntactic_variation curriculum-entailment_tree "
    "fever-symmetric-dev scifact-train".split()
)
UNNAMED_FROM: Final = ("fever-symmetric-dev", "curriculum-kg_relations", MADE)
WEIGHTS: Final = {
    "snli-dev": 30.0,
    "counterfactual-snli": 27.0,
    "jsick-train": 7.0,
    "breaking-nli": 4.0,
    "fever-symmetric-dev": 6.0,
    "scifact-train": 3.5,
    "curriculum-kg_relations": 4.0,
    "curriculum-lexical": 1.5,
    "curriculum-monotonicity_infer": 2.0,
    "curriculum-syntactic_variation": 2.0,
    "curriculum-entailment_tree": 1.0,
    "curriculum-coreference": 1.0,
    "curriculum-control": 0.6,
    "curriculum-negation": 0.5,
    "curriculum-boolean": 0.4,
    "curriculum-counting": 0.3,
    "curriculum-quantifier": 0.4,
    "curriculum-comparative": 0.3,
    "curriculum-temporal": 0.3,
    "curriculum-cosmoqa": 0.4,
    MADE: 10.0,
    UNNAMED: 5.0,
}
"""Parts of a hundred, roughly: out of so many pairs drawn, how many come from the set."""


def english(data: Path) -> tuple[dict[str, list[Example]], list[Example]]:
    """Pools by set and the pairs held out, English only."""
    train, held = split(read(data))
    ours = [example for example in train if example.lang == "en"]
    pools = capped(ours, CAPS)
    pools |= capped(made([example for example in ours if example.origin in MADE_FROM], MADE_PAIRS), {MADE: MADE_KEPT})
    pools[UNNAMED] = unnamed([example for name in UNNAMED_FROM for example in pools[name]])
    pools["scifact-train"] = levelled(pools["scifact-train"])
    return unmeasured(pools, data), [example for example in held if example.lang == "en"]
