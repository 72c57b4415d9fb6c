"""One search of a client in the terms of §3.2.1: its line in a status, and why a search gives no result."""

from collections.abc import Mapping
from typing import Any, Final

from tadori.errors import ClientRefused
from tadori.graph.satisfaction import satisfaction, search_state
from tadori.graph.sources import host_of, is_primary, publisher_of, trust_of
from tadori.model.engine import ALL_BLOCKED
from tadori.model.question import Task
from tadori.store.client import ClientSearch, pages_with_claims
from tadori.store.pages import pages_by_id
from tadori.store.queries import QueryRow

Json = dict[str, Any]
MAX_WAITING_IDS: Final = 20
CALLED_OFF: Final = "called_off"
NO_BROWSER: Final = "every page found needs Chrome; Chrome CDP is not connected, and auto-start failed"
BROWSER_HINT: Final = (
    "`tadori chrome diagnose` shows what is missing; a WSL2 machine needs mirrored networking or socat. The same call "
    "tries these pages again"
)
STOPPED_HINT: Final = "Call get_materials: a stopped task takes no more searches. / get_materialsで素材を得る。"


def search_refusal(search: ClientSearch, *, stopped: bool = False) -> ClientRefused | None:
    """The error for a search that ended or halted without a result; None if it has one. `stopped`: its task was."""
    if search.error and stopped:
        at_stop: dict[str, object] = {"search_id": search.id, "hint": STOPPED_HINT}
        return ClientRefused("PIPELINE_ERROR", "the task was stopped; get_materials gives what it gathered", at_stop)
    if search.error == CALLED_OFF:
        return ClientRefused("PIPELINE_ERROR", "the search was called off; the same call goes on with it")
    if search.error:
        details: dict[str, object] = {"search_id": search.id, "error_id": search.error}
        return ClientRefused("PIPELINE_ERROR", "the search halted; the same call goes on with it", details)
    if search.result.get("all_blocked"):
        return ClientRefused(
            "ALL_ENGINES_BLOCKED",
            f"no search engine can be asked for now ({search.result['all_blocked'].removeprefix(f'{ALL_BLOCKED}: ')})",
            {"search_id": search.id},
        )
    if search.result.get("no_browser"):
        return ClientRefused("CHROME_NOT_READY", NO_BROWSER, _browser_details(search))
    waiting = search.result.get("waiting") or []
    if waiting and not search.result.get("pages_fetched") and not search.result.get("claims"):
        waits: dict[str, object] = {"search_id": search.id, "auth_ids": waiting[:MAX_WAITING_IDS]}
        return ClientRefused("AUTH_REQUIRED", "nothing could be read: every page found waits for a person", waits)
    return None


def _browser_details(search: ClientSearch) -> dict[str, object]:
    reason = str(search.result["no_browser"])
    hint = f"{reason}; {BROWSER_HINT}"
    return {"search_id": search.id, "auto_start_attempted": bool(search.result.get("browser_started")), "hint": hint}


def search_line(
    search: ClientSearch,
    yields: Mapping[str, tuple[int, int]],
    *,
    stopped: bool = False,
    pending: int = 0,
    released: bool = False,
) -> Json:
    """The line of a search in a status.

    `stopped`: its task was; `pending`: its pages that wait for a person; `released`: some were unblocked, not yet read.
    Only a search that was completed is `exhausted`. Halted, refused and waiting ones are `partial` (UC-2).
    """
    pages, useful = _fetched(search, yields)
    code = error_code(search, pending)
    unfinished = bool(search.error) or (search.state == "exhausted" and bool(code or pending or released))
    line: Json = {
        "id": search.id,
        "query": search.query,
        "status": "partial" if unfinished else search.state,
        "pages_fetched": pages,
        "useful_fragments": useful,
        "harvest_rate": round(useful / pages, 4) if pages else 0.0,
        "satisfaction_score": search.result.get("satisfaction_score", 0.0),
        "has_primary_source": search.result.get("has_primary_source", False),
        "refute": bool(search.options.get("refute")),
        "halted": bool(search.error) and not stopped,
        "auth_pending": pending,
    }
    return {**line, "error_code": code} if code else line


def error_code(search: ClientSearch, pending: int) -> str:
    """The error code of a search, as long as it still applies; empty for one that was called off."""
    refusal = None if search.error == CALLED_OFF else search_refusal(search)
    if refusal is None or (refusal.code == "AUTH_REQUIRED" and not pending):
        return ""
    return refusal.code


def _fetched(search: ClientSearch, yields: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    """(pages, useful fragments) of a search. Stored at its end, since a later search may reuse the same queries."""
    if "pages_fetched" in search.result:
        return search.result["pages_fetched"], search.result["useful_fragments"]
    got = [yields.get(query_id, (0, 0)) for query_id in search.query_ids]
    return sum(one[0] for one in got), sum(one[1] for one in got)


def own_query_line(db: Any, task: Task, number: int, row: QueryRow) -> Json:
    """A query of a task started by `tadori research`, in the shape of a client's search. A publisher is a source."""
    pages = pages_by_id(db, sorted(pages_with_claims(db, task.id, [row.query.id]))).values()
    sources = len({publisher_of(page.url, page.canonical) or page.url for page in pages})
    tiers = {trust_of(host_of(page.url, page.canonical)) for page in pages}
    primary = any(is_primary(tier, cited_by_others=False, is_copy=False) for tier in tiers)
    return {
        "id": f"s_{number:03d}",
        "query": row.query.text,
        "status": search_state(sources, has_primary=primary, ended=sources == 0).value,
        "pages_fetched": row.pages_read,
        "useful_fragments": row.useful,
        "harvest_rate": round(row.useful / row.pages_read, 4) if row.pages_read else 0.0,
        "satisfaction_score": round(satisfaction(sources, has_primary=primary), 4),
        "has_primary_source": primary,
    }
