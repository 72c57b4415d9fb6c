"""What the MCP server needs of a home: its clients, the HTTP token, and the questions to the user."""

import os
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError
from tadori.model.printable import one_line
from tadori.model.thresholds import MAX_CONCURRENT_SEARCHES, SOFT_LIMIT_SECONDS
from tadori.service.clients.questions import answer_question, open_questions
from tadori.service.clients.secrets import TOKEN_NAME
from tadori.service.clients.tasks import Clients, open_clients
from tadori.service.input_checks import checked_folder
from tadori.settings import load_settings
from tadori.wiring.engines import checked_providers
from tadori.wiring.home import open_app

MIN_TOKEN_CHARS: Final = 32
MAX_QUESTION_LINE_CHARS: Final = 2000
"""A longer question is cut when shown."""


@asynccontextmanager
async def serving(
    *,
    libraries: Sequence[Path] = (),
    providers: Sequence[str] = (),
    soft_limit: float = SOFT_LIMIT_SECONDS,
    workers: int = MAX_CONCURRENT_SEARCHES,
) -> AsyncIterator[Clients]:
    """The clients of the home in the settings; at most `workers` searches run at once.

    Raises:
        WrongCall: a folder or an engine does not exist.
    """
    folders = tuple(checked_folder(folder) for folder in libraries)
    with open_app(load_settings()) as app:
        if providers:
            checked_providers(app, tuple(providers))
        async with open_clients(
            app,
            at_once=workers,
            libraries=folders,
            providers=tuple(providers),
            soft_limit=soft_limit,
        ) as clients:
            yield clients


def token_file() -> Path:
    """The file with the bearer token for HTTP."""
    return load_settings().home / TOKEN_NAME


def server_token(file: Path) -> str:
    """The token in `file`, created if there is none; only its owner can read it.

    Raises:
        ConfigError: the file cannot be used.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            token = file.read_text(encoding="ascii").strip()
        else:
            token = secrets.token_urlsafe(32)
            with os.fdopen(handle, "w", encoding="ascii") as out:
                out.write(token + "\n")
    except (OSError, UnicodeError) as exc:
        raise ConfigError(f"the token file {file} cannot be used: {exc}") from exc
    if len(token) < MIN_TOKEN_CHARS:
        raise ConfigError(f"the token in {file} is shorter than {MIN_TOKEN_CHARS} characters: delete the file")
    return token


def question_lines() -> list[str]:
    """The questions to the user of this machine, one line each, without control codes."""
    return [
        f"{one.id}  {one_line(one.prompt, MAX_QUESTION_LINE_CHARS)}"
        + (f"  [{one_line(' / '.join(one.choices), MAX_QUESTION_LINE_CHARS)}]" if one.choices else "")
        for one in open_questions(load_settings().home)
    ]


def answer_local_question(name: str, response: str) -> None:
    """Answer a question. Raises WrongCall."""
    answer_question(load_settings().home, name, response)
