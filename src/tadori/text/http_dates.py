"""Dates and waiting times in HTTP headers. Comes in: a header's value. Goes out: a datetime, or seconds."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tadori.model.web_thresholds import MAX_RETRY_AFTER


def http_date(value: str | None) -> datetime | None:
    """The time in a header; None when it is missing or unreadable. Without a zone it is UTC."""
    if value is None:
        return None
    try:
        moment = parsedate_to_datetime(value.strip())
    except (ValueError, TypeError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def retry_after(value: str | None, since: datetime | None) -> float | None:
    """The seconds a Retry-After header asks for, from 0 to a day; None when it is missing or unreadable.

    A date counts from `since`; without that it is ignored.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text), MAX_RETRY_AFTER)
    until = http_date(text)
    if until is None or since is None:
        return None
    return min(max((until - since).total_seconds(), 0.0), MAX_RETRY_AFTER)
