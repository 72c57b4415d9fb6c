"""Only frames and whole statements say that two claims agree or contradict each other."""

import pytest

from tadori.judge.frames.framed import FramedClaim, relation_between
from tadori.judge.frames.values import FrameRelation
from tadori.model.claim import Claim, ClaimContext, Mood, Quotation
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L33", "L14")

SAME, EXCLUDES, QUALIFIES = FrameRelation.SAME, FrameRelation.EXCLUDES, FrameRelation.QUALIFIES


NO_CONTEXT = ClaimContext()


def framed(
    text: str, lang: Lang = EN, *, title: str = "", context: ClaimContext = NO_CONTEXT, page: str = "pg_1"
) -> FramedClaim:
    quotation = Quotation.of(fragment_id=f"fr_{page}", page_id=page, start=0, text=text)
    claim = Claim(id=text, text=text, lang=lang, quotation=quotation, context=context)
    return FramedClaim.of(claim, title=title, headings=())


def relation(a: FramedClaim, b: FramedClaim) -> FrameRelation | None:
    found = relation_between(a, b)
    return None if found is None else found.relation


@pytest.mark.parametrize(
    ("a", "b", "lang", "expected"),
    [
        ("The Hoover Dam is 221 m high.", "Hoover Dam has a height of 726 feet.", EN, SAME),
        ("The Hoover Dam is 221 m high.", "The height of the Hoover Dam is 230 m.", EN, EXCLUDES),
        ("The population of Ube was 160,000 in 2020.", "Ube had a population of 170,000 in 2010.", EN, QUALIFIES),
        ("宇部市の人口は16万人である。", "宇部市の人口は17万人である。", JA, EXCLUDES),
        ("富士山の標高は3,776メートルである。", "富士山は標高3776mの山である。", JA, SAME),
        # A version is no value, a missing name no ground, another event no rival.
        ("PostgreSQL allows 1,600 columns in a table.", "PostgreSQL 15 was released in October.", EN, None),
        ("Removal occurred in 1.24.", "The removal was not made quickly or lightly.", EN, None),
        ("The trial of Ann Lee began on 3 May 1992.", "The riot began on 29 April 1992.", EN, None),
    ],
)
def test_the_relation_of_two_claims(a: str, b: str, lang: Lang, expected: FrameRelation | None) -> None:
    assert relation(framed(a, lang), framed(b, lang, page="pg_2")) is expected
    assert relation(framed(b, lang, page="pg_2"), framed(a, lang)) is expected


def test_the_words_name_what_is_compared_and_both_values() -> None:
    found = relation_between(framed("The Hoover Dam is 221 m high."), framed("Hoover Dam has a height of 230 m."))
    assert found is not None
    assert found.words == "Hoover Dam · high: 221 m ≠ 230 m"
    assert found.kind == "quantity"


def test_a_common_noun_is_the_same_thing_only_under_one_topic() -> None:
    a = framed("The default timeout is 15 seconds.", title="Apache HTTP Server")
    other = framed("The default timeout is 30 seconds.", title="Tuning PostgreSQL", page="pg_2")
    assert relation(a, other) is None


def test_a_hedged_or_planned_value_contests_nothing() -> None:
    a = framed("The Hoover Dam is 221 m high.")
    planned = framed("Hoover Dam has a height of 230 m.", context=ClaimContext(mood=Mood.PLANNED), page="pg_2")
    hedged = framed("Hoover Dam may have a height of 230 m.", page="pg_2")
    assert relation(a, planned) is None
    assert relation(a, hedged) is None


def test_the_subject_of_another_sentence_fills_the_frame() -> None:
    it = ClaimContext(
        subject="The Hoover Dam",
        subject_start=0,
        subject_end=2,
        subject_quotation=Quotation.of(fragment_id="f", page_id="pg_1", start=0, text="The Hoover Dam"),
    )
    assert (
        relation(framed("It is 221 m high.", context=it), framed("Hoover Dam is 230 m high.", page="pg_2")) is EXCLUDES
    )


def test_two_speakers_do_not_make_one_statement() -> None:
    said = ClaimContext(speaker="Kato")
    other = ClaimContext(speaker="Mori")
    a = framed("Ube has a harbour with three old piers.", context=said)
    assert relation(a, framed("Ube has a harbour with three old piers.", context=other, page="pg_2")) is None


def test_agreement_on_one_of_two_values_covers_only_the_shorter_claim() -> None:
    short = framed("The Hoover Dam is 221 m high.")
    long = framed("The Hoover Dam is 221 m high and cost 49 million dollars.", page="pg_2")
    found = relation_between(short, long)
    assert found is not None
    assert (found.relation, found.covers_first, found.covers_second) == (SAME, True, False)
