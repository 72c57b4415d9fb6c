"""What goes on when a model fails, and what is kept of what it said."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tadori.errors import ModelUnusable
from tadori.events.language_models import ModelSetAside
from tadori.minds.base import AnswerLine, EvidencePair, StanceScores
from tadori.minds.local.answer_reader import LocalAnswerReader
from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache
from tadori.minds.local.fallback import FailFastAnswerReader, FailFastEntailment, FailFastReranker, FallbackEmbedder
from tadori.minds.local.notices import ModelNotices
from tadori.minds.local.onnx_folder import Device, OnnxFolder
from tadori.minds.local.onnx_models import OnnxEmbedder, OnnxEntailment, OnnxReranker
from tadori.minds.local.remote import ExchangeLimits, ModelServer
from tadori.minds.local.remote_models import RemoteReranker
from tests.minds.llm.model_server import serving, tei
from tests.minds.local import tiny_models as tiny

ONE = Device(device="cpu", threads=1)


class Longest:
    """A reranker that likes the longest text, until it may not be asked any more."""

    def __init__(self, name: str = "longest", times: int = 99) -> None:
        self.model_id = name
        self.times = times
        self.asked: list[str] = []

    def relevance(self, query: str, passages: Sequence[str]) -> list[float]:
        self.times -= 1
        if self.times < 0:
            raise ModelUnusable("gone")
        self.asked += passages
        return [float(len(passage)) / 3 for passage in passages]


class Flat:
    model_id = "flat"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.tile(np.array([[0.6, 0.8]], dtype=np.float32), (len(texts), 1))


@pytest.mark.req("L38")
def test_a_mark_is_kept_by_model_query_and_passage() -> None:
    cache, first = InMemoryVectorCache(), Longest()
    steady = FailFastReranker(first, cache, ModelNotices())
    assert steady.relevance("潮", ["a", "潮流", "a"]) == [1 / 3, 2 / 3, 1 / 3]
    again = FailFastReranker(second := Longest(), cache, ModelNotices())
    assert again.relevance("潮", ["潮流", "abc", "a"]) == [2 / 3, 1.0, 1 / 3]
    assert (first.asked, second.asked) == (["a", "潮流"], ["abc"])
    assert (steady.computed, again.computed) == (2, 1)
    other = FailFastReranker(third := Longest("other"), cache, ModelNotices())
    assert other.relevance("潮", ["a"]) == again.relevance("海", ["a"]) == [1 / 3]
    assert (third.asked, second.asked) == (["a"], ["abc", "a"])


def test_marks_of_lone_surrogates_and_of_nothing_are_kept_like_others() -> None:
    steady = FailFastReranker(Longest(), InMemoryVectorCache(), ModelNotices())
    assert steady.relevance("\ud800", ["\udfff", ""]) == [1 / 3, 0.0]
    assert steady.relevance("q", []) == []


@pytest.mark.req("L24")
def test_a_reranker_that_fails_is_asked_no_more_and_told_once() -> None:
    notices, inner = ModelNotices(), Longest(times=1)
    steady = FailFastReranker(inner, InMemoryVectorCache(), notices)
    assert steady.relevance("q", ["a"]) == [1 / 3]
    for _ in range(3):
        with pytest.raises(ModelUnusable, match="gone"):
            steady.relevance("q", ["b"])
    assert (inner.times, steady.model_id) == (-1, "none")
    assert notices.drain() == [ModelSetAside(seat="reranker", reason="gone", instead="the order by words and vectors")]


def test_a_server_that_hangs_is_waited_for_once() -> None:
    with serving(tei()) as fake:
        fake.answers["/rerank"] = fake.hang
        server = ModelServer(fake.address, limits=ExchangeLimits(answer_seconds=0.3, health_seconds=30))
        steady = FailFastReranker(RemoteReranker(server), InMemoryVectorCache(), ModelNotices())
        for _ in range(5):
            with pytest.raises(ModelUnusable, match="no answer within"):
                steady.relevance("q", ["a"])
    assert [path for path, _ in fake.asked].count("/rerank") == 1


@pytest.mark.req("L27")
def test_a_stance_model_that_fails_is_told_and_the_judge_may_go_on() -> None:
    notices = ModelNotices()
    steady = FailFastEntailment(OnnxEntailment(OnnxFolder(Path("nowhere-at-all"))), notices)
    assert steady.model_id == "none"
    with pytest.raises(ModelUnusable, match="there is no model folder nowhere-at-all"):
        steady.scores([EvidencePair(claim="a", evidence="b")])
    assert [(event.seat, event.instead) for event in notices.drain()] == [("stance", "rules")]


def test_a_stance_model_that_works_is_handed_through(tmp_path: Path) -> None:
    inner = OnnxEntailment(OnnxFolder(tiny.nli_folder(tmp_path / "nli"), ONE))
    steady = FailFastEntailment(inner, ModelNotices())
    found: list[StanceScores] = steady.scores([EvidencePair(claim="sea", evidence="yes")])
    assert (steady.model_id, found[0].supports > 0.9) == (inner.model_id, True)


@pytest.mark.req("L39")
def test_an_embedder_that_fails_gives_way_to_the_shipped_one_with_its_name(tmp_path: Path) -> None:
    cache, notices = InMemoryVectorCache(), ModelNotices()
    folder = tiny.embedder_folder(tmp_path / "bge-m3")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}', encoding="utf-8")
    inner = OnnxEmbedder(OnnxFolder(folder, ONE))
    steady = FallbackEmbedder(CachedEmbedder(inner, cache), CachedEmbedder(Flat(), cache), notices)
    assert steady.embed(["潮", "潮"])[0].tolist() == pytest.approx([4 / 32**0.5, 4 / 32**0.5], abs=1e-3)
    assert (steady.model_id, steady.computed, steady.reused) == (inner.model_id, 1, 1)
    assert notices.drain() == []
    (folder / "model.onnx").write_bytes(b"torn")
    fresh = OnnxEmbedder(OnnxFolder(folder, ONE))
    broken = FallbackEmbedder(CachedEmbedder(fresh, cache), CachedEmbedder(Flat(), cache), notices)
    assert broken.embed(["潮", "猫"]).flatten().tolist() == pytest.approx([0.6, 0.8, 0.6, 0.8], abs=1e-3)
    assert (broken.model_id, broken.computed) == ("flat", 2)
    assert [(event.seat, "torn" in event.reason) for event in notices.drain()] == [("embedder", False)]


def test_an_embedder_whose_folder_is_missing_has_the_name_of_the_shipped_one(tmp_path: Path) -> None:
    cache = InMemoryVectorCache()
    first = CachedEmbedder(OnnxEmbedder(OnnxFolder(tmp_path / "gone")), cache)
    steady = FallbackEmbedder(first, CachedEmbedder(Flat(), cache), ModelNotices())
    assert steady.model_id == "flat"


def test_a_real_folder_is_reranked_behind_the_cache(tmp_path: Path) -> None:
    inner = OnnxReranker(OnnxFolder(tiny.reranker_folder(tmp_path / "bge"), ONE))
    steady = FailFastReranker(inner, InMemoryVectorCache(), ModelNotices())
    assert steady.relevance("yes", ["猫", "潮"]) == steady.relevance("yes", ["猫", "潮"]) == [-1.0, 2.0]
    assert steady.computed == 2


def test_a_notice_is_told_once_even_after_it_was_drained() -> None:
    notices = ModelNotices()
    notices.tell("nli", "a", "b")
    assert len(notices.drain()) == 1
    notices.tell("nli", "a", "b")
    notices.tell("nli", "c", "b")
    assert [event.reason for event in notices.drain()] == ["c"]


def test_an_answer_reader_that_cannot_be_read_is_told_once_and_set_aside(tmp_path: Path) -> None:
    notices = ModelNotices()
    reader = FailFastAnswerReader(LocalAnswerReader(tmp_path / "gone.npz"), notices)
    line = AnswerLine(above="", before="", text="Because of the storm.")
    assert reader.model_id == "tadori-answers-1"
    for _ in range(2):
        with pytest.raises(ModelUnusable, match=r"gone\.npz is not a file of weights"):
            reader.log_odds("Why?", [line])
    told = notices.drain()
    assert [(one.seat, one.instead) for one in told] == [("answer reader", "words and vectors")]
    assert reader.model_id == "none"
