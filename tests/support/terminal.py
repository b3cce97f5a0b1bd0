"""A screen and a keyboard for tests of the terminal game."""

import io
import random
from collections.abc import Callable, Iterable

from rich.cells import cell_len
from rich.console import Console

from imhotep import Game, Move
from imhotep.bots import Bot, Options, Question
from imhotep.cli.terminal import play_terminal


class Chance(Bot):
    """A bot of the tests."""

    name = "chance"
    summary = "plays anything"

    def __init__(self, seed: int = 1) -> None:
        super().__init__(Options(), seed)

    def choose(self, question: Question) -> Move:
        return self.random.choice(question.moves)


class Script:
    """A keyboard: lines, then the end of input."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def screen(width: int = 100, height: int = 40, terminal: bool = False) -> Console:
    return Console(
        width=width, height=height, record=True, file=io.StringIO(), force_terminal=terminal, legacy_windows=False
    )


def at_the_keyboard(
    game: Game, *lines: str, width: int = 100, bots: dict[int, Chance] | None = None
) -> tuple[Game, str]:
    console = screen(width)
    after = play_terminal(game, bots or {}, console, Script(lines))
    return after, console.export_text()


def check_lines(text: str, width: int) -> None:
    assert "…" not in text
    assert "Traceback" not in text
    for line in text.splitlines():
        assert cell_len(line) <= width, line


def random_keyboard(game: Game, seed: int) -> Callable[[str], str]:
    chance = random.Random(seed)

    def read(prompt: str) -> str:
        moves = game.legal_moves()
        if prompt != "> " or not moves:
            return ""
        number = chance.randrange(len(moves))
        return str(number + 1) if chance.random() < 0.5 else moves[number].text

    return read


def flat(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())
