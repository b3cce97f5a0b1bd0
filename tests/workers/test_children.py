"""One child process: its limits, its end, and what is left of it, which is nothing.

For who waits in a thread and for who waits in an event loop, our own programs and foreign ones alike.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from imhotep.workers.async_child import AsyncChild
from imhotep.workers.blocking_child import BlockingChild
from imhotep.workers.child import MOST, EndedError, TooMuchError, TooSlowError
from tests.support.waiting import processes_with, wait_for


class LoopChild:
    """One for an event loop, to be used as one for a thread."""

    def __init__(self, command: list[str], foreign: bool = False) -> None:
        self._runner = asyncio.Runner()
        self._child = AsyncChild(command, foreign=foreign)
        self._is_closed = False
        self.pid = self._child.pid
        self.tell, self.kill, self.unasked = self._child.tell, self._child.kill, self._child.unasked
        self.last_words = self._child.last_words

    def next_line(self, limit: float | None, most: int = MOST) -> bytes:
        return self._runner.run(self._child.next_line(limit, most))

    def close(self, at_once: bool = True) -> None:
        if not self._is_closed:
            self._is_closed = True
            with self._runner as runner:
                runner.run(self._child.close(at_once))


Child = BlockingChild | LoopChild
Front = type[BlockingChild] | type[LoopChild]


@pytest.fixture(params=[BlockingChild, LoopChild], ids=["thread", "loop"])
def front(request: pytest.FixtureRequest) -> Front:
    found: Front = request.param
    return found


@pytest.fixture(params=[False, True], ids=["own", "foreign"])
def is_foreign(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def child(command: list[str], front: Front, is_foreign: bool, tmp_path: Path) -> Iterator[Child]:
    started = front(command, foreign=is_foreign)
    yield started
    started.close()
    wait_for(lambda: processes_with(str(tmp_path)) == [])


def test_lines_go_in_and_come_out(child: Child) -> None:
    child.tell(b"say one")
    child.tell(b"say two\nsay three")
    assert [child.next_line(60) for _ in range(3)] == [b"one", b"two", b"three"]
    assert child.unasked() == b""


def test_what_does_not_fit_into_the_pipe_is_sent_while_somebody_listens(child: Child) -> None:
    child.tell(b"count " + b"a" * 2_000_000)
    assert child.next_line(60) == b"2000000"


def test_nobody_waits_longer_than_the_limit(child: Child) -> None:
    child.tell(b"hang")
    with pytest.raises(TooSlowError, match=r"took longer than 0.2 s"):
        child.next_line(0.2)
    with pytest.raises(TooSlowError):
        child.next_line(0)


def test_nor_for_a_child_that_does_not_read(child: Child) -> None:
    child.tell(b"hang")
    child.tell(b"a" * 2_000_000)
    with pytest.raises(TooSlowError):
        child.next_line(0.2)


def test_nobody_listens_to_more_than_a_line_may_have(child: Child) -> None:
    child.tell(b"say " + b"a" * 50)
    assert len(child.next_line(60, most=50)) == 50
    child.tell(b"say " + b"a" * 51)
    with pytest.raises(TooMuchError, match="more than 50 bytes"):
        child.next_line(60, most=50)


def test_nor_to_a_line_without_end(child: Child) -> None:
    child.tell(b"flood")
    with pytest.raises(TooMuchError):
        child.next_line(60, most=200_000)


@pytest.mark.parametrize(
    ("line", "how"), [(b"exit 3", "exit code 3"), (b"exit 0", "exit code 0"), (b"close", "it closed its output")]
)
def test_it_is_told_how_a_child_ended(child: Child, line: bytes, how: str) -> None:
    child.tell(b"say before")
    child.tell(line)
    assert child.next_line(60) == b"before"
    for _ in range(2):
        with pytest.raises(EndedError, match=f"^{how}$"):
            child.next_line(60)


def test_a_killed_child_takes_all_with_it_that_it_has_started(child: Child, tmp_path: Path) -> None:
    child.tell(b"bear")
    assert child.next_line(60) == b"born"
    wait_for(lambda: len(processes_with(f"{tmp_path}/grandchild")) == 1)
    child.kill()
    with pytest.raises(EndedError, match="signal 9"):
        child.next_line(60)
    wait_for(lambda: processes_with(str(tmp_path)) == [])


def test_what_was_said_without_being_asked_is_found(child: Child) -> None:
    child.tell(b"say one")
    child.tell(b"say two")
    assert child.next_line(60) == b"one"
    wait_for(lambda: child.unasked() == b"two\n")
    child.tell(b"say three")
    assert child.next_line(60) == b"three"


def test_last_words_are_the_end_of_what_a_foreign_program_wrote_to_its_standard_error(
    command: list[str], front: Front
) -> None:
    child = front(command, foreign=True)
    child.tell(b"complain no")
    child.tell(b"exit 1")
    with pytest.raises(EndedError, match="exit code 1"):
        child.next_line(60)
    assert child.last_words().endswith("nono at last")
    assert len(child.last_words()) <= 400
    child.close()


def test_a_child_may_end_by_itself_when_there_is_time(child: Child, tmp_path: Path) -> None:
    child.tell(b"say ready")
    child.next_line(60)
    child.close(at_once=False)
    wait_for(lambda: processes_with(str(tmp_path)) == [])


def test_and_is_killed_if_it_does_not(child: Child, tmp_path: Path) -> None:
    child.tell(b"say ready")
    child.tell(b"hang")
    child.next_line(60)
    child.close(at_once=False)
    wait_for(lambda: processes_with(str(tmp_path)) == [])


@pytest.mark.parametrize("kind", [BlockingChild, AsyncChild])
def test_one_that_is_forgotten_ends(
    command: list[str], kind: type[BlockingChild | AsyncChild], is_foreign: bool, tmp_path: Path
) -> None:
    child = kind(command, foreign=is_foreign)
    child.tell(b"hang")
    wait_for(lambda: processes_with(str(tmp_path)) != [])
    del child
    wait_for(lambda: processes_with(str(tmp_path)) == [])


def test_a_foreign_program_ends_even_if_who_started_it_is_killed(command: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from imhotep.workers.blocking_child import BlockingChild\n"
        "child = BlockingChild(sys.argv[1:], foreign=True)\n"
        "child.tell(b'bear'); child.tell(b'hang'); child.next_line(60); child.next_line(None)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code, *command], start_new_session=True)
    try:
        wait_for(lambda: processes_with(f"{tmp_path}/grandchild") != [])
    finally:
        os.killpg(starter.pid, signal.SIGKILL)
        starter.wait()
    wait_for(lambda: processes_with(str(tmp_path)) == [])


def test_ctrl_c_is_not_for_children(child: Child) -> None:
    child.tell(b"say ready")
    child.next_line(60)
    assert os.getpgid(child.pid) != os.getpgid(0)
    assert os.getsid(child.pid) != os.getsid(0)


def test_a_program_that_can_not_be_started_is_told_of(is_foreign: bool) -> None:
    if is_foreign:  # its keeper is started, and tells it
        child = BlockingChild(["/no/such/program"], foreign=True)
        with pytest.raises(EndedError, match="exit code 127"):
            child.next_line(60)
        assert "No such file" in child.last_words()
        child.close()
    else:
        with pytest.raises(FileNotFoundError):
            BlockingChild(["/no/such/program"])


def test_who_listens_in_a_loop_hears_that_the_child_was_closed(command: list[str], is_foreign: bool) -> None:
    async def run() -> None:
        child = AsyncChild(command, foreign=is_foreign)
        listening = asyncio.create_task(child.next_line(60))
        await asyncio.sleep(0.05)
        await child.close()
        with pytest.raises(EndedError):
            await listening

    asyncio.run(run())
