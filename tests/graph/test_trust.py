"""Trust by rules and by evidence: who rises, who falls, who is never moved, and the ground in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.graph.build import GraphInputs, build_graph
from tadori.graph.sources import kind_of, publisher_of, rule_of
from tadori.graph.trust import is_admissible, learned_trust, lessons_of, reliability
from tadori.model.claim import Edge, Relation
from tadori.model.graph import EvidenceGraph, EvidenceSource, TrustLevel
from tadori.model.ids import EN, JA
from tadori.model.trust import Lesson, TrustSignal
from tests.graph.makers import claim, edge, source

TEN = claim("pg_1", "The plant has fourteen turbines.")


def lessons(confirmed: int = 0, contradicted: int = 0, orders: int = 0) -> list[Lesson]:
    counts = (
        (TrustSignal.CONFIRMED, confirmed),
        (TrustSignal.CONTRADICTED, contradicted),
        (TrustSignal.ORDERS, orders),
    )
    return [
        Lesson(domain="x.test", said=said, about=f"cl_{said}_{n}", witness="w.test")
        for said, c in counts
        for n in range(c)
    ]


def level(rule: TrustLevel, *learned: int) -> TrustLevel:
    found = learned_trust(rule, lessons(*learned))
    return rule if found is None else found.level


@pytest.mark.req("L29")
@pytest.mark.parametrize(
    ("confirmed", "contradicted", "orders", "after"),
    [
        (0, 0, 0, TrustLevel.UNVERIFIED),
        (1, 0, 0, TrustLevel.UNVERIFIED),
        (2, 0, 0, TrustLevel.LOW),
        (50, 0, 0, TrustLevel.LOW),
        (2, 1, 0, TrustLevel.UNVERIFIED),
        (4, 1, 0, TrustLevel.LOW),
        (0, 2, 0, TrustLevel.UNVERIFIED),
        (0, 3, 0, TrustLevel.BLOCKED),
        (2, 3, 0, TrustLevel.BLOCKED),
        (3, 3, 0, TrustLevel.UNVERIFIED),
        (9, 0, 1, TrustLevel.LOW),
        (9, 0, 2, TrustLevel.BLOCKED),
    ],
)
def test_evidence_moves_a_stranger(confirmed: int, contradicted: int, orders: int, after: TrustLevel) -> None:
    assert level(TrustLevel.UNVERIFIED, confirmed, contradicted, orders) == after


@pytest.mark.req("L29")
def test_a_publisher_of_low_trust_falls_back_when_it_is_contradicted() -> None:
    assert level(TrustLevel.LOW, 0, 0) == TrustLevel.LOW
    assert level(TrustLevel.LOW, 3, 1) == TrustLevel.UNVERIFIED
    assert level(TrustLevel.LOW, 4, 1) == TrustLevel.LOW
    assert level(TrustLevel.LOW, 0, 3) == TrustLevel.BLOCKED


@pytest.mark.req("L29")
@given(
    st.sampled_from([TrustLevel.PRIMARY, TrustLevel.GOVERNMENT, TrustLevel.ACADEMIC, TrustLevel.TRUSTED]),
    st.integers(0, 9), st.integers(0, 9), st.integers(0, 9),
)  # fmt: skip
def test_whoever_is_trusted_by_rule_is_never_moved(rule: TrustLevel, good: int, bad: int, orders: int) -> None:
    assert learned_trust(rule, lessons(good, bad, orders)) is None


def test_the_same_claim_counts_once_however_many_tasks_saw_it() -> None:
    assert learned_trust(TrustLevel.UNVERIFIED, lessons(1) * 5) is None


def test_the_ground_is_said_in_both_languages() -> None:
    found = learned_trust(TrustLevel.UNVERIFIED, lessons(3))
    assert found is not None
    assert found.words(EN) == "independent evidence bore out 3 of its claims (0 contradicted)"
    assert found.words(JA) == "独立した証拠が3件の主張を裏付けた（反対は0件）"
    blocked = learned_trust(TrustLevel.LOW, lessons(1, 3))
    assert blocked is not None
    assert blocked.words(EN) == "better evidence contradicted 3 of its claims (1 borne out)"
    assert blocked.words(JA) == "より信頼できる独立した証拠が3件の主張で反対のことを述べた（裏付けは1件）"


@pytest.mark.parametrize(
    ("host", "rule", "kind"),
    [
        ("www.planalto.gov.br", TrustLevel.GOVERNMENT, "government"),
        ("www.stat.go.jp", TrustLevel.GOVERNMENT, "government"),
        ("www.who.int", TrustLevel.PRIMARY, "international"),
        ("www.waikato.ac.nz", TrustLevel.ACADEMIC, "academic"),
        ("sub.unam.edu.mx", TrustLevel.ACADEMIC, "academic"),
        ("prtimes.jp", TrustLevel.LOW, "press_release"),
        ("alice.hatenablog.com", TrustLevel.UNVERIFIED, "blog"),
        ("www.reddit.com", TrustLevel.UNVERIFIED, "forum"),
        ("gov.evil.test", TrustLevel.UNVERIFIED, ""),
        ("www.gov.br.evil.test", TrustLevel.UNVERIFIED, ""),
        ("shop.go.it", TrustLevel.UNVERIFIED, ""),
        ("a.edu.eu.org", TrustLevel.UNVERIFIED, ""),
    ],
)
def test_rules_know_countries_by_their_public_suffix_and_nobody_can_borrow_one(
    host: str, rule: TrustLevel, kind: str
) -> None:
    assert (rule_of(host).level, kind_of(host)) == (rule, kind)


def test_a_rule_says_in_both_languages_what_it_rests_on() -> None:
    rule = rule_of("www.mhlw.go.jp")
    assert rule.en == "only public bodies hold names under go.jp"
    assert rule.ja == "go.jpは政府・自治体などの公的機関だけが使う名前"
    assert rule_of("").en == "a document of one's own that names no address it was published at"


@pytest.mark.parametrize(
    ("url", "publisher"),
    [
        ("https://note.com/Alice/n/n1", "note.com/alice"),
        ("https://note.com/bob/n/n2", "note.com/bob"),
        ("https://note.com/", "note.com"),
        ("https://alice.hatenablog.com/entry/1", "alice.hatenablog.com"),
        ("https://x.alice.hatenablog.com/", "alice.hatenablog.com"),
        ("https://www.youtube.com/channel/UC1/videos", "youtube.com/uc1"),
        ("https://medium.com/@carol/text", "medium.com/@carol"),
        ("https://carol.medium.com/text", "carol.medium.com"),
        ("https://www.asahi.com/articles/1.html", "asahi.com"),
        ("https://notnote.com/alice", "notnote.com"),
        ("file:///a.txt", ""),
    ],
)
def test_under_one_roof_every_writer_is_a_publisher_of_its_own(url: str, publisher: str) -> None:
    assert publisher_of(url) == publisher


@pytest.mark.req("L29")
def test_the_table_of_the_rulings_gives_the_number_behind_a_source() -> None:
    numbers = {trust: reliability(source("a", trust=trust)) for trust in TrustLevel}
    assert list(numbers.values()) == [0.95, 0.95, 0.9, 0.85, 0.7, 0.6, 0.0]
    assert reliability(source("a", kind="blog")) == 0.5
    assert reliability(source("a", kind="blog", trust=TrustLevel.LOW)) == 0.7


@pytest.mark.req("L30")
def test_a_poor_page_loses_up_to_four_fifths_of_its_weight_and_below_the_line_its_voice() -> None:
    assert reliability(source("a", quality=0.5)) == pytest.approx(0.36)  # .6 · (1 − .8 · .5)
    assert reliability(source("a", quality=0.0)) == pytest.approx(0.12)
    assert [is_admissible(source("a", quality=q)) for q in (1.0, 0.4, 0.39)] == [True, True, False]
    assert not is_admissible(source("a", trust=TrustLevel.BLOCKED))


def graph(sources: list[EvidenceSource], edges: list[Edge]) -> EvidenceGraph:
    return build_graph(GraphInputs(claims=[TEN], edges=edges, sources=sources, lang=EN))


def supports(page_id: str) -> Edge:
    return edge(TEN, page_id, f"There are 14 turbines, says {page_id}.", Relation.SUPPORTS)


@pytest.mark.req("L29")
def test_a_trusted_witness_or_two_independent_ones_bear_a_publisher_out() -> None:
    stranger = source("pg_1", domain="a.test")
    paper = source("pg_2", domain="paper.test", trust=TrustLevel.TRUSTED)
    other, third = source("pg_3", domain="b.test"), source("pg_4", domain="c.test")
    expected = Lesson(domain="a.test", said=TrustSignal.CONFIRMED, about=TEN.id, witness="paper.test")
    assert lessons_of(graph([stranger, paper], [supports("pg_2")])) == (expected,)
    assert lessons_of(graph([stranger, other], [supports("pg_3")])) == ()
    found = lessons_of(graph([stranger, other, third], [supports("pg_3"), supports("pg_4")]))
    assert [(lesson.domain, lesson.said) for lesson in found] == [
        ("a.test", TrustSignal.CONFIRMED), ("b.test", TrustSignal.CONFIRMED), ("c.test", TrustSignal.CONFIRMED),
    ]  # fmt: skip


@pytest.mark.req("L29")
@pytest.mark.parametrize(
    ("trust", "origin", "expected"),
    [
        (TrustLevel.GOVERNMENT, "or_2", [("a.test", TrustSignal.CONTRADICTED)]),
        (TrustLevel.UNVERIFIED, "or_2", []),
        (TrustLevel.GOVERNMENT, "or_1", []),
    ],
)
def test_only_independent_evidence_of_higher_trust_contradicts_a_publisher(
    trust: TrustLevel, origin: str, expected: list[tuple[str, TrustSignal]]
) -> None:
    stranger = source("pg_1", domain="a.test", origin="or_1")
    other = source("pg_2", domain="b.test", origin=origin, trust=trust)
    found = lessons_of(graph([stranger, other], [edge(TEN, "pg_2", "There are 15 turbines.", Relation.REFUTES)]))
    assert [(lesson.domain, lesson.said) for lesson in found] == expected


def test_nothing_is_learned_of_bare_files_or_of_copies_of_oneself() -> None:
    assert lessons_of(graph([source("pg_1"), source("pg_2", trust=TrustLevel.TRUSTED)], [supports("pg_2")])) == ()
    twins = [source("pg_1", domain="a.test", origin="or_x"), source("pg_2", domain="b.test", origin="or_x")]
    assert lessons_of(graph(twins, [supports("pg_2")])) == ()
