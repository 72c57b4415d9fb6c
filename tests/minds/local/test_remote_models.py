"""Models behind HTTP: a real server on loopback, in the forms of text-embeddings-inference and infinity."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tadori.errors import ConfigError, ModelUnusable
from tadori.minds.base import EvidencePair
from tadori.minds.local.remote import ExchangeLimits, ModelServer, checked_address
from tadori.minds.local.remote_models import RemoteEmbedder, RemoteEntailment, RemoteReranker
from tests.minds.llm.model_server import Answer, FakeModelServer, infinity, serving, tei

LIMITS = ExchangeLimits(answer_seconds=30, health_seconds=30)
SHORT = ExchangeLimits(answer_seconds=0.3, health_seconds=0.3)
PAIR = EvidencePair(claim="潮流発電所は2019年に開業した。", evidence="The tidal station opened in 2019.")


def at(fake: FakeModelServer, limits: ExchangeLimits = LIMITS) -> ModelServer:
    return ModelServer(fake.address, limits=limits)


def predicted(*rows: tuple[float, float, float]) -> list[list[dict[str, Any]]]:
    labels = ("contradiction", "ENTAILMENT", "neutral")
    return [[{"score": score, "label": label} for label, score in zip(labels, row, strict=True)] for row in rows]


@pytest.mark.req("L39")
def test_pairs_are_predicted_in_the_form_of_text_embeddings_inference() -> None:
    with serving(tei() | {"/predict": lambda _: predicted((0.1, 0.7, 0.2), (0.5, 0.25, 0.25))}) as fake:
        model = RemoteEntailment(at(fake))
        found = model.scores([PAIR, EvidencePair(claim="b", evidence="a")])
        assert model.model_id == "tiny/model@0123456789ab"
    assert (found[0].supports, found[0].refutes, found[0].neutral) == pytest.approx((0.7, 0.1, 0.2))
    assert found[1].refutes == pytest.approx(0.5)
    assert [path for path, _ in fake.asked] == ["/health", "/info", "/predict"]
    assert fake.asked[2][1] == {
        "inputs": [[PAIR.evidence, PAIR.claim], ["a", "b"]],
        "truncate": True,
        "raw_scores": False,
    }


@pytest.mark.req("L24")
def test_passages_are_marked_in_the_order_given_though_servers_answer_best_first() -> None:
    ranks = [{"index": 1, "score": 0.9}, {"index": 0, "score": 0.25}]
    with serving(tei() | {"/rerank": lambda _: ranks}) as fake:
        assert RemoteReranker(at(fake)).relevance("潮", ["猫", "潮流"]) == [0.25, 0.9]
    assert fake.asked[-1][1] == {
        "query": "潮",
        "texts": ["猫", "潮流"],
        "truncate": True,
        "raw_scores": False,
        "return_text": False,
    }


def test_passages_are_marked_in_the_form_of_infinity() -> None:
    told = {"object": "rerank", "results": [{"relevance_score": 0.5, "index": 0, "document": None}], "model": "x"}
    with serving(infinity() | {"/rerank": lambda _: told}) as fake:
        model = RemoteReranker(at(fake))
        assert (model.relevance("q", ["a"]), model.model_id) == ([0.5], "tiny/bge")
    assert fake.asked[-1][1] == {"model": "tiny/bge", "query": "q", "documents": ["a"], "return_documents": False}


def test_texts_are_embedded_at_length_one() -> None:
    with serving(tei() | {"/embed": lambda _: [[3.0, 4.0], [0, -2]]}) as fake:
        vectors = RemoteEmbedder(at(fake)).embed(["潮", ""])
    assert vectors.flatten().tolist() == pytest.approx([0.6, 0.8, 0.0, -1.0])
    assert fake.asked[-1][1]["inputs"] == ["潮", " "]


@pytest.mark.req("L15")
def test_a_server_computes_in_its_turn_and_says_what_it_is_out_of_turn() -> None:
    log: list[str] = []

    @contextmanager
    def turn() -> Iterator[None]:
        log.append("in")
        yield
        log.append("out")

    def embedded(_: object) -> list[list[float]]:
        log.append("computes")
        return [[1.0, 0.0]]

    with serving(tei() | {"/embed": embedded}) as fake:
        RemoteEmbedder(ModelServer(fake.address, limits=LIMITS, turn=turn)).embed(["潮"])
        assert [path for path, _ in fake.asked] == ["/health", "/info", "/embed"]
    assert log == ["in", "computes", "out"]


def test_texts_are_embedded_in_the_form_of_infinity() -> None:
    rows = [{"object": "embedding", "embedding": [0.0, 5.0], "index": 0}]
    with serving(infinity() | {"/embeddings": lambda _: {"data": rows}}) as fake:
        assert RemoteEmbedder(at(fake)).embed(["潮"]).tolist() == [[0.0, 1.0]]


def test_nothing_to_read_is_asked_of_nobody_but_which_model_it_is() -> None:
    with serving(tei()) as fake:
        assert RemoteReranker(at(fake)).relevance("q", []) == []
        assert RemoteEmbedder(at(fake)).embed([]).shape == (0, 1)
        assert RemoteEntailment(at(fake)).scores([]) == []
    assert {path for path, _ in fake.asked} == {"/health", "/info"}


def test_no_more_texts_are_sent_at_once_than_the_server_takes() -> None:
    def rank(given: dict[str, Any]) -> Any:
        return [{"index": n, "score": float(text)} for n, text in enumerate(given["texts"])]

    with serving(tei(max_client_batch_size=2) | {"/rerank": rank}) as fake:
        assert RemoteReranker(at(fake)).relevance("q", ["1", "2", "3", "4", "5"]) == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert [given["texts"] for path, given in fake.asked if path == "/rerank"] == [["1", "2"], ["3", "4"], ["5"]]


def test_long_texts_are_cut_and_lone_surrogates_are_replaced() -> None:
    with serving(tei() | {"/embed": lambda _: [[1.0, 0.0]]}) as fake:
        RemoteEmbedder(at(fake)).embed(["\ud800" + "あ" * 100_000])
    assert fake.asked[-1][1]["inputs"] == ["?" + "あ" * 4095]


BAD_PREDICTIONS: list[tuple[Any, str]] = [
    ([], "not a list of 1 results"),
    ({"error": "x"}, "not a list of 1 results"),
    (b"<html>", "not JSON"),
    (b"[" * 100_000, "not JSON"),
    (b"\xff\xfe", "not JSON"),
    ([[{"score": 1.0, "label": "positive"}]], "not three probabilities"),
    ([[{"score": 0.9, "label": "entailment"}, {"score": 0.1, "label": "neutral"}]], "not three probabilities"),
    (predicted((5.0, 1.0, 2.0)), "not three probabilities"),
    (predicted((-0.5, 1.0, 0.5)), "not three probabilities"),
    ([7], "not three probabilities"),
    ([[{"score": "high", "label": "entailment"}]], "'high' where a number should be"),
    (b'[[{"score": NaN, "label": "entailment"}]]', "'nan' where a number should be"),
    (413, "/predict answered 413"),
    (424, "/predict answered 424"),
    (302, "/predict answered 302"),
    (500, "/predict answered 500"),
]


@pytest.mark.parametrize(("answer", "message"), BAD_PREDICTIONS)
def test_an_answer_that_is_no_prediction_is_refused_in_words(answer: Any, message: str) -> None:
    with serving(tei() | {"/predict": lambda _: answer}) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable) as caught:
            RemoteEntailment(server).scores([PAIR])
    assert message in str(caught.value)
    assert fake.address in str(caught.value)


@pytest.mark.parametrize(
    "answer",
    [
        [{"index": 0, "score": 1.0}, {"index": 0, "score": 1.0}],
        [{"index": 0, "score": 1.0}, {"index": 7, "score": 1.0}],
        [{"index": 0, "score": 1.0}, {"index": -1, "score": 1.0}],
        [{"index": 0, "score": 1.0}, {"score": 1.0}],
        [{"index": 0, "score": 1.0}, "text"],
    ],
)
def test_ranks_that_do_not_name_each_passage_once_are_refused(answer: Any) -> None:
    with serving(tei() | {"/rerank": lambda _: answer}) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable, match="does not name each passage once"):
            RemoteReranker(server).relevance("q", ["a", "b"])


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (tei() | {"/embed": lambda _: [[1.0, 2.0], [1.0]]}, "not a vector for each text"),
        (tei() | {"/embed": lambda _: [[1.0, 2.0], [1.0, 2.0, 3.0]]}, "not of one length"),
        (tei() | {"/embed": lambda _: [[1.0, 2.0], [True, 2.0]]}, "'True' where a number should be"),
        (infinity() | {"/embeddings": lambda _: {"data": [{"index": 1}, {"index": 0}]}}, "not in the order"),
        (infinity() | {"/embeddings": lambda _: []}, "not a list of 2 results"),
    ],
)
def test_vectors_that_are_none_are_refused(answers: dict[str, Answer], message: str) -> None:
    with serving(answers) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable, match=message):
            RemoteEmbedder(server).embed(["a", "b"])


def test_a_server_of_infinity_is_no_nli_server() -> None:
    with serving(infinity()) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable, match="NLI needs pairs"):
            RemoteEntailment(server).scores([PAIR])


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"/health": lambda _: 503}, "is not well: /health answered 503"),
        ({}, "says neither at /info nor at /models which model it serves"),
        ({"/info": lambda _: {"version": "1"}}, "does not say at /info"),
        ({"/models": lambda _: {"data": []}}, "says neither at /info nor at /models"),
        ({"/info": lambda _: b"hello"}, "/info answered something that is not JSON"),
    ],
)
def test_a_server_that_does_not_say_what_it_is_is_refused(answers: dict[str, Answer], message: str) -> None:
    with serving(answers) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable) as caught:
            assert RemoteReranker(server).model_id
    assert message in str(caught.value)


def test_ten_megabytes_are_not_read() -> None:
    with serving(tei() | {"/predict": lambda _: b"[" + b" " * 10_000_000 + b"]"}) as fake:
        server = at(fake)
        with pytest.raises(ModelUnusable, match="answered more than 5000000 bytes"):
            RemoteEntailment(server).scores([PAIR])


def test_a_server_that_hangs_costs_its_time_limit_and_no_more() -> None:
    with serving(tei()) as fake:
        fake.answers["/predict"] = fake.hang
        ready = at(fake, ExchangeLimits(answer_seconds=0.3, health_seconds=30))
        with pytest.raises(ModelUnusable, match=r"/predict: no answer within 0\.3 s"):
            RemoteEntailment(ready).scores([PAIR])
        fake.answers["/health"] = fake.hang
        fresh = at(fake, SHORT)
        with pytest.raises(ModelUnusable, match=r"/health: no answer within 0\.3 s"):
            RemoteEntailment(fresh).scores([PAIR])


def test_a_server_that_is_not_there_is_said_to_be_gone() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # and nobody listens
        server = ModelServer(f"http://127.0.0.1:{held.getsockname()[1]}", limits=LIMITS)
        with pytest.raises(ModelUnusable, match="/health: nothing answers there"):
            RemoteReranker(server).relevance("q", ["a"])


@pytest.mark.parametrize(
    ("address", "allow"),
    [
        ("http://127.0.0.1:8080", ()),
        ("http://localhost:8080/models/nli", ()),
        ("http://[::1]:8080", ()),
        ("http://127.8.9.1", ()),
        ("http://10.89.0.2:80", ("10.89.0.2:80",)),
        ("http://nli.test:8080", ("nli.test",)),
        ("https://模型.test", ("other.test", "模型.test")),
        ("http://[fd00::7]:8080", ("[fd00::7]:8080",)),
    ],
)
def test_this_machine_and_hosts_that_settings_name_may_be_asked(address: str, allow: tuple[str, ...]) -> None:
    assert checked_address(address, allow).scheme in {"http", "https"}


@pytest.mark.parametrize(
    ("address", "allow"),
    [
        ("http://10.89.0.2:80", ()),
        ("http://10.89.0.2:8081", ("10.89.0.2:80",)),
        ("http://nli.test", ("other.test",)),
        ("http://nli.test.evil.test", ("nli.test",)),
        ("http://localhost.evil.test", ()),
        ("http://127.0.0.1.evil.test", ()),
        ("http://169.254.169.254", ()),
        ("http://nli.test", ("a b",)),
        ("http://[fd00::7]:8080", ("[fd00::7]:80",)),
        ("http://0.0.0.0:8080", ()),
        ("file:///etc/passwd", ()),
        ("http://", ()),
    ],
)
@pytest.mark.req("L39")
def test_any_other_address_is_an_error_of_the_settings(address: str, allow: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match=r"^\[models\]: "):
        ModelServer(address, allow)


def test_localhost_is_this_machine_whatever_a_name_service_says() -> None:
    with serving(tei() | {"/rerank": lambda _: [{"index": 0, "score": 1}]}) as fake:
        server = ModelServer(fake.address.replace("127.0.0.1", "localhost"), limits=LIMITS)
        assert RemoteReranker(server).relevance("q", ["a"]) == [1.0]


def test_a_path_before_the_routes_and_a_proxy_of_the_environment_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    answers: dict[str, Answer] = {f"/nli{path}": answer for path, answer in tei().items()}
    with serving(answers | {"/nli/health": lambda _: {}}) as fake:
        assert RemoteReranker(ModelServer(f"{fake.address}/nli/", limits=LIMITS)).model_id == "tiny/model@0123456789ab"
