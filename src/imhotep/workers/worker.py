"""What runs in our own interpreters: each question that comes in is answered, until nobody is asking any more.

A question a line goes in; lines of progress come out, then the answer. Standard output is for answers alone, whatever
else may be printed.
"""

import os
import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import BinaryIO, TypeVar

import msgspec

Q = TypeVar("Q")

Report = Callable[[float], None]  # of progress, from 0 to 1


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    reached: float


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    answer: msgspec.Raw


class Problem(msgspec.Struct, frozen=True, tag="problem"):
    words: str


Said = Progress | Answer | Problem
read_said = msgspec.json.Decoder[Said](Said).decode


def answer_all(kind: type[Q], answer: Callable[[Q, Report], object]) -> None:
    questions, answers = _take_pipes()

    def say(what: Said) -> None:
        try:
            answers.write(msgspec.json.encode(what) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)

    for line in _lines(questions):
        try:
            found = answer(msgspec.json.decode(line, type=kind), lambda reached: say(Progress(reached)))
            say(Answer(msgspec.Raw(msgspec.json.encode(found))))
        except Exception as error:  # told to who asked: the process lives on
            say(Problem(f"{type(error).__name__}: {error}"))


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return questions, answers


def _lines(questions: BinaryIO) -> Iterator[bytes]:
    """Whoever asks may be killed: then nobody waits for what is being thought about, and this process ends at once."""
    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        for line in questions:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield waiting.get()
