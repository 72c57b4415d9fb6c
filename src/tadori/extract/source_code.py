"""Reads a capture of a program: comments and docstrings as prose, everything else as code, in the order of the file.

Which words are comments is what pygments says. A packed script that nobody reads is refused with that reason.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.cleaning import clean_paragraphs
from tadori.extract.composer import TextBlock
from tadori.extract.document import StatedFacts, assembled, file_name
from tadori.extract.encodings import decode_text
from tadori.extract.plain import clean_lines
from tadori.model.page import Capture, Extracted, FragmentType
from tadori.model.thresholds import MAX_TEXT_CHARS, MINIFIED_LINE_CHARS
from tadori.text.lazy_pattern import lazy_pattern

_PARAGRAPHS: Final = lazy_pattern(r"\n[ \t\u3000]*\n\s*")
_QUOTES: Final = lazy_pattern(r"\A\s*[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')")
_OPENING: Final = lazy_pattern(r"^[ \t]*(?:/\*+!?|<!--|\(\*|\{-|--\[\[|=begin\b|#\||<#)", re.MULTILINE)
_CLOSING: Final = lazy_pattern(r"(?:\*+/|-->|\*\)|-\}|\]\]|=end\b|\|#|#>)[ \t]*$", re.MULTILINE)
_LINE_MARK: Final = lazy_pattern(r"^[ \t]*(?://[/!]?|#+!?|--+|;+|%+|\*(?!\*)|'|REM\b)[ \t]?", re.MULTILINE)
_RULE: Final = lazy_pattern(r"^[\W_]{3,}$", re.MULTILINE)
_DOC_MARK: Final = lazy_pattern(
    r"^[ \t]*(?:(?:[-+*•]|\d{1,2}[.)]|[@\\][a-z]{2,20})[ \t]|:[a-z]{2,20}(?:[ \t][\w*]{1,60})?:)", re.MULTILINE
)
_HAS_WORDS: Final = lazy_pattern(r"[^\W\d_]{2}")
_ORDER: Final = lazy_pattern(
    r"[\W_]*?(?:-\*-|noqa\b|type:|pyright:|pylint:|mypy:|ruff:|isort:|fmt:|pragma\b|nolint|nosec\b|eslint|clang-format"
    r"|prettier-|istanbul|@ts-|coding[:=]|vim?:|!/)",
    re.IGNORECASE,
)
"""Comments for a program: a linter, an editor, a shell."""
_SHORT_REMARK: Final = 4
"""Words with the mark; a shorter comment behind code on its line (`// namespace x`) says nothing without the code."""
_SHORT_REMARK_JA: Final = 12


def extract_source_code(capture: Capture) -> Extracted:
    """Read a program.

    Raises:
        SourceGarbled: no language goes by its name, it is packed, or as `compose`.
        SourceTooLarge: longer than a text may be.
    """
    decoded = decode_text(capture.body, capture.charset)
    text = clean_lines(decoded.text)
    if len(text) > MAX_TEXT_CHARS:
        raise SourceTooLarge(source=capture.url, reason=f"more than {MAX_TEXT_CHARS} characters of code")
    if len(text) / (text.count("\n") + 1) > MINIFIED_LINE_CHARS:
        raise SourceGarbled(source=capture.url, reason="it is packed code that nobody reads")
    name = file_name(capture)
    return assembled(_blocks(_runs(text, name, capture.url)), capture, StatedFacts(title=name), notes=decoded.notes)


def _runs(text: str, name: str, source: str) -> Iterator[tuple[bool, str]]:
    """The text in runs: whether it is a comment, and its characters. Comments that only a line end parts are one."""
    from pygments.lexers import get_lexer_for_filename  # lazy: only where a program is read
    from pygments.token import Comment, String, Text, Whitespace  # lazy: only where a program is read
    from pygments.util import ClassNotFound  # lazy: only where a program is read

    try:
        lexer: Any = get_lexer_for_filename(name, stripnl=False, ensurenl=False)
    except ClassNotFound as exc:
        raise SourceGarbled(source=source, reason="no known language goes by its name") from exc
    machine = (Comment.Preproc, Comment.PreprocFile, Comment.Hashbang)
    run: list[str] = []
    in_comment = False
    pending = ""
    for kind, value in lexer.get_tokens(text):
        if kind in Whitespace or (kind in Text and value.isspace()):
            pending += value
            continue
        is_comment = (kind in Comment and not any(kind in one for one in machine)) or kind in String.Doc
        if is_comment and (_ORDER.match(value) or (run and _is_short(value) and _goes_on(run[-1] + pending))):
            is_comment = False
        if run and (is_comment != in_comment or (is_comment and pending.count("\n") > 1)):
            yield in_comment, "".join(run)
            run, pending = [], pending if not is_comment else ""
        run.append(pending + value)
        pending, in_comment = "", is_comment
    if run:
        yield in_comment, "".join(run)


def _goes_on(before: str) -> bool:
    """Whether what follows `before` stands on the same line."""
    return not before.rstrip(" \t").endswith("\n")


def _is_short(comment: str) -> bool:
    return len(comment.split()) < _SHORT_REMARK if comment.isascii() else len(comment) < _SHORT_REMARK_JA


def _blocks(runs: Iterator[tuple[bool, str]]) -> Iterator[TextBlock]:
    code: list[str] = []
    for is_comment, text in runs:
        words = comment_paragraphs(text) if is_comment else []
        if not words:
            if not is_comment:  # a comment without words is a rule of dashes
                code.append(text)
            continue
        yield from _code(code)
        code = []
        yield from words
    yield from _code(code)


def _code(parts: list[str]) -> Iterator[TextBlock]:
    text = "\n".join(part.strip("\n") for part in parts)
    if text.strip():
        yield TextBlock(text=text, fragment_type=FragmentType.CODE)


def comment_paragraphs(comment: str) -> list[TextBlock]:
    """The words of a comment without its marks: paragraphs, and items where lines begin with a mark of their own."""
    if quotes := _QUOTES.match(comment):
        text = comment[quotes.end() :].rstrip().removesuffix(quotes[1])
    else:
        text = _LINE_MARK.sub("", _CLOSING.sub("", _OPENING.sub("", comment)))
    text = _RULE.sub("", text)
    found: list[TextBlock] = []
    for paragraph in _PARAGRAPHS.split(text):
        if not _HAS_WORDS.search(paragraph):
            continue
        starts = [match.start() for match in _DOC_MARK.finditer(paragraph)]
        edges = [0, *[at for at in starts if at], len(paragraph)]
        for start, end in pairwise(edges):
            kind = FragmentType.LIST if start in starts else FragmentType.PARAGRAPH
            found += [TextBlock(text=part, fragment_type=kind) for part in clean_paragraphs(paragraph[start:end])]
    return found
