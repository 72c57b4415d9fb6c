"""Links that lead to the quoted words, and excerpts around them."""

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.report import ReadPage
from tadori.report.deep_link import deep_link
from tadori.report.excerpt import AROUND, LONGEST_QUOTED, excerpt
from tests.report.world import World

LONG = (
    "The committee, after nine years of construction and many delays, declared the dam complete in the autumn of 1998."
)
LONG_JA = "委員会は九年にわたる工事と度重なる遅れの末に、平成十年の秋、霧島湖ダムの完成を正式に宣言し、運用を開始した。"


def read_page(text: str, **options: object) -> ReadPage:
    world = World()
    world.page("p", text, **options)  # type: ignore[arg-type]  # the options of World.page
    return world.pages["p"]


def link_to(words: str, text: str, **options: object) -> str:
    start = text.index(words)
    return deep_link(read_page(text, **options), text, start, start + len(words))


def directive(words: str, text: str) -> str:
    return unquote(link_to(words, text).partition("#:~:text=")[2])


def test_short_words_are_named_whole() -> None:
    assert link_to("117 metres", "It is 117 metres high.") == "https://p.example/report#:~:text=117%20metres"


def test_long_words_are_named_by_their_first_and_last_words() -> None:
    assert directive(LONG, f"Intro. {LONG} More.") == "The committee, after,the autumn of 1998."


def test_long_japanese_words_are_cut_where_words_end() -> None:
    assert directive(LONG_JA, f"序文。{LONG_JA}続き。") == "委員会は九年にわたる,宣言し、運用を開始した。"


def test_a_start_that_stands_earlier_too_is_made_longer() -> None:
    text = f"The committee, after all, was late. {LONG}"
    assert directive(LONG, text) == "The committee, after nine,the autumn of 1998."


def test_an_end_that_stands_before_too_is_made_longer() -> None:
    words = "Anna, the elder of the two, came in the autumn of 1998. Berta was not born in the autumn of 1998."
    assert directive(words, words) == "Anna, the elder of,born in the autumn of 1998."


def test_words_that_stand_earlier_too_are_told_apart_by_what_is_before_them() -> None:
    text = "Height: 117 metres.\n\nSecond entry. Length: 117 metres."
    start = text.rindex("117 metres.")
    link = deep_link(read_page(text), text, start, start + len("117 metres."))
    assert unquote(link.partition("#:~:text=")[2]) == "Second entry. Length:-,117 metres."


def test_signs_with_a_meaning_in_links_are_encoded() -> None:
    assert link_to("A-B, C & D", "x A-B, C & D y").endswith("#:~:text=A%2DB%2C%20C%20%26%20D")


def test_words_over_several_lines_are_named_by_first_and_last_line() -> None:
    assert directive("Year | Height\n1998 | 117 m", "Year | Height\n1998 | 117 m") == "Year,117 m"


def test_an_address_with_an_anchor_keeps_it() -> None:
    link = link_to("117 metres", "117 metres", url="https://p.example/a#dams")
    assert link == "https://p.example/a#dams:~:text=117%20metres"


def test_a_file_is_linked_like_a_page() -> None:
    link = link_to("117", "117", url="file:///lib/dam.txt", media_type="text/plain")
    assert link == "file:///lib/dam.txt#:~:text=117"


@pytest.mark.parametrize(
    ("words", "suffix"), [("Intro.", ""), ("First.", "#page=1"), ("Second.", "#page=2"), ("Still second.", "#page=2")]
)
def test_a_pdf_is_linked_by_its_printed_page(words: str, suffix: str) -> None:
    text = "Intro. First. Second. Still second."
    link = link_to(
        words,
        text,
        url="file:///lib/a.pdf",
        media_type="application/pdf",
        page_starts=((7, 1), (14, 2)),
    )
    assert link == f"file:///lib/a.pdf{suffix}"


def test_other_kinds_are_linked_as_they_are() -> None:
    assert link_to("117", "117", media_type="application/json") == "https://p.example/report"


words = st.text(st.sampled_from("ab 、。\n|\t漢字かなカナ-,&%#"), min_size=1, max_size=120)


@given(before=words, quoted=words, after=words)
def test_every_link_is_one_plain_address(before: str, quoted: str, after: str) -> None:
    text = before + quoted + after
    link = deep_link(read_page(text), text, len(before), len(before) + len(quoted))
    address, _, named = link.partition("#:~:text=")
    assert address == "https://p.example/report"
    assert named.isascii()
    assert not set(named) & set(' <>"\n#&')


def test_an_excerpt_shows_what_stands_around_in_the_same_paragraph() -> None:
    text = f"{'x ' * 100}\n\nBefore it. The words. After it.\n\n{'y ' * 100}"
    start = text.index("The words.")
    assert excerpt(text, start, start + 10) == "Before it. The words. After it."


def test_an_excerpt_cuts_at_words_and_says_so() -> None:
    text = "word " * 100 + "The words." + " next" * 100
    start = text.index("The words.")
    shown = excerpt(text, start, start + 10)
    assert shown == f"…{'word ' * 13}The words.{' next' * 13}…"


def test_an_excerpt_of_japanese_cuts_at_its_stops() -> None:
    text = "前の文である。" * 30 + "引用文。" + "後の文である。" * 30
    start = text.index("引用文。")
    assert excerpt(text, start, start + 4) == f"…{'前の文である。' * 9}引用文。{'後の文である。' * 10}…"


def test_very_long_words_lose_their_middle() -> None:
    text = "a" * 500 + "b" * 5000 + "c" * 200
    assert excerpt(text, 0, len(text)) == f"{'a' * 500} … {'c' * 200}"


@given(before=words, quoted=words, after=words)
def test_an_excerpt_holds_short_words_whole_and_is_bounded(before: str, quoted: str, after: str) -> None:
    text = before + quoted + after
    shown = excerpt(text, len(before), len(before) + len(quoted))
    assert quoted in shown
    assert len(shown) <= LONGEST_QUOTED + 2 * AROUND + 8
