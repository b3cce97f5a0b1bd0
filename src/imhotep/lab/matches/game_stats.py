"""What a finished game tells beyond who won: who started, points by source, what everybody took, how long it was."""

from collections import Counter

import msgspec

from imhotep.table.game import Game


class GameStats(msgspec.Struct, frozen=True, kw_only=True):
    """Lists are by seat."""

    first: int  # the seat that started
    points: list[list[int]]  # by the game's sources
    taken: list[dict[str, int]]  # how many of each card or token
    turns: int


def stats_of(game: Game) -> GameStats:
    seats = range(game.players)
    seen = [[event for event in game.events_for(seat) if event.seat == seat] for seat in seats]  # also what is hidden
    return GameStats(
        first=game.setup.first,
        points=[list(game.breakdown(seat).values()) for seat in seats],
        taken=[
            dict(Counter(str(event.card or event.token) for event in seen[seat] if event.kind in game.rules.takings))
            for seat in seats
        ],
        turns=sum(event.kind == "turn_began" for events in seen for event in events),
    )
