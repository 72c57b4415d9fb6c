"""The net that reads whether a sentence answers a question: every word of the question is laid against the words of the
sentence and against those that stand above it; every word of the sentence against those of the question.

In: the token vectors (`minds/local/token_vectors.py`) of all texts of a batch, one under the other, and for each row
which of them are the question, what stands above the sentence (title, heading, the sentence before), and the
sentence. Out: a logit a row. `minds/local/answer_net.py` is the same net in numpy.
"""

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from tadori.minds.local.token_vectors import OWN, WIDTH

HIDDEN: Final = 192
HEADS: Final = 4
SAME: Final = 0.999
"""Cosine of the own vectors from which two tokens are the same piece."""
Side = tuple[Tensor, Tensor]
"""Rows × tokens: where each token lies among the vectors; and which tokens there are."""


class AnswerNet(nn.Module):
    def __init__(self, drop: float = 0.25) -> None:
        super().__init__()
        self.enter = nn.Linear(WIDTH, HIDDEN)
        self.enter_norm = nn.LayerNorm(HIDDEN)
        self.part = nn.Parameter(torch.zeros(3, HIDDEN))
        self.q, self.k = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.likeness = nn.Parameter(torch.full((HEADS,), 4.0))
        self.asks = nn.Linear(HIDDEN, 1)
        self.compare_q = nn.Linear(6 * HIDDEN + 6, HIDDEN)
        self.compare_s = nn.Linear(6 * HIDDEN + 3, HIDDEN)
        self.sq, self.sk, self.sv = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.compose_norm = nn.LayerNorm(HIDDEN)
        self.weigh = nn.Linear(HIDDEN, 1)
        self.mix = nn.Linear(6 * HIDDEN, HIDDEN)
        self.out = nn.Linear(HIDDEN, 1)
        self.drop = nn.Dropout(drop)

    def forward(self, vectors: Tensor, question: Side, above: Side, sentence: Side) -> Tensor:
        entered = self.enter_norm(F.relu(self.enter(vectors)))
        own = F.normalize(vectors[:, :OWN], dim=-1)
        (q_at, seen_q), (a_at, seen_a), (s_at, seen_s) = question, above, sentence
        q, a, s = (entered[at] + self.part[n] for n, at in enumerate((q_at, a_at, s_at)))
        q_own, a_own, s_own = own[q_at], own[a_at], own[s_at]
        to_s, near_s = self._aligned(q, s, q_own @ s_own.transpose(1, 2), seen_s)
        to_a, near_a = self._aligned(q, a, q_own @ a_own.transpose(1, 2), seen_a)
        laid = torch.cat([q, to_s, (q - to_s).abs(), q * to_s, to_a, q * to_a, near_s, near_a], dim=-1)
        q_part = self._composed(self.compare_q(laid), seen_q)
        to_q, near_q = self._aligned(s, q, s_own @ q_own.transpose(1, 2), seen_q)
        asked = ((self.asks(q)[:, :, 0] + (seen_q - 1) * 1e4).softmax(-1)[:, :, None] * q).sum(1, keepdim=True)
        asked = asked.expand(-1, s.shape[1], -1)
        laid = torch.cat([s, to_q, (s - to_q).abs(), s * to_q, asked, s * asked, near_q], dim=-1)
        s_part = self._composed(self.compare_s(laid), seen_s)
        features = torch.cat([self._gathered(q_part, seen_q), self._gathered(s_part, seen_s)], dim=-1)
        return self.out(self.drop(F.relu(self.mix(self.drop(features)))))[:, 0]

    def _aligned(self, a: Tensor, b: Tensor, alike: Tensor, seen_b: Tensor) -> tuple[Tensor, Tensor]:
        """For each token of `a` the mixture of `b` that answers it; the nearest, the mean, and whether it stands
        there."""
        rows, n, _ = a.shape
        scores = _heads(self.q(a)) @ _heads(self.k(b)).transpose(-1, -2) * (HIDDEN // HEADS) ** -0.5
        scores = scores + alike[:, None] * self.likeness[:, None, None] + _bias(seen_b)
        mixed = (scores.softmax(-1) @ _heads(b)).transpose(1, 2).reshape(rows, n, HIDDEN)
        there = (seen_b.sum(-1) > 0).to(a.dtype)[:, None, None]
        nearest = (alike + _bias(seen_b)[:, 0]).amax(-1, keepdim=True) * there
        spread = (alike * seen_b[:, None]).sum(-1, keepdim=True) / seen_b.sum(-1)[:, None, None].clamp(min=1.0)
        same = (nearest > SAME).to(a.dtype)
        return mixed * there, torch.cat([nearest.clamp(min=-1.0), spread, same], dim=-1)

    def _composed(self, x: Tensor, seen: Tensor) -> Tensor:
        x = self.drop(F.relu(x))
        rows, n, _ = x.shape
        own = _heads(self.sq(x)) @ _heads(self.sk(x)).transpose(-1, -2) * (HIDDEN // HEADS) ** -0.5 + _bias(seen)
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
