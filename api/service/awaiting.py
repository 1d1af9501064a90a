"""Work in threads, awaited."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TypeVar

from api.service.problems import failed
from domain.log.errors import LogError
from projections.store.errors import ViewsError

T = TypeVar("T")


async def in_pool(pool: Executor, work: Callable[[], T]) -> T:
    """Do some work in a pool; it is done even if nobody waits for it any more."""
    return await asyncio.shield(asyncio.get_running_loop().run_in_executor(pool, work))


async def told(work: Awaitable[T]) -> T:
    """Wait for some work; what fails is told as a problem. Raises `ProblemError`."""
    try:
        return await work
    except (LogError, ViewsError) as error:
        problem = failed(error)
    raise problem
