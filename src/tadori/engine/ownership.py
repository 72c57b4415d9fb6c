"""Task locks: at most one process runs a task at a time, and any process may once that one is gone.

The owner is the process that holds an OS lock on a file in the task's folder. The lock ends with its process, however
it dies; then `resume`, or for a client's task the next call about it, may continue. A store shared by several machines
would need another implementation of `TaskOwnership`; the journal would stay the same.
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
    """Implements `TaskOwnership` with lock files, one in the folder of each task."""

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
    # O_CLOEXEC: a child process (a browser) must not inherit the lock and outlive us with it.
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
        descriptor = os.open(folder / "lock", os.O_RDONLY)  # read only: the home may be on a read-only disk
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
