"""The ledger of a running task: twenty at once, killed processes, warnings, pages and seconds."""

import asyncio
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tadori.engine.ledger import NoChargeRecorder, TaskLedger, TaskTokenBudget, open_ledger
from tadori.errors import BudgetExhausted, StorageFull
from tadori.events import BudgetWarning, Event
from tadori.minds.requests import TokenBudget
from tadori.model.budget import Budget, Charge, JobUse, Ledger, Spent, TokenLimits
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, Page, PageType
from tadori.model.query import Query, QueryPurpose
from tadori.model.question import Task, TaskStatus
from tadori.store.database import Store, open_store
from tadori.store.ledger import charges_of, model_seconds, spent_of, token_use_of
from tadori.store.pages import save_page
from tadori.store.queries import add_queries, note_page_read
from tadori.store.tasks import add_seconds, add_task, forget_task

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
JOBS = ("claims", "relevance", "writing")
CALLERS = 20

DIES = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from tadori.engine.ledger import open_ledger
from tadori.store.database import open_store
from tadori.store.tasks import find_task

store = open_store(Path(sys.argv[1]))
with store.read() as db:
    task = find_task(db, "task_a")
purse = open_ledger(store, task, clock=lambda: datetime(2026, 11, 16, tzinfo=UTC)).tokens
purse.settle(purse.reserve("claims", 400, "ask_settled"), 150)
purse.reserve("claims", 300, "ask_open")
os.kill(os.getpid(), signal.SIGKILL)
"""


def a_task(tokens: int = 1000, pages: int = 10, seconds: int = 100) -> Task:
    return Task(
        id="task_a",
        question="橋はいつ開通したか。",
        lang=EN,
        question_lang=EN,
        status=TaskStatus.CREATED,
        created_at=NOW,
        budget=Budget(pages=pages, seconds=seconds, tokens=tokens),
        effort=3,
        libraries=(),
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "tadori.db")
    with opened.write() as db:
        add_task(db, a_task())
    yield opened
    opened.close()


@dataclass
class Watch:
    """A clock that only the test moves."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def opened(store: Store, told: list[Event] | None = None, watch: Watch | None = None, tokens: int = 1000) -> TaskLedger:
    heard = [] if told is None else told
    return open_ledger(
        store, a_task(tokens), clock=lambda: NOW, tell=heard.append, monotonic=Watch() if watch is None else watch
    )


def read_page(store: Store, name: str) -> None:
    text = f"{name}: the bridge opened in 1987."
    capture = Capture(
        url=Url(f"file:///{name}.txt"),
        body=text.encode(),
        media_type="text/plain",
        charset=None,
        fetched_at=NOW,
        source_tag="library",
    )
    extracted = Extracted(title=name, date=None, lang=EN, page_type=PageType.DOCUMENT, text=text, pieces=())
    page = Page.of(capture, extracted)
    query = Query(
        id="q_1",
        task_id="task_a",
        text="bridge",
        lang=EN,
        purpose=QueryPurpose.INITIAL,
        section_id="s",
        round=0,
        limit=10,
        cause_id="s",
    )
    with store.write() as db:
        add_queries(db, [query], "of the question")
        save_page(db, page, extracted)
        note_page_read(db, "task_a", page.id, "q_1", position=0, at=NOW)


@dataclass
class Witness:
    """Counts from outside what callers hold and have used: never more than the truth, so never above the limit."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    now: int = 0
    most: int = 0
    used: int = 0
    refused: int = 0

    def more(self, tokens: int) -> None:
        with self.lock:
            self.now += tokens
            self.most = max(self.most, self.now)


Call = tuple[str, int, int]


def begin(purse: TokenBudget, witness: Witness, chance: random.Random) -> Call | None:
    """(reservation, tokens reserved, tokens it will use), or None when it was refused."""
    tokens = chance.randint(1, 90)
    try:
        reservation = purse.reserve(chance.choice(JOBS), tokens)
    except BudgetExhausted:
        with witness.lock:
            witness.refused += 1
        return None
    witness.more(tokens)
    return reservation, tokens, chance.randint(0, tokens)


def end(purse: TokenBudget, witness: Witness, call: Call) -> None:
    reservation, tokens, used = call
    with witness.lock:
        witness.used += used
    witness.more(used - tokens)
    purse.settle(reservation, used)
    purse.settle(reservation, 10**9)


def caller(purse: TokenBudget, witness: Witness, seed: int, rounds: int) -> None:
    chance = random.Random(seed)
    for _ in range(rounds):
        if call := begin(purse, witness, chance):
            end(purse, witness, call)


@pytest.mark.req("D7")
@pytest.mark.parametrize("total", [0, 500, 8000, 1_000_000])
def test_twenty_threads_together_never_hold_or_use_more_than_there_is(total: int) -> None:
    purse, witness = TaskTokenBudget(Ledger(limits=TokenLimits(total=total)), book=NoChargeRecorder()), Witness()
    with ThreadPoolExecutor(CALLERS) as pool:
        list(pool.map(lambda seed: caller(purse, witness, seed, 40), range(CALLERS)))
    assert witness.most <= total
    assert (purse.ledger.charged, purse.ledger.open) == (witness.used, {})
    assert sum(tokens for job, tokens in purse.ledger.by_job.items() if job != "writing") <= total - total * 15 // 100


@pytest.mark.req("D7")
def test_twenty_tasks_of_one_loop_never_hold_or_use_more_than_there_is(store: Store) -> None:
    purse, witness = opened(store).tokens, Witness()

    async def ask(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(3):
            if call := begin(purse, witness, chance):
                await asyncio.sleep(0)
                end(purse, witness, call)

    async def main() -> None:
        await asyncio.gather(*(ask(seed) for seed in range(CALLERS)))

    asyncio.run(main())
    assert witness.most <= 1000
    assert witness.refused > 0
    with store.read() as db:
        assert spent_of(db, "task_a") == Spent(tokens=witness.used)


@pytest.mark.req("D7")
def test_twenty_threads_and_a_store_agree_on_what_was_used(store: Store) -> None:
    purse, witness = opened(store).tokens, Witness()
    with ThreadPoolExecutor(CALLERS) as pool:
        list(pool.map(lambda seed: caller(purse, witness, seed, 3), range(CALLERS)))
    with store.read() as db:
        use = token_use_of(db, "task_a")
    assert witness.most <= 1000
    assert (use.tokens, use.repeated) == (witness.used, 0)
    assert {one.job: one.tokens for one in use.jobs} == dict(purse.ledger.by_job)


@pytest.mark.req("D7")
def test_each_threshold_is_told_once_however_many_settle_at_a_time() -> None:
    told: list[Event] = []
    purse = TaskTokenBudget(Ledger(limits=TokenLimits(total=2000, kept_percent=0)), tell=told.append)
    with ThreadPoolExecutor(CALLERS) as pool:
        list(pool.map(lambda _: purse.settle(purse.reserve("claims", 100), 100), range(CALLERS)))
    shares = sorted(event.threshold for event in told if isinstance(event, BudgetWarning))
    assert (shares, len(told)) == ([0.7, 0.85], 2)


@pytest.mark.req("D7")
def test_a_warning_says_what_is_spent_of_what_and_is_not_repeated_by_the_next_process(store: Store) -> None:
    told: list[Event] = []
    first = opened(store, told).tokens
    first.settle(first.reserve("claims", 650), 650)
    assert told == []
    first.settle(first.reserve("claims", 100), 60)
    assert told == [BudgetWarning(unit="tokens", threshold=0.7, spent=710, limit=1000)]
    opened(store, told)
    assert len(told) == 1


def test_what_a_dead_process_left_open_is_warned_of_when_it_is_charged(store: Store) -> None:
    opened(store).tokens.reserve("claims", 720)
    told: list[Event] = []
    opened(store, told)
    assert told == [BudgetWarning(unit="tokens", threshold=0.7, spent=720, limit=1000)]


@pytest.mark.req("D7")
def test_what_was_settled_and_what_was_open_outlive_a_kill_and_are_charged_once(store: Store, tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-c", DIES, str(tmp_path / "tadori.db")], capture_output=True, timeout=120, check=False
    )
    assert (child.returncode, child.stderr) == (-9, b"")
    for _ in range(2):
        purse = opened(store).tokens
        assert (dict(purse.ledger.by_job), purse.ledger.open) == ({"claims": 450}, {})
    again = purse.reserve("claims", 300, "ask_open")
    assert purse.ledger.charged == 450
    purse.settle(again, 280)
    assert purse.ledger.charged == 450
    with store.read() as db:
        use = token_use_of(db, "task_a")
    assert use.jobs == (JobUse(job="claims", calls=3, tokens=450, open=0),)
    assert use.repeated == 280


def test_a_larger_budget_gives_more_room_and_keeps_what_was_spent(store: Store) -> None:
    first = opened(store).tokens
    first.settle(first.reserve("claims", 850), 850)
    told: list[Event] = []
    later = opened(store, told, tokens=2000).tokens
    assert (later.ledger.charged, later.ledger.room("claims"), later.ledger.room("writing")) == (850, 850, 1150)
    later.settle(later.reserve("claims", 600), 600)
    assert told == [BudgetWarning(unit="tokens", threshold=0.7, spent=1450, limit=2000)]


def test_an_answer_that_comes_after_its_process_was_given_up_changes_nothing(store: Store) -> None:
    given_up = opened(store).tokens
    late = given_up.reserve("claims", 300)
    opened(store)
    given_up.settle(late, 10)
    assert opened(store).tokens.ledger.charged == 300


def test_a_reservation_that_cannot_be_kept_is_none() -> None:
    class FullBook(NoChargeRecorder):
        def reserved(self, charge: Charge) -> None:
            raise StorageFull("the disk is full")

    purse = TaskTokenBudget(Ledger(limits=TokenLimits(total=100)), book=FullBook())
    with pytest.raises(StorageFull):
        purse.reserve("claims", 10)
    assert (purse.ledger.charged, purse.ledger.open) == (0, {})


def test_a_settlement_that_cannot_be_kept_leaves_the_reservation_in_full() -> None:
    class FullBook(NoChargeRecorder):
        def settled(self, charge_id: str, *, used: int, seconds: float) -> None:
            raise StorageFull("the disk is full")

    purse = TaskTokenBudget(Ledger(limits=TokenLimits(total=100)), book=FullBook())
    reservation = purse.reserve("claims", 10)
    with pytest.raises(StorageFull):
        purse.settle(reservation, 1)
    assert (purse.ledger.charged, list(purse.ledger.open)) == (10, [reservation])


def test_a_refusal_leaves_no_row(store: Store) -> None:
    purse = opened(store).tokens
    with pytest.raises(BudgetExhausted, match="claims needs 851 tokens and has 850 left"):
        purse.reserve("claims", 851)
    with store.read() as db:
        assert charges_of(db, "task_a") == {}


@pytest.mark.req("D7")
def test_models_side_by_side_count_their_seconds_once(store: Store) -> None:
    watch = Watch()
    ledger = opened(store, watch=watch)
    first = ledger.tokens.reserve("claims", 10)
    watch.now = 20.0
    second = ledger.tokens.reserve("claims", 10)
    watch.now = 50.0
    ledger.tokens.settle(first, 5)
    watch.now = 60.0
    ledger.tokens.settle(second, 5)
    watch.now = 500.0
    ledger.tokens.settle(ledger.tokens.reserve("claims", 10), 5)
    with store.write() as db:
        assert model_seconds(db, "task_a") == 60.0
        add_seconds(db, "task_a", 240.0)
    # 60 of 240 s: 17 s more are 77 of 257 s (29.96 %), 18 s more 78 of 258 s (30.2 %).
    assert ledger.time_for_model(17)
    assert not ledger.time_for_model(18)


@pytest.mark.req("D7")
def test_pages_are_promised_once_and_read_pages_count(store: Store) -> None:
    ledger = opened(store)
    with ledger.pages(6) as mine, ledger.pages(6) as yours:
        assert (mine, yours) == (6, 4)
        with ledger.pages(1) as nobodys:
            assert nobodys == 0
    read_page(store, "harbour")
    with ledger.pages(20) as rest:
        assert rest == 9


def test_promised_pages_are_free_again_when_their_reader_fails(store: Store) -> None:
    ledger = opened(store)

    def fail() -> None:
        with ledger.pages(10):
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        fail()
    with ledger.pages(10) as all_of_them:
        assert all_of_them == 10


@pytest.mark.req("D7")
def test_twenty_readers_are_never_promised_more_pages_than_there_are(store: Store) -> None:
    ledger, witness, met = opened(store), Witness(), threading.Barrier(CALLERS)

    def reader(wanted: int) -> int:
        met.wait(60)
        with ledger.pages(wanted) as promised:
            witness.more(promised)
            met.wait(60)
        return promised

    with ThreadPoolExecutor(CALLERS) as pool:
        assert sum(pool.map(reader, [1] * CALLERS)) == 10
    assert witness.most == 10


def test_pages_and_seconds_warn_once_for_each_threshold(store: Store) -> None:
    told: list[Event] = []
    ledger = opened(store, told)
    for number in range(7):
        read_page(store, f"page{number}")
        ledger.look()
    with store.write() as db:
        add_seconds(db, "task_a", 90.0)
    ledger.look()
    ledger.look()
    assert told == [
        BudgetWarning(unit="pages", threshold=0.7, spent=7, limit=10),
        BudgetWarning(unit="seconds", threshold=0.7, spent=90.0, limit=100),
        BudgetWarning(unit="seconds", threshold=0.85, spent=90.0, limit=100),
    ]


def test_a_forgotten_task_takes_its_charges_with_it(store: Store) -> None:
    opened(store).tokens.reserve("claims", 10)
    with store.write() as db:
        forget_task(db, "task_a")
        assert charges_of(db, "task_a") == {}
