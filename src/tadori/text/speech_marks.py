"""Whether a place of a text lies inside quotation marks, by counting them from the text's start.

In: a text and a place. Out: True where a mark is open there, and also where the marks do not add up: what is unclear
counts as inside, because words out of somebody's mouth must not be joined with the narrator's.
"""

from typing import Final

_PAIRS: Final = {"“": "”", "「": "」", "『": "』", "«": "»", "〝": "〟"}
_CLOSING: Final = {closing: opening for opening, closing in _PAIRS.items()}
_FURTHEST: Final = 2000


def begins_in_speech(text: str, place: int) -> bool:
    """Whether `place` of `text` lies inside quotation marks, or the marks before it do not add up."""
    open_marks: list[str] = []
    for at in range(max(0, place - _FURTHEST), place):
        char = text[at]
        if char == "\n":
            open_marks.clear()
        elif char in _PAIRS:
            open_marks.append(char)
        elif char in _CLOSING:
            if not open_marks or open_marks[-1] != _CLOSING[char]:
                return True
            open_marks.pop()
        elif char == '"':
            _toggle(open_marks, char)
        elif char in "'‘’" and _is_mark(text, at):
            _single(open_marks, text, at)
    return bool(open_marks)


def _toggle(open_marks: list[str], char: str) -> None:
    if char in open_marks:
        del open_marks[open_marks.index(char) :]
    else:
        open_marks.append(char)


def _is_mark(text: str, at: int) -> bool:
    """Whether a single mark opens or closes a quotation: an apostrophe stands between letters, or behind an s."""
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    return not (before.isalnum() and behind.isalnum())


def _single(open_marks: list[str], text: str, at: int) -> None:
    before = text[at - 1 : at] if at else ""
    behind = text[at + 1 : at + 2]
    opens = (not before or before.isspace() or before in '([“"—–') and behind.isalnum() and text[at] != "’"
    if opens and "'" not in open_marks:
        open_marks.append("'")
    elif "'" in open_marks and not before.isspace() and not behind.isalnum():
        # `the drivers' union`: a genitive inside a quotation closes nothing, but a mark behind punctuation does.
        if before in ",.!?…" or before != "s":
            del open_marks[open_marks.index("'") :]
