"""Describes attempts at a page: from an answer or an error to a `FetchAttempt`, its outcome and its event.

Comes in: a chosen route and what came back. Goes out: `FetchAttempt`s for the log and the next choice. Pure: it makes
no requests (`pipeline/web/fetching.py`) and stores nothing.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from tadori.errors import (
    AddressForbidden,
    CertificateInvalid,
    ChromeNotReady,
    RouteUnavailable,
    SourceError,
    SourceGarbled,
    SourceTooLarge,
)
from tadori.events.web import RouteTried
from tadori.fetch.blocks import detect_block, preflight
from tadori.fetch.content import type_mismatch
from tadori.fetch.escalation import TakeRoute
from tadori.fetch.verdict import REDIRECTS, FetchVerdict, fetch_verdict
from tadori.model.ids import Url
from tadori.model.web import (
    BROWSER_ROUTES,
    AttemptCause,
    AttemptOutcome,
    FetchAttempt,
    PageBlock,
    WebRequest,
    WebResponse,
)


def attempt_of(
    choice: TakeRoute,
    request: WebRequest,
    answer: WebResponse | None,
    error: SourceError | None,
    started: datetime,
    seconds: float,
) -> FetchAttempt:
    if answer is None:
        assert error is not None
        return FetchAttempt(
            url=request.url,
            route=choice.route,
            ground=choice.ground,
            outcome=_outcome_of(error),
            reason=error.reason,
            started_at=started,
            seconds=seconds,
            cause=cause_of(error),
        )
    if answer.status in REDIRECTS and answer.header("location") is not None:
        ending = FetchVerdict(outcome=AttemptOutcome.REDIRECTED, reason=f"status {answer.status}")
    else:
        ending = fetch_verdict(answer, _block(answer))
        lie = type_mismatch(answer.headers, answer.body) if ending.outcome is AttemptOutcome.PAGE else None
        if lie is not None and answer.route not in BROWSER_ROUTES:
            ending = replace(ending, reason=f"{ending.reason}; {lie}")
    return FetchAttempt(
        url=request.url,
        route=choice.route,
        ground=choice.ground,
        outcome=ending.outcome,
        reason=ending.reason,
        started_at=started,
        seconds=seconds,
        status=answer.status,
        block=ending.block,
        wire_bytes=answer.wire_bytes,
        retry_after=ending.retry_after,
        conditional=request.etag is not None or request.last_modified is not None,
    )


def _block(answer: WebResponse) -> PageBlock:
    """The block that an answer shows; for an answer that was cut off early, judged by its beginning."""
    if answer.cut_short:
        return preflight(answer.status, answer.headers, answer.body)
    return detect_block(
        answer.status, answer.headers, answer.body, media_type=answer.media_type, charset=answer.charset
    )


def _outcome_of(error: SourceError) -> AttemptOutcome:
    for kind, outcome in _OUTCOMES:
        if isinstance(error, kind):
            return outcome
    return AttemptOutcome.UNREACHABLE


def cause_of(error: SourceError) -> AttemptCause:
    """The cause of a failed attempt, where it matters for what is tried next."""
    if isinstance(error, ChromeNotReady):
        return AttemptCause.BROWSER_NOT_STARTED if error.auto_start_attempted else AttemptCause.NO_BROWSER
    return AttemptCause.CERTIFICATE if isinstance(error, CertificateInvalid) else AttemptCause.NONE


_OUTCOMES: Final = (
    (AddressForbidden, AttemptOutcome.FORBIDDEN),
    (RouteUnavailable, AttemptOutcome.NO_ROUTE),
    (SourceTooLarge, AttemptOutcome.UNUSABLE),
    (SourceGarbled, AttemptOutcome.UNUSABLE),
)


def attempt_withheld(url: Url, choice: TakeRoute, reason: str, at: datetime) -> FetchAttempt:
    return FetchAttempt(
        url=url,
        route=choice.route,
        ground=choice.ground,
        outcome=AttemptOutcome.FORBIDDEN,
        reason=reason,
        started_at=at,
        seconds=0.0,
    )


def attempt_ended(attempt: FetchAttempt, reason: str) -> FetchAttempt:
    """The attempt, marked as ended by a redirect that must not be followed."""
    return replace(attempt, outcome=AttemptOutcome.FORBIDDEN, reason=reason)


def failure_reason(tried: list[FetchAttempt], ground: str) -> str:
    return f"{tried[-1].reason} ({ground})" if tried else ground


def route_event(attempt: FetchAttempt) -> RouteTried:
    return RouteTried(
        url=attempt.url,
        route=attempt.route.value,
        ground=attempt.ground,
        outcome=attempt.outcome.value,
        reason=attempt.reason,
        status=attempt.status,
        block=attempt.block.value,
        seconds=round(attempt.seconds, 3),
    )
