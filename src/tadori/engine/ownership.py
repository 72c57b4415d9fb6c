"""Who may run a task: at most one process at a time, and anyone once that process is gone.

On the embedded store the owner is whoever holds an OS lock on a file of the task; the lock dies with its process,
however it dies, and whoever calls `resume` (or, of a client's task, asks about it) goes on. On a store that several
machines share, an existing engine hands tasks to workers and implements `TaskOwnership`; the journal is the same table.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tadori.errors import TaskBusy


@dataclass(frozen=True, slots=True)
class TaskLocks:
    """Implements `TaskOwnership` by lock files, one in the folder of each task."""

    tasks: Path

    @contextmanager
    def hold(self, task_id: str) -> Iterator[None]:
        with task_lock(self.tasks / task_id, task_id):
            yield

    def is_held(self, task_id: str) -> bool:
        return is_held(self.tasks / task_id)


@contextmanager
def task_lock(folder: Path, task_id: str) -> Iterator[None]:
    """Hold the task. The lock dies with the process, however it dies.

    Raises:
        TaskBusy: somebody else holds it, in this process or another.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
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
