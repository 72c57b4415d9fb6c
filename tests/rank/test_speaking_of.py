"""Which fragments speak of what somebody looks for."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.ids import EN, JA, Lang
from tadori.model.page import Fragment, Page
from tadori.rank.fragments import SearchedWords, fragments_about
from tests.rank.test_ranking_passages import page
from tests.rank.test_reranking import fragment, rare

BRIDGE = "The harbour bridge opened in 1987."
LONG = "It is 840 metres long."
CATS = "Cats sleep for sixteen hours a day."


def of(words: str, *texts: str, lang: Lang = EN, title: str = "") -> list[str]:
    """Which of `texts`, paragraphs of one page, speak of `words`; by words alone."""
    given = [(titled(title, *texts), fragments(*texts))]
    found = fragments_about([SearchedWords(words=words, lang=lang)], given, frequency=rare, embedder=None)
    return [one.text for one in fragments(*texts) if one.id in found]


def titled(title: str, *texts: str, lang: Lang = EN) -> Page:
    return replace(page(" ".join(texts)), title=title, lang=lang)


def fragments(*texts: str) -> list[Fragment]:
    return [fragment(text, place) for place, text in enumerate(texts)]


@pytest.mark.req("L13", "L24")
def test_a_fragment_speaks_of_what_it_says_in_most_of_its_words() -> None:
    assert of("harbour bridge opening date", BRIDGE, LONG, CATS) == [BRIDGE]
    assert of("capital of Mongolia", BRIDGE, LONG, CATS) == []
    assert of("港の橋 開通", "港の橋は1987年に開通した。", "猫はよく眠る。", lang=JA) == ["港の橋は1987年に開通した。"]


def test_what_stands_above_a_fragment_says_what_it_is_about() -> None:
    assert of("harbour bridge length", BRIDGE, LONG, CATS, title="Harbour Bridge") == [BRIDGE, LONG, CATS]
    assert of("harbour bridge length", LONG) == []


def test_a_word_that_the_collection_is_full_of_tells_less_than_a_rare_one() -> None:
    def full_of_bridges(words: Sequence[str]) -> tuple[int, dict[str, int]]:
        return 1000, {"bridg": 900}

    given = [(titled("", BRIDGE), fragments(BRIDGE))]
    asked = [SearchedWords(words="bridge Mongolia", lang=EN)]
    assert fragments_about(asked, given, frequency=full_of_bridges, embedder=None) == set()
    assert fragments_about(asked, given, frequency=rare, embedder=None) == {"fr_0"}


@pytest.mark.parametrize("words", ["", "?!", "  "])
def test_words_that_tell_nothing_rule_nothing_out(words: str) -> None:
    assert of(words, BRIDGE, CATS) == [BRIDGE, CATS]


def test_without_fragments_or_wishes_nothing_speaks() -> None:
    assert fragments_about([], [(titled("", CATS), fragments(CATS))], frequency=rare, embedder=None) == set()
    assert fragments_about([SearchedWords(words="cats", lang=EN)], [], frequency=rare, embedder=None) == set()


FISHING = "The fishing cooperative fears that its catch will shrink."


@pytest.mark.req("X7")
def test_other_words_and_the_other_language_are_heard_by_their_sense() -> None:
    given = [(titled("", FISHING, CATS), fragments(FISHING, CATS))]
    embedder = MultilingualEmbedder()
    for asked in (
        SearchedWords(words="decline in fisheries", lang=EN),
        SearchedWords(words="漁船の漁獲量が減った", lang=JA),
    ):
        assert fragments_about([asked], given, frequency=rare, embedder=None) == set()
        assert fragments_about([asked], given, frequency=rare, embedder=embedder) == {"fr_0"}
    far = SearchedWords(words="富士山の標高", lang=JA)
    assert fragments_about([far], given, frequency=rare, embedder=embedder) == set()


class OtherScale(MultilingualEmbedder):
    """The same vectors under another name: what its cosines mean nobody has measured."""

    @property
    def model_id(self) -> str:
        return "bge-m3"


def test_an_embedder_whose_scale_is_unknown_decides_nothing() -> None:
    given = [(titled("", FISHING), fragments(FISHING))]
    asked = [SearchedWords(words="漁船の漁獲量が減った", lang=JA)]
    assert fragments_about(asked, given, frequency=rare, embedder=OtherScale()) == set()
