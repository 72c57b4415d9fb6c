"""How a page is cut into the passages that are indexed."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.model.ids import EN, JA, Lang, Url, text_hash
from tadori.model.page import FragmentType, Page, PageType, TextElement
from tadori.rank.passages import cut_passages


def page(text: str, lang: Lang = EN) -> Page:
    digest = text_hash(text)
    return Page(
        id="pg_1",
        url=Url("file:///1"),
        content_hash=digest,
        text_hash=digest,
        media_type="text/plain",
        byte_length=len(text.encode()),
        text_length=len(text),
        title="The title",
        date=None,
        lang=lang,
        page_type=PageType.ARTICLE,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="library",
    )


def joined(parts: Sequence[str], headings: Sequence[int] = ()) -> tuple[str, list[TextElement]]:
    """`parts` as one text, a line each, with their pieces."""
    pieces, at = [], 0
    for number, part in enumerate(parts):
        kind = FragmentType.HEADING if number in headings else FragmentType.PARAGRAPH
        pieces.append(
            TextElement(
                start=at,
                end=at + len(part),
                fragment_type=kind,
                heading_context="",
                heading_hierarchy=(),
                element_index=number,
            )
        )
        at += len(part) + 1
    return "\n".join(parts), pieces


def test_a_short_page_is_one_passage_that_knows_its_page() -> None:
    text, pieces = joined(["One.", "Two."])
    (only,) = cut_passages(page(text), text, pieces)
    assert (only.text, only.start, only.end) == ("One.\nTwo.", 0, 9)
    assert (only.page_id, only.url, only.title, only.lang) == ("pg_1", "file:///1", "The title", "en")


def test_neighbouring_pieces_share_a_passage_while_they_fit() -> None:
    text, pieces = joined(["a" * 600, "b" * 600, "c" * 600, "d" * 200])
    assert [(p.start, p.end) for p in cut_passages(page(text), text, pieces)] == [(0, 1201), (1202, 2003)]


def test_japanese_passages_are_shorter_because_each_character_says_more() -> None:
    text, pieces = joined(["あ" * 400, "い" * 400, "う" * 100])
    assert [p.text[0] + p.text[-1] for p in cut_passages(page(text, JA), text, pieces)] == ["ああ", "いう"]


def test_a_heading_opens_a_new_passage() -> None:
    text, pieces = joined(["a" * 900, "Heading", "b" * 500, "c" * 300], headings=[1])
    assert [p.text[:7] for p in cut_passages(page(text), text, pieces)] == ["aaaaaaa", "Heading"]


def test_a_heading_after_a_few_words_does_not() -> None:
    text, pieces = joined(["Intro", "Heading", "b" * 1400, "c" * 200], headings=[1])
    assert [p.text[:7] for p in cut_passages(page(text), text, pieces)] == ["Intro\nH", "ccccccc"]


def test_a_piece_is_split_only_when_it_is_far_too_long_and_then_between_sentences() -> None:
    sentence = "It is a sentence of fifty characters, no more now."
    whole, pieces = joined([" ".join([sentence] * 50)])
    assert [len(p.text) for p in cut_passages(page(whole), whole, pieces)] == [50 * 51 - 1]
    text, pieces = joined([" ".join([sentence] * 80)])
    cut = cut_passages(page(text), text, pieces)
    assert [p.text.count(sentence) for p in cut] == [29, 29, 22]


def test_a_huge_piece_without_any_sentence_end_is_split_all_the_same() -> None:
    text, pieces = joined(["a" * 4000])
    assert [len(p.text) for p in cut_passages(page(text), text, pieces)] == [1500, 1500, 1000]


def test_a_text_without_pieces_is_cut_as_one_piece() -> None:
    text = "A sentence. " * 400
    assert "".join(p.text for p in cut_passages(page(text), text, ())).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("text", ["", "  \n "])
def test_a_text_without_visible_characters_has_no_passages(text: str) -> None:
    assert cut_passages(page(text), text, ()) == []


def test_the_same_page_cut_again_gives_the_same_ids() -> None:
    text, pieces = joined(["a" * 900, "b" * 900])
    first, second = (cut_passages(page(text), text, pieces) for _ in range(2))
    assert [p.id for p in first] == [p.id for p in second]
    assert len({p.id for p in first}) == 2


@given(st.lists(st.integers(1, 4000), min_size=1, max_size=12), st.sampled_from([EN, JA]))
def test_passages_are_exact_in_order_and_lose_nothing(lengths: list[int], lang: Lang) -> None:
    text, pieces = joined([("word. " * 800)[:n].strip() or "w" for n in lengths])
    cut = cut_passages(page(text, lang), text, pieces)
    assert [p.text for p in cut] == [text[p.start : p.end] for p in cut]
    assert "".join("".join(p.text for p in cut).split()) == "".join(text.split())
    assert [p for p in cut if len(p.text) > 3000] == []
