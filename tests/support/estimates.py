"""What bots go by at a glance, of random positions: estimates of each seat, doubtful moves, and those that are merged.

No rule says what these numbers must be. They were found by many games, which can't be played again in a test; so they
are kept, and may only change knowingly. After a wanted change: python -m tests.support.estimates, then read the diff,
and measure whether bots play better (docs/bots.md).
"""

import json
from collections.abc import Iterator
from typing import Any

import imhotep
from imhotep.engine.kernel import Actions, Position, Random
from imhotep.engine.search.greedy import Greedy
from tests.support.golden import FOLDER
from tests.support.play_digest import setup_of

FILE = FOLDER / "estimates.json"
GAMES = {"builder": 36, "duel": 32}  # over all sides and numbers of players, in every mix of house rules
EVERY = {"builder": 36, "duel": 24}  # plies from one position of a game to the next


def positions(game: str) -> Iterator[tuple[int, int, Position]]:
    """Of random games: the number of the setup, how many decisions were made, and where they led."""
    for number in range(GAMES[game]):
        position = imhotep.new_game(**setup_of(game, number)).raw
        position.journal = None
        chance, options, ply = Random(number), Actions(), 0
        while not position.is_over():
            if (ply + 5 * number) % EVERY[game] == EVERY[game] - 1:
                yield number, ply, position
            position.legal(options)
            position.apply(options.pick(chance))
            ply += 1
        if number % 8 == 0:
            yield number, ply, position


def glance(position: Position) -> dict[str, Any]:
    """Rounded: both engines calculate alike, but what counts is no matter of the last digits."""
    values = Greedy(position.blank(), 1).values
    position.estimate(values)
    options, kept = Actions(), Actions()
    position.legal(options)
    position.legal(kept)
    position.distinct(kept)
    codes, left = options.to_list(), set(kept.to_list())
    return {
        "estimates": [round(float(values[seat]), 6) for seat in range(position.seats)],
        "doubtful": [code for code in codes if position.doubtful(code)],
        "merged": [code for code in codes if code not in left],
    }


def glances() -> dict[str, list[dict[str, Any]]]:
    return {
        game: [{"setup": number, "ply": ply, **glance(position)} for number, ply, position in positions(game)]
        for game in GAMES
    }


def written(found: dict[str, list[dict[str, Any]]]) -> str:
    """A line for each position, so that a diff shows which have changed."""
    games = [
        f"{json.dumps(game)}: [\n" + ",\n".join(json.dumps(line) for line in lines) + "\n]"
        for game, lines in found.items()
    ]
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    FILE.write_text(written(glances()), encoding="utf-8")
    print(f"{FILE.name}: written")


if __name__ == "__main__":
    main()
