"""Where the value that was asked for stands in its sentence. In: sentence and value. Out: three pieces of the sentence.

The words must stand in the sentence as words: `5` does not stand in `1985` nor in `1.5`.
"""

import re

from tadori.report.inert import visible_text


def around_value(text: str, value: str) -> tuple[str, str, str] | None:
    """What stands before the value, the value, and what stands behind it; None where it does not stand there."""
    line, wanted = visible_text(text), visible_text(value)
    if not wanted:
        return None
    found = re.search(f"{_border_before(wanted)}{re.escape(wanted)}{_border_behind(wanted)}", line)
    return (line[: found.start()], line[found.start() : found.end()], line[found.end() :]) if found else None


def _border_before(wanted: str) -> str:
    if wanted[0].isascii() and wanted[0].isdigit():
        return r"(?<![0-9A-Za-z])(?<![0-9][.,])"
    return r"(?<![0-9A-Za-z])" if _is_latin(wanted[0]) else ""


def _border_behind(wanted: str) -> str:
    if wanted[-1].isascii() and wanted[-1].isdigit():
        return r"(?![0-9])(?![.,][0-9])"
    return r"(?![0-9A-Za-z])" if _is_latin(wanted[-1]) else ""


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
