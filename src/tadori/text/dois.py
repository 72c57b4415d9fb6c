"""Finds DOIs in texts and addresses. Comes in: any text. Goes out: the normalised DOI."""

import re
from typing import Final
from urllib.parse import unquote

from tadori.text.lazy_pattern import lazy_pattern

_DOI: Final = lazy_pattern(r"10\.\d{4,9}/[^\s\"<>]{1,300}")
_VIEWS: Final = re.compile(
    r"(?:/(?:full|fulltext|abstract|abs|pdf|epdf|html|meta|summary)|\.pdf|\.full(?:-text)?|\.html?)+$", re.IGNORECASE
)
"""What publishers' addresses append to a DOI for another view of the work."""


def doi_of(text: str) -> str | None:
    """The DOI in `text`, lower case and without a resolver; None when there is none."""
    found = _DOI.search(unquote(text))
    if not found:
        return None
    doi = found.group().rstrip(".,;:'\"")
    while doi.endswith(")") and doi.count("(") < doi.count(")"):
        doi = doi[:-1]
    return doi.lower()


def doi_in_address(url: str) -> str | None:
    """The DOI in an address, without view suffix, query and fragment."""
    doi = doi_of(re.split(r"[?#]", url, maxsplit=1)[0])
    return None if doi is None else _VIEWS.sub("", doi.rstrip("/"))
