from dataclasses import replace
from typing import Any

import pytest

from tadori.engine.drivers.mechanical import (
    MechanicalDriver,
    important_claims,
    negated_query,
    refutation_queries,
    section_gaps,
)
from tadori.model.actions import (
    AnswerAction,
    RefuteAction,
    SearchAction,
    StopAction,
    action_from_json,
    action_to_json,
)
from tadori.model.budget import Spent
from tadori.model.graph import ClaimStanding
from tadori.model.ids import EN, JA, Lang
from tadori.model.query import Branch, Query, QueryPurpose
from tadori.model.question import StopReason
from tadori.model.state import ResearchState, SectionItems
from tadori.model.thresholds import MAX_REFUTED_CLAIMS
from tests.engine.makers import FATHER, done, item, passage, standing, state, texts

DRIVER = MechanicalDriver()
KELL = "Oda Kell was an engineer. Her father was Brom Kell, a miller."


def after_first_round(**given: Any) -> ResearchState:
    """Round one is done: the page of Oda Kell was read, nothing names where her father died."""
    first = DRIVER.decide(state())
    assert isinstance(first, SearchAction)
    read = passage("pg_1", "Oda Kell", KELL, 0.6, first.queries[0].id)
    answer = state().plan.sections[0].id
    plain: dict[str, Any] = {
        "round": 1,
        "queries": tuple(done(query) for query in first.queries),
        "passages": (read,),
        "sections": (SectionItems(section_id=answer, items=(item("file:///pg_1", KELL, title="Oda Kell"),)),),
    }
    return state(**(plain | given))


@pytest.mark.req("F1")
def test_the_first_action_is_the_initial_queries() -> None:
    assert texts(DRIVER.decide(state())) == [FATHER, "Oda Kell"]


@pytest.mark.req("F4")
def test_the_next_round_follows_names_and_asks_for_what_is_missing() -> None:
    action = DRIVER.decide(after_first_round())
    assert isinstance(action, SearchAction)
    assert [(q.text, q.purpose, q.round) for q in action.queries] == [
        ("Brom Kell", QueryPurpose.NAMED, 1),
        ("Oda Kell die", QueryPurpose.FOLLOW_UP, 1),
        ("Oda Kell place", QueryPurpose.FOLLOW_UP, 1),
    ]
    assert action.queries[0].cause_id == "pg_1"
    assert action.reason == "After 1 of 3 rounds this is still missing: die, place."


def branches(now: ResearchState, **given: Any) -> tuple[Branch, ...]:
    return tuple(Branch(query_id=one.query.id, **given) for one in now.queries)


@pytest.mark.req("L6")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"depth": 1, "novelty": 0.05, "pages": 4}, "its branch brought almost nothing new (5% of what 4 pages held)"),
        ({"depth": 3, "novelty": 0.5, "harvest": 0.5, "pages": 2}, "its branch is 3 deep"),
    ],
)
def test_no_name_is_followed_from_a_branch_that_is_dry_or_deep_and_gaps_are_still_asked_for(
    given: dict[str, Any], why: str
) -> None:
    now = after_first_round()
    action = DRIVER.decide(replace(now, branches=branches(now, **given)))
    assert texts(action) == ["Oda Kell die", "Oda Kell place"]
    assert isinstance(action, SearchAction)
    assert action.review is not None
    assert [(one.query.text, one.reason) for one in action.review.skipped] == [("Brom Kell", why)]


@pytest.mark.parametrize(
    "given",
    [
        {"depth": 1, "pages": 2, "novelty": 0.0},
        {"depth": 2, "pages": 9},
        {"depth": 3, "pages": 2, "novelty": 0.5, "harvest": 1.5},
    ],
)
def test_a_branch_that_is_young_or_rich_is_followed(given: dict[str, Any]) -> None:
    now = after_first_round()
    action = DRIVER.decide(replace(now, branches=branches(now, **given)))
    assert texts(action) == ["Brom Kell", "Oda Kell die", "Oda Kell place"]


@pytest.mark.req("F5")
def test_every_choice_says_whether_another_round_follows() -> None:
    going, ended = DRIVER.decide(after_first_round()), DRIVER.decide(after_first_round(round=3))
    assert isinstance(going, SearchAction)
    assert isinstance(ended, AnswerAction)
    assert going.review is not None
    assert ended.review is not None
    assert (going.review.iteration.should_continue_search, going.review.iteration.stop_reason) == (True, None)
    assert (ended.review.iteration.should_continue_search, ended.review.iteration.stop_reason) == (
        False,
        StopReason.MAX_ROUNDS,
    )


def test_the_journal_keeps_a_choice_without_its_review() -> None:
    action = DRIVER.decide(after_first_round())
    assert isinstance(action, SearchAction)
    kept = action_to_json(action)
    assert sorted(kept) == ["kind", "queries", "reason", "recall"]
    assert action_from_json(kept) == action


def test_no_query_is_made_twice() -> None:
    now = after_first_round()
    second = DRIVER.decide(now)
    assert isinstance(second, SearchAction)
    again = replace(now, round=2, queries=now.queries + tuple(done(q) for q in second.queries))
    assert DRIVER.decide(again) == AnswerAction(reason="No lead is left to follow.")


@pytest.mark.req("F5")
def test_after_the_last_round_it_answers_and_then_stops_with_the_reason() -> None:
    end = after_first_round(round=3)
    assert DRIVER.decide(end) == AnswerAction(reason="The maximum of 3 rounds is reached.")
    assert DRIVER.decide(replace(end, answered=True)) == StopAction(
        reason=StopReason.MAX_ROUNDS, words="The maximum of 3 rounds is reached."
    )


@pytest.mark.req("F5")
def test_a_spent_budget_still_brings_an_answer() -> None:
    poor = after_first_round(spent=Spent(pages=120), claims=(standing("He died in Farholm."),))
    assert DRIVER.decide(poor) == AnswerAction(reason="The budget (pages) is used up.")
    assert DRIVER.decide(replace(poor, answered=True)) == StopAction(
        reason=StopReason.BUDGET, words="The budget (pages) is used up."
    )


def test_a_person_who_stops_it_is_obeyed_at_once() -> None:
    assert DRIVER.decide(state(user_stop=True)) == StopAction(
        reason=StopReason.USER_STOP, words="It was stopped by its user."
    )


def test_when_every_source_refuses_nothing_more_is_asked() -> None:
    blocked = after_first_round(all_blocked=True, claims=(standing("He died in Farholm."),))
    assert DRIVER.decide(blocked) == AnswerAction(reason="Every source refused.")


@pytest.mark.req("L14")
def test_every_claim_of_the_answer_is_tested_before_the_answer() -> None:
    claims = tuple(standing(f"He died in Town{n}.", answer_score=1 - n / 10) for n in range(5))
    now = after_first_round(round=3, claims=claims)
    tested: list[str] = []
    action = DRIVER.decide(now)
    while isinstance(action, RefuteAction):
        tested.append(action.claim_id)
        assert 1 <= len(action.queries) <= 2
        assert {query.purpose for query in action.queries} == {QueryPurpose.REFUTE}
        assert {query.cause_id for query in action.queries} == {action.claim_id}
        now = replace(
            now,
            refutation_searched=now.refutation_searched | {action.claim_id},
            queries=now.queries + tuple(done(query) for query in action.queries),
        )
        action = DRIVER.decide(now)
    assert tested == [claim.claim.id for claim in claims[:3]]
    assert isinstance(action, AnswerAction)


def test_important_are_the_claims_the_answer_would_stand_on() -> None:
    claims = tuple(standing(f"Claim {n}.") for n in range(5))
    chosen = (claims[4].claim.id, claims[0].claim.id)
    assert important_claims(state(claims=claims)) == claims[:3]
    assert important_claims(state(claims=claims, answer_claims=chosen)) == (claims[4], claims[0])


def test_when_nothing_answers_nothing_is_refuted() -> None:
    now = after_first_round(round=3, claims=(standing("He liked boats."),), answer_claims=())
    assert DRIVER.decide(now) == AnswerAction(reason="The maximum of 3 rounds is reached.")


def test_claims_that_rise_by_refutations_are_tested_too_but_not_for_ever() -> None:
    tested = frozenset(f"cl_{n}" for n in range(MAX_REFUTED_CLAIMS))
    new = (standing("A new claim."),)
    some = after_first_round(round=3, claims=new, refutation_searched=frozenset(["cl_0"]))
    assert isinstance(DRIVER.decide(some), RefuteAction)
    assert isinstance(DRIVER.decide(replace(some, refutation_searched=tested)), AnswerAction)


@pytest.mark.req("L14")
def test_what_stands_beside_a_short_answer_is_tested_too() -> None:
    answer, beside, last, further = (
        standing(text) for text in ("He died in 1902.", "He was born in 1840.", "He had a boat.", "He liked tea.")
    )
    now = after_first_round(round=3, claims=(answer, beside, last, further), answer_claims=(answer.claim.id,))
    tested: list[str] = []
    for _ in range(3):
        action = DRIVER.decide(replace(now, refutation_searched=frozenset(tested)))
        assert isinstance(action, RefuteAction)
        tested.append(action.claim_id)
    assert tested == [answer.claim.id, beside.claim.id, last.claim.id]
    assert isinstance(DRIVER.decide(replace(now, refutation_searched=frozenset(tested))), AnswerAction)


def test_what_refutations_bring_starts_no_new_round() -> None:
    now = after_first_round(refutation_searched=frozenset(["cl_0"]))
    assert DRIVER.decide(now) == AnswerAction(reason="No lead is left to follow.")


def test_a_refutation_whose_queries_were_all_made_is_still_noted() -> None:
    claim = standing("He died in Farholm.")
    made = tuple(done(query) for query in refutation_queries(claim, state()))
    action = DRIVER.decide(after_first_round(round=3, claims=(claim,), queries=made))
    assert action == RefuteAction(
        claim_id=claim.claim.id, queries=(), reason='Look for what speaks against: "He died in Farholm."'
    )


@pytest.mark.req("L14")
@pytest.mark.parametrize(
    ("text", "lang", "queries"),
    [
        (
            "The Narigama plant has 14 turbines.",
            EN,
            [
                "Narigama 14 plant limitations criticism error correction refuted disputed",
                "The Narigama plant has not 14 turbines",
                "Narigama plant turbines",
            ],
        ),
        (
            "鳴釜発電所には14基の水車がある。",
            JA,
            [
                "鳴釜発電所 14基 水車 誤り 反論 批判 問題点 課題 訂正",
                "鳴釜発電所には14基の水車があるというのは誤り",
                "鳴釜発電所 水車",
            ],
        ),
    ],
)
def test_refutations_are_searched_by_fixed_suffixes_by_the_negation_and_by_what_the_frame_asks_for(
    text: str, lang: Lang, queries: list[str]
) -> None:
    found = standing(text)
    claim = replace(found, claim=replace(found.claim, lang=lang))
    assert [query.text for query in refutation_queries(claim, state())] == queries


@pytest.mark.req("L14")
def test_on_the_web_refutations_are_searched_in_both_languages() -> None:
    english = standing("The Ormsay Tidal Power Station began operation in 2011.")
    japanese = standing("日本の人口は減少している。")
    found = [
        [
            (query.lang, query.text)
            for query in refutation_queries(replace(one, claim=replace(one.claim, lang=lang)), web)
        ]
        for one, lang in ((english, EN), (japanese, JA))
        for web in [state(on_the_web=True)]
    ]
    assert found[0][2] == (JA, "Ormsay Tidal Power Station 2011 開始 運転 誤り 反論 批判 問題点 課題 訂正")
    assert found[1][2] == (EN, "Japan population decrease limitations criticism error correction refuted disputed")
    assert [lang for lang, _ in found[0][:2]] == [EN, EN]


@pytest.mark.req("L14")
def test_a_claim_whose_words_the_table_does_not_know_is_refuted_in_its_own_language() -> None:
    claim = standing("Xyzzy plugh.")
    assert {query.lang for query in refutation_queries(claim, state(on_the_web=True))} == {claim.claim.lang}


@pytest.mark.parametrize(
    ("statement", "lang", "turned"),
    [
        ("The plant is closed.", EN, "The plant is not closed"),
        ("The plant is not closed.", EN, "The plant is closed"),
        ("Turbines turn.", EN, "it is not true that Turbines turn"),
        ("発電所は閉鎖されている。", JA, "発電所は閉鎖されていない"),
        ("発電所は閉鎖された。", JA, "発電所は閉鎖されなかった"),
        ("原因は嵐である。", JA, "原因は嵐ではない"),
        ("原因は嵐ではない。", JA, "原因は嵐である"),
        ("原因は嵐です。", JA, "原因は嵐ではありません"),
        ("嵐で止まります。", JA, "嵐で止まりません"),
        ("水車が回る。", JA, "水車が回るというのは誤り"),
        ("", EN, "it is not true that "),
    ],
)
def test_a_statement_is_turned_round(statement: str, lang: Lang, turned: str) -> None:
    assert negated_query(statement, lang) == turned


def test_satisfied_claims_without_gaps_end_the_search() -> None:
    enough: ClaimStanding = replace(standing("Oda Kell's father did die in Farholm."), satisfied=True)
    now = after_first_round(claims=(enough,))
    answer = now.plan.sections[0].id
    full = item("file:///pg_1", "In Farholm the father of Oda Kell did die.")
    covered = replace(now, sections=(SectionItems(section_id=answer, items=(full,)),))
    last = replace(covered, answered=True, refutation_searched=frozenset([enough.claim.id]))
    assert isinstance(DRIVER.decide(covered), RefuteAction)
    assert DRIVER.decide(last) == StopAction(
        reason=StopReason.SATISFIED, words="All that was asked is covered by enough independent sources."
    )


def test_japanese_reasons_are_japanese() -> None:
    claim = standing("発電所は閉鎖された。")
    now = state("発電所はいつ閉鎖されたか", JA, round=3, claims=(claim,))
    action = DRIVER.decide(now)
    assert isinstance(action, RefuteAction)
    assert action.reason == "反証を探す:「発電所は閉鎖された。」"


def test_the_counter_section_is_never_asked_to_be_full() -> None:
    now = state("Why did it stop?")
    assert [section for section, _ in section_gaps(now)] == list(now.plan.sections[:-1])


def test_effort_bounds_how_many_names_are_followed() -> None:
    crowd = "Her father met " + ", ".join(f"Guest{n} Lamm{n}" for n in range(40)) + "."
    read = passage("pg_1", "Oda Kell", crowd, 0.6)

    def followed(effort: int) -> list[Query]:
        action = DRIVER.decide(after_first_round(passages=(read,), effort=effort))
        assert isinstance(action, SearchAction)
        return [query for query in action.queries if query.purpose is QueryPurpose.NAMED]

    assert [len(followed(effort)) for effort in (1, 3, 5)] == [2, 6, 10]


def test_the_same_state_gives_the_same_action() -> None:
    assert DRIVER.decide(after_first_round()) == MechanicalDriver().decide(after_first_round())


def test_what_inherited_evidence_answers_is_tested_on_the_pages_already_read_and_not_searched_for() -> None:
    claim = standing("The bridge opened in 1987.")
    now = state(claims=(claim,), answer_claims=(claim.claim.id,), answered_by="task_before")
    first = DRIVER.decide(now)
    assert isinstance(first, RefuteAction)
    assert (first.claim_ids, first.queries, first.rereads) == ((claim.claim.id,), (), True)
    assert action_from_json(action_to_json(first)) == first
    tested = replace(now, refutation_searched=frozenset({claim.claim.id}))
    assert isinstance(DRIVER.decide(tested), AnswerAction)
    last = DRIVER.decide(replace(tested, answered=True))
    assert isinstance(last, StopAction)
    assert (last.reason, last.words) == (
        StopReason.ANSWER_ACCEPTED,
        "Answered from the evidence of task_before.",
    )


def test_a_stop_of_the_user_ends_a_follow_up_as_any_other_task() -> None:
    action = DRIVER.decide(state(answered_by="task_before", user_stop=True))
    assert isinstance(action, StopAction)
    assert action.reason is StopReason.USER_STOP
