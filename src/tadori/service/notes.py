"""Reads the notes of a user (`--notes FILE`): what they know already, as text or Markdown.

Comes in: a file. Goes out: `KnowledgeItem`s of type user-provided, one a paragraph or a pair of `Q:` and `A:`
(問:, 答:). Notes are never evidence: they are neither archived nor quoted; a language model reads them to choose what
to look for.
"""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tadori.errors import WrongCall
from tadori.model.researcher import KnowledgeItem, KnowledgeType
from tadori.model.thresholds import MAX_NOTES, MAX_NOTES_BYTES

_PARAGRAPHS: Final = re.compile(r"\n[ \t]*\n")
_HEADING: Final = re.compile(r"#{1,6}\s+(?P<words>.+?)\s*#*$")
_ASKED: Final = re.compile(r"(?:q|question|問|問い|質問)\s*[:：]\s*(?P<words>.*)$", re.IGNORECASE)
_TOLD: Final = re.compile(r"(?:a|answer|答|答え|回答)\s*[:：]\s*(?P<words>.*)$", re.IGNORECASE)


def read_notes(path: Path, question: str) -> tuple[KnowledgeItem, ...]:
    """The notes in `path`; what stands under no heading and no `Q:` is about `question`.

    Raises:
        WrongCall: it is no file, too large, not UTF-8 text, or holds no note.
    """
    text = _text_of(path)
    found = tuple(dict.fromkeys(_notes(text, question)))
    if not found:
        raise WrongCall(
            f"--notes {path}: the file holds no note; write what you know, one paragraph each", field="notes"
        )
    if len(found) > MAX_NOTES:
        raise WrongCall(f"--notes {path}: {len(found)} notes; at most {MAX_NOTES} can be given", field="notes")
    return found


def _text_of(path: Path) -> str:
    try:
        with path.expanduser().open("rb") as file:
            data = file.read(MAX_NOTES_BYTES + 1)
    except (OSError, RuntimeError) as exc:
        reason = exc.strerror if isinstance(exc, OSError) else "your home folder is not known"
        raise WrongCall(f"--notes {path} cannot be read: {reason}", field="notes") from exc
    if len(data) > MAX_NOTES_BYTES:
        raise WrongCall(f"--notes {path}: the file is larger than {MAX_NOTES_BYTES // 1024} KB", field="notes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise WrongCall(f"--notes {path}: the file is not UTF-8 text", field="notes") from exc
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in text):
        raise WrongCall(f"--notes {path}: the file is not text: it holds control characters", field="notes")
    return text


def _notes(text: str, question: str) -> Iterator[KnowledgeItem]:
    """One note a paragraph. A heading asks for all below it, `Q:` only for the `A:` behind it."""
    heading, asked = question, ""
    for lines in _blocks(text):
        told: list[str] = []
        for line in lines:
            if match := _HEADING.match(line):
                yield from _note(asked or heading, told)
                heading, asked, told = match["words"], "", []
            elif match := _ASKED.match(line):
                yield from _note(asked or heading, told)
                asked, told = match["words"], []
            elif asked and (match := _TOLD.match(line)):
                told = [match["words"]]
            elif asked and not told:
                asked = f"{asked} {line}".strip()
            else:
                told.append(line)
        if told:
            yield from _note(asked or heading, told)
            asked = ""


def _blocks(text: str) -> Iterator[list[str]]:
    for block in _PARAGRAPHS.split(text):
        lines = [" ".join(line.split()) for line in block.split("\n")]
        if kept := [line for line in lines if line]:
            yield kept


def _note(question: str, told: list[str]) -> Iterator[KnowledgeItem]:
    answer = " ".join(told).strip()
    if any(sign.isalnum() for sign in answer):
        yield KnowledgeItem(question=question, answer=answer, references=(), kind=KnowledgeType.USER_PROVIDED)
