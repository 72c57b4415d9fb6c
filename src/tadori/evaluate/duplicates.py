"""Measures whether copies and retellings share an origin, and different pages do not.

Pages are made from the articles of the two extraction benchmarks: each is copied as it is, cut, framed by another
site's words, put into a longer page, edited word by word, or shuffled. Two pages of one article are a pair to be found;
two of different articles are not. Points: IBM's key point data, where arguments that were matched to the same key point
make the same point. Thresholds were chosen on every second article and on the training part of the key points; the
figures are of the others.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Final

from tadori.errors import SourceGarbled
from tadori.evaluate import extraction
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import Row, csv_rows, file_bytes
from tadori.evaluate.figures import MeasuredFigure
from tadori.extract.extraction import Extraction
from tadori.graph.duplicates import copied_pairs
from tadori.graph.narratives import retellings
from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import SAME_POINT_AT
from tadori.text.sentences import sentences

KEY_POINTS: Final = "kpa2021"
SHORTEST: Final = 400
"""Characters of an article that is worth copying."""
_QUICK_COPIES: Final = 40
_QUICK_RETOLD: Final = 10
_MOST_RETOLD: Final = 40
_QUICK_SIDES: Final = 3
_WORD: Final = re.compile(r"\w+")
_FEW_LETTERS: Final = re.compile(r"[ぁ-ヿ㐀-鿿]{2}")

Article = tuple[str, Lang]
Change = Callable[[str, Lang, str, random.Random], str]
"""Text, language, another article's text, chance → the text as a copier would publish it."""


def copied_english(bench: Bench) -> Iterator[MeasuredFigure]:
    yield from _copied("copies of English articles", unseen_english_articles(bench.data), bench)


def copied_japanese(bench: Bench) -> Iterator[MeasuredFigure]:
    yield from _copied("copies of Japanese articles", japanese_articles(bench.data), bench)


def _copied(name: str, articles: list[Article], bench: Bench) -> Iterator[MeasuredFigure]:
    found, precision, n = copies_found(articles[:_QUICK_COPIES] if bench.quick else articles)
    for change, share in found.items():
        yield MeasuredFigure(set=name, figure=f"found, {change}", value=share, n=n)
    yield MeasuredFigure(set=name, figure="pairs that are copies", value=precision, n=n)


def copies_found(articles: list[Article]) -> tuple[dict[str, float], float, int]:
    """Per way of copying the share found, and of all pairs found the share that are pages of one article."""
    texts: dict[str, str] = {}
    for number, (text, lang) in enumerate(articles):
        chance = random.Random(number)
        texts[f"{number} original"] = text
        other = articles[(number + 1) % len(articles)][0]
        for name, change in CHANGES.items():
            texts[f"{number} {name}"] = change(text, lang, other, chance)
    pairs = [(copy.one, copy.other) for copy in copied_pairs(texts)]
    right = [pair for pair in pairs if pair[0].split()[0] == pair[1].split()[0] or is_meant(pair, len(articles))]
    joined = {frozenset(pair) for pair in pairs}
    found = {
        name: sum(frozenset((f"{n} original", f"{n} {name}")) in joined for n in range(len(articles))) / len(articles)
        for name in CHANGES
    }
    return found, len(right) / max(1, len(pairs)), len(articles)


def is_meant(pair: tuple[str, str], total: int) -> bool:
    """Whether the pair is a page that was put into a longer one, and that page's other text: a copy too."""
    numbers = sorted(int(name.split()[0]) for name in pair)
    inside = any(name.endswith("inside") for name in pair)
    return inside and (numbers[1] - numbers[0]) in {1, total - 1}


def _cut(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    spans = sentences(text, lang)
    return text[: spans[max(0, (len(spans) * 2) // 5 - 1)].end] if spans else text


def _framed(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    return f"{FRAMES[lang][0]}\n{text}\n{FRAMES[lang][1]}"


def _inside(text: str, lang: Lang, other: str, chance: random.Random) -> str:
    return f"{other}\n{text}"


def _edited(share: float) -> Change:
    def change(text: str, lang: Lang, other: str, chance: random.Random) -> str:
        unit = _WORD if lang == EN else _FEW_LETTERS
        strange = unit.findall(other)
        return unit.sub(lambda m: chance.choice(strange) if chance.random() < share else m[0], text)

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


def unseen_english_articles(data: Path) -> list[Article]:
    """The half of the English articles that no threshold was chosen on."""
    return _some([(truth, EN) for _, truth in extraction.benchmark_pages(data) if len(truth) >= SHORTEST][1::2])


def japanese_articles(data: Path) -> list[Article]:
    folder = data / extraction.JAPANESE / "html"
    bodies = sorted(path for path in folder.iterdir() if path.is_file())
    pages = [extraction.page_capture(f"https://{path.stem}.test/", file_bytes(path)) for path in bodies]
    texts = dict.fromkeys(Extraction().extract(page).text for page in pages)
    return _some([(text, JA) for text in texts if len(text) >= SHORTEST])


def _some(articles: list[Article]) -> list[Article]:
    if len(articles) < 2:
        raise SourceGarbled(source="articles", reason=f"two of {SHORTEST} characters are needed to make copies of")
    return articles


def retold(bench: Bench) -> Iterator[MeasuredFigure]:
    """Articles of which a copier left out every third word: no shingle survives, the points and their order do."""
    right = wrong = total = 0
    for articles in (unseen_english_articles(bench.data), japanese_articles(bench.data)):
        texts: dict[str, list[str]] = {}
        for number, (text, lang) in enumerate(articles[: _QUICK_RETOLD if bench.quick else _MOST_RETOLD]):
            parts = [text[span.start : span.end] for span in sentences(text, lang)]
            texts[f"{number} original"] = parts
            texts[f"{number} retold"] = [_thinned(part, lang, random.Random(part)) for part in parts]
        pairs = [(found.one.split()[0], found.other.split()[0]) for found in retellings(texts, bench.embedder())]
        right += len({one for one, other in pairs if one == other})
        wrong += sum(one != other for one, other in pairs)
        total += len(texts) // 2
    name = "retellings of articles"
    yield MeasuredFigure(set=name, figure="found", value=right / total, n=total)
    yield MeasuredFigure(
        set=name, figure="pairs that are one story", value=right / max(1, right + wrong), n=right + wrong
    )


def _thinned(text: str, lang: Lang, chance: random.Random) -> str:
    unit = r"\w+\s*" if lang == EN else _FEW_LETTERS
    return re.sub(unit, lambda m: "" if chance.random() < 1 / 3 else m[0], text)


def key_points(bench: Bench) -> Iterator[MeasuredFigure]:
    """Pairs of arguments on one topic and side: of those held to make one point, how many were matched to one."""
    import numpy as np  # lazy: numpy is loaded only where pages are compared

    scores, same = _pairs(bench)
    if not any(same):
        raise SourceGarbled(source=KEY_POINTS, reason="no two arguments were matched to one key point")
    cosine, truth = np.array(scores), np.array(same)
    held = cosine >= SAME_POINT_AT
    ranked = truth[np.argsort(-cosine, kind="stable")]
    precisions = np.cumsum(ranked) / np.arange(1, len(ranked) + 1)
    right = float(truth[held].mean()) if held.any() else 0.0
    found = float(held[truth].mean())
    average = float((precisions * ranked).sum() / ranked.sum())
    yield MeasuredFigure(set=KEY_POINTS, figure="pairs held to be one point that are", value=right, n=int(held.sum()))
    yield MeasuredFigure(set=KEY_POINTS, figure="pairs of one point that are found", value=found, n=int(truth.sum()))
    yield MeasuredFigure(set=KEY_POINTS, figure="average precision", value=average, n=len(scores))
    yield MeasuredFigure(set=KEY_POINTS, figure="average precision by chance", value=float(truth.mean()), n=len(scores))


def _pairs(bench: Bench) -> tuple[list[float], list[bool]]:
    """Likeness of every two arguments of one side, and whether they make one point."""
    arguments, matched = _arguments(bench.data)
    sides: dict[tuple[str, str], list[str]] = {}
    for name in matched:
        sides.setdefault((arguments[name]["topic"], arguments[name]["stance"]), []).append(name)
    embedder = bench.embedder()
    scores: list[float] = []
    same: list[bool] = []
    for side in sorted(sides)[: _QUICK_SIDES if bench.quick else None]:
        names = sides[side]
        vectors = embedder.embed([arguments[name]["argument"] for name in names])
        for a, b in combinations(range(len(names)), 2):
            scores.append(float(vectors[a] @ vectors[b]))
            same.append(not matched[names[a]].isdisjoint(matched[names[b]]))
    return scores, same


def _arguments(data: Path) -> tuple[dict[str, Row], dict[str, set[str]]]:
    """The arguments of the development part, and the key points each was matched to."""
    folder = data / KEY_POINTS / "kpm_data"
    rows = csv_rows(folder / "arguments_dev.csv", "arg_id", "argument", "topic", "stance")
    arguments = {row["arg_id"]: row for row in rows}
    matched: dict[str, set[str]] = {}
    for row in csv_rows(folder / "labels_dev.csv", "arg_id", "key_point_id", "label"):
        if row["label"] == "1":
            matched.setdefault(row["arg_id"], set()).add(row["key_point_id"])
    return arguments, matched
