"""Calls in processes of their own."""

import os
import signal
import time
from concurrent.futures import BrokenExecutor

import pytest

from imhotep.workers.executor import ProcessExecutor
from tests.support.waiting import wait_for


def test_calls_come_back_in_their_order_from_other_processes() -> None:
    with ProcessExecutor(2) as pool:
        assert list(pool.map(pow, [2, 3, 4], [3, 2, 1])) == [8, 9, 4]
        assert pool.submit(int, "ff", base=16).result() == 255
        assert os.getpid() not in {pool.submit(os.getpid).result() for _ in range(4)}


def test_what_a_call_raises_is_raised_here_and_the_process_goes_on() -> None:
    with ProcessExecutor(1) as pool:
        before = pool.submit(os.getpid).result()
        with pytest.raises(ValueError, match="invalid literal"):
            pool.submit(int, "nonsense").result()
        assert pool.submit(os.getpid).result() == before


def test_what_can_not_come_back_is_told() -> None:
    with ProcessExecutor(1) as pool, pytest.raises(BrokenExecutor, match="could not be carried out: TypeError"):
        pool.submit(open, os.devnull).result()


def test_a_call_whose_process_is_killed_fails() -> None:
    with ProcessExecutor(1) as pool:
        pid = pool.submit(os.getpid).result()
        waiting = pool.submit(time.sleep, 600)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(BrokenExecutor, match="signal 9"):
            waiting.result()


def test_who_leaves_by_an_exception_does_not_wait_for_calls() -> None:
    pool = ProcessExecutor(1)
    pid = pool.submit(os.getpid).result()
    waiting = [pool.submit(time.sleep, 600) for _ in range(2)]
    wait_for(waiting[0].running)

    def leave() -> None:
        with pool:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        leave()
    assert isinstance(waiting[0].exception(), BrokenExecutor)
    assert waiting[1].cancelled()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)
