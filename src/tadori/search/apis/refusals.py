"""How interfaces say no, and when asking again makes sense.

Comes in: an answer as it came. Goes out: the same answer when it can be read, or the error that names what was wrong.
Nothing is asked again here: `retryable` and `retry_after` say whether and how long after, `fetch.pace.backoff` is the
formula, and `run` waits.
"""

from tadori.errors import RefusalKind, SourceError, SourceGarbled, SourceRefused, SourceUnreachable
from tadori.model.engine import EngineResponse
from tadori.search.apis.fields import bounded, plain_text
from tadori.text.http_dates import http_date
from tadori.text.http_dates import retry_after as asked_to_wait


def checked_response(response: EngineResponse, name: str, setting: str | None) -> EngineResponse:
    """`response` when it is an answer that can be read; `setting` holds the key that was sent, if one was.

    Raises:
        SourceRefused: a rejected key, a used-up quota (`retry_after` where it is said), any other refusal.
        SourceUnreachable: the interface is in trouble itself (5xx).
        SourceTooLarge: more than 5 MB.
        SourceGarbled: a status that is no answer.
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
    """The interface does not accept who we say we are."""
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
    """Whether asking the same again later can help: after 429 and 5xx, and where no connection held."""
    if isinstance(outcome, EngineResponse):
        return outcome.status == 429 or outcome.status >= 500
    if isinstance(outcome, SourceRefused):
        return outcome.retry_after is not None or outcome.how is RefusalKind.QUOTA
    return isinstance(outcome, SourceUnreachable)
