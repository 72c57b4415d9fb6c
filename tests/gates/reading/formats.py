"""How much of real files of every document format is kept, against what another reader finds in them.

Kept: the share of the other reader's words that stand in the extracted text. The other readers are docutils' own HTML
writer, the text nodes of the XML inside packed documents, the csv and json libraries, and Python's own tokenizer.
"""

import ast
import csv
import io
import json
import os
import re
import tarfile
import tokenize
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from tadori.errors import SourceError
from tadori.extract.extraction import Extraction
from tadori.extract.file_types import SOURCE, media_type_of
from tadori.extract.raw import raw_text
from tadori.model.ids import Url
from tadori.model.page import Capture, FragmentType
from tadori.pipeline.documents.folders import list_folder
from tadori.text.normalise import normalised
from tadori.text.quotation_match import match_form, stands_in
from tests.gates.figures import Figure

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
FLOORS = {
    "reStructuredText": 0.99,
    "AsciiDoc": 0.99,
    "DOCX": 1.0,
    "EPUB": 1.0,
    "ODT": 0.96,
    "CSV": 1.0,
    "JSON": 1.0,
    "JSON Lines": 1.0,
    "programs (comments)": 0.98,
}
AIM = 0.97
FOUND_FLOOR = 1.0
_WORD = re.compile(r"[^\W_]+")
_WITHOUT_TEXT = "there is no text in it"


def figures(quick: bool) -> list[Figure]:
    """The figures; `quick` takes every second file of each format."""
    found = []
    pieces = [0, 0]
    for name, (folder, other) in _READERS.items():
        kept = total = count = 0
        for capture in _files(folder)[:: 2 if quick else 1]:
            wanted = Counter(_words(other(capture.body)))
            text = _text(_as_lines(capture) if name == "JSON Lines" else capture, pieces)
            kept += sum((wanted & Counter(_words(text))).values())
            total += wanted.total()
            count += 1
        found.append(Figure(name=f"prose kept: {name}", value=kept / total, floor=FLOORS[name], aim=AIM, n=count))
    share = pieces[0] / pieces[1]
    found.append(Figure(name="lines found in the raw file", value=share, floor=FOUND_FLOOR, aim=1.0, n=pieces[1]))
    return [*found, _counted()]


def _counted() -> Figure:
    """Files of the repository's folders that are neither listed nor counted as left out."""
    missing = present = 0
    for name in ("docs", "examples", "src", "tests"):
        listing = list_folder(REPOSITORY / name)
        there = sum(len(names) for _, _, names in os.walk(REPOSITORY / name))
        missing += there - len(listing.files) - listing.ignored
        present += there
    return Figure(name="files not accounted for", value=missing, floor=0, aim=0, n=present, at_least=False)


@cache
def _files(folder: str) -> tuple[Capture, ...]:
    with tarfile.open(HERE / "formats.tar.gz") as archive:
        members = sorted((m for m in archive if m.isfile() and PurePosixPath(m.name).parent.name == folder), key=_name)
        return tuple(_capture(PurePosixPath(m.name).name, archive.extractfile(m)) for m in members)


def _name(member: tarfile.TarInfo) -> str:
    return member.name


def _capture(name: str, file: Any) -> Capture:
    return Capture(
        url=Url(f"file:///real/{name}"),
        body=file.read(),
        media_type=media_type_of(name) or "",
        charset=None,
        fetched_at=datetime(2026, 11, 18, tzinfo=UTC),
        source_tag="library",
    )


def _as_lines(capture: Capture) -> Capture:
    """The records of a JSON file one a line; a file that is one object is one line."""
    value = json.loads(capture.body)
    lines = "\n".join(json.dumps(record) for record in (value if isinstance(value, list) else [value]))
    return Capture(
        url=Url(f"{capture.url}l"),
        body=lines.encode(),
        media_type="application/jsonl",
        charset=None,
        fetched_at=capture.fetched_at,
        source_tag="library",
    )


def _text(capture: Capture, pieces: list[int]) -> str:
    """What is read of a file; counts its lines, and those that its raw form holds. A picture in a file is no text."""
    try:
        found = Extraction().extract(capture)
    except SourceError as exc:
        if exc.reason != _WITHOUT_TEXT:
            raise
        return ""
    raw = match_form(raw_text(capture))
    lines = {line for piece in found.pieces for line in found.text[piece.start : piece.end].split("\n") if line.strip()}
    formed = [form for form in map(match_form, lines) if form]
    pieces[0] += sum(stands_in(form, raw) for form in formed)
    pieces[1] += len(formed)
    if capture.media_type != SOURCE:
        return found.text
    # A comment counts where it became prose.
    kept = [found.text[p.start : p.end] for p in found.pieces if p.fragment_type is not FragmentType.CODE]
    return "\n".join(kept)


def _words(text: str) -> list[str]:
    """Words for the comparison; every Japanese character is one: no two readers part them alike."""
    plain = normalised("NFC", text)
    return [part for word in _WORD.findall(plain) for part in ([word] if word.isascii() else list(word))]


def _rst_words(body: bytes) -> str:
    """The page that docutils makes, without what only Sphinx knows: roles and directives."""
    from docutils.core import publish_string
    from lxml import html

    settings = {
        "_disable_config": True,
        "embed_stylesheet": False,
        "file_insertion_enabled": False,
        "halt_level": 5,
        "raw_enabled": False,
        "report_level": 2,
        "stylesheet_path": "",
        "warning_stream": False,
    }
    page = html.fromstring(publish_string(body.decode(), writer="html5", settings_overrides=settings))
    kinds = ("system-messages", "system-message", "problematic", "contents", "admonition-title", "docinfo")
    for kind in kinds:
        for element in page.find_class(kind):
            element.drop_tree()
    return " ".join(page.find("body").itertext())


def _adoc_words(body: bytes) -> str:
    """Everything but comments, settings and orders, whose lines are plain to see."""
    skipped = re.compile(r"^(?://|:[\w!-]+:|\[.*\]$|(?:include|image|ifdef|ifndef|endif|toc|video|audio)::)")
    return "\n".join(line for line in body.decode().splitlines() if not skipped.match(line))


def _xml_words(*names: str) -> Callable[[bytes], str]:
    """The text of the parts that end with one of `names`."""

    def words(body: bytes) -> str:
        from lxml import etree

        found: list[str] = []
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            for name in packed.namelist():
                if name.endswith(names):
                    found += _shown(etree.fromstring(packed.read(name), etree.XMLParser(recover=True)))
        return " ".join(found)

    return words


def _shown(root: Any) -> Iterator[str]:
    """Text nodes of what a reader sees: no head, no table of contents, no notes of reviewers, no deleted text."""
    if not isinstance(root.tag, str):
        yield root.tail or ""
        return
    local = root.tag.rpartition("}")[2]
    if local not in {
        "head",
        "nav",
        "instrText",
        "delText",
        "annotation",
        "table-of-content",
        "automatic-styles",
        "posOffset",
        "pctWidth",
        "pctHeight",
        "align",
        "Fallback",
    }:
        yield root.text or ""
        for kid in root:
            yield from _shown(kid)
    yield root.tail or ""


def _csv_words(body: bytes) -> str:
    return " ".join(cell for row in csv.reader(io.StringIO(body.decode("utf-8-sig"))) for cell in row)


def _json_words(body: bytes) -> str:
    def inside(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for inner in value.values():
                yield from inside(inner)
        elif isinstance(value, list):
            if not all(isinstance(inner, int | float) for inner in value):
                for inner in value:
                    yield from inside(inner)
        elif value is not None:
            yield value if isinstance(value, str) else json.dumps(value)

    return " ".join(inside(json.loads(body)))


def _comment_words(body: bytes) -> str:
    """Comments as Python's tokenizer sees them, and docstrings as its parser does."""
    tokens = tokenize.tokenize(io.BytesIO(body).readline)
    found = [token.string.lstrip("#") for token in tokens if token.type == tokenize.COMMENT]
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(body)):
        if isinstance(node, kinds):
            found.append(ast.get_docstring(node, clean=False) or "")
    return "\n".join(found)


_READERS: dict[str, tuple[str, Callable[[bytes], str]]] = {
    "reStructuredText": ("rst", _rst_words),
    "AsciiDoc": ("adoc", _adoc_words),
    "DOCX": ("docx", _xml_words("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")),
    "EPUB": ("epub", _xml_words(".xhtml", ".html", ".htm")),
    "ODT": ("odt", _xml_words("content.xml")),
    "CSV": ("csv", _csv_words),
    "JSON": ("json", _json_words),
    "JSON Lines": ("json", _json_words),
    "programs (comments)": ("source", _comment_words),
}
