"""Models in ONNX folders: real ones, tiny, run by onnxruntime."""

import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, save_model

from tadori.errors import ModelUnusable
from tadori.minds.base import EvidencePair
from tadori.minds.local.onnx_folder import Device, OnnxFolder
from tadori.minds.local.onnx_models import OnnxEmbedder, OnnxEntailment, OnnxReranker, stance_columns
from tests.minds.local import tiny_models as tiny

onnxruntime: Any = import_module("onnxruntime")  # it has no types
ONE = Device(device="cpu", threads=1)
E3 = math.exp(3)


def entailment(folder: Path) -> OnnxEntailment:
    return OnnxEntailment(OnnxFolder(folder, ONE))


def reranker(folder: Path) -> OnnxReranker:
    return OnnxReranker(OnnxFolder(folder, ONE))


def embedder(folder: Path) -> OnnxEmbedder:
    return OnnxEmbedder(OnnxFolder(folder, ONE))


def pair(claim: str, evidence: str) -> EvidencePair:
    return EvidencePair(claim=claim, evidence=evidence)


def configured(folder: Path, **values: Any) -> None:
    told = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**told, **values}), encoding="utf-8")


@pytest.mark.req("L39")
def test_an_nli_folder_gives_the_probabilities_of_its_logits(tmp_path: Path) -> None:
    found = entailment(tiny.nli_folder(tmp_path / "deberta")).scores([pair("sea", "yes"), pair("no", "sea")])
    assert found[0].supports == pytest.approx(E3 / (E3 + 2), abs=1e-6)
    assert found[0].refutes == pytest.approx(1 / (E3 + 2), abs=1e-6)
    assert found[1].refutes == pytest.approx(E3 / (E3 + 2), abs=1e-6)
    assert found[1].neutral == pytest.approx(1 / (E3 + 2), abs=1e-6)


@pytest.mark.parametrize(
    "labels",
    [
        {"0": "contradiction", "1": "entailment", "2": "neutral"},
        {"2": "NEUTRAL", "0": "CONTRADICTION", "1": "ENTAILMENT"},
        {"0": "REFUTES", "1": "SUPPORTS", "2": "NOT ENOUGH INFO"},
        {"0": "矛盾", "1": "含意", "2": "中立"},
    ],
)
@pytest.mark.req("L27")
def test_labels_are_read_in_whatever_order_and_by_whatever_name(tmp_path: Path, labels: dict[str, str]) -> None:
    weights = {"no": (3, 0, 0), "yes": (0, 3, 0), "maybe": (0, 0, 3)}
    model = entailment(tiny.nli_folder(tmp_path / "other", labels=labels, weights=weights))
    found = model.scores([pair("yes", "sea"), pair("no", "sea"), pair("maybe", "sea")])
    best = E3 / (E3 + 2)
    assert [found[0].supports, found[1].refutes, found[2].neutral] == pytest.approx([best] * 3, abs=1e-6)


def test_japanese_is_read_by_the_folders_own_tokenizer(tmp_path: Path) -> None:
    found = entailment(tiny.nli_folder(tmp_path / "ja")).scores([pair("海", "潮潮"), pair("海", "猫")])
    assert found[0].supports == pytest.approx(math.exp(4) / (math.exp(4) + 2), abs=1e-6)
    assert found[1].refutes == pytest.approx(math.exp(2) / (math.exp(2) + 2), abs=1e-6)


def test_the_evidence_is_the_premise_and_comes_first(tmp_path: Path) -> None:
    folder = tiny.nli_folder(tmp_path / "short")
    configured(folder, max_position_embeddings=9)  # room for six words beside three marks
    found = entailment(folder).scores([pair("sea sea sea", "yes yes yes no no no")])[0]
    assert found.supports == pytest.approx(math.exp(9) / (math.exp(9) + 2), abs=1e-6)


@pytest.mark.parametrize(
    "labels",
    [
        {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
        {"0": "entailment", "1": "not_entailment"},
        {"0": "entailment", "1": "entailment", "2": "neutral"},
        {"0": "entailment", "1": "neutral", "2": "contradiction", "3": "other"},
        {"0": "entailment", "1": "neutral", "5": "contradiction"},
        {},
    ],
)
def test_labels_that_are_not_those_of_nli_are_refused_in_words(tmp_path: Path, labels: dict[str, str]) -> None:
    folder = tiny.nli_folder(tmp_path / "sentiment")
    configured(folder, id2label=labels)
    with pytest.raises(ModelUnusable, match=r"sentiment: its labels are .* not entailment, neutral and contradiction"):
        entailment(folder).scores([pair("sea", "yes")])


def test_a_config_without_labels_is_refused() -> None:
    with pytest.raises(ModelUnusable, match="its labels are None"):
        stance_columns(None, "bare")


@pytest.mark.req("L24")
def test_a_reranker_folder_marks_each_passage(tmp_path: Path) -> None:
    model = reranker(tiny.reranker_folder(tmp_path / "bge-reranker"))
    assert model.relevance("sea", ["tide", "猫", "潮 海 海 海", ""]) == [3.0, 0.0, 6.0, 1.0]


def test_nothing_to_read_loads_nothing(tmp_path: Path) -> None:
    folder = OnnxFolder(tiny.reranker_folder(tmp_path / "r"), ONE)
    assert OnnxReranker(folder).relevance("sea", []) == []
    assert entailment(tiny.nli_folder(tmp_path / "n")).scores([]) == []
    assert embedder(tiny.embedder_folder(tmp_path / "e")).embed([]).shape == (0, 1)
    assert folder.device == ""


@pytest.mark.req("L39")
def test_an_embedder_folder_gives_the_first_tokens_vector_at_length_one(tmp_path: Path) -> None:
    vectors = embedder(tiny.embedder_folder(tmp_path / "bge-m3")).embed(["tide", "猫 猫"])
    assert vectors.flatten().tolist() == pytest.approx([0.6, 0.8, 0.6, 0.8])


def test_a_folder_that_says_mean_is_pooled_by_the_mean_of_the_tokens_that_are_there(tmp_path: Path) -> None:
    folder = tiny.embedder_folder(tmp_path / "e5")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}', encoding="utf-8")
    # [CLS] 潮 潮 [SEP]: (3, 4) + 2 · (1, 0) = (5, 4), whatever the longer neighbour fills up.
    found = embedder(folder).embed(["潮 潮", "cat cat cat cat cat cat"])[0]
    assert found.tolist() == pytest.approx([5 / math.sqrt(41), 4 / math.sqrt(41)])


def test_an_output_that_is_pooled_already_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = tiny.embedder_folder(tmp_path / "pooled")
    save_model(tiny.classifier({"tide": (3, 4), "猫": (0, -2)}), folder / "model.onnx")
    assert embedder(folder).embed(["tide", "猫"]).flatten().tolist() == pytest.approx([0.6, 0.8, 0.0, -1.0])


@settings(max_examples=30)
@given(st.lists(st.lists(st.sampled_from(tiny.WORDS), max_size=40), min_size=1, max_size=70))
def test_a_text_gets_the_same_mark_in_any_company(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]]
) -> None:
    folder = tmp_path_factory.getbasetemp() / "company"
    model = reranker(folder if folder.exists() else tiny.reranker_folder(folder))
    weights = {word: mark[0] for word, mark in tiny.MARKS_OF_PASSAGES.items()}
    marks = model.relevance("yes", [" ".join(words) for words in texts])
    assert marks == [sum(weights.get(word, 0.0) for word in words) for words in texts]


def test_a_model_that_rounds_by_what_is_computed_together_reads_one_text_at_a_time(tmp_path: Path) -> None:
    folder = tiny.reranker_folder(tmp_path / "int8")
    model = tiny.classifier(tiny.MARKS_OF_PASSAGES)
    model.doc_string = "DynamicQuantizeLinear"  # where the operators of such a model are named
    save_model(model, folder / "model.onnx")
    opened = OnnxFolder(folder, ONE)
    chunks = list(opened.outputs(["tide", "sea", "cat"], lambda names: names[0]))
    assert [list(chunk.places) for chunk in chunks] == [[0], [1], [2]]
    plain = OnnxFolder(tiny.reranker_folder(tmp_path / "fp32"), ONE)
    assert [list(chunk.places) for chunk in plain.outputs(["tide", "sea", "cat"], lambda names: names[0])] == [
        [0, 1, 2]
    ]


def test_texts_are_read_in_batches_of_about_one_length(tmp_path: Path) -> None:
    folder = OnnxFolder(tiny.reranker_folder(tmp_path / "r"), ONE)
    texts = ["sea " * 400, "sea", "sea " * 400, "tide"] + ["sea " * 400] * 18
    chunks = list(folder.outputs(texts, lambda names: names[0]))
    assert list(chunks[0].places)[:2] == [1, 3]
    assert [chunk.mask.shape[1] for chunk in chunks] == [402, 402]
    assert max(chunk.mask.size for chunk in chunks) <= 8192


def test_a_hundred_thousand_characters_and_lone_surrogates_are_cut_and_read(tmp_path: Path) -> None:
    model = entailment(tiny.nli_folder(tmp_path / "n"))
    found = model.scores([pair("sea", "yes " * 25_000), pair("sea \ud800", "\udfff")])
    assert found[0].supports == pytest.approx(1.0)
    assert found[1].neutral == pytest.approx(1 / 3)


def test_the_longest_text_follows_config_and_tokenizer(tmp_path: Path) -> None:
    folder = tiny.reranker_folder(tmp_path / "r")
    assert OnnxFolder(folder).longest == 512
    configured(folder, max_position_embeddings=8194, model_type="xlm-roberta")
    assert OnnxFolder(folder).longest == 512
    configured(folder, max_position_embeddings=130)
    assert OnnxFolder(folder).longest == 128
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 64}', encoding="utf-8")
    assert OnnxFolder(folder).longest == 64
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 1e30}', encoding="utf-8")
    assert OnnxFolder(folder).longest == 128


def test_whole_numbers_of_32_bits_are_given_where_they_are_wanted(tmp_path: Path) -> None:
    folder = tiny.reranker_folder(tmp_path / "r32")
    save_model(tiny.classifier(tiny.MARKS_OF_PASSAGES, whole=TensorProto.INT32), folder / "model.onnx")
    assert reranker(folder).relevance("yes", ["tide"]) == [2.0]


def test_the_files_of_a_hub_are_found_where_hubs_put_them(tmp_path: Path) -> None:
    folder = tiny.reranker_folder(tmp_path / "hub")
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert reranker(folder).relevance("yes", ["tide"]) == [2.0]
    assert reranker(folder / "onnx" / "model.onnx").relevance("yes", ["tide"]) == [2.0]
    (folder / "onnx" / "model.onnx").rename(folder / "onnx" / "model_O3.onnx")
    assert reranker(folder).relevance("yes", ["tide"]) == [2.0]


def test_the_id_names_what_is_in_the_files_and_not_where_they_are(tmp_path: Path) -> None:
    first = reranker(tiny.reranker_folder(tmp_path / "a" / "bge")).model_id
    assert reranker(tiny.reranker_folder(tmp_path / "b" / "bge")).model_id == first
    assert first.startswith("bge@")
    changed = tiny.reranker_folder(tmp_path / "c" / "bge")
    configured(changed, max_position_embeddings=100)
    assert reranker(changed).model_id != first


def broken_nothing(folder: Path) -> None:
    (folder / "model.onnx").unlink()


def broken_two(folder: Path) -> None:
    (folder / "model.onnx").rename(folder / "a.onnx")
    (folder / "b.onnx").write_bytes((folder / "a.onnx").read_bytes())


def broken_torn(folder: Path) -> None:
    (folder / "model.onnx").write_bytes((folder / "model.onnx").read_bytes()[:200])


def broken_empty(folder: Path) -> None:
    (folder / "model.onnx").write_bytes(b"")


def broken_tokenizer_missing(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


def broken_tokenizer_torn(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"version": "1.0", ', encoding="utf-8")


def broken_config_missing(folder: Path) -> None:
    (folder / "config.json").unlink()


def broken_config_list(folder: Path) -> None:
    (folder / "config.json").write_text("[]", encoding="utf-8")


def broken_config_torn(folder: Path) -> None:
    (folder / "config.json").write_text("{", encoding="utf-8")


def broken_width(folder: Path) -> None:
    save_model(tiny.classifier({"sea": (1, 2)}), folder / "model.onnx")


def broken_shape(folder: Path) -> None:
    save_model(tiny.summed_up(tiny.NLI), folder / "model.onnx")


def broken_numbers(folder: Path) -> None:
    save_model(tiny.classifier({"sea": (math.nan, 1, 2)}), folder / "model.onnx")


def broken_input(folder: Path) -> None:
    save_model(tiny.classifier(tiny.NLI, more_inputs=["pixel_values"]), folder / "model.onnx")


def broken_kind(folder: Path) -> None:
    model = tiny.classifier(tiny.NLI)
    model.graph.input[1].type.tensor_type.elem_type = TensorProto.FLOAT
    save_model(model, folder / "model.onnx")


def broken_ids(folder: Path) -> None:
    file = folder / "tokenizer.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    told["model"]["vocab"]["sea"] = 4000  # a word that the model has no row for
    file.write_text(json.dumps(told), encoding="utf-8")


BROKEN = {
    "nli holds no .onnx file": broken_nothing,
    "nli holds 2 .onnx files, none named model.onnx": broken_two,
    "model.onnx is not a model that onnxruntime can run": broken_torn,
    "nli: model.onnx is": broken_empty,
    "nli has no tokenizer.json; models saved without it": broken_tokenizer_missing,
    "nli: tokenizer.json is damaged": broken_tokenizer_torn,
    "nli has no config.json that can be read: No such file": broken_config_missing,
    "config.json is not a JSON object": broken_config_list,
    "config.json is not JSON": broken_config_torn,
    r"shape \(1, 2\): an NLI model gives three numbers a pair": broken_width,
    r"shape \(\) for 1 texts, not a row each": broken_shape,
    "gave an output that is not made of numbers": broken_numbers,
    "nli wants the input 'pixel_values': it is not a model that reads text": broken_input,
    r"input 'attention_mask' is tensor\(float\), not whole numbers": broken_kind,
    "nli failed while it was computing": broken_ids,
}


@pytest.mark.parametrize("message", BROKEN)
@pytest.mark.req("L27")
def test_a_folder_that_cannot_be_used_is_refused_in_words(tmp_path: Path, message: str) -> None:
    folder = tiny.nli_folder(tmp_path / "nli")
    BROKEN[message](folder)
    with pytest.raises(ModelUnusable, match=message):
        entailment(folder).scores([pair("sea", "yes")])


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match=r"there is no model folder .*nowhere"):
        assert entailment(tmp_path / "nowhere").model_id


def test_a_reranker_in_the_seat_of_an_nli_model_is_refused_and_the_other_way_round(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match="its labels are"):
        entailment(tiny.reranker_folder(tmp_path / "r")).scores([pair("sea", "yes")])
    with pytest.raises(ModelUnusable, match="a reranker gives one number a passage"):
        reranker(tiny.nli_folder(tmp_path / "n")).relevance("sea", ["yes"])
    with pytest.raises(ModelUnusable, match="an embedder gives a vector a text"):
        embedder(tiny.reranker_folder(tmp_path / "r")).embed(["sea"])


def test_several_outputs_none_of_which_is_known_are_named(tmp_path: Path) -> None:
    model = tiny.classifier(tiny.NLI)
    second = model.graph.output.add()
    second.CopyFrom(model.graph.output[0])
    second.name = model.graph.node[3].output[0]
    model.graph.output[0].name = model.graph.node[4].output[0] = "mean"
    second.type.tensor_type.shape.dim.add()
    folder = tiny.nli_folder(tmp_path / "two")
    save_model(model, folder / "model.onnx")
    with pytest.raises(ModelUnusable, match="the model's outputs are mean, kept; none is logits"):
        entailment(folder).scores([pair("sea", "yes")])


@pytest.mark.parametrize("package", ["tokenizers", "onnxruntime"])
def test_a_package_that_is_missing_is_said_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    folder = tiny.nli_folder(tmp_path / "n")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelUnusable, match=rf"{package}, .* is not installed; pip install 'tadori\[models\]'"):
        entailment(folder).scores([pair("sea", "yes")])


class CardThatFails:
    """onnxruntime with a graphics card in it: the real one, on which whatever is asked of CUDA goes as told."""

    SessionOptions = onnxruntime.SessionOptions
    RunOptions = onnxruntime.RunOptions

    def __init__(self, *, opens: bool, starts: bool, runs: int) -> None:
        self.opens, self.starts, self.runs = opens, starts, runs
        self.opened: list[list[str]] = []

    def get_available_providers(self) -> list[str]:
        return ["CUDAExecutionProvider", "CPUExecutionProvider"]

    def InferenceSession(self, file: str, options: Any, providers: Sequence[str]) -> Any:
        self.opened.append(list(providers))
        real = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        if "CUDAExecutionProvider" not in providers:
            return real
        if not self.opens:
            raise RuntimeError("CUDA driver version is insufficient")

        def run(names: Any, feeds: Any, options: Any) -> Any:
            self.runs -= 1
            if self.runs < 0:
                raise RuntimeError("CUDA out of memory")
            return real.run(names, feeds, options)

        there = providers if self.starts else ["CPUExecutionProvider"]
        return SimpleNamespace(
            run=run, get_providers=lambda: there, get_inputs=real.get_inputs, get_outputs=real.get_outputs
        )


def on_card(folder: Path, device: str = "auto") -> tuple[OnnxFolder, list[str]]:
    told: list[str] = []
    return OnnxFolder(folder, Device(device=device, threads=1), told.append), told


@pytest.mark.req("L39")
@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (CardThatFails(opens=False, starts=True, runs=9), "CUDA driver version is insufficient"),
        (CardThatFails(opens=True, starts=False, runs=9), "CUDA is installed but could not be started"),
        (CardThatFails(opens=True, starts=True, runs=0), "CUDA failed while it was computing: CUDA out of memory"),
    ],
)
def test_a_card_that_fails_gives_way_to_the_processor_at_once_and_that_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, card: CardThatFails, reason: str
) -> None:
    folder, told = on_card(tiny.reranker_folder(tmp_path / "bge"))
    monkeypatch.setitem(sys.modules, "onnxruntime", card)
    model = OnnxReranker(folder)
    assert model.relevance("yes", ["tide", "sea"]) == [2.0, 1.0]
    assert model.relevance("yes", ["cat"]) == [-1.0]
    assert (model.device, card.opened) == (
        "cpu",
        [["CUDAExecutionProvider", "CPUExecutionProvider"], ["CPUExecutionProvider"]],
    )
    assert [(reason in line, line.startswith("bge: ")) for line in told] == [(True, True)]


def test_a_card_that_works_is_used_and_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, told = on_card(tiny.reranker_folder(tmp_path / "bge"))
    monkeypatch.setitem(sys.modules, "onnxruntime", CardThatFails(opens=True, starts=True, runs=9))
    assert OnnxReranker(folder).relevance("yes", ["tide"]) == [2.0]
    assert (folder.device, told) == ("cuda", [])


def test_a_card_that_settings_forbid_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, told = on_card(tiny.reranker_folder(tmp_path / "bge"), "cpu")
    monkeypatch.setitem(sys.modules, "onnxruntime", CardThatFails(opens=True, starts=True, runs=9))
    assert OnnxReranker(folder).relevance("yes", ["tide"]) == [2.0]
    assert (folder.device, told) == ("cpu", [])


class Turns:
    """A slot that writes down when it is held."""

    def __init__(self) -> None:
        self.log: list[str] = []

    @contextmanager
    def __call__(self) -> Iterator[None]:
        self.log.append("in")
        yield
        self.log.append("out")


@pytest.mark.req("L15")
@pytest.mark.parametrize(
    ("device", "card", "log"),
    [
        # loading, then each of two batches: the graphics card is held for one at a time
        ("auto", CardThatFails(opens=True, starts=True, runs=9), ["in", "out"] * 3),
        # loading fails, so the processor is asked, and nobody waits for the card any more
        ("auto", CardThatFails(opens=False, starts=True, runs=9), ["in", "out"]),
        ("cpu", CardThatFails(opens=True, starts=True, runs=9), []),
    ],
)
def test_the_graphics_card_is_held_while_a_model_uses_it_and_not_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str, card: CardThatFails, log: list[str]
) -> None:
    turns = Turns()
    monkeypatch.setattr("tadori.minds.local.onnx_folder.MODEL_BATCH_ROWS", 1)
    monkeypatch.setitem(sys.modules, "onnxruntime", card)
    folder = OnnxFolder(tiny.reranker_folder(tmp_path / "bge"), Device(device=device, threads=1, turn=turns))
    assert OnnxReranker(folder).relevance("yes", ["tide", "sea"]) == [2.0, 1.0]
    assert turns.log == log


class SlowCard(CardThatFails):
    """A card whose every batch takes until somebody ends it, as onnxruntime lets one do."""

    def InferenceSession(self, file: str, options: Any, providers: Sequence[str]) -> Any:
        session = super().InferenceSession(file, options, providers)

        def run(_names: Any, _feeds: Any, options: Any) -> Any:
            while not options.terminate:
                time.sleep(0.005)
            raise RuntimeError("Exiting due to terminate flag being set to true.")

        session.run = run
        return session


@pytest.mark.req("L15")
def test_a_batch_that_takes_too_long_is_ended_and_the_model_is_unusable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", SlowCard(opens=True, starts=True, runs=9))
    folder = OnnxFolder(tiny.reranker_folder(tmp_path / "潮"), Device(threads=1, seconds=0.1))
    with pytest.raises(ModelUnusable, match=r"^潮 did not compute a batch within 0.1 s$"):
        OnnxReranker(folder).relevance("yes", ["tide"])


def test_onnxruntime_itself_ends_a_batch_that_is_to_end(tmp_path: Path) -> None:
    session = onnxruntime.InferenceSession(
        str(tiny.reranker_folder(tmp_path / "bge") / "model.onnx"), providers=["CPUExecutionProvider"]
    )
    options = onnxruntime.RunOptions()
    options.terminate = True
    one = np.ones((1, 1), dtype=np.int64)
    with pytest.raises(Exception, match="terminate flag"):
        session.run(None, {given.name: one for given in session.get_inputs()}, options)


@pytest.mark.skipif(
    "CUDAExecutionProvider" in onnxruntime.get_available_providers(), reason="this machine has a graphics card"
)
def test_without_a_card_auto_is_silent_and_cuda_is_told(tmp_path: Path) -> None:
    tiny.reranker_folder(tmp_path / "bge")
    for device, said in [("auto", []), ("cuda", ["bge: onnxruntime on this machine has no CUDA"])]:
        folder, told = on_card(tmp_path / "bge", device)
        assert OnnxReranker(folder).relevance("yes", ["tide"]) == [2.0]
        assert (folder.device, told) == ("cpu", said)


def test_vectors_are_numbers_of_32_bits(tmp_path: Path) -> None:
    assert embedder(tiny.embedder_folder(tmp_path / "e")).embed(["tide"]).dtype == np.float32
