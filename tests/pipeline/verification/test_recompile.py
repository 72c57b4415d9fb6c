"""`verify` makes everything again that can be made again. The forger of `tests/gates/attacks` has a table of its own in
the gates; here stands one lie of each kind, with the place where it must be found."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tadori.model.grading import Grade
from tadori.model.graph import Standing
from tadori.pipeline.verification.recheck import BEFORE_INPUTS
from tadori.report.compiler import REPORT_RULES
from tadori.report.json_form import graph_from_json, report_json
from tadori.report.markdown import report_markdown
from tadori.report.render import render_all
from tadori.service.checking import verify_path
from tests.archive.reports import sealed
from tests.gates.attacks.forger import Forged, honest, made_consistent, members, parsed, resealed
from tests.gates.attacks.forgeries import CONSISTENT_LIES, FILE_LIES, REPORT_LIES, UNPROVABLE, libel

LIES = dict((*REPORT_LIES, *FILE_LIES))
CONSISTENT = dict(CONSISTENT_LIES)


@pytest.mark.req("X3")
def test_an_honest_report_is_compiled_again_word_for_word() -> None:
    graph = graph_from_json(members()["tadori/graph.json"])
    judged = {e.id for s in graph.claims for e in (*s.supporting, *s.refuting, *s.qualifying) if e.judge}
    found = verify_path(honest())
    assert (found.problems, found.notes, found.recompiled) == ((), (), True)
    assert (found.pages_read_again, found.verdicts_given_again) == (found.pages, len(judged))


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("lie", "place"),
    [
        ("a libel at the head of the answer, not checked", "answer, sentence 1"),
        ("no caveat", "answer, sentence 1"),
        ("other grounds of confidence", "claim 1"),
        ("no contested points", "report.contested[0]"),
        ("a libel among the gaps", "report.missing[0]"),
        ("more hits in the method", "report.method.queries[0].hits"),
        ("another time of finding", "report.citations[0].found_at"),
        ("another moment", "datapackage.json"),
        ("a member that nobody checks", "tadori/statement.md"),
        ("a log that is none", "log.jsonl, line 1"),
    ],
)
def test_a_lie_in_one_place_is_named_though_every_hash_is_made_anew(lie: str, place: str) -> None:
    assert place in [problem.place for problem in resealed(LIES[lie]).problems]


@pytest.mark.req("X3")
@pytest.mark.req("L33")
@pytest.mark.parametrize(
    ("lie", "words"),
    [
        ("one refutation taken out", "was left out: its words refutes the claim"),
        ("a verdict that nobody gave", "compared again, its frames say: nothing"),
        ("a contradiction softened", "compared again, its frames say: refutes ("),
        ("other words as the claim's own", "its words are not those of its claim"),
        ("another ground of a verdict", "compared again, its frames say: refutes (鳴釜潮流発電1号機 · 発電量: 1,284"),
        ("the press release as government", "its trust is GOVERNMENT; by rule UNVERIFIED"),
        ("the press release as its own origin", "its origin is 'or_000000000000000000000000'; by its document"),
        ("the press release of another date", "its date is '2026-10-01'; by its document and the rules"),
        ("a witness silenced", "its trust is BLOCKED; by rule"),
        ("half a sentence as a claim", "its page makes no claim in the words that it quotes"),
        ("a draft that says something else", "nobody offers the sentence"),
        ("an answer that was not chosen", "nobody offers the sentence"),
        ("another facet of the answer", "nobody offers the sentence"),
        ("another kind of question", "the answer is laid out otherwise than its rules would"),
        ("a part that is said to be missing", "the answer is laid out otherwise than its rules would"),
        ("a table that nobody laid out", "the answer is laid out otherwise than its rules would"),
        ("another heading of a page", "read again, it has another headings"),
        ("another address of a page", "it does not name the address 'https://www.meti.go.jp/x.html' as its own"),
        ("gaps that nobody looked for", "the log never looked for some of it"),
        ("rules that never were", "no version of Tadori has these rules"),
    ],
)
def test_a_lie_that_is_carried_through_everything_is_found_by_documents_and_rules(lie: str, words: str) -> None:
    assert [problem.what for problem in made_consistent(CONSISTENT[lie]).problems if words in problem.what] != []


@pytest.mark.parametrize("change", [change for _, change in UNPROVABLE], ids=[name for name, _ in UNPROVABLE])
def test_what_no_file_can_prove_holds_and_stands_in_the_documents(change: Callable[[Forged], object]) -> None:
    assert made_consistent(change).problems == ()


@pytest.mark.req("X3")
def test_a_report_from_before_inputs_were_sealed_says_so_and_fails_only_for_what_is_not_true_of_it() -> None:
    def older(forged: Forged) -> None:
        forged.other["tadori/inputs.json"] = b""

    def older_with_a_libel(forged: Forged) -> None:
        older(forged)
        forged.report["answer"].append(libel())

    whole = resealed(older)
    assert (whole.ok, whole.recompiled, whole.notes) == (True, False, (BEFORE_INPUTS,))
    problems = [str(problem) for problem in resealed(older_with_a_libel).problems]
    place = f"answer, sentence {len(parsed().report['answer']) + 1}"
    assert f"{place}: it is printed among checked sentences and is not checked" in problems


def test_what_another_version_read_or_judged_is_said_and_not_done_again() -> None:
    def older(forged: Forged) -> None:
        for page in forged.inputs["pages"]:
            page["extraction"] = "extract-0"
        for standing in forged.graph["claims"]:
            for edge in (*standing["supporting"], *standing["refuting"], *standing.get("qualifying", ())):
                if "judge" in edge:
                    edge["judge"] = "frames-0/a model of somebody"

    found = made_consistent(older)
    pages, judged = found.notes
    assert (found.problems, found.pages_read_again, found.verdicts_given_again) == ((), 0, 0)
    assert pages.startswith(f"{found.pages} pages were read by another version of the extractor")
    assert judged.endswith(
        "verdicts were given by 'frames-0/a model of somebody', which is not at hand: not given again"
    )


def test_sources_and_figures_that_cannot_be_worked_out_here_are_said_to_be_the_files_word() -> None:
    def elsewhere(forged: Forged) -> None:
        forged.inputs["versions"]["sources"] = "sources-4+an embedder of somebody"
        forged.inputs["confidence_scaling"] = {"method": "platt", "slope": 2.0, "shifts": [0.5, 0.0]}

    found = made_consistent(elsewhere)
    assert (found.problems, found.recompiled) == ((), True)
    assert [note.partition(":")[0] for note in found.notes] == [
        "sources were weighed by 'sources-4+an embedder of somebody', which is not at hand",
        "its figures were calibrated by samples of its maker's own",
    ]


@pytest.mark.req("X3")
def test_a_root_hash_that_was_given_another_way_proves_the_file() -> None:
    right = verify_path(honest()).root_hash
    assert right is not None
    assert verify_path(honest(), root=right.upper()).ok
    other = verify_path(honest(), root="0" * 64)
    assert [problem.place for problem in other.problems] == ["datapackage.json"]


def test_a_sentence_that_is_not_checked_is_never_printed_like_the_others(tmp_path: Path) -> None:
    made = sealed(tmp_path).report
    unchecked = replace(
        made.answer[0], checked=False, standing=Standing.CORROBORATED, confidence=0.99, grade=Grade.NOT_CHECKED
    )
    forms = render_all(replace(made, answer=(unchecked,)))
    answer = report_markdown(replace(made, answer=(unchecked,))).partition("## Answer")[2].partition("\n## ")[0]
    assert answer.partition("\n\nSources: ")[0].endswith(" [1] · *? not checked*")
    assert [word for word in ("corroborated", "contested", "confidence") if word in answer] == []
    assert b'<span class="apart not_checked">? not checked</span>' in forms["report.html"]


def test_rules_that_print_something_else_have_another_name(tmp_path: Path) -> None:
    """When this is red because a report is worded, weighed or ordered otherwise: raise REPORT_RULES, put the old name
    into OLDER_RULES, and pin the new hash."""
    made = hashlib.sha256(report_json(sealed(tmp_path).report)).hexdigest()
    assert (REPORT_RULES, made[:16]) == ("report-6", "b4074accddd886f6")
