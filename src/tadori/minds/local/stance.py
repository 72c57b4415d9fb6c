"""The stance model that ships: what evidence says about a claim, in English, in Japanese, and across the two.

Comes in: pairs. Goes out: probabilities of supports, neutral and refutes. English pairs go to both readers, pairs with
another script on either side to the aligner alone. Files are verified against the manifest before use; a damaged one
raises `ModelUnusable`, and the judge goes on by rules. The probabilities reflect the training sets: what to show at
which probability is the judge's decision. Nothing is loaded before the first pair.
"""

import hashlib
import json
import re
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import BadZipFile

from tadori.errors import ModelUnusable
from tadori.minds.base import EvidencePair, StanceScores
from tadori.minds.local.embedding import use_backend
from tadori.text.normalise import strip_invisible
from tadori.text.sameness import has_words, same_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tadori.minds.local.aligner import Aligner
    from tadori.minds.local.reader import EnglishReader

SHIPPED: Final = Path(__file__).parent / "stance_model"
LONGEST_EVIDENCE: Final = 100_000
LONGEST_CLAIM: Final = 2_000
_SAME_WORDS: Final = StanceScores(supports=0.98, neutral=0.01, refutes=0.01)
_NOTHING_SAID: Final = StanceScores(supports=0.0, neutral=1.0, refutes=0.0)
_OTHER_SCRIPT: Final = re.compile(r"[^\W\d_\u0000-\u024f\u1e00-\u1eff]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_FEW: Final = 0.25
"""Share of letters in another script up to which a text counts as English with a foreign name in it."""
ReaderWeights = dict[str, float]
TextPairs = Sequence[tuple[str, str]]
READER, VOCABULARY, ALIGNER = "reader.onnx", "vocabulary.txt", "aligner.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the model consists of: its version, the hash of each file, the weight of each reader."""

    version: str
    files: dict[str, str]
    english: ReaderWeights
    """For English pairs: the factor on each reader's log-probabilities before they are added."""
    other: ReaderWeights
    """The same for a pair with another script on either side."""


class LocalStance:
    """The two readers in `folder`. Implements `Entailment`: the same pair always gets the same scores."""

    def __init__(self, folder: Path = SHIPPED, threads: int = 1) -> None:
        self._folder, self._threads = folder, threads
        self._alone = threading.Lock()

    @property
    def model_id(self) -> str:
        return f"tadori-stance-{self._manifest.version}"

    def scores(self, pairs: Sequence[EvidencePair]) -> list[StanceScores]:
        """One for each pair, in order. A side without a letter or digit says nothing: neutral.

        Raises `ModelUnusable` when the model's files are missing or damaged.
        """
        texts = [(_readable(pair.evidence, LONGEST_EVIDENCE), _readable(pair.claim, LONGEST_CLAIM)) for pair in pairs]
        found = [_settled(evidence, claim) for evidence, claim in texts]
        for other in (False, True):
            places = [n for n, pair in enumerate(texts) if found[n] is None and has_other_script(*pair) is other]
            weights = (self._manifest.other if other else self._manifest.english) if places else {}
            for n, row in zip(places, self._pooled([texts[n] for n in places], weights), strict=True):
                found[n] = StanceScores(supports=float(row[0]), neutral=float(row[1]), refutes=float(row[2]))
        return [scores for scores in found if scores is not None]

    def _pooled(self, texts: TextPairs, weights: ReaderWeights) -> "NDArray[np.float32]":
        """The readers combined: their log-probabilities, weighted and added, as probabilities."""
        import numpy as np  # lazy: numpy, only for pairs that nobody has judged

        total = np.zeros((len(texts), 3), dtype=np.float32)
        with self._alone:
            # Sorted: floating-point sums depend on their order, and scores must be reproducible.
            for name, weight in sorted(weights.items()):
                said = (self._reader if name == "reader" else self._aligner).probabilities(texts)
                total += weight * np.log(np.maximum(said, 1e-7))  # log(0) would veto the other reader
        powers = np.exp(total)
        together: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
        return together

    @cached_property
    def _manifest(self) -> Manifest:
        return read_manifest(self._folder)

    @cached_property
    def _reader(self) -> "EnglishReader":
        from tadori.minds.local.reader import EnglishReader  # lazy: numpy is heavy

        return EnglishReader(self._checked(READER), self._checked(VOCABULARY), self._threads)

    @cached_property
    def _aligner(self) -> "Aligner":
        from tadori.minds.local.aligner import Aligner  # lazy: numpy is heavy
        from tadori.minds.local.token_vectors import TokenVectors  # lazy: numpy is heavy

        return Aligner(read_arrays(self._checked(ALIGNER)), TokenVectors(use_backend()))

    def _checked(self, name: str) -> Path:
        """The path of a model file, once its hash matches the manifest."""
        file = self._folder / name
        try:
            seen = hashlib.sha256(file.read_bytes()).hexdigest()
        except OSError as error:
            raise ModelUnusable(f"the stance model's {name} cannot be read: {error.strerror}") from error
        if seen != self._manifest.files.get(name):
            raise ModelUnusable(f"the stance model's {name} is damaged: its sha256 is not the one in manifest.json")
        return file


def read_manifest(folder: Path) -> Manifest:
    """Raises `ModelUnusable` when it is missing or not a manifest."""
    try:
        manifest: Any = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        return Manifest(
            version=str(manifest["version"]),
            files={str(name): str(entry["sha256"]) for name, entry in manifest["files"].items()},
            english=_weights(manifest["weights"]["english"]),
            other=_weights(manifest["weights"]["other"]),
        )
    except OSError as error:
        raise ModelUnusable(f"the stance model's manifest.json cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelUnusable(f"the stance model's manifest.json is not a manifest: {error!r}") from error


def _weights(weights: Mapping[str, Any]) -> ReaderWeights:
    """Raises `ValueError` for an unknown reader."""
    if not weights or not set(weights) <= {"reader", "aligner"}:
        raise ValueError(f"no readers are named {sorted(weights)}")
    return {name: float(weight) for name, weight in weights.items()}


def read_arrays(file: Path) -> "dict[str, NDArray[np.float32]]":
    """The named arrays of a file. Raises `ModelUnusable` when it is not a file of arrays."""
    import numpy as np  # lazy: numpy, only for pairs that nobody has judged

    try:
        # Opened here: numpy leaves a file open that turns out to be no archive.
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            return {name: arrays[name].astype(np.float32) for name in arrays.files}
    except (OSError, ValueError, AttributeError, BadZipFile, zlib.error) as error:
        raise ModelUnusable(f"{file.name} is not a file of weights: {error}") from error


def _readable(text: str, longest: int) -> str:
    """The start of `text` without invisible characters; lone surrogates, which no encoder accepts, become question
    marks.
    """
    return strip_invisible(text[:longest].encode(errors="replace").decode())


def _settled(evidence: str, claim: str) -> StanceScores | None:
    """Pairs that need no model: one side is empty, or both are the same words."""
    if not (has_words(claim) and has_words(evidence)):
        return _NOTHING_SAID
    return _SAME_WORDS if len(evidence) <= 4 * LONGEST_CLAIM and same_words(claim, evidence) else None


def has_other_script(evidence: str, claim: str) -> bool:
    """Whether one side is mostly written in another script than Latin, beyond a name or two."""
    return _foreign(evidence[:LONGEST_CLAIM]) > _FEW or _foreign(claim) > _FEW


def _foreign(text: str) -> float:
    letters = len(_LETTER.findall(text))
    return len(_OTHER_SCRIPT.findall(text)) / letters if letters else 0.0
