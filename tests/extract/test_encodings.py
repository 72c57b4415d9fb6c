"""Bytes to characters: what the document names is believed when it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.extract.encodings import as_utf8, decode_text
from tests.extract.documents import PROSE_JA, captured, read


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf-8"])
def test_japanese_without_any_label_is_recognised(encoding: str) -> None:
    assert decode_text(PROSE_JA.encode(encoding)).text == PROSE_JA


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("Shift_JIS", "cp932"),
        ("x-sjis", "cp932"),
        ("EUC-JP", "euc_jp"),
        ("ISO-2022-JP", "iso2022_jp"),
        ("utf8", "utf-8"),
    ],
)
def test_the_label_in_a_meta_element_is_used(label: str, encoding: str) -> None:
    html = (
        f'<meta http-equiv="Content-Type" content="text/html; charset={label}"><p>①髙橋の測定'
        if encoding == "cp932"
        else (f'<meta charset="{label}"><p>高橋の測定')
    )
    assert decode_text(html.encode(encoding)).text == html


def test_characters_beyond_the_standard_table_are_kept_as_publishers_mean_them() -> None:
    assert decode_text("①㈱髙島屋〜".encode("cp932"), "Shift_JIS").text == "①㈱髙島屋〜".encode("cp932").decode("cp932")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-32"])
def test_a_byte_order_mark_wins_over_a_wrong_header(encoding: str) -> None:
    assert decode_text("潮流 tide".encode(encoding), "iso-8859-1").text == "潮流 tide"


def test_utf8_is_read_as_utf8_even_where_the_header_says_latin_1() -> None:
    assert decode_text("Zürich – 潮".encode(), "ISO-8859-1").text == "Zürich – 潮"


def test_windows_quotes_are_read_where_latin_1_is_declared() -> None:
    assert decode_text("it’s “so”".encode("cp1252"), "iso-8859-1").text == "it’s “so”"


def test_a_meta_element_that_names_utf_16_in_ascii_bytes_is_not_believed() -> None:
    assert decode_text('<meta charset="utf-16"><p>é'.encode()).text == '<meta charset="utf-16"><p>é'


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "rot13", "hex", "idna"])
def test_encodings_that_no_browser_reads_are_not_believed(label: str) -> None:
    assert decode_text(rb"+AGE- \u0061 <p>", label).text == r"+AGE- \u0061 <p>"


def test_an_unknown_label_is_passed_over() -> None:
    assert decode_text("潮流".encode(), "no-such-code").text == "潮流"


def test_broken_bytes_become_replacement_characters_and_are_counted() -> None:
    found = decode_text((PROSE_JA * 40).encode()[:-1])
    assert found.text.count("\ufffd") == 1
    assert found.notes == ("1 characters could not be decoded as utf-8",)


def test_the_count_of_lost_characters_reaches_the_reader_of_the_page() -> None:
    body = b"<html><body><p>" + (PROSE_JA * 40).encode() + b"\xff</p></body></html>"
    assert read(captured(body)).notes == ("1 characters could not be decoded as utf-8",)


def test_bytes_that_are_utf8_are_handed_on_unchanged() -> None:
    body = "<p>潮流</p>".encode()
    assert as_utf8(body, None)[0] is body
    assert as_utf8("<p>潮流</p>".encode("cp932"), "shift_jis") == (body, ())


@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "shift_jis", "euc-jp", "iso-2022-jp", "utf-16", "x"]))
def test_any_bytes_decode_without_an_error_and_into_valid_utf8(body: bytes, declared: str | None) -> None:
    assert as_utf8(body, declared)[0].decode() is not None


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=200))
def test_utf8_text_comes_back_as_it_was(text: str) -> None:
    assert decode_text(text.encode(), "utf-8").text == text.removeprefix("\ufeff")


@pytest.mark.parametrize("label", ["utf-8\x00", "\ud800", "a" * 100_000, "../../x", ""])
def test_a_label_that_is_no_name_is_no_encoding(label: str) -> None:
    assert decode_text(PROSE_JA.encode(), label).text == PROSE_JA
