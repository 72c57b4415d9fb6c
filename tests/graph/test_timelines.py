"""Time: what is out of date, what was corrected, what the question's own time changes; and circles of citation."""

import pytest

from tadori.graph.build import GraphInputs, build_graph
from tadori.graph.origins import sources_of
from tadori.graph.question_time import question_time
from tadori.model.claim import Edge, Relation
from tadori.model.graph import ClaimStanding, EvidenceGraph, EvidenceSource, Standing, TrustLevel
from tadori.model.ids import EN, JA, IsoDate, Lang
from tests.graph.makers import claim, edge, origins, page, source
from tests.graph.test_origins import JA_STORY, OTHER, STORY

OLD = claim("pg_1", "The plant has fourteen turbines.")
NEW = claim("pg_2", "The plant has fifteen turbines.")


def graph_of(
    sources: list[EvidenceSource], edges: list[Edge], *, lang: Lang = EN, as_of: str | None = None
) -> EvidenceGraph:
    claims = [c for c in (OLD, NEW) if c.quotation.page_id in {s.page_id for s in sources}]
    return build_graph(
        GraphInputs(
            claims=claims,
            edges=edges,
            sources=sources,
            lang=lang,
            as_of=None if as_of is None else IsoDate(as_of),
        )
    )


def standing(graph: EvidenceGraph, claim_id: str) -> ClaimStanding:
    return next(found for found in graph.claims if found.claim.id == claim_id)


def refute_each_other() -> list[Edge]:
    return [
        edge(OLD, "pg_2", NEW.text, Relation.REFUTES),
        edge(NEW, "pg_1", OLD.text, Relation.REFUTES),
    ]


@pytest.mark.req("L32")
@pytest.mark.parametrize(
    ("question", "time"),
    [
        ("How many turbines did the plant have in 2019?", "2019"),
        ("2019年4月の時点で水車は何基か。", "2019-04"),
        ("令和2年度の予算はいくらか。", "2020"),
        ("How many did it have in 2015 and in 2019?", "2019"),
        ("How many turbines does the plant have?", None),
        ("How many does it have now, after 2019?", None),
        ("2019年に始まった発電所の現在の水車は何基か。", None),
        ("", None),
    ],
)
def test_the_time_a_question_asks_about(question: str, time: str | None) -> None:
    assert question_time(question) == time


@pytest.mark.req("L32")
def test_evidence_of_the_time_that_was_asked_about_is_not_stale() -> None:
    sources = [source("pg_1", date="2014-06-01"), source("pg_9", date="2024-06-01")]
    now, then = graph_of(sources, []), graph_of(sources, [], as_of="2014-06-01")
    assert standing(now, OLD.id).confidence.freshness == pytest.approx(0.25)
    assert standing(then, OLD.id).confidence.freshness == 1.0
    told = standing(then, OLD.id).confidence.grounds[2]
    assert told == "Its latest evidence is from 2014-06-01 (the question asks about 2014-06-01)."
    ja = standing(graph_of(sources, [], lang=JA, as_of="2014-06-01"), OLD.id).confidence.grounds[2]
    assert ja == "最新の裏付けは2014-06-01（問われているのは2014-06-01）。"


@pytest.mark.req("L32")
@pytest.mark.parametrize(
    ("lang", "ground", "note"),
    [
        (
            EN,
            "Its latest evidence is from 2014-06-01, 10 years before 2024-06-01: it may be out of date.",
            "10 years older than 2024-06-01",
        ),
        (
            JA,
            "最新の裏付けは2014-06-01で、基準の2024-06-01より10年古く、今は当てはまらない可能性がある。",
            "基準の2024-06-01より10年古い資料",
        ),
    ],
)
def test_what_is_out_of_date_is_said_at_the_claim_and_at_the_source(lang: Lang, ground: str, note: str) -> None:
    graph = graph_of([source("pg_1", date="2014-06-01"), source("pg_9", date="2024-06-01")], [], lang=lang)
    assert standing(graph, OLD.id).confidence.grounds[2] == ground
    assert {s.page_id: s.notes for s in graph.sources} == {"pg_1": (note,), "pg_9": ()}


@pytest.mark.req("L32")
@pytest.mark.parametrize(
    ("lang", "ground"),
    [
        (EN, "Contradicted by 1 origin, the latest (2024-05-02) newer than its own evidence."),
        (JA, "1件の出所が反対のことを述べており、うち最新は2024-05-02で、裏付けより新しい。"),
    ],
)
def test_a_newer_word_against_an_older_claim_is_said(lang: Lang, ground: str) -> None:
    sources = [source("pg_1", date="2023-05-01"), source("pg_2", date="2024-05-02")]
    graph = graph_of(sources, refute_each_other(), lang=lang)
    assert standing(graph, OLD.id).confidence.grounds[4] == ground
    newer = {EN: "Contradicted by 1 origin.", JA: "1件の出所が反対のことを述べている。"}[lang]
    assert standing(graph, NEW.id).confidence.grounds[4] == newer


@pytest.mark.req("L32")
def test_a_correction_replaces_what_its_publisher_said_before_and_both_are_still_shown() -> None:
    sources = [
        source("pg_1", origin="or_x", date="2024-05-01"),
        source("pg_2", origin="or_x", date="2024-05-02", title="Correction"),
    ]
    graph = graph_of(sources, refute_each_other())
    old, new = standing(graph, OLD.id), standing(graph, NEW.id)
    assert (old.standing, new.standing) == (Standing.CONTESTED, Standing.CONTESTED)
    assert (old.origins, new.origins) == ((), ("or_x",))
    assert (old.confidence.tier, old.confidence.consistency) == (0.0, 0.0)
    assert (new.confidence.consistency, new.confidence.refutation_found) == (1.0, True)
    assert old.confidence.value == 0.05  # nothing but a freshness that nobody can tell
    assert new.confidence.value == 0.5667
    assert new.confidence.grounds[-1] == 'It corrects what the same publisher said before (2024-05-01, "pg_1").'


@pytest.mark.req("L29")
def test_a_page_that_may_not_speak_neither_supports_nor_refutes() -> None:
    sources = [
        source("pg_1", date="2024"),
        source("pg_2", trust=TrustLevel.BLOCKED),
        source("pg_3", quality=0.2),
    ]
    edges = [
        edge(OLD, "pg_2", NEW.text, Relation.REFUTES),
        edge(OLD, "pg_3", "There are 14 turbines.", Relation.SUPPORTS),
    ]
    graph = graph_of(sources, edges)
    old, new = standing(graph, OLD.id), standing(graph, NEW.id)
    assert (old.standing, old.origins, old.refuting) == (Standing.SINGLE_SOURCE, ("or_pg_1",), ())
    assert (new.origins, new.confidence.tier) == ((), 0.0)
    assert [e.quotation for e in new.supporting] == [NEW.quotation]


@pytest.mark.req("L31")
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (EN, "counts as one origin: it and “Title of pg_1” cite each other in a circle"),
        (JA, "一つの出所と数える：「Title of pg_1」と互いに引用し合っている"),
    ],
)
def test_pages_that_cite_each_other_in_a_circle_are_one_voice(lang: Lang, words: str) -> None:
    pages = [page("pg_1", STORY), page("pg_2", OTHER), page("pg_3", JA_STORY)]
    circles = [["pg_1", "pg_2", "pg_unread"]]
    found = origins(pages, circles=circles)
    assert found["pg_1"] == found["pg_2"] != found["pg_3"]
    notes = {s.page_id: s.notes for s in sources_of(pages, circles=circles, lang=lang)}
    assert notes["pg_2"][1:] == (words,)


@pytest.mark.req("L31")
def test_in_a_circle_nobody_is_a_first_source_for_the_others() -> None:
    report = page("pg_1", OTHER, title="Strait Harbour Report")
    citing = page("pg_2", "Nine hundred ships.\nSource: Strait Harbour Report")
    assert [s.is_primary for s in sources_of([report, citing]) if s.page_id == "pg_1"] == [True]
    ring = sources_of([report, citing], circles=[["pg_1", "pg_2"]])
    assert [s.is_primary for s in ring] == [False, False]


def test_circles_of_pages_that_were_not_read_change_nothing() -> None:
    pages = [page("pg_1", STORY), page("pg_2", OTHER)]
    assert origins(pages, circles=[["pg_8", "pg_9"], []]) == origins(pages)
