"""Code behind the drafts of a how-answer: once, whole, within the words that the answer may have."""

import pytest

from tadori.graph.build import GraphInputs, build_graph
from tadori.model.claim import Claim, ClaimContext, Quotation
from tadori.model.graph import ClaimStanding
from tadori.model.ids import EN
from tadori.model.thresholds import CODE_CHARS, CODE_LINES
from tadori.pipeline.code_drafts import ShownCode, code_shown, is_short
from tadori.report.presentation import presented
from tests.graph.makers import source


def block(text: str) -> Quotation:
    return Quotation.of(fragment_id="fr_code", page_id="pg_a", start=1000, text=text)


def shown(*given: tuple[str, Quotation | None, bool], room: int = 100) -> ShownCode:
    """`given`: a sentence, its code, whether it only announces it."""
    claims = [
        Claim(
            id=Claim.id_of(text),
            text=text,
            lang=EN,
            quotation=Quotation.of(fragment_id="fr_a", page_id="pg_a", start=number * 100, text=text),
            context=ClaimContext(code=code, introduces=announces, stands_alone=not announces),
        )
        for number, (text, code, announces) in enumerate(given)
    ]
    graph = build_graph(GraphInputs(claims=claims, edges=[], sources=[source("pg_a")], answer_scores={}, lang=EN))
    by_id: dict[str, ClaimStanding] = {standing.claim.id: standing for standing in graph.claims}
    return code_shown([presented(claim, in_answer=True) for claim in claims], by_id, room, EN)


def codes(found: ShownCode) -> list[tuple[str, str]]:
    return [(draft.text, draft.code.text if draft.code else "") for draft in found.drafts]


@pytest.mark.req("X10")
def test_a_block_stands_behind_the_sentence_that_announces_it_and_only_there() -> None:
    make = block("make all")
    found = shown(("The tool is built.", make, False), ("Run this to build it:", make, True))
    assert codes(found) == [("The tool is built.", ""), ("Run this to build it:", "make all")]


def test_a_block_is_printed_once() -> None:
    make = block("make all")
    found = shown(("The tool is built.", make, False), ("The tool is made.", make, False))
    assert codes(found) == [("The tool is built.", "make all"), ("The tool is made.", "")]


def test_a_block_that_is_too_long_is_counted_and_what_announces_it_is_left_out() -> None:
    long = block("\n".join(["make"] * (CODE_LINES + 1)))
    found = shown(("The tool is built.", long, False), ("Run this to build it:", long, True))
    assert (codes(found), found.left_out) == ([("The tool is built.", "")], 1)


def test_code_counts_as_words_of_the_answer() -> None:
    found = shown(("The tool is built.", block("make all now and then"), False), room=8)
    assert codes(found) == [("The tool is built.", "")]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("\n".join(["x"] * CODE_LINES), True),
        ("\n".join(["x"] * (CODE_LINES + 1)), False),
        ("x" * CODE_CHARS, True),
        ("x" * (CODE_CHARS + 1), False),
    ],
)
def test_short_is_at_most_twelve_lines_and_six_hundred_characters(text: str, short: bool) -> None:
    assert is_short(block(text)) is short
