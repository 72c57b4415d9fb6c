"""Trained nets to the files that ship: `python -m training.stance.export --cross WORK --use WORK --out FOLDER …`.

Comes in: the best checkpoints of both nets. Goes out: `reader.onnx` (int8), `vocabulary.txt`, `aligner.npz` (half
precision) and `manifest.json` with the sha256 of each, the seed, versions, and how much each reader's word counts, as
fitted on the pairs held out. The model card is written by `card`.
"""

import argparse
import hashlib
import json
import pickle
import shutil
import subprocess
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from tadori.minds.local.aligner import Aligner
from tadori.minds.local.embedding import use_backend
from tadori.minds.local.reader import EnglishReader
from tadori.minds.local.stance import ALIGNER, READER, VOCABULARY, has_other_script, read_arrays
from tadori.minds.local.token_vectors import TokenVectors
from training.stance.attend import Attend
from training.stance.corpus import LABELS, SEED, Example
from training.stance.net import CrossEncoder
from training.stance.train_cross import minilm

Logs = np.ndarray[Any, Any]


def write_reader(state: dict[str, torch.Tensor], file: Path) -> None:
    """ONNX with int8 matrices; what is computed on the way is rounded by its range, pair by pair."""
    net = CrossEncoder(0.0)
    net.load_state_dict(state)
    net.eval()
    ids = torch.randint(5, 3000, (1, 24))
    segments = torch.zeros_like(ids)
    segments[:, 12:] = 1
    length = torch.export.Dim("length", min=3, max=500)
    shapes = {"ids": {1: length}, "segments": {1: length}}
    whole = file.with_suffix(".full.onnx")
    told = torch.onnx.export(
        net,
        (ids, segments),
        input_names=["ids", "segments"],
        output_names=["logits"],
        dynamic_shapes=shapes,
        opset_version=18,
        dynamo=True,
    )
    assert told is not None
    told.save(str(whole))
    graph = onnx.load(str(whole))
    del graph.graph.value_info[:]  # the quantiser trips over the shapes of the head's transposed matrices
    onnx.save(graph, str(whole))
    head = [node.name for node in graph.graph.node if node.op_type == "Gemm"]
    kinds = ["MatMul", "Gather"]
    quantize_dynamic(
        str(whole),
        str(file),
        op_types_to_quantize=kinds,
        per_channel=True,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=head,
    )
    whole.unlink()


def write_aligner(state: dict[str, torch.Tensor], file: Path) -> None:
    net = Attend()
    net.load_state_dict(state)
    arrays = {name: value.numpy().astype(np.float16) for name, value in net.state_dict().items()}
    np.savez(file, allow_pickle=False, **arrays)


def cost(logs: list[Logs], weights: tuple[float, ...], gold: list[str]) -> float:
    """How unlikely the labels are when log-probabilities are weighted and added; two-way labels count as such."""
    total = sum((weight * part for weight, part in zip(weights, logs, strict=True)), np.zeros_like(logs[0]))
    total = total - np.log(np.exp(total).sum(axis=1, keepdims=True))
    told = [
        row[LABELS.index(label)] if label in LABELS else np.logaddexp(row[1], row[2])
        for row, label in zip(total, gold, strict=True)
    ]
    return -float(np.mean(told))


def fitted(logs: list[Logs], gold: list[str]) -> tuple[float, ...]:
    """The weights that make held-out labels likeliest, on a grid of twentieths: two numbers need no more."""
    steps = [round(0.05 * n, 2) for n in range(41)]
    return min(product(steps, repeat=len(logs)), key=lambda weights: cost(logs, weights, gold))


def pooling(folder: Path, held: list[Example]) -> dict[str, dict[str, float]]:
    """How much each reader's word counts, by kind of pair, as fitted on the pairs held out."""
    reader = EnglishReader(folder / READER, folder / VOCABULARY)
    aligner = Aligner(read_arrays(folder / ALIGNER), TokenVectors(use_backend()))
    readers = {"aligner": aligner, "reader": reader}
    found = {}
    for kind, names in (("english", ["aligner", "reader"]), ("other", ["aligner"])):
        part = [e for e in held if has_other_script(e.evidence, e.claim) is (kind == "other")]
        texts = [(e.evidence, e.claim) for e in part]
        logs = [np.log(np.maximum(readers[name].probabilities(texts), 1e-7)) for name in names]
        weights = fitted(logs, [e.gold for e in part])
        found[kind] = {name: weight for name, weight in zip(names, weights, strict=True) if weight > 0}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross", type=Path, required=True)
    parser.add_argument("--use", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--version", default="1")
    told = parser.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    write_reader(torch.load(told.cross / "best.pt"), told.out / READER)
    shutil.copy(minilm() / "vocab.txt", told.out / VOCABULARY)
    write_aligner(torch.load(told.use / "best.pt"), told.out / ALIGNER)
    with (told.use / "pairs.pickle").open("rb") as file:
        _, held = pickle.load(file)
    manifest = {
        "version": told.version,
        "seed": SEED,
        "script": subprocess.run(
            ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip(),
        "made with": {name: version(name) for name in ("torch", "onnx", "onnxruntime", "numpy")},
        "weights": pooling(told.out, held),
        "files": {
            name: {
                "sha256": hashlib.sha256((told.out / name).read_bytes()).hexdigest(),
                "bytes": (told.out / name).stat().st_size,
            }
            for name in (READER, VOCABULARY, ALIGNER)
        },
    }
    (told.out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
