"""Checks of user input before anything is stored. Every error says what was wrong and what would be right."""

import os
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tadori.errors import WrongCall
from tadori.model.budget import Budget
from tadori.model.ids import EN, JA, Lang
from tadori.model.question import AnswerLength
from tadori.model.thresholds import DEFAULT_TOKEN_BUDGET, MAX_QUESTION_CHARS
from tadori.service.request import ResearchRequest

REPORT_FILES: Final = ("report.md", "report.html", "report.json")
EVIDENCE_FILE: Final = "evidence.wacz"
_PIECE: Final = 1_000_000


def checked_question(text: str) -> str:
    """The question on one line, or a WrongCall that says what is wrong with it."""
    question = " ".join(text.split())
    if not question:
        raise WrongCall("the question is empty", field="query")
    if len(question) > MAX_QUESTION_CHARS:
        said = f"the question has {len(question)} characters; at most {MAX_QUESTION_CHARS} can be asked"
        raise WrongCall(said, field="query")
    try:
        question.encode()
    except UnicodeEncodeError as exc:
        raise WrongCall("the question is not valid text in your terminal's encoding", field="query") from exc
    if not any(c.isalnum() for c in question):
        raise WrongCall("the question holds no word", field="query")
    return question


def checked_length(length: str) -> AnswerLength:
    """The length of an answer by its name, or a WrongCall that names all."""
    try:
        return AnswerLength(length)
    except ValueError:
        known = ", ".join(one.value for one in AnswerLength)
        raise WrongCall(f"there is no length {length!r}; there are {known}", field="length") from None


def report_language(question: str) -> Lang:
    """Japanese for a Japanese question, English for every other."""
    from tadori.text.language import language_of  # lazy: few commands need it

    return JA if language_of(question) == JA else EN


def checked_folder(folder: Path) -> Path:
    path = checked_folder_name(folder)
    if not path.exists():
        raise WrongCall(f"there is no folder {folder}")
    if not path.is_dir():
        raise WrongCall(f"{folder} is a file; give the folder that holds it")
    try:
        next(path.iterdir(), None)
    except OSError as exc:
        raise WrongCall(f"the folder {folder} cannot be read: {exc.strerror}") from exc
    return path


def checked_folder_name(folder: Path) -> Path:
    """The absolute path of a folder, if it can be stored. Raises WrongCall."""
    try:
        path = folder.expanduser().absolute()
        str(path).encode()
    except RuntimeError as exc:
        raise WrongCall(f"{folder}: your home folder is not known; write the whole path") from exc
    except UnicodeEncodeError as exc:
        raise WrongCall(f"the name of the folder {folder} is not UTF-8: rename it, or use another") from exc
    return path


def checked_out_folder(folder: Path, libraries: Sequence[Path] = (), file_mode: int = 0o600) -> Path:
    """The folder for a report: writable, outside every library, and without files that are not ours.

    It is created if it is missing, readable by those who may read the files in it.

    Raises:
        WrongCall: one of these does not hold; nothing was written.
    """
    path = checked_folder_name(folder)
    above = next(parent for parent in (path, *path.parents) if parent.exists())
    if not above.is_dir():
        raise WrongCall(f"--out {folder} cannot be written: {above} is not a folder")
    for library in libraries:
        if path.resolve().is_relative_to(library.resolve()):
            raise WrongCall(
                f"--out {folder} lies in the library {library}, where the report would be read as a document the next "
                "time: name a folder outside of it"
            )
    foreign = _not_ours(path)
    if foreign is not None:
        raise WrongCall(
            f"{foreign} is there already, and not as part of an unchanged report of Tadori's: name another folder "
            "with --out, or move that file away"
        )
    try:
        missing = [one for one in (path, *path.parents) if not one.exists()]
        path.mkdir(parents=True, exist_ok=True)
        for one in missing:
            one.chmod(file_mode | (file_mode & 0o444) >> 2)  # whoever may read a file may also enter its folder
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as exc:
        raise WrongCall(f"--out {folder} cannot be written: {exc.strerror}") from exc
    return path


def _not_ours(folder: Path) -> Path | None:
    """The first existing file that we would overwrite; None if all are an unchanged earlier report of ours."""
    names = (*REPORT_FILES, EVIDENCE_FILE)
    there = [file for name in names if os.path.lexists(file := folder / name)]
    if not there:
        return None
    strange = [file for file in there if file.is_symlink() or not file.is_file()]
    if strange or len(there) < len(names):
        return (strange or there)[0]
    try:
        with zipfile.ZipFile(folder / EVIDENCE_FILE) as sealed:
            return next((folder / name for name in REPORT_FILES if not _is_sealed(folder / name, sealed)), None)
    except (OSError, ValueError, RuntimeError, EOFError, zipfile.BadZipFile):
        return folder / EVIDENCE_FILE  # not written by Tadori


def _is_sealed(file: Path, sealed: zipfile.ZipFile) -> bool:
    """Whether a file equals its copy inside `evidence.wacz`. Tadori stores those copies uncompressed."""
    member = sealed.NameToInfo.get(f"tadori/{file.name}")
    if member is None or member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 0x1:
        return False
    if file.stat().st_size != member.file_size:
        return False
    with file.open("rb") as given, sealed.open(member) as kept:
        while (part := given.read(_PIECE)) == kept.read(_PIECE):
            if not part:
                return True
    return False


def budget_of(request: ResearchRequest, model: str) -> Budget:
    """The budget of a request; tokens only where `model` names one.

    Raises:
        WrongCall: the request names a model and gives it no tokens.
    """
    if request.model is not None and model and request.budget.tokens == 0:
        raise WrongCall("--model with --budget-tokens 0: a model without tokens is never asked; leave one of them out")
    default = Budget()
    tokens = DEFAULT_TOKEN_BUDGET if request.budget.tokens is None else request.budget.tokens
    return Budget(
        pages=request.budget.pages or default.pages,
        seconds=request.budget.seconds or default.seconds,
        tokens=tokens if model else default.tokens,
    )
