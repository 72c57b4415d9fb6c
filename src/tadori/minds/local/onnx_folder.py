"""A folder with a text model in ONNX form: its config, its tokenizer, its weights on the best device there is.

Comes in: a folder as model hubs lay it out (`model.onnx` or `onnx/model.onnx`, `config.json`, `tokenizer.json`), and
texts or pairs of texts. Goes out: the model's raw output, a row for each. `onnx_models` interprets the rows. A folder
that cannot be used raises `ModelUnusable` with a sentence. Nothing is loaded before the first text, and nothing is ever
downloaded.
"""

import hashlib
import json
import mmap
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tadori.errors import ModelUnusable
from tadori.minds.base import ComputeSlot
from tadori.minds.local.onnx_options import session_options
from tadori.model.thresholds import MODEL_ANSWER_SECONDS, MODEL_BATCH_ROWS, MODEL_BATCH_TOKENS, MODEL_LONGEST_TOKENS
from tadori.text.normalise import strip_invisible

CUDA, CPU = "CUDAExecutionProvider", "CPUExecutionProvider"
INSTALL: Final = "pip install 'tadori[models]'"
LONGEST_CHARACTERS: Final = 8 * MODEL_LONGEST_TOKENS
"""A token of prose is about four characters, of Japanese one or two: the rest would be truncated anyhow."""
_FILES: Final = tuple(
    f"{folder}model{kind}.onnx" for kind in ("", "_quantized", "_int8", "_fp16") for folder in ("", "onnx/")
)
_FEEDS: Final = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
_KINDS: Final = {"tensor(int64)": "int64", "tensor(int32)": "int32"}
_SHIFTED: Final = frozenset({"roberta", "xlm-roberta", "camembert", "xlm-roberta-xl"})
"""Models whose positions start after the padding index: two fewer than their table is long."""
_SAMPLE: Final = 1_000_000
ModelInput = str | tuple[str, str]
OnDeviceLost = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """Where a model may run: `auto` is CUDA where available; `threads` 0 leaves the number to onnxruntime."""

    device: str = "auto"
    threads: int = 0
    seconds: float = MODEL_ANSWER_SECONDS
    """Time limit of one batch."""
    turn: ComputeSlot = nullcontext
    """Held while the graphics card loads a model or computes."""


class OnnxFolder:
    """The model in `place`: a folder, or one of several `.onnx` files in it."""

    def __init__(self, place: Path, device: Device | None = None, on_device_lost: OnDeviceLost | None = None) -> None:
        """`on_device_lost` is called once with the reason when the graphics card cannot be used."""
        self._place, self._wanted = place, device or Device()
        self._on_device_lost = on_device_lost
        self._alone = threading.Lock()
        self._session: Any = None  # the library has no types
        self.device = ""
        """`cuda` or `cpu` once the model is loaded."""

    @cached_property
    def file(self) -> Path:
        """The weights file."""
        if self._place.suffix == ".onnx" and self._place.is_file():
            return self._place
        if not self._place.is_dir():
            raise ModelUnusable(f"there is no model folder {self._place}")
        known = [self._place / name for name in _FILES if (self._place / name).is_file()]
        if known:
            return known[0]
        others = sorted(self._place.glob("*.onnx")) + sorted(self._place.glob("onnx/*.onnx"))
        if len(others) == 1:
            return others[0]
        found = f"{len(others)} .onnx files, none named model.onnx: name one of them" if others else "no .onnx file"
        raise ModelUnusable(f"the model folder {self._place.name} holds {found}")

    @cached_property
    def folder(self) -> Path:
        """The folder with config and tokenizer: beside the weights, or one above."""
        beside = self.file.parent
        return beside.parent if beside.name == "onnx" and not (beside / "config.json").exists() else beside

    @cached_property
    def identity(self) -> str:
        """Identifies the model by the content of its files, not by their place; part of every cache key."""
        mark = hashlib.sha256()
        for file in (self.folder / "config.json", self.folder / "tokenizer.json", self.file):
            mark.update(_sample(file))
        for data in sorted(self.file.parent.glob(f"{self.file.name}[._]data")):
            mark.update(_sample(data))
        return f"{self.folder.name}@{mark.hexdigest()[:12]}"

    @cached_property
    def config(self) -> dict[str, Any]:
        return self.read_json("config.json")

    def read_json(self, name: str) -> dict[str, Any]:
        """Raises `ModelUnusable` when it is missing or not a JSON object."""
        try:
            parsed: Any = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except OSError as error:
            raise ModelUnusable(f"{self.folder.name} has no {name} that can be read: {error.strerror}") from error
        except (ValueError, RecursionError) as error:
            raise ModelUnusable(f"{self.folder.name}: {name} is not JSON: {error}") from error
        if not isinstance(parsed, dict):
            raise ModelUnusable(f"{self.folder.name}: {name} is not a JSON object")
        return parsed

    @cached_property
    def longest(self) -> int:
        """Tokens read at once: what the model can take, and never more than the threshold."""
        limits = [MODEL_LONGEST_TOKENS]
        positions = self.config.get("max_position_embeddings")
        if isinstance(positions, int) and positions > 8:
            limits.append(positions - 2 if self.config.get("model_type") in _SHIFTED else positions)
        if (self.folder / "tokenizer_config.json").is_file():
            said = self.read_json("tokenizer_config.json").get("model_max_length")
            if isinstance(said, int) and said > 8:
                limits.append(said)
        return min(limits)

    def outputs(self, texts: Sequence[ModelInput], choose: Callable[[Sequence[str]], str]) -> "Iterator[OutputChunk]":
        """The output chosen by `choose` (from the names there are), in chunks, shortest texts first.

        Raises `ModelUnusable`, also in the middle.
        """
        if not texts:
            return
        with self._turn(), self._alone:
            session = self._loaded()
            name = choose([output.name for output in session.get_outputs()])
            encoded = self._encoded(texts)
        for places in _batches([len(e.ids) for e in encoded], 1 if self._rounded_together else MODEL_BATCH_ROWS):
            rows = [encoded[place] for place in places]
            with self._turn(), self._alone:
                found, mask = self._run(name, rows)
            if found.ndim == 0 or len(found) != len(rows):
                raise ModelUnusable(
                    f"{self.folder.name} gave an output of shape {found.shape} for {len(rows)} texts, not a row each"
                )
            yield OutputChunk(places=places, rows=found, mask=mask)

    def _turn(self) -> AbstractContextManager[object]:
        """Waits only where the model is on a graphics card, or may be loaded there."""
        to_come = not self.device and self._wanted.device != "cpu" and CUDA in providers()
        return self._wanted.turn() if to_come or self.device == "cuda" else nullcontext()

    def _encoded(self, texts: Sequence[ModelInput]) -> Any:
        readable = [_readable(t) if isinstance(t, str) else (_readable(t[0]), _readable(t[1])) for t in texts]
        try:
            return self._tokenizer.encode_batch(readable)
        except Exception as error:  # the library raises plain Exception
            raise ModelUnusable(f"{self.folder.name}: its tokenizer cannot read a text: {error}") from error

    @cached_property
    def _tokenizer(self) -> Any:
        file = self.folder / "tokenizer.json"
        if not file.is_file():
            raise ModelUnusable(
                f"{self.folder.name} has no tokenizer.json; models saved without it can be saved again with the fast"
                " tokenizer of transformers"
            )
        try:
            tokenizers = import_module("tokenizers")
        except ImportError as error:
            raise ModelUnusable(f"tokenizers, which reads tokenizer.json, is not installed; {INSTALL}") from error
        try:
            made = tokenizers.Tokenizer.from_file(str(file))
            made.no_padding()
            made.enable_truncation(self.longest, strategy="longest_first")
        except ModelUnusable:
            raise
        except Exception as error:  # the library raises plain Exception
            raise ModelUnusable(f"{self.folder.name}: tokenizer.json is damaged: {error}") from error
        return made

    @cached_property
    def _pad(self) -> int:
        said = self.config.get("pad_token_id")
        return said if isinstance(said, int) and said >= 0 else 0

    @cached_property
    def _rounded_together(self) -> bool:
        """Whether activations are quantized over the range of the whole batch.

        A text's score would then depend on the other texts: such a model reads one text at a time.
        """
        with self.file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as held:
            return held.find(b"DynamicQuantize") >= 0

    def _loaded(self) -> Any:
        if self._session is None:
            cuda = self._wanted.device != "cpu" and CUDA in providers()
            if self._wanted.device == "cuda" and not cuda:
                self._report("onnxruntime on this machine has no CUDA")
            if cuda:
                self._try_cuda()
            if self._session is None:
                self._begin_on_cpu()
            self._check_inputs()
        return self._session

    def _try_cuda(self) -> None:
        try:
            session = self._open([CUDA, CPU])
        except ModelUnusable as error:
            self._report(str(error))
            return
        if CUDA in session.get_providers():
            self._session, self.device = session, "cuda"
        else:
            self._report("CUDA is installed but could not be started")

    def _begin_on_cpu(self) -> None:
        self._session, self.device = self._open([CPU]), "cpu"

    def _open(self, providers: list[str]) -> Any:
        onnxruntime = _onnxruntime()
        options = session_options(onnxruntime, self._wanted.threads)
        try:
            return onnxruntime.InferenceSession(str(self.file), options, providers=providers)
        except Exception as error:  # the library raises errors of a dozen classes of its own
            raise ModelUnusable(
                f"{self.folder.name}: {self.file.name} is not a model that onnxruntime can run: {_short(error)}"
            ) from error

    def _check_inputs(self) -> None:
        inputs = {given.name: given.type for given in self._session.get_inputs()}
        strange = sorted(set(inputs) - set(_FEEDS))
        if strange or "input_ids" not in inputs:
            lacks = f"wants the input {strange[0]!r}" if strange else "has no input 'input_ids'"
            raise ModelUnusable(f"{self.folder.name} {lacks}: it is not a model that reads text")
        for name, kind in inputs.items():
            if kind not in _KINDS:
                raise ModelUnusable(f"{self.folder.name}: its input {name!r} is {kind}, not whole numbers")

    def _run(self, name: str, rows: Sequence[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        feeds = self._feeds(rows)
        options = _onnxruntime().RunOptions()
        # onnxruntime has no timeout of its own; `terminate` is looked at between two operators.
        alarm = threading.Timer(self._wanted.seconds, lambda: setattr(options, "terminate", True))
        alarm.daemon = True
        alarm.start()
        try:
            found = self._session.run([name], feeds, options)[0]
        except Exception as error:  # the library raises errors of a dozen classes of its own
            if options.terminate:
                late = f"{self.folder.name} did not compute a batch within {self._wanted.seconds:g} s"
                raise ModelUnusable(late) from error
            if self.device != "cuda":
                raise ModelUnusable(f"{self.folder.name} failed while it was computing: {_short(error)}") from error
            self._report(f"CUDA failed while it was computing: {_short(error)}")
            self._begin_on_cpu()
            return self._run(name, rows)
        finally:
            alarm.cancel()
        output = np.asarray(found)
        if output.dtype.kind not in "fiu" or not np.isfinite(output.astype(np.float32)).all():
            raise ModelUnusable(f"{self.folder.name} gave an output that is not made of numbers")
        return output.astype(np.float32), _padded(rows, "attention_mask", 0).astype(np.float32)

    def _feeds(self, rows: Sequence[Any]) -> dict[str, NDArray[np.int64]]:
        return {
            given.name: _padded(rows, _FEEDS[given.name], self._pad if given.name == "input_ids" else 0).astype(
                _KINDS[given.type]
            )
            for given in self._session.get_inputs()
        }

    def _report(self, reason: str) -> None:
        if self._on_device_lost is not None:
            self._on_device_lost(f"{self.folder.name}: {reason}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputChunk:
    """The model's output for some of the texts."""

    places: Sequence[int]
    """Indices of these texts."""
    rows: NDArray[np.float32]
    mask: NDArray[np.float32]
    """1 for a token, 0 for padding."""


def _batches(lengths: Sequence[int], most_rows: int) -> Iterator[list[int]]:
    """Indices of texts of similar length, so that little padding is needed; shortest first, ties in the given order."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda at: (lengths[at], at)):
        if batch and (len(batch) >= most_rows or lengths[place] * (len(batch) + 1) > MODEL_BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _padded(rows: Sequence[Any], part: str, fill: int) -> NDArray[np.int64]:
    longest = max(1, *(len(row.ids) for row in rows))
    whole = np.full((len(rows), longest), fill, dtype=np.int64)
    for at, row in enumerate(rows):
        whole[at, : len(row.ids)] = getattr(row, part)
    return whole


def providers() -> list[str]:
    """The execution providers of onnxruntime here. Raises `ModelUnusable` where it is not installed."""
    return list(_onnxruntime().get_available_providers())


def _onnxruntime() -> Any:
    try:
        return import_module("onnxruntime")
    except ImportError as error:
        raise ModelUnusable(f"onnxruntime, which runs ONNX models, is not installed; {INSTALL}") from error


def _sample(file: Path) -> bytes:
    """Size, start and end of a file: gigabytes of weights are identified without reading them whole."""
    try:
        with file.open("rb") as opened:
            size = opened.seek(0, 2)
            opened.seek(0)
            start = opened.read(_SAMPLE)
            opened.seek(max(0, size - _SAMPLE))
            return str(size).encode() + b"\0" + start + opened.read(_SAMPLE)
    except OSError as error:
        raise ModelUnusable(f"{file.parent.name} has no {file.name} that can be read: {error.strerror}") from error


def _readable(text: str) -> str:
    """The start of `text`; lone surrogates, which no encoder accepts, become question marks."""
    return strip_invisible(text[:LONGEST_CHARACTERS].encode(errors="replace").decode())


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
