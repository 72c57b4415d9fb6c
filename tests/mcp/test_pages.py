"""Large answers come in parts that put together are the whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.app import client_answers
from tadori.app.client_pages import PAGE_CHARS, paged
from tadori.errors import WrongCall
from tests.mcp.world import Desk

ITEMS = st.lists(st.text(max_size=30), max_size=30)


@given(claims=ITEMS, fragments=ITEMS, most=st.integers(1, 200))
def test_the_parts_together_are_the_whole_in_order(claims: list[str], fragments: list[str], most: int) -> None:
    sections = {"claims": claims, "fragments": fragments}
    got: dict[str, list[str]] = {"claims": [], "fragments": []}
    cursor, parts = "", 0
    while True:
        page, cursor = paged(sections, cursor, most)
        parts += 1
        for name, items in page.items():
            got[name] += items
        if not cursor:
            break
    assert got == sections
    assert parts <= max(1, len(claims) + len(fragments))


def test_a_part_is_cut_before_it_is_too_large() -> None:
    page, cursor = paged({"claims": ["abc", "def", "ghi"]}, "", 11)
    assert page == {"claims": ["abc", "def"]}  # five characters each, with their quotation marks
    assert cursor.startswith("2.")


def test_an_item_larger_than_a_part_comes_alone() -> None:
    page, cursor = paged({"claims": ["x" * 100, "y"]}, "", 10)
    assert page == {"claims": ["x" * 100]}
    assert paged({"claims": ["x" * 100, "y"]}, cursor, 10) == ({"claims": ["y"]}, "")


@pytest.mark.parametrize("cursor", ["0.abc", "x.y", "5", "1.000000000000"])
def test_a_cursor_of_other_evidence_is_refused(cursor: str) -> None:
    with pytest.raises(WrongCall):
        paged({"claims": ["a", "b"]}, cursor)


def test_a_part_fits_into_what_clients_take() -> None:
    assert PAGE_CHARS <= 60_000


@pytest.mark.slow
async def test_materials_come_in_parts_and_an_old_cursor_is_told_as_such(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_answers, "paged", lambda sections, cursor: paged(sections, cursor, 700))
    task_id = await desk.searched()
    whole, cursor, parts = [], "", 0
    while True:
        got = await desk("get_materials", task_id=task_id, options={"cursor": cursor})
        whole += [one["id"] for one in (*got["claims"], *got["fragments"])]
        parts += 1
        last, cursor = cursor, got.get("next_cursor", "")
        if not cursor:
            break
    assert parts > 2
    assert sorted(whole) == sorted(set(whole))
    await desk("search", task_id=task_id, query="two ferries replaced", options={"refute": True})
    stale = await desk("get_materials", task_id=task_id, options={"cursor": last})
    assert stale["error_code"] == "INVALID_PARAMS"
