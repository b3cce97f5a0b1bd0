"""A bot in any language: a program that reads questions and writes answers, a line of JSON each. docs/stdio-bots.md."""

import os
import shlex
import shutil
import sys
import time
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from imhotep.bots.base import Bot, BotFailure, Options
from imhotep.engine.kernel import LEGAL
from imhotep.extras import missing
from imhotep.table.errors import ImhotepError, SetupError, shown
from imhotep.table.moves import Move
from imhotep.table.question import Question
from imhotep.workers.blocking_child import BlockingChild
from imhotep.workers.child import EndedError, TooMuchError, TooSlowError

PROTOCOL = 1
MOST_IDLE = 8  # programs that wait for another game
LONGEST_ANSWER = 1 << 16  # bytes, blank lines included
TOO_SLOW, ENDED, TOO_MUCH = "took too long", "ended its process", "wrote too much"
NOT_ASKED = "answered without being asked"
NONSENSE, ILLEGAL = "sent nonsense", "returned an illegal move"
NO_TEXT = "wants a text that can't be drawn here"

Said = TypeVar("Said", bound=Struct)
Seconds = Annotated[float, Meta(gt=0, le=3600)]


class StdioOptions(Options, frozen=True, kw_only=True):
    command: Annotated[str, Meta(min_length=1)]  # a program and its arguments, as a shell would read them
    seconds: Seconds = 10.0  # for a decision
    game: Annotated[float, Meta(gt=0, le=86_400)] | None = None  # for all decisions of a game together
    start: Seconds = 10.0  # until it has answered the greeting


class Limits(Struct, frozen=True, kw_only=True):
    start: float
    move: float
    game: float | None


class Greeting(Struct, frozen=True, kw_only=True, tag="hello"):
    protocol: int
    seconds: Limits


class NewGame(Struct, frozen=True, kw_only=True, tag="game"):
    game: str
    players: int
    sides: str
    seat: int
    seed: int  # for the bot's own chance; nothing of the game's derives from it


class Ask(Struct, frozen=True, kw_only=True, tag="move"):
    id: int
    moves: list[str]
    view: Any
    out: list[int]  # seats that have left the game
    seconds: float  # for this answer
    left: float | None  # of the game's
    text: str | UnsetType = UNSET  # view and moves in words, for a program that asked for them


class Over(Struct, frozen=True, tag="over"):
    """Another game may follow."""


class Hello(Struct, frozen=True, kw_only=True, tag="hello"):
    protocol: int
    text: bool = False  # whether each question shall come in words, too


class Answer(Struct, frozen=True, kw_only=True, tag="move"):
    id: int
    move: str


class Program(BlockingChild):
    """Started at once; `ask` it as often as you like."""

    def __init__(self, command: list[str]) -> None:
        super().__init__(command, foreign=True)

    def ask(self, line: bytes, limit: float) -> bytes:
        """The next line that it writes, within as many seconds."""
        said = self.unasked()
        if said.strip():
            raise BotFailure(NOT_ASKED, shown(said.decode(errors="replace")))
        deadline, blank = time.monotonic() + limit, 0
        self.tell(line)
        try:
            while True:
                answer = self.next_line(deadline - time.monotonic(), LONGEST_ANSWER - blank)
                if answer.strip():
                    return answer
                blank += len(answer) + 1
        except TooSlowError:
            raise BotFailure(TOO_SLOW, f"more than {limit:g} seconds{self._complaint()}") from None
        except TooMuchError:
            raise BotFailure(TOO_MUCH, f"more than {LONGEST_ANSWER} bytes for one answer") from None
        except EndedError as ended:
            raise BotFailure(ENDED, f"{ended}{self._complaint()}") from None

    def _complaint(self) -> str:
        words = self.last_words()
        return f"; its last words: {words}" if words else ""


class Ready(NamedTuple):
    """A program that has answered the greeting."""

    program: Program
    hello: Hello


_idle: dict[tuple[object, ...], list[Ready]] = {}  # that have answered all, by process, folder and command


class StdioBot(Bot):
    name = "stdio"
    summary = "a program of your own, in any language: command=PROGRAM speaks JSON lines; see docs/stdio-bots.md"
    options_type = StdioOptions
    options: StdioOptions

    def __init__(self, options: StdioOptions, seed: int | None = None) -> None:
        super().__init__(options, seed)
        if sys.platform == "win32":
            raise SetupError("stdio bots need Linux, macOS or another POSIX system")
        try:
            self._command = shlex.split(options.command)
        except ValueError as error:
            raise SetupError(f"{self.spec}: the command can't be read: {error}") from None
        if not self._command or shutil.which(self._command[0]) is None:
            raise SetupError(f"{self.spec}: there is no program {shown((self._command or [''])[0])} that can be run")
        self._program: Program | None = None
        self._hello: Hello | None = None  # of the program
        self._is_rested = False  # it waited since another game, and has not been heard since
        self._table: object = None  # whose game it plays
        self._seed = 0  # for the program's own chance in it
        self._spent = 0.0
        self._asked = 0

    def choose(self, question: Question) -> Move:
        try:
            return self._move(question, self._reply(question))
        except BaseException as error:  # also Ctrl-C: its answer would come at the wrong time
            self._drop()
            if isinstance(error, BotFailure):
                raise BotFailure(error.reason, error.detail, self.spec) from None
            raise

    def close(self) -> None:
        """Its program stays for the next game."""
        program, self._program, self._table = self._program, None, None
        if program is None or self._hello is None:
            return
        program.tell(_line(Over()))
        idle = _idle.setdefault(self._key(), [])
        if len(idle) < MOST_IDLE:
            idle.append(Ready(program, self._hello))
        else:
            program.close(at_once=False)

    def _key(self) -> tuple[object, ...]:
        return os.getpid(), os.getcwd(), *self._command  # a forked process must not share its parent's

    def _drop(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _reply(self, question: Question) -> str:
        """A program may end after a game: then another one plays the next."""
        while True:
            program = self._ready(question)
            try:
                return self._answer(question, program)
            except BotFailure as failure:
                if failure.reason != ENDED or not self._is_rested:
                    raise
                self._drop()

    def _ready(self, question: Question) -> Program:
        """The program, told of the game if it is a new one to it."""
        program = self._program
        is_told = program is not None and self._table is question.table
        if self._table is not question.table:
            self._table = question.table
            self._seed = self.random.getrandbits(31)
            self._spent = 0.0
        if program is None:
            idle = _idle.get(self._key())
            self._is_rested = bool(idle)
            self._program, self._hello = idle.pop() if idle else self._start()
            program = self._program
        if not is_told:
            view = question.view
            program.tell(
                _line(
                    NewGame(
                        game=question.game,
                        players=question.players,
                        sides=view.sides,
                        seat=question.seat,
                        seed=self._seed,
                    )
                )
            )
        return program

    def _start(self) -> Ready:
        try:
            program = Program(self._command)
        except OSError as error:
            raise BotFailure("can't be started", str(error)) from None
        self._program = program  # to be ended if anything goes wrong
        limits = Limits(start=self.options.start, move=self.options.seconds, game=self.options.game)
        answer = program.ask(_line(Greeting(protocol=PROTOCOL, seconds=limits)), self.options.start)
        hello = _read(answer, Hello)
        if hello.protocol != PROTOCOL:
            raise BotFailure("speaks another protocol", f"version {hello.protocol}, not {PROTOCOL}")
        return Ready(program, hello)

    def _answer(self, question: Question, program: Program) -> str:
        limit, left = self.options.seconds, None
        if self.options.game is not None:
            left = self.options.game - self._spent
            if left <= 0:
                raise BotFailure(TOO_SLOW, f"its {self.options.game:g} seconds for the game are used up")
            limit = min(limit, left)
        self._asked += 1
        moves = [move.text for move in question.moves]
        text = _text(question) if self._hello is not None and self._hello.text else UNSET
        line = _line(
            Ask(
                id=self._asked,
                moves=moves,
                view=question.view,
                out=question.out,
                seconds=limit,
                left=left,
                text=text,
            )
        )
        start = time.monotonic()
        answer = _read(program.ask(line, limit), Answer)
        self._is_rested = False
        self._spent += time.monotonic() - start
        if 0 < answer.id < self._asked:
            raise BotFailure(NOT_ASKED, f"it answered question {answer.id} again")
        if answer.id != self._asked:
            raise BotFailure(NONSENSE, f"it answered question {answer.id}, not {self._asked}")
        return answer.move

    def _move(self, question: Question, text: str) -> Move:
        """The move that a text means, if it is legal."""
        try:
            code = question.code(text)
        except ImhotepError as error:
            raise BotFailure(ILLEGAL, str(error)) from None
        refusal = int(question.position().why_not(code))
        if refusal != LEGAL:
            words = question.rules.words.refusals[question.rules.refusal(refusal)]
            raise BotFailure(ILLEGAL, f"{shown(text)}: {words.text} ({words.rule})")
        return question.move(code)


def end_idle() -> None:
    """Programs that wait for another game need not wait any longer."""
    while _idle:
        for ready in _idle.popitem()[1]:
            ready.program.close(at_once=False)


def _text(question: Question) -> str:
    """What the terminal shows; only who wants it needs what the terminal is drawn with."""
    try:
        from imhotep.terminal.plain import plain_text
    except ImportError as error:
        raise BotFailure(NO_TEXT, str(missing(error, "a text"))) from None
    return plain_text(question.view)


def _line(message: Struct) -> bytes:
    return msgspec.json.encode(message)


def _read(line: bytes, kind: type[Said]) -> Said:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BotFailure(NONSENSE, f"{shown(line.decode(errors='replace'))}: {error}") from None
