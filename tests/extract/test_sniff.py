"""The bytes decide how a document is read; its media type and name only break ties."""

import pytest

from tadori.errors import SourceGarbled, SourceTooLarge
from tadori.extract.sniff import DocumentKind, document_kind
from tadori.model.thresholds import MAX_DOCUMENT_BYTES
from tests.extract.documents import captured, pdf


@pytest.mark.parametrize(
    ("body", "media_type", "url", "kind"),
    [
        (b"<!DOCTYPE html><p>x", "text/html", "https://e.org/a", DocumentKind.HTML),
        (b"<p>no doctype", "text/html", "https://e.org/a", DocumentKind.HTML),
        (b"just words", "text/html", "https://e.org/a", DocumentKind.HTML),
        (b"\n<!-- saved --><html><p>x", "", "file:///a", DocumentKind.HTML),
        (
            b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
            "application/xml",
            "file:///a",
            DocumentKind.HTML,
        ),
        ("\ufeff<html>".encode(), "application/octet-stream", "file:///a", DocumentKind.HTML),
        ("<html><p>x".encode("utf-16"), "text/plain", "file:///a", DocumentKind.HTML),
        (b"<html>a login page", "application/pdf", "https://e.org/report.pdf", DocumentKind.HTML),
        (b"# Title", "text/markdown", "file:///a", DocumentKind.MARKDOWN),
        (b"# Title", "text/plain", "file:///notes/%E6%BD%AE.md", DocumentKind.MARKDOWN),
        (b"<div>html inside</div>", "text/plain", "file:///a.markdown", DocumentKind.MARKDOWN),
        (b"words", "text/plain", "file:///a.txt", DocumentKind.TEXT),
        (b"words", "", "file:///a", DocumentKind.TEXT),
        ("潮流".encode("iso2022_jp"), "text/plain", "file:///a.txt", DocumentKind.TEXT),
        (b"a,b\n1,2", "text/csv", "file:///a.csv", DocumentKind.CSV),
        (b"a,b\n1,2", "text/plain", "https://e.org/a.csv", DocumentKind.CSV),
        (b"a\tb", "text/tab-separated-values", "file:///a.tsv", DocumentKind.CSV),
        (b"Title\n=====", "text/x-rst", "file:///a.rst", DocumentKind.RST),
        (b"Title\n=====", "text/plain", "https://e.org/_sources/a.rst.txt", DocumentKind.RST),
        (b"Title\n=====\n\n.. note::\n\n   x", "text/plain", "file:///a.txt", DocumentKind.RST),
        (b"Title\n=====\n\n.. note::\n\n   x", "", "file:///README", DocumentKind.RST),
        ("題\n====\n\n:ref:`手引き` を見る。".encode(), "text/plain", "file:///a.txt", DocumentKind.RST),
        (b"Title\n=====\n\nSee `the guide`_.\n\n.. _the guide: g", "text/plain", "file:///a.txt", DocumentKind.RST),
        (b"Title\n=====\n\nwords `code` words", "text/plain", "file:///a.txt", DocumentKind.TEXT),
        (b"words\n\n.. note:: words", "text/plain", "file:///a.txt", DocumentKind.TEXT),
        (b"Too long a title\n====\n\n.. note:: x", "text/plain", "file:///a.txt", DocumentKind.TEXT),
        (b"<sect1><title>T</title></sect1>", "", "file:///a.docbook", DocumentKind.DOCBOOK),
        (b"<article/>", "application/docbook+xml", "file:///a.xml", DocumentKind.DOCBOOK),
        (b"= Title", "text/asciidoc", "file:///a.adoc", DocumentKind.ASCIIDOC),
        (b"{}", "application/json", "file:///a.json", DocumentKind.JSON),
        (b"{}\n{}", "application/jsonl", "file:///a.jsonl", DocumentKind.JSON_LINES),
        (b"# words", "text/x-source", "file:///a.py", DocumentKind.SOURCE),
        (b"# words", "text/plain", "https://e.org/a.py", DocumentKind.TEXT),
        (b"<html><p>a page", "text/x-rst", "file:///a.rst", DocumentKind.RST),
    ],
)
def test_kinds(body: bytes, media_type: str, url: str, kind: DocumentKind) -> None:
    assert document_kind(captured(body, media_type, url=url)) is kind


def test_a_pdf_is_a_pdf_whatever_it_is_called() -> None:
    body = pdf([[(60, 700, 12, "words")]])
    assert document_kind(captured(body, "text/html")) is DocumentKind.PDF
    assert document_kind(captured(b"\n junk before it \n" + body, "text/plain")) is DocumentKind.PDF


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n0000", "it is a PNG image, not a text"),
        (b"PK\x03\x04....", "it is a zip archive or office file, not a text"),
        (b"\x1f\x8b\x08\x00....", "it is gzip data, not a text"),
        (bytes(range(256)) * 20, "it is binary data, not a text"),
        (b"MZ\x90\x00\x03\x00\x00\x00" * 30, "it is binary data, not a text"),
        (b"", "the document is empty"),
        (b" \n\t ", "the document is empty"),
    ],
)
def test_binary_and_empty_documents_named_html_are_refused_with_the_reason(body: bytes, reason: str) -> None:
    with pytest.raises(SourceGarbled) as caught:
        document_kind(captured(body, "text/html", url="file:///a.html"))
    assert caught.value.reason == reason


@pytest.mark.parametrize("media_type", ["text/css", "text/javascript", "text/xml", "image/svg+xml"])
def test_a_type_that_is_not_read_is_named(media_type: str) -> None:
    with pytest.raises(SourceGarbled) as caught:
        document_kind(captured(b"{}", media_type))
    assert caught.value.reason == f"{media_type} is not a type that is read here"


def test_something_called_a_pdf_that_is_none_is_refused() -> None:
    with pytest.raises(SourceGarbled, match="it is called a PDF and is none"):
        document_kind(captured(b"words", "application/pdf"))


def test_the_size_is_checked_before_anything_is_read() -> None:
    document_kind(captured(b"a" * MAX_DOCUMENT_BYTES, "text/plain"))
    with pytest.raises(SourceTooLarge, match="20000001 bytes, more than 20000000"):
        document_kind(captured(b"a" * (MAX_DOCUMENT_BYTES + 1), "text/plain"))
