"""Where an arena's games are played: processes of this machine, a Dask cluster, or any executor."""

import contextlib
import importlib
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, Protocol

import msgspec

from imhotep.extras import missing
from imhotep.lab.guard import ArenaError, PlayerPool, play_anywhere, rest_everywhere
from imhotep.lab.matches.game_runner import MatchSpec, Played

AHEAD = 3  # games that wait for each worker, so that none has to wait
CLUSTER_TIMEOUT = 10.0  # seconds until a scheduler must have answered


class GameExecutor(Protocol):
    """What an arena needs."""

    capacity: int  # games at once, waiting ones included

    def submit(self, spec: MatchSpec) -> "Future[Any]": ...

    def read(self, answer: Any) -> Played: ...


class Local:
    """Each thread of an executor looks after one player process.

    Not a ProcessPoolExecutor: it breaks as a whole when one of its processes dies, and forgets which game was to blame.
    """

    def __init__(self, executor: Executor, pool: PlayerPool, jobs: int) -> None:
        self.capacity = jobs * AHEAD
        self._executor = executor
        self._pool = pool

    def submit(self, spec: MatchSpec) -> "Future[Any]":
        return self._executor.submit(self._pool.play, spec)

    def read(self, answer: Any) -> Played:
        assert isinstance(answer, Played)
        return answer


class Remote:
    """An executor whose workers may be anywhere: what is sent is bytes."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.capacity = max(1, workers) * AHEAD
        self._executor = executor

    def submit(self, spec: MatchSpec) -> "Future[Any]":
        try:
            return self._executor.submit(play_anywhere, msgspec.json.encode(spec))
        except RuntimeError as error:  # closed, or broken
            raise ArenaError(f"the executor takes no more games: {error}") from None

    def read(self, answer: Any) -> Played:
        return msgspec.json.decode(answer, type=Played)


@contextlib.contextmanager
def on_this_machine(jobs: int) -> Iterator[GameExecutor]:
    pool = PlayerPool()
    executor = ThreadPoolExecutor(jobs, thread_name_prefix="arena")
    try:
        yield Local(executor, pool, jobs)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        pool.close()
        executor.shutdown(wait=True)


@contextlib.contextmanager
def dask_client(address: str) -> Iterator[tuple[Any, int]]:
    """A client of the scheduler at an address, and how many workers it has."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ArenaError(str(missing(error, "a cluster"))) from None
    try:
        distributed.comm.resolve_address(address)  # a client with a wrong one would take 20 seconds to give up
        client = distributed.Client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ArenaError(f"no Dask scheduler answers at {address}: {error or type(error).__name__}") from None
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise ArenaError(f"the Dask scheduler at {address} has no workers")
        yield client, workers


@contextlib.contextmanager
def on_cluster(address: str) -> Iterator[GameExecutor]:
    with dask_client(address) as (client, workers):
        try:
            yield Remote(client.get_executor(pure=False), workers)
        finally:
            with contextlib.suppress(Exception):  # only for tidiness: they end with their worker at the latest
                client.run(rest_everywhere)


@contextlib.contextmanager
def on_executor(executor: Executor, workers: int) -> Iterator[GameExecutor]:
    yield Remote(executor, workers)
