"""Write web/fixtures/GAME/positions/*.json: positions for the client's gallery, from seeded games of bots.

Each file holds the views of one game, early, in the middle and late, as an onlooker sees them; `printed.json` holds the
printed values that the views leave out. Full boards, which bots hardly ever reach, are set up by hand. For The Duel
there are moves of each kind: what whoever decides sees, and what happens then.

The few positions that the client itself shows before there is a game lie in its sources, for it can't use fixtures:
web/src/games/GAME/samples.json.
"""

import functools
import itertools
import json
import operator
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

import imhotep
from imhotep.bots import make_bot
from imhotep.table.builder.dynasty import DynastyEdition
from imhotep.table.builder.edition import BuilderEdition
from imhotep.table.builder.values import base_of, dynasty_of
from imhotep.table.duel.edition import DuelEdition
from imhotep.table.editions import Edition, EditionHead, built_in_text

WEB = Path(__file__).resolve().parent.parent / "web"
FIXTURES = WEB / "fixtures"
GAMES = WEB / "src" / "games"
BOT = "greedy"
MOMENTS = {"early": 0.16, "middle": 0.5, "late": 0.97}  # how much of the game is over
NAMES = ["Ahmose", "Berenib", "Djoser", "Hatshepsut"]

SITES = ("market", "pyramids", "temple", "burial_chamber", "obelisks")

SAILS = (("A", "pyramids"), ("A", "temple"), ("B", "obelisks"), ("C", "pyramids"), ("D", "temple"), ("D", "pyramids"))

ODD: dict[str, dict[str, Any]] = {
    "builder": {
        "market.A.face_up": 3,
        "market.B.face_up": 2,
        "pyramids.A.levels": [[1, 2, 3, 4, 5, 6, 7, 8], [9, 9, 9], [12, 1]],
        "pyramids.B.pyramids": [[{"points": 2}] * 7, [{"points": 1, "card": 1}] * 3],
        "temple.A.spaces": {"2": 4, "3": 7, "4": 5},
        "temple.B.spaces": {"2": 4, "3": 3, "4": 5},
        "burial_chamber.A.rows": 4,
        "burial_chamber.A.areas": [1, 3, 6, 10, 15, 21, 28],
        "burial_chamber.B.rows": 2,
        "obelisks.B.tower_of": 2,
        "obelisks.B.towers": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    },
    "dynasty": {
        "market.C.face_up": 3,
        "market.C.columns": 3,
        "market.C.coins": 4,
        "market.D.face_up": 1,
        "market.D.stacks": 3,
        "pyramids.C.tokens_used": 5,
        "pyramids.C.tokens": [[{"points": 1}, {"stones": 5}, {"points": 2, "stones": 1, "card": 1}] * 2] * 6,
        "pyramids.D.width": 5,
        "pyramids.D.height": 4,
        "temple.D.arrowheads": [1, 4, 1, 3, 2, 2, 1, 3, 3, 1, 2, 3, 1, 1, 1, 1],
        "temple.D.track": [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 10, 11, 12, 20],
        "burial_chamber.C.levels": [6, 5, 4],
        "burial_chamber.D.tokens": 30,
        "burial_chamber.D.rows": 5,
        "obelisks.C.width": 4,
        "obelisks.C.path": ["I2", "V3", "L4", "S4", "T4", "O4", "I3", "I1", "I2", "V3"],
        "obelisks.D.obelisks": [{"height": height, "points": 3 * height} for height in (7, 1, 2, 3, 4, 5)],
    },
    "duel": {
        "tokens.obelisk": 16,
        "tokens.light_pyramid": 3,
        "tokens.dark_pyramid": 9,
        "tokens.tomb": 9,
        "temple_tokens.counts": {"1": 4, "5": 4, "12": 3},
        "obelisk.B.goal": 3,
        "obelisk.B.many": 7,
        "temple.B.sets": [1, 3, 6],
        "pyramids.A.tokens": [0, 1, 3, 6, 10, 15, 21, 28, 36, 45],
        "pyramids.B.smaller": [-4, 0, 5, 12, 20],
        "tomb.A.groups": [2, 5],
    },
}

# Moves of The Duel: by what happens; an unloading by its number of meeples, unless the boat leaves.
DUEL_MOVES = ("place", "unload 3", "unload 2", "leave", "play", "take", "swap")


def main() -> None:
    for path, content in contents():
        text = json.dumps(msgspec.to_builtins(content, str_keys=True), separators=(",", ":"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
        print(f"{path.relative_to(WEB)}: {len(text)} bytes")


def contents() -> Iterator[tuple[Path, Any]]:
    yield from builder_contents()
    yield from duel_contents()


def builder_contents() -> Iterator[tuple[Path, Any]]:
    folder = FIXTURES / "builder"
    values = printed(imhotep.new_game("builder", seed=0))
    samples: dict[str, Any] = {}
    yield folder / "printed.json", values
    for side in "ABCD":
        for players in (2, 3, 4):
            views = moments(side * 5, players)
            yield folder / "positions" / f"{side * 5}-{players}.json", views
            if players == 3:
                samples[side] = views["middle"]
        yield folder / "positions" / f"{side * 5}-full.json", {"full": full(side * 5)}
        yield folder / "positions" / f"odd{side * 5}-3.json", moments(side * 5, 3, edition=odd_editions())
    yield folder / "positions" / "dynasty-4.json", moments("CDCDC", 4, cards="dynasty", prophecies=True)
    yield folder / "sails.json", [sail(side, site) for side, site in SAILS]
    yield GAMES / "builder" / "samples.json", {**samples, "printed": values}


def duel_contents() -> Iterator[tuple[Path, Any]]:
    folder = FIXTURES / "duel"
    for number, sides in enumerate(("AAAA", "BBBB", "ABAB", "BABA"), 1):
        views = duel_moments(sides, number)
        yield folder / "positions" / f"{sides}.json", views
        if number == 1:
            yield GAMES / "duel" / "samples.json", {"A": views["middle"]}
    for sides in ("AAAA", "BBBB"):
        odd = duel_moments(sides, 7, edition=odd_edition("duel", DuelEdition))
        yield folder / "positions" / f"odd{sides}.json", odd
    yield folder / "positions" / "full.json", {sides: duel_full(sides) for sides in ("AAAA", "BBBB")}
    yield folder / "positions" / "waiting.json", {"waiting": duel_waiting()}
    yield folder / "moves.json", [duel_move(sides, kind) for sides in ("AAAA", "BBBB") for kind in DUEL_MOVES]


def moments(sides: str, players: int, **variants: Any) -> dict[str, Any]:
    game = imhotep.new_game("builder", players, sides, seed=players, names=NAMES[:players], **variants)
    bot = make_bot(BOT, seed=players)
    views = [game.view(None)]
    while not game.is_over:
        game.play(bot.choose(game.ask()))
        views.append(game.view(None))
    return {moment: views[int(share * (len(views) - 1))] for moment, share in MOMENTS.items()}


def sail(side: str, site: str) -> dict[str, Any]:
    """The position before a ship with three stones or more sails to a site, and what happened then."""
    for seed in itertools.count():
        game = imhotep.new_game("builder", 4, side * 5, seed=seed, names=NAMES)
        bot = make_bot(BOT, seed=seed)
        while not game.is_over:
            view, since = game.view(None), game.event_count
            move = game.play(bot.choose(game.ask()))
            events = game.events_for(None, since)
            built = sum(event.kind == "stone_built" for event in events)
            if move.verb == "sail" and move.site == site and built >= 3:
                return {"view": view, "events": events}
    raise AssertionError("seeds never end")


def duel_moments(sides: str, seed: int, **variants: Any) -> dict[str, Any]:
    views = [game.view(None) for game, _ in duel_game(sides, seed, **variants)]
    late = int(0.9 * (len(views) - 1))
    return {
        **{moment: views[int(share * (len(views) - 1))] for moment, share in MOMENTS.items()},
        "late": views[late],
        "over": views[-1],
    }


def duel_game(sides: str, seed: int, **variants: Any) -> Iterator[tuple[imhotep.Game, Any]]:
    """The game before each move, with the move that comes; and in the end."""
    game = imhotep.new_game("duel", 2, sides, seed=seed, names=NAMES[:2], **variants)
    bot = make_bot(BOT, seed=seed)
    while not game.is_over:
        move = bot.choose(game.ask())
        yield game, move
        game.play(move)
    yield game, None


def duel_move(sides: str, kind: str) -> dict[str, Any]:
    """The position before a move of this kind in the second half of a game, and what happened then."""
    for seed in itertools.count(1):
        before: Any = None
        for game, _ in duel_game(sides, seed):
            after = game.view(None)
            if before and kind in duel_kinds(events := game.events_for(None, before[1])) and after.unloadings > 6:
                view = before[0]
                gains = [
                    {source: points - view.seats[seat].points[source] for source, points in now.points.items()}
                    for seat, now in enumerate(after.seats)
                ]
                return {
                    "kind": kind,
                    "view": view,
                    "events": events,
                    "scores": [seat.score for seat in after.seats],
                    "gains": gains,
                }
            before = (game.view(after.decider), game.event_count) if not game.is_over else None
    raise AssertionError("seeds never end")


def duel_kinds(events: Sequence[Any]) -> set[str]:
    kinds = {event.kind for event in events}
    unloaded = [event.count for event in events if event.kind == "boat_unloaded"]
    if "boat_left" in kinds:
        return {"leave"}
    names = {"meeple_placed": "place", "action_played": "play", "token_taken": "take", "tokens_swapped": "swap"}
    return {names[kind] for kind in kinds if kind in names} | {f"unload {count}" for count in unloaded}


def duel_waiting() -> Any:
    """Boats that are loaded at the end of the turn, by the house rule."""
    for seed in itertools.count(1):
        for game, _ in duel_game("ABAB", seed, house_rules={"refill_at_end_of_turn": True}):
            view = game.view(None)
            if view.waiting and view.unloadings > 4:
                return view
    raise AssertionError("seeds never end")


def duel_full(sides: str) -> Any:
    """One player has nearly everything, the other hardly anything; most boats have left."""
    tomb = [f"tomb_{number}" for number in range(1, 13)]
    temple = [f"temple_{symbols}" for symbols in (1, 2, 3, 4)]
    actions = ["take", "place", "place_and_unload", "swap_and_unload"]
    rich = (
        ["obelisk"] * 11 + temple * 3 + ["light_pyramid"] * 6 + ["dark_pyramid"] * 5 + tomb[:11] + actions + actions[2:]
    )
    boats: dict[str, Any] = dict.fromkeys(["row 1", "row 2", "column 2", "column 3"])
    position = {
        "harbour": [[0, 0, 1], [1, None, 0], [None, 1, 1]],
        "boats": boats | {"column 1": ["obelisk", "dark_pyramid", "tomb_12"]},
        "tokens": [rich, []],
        "removed": ["take", "take"],
    }
    return imhotep.new_game("duel", 2, sides, seed=1, names=NAMES[:2], position=position).view(None)


def odd_editions() -> list[Edition[Any]]:
    """Boards of other sizes: no drawing may count on those of the box."""
    return [odd_edition("builder", BuilderEdition), odd_edition("dynasty", DynastyEdition)]


def odd_edition(box: str, shape: type[EditionHead]) -> Edition[Any]:
    text = built_in_text(box)
    tables = tomllib.loads(text)
    for path, value in ODD[box].items():
        *parts, key = path.split(".")
        functools.reduce(operator.getitem, parts, tables)[key] = value
    return Edition(msgspec.convert(tables, shape), text, built_in=False)


def full(sides: str) -> Any:
    """Every board with more stones than it has room for, the quarry nearly empty."""
    side = sides[0]
    turns = itertools.cycle([0, 2, 1, 3, 0, 0, 1, 2, 3, 3, 2, 1])

    def stones(count: int) -> list[int]:
        return [next(turns) for _ in range(count)]

    boards: dict[str, Callable[[], dict[str, Any]]] = {
        "A": lambda: {
            "pyramids": stones(18),
            "temple": stones(22),
            "burial_chamber": stones(32),
            "obelisks": stones(20),
        },
        "B": lambda: {
            "pyramids": [stones(5), stones(5), stones(5), stones(4)],
            "temple": stones(20),
            "burial_chamber": stones(31),
            "obelisks": stones(25),
        },
        "C": lambda: {
            "pyramids": stones(21),
            "temple": stones(20),
            "burial_chamber": stones(15),
            "obelisks": stones(19),
            "edge": {"burial_chamber": stones(6)},
        },
        "D": lambda: {
            "pyramids": stones(14),
            "temple": stones(18),
            "burial_chamber": stones(18),
            "obelisks": [[0, 5], [1, 4], [2, 4], [3, 3], [2, 3], [1, 2], [0, 2]],
            "edge": {"pyramids": stones(7), "burial_chamber": stones(3), "obelisks": stones(5)},
            "chariots": [12, 12, 7, 0],
            "tomb": [21, 23],
        },
    }
    points = [{"pyramids": 21}, {"temple": 21}, {"market": 20, "pyramids": 34}, {"pyramids": 33}]
    ships = [{"size": 4, "stones": [0, 1, 2, 3]}, {"size": 4, "stones": [None, 1]}, {"size": 3}, {"size": 3}]
    game = imhotep.new_game(
        "builder",
        4,
        sides,
        seed=1,
        names=NAMES,
        position={"ships": ships, "round": 6, "sleds": [2, 0, 1, 0], "points": points, **boards[side]()},
    )
    return game.view(None)


def printed(game: imhotep.Game) -> dict[str, Any]:
    """What is printed on boards and cards, but in no view."""
    base, dynasty = base_of(game.setup), dynasty_of(game.setup)
    house = {
        path for edition in game.setup.editions.values() for path, source in edition.sources() if source == "house"
    }
    own = [site + "." + side for site in SITES for side in "ABCD" if any(p.startswith(f"{site}.{side}") for p in house)]
    return {
        "per_get": base.stones.per_get,
        "single_stone": base.obelisks.B.single_stone,
        "coins": dynasty.market.C.coins,
        "cards": _values(base.card_values) | _values(dynasty.card_values),
        "house": own,
    }


def _values(part: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name, value in msgspec.structs.asdict(part).items() if name not in ("source", "house")}


if __name__ == "__main__":
    main()
