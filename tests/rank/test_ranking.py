"""Ranking as a whole: words within a language, vectors across languages, both together."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.doors import Passage, PassageMatch
from tadori.model.evidence_thresholds import RANK_EMBEDDED
from tadori.model.ids import EN, JA, Lang, Url
from tadori.rank.ranking import rank_matches, rank_unindexed

LOCKS = "The lock gates of the canal were rebuilt in 1994 by the water board."
TIDES = "The tidal station in the bay began to make power in 2011."
EMBEDDER = MultilingualEmbedder()
CATS = "A cat sleeps sixteen hours a day."


class Pointing:
    """An embedder that puts texts with the same word of `words` at the same place, and counts what it is asked."""

    model_id = "pointing"

    def __init__(self, *words: str) -> None:
        self.words = words
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([[float(word in text) for word in self.words] for text in texts], dtype=np.float32)


class Backwards:
    """A reranker that likes the shortest text best."""

    model_id = "backwards"

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        return [-float(len(passage)) for passage in passages]


def match(identity: str, text: str, lang: Lang) -> PassageMatch:
    passage = Passage(
        id=identity,
        page_id=identity,
        url=Url(identity),
        title="",
        date=None,
        lang=lang,
        start=0,
        end=len(text),
        text=text,
    )
    return PassageMatch(passage=passage, score=0.0)


def nothing_known(tokens: Sequence[str]) -> tuple[int, dict[str, int]]:
    return 0, {}


@pytest.mark.req("L24")
def test_the_passage_that_answers_comes_first_and_all_are_there() -> None:
    ranked = rank_unindexed(
        "When did the tidal station begin to make power?",
        [("a", CATS, ""), ("b", LOCKS, ""), ("c", TIDES, "")],
        embedder=None,
    )
    assert [r.id for r in ranked] == ["c", "a", "b"]
    assert ranked[0].score > 0.4
    assert [r.score for r in ranked[1:]] == [0, 0]


def test_the_title_counts_as_words_of_the_passage() -> None:
    ranked = rank_unindexed(
        "tidal station",
        [("a", "It makes power.", "Town hall"), ("b", "It makes power.", "Tidal station")],
        embedder=None,
    )
    assert [r.id for r in ranked] == ["b", "a"]


def test_words_that_stand_together_beat_the_same_words_apart() -> None:
    filler = "and many other things were said on that long day by people who had come from far away to listen " * 3
    apart = f"The pump failed. {filler} The inlet was closed."
    together = f"The inlet pump failed. {filler} It was closed."
    ranked = rank_unindexed("inlet pump", [("a", apart, ""), ("b", together, "")], embedder=None)
    assert [r.id for r in ranked] == ["b", "a"]


@pytest.mark.req("X7")
def test_japanese_passages_are_ranked_by_japanese_words() -> None:
    passages = [
        ("a", "猫は一日に十六時間眠る。", ""),
        ("b", "湾の潮力発電所は2011年に発電を始めた。", ""),
        ("c", "運河の水門は1994年に改修された。", ""),
    ]
    ranked = rank_unindexed("潮力発電所はいつ発電を始めましたか。", passages, embedder=None)
    assert ranked[0].id == "b"


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("question", "passages"),
    [
        ("潮力発電所はいつ動き始めましたか。", [CATS, LOCKS, TIDES]),
        (
            "When did the tidal power station start to run?",
            ["猫は一日に十六時間眠る。", "運河の水門は改修された。", "湾の潮力発電所は十五年前に発電を始めた。"],
        ),
    ],
    ids=["a Japanese question, English passages", "an English question, Japanese passages"],
)
def test_a_question_finds_the_passage_of_the_other_language(question: str, passages: list[str]) -> None:
    given_passages = [(f"{n}", text, "") for n, text in enumerate(passages)]
    assert rank_unindexed(question, given_passages, embedder=EMBEDDER)[0].id == "2"


def test_without_an_embedder_names_and_digits_still_meet_across_languages() -> None:
    ranked = rank_unindexed(
        "AlphaGoは2016年に勝ちましたか", [("a", "A cat.", ""), ("b", "AlphaGo won in 2016.", "")], embedder=None
    )
    assert [r.id for r in ranked] == ["b", "a"]


def test_vectors_break_a_tie_of_words_and_do_not_overrule_them() -> None:
    embedder = Pointing("tide", "moon")
    tie = rank_unindexed("tide", [("a", "tide cat", ""), ("b", "tide tide", "")], embedder=None)
    assert [r.id for r in tie] == ["b", "a"]
    ranked = rank_unindexed(
        "tide moon", [("a", "moon", ""), ("b", "tide", ""), ("c", "nothing", "")], embedder=embedder
    )
    assert [r.id for r in ranked] == ["a", "b", "c"]
    assert [r.cosine for r in ranked] == [1, 1, 0]


def test_only_the_best_passages_by_words_are_embedded() -> None:
    embedder = Pointing("tide")
    passages = [(f"{n:03}", "tide " * (n + 1), "") for n in range(RANK_EMBEDDED + 30)]
    ranked = rank_unindexed("tide", passages, embedder=embedder)
    assert len(embedder.asked) == RANK_EMBEDDED + 1
    assert sorted(r.id for r in ranked) == sorted(identity for identity, _, _ in passages)


def test_a_run_in_one_language_need_not_embed_at_all() -> None:
    embedder = Pointing("tide")
    matches = [match("a", LOCKS, EN), match("b", TIDES, EN)]
    ranked = rank_matches("tidal station", EN, matches, frequency=nothing_known, embedder=embedder, embedded=0)
    assert [m.passage.id for m in ranked] == ["b", "a"]
    assert embedder.asked == []


def test_with_embedding_at_home_off_other_languages_are_still_embedded() -> None:
    embedder = Pointing("潮力", "tidal")
    matches = [match("a", LOCKS, EN), match("b", "潮力発電所", JA)]
    rank_matches("tidal station", EN, matches, frequency=nothing_known, embedder=embedder, embedded=0)
    assert embedder.asked == ["tidal station", "潮力発電所"]


def test_matches_that_bring_no_terms_are_read_here() -> None:
    ranked = rank_matches(
        "tidal station", EN, [match("a", LOCKS, EN), match("b", TIDES, EN)], frequency=nothing_known, embedder=None
    )
    assert [(m.passage.id, m.score > 0) for m in ranked] == [("b", True), ("a", False)]


def test_a_reranker_orders_the_best_and_scores_still_fall() -> None:
    passages = [("a", "tide tide of the sea", ""), ("b", "tide", ""), ("c", "a tide of cats and of dogs", "")]
    ranked = rank_unindexed("tide", passages, embedder=None, reranker=Backwards())
    assert [r.id for r in ranked] == ["b", "a", "c"]
    assert [r.score for r in ranked] == sorted((r.score for r in ranked), reverse=True)


@pytest.mark.parametrize("query", ["", "the", "何ですか", "!?", "\x00"])
def test_a_question_without_content_puts_nothing_before_anything(query: str) -> None:
    ranked = rank_unindexed(query, [("b", TIDES, ""), ("a", CATS, "")], embedder=None)
    assert [(r.id, r.score) for r in ranked] == [("a", 0), ("b", 0)]


def test_nothing_to_rank_gives_nothing() -> None:
    assert rank_unindexed("tide", [], embedder=None) == []


def test_empty_passages_come_last() -> None:
    ranked = rank_unindexed("tide", [("a", "", ""), ("b", "tide", "")], embedder=None)
    assert [r.id for r in ranked] == ["b", "a"]


def test_five_thousand_passages_are_ranked_again_quickly_once_they_were_read() -> None:
    import time

    passages = [(f"{n}", f"{TIDES} number {n} " + "of the sea and the shore " * 10, "") for n in range(5000)]
    rank_unindexed("tidal station", passages, embedder=None)
    started = time.process_time()
    ranked = rank_unindexed("station number 4321", passages, embedder=None)
    assert ranked[0].id == "4321"
    assert time.process_time() - started < 2


WORDS = st.lists(st.sampled_from(["tide", "gate", "sea", "cat", "潮力", "水門", "2011", "the"]), max_size=12).map(
    " ".join
)


@given(WORDS, st.lists(WORDS, max_size=6), st.randoms())
@settings(deadline=None, max_examples=60)
def test_the_order_given_does_not_matter_and_scores_stay_between_0_and_1(
    query: str, texts: list[str], random: object
) -> None:
    passages = [(f"{n}", text, "") for n, text in enumerate(texts)]
    ranked = rank_unindexed(query, passages, embedder=None)
    assert rank_unindexed(query, passages[::-1], embedder=None) == ranked
    assert [r for r in ranked if not 0 <= r.score <= 1] == []


def test_equally_good_matches_keep_the_order_in_which_the_index_gave_them() -> None:
    found = rank_matches(
        "tidal power", EN, [match(i, TIDES, EN) for i in "cab"], frequency=nothing_known, embedder=None
    )
    assert [m.passage.id for m in found] == ["c", "a", "b"]


def test_equally_good_loose_passages_stand_by_id() -> None:
    found = rank_unindexed("tidal power", [(i, TIDES, "") for i in "cab"], embedder=None)
    assert [r.id for r in found] == ["a", "b", "c"]
