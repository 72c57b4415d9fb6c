"""Long units of Japanese text with their places."""

from hypothesis import given
from hypothesis import strategies as st

from tadori.text.japanese import Morpheme, morphemes


def test_names_of_persons_are_marked_and_placed() -> None:
    assert [m for m in morphemes("昨日、山田太郎が来た。") if m.pos[2] == "人名"] == [
        Morpheme(surface="山田", start=3, end=5, pos=("名詞", "固有名詞", "人名", "姓", "*", "*")),
        Morpheme(surface="太郎", start=5, end=7, pos=("名詞", "固有名詞", "人名", "名", "*", "*")),
    ]
    assert morphemes("") == []


@given(st.text(alphabet="山田太郎は株式会社の。 ABC😀\n", max_size=60))
def test_the_long_units_are_the_whole_text_in_order(text: str) -> None:
    found = morphemes(text)

    assert "".join(text[m.start : m.end] for m in found) == text
    assert [m.surface for m in found] == [text[m.start : m.end] for m in found]


def test_places_go_on_over_the_chunks_that_sudachi_is_given() -> None:
    text = "山田太郎が来た。" * 2000

    last = morphemes(text)[-1]

    assert (last.surface, last.start, last.end) == ("。", len(text) - 1, len(text))
