"""What goes into the eleven tools (§3.2.1): the published schemas of their arguments."""

from typing import Final

from tadori.mcp.shapes import (
    DOMAIN,
    ID,
    LONGEST_QUERY,
    LONGEST_TEXT,
    SOURCE,
    TASK_ID,
    Schema,
    count,
    described,
    many,
    number,
    one_of,
    options,
    share,
    text,
    thing,
    yes_no,
)

MOST_SAMPLES: Final = 10_000

_QUERY = text(LONGEST_QUERY, least=1)
_STANCES = thing({"supports": share(), "refutes": share(), "neutral": share()})
_PREDICTION: Schema = {"anyOf": [share(), _STANCES]}
_ACTUAL: Schema = {"anyOf": [{"enum": [0, 1, True, False]}, {"enum": ["supports", "refutes", "neutral"]}]}
_COOKIE = thing(
    {
        "name": text(256, least=1),
        "value": text(4096),
        "domain": text(300),
        "path": text(1000),
        "expires": number(),
        "secure": yes_no(),
    },
    "name",
    "value",
)
_SESSION = options(
    {"cookies": many(_COOKIE, 180), "user_agent": text(500)},
    "Cookies of the solved session, kept for that domain only; usually left out.",
)

INPUTS: Final[dict[str, Schema]] = {
    "create_task": thing(
        {
            "query": described(_QUERY, "The research question, in Japanese or English."),
            "config": options(
                {
                    "budget": options(
                        {
                            "max_pages": count("Pages the task may read.", least=1, most=10_000),
                            "max_seconds": count("Seconds of work.", least=1, most=86_400),
                        }
                    ),
                    "priority_domains": many(
                        {"type": "string", "pattern": "^[A-Za-z0-9.-]{1,253}$"}, 20, "Domains to look at first."
                    ),
                    "language": {"type": "string", "pattern": "^[a-z]{2}$", "description": "Main language, e.g. ja."},
                }
            ),
        },
        "query",
    ),
    "get_status": thing({"task_id": TASK_ID}),
    "search": thing(
        {
            "task_id": TASK_ID,
            "query": described(_QUERY, "Your search query. It is searched as you wrote it, and widened by rules only."),
            "options": options(
                {
                    "engines": many(text(64, least=1), 20, "Engines by name; left out, Tadori chooses."),
                    "max_pages": count("Pages this search may read.", least=1, most=1000),
                    "seek_primary": yes_no("Also ask the places where first-hand sources stand."),
                    "refute": yes_no("Look for what speaks against what was found."),
                    "auth_priority": one_of(
                        "high", "normal", "low", description="How urgent a person is for pages behind a login."
                    ),
                }
            ),
        },
        "task_id",
        "query",
    ),
    "stop_task": thing(
        {"task_id": TASK_ID, "reason": text(200, "completed, budget_exhausted, user_cancelled, or your own words.")},
        "task_id",
    ),
    "get_materials": thing(
        {
            "task_id": TASK_ID,
            "options": options(
                {
                    "include_graph": yes_no("Also the evidence graph."),
                    "format": one_of("structured", "narrative"),
                    "cursor": text(64, "`next_cursor` of the answer before."),
                }
            ),
        },
        "task_id",
    ),
    "calibrate": thing(
        {
            "action": one_of("add_sample", "get_stats", "evaluate", "get_evaluations", "get_diagram_data"),
            "data": options(
                {
                    "source": SOURCE,
                    "prediction": _PREDICTION,
                    "actual": _ACTUAL,
                    "context": text(LONGEST_TEXT),
                    "predictions": many(_PREDICTION, MOST_SAMPLES),
                    "labels": many(_ACTUAL, MOST_SAMPLES),
                    "limit": count(least=1, most=200),
                    "since": text(40),
                    "evaluation_id": ID,
                }
            ),
        },
        "action",
    ),
    "calibrate_rollback": thing(
        {"source": SOURCE, "version": count("Left out: the one before.", most=1_000_000), "reason": text(500)},
        "source",
    ),
    "get_auth_queue": options(
        {
            "task_id": TASK_ID,
            "options": options(
                {
                    "group_by": one_of("none", "domain", "type"),
                    "priority_filter": one_of("high", "normal", "low", "all"),
                }
            ),
        }
    ),
    "resolve_auth": thing(
        {
            "target": one_of("item", "domain"),
            "data": thing(
                {
                    "auth_id": ID,
                    "domain": DOMAIN,
                    "status": one_of("resolved", "skipped", "failed"),
                    "session_data": _SESSION,
                },
                "status",
                description="auth_id for an item, domain for a domain.",
            ),
        }
    ),
    "notify_user": thing(
        {
            "event": one_of("info", "warning", "auth_required", "decision_required"),
            "payload": thing(
                {
                    "message": text(500, least=1),
                    "details": options({"url": text(2100), "title": text(300), "reason": text(300)}),
                    "timeout_seconds": count(least=1, most=3600),
                },
                "message",
            ),
        }
    ),
    "wait_for_user": thing(
        {
            "prompt": text(1000, least=1),
            "options": options(
                {
                    "timeout_seconds": {"type": "number", "minimum": 0, "maximum": 3600, "default": 300},
                    "choices": many(text(200, least=1), 20),
                }
            ),
        },
        "prompt",
    ),
}
