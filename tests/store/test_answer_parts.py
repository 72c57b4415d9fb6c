"""Which part of a question each chosen claim answers, and how long the answer may be, outlive the program."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from tadori.model.budget import Budget
from tadori.model.claim import Claim, Quotation
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, FragmentType, Page, PageType, TextElement
from tadori.model.question import AnswerLength, Task, TaskStatus
from tadori.store.database import Store, open_store
from tadori.store.evidence import answer_parts, chosen_claims, save_claims, set_answers
from tadori.store.migrations import MIGRATIONS
from tadori.store.pages import fragments_of, save_page
from tadori.store.tasks import add_task, find_task

pytestmark = pytest.mark.req("X4")

NOW = datetime(2026, 11, 16, tzinfo=UTC)
WORDS = ("It opened in 1987.", "It is red.", "It is 840 m long.")
TASK = Task(
    id="task_a",
    question="When did the bridge open and how long is it?",
    lang=EN,
    question_lang=EN,
    status=TaskStatus.CREATED,
    created_at=NOW,
    budget=Budget(),
    effort=3,
    libraries=(),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    yield opened
    opened.close()


def with_claims(store: Store) -> list[str]:
    """The ids of three claims of the task, one a sentence of its page."""
    text = " ".join(WORDS)
    capture = Capture(
        url=Url("file:///bridge.txt"), body=text.encode(), media_type="text/plain", charset=None, fetched_at=NOW,
        source_tag="library",
    )  # fmt: skip
    piece = TextElement(
        start=0, end=len(text), fragment_type=FragmentType.PARAGRAPH, heading_context="", heading_hierarchy=(),
        element_index=0,
    )  # fmt: skip
    extracted = Extracted(title="Bridge", date=None, lang=EN, page_type=PageType.DOCUMENT, text=text, pieces=(piece,))
    page = Page.of(capture, extracted)
    with store.write() as db:
        add_task(db, TASK)
        save_page(db, page, extracted)
        fragment = fragments_of(db, page.id)[0]
        claims = []
        for words in WORDS:
            quotation = Quotation.of(fragment_id=fragment.id, page_id=page.id, start=text.index(words), text=words)
            claims.append(Claim(id=Claim.id_of(words), text=words, lang=EN, quotation=quotation))
        save_claims(db, TASK.id, "q_1", claims)
    return [claim.id for claim in claims]


def answered(store: Store) -> tuple[list[str], dict[str, int]]:
    with store.read() as db:
        return chosen_claims(db, TASK.id), answer_parts(db, TASK.id)


def test_each_chosen_claim_keeps_its_part(store: Store) -> None:
    opened, red, long = with_claims(store)
    with store.write() as db:
        set_answers(db, TASK.id, {opened: 0.9, red: 0.1, long: 0.8}, [opened, long], {opened: 0, long: 1})
    assert answered(store) == ([opened, long], {opened: 0, long: 1})


def test_without_parts_all_answer_the_first(store: Store) -> None:
    opened, red, long = with_claims(store)
    with store.write() as db:
        set_answers(db, TASK.id, {opened: 0.9, red: 0.1, long: 0.8}, [long])
    assert answered(store) == ([long], {long: 1})


def test_a_new_choice_replaces_the_parts_of_the_one_before(store: Store) -> None:
    opened, red, long = with_claims(store)
    scores = {opened: 0.9, red: 0.1, long: 0.8}
    with store.write() as db:
        set_answers(db, TASK.id, scores, [opened, long], {opened: 0, long: 1})
        set_answers(db, TASK.id, scores, [red, opened], {red: 2, opened: 1})
    assert answered(store) == ([red, opened], {red: 2, opened: 1})


def test_nothing_chosen_has_no_parts(store: Store) -> None:
    opened, red, long = with_claims(store)
    scores = {opened: 0.9, red: 0.1, long: 0.8}
    with store.write() as db:
        set_answers(db, TASK.id, scores, [opened], {opened: 3})
        set_answers(db, TASK.id, scores, [], {})
    assert answered(store) == ([], {})


@pytest.mark.parametrize("length", AnswerLength)
def test_a_task_keeps_how_long_its_answer_may_be(store: Store, length: AnswerLength) -> None:
    with store.write() as db:
        add_task(db, replace(TASK, length=length))
        assert find_task(db, TASK.id).length is length


def test_a_task_from_before_there_were_lengths_is_of_the_normal_one(tmp_path: Path) -> None:
    names = [name for name, _ in MIGRATIONS]
    engine = sa.create_engine("sqlite://")
    with engine.connect() as db:
        for _, migrate in MIGRATIONS[: names.index("022_answer_parts")]:
            migrate(db)
        before = {row[1] for row in db.execute(sa.text("pragma table_info(tasks)"))}
        dict(MIGRATIONS)["022_answer_parts"](db)
        after = {row[1]: row[4] for row in db.execute(sa.text("pragma table_info(tasks)"))}
        claims = {row[1]: row[4] for row in db.execute(sa.text("pragma table_info(task_claims)"))}
    engine.dispose()
    assert set(after) - before == {"length"}
    assert (after["length"], claims["answer_part"]) == ("'normal'", "1")
