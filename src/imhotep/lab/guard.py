"""Processes that play an arena's games, watched: one that hangs is killed, one that dies is noticed."""

import os
import threading

import msgspec

from imhotep.lab.matches.game_runner import Broken, Failure, MatchSpec, Played, forfeited
from imhotep.table.errors import ImhotepError
from imhotep.workers.blocking_child import BlockingChild
from imhotep.workers.child import EndedError, TooMuchError, TooSlowError, interpreter

START_LIMIT = 120.0  # seconds until a new process must have said something
ATTEMPTS = 3  # before we believe that no process can play at all


class ArenaError(ImhotepError):
    """The arena itself can't go on."""


class _Gone(Exception):  # noqa: N818
    """The process has ended: by itself, or by us because nothing came for too long."""

    def __init__(self, seat: int | None, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat  # who was asked last; None if nobody was
        self.reason = reason


class PlayerProcess:
    """A fresh interpreter that plays one game at a time."""

    def __init__(self) -> None:
        env = {**os.environ, "PYTHONHASHSEED": "0"}  # so that bots which iterate over sets play alike
        self._child = BlockingChild(interpreter("imhotep.lab.matches.game_runner"), env)

    def play(self, spec: MatchSpec) -> Played | Broken:
        """If it raises _Gone, the process is of no more use."""
        self._child.tell(msgspec.json.encode(spec))
        seat, limit = None, START_LIMIT
        while True:
            try:
                line = self._child.next_line(limit)
                if line.startswith(b"{"):
                    answer: Played | Broken = msgspec.json.decode(line, type=Played | Broken)
                    return answer
                seat, limit = range(spec.players)[int(line)], spec.move_limit
            except TooSlowError as slow:
                raise _Gone(seat, str(slow)) from None
            except EndedError as ended:
                raise _Gone(seat, f"ended its process ({ended})") from None
            except (TooMuchError, ValueError, IndexError, msgspec.MsgspecError):
                raise _Gone(seat, "wrote into the arena's pipe") from None

    def end(self) -> None:
        """At once, with whatever a bot has started. From any thread."""
        self._child.kill()

    def clear_away(self) -> None:
        self._child.close()


class PlayerPool:
    """Player processes that stay between games. Each thread that plays has one for itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[PlayerProcess] = []
        self._busy: set[PlayerProcess] = set()
        self._closed = False

    def play(self, spec: MatchSpec) -> Played:
        for _ in range(ATTEMPTS):
            process = self._take()
            try:
                answer = process.play(spec)
            except _Gone as gone:
                self._drop(process)
                if gone.seat is None:  # before any bot could do anything
                    continue
                return forfeited(spec.players, Failure(seat=gone.seat, reason=gone.reason))
            except BaseException:
                self._drop(process)
                raise
            self._give_back(process)
            if isinstance(answer, Broken):
                raise ArenaError(f"a game can't be played: {answer.message}")
            return answer
        raise ArenaError("no process that plays games can be started: see above")

    def _take(self) -> PlayerProcess:
        with self._lock:
            if self._closed:
                raise ArenaError("the arena is closed")
            process = self._idle.pop() if self._idle else PlayerProcess()
            self._busy.add(process)
            return process

    def _give_back(self, process: PlayerProcess) -> None:
        with self._lock:
            self._busy.discard(process)
            self._idle.append(process)

    def _drop(self, process: PlayerProcess) -> None:
        with self._lock:
            self._busy.discard(process)
        process.clear_away()

    def close(self) -> None:
        """Ends all of them, also those that play: their games are lost."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for process in self._busy:
                process.end()
        for process in idle:
            process.clear_away()

    def rest(self) -> None:
        """Ends those that don't play now."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.clear_away()


_here = PlayerPool()


def play_anywhere(spec: bytes) -> bytes:
    """For executors whose workers are elsewhere: each has a pool of its own."""
    return msgspec.json.encode(_here.play(msgspec.json.decode(spec, type=MatchSpec)))


def rest_everywhere() -> None:
    _here.rest()
