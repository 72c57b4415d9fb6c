"""Trains the reader over USE tokens: `python -m training.stance.train_attend --data DIR --work DIR --pairs N`.

Comes in: the data folder. Goes out: in the work folder the token matrices (once, some gigabytes), `last.pt`, `best.pt`
and `log.jsonl`. Like `train_cross` it goes on where it was stopped.
"""

import argparse
import json
import pickle
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from training.stance.attend import Attend
from training.stance.corpus import LABELS, NOT_SUPPORTS, SEED, Example
from training.stance.recipe_use import WEIGHTS, both
from training.stance.train_cross import DECAY, loss_of, macro_f1
from training.stance.use_features import Features, key_of

BATCH: Final = 64
ROUND: Final = 300
"""Batches between two looks at the clock."""
WARM_UP: Final = 4000
Row = tuple[tuple[int, int], tuple[int, int], int]
"""Where the tokens of evidence and claim lie, label."""


class Texts:
    """Batches of token matrices by their places."""

    def __init__(self, features: Features) -> None:
        self._places = features.places
        self._rows = torch.from_numpy(np.array(features.rows()))

    def row(self, example: Example) -> Row:
        labels = {**{label: n for n, label in enumerate(LABELS)}, NOT_SUPPORTS: len(LABELS)}
        return self._places[key_of(example.evidence)], self._places[key_of(example.claim)], labels[example.gold]

    def batch(self, places: Sequence[tuple[int, int]]) -> tuple[Tensor, Tensor]:
        longest = max(1, max(length for _, length in places))
        out = torch.zeros(len(places), longest, self._rows.shape[1])
        seen = torch.zeros(len(places), longest)
        for n, (start, length) in enumerate(places):
            out[n, :length] = self._rows[start : start + length].float()
            seen[n, :length] = 1
        return out, seen

    def inputs(self, rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return *self.batch([row[0] for row in rows]), *self.batch([row[1] for row in rows])


def predict(net: Attend, texts: Texts, rows: Sequence[Row]) -> Tensor:
    net.eval()
    with torch.inference_mode():
        parts = [net(*texts.inputs(rows[n : n + BATCH])).softmax(-1) for n in range(0, len(rows), BATCH)]
    net.train()
    return torch.cat(parts)


def shard(pools: dict[str, list[Row]], number: int) -> list[list[Row]]:
    """Batches of pairs of like length; what is drawn depends on the seed and the number alone."""
    draw = random.Random(f"{SEED}use{number}")
    names = draw.choices(sorted(pools), [WEIGHTS[name] for name in sorted(pools)], k=ROUND * BATCH)
    chosen = [draw.choice(pools[name]) for name in names]
    chosen.sort(key=lambda row: (row[0][1] + row[1][1], row))
    batches = [chosen[n : n + BATCH] for n in range(0, len(chosen), BATCH)]
    draw.shuffle(batches)
    return batches


def prepared(data: Path, work: Path) -> tuple[Texts, dict[str, list[Row]], dict[str, list[Row]]]:
    kept = work / "pairs.pickle"
    if not kept.exists():
        with kept.open("wb") as file:
            pickle.dump(both(data), file)
    with kept.open("rb") as file:
        pools, held = pickle.load(file)
    features = Features(work / "features")
    everything = [example for pool in pools.values() for example in pool] + held
    features.add([text for example in everything for text in (example.evidence, example.claim)])
    texts = Texts(features)
    names = sorted({(example.origin, example.lang) for example in held})
    parts = {f"{o}.{lang}": [texts.row(e) for e in held if (e.origin, e.lang) == (o, lang)] for o, lang in names}
    return texts, {name: [texts.row(e) for e in pool] for name, pool in pools.items()}, parts


class Training:
    def __init__(self, told: dict[str, Any]) -> None:
        self.work: Path = told["work"]
        self.pairs, self.fall, self.rate = told["pairs"], told["fall"], told["rate"]
        self.texts, self.pools, self.held = prepared(told["data"], self.work)
        torch.manual_seed(SEED)
        self.net, self.mean = Attend(), Attend()
        self.mean.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=self.rate, weight_decay=told["decay"])
        self.seen = self.number = 0
        self.best = 0.0
        if (self.work / "last.pt").exists():
            self._load()

    def go(self) -> None:
        while self.seen < self.pairs:
            torch.manual_seed(SEED + self.number)
            for batch in shard(self.pools, self.number):
                self._learn(batch)
            self.number += 1
            self._judge()
            self._save()

    def _learn(self, batch: list[Row]) -> None:
        scale = min(1.0, (self.seen + 1) / WARM_UP, max(0.01, (self.pairs - self.seen) / self.fall))
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * scale
        labels = torch.tensor([label for _, _, label in batch])
        loss_of(self.net(*self.texts.inputs(batch)), labels, BATCH).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.seen += len(batch)
        decay = min(DECAY, (1 + self.seen / BATCH) / (10 + self.seen / BATCH))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                mean.lerp_(now, 1 - decay)

    def _judge(self) -> None:
        scores = {
            name: macro_f1(predict(self.mean, self.texts, rows), [label for _, _, label in rows])
            for name, rows in self.held.items()
        }
        told = {"seen": self.seen, "at": time.strftime("%H:%M:%S"), **{k: round(v, 4) for k, v in scores.items()}}
        with (self.work / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(told) + "\n")
        total = sum(scores[name] for name in ("snli-dev.en", "jsick-train.ja", "jsem.ja", "counterfactual-snli.en"))
        if total > self.best:
            self.best = total
            torch.save(self.mean.state_dict(), self.work / "best.pt")

    def _save(self) -> None:
        nets = {"net": self.net.state_dict(), "mean": self.mean.state_dict(), "optimiser": self.optimiser.state_dict()}
        torch.save({**nets, "progress": (self.seen, self.number, self.best)}, self.work / "new.pt")
        (self.work / "new.pt").replace(self.work / "last.pt")

    def _load(self) -> None:
        state = torch.load(self.work / "last.pt")
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.number, self.best = state["progress"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=600_000)
    parser.add_argument("--fall", type=int, default=300_000)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--threads", type=int, default=1)
    told = vars(parser.parse_args())
    torch.set_num_threads(told.pop("threads"))
    told["work"].mkdir(parents=True, exist_ok=True)
    Training(told).go()


if __name__ == "__main__":
    main()
