"""Questions to the user of this machine, for clients that cannot show a form: `tadori mcp answer` answers them.

In: a question, and later its answer from another process. Out: the answer. A question is a folder in the home that the
asking server holds a lock on. The lock ends with the server, so abandoned questions are neither shown nor answered.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tadori.errors import WrongCall

QUESTION: Final = "question.json"
ANSWER: Final = "answer.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalQuestion:
    """A question that waits for the user of this machine."""

    id: str
    prompt: str
    choices: tuple[str, ...]


@contextmanager
def posted_question(home: Path, prompt: str, choices: Sequence[str]) -> Iterator[Path]:
    """A question that is open inside the block; the folder for `read_answer`."""
    from tadori.engine.ownership import task_lock  # lazy: brings numpy and the whole pipeline

    folder, name = home / "questions", f"ask_{os.urandom(4).hex()}"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    made, shown = folder / f".{name}", folder / name
    with task_lock(made, name):
        try:
            _write(made / QUESTION, {"prompt": prompt, "choices": list(choices)})
            made.rename(shown)  # visible only once locked: a visible folder without a lock is a dead server's
            yield shown
        finally:
            shutil.rmtree(made, ignore_errors=True)
            shutil.rmtree(shown, ignore_errors=True)


def read_answer(folder: Path) -> str | None:
    """The answer in a question's folder; None until there is one."""
    try:
        return str(json.loads((folder / ANSWER).read_text(encoding="utf-8"))["response"])
    except FileNotFoundError:
        return None


def open_questions(home: Path) -> list[LocalQuestion]:
    """The open questions. Those of dead servers are deleted."""
    from tadori.engine.ownership import is_held  # lazy: brings numpy and the whole pipeline

    found = []
    for folder in sorted((home / "questions").glob("ask_*")):
        if not is_held(folder):
            shutil.rmtree(folder, ignore_errors=True)
            continue
        try:
            stored = json.loads((folder / QUESTION).read_text(encoding="utf-8"))
        except FileNotFoundError:  # it was answered and removed just now
            continue
        found.append(LocalQuestion(id=folder.name, prompt=stored["prompt"], choices=tuple(stored["choices"])))
    return found


def answer_question(home: Path, name: str, response: str) -> None:
    """Answer a question by its id, or the only one there is when `name` is empty.

    Raises:
        WrongCall: there is none of that name (any more), several wait, or the answer is none of its choices.
    """
    waiting = {one.id: one for one in open_questions(home)}
    if not name and len(waiting) > 1:
        raise WrongCall(f"several questions wait; --id says which: {', '.join(waiting)}")
    found = waiting.get(name) if name else next(iter(waiting.values()), None)
    if found is None:
        raise WrongCall(f"there is no such question: {', '.join(waiting) or 'no question waits'}")
    if found.choices and response not in found.choices:
        raise WrongCall(f"the answer must be one of: {', '.join(found.choices)}")
    try:
        _write(home / "questions" / found.id / ANSWER, {"response": response})
    except FileNotFoundError as exc:
        raise WrongCall("the question has just ended: nobody waits for an answer any more") from exc


def _write(file: Path, data: Mapping[str, Any]) -> None:
    """Write a file atomically."""
    part = file.with_suffix(".part")
    part.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    part.replace(file)
