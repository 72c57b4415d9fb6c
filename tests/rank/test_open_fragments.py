"""The fragments of an open question: those of the right section first, though they share no word with the question."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.extract.extraction import Extraction
from tadori.model.evidence_thresholds import ASKING_WORD_WEIGHT
from tadori.model.ids import EN, JA, Lang, Url
from tadori.model.page import Capture, Fragment, Page
from tadori.rank.fragments import RankedFragment
from tadori.rank.open_fragments import asked_weights, rank_open_fragments
from tadori.rank.question import parse_question
from tests.rank.open_parts import Meanings, library

WHY = "Why was the harbour bridge closed?"
LIBRARY = library(400, bridg=40, harbour=40, close=10, 橋=40, 閉鎖=10)
BRIDGE = """# Harbour bridge

## Closing

In 2019 the harbour bridge was closed to all traffic.

Engineers had found rust in both towers.

## Colour

Painters chose red for every part of it.
"""
MARKET = "# Market\n\n## Bread\n\nBakers sell bread here on Mondays.\n"
橋 = "# 港の橋\n\n## 閉鎖\n\n2019年に橋は閉鎖された。\n\n塔に錆が見つかった。\n\n## 色\n\nすべて赤く塗られた。\n"


def read(name: str, text: str) -> tuple[Page, list[Fragment]]:
    capture = Capture(
        url=Url((Path("/library") / name).as_uri()),
        body=text.encode(),
        media_type="text/markdown",
        charset=None,
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        source_tag="library",
    )
    extracted = Extraction().extract(capture)
    page = Page.of(capture, extracted)
    return page, [Fragment.of(page, extracted.text, piece) for piece in extracted.pieces]


def ranked(question: str, lang: Lang, *texts: str, embedder: Meanings | None = None) -> list[RankedFragment]:
    pages = [read(f"{number}.md", text) for number, text in enumerate(texts)]
    return rank_open_fragments(parse_question(question, lang), pages, frequency=LIBRARY, embedder=embedder)


def place(found: list[RankedFragment], words: str) -> int:
    return next(number for number, one in enumerate(found) if words in one.fragment.text)


def test_a_reason_that_repeats_no_word_of_the_question_follows_its_section() -> None:
    found = ranked(WHY, EN, MARKET, BRIDGE)
    assert place(found, "closed to all traffic") < place(found, "rust in both towers")
    assert place(found, "rust in both towers") < place(found, "Painters chose red")
    assert place(found, "Painters chose red") < place(found, "Bakers sell bread")


def test_japanese_sections_are_ordered_the_same() -> None:
    found = ranked("橋はなぜ閉鎖されたのか", JA, 橋)
    assert place(found, "閉鎖された") < place(found, "錆が見つかった") < place(found, "赤く塗られた")


def test_scores_lie_between_0_and_1_and_fall() -> None:
    scores = [one.score for one in ranked(WHY, EN, MARKET, BRIDGE, embedder=Meanings(("closed",), ("bread",)))]
    assert scores == sorted(scores, reverse=True)
    assert 0 <= scores[-1] <= scores[0] <= 1


def test_every_fragment_is_ranked_once() -> None:
    pages = [read("1.md", BRIDGE), read("2.md", MARKET)]
    found = rank_open_fragments(parse_question(WHY, EN), pages, frequency=LIBRARY, embedder=None)
    assert sorted(one.fragment.id for one in found) == sorted(f.id for _, given in pages for f in given)


def test_a_section_of_another_language_is_found_by_its_meaning() -> None:
    both = Meanings(("closed", "閉鎖"), ("赤く",), ("bread",))
    found = ranked(WHY, EN, MARKET, 橋, embedder=both)
    assert place(found, "錆が見つかった") < place(found, "Bakers sell bread")


def test_equal_fragments_keep_the_order_of_pages() -> None:
    found = ranked("Why?", EN, MARKET, BRIDGE)
    assert {one.score for one in found} == {0.0}
    assert place(found, "Bakers sell bread") < place(found, "closed to all traffic")


def test_no_pages_have_no_fragments_and_embed_nothing() -> None:
    embedder = Meanings(("closed",))
    assert rank_open_fragments(parse_question(WHY, EN), [], frequency=LIBRARY, embedder=embedder) == []
    assert embedder.read == []


def test_the_words_of_a_question_weigh_1_together_and_asking_words_little() -> None:
    weights = asked_weights(parse_question("advantages of the bridge", EN), library(400, advantag=40, bridg=40))
    assert weights == pytest.approx(
        {"advantag": ASKING_WORD_WEIGHT / (1 + ASKING_WORD_WEIGHT), "bridg": 1 / (1 + ASKING_WORD_WEIGHT)}
    )
    assert asked_weights(parse_question("???", EN), LIBRARY) == {}
