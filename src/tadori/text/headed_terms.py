"""The term that a manual's heading names: `shared_buffers (integer)`, `--verbose`, `19.3.2. ssl_key_file`.

In: a heading or a line of its own. Out: the span of the term, or None where it is no single term: `Introduction` and
`Memory and disks` head a subject, but no sentence below them speaks of `Introduction`.
"""

import re
from typing import Final

from tadori.text.lazy_pattern import lazy_pattern

_TERM: Final = lazy_pattern(
    r"[\s#*•・§\d.]{0,12}[`‘'“\"「]?(?P<term>-{0,2}[A-Za-z][A-Za-z0-9]*+(?:[-_.:/]{1,3}[A-Za-z0-9]++)*(?:\(\))?)[`’'”\"」]?"
    r"(?:\s?\((?:integer|string|boolean|enum|real|floating\spoint|bool|int|float|number|\d\w?)\)|\([^()\n]{0,80}\)|\[?=<[^<>\n]{1,30}>\]?)?"
    r"(?:\s(?:=\s?\S{1,40}|<[^<>\n]{1,30}>|[A-Z_]{2,20}|directive|parameter|option|command|function|method|statement"
    r"|ディレクティブ|パラメータ|オプション|コマンド|関数|メソッド))?(?:\s[—–-]\s[^\n]{1,90})?[\s:¶#]*$",
    re.IGNORECASE,
)
_MARKED: Final = lazy_pattern(r"[_.:/()-]|[a-z][A-Z]|\d")
_TYPED: Final = lazy_pattern(
    r"\((?:integer|string|boolean|enum|real|floating\spoint|bool|int|float|number|\d\w?)\)"
    r"|\s(?:[Dd]irective|[Pp]arameter|[Oo]ption|[Cc]ommand|[Ff]unction|[Mm]ethod|[Ss]tatement|ディレクティブ|パラメータ|オプション|コマンド|関数|メソッド)[\s:¶#]*$|`|^[\s\d.]*[a-z]\w+\s[—–]\s",
)
_LONGEST: Final = 120


def term_line(line: str) -> tuple[int, int] | None:
    """The span of the one technical term that `line` consists of; None for words of everyday language."""
    if len(line) > _LONGEST or "\n" in line.strip():
        return None
    found = _TERM.match(line)
    if found is None:
        return None
    if _MARKED.search(found["term"]) is None and _TYPED.search(line) is None and not line.strip().startswith("-"):
        return None
    return found.span("term")


def headed_term(heading: str) -> tuple[int, int] | None:
    """The span of the term in the innermost heading that is not only a part of every page (`Summary`)."""
    end = len(heading)
    while end > 0:
        start = heading.rfind("›", 0, end) + 1
        if not _PART.fullmatch(heading, start, end):
            span = term_line(heading[start:end])
            return (start + span[0], start + span[1]) if span else None
        end = start - 1
    return None


_PART: Final = lazy_pattern(
    r"[\s\d.]*(?:summary|description|synopsis|overview|notes?|introduction|usage|details|remarks|概要|説明|解説|書式|注意|備考|はじめに|使い方)\s*",
    re.IGNORECASE,
)
