"""The secrets of a home whose values are known, and how pieces of them are found in a text.

In: a home. Out: runs of letters that no answer may contain. Nothing here is ever shown or logged.
"""

import codecs
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tadori.model.thresholds import MIN_SECRET_CHARS, SECRET_PIECE_CHARS
from tadori.text.unwrapped import letters_text
from tadori.wiring.home import App

TOKEN_NAME: Final = "mcp-token"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TextPieces:
    """All runs of `length` letters of some texts, for fast lookup."""

    length: int
    whole: frozenset[str]
    halves: frozenset[str]
    """All runs of half the length: a quick test that rules out most texts (see `runs`)."""

    @staticmethod
    def of(texts: Iterable[str], length: int, wanted: Callable[[str], bool] = bool) -> "TextPieces":
        made = list(texts)
        return TextPieces(
            length=length,
            whole=frozenset(one for text in made for one in _stretches(text, length) if wanted(one)),
            halves=frozenset(one for text in made for one in _stretches(text, length // 2)),
        )

    def runs(self, text: str) -> Iterator[tuple[int, int]]:
        """Spans of pieces in `text`, adjoining ones as one."""
        half = self.length // 2
        if self.halves.isdisjoint(text[place : place + half] for place in range(0, len(text), half)):
            return
        first = last = -1
        for place, piece in enumerate(_stretches(text, self.length)):
            if piece not in self.whole:
                continue
            if first >= 0 and place > last:
                yield first, last
                first = -1
            first = place if first < 0 else first
            last = place + self.length
        if first >= 0:
            yield first, last


@dataclass(slots=True, kw_only=True, repr=False)
class KnownSecrets:
    """The server's token, keys, passwords and session cookies of a home."""

    app: App
    _files: tuple[str, str] = field(init=False)
    """The token file and the sessions folder. Their change times are checked for every text."""
    _stamp: tuple[int, ...] = ()
    _held: tuple[TextPieces, tuple[str, ...]] = field(
        default_factory=lambda: (TextPieces.of((), SECRET_PIECE_CHARS), ())
    )

    def __post_init__(self) -> None:
        self._files = str(self._token), str(self.app.inbox().sessions_folder)

    def __repr__(self) -> str:
        return "Known()"

    def values(self) -> tuple[TextPieces, tuple[str, ...]]:
        """(pieces of long secrets, short secrets whole), as letters; reloaded when a file has changed."""
        stamp = tuple(map(_changed, self._files))
        if stamp != self._stamp:
            found = {letters_text(one) for one in (*self._settings(), *self._cookies(), *_read(self._token))}
            long = {one for one in found if len(one) >= SECRET_PIECE_CHARS}
            short = {one for one in found - long if len(one) >= MIN_SECRET_CHARS}
            self._stamp = stamp
            self._held = (
                TextPieces.of(disguised_spellings(long), SECRET_PIECE_CHARS),
                tuple(sorted(set(disguised_spellings(short)))),
            )
        return self._held

    @property
    def _token(self) -> Path:
        return self.app.settings.home / TOKEN_NAME

    def _settings(self) -> list[str]:
        settings = self.app.settings
        named = (*settings.engines.keys, *settings.engines.secrets, *settings.llm.keys)
        return [*(value for _, value in named), settings.plugins.hmac_key, settings.tor_password]

    def _cookies(self) -> Iterator[str]:
        """Cookie values that may be session ids: letters and digits mixed. `accepted all` is not one."""
        for session in self.app.inbox().sessions():
            for cookie in session.cookies:
                if len(letters_text(cookie.value)) >= SECRET_PIECE_CHARS and _is_mixed(cookie.value):
                    yield cookie.value


def disguised_spellings(texts: Iterable[str]) -> list[str]:
    """Each text in the disguises a page may tell a model to use: ROT13, and both forms reversed."""
    return [form for one in texts for turned in (one, codecs.encode(one, "rot13")) for form in (turned, turned[::-1])]


def _is_mixed(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _read(file: Path) -> list[str]:
    """The text of a file, or nothing where there is none to read."""
    try:
        return [file.read_text(encoding="utf-8").strip()]
    except (OSError, UnicodeError):
        return []


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _stretches(text: str, length: int) -> Iterator[str]:
    return (text[place : place + length] for place in range(len(text) - length + 1))
