"""Opponents by name, from friendly to as strong as we can. All of them search; the weaker ones look less far, and that
is all the difference. `docs/bots.md` has their measured ratings."""

from typing import Any, ClassVar

from imhotep.bots.base import Bot
from imhotep.bots.players import MctsBot, MctsOptions
from imhotep.table.moves import Move
from imhotep.table.question import Question


class LevelBot(Bot):
    """A search with a fixed budget. The seconds are for machines without the compiled engine."""

    budget: ClassVar[MctsOptions]

    def __init__(self, options: Any, seed: int | None = None) -> None:
        super().__init__(options, seed)
        self._search = MctsBot(self.budget, seed)

    def choose(self, question: Question) -> Move:
        return self._search.choose(question)

    def stop(self) -> None:
        self._search.stop()


class Apprentice(LevelBot):
    name = "apprentice"
    summary = "level 1 of 4: for your first game"
    budget = MctsOptions(sims=25, seconds=1.0)


class Mason(LevelBot):
    name = "mason"
    summary = "level 2 of 4: knows what a stone is worth"
    budget = MctsOptions(sims=150, seconds=1.0)


class Architect(LevelBot):
    name = "architect"
    summary = "level 3 of 4: plans ahead"
    budget = MctsOptions(sims=1500, seconds=2.0)


class Vizier(LevelBot):
    name = "vizier"
    summary = "level 4 of 4: as strong as we can make it in a second or two"
    budget = MctsOptions(sims=30_000, seconds=3.0)


LEVELS: tuple[type[LevelBot], ...] = (Apprentice, Mason, Architect, Vizier)
