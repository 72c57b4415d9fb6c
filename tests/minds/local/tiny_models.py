"""Real ONNX folders, small enough to be read through: what a model says is a sum over what its words say.

Each word of the vocabulary has a row of weights; the output is the sum of the rows of the words that are there (a
classifier), or the rows themselves (an embedder). So a test can write down what must come out.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper, save_model
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORDS = ("yes", "no", "maybe", "sea", "tide", "cat", "潮", "流", "海", "猫")
VOCABULARY = (*MARKS, *WORDS)
NLI_LABELS = {"0": "entailment", "1": "neutral", "2": "contradiction"}
Weights = Mapping[str, Sequence[float]]
NLI: Weights = {"yes": (3, 0, 0), "maybe": (0, 3, 0), "no": (0, 0, 3), "潮": (2, 0, 0), "猫": (0, 0, 2)}
MARKS_OF_PASSAGES: Weights = {"tide": (2,), "sea": (1,), "潮": (2,), "海": (1,), "cat": (-1,), "猫": (-1,)}
MEANINGS: Weights = {"tide": (1, 0), "潮": (1, 0), "cat": (0, 1), "猫": (0, 1), "[CLS]": (3, 4)}


def nli_folder(folder: Path, *, labels: Mapping[str, str] | None = None, weights: Weights = NLI) -> Path:
    """An NLI cross-encoder; `labels` name the columns of `weights`."""
    return _folder(folder, classifier(weights), {"id2label": dict(labels or NLI_LABELS)})


def reranker_folder(folder: Path) -> Path:
    return _folder(folder, classifier(MARKS_OF_PASSAGES), {"id2label": {"0": "LABEL_0"}})


def embedder_folder(folder: Path) -> Path:
    return _folder(folder, token_vectors(MEANINGS), {})


def _folder(folder: Path, model: Any, config: Mapping[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    save_model(model, folder / "model.onnx")
    told = {"model_type": "deberta-v2", "max_position_embeddings": 512, "pad_token_id": 0, **config}
    (folder / "config.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    save_tokenizer(folder / "tokenizer.json")
    return folder


def save_tokenizer(file: Path) -> None:
    made = Tokenizer(WordPiece({word: n for n, word in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    made.normalizer = BertNormalizer(lowercase=True)
    made.pre_tokenizer = BertPreTokenizer()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", VOCABULARY.index("[CLS]")), ("[SEP]", VOCABULARY.index("[SEP]"))],
    )
    made.save(str(file))


def table(weights: Weights) -> NDArray[np.float32]:
    width = len(next(iter(weights.values())))
    return np.array([weights.get(word, (0.0,) * width) for word in VOCABULARY], dtype=np.float32)


def classifier(weights: Weights, *, whole: int = TensorProto.INT64, more_inputs: Sequence[str] = ()) -> Any:
    """`logits` = the sum of the weights of the words that the mask lets through."""
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["each", "wide"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["logits"], keepdims=0),
    ]
    constants = {"table": table(weights), "last": np.array([2]), "middle": np.array([1])}
    return _model(nodes, constants, {"logits": 2}, ["input_ids", "attention_mask", *more_inputs], whole)


def token_vectors(weights: Weights, output: str = "last_hidden_state") -> Any:
    """A row for each token. It takes the three inputs that BERT takes, and needs one."""
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], [output]),
    ]
    return _model(nodes, {"table": table(weights)}, {output: 3}, ["input_ids", "attention_mask", "token_type_ids"])


def summed_up(weights: Weights) -> Any:
    """An output that is one number for all texts together."""
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("ReduceSum", ["each"], ["logits"], keepdims=0),
    ]
    return _model(nodes, {"table": table(weights)}, {"logits": 0}, ["input_ids"])


def _model(
    nodes: Sequence[Any],
    constants: Mapping[str, NDArray[Any]],
    outputs: Mapping[str, int],
    inputs: Sequence[str],
    whole: int = TensorProto.INT64,
) -> Any:
    graph = helper.make_graph(
        list(nodes),
        "tiny",
        [helper.make_tensor_value_info(name, whole, ["batch", "length"]) for name in inputs],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, [None] * rank) for name, rank in outputs.items()],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
