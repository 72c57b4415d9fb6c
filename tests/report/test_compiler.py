"""The sentence compiler: what it prints as checked, what it sets apart, and how it numbers and weighs."""

from dataclasses import replace

import pytest

from tadori.errors import EvidenceBroken
from tadori.model.claim import Claim, Ground, Quotation
from tadori.model.grading import Grade, Limit, SentenceVerdict
from tadori.model.graph import Standing, TrustLevel
from tadori.model.ids import JA, Sha256, Url, text_hash
from tadori.model.report import Answered
from tests.report.world import DONE_1998, DONE_1999, HEIGHT, NOON, World, english, japanese

LONG_AGO = "Words that nobody read."


class Decides:
    """A check that gives one verdict to everything. Implements `SentenceCheck`."""

    def __init__(self, grade: Grade, lost: tuple[Limit, ...] = (), added: tuple[Limit, ...] = ()) -> None:
        self._verdict = SentenceVerdict(
            grade=grade,
            lost=lost,
            added=added,
            grounds=(
                Ground(rule="overlap", detail="most words", weight=0.8),
                Ground(rule="number", detail="14 ≠ 15", weight=-1.0),
                Ground(rule="a rule of tomorrow", detail="", weight=-0.1),
            ),
        )

    def grade(self, sentence: str, quotations: object, votes: object = ()) -> SentenceVerdict:
        return self._verdict


def one_claim() -> World:
    world = World()
    world.page("office", f"Dams\n\n{HEIGHT} More words.")
    world.claim(HEIGHT, "office")
    return world


@pytest.mark.req("X1")
def test_an_honest_sentence_is_printed_with_its_citation() -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    report = world.report(listen=True)
    (sentence,) = report.answer
    (citation,) = report.citations
    assert (sentence.text, sentence.citations, sentence.checked, sentence.reason) == (HEIGHT, (1,), True, "")
    assert (sentence.standing, sentence.confidence, sentence.caveat) == (Standing.SINGLE_SOURCE, 0.8, "")
    assert citation.quotation == world.quote("office", HEIGHT)
    assert citation.deep_link == "https://office.example/report#:~:text=The%20dam%20is%20117%20metres%20high."
    assert citation.excerpt == f"{HEIGHT} More words."
    assert (report.answered, report.support_rate, report.corroboration_rate) == (Answered.YES, 1.0, 0.0)
    assert (report.created_at, report.unchecked, world.refusals()) == (NOON, (), [])


def refused_reason(world: World) -> str:
    """The one reason for which nothing was printed as checked."""
    report = world.report(listen=True)
    assert (report.answered, report.answer, report.claims, report.support_rate) == (Answered.NO, (), (), 0.0)
    (sentence,) = report.unchecked
    assert (sentence.checked, sentence.standing, sentence.confidence) == (False, None, None)
    assert [event.reason for event in world.refusals()][-1] == sentence.reason
    return sentence.reason


@pytest.mark.req("X1")
def test_words_of_a_page_that_was_not_read_are_refused() -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    del world.pages["office"]
    assert refused_reason(world) == "the page was not read"
    assert world.report().citations == ()


@pytest.mark.req("X1")
def test_words_of_a_page_without_a_source_in_the_graph_are_refused() -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    del world.sources["office"]
    assert refused_reason(world) == "the page was not read"


@pytest.mark.req("X1")
def test_words_of_a_page_that_is_not_archived_are_refused() -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    del world.texts["office"]
    with pytest.raises(EvidenceBroken):
        world.text("office")
    assert refused_reason(world) == "the page is not in the archive"


@pytest.mark.req("X1")
def test_words_of_an_archived_text_that_is_not_the_text_read_are_refused() -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    world.texts["office"] += " And one more sentence."
    assert refused_reason(world) == "the archived text is not the text that was read"


@pytest.mark.req("X1")
@pytest.mark.parametrize(("start", "end"), [(0, 28), (7, 34), (5, 32), (-38, -11), (6, 6), (10_000, 10_027), (33, 6)])
def test_words_that_do_not_stand_at_the_stated_offsets_are_refused(start: int, end: int) -> None:
    world = one_claim()
    wrong = replace(world.quote("office", HEIGHT), start=start, end=end)
    world.draft(HEIGHT, wrong, in_answer=True)
    assert refused_reason(world) == "the quoted words do not stand at the stated place"


@pytest.mark.req("X1")
def test_offsets_counted_from_the_end_are_refused_though_the_words_stand_there() -> None:
    world = one_claim()
    quotation = world.quote("office", HEIGHT)
    length = len(world.texts["office"])
    world.draft(HEIGHT, replace(quotation, start=quotation.start - length, end=quotation.end - length))
    assert refused_reason(world) == "the quoted words do not stand at the stated place"


@pytest.mark.req("X1")
def test_blank_words_are_no_words() -> None:
    world = one_claim()
    blank = Quotation.of(fragment_id="fr", page_id="office", start=4, text="\n\n")
    world.draft(HEIGHT, blank)
    assert refused_reason(world) == "the quoted words do not stand at the stated place"


@pytest.mark.req("X1")
def test_right_words_with_a_stale_hash_are_refused() -> None:
    world = one_claim()
    world.draft(HEIGHT, replace(world.quote("office", HEIGHT), text_hash=text_hash(LONG_AGO)))
    assert refused_reason(world) == "the quoted words do not have the stated hash"


@pytest.mark.req("L33")
def test_a_sentence_on_no_claim_or_on_an_unknown_one_is_refused() -> None:
    world = one_claim()
    world.draft(HEIGHT, world.quote("office", HEIGHT), claims=[])
    assert refused_reason(world) == "it stands on no claim"
    world.drafts.clear()
    world.draft(HEIGHT, world.quote("office", HEIGHT), claims=["cl_invented"])
    assert refused_reason(world) == "it names a claim that is not in the evidence graph"
    assert [sentence.claim_ids for sentence in world.report().unchecked] == [()]


@pytest.mark.req("L33")
def test_a_sentence_that_quotes_no_edge_of_its_claim_is_refused() -> None:
    world = one_claim()
    world.draft("More words.", world.quote("office", "More words."), claims=[Claim.id_of(HEIGHT)])
    assert refused_reason(world) == "it quotes none of the words that support its claim"


@pytest.mark.req("L33")
def test_words_against_a_claim_do_not_carry_it() -> None:
    world = english()
    world.drafts.clear()
    world.draft(DONE_1999, world.quote("blog", DONE_1999), claims=[Claim.id_of(DONE_1998)])
    assert refused_reason(world) == "it quotes none of the words that support its claim"


@pytest.mark.req("X1")
@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (Decides(Grade.NOT_CHECKED), "the quoted words do not say so (number: 14 ≠ 15, a rule of tomorrow)"),
        (
            Decides(Grade.NOT_CHECKED, (Limit(kind="hedge", text="about"),), (Limit(kind="name", text="Oslo"),)),
            "the quoted words do not say so (number: 14 ≠ 15, a rule of tomorrow, leaves out “about”, adds “Oslo”)",
        ),
        (Decides(Grade.JUDGED), "graded judged, below the lowest grade set for reports"),
    ],
)
def test_only_a_grade_that_is_high_enough_lets_a_sentence_pass(check: Decides, reason: str) -> None:
    world = one_claim()
    world.state(HEIGHT, "office", in_answer=True)
    report = world.report(check)
    assert (report.answered, [s.reason for s in report.unchecked]) == (Answered.NO, [reason])


@pytest.mark.req("X1")
@pytest.mark.parametrize("text", ["The dam glows at night.", "", "  \n", "broken \ud800 text"])
def test_a_sentence_without_words_behind_it_is_counted_and_not_printed(text: str) -> None:
    world = one_claim()
    world.draft(text, claims=[Claim.id_of(HEIGHT)], in_answer=True)
    report = world.report(listen=True)
    assert (report.answer, report.claims, report.unchecked, report.citations) == ((), (), (), ())
    assert report.method.dropped[-1] == ("sentences without any quoted words (not printed)", 1)
    assert [event.reason for event in world.refusals()] == ["it names no words it stands on"]
    assert report.support_rate == 0.0


@pytest.mark.req("X1")
@pytest.mark.parametrize("text", ["", "  \n", "broken \ud800 text"])
def test_no_words_can_carry_a_sentence_that_is_blank_or_cannot_be_written(text: str) -> None:
    world = one_claim()
    world.draft(text, world.quote("office", HEIGHT), claims=[Claim.id_of(HEIGHT)], in_answer=True)
    report = world.report(Decides(Grade.QUOTED), listen=True)
    assert (report.answer, report.claims, report.unchecked) == ((), (), ())
    assert [event.text.encode() for event in world.refusals()] == [text.replace("\ud800", "?").encode()]


def test_a_refused_sentence_that_is_offered_twice_is_printed_once() -> None:
    world = one_claim()
    for _ in range(2):
        world.draft("The dam glows.", world.quote("office", HEIGHT), claims=[Claim.id_of(HEIGHT)])
    report = world.report(listen=True)
    assert ([s.text for s in report.unchecked], len(world.refusals())) == (["The dam glows."], 2)


def test_one_bad_quotation_spoils_a_sentence_and_the_good_one_can_still_be_looked_up() -> None:
    world = one_claim()
    good = world.quote("office", HEIGHT)
    world.draft(HEIGHT, good, replace(good, page_id="elsewhere"))
    assert refused_reason(world) == "the page was not read"
    assert [citation.quotation for citation in world.report().citations] == [good]


def test_reasons_are_told_in_the_language_of_the_question() -> None:
    world = japanese()
    report = world.report()
    assert [s.reason for s in report.unchecked] == ["引用した文面はそう述べていない（語の重なり：word for word）"]


def test_the_answer_has_each_of_its_sentences_once_in_the_given_order_and_each_is_a_claim() -> None:
    world = World()
    sentences = [f"Fact number {n} is plain." for n in (4, 2, 9, 7, 1)]
    world.page("book", " ".join(sentences))
    for sentence in sentences:
        world.claim(sentence, "book")
        world.state(sentence, "book", in_answer=True)
        world.state(sentence, "book", in_answer=True)
    report = world.report()
    assert [s.text for s in report.answer] == sentences
    assert [claim.sentence.text for claim in report.claims] == sentences


def test_a_report_from_nothing_says_so() -> None:
    report = World(missing=("Nothing is known about the dam.",)).report()
    assert (report.answered, report.claims, report.citations, report.timeline) == (Answered.NO, (), (), ())
    assert (report.support_rate, report.corroboration_rate) == (1.0, 0.0)
    assert report.missing == ("Nothing is known about the dam.",)


def test_citations_are_numbered_by_first_use_with_primary_sources_first() -> None:
    report = english().report()
    assert [(c.number, c.page_id, c.is_primary) for c in report.citations] == [
        (1, "office", True),
        (2, "paper", False),
        (3, "blog", False),
        (4, "office", True),
        (5, "notice", False),
    ]
    first = report.claims[0]
    assert (first.sentence.citations, first.supporting, first.against) == ((1, 2), (1, 2), (3,))
    assert first.independent_origins == 2


def test_supporting_sources_come_by_primacy_then_own_words_then_reliability() -> None:
    world = World()
    for name, trust, primary in (
        ("blog", TrustLevel.UNVERIFIED, False),
        ("journal", TrustLevel.ACADEMIC, False),
        ("mine", TrustLevel.LOW, False),
        ("archive", TrustLevel.UNVERIFIED, True),
    ):
        world.page(name, HEIGHT, trust=trust, primary=primary)
    world.claim(HEIGHT, "blog", "journal", "mine", "archive")
    world.state(HEIGHT, "mine")
    report = world.report()
    order = [report.citations[number - 1].page_id for number in report.claims[0].supporting]
    assert order == ["archive", "mine", "journal", "blog"]


def test_the_surer_of_two_refutations_comes_first() -> None:
    world = one_claim()
    for name in ("weak", "sure"):
        world.page(name, f"It is lower, says {name}.")
    claim_id = world.claim(
        HEIGHT, "office", against=[world.quote(n, f"It is lower, says {n}.") for n in ("weak", "sure")]
    )
    standing = world.standings[claim_id]
    scored = {"weak": 0.6, "sure": 0.95}
    refuting = tuple(replace(edge, confidence=scored[edge.quotation.page_id]) for edge in standing.refuting)
    for order in (refuting, refuting[::-1]):
        world.standings[claim_id] = replace(standing, refuting=order)
        world.drafts.clear()
        world.state(HEIGHT, "office")
        report = world.report()
        assert [report.citations[n - 1].page_id for n in report.claims[0].against] == ["sure", "weak"]


def test_what_qualifies_a_claim_stands_apart_from_refutations() -> None:
    world = one_claim()
    world.page("other", "In 1990 it was 115 metres high.")
    world.claim(HEIGHT, "office", qualifying=[world.quote("other", "In 1990 it was 115 metres high.")])
    world.state(HEIGHT, "office")
    (claim,) = world.report().claims
    assert (claim.supporting, claim.against, claim.qualifying) == ((1,), (), (2,))


@pytest.mark.req("L28")
def test_a_claim_under_the_line_carries_what_would_raise_it() -> None:
    world = one_claim()
    world.claim(HEIGHT, "office", confidence=0.69, searched=False)
    world.state(HEIGHT, "office", in_answer=True)
    (sentence,) = world.report().answer
    assert sentence.caveat == (
        "Below 0.7. It would rise with a second independent source, a primary source, a search for evidence against it."
    )


@pytest.mark.req("L28")
def test_a_claim_at_the_line_carries_no_caveat() -> None:
    world = one_claim()
    world.claim(HEIGHT, "office", confidence=0.7)
    world.state(HEIGHT, "office", in_answer=True)
    assert [sentence.caveat for sentence in world.report().answer] == [""]


@pytest.mark.req("L28")
def test_an_old_contested_claim_wants_a_newer_source_and_one_that_settles_it() -> None:
    world = japanese()
    claim_id = Claim.id_of("霧島湖ダムは1999年に完成した。")
    stale = replace(world.standings[claim_id].confidence, freshness=0.5)
    world.standings[claim_id] = replace(world.standings[claim_id], confidence=stale)
    caveats = {claim.sentence.text: claim.sentence.caveat for claim in world.report().claims}
    assert caveats["霧島湖ダムは1999年に完成した。"] == (
        "信頼度が0.7に届きません。対立を解く出典、独立した別の出典、一次資料、より新しい日付の出典があれば高まります。"
    )


@pytest.mark.req("L28")
def test_a_low_claim_that_lacks_nothing_in_particular_wants_more_sources() -> None:
    world = World()
    world.page("a", HEIGHT, primary=True)
    world.page("b", HEIGHT)
    world.claim(HEIGHT, "a", "b", confidence=0.6)
    world.state(HEIGHT, "a")
    assert world.report().claims[0].sentence.caveat == "Below 0.7. It would rise with more independent sources."


def test_a_sentence_on_two_claims_is_as_strong_as_the_weaker() -> None:
    world = english()
    world.drafts.clear()
    ids = [Claim.id_of(DONE_1998), Claim.id_of(HEIGHT)]
    both = [world.quote("office", DONE_1998), world.quote("office", HEIGHT)]
    world.draft(HEIGHT, *both, claims=ids, in_answer=True)
    report = world.report()
    (sentence,) = report.answer
    assert (sentence.standing, sentence.confidence, sentence.citations) == (Standing.CONTESTED, 0.66, (1, 2))
    (claim,) = report.claims
    assert (claim.independent_origins, claim.against, claim.confidence.value) == (1, (4,), 0.66)


@pytest.mark.req("X1")
def test_support_that_is_not_in_the_archive_does_not_corroborate() -> None:
    world = World()
    world.page("a", HEIGHT)
    world.page("b", HEIGHT)
    world.claim(HEIGHT, "a", "b", confidence=0.9)
    world.state(HEIGHT, "a", in_answer=True)
    assert world.report().claims[0].sentence.standing is Standing.CORROBORATED
    world.texts["b"] = "Something else altogether."
    report = world.report(listen=True)
    (claim,) = report.claims
    assert (claim.sentence.standing, claim.independent_origins, claim.supporting) == (Standing.SINGLE_SOURCE, 1, (1,))
    assert claim.confidence.value == 0.45
    assert claim.confidence.grounds[-1] == "Supporting quotations that are not in the archive and do not count: 1."
    assert report.method.dropped[-1] == ("quotations not found in the archive (not used)", 1)
    assert [event.text for event in world.refusals()] == [HEIGHT]


@pytest.mark.req("X1")
def test_a_refutation_that_is_not_in_the_archive_is_not_shown() -> None:
    world = english()
    del world.pages["notice"]
    report = world.report()
    assert [claim.against for claim in report.claims] == [(3,), (), (2,)]
    assert "notice" not in {citation.page_id for citation in report.citations}


@pytest.mark.req("X1")
def test_a_claim_whose_only_refutation_is_not_in_the_archive_has_no_empty_contest() -> None:
    world = english()
    world.drafts = [draft for draft in world.drafts if draft.text == DONE_1998]
    world.texts["blog"] = "Nothing of the kind."
    report = world.report()
    assert (report.contested, report.claims[0].against) == ((), ())
    assert report.claims[0].sentence.standing is Standing.CONTESTED


def test_the_address_is_that_of_the_page_read_whatever_the_graph_says() -> None:
    world = one_claim()
    world.sources["office"] = replace(world.sources["office"], url=Url("https://invented.example/"))
    world.state(HEIGHT, "office")
    assert world.report().citations[0].url == "https://office.example/report"


def test_a_citation_knows_the_heading_it_stands_under() -> None:
    world = World()
    text = f"Intro.\n\nDams\n\n{HEIGHT}\n\nLakes\n\nDeep ones."
    world.page("book", text, headings=((8, "Part I › Dams"), (text.index("Lakes"), "Part II")))
    for words in ("Intro.", HEIGHT, "Deep ones."):
        world.claim(words, "book")
        world.state(words, "book")
    assert [citation.heading for citation in world.report().citations] == ["", "Part I › Dams", "Part II"]


def test_rates_are_shares_of_sentences_offered_and_of_claims_printed() -> None:
    report = english().report()
    assert (report.support_rate, report.corroboration_rate) == (0.75, 0.0)
    world = World()
    world.page("a", f"{HEIGHT} {DONE_1998}")
    world.page("b", HEIGHT)
    world.claim(HEIGHT, "a", "b")
    world.claim(DONE_1998, "a")
    world.state(HEIGHT, "a")
    world.state(DONE_1998, "a")
    assert world.report().corroboration_rate == 0.5


def test_the_same_material_gives_the_same_report() -> None:
    assert japanese().report() == japanese().report()


def test_the_report_speaks_the_language_of_the_question() -> None:
    assert (english().report().lang, japanese().report().lang) == ("en", JA)


def test_two_thousand_claims_are_compiled_in_order() -> None:
    world = World()
    sentences = [f"Item {n} weighs {n} grams." for n in range(2000)]
    for part in range(20):
        world.page(f"page{part}", " ".join(sentences[part * 100 : part * 100 + 100]))
    for n, sentence in enumerate(sentences):
        world.claim(sentence, f"page{n // 100}")
        world.state(sentence, f"page{n // 100}")
    report = world.report()
    assert [claim.sentence.text for claim in report.claims] == sentences
    assert [citation.number for citation in report.citations] == list(range(1, 2001))


def test_a_hash_that_is_no_hash_is_only_a_wrong_hash() -> None:
    world = one_claim()
    world.draft(HEIGHT, replace(world.quote("office", HEIGHT), text_hash=Sha256("")))
    assert refused_reason(world) == "the quoted words do not have the stated hash"
