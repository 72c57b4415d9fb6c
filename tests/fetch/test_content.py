"""What an answer is, when header and content may disagree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.errors import SourceGarbled
from tadori.fetch.content import declared_type, type_and_charset, type_mismatch, whatwg_name

PDF = b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n1 0 obj"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00"
PAGE = "<!doctype html><p>京都".encode()


def headers(value: str) -> list[tuple[str, str]]:
    return [("content-type", value)]


@pytest.mark.parametrize(
    ("said", "body", "media_type"),
    [
        ("text/html", PAGE, "text/html"),
        ("TEXT/HTML ; charset=x", PAGE, "text/html"),
        ("", PAGE, "text/html"),
        ("not a type", PAGE, "text/html"),
        ("application/octet-stream", b"<!-- x --><HTML>", "text/html"),
        ("text/plain", PAGE, "text/plain"),
        ("", "本文だけ".encode(), "text/plain"),
        ("", b"\x00\x01\x02\x03" * 20, "application/octet-stream"),
        ("", b"", "text/plain"),
        ("text/html", b"", "text/html"),
        ("text/html", PDF, "application/pdf"),
        ("application/octet-stream", PDF, "application/pdf"),
        ("application/pdf", PDF, "application/pdf"),
        ("application/pdf", PAGE, "text/html"),
        ("text/html", b"\r\n\r\n" + PDF + bytes(100), "application/pdf"),
        ("text/html", b"<p>The mark %PDF- starts a PDF", "text/html"),
        ("text/html", PNG, "image/png"),
        ("image/jpeg", PNG, "image/jpeg"),
        ("text/html", ZIP, "application/zip"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", ZIP,
         "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        ("text/plain", b"\x00\x01\x02\x03" * 20, "application/octet-stream"),
        ("text/plain", b"BMW builds cars", "text/plain"),
        ("application/json", b'{"a": 1}', "application/json"),
        ("text/markdown", b"# Title", "text/markdown"),
        ("application/xhtml+xml", b"<?xml version='1.0'?><html/>", "application/xhtml+xml"),
        ("application/rss+xml", b"<?xml version='1.0'?><rss/>", "application/rss+xml"),
        ("text/html", "\ufeff<p>x".encode("utf-16"), "text/html"),
        ("image/avif", b"\x00\x00\x00\x1cftypavif", "image/avif"),
        ("text/html", b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
    ],
)  # fmt: skip
def test_content_beats_the_header_where_both_cannot_be_true(said: str, body: bytes, media_type: str) -> None:
    assert type_and_charset(headers(said), body)[0] == media_type


@pytest.mark.parametrize("said", ["text/html", "application/xhtml+xml", "application/json", "text/markdown"])
def test_binary_that_is_called_readable_is_garbled(said: str) -> None:
    with pytest.raises(SourceGarbled, match=f"is called {said.replace('+', '.')} and is binary data"):
        type_and_charset(headers(said), bytes(range(32)) * 20)


@pytest.mark.parametrize(
    ("said", "body", "note"),
    [
        ("text/html", PAGE, None),
        ("text/html", PDF, "it is called text/html and is application/pdf"),
        ("application/pdf", PAGE, "it is called application/pdf and is text/html"),
        ("application/octet-stream", PDF, None),
        ("", PAGE, None),
        ("text/html", b"", None),
    ],
)
def test_a_disagreement_is_said_in_words(said: str, body: bytes, note: str | None) -> None:
    assert type_mismatch(headers(said), body) == note


@pytest.mark.parametrize(
    ("said", "body", "charset"),
    [
        ("text/html; charset=UTF-8", PAGE, "utf-8"),
        ('text/html; charset="Shift_JIS"', PAGE, "shift_jis"),
        ("text/html;charset=windows-31j", PAGE, "shift_jis"),
        ("text/html; Charset=x-sjis; q=1", PAGE, "shift_jis"),
        ("text/html; charset=EUC-JP", PAGE, "euc-jp"),
        ("text/html; charset=ISO-2022-JP", PAGE, "iso-2022-jp"),
        ("text/html; charset=iso-8859-1", PAGE, "windows-1252"),
        ("text/html; charset=nonsense", PAGE, None),
        ("text/html", PAGE, None),
        ("text/html", b'<meta charset="euc-jp">', "euc-jp"),
        ("text/html", b"<META http-equiv=Content-Type content='text/html; charset=Shift_JIS'>", "shift_jis"),
        ("text/html; charset=nonsense", b"<meta charset=utf-8>", "utf-8"),
        ("text/html; charset=utf-8", b"<meta charset=euc-jp>", "utf-8"),
        ("text/html; charset=euc-jp", b"\xef\xbb\xbf<meta charset=shift_jis>", "utf-8"),
        ("text/html", "\ufeff<p>x".encode("utf-16-le"), "utf-16le"),
        ("text/html", b"<meta charset=utf-16>", "utf-8"),
        ("application/xml", b"<?xml version='1.0' encoding='EUC-JP'?><a/>", "euc-jp"),
        ("text/plain", b"<meta charset=euc-jp>", None),
        ("application/json", b"{}", "utf-8"),
        ("image/png", PNG, None),
        ("text/html; charset=utf-8", PDF, None),
    ],
)
def test_the_charset_comes_from_mark_header_and_document_in_that_order(
    said: str, body: bytes, charset: str | None
) -> None:
    assert type_and_charset(headers(said), body)[1] == charset


def test_of_several_types_the_last_that_is_one_counts() -> None:
    several = [("content-type", "text/plain"), ("content-type", "text/html; charset=euc-jp"), ("content-type", "???")]
    assert declared_type(several) == ("text/html", "euc-jp")
    assert declared_type([]) == ("", "")


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "", "日本"])
def test_labels_that_browsers_do_not_know_are_none(label: str) -> None:
    assert whatwg_name(label) is None


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_body_without_a_type_gets_one(body: bytes) -> None:
    assert "/" in type_and_charset([], body)[0]
