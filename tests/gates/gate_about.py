"""What speaks of a query, and what does not: by this a client's searches are satisfied or exhausted (L13).

Folders about one thing: the passages of an article (JSQuAD), the ten pages of a question (HotpotQA). Asked about it,
the passage that holds the answer must count; asked about something else, three passages must not, or the search would
be told as satisfied. The lines of `rank/fragments.py` were chosen on these very sets, so this is no unseen data: the
articles and questions of the full run beyond the quick sample were not looked at one by one.
"""

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder
from tadori.model.ids import EN, JA, Lang
from tadori.model.page import Fragment, Page
from tadori.rank.fragments import SearchedWords, fragments_about
from tadori.text.tokens import tokens
from tests.gates.figures import Figure, data_folder
from tests.rank.test_ranking_passages import page
from tests.rank.test_reranking import fragment

NEEDS: list[str] = ["retrieval/jsquad", "retrieval/2wiki-6119"]
SATISFIES: Final = 3
SMALLEST: Final = 12
"""Passages of an article that makes a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    lang: Lang
    texts: Sequence[tuple[str, str]]
    """(title, text)."""
    own: Sequence[tuple[str, frozenset[int]]]
    """(question, places of the texts that answer it)."""
    strange: Sequence[str]
    """Questions about something else."""


def run(quick: bool) -> list[Figure]:
    embedder = CachedEmbedder(MultilingualEmbedder(), InMemoryVectorCache())
    drawn = random.Random(20261117)
    return [
        *_figures("jsquad", list(articles(drawn, 4 if quick else 40)), embedder),
        *_figures("hotpotqa", list(contexts(drawn, 15 if quick else 99)), embedder),
    ]


def _figures(name: str, folders: Sequence[Folder], embedder: CachedEmbedder) -> list[Figure]:
    answered, fooled = [], []
    for folder in folders:
        pages, frequency = pages_of(folder), _frequency(folder.texts)
        for words, gold in [*folder.own, *((words, frozenset()) for words in folder.strange)]:
            asked = [SearchedWords(words=words, lang=folder.lang)]
            found = fragments_about(asked, pages, frequency=frequency, embedder=embedder)
            if gold:
                answered.append(any(f"fr_{place}" in found for place in gold))
            else:
                fooled.append(len(found) >= SATISFIES)
    told = f"about, {name}: passages that answer count"
    strange = f"about, {name}: other questions find {SATISFIES}"
    return [
        Figure(name=told, value=_share(answered), floor=0.94, aim=0.95, n=len(answered)),
        Figure(name=strange, value=_share(fooled), floor=0.07, aim=0.05, n=len(fooled), at_least=False),
    ]


def _share(found: Sequence[bool]) -> float:
    return sum(found) / len(found)


def articles(drawn: random.Random, most: int) -> Iterator[Folder]:
    passages = [row["text"].split(" [SEP] ", 1) for row in _rows("jsquad/passages.jsonl.gz")]
    questions = [(row["question"], row["gold"]) for row in _rows("jsquad/questions.jsonl.gz")]
    by_title: dict[str, list[int]] = {}
    for number, (title, _) in enumerate(passages):
        by_title.setdefault(title, []).append(number)
    large = [title for title, numbers in by_title.items() if len(numbers) >= SMALLEST]
    for title in drawn.sample(large, min(most, len(large))):
        places = {number: place for place, number in enumerate(by_title[title])}
        own = [(words, frozenset({places[gold]})) for words, gold in questions if gold in places]
        others = [words for words, gold in questions if gold not in places]
        yield Folder(
            lang=JA,
            texts=[(title, passages[number][1]) for number in by_title[title]],
            own=drawn.sample(own, min(20, len(own))),
            strange=drawn.sample(others, 20),
        )


def contexts(drawn: random.Random, most: int) -> Iterator[Folder]:
    with gzip.open(data_folder() / "retrieval/2wiki-6119/hotpotqa_train.json.gz", "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    chosen = drawn.sample(rows, min(most, len(rows)))
    for row, other in zip(chosen, [*chosen[1:], chosen[0]], strict=True):
        gold = {title for title, _ in row["supporting_facts"]}
        places = frozenset(n for n, (title, _) in enumerate(row["context"]) if title in gold)
        yield Folder(
            lang=EN,
            texts=[(title, "".join(sentences)) for title, sentences in row["context"]],
            own=[(row["question"], places)],
            strange=[other["question"]],
        )


def pages_of(folder: Folder) -> list[tuple[Page, list[Fragment]]]:
    """Each text as a page with one fragment, whose id tells its place."""
    return [
        (replace(page(text), title=title, lang=folder.lang), [fragment(text, place)])
        for place, (title, text) in enumerate(folder.texts)
    ]


def _frequency(texts: Sequence[tuple[str, str]]) -> Any:
    held = Counter(word for title, text in texts for word in {*tokens(title), *tokens(text)})
    return lambda words: (len(texts), {word: held[word] for word in words if word in held})


def _rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(data_folder() / "retrieval" / name, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]
