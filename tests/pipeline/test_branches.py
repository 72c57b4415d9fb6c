"""How deep a query grew out of the question, and what its branch has given (L6)."""

from datetime import UTC, datetime

import pytest

from tadori.model.ids import EN
from tadori.model.query import Branch, Query, QueryPurpose
from tadori.pipeline.branches import branches_of
from tadori.store.queries import TaskPage

AT = datetime(2026, 11, 16, tzinfo=UTC)


def query(text: str, cause: str, *, round: int = 0, purpose: QueryPurpose = QueryPurpose.NAMED) -> Query:
    return Query.of(
        task_id="task_1",
        text=text,
        lang=EN,
        purpose=purpose,
        section_id="sec_1",
        round=round,
        limit=2,
        cause_id=cause,
    )


def read(page_id: str, by: Query, *flags: bool) -> TaskPage:
    return TaskPage(page_id=page_id, query_id=by.id, found_at=AT, relevance=0.5, best_fragment=None, flags=tuple(flags))


@pytest.mark.req("L6")
def test_a_query_is_one_deeper_than_the_query_whose_page_led_to_it() -> None:
    first = query("harbour bridge", "sec_1", purpose=QueryPurpose.INITIAL)
    second = query("Brom Kell", "pg_1", round=1)
    third = query("Farholm", "pg_2", round=1)  # of a later stretch: its round says less than where it came from
    pages = [read("pg_1", first, True, True), read("pg_2", second, True, False), read("pg_3", second, False, False)]
    found = branches_of([first, second, third], pages)
    assert found[first.id] == Branch(query_id=first.id, depth=1, novelty=1.0, harvest=2.0, pages=1)
    assert found[second.id] == Branch(query_id=second.id, depth=2, novelty=0.25, harvest=0.5, pages=2)
    assert found[third.id] == Branch(query_id=third.id, depth=3, novelty=1.0, harvest=0.0, pages=0)


def test_a_follow_up_is_as_deep_as_its_round_and_a_refutation_begins_anew() -> None:
    follow_up = query("bridge length", "sec_1", round=2, purpose=QueryPurpose.FOLLOW_UP)
    refute = query("bridge error", "cl_1", round=3, purpose=QueryPurpose.REFUTE)
    found = branches_of([follow_up, refute], [])
    assert [branch.depth for branch in found.values()] == [3, 1]


def test_pages_that_lead_in_a_circle_end_the_count() -> None:
    one, two = query("a", "pg_2", round=1), query("b", "pg_1", round=1)
    found = branches_of([one, two], [read("pg_1", one), read("pg_2", two)])
    assert [branch.depth for branch in found.values()] == [3, 3]


def test_no_query_is_no_branch() -> None:
    assert branches_of([], []) == {}
