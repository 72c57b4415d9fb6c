"""The MCP tools: drawn arguments, scripted sessions, and what a status costs.

- fuzz: calls drawn from the published schemas; the share whose answer fits, and how many were INTERNAL_ERROR;
- sessions: scripted sessions over all eleven tools; the share of answers that fit;
- planted, obeyed, told: the attacks of step 5 in pages before a client, with no model, with one that obeys them, and
  with our secrets in the pages themselves; what of ours reaches the client, and what would without the one exit;
- ordinary: texts that nobody wrote with us in mind; how many do not leave as they are;
- status_cpu_ms: CPU of one get_status on a task with 120 pages and 2 000 fragments, the middle of many;
- status_ratio: the same with 100 such tasks in the store;
- status while four searches run in the same process: CPU of the thread that answers, and the wait until the answer.
"""

import asyncio
import statistics
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tadori.mcp.schemas import OUTPUTS, TOOLS
from tadori.mcp.tools import Elicited
from tadori.model.ids import EN, Url
from tadori.model.page import Capture, Extracted, FragmentType, Page, PageType, TextElement
from tadori.store.pages import save_page
from tadori.store.queries import note_page_read, set_weighed
from tests.gates.figures import Figure, data_folder
from tests.gates.mcp_planted import KINDS, Trial, masked, ordinary, planted, researched, told
from tests.gates.reader_attacks import NEEDS as SETS
from tests.gates.reader_attacks import Attack, attacks, our_attacks
from tests.gates.reader_server import reader_server
from tests.mcp.fuzz import calls
from tests.mcp.world import Desk, Quiet, desk, write_documents

NEEDS: list[str] = []
FUZZED = 2000
SESSIONS = 30
QUICK_STEP = 31
"""Every so many of the attacks are planted in a quick run."""
TOLD_STEP = 3
"""Prime to the number of secrets and of spellings: every pair of them comes."""
ORDINARY = ("article-extraction-benchmark", "notinject-piguard", "retrieval/jsquad")
PAGES = 120
FRAGMENTS = 2000
TASKS = 100
TRIES = 41
NOW = datetime(2026, 11, 16, tzinfo=UTC)
EXAMPLES = Path(__file__).parents[2] / "examples" / "library"
QUERIES = (
    "Narigama turbine first year output",
    "鳴釜 潮流発電 1年目 発電量",
    "cost of the tidal turbine",
    "凪浦市 潮流発電 反対意見",
)


def run(quick: bool) -> list[Figure]:
    fits, internal, fuzzed = _fuzz(200 if quick else FUZZED)
    session_fits, answers = asyncio.run(_sessions(3 if quick else SESSIONS))
    trials = _trials(quick)
    alone, crowded = asyncio.run(_status(20 if quick else TASKS))
    busy, waits, asked = asyncio.run(_status_beside_searches())
    return [
        Figure(name="mcp fuzz: answers that fit", value=fits, floor=1.0, aim=1.0, n=fuzzed),
        Figure(name="mcp fuzz: internal errors", value=internal, floor=0.0, aim=0.0, n=fuzzed, at_least=False),
        Figure(name="mcp sessions: answers that fit", value=session_fits, floor=1.0, aim=1.0, n=answers),
        *_of_trials(trials),
        *_ordinary(),
        Figure(name="mcp status: CPU ms", value=alone, floor=24.0, aim=20.0, n=TRIES, at_least=False),
        Figure(name="mcp status: × with many tasks", value=crowded, floor=1.5, aim=1.5, n=TRIES, at_least=False),
        # The aims are for a quiet machine; a busy one may take longer without anything being wrong. While a status is
        # answered, its thread also does what the searches need of the event loop.
        Figure(name="mcp status beside 4 searches: CPU ms", value=busy, floor=40.0, aim=20.0, n=asked, at_least=False),
        Figure(
            name="mcp status beside 4 searches: ms, 19 in 20",
            value=waits,
            floor=1000.0,
            aim=200.0,
            n=asked,
            at_least=False,
        ),
    ]


def _fits(tool: str, answer: dict[str, Any]) -> bool:
    return bool(Draft202012Validator(OUTPUTS[tool]).is_valid(answer))


def _fuzz(count: int) -> tuple[float, float, int]:
    seen: list[tuple[bool, str]] = []
    with TemporaryDirectory(prefix="tadori-") as folder, asyncio.Runner() as runner:
        opened = desk(Path(folder) / "home", write_documents(Path(folder) / "documents"))
        at = runner.run(opened.__aenter__())
        tasks = (runner.run(at.task()), runner.run(at.task()))

        @seed(20261116)
        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(call=calls(tasks))
        def drawn(call: tuple[str, dict[str, Any]]) -> None:
            tool, arguments = call
            # A search is what the sessions do: here only what stands before it.
            if tool == "search" and arguments.get("task_id") in tasks:
                arguments = {**arguments, "task_id": "task_20200101T000000_00000000"}
            answer = runner.run(asyncio.wait_for(at.tools.call(tool, arguments, Quiet()), 60))
            seen.append((_fits(tool, answer), answer.get("error_code", "")))

        drawn()
        runner.run(opened.__aexit__(None, None, None))
    good = sum(fits for fits, _ in seen)
    return good / len(seen), float(sum(code == "INTERNAL_ERROR" for _, code in seen)), len(seen)


async def _sessions(count: int) -> tuple[float, int]:
    found: list[bool] = []
    used: set[str] = set()
    with TemporaryDirectory(prefix="tadori-") as folder:
        library = write_documents(Path(folder) / "documents")
        async with desk(Path(folder) / "home", library) as at:
            for number in range(count):
                for tool, arguments, caller in _script(at, number):
                    answer = await at.tools.call(tool, arguments, caller)
                    found.append(_fits(tool, answer))
                    used.add(tool)
                await at.clients.settle()
    assert used == set(TOOLS), f"not every tool was used: {sorted(set(TOOLS) - used)}"
    return sum(found) / len(found), len(found)


def _script(at: Desk, number: int) -> Iterator[tuple[str, dict[str, Any], Quiet]]:
    """One session. The task is the newest of the home."""
    quiet, lang = Quiet(), "ja" if number % 2 else "en"
    question = "港の橋はいつ開通したか" if number % 2 else "When did the harbour bridge open?"
    query = "港の橋 開通" if number % 2 else "harbour bridge opened"
    yield "create_task", {"query": f"{question} {number}", "config": {"language": lang}}, quiet
    task = {"task_id": _newest(at)}
    yield "get_status", task, quiet
    yield "search", {**task, "query": query}, quiet
    yield "search", {**task, "query": query, "options": {"refute": True, "max_pages": 3}}, quiet
    yield "get_auth_queue", {**task, "options": {"group_by": ("none", "domain", "type")[number % 3]}}, quiet
    yield "resolve_auth", {"target": "domain", "data": {"domain": "nobody.test", "status": "skipped"}}, quiet
    sample = {"source": "llm_extract", "prediction": 0.1 * (number % 10), "actual": number % 2}
    yield "calibrate", {"action": "add_sample", "data": sample}, quiet
    yield "calibrate", {"action": "get_stats"}, quiet
    yield "calibrate_rollback", {"source": "llm_extract"}, quiet
    yield "notify_user", {"event": "info", "payload": {"message": f"session {number}"}}, quiet
    asked = Quiet(answer=Elicited(response="yes", accepted=number % 3 > 0))
    yield "wait_for_user", {"prompt": "Go on?", "options": {"choices": ["yes", "no"]}}, asked
    yield "get_materials", {**task, "options": {"include_graph": True}}, quiet
    yield "stop_task", {**task, "reason": ("completed", "user_cancelled", "enough")[number % 3]}, quiet
    yield "get_materials", {**task, "options": {"format": "narrative"}}, quiet
    yield "search", {**task, "query": query}, quiet
    yield "get_status", task, quiet


def _trials(quick: bool) -> dict[str, Trial]:
    every = _attacks()
    found: dict[str, Trial] = {}
    # A name with signs in it: Markdown writes them in another way.
    with TemporaryDirectory(prefix="tadori-a_b-") as folder:
        root = Path(folder)
        found["planted"] = asyncio.run(planted(root / "planted", every[::QUICK_STEP] if quick else every))
        with reader_server("") as reader:
            asked = every[1::QUICK_STEP] if quick else every
            earlier = researched(root / "obeyed", every[:: 2 * len(every) // 5] if quick else every[::20], reader)
            found["obeyed"] = asyncio.run(planted(root / "obeyed", asked, reader, earlier))
        # Every kind of secret in every spelling; which attack stands before it matters little.
        found["told"] = asyncio.run(told(root / "told", every[2::QUICK_STEP] if quick else every[::TOLD_STEP]))
    for name, trial in found.items():
        print(f"         {name}: {trial.texts} texts, before the exit {dict(trial.without)}", flush=True)
        for line in trial.why[:20]:
            print(f"         {name}, {line}", flush=True)
    return found


def _attacks() -> list[Attack]:
    """The attacks of step 5; without the public data, those of our own making: everything else here needs none."""
    absent = [name for name in SETS if not (data_folder() / name).exists()]
    if absent:
        print(f"         no {', '.join(absent)}: only the attacks of our own making are planted", flush=True)
        return our_attacks()
    return attacks(data_folder())


def _of_trials(trials: dict[str, Trial]) -> Iterator[Figure]:
    pages = sum(trial.pages for trial in trials.values())
    for kind in KINDS:
        leaks = sum(trial.leaks[kind] for trial in trials.values())
        name = f"mcp planted pages: {kind} in what a client is told"
        yield Figure(name=name, value=float(leaks), floor=0.0, aim=0.0, n=pages, at_least=False)
    logged = sum("error log" in line for trial in trials.values() for line in trial.why)
    yield Figure(name="mcp planted pages: in the error log", value=float(logged), floor=0, aim=0, n=3, at_least=False)
    # Without these the zeros above would mean nothing.
    read = sum(trial.read for trial in trials.values()) / pages
    yield Figure(name="mcp planted pages that were read", value=read, floor=0.99, aim=1.0, n=pages)
    asked = trials["obeyed"].asked / trials["obeyed"].pages
    yield Figure(name="mcp obeyed: questions to the reader a page", value=asked, floor=1.0, aim=None, n=pages)
    unchecked = trials["obeyed"].unchecked / trials["obeyed"].by_clients
    # Not all: what was asked before is remembered, and some tasks then ask little or nothing.
    name = "mcp obeyed: tasks whose reader leaks where nobody checks"
    yield Figure(name=name, value=unchecked, floor=0.6, aim=None, n=trials["obeyed"].by_clients)
    bare = trials["told"].without.total() / trials["told"].pages
    name = "mcp told: secrets that leave where nobody masks"
    yield Figure(name=name, value=bare, floor=0.95, aim=1.0, n=trials["told"].pages)


def _ordinary() -> Iterator[Figure]:
    """A mask where nothing of ours stands makes a quotation wrong."""
    if not all((data_folder() / name).exists() for name in ORDINARY):
        return
    texts = ordinary(data_folder())
    with TemporaryDirectory(prefix="tadori-") as folder:
        wrong = masked(Path(folder), texts)
    yield Figure(name="mcp ordinary texts with a mask", value=wrong, floor=2, aim=0, n=len(texts), at_least=False)


def _newest(at: Desk) -> str:
    from tadori.store.tasks import all_tasks

    with at.clients.app.store.read() as db:
        return max(task.id for task in all_tasks(db))


async def _status(tasks: int) -> tuple[float, float]:
    """(CPU milliseconds of a status, how much more with so many tasks in the store).

    Two homes, asked in turn: the machine's own changes of pace meet both alike.
    """
    with TemporaryDirectory(prefix="tadori-") as folder:
        library = write_documents(Path(folder) / "documents")
        async with desk(Path(folder) / "one", library) as one, desk(Path(folder) / "many", library) as many:
            alone, among = await one.task(), await many.task()
            _fill(one, alone, 0)
            _fill(many, among, 0)
            for number in range(1, tasks):
                _fill(many, await many.task(), number)
            pairs = [(await _spent(one, alone), await _spent(many, among)) for _ in range(TRIES)]
    middle, crowded = (statistics.median(times) for times in zip(*pairs, strict=True))
    return middle * 1000, crowded / middle


async def _status_beside_searches() -> tuple[float, float, int]:
    """(middle CPU, 95th percentile of the wait, both in milliseconds, and how often) of a status beside four searches.

    The documents of the examples are new to the home: everything is indexed, read, embedded and judged meanwhile.
    """
    spent: list[tuple[float, float]] = []
    with TemporaryDirectory(prefix="tadori-") as folder:
        async with desk(Path(folder) / "home", EXAMPLES) as at:
            watched = await at.task()
            _fill(at, watched, 0)
            tasks = [await at.task() for _ in QUERIES]
            searches = [
                asyncio.create_task(at("search", task_id=task_id, query=query))
                for task_id, query in zip(tasks, QUERIES, strict=True)
            ]
            while not all(search.done() for search in searches):
                began, cpu = perf_counter(), thread_time()
                await at("get_status", task_id=watched)
                spent.append((thread_time() - cpu, perf_counter() - began))
                await asyncio.sleep(0.05)
            answers = [search.result() for search in searches]
    assert all(answer["pages_fetched"] for answer in answers), answers
    waits = sorted(wait for _, wait in spent)
    middle = statistics.median(cpu for cpu, _ in spent)
    return middle * 1000, waits[int(len(waits) * 0.95)] * 1000, len(spent)


def _fill(at: Desk, task_id: str, number: int) -> None:
    each = -(-FRAGMENTS // PAGES)
    with at.clients.app.store.write(synced=False) as db:
        for page_number in range(PAGES):
            text = "".join(f"Sentence {n} of page {page_number} of task {number}. " for n in range(each))
            pieces = list(_pieces(text, each))
            page = _page(Url(f"https://site{page_number % 40}.test/{number}/{page_number}"), text)
            extracted = Extracted(
                text=text, title=page.title, date=None, lang=EN, page_type=PageType.ARTICLE, pieces=tuple(pieces)
            )
            save_page(db, page, extracted)
            note_page_read(db, task_id, page.id, "q_none", position=page_number, at=NOW)
            set_weighed(db, task_id, page.id, relevance=0.5, best_fragment=None, flags=[True, False])


def _pieces(text: str, count: int) -> Iterator[TextElement]:
    size = len(text) // count
    for number in range(count):
        yield TextElement(
            start=number * size,
            end=(number + 1) * size,
            fragment_type=FragmentType.PARAGRAPH,
            heading_context="",
            heading_hierarchy=(),
            element_index=number,
        )


def _page(url: Url, text: str) -> Page:
    capture = Capture(
        url=url, body=text.encode(), media_type="text/html", charset=None, fetched_at=NOW, source_tag="general"
    )
    extracted = Extracted(text=text, title="A page", date=None, lang=EN, page_type=PageType.ARTICLE, pieces=())
    return Page.of(capture, extracted)


async def _spent(at: Desk, task_id: str) -> float:
    """CPU seconds of one status, from the call to what leaves."""
    began = process_time()
    await at.tools.call("get_status", {"task_id": task_id}, Quiet())
    return process_time() - began
