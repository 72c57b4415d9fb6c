"""The same said twice is one claim; a changed fact keeps two apart."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.claim.extraction import claim_key
from tadori.claim.joining import join
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, JA, Lang


def claim(text: str, page: str = "pg_1", lang: Lang = EN, start: int = 0) -> Claim:
    quotation = Quotation.of(fragment_id=f"fr_{page}", page_id=page, start=start, text=text)
    return Claim(id=Claim.id_of(claim_key(text)), text=text, lang=lang, quotation=quotation)


def groups(*texts: str, lang: Lang = EN) -> list[list[str]]:
    joined = join([claim(text, f"pg_{number}", lang) for number, text in enumerate(texts)])
    return [[member.text for member in group.members] for group in joined]


@pytest.mark.req("L26")
def test_the_same_words_from_two_pages_are_one_claim_with_two_quotations() -> None:
    one, two = claim("The bridge opened in 2019.", "pg_1"), claim("The  bridge opened in 2019", "pg_2")
    (group,) = join([one, two])
    assert group.claim == one
    assert [q.page_id for q in group.quotations] == ["pg_1", "pg_2"]


@pytest.mark.req("L26")
@pytest.mark.parametrize(
    ("first", "second", "lang"),
    [
        (
            "The Harbour Bridge in Norvik opened to heavy traffic in May 2019.",
            "However, the Harbour Bridge in Norvik opened to heavy traffic in May 2019.",
            EN,
        ),
        (
            "The Harbour Bridge in Norvik opened to all heavy goods traffic in May 2019.",
            "The Harbour Bridge in Norvik opened to all heavy goods traffic again in May 2019.",
            EN,
        ),
        (
            "The Harbour Bridge in Norvik opened to heavy traffic in May 2019. [1]",
            "The Harbour Bridge in Norvik opened to heavy traffic in May 2019. [23]",
            EN,
        ),
        ("港大橋は2019年5月に大型車の通行を再開した。", "また、港大橋は2019年5月に大型車の通行を再開した。", JA),
    ],
)
def test_near_duplicates_are_joined(first: str, second: str, lang: Lang) -> None:
    assert groups(first, second, lang=lang) == [[first, second]]


@pytest.mark.req("L26")
@pytest.mark.parametrize(
    ("first", "second", "lang"),
    [
        ("The bridge carries 4,000 cars a day in Norvik.", "The bridge carries 5,000 cars a day in Norvik.", EN),
        ("The bridge in Norvik opened in May 2019.", "The bridge in Norvik opened in June 2019.", EN),
        ("The bridge in Norvik is open to heavy traffic.", "The bridge in Norvik is not open to heavy traffic.", EN),
        ("The bridge in Norvik is open to heavy traffic.", "The bridge in Eastport is open to heavy traffic.", EN),
        ("The old bridge may be closed to heavy traffic.", "The old bridge is closed to heavy traffic.", EN),
        ("Acme Energy bought Delta Wind last spring.", "Delta Wind bought Acme Energy last spring.", EN),
        ("The dog bit the old man in the garden.", "The old man bit the dog in the garden.", EN),
        ("港大橋は大型車の通行を再開した。", "港大橋は大型車の通行を再開しなかった。", JA),
        ("港大橋は1日に4000台が通る。", "港大橋は1日に5000台が通る。", JA),
    ],
)
def test_a_changed_fact_keeps_claims_apart(first: str, second: str, lang: Lang) -> None:
    assert groups(first, second, lang=lang) == [[first], [second]]


def test_the_member_that_stands_best_alone_speaks_for_the_group() -> None:
    leaning = claim("However, the Harbour Bridge in Norvik opened to heavy traffic in May 2019.", "pg_1")
    alone = claim("The Harbour Bridge in Norvik opened to heavy traffic in May 2019.", "pg_2")
    (group,) = join([leaning, alone])
    assert group.claim == alone


def test_one_place_is_quoted_once_and_nothing_joins_nothing() -> None:
    one = claim("The bridge opened in 2019.")
    assert join([one, one])[0].quotations == (one.quotation,)
    assert join([]) == []


@settings(max_examples=30)
@given(
    st.lists(st.sampled_from(["bridge opened Norvik traffic", "bridge closed Norvik traffic", "dam holds 3 litres"]))
)
def test_every_claim_is_in_exactly_one_group_and_the_input_order_is_kept(texts: list[str]) -> None:
    claims = [claim(text, f"pg_{n}") for n, text in enumerate(texts)]
    joined = join(claims)
    assert sorted(m.quotation.page_id for g in joined for m in g.members) == sorted(c.quotation.page_id for c in claims)
    assert [g.members[0] for g in joined] == [c for n, c in enumerate(claims) if c.id not in {d.id for d in claims[:n]}]


def test_five_thousand_claims_are_joined_without_comparing_all_pairs() -> None:
    claims = [
        claim(f"The station number {n} of the northern coastal line opened near village {n * 7}.", f"pg_{n}")
        for n in range(5000)
    ]
    started = time.process_time()
    assert len(join(claims)) == 5000
    assert time.process_time() - started < 10
