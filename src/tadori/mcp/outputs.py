"""What comes out of the eleven tools (§3.2.1, completed by the rulings). What is not here cannot leave.

Every output has `ok`. With `ok: true` it has what its tool promises; with `ok: false` it has `error`, `error_code`,
`error_id` and `details`, the one shape of all errors.
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
    count,
    described,
    many,
    number,
    one_of,
    options,
    or_null,
    share,
    text,
    thing,
    yes_no,
)

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

_STATUS = one_of(
    "satisfied",
    "partial",
    "exhausted",
    "running",
    description="satisfied: three independent sources, or first-hand and another. partial: fewer, or not to its end: "
    "see error_code, halted, auth_pending. exhausted: nothing new or no budget.",
)
_REPORT = one_of("none", "compiling", "ready", description="ready: as tadori://tasks/{task_id}/report.")
_META = thing(
    {
        "unverified_domains": many(DOMAIN, 50),
        "blocked_domains": many(DOMAIN, 50),
        "security_warnings": many(thing({"type": one_of("dangerous_pattern"), "domain": DOMAIN, "rule": text(64)}), 20),
    },
    description="Publishers by trust; orders to the reader that pages hold.",
)
_DETAILS = thing(
    {
        "independent_sources": count(),
        "corroborating_claims": many(ID, 20),
        "contradicting_claims": many(ID, 20, "Certain or not."),
    }
)
_STANDING = one_of("corroborated", "single_source", "contested")
_REFUTED = yes_no("A source contradicts it, for certain.")
_MAY_CONFLICT = yes_no("A source may contradict it; that is not certain.")
_TRUSTED: dict[str, Schema] = {
    "standing": _STANDING,
    "may_conflict": _MAY_CONFLICT,
    "source_trust_level": TRUST,
    "verification_status": VERIFICATION,
    "verification_details": _DETAILS,
}
_TRUST_FIELDS: Final = ("source_trust_level", "verification_status", "verification_details")
_BRIEF = thing(
    {
        "id": ID,
        "text": text(LONGEST_TEXT),
        "confidence": share(),
        "source_url": URL,
        "is_primary_source": yes_no(),
        **_TRUSTED,
    },
    "id",
    "text",
    "confidence",
    "source_url",
    "is_primary_source",
    *_TRUST_FIELDS,
)
_CLAIM = thing(
    {
        "id": ID,
        "text": text(LONGEST_TEXT),
        "confidence": share(),
        "evidence_count": count(),
        "has_refutation": _REFUTED,
        "checked": yes_no("The archived words say it."),
        "refutation_searched": yes_no("A search with refute: true asked about it."),
        "sources": many(
            thing(
                {
                    "url": URL,
                    "title": text(1000),
                    "is_primary": yes_no(),
                    "date": or_null(text(10)),
                    "source_trust_level": TRUST,
                    "archived": described(URL, "The resource that holds the page as it was read."),
                },
                "url",
                "title",
                "is_primary",
            ),
            10,
        ),
        **_TRUSTED,
    },
    "id",
    "text",
    "confidence",
    "evidence_count",
    "has_refutation",
    "standing",
    "checked",
    "refutation_searched",
    "sources",
    *_TRUST_FIELDS,
)
_REFUTATION = thing(
    {
        "claim_id": ID,
        "claim": text(LONGEST_TEXT),
        "text": text(LONGEST_TEXT),
        "confidence": share(),
        "source_url": URL,
        "source_trust_level": TRUST,
        "certain": yes_no("False where the contradiction may be apparent only."),
    }
)
_SEARCH_FIGURES: dict[str, Schema] = {
    "query": text(LONGEST_QUERY),
    "status": _STATUS,
    "pages_fetched": count(),
    "useful_fragments": count("They speak of the query and claim something new."),
    "harvest_rate": {"type": "number", "minimum": 0, "description": "Useful fragments a page."},
    "satisfaction_score": share(),
    "has_primary_source": yes_no(),
    "refute": yes_no(),
    "halted": yes_no("It stopped before its end; the same call goes on with it."),
    "auth_pending": count("Pages of this search that wait for a person."),
    "error_code": text(32, "What it was refused with."),
}
_STATS: dict[str, Schema] = {
    "source": SOURCE,
    "current_version": count(),
    "method": one_of("identity", "temperature", "platt"),
    "brier_score": or_null(number()),
    "ece": or_null(number()),
    "sample_count": count(),
    "pending_count": count(),
    "samples_evaluated": count(),
    "degradation_detected": yes_no("The Brier score of the last evaluation is worse than that before by 5 % or more."),
    "degradation": {
        **thing(
            {"before": number(), "after": number(), "worse": number(), "detected": yes_no(), "beyond_chance": yes_no()}
        ),
        "type": ["object", "null"],
        "description": "Brier scores of the last two evaluations; beyond_chance: by more than two standard errors.",
    },
}
_SOURCE_LINE: Final = ("source", "current_version", "sample_count", "degradation_detected")
_EVALUATION: dict[str, Schema] = {
    "evaluation_id": ID,
    "brier_score": number(),
    "brier_score_calibrated": or_null(number()),
    "improvement_ratio": number(),
    "expected_calibration_error": number(),
    "samples_evaluated": count(),
}
_BIN = thing(
    {
        "lower": number(),
        "upper": number(),
        "count": count(),
        "predicted": or_null(number()),
        "observed": or_null(number()),
    }
)
_QUEUED = thing(
    {
        "id": ID,
        "task_id": text(64),
        "domain": DOMAIN,
        "url": URL,
        "type": text(40),
        "priority": one_of("high", "normal", "low"),
        "queued_at": TIME,
        "blocking_searches": many(SEARCH_ID, 100),
    }
)


def _group(name: str, others: str) -> Schema:
    return thing(
        {
            name: DOMAIN,
            "pending_count": count(),
            "high_priority_count": count(),
            "affected_tasks": many(TASK_ID, 1000),
            others: many(DOMAIN, 200),
        }
    )


_ERROR_ID: Schema = {"type": "string", "pattern": "^err_[0-9a-f]{12}$"}
_WHY: dict[str, Schema] = {
    "hint": text(1000, "What to do next."),
    "field": text(200, "The argument that is wrong."),
}
_WHY_A_SEARCH: dict[str, Schema] = {
    **_WHY,
    "search_id": SEARCH_ID,
    "error_id": _ERROR_ID,
    "auth_ids": many(ID, 20),
    "auto_start_attempted": yes_no(),
}


def _answer(properties: dict[str, Schema], *required: str, why: dict[str, Schema] | None = None) -> Schema:
    """The output of a tool: its own fields with `ok: true`, the one error shape with `ok: false`."""
    return {
        "type": "object",
        "properties": {
            "ok": yes_no(),
            **properties,
            "error": thing({"code": text(32), "message": text(1000)}),
            "error_code": {"type": "string", "enum": list(ERROR_CODES)},
            "error_id": _ERROR_ID,
            "details": options(why or _WHY),
        },
        "required": ["ok"],
        "additionalProperties": False,
        "if": {"properties": {"ok": {"const": True}}},
        "then": {"required": list(required) if required else list(properties)},
        "else": {"required": ["error", "error_code", "error_id", "details"]},
    }


OUTPUTS: Final[dict[str, Schema]] = {
    "create_task": _answer(
        {
            "task_id": TASK_ID,
            "query": text(LONGEST_QUERY),
            "status": one_of("created"),
            "language": one_of("ja", "en"),
            "created_at": TIME,
            "budget": thing({"max_pages": count(), "max_seconds": count()}),
        }
    ),
    "get_status": _answer(
        {
            "task_id": TASK_ID,
            "status": one_of("created", "exploring", "paused", "completed", "failed"),
            "query": text(LONGEST_QUERY),
            "created_at": TIME,
            "searches": many(
                thing({"id": SEARCH_ID, **_SEARCH_FIGURES}, "id", *list(_SEARCH_FIGURES)[:7]), 100, "The newest 100."
            ),
            "metrics": thing(
                {
                    "total_searches": count(),
                    "satisfied_count": count(),
                    "total_pages": count(),
                    "total_fragments": count(),
                    "total_claims": count(),
                    "untested_claims": count("Claims that no refutation was searched for."),
                    "elapsed_seconds": count(),
                }
            ),
            "budget": thing(
                {
                    "pages_used": count(),
                    "pages_limit": count(),
                    "time_used_seconds": count(),
                    "time_limit_seconds": count(),
                    "remaining_percent": count(most=100),
                }
            ),
            "novelty": thing(
                {
                    "score": share("Share of new useful fragments among the last 20; 0 before any."),
                    "trend": many(share(), 1000),
                }
            ),
            "rounds": many(ROUND, 20, "Of a task that drives itself, the newest 20."),
            "auth_queue": thing(
                {
                    "pending_count": count(),
                    "high_priority_count": count(),
                    "domains": many(DOMAIN, 50),
                    "oldest_queued_at": or_null(TIME),
                    "by_auth_type": {"type": "object", "additionalProperties": count()},
                }
            ),
            "unverified_domains": many(DOMAIN, 50),
            "verification_alerts": many(
                thing(
                    {
                        "type": one_of("trust_changed", "page_gives_orders"),
                        "domain": DOMAIN,
                        "before": TRUST,
                        "after": TRUST,
                    },
                    "type",
                    "domain",
                ),
                20,
            ),
            "warnings": many(text(300), 20),
            "report": _REPORT,
            "final_status": one_of("completed", "partial", "cancelled"),
            "_lancet_meta": _META,
        },
        "task_id",
        "status",
        "query",
        "searches",
        "metrics",
        "budget",
        "novelty",
        "auth_queue",
        "unverified_domains",
        "verification_alerts",
        "warnings",
        "_lancet_meta",
    ),
    "search": _answer(
        {
            "search_id": SEARCH_ID,
            **_SEARCH_FIGURES,
            "claims_found": many(_BRIEF, 20, "Those that speak of the query, best answer first."),
            "claims_total": count(),
            "novelty_score": share("Share of new useful fragments among its own last 20; 0 where it read none."),
            "refutations": many(_REFUTATION, 20),
            "tested_claims": many(ID, 20),
            "warnings": many(text(300), 20),
            "budget_remaining": thing({"pages": count(), "percent": count(most=100)}),
            "_lancet_meta": _META,
        },
        "search_id",
        *list(_SEARCH_FIGURES)[:6],
        "claims_found",
        "budget_remaining",
        "_lancet_meta",
        why=_WHY_A_SEARCH,
    ),
    "stop_task": _answer(
        {
            "task_id": TASK_ID,
            "final_status": one_of("completed", "partial", "cancelled"),
            "summary": thing(
                {
                    "total_searches": count(),
                    "satisfied_searches": count(),
                    "total_claims": count(),
                    "primary_source_ratio": share(),
                }
            ),
            "report": _REPORT,
            "_lancet_meta": _META,
        },
        "task_id",
        "final_status",
        "summary",
        "_lancet_meta",
    ),
    "get_materials": _answer(
        {
            "task_id": TASK_ID,
            "query": text(LONGEST_QUERY),
            "targets": many(TARGET, 40, "The question as claims, each with the evidence that speaks to it."),
            "claims": many(_CLAIM, 1000),
            "fragments": many(
                thing(
                    {
                        "id": ID,
                        "text": text(20_000),
                        "source_url": URL,
                        "context": text(2000),
                        "source_trust_level": TRUST,
                    }
                ),
                1000,
            ),
            "narrative": many(
                thing(
                    {
                        "claim_id": ID,
                        "text": text(LONGEST_TEXT),
                        "source_url": URL,
                        "standing": _STANDING,
                        "has_refutation": yes_no(),
                        "may_conflict": yes_no(),
                        "source_trust_level": TRUST,
                        "verification_status": VERIFICATION,
                    },
                    "claim_id",
                    "text",
                    "source_url",
                    "verification_status",
                ),
                1000,
            ),
            "evidence_graph": thing(
                {
                    "nodes": many(
                        thing(
                            {
                                "id": ID,
                                "type": one_of("claim", "fragment", "source"),
                                "text": text(LONGEST_TEXT),
                                "title": text(1000),
                                "url": URL,
                                "source_trust_level": TRUST,
                            },
                            "id",
                            "type",
                        ),
                        10_000,
                    ),
                    "edges": many(
                        thing(
                            {
                                "source": ID,
                                "target": ID,
                                "relation": one_of("supports", "refutes", "cites", "stands_in"),
                                "confidence": share(),
                                "certain": yes_no(),
                            },
                            "source",
                            "target",
                            "relation",
                        ),
                        10_000,
                    ),
                }
            ),
            "summary": thing(
                {
                    "total_claims": count(),
                    "verified_claims": count(),
                    "refuted_claims": count("Claims with has_refutation."),
                    "primary_source_ratio": share(),
                }
            ),
            "next_cursor": text(64, "There is more: call again with this cursor."),
            "_lancet_meta": _META,
        },
        "task_id",
        "query",
        "claims",
        "fragments",
        "summary",
        "_lancet_meta",
    ),
    "calibrate": _answer(
        {
            "sample_id": ID,
            **_STATS,
            **_EVALUATION,
            "brier_score": or_null(number()),
            "sources": many(thing({name: _STATS[name] for name in _SOURCE_LINE}), 1000),
            "evaluations": many(
                thing({"source": SOURCE, **_EVALUATION, "calibration_version": count(), "evaluated_at": TIME}), 200
            ),
            "total_count": count(),
            "n_bins": count(),
            "bins": many(_BIN, 100),
            "overall_ece": number(),
            "version": count(),
            "samples": count(),
            "fitted_version": described(count(), "The version that these samples have just led to."),
            "rolled_back_to": described(count(), "The setting auto_rollback has put this version back in force."),
        },
        "ok",
    ),
    "calibrate_rollback": _answer(
        {"source": SOURCE, "rolled_back_to": count(), "previous_version": count(), "reason": text(500)}
    ),
    "get_auth_queue": _answer(
        {
            "queue": many(_QUEUED, 200),
            "total_pending": count(),
            "total_domains": count(),
            "domains": many(_group("domain", "auth_types"), 200),
            "total_types": count(),
            "types": many(_group("type", "domains"), 200),
            "_lancet_meta": _META,
        },
        "total_pending",
    ),
    "resolve_auth": _answer(
        {
            "auth_id": ID,
            "domain": DOMAIN,
            "status": one_of("resolved", "skipped", "failed"),
            "unblocked_searches": many(SEARCH_ID, 100),
            "resolved_count": count(),
            "skipped_count": count(),
            "affected_tasks": many(TASK_ID, 1000),
            "session_stored": yes_no(),
            "_lancet_meta": _META,
        },
        "status",
    ),
    "notify_user": _answer({"notification_id": ID, "shown": yes_no()}),
    "wait_for_user": _answer(
        {
            "response": text(LONGEST_TEXT),
            "choice_index": or_null(count()),
            "timed_out": yes_no(),
            "declined": yes_no("The person would not answer."),
            "asked_by": one_of("elicitation", "question file"),
            "shown": yes_no("A notification was shown."),
        },
        "response",
        "choice_index",
        "timed_out",
    ),
}
