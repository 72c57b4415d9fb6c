"""Splits a page into the parts where block signs are looked for: title, headings, tags, scripts, visible text.

Comes in: bytes. Goes out: a `BlockPage` in lower case. Takes linear time however broken the input is; it
builds no tree, because it only has to separate text from markup.
"""

import html
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tadori.model.web_thresholds import LABEL_BYTES, PROSE_BYTES

SCANNED_BYTES: Final = 1_000_000
"""No more than this is looked at, from the beginning."""
_CHARSET: Final = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s*([A-Za-z0-9_-]{1,40})", re.IGNORECASE)


@dataclass
class BlockPage:
    """The parts of a page; everything in lower case."""

    scripts: list[str]
    tags: str
    title: str
    headings: list[str]
    runs: list[str]
    """The texts between tags, white space collapsed."""
    noscript: str
    markup: str
    """Without scripts, styles, comments and titles."""

    @cached_property
    def sizes(self) -> list[int]:
        """Bytes of each run."""
        return [len(run) if run.isascii() else len(run.encode()) for run in self.runs]

    @cached_property
    def visible(self) -> int:
        """Bytes a visitor can read."""
        return sum(self.sizes)

    @cached_property
    def prose(self) -> list[str]:
        """The runs that are sentences."""
        return [run for run, size in zip(self.runs, self.sizes, strict=True) if size >= PROSE_BYTES]

    @cached_property
    def prose_bytes(self) -> int:
        return sum(size for size in self.sizes if size >= PROSE_BYTES)

    @cached_property
    def labels(self) -> str:
        """All texts short enough to be a message to the visitor, and the contents of `noscript`."""
        short = [run for run, size in zip(self.runs, self.sizes, strict=True) if size <= LABEL_BYTES]
        return " ".join([*short, self.noscript]).strip()

    @cached_property
    def script(self) -> str:
        return " ".join(self.scripts)


_UNREAD: Final = re.compile(r"<!--|<(script|style|template|noscript|title|svg)\b")
_END: Final = {
    name: re.compile(rf"</{name}\b[^>]{{0,200}}>")
    for name in ("script", "style", "template", "noscript", "title", "svg")
} | {None: re.compile("-->")}
_TAG: Final = re.compile(r"<[^<>]*>")
_HEADING: Final = re.compile(r"<h[12]\b[^<>]*>((?:[^<]|<(?!/?h[12]\b)){0,400})</h[12]")


def read_page(body: bytes, charset: str | None) -> BlockPage:
    """Split a page in one pass; an element that is never closed extends to the end, as in a browser."""
    source = _decoded(body[:SCANNED_BYTES], charset).lower()
    kept: list[str] = []
    parts: dict[str | None, list[str]] = {name: [] for name in _END}
    at = 0
    while start := _UNREAD.search(source, at):
        kept.append(source[at : start.start()])
        end = _END[start[1]].search(source, start.end())
        at = len(source) if end is None else end.end()
        parts[start[1]].append(source[start.start() : at])
    kept.append(source[at:])
    markup = " ".join(kept)
    runs = (_plain(run) for run in _TAG.split(markup) if run and not run.isspace())
    return BlockPage(
        scripts=parts["script"],
        tags=" ".join(_TAG.findall(markup)),
        title=_text_of(" ".join(parts["title"][:1])),
        headings=[_text_of(found) for found in _HEADING.findall(markup)],
        runs=[run for run in runs if run and not _is_data(run)],
        noscript=_text_of(" ".join(parts["noscript"])),
        markup=markup,
    )


def _decoded(body: bytes, charset: str | None) -> str:
    declared = _CHARSET.search(body[:2048])
    for name in (charset, declared[1].decode("ascii") if declared else None):
        if name:
            try:
                return body.decode(name, errors="replace")
            except LookupError:
                continue
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return body.decode("utf-16", errors="replace")
    return body.decode("utf-8", errors="replace")


def _plain(text: str) -> str:
    if "&" in text:
        text = html.unescape(text)
    return " ".join(text.split())


def _text_of(markup: str) -> str:
    return _plain(_TAG.sub(" ", markup))


def _is_data(run: str) -> bool:
    return len(run) > 120 and run.isascii() and " " not in run
