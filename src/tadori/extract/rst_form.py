"""Recognises reStructuredText by its form, in a file whose name does not say so (`.txt`, `README`).

In: a text. Out: yes or no. A plain text has underlined headings, too: a mark that only reStructuredText has must stand
beside one. Nothing is parsed.
"""

from itertools import pairwise
from typing import Final

from tadori.extract.lines import half_width_units
from tadori.text.lazy_pattern import lazy_pattern

_LOOK_AT: Final = 200_000
"""Characters: enough for the first heading and the first mark of any document."""
_ADORNMENT: Final = lazy_pattern(r"([=\-~^\"'`#*+.:_])\1{2,}[ \t]*\r?$")
_MARKS: Final = lazy_pattern(
    r"(?m)^[ \t]*\.\. (?:\|[^|\n]{1,80}\| )?[A-Za-z][\w:+.-]{0,60}::(?:\s|$)"  # .. note::
    r"|^\.\. (?:_[^\n]{1,200}:|\[[#*\w]{1,40}\])(?:\s|$)"  # .. _target: and .. [1]
    r"|(?<![\w`]):[a-z][a-z0-9:+_.-]{1,30}:`[^`\n]{1,200}`"  # :ref:`label`
    r"|(?<![\w`])`[^`\n]{1,200}`__?(?!\w)"  # `words`_
)


def is_rst(text: str) -> bool:
    """Whether `text` has an underlined heading and a directive, role or target of reStructuredText."""
    looked_at = text[:_LOOK_AT]
    if _MARKS.search(looked_at) is None:
        return False
    lines = looked_at.split("\n")
    return any(_ADORNMENT.match(rule) and _underlines(rule.strip(), title) for title, rule in pairwise(lines))


def _underlines(rule: str, title: str) -> bool:
    """Whether `rule` is a row of marks below a line of words that is not longer than it."""
    words = title.strip()
    return any(map(str.isalnum, words)) and half_width_units(words) <= len(rule)
