from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tadori.fetch.escalation import GiveUp, QueueForPerson, RouteChoice, TakeRoute, choose_route
from tadori.fetch.pace import why_cooling
from tadori.model.web import NEEDS_A_PERSON, AttemptCause, AttemptOutcome, BlockKind, DomainPolicy, FetchAttempt, Route
from tests.fetch.attempts import NOON, attempt, blocked

ALL = frozenset(Route)
NEW = DomainPolicy(domain="nagi.test")
REFUSED = replace(NEW, block_score=0.3, failures=1)
DONE = {AttemptOutcome.PAGE, AttemptOutcome.NOT_MODIFIED}


def step(
    *tried: FetchAttempt,
    policy: DomainPolicy = REFUSED,
    available: frozenset[Route] = ALL,
    now: datetime = NOON,
    revisit: bool = False,
    tor: bool = True,
    wayback: bool = True,
    gone: bool = False,
) -> RouteChoice:
    return choose_route(
        tried,
        policy,
        available=available,
        now=now,
        is_revisit=revisit,
        tor_ok=tor,
        wayback_ok=wayback,
        wayback_for_gone=gone,
    )


def way(
    seen: Sequence[tuple[AttemptOutcome, BlockKind]], *, tor: bool = True, wayback: bool = True, gone: bool = False
) -> list[str]:
    """The routes taken when every one ends as the next of `seen` (the last repeats), and how it ends."""
    tried: list[FetchAttempt] = []
    while isinstance(choice := step(*tried, tor=tor, wayback=wayback, gone=gone), TakeRoute):
        outcome, kind = seen[min(len(tried), len(seen) - 1)]
        tried.append(attempt(choice.route, outcome, block=kind, status=403))
    return [*(one.route.value for one in tried), type(choice).__name__]


BARE = (AttemptOutcome.BLOCKED, BlockKind.NONE)
SHELL = (AttemptOutcome.BLOCKED, BlockKind.JS_REQUIRED)
LOST = (AttemptOutcome.UNREACHABLE, BlockKind.NONE)
BROKEN = (AttemptOutcome.SERVER_ERROR, BlockKind.NONE)


def of(kind: BlockKind) -> tuple[AttemptOutcome, BlockKind]:
    return (AttemptOutcome.BLOCKED, kind)


@pytest.mark.req("L16")
@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ([BARE], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([of(BlockKind.RATE_LIMIT)], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([of(BlockKind.CLOUDFLARE)], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([of(BlockKind.TURNSTILE)], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([of(BlockKind.LOGIN)], ["http", "QueueForPerson"]),
        ([of(BlockKind.COOKIE_WALL)], ["http", "headless", "QueueForPerson"]),
        ([of(BlockKind.PAYWALL)], ["http", "wayback", "GiveUp"]),
        ([of(BlockKind.SOFT_404)], ["http", "GiveUp"]),
        ([SHELL], ["http", "headless", "headful", "wayback", "GiveUp"]),
        ([SHELL, of(BlockKind.TURNSTILE)], ["http", "headless", "headful", "QueueForPerson"]),
        ([BARE, BARE, of(BlockKind.LOGIN)], ["http", "tor", "headless", "QueueForPerson"]),
        ([LOST], ["http", "headless", "wayback", "GiveUp"]),
        ([BROKEN], ["http", "headless", "wayback", "GiveUp"]),
        ([BARE, LOST], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([BARE, BROKEN], ["http", "tor", "headless", "headful", "QueueForPerson"]),
        ([LOST, BARE], ["http", "headless", "headful", "QueueForPerson"]),
        ([(AttemptOutcome.GONE, BlockKind.NONE)], ["http", "GiveUp"]),
        ([BARE, (AttemptOutcome.GONE, BlockKind.NONE)], ["http", "tor", "GiveUp"]),
        ([(AttemptOutcome.FORBIDDEN, BlockKind.NONE)], ["http", "GiveUp"]),
        ([(AttemptOutcome.UNUSABLE, BlockKind.NONE)], ["http", "GiveUp"]),
        ([(AttemptOutcome.REDIRECTED, BlockKind.NONE)], ["http", "GiveUp"]),
        ([(AttemptOutcome.NO_ROUTE, BlockKind.NONE)], ["http", "headless", "headful", "wayback", "GiveUp"]),
        ([BARE, (AttemptOutcome.NO_ROUTE, BlockKind.NONE)], ["http", "tor", "headless", "headful", "QueueForPerson"]),
    ],
)
def test_the_way_from_what_was_seen_to_the_end(
    seen: list[tuple[AttemptOutcome, BlockKind]], expected: list[str]
) -> None:
    assert way(seen) == expected


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        ([BARE], ["http", "headless", "headful", "QueueForPerson"]),
        ([LOST], ["http", "headless", "GiveUp"]),
        ([SHELL], ["http", "headless", "headful", "GiveUp"]),
        ([of(BlockKind.PAYWALL)], ["http", "GiveUp"]),
    ],
)
def test_without_tor_and_wayback_the_other_ways_stay(
    seen: list[tuple[AttemptOutcome, BlockKind]], expected: list[str]
) -> None:
    assert way(seen, tor=False, wayback=False) == expected


def test_a_page_that_is_gone_is_looked_for_in_the_archive_only_on_demand() -> None:
    assert way([(AttemptOutcome.GONE, BlockKind.NONE)], gone=True) == ["http", "wayback", "GiveUp"]
    assert way([of(BlockKind.SOFT_404)], gone=True) == ["http", "wayback", "GiveUp"]
    assert way([(AttemptOutcome.GONE, BlockKind.NONE)], gone=True, wayback=False) == ["http", "GiveUp"]


def test_a_bare_401_wants_an_account_and_a_451_may_not_be_shown() -> None:
    login = step(blocked(status=401))
    assert login == QueueForPerson(kind=BlockKind.LOGIN, ground="only somebody with an account can log in")
    assert step(blocked(status=451), wayback=False) == GiveUp(ground="it is withheld for legal reasons (451)")


def test_an_invalid_certificate_ends_it_and_words_about_one_do_not() -> None:
    lost = attempt(outcome=AttemptOutcome.UNREACHABLE, reason="expired", cause=AttemptCause.CERTIFICATE)
    assert step(lost) == GiveUp(ground="its certificate is not valid, and no route may overlook that")
    named = attempt(outcome=AttemptOutcome.UNREACHABLE, reason="no connection to certificate.test")
    assert step(named) == TakeRoute(route=Route.HEADLESS, ground="no answer by http: one other way is tried")


@pytest.mark.req("L16")
def test_pages_are_begun_by_http() -> None:
    assert step(policy=NEW) == TakeRoute(route=Route.HTTP, ground="pages are asked for by HTTP first")


def test_a_domain_whose_pages_only_a_browser_has_is_begun_by_a_browser_but_for_a_probe_now_and_then() -> None:
    policy = replace(NEW, headful_ratio=0.51, day="2026-11-16", requests_today=5)
    ground = "51% of this domain's recent pages were had by a browser only"
    assert step(policy=policy) == TakeRoute(route=Route.HEADLESS, ground=ground)
    firsts = [step(policy=replace(policy, requests_today=n)) for n in range(12)]
    routes = [first.route.value for first in firsts if isinstance(first, TakeRoute)]
    assert routes == ["http"] * 2 + ["headless"] * 8 + ["http"] * 2
    assert step(policy=replace(policy, headful_ratio=0.49)).ground == "pages are asked for by HTTP first"
    assert step(policy=policy, available=frozenset({Route.HTTP})).ground == "pages are asked for by HTTP first"


@pytest.mark.req("L16")
def test_a_return_is_by_http_even_where_a_browser_comes_first() -> None:
    policy = replace(NEW, headful_ratio=0.9, day="2026-11-16", requests_today=5)
    ground = "a return: HTTP with what the last visit left (ETag, cookies)"
    assert step(policy=policy, revisit=True) == TakeRoute(route=Route.HTTP, ground=ground)


@pytest.mark.req("L16")
def test_where_tor_just_worked_it_comes_first_while_it_sticks_and_a_failure_leads_back() -> None:
    policy = replace(REFUSED, tor_until=NOON + timedelta(minutes=9))
    ground = "Tor got through to this domain a moment ago and is kept until 12:09"
    assert step(policy=policy) == TakeRoute(route=Route.TOR, ground=ground)
    assert step(policy=policy, tor=False) == TakeRoute(route=Route.HTTP, ground="pages are asked for by HTTP first")
    assert step(policy=policy, now=NOON + timedelta(minutes=9)).ground == "pages are asked for by HTTP first"
    back = step(blocked(Route.TOR), policy=policy)
    assert back == TakeRoute(route=Route.HTTP, ground="refused with 403 by tor: back to our own line")
    on = step(blocked(Route.TOR), blocked(), policy=policy)
    assert on == TakeRoute(route=Route.HEADLESS, ground="refused with 403 by http: a browser runs the page's scripts")
    shell = step(blocked(Route.TOR, BlockKind.JS_REQUIRED), policy=policy)
    assert shell == TakeRoute(route=Route.HEADLESS, ground="js_required by tor: a browser runs the page's scripts")
    lost = step(attempt(Route.TOR, AttemptOutcome.UNREACHABLE), policy=policy)
    assert lost == TakeRoute(route=Route.HTTP, ground="no answer by tor: one other way is tried")


def test_a_browser_that_came_first_and_lost_the_connection_is_followed_by_http() -> None:
    lost = attempt(Route.HEADLESS, AttemptOutcome.UNREACHABLE)
    assert step(lost) == TakeRoute(route=Route.HTTP, ground="no answer by headless: one other way is tried")


def test_there_is_no_way_back_from_a_browser_that_was_refused() -> None:
    assert step(blocked(Route.HEADLESS)) == TakeRoute(
        route=Route.HEADFUL, ground="refused with 403 by headless: a visible browser is the last way of our own"
    )


def test_a_visible_browser_that_failed_three_times_in_a_row_is_spared_for_a_day() -> None:
    policy = replace(REFUSED, headful_failures=3, last_captcha_at=NOON)
    tried = (blocked(kind=BlockKind.TURNSTILE), blocked(Route.HEADLESS, BlockKind.TURNSTILE))
    spared = step(*tried, policy=policy)
    ground = "turnstile by http, headless; a visible browser has failed here before"
    assert spared == QueueForPerson(kind=BlockKind.TURNSTILE, ground=ground)
    again = step(*tried, policy=policy, now=NOON + timedelta(days=1))
    assert again == TakeRoute(
        route=Route.HEADFUL, ground="turnstile by headless: a visible browser is the last way of our own"
    )


def test_a_domain_that_cools_after_a_challenge_queues_its_other_pages_without_asking() -> None:
    policy = replace(
        REFUSED,
        failures=4,
        cooldown_until=NOON + timedelta(hours=2),
        last_captcha_at=NOON,
        captcha_type_last_seen=BlockKind.HCAPTCHA,
    )
    ground = "nagi.test is left alone until 2026-11-16 14:00 UTC"
    assert step(policy=policy) == QueueForPerson(kind=BlockKind.HCAPTCHA, ground=ground)
    waited = attempt(outcome=AttemptOutcome.FORBIDDEN, reason=ground)
    assert why_cooling(policy, NOON) == ground
    assert step(waited, policy=policy) == QueueForPerson(kind=BlockKind.HCAPTCHA, ground=ground)
    private = attempt(outcome=AttemptOutcome.FORBIDDEN, reason="a private address")
    assert step(private, policy=policy) == GiveUp(ground="it may not be asked")


def test_a_domain_that_cools_without_a_challenge_is_read_from_the_archive_or_not_at_all() -> None:
    policy = replace(REFUSED, failures=2, cooldown_until=NOON + timedelta(hours=1))
    ground = "nagi.test is left alone until 2026-11-16 13:00 UTC"
    assert step(policy=policy) == TakeRoute(route=Route.WAYBACK, ground=f"{ground}: an archived copy is looked for")
    assert step(policy=policy, wayback=False) == GiveUp(ground=ground)
    assert step(policy=policy, now=NOON + timedelta(hours=1)).ground == "pages are asked for by HTTP first"


def test_a_domain_given_up_or_spent_is_not_asked() -> None:
    skipped = replace(NEW, skip_reason="it refused", last_captcha_at=NOON, failures=9)
    spent = replace(NEW, day="2026-11-16", requests_today=200)
    assert step(policy=skipped, wayback=False) == GiveUp(ground="nagi.test is not asked any more: it refused")
    assert step(policy=spent, wayback=False) == GiveUp(
        ground="nagi.test was asked 200 times today, the most we do in a day"
    )


def test_cooling_does_not_stop_the_page_that_is_being_escalated() -> None:
    policy = replace(REFUSED, failures=2, cooldown_until=NOON + timedelta(hours=1))
    assert step(blocked(), blocked(Route.TOR), policy=policy) == TakeRoute(
        route=Route.HEADLESS, ground="refused with 403 by tor: a browser runs the page's scripts"
    )


@pytest.mark.parametrize("outcome", sorted(DONE))
def test_there_is_nothing_to_choose_once_the_page_is_had(outcome: AttemptOutcome) -> None:
    with pytest.raises(ValueError, match="the page is had"):
        step(attempt(outcome=outcome))


def test_a_machine_without_any_way_says_so() -> None:
    assert step(available=frozenset()) == GiveUp(ground="there is no way to the web on this machine")


ENDS = [(outcome, BlockKind.NONE) for outcome in AttemptOutcome if outcome not in DONE | {AttemptOutcome.BLOCKED}]
ENDS += [(AttemptOutcome.BLOCKED, kind) for kind in BlockKind]


def every_walk(tried: tuple[FetchAttempt, ...] = ()) -> Iterator[tuple[tuple[FetchAttempt, ...], RouteChoice]]:
    """Every way a page can go, whatever each route sees, with its end."""
    choice = step(*tried)
    if not isinstance(choice, TakeRoute):
        yield tried, choice
        return
    for outcome, kind in ENDS:
        yield from every_walk((*tried, attempt(choice.route, outcome, block=kind, status=403)))


@pytest.mark.slow
@pytest.mark.req("L16")
def test_every_walk_takes_each_way_once_and_ends_within_three_escalations_and_the_archive() -> None:
    longest = 0
    for tried, end in every_walk():
        routes = [one.route for one in tried]
        asked = [r for r in routes if r is not Route.WAYBACK]
        assert len(set(routes)) == len(routes)
        assert len(asked) <= 1 + 3
        assert end.ground.strip() == end.ground != ""
        longest = max(longest, len(routes))
    assert longest == 5


@pytest.mark.req("L20")
@given(st.sampled_from(sorted(NEEDS_A_PERSON)), st.frozensets(st.sampled_from(list(Route))), st.booleans())
def test_what_a_person_can_solve_ends_in_the_inbox_whatever_routes_there_are(
    kind: BlockKind, others: frozenset[Route], tor: bool
) -> None:
    tried: list[FetchAttempt] = []
    while isinstance(choice := step(*tried, available=others | {Route.HTTP}, tor=tor), TakeRoute):
        tried.append(blocked(choice.route, kind))
    assert choice == QueueForPerson(kind=kind, ground=choice.ground)


@given(
    st.frozensets(st.sampled_from(list(Route))),
    st.lists(st.sampled_from(ENDS), min_size=6, max_size=6),
    st.tuples(*[st.booleans()] * 4),
    st.builds(
        replace,
        st.just(NEW),
        headful_ratio=st.floats(0, 1),
        requests_today=st.integers(0, 250),
        day=st.just("2026-11-16"),
        failures=st.integers(0, 9),
        headful_failures=st.integers(0, 9),
        last_captcha_at=st.sampled_from([None, NOON]),
        tor_until=st.sampled_from([None, NOON, NOON + timedelta(minutes=1)]),
        cooldown_until=st.sampled_from([None, NOON + timedelta(hours=1)]),
        skip_reason=st.sampled_from([None, "enough"]),
    ),
)
def test_no_way_is_taken_twice_or_without_leave(
    available: frozenset[Route],
    seen: list[tuple[AttemptOutcome, BlockKind]],
    flags: tuple[bool, bool, bool, bool],
    policy: DomainPolicy,
) -> None:
    revisit, tor, wayback, gone = flags
    tried: list[FetchAttempt] = []
    for outcome, kind in seen:
        choice = step(*tried, policy=policy, available=available, revisit=revisit, tor=tor, wayback=wayback, gone=gone)
        if not isinstance(choice, TakeRoute):
            break
        tried.append(attempt(choice.route, outcome, block=kind))
    routes = [one.route for one in tried]
    forbidden = {route for route, ok in ((Route.TOR, tor), (Route.WAYBACK, wayback)) if not ok}
    assert len(set(routes)) == len(routes)
    assert set(routes) <= available - forbidden
    assert not isinstance(choice, TakeRoute)
