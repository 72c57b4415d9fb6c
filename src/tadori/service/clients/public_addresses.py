"""Addresses of documents as clients may see them. In: a URL, the task's folders. Out: a URL without private paths."""

from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote, unquote, urlsplit


def public_url(url: str, libraries: Sequence[str]) -> str:
    """An address without private paths: a file is named from its library folder on, never from the root."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return url
    path = PurePath(unquote(parts.path))
    within = f"#{parts.fragment}" if parts.fragment else ""
    for folder in libraries:
        if path.is_relative_to(folder):
            return f"library:///{quote(str(PurePath(PurePath(folder).name) / path.relative_to(folder)))}{within}"
    return f"library:///{quote(path.name)}{within}"
