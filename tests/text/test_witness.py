"""A quotation in the raw document: layout is passed over, the sign of a number never (issue 12, item 1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.text.quotation_match import match_form, stands_in
from tests.gates.attacks.numbers import EXTRACTED, HONEST_EXTRACTED


def found(quoted: str, raw: str) -> bool:
    return stands_in(match_form(quoted), match_form(f"The report of the year.\n{raw}\nIt ends here."))


@pytest.mark.req("L35")
@pytest.mark.parametrize(("raw", "made"), EXTRACTED)
def test_an_extractor_that_loses_the_sign_of_a_number_is_caught(raw: str, made: str) -> None:
    assert (found(raw, raw), found(made, raw)) == (True, False)


@pytest.mark.req("L35")
@pytest.mark.parametrize(("raw", "made"), HONEST_EXTRACTED)
def test_layout_hyphens_and_ligatures_accuse_nobody(raw: str, made: str) -> None:
    assert found(made, raw) is True


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", ""),
        ("± – |", ""),
        ("It grew by 4.5 percent.", "itgrewby4.5percent"),
        ("in 2019. 5 boats", "in20195boats"),
        ("− 5, – 5 and -5", "-55and-5"),
        ("a well-known co-\noperation", "awellknowncooperation"),
        ("5-year, 5–6, 2019-\n2020", "5year5-62019-2020"),
        ("COVID-19", "covid19"),
        ("10³, 10^3, m², CO₂, 10₂", "10^310^3m^2co210\x012"),
        ("★5 ■ 5 | 5 ▲5", "555▲5"),
        ("(500) [1] 5% 5°", "50015%5°"),
        ("in .5 mg", "in.5mg"),
        ("１，０００円", "1,000円"),
        ("1’000 1'000", "1'0001'000"),
        ("½ ① ⅓", "½①⅓"),
    ],
)
def test_letters_digits_and_signs_beside_digits_are_kept(text: str, form: str) -> None:
    assert match_form(text) == form


@pytest.mark.parametrize(
    ("quoted", "raw", "there"),
    [
        ("5 boats", "3 | – | 5 boats", True),
        ("5 boats", "−5 boats", False),
        ("5 boats", "−5 boats and 5 boats", True),
        ("by 5", "by 5 %", False),
        ("by 5", "by 5.5", False),
        ("by 5", "by 5. 5", True),
        ("by 5", "by 5, or so", True),
        ("by 10", "by 10³", False),
    ],
)
def test_no_sign_is_cut_off_at_the_edge_of_a_quotation(quoted: str, raw: str, there: bool) -> None:
    assert stands_in(match_form(quoted), match_form(raw)) is there


@given(st.text(alphabet="ab1 2.-−–≤³%|\n港5", min_size=1, max_size=40))
def test_every_line_of_a_document_stands_in_it(text: str) -> None:
    form = match_form(text)
    assert form == "" or stands_in(form, form)


def test_a_document_of_megabytes_is_compared_in_one_pass() -> None:
    raw = match_form("The bridge opened in 2019 at −5 degrees, after 4.5 years. " * 40_000 + "The end is 10³ long.")
    assert stands_in(match_form("The end is 10³ long."), raw)
    assert not stands_in(match_form("The end is 103 long."), raw)
