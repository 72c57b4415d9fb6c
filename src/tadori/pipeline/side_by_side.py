"""Steps that run at once, all of them to their end. Comes in: coroutines. Goes out: their results, in order."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from tadori.errors import Interrupted

T = TypeVar("T")


async def side_by_side(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run everything at once, all to its end; then raise the first failure, if there is one.

    A failure does not cut the others short: a step that has begun is finished and recorded. A real failure is raised in
    preference to an `Interrupted`, which only says that the task is to stop.
    """
    results = await asyncio.gather(*work, return_exceptions=True)
    failures = [result for result in results if isinstance(result, BaseException)]
    serious = [failure for failure in failures if not isinstance(failure, Interrupted)]
    for failure in serious or failures:
        raise failure
    return [result for result in results if not isinstance(result, BaseException)]
