"""The same point in different pages meets; the work stays far below all pairs."""

import pytest

from tadori.judge.frames.framed import FramedClaim
from tadori.judge.pairing import pairs_to_compare
from tadori.model.claim import Claim, Quotation
from tadori.model.evidence_thresholds import PAIRS_PER_CLAIM
from tadori.model.ids import EN, JA, Lang

pytestmark = pytest.mark.req("L33")


def framed(text: str, lang: Lang = EN, number: int = 0) -> FramedClaim:
    quotation = Quotation.of(fragment_id=f"fr_{number}", page_id=f"pg_{number}", start=0, text=text)
    claim = Claim(id=f"{number} {text}", text=text, lang=lang, quotation=quotation)
    return FramedClaim.of(claim, title="", headings=())


def pool(*texts: str, lang: Lang = EN) -> list[FramedClaim]:
    return [framed(text, lang, number) for number, text in enumerate(texts, 1)]


def test_frames_of_one_subject_meet_however_they_are_worded() -> None:
    claims = [framed("The Hoover Dam is 221 m high.")]
    others = pool("A new tax law was passed in spring.", "Hoover Dam has a height of 230 metres.")
    assert list(pairs_to_compare(claims, others)) == [(0, 1)]


def test_sentences_with_most_of_their_words_in_common_meet() -> None:
    claims = [framed("The harbour museum shows old maps of the coast.")]
    others = pool("The harbour museum shows many old maps of the coast.", "The harbour museum is old.")
    assert list(pairs_to_compare(claims, others)) == [(0, 0), (0, 1)]


def test_japanese_sentences_meet_too() -> None:
    claims = [framed("港の博物館は古い海図を展示している。", JA)]
    others = pool("税制が変わった。", "港の博物館は、古い海図を展示している。", lang=JA)
    assert list(pairs_to_compare(claims, others)) == [(0, 1)]


def test_nothing_to_pair_gives_nothing() -> None:
    assert list(pairs_to_compare([], pool("a b c"))) == []
    assert list(pairs_to_compare([framed("The bridge opened.")], [])) == []


def test_a_claim_is_paired_with_a_bounded_number_of_each_sort() -> None:
    others = pool(*(f"Hoover Dam is {n} m high." for n in range(200)))
    pairs = list(pairs_to_compare([framed("Hoover Dam is 7 m high.")], others))
    assert len(pairs) <= 2 * PAIRS_PER_CLAIM
    assert (0, 7) in pairs


def test_three_thousand_by_three_thousand_stays_far_below_all_pairs() -> None:
    claims = pool(*(f"Station {n} of line x{n % 50} opened near village {n}." for n in range(3000)))
    others = pool(*(f"Near village {n} station {n} of line x{n % 50} was opened." for n in range(3000)))
    pairs = list(pairs_to_compare(claims, others))
    assert len(pairs) <= 2 * PAIRS_PER_CLAIM * 3000
    assert {number for number, _ in pairs} == set(range(3000))
