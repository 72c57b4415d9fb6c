"""Input as users give it, checked before anything is kept: every refusal says what was wrong and what is right."""

from pathlib import Path

from tadori.app.request import Request
from tadori.errors import WrongCall
from tadori.model.budget import Budget
from tadori.model.ids import EN, JA, Lang
from tadori.model.thresholds import MAX_QUESTION_CHARS
from tadori.settings import LlmSettings


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


def report_language(question: str) -> Lang:
    """Japanese for a Japanese question, English for every other."""
    from tadori.text.language import language_of

    return JA if language_of(question) == JA else EN


def checked_folder(folder: Path) -> Path:
    path = folder.expanduser().absolute()
    if not path.exists():
        raise WrongCall(f"there is no folder {folder}")
    if not path.is_dir():
        raise WrongCall(f"{folder} is a file; give the folder that holds it")
    try:
        next(path.iterdir(), None)
    except OSError as exc:
        raise WrongCall(f"the folder {folder} cannot be read: {exc.strerror}") from exc
    return path


def usable_out(folder: Path, file_mode: int = 0o600) -> Path:
    """The folder, made where it is missing for whom its files are meant for."""
    path = folder.expanduser().absolute()
    try:
        missing = [one for one in (path, *path.parents) if not one.exists()]
        path.mkdir(parents=True, exist_ok=True)
        for one in missing:
            one.chmod(file_mode | (file_mode & 0o444) >> 2)  # Who may read a file may enter its folder.
        probe = path / ".tadori-probe"
        probe.touch()
        probe.unlink()
    except OSError as exc:
        raise WrongCall(f"--out {folder} cannot be written: {exc.strerror}") from exc
    return path


TOKENS = 200_000
"""Of a task where settings name a language model and the request does not say."""


def budget_of(request: Request, llm: LlmSettings) -> Budget:
    """The budget of a request; tokens only where a model is named."""
    default = Budget()
    tokens = TOKENS if request.budget_tokens is None else request.budget_tokens
    return Budget(
        pages=request.budget_pages or default.pages,
        seconds=request.budget_seconds or default.seconds,
        tokens=tokens if llm.fast or llm.slow else default.tokens,
    )
