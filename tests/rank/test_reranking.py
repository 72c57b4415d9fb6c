"""The seat of a reranker, in the ranking of passages and of fragments."""

from collections.abc import Sequence

import pytest

from tadori.errors import ModelUnusable
from tadori.model.ids import EN, text_hash
from tadori.model.page import Fragment, FragmentType
from tadori.rank.fragments import rank_fragments
from tadori.rank.ranking import rank_unindexed
from tadori.rank.reranking import reranked_order
from tests.rank.test_ranking_passages import page


class Likes:
    """A reranker that marks passages by how often they hold a word."""

    model_id = "likes"

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[list[str]] = []

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        self.asked.append(list(passages))
        return [float(passage.count(self.word)) for passage in passages]


class Broken:
    model_id = "broken"

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        raise ModelUnusable("torn")


@pytest.mark.req("L24")
def test_passages_come_in_the_order_of_the_marks_and_ties_as_given() -> None:
    assert reranked_order("猫", ["犬", "猫猫", "鳥", "猫"], Likes("猫")) == [1, 3, 0, 2]


@pytest.mark.req("L24")
def test_a_reranker_that_fails_leaves_the_order_as_it_was() -> None:
    assert reranked_order("猫", ["犬", "猫"], Broken()) == [0, 1]
    passages = [("a", "tide tide of the sea", ""), ("b", "tide", ""), ("c", "a tide of cats", "")]
    assert rank_unindexed("tide", passages, embedder=None, reranker=Broken()) == rank_unindexed(
        "tide", passages, embedder=None
    )


def test_without_a_reranker_nothing_moves() -> None:
    assert reranked_order("猫", ["犬", "猫"], None) == [0, 1]


@pytest.mark.parametrize(("query", "passages"), [("", ["a", "b"]), ("  ", ["a", "b"]), ("q", ["a"]), ("q", [])])
def test_where_there_is_nothing_to_order_the_model_is_not_asked(query: str, passages: list[str]) -> None:
    model = Likes("b")
    assert reranked_order(query, passages, model) == list(range(len(passages)))
    assert model.asked == []


def test_only_the_best_are_reranked_and_what_is_behind_stays_behind() -> None:
    passages = [("a", "tide and tide", ""), ("b", "the tide rose", ""), ("c", "cat cat cat", "")]
    plain = [r.id for r in rank_unindexed("tide", passages, embedder=None)]
    model = Likes("rose")
    ranked = rank_unindexed("tide", passages, embedder=None, reranker=model, reranked=2)
    assert (plain[2], [len(asked) for asked in model.asked]) == ("c", [2])
    assert [r.id for r in ranked] == ["b", "a", "c"]


def fragment(text: str, place: int) -> Fragment:
    return Fragment(
        id=f"fr_{place}",
        page_id="pg_1",
        text=text,
        text_hash=text_hash(text),
        start=place,
        end=place + len(text),
        fragment_type=FragmentType.PARAGRAPH,
        heading_context="",
        heading_hierarchy=(),
        element_index=place,
    )


def rare(tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
    return 1, {}


@pytest.mark.req("L24")
def test_fragments_of_pages_are_reranked_and_their_scores_still_fall() -> None:
    texts = ["tide tide power", "tide", "cats", "dogs"]
    given = [(page(" ".join(texts)), [fragment(text, place) for place, text in enumerate(texts)])]
    plain = rank_fragments("tide power", EN, given, frequency=rare, embedder=None)
    assert [r.fragment.text for r in plain] == texts
    ranked = rank_fragments("tide power", EN, given, frequency=rare, embedder=None, reranker=Likes("cats"), reranked=3)
    assert [r.fragment.text for r in ranked] == ["cats", "tide tide power", "tide", "dogs"]
    assert [r.score for r in ranked] == [r.score for r in plain]
    broken = rank_fragments("tide power", EN, given, frequency=rare, embedder=None, reranker=Broken())
    assert broken == plain
