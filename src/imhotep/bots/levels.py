"""Opponents by name, from gentle to as strong as we can. All of them search; the weaker ones look less far, and that is
all the difference. What each may spend, and how it searches where, stands in `levels.toml`; `docs/bots.md` has their
measured ratings."""

from typing import Any, ClassVar

from imhotep.bots.base import Bot
from imhotep.bots.learned import LearnedBot, LearnedOptions, network_of
from imhotep.bots.players import MctsBot, MctsOptions, SearchBot
from imhotep.bots.search_table import LEARNED, Level, search_table
from imhotep.table.moves import Move
from imhotep.table.question import Question


class LevelBot(Bot):
    """The strongest search for each table, with this level's budget."""

    level: ClassVar[Level]

    def __init__(self, options: Any, seed: int | None = None) -> None:
        super().__init__(options, seed)
        sims, seconds = self.level.sims, self.level.seconds
        self._mcts = MctsBot(MctsOptions(sims=sims["mcts"], seconds=seconds), seed)
        self._learned = LearnedBot(LearnedOptions(sims=sims.get(LEARNED), seconds=seconds), seed)
        self._search: SearchBot = self._mcts  # of the game that is being played

    def choose(self, question: Question) -> Move:
        search = self._search_for(question)
        if search is not self._search:
            search.inherit_stop(self._search)
            self._search = search
        return search.choose(question)

    def _search_for(self, question: Question) -> SearchBot:
        name = search_table().search_of(self.level, question.game, question.players)
        known = name == LEARNED and network_of(question.game, question.editions) is not None
        return self._learned if known else self._mcts

    def stop(self) -> None:
        self._search.stop()


def _level_bot(level: Level, number: int, of: int) -> type[LevelBot]:
    words = {"name": level.name, "summary": f"level {number} of {of}: {level.summary}", "level": level}
    return type(level.name.capitalize(), (LevelBot,), {"__module__": __name__, "__doc__": LevelBot.__doc__, **words})


def _level_bots() -> tuple[type[LevelBot], ...]:
    levels = search_table().levels
    return tuple(_level_bot(level, number, len(levels)) for number, level in enumerate(levels, 1))


LEVELS = _level_bots()
