"""The games that the conformance kit checks, each with what the kit can't find out by itself.

A further game is a `GameUnderTest` here, in `GAMES`: nothing in `conformance.py` or `test_conformance.py` changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis.strategies import SearchStrategy

from imhotep import Event, Game
from imhotep.engine.builder.game import Builder
from imhotep.engine.builder.vocabulary import Action as BuilderAction
from imhotep.engine.duel.vocabulary import Action as DuelAction
from tests.support import duel as duel_tools
from tests.support import setups


def nothing_else(game: Game, events: Sequence[Event], before: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class GameUnderTest:
    """What a game supplies. Positions are the engine's own; they come as Any, so that a game may name its class."""

    # as in `imhotep.new_game`
    id: str

    # Arguments of `new_game`, `game` and `seed` among them: everything that a table may choose, in every mix.
    setups: SearchStrategy[dict[str, Any]]

    # How many codes the engine's `Action` has: the kit asks about each of them, and a few beyond.
    codes: int

    # No game is longer. Generous, but a game that goes round in circles must hit it.
    most_decisions: int

    # What is there, wherever it lies: equal at every moment of a game, after a redeal, and for all games of one setup.
    # It may assert on the way whatever else must hold of the pieces at any moment.
    census: Callable[[Any], object]

    # What nobody has seen yet, by name, in its order: the kit wants each to come out in many ways when it is redealt
    # at the start of a game. Two positions that differ in it are not equal.
    unseen: Callable[[Any], dict[str, tuple[int, ...]]]

    # Kinds of events after which only consent takes a decision back, since they show somebody something hidden ...
    revealing: frozenset[str]

    # ... and whether other events of a decision do, if that depends on more than the kind: the game after it, the
    # events as everybody saw them, and the public view before it.
    also_reveals: Callable[[Game, Sequence[Event], Any], bool] = nothing_else

    # Moves to try at any time, legal or not, each as the notation writes it. The kit adds those that were legal
    # earlier in the same game.
    texts: tuple[str, ...]

    # Questions at which who decides looks at something that no event told: redeals are checked there each time, not
    # now and then.
    telling_questions: frozenset[str] = frozenset()

    # Attributes, as "Class.attribute", that follow from the others, so that `numbers` leave them out.
    derived: frozenset[str] = frozenset()


# --- Builder of Egypt, with and without A New Dynasty


def builder_census(position: Builder) -> object:
    setups.check_tokens(position)
    setups.check_knowledge(position)
    return [setups.stones_of(position, seat) for seat in range(position.seats)], setups.cards_of(position)


def builder_unseen(position: Builder) -> dict[str, tuple[int, ...]]:
    return {"cards": tuple(position.draw_pile.to_list()), "rounds": tuple(position.coming_rounds.to_list())}


def known_cards(view: Any, seat: int) -> list[str]:
    return [*view.seats[seat].hand, *view.seats[seat].remembered]


def shows_a_hidden_card(game: Game, events: Sequence[Event], before: Any) -> bool:
    """What is left of a stack of market B; a card that others did not know to be in that hand (N18)."""
    for event in events:
        if event.kind == "card_discarded" and event.space == 4 and game.setup.sides[0] == "B":
            return True
        if event.kind == "card_played" and event.card not in known_cards(before, event.seat or 0):
            return True
    return False


BUILDER = GameUnderTest(
    id="builder",
    setups=setups.setups(),
    codes=int(BuilderAction.COUNT),
    most_decisions=400,  # random games have about 70 to 160
    census=builder_census,
    unseen=builder_unseen,
    revealing=frozenset(
        (
            "round_began",
            "card_dealt",
            "card_dealt_down",
            "cards_looked_at",
            "cards_drawn_to_look",
            "card_kept",
            "card_drawn",
            "card_shown",
            "pile_shuffled",
            "scaffold_turned",
            "tomb_turned",
        )
    ),
    also_reveals=shows_a_hidden_card,
    texts=(
        *("get stones", "pass", "decline", "take points", "take stones", "take card"),
        *(f"load {ship} {space}" for ship in range(1, 5) for space in range(1, 5)),
        *(f"sail {ship} {site}" for ship in range(1, 5) for site in ("market", "temple", "obelisks")),
        *("play lever", "play hammer", "play sail", "play chisel", "keep statue", "build left", "unload black"),
    ),
    telling_questions=frozenset(("keep_card",)),
    derived=frozenset(
        (
            "PyramidsB.heights",
            "PyramidsB.count",
            "PyramidsD.free",
            "TempleA.count",
            "TempleB.count",
            "TempleC.count",
            "BurialChamberC.free",
            "BurialChamberD.edge",
            "ObelisksD.free",
            "ObelisksD.edge",
        )
    ),
)


# --- The Duel

DUEL = GameUnderTest(
    id="duel",
    setups=duel_tools.setups(),
    codes=int(DuelAction.COUNT),
    most_decisions=150,  # random games have about 57 to 80
    census=duel_tools.census,
    unseen=duel_tools.unseen,
    revealing=frozenset(("token_loaded", "reserve_loaded")),
    texts=(
        *(f"place {row} {column}" for row in range(1, 4) for column in range(1, 4)),
        *(f"unload {boat}" for boat in ("row 1", "row 2", "row 3", "column 1", "column 2", "column 3")),
        *("play take", "play place", "play place and unload", "play swap and unload", "pass", "stop"),
        *("take row 1 1 obelisk", "take column 3 3 temple 4", "swap row 2 1 3", "swap column 1 1 2"),
    ),
)

GAMES = {tested.id: tested for tested in (BUILDER, DUEL)}
