"""What is counted, for Prometheus."""

import time
from collections.abc import Awaitable
from typing import Protocol, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest
from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

from imhotep.server.errors import Refused
from imhotep.server.storage.database import StorageError

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
JOB_STATES = ("waiting", "running", "done", "failed")

T = TypeVar("T")


class Outcome(Protocol):
    @property
    def repeated(self) -> bool: ...


OutcomeT = TypeVar("OutcomeT", bound=Outcome)


class Metrics:
    """Of one application; tests have several in a process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Histogram(
            "imhotep_request_seconds", "Requests.", ("method", "route", "status"), registry=registry, buckets=QUICK
        )
        self.commands = Histogram(
            "imhotep_command_seconds",
            "What people, bots and clocks did in games.",
            ("action", "outcome"),
            registry=registry,
            buckets=QUICK,
        )
        self.commits = Histogram("imhotep_commit_seconds", "Commits of the database.", registry=registry, buckets=QUICK)
        self.commit_jobs = Histogram(
            "imhotep_commit_jobs", "Jobs that shared a commit.", registry=registry, buckets=SIZES
        )
        self.database_errors = Counter(
            "imhotep_database_errors", "What the database refused, or couldn't do.", ("kind",), registry=registry
        )
        self.thoughts = Histogram(
            "imhotep_bot_seconds",
            "From a question to its answer, including the wait for a process.",
            registry=registry,
            buckets=SLOW,
        )
        self.messages = Counter("imhotep_messages_sent", "Messages over WebSockets.", registry=registry)
        self.slow_readers = Counter(
            "imhotep_slow_readers_dropped", "Connections closed because they read too slowly.", registry=registry
        )
        self.closed_connections = Counter(
            "imhotep_connections_closed", "Connections closed because of a limit.", ("why",), registry=registry
        )
        self.connections = Gauge("imhotep_connections", "Open WebSockets.", registry=registry)
        self.games = Gauge("imhotep_games_in_memory", "Games in memory.", registry=registry)
        self.questions = Gauge(
            "imhotep_bot_questions",
            "Games whose bot is thinking, or waiting for a process to think in.",
            registry=registry,
        )
        self.waiting = Gauge(
            "imhotep_waiting",
            "What nobody works on yet: bots' moves and analyses in all processes, hints and bots' moves in this one.",
            ("what",),
            registry=registry,
        )
        self.read_only = Gauge(
            "imhotep_read_only", "1 while an operator lets nobody change anything.", registry=registry
        )
        self.jobs = Gauge("imhotep_jobs", "Analyses, emails and the like.", ("state",), registry=registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def watch(self, engine: Engine) -> None:
        """Count what goes wrong there."""
        event.listen(engine, "handle_error", self._database_failed)

    def _database_failed(self, context: ExceptionContext) -> None:
        self.database_errors.labels(type(context.original_exception).__name__).inc()

    def committed(self, jobs: int, seconds: float) -> None:
        self.commits.observe(seconds)
        self.commit_jobs.observe(jobs)

    async def command(self, action: str, work: Awaitable[OutcomeT]) -> OutcomeT:
        began, outcome = time.perf_counter(), "error"
        try:
            result = await work
            outcome = "repeated" if result.repeated else "done"
            return result
        except Refused as refused:
            outcome = refused.code
            raise
        except StorageError:
            outcome = "not_stored"
            raise
        finally:
            self.commands.labels(action, outcome).observe(time.perf_counter() - began)

    async def thought(self, work: Awaitable[T]) -> T:
        with self.thoughts.time():
            return await work
