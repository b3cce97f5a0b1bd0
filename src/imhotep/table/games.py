"""The games there are."""

from typing import Any

from imhotep.table.builder.rules import BuilderRules
from imhotep.table.duel.rules import DuelRules
from imhotep.table.editions import Edition, box_of
from imhotep.table.errors import SetupError, shown
from imhotep.table.rules import GameRules

DEFAULT_GAME = "builder"
RULES: dict[str, GameRules] = {rules.id: rules for rules in (BuilderRules(), DuelRules())}


def rules_of(game: object) -> GameRules:
    if not isinstance(game, str) or game not in RULES:
        raise SetupError(f"no game is called {shown(game)}; choose from {', '.join(RULES)}")
    return RULES[game]


def read_any_edition(text: str, origin: str) -> Edition[Any]:
    """An edition of whichever game's box the text says it is."""
    by_box = {box: rules for rules in RULES.values() for box in rules.boxes}
    return by_box[box_of(text, origin, list(by_box))].read_edition(text, origin)
