"""Large answers come in parts that put together are the whole."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import WrongCall
from tadori.service.clients.materials import SNAPSHOTS_KEPT, MaterialsRequest, MaterialsSnapshot, SnapshotCache
from tadori.service.clients.paging import PART_BYTES, PagedItems, parse_cursor
from tadori.store.evidence import claims_of, save_claims
from tests.mcp.world import Desk

ITEMS = st.lists(st.text(max_size=30), max_size=30)


@given(claims=ITEMS, fragments=ITEMS, most=st.integers(1, 200))
def test_the_parts_together_are_the_whole_in_order(claims: list[str], fragments: list[str], most: int) -> None:
    sections = {"claims": claims, "fragments": fragments}
    whole = PagedItems.of(sections)
    got: dict[str, list[str]] = {"claims": [], "fragments": []}
    start, parts = 0, 0
    while True:
        page, cursor = whole.part(start, most)
        parts += 1
        for name, items in page.items():
            got[name] += items
        if not cursor:
            break
        start, mark = parse_cursor(cursor)
        assert mark == whole.mark
    assert got == sections
    assert parts <= max(1, len(claims) + len(fragments))


def test_a_part_is_cut_before_it_is_too_large() -> None:
    page, cursor = PagedItems.of({"claims": ["abc", "def", "ghi"]}).part(0, 11)
    assert page == {"claims": ["abc", "def"]}  # five bytes each, with their quotation marks
    assert cursor.startswith("2.")


def test_japanese_is_counted_by_what_it_takes_and_not_by_characters() -> None:
    page, _ = PagedItems.of({"claims": ["abc", "港の橋", "ghi"]}).part(0, 15)
    assert page == {"claims": ["abc"]}  # 5 and 11 bytes


def test_an_item_larger_than_a_part_comes_alone() -> None:
    whole = PagedItems.of({"claims": ["x" * 100, "y"]})
    page, cursor = whole.part(0, 10)
    assert page == {"claims": ["x" * 100]}
    assert whole.part(parse_cursor(cursor)[0], 10) == ({"claims": ["y"]}, "")


@pytest.mark.parametrize(
    "cursor", ["0.abc", "x.y", "5", "-1.000000000000", "٣.000000000000", "9" * 64, "1.00000000000"]
)
def test_what_is_no_cursor_of_ours_is_refused(cursor: str) -> None:
    with pytest.raises(WrongCall):
        parse_cursor(cursor)


def test_a_cursor_beyond_the_end_is_refused() -> None:
    with pytest.raises(WrongCall):
        PagedItems.of({"claims": ["a", "b"]}).part(2)


def test_lists_of_two_tasks_have_two_marks_even_when_they_hold_the_same() -> None:
    assert PagedItems.of({"claims": []}, ("task_1",)).mark != PagedItems.of({"claims": []}, ("task_2",)).mark


def test_a_part_fits_into_what_clients_take() -> None:
    assert PART_BYTES <= 40_000


def test_the_last_readings_are_kept_and_the_oldest_goes() -> None:
    made = [reading(number) for number in range(SNAPSHOTS_KEPT + 1)]
    kept = SnapshotCache()
    for one in made[:-1]:
        kept.keep(one)
    kept.keep(made[0])  # used again: the second is the oldest now
    kept.keep(made[-1])
    assert kept.find(made[1].wanted, made[1].parts.mark) is None
    assert [kept.find(one.wanted, one.parts.mark) for one in (made[0], made[-1])] == [made[0], made[-1]]


def reading(number: int) -> MaterialsSnapshot:
    name = f"task_{number}"
    wanted = MaterialsRequest(task_id=name, libraries=(), include_graph=False, narrative=False)
    return MaterialsSnapshot(wanted=wanted, parts=PagedItems.of({"claims": []}, (name,)), summary={})


def in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = PagedItems.part
    monkeypatch.setattr(PagedItems, "part", lambda self, start: plain(self, start, 700))


async def read_on(desk: Desk, task_id: str, cursor: str) -> tuple[list[str], list[str]]:
    """(ids of claims and fragments from a cursor on, the cursors that led there)."""
    found, cursors = [], [cursor]
    while True:
        got = await desk("get_materials", task_id=task_id, options={"cursor": cursors[-1]})
        assert got["ok"]
        found += [one["id"] for one in (*got["claims"], *got["fragments"])]
        if "next_cursor" not in got:
            return found, cursors
        cursors.append(got["next_cursor"])


@pytest.mark.slow
async def test_a_reading_that_was_begun_ends_as_it_began_whatever_is_found_meanwhile(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_parts(monkeypatch)
    task_id = await desk.searched()
    whole, cursors = await read_on(desk, task_id, "")
    assert sorted(whole) == sorted(set(whole))
    assert len(cursors) > 2
    first = await desk("get_materials", task_id=task_id)
    begun = [one["id"] for one in (*first["claims"], *first["fragments"])]
    await desk("search", task_id=task_id, query="two ferries replaced", options={"refute": True})
    rest, _ = await read_on(desk, task_id, first["next_cursor"])
    assert [*begun, *rest] == whole
    # A server that was started again holds no reading: the evidence is another now, and the cursor is told as old.
    desk.clients.answers._readings = SnapshotCache()
    stale = await desk("get_materials", task_id=task_id, options={"cursor": first["next_cursor"]})
    assert stale["error_code"] == "INVALID_PARAMS"
    assert "begin without one" in stale["error"]["message"]


@pytest.mark.slow
async def test_a_cursor_leads_on_in_a_server_that_was_started_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_parts(monkeypatch)
    task_id = await desk.searched()
    whole, cursors = await read_on(desk, task_id, "")
    desk.clients.answers._readings = SnapshotCache()
    rest, _ = await read_on(desk, task_id, cursors[1])
    assert whole[-len(rest) :] == rest
    other = await desk.task()
    strange = await desk("get_materials", task_id=other, options={"cursor": cursors[1]})
    assert strange["error_code"] == "INVALID_PARAMS"
    narrower = await desk("get_materials", task_id=task_id, options={"cursor": cursors[1], "include_graph": True})
    assert narrower["error_code"] == "INVALID_PARAMS"


@pytest.mark.req("L12")
@pytest.mark.slow
async def test_every_claim_is_delivered_once_however_many_there_are(desk: Desk) -> None:
    """A report chooses from the best eighty; a client is given all."""
    task_id = await desk.searched()
    with desk.clients.app.store.write() as db:
        first = claims_of(db, task_id)[0].claim
        more = [replace(first, id=f"cl_more{number}", text=f"Lamp {number} was lit.") for number in range(120)]
        save_claims(db, task_id, "q_none", more)
    total = (await desk("get_status", task_id=task_id))["metrics"]["total_claims"]
    found, cursors = await read_on(desk, task_id, "")
    claims = [one for one in found if one.startswith("cl_")]
    assert total > 120
    assert len(claims) == len(set(claims)) == total
    assert len(cursors) > 1
    told = await desk("get_materials", task_id=task_id)
    assert told["summary"]["total_claims"] == total
    assert len(json.dumps([told["claims"], told["fragments"]], ensure_ascii=False).encode()) < PART_BYTES + 1000
