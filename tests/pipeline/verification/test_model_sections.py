"""`verify` lays out again what a language model chose, and finds headings and sentences that nothing explains."""

from dataclasses import replace

import pytest

from tadori.model.choice import ChosenSection
from tadori.model.grading import Grade
from tadori.model.graph import EvidenceGraph
from tadori.model.report import Draft, Report
from tadori.model.sealing import CompilerInputs
from tadori.pipeline.answer_drafts import answer_drafts, gaps_in_their_words
from tadori.pipeline.verification.recompile import draft_problems
from tadori.report.json_form import graph_from_json, inputs_from_json, inputs_json, report_from_json
from tests.gates.attacks.forger import members


@pytest.fixture(scope="module")
def sealed() -> tuple[Report, EvidenceGraph, CompilerInputs]:
    files = members()
    return (
        report_from_json(files["tadori/report.json"]),
        graph_from_json(files["tadori/graph.json"]),
        inputs_from_json(files["tadori/inputs.json"]),
    )


def laid_out(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs], heading: str, *, gaps: tuple[str, ...] = ()
) -> CompilerInputs:
    """The inputs as they would be if a model had chosen the same claims, the first of them under `heading`."""
    report, graph, inputs = sealed
    first, *rest = dict.fromkeys(one.claim_id for one in inputs.choice.claims)
    sections = (
        ChosenSection(heading=heading, claim_ids=(first,)),
        ChosenSection(heading="", claim_ids=tuple(rest)),
    )
    choice = replace(inputs.choice, sections=sections, missing=gaps)
    made = answer_drafts(graph, choice, report.question, report.lang, inputs.pages)
    return replace(inputs, choice=choice, drafts=made.drafts, shape=made.shape)


def whats(sealed: tuple[Report, EvidenceGraph, CompilerInputs], inputs: CompilerInputs) -> list[str]:
    return [problem.what for problem in draft_problems(sealed[0], sealed[1], inputs)]


@pytest.mark.req("X3")
def test_what_a_model_chose_is_sealed_read_again_and_laid_out_the_same(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs],
) -> None:
    inputs = laid_out(sealed, "発電量", gaps=("発電量",))
    assert inputs_from_json(inputs_json(inputs)) == inputs
    assert whats(sealed, inputs) == []


@pytest.mark.req("X3")
def test_inputs_from_before_models_chose_keep_their_bytes(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs],
) -> None:
    assert b'"sections": [[' not in inputs_json(sealed[2])
    assert b'"partly": true, "missing"' not in inputs_json(sealed[2])
    assert inputs_json(sealed[2]) == members()["tadori/inputs.json"]


@pytest.mark.req("X3")
def test_a_heading_that_no_rule_and_no_choice_gives_is_found(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs],
) -> None:
    inputs = laid_out(sealed, "発電量")
    libel = replace(inputs.drafts[0], facet="市長の賄賂")
    forged = replace(inputs, drafts=(libel, *inputs.drafts[1:]))
    assert [what for what in whats(sealed, forged) if what.startswith("nobody offers the sentence")] != []
    with_model = replace(forged, method=replace(forged.method, model_tokens=10))
    assert [what for what in whats(sealed, with_model) if "under its heading" in what] != []


@pytest.mark.req("X1")
def test_a_sealed_heading_or_gap_in_other_words_is_printed_nowhere(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs],
) -> None:
    report, graph, _ = sealed
    inputs = laid_out(sealed, "市長の賄賂", gaps=("市長の賄賂", "発電量"))
    assert "市長の賄賂" not in {draft.facet for draft in inputs.drafts}
    gaps = gaps_in_their_words(graph, inputs.choice, report.question, inputs.pages, report.lang)
    assert gaps == ("発電量",)


@pytest.mark.req("X3")
def test_a_sentence_that_a_model_wrote_may_stand_for_the_quotations_it_names_and_for_no_other(
    sealed: tuple[Report, EvidenceGraph, CompilerInputs],
) -> None:
    inputs = laid_out(sealed, "発電量")
    first = inputs.drafts[0]
    written = Draft(
        text="書き換えた文。", claim_ids=first.claim_ids, quotations=first.quotations, in_answer=True, facet=first.facet
    )
    method = replace(inputs.method, model_tokens=10)
    assert whats(sealed, replace(inputs, drafts=(written, *inputs.drafts[1:]), method=method)) == []
    lost = replace(inputs, drafts=(written, *inputs.drafts[2:]), method=method, lowest_grade=Grade.DERIVED)
    assert [what for what in whats(sealed, lost) if "was left out" in what] != []
