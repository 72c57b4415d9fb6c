"""What makes two queries one."""

import pytest

from tadori.model.ids import JA
from tadori.model.query import Query, QueryPurpose


def made(*, text: str = "橋 開通", round: int = 0, cause: str = "s1", search: str = "", task: str = "t") -> Query:
    return Query.of(
        task_id=task,
        text=text,
        lang=JA,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=round,
        limit=10,
        cause_id=cause,
        search_id=search,
    )


@pytest.mark.req("L1")
def test_the_same_words_are_one_query_of_a_task_and_another_in_each_search_of_a_client() -> None:
    assert made().id == made(round=3, cause="gap").id
    assert made(search="s_001").id == made(search="s_001", round=1).id
    assert (
        len({made().id, made(search="s_001").id, made(search="s_002").id, made(text="橋").id, made(task="u").id}) == 5
    )


def test_a_query_of_a_task_that_drives_itself_keeps_the_id_it_had_in_older_homes() -> None:
    assert made().id == "q_d52bea995e6f14ceb6f7f26b"
