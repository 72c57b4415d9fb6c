"""Drafts of a report from the chosen claims: facets, the part without an answer, words that a report may have."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from tadori.graph.build import GraphInputs, build_graph
from tadori.model.choice import ChosenSection
from tadori.model.claim import Claim, ClaimContext, Quotation
from tadori.model.graph import EvidenceGraph
from tadori.model.ids import EN, JA, Lang, Sha256, Url
from tadori.model.question import AnswerLength
from tadori.model.report import AnswerShape, ComparisonRow, Draft, ReadPage
from tadori.model.sealing import AnswerChoice, ChosenClaim
from tadori.model.thresholds import FACT_REPORT_WORDS, MAX_ANSWER_SENTENCES, REPORT_CLAIMS, REPORT_WORDS
from tadori.pipeline.answer_drafts import AnswerDrafts, answer_drafts
from tadori.rank.open_answers import word_count
from tests.graph.makers import source

FOR_AGAINST = "What are the advantages and disadvantages of the plant?"
TWO = "How did the plant perform in its first year, and what do critics say?"


@dataclass
class Evidence:
    """A graph of claims, of which the first ones are chosen; those of one page follow each other in its text."""

    claims: list[Claim]
    graph: EvidenceGraph
    pages: tuple[ReadPage, ...]
    lang: Lang

    def drafts(
        self,
        question: str,
        chosen: Sequence[tuple[int, int]],
        *,
        length: AnswerLength = AnswerLength.NORMAL,
        report: Lang | None = None,
        sections: Sequence[tuple[str, Sequence[int]]] = (),
        partly: bool = False,
    ) -> AnswerDrafts:
        """`chosen`: (number of the claim, part of the question); `sections`: what a model put under which heading."""
        claims = tuple(ChosenClaim(claim_id=self.claims[n].id, part=part) for n, part in chosen)
        said = tuple(
            ChosenSection(heading=heading, claim_ids=tuple(self.claims[n].id for n in numbers))
            for heading, numbers in sections
        )
        choice = AnswerChoice(question_lang=self.lang, length=length, claims=claims, sections=said, partly=partly)
        return answer_drafts(self.graph, choice, question, report or self.lang, self.pages)


def read(page_id: str, headings: tuple[tuple[int, str], ...]) -> ReadPage:
    return ReadPage(
        page_id=page_id,
        url=Url(f"file:///{page_id}"),
        content_hash=Sha256("0" * 64),
        text_hash=Sha256("0" * 64),
        media_type="text/plain",
        found_at=datetime(2026, 1, 1, tzinfo=UTC),
        headings=headings,
    )


def evidence(
    *texts: str,
    lang: Lang = EN,
    page_ids: Sequence[str] = (),
    headings: tuple[tuple[int, str], ...] = (),
    open_ones: Sequence[int] = (),
) -> Evidence:
    """One claim a text; without `page_ids`, each on a page of its own. `open_ones` do not stand alone."""
    places: dict[str, int] = {}
    claims = []
    for number, text in enumerate(texts):
        page_id = page_ids[number] if page_ids else f"pg_{number:03}"
        at = places.get(page_id, 0)
        places[page_id] = at + len(text) + 1
        quotation = Quotation.of(fragment_id=f"fr_{page_id}", page_id=page_id, start=at, text=text)
        context = ClaimContext(stands_alone=number not in open_ones)
        claims.append(Claim(id=Claim.id_of(text), text=text, lang=lang, quotation=quotation, context=context))
    graph = build_graph(
        GraphInputs(
            claims=claims,
            edges=[],
            sources=[source(page_id, title=page_id.upper()) for page_id in places],
            answer_scores={claim.id: 1.0 - number / 1000 for number, claim in enumerate(claims)},
            lang=lang,
        )
    )
    return Evidence(claims, graph, tuple(read(page_id, headings) for page_id in places), lang)


def answer(made: AnswerDrafts) -> list[tuple[str, str]]:
    return [(draft.text, draft.facet) for draft in made.drafts if draft.in_answer]


def beside(made: AnswerDrafts) -> list[Draft]:
    return [draft for draft in made.drafts if not draft.in_answer]


def words(drafts: Sequence[Draft], lang: Lang) -> int:
    return sum(word_count(draft.text, lang) for draft in drafts)


@pytest.mark.req("F2")
def test_sentences_for_and_against_stand_under_their_facets() -> None:
    held = evidence("Its main drawback is the noise.", "Its main advantage is clean power.")
    made = held.drafts(FOR_AGAINST, [(0, 0), (1, 0)])
    assert answer(made) == [
        ("Its main advantage is clean power.", "For"),
        ("Its main drawback is the noise.", "Against"),
    ]
    assert (made.shape, made.unanswered) == (AnswerShape(kind="for_against"), ())


@pytest.mark.req("X7")
def test_facets_have_the_language_of_the_report() -> None:
    held = evidence("騒音が欠点である。", lang=JA)
    assert answer(held.drafts("発電所の欠点は何か", [(0, 0)])) == [("騒音が欠点である。", "問題点・反対")]
    assert answer(held.drafts("発電所の欠点は何か", [(0, 0)], report=EN)) == [("騒音が欠点である。", "Against")]


@pytest.mark.req("F2")
def test_a_comparison_has_its_sides_and_rows_in_the_shape() -> None:
    held = evidence("TCP sends lost packets again.", "UDP ignores lost packets.", "Both TCP and UDP use ports.")
    made = held.drafts("What is the difference between TCP and UDP?", [(0, 0), (1, 0), (2, 0)])
    tcp, udp, _ = (claim.id for claim in held.claims)
    assert made.shape == AnswerShape(
        kind="comparison", sides=("TCP", "UDP"), rows=(ComparisonRow(aspect="", cells=((tcp,), (udp,))),)
    )
    assert [text for text, _ in answer(made)] == [
        "Both TCP and UDP use ports.",
        "TCP sends lost packets again.",
        "UDP ignores lost packets.",
    ]


def test_a_comparison_without_rows_is_no_table() -> None:
    made = evidence("TCP sends lost packets again.").drafts("What is the difference between TCP and UDP?", [(0, 0)])
    assert (made.shape.sides, made.shape.rows) == ((), ())


@pytest.mark.req("X1", "F2")
def test_each_of_several_questions_is_the_facet_of_its_answers() -> None:
    held = evidence("It made 1,284 MWh in its first year.", "Critics doubt the figures.")
    made = held.drafts(TWO, [(0, 0), (1, 1)])
    assert answer(made) == [
        ("It made 1,284 MWh in its first year.", "How did the plant perform in its first year"),
        ("Critics doubt the figures.", "what do critics say?"),
    ]
    assert (made.shape.partly, made.unanswered) == (False, ())


@pytest.mark.req("X1")
@pytest.mark.parametrize(
    ("part", "missing"), [(0, "what do critics say?"), (1, "How did the plant perform in its first year")]
)
def test_the_part_without_an_answer_is_named(part: int, missing: str) -> None:
    made = evidence("Critics doubt that it made 1,284 MWh in its first year.").drafts(TWO, [(0, part)])
    assert (made.shape.partly, made.unanswered) == (True, (missing,))


@pytest.mark.req("X1")
def test_the_japanese_part_without_an_answer_is_named() -> None:
    held = evidence("初年度は1,284メガワット時だった。", lang=JA)
    made = held.drafts("発電所は初年度どうだったか、また批判する人は何と言っているか", [(0, 0)])
    assert (made.shape.partly, made.unanswered) == (True, ("批判する人は何と言っているか",))


@pytest.mark.req("X1")
def test_where_nothing_is_answered_nothing_is_partly() -> None:
    made = evidence("It has four turbines.").drafts(TWO, [])
    assert (answer(made), made.shape.partly, made.unanswered) == ([], False, ())
    assert [draft.text for draft in beside(made)] == ["It has four turbines."]


def test_no_claims_make_no_drafts() -> None:
    made = evidence().drafts(TWO, [])
    assert (made.drafts, made.shape, made.unanswered) == ((), AnswerShape(kind="how"), ())


def test_a_chosen_claim_that_the_graph_lost_is_left_out() -> None:
    held = evidence("It has four turbines.")
    choice = AnswerChoice(question_lang=EN, claims=(ChosenClaim(claim_id="cl_gone"),))
    assert answer_drafts(held.graph, choice, "Why is it late?", EN, held.pages).unanswered == ()


@pytest.mark.req("X11")
def test_a_sentence_that_leaves_open_what_it_speaks_about_is_no_answer() -> None:
    held = evidence("It was rusty.", "The towers of the bridge were rusty.", open_ones=[0])
    made = held.drafts("Why was the bridge closed?", [(0, 0), (1, 0)])
    assert [text for text, _ in answer(made)] == ["The towers of the bridge were rusty."]


@pytest.mark.req("X11")
@pytest.mark.parametrize("chosen", [[(0, 0), (1, 0)], [(1, 0), (0, 0)]])
def test_a_sentence_that_is_printed_with_another_one_is_not_printed_alone_too(chosen: list[tuple[int, int]]) -> None:
    first, second = "The cable broke in March.", "That closed the bridge."
    held = evidence(first, second, page_ids=["pg_a", "pg_a"])
    before, after = held.claims
    together = replace(after, context=ClaimContext(neighbour=before.quotation))
    standings = tuple(replace(one, claim=together) if one.claim.id == after.id else one for one in held.graph.claims)
    made = replace(held, graph=replace(held.graph, claims=standings)).drafts("Why was the bridge closed?", chosen)
    assert [text for text, _ in answer(made)] == [f"{first} {second}"]


@pytest.mark.req("X1")
def test_a_question_of_fact_has_at_most_three_sentences_and_an_open_one_more() -> None:
    held = evidence(*(f"Fact number {n} about the plant." for n in range(6)))
    chosen = [(n, 0) for n in range(6)]
    assert len(answer(held.drafts("When did the plant open?", chosen))) == MAX_ANSWER_SENTENCES
    assert len(answer(held.drafts("Why was the plant late?", chosen))) == 6


def long_evidence(lang: Lang = EN) -> Evidence:
    if lang == JA:
        return evidence(*(f"第{n}の理由は、" + "台風の影響" * 4 + "である。" for n in range(300)), lang=JA)
    return evidence(*(f"Reason number {n} is " + "very " * 15 + "long." for n in range(300)))


@pytest.mark.parametrize("length", AnswerLength)
@pytest.mark.parametrize(("lang", "question"), [(EN, "Why was the plant late?"), (JA, "発電所はなぜ遅れたのか")])
def test_a_report_keeps_within_its_words(lang: Lang, question: str, length: AnswerLength) -> None:
    made = long_evidence(lang).drafts(question, [(0, 0), (1, 0)], length=length)
    assert len(answer(made)) == 2
    assert words(made.drafts, lang) <= REPORT_WORDS[length]
    assert len(beside(made)) <= REPORT_CLAIMS


def test_a_longer_length_lets_more_be_printed() -> None:
    held = long_evidence()
    sizes = [words(held.drafts("Why was it late?", [(0, 0)], length=one).drafts, EN) for one in AnswerLength]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


@pytest.mark.parametrize("length", AnswerLength)
@pytest.mark.parametrize(("lang", "question"), [(EN, "When did the plant open?"), (JA, "発電所はいつ開業したか")])
def test_the_report_of_a_fact_is_short_however_long_an_open_one_may_be(
    lang: Lang, question: str, length: AnswerLength
) -> None:
    made = long_evidence(lang).drafts(question, [(0, 0)], length=length)
    assert words(made.drafts, lang) <= FACT_REPORT_WORDS


def test_where_nothing_answers_the_nearest_is_printed_however_long_it_is() -> None:
    held = evidence("Long " * 2 * FACT_REPORT_WORDS + "one.", "Short one.", "Long " * 2 * FACT_REPORT_WORDS + "two.")
    made = held.drafts("When did the plant open?", [])
    assert [draft.text.split()[-1] for draft in beside(made)] == ["one."]
    answered = held.drafts("When did the plant open?", [(1, 0)])
    assert beside(answered) == []


def test_what_the_answer_says_is_not_said_again_beside_it() -> None:
    held = evidence("The plant was late because of a storm.", "The cable broke in March.")
    made = held.drafts("Why was the plant late?", [(0, 0)])
    assert [draft.text for draft in beside(made)] == ["The cable broke in March."]


@pytest.mark.req("F2")
def test_many_sentences_stand_under_the_title_and_heading_of_their_page() -> None:
    texts = [f"Reason number {n} was the storm." for n in range(6)]
    held = evidence(*texts, page_ids=["pg_a", *["pg_b"] * 5], headings=((0, "Delay › Causes"),))
    made = held.drafts("Why was the plant late?", [(n, 0) for n in (0, 5, 4, 3, 2, 1)])
    assert answer(made) == [(texts[0], ""), *((text, "PG_B › Causes") for text in texts[1:])]


@pytest.mark.req("X3")
def test_the_same_inputs_make_the_same_drafts() -> None:
    held = long_evidence()
    first, again = (held.drafts(TWO, [(3, 0), (0, 1), (2, 0)]) for _ in range(2))
    assert first == again
    other = replace(held, graph=replace(held.graph, claims=tuple(reversed(held.graph.claims))))
    assert other.drafts(TWO, [(3, 0), (0, 1), (2, 0)]) == first


WHOLE = [(0, 0), (1, 0), (2, 0)]


@pytest.mark.req("L39")
def test_a_models_sections_are_the_facets_in_its_order() -> None:
    held = evidence("The plant made 1,284 MWh.", "Repairs cost 40 million yen.", "The maker said 1,510 MWh.")
    made = held.drafts("How did the plant do?", WHOLE, sections=[("Repairs", [1]), ("MWh of the plant", [2, 0])])
    assert answer(made) == [
        ("Repairs cost 40 million yen.", "Repairs"),
        ("The maker said 1,510 MWh.", "MWh of the plant"),
        ("The plant made 1,284 MWh.", "MWh of the plant"),
    ]
    assert (made.shape.partly, made.unanswered) == (False, ())


@pytest.mark.req("X7")
def test_japanese_sections_have_japanese_headings() -> None:
    held = evidence("発電量は1,284MWhだった。", "修理に4000万円かかった。", lang=JA)
    made = held.drafts("発電所の実績は？", WHOLE[:2], sections=[("発電量", [0]), ("修理", [1])])
    assert [facet for _, facet in answer(made)] == ["発電量", "修理"]


@pytest.mark.req("X1")
@pytest.mark.parametrize("heading", ["Bribes for the plant", "The plant was closed", "evil.test", "Output in 1999", ""])
def test_a_heading_with_words_of_its_own_gives_way_to_that_of_the_rules(heading: str) -> None:
    held = evidence("The plant made 1,284 MWh.", "Repairs cost 40 million yen.")
    made = held.drafts("How did the plant do?", WHOLE[:2], sections=[("Repairs", [1]), (heading, [0])])
    assert answer(made) == [("The plant made 1,284 MWh.", ""), ("Repairs cost 40 million yen.", "Repairs")]


def test_one_heading_over_all_of_it_is_none() -> None:
    held = evidence("The plant made 1,284 MWh.", "The plant cost 40 million yen.")
    made = held.drafts("How did the plant do?", WHOLE[:2], sections=[("The plant", [1, 0])])
    assert [facet for _, facet in answer(made)] == ["", ""]


def test_sentences_of_one_heading_stand_together_and_without_one_in_front() -> None:
    held = evidence("The plant made 1,284 MWh.", "Repairs cost 40 million yen.", "The plant began in 2023.")
    made = held.drafts("How did it do?", WHOLE, sections=[("The plant", [0]), ("", [1]), ("The plant", [2])])
    assert [facet for _, facet in answer(made)] == ["", "The plant", "The plant"]


def test_a_comparison_that_a_model_chose_is_still_a_table_with_its_sides() -> None:
    held = evidence("TCP sends lost packets again.", "UDP ignores lost packets.")
    made = held.drafts("What is the difference between TCP and UDP?", WHOLE[:2], sections=[("Lost packets", [1, 0])])
    tcp, udp = (claim.id for claim in held.claims)
    assert made.shape.rows == (ComparisonRow(aspect="", cells=((tcp,), (udp,))),)
    assert made.shape.sides == ("TCP", "UDP")


def test_a_change_that_a_model_chose_is_still_told_in_the_order_of_time() -> None:
    held = evidence("In 2024 the plant made 1,402 MWh.", "In 2023 the plant made 1,284 MWh.")
    made = held.drafts("How has the output of the plant changed?", WHOLE[:2], sections=[("", [0, 1])])
    assert [text for text, _ in answer(made)] == [
        "In 2023 the plant made 1,284 MWh.",
        "In 2024 the plant made 1,402 MWh.",
    ]


def test_the_sentence_that_says_yes_or_no_comes_first_whatever_the_model_put_there() -> None:
    held = evidence("The bridge has two lanes.", "The bridge is open to cars.")
    made = held.drafts("Is the bridge open to cars?", WHOLE[:2], sections=[("Lanes", [0]), ("Cars", [1])])
    assert (made.shape.verdict, made.shape.decided_by) == ("yes", held.claims[1].id)
    assert answer(made)[0] == ("The bridge is open to cars.", "Cars")


def test_a_model_that_says_partly_makes_the_answer_one_in_part() -> None:
    held = evidence("The plant made 1,284 MWh.")
    made = held.drafts("How did the plant do?", [(0, 0)], sections=[("The plant", [0])], partly=True)
    assert (made.shape.partly, made.unanswered) == (True, ())


def test_a_claim_in_a_section_that_is_not_in_the_answer_is_not_printed_there() -> None:
    held = evidence("The plant made 1,284 MWh.", "Repairs cost 40 million yen.")
    made = held.drafts("How did the plant do?", [(0, 0)], sections=[("The plant", [0, 1])])
    assert [text for text, _ in answer(made)] == ["The plant made 1,284 MWh."]
