"""The arguments of the eleven tools (§3.2.1), as the JSON Schemas that are published.

Most models read these and never the outputs: every property says what it means and what applies when it is left out.
Data only; `arguments.py` validates.
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
    array,
    boolean,
    closed_object,
    count,
    described,
    enum,
    number,
    optional_fields,
    share,
    string,
    with_default,
)

MOST_SAMPLES: Final = 10_000

_TASK = described(TASK_ID, "The task_id that create_task gave.")
_STANCES = closed_object(supports=share(), refutes=share(), neutral=share())
_PREDICTION: Schema = {"anyOf": [share(), _STANCES]}
_ACTUAL: Schema = {"anyOf": [count(most=1), boolean(), enum("supports", "refutes", "neutral")]}
_COOKIE: Schema = {
    **closed_object(
        "name value",
        name=string(256, least=1),
        value=string(4096),
        domain=string(300),
        path=string(1000),
        expires=number("Seconds since 1970."),
        secure=boolean(),
    ),
    # Browsers export more (httpOnly, sameSite, …): it is taken and not used.
    "additionalProperties": True,
}
_SESSION = described(
    optional_fields(cookies=array(_COOKIE, 180), user_agent=string(500)),
    "Only with resolved, and usually left out: cookies of the solved session, kept for that domain alone.",
)

INPUTS: Final[dict[str, Schema]] = {
    "create_task": closed_object(
        "query",
        query=string(LONGEST_QUERY, "The research question, in Japanese or English.", least=1),
        config=optional_fields(
            budget=optional_fields(
                max_pages=with_default(120, count("Pages the task may read.", least=1, most=10_000)),
                max_seconds=with_default(1200, count("Seconds of work.", least=1, most=86_400)),
            ),
            priority_domains=array(
                {"type": "string", "pattern": "^[A-Za-z0-9.-]{1,253}$"},
                20,
                'Domains to ask besides, e.g. ["go.jp"]; each search asks the first three.',
            ),
            language=enum("ja", "en", description="Language of warnings and report; default: the question's."),
        ),
    ),
    "get_status": closed_object(task_id=_TASK),
    "search": closed_object(
        "task_id query",
        task_id=_TASK,
        query=string(LONGEST_QUERY, "Your query. Searched as you wrote it, and widened by rules only.", least=1),
        options=optional_fields(
            engines=array(
                string(64, least=1),
                20,
                "Engines by name; default: Tadori chooses. A wrong name: the error lists the right ones.",
            ),
            max_pages=count("Pages this search may read; default: the task's budget.", least=1, most=1000),
            seek_primary=with_default(False, boolean("Also ask the places where first-hand sources stand.")),
            refute=with_default(False, boolean("Look for what speaks against what was found.")),
            auth_priority=enum(
                "high",
                "normal",
                "low",
                description="How urgent a person is for pages behind a wall; default: by source.",
            ),
        ),
    ),
    "stop_task": closed_object(
        "task_id",
        task_id=_TASK,
        reason=with_default(
            "completed", string(200, '"completed" ends it completed, "user_cancelled" cancelled, other words partial.')
        ),
    ),
    "get_materials": closed_object(
        "task_id",
        task_id=_TASK,
        options=optional_fields(
            include_graph=with_default(False, boolean("Also nodes and edges of the evidence graph.")),
            format=with_default(
                "structured",
                enum(
                    "structured",
                    "narrative",
                    description="structured: claims, fragments. narrative: checked sentences, reading order.",
                ),
            ),
            cursor=string(64, "next_cursor of the answer before, with the same other options."),
        ),
    ),
    "calibrate": closed_object(
        "action",
        action=enum("add_sample", "get_stats", "evaluate", "get_evaluations", "get_diagram_data"),
        data=optional_fields(
            source=described(SOURCE, "Who predicted, e.g. llm_extract. get_stats, get_evaluations: default all."),
            prediction=described(_PREDICTION, "add_sample: a probability, or one each of three stances."),
            actual=described(_ACTUAL, "add_sample: what turned out true: 0 or 1, or the stance."),
            context=string(LONGEST_TEXT, "add_sample: what it was about."),
            predictions=array(_PREDICTION, MOST_SAMPLES, "evaluate."),
            labels=array(_ACTUAL, MOST_SAMPLES, "evaluate: as many, in the same order."),
            limit=with_default(50, count("get_evaluations.", least=1, most=200)),
            since=string(40, "get_evaluations: ISO date or time."),
            evaluation_id=described(ID, "get_diagram_data; default: all samples."),
        ),
    ),
    "calibrate_rollback": closed_object(
        "source",
        source=described(SOURCE, "As in calibrate get_stats."),
        version=count("Default: the one before. 0: as predicted.", most=1_000_000),
        reason=string(500, "For the log."),
    ),
    "get_auth_queue": optional_fields(
        task_id=described(TASK_ID, "Default: all tasks."),
        options=optional_fields(
            group_by=with_default("none", enum("none", "domain", "type")),
            priority_filter=with_default("all", enum("high", "normal", "low", "all")),
        ),
    ),
    "resolve_auth": closed_object(
        target=enum("item", "domain", description="One page, or every page of a domain in all tasks."),
        data=closed_object(
            "status",
            auth_id=described(ID, "With item: the id in get_auth_queue."),
            domain=described(DOMAIN, "With domain."),
            status=enum(
                "resolved",
                "skipped",
                "failed",
                description="resolved: the user got through; read it. skipped: give it up. failed: waits on.",
            ),
            session_data=_SESSION,
        ),
    ),
    "notify_user": closed_object(
        event=enum("info", "warning", "auth_required", "decision_required"),
        payload=closed_object(
            "message",
            message=string(500, "A sentence; what is long is cut.", least=1),
            details=optional_fields(
                url=string(2100, "Shown without its query."), title=string(300), reason=string(300)
            ),
            timeout_seconds=with_default(10, count("How long showing it may take.", least=1, most=3600)),
        ),
    ),
    "wait_for_user": closed_object(
        "prompt",
        prompt=string(1000, "The question, in the user's language.", least=1),
        options=optional_fields(
            timeout_seconds={
                "type": "number",
                "minimum": 0,
                "maximum": 3600,
                "default": 300,
                "description": "Use 50 where your client gives up on a call after a minute.",
            },
            choices=array(string(200, least=1), 20, "Left out: free text."),
        ),
    ),
}
