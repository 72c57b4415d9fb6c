"""What no answer may hold, whatever a page or an error says: secrets, places on this machine, our own instructions.

Comes in: any text on its way out. Goes out: the same text with such pieces masked (§4.4.1 L7).
"""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from tadori.app.home import App
from tadori.minds.fence import RULES
from tadori.text.secrets import MASK, mask_secrets

LEAK_LENGTH: Final = 20
"""Characters in a row that make a leak (§4.4.1 L4)."""
SHORTEST_PATH: Final = 4
_TAG: Final = re.compile(r"LANCET\s*-\s*[0-9a-f]{8,}", re.IGNORECASE)
_TRACE: Final = re.compile(r'Traceback \(most recent call last\)|File "[^"\n]{1,300}", line \d+')
_FILE_URL: Final = re.compile(r"file:/{1,3}[^\s\"'<>]{1,2000}", re.IGNORECASE)


def redactor(app: App) -> Callable[[str], str]:
    """A function that masks what must not leave the home of `app`."""
    places = _places(app)
    grams = frozenset(_grams(words for words in RULES.values()))

    def redact(text: str) -> str:
        found = _TRACE.sub(MASK, _TAG.sub(MASK, _FILE_URL.sub(MASK, mask_secrets(text))))
        return _without(places.sub(MASK, found), grams)

    return redact


def _places(app: App) -> re.Pattern[str]:
    """Folders of this machine that belong to Tadori or its user; not where they are part of a web address."""
    package = Path(__file__).parent.parent
    folders = [app.settings.home, Path.home(), Path(sys.prefix), package, package.parent.parent]
    names = {str(one) for folder in folders for one in (folder.absolute(), folder.resolve())}
    wanted = sorted((name for name in names if len(name) >= SHORTEST_PATH), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w/.:~-])(?:{'|'.join(map(re.escape, wanted))})(?![\w-])(?:/[^\s\"'<>]{{0,1000}})?")


def _grams(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        for line in text.split("\n"):
            plain = line.strip()
            yield from (plain[at : at + LEAK_LENGTH] for at in range(len(plain) - LEAK_LENGTH + 1))


def _without(text: str, grams: frozenset[str]) -> str:
    """`text` with every stretch masked that stands in our instructions word for word."""
    spans: list[list[int]] = []
    for at in range(len(text) - LEAK_LENGTH + 1):
        if text[at : at + LEAK_LENGTH] in grams:
            if spans and at <= spans[-1][1]:
                spans[-1][1] = at + LEAK_LENGTH
            else:
                spans.append([at, at + LEAK_LENGTH])
    for start, end in reversed(spans):
        text = text[:start] + MASK + text[end:]
    return text
