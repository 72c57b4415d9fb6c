"""What has changed between two versions of a page, ja and en."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tadori.extract.differences import (
    ChangedPoint,
    Differences,
    HistoryEntry,
    PageEvent,
    PageVersion,
    differences,
    is_large_change,
    page_history,
)
from tadori.model.ids import EN, JA, IsoDate, Lang
from tadori.model.page import Extracted, FragmentType, PageType, TextElement
from tadori.model.web_thresholds import LARGE_DIFFERENCE

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def page(*blocks: str, lang: Lang = EN, date: str | None = None) -> Extracted:
    """A page of paragraphs; a block that begins with `# ` is a heading."""
    text, pieces = "", []
    for n, block in enumerate(blocks):
        kind = FragmentType.HEADING if block.startswith("# ") else FragmentType.PARAGRAPH
        words = block.removeprefix("# ")
        text += "\n\n" if text else ""
        pieces.append(
            TextElement(
                start=len(text),
                end=len(text) + len(words),
                fragment_type=kind,
                heading_context="",
                heading_hierarchy=(),
                element_index=n,
            )
        )
        text += words
    return Extracted(
        title="t",
        date=IsoDate(date) if date else None,
        lang=lang,
        page_type=PageType.ARTICLE,
        text=text,
        pieces=tuple(pieces),
    )


@pytest.mark.req("L9")
def test_headings_points_and_dates_that_came_and_went_are_named_in_english() -> None:
    older = page("# Bridge", "The bridge opened on 5 March 2020. It is painted red.", "# Costs", "Nobody knows them.")
    newer = page("# Bridge", "The bridge opened on 5 March 2020. A toll was added in June 2024.", "# Tolls")
    assert differences(older, newer) == Differences(
        headings_added=("Tolls",),
        headings_removed=("Costs",),
        points_added=("A toll was added in June 2024.",),
        points_removed=("It is painted red.", "Nobody knows them."),
        dates_added=("2024-06",),
        # Letters that came and went: Costs 5, Tolls 5, points 14 + 15 + 23; of all: + 2 × (Bridge 6, opening 27).
        share_changed=round(62 / 128, 4),
    )


@pytest.mark.req("L9")
def test_headings_points_and_dates_that_came_and_went_are_named_in_japanese() -> None:
    older = page(
        "# 鐘川橋", "鐘川橋は2020年3月5日に開通した。色は赤い。", "# 費用", "費用は公表されていない。", lang=JA
    )
    newer = page("# 鐘川橋", "鐘川橋は2020年3月5日に開通した。2024年6月に通行料が導入された。", "# 通行料", lang=JA)
    found = differences(older, newer)
    assert (found.headings_added, found.headings_removed) == (("通行料",), ("費用",))
    assert found.points_added == ("2024年6月に通行料が導入された。",)
    assert found.points_removed == ("色は赤い。", "費用は公表されていない。")
    assert (found.dates_added, found.dates_removed) == (("2024-06",), ())


@pytest.mark.req("L9")
@pytest.mark.parametrize(
    ("before", "after", "was", "now", "lang"),
    [
        ("The bridge is 15 m long.", "The bridge is 14 m long.", ("15 m",), ("14 m",), EN),
        ("橋の長さは15メートルである。", "橋の長さは１４メートルである。", ("15メートル",), ("１４メートル",), JA),
        ("参加者は三十人だった。", "参加者は四十人だった。", ("三十人",), ("四十人",), JA),
        ("It grew by 1.5 % in 2023.", "It grew by 15 % in 2023.", ("1.5 %",), ("15 %",), EN),
        ("開業は2024年4月1日の予定だ。", "開業は2025年4月1日の予定だ。", ("2024年4月1日",), ("2025年4月1日",), JA),
        ("The bridge is safe for heavy trucks.", "The bridge is not safe for heavy trucks.", (), (), EN),
        ("Tanaka won the vote.", "Suzuki won the vote.", (), (), EN),
        ("鐘川橋は安全である。", "鐘川橋は安全ではない。", (), (), JA),
    ],
)
def test_a_point_that_is_made_otherwise_is_shown_with_both_wordings_and_values(
    before: str, after: str, was: tuple[str, ...], now: tuple[str, ...], lang: Lang
) -> None:
    found = differences(page("Other words.", before, lang=lang), page(after, "Other words.", lang=lang))
    assert found.points_changed == (ChangedPoint(before=before, after=after, was=was, now=now),)
    assert (found.points_added, found.points_removed) == ((), ())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The  Bridge is LONG", "the bridge is long."),
        ("It cost 1,500 yen.", "It cost 1500 yen."),
        ("ﾊｼは長い。", "ハシは長い"),
        ("「橋」は１５ｍ。", "橋は15m。"),
    ],
)
def test_layout_case_width_and_punctuation_are_no_change(one: str, other: str) -> None:
    assert differences(page(one), page(other)) == Differences()
    assert bool(differences(page(one), page(other))) is False


@pytest.mark.parametrize(
    ("one", "other"), [("1.5 m", "15 m"), ("3-5 m", "35 m"), ("-4 °C", "4 °C"), ("5 %", "5"), ("$5", "5")]
)
def test_a_sign_that_changes_a_number_is_a_change(one: str, other: str) -> None:
    before, after = f"It came to {one} last year.", f"It came to {other} last year."
    assert [(c.before, c.after) for c in differences(page(before), page(after)).points_changed] == [(before, after)]


def test_rows_that_differ_in_their_numbers_only_are_paired_in_their_order() -> None:
    older = page(*(f"Year {n}: {n * 10} boats." for n in range(40)))
    newer = page(*(f"Year {n}: {n * 10 + 1} boats." for n in range(40)))
    changed = differences(older, newer).points_changed
    assert [(c.before, c.after) for c in changed] == [
        (f"Year {n}: {n * 10} boats.", f"Year {n}: {n * 10 + 1} boats.") for n in range(40)
    ]


def test_a_sentence_that_moved_is_no_change_and_one_said_once_less_is() -> None:
    older, newer = page("A is first.", "B is second.", "A is first."), page("B is second.", "A is first.")
    assert differences(older, newer).points_removed == ("A is first.",)


def test_each_point_is_paired_once_with_the_one_most_like_it() -> None:
    older = page("The old bridge over the river was closed in spring.")
    newer = page("The old bridge over the lake was closed in spring.", "The old bridge over the river was closed.")
    found = differences(older, newer)
    assert [c.after for c in found.points_changed] == ["The old bridge over the river was closed."]
    assert found.points_added == ("The old bridge over the lake was closed in spring.",)


def test_dates_without_a_year_and_the_date_of_the_page_itself_count() -> None:
    older = page("会議は3月5日に開かれる。", lang=JA, date="2024-01-02")
    newer = page("会議は3月6日に開かれる。", lang=JA, date="2024-02-03")
    found = differences(older, newer)
    assert (found.dates_added, found.dates_removed) == (("2024-02-03", "--03-06"), ("2024-01-02", "--03-05"))


def test_the_share_is_of_the_letters_of_both_versions() -> None:
    # 4 letters stay on each side, 6 go and 2 come: 8 of 16.
    found = differences(page("abcd.", "uvwxyz."), page("abcd.", "no."))
    assert found.share_changed == 0.5


@pytest.mark.parametrize("one", [page(), page("# "), page("。"), page("")])
def test_empty_pages_do_not_differ(one: Extracted) -> None:
    assert differences(one, page()) == Differences()


def test_everything_is_new_on_a_page_that_was_empty() -> None:
    found = differences(page(), page("# 橋", "橋は長い。", lang=JA))
    assert (found.headings_added, found.points_added, found.share_changed) == (("橋",), ("橋は長い。",), 1.0)


def test_the_way_back_is_the_way_there_turned_round() -> None:
    one, two = page("# A", "It is 5 m.", "Gone words."), page("# B", "It is 6 m.", "Words that came.")
    there, back = differences(one, two), differences(two, one)
    assert (there.headings_added, there.points_added) == (back.headings_removed, back.points_removed)
    assert [(c.before, c.was) for c in there.points_changed] == [(c.after, c.now) for c in back.points_changed]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(alphabet="ab1. 橋。", max_size=12), max_size=6))
def test_a_page_does_not_differ_from_itself(blocks: list[str]) -> None:
    assert differences(page(*blocks), page(*reversed(blocks))).points_changed == ()
    assert differences(page(*blocks), page(*blocks)) == Differences()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(alphabet="abc12 橋長。", max_size=15), max_size=6),
    st.lists(st.text(alphabet="abc12 橋長。", max_size=15), max_size=6),
)
def test_the_share_is_a_share_and_nothing_is_lost_or_counted_twice(before: list[str], after: list[str]) -> None:
    one, two = page(*before), page(*after)
    found = differences(one, two)
    assert 0.0 <= found.share_changed <= 1.0
    points = [words for change in found.points_changed for words in (change.before, change.after)]
    everything = [*found.points_added, *found.points_removed, *points]
    assert sum(map(len, everything)) <= len(one.text) + len(two.text)


@pytest.mark.req("L9")
def test_a_change_is_large_from_a_fifth_of_the_letters_on() -> None:
    assert LARGE_DIFFERENCE == 0.2
    assert [is_large_change(Differences(share_changed=share)) for share in (0.0, 0.1999, 0.2, 1.0)] == [
        False,
        False,
        True,
        True,
    ]


def test_hundreds_of_new_sentences_are_compared_without_comparing_all_with_all() -> None:
    older = page(*(f"Boat {'abcdefghij'[n % 10]} {n} met ship {n * 7 % 1000}." for n in range(600)))
    newer = page(*(f"Train {'klmnopqrst'[n % 10]} {n} left town {n * 3 % 1000}." for n in range(600)))
    found = differences(older, newer)
    assert (len(found.points_added), len(found.points_removed), found.points_changed) == (600, 600, ())


def versions(*contents: Extracted) -> list[PageVersion]:
    return [PageVersion(at=NOW + timedelta(days=n), content=content) for n, content in enumerate(contents)]


@pytest.mark.req("L9")
@pytest.mark.parametrize(
    ("notice", "happening", "lang"),
    [
        ("Correction: the length is 14 m.", PageEvent.CORRECTED, EN),
        ("This article has been corrected to state the right length.", PageEvent.CORRECTED, EN),
        ("An earlier version of this article misstated the length.", PageEvent.CORRECTED, EN),
        ("This paper has been retracted.", PageEvent.WITHDRAWN, EN),
        ("# Retraction notice", PageEvent.WITHDRAWN, EN),
        ("We have withdrawn this report.", PageEvent.WITHDRAWN, EN),
        ("【訂正】橋の長さは14メートルです。", PageEvent.CORRECTED, JA),
        ("お詫びして訂正いたします。", PageEvent.CORRECTED, JA),
        ("本記事に誤りがありましたので修正しました。", PageEvent.CORRECTED, JA),
        ("# 訂正とお詫び", PageEvent.CORRECTED, JA),
        ("本論文は撤回されました。", PageEvent.WITHDRAWN, JA),
        ("# 撤回のお知らせ", PageEvent.WITHDRAWN, JA),
        ("当資料は公開を終了しました。", PageEvent.WITHDRAWN, JA),
        ("The minister withdrew his remark on Monday.", PageEvent.UPDATED, EN),
        ("Withdrawal symptoms last for days.", PageEvent.UPDATED, EN),
        ("Markets saw a correction of ten per cent.", PageEvent.UPDATED, EN),
        ("大臣は発言を撤回した。", PageEvent.UPDATED, JA),
        ("会社は前日の発表を訂正した。", PageEvent.UPDATED, JA),
    ],
)
def test_a_notice_about_the_page_itself_is_told_from_news_about_corrections(
    notice: str, happening: PageEvent, lang: Lang
) -> None:
    told = page_history(versions(page("Old words.", lang=lang), page("Old words.", notice, lang=lang)))
    assert [moment.happening for moment in told] == [PageEvent.FIRST_SEEN, happening]
    assert (told[1].words == "") is (happening is PageEvent.UPDATED)


@pytest.mark.req("L9")
def test_the_timeline_is_in_the_order_of_time_and_tells_only_changes() -> None:
    first, same = page("It is 15 m long."), page("It is 15 m long")
    updated, corrected = page("It is 14 m long."), page("It is 14 m long.", "Correction: it is not 15 m.")
    told = page_history(list(reversed(versions(first, same, updated, corrected))))
    assert [(moment.at.day, moment.happening, moment.words) for moment in told] == [
        (16, PageEvent.FIRST_SEEN, ""),
        (18, PageEvent.UPDATED, ""),
        (19, PageEvent.CORRECTED, "Correction: it is not 15 m."),
    ]
    assert told[1].differences == differences(same, updated)


def test_a_notice_that_was_there_before_is_not_told_again() -> None:
    old = page("Correction: it is 14 m.", "It is red.")
    told = page_history(versions(old, page("Correction: it is 14 m.", "It is blue now, after years.")))
    assert [moment.happening for moment in told] == [PageEvent.FIRST_SEEN, PageEvent.UPDATED]


def test_one_version_is_only_first_seen_and_none_is_no_history() -> None:
    assert page_history(versions(page("x"))) == [HistoryEntry(at=NOW, happening=PageEvent.FIRST_SEEN)]
    assert page_history([]) == []


def test_the_language_of_a_version_decides_how_it_is_cut_into_points() -> None:
    ja = page("橋は長い。色は赤い。", lang=JA)
    assert differences(ja, replace(ja, text=ja.text.replace("赤", "青"))).points_changed == (
        ChangedPoint(before="色は赤い。", after="色は青い。"),
    )
