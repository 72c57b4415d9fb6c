"""Which claims a search for refutations puts to the test, and what a search's own novelty is."""

import pytest

from tadori.engine.client_results import claims_tested_by, own_novelty
from tadori.store.client import ClientSearch
from tadori.store.queries import TaskPage
from tadori.text.tokens import terms
from tests.mcp.world import Moment

BRIDGE = (
    "The harbour bridge opened on 12 May 1987.",
    "The harbour bridge is 840 metres long.",
    "The harbour bridge opened on 12 May 1988, a year later than planned.",
    "It replaced two ferries.",
)
HASHI = (
    "港の橋は1987年5月12日に開通した。",
    "港の橋の長さは840メートルである。",
    "港の橋の建設費は90億円だった。",
)
SUFFIXES = terms("limitations criticism")


@pytest.mark.req("L11", "L12")
@pytest.mark.parametrize(
    ("query", "claims", "tested"),
    [
        # What all claims share sets none of them apart: "opened" does, whether the ferries are among them or not.
        ("harbour bridge opened", BRIDGE, [0, 2]),
        ("harbour bridge opened", BRIDGE[:3], [0, 2]),
        ("harbour bridge metres long", BRIDGE, [1]),
        ("harbour bridge opened 1987", BRIDGE, [0]),
        ("two ferries", BRIDGE, [3]),
        ("港の橋 開通", HASHI, [0]),
        ("港の橋 長さ 840メートル", HASHI, [1]),
        ("港の橋の建設費", HASHI, [2]),
        # None of its words sets a claim apart: it is about all that have them.
        ("harbour bridge", BRIDGE, [0, 1, 2]),
        ("港の橋", HASHI, [0, 1, 2]),
        ("harbour bridge opened", BRIDGE[:1], [0]),
        # Words that ask for refutations are not what is asked about.
        ("harbour bridge limitations", BRIDGE, [0, 1, 2]),
        ("limitations criticism", BRIDGE, []),
        # What sets it apart stands in no claim.
        ("harbour bridge toll price", BRIDGE, []),
        ("港の橋 通行料 値上げ", HASHI, []),
        # Another year is about the same: the words that set apart stand there.
        ("harbour bridge opened 1990", BRIDGE, [0, 2]),
        ("harbour bridge opened 1990", (BRIDGE[0], BRIDGE[2]), [0, 1]),
        ("a ferry timetable", BRIDGE[:3], []),
        ("harbour bridge", (), []),
        ("", BRIDGE, []),
    ],
)
def test_a_claim_is_tested_by_a_query_that_asks_about_what_sets_it_apart(
    query: str, claims: tuple[str, ...], tested: list[int]
) -> None:
    assert claims_tested_by(query, claims, SUFFIXES) == tested


def read(query_id: str, *flags: bool) -> TaskPage:
    return TaskPage(
        page_id="pg_1", query_id=query_id, found_at=Moment().now, relevance=0.0, best_fragment=None, flags=flags
    )


def searched(*query_ids: str) -> ClientSearch:
    return ClientSearch(
        task_id="t",
        number=2,
        kind="search",
        query="q",
        options={},
        state="partial",
        started_at=Moment().now,
        pages_before=0,
        query_ids=query_ids,
    )


@pytest.mark.req("L13")
def test_the_novelty_of_a_search_is_of_its_own_pages_and_none_where_it_read_none() -> None:
    pages = [read("mine", True, True), read("other", True), read("mine", True, False, False, False), read("mine")]
    assert own_novelty(pages, searched("mine")) == 0.5
    assert own_novelty(pages, searched("mine", "other")) == pytest.approx(4 / 7, abs=1e-4)
    assert own_novelty(pages, searched("nobody's")) == 0.0
    assert own_novelty([read("mine", *[True] * 10, *[False] * 20)], searched("mine")) == 0.0
    assert own_novelty([], searched("mine")) == 0.0
