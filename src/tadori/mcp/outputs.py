"""The answers of the eleven tools (§3.2.1, completed by the rulings), as JSON Schemas. Data only.

`response_filter.py` removes from an answer everything that is not here. Every answer has `ok`: with `ok: true` the
fields that its tool promises, with `ok: false` the error shape that all tools share (`error`, `error_code`,
`error_id`, `details`).
"""

from typing import Final

from tadori.mcp.round_shapes import ROUND, TARGET
from tadori.mcp.shapes import (
    DOMAIN,
    ID,
    LONGEST_QUERY,
    LONGEST_TEXT,
    SEARCH_ID,
    SOURCE,
    TASK_ID,
    TIME,
    TRUST,
    URL,
    VERIFICATION,
    Schema,
    array,
    boolean,
    closed_object,
    count,
    described,
    enum,
    nullable,
    number,
    optional_fields,
    share,
    string,
)
from tadori.model.claim import Mood
from tadori.model.grading import Grade

ERROR_CODES: Final = (
    "INVALID_PARAMS",
    "TASK_NOT_FOUND",
    "BUDGET_EXHAUSTED",
    "AUTH_REQUIRED",
    "ALL_ENGINES_BLOCKED",
    "CHROME_NOT_READY",
    "PIPELINE_ERROR",
    "CALIBRATION_ERROR",
    "TIMEOUT",
    "INTERNAL_ERROR",
)

_STATUS = enum(
    "satisfied",
    "partial",
    "exhausted",
    "running",
    description="satisfied: three independent sources, or first-hand and another. partial: fewer, or not to its end: "
    "see error_code, halted, auth_pending. exhausted: nothing new or no budget.",
)
_REPORT = enum("none", "compiling", "ready", description="ready: as tadori://tasks/{task_id}/report.")
_META = described(
    closed_object(
        unverified_domains=array(DOMAIN, 50),
        blocked_domains=array(DOMAIN, 50),
        security_warnings=array(closed_object(type=enum("dangerous_pattern"), domain=DOMAIN, rule=string(64)), 20),
    ),
    "Publishers by trust; orders to the reader that pages hold.",
)
_DETAILS = closed_object(
    independent_sources=count(),
    corroborating_claims=array(ID, 20),
    contradicting_claims=array(ID, 20, "Certain or not."),
)
_STANDING = enum("corroborated", "single_source", "contested")
_REFUTED = boolean("A source gives another value for the same thing, time and scope: they exclude each other.")
_QUALIFIED = boolean("A source gives another value for another time, place, group or bound; both can be so.")
_TRUSTED: dict[str, Schema] = {
    "standing": _STANDING,
    "qualified": _QUALIFIED,
    "source_trust_level": TRUST,
    "verification_status": VERIFICATION,
    "verification_details": _DETAILS,
}
_GRADED: dict[str, Schema] = {
    "grade": enum(
        *(grade.value for grade in Grade),
        description="quoted: the source's own sentence. derived: by rule. judged: by a model.",
    ),
    "steps": array(string(1000), 8, "How it was derived."),
    "speaker": string(300, "Absent: the page's own words."),
    "mood": enum(*(mood.value for mood in Mood)),
}
_TRUST_FIELDS: Final = "source_trust_level verification_status verification_details"
_BRIEF = closed_object(
    f"id text confidence source_url is_primary_source {_TRUST_FIELDS}",
    id=ID,
    text=string(LONGEST_TEXT),
    confidence=share(),
    source_url=URL,
    is_primary_source=boolean(),
    **_TRUSTED,
)
_CLAIM = closed_object(
    f"id text confidence evidence_count has_refutation standing checked refutation_searched sources {_TRUST_FIELDS}",
    id=ID,
    text=string(LONGEST_TEXT),
    confidence=share(),
    evidence_count=count(),
    has_refutation=_REFUTED,
    checked=boolean("The archived words say it."),
    **_GRADED,
    refutation_searched=boolean("A search with refute: true asked about it."),
    sources=array(
        closed_object(
            "url title is_primary",
            url=URL,
            title=string(1000),
            is_primary=boolean(),
            date=nullable(string(10)),
            source_trust_level=TRUST,
            archived=described(URL, "The resource that holds the page as it was read."),
        ),
        10,
    ),
    **_TRUSTED,
)
_REFUTATION = closed_object(
    claim_id=ID,
    claim=string(LONGEST_TEXT),
    text=string(LONGEST_TEXT),
    confidence=share(),
    source_url=URL,
    source_trust_level=TRUST,
    why=string(LONGEST_TEXT, "What is compared, and the two values."),
)
_SEARCH_FIGURES: dict[str, Schema] = {
    "query": string(LONGEST_QUERY),
    "status": _STATUS,
    "pages_fetched": count(),
    "useful_fragments": count("They speak of the query and claim something new."),
    "harvest_rate": {"type": "number", "minimum": 0, "description": "Useful fragments a page."},
    "satisfaction_score": share(),
    "has_primary_source": boolean(),
    "refute": boolean(),
    "halted": boolean("It stopped before its end; the same call goes on with it."),
    "auth_pending": count("Pages of this search that wait for a person."),
    "error_code": string(32, "What it was refused with."),
}
_SEARCH_PROMISES: Final = "query status pages_fetched useful_fragments harvest_rate satisfaction_score"
_STATS: dict[str, Schema] = {
    "source": SOURCE,
    "current_version": count(),
    "method": enum("identity", "temperature", "platt"),
    "brier_score": nullable(number()),
    "ece": nullable(number()),
    "sample_count": count(),
    "pending_count": count(),
    "samples_evaluated": count(),
    "degradation_detected": boolean("The Brier score of the last evaluation is worse than that before by 5 % or more."),
    "degradation": {
        **closed_object(before=number(), after=number(), worse=number(), detected=boolean(), beyond_chance=boolean()),
        "type": ["object", "null"],
        "description": "Brier scores of the last two evaluations; beyond_chance: by more than two standard errors.",
    },
}
_SOURCE_LINE: Final = ("source", "current_version", "sample_count", "degradation_detected")
_EVALUATION: dict[str, Schema] = {
    "evaluation_id": ID,
    "brier_score": number(),
    "brier_score_calibrated": nullable(number()),
    "improvement_ratio": number(),
    "expected_calibration_error": number(),
    "samples_evaluated": count(),
}
_BIN = closed_object(
    lower=number(), upper=number(), count=count(), predicted=nullable(number()), observed=nullable(number())
)
_QUEUED = closed_object(
    id=ID,
    task_id=string(64),
    domain=DOMAIN,
    url=URL,
    type=string(40),
    priority=enum("high", "normal", "low"),
    queued_at=TIME,
    blocking_searches=array(SEARCH_ID, 100),
)


def _group(name: str, others: str) -> Schema:
    return closed_object(
        **{name: DOMAIN},
        pending_count=count(),
        high_priority_count=count(),
        affected_tasks=array(TASK_ID, 1000),
        **{others: array(DOMAIN, 200)},
    )


_ERROR_ID: Schema = {"type": "string", "pattern": "^err_[0-9a-f]{12}$"}
_WHY: dict[str, Schema] = {
    "hint": string(1000, "What to do next."),
    "field": string(200, "The argument that is wrong."),
}
_WHY_A_SEARCH: dict[str, Schema] = {
    **_WHY,
    "search_id": SEARCH_ID,
    "error_id": _ERROR_ID,
    "auth_ids": array(ID, 20),
    "auto_start_attempted": boolean(),
}


def _answer(required: str = "", /, *, why: dict[str, Schema] = _WHY, **properties: Schema) -> Schema:
    """The output of a tool: its own fields with `ok: true`, the one error shape with `ok: false`."""
    return {
        "type": "object",
        "properties": {
            "ok": boolean(),
            **properties,
            "error": closed_object(code=string(32), message=string(1000)),
            "error_code": enum(*ERROR_CODES),
            "error_id": _ERROR_ID,
            "details": optional_fields(**why),
        },
        "required": ["ok"],
        "additionalProperties": False,
        "if": {"properties": {"ok": {"const": True}}},
        "then": {"required": required.split() or list(properties)},
        "else": {"required": ["error", "error_code", "error_id", "details"]},
    }


OUTPUTS: Final[dict[str, Schema]] = {
    "create_task": _answer(
        task_id=TASK_ID,
        query=string(LONGEST_QUERY),
        status=enum("created"),
        language=enum("ja", "en"),
        created_at=TIME,
        budget=closed_object(max_pages=count(), max_seconds=count()),
    ),
    "get_status": _answer(
        "task_id status query searches metrics budget novelty auth_queue unverified_domains verification_alerts "
        "warnings _lancet_meta",
        task_id=TASK_ID,
        status=enum("created", "exploring", "paused", "completed", "failed"),
        query=string(LONGEST_QUERY),
        created_at=TIME,
        searches=array(
            closed_object(f"id {_SEARCH_PROMISES} has_primary_source", id=SEARCH_ID, **_SEARCH_FIGURES),
            100,
            "The newest 100.",
        ),
        metrics=closed_object(
            total_searches=count(),
            satisfied_count=count(),
            total_pages=count(),
            total_fragments=count(),
            total_claims=count(),
            untested_claims=count("Claims that no refutation was searched for."),
            elapsed_seconds=count(),
        ),
        budget=closed_object(
            pages_used=count(),
            pages_limit=count(),
            time_used_seconds=count(),
            time_limit_seconds=count(),
            remaining_percent=count(most=100),
        ),
        novelty=closed_object(
            score=share("Share of new useful fragments among the last 20; 0 before any."), trend=array(share(), 1000)
        ),
        rounds=array(ROUND, 20, "Of a task that drives itself, the newest 20."),
        auth_queue=closed_object(
            pending_count=count(),
            high_priority_count=count(),
            domains=array(DOMAIN, 50),
            oldest_queued_at=nullable(TIME),
            by_auth_type={"type": "object", "additionalProperties": count()},
        ),
        unverified_domains=array(DOMAIN, 50),
        verification_alerts=array(
            closed_object(
                "type domain",
                type=enum("trust_changed", "page_gives_orders"),
                domain=DOMAIN,
                before=TRUST,
                after=TRUST,
            ),
            20,
        ),
        warnings=array(string(300), 20),
        report=_REPORT,
        unread=array(
            closed_object(
                kind=enum("file", "document", "part", "text"), reason=string(300), count=count(), characters=count()
            ),
            84,
            "What was not read of the task's folders and pages, by reason; characters only of text.",
        ),
        final_status=enum("completed", "partial", "cancelled"),
        _lancet_meta=_META,
    ),
    "search": _answer(
        f"search_id {_SEARCH_PROMISES} claims_found budget_remaining _lancet_meta",
        search_id=SEARCH_ID,
        **_SEARCH_FIGURES,
        claims_found=array(_BRIEF, 20, "Those that speak of the query, best answer first."),
        claims_total=count(),
        novelty_score=share("Share of new useful fragments among its own last 20; 0 where it read none."),
        refutations=array(_REFUTATION, 20),
        tested_claims=array(ID, 20),
        warnings=array(string(300), 20),
        budget_remaining=closed_object(pages=count(), percent=count(most=100)),
        _lancet_meta=_META,
        why=_WHY_A_SEARCH,
    ),
    "stop_task": _answer(
        "task_id final_status summary _lancet_meta",
        task_id=TASK_ID,
        final_status=enum("completed", "partial", "cancelled"),
        summary=closed_object(
            total_searches=count(), satisfied_searches=count(), total_claims=count(), primary_source_ratio=share()
        ),
        report=_REPORT,
        _lancet_meta=_META,
    ),
    "get_materials": _answer(
        "task_id query claims fragments summary _lancet_meta",
        task_id=TASK_ID,
        query=string(LONGEST_QUERY),
        targets=array(TARGET, 40, "The question as claims, each with the evidence that speaks to it."),
        claims=array(_CLAIM, 1000),
        fragments=array(
            closed_object(id=ID, text=string(20_000), source_url=URL, context=string(2000), source_trust_level=TRUST),
            1000,
        ),
        narrative=array(
            closed_object(
                "claim_id text source_url verification_status",
                claim_id=ID,
                text=string(LONGEST_TEXT),
                **{
                    name: {word: schema[word] for word in schema if word != "description"}
                    for name, schema in _GRADED.items()
                },
                source_url=URL,
                standing=_STANDING,
                has_refutation=boolean(),
                qualified=boolean(),
                source_trust_level=TRUST,
                verification_status=VERIFICATION,
            ),
            1000,
        ),
        evidence_graph=closed_object(
            nodes=array(
                closed_object(
                    "id type",
                    id=ID,
                    type=enum("claim", "fragment", "source"),
                    text=string(LONGEST_TEXT),
                    title=string(1000),
                    url=URL,
                    source_trust_level=TRUST,
                ),
                10_000,
            ),
            edges=array(
                closed_object(
                    "source target relation",
                    source=ID,
                    target=ID,
                    relation=enum("supports", "refutes", "qualifies", "cites", "stands_in"),
                    confidence=share(),
                    why=string(LONGEST_TEXT),
                ),
                10_000,
            ),
        ),
        summary=closed_object(
            total_claims=count(),
            verified_claims=count(),
            refuted_claims=count("Claims with has_refutation."),
            primary_source_ratio=share(),
        ),
        next_cursor=string(64, "There is more: call again with this cursor."),
        _lancet_meta=_META,
    ),
    "calibrate": _answer(
        "ok",
        sample_id=ID,
        **{**_STATS, **_EVALUATION, "brier_score": nullable(number())},
        sources=array(closed_object(**{name: _STATS[name] for name in _SOURCE_LINE}), 1000),
        evaluations=array(
            closed_object(source=SOURCE, **_EVALUATION, calibration_version=count(), evaluated_at=TIME), 200
        ),
        total_count=count(),
        n_bins=count(),
        bins=array(_BIN, 100),
        overall_ece=number(),
        version=count(),
        samples=count(),
        fitted_version=described(count(), "The version that these samples have just led to."),
        rolled_back_to=described(count(), "The setting auto_rollback has put this version back in force."),
    ),
    "calibrate_rollback": _answer(source=SOURCE, rolled_back_to=count(), previous_version=count(), reason=string(500)),
    "get_auth_queue": _answer(
        "total_pending",
        queue=array(_QUEUED, 200),
        total_pending=count(),
        total_domains=count(),
        domains=array(_group("domain", "auth_types"), 200),
        total_types=count(),
        types=array(_group("type", "domains"), 200),
        _lancet_meta=_META,
    ),
    "resolve_auth": _answer(
        "status",
        auth_id=ID,
        domain=DOMAIN,
        status=enum("resolved", "skipped", "failed"),
        unblocked_searches=array(SEARCH_ID, 100),
        resolved_count=count(),
        skipped_count=count(),
        affected_tasks=array(TASK_ID, 1000),
        session_stored=boolean(),
        _lancet_meta=_META,
    ),
    "notify_user": _answer(notification_id=ID, shown=boolean()),
    "wait_for_user": _answer(
        "response choice_index timed_out",
        response=string(LONGEST_TEXT),
        choice_index=nullable(count()),
        timed_out=boolean(),
        declined=boolean("The person would not answer."),
        asked_by=enum("elicitation", "question file"),
        shown=boolean("A notification was shown."),
    ),
}
