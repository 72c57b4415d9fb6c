"""Grades where people read them (X11): a mark and a word beside every sentence, steps, votes, and the last line."""

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from tadori.model.grading import DerivationStep, Grade
from tadori.model.graph import Standing
from tadori.model.ids import EN, JA, Lang, sha256
from tadori.model.report import Report
from tadori.report.grades import GRADE_MARKS, grade_counts, grade_counts_line, is_graded, vote_words
from tadori.report.html import report_html
from tadori.report.json_form import report_from_json, report_json
from tadori.report.labels import standing_words
from tadori.report.markdown import report_markdown
from tadori.report.render import render_all
from tadori.report.words import phrase
from tests.report.graded import DERIVED, JUDGED, alone, graded, vote
from tests.report.pages import read_html
from tests.report.test_markdown import section
from tests.report.world import DONE_1998, JA_1998, World, english, japanese

BOTH = pytest.mark.parametrize("lang", [EN, JA])
pytestmark = pytest.mark.req("X11")


class Words(HTMLParser):
    """The visible text of a document, a line a paragraph or list item."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.style = tag == "style"
        if tag in {"p", "li", "h1", "h2", "summary", "figure", "td"}:
            self.lines.append("")

    def handle_data(self, data: str) -> None:
        if not self.style:
            self.lines[-1] += data


def lines_of(document: str) -> list[str]:
    words = Words()
    words.feed(document)
    return [line.strip() for line in words.lines if line.strip()]


ANSWER_EN = [
    "The Kirishima dam was completed in 1998. [1] [2]  ",
    "*❝ quoted · contested · confidence 0.82 (moderate) · Against: [3]*",
    "",
    "[The Kirishima dam] is 117 metres (384 ft) high. [4] [1]  ",
    "*∴ derived · single source · confidence 0.66 (low)*  ",
    "*Steps: The dam → The Kirishima dam [1] (subject); 117 m = 384 ft [4] (unit)*  ",
    "*Caveat: Below 0.7. It would rise with a second independent source, a search for evidence against it.*",
    "",
    "Work on the dam took nine years. [2]  ",
    "*◇ judged · single source · confidence 0.66 (low)*  ",
    "*Judged by: nli-small yes 0.93; nli-large no 0.41*  ",
    "*Caveat: Below 0.7. It would rise with a second independent source, a search for evidence against it.*",
]
ANSWER_JA = [
    "霧島湖ダムは1998年に完成した。 [1] [2]  ",
    "*❝ 引用 · 対立あり · 信頼度 0.82（中程度） · 反対の証拠：[3]*",
    "",
    "〔霧島湖ダムの〕堤の高さは117メートル（384フィート）である。 [4] [1]  ",
    "*∴ 導出 · 単独の出典 · 信頼度 0.66（低い）*  ",
    "*手順：堤 → 霧島湖ダムの堤 [1]（主語）／117 m = 384 ft [4]（単位換算）*  ",
    "*但し書き：信頼度が0.7に届きません。独立した別の出典、反対の証拠の探索があれば高まります。*",
    "",
    "工事には九年を要した。 [2]  ",
    "*◇ 判定 · 単独の出典 · 信頼度 0.66（低い）*  ",
    "*判定したモデル：nli-small はい 0.93／nli-large いいえ 0.41*  ",
    "*但し書き：信頼度が0.7に届きません。独立した別の出典、反対の証拠の探索があれば高まります。*",
]


@pytest.mark.parametrize(("lang", "heading", "lines"), [(EN, "Answer", ANSWER_EN), (JA, "答え", ANSWER_JA)])
def test_the_answer_shows_grades_steps_and_votes(lang: Lang, heading: str, lines: list[str]) -> None:
    assert section(heading, report_markdown(graded(lang))) == lines


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (EN, "2 quoted · 1 derived · 1 judged · 1 not checked"),
        (JA, "引用 2文 · 導出 1文 · 判定 1文 · 未確認 1文"),
    ],
)
def test_the_last_line_of_every_form_counts_each_sentence_once(lang: Lang, line: str) -> None:
    report = graded(lang)
    assert report_markdown(report).splitlines()[-1] == line
    assert lines_of(report_html(report))[-1] == line


def test_zeros_are_counted_and_nothing_unchecked_is_not_mentioned() -> None:
    assert report_markdown(alone()).splitlines()[-1] == "1 quoted · 0 derived · 0 judged"
    assert grade_counts_line(replace(alone(), answer=(), claims=(), lang=JA)) == "引用 0文 · 導出 0文 · 判定 0文"


@BOTH
def test_no_form_says_which_share_is_checked(lang: Lang) -> None:
    report = replace(graded(lang), support_rate=1.0)
    words = phrase("support_rate", lang)
    assert [name for name, data in render_all(report).items() if words.encode() in data] == []
    assert report_from_json(report_json(report)).support_rate == 1.0


def test_a_report_without_sentences_has_grades_when_it_was_made_with_them() -> None:
    empty = World().report()
    made = replace(empty, lowest_grade=Grade.DERIVED)
    assert (is_graded(replace(empty, lowest_grade=None)), is_graded(made)) == (False, True)
    assert report_markdown(made).splitlines()[-1] == "0 quoted · 0 derived · 0 judged"


def ungraded(report: Report) -> Report:
    """As it would have been made before there were grades."""
    bare: dict[str, Any] = {"grade": None, "steps": (), "votes": ()}
    return replace(
        report,
        answer=tuple(replace(s, **bare) for s in report.answer),
        claims=tuple(replace(c, sentence=replace(c.sentence, **bare)) for c in report.claims),
        contested=tuple(replace(c, sides=tuple(replace(s, **bare) for s in c.sides)) for c in report.contested),
        unchecked=tuple(replace(s, **bare) for s in report.unchecked),
        lowest_grade=None,
    )


@pytest.mark.parametrize(
    ("report", "words"), [(english().report(), "Sentences checked"), (japanese().report(), "確かめられた文の割合")]
)
def test_a_report_made_before_grades_is_printed_as_it_was(report: Report, words: str) -> None:
    old = ungraded(report)
    markdown, document = report_markdown(old), report_html(old)
    assert [mark for mark in "❝∴◇" if mark in markdown + document] == []
    assert "grade" not in document
    assert markdown.splitlines()[-1].startswith("[5]: <https://notice.example/report#:~:text=")
    assert words in markdown
    assert words in document


@pytest.mark.req("X3")
@pytest.mark.parametrize(
    ("report", "digests"),
    [
        (english().report(), ["c5a614d0aa442f6a", "62d074fd5211fdef", "43166b5b86a749b9"]),
        (japanese().report(), ["34a98c63648c065e", "37e599ae50af9fe6", "133c63fe090c6d2a"]),
    ],
)
def test_its_bytes_are_those_of_the_version_that_made_it(report: Report, digests: list[str]) -> None:
    """As the last version without grades wrote HTML, JSON and Markdown: `verify` compares them with the sealed ones."""
    forms = sorted(render_all(ungraded(report)).items())
    assert [sha256(data)[:16] for _, data in forms] == digests


@BOTH
def test_a_grade_and_a_standing_are_never_one_word(lang: Lang) -> None:
    standings = {standing_words(standing, lang) for standing in Standing}
    words = {phrase(f"grade_{grade.name.lower()}", lang) for grade in Grade}
    assert standings & words == set()
    assert sorted(GRADE_MARKS) == sorted(Grade)
    assert len(set(GRADE_MARKS.values())) == 4


def test_a_sentence_that_was_refused_is_not_checked_whatever_a_model_said() -> None:
    report = graded()
    refused = replace(report.unchecked[0], grade=Grade.JUDGED, votes=(vote("nli-small", 0.9, "x"),))
    report = replace(report, unchecked=(refused,))
    assert dict(grade_counts(report)) == {
        Grade.QUOTED: 2,
        Grade.DERIVED: 1,
        Grade.JUDGED: 1,
        Grade.NOT_CHECKED: 1,
    }
    assert section("Not checked", report_markdown(report))[2] == (
        "- The dam cost 40 billion yen. [4] — ? not checked · Reason: the quoted words do not say so (overlap: word "
        "for word) · Judged by: nli-small yes 0.90"
    )


def test_steps_stand_beside_claims_and_contested_sides() -> None:
    report = graded()
    steps = "Steps: The dam → The Kirishima dam [1] (subject); 117 m = 384 ft [4] (unit)"
    lines = section("Claims and what speaks against them", report_markdown(report))
    at = lines.index("2. [The Kirishima dam] is 117 metres (384 ft) high. [4] [1]")
    assert lines[at + 1 : at + 3] == [
        "   - ∴ derived · single source · confidence 0.66 (low) · independent origins: 1",
        f"   - {steps}",
    ]
    sides = (report.contested[0].sides[0], report.claims[1].sentence)
    contested = replace(report, contested=(replace(report.contested[0], sides=sides),))
    assert section("Contested points", report_markdown(contested))[6] == (
        f"| ❝ quoted · contested · confidence 0.82 (moderate) | ∴ derived · single source · confidence 0.66 (low) "
        f"· {steps} |"
    )


def test_the_timeline_names_the_grade_of_a_claim_in_its_words() -> None:
    assert section("Timeline", report_markdown(graded()))[1] == f"- 2021-04-01 · stated · {DONE_1998} [1] · ❝ quoted"
    assert section("時系列", report_markdown(graded(JA)))[1] == f"- 2021-04-01 · 記載 · {JA_1998} [1] · ❝ 引用"


def test_the_legend_explains_the_grades_that_occur_and_no_others() -> None:
    assert [line for line in report_markdown(alone()).splitlines() if line[:3] in {"- ❝", "- ∴", "- ◇", "- ?"}] == [
        "- ❝ quoted: the source's own sentence"
    ]


@BOTH
def test_html_tags_every_sentence_and_shows_steps_and_votes(lang: Lang) -> None:
    document = report_html(graded(lang))
    answer = document.partition('class="answer"')[2].partition("</section>")[0]
    tags = [tag for tag in ("quoted", "derived", "judged") if f'<span class="grade {tag}" title="' in answer]
    assert tags == ["quoted", "derived", "judged"]
    assert document.count('<span class="grade not_checked" title="') == 1
    steps = {
        EN: "StepsThe dam → The Kirishima dam [1] (subject)117 m = 384 ft [4] (unit)",
        JA: "手順堤 → 霧島湖ダムの堤 [1]（主語）117 m = 384 ft [4]（単位換算）",
    }
    votes = {
        EN: "Judged bynli-small yes 0.93nli-large no 0.41",
        JA: "判定したモデルnli-small はい 0.93nli-large いいえ 0.41",
    }
    lines = lines_of(document)
    assert (lines.count(steps[lang]), lines.count(votes[lang])) == (2, 2)  # in the answer and among the claims
    seen = read_html(document)
    assert seen.unbalanced == []
    assert {"script", "img", "link"} & set(seen.tags) == set()


HOSTILE = '<script>alert(1)</script> [x](javascript:1) `a` | b "c'


def test_hostile_steps_and_models_are_shown_and_do_nothing() -> None:
    step = DerivationStep(rule=HOSTILE, detail=HOSTILE, quotations=(1, 7, -1))
    report = alone(grade=Grade.DERIVED, steps=(step,), votes=(vote(HOSTILE, 1.0, "x"),))
    shown = r"&lt;script&gt;alert(1)&lt;/script&gt; \[x\](javascript:1) \`a\` | b \"c".replace('\\"', '"')
    lines = section("Answer", report_markdown(report))
    assert lines[2:] == [f"*Steps: {shown} [1] ({shown})*  ", f"*Judged by: {shown} yes 1.00*"]
    assert "<script" not in report_html(report)
    assert read_html(report_html(report)).unbalanced == []


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[Exel] is paying £328m.", "[Exel] is paying £328m. [1]"),
        ("[Tibbett & Britten] agreed.", "[Tibbett & Britten] agreed. [1]"),
        ("[同社]は合併した。", "[同社]は合併した。 [1]"),
        ("[1] is a number.", r"\[1\] is a number. [1]"),
        ("[a](https://evil.example) is no link.", r"\[a\](https\://evil.example) is no link. [1]"),
        ("[abc][def] is no link.", r"\[abc\][def] is no link. [1]"),
        ("[abc]: https://evil.example", r"\[abc\]: https\://evil.example [1]"),
        ("[ x] is no box.", r"\[ x\] is no box. [1]"),
        ("[unclosed is shown.", r"\[unclosed is shown. [1]"),
        ("[" * 2000 + "a b", r"\[" * 2000 + "a b [1]"),
    ],
)
def test_filled_in_words_are_read_without_backslashes_and_nothing_becomes_a_link(text: str, printed: str) -> None:
    step = DerivationStep(rule="subject", detail="It → X", quotations=(1,))
    report = alone(text=text, grade=Grade.DERIVED, steps=(step,))
    assert section("Answer", report_markdown(report))[0] == f"{printed}  "


def test_a_vote_is_rounded_down() -> None:
    assert vote_words(vote("m", 0.999, "x"), EN) == "m yes 0.99"
    assert vote_words(vote("m", 0.0, "x", entailed=False), JA) == "m いいえ 0.00"


@BOTH
def test_json_holds_grades_steps_and_votes_and_reads_them_back(lang: Lang) -> None:
    report = graded(lang)
    again = report_from_json(report_json(report))
    assert again == report
    assert [sentence.text for sentence in again.answer[1:]] == [DERIVED[lang], JUDGED[lang]]
