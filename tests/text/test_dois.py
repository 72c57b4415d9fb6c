"""DOIs in texts and in addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.dois import doi_in_address, doi_of


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.1000/ABC", "10.1000/abc"),
        ("https://doi.org/10.1000/Abc.", "10.1000/abc"),
        ("http://dx.doi.org/10.1000%2Fabc", "10.1000/abc"),
        ("doi:10.1000/abc, and more", "10.1000/abc"),
        ("(see 10.1000/abc)", "10.1000/abc"),
        ("10.1016/S0140-6736(20)30183-5", "10.1016/s0140-6736(20)30183-5"),
        ("10.11501/潮", "10.11501/潮"),
        ("no number 10.1/x", None),
        ("", None),
    ],
)
def test_a_doi_is_lower_case_and_without_a_resolver(text: str, doi: str | None) -> None:
    assert doi_of(text) == doi


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.5555/TIDE.7", "10.5555/tide.7"),
        ("https://press.test/doi/full/10.5555/tide.7", "10.5555/tide.7"),
        ("https://press.test/doi/10.5555/tide.7/full?cookieSet=1#s2", "10.5555/tide.7"),
        ("https://press.test/content/10.5555/tide.7.full.pdf", "10.5555/tide.7"),
        ("https://press.test/10.5555/tide.7/supplement", "10.5555/tide.7/supplement"),
        ("https://press.test/articles/7", None),
        ("https://press.test/?doi=10.5555/tide.7", None),
    ],
)
def test_an_address_names_a_doi_whatever_view_it_shows(url: str, doi: str | None) -> None:
    assert doi_in_address(url) == doi


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    found = doi_in_address(f"https://doi.org/10.5555/x{text}") or "10.5555/"
    assert found.startswith("10.5555/")
