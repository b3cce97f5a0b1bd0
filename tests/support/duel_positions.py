"""Duel positions for tests, drawn and written so that they can be read.

A harbour is three strings, `b` and `w` for meeples and `.` for a free space, with the boats of the rows at the right
and those of the columns below. Cargo is a text of three tokens, from the harbour outwards: spaces 1, 2, 3.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import imhotep
from imhotep import Event, Game, IllegalMove

BLACK, WHITE = range(2)

BOATS = ("row 1", "row 2", "row 3", "column 1", "column 2", "column 3")
ACTIONS = ("take", "place", "place_and_unload", "swap_and_unload")

# Game materials, as the rulebook lists them
TOKENS = Counter(
    ["obelisk"] * 12
    + [f"temple_{symbols}" for symbols in (1, 2, 3, 4) for _ in range(3)]
    + ["light_pyramid", "dark_pyramid"] * 6
    + [f"tomb_{number}" for number in range(1, 13)]
    + [action for action in ACTIONS for _ in range(3)]
)

MOST_DECISIONS = 250  # no game is longer: 18 unloadings send home 54 meeples at most, which have to be placed

LAST_BOAT = "unload row 3"  # after `at_the_end`: the fifth boat leaves


def only(boats: dict[str, str]) -> dict[str, str | None]:
    """These boats with their cargo; the others have left the game."""
    return {boat: boats.get(boat) for boat in BOATS}


def table(
    sides: str = "AAAA",
    *,
    house_rules: dict[str, Any] | None = None,
    first: int = BLACK,
    seed: int = 1,
    undo: str = "fair",
    **position: Any,
) -> Game:
    """A position set up by hand; black, seat 0, has started and is to play unless `first` and `turn` say otherwise."""
    return imhotep.new_game(
        "duel", sides=sides, seed=seed, first=first, house_rules=house_rules, undo=undo, position=by_hand(**position)
    )


def by_hand(**position: Any) -> dict[str, Any]:
    """The argument of `new_game` for what is written here in words and drawings."""
    plain = dict(position)
    if "harbour" in plain:
        seats = {"b": BLACK, "w": WHITE, ".": None}
        plain["harbour"] = [[seats[space] for space in row] for row in plain["harbour"]]
    if "boats" in plain:
        plain["boats"] = {boat: cargo and cargo.split() for boat, cargo in plain["boats"].items()}
    if "tokens" in plain:
        plain["tokens"] = [tokens.split() for tokens in plain["tokens"]]
    for pile in ("removed", "reserve", "supply"):
        if pile in plain:
            plain[pile] = plain[pile].split()
    return plain


def at_the_end(
    sides: str = "AAAA",
    black: str = "",
    white: str = "",
    harbour: tuple[str, str] = ("...", "..."),
    **position: Any,
) -> Game:
    """LAST_BOAT ends this game with exactly these tokens and, in rows 1 and 2, these meeples.

    It gives out the last tokens of the lists: two of whoever has two or more (black if both), otherwise one each.
    """
    tokens = [black.split(), white.split()]
    owners = [seat for seat in (BLACK, WHITE) if len(tokens[seat]) >= 2][:1] * 2 or [BLACK, WHITE]
    # the meeple beside the boat takes space 3, so its token is the one before the last
    second = tokens[owners[1]].pop()
    third = tokens[owners[0]].pop()
    used = Counter([*tokens[BLACK], *tokens[WHITE], second, third])
    lost = next(token for token in TOKENS if used[token] < TOKENS[token] and token != "take")
    used[lost] += 1
    left_over = next(token for token in TOKENS if used[token] + 3 <= TOKENS[token] and token != "take")
    return table(
        sides,
        harbour=[*harbour, "." + "bw"[owners[1]] + "bw"[owners[0]]],
        boats=only({"row 3": f"{lost} {second} {third}", "row 1": f"{left_over} " * 3}),
        tokens=[" ".join(tokens[BLACK]), " ".join(tokens[WHITE])],
        **position,
    )


def scored(
    sides: str = "AAAA",
    black: str = "",
    white: str = "",
    harbour: tuple[str, str] = ("...", "..."),
    **position: Any,
) -> Game:
    """The game that has ended with these tokens and meeples."""
    game = at_the_end(sides, black, white, harbour, **position)
    play(game, LAST_BOAT)
    assert game.is_over
    for seat, tokens in enumerate((black, white)):
        assert owned(game, seat) == Counter(tokens.split())
    return game


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def random_moves(game: Game, seed: int, *preferred: str) -> Iterator[str]:
    """Moves for whoever asks to play, until the game is over; those that begin as preferred, where there are any."""
    chance = random.Random(seed)
    while not game.is_over:
        assert game.ply < MOST_DECISIONS
        choices = moves(game)
        yield chance.choice([move for move in choices if move.startswith(preferred)] or choices)


def refused(game: Game, move: str, seat: int | None = None) -> tuple[str, str]:
    """Rule and reason of the refusal of an illegal move, which must leave the game as it was."""
    before, entries = game.raw.numbers(), len(game.entries)
    try:
        game.play(move, seat=seat)
    except IllegalMove as refusal:
        assert game.raw.numbers() == before
        assert len(game.entries) == entries
        assert move not in moves(game) or seat is not None
        return refusal.rule, refusal.reason
    raise AssertionError(f"{move} was legal")


def moves(game: Game, verb: str = "") -> list[str]:
    return [str(move) for move in game.legal_moves() if verb in ("", move.verb)]


def breakdown(game: Game, source: str) -> list[int]:
    """The points of both seats from one source."""
    return [game.breakdown(seat)[source] for seat in (BLACK, WHITE)]


def owned(game: Game, seat: int) -> Counter[str]:
    """All tokens in front of a seat."""
    view = game.view().seats[seat]
    found = Counter({"obelisk": view.obelisk.tokens, **Counter(view.actions)})
    found |= Counter({"light_pyramid": view.pyramids.light, "dark_pyramid": view.pyramids.dark})
    found |= Counter({f"temple_{symbols}": count for symbols, count in view.temple.tokens.items()})
    found |= Counter(f"tomb_{number}" for number in view.tomb.numbers)
    return +found


def cargo(game: Game, boat: str) -> list[str | None]:
    found: list[str | None] = game.view().boats[BOATS.index(boat)].cargo
    return found


def moored(game: Game) -> list[str]:
    return [boat.boat for boat in game.view().boats if boat.moored]


def drawing(game: Game) -> list[str]:
    """The harbour as it is drawn in these tests."""
    owners = ["." if space.owner is None else "bw"[space.owner] for space in game.view().harbour]
    return ["".join(owners[row * 3 : row * 3 + 3]) for row in range(3)]


def hands(game: Game) -> list[int]:
    """Meeples that can be placed."""
    return [seat.hand for seat in game.view().seats]


def actions(game: Game, seat: int) -> list[str]:
    found: list[str] = game.view().seats[seat].actions
    return found


def happened(game: Game, *kinds: str) -> list[Event]:
    """The events of these kinds, in order; all if none is named."""
    return [event for event in game.events if not kinds or event.kind in kinds]


def kinds(game: Game, since: int = 0) -> list[str]:
    return [event.kind for event in game.events[since:]]
