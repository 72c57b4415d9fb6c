"""Blocks of code in a report: shown as they stand, escaped, and only where their words are in the archive."""

from dataclasses import replace

import pytest

from tadori.judge.sentence_check import MechanicalCheck
from tadori.model.claim import Quotation
from tadori.model.grading import Grade, QuotedPassage
from tadori.model.report import AnswerShape, Report
from tadori.report.compiler import compile_report
from tadori.report.html import report_html
from tadori.report.inert import code_for_html, code_for_markdown, visible_lines
from tadori.report.markdown import report_markdown
from tests.report.world import World

SENTENCE = "The Kirishima tool is built by two commands."
CODE = "make all\n\tmake install [7]"


def told(code: str = CODE, *, shape: AnswerShape | None = None, forged: bool = False) -> Report:
    """One sentence with a block of code behind it; `forged`: the block says other words than its page."""
    world = World(question="How is the tool built?")
    world.page("a", f"{SENTENCE}\n\n{code}\n")
    world.claim(SENTENCE, "a")
    world.state(SENTENCE, "a", in_answer=True)
    quoted = world.quote("a", code)
    if forged:
        quoted = Quotation.of(fragment_id=quoted.fragment_id, page_id="a", start=quoted.start, text="rm -rf / #" + code)
    world.drafts[-1] = replace(world.drafts[-1], code=quoted)
    material = replace(world.material(), shape=shape or AnswerShape())
    return compile_report(material, archive=world, check=MechanicalCheck())


@pytest.mark.req("X10")
def test_code_is_a_quotation_of_its_own_behind_its_sentence() -> None:
    report = told()
    (sentence,) = report.answer
    assert (sentence.citations, sentence.code) == ((1,), 2)
    assert report.citations[1].quotation.text == CODE
    assert "[1] ❝ · *code* [2]\n\n```\nmake all\n    make install [7]\n```\n" in report_markdown(report)
    assert '<pre dir="ltr"><code>make all\n    make install [7]</code></pre>' in report_html(report)


@pytest.mark.req("X1")
def test_code_that_its_page_does_not_have_is_not_printed() -> None:
    report = told(forged=True)
    assert [sentence.code for sentence in report.answer] == [0]
    assert "rm -rf" not in report_markdown(report) + report_html(report)


def test_numbers_in_code_are_no_citations() -> None:
    assert "[7]:" not in report_markdown(told())


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("a ``` b", "````\na ``` b\n````"),
        ("```\n# Heading\n```", "````\n```\n# Heading\n```\n````"),
        ("\n\n  if x:\n\ty\n\n", "```\n  if x:\n    y\n```"),
        ("a\x1b[31m\u202eb\u200b\x00", "```\na[31mb\n```"),
        ("a\rb\u2028c\x0bd", "```\na\nb\nc\nd\n```"),
    ],
)
def test_nothing_in_code_ends_its_block_or_reaches_the_terminal(code: str, shown: str) -> None:
    assert code_for_markdown(code) == shown


def test_every_line_of_code_in_a_list_is_indented() -> None:
    assert code_for_markdown("a\n\nb", "    ") == "    ```\n    a\n\n    b\n    ```"


@pytest.mark.req("X1")
def test_code_is_escaped_in_html() -> None:
    assert code_for_html("<script>alert('x')</script>&amp;") == (
        "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&amp;amp;"
    )
    page = report_html(told("</code></pre><img src=x onerror=alert(1)>"))
    assert "<img" not in page


def test_empty_lines_at_the_ends_of_code_are_left_out() -> None:
    assert visible_lines("\n \na\n\nb\n\n") == ["a", "", "b"]


def test_what_only_leads_to_code_is_refused_without_it() -> None:
    words = "To build the tool, run these commands:"
    alone = QuotedPassage(text=words, after="\n\nmake all")
    check = MechanicalCheck()
    assert check.grade(words, [alone]).grade is Grade.NOT_CHECKED
    assert check.grade(words, [replace(alone, with_code=True)]).grade is Grade.QUOTED


def test_blocks_that_are_too_long_are_counted() -> None:
    report = told(shape=AnswerShape(kind="how", code_left_out=2))
    assert ("blocks of code too long to be printed", 2) in report.method.dropped


@pytest.mark.req("X1")
def test_yes_or_no_falls_with_the_sentence_that_says_it() -> None:
    decided = told(shape=AnswerShape(verdict="no", decided_by="cl_of_nobody"))
    assert (decided.shape.verdict, "**No.**" in report_markdown(decided)) == ("", False)
    (sentence,) = told().answer
    kept = told(shape=AnswerShape(verdict="no", decided_by=sentence.claim_ids[0]))
    assert kept.shape.verdict == "no"
