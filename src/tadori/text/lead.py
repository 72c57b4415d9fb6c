"""The beginning of a document or passage, as it is embedded.

One place decides it, because a vector is found again by its text: search and ranking must cut alike.
"""

from typing import Final

LEAD_CHARS: Final = 200
"""The lead says what a text is about; measured, more of it adds cost and no quality."""


def lead(title: str, text: str) -> str:
    """Title and first words of `text`."""
    return (f"{title}. {text}" if title else text)[:LEAD_CHARS]
