"""Documents as a library holds them, and sentences as a report prints them."""

import html
import random
from functools import cache
from typing import Any, Final

SEED: Final = 20261116


def written_document(name: str, title: str, text: str, lang: str) -> str:
    """A document as the kind of file its name says: Markdown, otherwise a web page."""
    return f"# {title}\n\n{text}\n" if name.endswith(".md") else web_page(title, text, lang)


def web_page(title: str, text: str, lang: str) -> str:
    """A web page with just this title and text."""
    head = (
        f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head>'
    )
    return f"{head}\n<body><p>{html.escape(text)}</p></body></html>\n"


def printed(report: dict[str, Any], *parts: str) -> list[dict[str, Any]]:
    """The sentences of these parts of a report (`answer`, `claims`, `contested`), in print order."""
    found: list[dict[str, Any]] = []
    for part in parts:
        for item in report[part]:
            found += [item["sentence"]] if part == "claims" else item["sides"] if part == "contested" else [item]
    return found


@cache
def pinned_order(total: int) -> tuple[int, ...]:
    """The numbers under `total` in the pinned order in which questions are drawn."""
    order = list(range(total))
    random.Random(SEED).shuffle(order)
    return tuple(order)
