"""Trained nets to the files that ship: `python -m training.stance.export --cross WORK --use WORK --out FOLDER …`.

Comes in: the best checkpoints of both nets. Goes out: `reader.onnx` (int8), `vocabulary.txt`, `aligner.npz` (half
precision) and `manifest.json` with the sha256 of each, the seed, versions, and the temperature of each reader as fitted
on the pairs held out. The model card is written by `card`.
"""

import argparse
import hashlib
import json
import math
import pickle
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from tadori.minds.aligner import Aligner
from tadori.minds.embedding import use_backend
from tadori.minds.reader import Reader
from tadori.minds.stance import ALIGNER, READER, VOCABULARY, read_arrays
from tadori.minds.token_vectors import TokenVectors
from training.stance.attend import Attend
from training.stance.corpus import LABELS, SEED, Example
from training.stance.net import CrossEncoder
from training.stance.train_cross import minilm


def write_reader(state: dict[str, torch.Tensor], file: Path) -> None:
    """ONNX with int8 matrices; what is computed on the way is rounded by its range, pair by pair."""
    net = CrossEncoder(0.0)
    net.load_state_dict(state)
    net.eval()
    ids = torch.randint(5, 3000, (1, 24))
    segments = torch.zeros_like(ids)
    segments[:, 12:] = 1
    length = torch.export.Dim("length", min=3, max=500)
    shapes = {"ids": {1: length}, "segments": {1: length}, "mask": None}
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


def temperature(probabilities: np.ndarray[Any, Any], gold: list[str]) -> float:
    """What makes the held-out labels likeliest; searched on a grid, one number needs no more."""
    logs = np.log(np.clip(probabilities, 1e-7, 1.0))
    places = [LABELS.index(label) if label in LABELS else -1 for label in gold]

    def cost(heat: float) -> float:
        scaled = logs / heat
        scaled = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        told = [
            row[p] if p >= 0 else math.log(1 - min(1 - 1e-7, math.exp(row[0])))
            for row, p in zip(scaled, places, strict=True)
        ]
        return -sum(told) / len(told)

    return min((round(0.5 + 0.05 * n, 2) for n in range(61)), key=cost)


def heats(folder: Path, held: list[Example]) -> dict[str, float]:
    reader = Reader(folder / READER, folder / VOCABULARY)
    aligner = Aligner(read_arrays(folder / ALIGNER), TokenVectors(use_backend()))
    found = {}
    english = [e for e in held if e.lang == "en"]
    japanese = [e for e in held if e.lang == "ja"]
    for name, judge, part in (("reader", reader, english), ("aligner", aligner, japanese)):
        told = judge.probabilities([(e.evidence, e.claim) for e in part])
        found[name] = temperature(told, [e.gold for e in part])
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
        "temperatures": heats(told.out, held),
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
