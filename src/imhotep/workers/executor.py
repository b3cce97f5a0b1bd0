"""Calls carried out in processes of their own, which end with who makes them."""

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

import msgspec

from imhotep.workers.blocking_child import BlockingChild
from imhotep.workers.child import ChildError, interpreter
from imhotep.workers.worker import Answer, Problem, Report, answer_all, read_said

P = ParamSpec("P")
T = TypeVar("T")


class Call(msgspec.Struct, frozen=True):
    pickled: bytes  # function, arguments, named arguments


class Outcome(msgspec.Struct, frozen=True):
    pickled: bytes  # what came out, and what was raised instead


class ProcessExecutor(Executor):
    """All processes are started at once, and each has a thread here that waits for it. Left by an exception, Ctrl-C for
    example, it ends them in the middle of their work; if this process is killed, they end by themselves."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._children: list[BlockingChild] = []
        self._idle: SimpleQueue[BlockingChild] = SimpleQueue()
        try:
            for _ in range(count):
                child = BlockingChild(interpreter(__name__))
                self._children.append(child)
                self._idle.put(child)
        except BaseException:
            self._kill()
            raise

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        return self._threads.submit(self._carry_out, fn, args, kwargs)

    def _carry_out(self, fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        call = Call(pickle.dumps((fn, args, kwargs)))
        child = self._idle.get()
        try:
            child.tell(msgspec.json.encode(call))
            outcome = _outcome(child.next_line(None))
        except ChildError as error:
            raise BrokenExecutor(f"a process that worked for this one is gone: {error}") from None
        finally:
            self._idle.put(child)
        found, raised = pickle.loads(outcome.pickled)
        if raised is not None:
            raise raised
        return found  # type: ignore[no-any-return]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            for child in self._children:
                child.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._kill()
        self.shutdown(wait=True, cancel_futures=error is not None)

    def _kill(self) -> None:
        for child in self._children:
            child.kill()


def _outcome(line: bytes) -> Outcome:
    match read_said(line):
        case Answer(answer=answer):
            return msgspec.json.decode(answer, type=Outcome)
        case Problem(words=words):
            raise BrokenExecutor(f"a call could not be carried out: {words}")
        case said:
            raise AssertionError(said)


# --- in such a process


def carry_out(call: Call, _: Report) -> Outcome:
    """What can't be pickled is a problem of the call, which `answer_all` tells."""
    fn, args, kwargs = pickle.loads(call.pickled)
    try:
        found, raised = fn(*args, **kwargs), None
    except Exception as error:
        found, raised = None, error
    return Outcome(pickle.dumps((found, raised)))


def main() -> None:
    answer_all(Call, carry_out)
