"""What was not read, as rows of the method section: the same in every form.

In: the method of a report. Out: a head and rows in the report's language, of each kind the few largest reasons, the
rest counted together.
"""

from collections.abc import Sequence
from typing import Final

from tadori.model.ids import JA, Lang
from tadori.model.report import ReportMethod
from tadori.model.unread import OTHER_REASONS, UnreadKind, UnreadLine
from tadori.report.unread_reasons import reason_in_japanese
from tadori.report.words import phrase

MOST_UNREAD_ROWS: Final = 4
"""Of each kind; JSON has all."""


def unread_head(lang: Lang) -> list[str]:
    return [phrase(key, lang) for key in ("unread", "unread_reason", "count", "unread_characters")]


def unread_rows(method: ReportMethod, lang: Lang) -> list[list[str]]:
    """One row a reason; none where everything was read."""
    by_kind = [[line for line in method.unread if line.kind is kind] for kind in UnreadKind]
    return [_row(line, lang) for lines in by_kind for line in _few(lines)]


def _few(lines: Sequence[UnreadLine]) -> Sequence[UnreadLine]:
    # One line more takes no more room than the sum in its place.
    if len(lines) <= MOST_UNREAD_ROWS + 1:
        return lines
    rest = lines[MOST_UNREAD_ROWS:]
    others = UnreadLine(
        kind=rest[0].kind,
        reason=OTHER_REASONS,
        count=sum(line.count for line in rest),
        characters=sum(line.characters for line in rest),
    )
    return [*lines[:MOST_UNREAD_ROWS], others]


def _row(line: UnreadLine, lang: Lang) -> list[str]:
    characters = f"{line.characters:,}" if line.characters else ""
    reason = reason_in_japanese(line.reason) if lang == JA else line.reason
    return [phrase(f"unread_{line.kind.value}", lang), reason, f"{line.count:,}", characters]
