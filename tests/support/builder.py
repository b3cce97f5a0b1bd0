"""Builder positions for tests, short enough to be read as sentences."""

from collections import Counter
from typing import Any

import imhotep
from imhotep import Event, Game, IllegalMove

BLACK, WHITE, BROWN, GRAY = range(4)  # the seats, by the colours that they have unless a table says otherwise

DECK = (
    ["entrance", "sarcophagus", "paved_path"] * 2
    + ["pyramid_decoration", "temple_decoration", "burial_chamber_decoration", "obelisk_decoration"] * 2
    + ["statue"] * 10
    + ["lever", "hammer"] * 2
    + ["sail", "chisel"] * 3
)
LAST_SHIP = "sail 4 market"  # with ONE_SHIP_LEFT: ends the round and touches no monument


def ship(size: int, *stones: int | None, at: str | None = None) -> dict[str, Any]:
    """A ship with these stones, front first; `at` the site where it lies, unloaded."""
    return {"size": size, "stones": list(stones), "site": at}


FOUR_EMPTY_SHIPS = [ship(4), ship(3), ship(2), ship(2)]
ONE_SHIP_LEFT = [ship(4, at="pyramids"), ship(3, at="temple"), ship(2, at="obelisks"), ship(1, BLACK)]


def table(
    players: int = 4,
    sides: str = "AAAAA",
    *,
    house_rules: dict[str, Any] | None = None,
    wrath: bool = False,
    seed: int = 1,
    **position: Any,
) -> Game:
    """A position set up by hand; black, seat 0, is to play unless `turn` says otherwise."""
    position.setdefault("ships", FOUR_EMPTY_SHIPS)
    return imhotep.new_game(
        "builder", players=players, sides=sides, seed=seed, house_rules=house_rules, wrath=wrath, position=position
    )


def last_round(players: int = 4, sides: str = "AAAAA", **position: Any) -> Game:
    """One ship is left of the whole game: LAST_SHIP leads to the final scoring."""
    return table(players, sides, ships=ONE_SHIP_LEFT, round=6, **position)


def scored(players: int = 4, sides: str = "AAAAA", **position: Any) -> Game:
    """The game that ends with what lies on the boards, after the final scoring."""
    game = last_round(players, sides, **position)
    play(game, LAST_SHIP)
    assert game.is_over
    return game


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def refused(game: Game, move: str, seat: int | None = None) -> IllegalMove:
    """The refusal of an illegal move, which must leave the game as it was."""
    before, entries = game.raw.numbers(), len(game.entries)
    try:
        game.play(move, seat=seat)
    except IllegalMove as refusal:
        assert game.raw.numbers() == before
        assert len(game.entries) == entries
        assert str(move) not in map(str, game.legal_moves()) or seat is not None
        return refusal
    raise AssertionError(f"{move} was legal")


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves()]


def breakdown(game: Game, source: str) -> list[int]:
    """The points of every seat from one source."""
    return [game.breakdown(seat)[source] for seat in range(game.players)]


def quarries(game: Game) -> list[int]:
    return [seat.quarry for seat in game.view().seats]


def sleds(game: Game) -> list[int]:
    return [seat.sled for seat in game.view().seats]


def hand(game: Game, seat: int) -> list[str]:
    cards: list[str] = game.view().seats[seat].hand
    return cards


def happened(game: Game, *kinds: str) -> list[Event]:
    """The events of these kinds, in order; all if none is named."""
    return [event for event in game.events if not kinds or event.kind in kinds]


def all_but(*cards: str) -> list[str]:
    """The market cards without these: to say where every card of the deck lies."""
    left = Counter(DECK)
    left.subtract(cards)
    assert min(left.values()) >= 0
    return sorted(left.elements())
