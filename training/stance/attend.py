"""The reader over USE tokens, for Japanese and across languages: each token is laid against the other text's tokens.

Comes in: token matrices of evidence and claim. Goes out: three logits. The net is small enough to run in numpy: a
projection, an alignment both ways, a comparison, one look at the neighbours' comparisons, and what stands out.
"""

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from tadori.minds.local.token_vectors import OWN, WIDTH

HIDDEN: Final = 192
HEADS: Final = 4
SAME: Final = 0.999
"""Cosine of the own vectors from which two tokens are the same piece: years and names that differ are near, too."""


class Attend(nn.Module):
    def __init__(self, drop: float = 0.25) -> None:
        super().__init__()
        self.enter = nn.Linear(WIDTH, HIDDEN)
        self.enter_norm = nn.LayerNorm(HIDDEN)
        self.q, self.k = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.likeness = nn.Parameter(torch.full((HEADS,), 4.0))
        self.compare = nn.Linear(4 * HIDDEN + 3, HIDDEN)
        self.sq, self.sk, self.sv = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.compose_norm = nn.LayerNorm(HIDDEN)
        self.weigh = nn.Linear(HIDDEN, 1)
        self.mix = nn.Linear(6 * HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, 3)
        self.drop = nn.Dropout(drop)

    def forward(self, evidence: Tensor, seen_e: Tensor, claim: Tensor, seen_c: Tensor) -> Tensor:
        e, c = self._entered(evidence), self._entered(claim)
        alike = _likeness(evidence, claim)
        c_part = self._compared(c, e, seen_c, seen_e, alike.transpose(1, 2))
        e_part = self._compared(e, c, seen_e, seen_c, alike)
        features = torch.cat([self._gathered(c_part, seen_c), self._gathered(e_part, seen_e)], dim=-1)
        return self.out(self.drop(F.relu(self.mix(self.drop(features)))))

    def _entered(self, x: Tensor) -> Tensor:
        return self.enter_norm(F.relu(self.enter(self.drop(x))))

    def _compared(self, a: Tensor, b: Tensor, seen_a: Tensor, seen_b: Tensor, alike: Tensor) -> Tensor:
        rows, n, _ = a.shape
        scores = _heads(self.q(a)) @ _heads(self.k(b)).transpose(-1, -2) * (HIDDEN // HEADS) ** -0.5
        scores = scores + alike[:, None] * self.likeness[:, None, None] + _bias(seen_b)
        aligned = (scores.softmax(-1) @ _heads(b)).transpose(1, 2).reshape(rows, n, HIDDEN)
        nearest = (alike + _bias(seen_b)[:, 0]).amax(-1, keepdim=True)
        spread = (alike * seen_b[:, None]).sum(-1, keepdim=True) / seen_b.sum(-1)[:, None, None].clamp(min=1.0)
        same = (nearest > SAME).to(a.dtype)
        x = torch.cat([a, aligned, (a - aligned).abs(), a * aligned, nearest, spread, same], dim=-1)
        x = self.drop(F.relu(self.compare(self.drop(x))))
        own = _heads(self.sq(x)) @ _heads(self.sk(x)).transpose(-1, -2) * (HIDDEN // HEADS) ** -0.5 + _bias(seen_a)
        around = (own.softmax(-1) @ _heads(self.sv(x))).transpose(1, 2).reshape(rows, n, HIDDEN)
        return self.compose_norm(x + self.drop(around))

    def _gathered(self, x: Tensor, seen: Tensor) -> Tensor:
        weights = (self.weigh(x)[:, :, 0] + (seen - 1) * 1e4).softmax(-1)
        mean = (x * seen[:, :, None]).sum(1) / seen.sum(1, keepdim=True).clamp(min=1.0)
        return torch.cat([(x * weights[:, :, None]).sum(1), mean, (x + (seen - 1)[:, :, None] * 1e4).amax(1)], dim=-1)


def _heads(x: Tensor) -> Tensor:
    rows, n, _ = x.shape
    return x.view(rows, n, HEADS, HIDDEN // HEADS).transpose(1, 2)


def _bias(seen: Tensor) -> Tensor:
    return ((seen - 1) * 1e4)[:, None, None, :]


def _likeness(a: Tensor, b: Tensor) -> Tensor:
    """Cosine of the tokens' own vectors: what the embedder already knows of words that mean the same."""
    return F.normalize(a[:, :, :OWN], dim=-1) @ F.normalize(b[:, :, :OWN], dim=-1).transpose(1, 2)
