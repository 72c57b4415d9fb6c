from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import EvidenceBroken
from tadori.graph.build import GraphInputs, build_graph, largest_origin_share, own_edge
from tadori.model.claim import Claim, Edge, Relation
from tadori.model.graph import ClaimStanding, EvidenceSource, Standing, TrustLevel
from tadori.model.ids import EN, JA, Lang
from tests.graph.makers import claim, edge, quotation, source

TEN = claim("pg_1", "The plant has fourteen turbines.")


def stand(sources: list[EvidenceSource], edges: list[Edge], lang: Lang = EN, of: Claim = TEN) -> ClaimStanding:
    graph = build_graph(
        GraphInputs(
            claims=[of],
            edges=edges,
            sources=sources,
            refutation_searched={of.id: True},
            answer_scores={of.id: 0.8},
            lang=lang,
        )
    )
    return graph.claims[0]


@pytest.mark.req("L33")
def test_a_claim_supports_itself_by_the_words_it_was_read_from() -> None:
    found = stand([source("pg_1")], [])
    assert [e.quotation for e in found.supporting] == [TEN.quotation]
    assert (found.standing, found.answer_score, found.origins) == (Standing.SINGLE_SOURCE, 0.8, ("or_pg_1",))


@pytest.mark.req("L33")
def test_two_independent_origins_corroborate() -> None:
    edges = [edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS)]
    found = stand([source("pg_1"), source("pg_2")], edges)
    assert (found.standing, len(found.origins)) == (Standing.CORROBORATED, 2)


def test_a_copy_does_not_corroborate() -> None:
    edges = [edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS)]
    found = stand([source("pg_1", origin="or_x"), source("pg_2", origin="or_x")], edges)
    assert (found.standing, found.origins, len(found.supporting)) == (Standing.SINGLE_SOURCE, ("or_x",), 2)


def test_support_that_is_not_shown_does_not_corroborate() -> None:
    edges = [edge(TEN, "pg_2", "Some turbines turn.", Relation.SUPPORTS, shown=False)]
    assert stand([source("pg_1"), source("pg_2")], edges).standing == Standing.SINGLE_SOURCE


@pytest.mark.req("L33")
def test_one_shown_refutation_contests_however_many_support() -> None:
    edges = [
        edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS),
        edge(TEN, "pg_3", "There are 15 turbines.", Relation.REFUTES),
    ]
    found = stand([source("pg_1"), source("pg_2"), source("pg_3")], edges)
    assert found.standing == Standing.CONTESTED
    assert [e.quotation.text for e in found.refuting] == ["There are 15 turbines."]
    assert found.confidence.refutation_found


@pytest.mark.req("L33")
def test_what_qualifies_a_claim_stands_beside_it_in_words_and_moves_nothing() -> None:
    edges = [edge(TEN, "pg_2", "In 1990 there were twelve turbines.", Relation.QUALIFIES)]
    found = stand([source("pg_1"), source("pg_2")], edges)
    alone = stand([source("pg_1"), source("pg_2")], [])
    assert (found.standing, found.refuting) == (Standing.SINGLE_SOURCE, ())
    assert [e.quotation.text for e in found.qualifying] == ["In 1990 there were twelve turbines."]
    assert found.confidence.value == alone.confidence.value
    assert found.confidence.grounds[-1] == "There is another value under other conditions (14 ≠ 15)."


@pytest.mark.req("L14")
def test_what_is_only_possible_is_not_shown_and_does_not_move_confidence() -> None:
    edges = [edge(TEN, "pg_2", "Fifteen, perhaps.", Relation.REFUTES, shown=False)]
    found = stand([source("pg_1"), source("pg_2")], edges)
    assert found == stand([source("pg_1"), source("pg_2")], [])


def test_the_same_words_about_something_else_do_not_corroborate() -> None:
    of = claim("pg_1", "The default is ten.")
    edges = [own_edge(replace(of, quotation=quotation("pg_2", "The default is ten.")))]
    apart = stand([source("pg_1", title="Apache"), source("pg_2", title="Nginx")], edges, of=of)
    together = stand([source("pg_1", title="Apache"), source("pg_2", title="Tuning Apache")], edges, of=of)
    assert (apart.standing, together.standing) == (Standing.SINGLE_SOURCE, Standing.CORROBORATED)


def test_a_page_does_not_contest_what_it_says_itself() -> None:
    edges = [edge(TEN, "pg_1", "Not fifteen turbines.", Relation.REFUTES)]
    assert stand([source("pg_1")], edges).standing == Standing.SINGLE_SOURCE


def test_a_changed_copy_contests_although_it_has_the_same_origin() -> None:
    edges = [edge(TEN, "pg_2", "The plant has fifteen turbines.", Relation.REFUTES)]
    found = stand([source("pg_1", origin="or_x"), source("pg_2", origin="or_x")], edges)
    assert found.standing == Standing.CONTESTED


@pytest.mark.parametrize(
    ("lang", "title", "words"),
    [
        (
            EN,
            "Correction to our report",
            'The same publisher corrected this on 2024-05-02 ("Correction to our report").',
        ),
        (JA, "お詫びと訂正", "同じ発行元が2024-05-02に訂正している（「お詫びと訂正」）。"),
    ],
)
def test_a_later_correction_of_the_same_publisher_is_said(lang: Lang, title: str, words: str) -> None:
    sources = [
        source("pg_1", origin="or_x", date="2024-05-01"),
        source("pg_2", origin="or_x", date="2024-05-02", title=title),
    ]
    edges = [edge(TEN, "pg_2", "The plant has fifteen turbines.", Relation.REFUTES)]
    assert stand(sources, edges, lang).confidence.grounds[-1] == words


@pytest.mark.parametrize(
    ("origin", "date", "title"),
    [
        ("or_y", "2024-05-02", "Correction"),
        ("or_x", "2024-04-30", "Correction"),
        ("or_x", "2024-05-02", "Another view"),
        ("or_x", None, "Correction"),
    ],
)
def test_another_publisher_an_earlier_page_or_one_without_the_word_is_no_correction(
    origin: str, date: str | None, title: str
) -> None:
    sources = [
        source("pg_1", origin="or_x", date="2024-05-01"),
        source("pg_2", origin=origin, date=date, title=title),
    ]
    edges = [edge(TEN, "pg_2", "The plant has fifteen turbines.", Relation.REFUTES)]
    assert stand(sources, edges).confidence.grounds[-1] == "Refutations were searched for and found."


def test_a_primary_source_and_another_satisfy_and_the_primary_comes_first() -> None:
    sources = [source("pg_1"), source("pg_2", origin="or_zz", primary=True, trust=TrustLevel.GOVERNMENT)]
    found = stand(sources, [edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS)])
    assert found.origins == ("or_zz", "or_pg_1")
    assert (found.has_primary, found.satisfied) == (True, True)
    assert found.satisfaction == pytest.approx(1.4 / 3 + 0.3)


def test_the_graph_is_in_id_order_and_does_not_depend_on_the_order_of_what_comes_in() -> None:
    other = claim("pg_2", "It stands in the strait.")
    edges = [
        edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS),
        edge(other, "pg_1", "In the strait it stands.", Relation.SUPPORTS),
    ]
    sources = [source("pg_2"), source("pg_1")]
    one = build_graph(GraphInputs(claims=[TEN, other], edges=edges, sources=sources, lang=EN))
    two = build_graph(GraphInputs(claims=[other, TEN], edges=edges[::-1], sources=sources[::-1], lang=EN))
    assert one == two
    assert [c.claim.id for c in one.claims] == sorted([TEN.id, other.id])
    assert [s.page_id for s in one.sources] == ["pg_1", "pg_2"]


def test_the_same_edge_twice_is_one_edge() -> None:
    again = edge(TEN, "pg_2", "There are 14 turbines.", Relation.SUPPORTS)
    assert len(stand([source("pg_1"), source("pg_2")], [again, again]).supporting) == 2


def test_an_edge_from_a_page_nobody_read_breaks_the_graph() -> None:
    edges = [edge(TEN, "pg_unread", "There are 14 turbines.", Relation.SUPPORTS)]
    with pytest.raises(EvidenceBroken, match="pg_unread"):
        stand([source("pg_1")], edges)


def test_an_empty_task_has_an_empty_graph() -> None:
    graph = build_graph(GraphInputs(claims=[], edges=[], sources=[], lang=EN))
    assert (graph.sources, graph.claims, graph.largest_origin_share) == ((), (), 0.0)


def test_the_largest_origin_shows_how_much_one_voice_says() -> None:
    sources = [source("a", origin="or_x"), source("b", origin="or_x"), source("c"), source("d")]
    assert largest_origin_share(sources) == 0.5


@given(st.permutations(["pg_1", "pg_2", "pg_3", "pg_4"]))
def test_the_order_of_sources_and_edges_does_not_depend_on_page_ids(ids: list[str]) -> None:
    """First-hand first, then the more trusted, then by title: an id hashes an address, which differs by folder."""
    plain, official, trusted, first_hand = ids
    sources = [
        source(plain, title="Paper"),
        source(official, title="Zoning office", trust=TrustLevel.GOVERNMENT),
        source(trusted, title="Atlas", trust=TrustLevel.TRUSTED),
        source(first_hand, title="Works diary", primary=True),
    ]
    of = claim(plain, "The plant has fourteen turbines.")
    edges = [
        edge(of, page_id, f"There are {number} turbines.", Relation.REFUTES)
        for number, page_id in enumerate([trusted, first_hand, official], start=20)
    ]
    graph = build_graph(GraphInputs(claims=[of], edges=edges, sources=sources, lang=EN))
    assert [s.title for s in graph.sources] == ["Works diary", "Zoning office", "Atlas", "Paper"]
    said = [e.quotation.text for e in graph.claims[0].refuting]
    assert said == ["There are 21 turbines.", "There are 22 turbines.", "There are 20 turbines."]
