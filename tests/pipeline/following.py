"""A bench for what follows a page: hosts of one's own on the little web, and units of a task run one by one."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

from tadori.events import Emit, Event
from tadori.model.ids import Url
from tadori.model.query import Hit, Query, QueryPurpose
from tadori.model.question import Task
from tadori.service.request import BudgetOptions, ResearchRequest
from tadori.service.tasks import Tasks
from tadori.settings import Settings
from tadori.store.queries import add_queries, item_id, save_hits
from tadori.wiring.home import App, open_app
from tadori.wiring.research import Research
from tadori.wiring.routes import WebEnvironment
from tests.web.desk import Time, settings_for
from tests.web.little_web import LittleWeb
from tests.web.wire import Reply, Site
from tests.web.wire import Request as Asked

T = TypeVar("T")


def serve(web: LittleWeb, host: str, pages: Mapping[str, str | tuple[str, bytes]]) -> str:
    """Put a host on the web that answers by path, with HTML or (type, body); its address without a slash."""

    def site(request: Asked) -> Reply:
        found = pages.get(request.path)
        if found is None:
            return Reply(status=404, headers=(("Content-Type", "text/plain"),), body=b"nothing here\n")
        kind, body = ("text/html; charset=utf-8", found.encode()) if isinstance(found, str) else found
        return Reply(headers=(("Content-Type", kind),), body=body)

    return host_on(web, host, site)


def host_on(web: LittleWeb, host: str, site: Site) -> str:
    """Put a host on the web; its address without a slash."""
    web._sites[host] = site
    web.addresses[host] = "127.0.0.1"
    web.resolver.set(host, [("127.0.0.1",)])
    return web.url(host).rstrip("/")


def document(title: str, *paragraphs: str, lang: str = "en") -> str:
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return (
        f'<!doctype html><html lang="{lang}"><head><title>{title}</title></head>'
        f"<body><main><article><h1>{title}</h1>{body}</article></main></body></html>"
    )


@dataclass(slots=True)
class Bench:
    """One task with its live parts. `run` carries work out while the task is held."""

    app: App
    task: Task
    research: Research
    events: list[Event]
    queries: int = field(default=0)

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        with self.app.ownership.hold(self.task.id):
            return await work()

    def query(self, *urls: str, round: int = 0) -> tuple[str, list[str]]:
        """A new query whose hits are these addresses: its id and those of the hits."""
        self.queries += 1
        query = Query.of(
            task_id=self.task.id,
            text=f"{self.task.question} {self.queries}",
            lang=self.task.question_lang,
            purpose=QueryPurpose.INITIAL,
            section_id="answer",
            round=round,
            limit=10,
            cause_id="answer",
        )
        hits = [
            Hit(title=url, url=Url(url), snippet="", date=None, engine="listed", rank=rank, source_tag="general")
            for rank, url in enumerate(urls, start=1)
        ]
        with self.app.store.write() as db:
            add_queries(db, [query], "test")
            save_hits(db, query.id, hits)
        return query.id, [item_id(query.id, hit) for hit in hits]

    async def read(self, found: Sequence[tuple[str, str]]) -> list[str | None]:
        """Read (hit, query) pairs and weigh the queries."""
        pages = [await self.research.gather.read(item, query_id) for item, query_id in found]
        for query_id in dict.fromkeys(query_id for _, query_id in found):
            await self.research.gather.weigh(query_id, str(len(self.events)))
        return pages

    async def read_urls(self, *urls: str, round: int = 0) -> str:
        """Read pages as the hits of a new query; its id."""
        query_id, items = self.query(*urls, round=round)
        await self.read([(item, query_id) for item in items])
        return query_id


@asynccontextmanager
async def bench(
    web: LittleWeb,
    home: Path,
    question: str,
    *,
    effort: int = 3,
    libraries: Sequence[Path] = (),
    providers: Sequence[str] = ("mojeek",),
    budget_pages: int | None = None,
    listener: Emit | None = None,
    task_id: str = "",
    settings: Settings | None = None,
) -> AsyncIterator[Bench]:
    """A task on the little web; `task_id` takes up one that was begun in this home."""
    time, events = Time(), list[Event]()

    def heard(event: Event) -> None:
        events.append(event)
        if listener is not None:
            listener(event)

    parts = WebEnvironment(resolver=web.resolver, rng=random.Random(1), sleep=time.sleep, zone=ZoneInfo("Asia/Tokyo"))
    with open_app(settings or settings_for(web, home), clock=time.clock) as app:
        request = ResearchRequest(
            question=question,
            effort=effort,
            libraries=list(libraries),
            providers=list(providers),
            budget=BudgetOptions(pages=budget_pages),
        )
        task = app.task(task_id) if task_id else Tasks(app).create(request)
        async with app.web(parts) as reading:
            yield Bench(app=app, task=task, research=app.research_of(task, reading, heard), events=events)
