"""Runs the blocking work of a step in a thread; the step does not end before its thread does.

Comes in: a function. Goes out: its result. As many run at once as there are cores (`cpu_nlp`), highest priority first.
No thread outlives the task that waits for it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Final, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from tadori.engine.slots import hold_processor
from tadori.store.waiting import wait_until_done

MOST_THREADS: Final = 64
_THREADS: "WeakKeyDictionary[asyncio.AbstractEventLoop, ThreadPoolExecutor]" = WeakKeyDictionary()
P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in a thread when a core is free; a cancellation waits until the thread is done."""
    async with hold_processor():
        call = partial(copy_context().run, partial(work, *args, **kwargs))
        return await wait_until_done(asyncio.get_running_loop().run_in_executor(_threads(), call))


def _threads() -> ThreadPoolExecutor:
    """The thread pool of the running loop. Larger than the core count: a step waiting for a model keeps its thread."""
    loop = asyncio.get_running_loop()
    if loop not in _THREADS:
        _THREADS[loop] = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="unit")
    return _THREADS[loop]
