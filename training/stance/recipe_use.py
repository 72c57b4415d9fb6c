"""The mix the net over USE tokens is trained on: Japanese, English, and one against the other."""

from pathlib import Path
from typing import Final

import numpy as np

from tadori.minds.local.embedding import MultilingualEmbedder
from training.stance.augment import MADE, UNNAMED, made, unnamed
from training.stance.corpus import Example, capped, levelled, read, split, unmeasured
from training.stance.gloss import GLOSSED, glossed

CAPS: Final = {
    "snli-dev": 20000,
    "counterfactual-snli": 20000,
    "jsick-train": 6000,
    "breaking-nli": 2200,
    "fever-symmetric-dev": 1000,
    "scifact-train": 1000,
    "curriculum-kg_relations": 1500,
    "curriculum-lexical": 1000,
    "curriculum-monotonicity_infer": 1500,
    "curriculum-syntactic_variation": 1500,
    "jsem": 7000,
    "jamp": 4000,
    "janli-train": 5000,
}
UNNAMED_FROM: Final = ("fever-symmetric-dev", "curriculum-kg_relations", MADE)
GLOSSED_FROM: Final = ("snli-dev", "counterfactual-snli", "breaking-nli")
CROSSED: Final = "jsick-crossed"
MADE_PAIRS: Final = 10000
MADE_KEPT: Final = 6000
CROSSED_KEPT: Final = 3000
"""Fewer than there are, so that labels are even: a set with mostly one label would teach that label to its language."""
WEIGHTS: Final = {
    "snli-dev": 24.0,
    "counterfactual-snli": 22.0,
    "jsick-train": 8.0,
    CROSSED: 3.0,
    GLOSSED: 34.0,
    "breaking-nli": 3.0,
    "fever-symmetric-dev": 6.0,
    "scifact-train": 3.0,
    "curriculum-kg_relations": 1.0,
    "curriculum-lexical": 1.0,
    "curriculum-monotonicity_infer": 1.0,
    "curriculum-syntactic_variation": 1.0,
    "jsem": 7.0,
    "jamp": 3.0,
    "janli-train": 5.0,
    MADE: 9.0,
    UNNAMED: 5.0,
}


def crossed(examples: list[Example]) -> list[Example]:
    """JSICK is one set in two languages: evidence in one, claim in the other, where both versions have one label."""
    sides = [[e for e in examples if e.origin == "jsick-train" and e.lang == lang] for lang in ("en", "ja")]
    found = []
    for en, ja in _translations(*sides):
        if en.gold == ja.gold:
            found.append(Example(origin=CROSSED, lang="ja", evidence=ja.evidence, claim=en.claim, gold=ja.gold))
            found.append(Example(origin=CROSSED, lang="ja", evidence=en.evidence, claim=ja.claim, gold=ja.gold))
    return found


def _translations(en: list[Example], ja: list[Example]) -> list[tuple[Example, Example]]:
    """Pairs that are each other's nearest by both their texts: the file does not tell which row translates which."""
    embedder = MultilingualEmbedder()
    alike = embedder.embed([e.evidence for e in en]) @ embedder.embed([e.evidence for e in ja]).T
    alike += embedder.embed([e.claim for e in en]) @ embedder.embed([e.claim for e in ja]).T
    there, back = np.argmax(alike, axis=1), np.argmax(alike, axis=0)
    return [(en[n], ja[m]) for n, m in enumerate(there) if back[m] == n and alike[n, m] > 1.3]


def both(data: Path) -> tuple[dict[str, list[Example]], list[Example]]:
    """Pools by set and the pairs held out."""
    train, held = split(read(data))
    held += crossed(held)
    pools = capped(train, CAPS)
    made_from = {"curriculum-kg_relations", "curriculum-ner", "fever-symmetric-dev", "scifact-train"}
    pools |= capped(made([e for e in train if e.origin in made_from], MADE_PAIRS), {MADE: MADE_KEPT})
    pools |= capped(crossed(train), {CROSSED: CROSSED_KEPT})
    pools[UNNAMED] = unnamed([e for name in UNNAMED_FROM for e in pools[name]])
    pools["scifact-train"] = levelled(pools["scifact-train"])
    pools[GLOSSED] = glossed([e for name in GLOSSED_FROM for e in pools[name]])
    return unmeasured(pools, data), [e for e in held if e.origin in {*CAPS, CROSSED}]
