"""Ids and hashes. Everything below a task is named by its content, so doing it twice is doing it once.

Comes in: the parts that identify a thing. Goes out: a short stable id. No clock and no randomness, except
`new_task_id`, which takes both as arguments: two runs of one question are two tasks.
"""

import hashlib
import json
from datetime import datetime
from typing import NewType

Url = NewType("Url", str)
Sha256 = NewType("Sha256", str)
"""64 hex digits."""
IsoDate = NewType("IsoDate", str)
"""`YYYY`, `YYYY-MM` or `YYYY-MM-DD`: as much as is known, never more."""
Lang = NewType("Lang", str)
"""ISO 639-1 code; `ja` and `en` are the two the whole system speaks."""

JA = Lang("ja")
EN = Lang("en")


def sha256(data: bytes) -> Sha256:
    """The SHA-256 of `data` in hex."""
    return Sha256(hashlib.sha256(data).hexdigest())


def text_hash(text: str) -> Sha256:
    """The SHA-256 of `text` in UTF-8. Lone surrogates, which no archive can hold, are refused by the encoder."""
    return sha256(text.encode())


def content_id(prefix: str, *parts: str | int | None) -> str:
    """`prefix_` and 24 hex digits of a hash over `parts`; equal parts give equal ids on every machine."""
    canonical = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return f"{prefix}_{hashlib.sha256(canonical.encode()).hexdigest()[:24]}"


def new_task_id(now: datetime, entropy: bytes) -> str:
    """A task id: readable time first, so that ids sort by age, then four bytes of `entropy`."""
    return f"task_{now:%Y%m%dT%H%M%S}_{entropy[:4].hex()}"
