"""The folders that open questions are asked over, and the questions.

Three folders are shipped here as they stand in their packages (`SOURCES.md`); `ja-world` is built from public data
beside the checkout; `examples` is the example library. Halves: `open` was looked at while building, `sealed` was not.
"""

import importlib
import tarfile
from pathlib import Path
from typing import Final

from tests.gates.figures import data_folder
from tests.gates.open.key_points import AbsentQuestion, OpenQuestion, absent_questions, open_questions

HERE: Final = Path(__file__).parent
EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "library"
PASSAGES: Final = "retrieval/jsquad/passages.jsonl.gz"
SHIPPED: Final = ("en-manuals", "en-world", "ja-manuals")
FOLDERS: Final = (*SHIPPED, "ja-world", "examples")


def folder_of(name: str, out: Path) -> Path:
    """The documents of a folder, below `out` where they must be unpacked first."""
    if name == "examples":
        return EXAMPLES
    out.mkdir(parents=True, exist_ok=True)
    if name == "ja-world":
        importlib.import_module("tests.gates.open.build_ja_world").build(data_folder() / PASSAGES, out)
        return out
    with tarfile.open(HERE / f"{name}.tar.gz") as archive:
        archive.extractall(out, filter="data")
    return out


def questions_of(name: str, half: str, documents: Path) -> list[OpenQuestion]:
    """`half` is `open` or `sealed`; `documents` is the folder from `folder_of`."""
    return open_questions(HERE / f"{name}.{half}.jsonl", name, documents)


def absent_of(name: str, half: str) -> list[AbsentQuestion]:
    return absent_questions(HERE / f"{name}.absent_{half}.jsonl", name)
