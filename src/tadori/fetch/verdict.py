"""Judges the answer to a page request: loaded, unchanged, blocked, gone, or broken.

Comes in: an answer and the result of block detection. Goes out: an outcome with a reason in words. Pure; what to do
next is decided in `fetch/escalation.py`.
"""

from dataclasses import dataclass

from tadori.model.web import AttemptOutcome, BlockKind, PageBlock, WebResponse
from tadori.text.http_dates import retry_after

REDIRECTS = frozenset({301, 302, 303, 307, 308})
_READABLE = frozenset(
    {"application/pdf", "application/json", "application/rdap+json", "application/xhtml+xml", "application/xml"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchVerdict:
    outcome: AttemptOutcome
    reason: str
    block: BlockKind = BlockKind.NONE
    retry_after: float | None = None


def fetch_verdict(answer: WebResponse, block: PageBlock) -> FetchVerdict:
    """The outcome of an attempt with this answer. Redirects must have been followed before."""
    status, kind = answer.status, block.kind
    if status == 304:
        return FetchVerdict(outcome=AttemptOutcome.NOT_MODIFIED, reason="not modified since the last visit")
    if status in (404, 410) or kind is BlockKind.SOFT_404:
        return FetchVerdict(outcome=AttemptOutcome.GONE, reason=_said(status, block), block=kind)
    if kind is not BlockKind.NONE or status in (401, 403, 429, 451):
        wait = retry_after(answer.header("retry-after"), answer.fetched_at)
        return FetchVerdict(outcome=AttemptOutcome.BLOCKED, reason=_said(status, block), block=kind, retry_after=wait)
    if status >= 500:
        wait = retry_after(answer.header("retry-after"), answer.fetched_at)
        return FetchVerdict(outcome=AttemptOutcome.SERVER_ERROR, reason=f"status {status}", retry_after=wait)
    if not 200 <= status < 300:
        return FetchVerdict(outcome=AttemptOutcome.GONE, reason=f"status {status}")
    if answer.cut_short:
        return FetchVerdict(outcome=AttemptOutcome.UNUSABLE, reason="only its beginning was downloaded")
    if not answer.body.strip():
        return FetchVerdict(outcome=AttemptOutcome.UNUSABLE, reason="an empty document")
    if not is_readable(answer.media_type):
        return FetchVerdict(outcome=AttemptOutcome.UNUSABLE, reason=f"{answer.media_type} is not a document we read")
    return FetchVerdict(outcome=AttemptOutcome.PAGE, reason=f"status {status}")


def is_readable(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type in _READABLE


def _said(status: int, block: PageBlock) -> str:
    if block.kind is BlockKind.NONE:
        return f"status {status}"
    grounds = "; ".join(block.grounds[:2])
    return f"{block.kind.value} ({grounds})" if grounds else block.kind.value
