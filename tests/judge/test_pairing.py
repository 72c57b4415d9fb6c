"""The same point in different pages meets; the work stays far below all pairs."""

import time

from tadori.judge.pairing import is_near, pairs_to_judge
from tadori.model.claim import Claim, Quotation
from tadori.model.evidence_thresholds import PAIRS_PER_CLAIM
from tadori.model.ids import EN, JA, Lang


def claim(text: str, lang: Lang = EN) -> Claim:
    quotation = Quotation.of(fragment_id="fr_1", page_id="pg_1", start=0, text=text)
    return Claim(id=Claim.id_of(text), text=text, lang=lang, quotation=quotation)


def test_agreeing_and_contradicting_sentences_about_one_subject_meet() -> None:
    claims = [claim("The Harbour Bridge carries 4,000 cars a day.")]
    candidates = [
        "A new tax law was passed in spring.",
        "The Harbour Bridge carries 5,000 cars every day.",
        "The Harbour Bridge does not carry cars.",
        "The museum is old.",
    ]
    assert list(pairs_to_judge(claims, candidates)) == [(0, 2), (0, 1)]


def test_japanese_sentences_meet_too() -> None:
    claims = [claim("港大橋は2019年に開通した。", JA)]
    assert list(pairs_to_judge(claims, ["税制が変わった。", "港大橋は2018年に開通した。"])) == [(0, 1)]


def test_nothing_to_pair_gives_nothing() -> None:
    assert list(pairs_to_judge([], ["a b c"])) == []
    assert list(pairs_to_judge([claim("The bridge opened.")], [])) == []


def test_a_claim_is_paired_with_a_bounded_number_of_candidates() -> None:
    candidates = [f"The Harbour Bridge of town {n} opened." for n in range(200)]
    pairs = list(pairs_to_judge([claim("The Harbour Bridge of town 7 opened.")], candidates))
    assert len(pairs) == PAIRS_PER_CLAIM
    assert pairs[0] == (0, 7)


def test_three_thousand_by_three_thousand_stays_far_below_all_pairs() -> None:
    claims = [claim(f"Station {n} of line {n % 50} opened near village {n}.") for n in range(3000)]
    candidates = [f"Near village {n} station {n} of line {n % 50} was closed." for n in range(3000)]
    started = time.process_time()
    pairs = list(pairs_to_judge(claims, candidates))
    assert time.process_time() - started < 8
    assert len({number for number, _ in pairs}) == 3000


def test_a_stance_model_is_asked_about_texts_that_share_three_words_in_five() -> None:
    claim = "The harbour bridge opened in May"
    assert is_near(claim, "The harbour bridge opened late")
    assert not is_near(claim, "The harbour museum was moved to another quay in June")
    assert is_near("港の橋は5月に開通した", "港の橋が開通した")
