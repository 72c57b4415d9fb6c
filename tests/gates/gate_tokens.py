"""Tokens without a tokenizer: how far the estimate is from SmolLM2's real count, and what reduction makes of it.

The weights were fitted on every other text of these sets, the even ones; the odd ones are measured.
"""

import asyncio
import gzip
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from tadori.minds.llm.reduction import ContextPart, ReducedContext, reduce_context, reduction_metrics
from tadori.minds.llm.tokens import estimate_tokens
from tests.gates.figures import Figure, data_folder
from tests.minds.local.tokenizer import Count, real_tokens

NEEDS: list[str] = ["retrieval/jsquad", "retrieval/scifact", "retrieval/2wiki-6119", "bipia"]
TEXTS = 600
BUDGET = 8192
LARGE = 2 * BUDGET
CONTEXTS = 6


def run(quick: bool) -> list[Figure]:
    """A tenth of the texts and two contexts a language when quick."""
    sets = {"en papers": papers(), "en encyclopedia": encyclopedia(), "ja": japanese(), "code": code()}
    figures = []
    with real_tokens() as count:
        for name, texts in sets.items():
            figures += of_estimate(name, list(texts)[1::2][: TEXTS // 10 if quick else TEXTS], count)
        for name in ("ja", "en papers"):
            figures += of_reduction(name, list(sets[name])[1::2], 2 if quick else CONTEXTS, count)
    return figures


def of_estimate(name: str, texts: list[str], count: Count) -> list[Figure]:
    pairs = [(estimate_tokens(text), count(text)) for text in texts]
    ratios = sorted(estimate / real for estimate, real in pairs if real)
    mean = sum(ratios) / len(ratios)
    return [
        figure(f"{name}: estimate by real tokens, mean", mean, 1.0, 1.0, len(ratios)),
        figure(f"{name}: the same, not far above", mean, 1.3, 1.2, len(ratios), at_least=False),
        figure(f"{name}: the same, 5th percentile", ratios[len(ratios) // 20], 0.92, 1.0, len(ratios)),
    ]


def of_reduction(name: str, texts: list[str], contexts: int, count: Count) -> list[Figure]:
    reduced = [asyncio.run(halved(texts[start::contexts])) for start in range(contexts)]
    real = [count(one.context) for one in reduced]
    found = reduction_metrics(reduced)
    return [
        figure(
            f"{name}: contexts of 16 384 within 8 192 by estimate", share(one.after for one in reduced), 1, 1, contexts
        ),
        figure(f"{name}: the same by real tokens", share(real), 1, 1, contexts),
        figure(f"{name}: facts kept in half the tokens", found.information_kept, 0.6, 0.65, contexts),
    ]


def share(tokens: Iterable[int]) -> float:
    counts = list(tokens)
    return sum(one <= BUDGET for one in counts) / len(counts)


async def halved(texts: list[str]) -> ReducedContext:
    """So many of the texts as make a context twice too long, made to fit. Importance goes round in ten steps."""
    parts: list[ContextPart] = []
    tokens = 0
    for number, text in enumerate(texts):
        if tokens >= LARGE:
            break
        parts.append(ContextPart(name=str(number), text=text, importance=number * 7 % 10 / 10))
        tokens += estimate_tokens(text)
    return await reduce_context(parts, BUDGET, phase="gate", clock=lambda: datetime(2026, 11, 16, tzinfo=UTC))


def papers() -> list[str]:
    return [" ".join(row["sentences"]) for row in lines("retrieval/scifact/corpus.jsonl.gz")]


def japanese() -> list[str]:
    return [row["text"] for row in lines("retrieval/jsquad/passages.jsonl.gz")]


def encyclopedia() -> list[str]:
    path = data_folder() / "retrieval" / "2wiki-6119" / "hotpotqa_train_corpus.json"
    return ["".join(sentences) for sentences in json.loads(path.read_text(encoding="utf-8")).values()]


def code() -> list[str]:
    text = (data_folder() / "bipia" / "code" / "train.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    return ["\n".join(row["code"]) if isinstance(row["code"], list) else row["code"] for row in rows]


def lines(name: str) -> list[dict[str, Any]]:
    with gzip.open(data_folder() / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def figure(name: str, value: float, floor: float, aim: float, n: int, *, at_least: bool = True) -> Figure:
    return Figure(name=f"tokens: {name}", value=value, floor=floor, aim=aim, n=n, at_least=at_least)
