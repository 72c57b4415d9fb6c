"""The arithmetic of budgets: worked examples, and what holds whatever happens."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.errors import BudgetExhausted
from tadori.model.budget import (
    Budget,
    Charge,
    JobUse,
    Ledger,
    Spent,
    TokenLimits,
    exhausted_limit,
    model_share,
    model_time_allowed,
    pages_granted,
    remaining_percent,
    reopen_ledger,
    thresholds_reached,
    token_use,
)

JOBS = ["claims", "relevance", "writing"]


def charge(number: int, job: str, reserved: int, ask: str = "", used: int | None = None) -> Charge:
    return Charge(id=f"1-{number}", job=job, ask=ask or f"1-{number}", reserved=reserved, used=used)


def empty(total: int = 1000, **jobs: int) -> Ledger:
    return Ledger(limits=TokenLimits(total=total, by_job=jobs))


def test_the_first_limit_that_is_reached_is_named() -> None:
    budget = Budget(pages=10, seconds=100, tokens=1000)
    assert exhausted_limit(budget, Spent(pages=9, seconds=99.9, tokens=999)) is None
    assert exhausted_limit(budget, Spent(pages=10, seconds=100, tokens=1000)) == "pages"
    assert exhausted_limit(budget, Spent(seconds=100, tokens=1000)) == "seconds"
    assert exhausted_limit(budget, Spent(tokens=1000)) == "tokens"
    assert exhausted_limit(replace(budget, tokens=0), Spent(tokens=1000)) is None


def test_what_remains_is_said_of_the_tightest_limit() -> None:
    budget = Budget(pages=10, seconds=100, tokens=1000)
    assert remaining_percent(budget, Spent(pages=1, seconds=50, tokens=750)) == 25
    assert remaining_percent(budget, Spent(pages=12)) == 0


@pytest.mark.req("D7")
@pytest.mark.parametrize(("total", "kept"), [(1000, 150), (8192, 1229), (1, 1), (0, 0)])
def test_fifteen_per_cent_are_kept_and_part_of_a_token_is_one(total: int, kept: int) -> None:
    assert TokenLimits(total=total).kept == kept


@pytest.mark.req("D7")
def test_only_the_final_answer_may_have_what_is_kept() -> None:
    ledger = empty().reserve(charge(1, "claims", 850))
    assert (ledger.room("claims"), ledger.room("relevance"), ledger.room("writing")) == (0, 0, 150)
    with pytest.raises(BudgetExhausted, match=r"^relevance needs 1 tokens and has 0 left of 1000 \(850 charged, 150"):
        ledger.reserve(charge(2, "relevance", 1))
    assert ledger.reserve(charge(2, "writing", 150)).charged == 1000


@pytest.mark.req("D7")
def test_who_writes_the_final_answer_is_an_argument() -> None:
    ledger = Ledger(limits=TokenLimits(total=1000, final_jobs=frozenset({"vote"}), kept_percent=20))
    assert (ledger.room("vote"), ledger.room("writing")) == (1000, 800)


@pytest.mark.req("D7")
def test_a_final_answer_that_takes_more_than_was_kept_leaves_the_others_less() -> None:
    ledger = empty().reserve(charge(1, "writing", 400))
    assert ledger.room("claims") == 600
    assert ledger.reserve(charge(2, "claims", 500)).room("claims") == 100


@pytest.mark.req("D7")
def test_a_job_with_a_limit_of_its_own_cannot_have_the_rest() -> None:
    ledger = empty(claims=300).reserve(charge(1, "claims", 200))
    assert (ledger.room("claims"), ledger.room("relevance")) == (100, 650)
    with pytest.raises(BudgetExhausted, match=r"^claims needs 101 tokens and has 100 left"):
        ledger.reserve(charge(2, "claims", 101))


@pytest.mark.req("D7")
def test_what_was_reserved_and_not_used_is_free_again() -> None:
    ledger = empty().reserve(charge(1, "claims", 600))
    assert (ledger.room("claims"), ledger.settled) == (250, 0)
    ledger = ledger.settle("1-1", 100)
    assert (ledger.room("claims"), ledger.settled, dict(ledger.by_job)) == (750, 100, {"claims": 100})
    assert ledger.settle("1-1", 500) is ledger


def test_a_task_without_tokens_is_told_how_to_get_some() -> None:
    with pytest.raises(BudgetExhausted, match="no tokens were given to this task: --budget-tokens N"):
        empty(0).reserve(charge(1, "claims", 1))


def test_to_reserve_less_than_nothing_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="claims cannot reserve -1 tokens"):
        empty().reserve(charge(1, "claims", -1))


@pytest.mark.parametrize(("said", "charged"), [(-5, 200), (0, 0), (200, 200), (250, 250), (10**12, 750)])
def test_whatever_a_server_says_it_used_the_limits_hold(said: int, charged: int) -> None:
    ledger = empty().reserve(charge(1, "claims", 200)).reserve(charge(2, "relevance", 100))
    assert ledger.settle("1-1", said).by_job["claims"] == charged


def test_a_question_that_a_killed_process_had_asked_is_charged_once() -> None:
    left = [[charge(1, "claims", 300, ask="ask_a"), charge(2, "claims", 100, ask="ask_b", used=40)]]
    ledger = reopen_ledger(TokenLimits(total=1000), left)
    assert (ledger.charged, ledger.room("claims")) == (340, 510)
    again = ledger.reserve(charge(3, "claims", 300, ask="ask_a"))
    assert again.charged == 340
    assert again.settle("1-3", 250).charged == 340
    larger = ledger.reserve(charge(3, "claims", 350, ask="ask_a"))
    assert larger.charged == 390
    assert larger.settle("1-3", 320).charged == 360


def test_the_second_try_of_a_question_in_one_process_is_charged_too() -> None:
    ledger = empty().reserve(charge(1, "claims", 100, ask="ask_a")).settle("1-1", 80)
    assert ledger.reserve(charge(2, "claims", 100, ask="ask_a")).settle("1-2", 70).charged == 150


def test_the_account_names_each_job_and_what_went_beside_it() -> None:
    first = [charge(1, "claims", 300, ask="ask_a", used=300), charge(2, "relevance", 50, used=20)]
    second = [charge(3, "claims", 300, ask="ask_a", used=250), charge(4, "writing", 60)]
    use = token_use([first, second], 12.5)
    assert use.jobs == (
        JobUse(job="claims", calls=2, tokens=300, open=0),
        JobUse(job="writing", calls=1, tokens=60, open=60),
        JobUse(job="relevance", calls=1, tokens=20, open=0),
    )
    assert (use.tokens, use.repeated, use.model_seconds) == (380, 250, 12.5)


@pytest.mark.req("D7")
@pytest.mark.parametrize(
    ("limit", "spent", "shares"),
    [(1000, 699, []), (1000, 700, [70]), (1000, 850, [70, 85]), (1000, 5000, [70, 85]), (0, 10, []), (100, 69.99, [])],
)
def test_thresholds_are_reached_at_their_share(limit: int, spent: float, shares: list[int]) -> None:
    assert thresholds_reached(limit, spent) == shares


@pytest.mark.parametrize(
    ("wanted", "spent", "held", "may"),
    [(10, 0, 0, 10), (10, 115, 0, 5), (10, 110, 8, 2), (10, 121, 0, 0), (0, 0, 0, 0)],
)
def test_pages_are_granted_from_what_is_neither_read_nor_promised(wanted: int, spent: int, held: int, may: int) -> None:
    assert pages_granted(wanted, limit=120, spent=spent, held=held) == may


@pytest.mark.req("D7")
def test_a_model_may_have_three_tenths_of_the_time() -> None:
    # 10 s of 100 s are gone: a call of 28.5 s makes it 38.5 of 128.5 s (29.96 %), one of 28.6 s 30.02 %.
    assert model_time_allowed(10, 100, 28.5)
    assert not model_time_allowed(10, 100, 28.6)
    assert not model_time_allowed(0, 0, 1)
    assert model_time_allowed(0, 0, 0)
    assert model_time_allowed(30, 100, 20, share=0.5)


@pytest.mark.parametrize(("model", "total", "share"), [(30, 120, 0.25), (0, 0, 0.0), (5, 0, 0.0), (9, 3, 1.0)])
def test_the_models_share_of_the_time(model: float, total: float, share: float) -> None:
    assert model_share(model, total) == share


@given(st.lists(st.tuples(st.floats(0, 60), st.floats(0, 30)), max_size=40))
def test_who_asks_before_every_call_never_gives_models_more_than_their_share(turns: list[tuple[float, float]]) -> None:
    model = total = 0.0
    for other, call in turns:
        total += other
        made = call if model_time_allowed(model, total, call) else 0.0
        model, total = model + made, total + made
        assert model <= 0.30 * total + 1e-9


Step = tuple[str, int, int, int]
STEPS = st.lists(
    st.tuples(st.sampled_from(JOBS), st.integers(0, 500), st.integers(-50, 900), st.integers(0, 5)), max_size=40
)


@pytest.mark.req("D7")
@given(st.integers(0, 3000), st.dictionaries(st.sampled_from(JOBS), st.integers(0, 800)), st.lists(STEPS, max_size=3))
def test_no_order_of_reserving_using_and_dying_goes_above_a_limit(
    total: int, by_job: dict[str, int], openings: list[list[Step]]
) -> None:
    limits = TokenLimits(total=total, by_job=by_job)
    left: list[list[Charge]] = []
    for steps in openings:
        ledger, kept = reopen_ledger(limits, left), {}
        for number, (job, tokens, used, ask) in enumerate(steps):
            # Every third reservation is left open until later; what is open at the end has died.
            one = charge(number, job, tokens, ask=f"{job}{ask}")
            try:
                ledger = ledger.reserve(one)
            except BudgetExhausted:
                continue
            kept[one.id] = one
            settled = sorted(ledger.open)[0] if number % 3 else ""
            if settled:
                kept[settled] = replace(kept[settled], used=ledger.taken(settled, used))
                ledger = ledger.settle(settled, used)
            others = sum(tokens for name, tokens in ledger.by_job.items() if name != "writing")
            assert ledger.charged <= total
            assert others <= total - limits.kept
            assert [job for job, most in by_job.items() if ledger.by_job.get(job, 0) > most] == []
        left.append(list(kept.values()))
        assert reopen_ledger(limits, left).charged == ledger.charged
