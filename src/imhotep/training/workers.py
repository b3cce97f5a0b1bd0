"""Who plays a run's games: processes of this machine, or a Dask cluster. Jobs and answers are bytes."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from imhotep.lab.matches.executors import dask_client
from imhotep.lab.matches.validation import check_jobs
from imhotep.table.errors import ImhotepError
from imhotep.workers.executor import ProcessExecutor

AHEAD = 2  # jobs for each worker, so that none has to wait
ATTEMPTS = 3  # at a job whose worker was lost

Job = Callable[[bytes], bytes]


class Workers:
    """A worker that dies costs only what it was at: its job is done again, by a new one."""

    def __init__(self, executor: Callable[[], contextlib.AbstractContextManager[Executor]], count: int) -> None:
        self._executor = executor
        self._count = count

    def run(self, work: Job, orders: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
        """The number of each order and its answer, as they come."""
        waiting = dict(enumerate(orders))
        for attempt in range(1, ATTEMPTS + 1):
            try:
                with self._executor() as pool:
                    for number, answer in self._answers(pool, work, dict(waiting)):
                        del waiting[number]
                        yield number, answer
                return
            except ImhotepError:
                raise
            except (Exception, asyncio.CancelledError) as error:
                if attempt == ATTEMPTS:
                    raise ImhotepError(
                        f"training can't continue: its workers were lost {ATTEMPTS} times: {error!r}"
                    ) from None

    def _answers(self, pool: Executor, work: Job, orders: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
        running: dict[Future[bytes], int] = {}
        left = iter(orders.items())
        try:
            while True:
                while len(running) < AHEAD * self._count and (order := next(left, None)) is not None:
                    running[pool.submit(work, order[1])] = order[0]
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            for future in running:
                future.cancel()


@contextlib.contextmanager
def local_workers(jobs: int) -> Iterator[Workers]:
    check_jobs(jobs)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # in the processes: each has a core to itself
    yield Workers(lambda: ProcessExecutor(jobs), jobs)


@contextlib.contextmanager
def cluster_workers(address: str) -> Iterator[Workers]:
    with dask_client(address) as (client, count):
        yield Workers(lambda: contextlib.nullcontext(client.get_executor(pure=False)), count)
