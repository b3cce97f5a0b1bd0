"""What runs in the processes of the tests' pools."""

import os
import time
from pathlib import Path

import msgspec

from imhotep.workers.worker import Report, answer_all


class Ask(msgspec.Struct, frozen=True):
    what: str
    file: str = ""


def answer(question: Ask, report: Report) -> object:
    match question.what:
        case "pid":
            return os.getpid()
        case "print":
            print("this is no answer")
            os.write(1, b"nor is this\n")
            return input_is_empty()
        case "progress":
            for step in (0.25, 0.5):
                report(step)
            return "done"
        case "hang":
            Path(question.file).write_text(str(os.getpid()))
            time.sleep(600)
        case "die once":
            if not Path(question.file).exists():
                Path(question.file).touch()
                os._exit(3)
            return "alive"
        case "die":
            os._exit(3)
    raise ValueError(question.what)


def input_is_empty() -> bool:
    return os.read(0, 1) == b""


def main() -> None:
    answer_all(Ask, answer)
