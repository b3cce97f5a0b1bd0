"""Many games, wherever they are played: as many at once as there is room for, and again if a worker is lost."""

import asyncio
import contextlib
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, TypeVar

from imhotep.lab.guard import ArenaError
from imhotep.lab.matches.executors import GameExecutor, on_cluster, on_executor, on_this_machine
from imhotep.lab.matches.game_runner import MatchSpec, Played
from imhotep.lab.matches.validation import check_jobs
from imhotep.table.errors import ImhotepError

ATTEMPTS = 3  # at a game whose worker was lost

Name = TypeVar("Name")


def game_executor(
    jobs: int, cluster: str | None, executor: Executor | None
) -> contextlib.AbstractContextManager[GameExecutor]:
    """`jobs` processes, the Dask cluster at an address, or any executor."""
    check_jobs(jobs)
    if executor is not None:
        return on_executor(executor, jobs)
    return on_this_machine(jobs) if cluster is None else on_cluster(cluster)


def play_all(executor: GameExecutor, specs: Iterable[tuple[Name, MatchSpec]]) -> Generator[tuple[Name, Played]]:
    """What came out of each game, in no certain order."""
    left = iter(specs)
    running: dict[Future[Any], tuple[Name, MatchSpec, int]] = {}
    try:
        while True:
            while len(running) < executor.capacity and (following := next(left, None)) is not None:
                running[executor.submit(following[1])] = *following, 1
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name, spec, attempt = running.pop(future)
                try:
                    played = executor.read(future.result())
                except ImhotepError:
                    raise
                except (Exception, asyncio.CancelledError) as error:
                    if attempt == ATTEMPTS:
                        raise ArenaError(f"the worker of a game was lost {ATTEMPTS} times: {error!r}") from None
                    running[executor.submit(spec)] = name, spec, attempt + 1
                else:
                    yield name, played
    finally:
        for future in running:
            future.cancel()
