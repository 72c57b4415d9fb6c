"""What goes into the eleven tools (§3.2.1): the published schemas of their arguments.

Most models read these and never the outputs: every property says what it means, and what holds when it is left out.
"""

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
    usually,
    yes_no,
)

MOST_SAMPLES: Final = 10_000

_TASK = described(TASK_ID, "The task_id that create_task gave.")
_STANCES = thing({"supports": share(), "refutes": share(), "neutral": share()})
_PREDICTION: Schema = {"anyOf": [share(), _STANCES]}
_ACTUAL: Schema = {"anyOf": [count(most=1), yes_no(), one_of("supports", "refutes", "neutral")]}
_COOKIE: Schema = {
    **thing(
        {
            "name": text(256, least=1),
            "value": text(4096),
            "domain": text(300),
            "path": text(1000),
            "expires": number("Seconds since 1970."),
            "secure": yes_no(),
        },
        "name",
        "value",
    ),
    # Browsers export more (httpOnly, sameSite, …): it is taken and not used.
    "additionalProperties": True,
}
_SESSION = options(
    {"cookies": many(_COOKIE, 180), "user_agent": text(500)},
    "Only with resolved, and usually left out: cookies of the solved session, kept for that domain alone.",
)

INPUTS: Final[dict[str, Schema]] = {
    "create_task": thing(
        {
            "query": text(LONGEST_QUERY, "The research question, in Japanese or English.", least=1),
            "config": options(
                {
                    "budget": options(
                        {
                            "max_pages": usually(120, count("Pages the task may read.", least=1, most=10_000)),
                            "max_seconds": usually(1200, count("Seconds of work.", least=1, most=86_400)),
                        }
                    ),
                    "priority_domains": many(
                        {"type": "string", "pattern": "^[A-Za-z0-9.-]{1,253}$"},
                        20,
                        'Domains to ask besides, e.g. ["go.jp"]; each search asks the first three.',
                    ),
                    "language": one_of(
                        "ja", "en", description="Language of warnings and report; default: the question's."
                    ),
                }
            ),
        },
        "query",
    ),
    "get_status": thing({"task_id": _TASK}),
    "search": thing(
        {
            "task_id": _TASK,
            "query": text(LONGEST_QUERY, "Your query. Searched as you wrote it, and widened by rules only.", least=1),
            "options": options(
                {
                    "engines": many(
                        text(64, least=1),
                        20,
                        "Engines by name; default: Tadori chooses. A wrong name: the error lists the right ones.",
                    ),
                    "max_pages": count("Pages this search may read; default: the task's budget.", least=1, most=1000),
                    "seek_primary": usually(False, yes_no("Also ask the places where first-hand sources stand.")),
                    "refute": usually(False, yes_no("Look for what speaks against what was found.")),
                    "auth_priority": one_of(
                        "high",
                        "normal",
                        "low",
                        description="How urgent a person is for pages behind a wall; default: by source.",
                    ),
                }
            ),
        },
        "task_id",
        "query",
    ),
    "stop_task": thing(
        {
            "task_id": _TASK,
            "reason": usually(
                "completed",
                text(200, '"completed" ends it completed, "user_cancelled" cancelled, other words partial.'),
            ),
        },
        "task_id",
    ),
    "get_materials": thing(
        {
            "task_id": _TASK,
            "options": options(
                {
                    "include_graph": usually(False, yes_no("Also nodes and edges of the evidence graph.")),
                    "format": usually(
                        "structured",
                        one_of(
                            "structured",
                            "narrative",
                            description="structured: claims, fragments. narrative: checked sentences, reading order.",
                        ),
                    ),
                    "cursor": text(64, "next_cursor of the answer before, with the same other options."),
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
                    "source": described(
                        SOURCE, "Who predicted, e.g. llm_extract. get_stats, get_evaluations: default all."
                    ),
                    "prediction": described(_PREDICTION, "add_sample: a probability, or one each of three stances."),
                    "actual": described(_ACTUAL, "add_sample: what turned out true: 0 or 1, or the stance."),
                    "context": text(LONGEST_TEXT, "add_sample: what it was about."),
                    "predictions": many(_PREDICTION, MOST_SAMPLES, "evaluate."),
                    "labels": many(_ACTUAL, MOST_SAMPLES, "evaluate: as many, in the same order."),
                    "limit": usually(50, count("get_evaluations.", least=1, most=200)),
                    "since": text(40, "get_evaluations: ISO date or time."),
                    "evaluation_id": described(ID, "get_diagram_data; default: all samples."),
                }
            ),
        },
        "action",
    ),
    "calibrate_rollback": thing(
        {
            "source": described(SOURCE, "As in calibrate get_stats."),
            "version": count("Default: the one before. 0: as predicted.", most=1_000_000),
            "reason": text(500, "For the log."),
        },
        "source",
    ),
    "get_auth_queue": options(
        {
            "task_id": described(TASK_ID, "Default: all tasks."),
            "options": options(
                {
                    "group_by": usually("none", one_of("none", "domain", "type")),
                    "priority_filter": usually("all", one_of("high", "normal", "low", "all")),
                }
            ),
        }
    ),
    "resolve_auth": thing(
        {
            "target": one_of("item", "domain", description="One page, or every page of a domain in all tasks."),
            "data": thing(
                {
                    "auth_id": described(ID, "With item: the id in get_auth_queue."),
                    "domain": described(DOMAIN, "With domain."),
                    "status": one_of(
                        "resolved",
                        "skipped",
                        "failed",
                        description="resolved: the user got through; read it. skipped: give it up. failed: waits on.",
                    ),
                    "session_data": _SESSION,
                },
                "status",
            ),
        }
    ),
    "notify_user": thing(
        {
            "event": one_of("info", "warning", "auth_required", "decision_required"),
            "payload": thing(
                {
                    "message": text(500, "A sentence; what is long is cut.", least=1),
                    "details": options(
                        {"url": text(2100, "Shown without its query."), "title": text(300), "reason": text(300)}
                    ),
                    "timeout_seconds": usually(10, count("How long showing it may take.", least=1, most=3600)),
                },
                "message",
            ),
        }
    ),
    "wait_for_user": thing(
        {
            "prompt": text(1000, "The question, in the user's language.", least=1),
            "options": options(
                {
                    "timeout_seconds": {
                        "type": "number",
                        "minimum": 0,
                        "maximum": 3600,
                        "default": 300,
                        "description": "Use 50 where your client gives up on a call after a minute.",
                    },
                    "choices": many(text(200, least=1), 20, "Left out: free text."),
                }
            ),
        },
        "prompt",
    ),
}
