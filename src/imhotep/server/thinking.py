"""The process in which bots think: a question a line comes in, the move goes out. It knows no database."""

import os

import msgspec

from imhotep.bots import make_bot
from imhotep.table.record import resume


class Question(msgspec.Struct, frozen=True, kw_only=True):
    head: str
    entries: list[str]
    spec: str
    seed: int  # the bot's own chance; nothing of the game's


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    move: str | None = None
    problem: str | None = None


def answer(question: Question) -> Answer:
    try:
        game = resume(question.head, question.entries)
        return Answer(move=make_bot(question.spec, question.seed).choose(game.ask()).text)
    except Exception as error:  # told to who asked: the process lives on
        return Answer(problem=f"{type(error).__name__}: {error}")


def main() -> None:
    """Until nobody asks any more. Standard output is for answers alone, whatever a bot may print."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for line in questions:
        try:
            answers.write(msgspec.json.encode(answer(msgspec.json.decode(line, type=Question))) + b"\n")
            answers.flush()
        except BrokenPipeError:
            os._exit(0)
