"""The library as a search provider, over a real index, a real ranking and real vectors."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from tadori.minds.base import Embedder
from tadori.minds.local.embedding import MultilingualEmbedder
from tadori.model.doors import Passage, PassageMatch
from tadori.model.ids import EN, JA, IsoDate, Lang, Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.rank.ranking import rank_matches
from tadori.search.cross_language import CrossLanguageSearch
from tadori.search.library import LibrarySearch
from tadori.search.name_spellings import NameSpellings
from tadori.search.snippet import best_snippet
from tadori.store.lexical import StoredIndex, add_lengths, add_passages, create_lexical, with_terms
from tadori.text.tokens import terms

TIDE_EN = (
    "Tidal power in the bay",
    "The tidal power station in the bay began to run in 2011. Its turbines turn both ways.",
)
TIDE_JA = ("湾の潮力発電所", "湾に建てられた潮力発電所は二〇一一年に運転を始めた。水車は両方向に回る。")
CATS_EN = ("Cats", "A cat sleeps sixteen hours a day. It wakes at dusk to hunt mice.")
CATS_JA = ("猫の睡眠", "猫は一日に十六時間眠る。夕方に起きて鼠を捕る。")
TAX_EN = ("The new tax", "The tax on sugar was raised in April and brought in four million.")
TAX_JA = ("新しい税", "砂糖にかかる税は四月に引き上げられた。")

QUESTION_EN = "When did the tidal power station start to run?"
QUESTION_JA = "潮力発電所はいつ運転を始めましたか。"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return MultilingualEmbedder()


class Counting:
    """Counts the texts another embedder is asked for."""

    def __init__(self, inner: Embedder) -> None:
        self.inner = inner
        self.model_id = inner.model_id
        self.texts = 0

    def embed(self, texts):  # type: ignore[no-untyped-def]
        self.texts += len(texts)
        return self.inner.embed(texts)


@pytest.fixture
def engine() -> Iterator[sa.Engine]:
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with engine.begin() as db:
        create_lexical(db)
        add_lengths(db)
    yield engine
    engine.dispose()


def library(engine: sa.Engine, documents: dict[str, tuple[str, str]], embedder: Embedder | None) -> LibrarySearch:
    passages = [
        Passage(
            id=f"ps_{name}",
            page_id=f"pg_{name}",
            url=Url(f"file:///{name}"),
            title=title,
            date=IsoDate("2024-05"),
            lang=JA if name.endswith("ja") else EN,
            start=0,
            end=len(text),
            text=text,
        )
        for name, (title, text) in documents.items()
    ]
    with engine.begin() as db:
        add_passages(db, with_terms(passages))
    index = StoredIndex(engine)

    def rank(query: str, lang: Lang, matches: list[PassageMatch]) -> list[PassageMatch]:
        return rank_matches(query, lang, matches, frequency=index.document_frequency, embedder=embedder, embedded=0)

    across = CrossLanguageSearch(index, embedder) if embedder else None
    return LibrarySearch(index, rank, across, NameSpellings(index))  # type: ignore[arg-type]


async def ask(provider: LibrarySearch, text: str, lang: Lang, limit: int = 5) -> list[Hit]:
    query = Query.of(
        task_id="t",
        text=text,
        lang=lang,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=limit,
        cause_id="s",
    )
    return list((await provider.search(query)).hits)


def names(hits: list[Hit]) -> list[str]:
    return [hit.url.removeprefix("file:///") for hit in hits]


async def test_a_hit_has_the_words_that_answer(engine: sa.Engine) -> None:
    provider = library(engine, {"tide_en": TIDE_EN, "cats_en": CATS_EN}, None)
    assert await ask(provider, QUESTION_EN, EN) == [
        Hit(
            title="Tidal power in the bay",
            url=Url("file:///tide_en"),
            snippet=TIDE_EN[1],
            date=IsoDate("2024-05"),
            engine="library",
            rank=1,
            source_tag="library",
        )
    ]


@pytest.mark.req("X7")
async def test_a_japanese_question_finds_the_english_document(engine: sa.Engine, embedder: Embedder) -> None:
    provider = library(engine, {"cats_en": CATS_EN, "tax_en": TAX_EN, "tide_en": TIDE_EN}, embedder)
    assert names(await ask(provider, QUESTION_JA, JA))[0] == "tide_en"


@pytest.mark.req("X7")
async def test_an_english_question_finds_the_japanese_document(engine: sa.Engine, embedder: Embedder) -> None:
    provider = library(engine, {"cats_ja": CATS_JA, "tax_ja": TAX_JA, "tide_ja": TIDE_JA}, embedder)
    assert names(await ask(provider, QUESTION_EN, EN))[0] == "tide_ja"


KANESAKI_EN = ("Harbours of the west", "The first ship came to Kanesaki in 1931.")
FARHOLM_EN = ("Harbours of the east", "The harbour of Farholm, where ships came in 1922, is a harbour of harbours.")
NAGIURA_JA = ("水力", "凪浦では1957年に運転が始まった。")
NAMIKURA_JA = ("発電所の一覧", "波倉の発電所は1964年に発電を始めた発電所である。")
CALENDAR_EN = ("Reform of time", "The Gregorian one came in 1582.")


@pytest.mark.req("X7")
@pytest.mark.parametrize(
    ("question", "lang", "found"),
    [
        ("鐘崎の港はいつ開いたか", JA, "kanesaki_en"),
        ("グレゴリオ暦はいつからか", JA, "calendar_en"),
        ("When did the Nagiura power station start?", EN, "nagiura_ja"),
    ],
)
async def test_documents_of_the_other_language_are_found_by_the_names_of_the_question(
    engine: sa.Engine, question: str, lang: Lang, found: str
) -> None:
    documents = {
        "kanesaki_en": KANESAKI_EN,
        "farholm_en": FARHOLM_EN,
        "calendar_en": CALENDAR_EN,
        "nagiura_ja": NAGIURA_JA,
        "namikura_ja": NAMIKURA_JA,
        "cats_en": CATS_EN,
        "cats_ja": CATS_JA,
    }
    assert names(await ask(library(engine, documents, None), question, lang)) == [found]


@pytest.mark.req("X7")
async def test_a_name_leads_before_mere_nearness_in_meaning(engine: sa.Engine, embedder: Embedder) -> None:
    documents = {"kanesaki_en": KANESAKI_EN, "farholm_en": FARHOLM_EN, "cats_en": CATS_EN}
    assert names(await ask(library(engine, documents, embedder), "鐘崎の港はいつ開いたか", JA))[0] == "kanesaki_en"


async def test_spellings_are_read_again_when_the_library_changes(engine: sa.Engine) -> None:
    provider = library(engine, {"cats_en": CATS_EN}, None)
    assert await ask(provider, "鐘崎の港", JA) == []
    library(engine, {"kanesaki_en": KANESAKI_EN}, None)
    assert names(await ask(provider, "鐘崎の港", JA)) == ["kanesaki_en"]


@pytest.mark.req("X7")
async def test_both_languages_are_found_beside_each_other(engine: sa.Engine, embedder: Embedder) -> None:
    documents = {"tide_en": TIDE_EN, "tide_ja": TIDE_JA, "cats_en": CATS_EN, "cats_ja": CATS_JA}
    provider = library(engine, documents, embedder)
    assert names(await ask(provider, QUESTION_JA, JA))[:2] == ["tide_ja", "tide_en"]
    assert names(await ask(provider, QUESTION_EN, EN))[:2] == ["tide_en", "tide_ja"]


async def test_many_documents_found_by_words_leave_room_for_the_other_language(
    engine: sa.Engine, embedder: Embedder
) -> None:
    documents = {f"tide{n}_en": TIDE_EN for n in range(10)} | {"tide_ja": TIDE_JA}
    hits = await ask(library(engine, documents, embedder), QUESTION_EN, EN, limit=6)
    assert len(hits) == 6
    assert names(hits).count("tide_ja") == 1


async def test_a_library_in_one_language_embeds_nothing(engine: sa.Engine, embedder: Embedder) -> None:
    counting = Counting(embedder)
    await ask(library(engine, {"tide_en": TIDE_EN, "cats_en": CATS_EN}, counting), QUESTION_EN, EN)
    assert counting.texts == 0


async def test_a_document_of_another_language_is_embedded_once(engine: sa.Engine, embedder: Embedder) -> None:
    counting = Counting(embedder)
    across = CrossLanguageSearch(_index(library(engine, {"tide_ja": TIDE_JA, "cats_ja": CATS_JA}, None)), counting)
    across.nearest(QUESTION_EN, EN, limit=5)
    across.nearest("How long do cats sleep?", EN, limit=5)
    assert counting.texts == 2 + 2


def _index(provider: LibrarySearch) -> StoredIndex:
    index = provider._index
    assert isinstance(index, StoredIndex)
    return index


async def test_a_document_is_one_hit_however_many_of_its_passages_match(engine: sa.Engine) -> None:
    provider = library(engine, {}, None)
    text = "The tide turns. " * 3
    with engine.begin() as db:
        add_passages(
            db,
            with_terms(
                [
                    Passage(
                        id=f"ps_{n}",
                        page_id="pg",
                        url=Url("file:///one"),
                        title="",
                        date=None,
                        lang=EN,
                        start=n,
                        end=n + 1,
                        text=text,
                    )
                    for n in range(5)
                ]
            ),
        )
    assert names(await ask(provider, "tide", EN)) == ["one"]


@pytest.mark.parametrize("text", ["", "the", "?!", "x" * 10_000, "zyxwv"])
async def test_a_query_that_says_nothing_finds_nothing(engine: sa.Engine, text: str) -> None:
    provider = library(engine, {"tide_en": TIDE_EN}, None)
    assert await ask(provider, text, EN) == []


async def test_no_more_hits_than_asked_for(engine: sa.Engine) -> None:
    provider = library(engine, {f"tide{n}_en": TIDE_EN for n in range(9)}, None)
    hits = await ask(provider, QUESTION_EN, EN, limit=4)
    assert [hit.rank for hit in hits] == [1, 2, 3, 4]


def test_a_snippet_is_the_run_of_sentences_with_the_most_of_the_words() -> None:
    text = "Nothing here. " * 30 + "The sluice gate failed in 1994. It was repaired. " + "Nothing more. " * 30
    shown = best_snippet(text, EN, terms("When was the failed sluice gate repaired?"))
    assert "The sluice gate failed in 1994. It was repaired." in shown
    assert len(shown) <= 300
    assert shown in text


def test_a_snippet_of_one_endless_sentence_is_cut() -> None:
    assert best_snippet("あ" * 1000, JA, ["あ"]) == "あ" * 300


def test_a_passage_without_any_of_the_words_shows_its_beginning() -> None:
    assert best_snippet("First one. Second one.", EN, ["zebra"]) == "First one. Second one."
