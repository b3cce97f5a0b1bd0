"""Processes that answer questions: replaced when they die, ended when they are silent, gone with who asks."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from imhotep.workers.pool import QuestionError, SilentError, UnansweredError, WorkerPool
from tests.support.paths import ROOT
from tests.support.waiting import is_gone, wait_for
from tests.support.worker import Ask

MODULE = "tests.support.worker"


def with_pool(work: Callable[[WorkerPool], Awaitable[None]], count: int = 1, patience: float = 60.0) -> None:
    async def run() -> None:
        pool = WorkerPool(MODULE, count, patience)
        try:
            await work(pool)
        finally:
            await pool.close()
        assert pool.pids == []

    asyncio.run(run())


def test_a_process_answers_question_after_question() -> None:
    async def work(pool: WorkerPool) -> None:
        assert pool.pids == []  # none is started before it is needed
        answers = [int(await pool.ask(Ask("pid"))) for _ in range(3)]
        assert answers == pool.pids * 3

    with_pool(work)


def test_several_are_asked_at_once() -> None:
    async def work(pool: WorkerPool) -> None:
        answers = await asyncio.gather(*(pool.ask(Ask("pid")) for _ in range(4)))
        assert {int(answer) for answer in answers} <= set(pool.pids)
        assert len(pool.pids) == 2

    with_pool(work, count=2)


def test_progress_is_told_before_the_answer() -> None:
    async def work(pool: WorkerPool) -> None:
        heard: list[float] = []
        assert await pool.ask(Ask("progress"), heard.append) == b'"done"'
        assert heard == [0.25, 0.5]

    with_pool(work)


def test_what_is_printed_is_no_answer_and_there_is_nothing_to_read() -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.ask(Ask("print")) == b"true"

    with_pool(work)


def test_a_question_without_an_answer_is_not_asked_again() -> None:
    async def work(pool: WorkerPool) -> None:
        before = await pool.ask(Ask("pid"))
        with pytest.raises(QuestionError, match="ValueError: nonsense"):
            await pool.ask(Ask("nonsense"))
        assert await pool.ask(Ask("pid")) == before

    with_pool(work)


def test_one_that_dies_is_replaced_and_its_question_asked_again(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        assert await pool.ask(Ask("die once", str(tmp_path / "died"))) == b'"alive"'
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        assert int(await pool.ask(Ask("pid"))) in pool.pids
        with pytest.raises(UnansweredError, match=r"^the process died 3 times \(exit code 3\)$"):
            await pool.ask(Ask("die"))

    with_pool(work)


def test_one_that_says_nothing_for_too_long_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "pid"

    async def work(pool: WorkerPool) -> None:
        with pytest.raises(SilentError, match=r"the process said nothing for 0.3 seconds"):
            await pool.ask(Ask("hang", str(file)))
        assert pool.pids == []

    with_pool(work, patience=0.3)
    assert not file.exists() or is_gone(int(file.read_text()))


def test_who_asks_no_longer_ends_the_process(tmp_path: Path) -> None:
    file = tmp_path / "pid"

    async def work(pool: WorkerPool) -> None:
        asking = asyncio.create_task(pool.ask(Ask("hang", str(file))))
        while not file.exists() or not file.read_text():
            await asyncio.sleep(0.02)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert is_gone(int(file.read_text()))
        assert int(await pool.ask(Ask("pid"))) in pool.pids

    with_pool(work)


def test_processes_end_in_the_middle_of_a_thought_when_who_asks_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    code = (
        "import asyncio, sys; from imhotep.workers.pool import WorkerPool; from tests.support.worker import Ask\n"
        "async def run(): await WorkerPool(sys.argv[1], 1, 60.0).ask(Ask('hang', sys.argv[2]))\n"
        "asyncio.run(run())"
    )
    asker = subprocess.Popen([sys.executable, "-c", code, MODULE, str(file)], cwd=ROOT)
    wait_for(lambda: file.exists() and file.read_text())
    asker.kill()
    asker.wait()
    wait_for(lambda: is_gone(int(file.read_text())))
