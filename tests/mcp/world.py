"""A home with a folder of documents and a client's tools over it: what every test here starts from."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.mcp.schemas import OUTPUTS
from tadori.mcp.tools import Elicited, Tools
from tadori.service.clients.local_runner import LocalRunner
from tadori.service.clients.tasks import Clients, open_clients
from tadori.service.clients.user_interaction import UserInteraction
from tadori.settings import Settings
from tadori.wiring.home import open_app

ELEVEN = (
    "create_task",
    "get_status",
    "search",
    "stop_task",
    "get_materials",
    "calibrate",
    "calibrate_rollback",
    "get_auth_queue",
    "resolve_auth",
    "notify_user",
    "wait_for_user",
)
"""The tools, as §3.2.1 names them."""
QUESTION = "When did the harbour bridge open?"
DOCUMENTS = {
    "bridge.html": (
        "<html><head><title>Harbour Bridge</title></head><body><article><h1>Harbour Bridge</h1>"
        "<p>The Harbour Bridge opened on 12 May 1987. The Harbour Bridge is 840 metres long.</p>"
        "</article></body></html>"
    ),
    "history.html": (
        "<html><head><title>A town and its bridge</title></head><body><article><h1>A town and its bridge</h1>"
        "<p>The Harbour Bridge opened on 12 May 1988. It replaced two ferries.</p>"
        "</article></body></html>"
    ),
    "橋.txt": "港の橋\n\n港の橋は1987年5月12日に開通した。橋の長さは840メートルである。",
}


@dataclass(slots=True)
class Moment:
    """A clock that moves when it is told to."""

    now: datetime = datetime(2026, 11, 16, 3, 0, tzinfo=UTC)

    def clock(self) -> datetime:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass(slots=True)
class Quiet:
    """A caller that hears progress, and answers questions as it was told to (or cannot be asked)."""

    answer: Elicited | None = None
    heard: list[tuple[int, str]] = field(default_factory=list)
    asked: list[tuple[str, Sequence[str]]] = field(default_factory=list)

    async def progress(self, done: int, words: str) -> None:
        self.heard.append((done, words))

    async def elicit(self, prompt: str, choices: Sequence[str]) -> Elicited | None:
        self.asked.append((prompt, choices))
        return self.answer


@dataclass(slots=True, kw_only=True)
class Desk:
    """The tools of one home, called as a server calls them; every answer is checked against its schema."""

    clients: Clients
    tools: Tools
    moment: Moment
    said: list[tuple[str, str]]
    """Notifications: (words, title)."""
    tasks: tuple[str, ...] = ()
    """Tasks that a test has made, for those who draw from them."""

    @property
    def here(self) -> LocalRunner:
        """The work, which a test's own process does."""
        assert isinstance(self.clients.runner, LocalRunner)
        return self.clients.runner

    async def __call__(self, tool: str, arguments: Mapping[str, Any] | None = None, **given: Any) -> dict[str, Any]:
        answer = await self.tools.call(tool, {**(arguments or {}), **given}, Quiet())
        Draft202012Validator(OUTPUTS[tool]).validate(answer)
        return answer

    async def task(self, question: str = QUESTION, **config: Any) -> str:
        made = await self("create_task", query=question, config=config)
        return str(made["task_id"])

    async def searched(self, query: str = "harbour bridge opened", **options: Any) -> str:
        """A task with one search done; its id."""
        task_id = await self.task()
        answer = await self("search", task_id=task_id, query=query, options=options)
        assert answer["ok"]
        return task_id


def write_documents(folder: Path, documents: Mapping[str, str] = DOCUMENTS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@asynccontextmanager
async def desk(
    home: Path, library: Path, *, moment: Moment | None = None, shown: bool = True, **options: Any
) -> AsyncIterator[Desk]:
    """A home at `home` over the documents in `library`. Opened twice, it is a server that was started again."""
    time, said = moment or Moment(), list[tuple[str, str]]()

    async def say(words: str, title: str) -> bool:
        said.append((words, title))
        return shown

    with open_app(Settings(home=home, embeddings=False), clock=time.clock) as app:
        # Long enough for any machine: what a test wants to see running, it holds.
        limits = {"soft_limit": 600.0, **options}
        async with open_clients(app, libraries=(library,), **limits) as clients:
            tools = Tools(clients=clients, people=UserInteraction(clients=clients, say=say))
            yield Desk(clients=clients, tools=tools, moment=time, said=said)
