"""Reads rendered reports the way a browser or a Markdown reader does, to see what they would do."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from markdown_it import MarkdownIt

VOID = {"meta", "br", "hr", "img", "link", "input"}


@dataclass
class Seen:
    """What a parser saw."""

    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    """(tag, attribute, value)"""
    text: list[str] = field(default_factory=list)
    unbalanced: list[str] = field(default_factory=list)

    def values(self, tag: str, attribute: str) -> list[str]:
        return [value for t, a, value in self.attributes if (t, a) == (tag, attribute)]

    def said(self) -> str:
        return "".join(self.text)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen()
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.tags.append(tag)
        self.seen.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.seen.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.seen.text.append(data)


def read_html(document: str) -> Seen:
    reader = _Reader()
    reader.feed(document)
    reader.close()
    return reader.seen


def read_markdown(document: str) -> Seen:
    """CommonMark with tables and strikethrough, raw HTML let through: the most credulous reader there is."""
    return read_html(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(document))
