"""Research as a user gets it, for gates: a library written from data, questions asked of it, reports read back.

The one place where gates of answers touch the program.
"""

import asyncio
import html
import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tadori.app.home import App, open_app
from tadori.app.request import Request
from tadori.model.doors import SearchProvider
from tadori.model.query import Query
from tadori.model.work import Found
from tadori.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Without(SearchProvider):
    """A provider as if some of its documents did not exist. They still count for how rare a word is."""

    inner: SearchProvider
    hidden: frozenset[str]
    """File names."""

    @property
    def name(self) -> str:
        return self.inner.name

    async def search(self, query: Query) -> Found:
        found = await self.inner.search(replace(query, limit=query.limit + len(self.hidden)))
        kept = [hit for hit in found.hits if hit.url.rsplit("/", 1)[-1] not in self.hidden]
        return Found(hits=tuple(kept[: query.limit]))


@dataclass(slots=True, kw_only=True)
class Desk:
    """A home with one library, where questions are asked one after the other."""

    app: App
    library: Path

    def ask(self, question: str, *, hidden: Collection[str] = ()) -> dict[str, Any]:
        """`report.json` of one research task, with default effort and budget."""
        task = self.app.new_task(Request(question=question, libraries=[self.library]))
        providers = [Without(inner=p, hidden=frozenset(hidden)) for p in self.app.providers(task)]
        outcome = asyncio.run(self.app.carry_on(task.id, providers=providers))
        report: dict[str, Any] = json.loads(outcome.files["report.json"])
        return report


@contextmanager
def desk(folder: Path, documents: Sequence[tuple[str, str, str]], lang: str) -> Iterator[Desk]:
    """A desk in `folder` over `documents`: (file name, title, text), written as web pages."""
    library = folder / "library"
    library.mkdir(parents=True)
    for name, title, text in documents:
        (library / name).write_text(page(title, text, lang), encoding="utf-8")
    with open_app(Settings(home=folder / "home")) as app:
        yield Desk(app=app, library=library)


def page(title: str, text: str, lang: str) -> str:
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
