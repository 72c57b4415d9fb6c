"""Grades where people read them (X11): a mark and a word beside every sentence, steps, votes, and the last line."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tadori.model.grading import DerivationStep, EntailmentVote, Grade
from tadori.model.graph import Standing
from tadori.model.ids import EN, JA, Lang
from tadori.model.report import Report
from tadori.report.grades import GRADE_MARKS, grade_counts, grade_counts_line, is_graded, vote_words
from tadori.report.html import report_html
from tadori.report.json_form import report_from_json, report_json
from tadori.report.labels import standing_words
from tadori.report.markdown import report_markdown
from tadori.report.render import render_all
from tadori.report.shape import plain, read_as
from tadori.report.words import phrase
from tests.report.graded import DERIVED, JUDGED, alone, graded, vote
from tests.report.pages import read_html
from tests.report.test_earlier_form import first_form, ungraded
from tests.report.test_markdown import section
from tests.report.world import World, english, japanese

BOTH = pytest.mark.parametrize("lang", [EN, JA])
pytestmark = pytest.mark.req("X11")


class Words(HTMLParser):
    """The visible text of a document, a line a paragraph or list item; without what is shown on hover."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.style = False
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.style = tag == "style"
        if tag == "span" and (self.hidden or ("class", "tip") in attrs):
            self.hidden += 1
        if tag in {"p", "li", "h1", "h2", "summary", "figure", "td"}:
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "span" and self.hidden:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.style and not self.hidden:
            self.lines[-1] += data


def lines_of(document: str) -> list[str]:
    words = Words()
    words.feed(document)
    return [line.strip() for line in words.lines if line.strip()]


ANSWER_EN = [
    "1. The Kirishima dam was completed in 1998. [1] [2] ❝ · *⇄ contested by [3]* · *confidence 0.82 (moderate)*",
    "2. [The Kirishima dam] is 117 metres (384 ft) high. [4] [1] ∴",
    "3. Work on the dam took nine years. [2] ◇",
    "",
    "*Unless marked: single source · confidence 0.66 (low) · Confidence below 0.7 would rise with a second independent "
    "source, a search for evidence against it.*",
]
ANSWER_JA = [
    "1. 霧島湖ダムは1998年に完成した。 [1] [2] ❝ · *⇄ 反対の証拠 [3]* · *信頼度 0.82（中程度）*",
    "2. 〔霧島湖ダムの〕堤の高さは117メートル（384フィート）である。 [4] [1] ∴",
    "3. 工事には九年を要した。 [2] ◇",
    "",
    "*印のない文：単独の出典 · 信頼度 0.66（低い） · "
    "0.7未満の信頼度は、独立した別の出典、反対の証拠の探索があれば高まります。*",
]
METHOD = {
    EN: [
        "- 2 ∴ Steps: The dam → The Kirishima dam [1] (subject); 117 m = 384 ft [4] (unit)",
        "- 3 ◇ Judged by: nli-small yes 0.93 (error not measured); nli-large no 0.41 "
        "(measured: accepted 4 % of unfaithful and 40 % of faithful sentences; n=240, begin\\_wow, pawsx\\_ja)",
    ],
    JA: [
        "- 2 ∴ 手順：堤 → 霧島湖ダムの堤 [1]（主語）／117 m = 384 ft [4]（単位換算）",
        "- 3 ◇ 判定したモデル：nli-small はい 0.93（誤りの割合は未測定）／nli-large いいえ 0.41"
        "（測定：誤った文の4%、正しい文の40%を認めた。240文、begin\\_wow, pawsx\\_ja）",
    ],
}


@pytest.mark.parametrize(("lang", "heading", "lines"), [(EN, "Answer", ANSWER_EN), (JA, "答え", ANSWER_JA)])
def test_the_answer_shows_grades_by_their_marks(lang: Lang, heading: str, lines: list[str]) -> None:
    assert section(heading, report_markdown(graded(lang))) == lines


@BOTH
def test_the_method_shows_steps_and_votes_under_the_number_of_their_sentence(lang: Lang) -> None:
    lines = section(phrase("method", lang), report_markdown(graded(lang)))
    assert lines[2:4] == METHOD[lang]


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


@pytest.mark.parametrize(
    ("report", "words"), [(english().report(), "Sentences checked"), (japanese().report(), "確かめられた文の割合")]
)
def test_a_report_made_before_grades_is_printed_as_it_was(report: Report, words: str) -> None:
    old = first_form(ungraded(report))
    forms = render_all(old)
    markdown, document = forms["report.md"].decode(), forms["report.html"].decode()
    assert [mark for mark in "❝∴◇" if mark in markdown + document] == []
    assert "grade" not in document
    assert markdown.splitlines()[-1].startswith("[5]: <https://notice.example/report#:~:text=")
    assert words in markdown
    assert words in document


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
    refused_line = "- The dam cost 40 billion yen. [4] — the quoted words do not say so (overlap: word for word)"
    assert section("Not checked", report_markdown(report))[2] == refused_line
    assert "- ? Judged by: nli-small yes 0.90 (error not measured)" in section("Method", report_markdown(report))


def test_the_steps_of_a_contested_side_stand_in_the_method_once() -> None:
    report = graded()
    sides = (report.contested[0].sides[0], report.claims[1].sentence)
    contested = replace(report, contested=(replace(report.contested[0], sides=sides),))
    markdown = report_markdown(contested)
    assert section("Where sources disagree", markdown)[2] == (
        "| 1. The Kirishima dam was completed in 1998. [1] [2] ❝ "
        "| 2. [The Kirishima dam] is 117 metres (384 ft) high. [4] [1] ∴ |"
    )
    assert markdown.count("Steps: ") == 1


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (alone(), "❝ the source's own words"),
        (replace(alone(), lang=JA), "❝ 出典の文そのまま"),
        (
            graded(),
            "❝ the source's own words · ∴ derived from them by steps · ◇ reworded, judged by a model · ? not checked",
        ),
    ],
)
def test_the_legend_is_one_line_on_the_marks_that_occur(report: Report, line: str) -> None:
    assert report_markdown(report).splitlines()[-3] == line


@BOTH
def test_html_marks_every_sentence_and_shows_steps_and_votes(lang: Lang) -> None:
    document = report_html(graded(lang))
    answer = document.partition('class="answer"')[2].partition("</section>")[0]
    tags = [tag for tag in ("quoted", "derived", "judged") if f'<span class="grade {tag}" title="' in answer]
    assert tags == ["quoted", "derived", "judged"]
    steps = {
        EN: "StepsThe dam → The Kirishima dam [1] (subject)117 m = 384 ft [4] (unit)",
        JA: "手順堤 → 霧島湖ダムの堤 [1]（主語）117 m = 384 ft [4]（単位換算）",
    }
    votes = {
        EN: "Judged bynli-small yes 0.93 (error not measured)nli-large no 0.41 "
        "(measured: accepted 4 % of unfaithful and 40 % of faithful sentences; n=240, begin_wow, pawsx_ja)",
        JA: "判定したモデルnli-small はい 0.93（誤りの割合は未測定）nli-large いいえ 0.41"
        "（測定：誤った文の4%、正しい文の40%を認めた。240文、begin_wow, pawsx_ja）",
    }
    lines = lines_of(document)
    assert (lines.count(steps[lang]), lines.count(votes[lang])) == (1, 1)
    seen = read_html(document)
    assert seen.unbalanced == []
    assert {"script", "img", "link"} & set(seen.tags) == set()


HOSTILE = '<script>alert(1)</script> [x](javascript:1) `a` | b "c'


def test_hostile_steps_and_models_are_shown_and_do_nothing() -> None:
    step = DerivationStep(rule=HOSTILE, detail=HOSTILE, quotations=(1, 7, -1))
    report = alone(grade=Grade.DERIVED, steps=(step,), votes=(vote(HOSTILE, 1.0, "x"),))
    shown = r"&lt;script&gt;alert(1)&lt;/script&gt; \[x\](javascript:1) \`a\` | b \"c".replace('\\"', '"')
    lines = section("Method", report_markdown(report))
    assert lines[2] == f"- 1 ∴ Steps: {shown} [1] ({shown}) · Judged by: {shown} yes 1.00 (error not measured)"
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
    assert section("Answer", report_markdown(report))[0] == f"{printed} ∴"


def test_a_vote_is_rounded_down() -> None:
    assert vote_words(vote("m", 0.999, "x"), EN) == "m yes 0.99"
    assert vote_words(vote("m", 0.0, "x", entailed=False), JA) == "m いいえ 0.00"


@BOTH
def test_json_holds_grades_steps_and_votes_and_reads_them_back(lang: Lang) -> None:
    report = graded(lang)
    again = report_from_json(report_json(report))
    assert again == report
    assert [sentence.text for sentence in again.answer[1:]] == [DERIVED[lang], JUDGED[lang]]


def test_the_measured_error_of_a_judge_is_sealed_with_its_vote_and_absent_where_nothing_was_measured() -> None:
    unmeasured, measured = graded(EN).answer[2].votes
    sealed = plain(measured)
    assert sealed["error"] == {
        "faithful_accepted": 0.409,
        "unfaithful_accepted": 0.031,
        "n": 240,
        "sets": "begin_wow, pawsx_ja",
    }
    assert "error" not in plain(unmeasured)
    assert read_as(EntailmentVote, sealed, "vote") == measured
