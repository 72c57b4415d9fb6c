"""DOIs as they stand in texts and addresses. Comes in: any text. Goes out: the DOI in its one spelling."""

import re
from typing import Final
from urllib.parse import unquote

from tadori.text.lazy_pattern import lazy_pattern

_DOI: Final = lazy_pattern(r"10\.\d{4,9}/[^\s\"<>]{1,300}")
_VIEWS: Final = re.compile(
    r"(?:/(?:full|fulltext|abstract|abs|pdf|epdf|html|meta|summary)|\.pdf|\.full(?:-text)?|\.html?)+$", re.IGNORECASE
)
"""How publishers' addresses go on behind a DOI when they show the work in another form."""


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
    """The DOI that an address names, without the view behind it, its query and its fragment."""
    doi = doi_of(re.split(r"[?#]", url, maxsplit=1)[0])
    return None if doi is None else _VIEWS.sub("", doi.rstrip("/"))
