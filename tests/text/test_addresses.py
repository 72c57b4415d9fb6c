"""Addresses in running text, however they are disguised, each in one spelling."""

import pytest

from tadori.text.addresses import addresses


@pytest.mark.parametrize(
    ("text", "kind", "plain"),
    [
        ("see HTTPS://Bridge.TEST/A?b=C.", "url", "https://bridge.test/A?b=C"),
        ("(http://a.test/x)", "url", "http://a.test/x"),
        ("hxxps[:]//a[.]test/x", "url", "https://a.test/x"),
        ("h\u200bttp://a.test", "url", "http://a.test"),
        ("https://[::1]:80/x", "url", "https://::1:80/x"),
        ("橋はhttps://a.test/xをご覧ください", "url", "https://a.test/x"),
        ("evil。com/x", "host", "evil.com/x"),
        ("Bob (at) a (dot) test", "email", "bob@a.test"),
        ("::ffff:1", "ipv6", "::ffff:1"),
        ("at 127.0.0.1:80/x", "ipv4", "127.0.0.1:80/x"),
    ],
)
def test_an_address_is_found_and_written_in_one_way(text: str, kind: str, plain: str) -> None:
    assert [(one.kind, one.plain) for one in addresses(text)] == [(kind, plain)]


@pytest.mark.parametrize(
    "text", ["", "12:30:45", "3:2:1", "999.1.1.1", "std::vector", "e.g. this", "a.b", "and/or", "// note", "3.14", "@"]
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert addresses(text) == []


def test_places_are_those_of_the_text_as_written() -> None:
    text = "橋：ｈｔｔｐ://a.test/x と b@c.test"
    assert [text[one.start : one.end] for one in addresses(text)] == ["ｈｔｔｐ://a.test/x", "b@c.test"]
