"""Makes source text harmless for print. Hostile titles and quotations are the normal case.

In: any text or address. Out: text that a browser, a Markdown reader or a terminal only shows. Invisible and
bidirectional characters are removed, line breaks become spaces, and only web and file addresses become links.
"""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from tadori.text.normalise import strip_invisible

_SPACES: Final = re.compile(r"\s+")
_LINKABLE: Final = re.compile(r"(?:https?|file)://[^\s]", re.IGNORECASE)
_KEPT_IN_ADDRESS: Final = "%/:?#[]@!$&'()*+,;=~"
_MARKDOWN: Final = re.compile(r"[\\`*_\[\]~$]")
_MARKDOWN_START: Final = re.compile(r"^(?:([-+=#:])|(\d{1,9})([.)]))")
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
# GitHub's Markdown makes links of bare addresses.
_BARE_ADDRESS: Final = re.compile(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)


def visible_text(text: str) -> str:
    """`text` on one line, without invisible characters."""
    return _one_line(text).strip()


def safe_link(address: str) -> str | None:
    """`address` percent-encoded for a link; None where it is no web or file address."""
    if not _LINKABLE.match(address):
        return None
    return quote(address, safe=_KEPT_IN_ADDRESS, errors="replace")


@lru_cache(maxsize=4096)
def for_markdown(text: str) -> str:
    """`text` as Markdown that shows it and does nothing: no markup, no link, no HTML, no new block."""
    plain = _inline(visible_text(text))
    return _MARKDOWN_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", plain)


def for_markdown_with_bold(before: str, value: str, after: str) -> str:
    """The three pieces of a line as Markdown, the middle one in bold.

    A run of `**` beside a letter opens or closes nothing where a mark stands on its other side (in Japanese there is no
    space between them), so marks at the ends of the value stay outside the bold words. No words left: no bold.
    """
    while value and _is_mark(value[0]) and before and not _is_apart(before[-1]):
        before, value = before + value[0], value[1:]
    while value and _is_mark(value[-1]) and after and not _is_apart(after[0]):
        value, after = value[:-1], value[-1] + after
    if not value.strip() or value != value.strip():
        return for_markdown(before + value + after)
    # A letter keeps the beginning from being read as a list or a heading, and is taken away again.
    head = for_markdown(f"{before}x")[:-1] if before else ""
    return f"{head}**{_inline(value)}**{_inline(after)}".rstrip()


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_apart(character: str) -> bool:
    """Whether `**` may stand between it and a mark."""
    return character.isspace() or _is_mark(character)


def _inline(line: str) -> str:
    # Backslashes first: the next steps add some of their own, which must not be escaped again.
    plain = _MARKDOWN.sub(r"\\\g<0>", line)
    plain = _BARE_ADDRESS.sub(r"\\\g<0>", plain)
    return _ENTITY.sub("&amp;", plain).replace("<", "&lt;").replace(">", "&gt;")


def for_markdown_cell(markdown: str) -> str:
    """Markdown as it may stand in a cell of a table."""
    return markdown.replace("|", "\\|")


_BREAKS: Final = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_TICKS: Final = re.compile(r"`+")


def visible_lines(code: str) -> list[str]:
    """A block of code as lines, with their indentation and without invisible characters; no empty ones at its ends."""
    lines = [strip_invisible(line).expandtabs(4).rstrip() for line in _BREAKS.sub("\n", code).split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def code_for_markdown(code: str, indent: str = "") -> str:
    """A block of code between fences that are longer than any run of backticks in it: nothing in it ends it."""
    lines = visible_lines(code)
    fence = "`" * max(3, 1 + max((len(run) for line in lines for run in _TICKS.findall(line)), default=0))
    return "\n".join(f"{indent}{line}".rstrip() for line in (fence, *lines, fence))


def code_for_html(code: str) -> str:
    """A block of code as HTML character data, line by line."""
    return html.escape("\n".join(visible_lines(code)), quote=True)


@lru_cache(maxsize=4096)
def for_html(text: str) -> str:
    """`text` as HTML character data, good inside elements and quoted attributes. Spaces at its ends stay."""
    return html.escape(_one_line(text), quote=True)


def _one_line(text: str) -> str:
    return _SPACES.sub(" ", strip_invisible(text))
