"""A page that was made to keep its reader busy has no links."""

from tadori.search.citations.cited_links import cited_links


def test_a_page_with_an_element_of_countless_attributes_is_not_parsed() -> None:
    page = b"<p " + b" ".join(b"a%d=1" % number for number in range(60_000)) + b"><a href=/x>x</a>"
    assert cited_links(page, "https://e.test/") == ()
