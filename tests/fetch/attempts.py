"""Attempts at pages, for the tests of what follows from them."""

from datetime import UTC, datetime

from tadori.model.ids import Url
from tadori.model.web import AttemptCause, AttemptOutcome, BlockKind, FetchAttempt, Route

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


def attempt(
    route: Route = Route.HTTP,
    outcome: AttemptOutcome = AttemptOutcome.PAGE,
    *,
    block: BlockKind = BlockKind.NONE,
    status: int | None = None,
    reason: str = "as seen",
    retry_after: float | None = None,
    referer_kept: bool = True,
    conditional: bool = False,
    cause: AttemptCause = AttemptCause.NONE,
) -> FetchAttempt:
    return FetchAttempt(
        url=Url("https://nagi.test/page"),
        route=route,
        ground="a test",
        outcome=outcome,
        reason=reason,
        started_at=NOON,
        seconds=0.5,
        status=status,
        block=block,
        retry_after=retry_after,
        referer_kept=referer_kept,
        conditional=conditional,
        cause=cause,
    )


def blocked(
    route: Route = Route.HTTP, kind: BlockKind = BlockKind.NONE, *, status: int = 403, retry_after: float | None = None
) -> FetchAttempt:
    return attempt(route, AttemptOutcome.BLOCKED, block=kind, status=status, retry_after=retry_after)
