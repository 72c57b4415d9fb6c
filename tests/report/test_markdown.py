"""Markdown reports, line by line, in both languages."""

from dataclasses import replace

import pytest

from tadori.model.graph import Standing
from tadori.report.markdown import report_markdown
from tests.report.world import DONE_1999, World, english, japanese

ENGLISH_TOP = """\
# When was the Kirishima dam completed?

## Answer

The Kirishima dam was completed in 1998. [1] [2]  
*❝ quoted · contested · confidence 0.82 (moderate) · Against: [3]*

## Still open

- What the dam cost is not in any document.

## Claims and what speaks against them

1. The Kirishima dam was completed in 1998. [1] [2]
   - ❝ quoted · contested · confidence 0.82 (moderate) · independent origins: 2
   - Supporting: [1] “The works began in 1989. The Kirishima dam was completed in 1998. The dam is 117 metres high.” \
— Dams of the prefecture · 2021-04-01 · primary source
   - Supporting: [2] “The Kirishima dam was completed in 1998. It took nine years.” — The Kirishima Times · 2024-03-01
   - Against: [3] “I was there. The Kirishima dam was completed in 1999.” — A walk around the lake · 2019-05-05
   - Why this confidence: Its evidence is recent.
2. The dam is 117 metres high. [4]
"""

JAPANESE_TOP = """\
# 霧島湖ダムはいつ完成したか

## 答え

霧島湖ダムは1998年に完成した。 [1] [2]  
*❝ 引用 · 対立あり · 信頼度 0.82（中程度） · 反対の証拠：[3]*

## まだ分からないこと

- 建設費はどの資料にもない。

## 根拠と反対の証拠

1. 霧島湖ダムは1998年に完成した。 [1] [2]
   - ❝ 引用 · 対立あり · 信頼度 0.82（中程度） · 独立した出所 2件
   - 裏付け：[1] 「工事は1989年に始まった。霧島湖ダムは1998年に完成した。堤の高さは117メートルである。」 \
— 県のダム一覧 · 2021-04-01 · 一次資料
   - 裏付け：[2] 「霧島湖ダムは1998年に完成した。九年かかった。」 — 霧島日報 · 2024-03-01
   - 反対の証拠：[3] 「現地に行った。霧島湖ダムは1999年に完成した。」 — 湖畔の散歩 · 2019-05-05
"""

HEADINGS = [
    "## Answer",
    "## Still open",
    "## Claims and what speaks against them",
    "## Contested points",
    "## Not checked",
    "## Timeline",
    "## Method",
    "## Sources",
]


def section(heading: str, markdown: str) -> list[str]:
    """The lines below `heading`, up to the next of its kind."""
    below = markdown.partition(f"\n## {heading}\n\n")[2]
    return below.partition("\n\n## ")[0].splitlines()


def test_an_english_report_begins_with_its_answer() -> None:
    assert report_markdown(english().report()).startswith(ENGLISH_TOP)


def test_a_japanese_report_begins_with_its_answer() -> None:
    assert report_markdown(japanese().report()).startswith(JAPANESE_TOP)


def test_sections_come_in_the_order_of_reading() -> None:
    lines = report_markdown(english().report()).splitlines()
    assert [line for line in lines if line.startswith("## ")] == HEADINGS


@pytest.mark.req("L28")
def test_a_claim_under_the_line_is_printed_with_its_caveat_and_whether_anybody_looked() -> None:
    lines = section("Claims and what speaks against them", report_markdown(english().report()))
    at = lines.index("2. The dam is 117 metres high. [4]")
    assert lines[at + 3 : at + 6] == [
        "   - Evidence against it has not been searched for yet.",
        "   - Why this confidence: Its evidence is recent.",
        "   - Caveat: Below 0.7. It would rise with a second independent source, a search for evidence against it.",
    ]


def test_contested_points_stand_in_columns() -> None:
    assert section("Contested points", report_markdown(english().report())) == [
        "Both sides as they stand; neither is averaged away.",
        "",
        "### number: 1998 ≠ 1999",
        "",
        "| The Kirishima dam was completed in 1998. [1] [2] | The Kirishima dam was completed in 1999. [3] |",
        "|---|---|",
        "| ❝ quoted · contested · confidence 0.82 (moderate) | ❝ quoted · contested · confidence 0.41 (very low) |",
        "| [1] “The works began in 1989. The Kirishima dam was completed in 1998. The dam is 117 metres high.” "
        "— Dams of the prefecture · 2021-04-01 · primary source "
        "[2] “The Kirishima dam was completed in 1998. It took nine years.” — The Kirishima Times · 2024-03-01 "
        "| [3] “I was there. The Kirishima dam was completed in 1999.” — A walk around the lake · 2019-05-05 |",
    ]


def test_words_that_are_nobodys_claim_fill_the_other_column() -> None:
    report = english().report()
    contest = replace(report.contested[0], sides=report.contested[0].sides[:1], quoted=(3,))
    lines = section("Contested points", report_markdown(replace(report, contested=(contest,))))
    assert lines[4] == "| The Kirishima dam was completed in 1998. [1] [2] | [3] |"
    assert lines[6] == "| ❝ quoted · contested · confidence 0.82 (moderate) | Quoted words |"


def test_what_is_not_checked_stands_apart_with_its_reason() -> None:
    assert section("Not checked", report_markdown(english().report())) == [
        "The archived words do not bear these sentences out. Do not read them as evidence.",
        "",
        "- The dam cost 40 billion yen. [4] — ? not checked · Reason: the quoted words do not say so "
        "(overlap: word for word)",
    ]


@pytest.mark.req("L32")
def test_the_timeline_is_dated_named_and_cited() -> None:
    assert section("時系列", report_markdown(japanese().report())) == [
        "- 2019-05-05 · 記載 · 霧島湖ダムは1999年に完成した。 [3] · ❝ 引用",
        "- 2021-04-01 · 記載 · 霧島湖ダムは1998年に完成した。 [1] · ❝ 引用",
        "- 2021-04-01 · 記載 · 堤の高さは117メートルである。 [4] · ❝ 引用",
        "- 2022-02-02 · 訂正 · 訂正：霧島湖ダムの完成は1999年ではなく1998年です。 [5]",
    ]


def test_the_method_tells_what_was_searched_read_and_dropped() -> None:
    assert section("Method", report_markdown(english().report())) == [
        "- Documents within reach: 40",
        "- Documents read: 5",
        "- Rounds: 2",
        "- Searches for refutation: 1",
        "- Share of the largest origin: 25%",
        "- Stopped because: Every part of the question is covered.",
        "- Time taken: 12 s",
        "",
        "| Query | Purpose | Round | Hits | Read | Why |",
        "|---|---|---|---|---|---|",
        "| Kirishima dam completed | initial | 1 | 9 | 4 | the question |",
        "| Kirishima dam error | looks for refutation | 2 | 2 | 1 | tests claim 1 |",
        "",
        "| Section | Focus | Coverage | What is missing |",
        "|---|---|---|---|",
        "| Completion | year 100% / cost 25% | enough | cost |",
        "",
        "| Dropped | Count |",
        "|---|---|",
        "| copy of a page already read | 2 |",
    ]


def test_sources_are_listed_by_page_with_trust_time_and_hash() -> None:
    lines = section("出典", report_markdown(japanese().report()))
    words = "「工事は1989年に始まった。霧島湖ダムは1998年に完成した。堤の高さは117メートルである。」"
    digest = japanese().pages["office"].content_hash[:12]
    assert lines[:5] == [
        "- 県のダム一覧",
        f"  - 政府 · 一次資料 · 2021-04-01 · 取得 2026-07-01 09:30 UTC · sha256 {digest}",
        "  - <https://office.example/report>",
        f"  - [1] {words} — 県のダム › 霧島湖",
        f"  - [4] {words} — 県のダム › 霧島湖",
    ]


def test_the_last_lines_say_where_the_numbers_lead_how_to_verify_and_how_many_have_which_grade() -> None:
    lines = report_markdown(english().report()).splitlines()
    assert lines[-13:] == [
        "[4]: <https://office.example/report#:~:text=The%20dam%20is%20117%20metres%20high.>",
        "[5]: <https://notice.example/report#:~:text=Correction%3A%20the%20Kirishima,1998%2C%20not%20in%201999.>",
        "",
        "---",
        "",
        "Claims corroborated: 0% · made 2026-07-01 12:00 UTC · task task\\_20260701T093000\\_0a0b0c0d",
        "",
        "To walk every sentence back to the archived evidence: `tadori verify evidence.wacz`",
        "",
        "- ❝ quoted: the source's own sentence",
        "- ? not checked: could not be checked; not evidence",
        "",
        "3 quoted · 0 derived · 0 judged · 1 not checked",
    ]


def test_a_report_without_an_answer_says_so_first_and_what_is_missing() -> None:
    report = World(lang=japanese().lang, question="誰が建てたか", missing=("建設者の名がない。",)).report()
    assert report_markdown(report).splitlines()[:9] == [
        "# 誰が建てたか",
        "",
        "## 証拠が足りません",
        "",
        "保存した資料の文面で確かめられた答えがないため、答えを書きません。",
        "",
        "## 足りないもの",
        "",
        "- 建設者の名がない。",
    ]


def test_an_empty_report_has_no_empty_sections() -> None:
    report = World(question="Who?").report()
    bare = replace(report, method=replace(report.method, queries=(), sections=(), dropped=()))
    headings = [line for line in report_markdown(bare).splitlines() if line.startswith("#")]
    assert headings == ["# Who?", "## Not enough evidence", "## Method"]


def test_a_searched_claim_without_counter_evidence_says_that_nothing_was_found() -> None:
    world = World()
    world.page("a", "It is 117 metres high.")
    world.claim("It is 117 metres high.", "a", standing=Standing.SINGLE_SOURCE)
    world.state("It is 117 metres high.", "a")
    lines = section("Claims and what speaks against them", report_markdown(world.report()))
    assert lines[3] == "   - Nothing was found that speaks against it."


def test_an_answer_names_what_qualifies_it_and_its_caveat() -> None:
    world = World()
    world.page("a", "It is 117 metres high.")
    world.page("b", "In 1990 it was 115 metres high.")
    other = [world.quote("b", "In 1990 it was 115 metres high.")]
    world.claim("It is 117 metres high.", "a", qualifying=other, confidence=0.6)
    world.state("It is 117 metres high.", "a", in_answer=True)
    markdown = report_markdown(world.report())
    assert section("Answer", markdown) == [
        "It is 117 metres high. [1]  ",
        "*❝ quoted · single source · confidence 0.60 (low) · Under other conditions: [2]*  ",
        "*Caveat: Below 0.7. It would rise with a second independent source, a primary source.*",
    ]


def test_an_untitled_page_is_named_by_its_address_and_a_heading_like_the_title_is_not_repeated() -> None:
    world = World()
    world.page("a", "It is 117 metres high.", title=" ")
    world.page("b", "It is 117 metres high.", title="Dams", headings=((0, "Dams"),))
    world.claim("It is 117 metres high.", "a", "b")
    world.state("It is 117 metres high.", "a")
    lines = section("Sources", report_markdown(world.report()))
    assert (lines[0], lines[4], lines[7]) == (
        "- https\\://a.example/report",
        "- Dams",
        "  - [2] “It is 117 metres high.”",
    )


def test_a_bar_is_kept_in_running_text_and_escaped_in_tables() -> None:
    world = english()
    world.claim("1998 | 117 m", world.page("table", "1998 | 117 m"), against=[world.quote("blog", DONE_1999)])
    world.drafts.clear()
    world.state("1998 | 117 m", "table", in_answer=True)
    markdown = report_markdown(world.report())
    assert section("Answer", markdown)[0] == "1998 | 117 m [1]  "
    assert (
        section("Contested points", markdown)[4]
        == r"| 1998 \| 117 m [1] | The Kirishima dam was completed in 1999. [2] |"
    )


def test_numbers_with_two_digits_keep_their_items_below_them() -> None:
    world = World()
    texts = [f"Item {n} is here." for n in range(1, 11)]
    world.page("a", " ".join(texts))
    for text in texts:
        world.claim(text, "a")
        world.state(text, "a")
    lines = report_markdown(world.report()).splitlines()
    at = lines.index("10. Item 10 is here. [10]")
    assert lines[at + 1] == "    - ❝ quoted · single source · confidence 0.80 (moderate) · independent origins: 1"
