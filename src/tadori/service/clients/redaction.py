"""Masks what no answer may contain: secrets, private paths, and the texts of our own prompts (§4.4.1 L7).

In: any text for a client. Out: the same text with such pieces masked, otherwise unchanged. Each mask is a line of the
audit log, without the masked words (L8). Escapes of programs are looked through (`text/unwrapped.py`), and so are
base64, hex, ROT13 and reversal, which a page may tell a model to use. Other ciphers are not recognised here, nor a
secret split into pieces of fewer than twelve letters in separate fields: the checks of model output come before.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tadori.errors import ConfigError, StorageFull, TadoriError
from tadori.minds.guard.audit import AuditLog
from tadori.minds.guard.cleaning import tag_look_alike
from tadori.minds.guard.fence import RULES
from tadori.minds.requests import GuardFlag
from tadori.model.llm_thresholds import LEAK_LENGTH
from tadori.model.thresholds import LATIN_LEAK_LENGTH
from tadori.service.clients.private_paths import PrivatePaths, file_url_spans, places
from tadori.service.clients.secrets import KnownSecrets, TextPieces, disguised_spellings
from tadori.text.encoded import base64_readings, hex_readings
from tadori.text.secrets import MASK, secret_places
from tadori.text.spans import merge_spans
from tadori.text.unwrapped import Unwrapped, folded, folded_text, letters, letters_text, unwrapped, unwrapped_text
from tadori.wiring.home import App
from tadori.wiring.templates import template_library

MAX_AUDIT_LINES: Final = 50
"""Lines of the audit log for one text."""
MAX_MASKING_PASSES: Final = 3
MAX_NESTED_ENCODINGS: Final = 3
"""How deep encodings inside encodings are decoded."""
_TAG_DIGITS: Final = 8
_DATA_MARK: Final = re.compile(r"(?<![a-z0-9-])data/?-[0-9a-f]{16}(?![0-9a-z])")
_HEX_DIGIT: Final = re.compile(r"[0-9a-fA-F]")
_FILE_ADDRESS: Final = re.compile(r"(?<![A-Za-z0-9_])file:/{1,3}[!#-&(-;=?-~]{1,2000}", re.IGNORECASE)
_FRAME: Final = re.compile(r'file /?"([^"\n]{1,500})", line \d+(?:, in [^\s"]{1,100})?')
_HEAD: Final = "traceback (most recent call last)"
_REST_OF_TRACE: Final = re.compile(r"[^\n]{0,300}(?:\n[^\n]{0,300}){0,2}")
_ENCODED: Final = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX: Final = re.compile(r"(?:[0-9A-Fa-f]{2}[\s:]?){12,}")

_ANY_PATH: Final = re.compile(
    r"(?:file:|~)?(?:(?<![\w/.:])/|(?<=:)/(?!/)|(?<![A-Za-z0-9])[A-Za-z]:[\\/]|\\\\)[^\s\"'<>、。「」（）]{2,1000}",
    re.IGNORECASE,
)
_ANY_TRACE: Final = re.compile(r'Traceback \(most recent call last\)[\s\S]*|File "[^"\n]{1,500}", line \d+[\s\S]*')

PLAIN, FOLDED, LETTERS = "plain", "folded", "letters"
RedactionSpan = tuple[str, str, int, int]
"""(rule, view, start in the view, end in the view)"""


@dataclass(slots=True, kw_only=True, repr=False)
class Redactor:
    """Masks the secrets of one home. Its `repr` must not show them."""

    app: App
    places: PrivatePaths
    known: KnownSecrets
    audit: AuditLog
    _instructions: list[TextPieces] = field(default_factory=list)

    def __repr__(self) -> str:
        return "Redactor()"

    def __call__(self, text: str, where: str = "text") -> str:
        """`text` with masks; `where` names it in the audit log."""
        flags: list[GuardFlag] = []
        for _ in range(MAX_MASKING_PASSES):
            spans = self._spans(text)
            if not spans:
                break
            flags += [GuardFlag(rule=rule, where=f"mcp:{where}", start=start, end=end) for rule, start, end in spans]
            text = _masked(text, spans)
        if flags:
            self._note(flags[:MAX_AUDIT_LINES])
        return text

    def _note(self, flags: Sequence[GuardFlag]) -> None:
        try:
            self.audit.write("", flags, job="mcp")
        except (ConfigError, StorageFull):
            # The text is masked already: an audit log that cannot be written must not stop the answer.
            return

    def _spans(self, text: str) -> list[tuple[str, int, int]]:
        """(rule, start, end) of what is to be masked, in order and not overlapping."""
        written = [("file_address", *match.span()) for match in _FILE_ADDRESS.finditer(text)]
        found = list(self._found(unwrapped_text(text)))
        if not found:
            return written
        view = unwrapped(text)
        views: dict[str, Unwrapped] = {PLAIN: view, FOLDED: folded(view), LETTERS: letters(view)}
        return merge_spans([*written, *((rule, *views[name].span(start, end)) for rule, name, start, end in found)])

    def _found(self, plain: str) -> Iterator[RedactionSpan]:
        low = folded_text(plain)
        yield from (("secret", PLAIN, *span) for span in secret_places(plain))
        yield from (("tag", PLAIN, *span) for span in _tags(plain))
        yield from (("tag", FOLDED, *match.span()) for match in _DATA_MARK.finditer(low))
        yield from (("file_address", PLAIN, *span) for span in file_url_spans(plain))
        yield from (("place", FOLDED, *span) for span in self.places.spans(low))
        yield from (("trace", FOLDED, *span) for span in self._traces(low))
        yield from self._known_texts(letters_text(plain))
        yield from (("encoded", PLAIN, *span) for span in self._encoded(plain))

    def _known_texts(self, text: str) -> Iterator[RedactionSpan]:
        """Pieces of our prompts, and of secrets whose value is known."""
        for one in self.instructions:
            yield from (("instruction", LETTERS, *span) for span in one.runs(text))
        pieces, whole = self.known.values()
        yield from (("known_secret", LETTERS, *span) for span in pieces.runs(text))
        for value in whole:
            yield from (("known_secret", LETTERS, *m.span()) for m in re.finditer(re.escape(value), text))

    def _traces(self, low: str) -> Iterator[tuple[int, int]]:
        """A whole stack trace if one of its frames is ours. A trace quoted on a web page is evidence."""
        frames = list(_FRAME.finditer(low))
        if not any("/tadori/" in one[1] or self.places.holds(one[1]) for one in frames):
            return
        head = low.rfind(_HEAD, 0, frames[0].start())
        rest = _REST_OF_TRACE.match(low, frames[-1].end())
        yield head if head >= 0 else frames[0].start(), frames[-1].end() if rest is None else rest.end()

    def _encoded(self, plain: str, codes: int = MAX_NESTED_ENCODINGS) -> Iterator[tuple[int, int]]:
        """Encoded runs whose decoded text would be masked, up to `codes` encodings deep."""
        for pattern, readings in ((_ENCODED, base64_readings), (_HEX, hex_readings)):
            for match in pattern.finditer(plain):
                if any(self._holds(raw.decode("utf-8", errors="ignore"), codes - 1) for raw in readings(match[0])):
                    yield match.span()

    def _holds(self, inside: str, codes: int) -> bool:
        """Whether decoded text would be masked, itself or after decoding up to `codes` times more."""
        plain = unwrapped_text(inside)
        return (
            any(True for _ in self._known_texts(letters_text(plain)))
            or self.places.holds(folded_text(plain))
            or any(True for _ in _tags(plain))
            or (codes > 0 and any(True for _ in self._encoded(plain, codes)))
        )

    @property
    def instructions(self) -> list[TextPieces]:
        """All runs of our prompts, also reversed and in ROT13; computed at first use."""
        if not self._instructions:
            spelled = disguised_spellings(letters_text(unwrapped_text(words)) for words in _instructions(self.app))
            self._instructions = [
                TextPieces.of(spelled, LEAK_LENGTH, wanted=_is_dense),
                TextPieces.of(spelled, LATIN_LEAK_LENGTH),
            ]
        return self._instructions


def redactor(app: App, libraries: Sequence[Path] = ()) -> Redactor:
    """The redactor for a home and its document folders."""
    return Redactor(
        app=app,
        places=places(app.settings.home, libraries),
        known=KnownSecrets(app=app),
        audit=AuditLog(app.settings.home, app.clock),
    )


def without_paths(text: str) -> str:
    """An error message without any path or stack trace: unlike evidence, it never needs to quote one."""
    return _ANY_PATH.sub(MASK, _ANY_TRACE.sub(MASK, text))


def _instructions(app: App) -> Iterator[str]:
    """The fence's rules, and every prompt template rendered in both languages."""
    for words in RULES.values():
        yield from re.split(r"\{\w+\}", words)
    library = template_library(app.settings, remembers=False)
    for name in library.names():
        for lang in ("en", "ja"):
            try:
                yield library.render(name, lang).text
            except TadoriError:
                # A template that cannot be rendered is in no prompt.
                continue


def _is_dense(letters: str) -> bool:
    """Whether at least half of the letters are of a script that says much with few."""
    return 2 * sum(letter >= "\u3000" for letter in letters) >= len(letters)


def _tags(plain: str) -> Iterator[tuple[int, int]]:
    """Spans of fence tags, and of look-alikes."""
    for match in tag_look_alike().finditer(plain):
        if len(_HEX_DIGIT.findall(match[0].partition("-")[2])) >= _TAG_DIGITS:
            yield match.span()


def _masked(text: str, spans: Sequence[tuple[str, int, int]]) -> str:
    parts: list[str] = []
    last = 0
    for _, start, end in spans:
        parts += [text[last:start], MASK]
        last = end
    return "".join([*parts, text[last:]])
