import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.attributions import copy_marks
from tadori.graph.origin_page import PageForOrigin
from tadori.graph.origins import sources_of
from tadori.model.graph import TrustLevel
from tadori.model.ids import IsoDate
from tests.graph.makers import origins, page

STORY = """The Narigama tidal plant fed its first current into the grid on 12 April 2021, the operator said on Monday.
Fourteen turbines turn in the strait, each rated at one megawatt, and a fifteenth is kept on land as a spare part.
Fishermen had asked for slower blades; the operator agreed to eleven turns a minute during the spawning season.
The town expects to cover a third of its needs, although storms may stop the plant for several days every winter."""
JA_STORY = """鳴釜潮流発電所は二〇二一年四月十二日に初めて系統へ電力を送った。
海峡には十四基の水車が回り、予備の一基が陸上に置かれている。
漁業者は羽根の速度を落とすよう求め、事業者は産卵期に毎分十一回転とすることに同意した。町は需要の三分の一を賄えると見込むが、
冬の嵐では数日にわたって止まることがある。"""
OTHER = """A report by the harbour office counts ships. In the year 2020 there were nine hundred passages through the
strait, most of them at night, and two collisions. The office proposes a light on the northern rock and a radio
channel that all skippers must listen to. Nothing is said in it about electricity, nor about who would pay for the
light, and the council has put off its vote until the autumn session, when the budget for the coming year is known."""


def voices(*pages: PageForOrigin) -> int:
    return len(set(origins(pages).values()))


def test_pages_without_anything_in_common_are_independent() -> None:
    assert voices(page("pg_1", STORY), page("pg_2", OTHER), page("pg_3", JA_STORY)) == 3


def test_one_publisher_is_one_voice() -> None:
    first = page("pg_1", STORY, url="https://news.example.co.jp/a")
    second = page("pg_2", OTHER, url="https://blog.example.co.jp/b")
    assert voices(first, second) == 1


def test_bare_files_are_each_their_own_voice() -> None:
    assert voices(page("pg_1"), page("pg_2")) == 2


@pytest.mark.parametrize("story", [STORY, JA_STORY])
def test_the_same_text_at_two_places_is_one_voice_whatever_its_layout(story: str) -> None:
    first = page("pg_1", story, url="https://one.example.com/a")
    second = page("pg_2", story.replace("\n", "  \n\n "), url="https://two.example.net/b")
    assert voices(first, second) == 1


@pytest.mark.parametrize(
    ("story", "around"), [(STORY, OTHER), (JA_STORY, "港湾事務所の報告は船の数だけを述べている。")]
)
def test_a_story_inside_a_longer_page_is_a_copy(story: str, around: str) -> None:
    first = page("pg_1", story, url="https://one.example.com/a")
    second = page("pg_2", f"Readers write.\n{story}\n{around}", url="https://two.example.net/b")
    assert voices(first, second) == 1


def test_a_copy_with_one_number_changed_is_still_a_copy() -> None:
    first = page("pg_1", STORY, url="https://one.example.com/a")
    second = page("pg_2", STORY.replace("Fourteen", "Fifteen"), url="https://two.example.net/b")
    assert voices(first, second) == 1


def test_a_quoted_sentence_does_not_make_a_copy() -> None:
    quoted = OTHER + " " + STORY.split("\n")[1]
    assert voices(page("pg_1", STORY), page("pg_2", quoted)) == 2


@pytest.mark.parametrize(
    "mark",
    [
        "Source: Strait Harbour Report",
        "(Source: Strait Harbour Report)",
        "This article was originally published in Strait Harbour Report.",
        "Reprinted with permission from Strait Harbour Report",
        "出典：Strait Harbour Report",
        "（転載元: Strait Harbour Report）",
        "出典: https://harbour.example.org/report",
    ],
)
def test_a_page_that_says_whom_it_copied_speaks_with_that_voice(mark: str) -> None:
    first = page("pg_1", OTHER, url="https://harbour.example.org/report", title="Strait Harbour Report")
    second = page("pg_2", f"Nine hundred ships a year.\n\n{mark}\n", url="https://copy.example.net/")
    assert voices(first, second) == 1


def test_two_pages_that_name_the_same_outside_source_are_one_voice() -> None:
    first = page("pg_1", "Nine hundred ships.\nSource: Kaikyo Press Agency")
    second = page("pg_2", "Ships were counted.\n出典：Kaikyo Press Agency")
    third = page("pg_3", "Ships were counted again.\nSource: Another Agency")
    assert voices(first, second, third) == 2


def test_a_source_named_in_the_middle_of_a_sentence_is_a_citation_and_no_copy() -> None:
    text = "The count has one source: Strait Harbour Report says so in its annex, and others have doubted it since."
    assert voices(page("pg_1", OTHER, title="Strait Harbour Report"), page("pg_2", text)) == 2


def test_a_file_that_names_another_page_as_its_address_is_that_page() -> None:
    first = page("pg_1", STORY, canonical="https://news.example.com/a")
    second = page("pg_2", OTHER, url="https://news.example.com/a")
    assert voices(first, second) == 1


def test_a_site_that_copies_two_newspapers_does_not_make_them_one_voice() -> None:
    first = page("pg_1", STORY, url="https://one.example.com/a")
    second = page("pg_2", OTHER, url="https://two.example.net/b")
    copies = [
        page("pg_3", f"{STORY}\n転載元：one.example.com", url="https://copies.example.org/1"),
        page("pg_4", f"{OTHER}\n転載元：two.example.net", url="https://copies.example.org/2"),
    ]
    own = page("pg_5", JA_STORY, url="https://copies.example.org/3")
    found = origins([first, second, *copies, own])
    assert found["pg_1"] == found["pg_3"]
    assert found["pg_2"] == found["pg_4"]
    assert len(set(found.values())) == 3


def test_without_marks_and_dates_the_site_that_shares_words_with_several_is_the_copier() -> None:
    papers = [
        page("pg_1", STORY, url="https://one.example.com/a"),
        page("pg_2", OTHER, url="https://two.example.net/b"),
    ]
    copies = [
        page("pg_3", STORY, url="https://copies.example.org/1"),
        page("pg_4", OTHER, url="https://copies.example.org/2"),
    ]
    found = origins([*papers, *copies])
    assert found["pg_1"] == found["pg_3"] != found["pg_2"] == found["pg_4"]


def test_where_nothing_tells_who_copied_both_sites_are_one_voice() -> None:
    first = page("pg_1", STORY, url="https://one.example.com/a")
    other_page = page("pg_2", OTHER, url="https://one.example.com/b")
    second = page("pg_3", STORY, url="https://two.example.net/a")
    assert voices(first, other_page, second) == 1


def test_a_later_copy_leaves_the_other_pages_of_its_site_alone() -> None:
    first = replace(page("pg_3", STORY, url="https://one.example.com/a"), date=IsoDate("2024-01-01"))
    copy = replace(page("pg_1", STORY, url="https://two.example.net/a"), date=IsoDate("2024-01-02"))
    own = page("pg_2", OTHER, url="https://two.example.net/b")
    found = origins([first, copy, own])
    assert found["pg_1"] == found["pg_3"] != found["pg_2"]


def test_a_digest_of_two_stories_does_not_tie_them_together() -> None:
    digest = replace(page("pg_0", f"{STORY}\n{OTHER}", url="https://digest.example.org/"), date=IsoDate("2024-02-01"))
    first = replace(page("pg_1", STORY, url="https://one.example.com/a"), date=IsoDate("2024-01-01"))
    second = replace(page("pg_2", OTHER, url="https://two.example.net/b"), date=IsoDate("2024-01-02"))
    found = origins([digest, first, second])
    assert found["pg_0"] == found["pg_1"] != found["pg_2"]


def test_a_page_that_lists_several_sources_is_a_copy_of_none() -> None:
    text = "Ships and turbines share the strait.\n出典：Strait Harbour Report\n出典：Operator memo of April"
    report = page("pg_1", OTHER, title="Strait Harbour Report")
    memo = page("pg_2", STORY, title="Operator memo of April")
    found = sources_of([report, memo, page("pg_3", text)])
    assert len({source.origin for source in found}) == 3
    assert [source.is_primary for source in found] == [True, True, False]


def test_copy_marks_are_read_in_order() -> None:
    assert copy_marks("A.\nSource: First\nB.\n出典：第二報告\n") == ["First", "第二報告"]


@pytest.mark.parametrize("text", ["", " \n", "Source:", "出典：", "\ud800 lone", "a" * 100_000, "出典：" * 20_000])
def test_no_text_breaks_it(text: str) -> None:
    assert voices(page("pg_1", text or " "), page("pg_2", STORY)) == 2


def test_no_pages_have_no_origins() -> None:
    assert origins([]) == {}


def test_the_origin_is_named_by_its_smallest_member_whatever_the_order() -> None:
    pages = [page(f"pg_{n}", STORY) for n in range(5)] + [page("pg_9", OTHER)]
    shuffled = random.Random(1).sample(pages, len(pages))
    assert origins(shuffled) == origins(pages)


@given(st.lists(st.sampled_from([STORY, OTHER, JA_STORY, "Short."]), max_size=6))
def test_equal_texts_share_an_origin_and_every_page_has_one(texts: list[str]) -> None:
    found = origins([page(f"pg_{n}", text) for n, text in enumerate(texts)])
    assert len(found) == len(texts)
    assert len(set(found.values())) == len(set(texts))


@pytest.mark.req("L33")
def test_sources_carry_domain_trust_origin_and_whether_they_are_first_hand() -> None:
    original = page("pg_1", OTHER, url="https://www.city.nagiura.lg.jp/report", title="Strait Harbour Report")
    copy = page("pg_2", f"{OTHER}\nSource: Strait Harbour Report", url="https://www.keio.ac.jp/news")
    memo = page("pg_3", STORY, title="Operator memo of April")
    letter = page("pg_4", "Fourteen turbines, they say.\nSource: Operator memo of April")
    found = sources_of([letter, memo, copy, original])
    found = tuple(sorted(found, key=lambda source: source.page_id))
    assert [(s.page_id, s.domain, s.trust, s.is_primary) for s in found] == [
        ("pg_1", "nagiura.lg.jp", TrustLevel.GOVERNMENT, True),
        ("pg_2", "keio.ac.jp", TrustLevel.ACADEMIC, False),
        ("pg_3", "", TrustLevel.UNVERIFIED, True),
        ("pg_4", "", TrustLevel.UNVERIFIED, False),
    ]
    assert found[0].origin == found[1].origin != found[2].origin == found[3].origin


@given(st.permutations(range(3)))
def test_who_speaks_with_whom_does_not_depend_on_page_ids(numbers: list[int]) -> None:
    """Ids hash addresses. A digest of two older stories goes with one of them by what they are, not by their ids."""
    told = [(STORY, "2020"), (OTHER, "2020"), (f"Readers write.\n{STORY}\n{OTHER}", "2021")]
    pages = [
        replace(page(f"pg_{number}", text, url=f"file:///{text[:7].strip()}", title=text[:20]), date=IsoDate(year))
        for number, (text, year) in zip(numbers, told, strict=True)
    ]
    found = origins(pages)
    voice = [found[p.page_id] for p in pages]
    assert [voice.index(v) for v in voice] == [0, 1, 1]
