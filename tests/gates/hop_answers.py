"""Measures answers to questions that hop: 2Wiki and HotpotQA through the whole program, even-numbered questions only.

The rules of `rank/hops` were written while looking at the odd-numbered ones. HotpotQA has gold answers. The 2Wiki file
has none, only gold pages: there a bridge question counts as answered when the first printed sentence is from the page
at the end of the gold trail and has a value of the asked sort. A comparison counts when the answer cites both sides.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tadori.evaluate.answers import holds
from tadori.evaluate.bench import Bench
from tadori.evaluate.data import json_document, json_rows
from tadori.evaluate.figures import MeasuredFigure
from tadori.evaluate.multihop import HOTPOT_FILES, TWO_WIKI_FILES, TitledText
from tadori.evaluate.reports import printed
from tadori.model.ids import EN
from tadori.rank.answer_values import answer_values
from tadori.rank.question import parse_question
from tadori.text.page_titles import page_subject, searchable_text

ANSWERED: Final = "bridge questions answered"
WRONGLY: Final = "bridge questions, exit 0 without an answer"
BOTH_SIDES: Final = "comparisons with both sides in the answer"
_HALF: Final = slice(1, None, 2)
_QUICK: Final = slice(1, None, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class HopItem:
    """A question with what answers it."""

    question: str
    compares: bool
    answers: tuple[str, ...]
    """Gold answers; empty where the set has none."""
    pages: tuple[str, ...]
    """Titles of the pages that must be cited: both sides of a comparison, or the end of the trail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HopOutcome:
    compares: bool
    right: bool
    silent: bool


def hotpot_items(bench: Bench) -> tuple[tuple[TitledText, ...], list[HopItem]]:
    corpus = json_document(bench.data / HOTPOT_FILES[0])
    rows = json_rows(bench.data / HOTPOT_FILES[1], "question", "supporting_facts", "answer", "type")
    items = []
    for row in rows:
        titles = tuple(dict.fromkeys(title for title, _ in row["supporting_facts"]))
        compares = row["type"] == "comparison"
        items.append(
            HopItem(
                question=row["question"],
                compares=compares,
                answers=() if compares else (row["answer"],),
                pages=titles if compares else (),
            )
        )
    return tuple((title, "".join(text)) for title, text in corpus.items()), items


def two_wiki_items(bench: Bench) -> tuple[tuple[TitledText, ...], list[HopItem]]:
    documents = tuple((d["title"], d["text"]) for d in json_rows(bench.data / TWO_WIKI_FILES[0], "title", "text"))
    items = []
    for row in json_rows(bench.data / TWO_WIKI_FILES[1], "question", "ground_truth"):
        gold = row["ground_truth"]
        asked = searchable_text(row["question"])
        named = [searchable_text(page_subject(title)) for title in gold]
        apart = not any(
            one in searchable_text(title)
            for title in gold
            for one in named
            if one != searchable_text(page_subject(title))
        )
        compares = len(gold) > 2 or (apart and all(name in asked for name in named))
        ends = tuple(gold[len(gold) // 2 :]) if len(gold) > 2 else tuple(gold) if compares else (gold[-1],)
        items.append(HopItem(question=row["question"], compares=compares, answers=(), pages=ends))
    return documents, items


def outcome_of(item: HopItem, report: dict[str, Any]) -> HopOutcome:
    """Whether one report answers."""
    said = printed(report, "answer")
    return HopOutcome(compares=item.compares, right=bool(said) and _right(item, report, said), silent=not said)


def _right(item: HopItem, report: dict[str, Any], said: Sequence[dict[str, Any]]) -> bool:
    if item.answers:
        return holds(report, item.answers)
    titles = {citation["number"]: citation["title"] for citation in report["citations"]}
    cited = [{titles[number] for number in sentence["citations"]} for sentence in said]
    if item.compares:
        return all(any(page in there for there in cited) for page in item.pages)
    asked = parse_question(item.question, EN)
    return item.pages[0] in cited[0] and bool(answer_values(asked, said[0]["text"], EN))


def measured(bench: Bench, name: str) -> Iterator[MeasuredFigure]:
    """The three figures of `2wiki-101` or `hotpotqa-100`."""
    documents, items = two_wiki_items(bench) if name == "2wiki-101" else hotpot_items(bench)
    files = [(f"{number:05d}.md", title, text) for number, (title, text) in enumerate(documents)]
    asked = items[_QUICK if bench.quick else _HALF]
    with bench.open_harness(files, "en") as harness:
        found = []
        for number, item in enumerate(asked, 1):
            found.append(outcome_of(item, harness.research(item.question)))
            bench.on_progress(f"{number} of {len(asked)} questions")
    yield from hop_figures(name, found)


def hop_figures(name: str, found: Sequence[HopOutcome]) -> Iterator[MeasuredFigure]:
    bridges = [one for one in found if not one.compares]
    sides = [one for one in found if one.compares]
    rows = (
        (ANSWERED, [one.right for one in bridges]),
        (WRONGLY, [not one.right and not one.silent for one in bridges]),
        (BOTH_SIDES, [one.right for one in sides]),
    )
    for figure, values in rows:
        yield MeasuredFigure(set=name, figure=figure, value=sum(values) / max(1, len(values)), n=len(values))
