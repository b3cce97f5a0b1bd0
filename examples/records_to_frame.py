"""Reads records into a data frame, a row for each seat of each game: python examples/records_to_frame.py FOLDER [COUNT]

If there are no records in the folder yet, COUNT games of random players are played and saved there first.
"""

import random
import sys
from pathlib import Path

import polars

import imhotep


def play(folder, count):
    chance = random.Random(1)
    for number in range(count):
        game = imhotep.new_game("duel", sides=chance.choice(["AAAA", "BBBB"]), seed=number)
        while game.decider is not None:
            game.play(chance.choice(game.legal_moves()))
        game.save(folder / f"{number:05}.imh")


def rows(path):
    game = imhotep.load_file(path)
    winners = game.winners()
    for seat, score in enumerate(game.scores()):
        yield {
            "game": path.stem,
            "sides": game.setup.sides,
            "seat": seat,
            "began": seat == game.setup.first,
            "decisions": game.deciders.count(seat),
            "score": score,
            "won": 1 / len(winners) if seat in winners else 0.0,
            **game.breakdown(seat),
        }


def main(folder, count="1000"):
    folder = Path(folder)
    if not any(folder.glob("*.imh")):
        folder.mkdir(parents=True, exist_ok=True)
        play(folder, int(count))
    frame = polars.DataFrame([row for path in sorted(folder.glob("*.imh")) for row in rows(path)])
    print(f"{frame['game'].n_unique()} games, {frame.height} rows")
    print(frame.group_by("sides", "began").agg(polars.col("won", "score", "decisions").mean()).sort("sides", "began"))
    return frame


if __name__ == "__main__":
    main(*sys.argv[1:])
