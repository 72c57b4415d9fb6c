"""Markdown reports, line by line, in both languages: the answer first, the rest in the order of reading."""

from dataclasses import replace

import pytest

from tadori.model.claim import Claim
from tadori.model.graph import Standing
from tadori.model.ids import EN, JA
from tadori.model.report import Answered, AnswerShape
from tadori.report.markdown import report_markdown
from tadori.report.room import word_count
from tests.report.shaped import compared, fact
from tests.report.world import DONE_1999, World, english, japanese

ENGLISH_TOP = """\
# When was the Kirishima dam completed?

**Answered**, from 2 sources. Sources disagree.

## Answer

The Kirishima dam was completed in 1998. [1] [2] ❝ · *⇄ contested by [3]*

Sources: [1] Dams of the prefecture, 2021-04-01, primary source · [2] The Kirishima Times, 2024-03-01

*Confidence 0.82 (moderate)*

## Where sources disagree

### number: 1998 ≠ 1999

| The Kirishima dam was completed in 1998. [1] [2] ❝ | 2. The Kirishima dam was completed in 1999. [3] ❝ |
|---|---|
| confidence 0.82 (moderate) | A walk around the lake, 2019-05-05 · confidence 0.41 (very low) |

## Still open

- What the dam cost is not in any document.

## Also in the sources

3. The dam is 117 metres high. [4] ❝

## Not checked

Not borne out by the archived words. Do not read them as evidence.

- The dam cost 40 billion yen. [4] — the quoted words do not say so (overlap: word for word)

## Timeline

- 2022-02-02 · corrected · Correction: the Kirishima dam was completed in 1998, not in 1999. [5]

## Sources
"""

JAPANESE_TOP = """\
# 霧島湖ダムはいつ完成したか

**回答あり**（出典2件）。出典が食い違っています。

## 答え

霧島湖ダムは1998年に完成した。 [1] [2] ❝ · *⇄ 反対の証拠 [3]*

出典：[1] 県のダム一覧、2021-04-01、一次資料 · [2] 霧島日報、2024-03-01

*信頼度 0.82（中程度）*

## 出典が食い違う点

### 数値：1998 ≠ 1999

| 霧島湖ダムは1998年に完成した。 [1] [2] ❝ | 2. 霧島湖ダムは1999年に完成した。 [3] ❝ |
|---|---|
| 信頼度 0.82（中程度） | 湖畔の散歩、2019-05-05 · 信頼度 0.41（とても低い） |

## まだ分からないこと

- 建設費はどの資料にもない。

## 資料にあるほかの記述

3. 堤の高さは117メートルである。 [4] ❝

## 確かめられていない文

保存した文面で確かめられなかった文です。根拠として読まないでください。

- 建設費は400億円だった。 [4] — 引用した文面はそう述べていない（語の重なり：word for word）

## 時系列

- 2022-02-02 · 訂正 · 訂正：霧島湖ダムの完成は1999年ではなく1998年です。 [5]

## 出典
"""


def section(heading: str, markdown: str) -> list[str]:
    """The lines below `heading`, up to the next of its kind."""
    below = markdown.partition(f"\n## {heading}\n\n")[2]
    return below.partition("\n\n## ")[0].splitlines()


def headings(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("#")]


def test_an_english_report_in_full_up_to_its_sources() -> None:
    assert report_markdown(english().report()).startswith(ENGLISH_TOP)


def test_a_japanese_report_in_full_up_to_its_sources() -> None:
    assert report_markdown(japanese().report()).startswith(JAPANESE_TOP)


def test_an_answer_in_parts_has_its_conflicts_before_its_details() -> None:
    assert headings(report_markdown(compared())) == [
        "# How do the basins compare?",
        "## Answer",
        "### Overview",
        "## Where sources disagree",
        "### number: 1998 ≠ 1999",
        "## In detail",
        "### Against",
        "### In favour",
        "## Still open",
        "## Sources",
        "## Method",
    ]


def test_sentences_are_numbered_on_from_part_to_part() -> None:
    markdown = report_markdown(compared())
    assert section("In detail", markdown) == [
        "### Against",
        "",
        "6. Fishers say the basins came too late. [5] ❝",
        "",
        "### In favour",
        "",
        "7. Farmers say the basins saved the harvest. [6] ❝",
    ]


def test_a_comparison_is_a_table_with_a_column_a_side_and_says_where_nothing_was_found() -> None:
    lines = section("Answer", report_markdown(compared()))
    at = lines.index("| Aspect | Aso | Biei |")
    assert lines[at + 2 : at + 4] == [
        "| Depth | 3. The Aso basin is 12 metres deep. [2] ❝ · *✓ corroborated by 2* · *confidence 0.86 (high)* "
        "| 4. The Biei basin is 30 metres deep. [3] ❝ · *✓ corroborated by 2* · *confidence 0.86 (high)* |",
        "| Width | *nothing found* | *nothing found* |",
    ]


def test_a_row_of_another_length_than_the_sides_is_filled_or_cut() -> None:
    report = compared()
    (depth, _) = report.shape.rows
    rows = (replace(depth, cells=depth.cells[:1]), replace(depth, cells=depth.cells * 2))
    table = [
        line.count(" | ")
        for line in report_markdown(replace(report, shape=replace(report.shape, rows=rows))).splitlines()
        if line.startswith("| Depth")
    ]
    assert table == [2, 2]


def test_what_was_compared_is_not_listed_again() -> None:
    markdown = report_markdown(compared())
    assert markdown.count("The Aso basin is 12 metres deep.") == 1


@pytest.mark.parametrize(
    ("answered", "missing", "line"),
    [
        (Answered.YES, (), "**Answered**, from 2 sources. Sources disagree."),
        (
            Answered.PARTLY,
            ("What it cost.",),
            "**Partly answered**, from 2 sources. Sources disagree. Missing: What it cost.",
        ),
        (
            Answered.PARTLY,
            ("What it cost.", "Who paid."),
            "**Partly answered**, from 2 sources. Sources disagree. Missing: 2 points, under “Still open”.",
        ),
        (
            Answered.PARTLY,
            (),
            "**Partly answered**, from 2 sources. Sources disagree. Missing: A part of the question has no answer; "
            "which one could not be named.",
        ),
    ],
)
def test_the_first_line_says_how_it_ended_and_which_part_is_missing(
    answered: Answered, missing: tuple[str, ...], line: str
) -> None:
    report = replace(english().report(), answered=answered, missing=missing)
    assert report_markdown(report).splitlines()[2] == line


@pytest.mark.parametrize(
    ("world", "verdict", "line"),
    [
        (english(), "no", "**No.** Answered, from 2 sources. Sources disagree."),
        (english(), "yes", "**Yes.** Answered, from 2 sources. Sources disagree."),
        (english(), "perhaps", "**Answered**, from 2 sources. Sources disagree."),
        (japanese(), "no", "**いいえ。** 回答あり（出典2件）。出典が食い違っています。"),
        (japanese(), "yes", "**はい。** 回答あり（出典2件）。出典が食い違っています。"),
    ],
)
def test_a_yes_or_no_stands_first(world: World, verdict: str, line: str) -> None:
    report = replace(world.report(), shape=AnswerShape(verdict=verdict))
    assert report_markdown(report).splitlines()[2] == line


def test_a_verdict_without_an_answer_is_not_printed() -> None:
    report = replace(World(question="Is it so?").report(), shape=AnswerShape(verdict="yes"))
    assert "Yes." not in report_markdown(report)


def test_the_first_line_is_inert() -> None:
    report = replace(english().report(), answered=Answered.PARTLY, missing=("*x* [1](https://evil.example) <b>",))
    assert report_markdown(report).splitlines()[2].endswith(r"Missing: \*x\* \[1\](https\://evil.example) &lt;b&gt;")


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (fact("It is 117 metres high.", "117 metres"), "It is **117 metres** high. [1] ❝"),
        (fact("It is 117 metres high.", "117 feet"), "It is 117 metres high. [1] ❝"),
        (fact("高さは117メートルである。", "117メートル", lang=JA), "高さは**117メートル**である。 [1] ❝"),
        (fact("a*b_c [x](y) <b>", "b_c [x](y)"), r"a\***b\_c \[x\](y)** &lt;b&gt; [1] ❝"),
        (fact("**1998** | `x`", "1998"), r"\*\***1998**\*\* | \`x\` [1] ❝"),
        (fact("# 1. x", "1. x"), r"\# **1. x** [1] ❝"),
    ],
)
def test_the_value_is_bold_only_where_its_words_stand_and_stays_inert(report: object, line: str) -> None:
    assert report_markdown(report).splitlines()[6] == line  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", [EN, JA])
def test_without_an_answer_it_says_what_is_missing_even_where_nobody_named_it(lang: str) -> None:
    report = World(question="?", lang=JA if lang == JA else EN).report()
    heading, line = {
        EN: ("What was not found", "- Nothing that answers the question: 40 documents searched, 5 read."),
        JA: ("見つからなかったもの", "- 40件の資料を検索して5件を読みましたが、問いに答える文はありませんでした。"),
    }[report.lang]
    assert section(heading, report_markdown(report)) == [line]
    nowhere = replace(report, method=replace(report.method, pages_searched=0, pages_read=0))
    said = {
        EN: "- No document was within reach. Name a folder or a search provider.",
        JA: "- 検索できる資料が1件もありませんでした。フォルダまたは検索先を指定してください。",
    }
    assert section(heading, report_markdown(nowhere)) == [said[report.lang]]


def test_a_report_without_an_answer_says_so_first_then_what_is_missing_then_the_nearest() -> None:
    world = World(lang=JA, question="誰が建てたか", missing=("建設者の名がない。",))
    world.page("a", "堤の高さは117メートルである。", lang=JA)
    world.claim("堤の高さは117メートルである。", "a")
    world.state("堤の高さは117メートルである。", "a")
    assert report_markdown(world.report()).splitlines()[:13] == [
        "# 誰が建てたか",
        "",
        "**回答なし**。資料の文面で確かめられる答えは見つかりませんでした。",
        "",
        "## 見つからなかったもの",
        "",
        "- 建設者の名がない。",
        "",
        "## 最も近い記述",
        "",
        "1. 堤の高さは117メートルである。 [1] ❝",
        "",
        "## 出典",
    ]


def test_an_empty_report_has_no_empty_sections() -> None:
    report = World(question="Who?").report()
    bare = replace(report, method=replace(report.method, queries=(), sections=(), dropped=()))
    assert headings(report_markdown(bare)) == ["# Who?", "## What was not found", "## Method"]


def test_words_that_are_nobodys_claim_fill_the_other_column() -> None:
    report = english().report()
    contest = replace(report.contested[0], sides=report.contested[0].sides[:1], quoted=(3,))
    lines = section("Where sources disagree", report_markdown(replace(report, contested=(contest,))))
    assert lines[2] == (
        "| The Kirishima dam was completed in 1998. [1] [2] ❝ "
        "| “I was there. The Kirishima dam was completed in 1999.” [3] |"
    )


def test_the_sources_of_a_fact_are_all_pages_that_say_it_primary_ones_first() -> None:
    world = World()
    for name in ("mirror", "paper", "office", "third", "fourth"):
        world.page(name, "It is 117 metres high.", primary=name == "office", title=f"The {name}", date=None)
    world.claim("It is 117 metres high.", "mirror", "paper", "office", "third", "fourth")
    world.state("It is 117 metres high.", "mirror", in_answer=True)
    lines = section("Answer", report_markdown(world.report()))
    assert lines[2] == (
        "Sources: [2] The office, undated, primary source · [1] The mirror, undated · [3] The paper, undated · 2 more"
    )


def test_a_disagreement_of_several_sentences_names_the_sources_of_both_sides() -> None:
    lines = section("Where sources disagree", report_markdown(compared()))
    assert lines[4] == (
        "| Survey of basins, 2024-03-01, primary source · confidence 0.75 (moderate) "
        "| A walk, 2019-05-05 · confidence 0.30 (very low) |"
    )


def test_a_revision_of_what_the_answer_does_not_say_is_not_in_its_timeline() -> None:
    world = english()
    world.page("canteen", "The canteen was closed.", title="Correction", date="2023-01-01")
    world.claim("The canteen was closed.", "canteen")
    world.state("The canteen was closed.", "canteen")
    report = world.report()
    assert [entry.date for entry in report.timeline if entry.kind == "corrected"] == ["2022-02-02", "2023-01-01"]
    assert [line[:12] for line in section("Timeline", report_markdown(report))] == ["- 2022-02-02"]


def test_a_disagreement_outside_the_answer_is_a_line() -> None:
    world = english()
    world.drafts = [replace(draft, in_answer=draft.text.endswith("high.")) for draft in world.drafts]
    markdown = report_markdown(world.report())
    assert section("Where sources disagree", markdown) == ["- number: 1998 ≠ 1999 ([2] [3] ⇔ [4])"]
    assert "2. The Kirishima dam was completed in 1998. [2] [3] ❝ · *⇄ contested by [4]*" in markdown


def test_what_holds_under_other_conditions_is_a_line_with_its_words() -> None:
    world = World()
    world.page("a", "It is 117 metres high.")
    world.page("b", "In 1990 it was 115 metres high.")
    other = [world.quote("b", "In 1990 it was 115 metres high.")]
    world.claim("It is 117 metres high.", "a", qualifying=other, confidence=0.6)
    world.state("It is 117 metres high.", "a", in_answer=True)
    markdown = report_markdown(world.report())
    assert section("Under other conditions", markdown) == ["- “In 1990 it was 115 metres high.” [2]"]
    assert section("Answer", markdown)[-1] == (
        "*Single source · confidence 0.60 (low) · Confidence below 0.7 would rise with a second independent source, "
        "a primary source.*"
    )


@pytest.mark.req("L32")
def test_a_question_about_change_has_the_whole_timeline_and_another_only_revisions() -> None:
    report = japanese().report()
    assert len(section("時系列", report_markdown(report))) == 1
    changing = replace(report, shape=AnswerShape(kind="change"))
    assert section("時系列", report_markdown(changing)) == [
        "- 2019-05-05 · 記載 · 霧島湖ダムは1999年に完成した。 [3]",
        "- 2021-04-01 · 記載 · 霧島湖ダムは1998年に完成した。 [1]",
        "- 2021-04-01 · 記載 · 堤の高さは117メートルである。 [4]",
        "- 2022-02-02 · 訂正 · 訂正：霧島湖ダムの完成は1999年ではなく1998年です。 [5]",
    ]


def test_a_timeline_of_plain_statements_is_left_out() -> None:
    report = english().report()
    plain = replace(report, timeline=tuple(entry for entry in report.timeline if entry.kind == "stated"))
    assert "## Timeline" not in report_markdown(plain)


def test_the_method_is_told_in_words_and_names_every_loss() -> None:
    assert section("Method", report_markdown(english().report()))[:5] == [
        "5 of 40 documents read in 2 rounds; 1 search looked for refutation. Every part of the question is covered. "
        "It took 12 s. Share of the largest origin: 25%; corroborated by independent origins: 0 of 3 sentences.",
        "",
        "- Dropped: copy of a page already read (2)",
        "",
        "Queries, coverage, and why each confidence and publisher is rated so: `report.html`, `report.json`.",
    ]


def test_the_method_in_japanese() -> None:
    report = japanese().report()
    method = replace(report.method, stop_words="問いのすべての部分に答えがある。", model_tokens=1200, model_seconds=3.1)
    assert section("調べ方", report_markdown(replace(report, method=method)))[0] == (
        "40件の資料を対象に2回の調査で5件を読みました（反証を探した検索：1件）。問いのすべての部分に答えがある。"
        "所要時間：12秒。最大の出所が占める割合：25%。3文のうち0文に独立した裏付けがあります。"
        "言語モデル：1,200トークン、所要時間の25%。"
    )


def test_sources_say_what_they_are_and_which_sentences_they_were_used_for() -> None:
    assert section("出典", report_markdown(japanese().report())) == [
        "- [1] [4] **県のダム一覧** — 2021-04-01 · 政府・自治体 · 一次資料",
        "  - 裏付け：答え、3 · 確かめられていない文に引用",
        "  - <https://office.example/report>",
        "- [2] **霧島日報** — 2024-03-01 · 定評のある発行元 · 二次資料",
        "  - 裏付け：答え · 反対：2",
        "  - <https://paper.example/report>",
        "- [3] **湖畔の散歩** — 2019-05-05 · 発行元は未検証 · 二次資料",
        "  - 裏付け：2 · 反対：答え",
        "  - <https://blog.example/report>",
        "- [5] **訂正のお知らせ** — 2022-02-02 · 定評のある発行元 · 二次資料",
        "  - 反対：2",
        "  - <https://notice.example/report>",
    ]


def test_a_page_that_declares_its_own_address_is_linked_to_both() -> None:
    markdown = report_markdown(fact("It is 117 metres high.", canonical="https://dams.example/a b"))
    assert section("Sources", markdown)[2] == (
        "  - <https://a.example/report> · published at <https://dams.example/a%20b>"
    )
    same = report_markdown(fact("It is 117 metres high.", canonical="https://a.example/report"))
    assert section("Sources", same)[2] == "  - <https://a.example/report>"


def test_an_address_that_is_no_web_address_is_shown_and_is_no_link() -> None:
    markdown = report_markdown(fact("It is 117 metres high.", canonical="javascript:alert(1)"))
    assert section("Sources", markdown)[2].endswith("published at javascript:alert(1)")


@pytest.mark.req("X7")
def test_a_sentence_in_another_language_than_the_report_says_which() -> None:
    english_report = report_markdown(fact("高さは117メートルである。", page_lang=JA))
    assert section("Answer", english_report)[0] == "高さは117メートルである。 [1] ❝ (Japanese)"
    assert section("Sources", english_report)[0].endswith("· secondary source · Japanese")
    japanese_report = report_markdown(fact("It is 117 metres high.", lang=JA, page_lang=EN))
    assert section("答え", japanese_report)[0] == "It is 117 metres high. [1] ❝ (英語)"
    assert "(Japanese)" not in report_markdown(fact("It is 117 metres high.", page_lang=JA))


def test_quoted_words_are_printed_where_no_sentence_says_them() -> None:
    world = World()
    world.page("a", "Before. It is 117 metres high. After.")
    world.claim("It is 117 metres high.", "a")
    world.state("It is 117 metres high.", "a", in_answer=True)
    report = world.report()
    assert "“" not in "\n".join(section("Sources", report_markdown(report)))
    reworded = replace(report.answer[0], text="It is 384 feet high.")
    claims = (replace(report.claims[0], sentence=reworded),)
    lines = section("Sources", report_markdown(replace(report, answer=(reworded,), claims=claims)))
    assert lines[-1] == "  - [1] “It is 117 metres high.”"


def test_an_untitled_page_is_named_by_its_address() -> None:
    world = World()
    world.page("a", "It is 117 metres high.", title=" ")
    world.claim("It is 117 metres high.", "a")
    world.state("It is 117 metres high.", "a", in_answer=True)
    markdown = report_markdown(world.report())
    assert section("Sources", markdown)[0].startswith(r"- [1] **https\://a.example/report** — ")
    assert section("Answer", markdown)[2] == r"Sources: [1] https\://a.example/report, 2024-03-01"


def test_the_last_lines_say_where_the_numbers_lead_how_to_verify_and_how_many_have_which_grade() -> None:
    lines = report_markdown(english().report()).splitlines()
    assert lines[-10:] == [
        "[4]: <https://office.example/report#:~:text=The%20dam%20is%20117%20metres%20high.>",
        "[5]: <https://notice.example/report#:~:text=Correction%3A%20the%20Kirishima,1998%2C%20not%20in%201999.>",
        "",
        "---",
        "",
        "To walk every sentence back to the archived evidence: `tadori verify evidence.wacz` · made 2026-07-01 12:00 "
        "UTC · task task\\_20260701T093000\\_0a0b0c0d",
        "",
        "❝ the source's own words · ? not checked",
        "",
        "3 quoted · 0 derived · 0 judged · 1 not checked",
    ]


def test_every_number_in_the_text_has_its_address() -> None:
    text, _, addresses = report_markdown(compared()).partition("\n[1]: ")
    assert [f"[{n}]" in text for n in range(1, 8)] == [True] * 7
    assert addresses.count("]: <https://") == 6


def test_a_bar_is_kept_in_running_text_and_escaped_in_tables() -> None:
    world = english()
    world.claim("1998 | 117 m", world.page("table", "1998 | 117 m"), against=[world.quote("blog", DONE_1999)])
    world.drafts.clear()
    world.state("1998 | 117 m", "table", in_answer=True)
    markdown = report_markdown(world.report())
    assert section("Answer", markdown)[0] == "1998 | 117 m [1] ❝ · *⇄ contested by [2]*"
    assert section("Where sources disagree", markdown)[2] == (
        r"| 1998 \| 117 m [1] ❝ | 2. The Kirishima dam was completed in 1999. [2] ❝ |"
    )


def crowded(lang: str) -> World:
    """A fact with forty more claims, ten refused sentences, ten other values and ten disagreements."""
    own, no, more, other, refused = {
        EN: (
            "The Kirishima dam was completed in the spring of 1998.",
            "The Kirishima dam was completed in {n}.",
            "Item {n} of the dam weighs {n} grams and was paid for by the prefecture.",
            "In {n} the same dam was {n} metres high, without its crest road.",
            "Nobody said sentence number {n} at all.",
        ),
        JA: (
            "霧島湖ダムは1998年の春に完成した。",
            "霧島湖ダムは{n}年に完成した。",
            "ダムの部品{n}の重さは{n}グラムで、県が費用を負担した。",
            "{n}年には同じダムの高さは{n}メートルで、天端の道路はなかった。",
            "{n}番の文はだれも述べていない。",
        ),
    }[JA if lang == JA else EN]
    world = World(lang=JA if lang == JA else EN, question=own, missing=(more.format(n=99),))
    world.page("a", own, lang=world.lang)
    for n in range(10):
        world.page(f"no{n}", no.format(n=1900 + n), lang=world.lang)
        world.page(f"other{n}", other.format(n=1950 + n), lang=world.lang)
    against = [world.quote(f"no{n}", no.format(n=1900 + n)) for n in range(10)]
    world.claim(
        own, "a", against=against, qualifying=[world.quote(f"other{n}", other.format(n=1950 + n)) for n in range(10)]
    )
    world.state(own, "a", in_answer=True)
    for n in range(10):
        world.claim(no.format(n=1900 + n), f"no{n}", against=[world.quote("a", own)])
    for n in range(40):
        world.page(f"p{n}", more.format(n=n), lang=world.lang)
        world.claim(more.format(n=n), f"p{n}")
        world.state(more.format(n=n), f"p{n}")
    for n in range(10):
        world.draft(refused.format(n=n), world.quote("a", own), claims=[Claim.id_of(own)])
    return world


@pytest.mark.parametrize("lang", [EN, JA])
def test_the_report_on_a_fact_has_at_most_250_words_before_its_sources(lang: str) -> None:
    markdown = report_markdown(crowded(lang).report())
    front = markdown.partition({EN: "\n## Sources", JA: "\n## 出典\n"}[JA if lang == JA else EN])[0]
    assert word_count(front) <= 250
    assert len(front.split()) <= 250


def test_what_has_no_room_is_counted_and_not_lost() -> None:
    markdown = report_markdown(crowded(EN).report())
    assert section("Where sources disagree", markdown)[-1] == "- 8 more in `report.html`."
    assert section("Not checked", markdown)[-1] == "- 9 more in `report.html`."
    assert section("Also in the sources", markdown) == ["40 in `report.html`."]


def test_a_claim_that_speaks_against_another_is_marked_and_has_no_caveat() -> None:
    world = World()
    world.page("a", "It is high.")
    world.page("b", "It is low.")
    world.page("c", "It is old.")
    world.claim("It is old.", "c")
    world.claim("It is high.", "a", against=[world.quote("b", "It is low.")], confidence=0.4)
    world.state("It is old.", "c", in_answer=True)
    world.state("It is high.", "a")
    assert section("Also in the sources", report_markdown(world.report())) == [
        "2. It is high. [2] ❝ · *⇄ contested by [3]*"
    ]


def test_two_thousand_claims_are_numbered_and_counted() -> None:
    world = World()
    texts = [f"Item {n} weighs {n} grams." for n in range(2000)]
    world.page("a", " ".join(texts))
    for text in texts:
        world.claim(text, "a", standing=Standing.SINGLE_SOURCE)
        world.state(text, "a")
    lines = section("The nearest that was found", report_markdown(world.report()))
    printed = [line for line in lines if line.endswith("❝")]
    assert lines[0] == "1. Item 0 weighs 0 grams. [1] ❝"
    assert lines[-1] == f"{2000 - len(printed):d} more in `report.html`."
