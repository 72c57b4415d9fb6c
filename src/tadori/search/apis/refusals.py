"""Errors of APIs: rejected keys, quotas, server errors; and whether a retry makes sense.

Comes in: a raw answer. Goes out: the same answer when it is usable, or the error that says what was wrong. Nothing is
retried here: `retryable` and `retry_after` say whether and when, `pipeline/engines` waits.
"""

from tadori.errors import RefusalKind, SourceError, SourceGarbled, SourceRefused, SourceUnreachable
from tadori.model.engine import EngineResponse
from tadori.search.apis.fields import bounded, plain_text
from tadori.text.http_dates import http_date
from tadori.text.http_dates import retry_after as asked_to_wait


def checked_response(response: EngineResponse, name: str, setting: str | None) -> EngineResponse:
    """`response` when it is usable; `setting` names the key that was sent, if one was.

    Raises:
        SourceRefused: a rejected key, a used-up quota (`retry_after` where it is said), any other refusal.
        SourceUnreachable: a server error (5xx).
        SourceTooLarge: more than 5 MB.
        SourceGarbled: an unexpected status.
    """
    status = response.status
    if status == 200:
        return bounded(response, name)
    if status == 429 or header(response, "x-rejection-reason"):
        raise quota_used_up(name, response)
    if status in (401, 403) or (status == 400 and setting and b"api key" in response.body[:2000].lower()):
        raise key_rejected(name, setting, f"status {status}")
    if 400 <= status < 500:
        raise SourceRefused(name, f"status {status}: {_message(response)}")
    if status >= 500:
        raise SourceUnreachable(name, f"status {status}")
    raise SourceGarbled(name, f"status {status} is no answer")


def key_rejected(name: str, setting: str | None, why: str) -> SourceRefused:
    """The error for a key that is not accepted."""
    return SourceRefused(name, f"key rejected: setting {setting} ({why})" if setting else f"refused: {why}")


def quota_used_up(name: str, response: EngineResponse) -> SourceRefused:
    return SourceRefused(name, f"quota used up (status {response.status})", retry_after(response), RefusalKind.QUOTA)


def _message(response: EngineResponse) -> str:
    return plain_text(response.body[:2000].decode("utf-8", "replace"), 200) or "no reason given"


def header(response: EngineResponse, name: str) -> str | None:
    """The first header of that name (lower case)."""
    return next((value for key, value in response.headers if key.lower() == name), None)


def retry_after(response: EngineResponse) -> float | None:
    """The seconds that Retry-After asks for, a day at most; a moment counts from the answer's own Date."""
    return asked_to_wait(header(response, "retry-after"), http_date(header(response, "date")))


def retryable(outcome: SourceError | EngineResponse) -> bool:
    """Whether a retry can help: after 429, after 5xx, and after a broken connection."""
    if isinstance(outcome, EngineResponse):
        return outcome.status == 429 or outcome.status >= 500
    if isinstance(outcome, SourceRefused):
        return outcome.retry_after is not None or outcome.how is RefusalKind.QUOTA
    return isinstance(outcome, SourceUnreachable)
