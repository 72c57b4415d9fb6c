"""Blocking work of a unit, in a thread: the event loop goes on, and the unit does not end before its thread does.

Comes in: a function. Goes out: what it returns. It starts no thread that outlives whoever waits for it.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from tadori.errors import Interrupted
from tadori.store.waiting import to_its_end

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `work` in a thread of the loop; a cancellation waits until the thread is done."""
    return await to_its_end(asyncio.get_running_loop().run_in_executor(None, partial(work, *args, **kwargs)))


async def side_by_side(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run everything at once, all to its end; then raise the first failure, if there is one.

    A failure does not cut the others short: a unit that has begun is finished and kept. What only says that the task is
    to stop gives way to what went wrong.
    """
    results = await asyncio.gather(*work, return_exceptions=True)
    failures = [result for result in results if isinstance(result, BaseException)]
    serious = [failure for failure in failures if not isinstance(failure, Interrupted)]
    for failure in serious or failures:
        raise failure
    return [result for result in results if not isinstance(result, BaseException)]
