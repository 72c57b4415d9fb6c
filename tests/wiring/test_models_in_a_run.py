"""A whole research with models of one's own: in their seats, and broken."""

from pathlib import Path

import pytest

import tadori
from tadori.events import Event
from tadori.events.language_models import ModelSetAside
from tests.minds.llm.model_server import serving, tei
from tests.minds.local import tiny_models as tiny

QUESTION = "When did the harbour bridge open?"


def library(folder: Path) -> Path:
    folder.mkdir()
    (folder / "bridge.txt").write_text("The bridge\n\nThe harbour bridge opened on 12 May 1987.", encoding="utf-8")
    (folder / "ferry.txt").write_text("The ferry\n\nThe harbour ferry ran until the bridge opened.", encoding="utf-8")
    (folder / "橋.txt").write_text("港の橋\n\n港の橋は1987年5月12日に開通した。", encoding="utf-8")
    return folder


def told_by(tmp_path: Path, models: str) -> tuple[bool, list[ModelSetAside]]:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(f'[models]\ndevice = "cpu"\nthreads = 1\n{models}', encoding="utf-8")
    heard: list[Event] = []
    outcome = tadori.research(QUESTION, libraries=[library(tmp_path / "documents")], home=home, emit=heard.append)
    return outcome.answered, [event for event in heard if isinstance(event, ModelSetAside)]


@pytest.mark.slow
@pytest.mark.req("L39")
def test_a_research_goes_on_without_the_models_that_fail_and_says_each_once(tmp_path: Path) -> None:
    tiny.reranker_folder(tmp_path / "home-models" / "r")
    broken = tmp_path / "home-models" / "r" / "model.onnx"
    broken.write_bytes(broken.read_bytes()[:100])
    answered, told = told_by(
        tmp_path, f'reranker = "{tmp_path}/home-models/r"\nembedder = "gone"\nnli = "http://127.0.0.1:1"\n'
    )
    assert answered is True
    assert sorted(event.seat for event in told) == ["embedder", "nli", "reranker"]


@pytest.mark.slow
@pytest.mark.req("L24")
def test_a_research_uses_the_models_that_work(tmp_path: Path) -> None:
    tiny.nli_folder(tmp_path / "nli")
    tiny.embedder_folder(tmp_path / "bge-m3")

    def rank(given: dict[str, list[str]]) -> list[dict[str, float]]:
        return [{"index": n, "score": 1 / (1 + n)} for n in range(len(given["texts"]))]

    with serving(tei() | {"/rerank": rank}) as desk:
        answered, told = told_by(
            tmp_path, f'nli = "{tmp_path}/nli"\nembedder = "{tmp_path}/bge-m3"\nreranker = "{desk.address}"\n'
        )
    assert (answered, told) == (True, [])
    assert "/rerank" in {path for path, _ in desk.asked}
