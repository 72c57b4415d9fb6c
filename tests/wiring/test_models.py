"""Models of one's own, from settings to what doctor says."""

from pathlib import Path

import pytest

from tadori.errors import ConfigError
from tadori.minds.base import EvidencePair
from tadori.minds.local.embedding import CachedEmbedder, InMemoryVectorCache, MultilingualEmbedder
from tadori.minds.local.escalation import EscalatingEntailment
from tadori.minds.local.notices import ModelNotices
from tadori.minds.local.stance import LocalStance
from tadori.service.checking import diagnose
from tadori.settings import ModelSettings, Settings
from tadori.wiring.models import (
    Models,
    build_embedder,
    build_entailment,
    build_reranking,
    larger_entailment,
    mean_cosines,
    own_model_findings,
)
from tests.minds.llm.model_server import serving, tei
from tests.minds.local import tiny_models as tiny


def settings(home: Path, *, nli: str = "", reranker: str = "", embedder: str = "") -> Settings:
    models = ModelSettings(nli=nli, reranker=reranker, embedder=embedder, device="cpu", threads=1)
    return Settings(home=home, models=models)


def test_without_models_nothing_is_wired_but_what_ships(tmp_path: Path) -> None:
    plain, notices = settings(tmp_path), ModelNotices()
    assert build_reranking(plain, InMemoryVectorCache(), notices) is None
    assert isinstance(build_embedder(plain, InMemoryVectorCache(), notices), CachedEmbedder)
    assert own_model_findings(plain) == []
    assert build_embedder(Settings(home=tmp_path, embeddings=False), InMemoryVectorCache(), notices) is None


def test_the_models_of_a_home_are_made_once_and_tell_in_one_place(tmp_path: Path) -> None:
    models = Models(settings(tmp_path, reranker="gone", embedder="gone"), InMemoryVectorCache())
    assert (models.embedder is models.embedder, models.reranking is models.reranking) == (True, True)
    assert models.embedder is not None
    assert models.reranking is not None
    assert (models.embedder.model_id, models.reranking.reranker.model_id) == ("use-multilingual-3/512/1000", "none")
    assert models.judging(LocalStance(tmp_path / "gone")).model_id == "none"
    assert [event.seat for event in models.notices.drain()] == ["embedder", "reranker", "stance"]


@pytest.mark.req("L39")
def test_a_folder_is_named_from_the_home_and_takes_its_seat(tmp_path: Path) -> None:
    tiny.reranker_folder(tmp_path / "models" / "bge")
    found = build_reranking(settings(tmp_path, reranker="models/bge"), InMemoryVectorCache(), ModelNotices())
    assert found is not None
    assert (found.reranker.relevance("yes", ["潮"]), found.most) == ([2.0], 24)


def test_a_card_on_the_other_side_reads_more_passages(tmp_path: Path) -> None:
    there = Settings(home=tmp_path, models=ModelSettings(reranker="http://127.0.0.1:1", device="cuda"))
    found = build_reranking(there, InMemoryVectorCache(), ModelNotices())
    assert found is not None
    assert found.most == 100


def test_hard_pairs_go_from_the_shipped_model_to_the_folder(tmp_path: Path) -> None:
    tiny.nli_folder(tmp_path / "nli")
    notices = ModelNotices()
    model = build_entailment(settings(tmp_path, nli="nli"), LocalStance(tmp_path / "no-model"), notices)
    assert isinstance(model, EscalatingEntailment)
    assert model.model_id.startswith("none>nli@")
    assert [event.seat for event in notices.drain()] == ["stance"]


def test_an_embedder_of_ones_own_stands_before_the_shipped_one(tmp_path: Path) -> None:
    tiny.embedder_folder(tmp_path / "bge-m3")
    made = build_embedder(settings(tmp_path, embedder="bge-m3"), InMemoryVectorCache(), ModelNotices())
    assert made is not None
    assert made.embed(["潮"]).shape == (1, 2)


def test_an_address_that_may_not_be_asked_stops_the_run_before_it_begins(tmp_path: Path) -> None:
    away = settings(tmp_path, nli="http://nli.test", reranker="http://nli.test", embedder="http://nli.test")
    with pytest.raises(ConfigError, match="is not this machine"):
        build_entailment(away, LocalStance(), ModelNotices())
    with pytest.raises(ConfigError, match="is not this machine"):
        build_reranking(away, InMemoryVectorCache(), ModelNotices())
    with pytest.raises(ConfigError, match="is not this machine"):
        build_embedder(away, InMemoryVectorCache(), ModelNotices())


@pytest.mark.req("L39")
def test_doctor_tries_each_model_and_says_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny.nli_folder(tmp_path / "nli")
    tiny.embedder_folder(tmp_path / "bge-m3")
    with serving(tei() | {"/rerank": lambda _: [{"index": 0, "score": 1.0}]}) as desk:
        (tmp_path / "config.toml").write_text(
            f'[models]\nnli = "nli"\nembedder = "bge-m3"\nreranker = "{desk.address}"\ndevice = "cpu"\n',
            encoding="utf-8",
        )
        monkeypatch.setenv("TADORI_HOME", str(tmp_path))
        found = {finding["what"]: finding for finding in diagnose()}
    assert [found[what]["state"] for what in ("larger NLI model", "reranker", "embedder of yours")] == [
        "ok",
        "ok",
        "unproven",
    ]
    assert found["larger NLI model"]["detail"].endswith(" works on cpu; in nli")
    assert found["reranker"]["detail"] == f"tiny/model@0123456789ab works; at {desk.address}"
    assert (
        "works on cpu; cosine of the same in two languages 1.00, of other things 1.00: thresholds are those of"
        in (found["embedder of yours"]["detail"])
    )


def test_doctor_finds_nothing_against_an_embedder_that_tells_things_apart(tmp_path: Path) -> None:
    each = [[float(place == number // 2) for place in range(4)] for number in range(8)]
    with serving(tei() | {"/embed": lambda _: each}) as desk:
        found = own_model_findings(settings(tmp_path, embedder=desk.address))
    assert [(finding["state"], "1.00, of other things 0.00; at" in finding["detail"]) for finding in found] == [
        ("ok", True)
    ]


def test_the_shipped_embedder_is_what_doctor_says_it_is() -> None:
    assert mean_cosines(MultilingualEmbedder()) == pytest.approx((0.74, 0.04), abs=0.005)


def test_doctor_says_what_is_wrong_with_a_model(tmp_path: Path) -> None:
    tiny.reranker_folder(tmp_path / "r")
    found = own_model_findings(settings(tmp_path, nli="r", reranker="gone", embedder="http://nli.test:8080"))
    assert [finding["state"] for finding in found] == ["broken"] * 3
    assert "its labels are ['LABEL_0']" in found[0]["detail"]
    assert "there is no model folder" in found[1]["detail"]
    assert 'allow = ["nli.test:8080"]' in found[2]["detail"]


def test_a_model_that_is_read_by_the_judge_is_the_one_that_was_named(tmp_path: Path) -> None:
    tiny.nli_folder(tmp_path / "nli")
    model = larger_entailment(settings(tmp_path, nli="nli"), ModelNotices())
    assert model.scores([EvidencePair(claim="猫", evidence="猫")])[0].refutes > 0.9
