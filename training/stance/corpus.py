"""What the stance model learns from: pairs chosen per set, none that is measured, a part held out to choose by.

Comes in: the data folder (`nli/train.jsonl.gz`, and `nli/measure/*` only to leave its pairs out). Goes out: pairs for
training and pairs held out, in an order that depends on the seed alone. It does not make pairs: `augment` does.
"""

import gzip
import hashlib
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SEED: Final = 20261116
LABELS: Final = ("supports", "neutral", "refutes")
NOT_SUPPORTS: Final = "not_supports"
"""Gold of two-way sources: neutral or refutes, it is not said which."""
_LARGEST_HELD: Final = 40
"""A group of more pairs than this hangs together by an everyday sentence: it is trained on, not held out."""

HELD_SHARE: Final = {
    "snli-dev": 0.06,
    "counterfactual-snli": 0.03,
    "jsick-train": 0.06,
    "fever-symmetric-dev": 0.15,
    "scifact-train": 0.15,
    "curriculum-kg_relations": 0.02,
    "jamp": 0.03,
    "janli-train": 0.03,
    "jsem": 0.03,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A pair with its gold label. `origin` is the set it comes from, or the rule that made it."""

    origin: str
    lang: str
    evidence: str
    claim: str
    gold: str


def normalised(text: str) -> str:
    """What two spellings of one sentence share: NFKC, lower case, letters and digits only."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).lower())


def pair_hash(evidence: str, claim: str) -> str:
    """Equal for pairs that say the same words, whatever their spacing, case, width and punctuation."""
    told = f"{normalised(tidy(evidence))}\0{normalised(tidy(claim))}"
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def measured_pairs(data: Path) -> frozenset[str]:
    """Hashes of every pair that is for measuring only, in both directions."""
    found: set[str] = set()
    for file in sorted((data / "nli" / "measure").glob("*.jsonl.gz")):
        for row in _rows(file):
            found.add(pair_hash(row["evidence"], row["claim"]))
            found.add(pair_hash(row["claim"], row["evidence"]))
    return frozenset(found)


def _rows(file: Path) -> Iterator[dict[str, str]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def tidy(text: str) -> str:
    """One spelling for all sets: some come tokenised, some with a literal backslash-n at the end."""
    text = unicodedata.normalize("NFKC", text.replace("\\n", " ")).replace("``", '"').replace("''", '"')
    text = re.sub(r"\s+([.,;:!?%)\]])", r"\1", " ".join(text.split()))
    return re.sub(r"([(\[$])\s+", r"\1", re.sub(r"\s+('s|n't)\b", r"\1", text)).strip()


def read(data: Path) -> list[Example]:
    """Every pair of the training file that is free to train on: none that is measured, none twice."""
    seen = set(measured_pairs(data))
    found = []
    for row in _rows(data / "nli" / "train.jsonl.gz"):
        key = pair_hash(row["evidence"], row["claim"])
        if key in seen or not normalised(row["claim"]) or not normalised(row["evidence"]):
            continue
        seen.add(key)
        evidence, claim = tidy(row["evidence"]), tidy(row["claim"])
        found.append(Example(origin=row["set"], lang=row["lang"], evidence=evidence, claim=claim, gold=row["gold"]))
    return found


def unmeasured(pools: dict[str, list[Example]], data: Path) -> dict[str, list[Example]]:
    """The pools without pairs that are measured: a pair made by rule may happen to be one."""
    known = measured_pairs(data)
    return {name: [e for e in pool if pair_hash(e.evidence, e.claim) not in known] for name, pool in pools.items()}


def split(examples: Iterable[Example]) -> tuple[list[Example], list[Example]]:
    """Pairs to train on and pairs held out; pairs that share a text are on the same side."""
    everything = list(examples)
    groups = _groups(everything)
    sizes = Counter(groups)
    train: list[Example] = []
    held: list[Example] = []
    for example, group in zip(everything, groups, strict=True):
        draw = int(hashlib.sha256(f"{SEED}{group}".encode()).hexdigest()[:8], 16) / 0xFFFFFFFF
        out = sizes[group] <= _LARGEST_HELD and draw < HELD_SHARE.get(example.origin, 0.0)
        (held if out else train).append(example)
    return train, held


def _groups(examples: list[Example]) -> list[str]:
    """For each pair the name of its group: pairs linked by an equal text, directly or through others."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        parent.setdefault(text, text)
        while parent[text] != text:
            parent[text] = parent[parent[text]]
            text = parent[text]
        return text

    keys = [(normalised(e.evidence), normalised(e.claim)) for e in examples]
    for evidence, claim in keys:
        a, b = root(evidence), root(claim)
        if a != b:
            parent[max(a, b)] = min(a, b)
    return [root(evidence) for evidence, _ in keys]


def capped(examples: Iterable[Example], caps: dict[str, int], seed: int = SEED) -> dict[str, list[Example]]:
    """By set, at most `caps[set]` pairs, its labels as even as the set allows; sets without a cap are left out."""
    by_set: dict[str, dict[str, list[Example]]] = {}
    for example in examples:
        if example.origin in caps:
            by_set.setdefault(example.origin, {}).setdefault(example.gold, []).append(example)
    chosen = {}
    for name in sorted(by_set):
        draw = random.Random(f"{seed}{name}")
        pools = [by_set[name][gold] for gold in sorted(by_set[name])]
        for pool in pools:
            draw.shuffle(pool)
        chosen[name] = _evenly(pools, caps[name])
    return chosen


def levelled(pool: list[Example]) -> list[Example]:
    """The pool with pairs of its rarer labels repeated, up to three times, until all labels are as frequent."""
    by_gold: dict[str, list[Example]] = {}
    for example in pool:
        by_gold.setdefault(example.gold, []).append(example)
    most = max((len(part) for part in by_gold.values()), default=0)
    return [example for gold in sorted(by_gold) for example in (by_gold[gold] * 3)[: max(most, len(by_gold[gold]))]]


def _evenly(pools: list[list[Example]], limit: int) -> list[Example]:
    """Pairs in turn from each label until `limit` or until nothing is left."""
    taken: list[Example] = []
    depth = 0
    while len(taken) < limit and any(depth < len(pool) for pool in pools):
        taken += [pool[depth] for pool in pools if depth < len(pool)]
        depth += 1
    return taken[:limit]
