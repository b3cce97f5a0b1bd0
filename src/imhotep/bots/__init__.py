"""Opponents. A bot sees what its seat may see, and nothing else."""

import random
from typing import Any, Protocol

from imhotep.table.errors import SetupError
from imhotep.table.moves import Move


class Bot(Protocol):
    name: str

    def choose(self, view: Any) -> Move:
        """One of the moves that the view offers."""
        ...


class RandomBot:
    """Plays any legal move, each as likely."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def choose(self, view: Any) -> Move:
        moves: list[Move] = view.moves
        return self._random.choice(moves)


def make_bot(spec: str, seed: int | None = None) -> Bot:
    """The bot that a spec string names."""
    if spec != "random":
        raise SetupError(f"no bot is called {spec!r}; there is random")
    return RandomBot(seed)
