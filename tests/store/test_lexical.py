from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from tadori.model.doors import Passage
from tadori.model.ids import EN, JA, Lang, Url
from tadori.store.lexical import StoredIndex, add_lengths, add_passages, create_lexical, remove_pages, with_terms
from tadori.text.tokens import terms


def passage(number: int, text: str, *, title: str = "", lang: Lang = EN, page: str = "", start: int = 0) -> Passage:
    return Passage(
        id=f"ps_{number}",
        page_id=page or f"pg_{number}",
        url=Url(f"file:///{number}"),
        title=title,
        date=None,
        lang=lang,
        start=start,
        end=start + len(text),
        text=text,
    )


@pytest.fixture
def engine() -> Iterator[sa.Engine]:
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with engine.begin() as db:
        create_lexical(db)
        add_lengths(db)
        db.exec_driver_sql("create table documents (library_id text, page_id text, indexed_at text default '')")
    yield engine
    engine.dispose()


def fill(engine: sa.Engine, *passages: Passage) -> None:
    with engine.begin() as db:
        add_passages(db, with_terms(passages))


def found(index: StoredIndex, query: str, limit: int = 10) -> list[str]:
    return [m.passage.id for m in index.match(terms(query), limit=limit)]


@pytest.mark.req("L24")
def test_the_passage_that_holds_the_rarer_words_comes_first(engine: sa.Engine) -> None:
    fill(
        engine,
        passage(1, "The station makes power."),
        passage(2, "The station has a sluice gate."),
        passage(3, "Power is sold by the station in town."),
        passage(4, "Nothing of the kind."),
    )
    assert found(StoredIndex(engine), "sluice gates of the station") == ["ps_2", "ps_1", "ps_3"]


@pytest.mark.req("X7")
@pytest.mark.parametrize("query", ["発電", "水門の点検", "14000000人"])
def test_japanese_words_of_two_characters_and_numerals_are_found(engine: sa.Engine, query: str) -> None:
    fill(
        engine,
        passage(1, "潮力発電所の水門を点検した。人口は一千四百万人。", lang=JA),
        passage(2, "猫がいる。", lang=JA),
    )
    assert found(StoredIndex(engine), query) == ["ps_1"]


def test_a_word_in_the_title_weighs_more_than_one_in_the_body(engine: sa.Engine) -> None:
    other = [passage(n, f"filler {n}") for n in range(3, 9)]
    fill(engine, passage(1, "tide and more words"), passage(2, "sea and more words", title="tide"), *other)
    assert found(StoredIndex(engine), "tide") == ["ps_2", "ps_1"]


def test_a_match_brings_the_terms_it_is_indexed_by(engine: sa.Engine) -> None:
    given = passage(1, "The gates are closing.", title="The 3.5 m gates")
    fill(engine, given)
    (match,) = StoredIndex(engine).match(["gate"], limit=5)
    assert match.passage == given
    assert match.title_terms == ("3.5", "m", "gate")
    assert match.body_terms == ("gate", "close")


def test_adding_a_passage_twice_keeps_one_row(engine: sa.Engine) -> None:
    fill(engine, passage(1, "tide"), passage(1, "tide"))
    fill(engine, passage(1, "tide"), passage(2, "tide"))
    assert found(StoredIndex(engine), "tide") == ["ps_1", "ps_2"]
    assert StoredIndex(engine).document_frequency(["tide"]) == (2, {"tide": 2})


def test_removed_pages_are_found_no_more_and_others_stay(engine: sa.Engine) -> None:
    fill(engine, *(passage(n, "tide", page=f"pg_{n % 2}") for n in range(1200)))
    with engine.begin() as db:
        remove_pages(db, ["pg_1", "pg_absent"])
    assert StoredIndex(engine).document_frequency(["tide"]) == (600, {"tide": 600})
    fill(engine, passage(5000, "tide again"))
    assert StoredIndex(engine).document_frequency(["again", "tide"]) == (601, {"again": 0, "tide": 601})


def test_document_frequency_counts_passages_once_whatever_the_column(engine: sa.Engine) -> None:
    fill(engine, passage(1, "gate gate gate", title="gate"), passage(2, "lock"))
    assert StoredIndex(engine).document_frequency(["gate", "lock", "none"]) == (
        2,
        {"gate": 1, "lock": 1, "none": 0},
    )


def test_a_scope_lets_only_the_pages_of_its_libraries_through(engine: sa.Engine) -> None:
    fill(engine, passage(1, "tide"), passage(2, "tide"), passage(3, "tide"))
    with engine.begin() as db:
        held = "('a', 'pg_1'), ('b', 'pg_2'), ('a', 'pg_3'), ('b', 'pg_3')"
        db.exec_driver_sql(f"insert into documents (library_id, page_id) values {held}")  # noqa: S608
    assert found(StoredIndex(engine, ["a"]), "tide") == ["ps_1", "ps_3"]
    assert found(StoredIndex(engine, ["b"]), "tide") == ["ps_2", "ps_3"]
    assert found(StoredIndex(engine, ["a", "b"]), "tide") == ["ps_1", "ps_2", "ps_3"]
    assert found(StoredIndex(engine, ["c"]), "tide") == []


def test_a_scope_of_no_libraries_holds_nothing(engine: sa.Engine) -> None:
    fill(engine, passage(1, "tide"))
    assert found(StoredIndex(engine, []), "tide") == []


@pytest.mark.parametrize(
    "token", ['"', "a OR b", "gate*", "NEAR(", "-gate", "title:", "'; drop table passages; --", "\x00"]
)
def test_no_token_is_read_as_a_search_command(engine: sa.Engine, token: str) -> None:
    fill(engine, passage(1, "gate"))
    assert StoredIndex(engine).match([token], limit=5) == []


def test_no_tokens_match_nothing(engine: sa.Engine) -> None:
    fill(engine, passage(1, "gate"))
    assert StoredIndex(engine).match([], limit=5) == []


def test_of_a_very_long_question_the_rarest_words_are_looked_for(engine: sa.Engine) -> None:
    common = " ".join(f"common{n}" for n in range(100))
    fill(engine, passage(1, common), passage(2, common), passage(3, "needle"))
    assert found(StoredIndex(engine), f"{common} needle") == ["ps_3", "ps_1", "ps_2"]


def test_no_more_than_the_limit_comes_back_and_ties_go_by_id(engine: sa.Engine) -> None:
    fill(engine, *(passage(n, "tide") for n in (3, 1, 2)))
    assert found(StoredIndex(engine), "tide", limit=2) == ["ps_1", "ps_2"]


def test_leads_are_the_first_passages_of_pages_in_other_languages(engine: sa.Engine) -> None:
    first = passage(1, "潮力発電", lang=JA, page="pg_ja")
    later = passage(2, "水門", lang=JA, page="pg_ja", start=50)
    fill(engine, later, first, passage(3, "tide"))
    assert StoredIndex(engine).leads(other_than=EN, limit=5) == [first]
    assert [p.id for p in StoredIndex(engine).leads(other_than=JA, limit=5)] == ["ps_3"]
    assert StoredIndex(engine, ["a"]).leads(other_than=EN, limit=5) == []


def test_equally_good_passages_stand_by_title_and_address_whatever_their_ids(engine: sa.Engine) -> None:
    """Ids hash addresses: an order by id would change with the folder the documents lie in."""
    texts = [passage(number, "The tide turns.", title=title) for number, title in ((1, "C"), (2, "A"), (3, "B"))]
    copy = replace(texts[0], id="ps_0", page_id="pg_0", url=Url("file:///9"))
    fill(engine, *texts, copy)
    assert found(StoredIndex(engine), "tide") == ["ps_2", "ps_3", "ps_1", "ps_0"]
    assert [p.id for p in StoredIndex(engine).leads(other_than=JA, limit=9)] == ["ps_2", "ps_3", "ps_1", "ps_0"]


EN_TEXTS = (
    "The tide turns at noon.",
    "The gate closes the tide out. The gate is old.",
    "A mill on the river.",
    "Tide.",
)
JA_TEXTS = ("潮は正午に変わる。", "水門は潮を止める。水門は古い。", "川の水車。", "潮。")


def in_library(engine: sa.Engine, library: str, *passages: Passage) -> None:
    fill(engine, *passages)
    with engine.begin() as db:
        for one in passages:
            values = {"library": library, "page": one.page_id}
            db.execute(sa.text("insert into documents (library_id, page_id) values (:library, :page)"), values)


def scored(index: StoredIndex, query: str) -> list[tuple[str, float]]:
    return [(m.passage.id, m.score) for m in index.match(terms(query), limit=20)]


@pytest.mark.req("L24")
def test_over_everything_scores_are_those_of_fts5(engine: sa.Engine) -> None:
    fill(engine, *(passage(n, text, title="tide" if n == 2 else "") for n, text in enumerate(EN_TEXTS * 3)))
    with engine.begin() as db:
        theirs = db.execute(
            sa.text("select rowid, -bm25(passages_fts, 3.0, 1.0) from passages_fts where passages_fts match :words"),
            {"words": '"gate" OR "mill" OR "tide"'},
        ).all()
        numbers = {row.number: row.id for row in db.execute(sa.text("select number, id from passages"))}
    ours = dict(scored(StoredIndex(engine), "gate mill tide"))
    assert ours == pytest.approx({numbers[number]: score for number, score in theirs})


@pytest.mark.req("L23")
@pytest.mark.parametrize(
    ("texts", "query"), [(EN_TEXTS, "gates of the tide"), (JA_TEXTS, "潮と水門"), (EN_TEXTS + JA_TEXTS, "tide 潮")]
)
@pytest.mark.parametrize("others_first", [True, False])
def test_scores_and_counts_of_a_library_are_the_same_whatever_else_is_indexed(
    engine: sa.Engine, texts: tuple[str, ...], query: str, others_first: bool
) -> None:
    mine = [passage(n, text) for n, text in enumerate(texts)]
    others = [passage(100 + n, "The tide of gates. 潮と水門。 " * (n + 1)) for n in range(30)]
    with_others: list[tuple[str, list[Passage]]] = [("mine", mine), ("others", others)]
    for library, held in reversed(with_others) if others_first else with_others:
        in_library(engine, library, *held)
    crowded = StoredIndex(engine, ["mine"])
    alone = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with alone.begin() as db:
        create_lexical(db)
        add_lengths(db)
        db.exec_driver_sql("create table documents (library_id text, page_id text, indexed_at text default '')")
    in_library(alone, "mine", *mine)
    lonely = StoredIndex(alone, ["mine"])
    assert scored(crowded, query) == scored(lonely, query)
    assert crowded.document_frequency(terms(query)) == lonely.document_frequency(terms(query))
    alone.dispose()


@pytest.mark.req("L23")
def test_a_document_in_two_searched_libraries_counts_once(engine: sa.Engine) -> None:
    in_library(engine, "a", passage(1, "tide"), passage(2, "gate"))
    in_library(engine, "b", passage(1, "tide"), passage(3, "tide mill"))
    assert StoredIndex(engine, ["a"]).document_frequency(["tide"]) == (2, {"tide": 1})
    assert StoredIndex(engine, ["a", "b"]).document_frequency(["tide"]) == (3, {"tide": 2})
    assert StoredIndex(engine, ["b", "a", "b"]).document_frequency(["tide"]) == (3, {"tide": 2})
    assert StoredIndex(engine, []).document_frequency(["tide"]) == (0, {"tide": 0})


@pytest.mark.req("L23")
def test_a_library_whose_passages_lie_scattered_among_others_is_counted_exactly(engine: sa.Engine) -> None:
    for n in range(60):
        in_library(engine, "a" if n % 3 else "b", passage(n, "tide" if n % 2 else "gate"))
    assert StoredIndex(engine, ["a"]).document_frequency(["tide", "gate"]) == (40, {"tide": 20, "gate": 20})
    assert len(StoredIndex(engine, ["b"]).match(["tide"], limit=99)) == 10


@pytest.mark.req("L23")
def test_counts_follow_when_documents_of_the_library_change(engine: sa.Engine) -> None:
    index = StoredIndex(engine, ["a"])
    in_library(engine, "a", passage(1, "tide"))
    assert index.document_frequency(["tide"]) == (1, {"tide": 1})
    in_library(engine, "a", passage(2, "tide"))
    assert index.document_frequency(["tide"]) == (2, {"tide": 2})
    with engine.begin() as db:
        remove_pages(db, ["pg_1"])
        db.exec_driver_sql("delete from documents where page_id = 'pg_1'")
    assert index.document_frequency(["tide"]) == (1, {"tide": 1})
    assert found(index, "tide") == ["ps_2"]


@pytest.mark.req("L23")
def test_lengths_of_an_older_index_are_counted_when_it_is_brought_up_to_date() -> None:
    old = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    with old.begin() as db:
        create_lexical(db)
        row = "insert into passages values (1, 'ps', 'pg', 'u', 'Old gate', null, 'en', 0, 9, 'x')"
        db.exec_driver_sql(row)
        db.exec_driver_sql("insert into passages_fts (rowid, title, body) values (1, 'old gate', '')")
        db.exec_driver_sql(row.replace("(1, 'ps'", "(2, 'ps2'"))
        db.exec_driver_sql("insert into passages_fts (rowid, title, body) values (2, '', '潮 水門 3.5')")
        add_lengths(db)
        assert db.exec_driver_sql("select terms from passages order by number").scalars().all() == [2, 3]
    old.dispose()


def test_leads_and_texts_are_those_of_the_index_as_it_is_now(engine: sa.Engine) -> None:
    index = StoredIndex(engine)
    fill(engine, passage(1, "The tide.", title="Tides"))
    before = index.version()
    assert [p.id for p in index.leads(other_than=JA, limit=9)] == ["ps_1"]
    fill(engine, passage(2, "The sea."), passage(3, "潮。", lang=JA))
    assert index.version() != before
    assert [p.id for p in index.leads(other_than=JA, limit=9)] == ["ps_2", "ps_1"]
    assert [p.id for p in index.leads(other_than=EN, limit=9)] == ["ps_3"]
    assert index.texts(EN, limit=1) == ["Tides\nThe tide."]
    assert index.texts(JA, limit=9) == ["\n潮。"]
