"""Records of every kind of table, with what came out: what a version of the rules leaves behind when it is changed.

Written once, on the last commit of a version: python -m tests.support.records tests/records/v1
Later versions replay them to the same scores, and never write them again.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import imhotep
from imhotep import Game
from imhotep.engine.builder.obelisks import ObelisksC
from imhotep.engine.builder.vocabulary import Site
from imhotep.table.editions import built_in_text
from imhotep.table.games import RULES
from tests.support.editions import changed
from tests.support.setups import position_of

SUMMARY = "summary.json"
RED = ("entrance", "sarcophagus", "paved_path")
# Shares of tied players that are not whole (N7), as no built-in edition has them.
ODD = {
    "most_rows = { 2 = [6, 0], 3 = [8, 4, 0], 4 = [6, 4, 2, 0] }": (
        "most_rows = { 2 = [5, 0], 3 = [8, 3, 0], 4 = [7, 4, 2, 0] }"
    )
}


def summary(game: Game) -> dict[str, Any]:
    """What must come out of a record again, now and in every later version."""
    return {
        "points": [game.breakdown(seat) for seat in range(game.players)],
        "decider": game.decider,
        "question": game.question,
        "moves": [move.text for move in game.legal_moves()],
        "final": final_scores(game),
    }


def final_scores(game: Game) -> list[int]:
    """Of the game if it is over, else of what becomes of it by each decider's last legal move."""
    end = game.after(len(game.entries))
    while not end.is_over:
        end.play(end.legal_moves()[-1])
    return end.scores()


def wanted(chance: random.Random) -> dict[str, tuple[int, int, Callable[[], Game], Callable[[Game], bool]]]:
    """By name: how many finished ones, how many unfinished, how one begins, and whether it is of use."""
    some = chance.choice

    def sides(letters: str) -> str:
        return "".join(some(letters) for _ in range(5))

    def expansion_sides() -> Game:
        return new(players=some([2, 3, 4]), sides=some(["CAAAA", "ADBAB", sides("ABCD"), sides("CD")]))

    def great_obelisk() -> Game:
        return new(players=some([2, 3, 4]), sides=f"{sides('ABCD')[:4]}C")

    def odd_obelisk() -> Game:
        edition = RULES["builder"].read_edition(changed(built_in_text("dynasty"), ODD), "odd")
        return new(players=some([2, 3, 4]), sides=f"{sides('ABCD')[:4]}C", edition=edition)

    def everything() -> Game:
        players = some([2, 3, 4])
        all_sides = sides("ABCD")
        rules = {"may_decline_card": some([True, False])}
        start = some(range(1, 15)) if all_sides[1] == "D" else 1
        prophecies, wrath = some([True, False]), some([True, False])
        modules: dict[str, Any] = {
            "cards": "dynasty",
            "prophecies": prophecies,
            "wrath": wrath,
            "corridor_start": start,
        }
        return new(players=players, sides=all_sides, house_rules=rules, **modules)

    def face_down() -> Game:
        return new(players=some([2, 3, 4]), sides=sides("ABCD"), face_down=True, cards=some(["base", "dynasty"]))

    def base() -> Game:
        players = some([2, 3, 4])
        rules = {"second_color": some([True, False])} if players == 2 else {}
        return new(players=players, sides=sides("AB"), wrath=some([True, False]), house_rules=rules)

    def duel() -> Game:
        names = ("refill_at_end_of_turn", "partial_action_tokens", "english_pyramid_b")
        rules = {name: some([True, False]) for name in names}
        return new("duel", sides="".join(some("AB") for _ in range(4)), house_rules=rules)

    def set_up() -> Game:
        ships = [{"size": 2, "stones": [0]}, {"size": 3}, {"size": 3, "stones": [1]}, {"size": 1}]
        position = {"ships": ships, "sleds": [some([1, 3, 5]), 2], "turn": some([0, 1])}
        salt = f"{chance.getrandbits(64):x}"
        return new(sides=sides("AB"), position=position, promise="ab" * 32, salt=salt)

    def new(game: str = "builder", **table: Any) -> Game:
        return imhotep.new_game(game, seed=chance.getrandbits(64), **table)

    return {
        "expansion-sides": (40, 12, expansion_sides, discards_and_shuffles),
        "great-obelisk": (15, 4, great_obelisk, is_tied),
        "great-obelisk-odd": (25, 4, odd_obelisk, is_tied),
        "everything": (40, 10, everything, anything),
        "face-down": (20, 6, face_down, anything),
        "base": (25, 6, base, anything),
        "set-up": (5, 1, set_up, anything),
        "duel": (30, 7, duel, anything),
    }


def anything(game: Game) -> bool:
    return True


def discards_and_shuffles(game: Game) -> bool:
    """A red card was put away, and the discard pile was shuffled after that (N1)."""
    kinds = [event.kind for event in game.events if event.kind == "pile_shuffled" or event.card in RED]
    return "card_discarded" in kinds and "pile_shuffled" in kinds[kinds.index("card_discarded") :]


def is_tied(game: Game) -> bool:
    """Two share a place on the Great Obelisk (N7)."""
    board = position_of(game).boards[Site.OBELISKS]
    assert isinstance(board, ObelisksC)
    rows = [(int(board.complete_rows(seat)), int(board.incomplete_rows(seat))) for seat in range(game.players)]
    shared = [times for (complete, _), times in Counter(rows).items() if complete]
    return any(times > 1 for times in shared)


def played(game: Game, chance: random.Random, plies: int) -> Game:
    """On by chance, with all else that happens at a table: notes, clocks, moves taken back, people who leave."""
    mind = chance.random()
    while not game.is_over and game.ply < plies:
        seat = game.decider
        assert seat is not None
        happening = chance.random()
        if mind < 0.3 and happening < 0.02 and game.ply and not game.out:
            game.undo(by_consent=True)
        elif mind < 0.1 and happening < 0.025:
            game.take_over(seat, f"Replacement {len(game.entries)}")
        elif mind < 0.1 and happening < 0.035 and len(game.out) < game.players - 1 and seat not in game.out:
            chance.choice([game.resign, game.time_out])(seat)
        else:
            clock = 600 - game.ply / 4 if mind < 0.2 else None
            game.play(chance.choice(game.legal_moves()), clock=clock, comment="hm" if happening > 0.99 else "")
    return game


def records(seed: int) -> Iterator[tuple[str, Game]]:
    chance = random.Random(seed)
    for name, (finished, unfinished, begin, is_of_use) in wanted(chance).items():
        found = Counter[bool]()
        for _ in count():
            game = played(begin(), chance, 10_000)
            if len(game.entries) < 2 or not is_of_use(game):
                continue
            over = found[True] < finished
            if not over:
                game = game.after(chance.randrange(1, len(game.entries)))
            found[over] += 1
            yield f"{name}-{found.total():03}", game
            if found.total() == finished + unfinished:
                break


def main() -> None:
    folder = Path(sys.argv[1])
    if folder.exists():
        sys.exit(f"{folder} is there already: records of a version are written once")
    folder.mkdir(parents=True)
    summaries = {}
    for name, game in records(1):
        Path(folder, f"{name}.imh").write_text(game.record(), encoding="utf-8")
        summaries[name] = summary(game)
    lines = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in summaries.items()]
    Path(folder, SUMMARY).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"{len(summaries)} records, {sum(each['decider'] is None for each in summaries.values())} finished")


if __name__ == "__main__":
    main()
