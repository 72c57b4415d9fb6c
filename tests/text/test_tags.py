"""A page is looked at before it is parsed."""

import pytest

from tadori.text.tags import has_many_attributes


def element(count: int) -> bytes:
    return b"<p " + b" ".join(b"a%d=1" % number for number in range(count)) + b">words</p>"


@pytest.mark.parametrize(
    ("page", "many"),
    [
        (b"", False),
        (element(999), False),
        (element(1000), True),
        (b"<div/" + b"/a" * 1000 + b">", True),
        (b"<p>" + b"a=1 " * 5000, False),
        (element(300) * 20, False),
        (b"<script>if (1 < 2) {" + element(2000) + b"}</script>", False),
        (b"<script></script>" + element(2000), True),
        (element(1000).decode().encode("utf-16"), True),
        (element(1000).decode().encode("utf-16-be"), True),
    ],
)
def test_an_element_of_a_thousand_attributes_is_seen(page: bytes, many: bool) -> None:
    assert has_many_attributes(page) is many
