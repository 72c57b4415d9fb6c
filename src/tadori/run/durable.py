"""Makes a task durable: one DBOS workflow a stretch; one log file, one executor id and one OS lock a task.

A process that is killed leaves its workflow pending in the task's own log; `resume` launches DBOS on that log under the
same executor id and the same application version, and DBOS goes on after the last recorded step. No other process opens
that log, so a new run, `status` or a second task can recover nothing by accident.
"""

import asyncio
import fcntl
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from tadori.errors import TaskBusy
from tadori.store.database import sqlite_engine

# Fixed on purpose: DBOS abandons workflows of another version. Raise it only together with a migration of open tasks.
APPLICATION_VERSION = "tadori-1"
LOG_NAME = "durable.sqlite"


@contextmanager
def task_lock(folder: Path, task_id: str) -> Iterator[None]:
    """Hold the task. The lock dies with the process, however it dies.

    Raises:
        TaskBusy: another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as exc:
            raise TaskBusy(
                f"{task_id} is being worked on by another process; `tadori status {task_id}` shows it"
            ) from exc
        yield
    finally:
        os.close(descriptor)


def is_held(folder: Path) -> bool:
    """Whether some process works on the task of this folder right now."""
    try:
        descriptor = os.open(folder / "lock", os.O_RDONLY)  # looking is all: the home may be one that can only be read
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def log_engine(path: Path) -> Any:
    """An engine on a task's log in which what DBOS does together is kept together, also when it is killed.

    DBOS counts on sqlite3 to begin a transaction before rows are changed. sqlite3 does not do so before tables are, and
    a first start that was killed between two tables left a log that no later start could use.
    """
    from sqlalchemy import event

    engine = sqlite_engine(path, synchronous="normal", busy=False)  # DBOS tries again by itself

    @event.listens_for(engine, "connect")
    def _immediate(connection: Any, _record: Any) -> None:
        connection.isolation_level = "IMMEDIATE"

    @event.listens_for(engine, "before_cursor_execute")
    def _begin(_engine: Any, cursor: Any, statement: str, *_more: Any) -> None:
        changes_tables = statement.lstrip().upper().startswith(("CREATE", "ALTER", "DROP"))
        if changes_tables and not cursor.connection.in_transaction:
            cursor.connection.execute("begin immediate")

    return engine


# DBOS finds a workflow by its name and hands it plain arguments; live objects of this process wait for it here.
_at_work: dict[str, Callable[[int], Awaitable[None]]] = {}


@asynccontextmanager
async def durable_log(
    folder: Path, task_id: str, work: Callable[[int], Awaitable[None]], *, poll: float = 1.0
) -> AsyncIterator[None]:
    """Launch DBOS on the task's own log; a workflow that was cut off goes on at once.

    Closing it takes up to `poll` seconds, in which nothing else of this process goes on.
    """
    dbos = _dbos()
    engine = log_engine(folder / LOG_NAME)
    _at_work[task_id] = work
    dbos(
        config={
            "name": "tadori",
            "system_database_engine": engine,
            "executor_id": task_id,
            "application_version": APPLICATION_VERSION,
            "log_level": "CRITICAL",
            "enable_otlp": False,
            "notification_listener_polling_interval_sec": poll,
        }
    )
    try:
        dbos.launch()
        yield
    finally:
        # Not waiting: what is still in flight has halted on purpose and will run again on resume.
        dbos.destroy(workflow_completion_timeout_sec=0)
        # DBOS keeps a handler on the stderr of its first launch and flushes it at the next, when it may be closed.
        logging.getLogger("dbos").handlers.clear()
        engine.dispose()
        del _at_work[task_id]


async def run_part(task_id: str, part: int, halted: "asyncio.Future[None]") -> None:
    """Run stretch `part` of the task to its end, going on where it was if it was begun before.

    Raises whatever halted the run; the stretch stays resumable.
    """
    from dbos import DBOS, SetWorkflowID

    workflow_id = f"{task_id}/{part}"
    with SetWorkflowID(workflow_id):
        handle = await DBOS.start_workflow_async(_workflow(), task_id, part)
    result: asyncio.Future[Any] = asyncio.ensure_future(handle.get_result())
    await asyncio.wait({result, halted}, return_when=asyncio.FIRST_COMPLETED)
    if halted.done():
        result.cancel()
        halted.result()
    await result


_registered: list[Any] = []


def _dbos() -> Any:
    """The DBOS class, with our one workflow registered. Imported late: it costs two seconds of CPU."""
    from dbos import DBOS

    if not _registered:

        @DBOS.workflow(name="research", max_recovery_attempts=1_000_000)
        async def research(task_id: str, part: int) -> None:
            await _at_work[task_id](part)

        _registered.append(research)
    return DBOS


def _workflow() -> Any:
    _dbos()
    return _registered[0]
