"""The process in which bots think, and hints are found. It knows no database."""

import msgspec

from imhotep.bots import make_bot
from imhotep.table.record import resume
from imhotep.workers.worker import Report, answer_all


class Question(msgspec.Struct, frozen=True, kw_only=True, tag="move"):
    """Which move?"""

    head: str
    entries: list[str]
    spec: str
    seed: int  # the bot's own chance; nothing of the game's


class HintQuestion(msgspec.Struct, frozen=True, kw_only=True, tag="hint"):
    """What would a strong player do, and what would `move` cost?"""

    head: str
    entries: list[str]
    sims: int
    move: str | None


def answer(question: Question | HintQuestion, _: Report) -> object:
    """A move's text, or a hint."""
    game = resume(question.head, question.entries)
    if isinstance(question, Question):
        return make_bot(question.spec, question.seed).choose(game.ask()).text
    from imhotep.lab.analysis.hints import hint

    return hint(game, move=question.move, sims=question.sims)


def main() -> None:
    answer_all(Question | HintQuestion, answer)  # type: ignore[arg-type]
