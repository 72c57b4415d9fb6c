"""Turns raw runs of text into clean paragraphs: NFC, white space as a browser shows it, nothing invisible.

Only characters that `squash` drops are dropped or added, so letters and digits stay as they are in the document.
"""

import re
from typing import Final

from tadori.text.normalise import normalised, strip_invisible

_SPACE: Final = re.compile(r"[ \t\r\n\f\v\u00a0\u2000-\u200a\u202f\u205f]+")
_CJK: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BREAK_IN_JAPANESE: Final = re.compile(rf"(?<=[{_CJK}])[ \t]*\n\s*(?=[{_CJK}])")
LINE: Final = "\u2028"
"""Stands for `<br>` while text is collected: white space of the source is not a line break, this is."""
_PARAGRAPH_BREAK: Final = re.compile(rf"{LINE}[ \u3000]*(?:{LINE}[ \u3000]*)+")
_SPACED_BREAK: Final = re.compile(rf" ?{LINE} ?")
_EDGE: Final = f" \u3000{LINE}"


def clean_paragraphs(text: str) -> list[str]:
    """The paragraphs of a run of inline text: white space as a browser shows it, two `<br>` part paragraphs."""
    if not text.isascii():
        text = _BREAK_IN_JAPANESE.sub("", normalised("NFC", text))
        text = strip_invisible(_SPACE.sub(" ", text))
    else:
        text = _SPACE.sub(" ", text)
    if LINE not in text:
        text = text.strip(_EDGE)
        return [text] if text else []
    parts = (part.strip(_EDGE) for part in _PARAGRAPH_BREAK.split(text))
    return [_SPACED_BREAK.sub("\n", part) for part in parts if part]


def printed_characters(text: str) -> int:
    """How many characters of `text` leave ink: no white space, nothing invisible."""
    if not text.isascii():
        text = strip_invisible(normalised("NFC", text))
    return len("".join(text.split()))


def clean_preformatted(text: str) -> list[str]:
    """Preformatted text as one paragraph with its own lines."""
    text = strip_invisible(normalised("NFC", text.replace(LINE, "\n").replace("\r\n", "\n")))
    text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    return [text] if text.strip() else []
