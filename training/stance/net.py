"""The English reader: MiniLM-L6 over evidence and claim together, with a small head for three labels.

Comes in: token ids, segment ids, a mask. Goes out: three logits (supports, neutral, refutes). The encoder is BERT as
published, written out so that it can be exported without another library. The head sees what the encoder makes of the
evidence, of the claim, their difference and their product: the base was trained to put the meaning of a text into the
mean of its tokens, and with few pairs to learn from that is worth keeping.
"""

from pathlib import Path
from typing import Final

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional as F

WIDTH: Final = 384
LAYERS: Final = 6
HEADS: Final = 12
INNER: Final = 1536
WORDS: Final = 30522
POSITIONS: Final = 512


class Layer(nn.Module):
    def __init__(self, drop: float) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.o = nn.Linear(WIDTH, WIDTH)
        self.after_attention = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.after = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(drop)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        rows, length, _ = x.shape

        def heads(t: Tensor) -> Tensor:
            return t.view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        weights = heads(self.q(x)) @ heads(self.k(x)).transpose(-1, -2) * (WIDTH // HEADS) ** -0.5 + bias
        seen = self.drop(weights.softmax(-1)) @ heads(self.v(x))
        x = self.after_attention(x + self.drop(self.o(seen.transpose(1, 2).reshape(rows, length, WIDTH))))
        return self.after(x + self.drop(self.down(F.gelu(self.up(x)))))


class CrossEncoder(nn.Module):
    def __init__(self, drop: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.places = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(2, WIDTH)
        self.first = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(drop) for _ in range(LAYERS))
        self.drop = nn.Dropout(drop)
        self.mix = nn.Linear(5 * WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, 3)

    def forward(self, ids: Tensor, segments: Tensor, mask: Tensor | None = None) -> Tensor:
        """Without a mask every token is seen: one pair at a time, as it is run."""
        places = self.places.weight[: ids.shape[1]]
        x = self.drop(self.first(self.words(ids) + places + self.segments(segments)))
        seen = torch.ones_like(ids, dtype=x.dtype) if mask is None else mask.to(x.dtype)
        bias = (1 - seen)[:, None, None, :] * -1e4
        for layer in self.layers:
            x = layer(x, bias)
        claim_part = segments.to(x.dtype) * seen
        evidence, claim = _mean(x, seen - claim_part), _mean(x, claim_part)
        features = torch.cat([x[:, 0], evidence, claim, (evidence - claim).abs(), evidence * claim], dim=-1)
        return self.out(self.drop(torch.tanh(self.mix(self.drop(features)))))


def _mean(x: Tensor, weights: Tensor) -> Tensor:
    return (x * weights[:, :, None]).sum(1) / weights.sum(1, keepdim=True).clamp(min=1.0)


def from_minilm(file: Path, drop: float = 0.1) -> CrossEncoder:
    """The net with the encoder's published weights and a fresh head."""
    told = load_file(str(file))
    net = CrossEncoder(drop)
    names = {
        "words.weight": "embeddings.word_embeddings.weight",
        "places.weight": "embeddings.position_embeddings.weight",
        "segments.weight": "embeddings.token_type_embeddings.weight",
    }
    parts = {"first": "embeddings.LayerNorm"}
    for n in range(LAYERS):
        there = f"encoder.layer.{n}"
        parts |= {f"layers.{n}.{name[0]}": f"{there}.attention.self.{name}" for name in ("query", "key", "value")}
        parts |= {
            f"layers.{n}.o": f"{there}.attention.output.dense",
            f"layers.{n}.after_attention": f"{there}.attention.output.LayerNorm",
            f"layers.{n}.up": f"{there}.intermediate.dense",
            f"layers.{n}.down": f"{there}.output.dense",
            f"layers.{n}.after": f"{there}.output.LayerNorm",
        }
    for here, there in parts.items():
        names |= {f"{here}.weight": f"{there}.weight", f"{here}.bias": f"{there}.bias"}
    state = net.state_dict()
    state.update({here: told[there] for here, there in names.items()})
    net.load_state_dict(state)
    return net
