"""Copies and retellings: are they one voice, and are different pages left apart?

Pages are made from the articles of the two extraction benchmarks: each is copied as it is, cut, framed by another
site's words, put into a longer page, edited word by word, or shuffled. Two pages of one article are a pair to be
found; two of different articles are not. Points: IBM's key point data, where arguments that were matched to the same
key point make the same point. Thresholds were chosen on every second article and on the training part of the key
points; the figures are of the others.
"""

import csv
import random
import re
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Final

from tadori.extract.extraction import Extraction
from tadori.graph.duplicates import copies
from tadori.graph.narratives import retellings
from tadori.minds.embedding import CachedEmbedder, MultilingualEmbedder, VectorsInMemory
from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import SAME_POINT_AT
from tadori.text.sentences import sentences
from tests.gates.figures import Figure, data_folder
from tests.gates.gate_extraction import benchmark_pages, page

NEEDS: list[str] = ["article-extraction-benchmark", "ja-extraction-postlight", "kpa2021"]
SHORTEST: Final = 400
"""Characters of an article that is worth copying."""
_WORD: Final = re.compile(r"\w+")

Article = tuple[str, Lang]
Change = Callable[[str, Lang, str, random.Random], str]
"""Text, language, another article's text, chance → the text as a copier would publish it."""


def run(quick: bool) -> list[Figure]:
    return [*duplicates(quick), *retold(quick), *key_points(quick)]


def duplicates(quick: bool) -> list[Figure]:
    figures: list[Figure] = []
    for name, articles in (("en", english()), ("ja", japanese())):
        held_out = articles[1::2] if name == "en" else articles
        found, precision, n = measured(held_out[:40] if quick else held_out)
        figures += [
            Figure(name=f"copies found, {name}, {change}", value=share, floor=FLOORS[change], aim=0.95, n=n)
            for change, share in found.items()
        ]
        figures.append(
            Figure(name=f"copies, {name}: pairs that are copies", value=precision, floor=0.97, aim=0.99, n=n)
        )
    return figures


def measured(articles: list[Article]) -> tuple[dict[str, float], float, int]:
    """Per way of copying the share found, and of all pairs found the share that are pages of one article."""
    texts: dict[str, str] = {}
    for number, (text, lang) in enumerate(articles):
        chance = random.Random(number)
        texts[f"{number} original"] = text
        other = articles[(number + 1) % len(articles)][0]
        for name, change in CHANGES.items():
            texts[f"{number} {name}"] = change(text, lang, other, chance)
    pairs = [(copy.one, copy.other) for copy in copies(texts)]
    right = [pair for pair in pairs if pair[0].split()[0] == pair[1].split()[0] or is_meant(pair, len(articles))]
    joined = {frozenset(pair) for pair in pairs}
    found = {
        name: sum(frozenset((f"{n} original", f"{n} {name}")) in joined for n in range(len(articles))) / len(articles)
        for name in CHANGES
    }
    return found, len(right) / len(pairs), len(articles)


def is_meant(pair: tuple[str, str], total: int) -> bool:
    """Whether the pair is a page that was put into a longer one, and that page's other text: a copy too."""
    numbers = sorted(int(name.split()[0]) for name in pair)
    inside = any(name.endswith("inside") for name in pair)
    return inside and (numbers[1] - numbers[0]) in {1, total - 1}


def _cut(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    spans = sentences(text, lang)
    return text[: spans[max(0, (len(spans) * 2) // 5 - 1)].end]


def _framed(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    return f"{FRAMES[lang][0]}\n{text}\n{FRAMES[lang][1]}"


def _inside(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    return f"{other}\n{text}"


def _edited(share: float) -> Change:
    def change(text: str, lang: Lang, other: str, chance: random.Random) -> str:
        strange = _WORD.findall(other) if lang == EN else re.findall(r"[ぁ-ヿ㐀-鿿]{2}", other)
        if lang == EN:
            return _WORD.sub(lambda m: chance.choice(strange) if chance.random() < share else m[0], text)
        return re.sub(r"[ぁ-ヿ㐀-鿿]{2}", lambda m: chance.choice(strange) if chance.random() < share else m[0], text)

    return change


def _shuffled(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    parts = [text[span.start : span.end] for span in sentences(text, lang)]
    return "\n".join(chance.sample(parts, len(parts)))


FRAMES: Final[Mapping[Lang, tuple[str, str]]] = {
    EN: ("We use cookies. Accept all. Menu Home News Sport About", "Share this page. Newsletter. All rights reserved."),
    JA: (
        "当サイトはクッキーを使用します。同意する。ホーム ニュース 会社概要",
        "この記事をシェアする。無断転載を禁じます。",
    ),
}
CHANGES: Final[Mapping[str, Change]] = {
    "mirrored": lambda text, lang, other, chance: re.sub(r"\s+", " ", text),
    "cut to two fifths": _cut,
    "framed": _framed,
    "inside": _inside,
    "one word in ten changed": _edited(0.1),
    "one word in four changed": _edited(0.25),
    "shuffled": _shuffled,
}
FLOORS: Final = dict.fromkeys(CHANGES, 0.95) | {"one word in four changed": 0.8}


def english() -> list[Article]:
    return [(truth, EN) for _, truth in benchmark_pages() if len(truth) >= SHORTEST]


def japanese() -> list[Article]:
    folder = data_folder() / "ja-extraction-postlight" / "html"
    bodies = sorted(path for path in folder.iterdir() if path.is_file())
    texts = [Extraction().extract(page(f"https://{path.stem}.test/", path.read_bytes())).text for path in bodies]
    return [(text, JA) for text in dict.fromkeys(texts) if len(text) >= SHORTEST]


def retold(quick: bool) -> list[Figure]:
    """Articles of which a copier left out every third word: no shingle survives, the points and their order do."""
    embedder = CachedEmbedder(MultilingualEmbedder(), VectorsInMemory())
    right = wrong = total = 0
    for articles in (english()[1::2], japanese()):
        texts: dict[str, list[str]] = {}
        for number, (text, lang) in enumerate(articles[:10] if quick else articles[:40]):
            parts = [text[span.start : span.end] for span in sentences(text, lang)]
            texts[f"{number} original"] = parts
            texts[f"{number} retold"] = [_thinned(part, lang, random.Random(part)) for part in parts]
        pairs = [(found.one.split()[0], found.other.split()[0]) for found in retellings(texts, embedder)]
        right += len({one for one, other in pairs if one == other})
        wrong += sum(one != other for one, other in pairs)
        total += len(texts) // 2
    return [
        Figure(name="retellings found", value=right / total, floor=0.6, aim=0.8, n=total),
        Figure(name="retellings: pairs that are one story", value=right / max(1, right + wrong), floor=0.95, aim=0.99,
               n=right + wrong),
    ]  # fmt: skip


def _thinned(text: str, lang: Lang, chance: random.Random) -> str:
    unit = r"\w+\s*" if lang == EN else r"[ぁ-ヿ㐀-鿿]{2}"
    return re.sub(unit, lambda m: "" if chance.random() < 1 / 3 else m[0], text)


def key_points(quick: bool) -> list[Figure]:
    """Pairs of arguments on one topic and side: of those held to make one point, how many were matched to one."""
    import numpy as np

    arguments, matched = _arguments()
    sides: dict[tuple[str, str], list[str]] = {}
    for name in matched:
        sides.setdefault((arguments[name]["topic"], arguments[name]["stance"]), []).append(name)
    embedder = MultilingualEmbedder()
    scores: list[float] = []
    same: list[bool] = []
    for side in sorted(sides)[: 3 if quick else None]:
        names = sides[side]
        vectors = embedder.embed([arguments[name]["argument"] for name in names])
        for a, b in combinations(range(len(names)), 2):
            scores.append(float(vectors[a] @ vectors[b]))
            same.append(not matched[names[a]].isdisjoint(matched[names[b]]))
    cosine, truth = np.array(scores), np.array(same)
    held = cosine >= SAME_POINT_AT
    ranked = truth[np.argsort(-cosine, kind="stable")]
    precisions = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    return [
        Figure(name="key points: pairs held to be one point that are", value=float(truth[held].mean()),
               floor=0.6, aim=0.8, n=int(held.sum())),
        Figure(name="key points: pairs of one point that are found", value=float(held[truth].mean()),
               floor=0.08, aim=0.3, n=int(truth.sum())),
        Figure(name="key points: average precision (by chance: the share of one point)",
               value=float((precisions * ranked).sum() / ranked.sum()), floor=0.52, aim=0.7, n=len(scores)),
    ]  # fmt: skip


def _arguments() -> tuple[dict[str, dict[str, str]], dict[str, set[str]]]:
    """The arguments of the development part, and the key points each was matched to."""
    folder = data_folder() / "kpa2021" / "kpm_data"
    arguments = {row["arg_id"]: row for row in _rows(folder / "arguments_dev.csv")}
    matched: dict[str, set[str]] = {}
    for row in _rows(folder / "labels_dev.csv"):
        if row["label"] == "1":
            matched.setdefault(row["arg_id"], set()).add(row["key_point_id"])
    return arguments, matched


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
